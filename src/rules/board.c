/* SPDX-License-Identifier: ISC */
/*
 * The board: placing pieces, playing moves, squares as text.
 *
 * Invariant: at, king, men, rank, file and key always describe the same
 * placement; only piece_add, piece_remove and piece_shift change it.
 * Whether a move is legal is not asked here (rules/status.h, rules/movegen.h).
 */
#include "rules/board.h"

#include <assert.h>
#include <string.h>

#include "rules/board_lines.h"

#define WALL 0x10 /* at[OUTSIDE]: no side's, no type's, not empty */

static const struct {
	uint8_t first, end;
} places[] = { [ROOK] = { MEN_ROOKS, MEN_HORSES },
	[HORSE] = { MEN_HORSES, MEN_CANNONS },
	[CANNON] = { MEN_CANNONS, MEN_SOLDIERS },
	[SOLDIER] = { MEN_SOLDIERS, MEN_GUARDS },
	[GUARD] = { MEN_GUARDS, MEN_ELEPHANTS },
	[ELEPHANT] = { MEN_ELEPHANTS, MEN_END } };

/* Mixed each time: a table of random words would cost more to load. */
static uint64_t
key_of(uint8_t piece, uint8_t square)
{
	uint64_t value = (uint64_t)piece << 8 | square | 0x10000;

	value *= 0x9e3779b97f4a7c15;
	value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
	value = (value ^ value >> 27) * 0x94d049bb133111eb;
	return value ^ value >> 31;
}

#define KEY_GREEN_TO_MOVE 0x5851f42d4c957f2d

/* Where a side keeps the man that stands on square (or, for NO_SQUARE, a free
 * place for one); NULL when there is none. */
static uint8_t *
man_find(struct board *board, uint8_t piece, uint8_t square)
{
	uint8_t *men = board->men[piece_side(piece)];
	enum piece_type type = piece_type(piece);

	if (type == KING)
		return board->king[piece_side(piece)] == square ? &board->king[piece_side(piece)] :
								  NULL;
	for (int i = places[type].first; i < places[type].end; i++)
		if (men[i] == square)
			return &men[i];
	return NULL;
}

static void
piece_toggle(struct board *board, uint8_t square, uint8_t piece)
{
	lines_toggle(board, square, piece);
	board->key ^= key_of(piece, square);
}

static bool
piece_add(struct board *board, uint8_t square, uint8_t piece)
{
	uint8_t *man = man_find(board, piece, NO_SQUARE);

	if (man == NULL)
		return false;
	*man = square;
	board->at[square] = piece;
	piece_toggle(board, square, piece);
	return true;
}

static void
piece_remove(struct board *board, uint8_t square)
{
	uint8_t piece = board->at[square];

	*man_find(board, piece, square) = NO_SQUARE;
	board->at[square] = NO_PIECE;
	piece_toggle(board, square, piece);
}

static void
piece_shift(struct board *board, uint8_t from, uint8_t to)
{
	uint8_t piece = board->at[from];

	*man_find(board, piece, from) = to;
	board->at[from] = NO_PIECE;
	board->at[to] = piece;
	piece_toggle(board, from, piece);
	piece_toggle(board, to, piece);
}

void
board_clear(struct board *board)
{
	memset(board, 0, sizeof *board);
	memset(board->king, NO_SQUARE, sizeof board->king);
	memset(board->men, NO_SQUARE, sizeof board->men);
	board->at[OUTSIDE] = WALL;
}

void
board_start(struct board *board)
{
	static const uint8_t back[FILES] = { ROOK, HORSE, ELEPHANT, GUARD, KING, GUARD, ELEPHANT,
		HORSE, ROOK };

	board_clear(board);
	for (int file = 0; file < FILES; file++) {
		enum piece_type type = (enum piece_type)back[file];

		board_put(board, square_at(file, 0), piece_of(RED, type));
		board_put(board, square_at(file, 9), piece_of(GREEN, type));
		if (file % 2 == 0) {
			board_put(board, square_at(file, 3), piece_of(RED, SOLDIER));
			board_put(board, square_at(file, 6), piece_of(GREEN, SOLDIER));
		}
	}
	for (int file = 1; file < FILES; file += 6) {
		board_put(board, square_at(file, 2), piece_of(RED, CANNON));
		board_put(board, square_at(file, 7), piece_of(GREEN, CANNON));
	}
}

