/* SPDX-License-Identifier: ISC */
/*
 * A letter that is asked about (question.h).
 */
#include "cmd/question.h"
#include "cmd/cmd.h"

#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "cmd/confirmations.h"
#include "cmd/machine.h"
#include "cmd/tournament.h"
#include "play/play.h"
#include "speak/levels.h"
#include "speak/secret.h"
#include "speak/speech.h"
#include "speak/tokens.h"
#include "speak/verbs.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

const struct seat *
question_opponent(const struct request *rq, bool *has_offer)
{
	enum side other;

	*has_offer = false;
	if (rq->game == NULL || rq->sender == NULL || !game_has(rq->game, rq->sender->id))
		return NULL;
	other = side_other(game_side_of(rq->game, rq->sender->id));
	*has_offer = play_open_offer(rq->game, other, OFFER_ANY) != OFFER_NONE;
	return &rq->game->seat[other];
}

void
question_add(struct vars *vars, const char *line, const char *form, enum doubt doubt)
{
	static const char *const doubts[] = { [DOUBT_PLACE] = "place",
		[DOUBT_SLIP] = "slip",
		[DOUBT_PASSWORD] = "password",
		[DOUBT_LEAK] = "leak",
		[DOUBT_FIRST] = "first",
		[DOUBT_EITHER] = "either",
		[DOUBT_MOVE] = "move",
		[DOUBT_RETRACTED] = "retracted",
		[DOUBT_BROKEN] = "broken",
		[DOUBT_BROKEN_MOVE] = "own-move",
		[DOUBT_LISTED] = "listed" };

	vars_text(vars, "line", line);
	vars_text(vars, "form", form);
	vars_flag(vars, "starred", strstr(line, BLANKED) != NULL);
	for (size_t i = 0; i < COUNT(doubts); i++)
		vars_flag(vars, doubts[i], doubt == i);
	vars_flag(vars, "broken", doubt == DOUBT_BROKEN || doubt == DOUBT_BROKEN_MOVE);
}

/* What it can be, where it can be several moves or challenges. */
static void
add_choices(struct vars *vars, const char *lines)
{
	vars_flag(vars, "any-choices", lines[0] != '\0');
	vars_list(vars, "choices");
	for (size_t length; (length = strcspn(lines, "\n")) > 0; lines += length + 1)
		vars_text(
		    vars_add(vars, "choices"), "choice", arena_strndup(vars->arena, lines, length));
}

/* The line that is quoted of a letter without anything to carry out; *form: how it would be
 * written, and *meant the command it resembles. */
static const char *
quoted_line(struct request *rq, const char **form, const struct verb **meant)
{
	const struct parse_context context = request_context(rq);
	const struct parsed_letter *parsed = rq->parsed;
	const char *line = parsed->doubtful != NULL ? parsed->doubtful : parsed->unread, *secret;

	*form = parsed->form;
	*meant = parsed->meant;
	if (line[0] == '\0' && parsed->count > 0 && parsed->comment[0] == '\0') {
		line = parsed->orders[0].written;
		*meant = parsed->orders[0].verb;
	} else if (line[0] == '\0') {
		line = arena_strndup(rq->arena, parsed->comment, strcspn(parsed->comment, "\n"));
		line = secret_blank(rq->arena, &context, line);
	}
	/* "if" alone lacks what stands behind it. */
	if (parsed->doubtful == NULL && str_equal_nocase(*form, line))
		*form = "";
	secret = rq->from != NULL ? request_password_in(rq, line) : NULL;
	*form = secret_blank_word(rq->arena, *form, secret);
	/* Nobody can send stars. */
	if (strstr(*form, BLANKED) != NULL)
		*form = "";
	return secret_blank_word(rq->arena, line, secret);
}

/* The move that a letter holds besides, with its board if that is named; "". */
static const char *
move_of(const struct parsed_letter *parsed)
{
	for (int i = 0; i < parsed->count; i++)
		if (parsed->orders[i].move != NULL)
			return parsed->orders[i].game != 0 ? parsed->orders[i].line :
							     parsed->orders[i].move;
	return "";
}

