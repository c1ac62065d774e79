/* SPDX-License-Identifier: ISC */
/*
 * The 32 pieces in a fixed order, as DhtmlXQ and XQF keep a position.
 *
 * Red's pieces are listed from Red's right, Green's from Red's left, so that
 * the start position comes out exactly as those programs write it.
 */
#include <string.h>

#include "game/record_parts.h"
#include "rules/fen.h"

static const char slot_letters[] = "RNBAKABNRCCPPPPPrnbakabnrccppppp";

/* The type of slot i. */
static enum piece_type
slot_type(int i)
{
	static const uint8_t types[] = { ROOK, HORSE, ELEPHANT, GUARD, KING, GUARD, ELEPHANT, HORSE,
		ROOK, CANNON, CANNON, SOLDIER, SOLDIER, SOLDIER, SOLDIER, SOLDIER };

	return (enum piece_type)types[i % 16];
}

void
slots_from_board(const struct board *board, uint8_t slots[SLOTS])
{
	bool used[SQUARES] = { false };

	for (int i = 0; i < SLOTS; i++) {
		enum side side = i < SLOTS / 2 ? RED : GREEN;

		slots[i] = NO_SQUARE;
		for (int n = 0; n < SQUARES && slots[i] == NO_SQUARE; n++) {
			int file = side == RED ? FILES - 1 - n / RANKS : n / RANKS;
			uint8_t square = square_at(file, n % RANKS);

			if (!used[square] && board->at[square] == piece_of(side, slot_type(i)))
				slots[i] = square;
		}
		if (slots[i] != NO_SQUARE)
			used[slots[i]] = true;
	}
}

/* By way of FEN, which refuses what no game can reach. */
bool
board_from_slots(struct board *board, const uint8_t slots[SLOTS], enum side turn)
{
	char placement[SQUARES], fen[FEN_SIZE], *at = fen;

	memset(placement, '1', sizeof(placement));
	for (int i = 0; i < SLOTS; i++)
		if (slots[i] < SQUARES)
			placement[slots[i]] = slot_letters[i];
	for (int rank = RANKS - 1; rank >= 0; rank--) {
		memcpy(at, placement + square_at(0, rank), FILES);
		at += FILES;
		*at++ = rank > 0 ? '/' : ' ';
	}
	*at++ = turn == RED ? 'w' : 'b';
	*at = '\0';
	return fen_read(fen, board) == NULL;
}
