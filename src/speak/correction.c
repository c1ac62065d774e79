/* SPDX-License-Identifier: ISC */
/*
 * Words that take back the move above them (correction.h).
 *
 * Another move counts only where it is legal now, and is corrected to: "no, B10-C8" on a line
 * that begins so, or with a phrase such as "I meant" on the same line, and no sentence that goes
 * on, "B10-C8 was my first idea".
 */
#include "speak/correction.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "rules/notation.h"
#include "speak/mention.h"
#include "speak/parse.h"
#include "speak/speech.h"
#include "speak/verbs.h"

#define LINES_MAX 40  /* that are looked at */
#define LINE_MAX  300 /* bytes */

#define LIST(name) offsetof(struct language, name)
#define HANZI      0x2e80 /* from here on words have no blanks between them */

/* Does a phrase of such a list stand in the folded text, where a word begins? */
static bool
holds(const struct parse_context *context, const char *text, size_t list)
{
	bool begins = true;

	while (*text != '\0') {
		const char *next = text;
		uint32_t c = utf8_next(&next);

		if ((begins || c >= HANZI) && speech_listed(context, text, list) > 0)
			return true;
		begins = !utf8_is_alnum(c);
		text = next;
	}
	return false;
}

/* Is the folded line a joke about what stands above it, and nothing else? */
static bool
is_joke(struct arena *arena, const struct parse_context *context, const char *text)
{
	size_t length;

	text += strspn(text, " \t.,;:!-()");
	length = speech_listed(context, text, LIST(jokes));
	return length > 0 &&
	    (text[length + strspn(text + length, " \t.,;:!-()")] == '\0' ||
		speech_is_thanks(arena, context, text + length, false));
}

/* The folded text behind a correction, "no", "sorry" and the marks between them. */
static const char *
behind_correction(const struct parse_context *context, const char *text)
{
	const struct glossary *glossary = context->glossary;
	size_t longest, polite;

	do {
		text += strspn(text, " \t.,;:!-()");
		longest = speech_listed(context, text, LIST(corrections));
		polite = speech_listed(context, text, LIST(courtesies));
		longest = polite > longest ? polite : longest;
		for (int i = 0; glossary != NULL && i < glossary->count; i++) {
			const struct language *language = &glossary->languages[i];
			size_t no = speech_phrase(text, language->no, " ");

			longest = no > longest ? no : longest;
		}
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

/* The move to which the line corrects the played one; NULL: it does not. */
static const char *
corrected_move(struct arena *arena, const struct parse_context *context, const char *line,
    const char *folded, const char *played)
{
	const char *bare = behind_correction(context, folded), *move;
	struct mention said;
	size_t end;

	if (bare > folded && (end = notation_form_end(bare, NULL, NULL)) > 0 &&
	    !speech_goes_on(arena, context, bare + end + strspn(bare + end, " \t"))) {
		/* As it is written, if folding has left the bytes in their places. */
		if (strlen(line) == strlen(folded))
			bare = line + (bare - folded);
		bare = arena_strndup(arena, bare, end);
		return is_other_move(context, bare, played) ? bare : NULL;
	}
	if (!holds(context, folded, LIST(corrections)))
		return NULL;
	mention_read(arena, context, line, &said);
	if (said.move == NULL || (said.kind != MENTION_MOVE && said.kind != MENTION_SPOKEN) ||
	    !is_other_move(context, said.move, played))
		return NULL;
	/* "Actually B10-C8 was good, too"; but "B10-C8 instead" */
	move = utf8_fold(arena, said.move);
	if ((bare = strstr(folded, move)) == NULL)
		return said.move;
	bare += strlen(move);
	bare += strspn(bare, " \t");
	if (speech_goes_on(arena, context, bare) &&
	    speech_listed(context, bare, LIST(corrections)) == 0)
		return NULL;
	return said.move;
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

/* What the line below a move does besides, or would: it accepts what the other offers, "I accept
 * the draw", or offers a draw itself.  NULL. */
static const struct verb *
deed_beside(
    struct arena *arena, const struct parse_context *context, const char *line, const char *folded)
{
	enum token_asks asks = context->answer.asks;
	const char *rest;
	const struct verb *deed = speech_deed(arena, context, line, &rest);
	bool more;

	if (deed == &verb_table[VERB_DRAW])
		return asks == ASKS_DRAW ? &verb_table[VERB_ACCEPT] : deed;
	if (asks != ASKS_DRAW && asks != ASKS_UNDO)
		return NULL;
	return speech_said(arena, context, line, &more) == SAID_YES ||
		holds(context, folded, LIST(agreements)) ?
	    &verb_table[VERB_ACCEPT] :
	    NULL;
}

static void
doubt_deed(struct parsed_letter *out, const char *line, const struct verb *deed)
{
	doubt(out, line, deed->name, DOUBT_SLIP);
	out->meant = deed;
}

/* The words below the only order. */
static void
doubt_words(struct arena *arena, const struct parse_context *context, struct parsed_letter *out)
{
	const struct order *order = &out->orders[0];
	bool may_correct = order->move != NULL && context->answer.board != NULL &&
	    context->answer.is_his_move;
	const struct verb *deed;
	const char *words = out->comment;

	for (int i = 0; i < LINES_MAX && *words != '\0' && out->doubtful == NULL; i++) {
		size_t length = strcspn(words, "\n");
		const char *line = arena_strndup(arena, words, length), *folded, *other = NULL;

		words += length + (words[length] == '\n');
		if (length > LINE_MAX)
			continue;
		folded = utf8_fold(arena, line);
		if (may_correct)
			other = corrected_move(arena, context, line, folded, order->move);
		if (other != NULL)
			doubt(out, line, other, DOUBT_PLACE);
		else if (order->move != NULL &&
		    (deed = deed_beside(arena, context, line, folded)) != NULL)
			doubt_deed(out, line, deed);
		else if ((holds(context, folded, LIST(retractions)) ||
			     is_joke(arena, context, folded)))
			doubt(out, line,
			    order->move != NULL && order->game == 0 ? order->move : order->line,
			    DOUBT_RETRACTED);
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
