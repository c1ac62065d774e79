/* SPDX-License-Identifier: ISC */
/*
 * Moves as chess programs write them ("Che2", "Hg7", "Cxe6+"), in letters.
 *
 * Their ranks count from 0 or from 1, and nothing in a letter tells which: both are tried, and
 * what is no move in one may be one in the other.
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "speak/mention_internal.h"
#include "speak/parse.h"

#define WRITTEN_MAX 12 /* bytes of such a move */

/* The piece's letter is the same piece's, if any's, in the writer's own language. */
static bool
is_same_to_writer(const struct seeker *s, char letter, enum piece_type type)
{
	const char *name = utf8_fold(s->arena, arena_printf(s->arena, "%c", letter));
	bool is_letter;
	unsigned types = mention_take_piece(s, &name, &is_letter);

	return types == 0 || types == 1u << type;
}

/* "1.", "12...": bytes of a move's number, and the blanks behind it. */
static size_t
number_length(const char *text)
{
	size_t digits = strspn(text, "0123456789"), dots = strspn(text + digits, ".");

	return digits == 0 || digits > 3 || dots == 0 ?
	    0 :
	    digits + dots + strspn(text + digits + dots, " ");
}

static void
add_candidates(struct reading *out, const struct reading *more)
{
	for (int i = 0; i < more->candidate_count && out->candidate_count < 16; i++)
		if (!move_is_among(out->candidates, out->candidate_count, more->candidates[i]))
			out->candidates[out->candidate_count++] = more->candidates[i];
	if (more->consumed > out->consumed)
		out->consumed = more->consumed;
}

enum reading_kind
mention_algebraic(const struct seeker *s, const char *text, struct reading *out, bool *sure)
{
	size_t number = number_length(text);

	*out = (struct reading){ .kind = READ_NOT_A_MOVE };
	text += number;
	if (!isupper((unsigned char)*text))
		return READ_NOT_A_MOVE;
	for (int first = s->context->answer.by.iccs ? 0 : 1; first >= 0; first--) {
		struct reading r;

		if (notation_read_algebraic(text, s->board, first, &r) == READ_NOT_A_MOVE)
			continue;
		if (out->kind == READ_NOT_A_MOVE)
			*out = r;
		else
			add_candidates(out, &r);
	}
	if (out->kind == READ_NOT_A_MOVE)
		return READ_NOT_A_MOVE;
	out->consumed += number;
	if (out->candidate_count > 0) {
		out->kind = out->candidate_count == 1 ? READ_MOVE : READ_AMBIGUOUS;
		out->move = out->candidates[0];
		*sure = is_same_to_writer(
		    s, *text, piece_type(s->board->at[out->candidates[0].from]));
	}
	return out->kind;
}

const char *
mention_as_algebraic(const struct seeker *s, const char *folded)
{
	size_t number = number_length(folded);
	char *text = arena_strdup(s->arena, folded);

	if (strcspn(text + number, " ") > WRITTEN_MAX)
		return NULL;
	text[number] = (char)toupper((unsigned char)text[number]);
	return text;
}
