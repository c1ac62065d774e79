/* SPDX-License-Identifier: ISC */
/*
 * Words that take back the move or the resignation above them (correction.h).
 *
 * Another move counts only where it is legal now, and is corrected to: directly behind "no",
 * "sorry" or a phrase such as "I meant", or with one behind it, "instead"; where the clause goes
 * on, "I meant to play B10-C8 last time", it is talk.
 */
#include "speak/correction.h"

#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "rules/board.h"
#include "rules/notation.h"
#include "speak/doubts.h"
#include "speak/mention.h"
#include "speak/parse_internal.h"
#include "speak/speech.h"
#include "speak/tokens.h"
#include "speak/verbs.h"

#define LINES_MAX 40  /* that are looked at */
#define LINE_MAX  300 /* bytes */

#define AGREEING_WORDS 7 /* of a sentence that agrees to an offer, at most */
#define BARE_WORDS     4 /* of one that names it, and says neither yes nor no */
#define WORD_COLUMNS   2 /* of a hanzi, which stand without blanks */

#define MARKS " \t.,;:!-()"

/* Does a sentence end with such a phrase? */
static bool
ends_with(struct arena *arena, const struct parse_context *context, const char *text, size_t list)
{
	bool begins = true;

	/* In "先别走这步" one begins inside another. */
	for (const char *next = text; *text != '\0'; text = next) {
		uint32_t c = utf8_next(&next);
		size_t length = begins || c >= FIRST_HAN ? speech_listed(context, text, list) : 0;

		if (length > 0 && speech_ends_clause(arena, context, text + length))
			return true;
		begins = !utf8_is_alnum(c);
	}
	return false;
}

/* Is the folded line a joke about what stands above it, and nothing else? */
static bool
is_joke(struct arena *arena, const struct parse_context *context, const char *text)
{
	size_t length = speech_listed(context, text += strspn(text, MARKS), SPEECH_LIST(jokes));

	return length > 0 &&
	    (text[length + strspn(text + length, MARKS "?")] == '\0' ||
		speech_is_thanks(arena, context, text + length, false));
}

/* Bytes of "no" or a correction at the beginning of the folded text. */
static size_t
denial(const struct parse_context *context, const char *text)
{
	size_t correction = speech_listed(context, text, SPEECH_LIST(corrections));
	size_t no = speech_no(context, text);

	return no > correction ? no : correction;
}

/* The folded text behind a correction, "no", "sorry" and the marks between them. */
static const char *
behind_correction(const struct parse_context *context, const char *text)
{
	size_t longest, polite;

	do {
		text += strspn(text, MARKS);
		longest = denial(context, text);
		polite = speech_listed(context, text, SPEECH_LIST(courtesies));
		longest = polite > longest ? polite : longest;
		text += longest;
	} while (longest > 0);
	return text;
}

/* Is the text a legal move, and another one than that (NULL: none was played)? */
static bool
is_other_move(const struct parse_context *context, const char *text, const char *played)
{
	const struct parse_answer *answer = &context->answer;
	struct reading one, other;

	if (played == NULL)
		return glossary_read_move(
			   context->glossary, answer->by, text, answer->board, &other) == READ_MOVE;
	return glossary_read_move(context->glossary, answer->by, played, answer->board, &one) ==
	    READ_MOVE &&
	    glossary_read_move(context->glossary, answer->by, text, answer->board, &other) ==
	    READ_MOVE &&
	    (one.move.from != other.move.from || one.move.to != other.move.to);
}

/* Behind "I meant": the words that lead to a move, "to play". */
static const char *
behind_fillers(const struct parse_context *context, const char *text)
{
	const struct glossary *glossary = context->glossary;
	bool skips = true;

	while (skips) {
		size_t length = strcspn(text += strspn(text, MARKS), MARKS);

		skips = false;
		for (int i = 0; glossary != NULL && i < glossary->count && length > 0; i++) {
			const char *tells = glossary->languages[i].tells;

			skips |= speech_phrase(text, tells, " ") == length;
		}
		text += skips ? length : 0;
	}
	return text;
}

