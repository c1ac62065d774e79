/* SPDX-License-Identifier: ISC */
/*
 * Puzzles in the moves of a game (puzzle.h).
 *
 * To look at all moves of all positions takes long.  Checks alone are few; and what else mates is
 * worth a look where the game went on to a mate.
 */
#include "game/puzzle.h"

#include "rules/movegen.h"
#include "rules/pair.h"

#define LAST_PLIES (2 * MATE_MAX)

/* In how many moves may it be mate?  0: it is not worth a look. */
static int
guess(const struct board *board, bool is_near_mate)
{
	int moves = mate_distance_by_checks(board, MATE_MAX);

	return moves == 0 && is_near_mate ? mate_distance(board, MATE_MAX) : moves;
}

/* Is there a puzzle on the board? */
static bool
find_puzzle(const struct board *board, bool is_near_mate, struct mate_puzzle *out)
{
	int most = guess(board, is_near_mate);

	for (int moves = 2; moves <= most; moves++)
		if (mate_line(board, moves, out->line)) {
			out->moves = moves;
			return true;
		}
	return false;
}

int
puzzles_of_game(const struct board *start, const struct move *moves, int length,
    struct mate_puzzle out[PUZZLES_OF_GAME])
{
	struct board board = *start;
	bool ends_by_mate;
	int count = 0, next = 0;

	ends_by_mate = board_play_all(&board, moves, length, NULL) == length && !moves_any(&board);
	board = *start;
	for (int ply = 0; ply <= length && count < PUZZLES_OF_GAME; ply++) {
		struct mate_puzzle *puzzle = &out[count];

		if (ply >= next &&
		    find_puzzle(&board, ends_by_mate && ply >= length - LAST_PLIES, puzzle)) {
			struct pair pair;

			pair_set(&pair, &board);
			puzzle->ply = ply;
			puzzle->key = pair_key(&pair);
			next = ply + 2 * puzzle->moves;
			count++;
		}
		if (ply < length)
			board_play(&board, moves[ply]);
	}
	return count;
}
