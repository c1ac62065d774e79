/* SPDX-License-Identifier: ISC */
/*
 * The arguments of a verb: a table of their kinds (parse.h, verbs.h).
 *
 * A line with a word too many or too few is no command.  So is one with a word that may be any
 * word, unless the letter begins with it: a kind says which words are plainly its own.
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/token.h"
#include "base/utf8.h"
#include "game/record.h"
#include "rules/notation.h"
#include "speak/levels.h"
#include "speak/parse_internal.h"
#include "speak/query.h"
#include "speak/settings.h"
#include "speak/sought.h"
#include "speak/span.h"
#include "speak/speech.h"
#include "speak/topics.h"

#define DIGITS       "0123456789"
#define NUMBER_SIGNS DIGITS "#+-.:dhw" /* boards, dates, spans of time */
#define MOST_DIGITS  6                 /* of a number that limits games */

static int
left(const struct line_reader *r)
{
	return r->tokens->count - r->at;
}

/* --- boards */

/* Does the word end as its place in a command allows?  What may begin a list, or a
 * sentence: "12, 13", "12:", is allowed where list says so. */
static bool
ends_plainly(const struct line_reader *r, int i, bool list)
{
	enum mark mark = speech_mark(r->tokens->raw[i]);
	bool last = i + 1 == r->tokens->count;

	return mark == MARK_NONE || (last && mark == MARK_STOP) ||
	    (!last && list && (mark == MARK_COMMA || mark == MARK_COLON));
}

/* "3 days" at word i; NULL: no span of two words. */
static const char *
span_of_two(const struct line_reader *r, int i)
{
	return i + 1 >= r->tokens->count ?
	    NULL :
	    span_form(r->arena, r->context->glossary,
		arena_printf(r->arena, "%s %s", r->tokens->folded[i], r->tokens->folded[i + 1]));
}

/* "draw #12", in an answer to a letter of another game than 12: "#12" is a move of that game, and
 * what is about a game as a whole takes none. */
static bool
is_move_number(const struct line_reader *r, const char *word, int64_t board)
{
	int64_t answered = r->context->answer.game;

	return word[0] == '#' && answered != 0 && board != answered &&
	    r->order->verb->needs & NEEDS_GAME && !r->context->is_own;
}

/* "moves #12", in an answer: move 12 of that board, as "show #12" is. */
static bool
is_own_number(const struct line_reader *r, const char *word, int number)
{
	return word[0] == '#' && number == 0 && r->context->answer.game != 0 &&
	    verb_takes(r->order->verb, ARG_SQUARE);
}

static bool
take_board(struct line_reader *r)
{
	const char *word = left(r) > 0 ? r->tokens->folded[r->at] : "";
	int64_t board;
	int number;

	if (verb_takes(r->order->verb, ARG_SPAN) && span_of_two(r, r->at) != NULL)
		return true;
	if (left(r) == 0 || !ends_plainly(r, r->at, true) ||
	    !tokens_read_number(word, &board, &number))
		return true;
	if (is_own_number(r, word, number)) {
		r->order->game = r->context->answer.game;
		r->order->number = (int)board;
		r->order->is_numbered = true;
		r->at++;
	} else if (number != 0 || !is_move_number(r, word, board)) {
		r->order->game = board;
		r->order->number = number;
		r->order->is_numbered = strchr(word + 1, '#') != NULL ||
		    (board == 0 && !(r->order->verb->needs & NEEDS_GAME)); /* "seek 0" */
		r->at++;
	}
	return true;
}

static bool
take_board_or_all(struct line_reader *r)
{
	if (left(r) == 0 || !ends_plainly(r, r->at, false) ||
	    strcmp(r->tokens->folded[r->at], "all") != 0)
		return take_board(r);
	r->order->all = true;
	r->at++;
	return true;
}

/* --- moves */