/* The other move that stands at `at` in the folded line and ends its clause, or has a correction
 * behind it, "instead"; as it is written, if folding has left the bytes in their places.  NULL. */
static const char *
move_at(struct arena *arena, const struct parse_context *context, const char *line,
    const char *folded, const char *at, bool is_bare, const char *played)
{
	size_t end = mention_form(context, at, NULL);
	const char *behind = at + end;

	/* "Sorry, I10-I9 of course", but "sorry, I10-I9 was silly" */
	if (end == 0 ||
	    (!speech_ends_clause(arena, context, behind) &&
		(!is_bare || speech_goes_on(arena, context, behind + strspn(behind, " "))) &&
		speech_listed(context, behind + strspn(behind, MARKS), SPEECH_LIST(corrections)) ==
		    0))
		return NULL;
	at = strlen(line) == strlen(folded) ? line + (at - folded) : at;
	at = arena_strndup(arena, at, end);
	return is_other_move(context, at, played) ? at : NULL;
}

/* The move to which the line corrects the played one; NULL: it does not. */
static const char *
corrected_move(struct arena *arena, const struct parse_context *context, const char *line,
    const char *folded, const char *played)
{
	const char *bare = behind_correction(context, folded), *at = folded, *move = NULL;
	struct mention said;

	if (bare > folded)
		move = move_at(arena, context, line, folded, bare, true, played);
	for (bool begins = true; move == NULL && *at != '\0';) {
		const char *next = at;
		uint32_t c = utf8_next(&next);
		size_t length = begins || c >= FIRST_HAN ? denial(context, at) : 0;

		if (length > 0)
			move = move_at(arena, context, line, folded,
			    behind_fillers(context, at + length), false, played);
		begins = !utf8_is_alnum(c);
		at = next;
	}
	if (move != NULL || !ends_with(arena, context, folded, SPEECH_LIST(corrections)))
		return move;
	/* "B10-C8 instead" */
	mention_read(arena, context, line, &said);
	return said.move != NULL && (said.kind == MENTION_MOVE || said.kind == MENTION_SPOKEN) &&
		is_other_move(context, said.move, played) ?
	    said.move :
	    NULL;
}

/* Asks about the line, beside the order. */
static void
doubt(struct parsed_letter *out, const char *line, const char *form, enum doubt why)
{
	out->doubtful = line;
	out->meant = out->orders[0].verb;
	out->form = form;
	out->doubt = why;
}

/* Are both moves, by one player on one board? */
static bool
are_moves_alike(const struct parse_context *context, const struct order *a, const struct order *b)
{
	int64_t answered = context->answer.game;

	if (a->verb != &verb_table[VERB_MOVE] || b->verb != a->verb || a->move == NULL ||
	    b->move == NULL || a->plan != NULL)
		return false;
	if (b->userid != NULL && (a->userid == NULL || strcmp(a->userid, b->userid) != 0))
		return false;
	return (a->game != 0 ? a->game : answered) == (b->game != 0 ? b->game : answered);
}

/* Two such moves are never both played; the same in two notations is one. */
static void
doubt_second_move(const struct parse_context *context, struct parsed_letter *out)
{
	const struct order *first = &out->orders[0], *second = NULL;
	bool is_known = context->answer.board != NULL && context->answer.is_his_move;

	for (int i = out->count - 1; i > 0; i--)
		if (are_moves_alike(context, first, &out->orders[i]))
			second = &out->orders[i];
	if (second == NULL)
		return;
	if (strcmp(first->move, second->move) != 0 &&
	    (!is_known || is_other_move(context, second->move, first->move))) {
		doubt(out, second->written, second->game != 0 ? second->line : second->move,
		    DOUBT_PLACE);
	} else if (out->count == 2) {
		if (second->plan != NULL)
			out->orders[0] = *second;
		out->count = 1;
	}
}

bool
correction_names(const struct parse_context *context, const char *folded, enum verb_id id)
{
	const struct glossary *glossary = context->glossary;
	bool found = speech_find(folded, verb_table[id].name, " ") != NULL ||
	    speech_find(folded, verb_table[id].aliases, " ") != NULL ||
	    speech_holds_deed(context, folded, (int)id);

	for (int i = 0; glossary != NULL && i < glossary->count && !found; i++)
		found = speech_find(folded, glossary->languages[i].commands[id], " ") != NULL;
	return found;
}

