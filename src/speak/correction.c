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
#include <wchar.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "rules/notation.h"
#include "speak/mention.h"
#include "speak/parse.h"
#include "speak/speech.h"
#include "speak/tokens.h"
#include "speak/verbs.h"

#define LINES_MAX 40  /* that are looked at */
#define LINE_MAX  300 /* bytes */

#define MARKS " \t.,;:!-()"
#define ENDS  L".,;:!?…。，；：！？、" /* of a clause */

/* Does nothing follow in the sentence but thanks? */
static bool
ends_clause(struct arena *arena, const struct parse_context *context, const char *text)
{
	const char *next = text += strspn(text, " \t)");
	uint32_t c = utf8_next(&next);

	return c == 0 || wcschr(ENDS, (wchar_t)c) != NULL ||
	    speech_is_thanks(arena, context, text, false);
}

/* Steps to the next phrase of such a list where a word begins in the folded text, *at, and behind
 * it; its bytes, 0: there is none. */
static size_t
next_phrase(const struct parse_context *context, const char **at, size_t list)
{
	bool begins = true;

	while (**at != '\0') {
		const char *next = *at;
		uint32_t c = utf8_next(&next);
		size_t length = begins || c >= FIRST_HAN ? speech_listed(context, *at, list) : 0;

		if (length > 0) {
			*at += length;
			return length;
		}
		begins = !utf8_is_alnum(c);
		*at = next;
	}
	return 0;
}

/* Does a sentence end with such a phrase? */
static bool
ends_with(struct arena *arena, const struct parse_context *context, const char *text, size_t list)
{
	while (next_phrase(context, &text, list) > 0)
		if (ends_clause(arena, context, text))
			return true;
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
	const struct glossary *glossary = context->glossary;
	size_t longest = speech_listed(context, text, SPEECH_LIST(corrections));

	for (int i = 0; glossary != NULL && i < glossary->count; i++) {
		size_t no = speech_phrase(text, glossary->languages[i].no, " ");

		longest = no > longest ? no : longest;
	}
	return longest;
}

/* "no, wait" */
static bool
begins_with_denial(struct arena *arena, const struct parse_context *context, const char *text)
{
	size_t length = denial(context, text += strspn(text, MARKS));

	return length > 0 && ends_clause(arena, context, text + length);
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

/* Is the text a legal move, and another one than that? */
static bool
is_other_move(const struct parse_context *context, const char *text, const char *played)
{
	const struct parse_answer *answer = &context->answer;
	struct reading one, other;

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
    const char *folded, const char *at, const char *played)
{
	size_t end = mention_form(context, at, NULL);
	const char *behind = at + end;

	if (end == 0 ||
	    (!ends_clause(arena, context, behind) &&
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
		move = move_at(arena, context, line, folded, bare, played);
	while (move == NULL && next_phrase(context, &at, SPEECH_LIST(corrections)) > 0)
		move = move_at(arena, context, line, folded, behind_fillers(context, at), played);
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

/* Does a word of the folded line name the command, in some language? */
static bool
names(const struct parse_context *context, const char *folded, enum verb_id id)
{
	const struct glossary *glossary = context->glossary;
	bool found = speech_find(folded, verb_table[id].name, " ") != NULL ||
	    speech_find(folded, verb_table[id].aliases, " ") != NULL;

	for (int i = 0; glossary != NULL && i < glossary->count && !found; i++)
		found = speech_find(folded, glossary->languages[i].commands[id], " ") != NULL ||
		    speech_find(folded, glossary_deed(&glossary->languages[i], id), ",") != NULL;
	return found;
}

/* Does the folded line begin with "yes", or agree somewhere? */
static bool
says_yes(const struct parse_context *context, const char *folded)
{
	const struct glossary *glossary = context->glossary;
	bool found = next_phrase(context, &(const char *){ folded }, SPEECH_LIST(agreements)) > 0;

	folded += strspn(folded, MARKS);
	for (int k = 0; glossary != NULL && k < glossary->count && !found; k++)
		found = speech_phrase(folded, glossary->languages[k].yes, " ") > 0;
	return found;
}

/* Does the line agree to what the other offers: "ok, draw", "I'll take the draw"?  Whoever moves
 * and thanks for the offer does not. */
static bool
agrees(
    struct arena *arena, const struct parse_context *context, const char *line, const char *folded)
{
	enum verb_id offered = context->answer.asks == ASKS_UNDO ? VERB_UNDO : VERB_DRAW;
	const char *at = folded;
	bool more;

	if (speech_said(arena, context, line, &more) == SAID_YES && !more)
		return true;
	return names(context, folded, offered) && says_yes(context, folded) &&
	    next_phrase(context, &at, SPEECH_LIST(denials)) == 0;
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
	if (deed == &verb_table[VERB_DRAW] && ends_clause(arena, context, rest) &&
	    next_phrase(context, &rest, SPEECH_LIST(denials)) == 0)
		return asks == ASKS_DRAW ? &verb_table[VERB_ACCEPT] : deed;
	if (deed == &verb_table[VERB_RESIGN] && rest[0] == '\0')
		return deed;
	return (asks == ASKS_DRAW || asks == ASKS_UNDO) && agrees(arena, context, line, folded) ?
	    &verb_table[VERB_ACCEPT] :
	    NULL;
}

static void
doubt_deed(struct parsed_letter *out, const char *line, const struct verb *deed)
{
	doubt(out, line, deed->name, deed->manner & IS_FINAL ? DOUBT_RESIGN : DOUBT_SLIP);
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

/* A line of the words below the only order. */
static void
doubt_line(struct arena *arena, const struct parse_context *context, const char *line,
    struct parsed_letter *out)
{
	const struct order *order = &out->orders[0];
	const char *folded = utf8_fold(arena, line), *other = NULL;
	const struct verb *deed = NULL;
	bool is_final = order->move == NULL;

	if (!is_final && context->answer.board != NULL && context->answer.is_his_move)
		other = corrected_move(arena, context, line, folded, order->move);
	if (!is_final && other == NULL)
		deed = deed_beside(arena, context, line, folded);
	if (other != NULL)
		doubt(out, line, other, DOUBT_PLACE);
	else if (deed != NULL)
		doubt_deed(out, line, deed);
	else if (ends_with(arena, context, folded, SPEECH_LIST(retractions)) ||
	    is_joke(arena, context, folded) ||
	    (is_final && begins_with_denial(arena, context, folded)))
		doubt(out, line, !is_final && order->game == 0 ? order->move : order->line,
		    DOUBT_RETRACTED);
}

/* The words below the only order. */
static void
doubt_words(struct arena *arena, const struct parse_context *context, struct parsed_letter *out)
{
	const char *words = out->comment;

	for (int i = 0; i < LINES_MAX && *words != '\0' && out->doubtful == NULL; i++) {
		size_t length = strcspn(words, "\n");
		const char *line = arena_strndup(arena, words, length);

		words += length + (words[length] == '\n');
		/* "|" in front has said that it is speech. */
		if (length <= LINE_MAX && !is_marked(out, line))
			doubt_line(arena, context, line, out);
	}
}

void
correction_doubt(
    struct arena *arena, const struct parse_context *context, struct parsed_letter *out)
{
	const struct verb *verb = out->orders[0].verb;

	if (out->doubtful != NULL || out->comment_too_large || out->count == 0)
		return;
	if (out->count > 1)
		doubt_second_move(context, out);
	else if (out->count == 1 && (verb == &verb_table[VERB_MOVE] || verb->manner & IS_FINAL))
		doubt_words(arena, context, out);
}
