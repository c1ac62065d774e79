/* SPDX-License-Identifier: ISC */
/*
 * The position: a plain value, copied freely; it owns no memory.
 *
 * Squares are numbered 0-89, rank by rank from Red's side: square 0 is A1,
 * 8 is I1, 89 is I10.  Files A-I run from Red's left (seed 004).  The second
 * side is Green (most books say Black, FEN says b).
 */
#ifndef RULES_BOARD_H
#define RULES_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FILES     9
#define RANKS     10
#define SQUARES   90
#define NO_SQUARE 0xff
#define MOVES_MAX 128 /* no position has more legal moves */

enum side { RED, GREEN };

enum piece_type { NO_TYPE, ROOK, HORSE, CANNON, SOLDIER, GUARD, ELEPHANT, KING };

/* A piece as a byte: 0 is an empty point; else side * 8 + type. */
#define NO_PIECE 0
static inline uint8_t
piece_of(enum side side, enum piece_type type)
{
	return (uint8_t)((unsigned)side << 3 | (unsigned)type);
}
static inline enum piece_type
piece_type(uint8_t piece)
{
	return (enum piece_type)(piece & 7);
}
static inline enum side
piece_side(uint8_t piece)
{
	return (enum side)(piece >> 3);
}
static inline enum side
side_other(enum side side)
{
	return (enum side) !side;
}

static inline int
square_file(uint8_t square)
{
	return square % FILES;
} /* 0-8 */
static inline int
square_rank(uint8_t square)
{
	return square / FILES;
} /* 0-9 */
static inline uint8_t
square_at(int file, int rank)
{
	return (uint8_t)(rank * FILES + file);
}

struct move {
	uint8_t from;
	uint8_t to;
};
/* One number for a move, and back. */
static inline int
move_to_number(struct move move)
{
	return move.from << 8 | move.to;
}
static inline struct move
move_of_number(int64_t number)
{
	return (struct move){ (uint8_t)(number >> 8), (uint8_t)number };
}
static inline bool
move_equal(struct move a, struct move b)
{
	return a.from == b.from && a.to == b.to;
}
static inline bool
move_is_among(const struct move *list, int count, struct move move)
{
	for (int i = 0; i < count; i++)
		if (move_equal(list[i], move))
			return true;
	return false;
}

#define MEN     15      /* a side's pieces without its king, at most */
#define OUTSIDE SQUARES /* index of the wall, for steps that leave the board */

struct board {
	uint8_t at[SQUARES + 1]; /* pieces, by square; at[OUTSIDE] is no piece's value */
	uint8_t king[2];         /* squares of the kings, by side */
	uint8_t turn;            /* enum side: whose move it is */
	/* For rules/ alone; rules/board_lines.h explains them. */
	uint8_t men[2][MEN];
	uint64_t rank[RANKS];
	uint64_t file[FILES];
	uint64_t key; /* hash of placement and side to move */
};

/* The start position (seed 004). */
void board_start(struct board *board);
/* An empty board, Red to move; put pieces with board_put. */
void board_clear(struct board *board);
/* Puts a piece, or takes one away (NO_PIECE).  False, and nothing is changed,
 * when the side has all its pieces of that type on other squares already (one
 * king, five soldiers, two of the others). */
bool board_put(struct board *board, uint8_t square, uint8_t piece);
void board_set_turn(struct board *board, enum side side);
/* Plays a move without asking whether it is legal (it must not take a king or
 * an own piece); returns the piece taken. */
uint8_t board_play(struct board *board, struct move move);
/* Plays so many, one after the other; stops before one that board_play must not get: not of a
 * piece of the side to move, or onto a king or an own piece.  taken (NULL: none is asked for): what
 * each took.  Returns how many were played. */
int board_play_all(struct board *board, const struct move *moves, int count, uint8_t *taken);
/* Takes the last move back; `taken` is what board_play returned for it. */
void board_unplay(struct board *board, struct move move, uint8_t taken);
/* Placement and side to move are the same. */
bool board_equal(const struct board *a, const struct board *b);

/* "A1" … "I10", in either case.  square_read moves *text to the end of what
 * it read; where there is no square, *text stays. */
bool square_read(const char **text, uint8_t *square);
char *square_write(uint8_t square, char out[4]); /* returns its end */
/* "B3-E3" (size at least 8); returns its end. */
char *move_write(struct move move, char out[8]);
/* Exactly "B3-E3" or "b3e3"; rules/notation.h reads looser forms. */
bool move_read(const char *text, struct move *move);

/* Red side "R" upper case, Green lower case, by seed 004's letters RHEGKCS;
 * '.' for an empty point. */
char piece_letter(uint8_t piece);
/* English names: "rook", "horse", "elephant", "guard", "king", "cannon", "soldier". */
const char *piece_name(enum piece_type type);
const char *side_name(enum side side); /* "red", "green" */

#endif
