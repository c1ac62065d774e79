/* SPDX-License-Identifier: ISC */
/*
 * The names of the ways a game ends.  They are stored: a name never changes.
 */
#include "game/game.h"

#include <string.h>

static const char *const names[] = {
	[ENDING_NONE] = "",
	[ENDING_CHECKMATE] = "checkmate",
	[ENDING_STALEMATE] = "stalemate",
	[ENDING_RESIGNATION] = "resignation",
	[ENDING_TIME] = "time",
	[ENDING_PERPETUAL_CHECK] = "perpetual-check",
	[ENDING_PERPETUAL_CHASE] = "perpetual-chase",
	[ENDING_REFUSED_REPETITION] = "refused-repetition",
	[ENDING_AGREEMENT] = "agreement",
	[ENDING_REPETITION] = "repetition",
	[ENDING_DEAD_POSITION] = "dead-position",
	[ENDING_NO_CAPTURE] = "no-capture",
	[ENDING_EFFECTIVE_MOVES] = "effective-moves",
	[ENDING_LENGTH] = "length",
	[ENDING_ADJUDICATION] = "adjudication",
	[ENDING_REJECTED] = "rejected",
	[ENDING_WITHDRAWN] = "withdrawn",
	[ENDING_LAPSED] = "lapsed",
	[ENDING_CANCELLED] = "cancelled",
};

const char *
ending_name(enum ending ending)
{
	return names[ending];
}

bool
ending_find(const char *name, enum ending *out)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (strcmp(names[i], name) == 0) {
			*out = (enum ending)i;
			return true;
		}
	}
	return false;
}