/* Are the words that are left a move, with "#n" and a word of thanks, or a plan after it? */
static bool
read_move(const struct line_reader *r, struct dressed_move *move, const char **plan)
{
	struct tokens before = *r->tokens;
	int at = r->at;

	*plan = NULL;
	while (at < before.count && strcmp(before.folded[at], "if") != 0)
		at++;
	if (!verb_takes(r->order->verb, ARG_MOVE) || at == before.count)
		return speech_read_move(
		    r->arena, r->context, tokens_rest(r->arena, r->tokens, r->at), move);
	before.count = at;
	return speech_read_move(
		   r->arena, r->context, tokens_rest(r->arena, &before, r->at), move) &&
	    move->rest[0] == '\0' && !move->is_question &&
	    speech_read_plan(r->arena, r->context, tokens_rest(r->arena, r->tokens, at + 1), plan);
}

/* "queue Che2": as chess programs write it, for those alone that say what to do with it. */
static bool
read_algebraic(const struct line_reader *r, struct dressed_move *move)
{
	*move = (struct dressed_move){ .move = r->tokens->raw[r->at], .rest = "" };
	return verb_takes(r->order->verb, ARG_MOVE_ALONE) && left(r) == 1 &&
	    notation_is_algebraic(move->move);
}

static bool
take_move(struct line_reader *r)
{
	struct dressed_move move;

	if (left(r) == 0 || (!read_move(r, &move, &r->order->plan) && !read_algebraic(r, &move)))
		return false;
	r->order->plan_lines = r->order->plan != NULL;
	r->order->move = move.move;
	r->order->rest = move.rest;
	r->order->is_question = move.is_question;
	if (move.number != 0)
		r->order->number = move.number;
	r->at = r->tokens->count;
	return true;
}

static bool
take_plan(struct line_reader *r)
{
	if (left(r) == 1 && strcmp(r->tokens->folded[r->at], "off") == 0)
		r->order->plan = "";
	else if (!speech_read_plan(r->arena, r->context, tokens_rest(r->arena, r->tokens, r->at),
		     &r->order->plan))
		return false;
	r->order->plan_lines = 1;
	r->at = r->tokens->count;
	return true;
}

/* --- words */

/* "<fred@example.org>, " is the address alone. */
static void
trim_address(struct line_reader *r)
{
	const char **word = &r->tokens->raw[r->at];
	size_t length;

	if (strchr(*word, '@') == NULL)
		return;
	*word += strspn(*word, "<");
	length = strlen(*word);
	while (length > 0 && strchr(",;.>", (*word)[length - 1]) != NULL)
		length--;
	*word = arena_strndup(r->arena, *word, length);
	r->tokens->folded[r->at] = utf8_fold(r->arena, *word);
}

static bool
take_word(struct line_reader *r)
{
	struct order *order = r->order;

	if (left(r) == 0 || order->word_count == WORDS_MAX)
		return false;
	trim_address(r);
	order->raw[order->word_count] = r->tokens->raw[r->at];
	order->words[order->word_count++] = r->tokens->folded[r->at++];
	return true;
}

static bool
take_puzzle(struct line_reader *r)
{
	static const char *const words[] = { "answer", "score" };

	if (left(r) == 1 && str_index(words, 2, r->tokens->folded[r->at]) != -1)
		return take_word(r);
	return left(r) == 0 || take_move(r);
}

/* "#12" alone, in an answer to a letter of a game: its move 12, as a word of that board's. */
static void
add_board(struct line_reader *r)
{
	const char **word = &r->tokens->folded[r->at];
	int64_t board;
	int first, last;

	if (r->context->answer.game == 0 || left(r) == 0 || (*word)[0] != '#' ||
	    strchr(*word + 1, '#') != NULL)
		return;
	*word = arena_printf(r->arena, "%lld%s", (long long)r->context->answer.game, *word);
	if (tokens_read_boards(*word, &board, &first, &last))
		r->tokens->raw[r->at] = *word;
	else
		*word = strchr(*word, '#');
}

