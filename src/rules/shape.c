/* SPDX-License-Identifier: ISC */
/*
 * The shapes of the moves, and why a move does not have its piece's; who attacks
 * a square by shape.
 *
 * Written to explain, not to be fast: the move generator has its own way, so
 * that what explains a check and what forbids a move are two roads to one answer,
 * and the tests hold them together.  What no other piece's move can mend (palace,
 * river) is reported before what one can (a blocked eye).
 */
#include "rules/shape.h"

#include <stdlib.h>

struct stride {
	uint8_t from, to;
	int files, ranks; /* signed */
	enum side side;
	enum piece_type type;
};

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

/* Rook and cannon. */
static enum refusal
judge_line(const struct board *board, const struct stride *s, bool takes, struct refusal_why *why)
{
	uint8_t first = NO_SQUARE;
	int between;

	if (s->files != 0 && s->ranks != 0)
		return MOVE_WRONG_SHAPE;
	between = count_between(board, s->from, s->to, &first);
	if (s->type == CANNON && takes && between != 1) {
		why->count = between;
		return MOVE_SCREENS;
	}
	if (s->type == CANNON && takes)
		return MOVE_LEGAL;
	if (between == 0)
		return MOVE_LEGAL;
	why->square = first;
	return MOVE_BLOCKED;
}

/* Horse and elephant: leg and eye are half the way, rounded towards the start. */
static enum refusal
judge_leap(const struct board *board, const struct stride *s, struct refusal_why *why)
{
	uint8_t over;

	if (abs(s->files * s->ranks) != (s->type == HORSE ? 2 : 4) || abs(s->files) > 2 ||
	    abs(s->ranks) > 2)
		return MOVE_WRONG_SHAPE;
	if (s->type == ELEPHANT && !square_is_home(s->to, s->side))
		return MOVE_CROSSES_RIVER;
	over = (uint8_t)(s->from + s->ranks / 2 * FILES + s->files / 2);
	if (board->at[over] == NO_PIECE)
		return MOVE_LEGAL;
	why->square = over;
	return MOVE_BLOCKED;
}

/* King, guard and soldier. */
static enum refusal
judge_step(const struct stride *s)
{
	int length = abs(s->files) + abs(s->ranks);

	if (s->type == GUARD ? length != 2 || s->files == 0 || s->ranks == 0 : length != 1)
		return MOVE_WRONG_SHAPE;
	if (s->type != SOLDIER)
		return square_in_palace(s->to, s->side) ? MOVE_LEGAL : MOVE_LEAVES_PALACE;
	if (s->side == RED ? s->ranks < 0 : s->ranks > 0)
		return MOVE_BACKWARD;
	if (s->files != 0 && square_is_home(s->from, s->side))
		return MOVE_SIDEWAYS_EARLY;
	return MOVE_LEGAL;
}

static enum refusal
judge(const struct board *board, struct move move, bool takes, struct refusal_why *why)
{
	uint8_t piece = board->at[move.from];
	struct stride stride = {
		.from = move.from,
		.to = move.to,
		.files = square_file(move.to) - square_file(move.from),
		.ranks = square_rank(move.to) - square_rank(move.from),
		.side = piece_side(piece),
		.type = piece_type(piece),
	};

	if (move.from == move.to)
		return MOVE_NO_STEP;
	switch (stride.type) {
	case ROOK:
	case CANNON:
		return judge_line(board, &stride, takes, why);
	case HORSE:
	case ELEPHANT:
		return judge_leap(board, &stride, why);
	default:
		return judge_step(&stride);
	}
}

enum refusal
shape_judge(const struct board *board, struct move move, bool takes, struct refusal_why *why)
{
	*why = (struct refusal_why){ .square = NO_SQUARE };
	return why->refusal = judge(board, move, takes, why);
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
	uint8_t first;

	return king != NO_SQUARE && king != square && square_file(king) == square_file(square) &&
	    count_between(board, king, square, &first) == 0;
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
kings_face(const struct board *board)
{
	return board->king[RED] != NO_SQUARE && board->king[GREEN] != NO_SQUARE &&
	    faces(board, board->king[RED], board->king[GREEN]);
}
