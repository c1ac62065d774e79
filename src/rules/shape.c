/* SPDX-License-Identifier: ISC */
/*
 * The shapes of the moves, one function a piece, each giving the reason why not;
 * and who attacks a square by them.
 *
 * Written to explain, not to be fast: the move generator has its own way, so
 * that what explains a check and what forbids a move are two roads to one answer,
 * and the tests hold them together.  What can never be mended by another piece's
 * moving (palace, river) is told before what can (a blocked eye).
 */
#include "rules/shape.h"

#include <stdlib.h>

struct stride {
	uint8_t from, to;
	int files, ranks; /* signed; ranks forward, as the side sees it */
	enum side side;
	bool takes;
};

static enum refusal
refuse(struct refusal_why *why, enum refusal refusal)
{
	why->refusal = refusal;
	return refusal;
}

static enum refusal
blocked_at(struct refusal_why *why, uint8_t square)
{
	why->square = square;
	return refuse(why, MOVE_BLOCKED);
}

/* Pieces strictly between two squares of one line; *first is the first met. */
static int
count_between(const struct board *board, uint8_t from, uint8_t to, uint8_t *first)
{
	int step = square_file(from) == square_file(to) ? FILES : 1;
	int count = 0;

	if (to < from)
		step = -step;
	for (int square = from + step; square != to; square += step)
		if (board->at[square] != NO_PIECE && count++ == 0)
			*first = (uint8_t)square;
	return count;
}

static enum refusal
judge_rook(const struct board *board, const struct stride *s, struct refusal_why *why)
{
	uint8_t first = NO_SQUARE;

	if (s->files != 0 && s->ranks != 0)
		return refuse(why, MOVE_WRONG_SHAPE);
	if (count_between(board, s->from, s->to, &first) != 0)
		return blocked_at(why, first);
	return MOVE_LEGAL;
}

static enum refusal
judge_cannon(const struct board *board, const struct stride *s, struct refusal_why *why)
{
	uint8_t first = NO_SQUARE;
	int screens;

	if (s->files != 0 && s->ranks != 0)
		return refuse(why, MOVE_WRONG_SHAPE);
	screens = count_between(board, s->from, s->to, &first);
	if (!s->takes && screens != 0)
		return blocked_at(why, first);
	if (s->takes && screens != 1) {
		why->count = screens;
		return refuse(why, MOVE_SCREENS);
	}
	return MOVE_LEGAL;
}

static enum refusal
judge_horse(const struct board *board, const struct stride *s, struct refusal_why *why)
{
	int files = square_file(s->to) - square_file(s->from);
	int ranks = square_rank(s->to) - square_rank(s->from);
	uint8_t leg;

	if (abs(files * ranks) != 2)
		return refuse(why, MOVE_WRONG_SHAPE);
	leg = square_at(square_file(s->from) + files / 2, square_rank(s->from) + ranks / 2);
	return board->at[leg] == NO_PIECE ? MOVE_LEGAL : blocked_at(why, leg);
}

static enum refusal
judge_elephant(const struct board *board, const struct stride *s, struct refusal_why *why)
{
	uint8_t eye = (uint8_t)((s->from + s->to) / 2);

	if (abs(s->files) != 2 || abs(s->ranks) != 2)
		return refuse(why, MOVE_WRONG_SHAPE);
	if (!square_is_home(s->to, s->side))
		return refuse(why, MOVE_CROSSES_RIVER);
	return board->at[eye] == NO_PIECE ? MOVE_LEGAL : blocked_at(why, eye);
}

static enum refusal
judge_guard(const struct board *board, const struct stride *s, struct refusal_why *why)
{
	(void)board;
	if (abs(s->files) != 1 || abs(s->ranks) != 1)
		return refuse(why, MOVE_WRONG_SHAPE);
	return square_in_palace(s->to, s->side) ? MOVE_LEGAL : refuse(why, MOVE_LEAVES_PALACE);
}

static enum refusal
judge_king(const struct board *board, const struct stride *s, struct refusal_why *why)
{
	(void)board;
	if (abs(s->files) + abs(s->ranks) != 1)
		return refuse(why, MOVE_WRONG_SHAPE);
	return square_in_palace(s->to, s->side) ? MOVE_LEGAL : refuse(why, MOVE_LEAVES_PALACE);
}

static enum refusal
judge_soldier(const struct board *board, const struct stride *s, struct refusal_why *why)
{
	(void)board;
	if (abs(s->files) + abs(s->ranks) != 1)
		return refuse(why, MOVE_WRONG_SHAPE);
	if (s->ranks < 0)
		return refuse(why, MOVE_BACKWARD);
	if (s->files != 0 && square_is_home(s->from, s->side))
		return refuse(why, MOVE_SIDEWAYS_EARLY);
	return MOVE_LEGAL;
}

enum refusal
shape_judge(const struct board *board, struct move move, bool takes, struct refusal_why *why)
{
	static enum refusal (*const judges[])(const struct board *, const struct stride *,
	    struct refusal_why *) = { [ROOK] = judge_rook,
		[HORSE] = judge_horse,
		[CANNON] = judge_cannon,
		[KING] = judge_king,
		[ELEPHANT] = judge_elephant,
		[GUARD] = judge_guard,
		[SOLDIER] = judge_soldier };
	uint8_t piece = board->at[move.from];
	struct stride stride = {
		.from = move.from,
		.to = move.to,
		.files = square_file(move.to) - square_file(move.from),
		.ranks = square_rank(move.to) - square_rank(move.from),
		.side = piece_side(piece),
		.takes = takes,
	};

	if (stride.side == GREEN)
		stride.ranks = -stride.ranks;
	*why = (struct refusal_why){ .refusal = MOVE_LEGAL, .square = NO_SQUARE };
	if (move.from == move.to)
		return refuse(why, MOVE_NO_STEP);
	return judges[piece_type(piece)](board, &stride, why);
}

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
