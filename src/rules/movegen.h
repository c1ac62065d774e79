/* SPDX-License-Identifier: ISC */
/*
 * Legal moves (seeds 001 and 004, basic rules; kings never face, own king
 * never left in check), quickly.
 *
 * The board must have both kings, each in its palace.  No move takes a king:
 * where one could be taken (no game comes to that), those moves are left out.
 */
#ifndef RULES_MOVEGEN_H
#define RULES_MOVEGEN_H

#include "rules/board.h"

/* All legal moves of the side to move; returns how many. */
int moves_legal(const struct board *board, struct move out[MOVES_MAX]);
bool moves_any(const struct board *board);
/* Is `move` legal for the side to move? */
bool move_is_legal(const struct board *board, struct move move);
/* Legal captures of `side`, as if it were to move. */
int captures_legal(const struct board *board, enum side side, struct move out[MOVES_MAX]);
/* The same, and where `side` is in check, also the captures that do not answer it:
 * after which its king stands under no check but those that stand now. */
int captures_standing(const struct board *board, enum side side, struct move out[MOVES_MAX]);
/* Those of captures_standing() that the piece on `from` (there must be one) makes. */
int captures_from(const struct board *board, uint8_t from, struct move out[MOVES_MAX]);
bool side_in_check(const struct board *board, enum side side);
/* Positions after exactly depth plies (depth 0 is 1). */
uint64_t perft(const struct board *board, int depth);

#endif