/* The same as it is sent again, without what parts it from the words behind it. */
static const char *
its_move(const struct request *rq)
{
	const char *move = move_of(rq->parsed);
	size_t length = strlen(move);

	while (length > 0 && strchr(",.;:", move[length - 1]) != NULL)
		length--;
	return arena_strndup(rq->arena, move, length);
}

/* Does it hold another move among its words? */
static bool
has_two_moves(const struct parsed_letter *parsed)
{
	return parsed->doubtful != NULL && parsed->doubt == DOUBT_PLACE &&
	    parsed->meant == &verb_table[VERB_MOVE] && move_of(parsed)[0] != '\0';
}

/* "if H10-G8 then MOVE" */
static bool
lacks_move(const struct request *rq, const char *form)
{
	struct order order;

	return rq->parsed->meant != NULL && rq->parsed->meant->manner & MEANT_BY_PLAN &&
	    rq->names != NULL && parse_line(rq->arena, rq->names, form, &order) != LINE_COMMAND;
}

/* Two moves, "resgin" beside one (play on, or resign?), or what a yes would do without the move
 * above it: no yes says which. */
static bool
holds_two_deeds(const struct parsed_letter *parsed)
{
	return has_two_moves(parsed) || (parsed->doubt == DOUBT_RETRACTED && parsed->count > 1) ||
	    (parsed->meant != NULL && move_of(parsed)[0] != '\0' &&
		(parsed->meant->manner & IS_FINAL ||
		    (parsed->doubt == DOUBT_SLIP && parsed->doubtful != NULL &&
			!(parsed->meant->manner & MEANT_BY_PLAN))));
}

/* Can a yes settle what is doubtful in the letter? */
static bool
is_settled_by_yes(const struct parsed_letter *parsed)
{
	static const bool settled[] = { [DOUBT_PLACE] = true,
		[DOUBT_SLIP] = true,
		[DOUBT_MOVE] = true,
		[DOUBT_RETRACTED] = true,
		[DOUBT_LISTED] = false };

	return !parsed->too_many && !parsed->is_no && !parsed->answers_two &&
	    !parsed->answers_none && !holds_two_deeds(parsed) &&
	    (parsed->doubtful == NULL || settled[parsed->doubt]);
}

/* Is the form all that was meant, so that the answer to the question may be a yes?  Only whose
 * letter is proved to be his is asked so. */
static bool
may_answer_yes(const struct request *rq, const char *form)
{
	bool is_his = rq->sender != NULL && rq->from == rq->sender &&
	    (rq->token != NULL || rq->mail_server_proof);

	return is_his && !rq->parsed->asks_how && form[0] != '\0' && !lacks_move(rq, form) &&
	    is_settled_by_yes(rq->parsed);
}

/* The words of the quoted line that go with the command; "": none, or they may not be shown. */
static const char *
words_for(const struct parsed_letter *parsed, const char *line)
{
	return parsed->doubtful != NULL && strstr(line, BLANKED) == NULL ? parsed->said : "";
}

/* The form, with the words that the letter has for it below an empty line; NULL: it has none, and
 * is sent again in any case. */
static const char *
form_with_words(struct request *rq, const char *form, const char *line)
{
	const struct parsed_letter *parsed = rq->parsed;
	const char *words = parsed->comment;

	if (words_for(parsed, line)[0] != '\0')
		return parsed->count == 0 && str_equal(words, line) ?
		    arena_printf(rq->arena, "%s\n\n%s", form, parsed->said) :
		    NULL;
	if (parsed->meant == NULL || !(parsed->meant->manner & (WRITES_TO | BEGINS_SPEECH)))
		return form;
	/* Other commands, or what may not be shown, go with it. */
	if (parsed->comment_too_large || parsed->count > 0 ||
	    (parsed->doubtful != NULL && parsed->doubt != DOUBT_SLIP))
		return NULL;
	if (!parsed->from_subject) {
		if (strncmp(words, line, strlen(line)) != 0 || words[strlen(line)] != '\n')
			return NULL;
		words += strlen(line);
		words += strspn(words, "\n");
	}
	return words[0] != '\0' ? arena_printf(rq->arena, "%s\n\n%s", form, words) : NULL;
}

