/* SPDX-License-Identifier: ISC */
/*
 * Squares and pieces as people write them who do not know how moves are written: "cannon to e3",
 * "b3 -> e3", "b З e З".
 *
 * What they say together is a sketch; the legal moves of the board decide what it can mean.
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "rules/movegen.h"
#include "speak/mention_internal.h"
#include "speak/parse.h"

enum reading_kind
mention_on_board(const struct seeker *s, const char *text, struct reading *out)
{
	return glossary_read_move(s->context->glossary, s->context->answer.by, text, s->board, out);
}

const char *
mention_coordinates(const struct seeker *s, struct move move)
{
	char text[32];

	notation_write_surely(s->context->answer.by.iccs, s->board, move, text);
	return arena_strdup(s->arena, text);
}

/* Reads the letter of a file, from a Russian keyboard too; -1: it is none. */
static int
take_file(const char **text)
{
	static const struct {
		uint32_t c;
		int file;
	} alike[] = { { 0x430, 0 }, { 0x432, 1 }, { 0x441, 2 }, { 0x435, 4 }, { 0x43d, 7 },
		{ 0x456, 8 } };
	const char *at = *text;
	uint32_t c = utf8_next(&at);
	int file = c >= 'a' && c <= 'i' ? (int)(c - 'a') : -1;

	for (size_t i = 0; i < COUNT(alike); i++)
		if (alike[i].c == c)
			file = alike[i].file;
	if (file != -1)
		*text = at;
	return file;
}

int
mention_take_digit(const char **text)
{
	const char *at = *text;
	uint32_t c = utf8_next(&at);
	int digit = c == 'l' || c == 'i' || c == '|' || c == 0x456 ? 1 :
	    c == 0x437                                             ? 3 :
	    c >= '1' && c <= '9'                                   ? (int)(c - '0') :
								     0;

	if (digit != 0)
		*text = at;
	return digit;
}

/* Of folded text: "b3", "i1O", "b З". */
static bool
take_square(const char **text, uint8_t *square)
{
	const char *at = *text, *zero;
	int file = take_file(&at), rank;
	uint32_t c;

	at += *at == ' ';
	if (file == -1 || (rank = mention_take_digit(&at)) == 0)
		return false;
	zero = at;
	c = utf8_next(&zero);
	if (rank == 1 && (c == '0' || c == 'o' || c == 0x43e)) {
		rank = RANKS;
		at = zero;
	}
	if (isdigit((unsigned char)*at))
		return false;
	*square = square_at(file, rank - 1);
	*text = at;
	return true;
}

/* Bytes of the longest of the names, folded, at the beginning of text, with no letter behind it;
 * single letters count only where `single` says so. */
static size_t
name_length(const struct seeker *s, const char *text, const char *names, bool single)
{
	size_t longest = 0;

	for (; names != NULL && *(names += strspn(names, " ")) != '\0';) {
		size_t written = strcspn(names, " "), length;
		const char *name = names, *after, *next;
		uint32_t marks = 0;

		names += written;
		/* Nearly always. */
		if (((*text ^ *name) & 0x80) != 0 ||
		    ((*text & 0x80) == 0 && ((*text ^ *name) & ~0x20) != 0))
			continue;
		next = name = utf8_fold(s->arena, arena_strndup(s->arena, name, written));
		length = strlen(name);
		utf8_next(&next);
		if (strncmp(text, name, length) != 0 || (*next == '\0' && !single))
			continue;
		after = text + length;
		if (*next != '\0' && utf8_letter(utf8_next(&after), &marks) >= 'A')
			continue;
		if (length > longest)
			longest = length;
	}
	return longest;
}