/* Does the folded sentence begin with "yes", or agree somewhere? */
static bool
says_yes(const struct parse_context *context, const char *folded)
{
	const struct glossary *glossary = context->glossary;
	bool found = speech_holds(context, folded, SPEECH_LIST(agreements));

	folded += strspn(folded, MARKS);
	for (int k = 0; glossary != NULL && k < glossary->count && !found; k++) {
		const char *next = folded + speech_phrase(folded, glossary->languages[k].yes, " ");

		/* Not the first half of another word: "好家伙". */
		found = next > folded && !utf8_is_alnum(utf8_next(&next));
	}
	return found;
}

/* Does the folded sentence agree to what the other offers: "ok, draw", "Draw it is"?  Whoever
 * moves and thanks for the offer, or asks about it, does not. */
static bool
agrees_in(struct arena *arena, const struct parse_context *context, const char *sentence)
{
	enum verb_id offered = context->answer.asks == ASKS_UNDO ? VERB_UNDO : VERB_DRAW;
	struct tokens tokens;
	int words;

	if (speech_holds(context, sentence, SPEECH_LIST(denials)))
		return false;
	if (offered == VERB_DRAW && speech_holds(context, sentence, SPEECH_LIST(takes_draw)))
		return true;
	/* Hanzi stand without blanks. */
	tokens_split(arena, sentence, &tokens);
	words = tokens.count == 1 ? (int)(utf8_width(sentence) / WORD_COLUMNS) : tokens.count;
	return correction_names(context, sentence, offered) && words <= AGREEING_WORDS &&
	    (words <= BARE_WORDS || says_yes(context, sentence));
}

static bool
agrees(
    struct arena *arena, const struct parse_context *context, const char *line, const char *folded)
{
	bool more;

	if (speech_said(arena, context, line, &more) == SAID_YES && !more)
		return true;
	while (*(folded += strspn(folded, MARKS "?")) != '\0') {
		const char *end = folded, *next = folded;
		uint32_t c;

		while ((c = utf8_next(&next)) != 0 &&
		    (c > 0x7f || strchr(".!?;", (int)c) == NULL) && c != 0x3002)
			end = next;
		if (c != '?' &&
		    agrees_in(arena, context, arena_strndup(arena, folded, (size_t)(end - folded))))
			return true;
		folded = c != 0 ? next : end;
	}
	return false;
}

bool
correction_agrees(struct arena *arena, const struct parse_context *context, const char *words)
{
	return agrees(arena, context, words, utf8_fold(arena, words));
}

/* What the line below a move does besides, or would: it accepts what the other offers, offers a
 * draw itself, or gives up.  NULL. */
static const struct verb *
deed_beside(
    struct arena *arena, const struct parse_context *context, const char *line, const char *folded)
{
	enum token_asks asks = context->answer.asks;
	const char *rest = "";
	const struct verb *deed = speech_deed(arena, context, line, &rest);

	/* "A draw? Not yet." */
	if (deed == &verb_table[VERB_DRAW] && speech_ends_clause(arena, context, rest) &&
	    !speech_holds(context, rest, SPEECH_LIST(denials)))
		return asks == ASKS_DRAW ? &verb_table[VERB_ACCEPT] : deed;
	if (deed == &verb_table[VERB_RESIGN] && rest[0] == '\0')
		return deed;
	/* "Good game. Draw?" */
	deed = &verb_table[VERB_DRAW];
	if (context->answer.is_playing && asks != ASKS_DRAW &&
	    deed_in_clause(arena, context, line, deed) != NULL)
		return deed;
	return (asks == ASKS_DRAW || asks == ASKS_UNDO) && agrees(arena, context, line, folded) ?
	    &verb_table[VERB_ACCEPT] :
	    NULL;
}