/* A line that is nearly a plan, with the move above it, to which it belongs. */
static const char *
form_with_move(struct request *rq, const char *form)
{
	const struct parsed_letter *parsed = rq->parsed;
	const char *whole;
	struct order order;

	if (parsed->meant == NULL || !(parsed->meant->manner & MEANT_BY_PLAN) ||
	    parsed->count != 1 || parsed->orders[0].move == NULL || rq->names == NULL ||
	    form[0] == '\0')
		return form;
	whole = arena_printf(rq->arena, "%s, %s", its_move(rq), form);
	return parse_line(rq->arena, rq->names, whole, &order) == LINE_COMMAND ? whole : form;
}

/* "jion 1" of who plays with nobody: all of his letter, and words for no one. */
static bool
is_slip_to_nobody(const struct parsed_letter *parsed, const struct seat *opponent)
{
	return parsed->doubtful != NULL && parsed->doubt == DOUBT_SLIP && opponent == NULL &&
	    parsed->count == 0 && strchr(parsed->comment, '\n') == NULL;
}

/* May the command stand right below a move? */
static bool
goes_with_move(const struct verb *verb)
{
	return verb != NULL &&
	    (verb->manner & IS_PRIVATE || verb == &verb_table[VERB_QUEUE] ||
		verb == &verb_table[VERB_DRAW]);
}

/* Why a letter is not carried out. */
static const char *
refusal_of(const struct parsed_letter *parsed, const struct seat *opponent)
{
	return parsed->too_many                 ? "letter-too-many-commands" :
	    parsed->is_no                       ? "letter-nothing-meant" :
	    parsed->answers_two                 ? "letter-two-questions" :
	    parsed->answers_none                ? "letter-no-question" :
	    has_two_moves(parsed)               ? "letter-two-moves" :
	    is_slip_to_nobody(parsed, opponent) ? "letter-no-command" :
	    parsed->is_complaint                ? "letter-request" :
	    parsed->doubtful != NULL            ? "letter-doubtful" :
	    parsed->is_request                  ? "letter-request" :
						  "letter-no-command";
}

/* What to write instead of a line that other servers would know, among the words "foreign"; NULL:
 * nothing in particular. */
static const char *
foreign_name(struct request *rq, const char *line, const char **word)
{
	if (rq->parsed->asks_for_silence ||
	    (rq->names != NULL && speech_asks_for_silence(rq->arena, rq->names, line)))
		return "silence";
	return verb_foreign(rq->arena, line, word);
}

/* The number of the board that the line is about, as far as can be told; or one for an example. */
static const char *
board_of(struct request *rq, const char *line)
{
	static const char digits[] = "0123456789";
	const char *number = line + strcspn(line, digits);

	if (rq->game != NULL)
		return arena_printf(rq->arena, "%lld", (long long)rq->game->id);
	return *number != '\0' ? arena_strndup(rq->arena, number, strspn(number, digits)) : "123";
}

/* "bot", "play a computer" */
static bool
asks_for_machine(struct request *rq, const char *line)
{
	struct tokens tokens;

	tokens_split(rq->arena, line, &tokens);
	for (int i = 0; i < tokens.count; i++)
		if (str_equal(levels_behind_name(tokens.folded[i]), ""))
			return true;
	return false;
}

/* What other servers call it, or who wants fewer letters is told. */
static void
add_foreign(struct request *rq, struct vars *vars, const char *line, const char *form)
{
	const char *word = "";
	/* "I play B3-E3" asks for no game. */
	const char *foreign = form[0] != '\0' ? NULL : foreign_name(rq, line, &word);

	vars_flag(vars, "machine", rq->settings->has_machine);
	vars_flag(vars, "no-machine", !rq->settings->has_machine && asks_for_machine(rq, line));
	vars_flag(vars, "is-foreign", foreign != NULL);
	vars_word(vars, "foreign", foreign != NULL ? foreign : "nothing");
	vars_text(vars, "foreign-word", word);
	vars_flag(vars, "foreign-none", foreign != NULL && str_equal(foreign, "nothing"));
	vars_text(vars, "board", board_of(rq, line));
}

