/* SPDX-License-Identifier: ISC */
/*
 * The same position seen otherwise: left and right exchanged, or the colours
 * (and ranks, and turn).
 */
#ifndef UNIT_RULES_MIRROR_H
#define UNIT_RULES_MIRROR_H

#include "rules/board.h"

static inline void
board_mirror(struct board *out, const struct board *board)
{
	struct board mirrored;

	board_clear(&mirrored);
	for (uint8_t square = 0; square < SQUARES; square++)
		board_put(&mirrored,
		    square_at(FILES - 1 - square_file(square), square_rank(square)),
		    board->at[square]);
	board_set_turn(&mirrored, (enum side)board->turn);
	*out = mirrored;
}

static inline void
board_exchange(struct board *out, const struct board *board)
{
	struct board exchanged;

	board_clear(&exchanged);
	for (uint8_t square = 0; square < SQUARES; square++) {
		uint8_t piece = board->at[square];

		if (piece != NO_PIECE)
			piece = piece_of(side_other(piece_side(piece)), piece_type(piece));
		board_put(&exchanged,
		    square_at(square_file(square), RANKS - 1 - square_rank(square)), piece);
	}
	board_set_turn(&exchanged, side_other((enum side)board->turn));
	*out = exchanged;
}

#endif