static bool
take_offer(struct line_reader *r)
{
	const char *word = left(r) > 0 ? r->tokens->folded[r->at] : "";

	return r->order->all || (strcmp(word, "draw") != 0 && strcmp(word, "undo") != 0) ||
	    take_word(r);
}

/* Why, in words that may be any words. */
static bool
take_reason(struct line_reader *r)
{
	if (left(r) == 0)
		return true;
	/* "Reject all of that" is said, and a player's name may stand before a password; "reject no
	 * time now" answers a challenge. */
	if (r->order->game == 0 &&
	    (r->order->all ||
		(r->context->answer.asks != ASKS_CHALLENGE && !r->context->answer.is_challenge) ||
		speech_knows(r->context, r->tokens->folded[r->at])))
		return false;
	r->order->rest = tokens_rest(r->arena, r->tokens, r->at);
	r->at = r->tokens->count;
	r->is_loose = true;
	return true;
}

static bool
take_secret(struct line_reader *r)
{
	/* What is plainly an address is not a password; "signup dino please". */
	if (left(r) == 0 || strchr(r->tokens->raw[r->at], '@') != NULL)
		return true;
	if (!secret_is_possible(r->tokens->raw[r->at]) &&
	    !(r->context->is_own && strcmp(r->tokens->raw[r->at], BLANKED) == 0))
		return false;
	if (r->order->verb->manner & OPENS_ACCOUNT &&
	    speech_is_thanks(
		r->arena, r->context, tokens_rest(r->arena, r->tokens, r->at), false)) {
		r->at = r->tokens->count;
		return true;
	}
	r->order->fresh = r->tokens->raw[r->at++];
	r->is_loose = true;
	return true;
}

/* --- which words are valid */

static bool
is_address(const char *word)
{
	return strchr(word, '@') != NULL;
}

static bool
are_addresses(const char *const *words, int count)
{
	for (int i = 0; i < count; i++)
		if (!is_address(words[i]))
			return false;
	return true;
}

static bool
fits_more_addresses(const struct order *order)
{
	return are_addresses(order->raw + 1, order->word_count - 1);
}

static bool
fits_address(const struct order *order)
{
	return is_address(order->raw[0]);
}

static bool
fits_address_on_off(const struct order *order)
{
	return order->word_count == 0 ||
	    (order->word_count == 2 && is_address(order->words[0]) &&
		(str_equal(order->words[1], "on") || str_equal(order->words[1], "off")));
}

static bool
fits_changed(const struct order *order)
{
	if (strcmp(order->words[0], "password") == 0)
		return order->fresh != NULL && order->word_count == 1;
	return strcmp(order->words[0], "address") == 0 && order->fresh == NULL &&
	    order->word_count > 1 && are_addresses(order->words + 1, order->word_count - 1);
}

static bool
fits_auth_needed(const struct order *order)
{
	return order->userid != NULL;
}

/* "Take care": speech. */
static bool
fits_invitation(const struct order *order)
{
	return order->game != 0 && order->number == 0;
}

/* A board or a code, and a password may follow only what is a code. */
static bool
fits_code(const struct order *order)
{
	return (order->game == 0 || order->word_count == 0) &&
	    (order->fresh == NULL || code_is_like(order->words[0], CODE_LENGTH));
}

static bool
fits_userids(const struct order *order)
{
	return order->word_count > 0;
}

static bool
fits_watched(const struct order *order)
{
	/* "unsubscribe me" asks for something else (speech_asks_for_silence). */
	static const char *const nobody[] = { "me", "all", "please" };

	return order->word_count == 0 || setting_is_seeks(order) ||
	    (order->word_count == 1 && order->game == 0 &&
		str_index(nobody, 3, order->words[0]) == -1);
}

