/* SPDX-License-Identifier: ISC */
/*
 * What the files that find moves in lines share (mention*.c alone).
 *
 * Folded text is that of utf8_fold: small letters without marks.
 */
#ifndef SPEAK_MENTION_INTERNAL_H
#define SPEAK_MENTION_INTERNAL_H

#include <stdbool.h>

#include "rules/notation.h"
#include "speak/mention.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

struct seeker {
	struct arena *arena;
	const struct parse_context *context;
	const struct board *board;
};

/* Reads the move at the beginning of text as a letter's command would. */
enum reading_kind mention_on_board(const struct seeker *s, const char *text, struct reading *out);
/* As whoever wrote the line writes two squares. */
const char *mention_coordinates(const struct seeker *s, struct move move);

#define ALL_TYPES (~0u)

/* What somebody means by a piece, squares and digits, with nothing else on the line. */
struct sketch {
	unsigned types; /* bits; ALL_TYPES: no piece is named */
	bool letter;    /* it is, by a letter */
	bool is_iccs;   /* a word in front says so, or who writes it does always */
	int squares, digits;
	uint8_t square[2];
	int digit[2];
	const char *end;
};

/* Reads a sketch of folded text; false: it is none.  named: the piece stands in front. */
bool mention_take_sketch(const struct seeker *s, const char *text, bool named, struct sketch *out);
/* The legal moves that the sketch can mean; *count of them, at most 16. */
void mention_sketch_moves(
    const struct seeker *s, const struct sketch *sketch, struct move out[16], int *count);
/* The legal moves of the sketch; *sure: as it was written, or else as engines write moves, or of
 * another piece than the one that is named. */
int mention_all_moves(
    const struct seeker *s, struct sketch *sketch, struct move out[16], bool *sure);
/* What is refused in place of a sketch that is no legal move; NULL: nothing in particular. */
const char *mention_sketch_refused(const struct seeker *s, const struct sketch *sketch);
/* Reads the name of a piece in folded text; its types as bits, 0: it is none.  *letter: in one
 * letter. */
unsigned mention_take_piece(const struct seeker *s, const char **text, bool *letter);
/* Reads a digit, 1 to 9, or what telephones make of one; 0: it is none. */
int mention_take_digit(const char **text);

/*
 * Reads a move of a chess program, with or without its number, at the beginning of text: the
 * candidates are those of both ways of counting ranks, or of the one of whoever writes ICCS; of an
 * illegal one .move is it, from 1 where that can be.  *sure, of a legal one: to whoever wrote it
 * the letter is no other piece's.
 */
enum reading_kind mention_algebraic(
    const struct seeker *s, const char *text, struct reading *out, bool *sure);
/* Folded text with the capital that such a move begins with; NULL: it is too long for one. */
const char *mention_as_algebraic(const struct seeker *s, const char *folded);

#endif
