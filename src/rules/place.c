/* SPDX-License-Identifier: ISC */
/*
 * A position and its mirror image (place.h).
 */
#include "rules/place.h"

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
place_set(struct place *place, const struct board *board)
{
	place->board = *board;
	board_clear(&place->mirror);
	for (uint8_t square = 0; square < SQUARES; square++)
		board_put(&place->mirror, square_mirrored(square), board->at[square]);
	board_set_turn(&place->mirror, (enum side)board->turn);
}

void
place_play(struct place *place, struct move move)
{
	board_play(&place->board, move);
	board_play(&place->mirror, move_mirrored(move));
}

bool
place_is_mirrored(const struct place *place)
{
	return place->mirror.key < place->board.key;
}

int64_t
place_key(const struct place *place)
{
	return (int64_t)(place_is_mirrored(place) ? place->mirror.key : place->board.key);
}

bool
place_is_symmetric(const struct place *place)
{
	return board_equal(&place->board, &place->mirror);
}