/* "3d", "3 days" */
static bool
take_span(struct line_reader *r)
{
	const char *one = left(r) > 0 ? r->tokens->folded[r->at] : "";
	const char *form = span_form(r->arena, r->context->glossary, one);
	bool is_two = form == NULL && (form = span_of_two(r, r->at)) != NULL;

	if (!take_word(r))
		return false;
	if (form != NULL)
		r->order->words[r->order->word_count - 1] = form;
	r->at += is_two;
	r->is_wrong |= !span_is_meant(r->order->words[r->order->word_count - 1]);
	return true;
}

/* "Moves me to tears" is speech. */
static bool
is_square(const char *word)
{
	uint8_t square;

	return square_read(&word, &square) && *word == '\0';
}

/* "Limit your losses": speech. */
static bool
is_most(const char *word)
{
	return str_equal(word, "off") || str_equal(word, "none") ||
	    (strspn(word, DIGITS) == strlen(word) && strlen(word) <= MOST_DIGITS);
}

/* "Seek and you shall find": speech. */
static bool
fits_off(const struct order *order)
{
	if (order->word_count > 0)
		return order->game == 0 && order->option_count == 0 &&
		    strcmp(order->words[0], "off") == 0 &&
		    (order->word_count == 1 || tokens_is_number(order->words[1]));
	return order->number == 0;
}

static bool
fits_dates(const struct order *order)
{
	/* Whatever stands behind "off": not all of them are meant. */
	if (order->word_count == 2 && strcmp(order->words[0], "off") != 0)
		return isdigit((unsigned char)order->words[0][0]) &&
		    isdigit((unsigned char)order->words[1][0]);
	return order->word_count == 0 || strcmp(order->words[0], "off") == 0;
}

static bool
fits_moves(const struct order *order)
{
	for (int i = order_first_move(order); i < order->word_count; i++) {
		const char *word = order->raw[i] + sought_number(order->raw[i]);

		if (*word != '\0' && !notation_is_move_like(word) && !notation_is_algebraic(word))
			return false;
	}
	return order->word_count > 0;
}

static bool
is_format(const struct order *order, int i)
{
	return record_is_form(order->words[i]);
}

static bool
fits_record(const struct order *order)
{
	/* "#12" was a move, where it is no board. */
	return order->word_count == 0 ||
	    (order->words[0][0] != '#' && (order->word_count < 2 || is_format(order, 1)));
}

/* Which of a player's boards. */
static bool
is_which(const char *word)
{
	static const char *const which[] = { "active", "all", "next", "inactive" };

	return str_index(which, sizeof which / sizeof *which, word) != -1;
}

static bool
are_boards(const struct order *order)
{
	int64_t board;
	int first, last;

	for (int i = 0; i < order->word_count; i++)
		if (!tokens_read_boards(order->words[i], &board, &first, &last))
			return false;
	return true;
}

static bool
fits_boards_or_which(const struct order *order)
{
	return are_boards(order) || (order->word_count == 1 && is_which(order->words[0]));
}

static bool
fits_boards_or_user(const struct order *order)
{
	return fits_boards_or_which(order) ||
	    (verb_allows_userid(order->words[0]) &&
		(order->word_count == 1 || (order->word_count == 2 && is_which(order->words[1]))));
}

static bool
fits_games_of(const struct order *order)
{
	if (order->word_count == 1)
		return is_which(order->words[0]) || verb_allows_userid(order->words[0]);
	return order->word_count == 0 ||
	    (order->word_count == 2 && verb_allows_userid(order->words[0]) &&
		(is_which(order->words[1]) || verb_allows_userid(order->words[1])));
}

static bool
fits_page(const struct order *order)
{
	return order->word_count == 0 || verb_has_pages(order->words[0]);
}

static bool
is_explained(const char *word)
{
	return tokens_is_number(word) || str_equal(word, "rating");
}

static bool
is_own_explained(const struct order *order, int i)
{
	return i == 0 && str_equal(order->words[i], "rating");
}

static bool
fits_explained(const struct order *order)
{
	return order->word_count < 2 ||
	    (is_own_explained(order, 0) && tokens_is_number(order->words[1]));
}

