/* SPDX-License-Identifier: ISC */
/*
 * Legal moves, by asking of every square.
 */
#include "rules/movegen.h"

#include "rules/lines.h"
#include "rules/shape.h"

static bool
man_attacks(const struct board *board, uint8_t from, uint8_t square)
{
	struct refusal_why why;

	return from != NO_SQUARE && shape_judge(board, (struct move){from, square}, true, &why) == MOVE_LEGAL;
}

static bool
king_faces(const struct board *board, uint8_t king, uint8_t square)
{
	int step = king < square ? FILES : -FILES;

	if (king == NO_SQUARE || king == square || square_file(king) != square_file(square))
		return false;
	for (king = (uint8_t)(king + step); king != square; king = (uint8_t)(king + step))
		if (board->at[king] != NO_PIECE)
			return false;
	return true;
}

static int
attackers(const struct board *board, uint8_t square, enum side side, uint8_t out[16])
{
	int n = 0;

	for (int i = 0; i < MEN_END; i++)
		if (man_attacks(board, board->men[side][i], square))
			out[n++] = board->men[side][i];
	if (man_attacks(board, board->king[side], square) || king_faces(board, board->king[side], square))
		out[n++] = board->king[side];
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
	return square_is_attacked(board, board->king[side], side_other(side));
}

static bool
move_is_safe(const struct board *board, struct move move, enum side side)
{
	struct board after = *board;

	board_play(&after, move);
	return !side_in_check(&after, side);
}

static int
men_moves(const struct board *board, uint8_t from, bool captures_only, struct move *out)
{
	enum side	   side = piece_side(board->at[from]);
	struct refusal_why why;
	int		   n = 0;

	for (uint8_t to = 0; to < SQUARES; to++) {
		struct move move = {from, to};
		uint8_t	    target = board->at[to];

		if (target == NO_PIECE ? captures_only : piece_side(target) == side || piece_type(target) == KING)
			continue;
		if (shape_judge(board, move, target != NO_PIECE, &why) == MOVE_LEGAL &&
		    move_is_safe(board, move, side))
			out[n++] = move;
	}
	return n;
}

static int
side_moves(const struct board *board, enum side side, bool captures_only, struct move *out)
{
	int n = 0;

	for (int i = 0; i < MEN_END; i++)
		if (board->men[side][i] != NO_SQUARE)
			n += men_moves(board, board->men[side][i], captures_only, out + n);
	return n + men_moves(board, board->king[side], captures_only, out + n);
}

int
moves_legal(const struct board *board, struct move out[MOVES_MAX])
{
	return side_moves(board, (enum side)board->turn, false, out);
}

int
captures_legal(const struct board *board, enum side side, struct move out[MOVES_MAX])
{
	return side_moves(board, side, true, out);
}

bool
moves_any(const struct board *board)
{
	struct move moves[MOVES_MAX];

	return moves_legal(board, moves) != 0;
}

bool
move_is_legal(const struct board *board, struct move move)
{
	struct refusal_why why;

	return move_judge(board, move, &why) == MOVE_LEGAL;
}

uint64_t
perft(const struct board *board, int depth)
{
	struct move  moves[MOVES_MAX];
	struct board after;
	uint64_t     nodes = 0;
	int	     count;

	if (depth == 0)
		return 1;
	count = moves_legal(board, moves);
	if (depth == 1)
		return (uint64_t)count;
	for (int i = 0; i < count; i++) {
		after = *board;
		board_play(&after, moves[i]);
		nodes += perft(&after, depth - 1);
	}
	return nodes;
}
