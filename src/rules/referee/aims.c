/* SPDX-License-Identifier: ISC */
/*
 * What a quiet move aims at (seed 000, 1): a kill, a capture after a check, or
 * to bar the way of a piece.
 *
 * All of these are permitted for ever; they are looked for only to tell the players
 * why.  A search that grows too large finds nothing.
 */
#include "rules/movegen.h"
#include "rules/referee/internal.h"
#include "rules/shape.h"

#define CHECKS_DEEP 4     /* of a series of checks that threatens mate */
#define NODES_MAX   20000 /* for one position */

static bool mates_by_checks(const struct board *board, int checks, int *nodes);

/* Does every answer to this check lead to mate by so many more? */
static bool
mates_after(const struct board *board, int checks, int *nodes)
{
	struct move moves[MOVES_MAX];
	int count = moves_legal(board, moves);

	for (int i = 0; i < count; i++) {
		struct board next = *board;

		if (checks == 0)
			return false;
		board_play(&next, moves[i]);
		if (!mates_by_checks(&next, checks, nodes))
			return false;
	}
	return true;
}

/* The side to move mates by at most so many checks in a row. */
static bool
mates_by_checks(const struct board *board, int checks, int *nodes)
{
	struct move moves[MOVES_MAX];
	int count = moves_legal(board, moves);

	for (int i = 0; i < count && *nodes < NODES_MAX; i++) {
		struct board next = *board;

		++*nodes;
		board_play(&next, moves[i]);
		if (side_in_check(&next, (enum side)next.turn) &&
		    mates_after(&next, checks - 1, nodes))
			return true;
	}
	return false;
}

bool
aims_at_mate(const struct board *board, enum side side, int *nodes)
{
	/* The shorter first: a long series is often a detour. */
	for (int checks = 1; checks <= CHECKS_DEEP && *nodes > 0; checks++) {
		struct board again = *board;
		int looked_at = 0;
		bool mates;

		board_set_turn(&again, side);
		mates = mates_by_checks(&again, checks, &looked_at);
		*nodes -= looked_at;
		if (mates || looked_at >= NODES_MAX)
			return mates;
	}
	return false;
}

/* Squares on which a side could win a piece. */
struct prey {
	bool on[SQUARES];
};

static struct prey
prey_of(const struct board *board, enum side side)
{
	struct move attacks[MOVES_MAX];
	struct prey prey = { 0 };
	int count = attacks_list(board, side, attacks);

	for (int i = 0; i < count; i++)
		prey.on[attacks[i].to] |= attack_threatens(board, attacks[i]);
	return prey;
}

/* Adds what can be won after every answer to the check that stands on the board, but not
 * `without`; a piece that answers is followed. */
static void
prey_after_check(const struct board *board, const struct prey *without, struct prey *won)
{
	enum side side = side_other((enum side)board->turn);
	int times[SQUARES] = { 0 };
	struct move answers[MOVES_MAX];
	int count = moves_legal(board, answers);

	for (int i = 0; i < count; i++) {
		struct board next = *board;
		struct prey now;

		board_play(&next, answers[i]);
		now = prey_of(&next, side);
		now.on[answers[i].from] |= now.on[answers[i].to];
		for (int square = 0; square < SQUARES; square++)
			times[square] += now.on[square];
	}
	for (int square = 0; square < SQUARES; square++)
		won->on[square] |= count > 0 && times[square] == count && !without->on[square];
}

/* Pieces that side would win by a check and then a capture, if it were to move, and
 * that it does not threaten already. */
static struct prey
prey_by_checks(const struct board *board, enum side side)
{
	struct prey direct = prey_of(board, side), won = { 0 };
	struct board turned = *board;
	struct move moves[MOVES_MAX];
	int count;

	board_set_turn(&turned, side);
	count = moves_legal(&turned, moves);
	for (int i = 0; i < count; i++) {
		struct board next = turned;

		if (board_play(&next, moves[i]) == NO_PIECE &&
		    side_in_check(&next, (enum side)next.turn))
			prey_after_check(&next, &direct, &won);
	}
	return won;
}

uint8_t
aims_after_check(const struct board *before, const struct board *after)
{
	enum side side = (enum side)before->turn;
	/* What could be done before this move was not its aim. */
	struct prey old = prey_by_checks(before, side), now = prey_by_checks(after, side);

	for (uint8_t square = 0; square < SQUARES; square++)
		if (now.on[square] && !old.on[square] && after->at[square] != NO_PIECE)
			return square;
	return NO_SQUARE;
}

bool
aims_to_block(const struct board *before, struct move move, uint8_t menacing)
{
	enum piece_type type = piece_type(before->at[menacing]);
	struct refusal_why why;

	return (type == ROOK || type == CANNON) && before->at[move.to] == NO_PIECE &&
	    shape_judge(before, (struct move){ menacing, move.to }, false, &why) == MOVE_LEGAL;
}