/* --- which words are plainly the verb's own, as no word of a sentence is */

static bool
is_own_any(const struct order *order, int i)
{
	(void)order;
	(void)i;
	return true; /* no other word was taken, or fits */
}

static bool
is_own_topic(const struct order *order, int i)
{
	return topic_page(order->words[i]) != NULL || verb_find(NULL, order->words[i]) != NULL;
}

static bool take_auth(struct line_reader *r);

static const struct kind {
	/* Takes what the argument is made of; false: it is not there.  NULL: it is made of words,
	 * as many as these, of which is_valid unless it is NULL says whether they are any. */
	bool (*take)(struct line_reader *);
	int least, most;
	bool (*is_valid)(const char *folded);
	bool names_boards; /* words may be boards, with moves of theirs */
	/* Once all are taken, do the words go together?  NULL: any do. */
	bool (*fits)(const struct order *);
	/* Is word i plainly this one's, as "rules" is the help's?  NULL: only userids, numbers,
	 * addresses and, where words are looked at, keywords are. */
	bool (*is_own)(const struct order *, int i);
} kinds[ARG_KINDS] = {
	[ARG_BOARD] = { take_board },
	[ARG_BOARD_OR_ALL] = { take_board_or_all },
	[ARG_INVITATION] = { take_board, .fits = fits_invitation },
	[ARG_AUTH] = { take_auth },
	[ARG_AUTH_NEEDED] = { take_auth, .fits = fits_auth_needed },
	[ARG_MOVE] = { take_move },
	[ARG_MOVE_ALONE] = { take_move },
	[ARG_PLAN] = { take_plan },
	[ARG_OFFER] = { take_offer, .is_own = is_own_any },
	[ARG_REASON] = { take_reason },
	[ARG_SECRET] = { take_secret },
	[ARG_CODE] = { .most = 1, .fits = fits_code },
	[ARG_WORD] = { .least = 1, .most = 1, .is_own = levels_own },
	[ARG_WORD_MAYBE] = { .most = 1 },
	[ARG_WORDS] = { .most = WORDS_MAX },
	[ARG_USERIDS] = { .least = 1, .most = WORDS_MAX, .fits = fits_userids },
	[ARG_WATCHED] = { .most = 2, .fits = fits_watched, .is_own = setting_owns_seeks },
	[ARG_ADDRESS] = { .least = 1, .most = 1, .fits = fits_address },
	[ARG_ADDRESSES] = { .least = 1, .most = WORDS_MAX, .is_valid = is_address },
	[ARG_MORE_ADDRESSES] = { .most = WORDS_MAX, .fits = fits_more_addresses },
	[ARG_ADDRESS_ON_OFF] = { .most = WORDS_MAX, .fits = fits_address_on_off },
	[ARG_CHANGED] = { .least = 1, .most = 1, .fits = fits_changed },
	[ARG_EXPLAINED] = { .most = 2,
	    .names_boards = true,
	    .is_valid = is_explained,
	    .fits = fits_explained,
	    .is_own = is_own_explained },
	[ARG_BOARDS_OR_USER] = { .most = WORDS_MAX,
	    .names_boards = true,
	    .fits = fits_boards_or_user },
	[ARG_BOARDS_OR_WHICH] = { .most = WORDS_MAX,
	    .names_boards = true,
	    .fits = fits_boards_or_which },
	[ARG_GAMES_OF] = { .most = WORDS_MAX, .fits = fits_games_of },
	[ARG_SPAN] = { take_span, .is_own = is_own_any },
	[ARG_SQUARE] = { .most = 1, .is_valid = is_square, .is_own = is_own_any },
	[ARG_TOPIC] = { .most = 1, .is_own = is_own_topic },
	[ARG_QUERY] = { .most = WORDS_MAX, .fits = query_fits, .is_own = query_owns },
	[ARG_STANDINGS] = { .most = WORDS_MAX, .fits = query_fits_standings },
	[ARG_STAIRS] = { .most = 3, .fits = query_fits_stairs, .is_own = query_owns_stairs },
	[ARG_PAGE] = { .most = WORDS_MAX, .fits = fits_page, .is_own = query_owns },
	[ARG_MOST] = { .most = 1, .is_valid = is_most, .is_own = is_own_any },
	[ARG_ANNOUNCED] = { .most = WORDS_MAX, .fits = fits_announced, .is_own = is_own_any },
	[ARG_OFF] = { .most = 2, .fits = fits_off },
	[ARG_DATES] = { .most = 2, .fits = fits_dates },
	[ARG_POSITION] = { .most = 1, .names_boards = true },
	[ARG_MOVES] = { .most = WORDS_MAX, .fits = fits_moves, .is_own = is_own_any },
	[ARG_SOUGHT] = { .most = WORDS_MAX,
	    .names_boards = true,
	    .fits = sought_fits,
	    .is_own = is_own_any },
	[ARG_RECORD] = { .most = 2, .fits = fits_record, .is_own = is_format },
	[ARG_PUZZLE] = { take_puzzle, .is_own = is_own_any },
	[ARG_SETTING] = { .most = WORDS_MAX, .fits = setting_fits, .is_own = setting_owns },
};

