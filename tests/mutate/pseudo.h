/* SPDX-License-Identifier: ISC */
/* For tests/mutate/repeat.sh: captures that care for no king's safety. */
#include "rules/movegen.h"
#include "rules/status.h"

static int
captures_unsafe(const struct board *board, enum side side, struct move out[MOVES_MAX])
{
	struct board turned = *board;
	int count = 0;

	board_set_turn(&turned, side);
	for (uint8_t from = 0; from < SQUARES; from++) {
		for (uint8_t to = 0; to < SQUARES; to++) {
			struct move move = { from, to };
			struct refusal_why why;
			enum refusal refusal;

			if (board->at[to] == NO_PIECE)
				continue;
			refusal = move_judge(&turned, move, &why);
			if (refusal == MOVE_LEGAL || refusal == MOVE_LEAVES_CHECK ||
			    refusal == MOVE_KINGS_FACE)
				out[count++] = move;
		}
	}
	return count;
}
