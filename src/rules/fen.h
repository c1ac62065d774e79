/* SPDX-License-Identifier: ISC */
/*
 * FEN for xiangqi (RNBAKCP; Red in capitals, ranks from 10 down).
 *
 * Read leniently: h for n, e or m for b, g for a, s for p; side r/w/b/g or in words; 2 to 6
 * fields (a lone placement field means Red to move); an empty hand ("[]", "[-]"), "_" for
 * blanks, a title behind ";".  One form is written.
 */
#ifndef RULES_FEN_H
#define RULES_FEN_H

#include "rules/board.h"

#define FEN_SIZE  128
#define FEN_START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

/* NULL when read; else what is wrong, in English, static text ("more than one
 * red king", "an elephant across the river" …), and *board is untouched.  A
 * position where the side that has just moved is in check is refused too: it
 * cannot arise. */
const char *fen_read(const char *text, struct board *board);
/* As fen_read, but accepts any placement of at most a game's pieces with one
 * king a side in its palace (for tools): pieces where none can come, kings that
 * face, the wrong side in check. */
const char *fen_read_lenient(const char *text, struct board *board);
/* Does the field say whose turn it is: "w", "r", "red", "white", "b", "g", "black", "green"? */
bool fen_is_side(const char *field);
/* halfmoves since the last capture, number of the full move. */
void fen_write(const struct board *board, int halfmoves, int fullmove, char out[FEN_SIZE]);

#endif
