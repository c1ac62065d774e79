/* SPDX-License-Identifier: ISC */
/*
 * Positions and moves as tables have them.  What cannot be read or played ends the
 * program (unit/table.h); `where` is the row, or whatever else they come from.
 */
#ifndef UNIT_RULES_TABLE_MOVES_H
#define UNIT_RULES_TABLE_MOVES_H

#include "rules/fen.h"
#include "rules/status.h"
#include "unit/table.h"

static inline void
board_at(const char *where, const char *fen, struct board *board)
{
	const char *wrong = fen_read(fen, board);

	if (wrong != NULL)
		fail_at(where, "%s: %s", fen, wrong);
}

static inline struct move
move_at(const char *where, const char *text, const struct board *board)
{
	struct refusal_why why;
	struct move move;

	if (!move_read(text, &move))
		fail_at(where, "%s is no move", text);
	if (move_judge(board, move, &why) != MOVE_LEGAL)
		fail_at(where, "%s cannot be played: %s", text, refusal_name(why.refusal));
	return move;
}

/* Plays what stands between spaces, "H3-E3 H10-G8"; returns how many. */
static inline int
moves_at(const char *where, const char *text, struct board *board, struct move out[], int max)
{
	char word[16];
	int count = 0, used;

	for (; sscanf(text, " %15s%n", word, &used) == 1; text += used) {
		if (count == max)
			fail_at(where, "%s: more than %d moves", word, max);
		out[count] = move_at(where, word, board);
		board_play(board, out[count++]);
	}
	return count;
}

#endif