static void
doubt_deed(struct parsed_letter *out, const char *line, const struct verb *deed)
{
	doubt(out, line, deed->name,
	    deed->manner & (IS_FINAL | MEANT_BY_YES) ? DOUBT_EITHER : DOUBT_SLIP);
	out->meant = deed;
}

static bool
is_marked(const struct parsed_letter *out, const char *line)
{
	size_t length = strlen(line);

	/* Each ends with "\n", so that a step ends within them. */
	for (const char *at = out->marked; length > 0 && (at = strstr(at, line)) != NULL;
	     at += length + 1)
		if ((at == out->marked || at[-1] == '\n') && at[length] == '\n')
			return true;
	return false;
}

/* What the other may decline, or a move: more may stand below it than below what ends a game. */
static bool
is_light(const struct order *order)
{
	return order->move != NULL || order->verb == &verb_table[VERB_DRAW] ||
	    order->verb == &verb_table[VERB_UNDO] || order->verb == &verb_table[VERB_REMATCH] ||
	    order->verb == &verb_table[VERB_CHALLENGE];
}

/* What the words of the line, which take it back, are asked about with: of `confirm` the move. */
static void
doubt_whole(const struct parse_context *context, const struct order *order, const char *line,
    struct parsed_letter *out)
{
	const struct parse_answer *answer = &context->answer;
	bool confirms = order->verb->manner & CONFIRMS && answer->submitted != NULL;

	doubt(out, line,
	    confirms                                    ? answer->submitted :
		order->move != NULL && order->game == 0 ? order->move :
							  order->line,
	    DOUBT_RETRACTED);
	if (confirms)
		out->meant = verb_meant_by(MEANT_BY_MOVE);
}

/* Is that the word for declining, with which a clause of the folded line ends: "typo, I meant
 * reject"? */
static bool
declines(struct arena *arena, const struct parse_context *context, const char *folded)
{
	const char *begin = folded, *next = folded;

	for (uint32_t c = 1; c != 0; begin = next) {
		const char *end = next;
		const struct verb *verb;

		while ((c = utf8_next(&next)) != 0 && !speech_is_end(c)) {
			begin = c == ' ' ? next : begin;
			end = next;
		}
		verb = verb_find(
		    context->glossary, arena_strndup(arena, begin, (size_t)(end - begin)));
		if (verb != NULL && verb->manner & MEANT_BY_NO && c != '?')
			return true;
	}
	return false;
}

/* Is a word of the folded text a square? */
static bool
names_square(struct arena *arena, const char *text)
{
	struct tokens tokens;

	tokens_split(arena, text, &tokens);
	for (int i = 0; i < tokens.count; i++) {
		const char *at = tokens.folded[i];
		uint8_t square;

		if (square_read(&at, &square) && at[strspn(at, MARKS)] == '\0')
			return true;
	}
	return false;
}

/* "Oops, meant the cannon to C8", "no, I meant I10-H10", which is no move before the one above it:
 * is another one meant than that, though it cannot be read, or played? */
static bool
means_other(struct arena *arena, const struct parse_context *context, const char *folded,
    const char *played)
{
	const char *text = folded;
	size_t length, polite;
	int corrections = 0;

	do {
		text += strspn(text, MARKS);
		length = speech_listed(context, text, SPEECH_LIST(corrections));
		corrections += length > 0;
		polite = speech_listed(context, text, SPEECH_LIST(courtesies));
		length = polite > length ? polite : length;
		text += length > 0 ? length : speech_no(context, text);
	} while (length > 0);
	if (corrections == 0)
		return false;
	text = behind_fillers(context, text);
	length = mention_form(context, text, NULL);
	if (length > 0 && speech_ends_clause(arena, context, text + length))
		return !str_equal_nocase(arena_strndup(arena, text, length), played);
	return corrections > 1 && names_square(arena, text);
}

/* The other move that a clause of the folded line tells the server to play: "But my hand shakes:
 * play C7-C6."; NULL. */
