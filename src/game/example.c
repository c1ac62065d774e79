/* SPDX-License-Identifier: ISC */
/*
 * A move to show as an example (example.h): the first of a list, turned by the game's
 * number and ply, that a look at the captures after it finds harmless.
 */
#include "game/example.h"

#include <string.h>

#include "game/prospect.h"
#include "rules/fen.h"
#include "rules/movegen.h"

#define DEPTH  6           /* captures after a move that are looked at */
#define MATE   1000        /* more than all pieces */
#define WORST  (-6 * MATE) /* less than a move that allows mate and loses besides */
#define ORDERS 3

static const int values[] = { [NO_TYPE] = 0,
	[ROOK] = 18,
	[HORSE] = 8,
	[CANNON] = 9,
	[SOLDIER] = 2,
	[GUARD] = 4,
	[ELEPHANT] = 4,
	[KING] = MATE };

/* The last capture at each depth that was enough: it often is so again, and is tried first. */
struct refutations {
	struct move at[DEPTH + 1];
};

static void
put_first(struct move *moves, int count, struct move first)
{
	for (int i = 1; i < count; i++)
		if (move_equal(moves[i], first)) {
			moves[i] = moves[0];
			moves[0] = first;
			return;
		}
}

/* What the side to move can win by captures; exactly where it lies between low and high, else
 * no more than what is returned (at most low) or no less (at least high). */
static int
settle(const struct board *board, int low, int high, int depth, struct refutations *refutations)
{
	bool in_check = side_in_check(board, (enum side)board->turn);
	int count = 0, best = in_check ? -MATE : 0;
	struct move moves[MOVES_MAX];

	if (depth > 0 && in_check)
		count = moves_legal(board, moves);
	else if (depth > 0 && best < high)
		count = captures_legal(board, (enum side)board->turn, moves);
	if (count == 0)
		return moves_any(board) ? 0 : -MATE;
	put_first(moves, count, refutations->at[depth]);
	for (int i = 0; i < count && best < high; i++) {
		struct board after = *board;
		int taken = values[piece_type(board_play(&after, moves[i]))];
		int low_now = best > low ? best : low;
		int worth = taken -
		    settle(&after, taken - high, taken - low_now, depth - 1, refutations);

		best = worth > best ? worth : best;
		if (best >= high)
			refutations->at[depth] = moves[i];
	}
	return best;
}

static bool
allows_mate(const struct board *after)
{
	struct move replies[MOVES_MAX];
	int count = moves_legal(after, replies);

	for (int i = 0; i < count; i++) {
		struct board next = *after;

		board_play(&next, replies[i]);
		if (!moves_any(&next))
			return true;
	}
	return false;
}

/* What the mover has won or lost when the captures are over: exactly where it is less than
 * `enough` and more than `least`, else no less or no more than what is returned. */
static int
worth_of(const struct board *board, struct move move, int least, int enough,
    struct refutations *refutations)
{
	struct board after = *board;
	int taken = values[piece_type(board_play(&after, move))];
	int worth = taken - settle(&after, taken - enough, taken - least, DEPTH, refutations);

	/* It takes longer to see, and can only make it less. */
	if ((worth > least || least < -MATE) && moves_any(&after) && allows_mate(&after))
		return -MATE;
	return worth;
}

/* What the referee would say of it makes it worse than what loses a piece. */
static int
fault_of(const struct game *game, struct move move)
{
	static const int faults[] = { [PROSPECT_FREE] = 0,
		[PROSPECT_DRAWS] = 2 * MATE,
		[PROSPECT_REFUSED] = 3 * MATE,
		[PROSPECT_LOSES] = 4 * MATE };
	struct verdict verdict;
	enum prospect prospect = prospect_of(game_at(game, game->length), move, &verdict);

	return verdict.kind == VERDICT_WARN ? MATE : faults[prospect];
}

/* 0 the best to show: quiet and not backward; 1 quiet; 2 captures, and what ends the game. */
static int
order_of(const struct board *board, struct move move)
{
	struct board after = *board;
	int forward = board->turn == RED ? 1 : -1;

	if (board->at[move.to] != NO_PIECE)
		return 2;
	board_play(&after, move);
	if (!moves_any(&after))
		return 2;
	return piece_type(board->at[move.from]) == KING ||
	    (square_rank(move.to) - square_rank(move.from)) * forward < 0;
}

/* The worth of the first move that loses nothing, or else of the best; *out that move, if it is
 * worth more than `best`. */
static int
find_best(const struct game *game, int best, struct refutations *refutations, struct move *out)
{
	struct move moves[MOVES_MAX];
	int count = moves_legal(&game->board, moves);

	for (int order = 0; order < ORDERS && best < 0; order++) {
		for (int i = 0; i < count && best < 0; i++) {
			int turned = (i + game->length * 7 + (int)(game->id % 1000) * 3) % count;
			struct move move = moves[turned];
			int worth, fault;

			if (order_of(&game->board, move) != order)
				continue;
			worth = worth_of(&game->board, move, best, 0, refutations);
			if (worth > best && (fault = fault_of(game, move)) > 0)
				worth = worth_of(
					    &game->board, move, -2 * MATE, 2 * MATE, refutations) -
				    fault;
			if (worth > best) {
				best = worth;
				*out = move;
			}
		}
	}
	return best;
}

bool
example_move(const struct game *game, struct move *out)
{
	struct refutations refutations = { 0 };

	/* The commonest first move of all. */
	if (game->length == 0 && strcmp(game->start_fen, FEN_START) == 0)
		return move_read("B3-E3", out);
	/* Nearly always some move loses nothing: how much the others lose takes longer to see. */
	return find_best(game, -1, &refutations, out) >= 0 ||
	    find_best(game, WORST, &refutations, out) > WORST;
}