unsigned
mention_take_piece(const struct seeker *s, const char **text, bool *letter)
{
	static const char *const usual[KING + 1] = { NULL, "r 車 车 俥", "h n 馬 马 傌", "c 炮 砲",
		"p s 兵 卒", "a g 仕 士", "e b m 相 象", "k 帥 帅 將 将" };
	const struct glossary *glossary = s->context->glossary;
	const char *own = s->context->answer.by.language;
	size_t longest = 0;
	unsigned types = 0;

	for (int i = -1; i < (glossary != NULL ? glossary->count : 0); i++) {
		const struct language *language = i == -1 ? NULL : &glossary->languages[i];

		if (i >= 0 && language->letters == NULL)
			continue;
		for (int type = ROOK; type <= KING; type++) {
			const char *names = i == -1 ? usual[type] : language->letters->names[type];
			size_t length = name_length(s, *text, names,
			    i == -1 || (own != NULL && str_equal_nocase(own, language->code)));

			if (length > longest)
				types = 0;
			if (length >= longest && length > 0)
				types |= 1u << type;
			longest = length > longest ? length : longest;
		}
	}
	*letter = longest == 1;
	*text += longest;
	return types;
}

/* Bytes of the one of the words, in letters, that is joined to a square at the beginning of text:
 * "toe3". */
static size_t
joined_length(const char *words, const char *text)
{
	while (words != NULL && *(words += strspn(words, " ")) != '\0') {
		size_t length = strcspn(words, " ");

		if (strncmp(text, words, length) == 0 && text[length] >= 'a' &&
		    text[length] <= 'i' && isdigit((unsigned char)text[length + 1]))
			return length;
		words += length;
	}
	return 0;
}

/* Skips blanks, signs and words that stand around squares: "to", "from"; true: there were. */
static bool
skip_between(const struct seeker *s, const char **text)
{
	static const char names[] = "move play wxf coordinates x";
	const struct glossary *glossary = s->context->glossary;
	const char *before = *text;

	for (;;) {
		const char *at = *text, *next = at;
		size_t length;
		uint32_t c = utf8_next(&next);
		bool known;

		if (c != 0 &&
		    (strchr(" \t,-=>:*~_/.;()", (int)(c < 0x80 ? c : '#')) != NULL ||
			notation_is_between(c))) {
			*text = next;
			continue;
		}
		length = strcspn(at, " \t,.;:-");
		at = arena_strndup(s->arena, at, length);
		known = length > 0 && glossary_lists(names, at);
		for (int i = 0; length > 0 && !known && glossary != NULL && i < glossary->count;
		     i++) {
			const char *words = glossary->languages[i].between;
			size_t joined = c >= FIRST_HAN ? glossary_hanzi(words, at) :
							 joined_length(words, at);

			known = joined > 0 || glossary_lists(words, at);
			length = joined > 0 ? joined : length;
		}
		if (!known)
			return *text > before;
		*text += length;
	}
}

/* "12.", "12...", "iccs", "uci" in front of a move. */
static const char *
skip_front(const struct seeker *s, const char *text, bool *is_iccs)
{
	static const char *const names[] = { "uci", "ucci", "iccs" };
	size_t digits = strspn(text, "0123456789");

	if (digits > 0 && digits <= 3 && strchr(".)", text[digits]) != NULL && text[digits] != '\0')
		text += digits + strspn(text + digits, ".) ");
	for (size_t i = 0; i < COUNT(names); i++) {
		size_t length = strlen(names[i]);

		if (strncmp(text, names[i], length) == 0 && strchr(": ", text[length]) != NULL) {
			*is_iccs = true;
			text += length;
			break;
		}
	}
	skip_between(s, &text);
	return text;
}