static const char *
told_move(struct arena *arena, const struct parse_context *context, const char *line,
    const char *folded, const char *played)
{
	const char *move = NULL, *next = folded;
	bool begins = true;

	for (const char *at = folded; *at != '\0' && move == NULL; at = next) {
		uint32_t c = utf8_next(&next);
		size_t length, after;
		const struct verb *verb;

		if (begins && utf8_is_alnum(c)) {
			length = speech_word(at, &after);
			verb = verb_find(context->glossary, arena_strndup(arena, at, length));
			if (verb != NULL && verb->manner & MEANT_BY_MOVE && length > 0)
				move = move_at(
				    arena, context, line, folded, at + after, false, played);
		}
		begins = speech_is_end(c) || (begins && !utf8_is_alnum(c));
	}
	return move;
}

/* Where a line stands below an order. */
enum place {
	PLACE_FURTHER,
	PLACE_FIRST, /* no other words between, though perhaps an empty line */
	PLACE_ALONE  /* … nor that, and none below it */
};

/* Does the line right below the order go on with its sentence?  Below a move stands much else: "is
 * it snowing there, too?", "if you need more time, ask", "- your turn". */
static bool
continues(struct arena *arena, const struct parse_context *context, const struct order *order,
    const char *line, const char *folded)
{
	const char *next = line + strspn(line, " \t");

	if (!doubts_continue(arena, context, line))
		return false;
	return order->move == NULL ||
	    (utf8_is_alnum(utf8_next(&next)) && strchr(folded, '?') == NULL &&
		speech_listed(context, folded, SPEECH_LIST(conditions)) == 0);
}

/* Does the line right below the order correct it: "Actually make it 22 to 29 December"? */
static bool
corrects(const struct parse_context *context, const struct order *order, const char *folded)
{
	return (order->verb == &verb_table[VERB_VACATION] ||
		   order->verb == &verb_table[VERB_GIVE]) &&
	    denial(context, folded + strspn(folded, MARKS)) > 0;
}

/* "No draw, sorry": does the folded line begin so? */
static bool
refuses_draw(struct arena *arena, const struct parse_context *context, const char *folded)
{
	struct tokens tokens;
	const char *clause = arena_strndup(arena, folded, strcspn(folded, ".,;:!?"));

	tokens_split(arena, clause, &tokens);
	return (speech_no(context, clause) > 0 ||
		   speech_listed(context, clause, SPEECH_LIST(denials)) > 0) &&
	    tokens.count <= BARE_WORDS && correction_names(context, clause, VERB_DRAW);
}

/* Second thoughts below what ends a game or begins one; below the offer of a draw jokes alone, or
 * what stands right below it. */
static bool
thinks_again(struct arena *arena, const struct parse_context *context, const struct order *order,
    const char *line, const char *folded, bool is_first)
{
	if (order->verb == &verb_table[VERB_DRAW])
		return doubts_joke(arena, context, folded) ||
		    (is_first &&
			(doubts_in_line(arena, context, line) ||
			    refuses_draw(arena, context, folded)));
	return !is_light(order) &&
	    (doubts_in_line(arena, context, line) ||
		(correction_names(context, folded, VERB_DRAW) && strchr(folded, '?') != NULL));
}

/* "I'll play H10-G8 before that", below a yes to an offer: does the line speak of a move that may
 * be played now, and not as of one that might have been? */
static bool
moves_first(
    struct arena *arena, const struct parse_context *context, const char *line, const char *folded)
{
	struct mention said;

	if (context->answer.board == NULL || !context->answer.is_his_move ||
	    !context->answer.has_offer || speech_holds(context, folded, SPEECH_LIST(considering)))
		return false;
	mention_read(arena, context, line, &said);
	return (said.kind == MENTION_MOVE || said.kind == MENTION_SPOKEN) && said.move != NULL &&
	    is_other_move(context, said.move, NULL);
}

/* The same below a move, or behind it on its line. */
static bool
takes_move_back(struct arena *arena, const struct parse_context *context, const struct order *order,
    const char *line, const char *folded, enum place place)
{
	size_t length = strlen(line), all = strlen(order->written);
	bool is_beside = length > 0 && all > length &&
	    strcmp(order->written + all - length, line) == 0;

	return doubts_only_retract(arena, context, folded, is_beside || place == PLACE_ALONE) ||
	    (is_beside && doubts_draft(arena, context, folded)) ||
	    doubts_undo(arena, context, folded) || doubts_kidding(arena, context, folded) ||
	    means_other(arena, context, folded, order->move);
}

