/* SPDX-License-Identifier: ISC */
/*
 * The names of refusals.  Their words stand in the templates, found by name.
 */
#include "rules/refusal.h"

#include <stdio.h>

#define REFUSAL_NAME(name, word) word,

const char *
refusal_name(enum refusal refusal)
{
	static const char *const names[] = { REFUSALS(REFUSAL_NAME) };

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