bool
mention_take_sketch(const struct seeker *s, const char *text, bool named, struct sketch *out)
{
	*out = (struct sketch){ .types = ALL_TYPES, .is_iccs = s->context->answer.by.iccs };
	text = skip_front(s, text, &out->is_iccs);
	if (named) {
		if ((out->types = mention_take_piece(s, &text, &out->letter)) == 0)
			return false;
		skip_between(s, &text);
	}
	while (out->squares < 2 && out->digits == 0 &&
	    take_square(&text, &out->square[out->squares])) {
		out->squares++;
		out->end = text;
		skip_between(s, &text);
	}
	while (named && out->squares == 0 && out->digits < 2 && *text >= '1' && *text <= '9' &&
	    !isdigit((unsigned char)text[1])) {
		out->digit[out->digits++] = *text++ - '0';
		out->end = text;
		skip_between(s, &text);
	}
	return out->squares == 2 || (named && (out->squares == 1 || out->digits == 2));
}

void
mention_sketch_moves(
    const struct seeker *s, const struct sketch *sketch, struct move out[16], int *count)
{
	struct move moves[MOVES_MAX];
	int legal = moves_legal(s->board, moves);
	int up = sketch->is_iccs ? FILES : 0; /* a rank up */

	*count = 0;
	for (int i = 0; i < legal && *count < 16; i++) {
		enum piece_type type = piece_type(s->board->at[moves[i].from]);
		const uint8_t *square = sketch->square;

		if ((sketch->types & 1u << type) == 0)
			continue;
		if (sketch->squares == 2 ?
			moves[i].from == square[0] + up && moves[i].to == square[1] + up :
			sketch->squares == 1 && moves[i].to == square[0])
			out[(*count)++] = moves[i];
	}
}

/* "C2 5": a piece, its file, and a number of which it is not said which way it goes. */
static void
digits_moves(const struct seeker *s, const struct sketch *sketch, struct move out[16], int *count)
{
	static const char letters[] = " RHCSGEK", ways[] = "=+-";

	*count = 0;
	for (int type = ROOK; type <= KING; type++)
		for (int way = 0; way < 3 && (sketch->types & 1u << type) != 0; way++) {
			struct reading r;
			const char *text = arena_printf(s->arena, "%c%d%c%d", letters[type],
			    sketch->digit[0], ways[way], sketch->digit[1]);

			if (notation_read(text, s->board, WXF_ANY, false, &r) == READ_MOVE &&
			    *count < 16 && !move_is_among(out, *count, r.move))
				out[(*count)++] = r.move;
		}
}

const char *
mention_sketch_refused(const struct seeker *s, const struct sketch *sketch)
{
	enum side side = (enum side)s->board->turn;
	uint8_t from = NO_SQUARE;

	if (sketch->squares == 2)
		return mention_coordinates(
		    s, (struct move){ sketch->square[0], sketch->square[1] });
	/* The piece that is meant: the only one, or the one on that file. */
	for (int i = 0; sketch->squares == 1 && i < SQUARES; i++) {
		uint8_t piece = s->board->at[i];
		bool same = square_file((uint8_t)i) == square_file(sketch->square[0]);

		if (piece != NO_PIECE && piece_side(piece) == side &&
		    (sketch->types & 1u << piece_type(piece)) != 0 && (from == NO_SQUARE || same))
			from = (uint8_t)i;
	}
	return from == NO_SQUARE || from == sketch->square[0] ?
	    NULL :
	    mention_coordinates(s, (struct move){ from, sketch->square[0] });
}

int
mention_all_moves(const struct seeker *s, struct sketch *sketch, struct move out[16], bool *sure)
{
	int count;

	*sure = sketch->squares == 2 || (sketch->squares == 1 && !sketch->letter);
	if (sketch->digits == 2) {
		digits_moves(s, sketch, out, &count);
		return count;
	}
	mention_sketch_moves(s, sketch, out, &count);
	if (count > 0 || sketch->squares < 2)
		return count;
	*sure = false;
	if (!sketch->is_iccs) {
		sketch->is_iccs = true;
		mention_sketch_moves(s, sketch, out, &count);
	}
	if (count == 0) {
		sketch->types = ALL_TYPES;
		sketch->is_iccs = false;
		mention_sketch_moves(s, sketch, out, &count);
	}
	return count;
}