/* Can the next words be who writes, and his password?  Where a game is meant, only after
 * a board's number; but "accept fred secret" names the writer, or from an address that is
 * nobody's any player.  "set public name Fred" names nobody. */
static bool
may_name_player(const struct line_reader *r)
{
	const struct verb *verb = r->order->verb;
	const char *writer = r->context->writer, *word = r->tokens->folded[r->at];
	bool known = speech_knows(r->context, word);

	if (r->order->all)
		return known; /* "accept all my apologies" */
	switch (verb->args[0]) {
	case ARG_AUTH:
	case ARG_AUTH_NEEDED:
		return r->later[0] == ARG_END || writer == NULL || known;
	case ARG_BOARD:
	case ARG_BOARD_OR_ALL:
		/* "seek fred secret off" */
		return r->order->game != 0 ||
		    (verb->needs & FINDS_OFFER &&
			(left(r) == 2 ||
			    (left(r) == 3 && strcmp(r->tokens->folded[r->at + 2], "off") == 0)) &&
			(writer == NULL ? known : str_equal_nocase(writer, word)));
	case ARG_INVITATION: /* "join 1 and win" */
		return r->order->game != 0 &&
		    (writer == NULL || known || secret_is_likely(r->tokens->raw[r->at + 1]));
	default:
		return true;
	}
}

/* Are the next two words userid and password, where others' userids or any words can stand
 * too?  "reject 12 fred plays too fast"; but nobody speaks of himself so. */
static bool
is_auth(const struct line_reader *r, bool of_anybody)
{
	const char *const *words = r->tokens->folded + r->at;
	const char *writer = r->context->writer;

	if (!speech_knows(r->context, words[1]) && secret_is_likely(r->tokens->raw[r->at + 1]))
		return true;
	return writer == NULL || of_anybody ? speech_knows(r->context, words[0]) :
					      str_equal_nocase(writer, words[0]);
}

/* Is nothing else to come?  "stop the letters": behind what does no harm the words have to look
 * like a userid and a password. */
static bool
ends_in_auth(const struct line_reader *r, int later)
{
	return left(r) > later && (!(r->order->verb->needs & ANY_TOKEN) || is_auth(r, true));
}

/* Are the next two words a userid and a password, and not what the later arguments begin
 * with? */