bool
board_put(struct board *board, uint8_t square, uint8_t piece)
{
	uint8_t before;

	assert(square < SQUARES);
	before = board->at[square];
	if (before != NO_PIECE)
		piece_remove(board, square);
	if (piece == NO_PIECE || piece_add(board, square, piece))
		return true;
	if (before != NO_PIECE)
		piece_add(board, square, before);
	return false;
}

void
board_set_turn(struct board *board, enum side side)
{
	if (board->turn != side)
		board->key ^= KEY_GREEN_TO_MOVE;
	board->turn = (uint8_t)side;
}

uint8_t
board_play(struct board *board, struct move move)
{
	uint8_t taken = board->at[move.to];

	if (taken != NO_PIECE)
		piece_remove(board, move.to);
	piece_shift(board, move.from, move.to);
	board->turn ^= 1;
	board->key ^= KEY_GREEN_TO_MOVE;
	return taken;
}

static bool
may_be_played(const struct board *board, struct move move)
{
	uint8_t piece, taken;

	if (move.from >= SQUARES || move.to >= SQUARES)
		return false;
	piece = board->at[move.from];
	taken = board->at[move.to];
	return piece != NO_PIECE && piece_side(piece) == board->turn &&
	    (taken == NO_PIECE ||
		(piece_side(taken) != piece_side(piece) && piece_type(taken) != KING));
}

int
board_play_all(struct board *board, const struct move *moves, int count, uint8_t *taken)
{
	int played = 0;

	for (; played < count && may_be_played(board, moves[played]); played++) {
		uint8_t piece = board_play(board, moves[played]);

		if (taken != NULL)
			taken[played] = piece;
	}
	return played;
}

void
board_unplay(struct board *board, struct move move, uint8_t taken)
{
	piece_shift(board, move.to, move.from);
	if (taken != NO_PIECE)
		piece_add(board, move.to, taken);
	board->turn ^= 1;
	board->key ^= KEY_GREEN_TO_MOVE;
}

bool
board_equal(const struct board *a, const struct board *b)
{
	return a->turn == b->turn && memcmp(a->at, b->at, sizeof a->at) == 0;
}

bool
square_read(const char **text, uint8_t *square)
{
	const char *p = *text;
	int file = (*p | 0x20) - 'a'; /* either case, whatever the locale */
	int rank = 0, digits = 0;

	if (file < 0 || file >= FILES)
		return false;
	for (p++; *p >= '0' && *p <= '9'; p++) {
		if (++digits > 2 || (digits == 1 && *p == '0'))
			return false;
		rank = rank * 10 + (*p - '0');
	}
	if (rank < 1 || rank > RANKS)
		return false;
	*square = square_at(file, rank - 1);
	*text = p;
	return true;
}

char *
square_write(uint8_t square, char out[4])
{
	int rank = square_rank(square) + 1;

	*out++ = (char)('A' + square_file(square));
	if (rank == 10)
		*out++ = '1';
	*out++ = (char)('0' + rank % 10);
	*out = '\0';
	return out;
}

char *
move_write(struct move move, char out[8])
{
	out = square_write(move.from, out);
	*out++ = '-';
	return square_write(move.to, out);
}

bool
move_read(const char *text, struct move *move)
{
	struct move read;

	if (!square_read(&text, &read.from))
		return false;
	if (*text == '-')
		text++;
	if (!square_read(&text, &read.to) || *text != '\0')
		return false;
	*move = read;
	return true;
}

char
piece_letter(uint8_t piece)
{
	return ".RHCSGEK.rhcsgek"[piece & 0xf];
}

const char *
piece_name(enum piece_type type)
{
	static const char *const names[] = { [NO_TYPE] = "nothing",
		[ROOK] = "rook",
		[HORSE] = "horse",
		[CANNON] = "cannon",
		[SOLDIER] = "soldier",
		[GUARD] = "guard",
		[ELEPHANT] = "elephant",
		[KING] = "king" };

	return names[type];
}

const char *
side_name(enum side side)
{
	return side == RED ? "red" : "green";
}
