/* SPDX-License-Identifier: ISC */
/*
 * Who attacks a square, by shape alone.
 *
 * Built on rules/shape.h, not on the move generator's quick ways, so that what
 * explains a check and what forbids a move are two roads to one answer.
 */
#include "rules/movegen.h"
#include "rules/safety.h"
#include "rules/shape.h"

static bool
reaches(const struct board *board, uint8_t from, uint8_t square)
{
	struct refusal_why why;

	return from != NO_SQUARE &&
	    shape_judge(board, (struct move){ from, square }, true, &why) == MOVE_LEGAL;
}

/* Facing: one king would take the other as a rook does, along the file. */
static bool
faces(const struct board *board, uint8_t king, uint8_t square)
{
	int step = king < square ? FILES : -FILES;

	if (king == NO_SQUARE || king == square || square_file(king) != square_file(square))
		return false;
	for (int between = king + step; between != square; between += step)
		if (board->at[between] != NO_PIECE)
			return false;
	return true;
}

static int
attackers(const struct board *board, uint8_t square, enum side side, uint8_t out[16])
{
	uint8_t king = board->king[side];
	int n = 0;

	for (int i = 0; i < MEN; i++)
		if (reaches(board, board->men[side][i], square))
			out[n++] = board->men[side][i];
	if (reaches(board, king, square) || faces(board, king, square))
		out[n++] = king;
	return n;
}

bool
square_is_attacked(const struct board *board, uint8_t square, enum side side)
{
	uint8_t from[16];

	return attackers(board, square, side, from) != 0;
}

int
checkers(const struct board *board, enum side side, uint8_t out[16])
{
	return attackers(board, board->king[side_other(side)], side, out);
}

bool
side_in_check(const struct board *board, enum side side)
{
	return king_is_attacked(board, board->king[side], side_other(side));
}