static bool
is_before_rest(const struct line_reader *r)
{
	const char *folded = r->tokens->folded[r->at];
	struct dressed_move move;
	const char *plan;
	bool is_more = left(r) > 2;

	for (int later = 0;; later++)
		switch (r->later[later]) {
		case ARG_END:
			return ends_in_auth(r, later);
		case ARG_MOVE:
		case ARG_MOVE_ALONE:
			return is_more && !read_move(r, &move, &plan);
		case ARG_PLAN:
			return is_more &&
			    !speech_read_plan(r->arena, r->context,
				tokens_rest(r->arena, r->tokens, r->at), &plan);
		case ARG_CODE:
			return r->order->game != 0; /* a board, and no code */
		case ARG_REASON:
			return is_auth(r, !is_more);
		case ARG_SPAN: /* "give 12 3 days" */
			return is_more;
		case ARG_USERIDS:
			return is_more && is_auth(r, false);
		case ARG_WORDS:
		case ARG_ADDRESSES:
			return is_more && !is_address(r->tokens->raw[r->at]);
		case ARG_ADDRESS_ON_OFF:
			return !is_address(r->tokens->raw[r->at]) && (is_more || is_auth(r, false));
		case ARG_BOARDS_OR_WHICH:
			return !is_address(r->tokens->raw[r->at]);
		case ARG_DATES:
			return is_more || is_auth(r, false);
		case ARG_MOVES: /* pbmserv's place: "preview 123 fred secret B3-E3" */
			return r->order->word_count > 0 && strspn(r->order->words[0], DIGITS) > 0 &&
			    speech_knows(r->context, folded);
		case ARG_SETTING: /* "set wilma free" is said of another */
			return setting_find(folded) == NULL && strcmp(folded, "public") != 0 &&
			    (is_more || is_auth(r, false));
		default:
			break;
		}
}

/* "Draw? No way." and "my move h2e2" are speech: where a game is meant, only after a
 * board's number do the next two words prove who writes. */
static bool
take_auth(struct line_reader *r)
{
	if (left(r) < 2 || speech_mark(r->tokens->raw[r->at]) != MARK_NONE || !may_name_player(r) ||
	    !is_before_rest(r))
		return true;
	/* "dieter - wilma", in a Subject; "block wilma please" */
	if (speech_is_mark(r->tokens->raw[r->at + 1]) ||
	    strcmp(r->tokens->raw[r->at + 1], "-") == 0 ||
	    secret_is_of_other(r->context, r->tokens, r->at))
		return true;
	r->order->userid = r->tokens->folded[r->at];
	r->order->password = r->tokens->raw[r->at + 1];
	r->is_loose |= !speech_knows(r->context, r->order->userid);
	r->at += 2;
	return true;
}

/* "opening 1. C2=5" */
static bool
is_number_of_move(const struct order *order, int i)
{
	return sought_number(order->raw[i]) > 0 &&
	    (verb_takes(order->verb, ARG_SOUGHT) || verb_takes(order->verb, ARG_MOVES));
}

/* Is word i of the order certainly an argument, and no word of a sentence? */
static bool
is_certain(const struct line_reader *r, int i)
{
	const struct order *order = r->order;
	const char *word = order->words[i];
	const char *host = strchr(word, '@');
	bool form = host != NULL && host > word ?
	    strchr(host, '.') != NULL :
	    strpbrk(word, DIGITS) != NULL && strspn(word, NUMBER_SIGNS) == strlen(word);
	int at = 0;

	while (r->tokens->raw[at] != order->raw[i])
		at++;
	if (is_number_of_move(order, i))
		return true;
	if (!ends_plainly(r, at, form))
		return false;
	if (form || speech_knows(r->context, word))
		return true;
	for (const enum arg_kind *kind = order->verb->args; *kind != ARG_END; kind++)
		if (((kinds[*kind].fits != NULL || kinds[*kind].is_valid != NULL) &&
			verb_is_keyword(word)) ||
		    (kinds[*kind].is_own != NULL && kinds[*kind].is_own(order, i)))
			return true;
	return false;
}

static bool
take_argument(struct line_reader *r, const struct kind *kind)
{
	int taken = 0;

	if (kind->take != NULL)
		return kind->take(r);
	for (; taken < kind->most; taken++) {
		if (kind->names_boards)
			add_board(r);
		if (!take_word(r))
			break;
		r->is_wrong |= kind->is_valid != NULL &&
		    !kind->is_valid(r->order->words[r->order->word_count - 1]);
	}
	return taken >= kind->least;
}

