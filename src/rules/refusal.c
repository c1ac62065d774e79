/* SPDX-License-Identifier: ISC */
/*
 * The names of refusals.  Their words stand in the templates, found by name.
 */
#include "rules/refusal.h"

#include <stdio.h>

const char *
refusal_name(enum refusal refusal)
{
	static const char *const names[] = {
		[MOVE_LEGAL] = "legal",
		[MOVE_NO_SUCH_SQUARE] = "no-such-square",
		[MOVE_NO_PIECE] = "no-piece",
		[MOVE_NOT_YOURS] = "not-yours",
		[MOVE_OWN_PIECE] = "own-piece",
		[MOVE_NO_STEP] = "no-step",
		[MOVE_WRONG_SHAPE] = "wrong-shape",
		[MOVE_BLOCKED] = "blocked",
		[MOVE_LEAVES_PALACE] = "leaves-palace",
		[MOVE_CROSSES_RIVER] = "crosses-river",
		[MOVE_BACKWARD] = "backward",
		[MOVE_SIDEWAYS_EARLY] = "sideways-early",
		[MOVE_SCREENS] = "screens",
		[MOVE_LEAVES_CHECK] = "leaves-check",
		[MOVE_KINGS_FACE] = "kings-face",
		[MOVE_GAME_OVER] = "game-over",
	};

	return names[refusal];
}

void
refusal_write(const struct refusal_why *why, char *out, size_t size)
{
	char square[4] = "";

	if (why->square != NO_SQUARE)
		square_write(why->square, square);
	if (why->refusal == MOVE_SCREENS)
		snprintf(out, size, "%s %d", refusal_name(why->refusal), why->count);
	else
		snprintf(out, size, "%s%s%s", refusal_name(why->refusal),
		    square[0] != '\0' ? " " : "", square);
}
