/* SPDX-License-Identifier: ISC */
/*
 * Puzzles in the moves of a game: positions where the side to move mates in two or three, with one
 * solution (rules/mate.h).  Plain values.
 */
#ifndef GAME_PUZZLE_H
#define GAME_PUZZLE_H

#include "rules/mate.h"

#define PUZZLES_OF_GAME 8 /* at most */

struct mate_puzzle {
	int ply;   /* of the game, that have been played */
	int moves; /* in which it is mate */
	struct move line[MATE_PLIES];
	int64_t key; /* of the position or its mirror image (rules/pair.h) */
};

/* Those of a game, in their order, in out; how many.  The moves of one are no other's: mates are
 * looked for behind its line.  All by which a side wins with checks are found, and those before the
 * mate or stalemate with which a game ends. */
int puzzles_of_game(const struct board *start, const struct move *moves, int length,
    struct mate_puzzle out[PUZZLES_OF_GAME]);

#endif