/* Does the line take back what stands above it, or throw doubt on it? */
static bool
takes_back(struct arena *arena, const struct parse_context *context, const struct order *order,
    const char *line, const char *folded, enum place place)
{
	const struct verb *verb = order->verb;

	if (place != PLACE_FURTHER &&
	    (continues(arena, context, order, line, folded) || corrects(context, order, folded)))
		return true;
	if (verb->manner & MEANT_BY_YES &&
	    (moves_first(arena, context, line, folded) || declines(arena, context, folded) ||
		doubts_set_terms(context, folded)))
		return true;
	if (order->move != NULL && takes_move_back(arena, context, order, line, folded, place))
		return true;
	/* "undo", and "I meant the other horse" is why. */
	return ends_with(arena, context, folded, SPEECH_LIST(retractions)) ||
	    (verb != &verb_table[VERB_UNDO] && doubts_retract(arena, context, folded)) ||
	    is_joke(arena, context, folded) ||
	    thinks_again(arena, context, order, line, folded, place != PLACE_FURTHER);
}

/* "B10-C8, I'd rather play on": the move declines what is offered, too. */
static bool
declines_offer(
    struct arena *arena, const struct parse_context *context, const char *line, const char *folded)
{
	bool more;

	return context->answer.has_offer &&
	    (speech_holds(context, folded, SPEECH_LIST(refusals)) ||
		speech_holds(context, folded, SPEECH_LIST(plays_on))) &&
	    speech_said(arena, context, line, &more) == SAID_NO && !more;
}

/* A line of the words below the order. */
static void
doubt_line(struct arena *arena, const struct parse_context *context, const struct order *order,
    const char *line, enum place place, struct parsed_letter *out)
{
	const char *folded = utf8_fold(arena, line), *other = NULL;
	const struct verb *deed = NULL;
	bool is_move = order->move != NULL;

	if (is_move && declines_offer(arena, context, line, folded))
		return;
	if (context->answer.board != NULL && context->answer.is_his_move)
		other = corrected_move(arena, context, line, folded, order->move);
	if (is_move && other == NULL && context->answer.board != NULL)
		other = told_move(arena, context, line, folded, order->move);
	if (is_move && other == NULL)
		deed = deed_beside(arena, context, line, folded);
	if (is_move && other != NULL)
		doubt(out, line, other, DOUBT_PLACE);
	else if (deed != NULL)
		doubt_deed(out, line, deed);
	else if (other != NULL || takes_back(arena, context, order, line, folded, place))
		doubt_whole(context, order, line, out);
}

/* The words below the order. */
static void
doubt_words(struct arena *arena, const struct parse_context *context, const struct order *order,
    struct parsed_letter *out)
{
	const char *words = out->comment;
	enum place first = out->is_below_words                                  ? PLACE_FURTHER :
	    strchr(words, '\n') == NULL && str_starts_nocase(out->below, words) ? PLACE_ALONE :
										  PLACE_FIRST;

	for (int i = 0; i < LINES_MAX && *words != '\0' && out->doubtful == NULL; i++) {
		size_t length = strcspn(words, "\n");
		const char *line = arena_strndup(arena, words, length);

		/* "|" in front has said that it is speech. */
		if (length <= LINE_MAX && !is_marked(out, line))
			doubt_line(arena, context, order, line,
			    words == out->comment ? first : PLACE_FURTHER, out);
		words += length + (words[length] == '\n');
	}
}

/* Does it end or begin a game, or is it what the two of them agree on, or asks the other for?  Or
 * is the other told at once, or given what cannot be taken back? */
