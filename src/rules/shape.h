/* SPDX-License-Identifier: ISC */
/*
 * How each piece moves, by itself: shape, leg, eye, path and screens, palace
 * and river (seeds 001 and 004, basic rules).  Kings' safety is not asked here.
 */
#ifndef RULES_SHAPE_H
#define RULES_SHAPE_H

#include "rules/refusal.h"

/* May the piece on `from` (there must be one) go to `to` by its shape?  With
 * `takes` as a capture, whatever stands on `to`; else as a move to an empty
 * point.  MOVE_LEGAL, or the reason; *why is set in full either way. */
enum refusal shape_judge(
    const struct board *board, struct move move, bool takes, struct refusal_why *why);

/* Does `side` attack `square` by shape alone (blocks and screens counted, its
 * own king's safety not)?  A king attacks along an open file too, as if the
 * other king stood on the square (facing). */
bool square_is_attacked(const struct board *board, uint8_t square, enum side side);
/* Squares of `side`'s pieces that give check to the other king now, a facing
 * king last; returns how many (0-16). */
int checkers(const struct board *board, enum side side, uint8_t out[16]);
bool kings_face(const struct board *board);

static inline bool
square_in_palace(uint8_t square, enum side side)
{
	int file = square_file(square), rank = square_rank(square);

	return file >= 3 && file <= 5 && (side == RED ? rank <= 2 : rank >= 7);
}

/* On side's own half of the board. */
static inline bool
square_is_home(uint8_t square, enum side side)
{
	return (square_rank(square) < RANKS / 2) == (side == RED);
}

#endif