static bool
read_in_order(struct line_reader *r)
{
	const struct verb *verb = r->order->verb;

	for (const enum arg_kind *kind = verb->args; *kind != ARG_END; kind++) {
		r->later = kind + 1;
		if (!take_argument(r, &kinds[*kind]))
			return false;
	}
	if (r->is_wrong || left(r) > 0 ||
	    (r->order->option_count > 0 && !(verb->needs & TAKES_OPTIONS)))
		return false;
	for (const enum arg_kind *kind = verb->args; *kind != ARG_END; kind++)
		if (kinds[*kind].fits != NULL && !kinds[*kind].fits(r->order))
			return false;
	for (int i = 0; i < r->order->word_count; i++)
		r->is_loose |= !is_certain(r, i);
	r->order->names_player = r->order->game == 0 && r->order->word_count > 0 &&
	    (verb_takes(verb, ARG_WATCHED) ||
		(verb_takes(verb, ARG_RECORD) && !is_format(r->order, 0)));
	return true;
}

/* Puts two words elsewhere among those of the line. */
static void
move_pair(const char **words, int from, int to)
{
	const char *pair[2] = { words[from], words[from + 1] };

	if (to < from)
		memmove(words + to + 2, words + to, (size_t)(from - to) * sizeof *words);
	else
		memmove(words + from, words + from + 2, (size_t)(to - from) * sizeof *words);
	words[to] = pair[0];
	words[to + 1] = pair[1];
}

/* Does whoever writes name himself there? */
static bool
names_himself(const struct line_reader *r, int at)
{
	const char *word = r->tokens->folded[at];

	return r->context->writer == NULL ? speech_knows(r->context, word) :
					    str_equal_nocase(r->context->writer, word);
}

/* Reads the line with userid and password in another place; false: nothing is changed. */
static bool
read_moved(struct line_reader *r, const struct order *begun, int from, int to)
{
	struct tokens tokens = *r->tokens;
	struct order order = *begun;
	struct line_reader moved = *r;

	if (!names_himself(r, from))
		return false;
	moved.tokens = &tokens;
	moved.order = &order;
	move_pair(tokens.raw, from, to);
	move_pair(tokens.folded, from, to);
	if (!read_in_order(&moved))
		return false;
	*r->tokens = tokens;
	*r->order = order;
	r->is_loose = moved.is_loose;
	return true;
}

/* Userid and password have one place, but are plain at the end and in front as well: "seek off fred
 * secret", "accept fred secret all". */
bool
args_read(struct line_reader *r)
{
	const struct order begun = *r->order;
	struct line_reader again = *r;
	int first = r->at, last = r->tokens->count - 2;
	bool is_read = read_in_order(r);

	if (!is_read && verb_takes(begun.verb, ARG_AUTH) && last > first) {
		is_read = read_moved(&again, &begun, last, first) ||
		    (last > first + 1 && read_moved(&again, &begun, last, first + 1)) ||
		    read_moved(&again, &begun, first, first + 1);
		r->is_loose = again.is_loose;
	}
	return is_read;
}

int64_t
order_board(const struct order *order)
{
	int64_t board, only = 0;
	int first, last, at = 0;

	for (const enum arg_kind *kind = order->verb->args; *kind != ARG_END; kind++) {
		if (!kinds[*kind].names_boards)
			continue;
		at = is_own_explained(order, 0);
		for (int i = at; i < order->word_count && i < at + kinds[*kind].most; i++) {
			if (!tokens_read_boards(order->words[i], &board, &first, &last) ||
			    (order->word_count > 1 && sought_number(order->raw[i]) > 0))
				return only;
			if (only != 0 && board != only)
				return ORDER_BOARDS;
			only = board;
		}
	}
	return only;
}