static bool
is_agreement(const struct parse_context *context, const struct order *order)
{
	const struct verb *verb = order->verb;

	if (verb == &verb_table[VERB_VACATION] || verb == &verb_table[VERB_BLOCK] ||
	    verb == &verb_table[VERB_GIVE])
		return order->word_count > 0 || verb == &verb_table[VERB_GIVE];
	return verb->manner & (IS_FINAL | MEANT_BY_YES) || verb == &verb_table[VERB_CLAIM] ||
	    verb == &verb_table[VERB_CHALLENGE] ||
	    (verb->manner & CONFIRMS && context->answer.asks == ASKS_MOVE) ||
	    verb == &verb_table[VERB_DRAW] || verb == &verb_table[VERB_UNDO] ||
	    verb == &verb_table[VERB_REMATCH];
}

/* Does it end the game that the letter is about, or agree on what takes it back? */
static bool
ends_play(const struct parse_context *context, const struct order *order)
{
	if (order->verb->manner & IS_FINAL)
		return true;
	/* "accept 2" may begin a game, in which a first move stands below it. */
	return order->verb->manner & MEANT_BY_YES && context->answer.is_playing &&
	    context->answer.has_offer && (order->game == 0 || order->game == context->answer.game);
}

static bool
contradict(const struct parse_context *context, const struct order *end, const struct order *move)
{
	int64_t game = end->game != 0 || end->verb->manner & IS_FINAL ? end->game :
									context->answer.game;

	return ends_play(context, end) && verb_takes(move->verb, ARG_MOVE) &&
	    (game == 0 || move->game == 0 || game == move->game);
}

/* One of the two stands among the orders, the other, `asked`, where only speech stands. */
static void
doubt_either_in_words(
    const struct parse_context *context, const struct order *asked, struct parsed_letter *out)
{
	const struct order *end = NULL;

	for (int i = 0; i < out->count; i++) {
		if (contradict(context, asked, &out->orders[i]))
			out->doubt = DOUBT_EITHER;
		if (contradict(context, &out->orders[i], asked))
			end = &out->orders[i];
	}
	if (end == NULL || out->count == ORDERS_MAX)
		return;
	out->orders[out->count++] = *asked;
	out->doubtful = NULL;
	doubt(out, end->written, end->line, DOUBT_EITHER);
	out->meant = end->verb;
}

/* Giving up, or agreeing, and moving on contradict each other. */
static void
doubt_either(struct arena *arena, const struct parse_context *context, struct parsed_letter *out)
{
	struct order asked;

	if (out->doubtful != NULL && out->doubt == DOUBT_PLACE &&
	    parse_line(arena, context, out->form, &asked) == LINE_COMMAND)
		doubt_either_in_words(context, &asked, out);
	for (int i = 0; i < out->count && out->doubtful == NULL; i++)
		for (int k = 0; k < out->count && out->doubtful == NULL; k++) {
			const struct order *end = &out->orders[i];

			if (!contradict(context, end, &out->orders[k]))
				continue;
			doubt(out, end->written, end->line, DOUBT_EITHER);
			out->meant = end->verb;
		}
}

/* "resign", and "accept": either ends the game, each in its own way. */
static void
doubt_ends(const struct parse_context *context, struct parsed_letter *out)
{
	const struct order *end = NULL, *yes = NULL;

	for (int i = 0; i < out->count; i++) {
		const struct order *order = &out->orders[i];

		if (order->verb->manner & IS_FINAL)
			end = order;
		else if (ends_play(context, order))
			yes = order;
	}
	if (end == NULL || yes == NULL || (end->game != 0 && end->game != context->answer.game))
		return;
	doubt(out, yes->written, end->line, DOUBT_RETRACTED);
	out->meant = end->verb;
}

/* "Draw?", alone, to who has offered one: a yes, or a question? */
static void
doubt_offer(const struct parse_context *context, struct parsed_letter *out)
{
	const struct order *order = &out->orders[0];

	if (out->doubtful != NULL || out->count != 1 || !context->answer.has_offer ||
	    order->verb != &verb_table[VERB_DRAW] || speech_mark(order->written) != MARK_QUESTION)
		return;
	doubt(out, order->written, verb_table[VERB_ACCEPT].name, DOUBT_RETRACTED);
	out->meant = &verb_table[VERB_ACCEPT];
}

/* Does the line, below the order about one of several boards, name another board or move behind a
 * correction: "oops, board 3", "I mean 2"? */
