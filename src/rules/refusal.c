/* SPDX-License-Identifier: ISC */
/*
 * The names of refusals, and their words for the command line.
 *
 * Letters have their own words, in the templates, found by name.
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
refusal_text(const struct refusal_why *why, char *out, size_t size)
{
	/* Those that need nothing filled in. */
	static const char *const words[] = {
		[MOVE_LEGAL] = "legal",
		[MOVE_NO_SUCH_SQUARE] = "no such square",
		[MOVE_NO_PIECE] = "no piece there",
		[MOVE_NOT_YOURS] = "not your piece",
		[MOVE_OWN_PIECE] = "your own piece is on the target",
		[MOVE_NO_STEP] = "it goes nowhere",
		[MOVE_WRONG_SHAPE] = "that piece does not move so",
		[MOVE_LEAVES_PALACE] = "it leaves the palace",
		[MOVE_CROSSES_RIVER] = "an elephant does not cross the river",
		[MOVE_BACKWARD] = "a soldier does not go back",
		[MOVE_SIDEWAYS_EARLY] = "a soldier goes sideways only across the river",
		[MOVE_KINGS_FACE] = "the kings would face each other",
		[MOVE_GAME_OVER] = "the game is over",
	};
	char square[4] = "";

	if (why->square != NO_SQUARE)
		square_write(why->square, square);
	switch (why->refusal) {
	case MOVE_BLOCKED:
		snprintf(out, size, "blocked at %s", square);
		break;
	case MOVE_SCREENS:
		snprintf(
		    out, size, "a cannon takes over exactly one screen, and finds %d", why->count);
		break;
	case MOVE_LEAVES_CHECK:
		snprintf(out, size, "your king would %sbe in check from %s",
		    why->was_in_check ? "still " : "", square);
		break;
	default:
		snprintf(out, size, "%s", words[why->refusal]);
	}
}