/* The word of "挑战 bob" that could name a player, but names nobody; "". */
static const char *
unknown_player(struct request *rq, const struct verb *meant, const char *line)
{
	struct tokens tokens;

	if (meant == NULL || rq->names == NULL || !(meant->manner & ASKS_FOR_GAME))
		return "";
	tokens_split(rq->arena, line, &tokens);
	return tokens.count == 2 && verb_allows_userid(tokens.raw[1]) &&
		!speech_knows(rq->names, tokens.folded[1]) ?
	    tokens.raw[1] :
	    "";
}

/* The command that the line is meant for, NULL none, and how it is written. */
static void
add_meant(struct vars *vars, const struct verb *meant, const char *line)
{
	const char *name = meant != NULL ? meant->name : "";

	vars_text(vars, "meant", name);
	vars_word(vars, "how", name);
	vars_flag(vars, "several", meant != NULL && meant->manner & ASKS_FOR_GAME);
	vars_flag(vars, "bare", meant != NULL && str_equal_nocase(line, name));
	vars_flag(vars, "numbered",
	    meant != NULL && meant->needs & NEEDS_GAME && !(meant->manner & MEANT_BY_PLAN));
}

/* rq->game: that of the letter that is answered; where the question can be answered only with a
 * board's number, or in a letter about the board, the only one that he has.  -1: it failed. */
static int
find_game(struct request *rq, struct err *err)
{
	const struct parsed_letter *parsed = rq->parsed;
	int64_t game = request_token_game(rq);
	struct game_line *lines;

	if (game != 0)
		return request_game(rq, game, &rq->game, err) == -1 ? -1 : 0;
	if (parsed->doubtful == NULL ||
	    (parsed->doubt != DOUBT_EITHER && parsed->doubt != DOUBT_MOVE))
		return 0;
	return request_only_game(rq, &lines, &rq->game, err) == -1 ? -1 : 0;
}

/* "C2=55", "C=5": a move in WXF by its form, but for its numbers. */
static bool
is_slip(const char *line)
{
	static const char pieces[] = "RHNCPSAGEBMKrhncpsagebmk", digits[] = "0123456789";
	size_t file, number;

	if (line[0] == '\0' || strchr(pieces, line[0]) == NULL)
		return false;
	file = strspn(line + 1, digits);
	line += 1 + file;
	if (*line == '\0' || strchr("=+-.~", *line) == NULL)
		return false;
	number = strspn(line + 1, digits);
	return line[1 + number] == '\0' && file + number > 0 && file <= 2 && number <= 2;
}

/* In a game that is over nothing like it can be done. */
static bool
comes_too_late(const struct request *rq, const struct verb *meant)
{
	return meant != NULL && meant->needs & NEEDS_RUNNING && rq->game != NULL &&
	    rq->game->state == GAME_OVER;
}

/* Does the line name a player who is not of its game: "zhang's board: H10-G8"? */
static bool
names_other(struct request *rq, const char *line)
{
	struct tokens tokens;

	if (rq->game == NULL || rq->names == NULL || rq->parsed->doubtful != NULL)
		return false;
	tokens_split(rq->arena, line, &tokens);
	for (int i = 0; i < tokens.count; i++) {
		const char *word = tokens.folded[i];
		size_t length = strcspn(word, "',:;\xe2");

		word = arena_strndup(rq->arena, word, length);
		if (length > 0 && speech_knows(rq->names, word) &&
		    !str_equal_nocase(word, rq->game->seat[RED].userid) &&
		    !str_equal_nocase(word, rq->game->seat[GREEN].userid))
			return true;
	}
	return false;
}

/* A plan gets its move; "leave", "join the tournament" the number of the only one that can be
 * meant. 0 or -1. */
static int
complete_form(struct request *rq, const struct verb *meant, const char *line, const char **form,
    struct err *err)
{
	int64_t number;

	*form = meant == NULL && names_other(rq, line) ? "" : form_with_move(rq, *form);
	if (meant == &verb_table[VERB_VACATION])
		*form = vacation_form(rq, *form);
	if (meant == NULL || !verb_takes(meant, ARG_INVITATION) ||
	    meant == &verb_table[VERB_TAKE] || (*form)[0] != '\0' ||
	    (!str_equal_nocase(line, meant->name) && str_find_nocase(line, "tournament") == NULL))
		return 0;
	if (tournament_only(rq, meant, &number, err) == -1)
		return -1;
	if (number != 0)
		*form = arena_printf(rq->arena, "%s %lld", meant->name, (long long)number);
	return 0;
}