static bool
names_other_board(struct arena *arena, const struct parse_context *context, const char *folded)
{
	const struct parse_answer *answer = &context->answer;
	const char *text = behind_correction(context, folded);
	struct tokens tokens;

	if (text == folded || denial(context, folded + strspn(folded, MARKS)) == 0)
		return false;
	tokens_split(arena, text, &tokens);
	for (int i = 0; i < tokens.count; i++) {
		const char *word = arena_strndup(
		    arena, tokens.folded[i], strcspn(tokens.folded[i], ".,;:!?)"));
		int64_t board;
		int number;

		if (notation_is_move_like(word))
			return true;
		for (int b = 0; b < answer->board_count &&
		     tokens_read_number(word, &board, &number) && number == 0;
		     b++)
			if (answer->boards[b] == board)
				return true;
	}
	return false;
}

/* The words below each line of an answer about several boards. */
static void
doubt_listed(struct arena *arena, const struct parse_context *context, struct parsed_letter *out)
{
	for (int i = 0; i < out->count && out->doubtful == NULL; i++) {
		const struct order *order = &out->orders[i];
		const char *words = order->said != NULL ? order->said : "", *line;
		bool is_first = true;

		while (out->doubtful == NULL && (line = letter_line(arena, &words)) != NULL) {
			const char *folded = utf8_fold(arena, line);
			enum place place = !is_first          ? PLACE_FURTHER :
			    strchr(order->said, '\n') != NULL ? PLACE_FIRST :
								PLACE_ALONE;

			is_first &= line[strspn(line, " \t")] == '\0';
			if (strlen(line) > LINE_MAX ||
			    (!names_other_board(arena, context, folded) &&
				(!(is_agreement(context, order) || order->move != NULL) ||
				    !takes_back(arena, context, order, line, folded, place))))
				continue;
			doubt_whole(context, order, line, out);
			out->meant = order->verb;
		}
	}
}

/* "Stop", "undo" or "withdraw" below a move: it is not to be played, and none is the command. */
static void
doubt_stopped(const struct parse_context *context, struct parsed_letter *out)
{
	for (int i = 1; i < out->count && out->doubtful == NULL; i++) {
		const struct order *move = &out->orders[i - 1], *order = &out->orders[i];

		/* An offer of his may be withdrawn. */
		if (move->verb != &verb_table[VERB_MOVE] || order->userid != NULL ||
		    (order->verb != &verb_table[VERB_STOP] &&
			order->verb != &verb_table[VERB_UNDO] &&
			(order->verb != &verb_table[VERB_WITHDRAW] ||
			    context->answer.has_own_offer)))
			continue;
		doubt_whole(context, move, order->written, out);
		out->meant = move->verb;
		/* Nothing else is there that a yes might do. */
		if (out->count == 2)
			out->count = 1;
	}
}

/* The first order; of several, what is agreed on. */
static const struct order *
agreed_order(const struct parse_context *context, const struct parsed_letter *out)
{
	const struct order *order = out->orders;

	for (int i = 0; i < out->count && out->count > 1; i++)
		if (is_agreement(context, &out->orders[i]))
			order = &out->orders[i];
	return order;
}

void
correction_doubt(
    struct arena *arena, const struct parse_context *context, struct parsed_letter *out)
{
	const struct order *order;

	doubt_either(arena, context, out);
	if (out->doubtful != NULL || out->comment_too_large || out->count == 0)
		return;
	if (out->count > 1) {
		doubt_stopped(context, out);
		doubt_second_move(context, out);
		doubt_ends(context, out);
	}
	if (context->answer.board_count > 0)
		doubt_listed(arena, context, out);
	order = agreed_order(context, out);
	doubt_offer(context, out);
	if (out->doubtful == NULL && is_agreement(context, order) &&
	    doubts_in_line(arena, context, order->rest))
		doubt(out, order->written, order->verb->name, DOUBT_RETRACTED);
	else if (out->doubtful == NULL &&
	    (is_agreement(context, order) ||
		(out->count == 1 && order->verb == &verb_table[VERB_MOVE])))
		doubt_words(arena, context, order, out);
}
