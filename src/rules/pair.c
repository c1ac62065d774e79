/* SPDX-License-Identifier: ISC */
/*
 * A position and its mirror image (pair.h).
 */
#include "rules/pair.h"

static uint8_t
square_mirrored(uint8_t square)
{
	return square_at(FILES - 1 - square_file(square), square_rank(square));
}

struct move
move_mirrored(struct move move)
{
	return (struct move){ square_mirrored(move.from), square_mirrored(move.to) };
}

void
pair_set(struct pair *pair, const struct board *board)
{
	pair->board = *board;
	board_clear(&pair->mirror);
	for (uint8_t square = 0; square < SQUARES; square++)
		board_put(&pair->mirror, square_mirrored(square), board->at[square]);
	board_set_turn(&pair->mirror, (enum side)board->turn);
}

void
pair_play(struct pair *pair, struct move move)
{
	board_play(&pair->board, move);
	board_play(&pair->mirror, move_mirrored(move));
}

bool
pair_is_mirrored(const struct pair *pair)
{
	return pair->mirror.key < pair->board.key;
}

int64_t
pair_key(const struct pair *pair)
{
	return (int64_t)(pair_is_mirrored(pair) ? pair->mirror.key : pair->board.key);
}

bool
pair_is_symmetric(const struct pair *pair)
{
	return board_equal(&pair->board, &pair->mirror);
}

/* What stands there for the other side, as it sees the board. */
static uint8_t
piece_exchanged(uint8_t piece)
{
	return piece == NO_PIECE ? piece :
				   piece_of(side_other(piece_side(piece)), piece_type(piece));
}

bool
pair_is_image(const struct board *a, const struct board *b)
{
	bool exchanged = a->turn != b->turn;
	int plain = 0, mirrored = 0;

	for (uint8_t square = 0; square < SQUARES; square++) {
		int file = square_file(square), rank = square_rank(square);
		uint8_t piece = exchanged ? piece_exchanged(a->at[square]) : a->at[square];
		int at = exchanged ? RANKS - 1 - rank : rank;

		plain += b->at[square_at(file, at)] == piece;
		mirrored += b->at[square_at(FILES - 1 - file, at)] == piece;
	}
	return plain == SQUARES || mirrored == SQUARES;
}
