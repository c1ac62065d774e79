/* SPDX-License-Identifier: ISC */
/*
 * What a board keeps for the move generator: its lines and its men.
 *
 * Lines.  board->rank[] and board->file[] hold each rank and file as four
 * lanes of 16 bits: Red's pieces, Green's pieces, and both again counted from
 * the line's other end.  To look along a line in any of the four directions is
 * then always a shift to the right: the pieces met, in order, are the bits from
 * the lowest up.  No table is needed, and nothing depends on byte order.
 *
 * Men.  board->men[side] holds the squares of a side's pieces, NO_SQUARE for
 * those taken.  Each type has its fixed places, so that a loop over a type
 * needs no test of the type; the king is in board->king[].
 */
#ifndef RULES_BOARD_LINES_H
#define RULES_BOARD_LINES_H

#include "rules/board.h"

enum {
	MEN_ROOKS = 0,
	MEN_HORSES = 2,
	MEN_CANNONS = 4,
	MEN_SOLDIERS = 6,
	MEN_GUARDS = 11,
	MEN_ELEPHANTS = 13,
	MEN_END = MEN
};

#define LANE      16
#define LANE_BACK 32

enum direction { UP, DOWN, RIGHT, LEFT };
#define DIRECTIONS 4

/* The distance between neighbouring squares in a direction. */
static inline int
direction_step(enum direction direction)
{
	return (const int[]){ FILES, -FILES, 1, -1 }[direction];
}

/*
 * The view from a square in one direction: bit n is the point n + 1 steps away.
 * `all` ends with a bit for the wall, which is neither side's.
 */
struct ray {
	uint32_t all;
	uint32_t of[2];
};

static inline struct ray
ray_of_line(uint64_t line, int before, int length)
{
	uint32_t red = (uint32_t)(uint16_t)line >> before;
	uint32_t green = (uint32_t)(uint16_t)(line >> LANE) >> before;

	return (struct ray){ red | green | 1u << (length - before), { red, green } };
}

static inline struct ray
ray_from(const struct board *board, uint8_t square, enum direction direction)
{
	int rank = square_rank(square), file = square_file(square);

	switch (direction) {
	case UP:
		return ray_of_line(board->file[file], rank + 1, RANKS);
	case DOWN:
		return ray_of_line(board->file[file] >> LANE_BACK, RANKS - rank, RANKS);
	case RIGHT:
		return ray_of_line(board->rank[rank], file + 1, FILES);
	default:
		return ray_of_line(board->rank[rank] >> LANE_BACK, FILES - file, FILES);
	}
}

/* The lowest bit alone, and the others; both 0 of 0. */
static inline uint32_t
bit_lowest(uint32_t bits)
{
	return bits & -bits;
}
static inline uint32_t
bits_beyond(uint32_t bits)
{
	return bits & (bits - 1);
}
/* How many points a ray's lowest bit is away, less one; bits must not be 0. */
static inline int
bit_place(uint32_t bits)
{
	return __builtin_ctz(bits);
}

/* The square of a ray's lowest bit, which must not be the wall's. */
static inline uint8_t
ray_square(uint8_t from, enum direction direction, uint32_t bits)
{
	return (uint8_t)(from + direction_step(direction) * (bit_place(bits) + 1));
}

static inline uint64_t
line_bits(enum side side, int place, int length)
{
	return (1ull << place | 1ull << (LANE_BACK + length - 1 - place)) << (side * LANE);
}

/* Enters a piece in the two lines of its square, or strikes it out. */
static inline void
lines_toggle(struct board *board, uint8_t square, uint8_t piece)
{
	int rank = square_rank(square), file = square_file(square);

	board->rank[rank] ^= line_bits(piece_side(piece), file, FILES);
	board->file[file] ^= line_bits(piece_side(piece), rank, RANKS);
}

#endif