/* A yes does what the form says, with the words that go with it (NULL: it is sent again in any
 * case), where it may; where an offer is open, it accepts that only if this is asked.  0 or -1. */
static int
offer_yes(struct request *rq, const struct verb *meant, const char *form, const char *whole,
    bool has_offer, struct err *err)
{
	struct message *letter = rq->reply->sender;

	if (!has_offer && whole != NULL && may_answer_yes(rq, form) &&
	    confirmation_offer_yes(rq, letter, whole, err) == -1)
		return -1;
	letter->asks = letter->meant == 0 && !rq->parsed->is_no && !rq->parsed->answers_none;
	letter->asks_offer = has_offer && meant != NULL && meant->manner & MEANT_BY_YES &&
	    str_equal(form, meant->name) && is_settled_by_yes(rq->parsed);
	return 0;
}

/* What a yes does: with_words: with those below the form, too. */
static void
add_yes(struct vars *vars, const struct message *letter, bool with_words)
{
	vars_flag(vars, "yes", letter->meant != 0 || letter->asks_offer);
	vars_flag(vars, "with-words", letter->meant != 0 && with_words);
}

/* Whom words in the letter reach: what stands below a note goes to nobody, and a machine does not
 * read.  0 or -1. */
static int
add_listener(struct request *rq, struct vars *vars, const struct verb *meant,
    const struct seat *opponent, struct err *err)
{
	bool is_private = meant != NULL && meant->manner & IS_PRIVATE;
	int deaf = opponent != NULL ? machine_is(rq, opponent->player, err) : 1;

	vars_text(vars, "opponent", deaf == 0 && !is_private ? opponent->userid : "");
	return deaf == -1 ? -1 : 0;
}

enum outcome
question_refuse_letter(struct request *rq, struct err *err)
{
	const struct parsed_letter *parsed = rq->parsed;
	const struct verb *meant;
	const char *form, *whole, *line = quoted_line(rq, &form, &meant);
	const struct seat *opponent;
	struct is_so so = { "", "" };
	bool has_offer;
	struct vars *vars;

	rq->reply->command = "";
	if (find_game(rq, err) == -1 || complete_form(rq, meant, line, &form, err) == -1)
		return FAILED;
	if (rq->sender != NULL && set_is_so(rq->arena, rq->sender, form, &so))
		form = "";
	whole = form_with_words(rq, form, line);
	if (comes_too_late(rq, meant))
		return request_refuse_game(rq, "game-is-over");
	opponent = question_opponent(rq, &has_offer);
	if (offer_yes(rq, meant, form, whole, has_offer, err) == -1)
		return FAILED;
	vars = reply_refuse(rq->reply, refusal_of(parsed, opponent));
	vars_number(vars, "limit", rq->settings->commands_max);
	add_foreign(rq, vars, line, form);
	add_meant(vars, meant, line);
	vars_text(vars, "unknown", unknown_player(rq, meant, line));
	question_add(vars, line, form, parsed->doubt);
	vars_flag(vars, "slips", form[0] == '\0' && is_slip(line));
	vars_text(vars, "its-move", its_move(rq));
	vars_text(vars, "is-so", so.now);
	vars_text(vars, "undoes", so.undo);
	vars_flag(vars, "is-how", parsed->is_request && parsed->asks_how);
	vars_flag(vars, "complains", parsed->is_complaint);
	vars_flag(vars, "with-move", goes_with_move(meant) && move_of(parsed)[0] != '\0');
	vars_text(vars, "said", words_for(parsed, line));
	add_choices(vars, parsed->choices);
	vars_flag(vars, "below-subject", parsed->from_subject && parsed->count > 0);
	vars_flag(vars, "in-subject", parsed->from_subject && parsed->count == 0);
	if (add_listener(rq, vars, meant, opponent, err) == -1)
		return FAILED;
	add_yes(vars, rq->reply->sender, whole != form && words_for(parsed, line)[0] == '\0');
	if (rq->game != NULL)
		reply_show(rq->reply, rq->game);
	return REFUSED;
}
