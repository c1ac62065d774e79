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
