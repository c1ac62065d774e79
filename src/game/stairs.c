/* SPDX-License-Identifier: ISC */
/*
 * The stairs (stairs.h).
 */
#include "game/stairs.h"

enum meeting
stairs_meeting(
    const struct climber *by, const struct climber *other, bool plays, int64_t last, int64_t now)
{
	return by->seat.player == other->seat.player ? MEETING_SELF :
	    other->step > by->step                   ? MEETING_ABOVE :
	    other->step < by->step - STAIRS_BELOW    ? MEETING_FAR :
	    plays                                    ? MEETING_PLAYING :
	    other->is_played != 0                    ? MEETING_TAKEN :
	    last != 0 && now < last + STAIRS_REST    ? MEETING_LATELY :
						       MEETING_FREE;
}

int
stairs_step(int step, enum result result, enum side side)
{
	if (result != RESULT_RED && result != RESULT_GREEN)
		return step;
	if ((result == RESULT_RED) == (side == RED))
		return step + 1;
	return step > 1 ? step - 1 : 1;
}

bool
stairs_leaves(enum result result, enum ending ending, enum side side)
{
	return (ending == ENDING_TIME || ending == ENDING_CLOSED) &&
	    result == (side == RED ? RESULT_GREEN : RESULT_RED);
}

enum side
stairs_challenger_side(int challenger_more, int challenged_more)
{
	return challenger_more < challenged_more ? RED : GREEN;
}

void
stairs_close(int *steps, int count)
{
	for (int step = 1, top = count; top > 0; step++) {
		int lowest = 0;

		/* The lowest of those that stand above all that are settled. */
		top = 0;
		for (int i = 0; i < count; i++)
			if (steps[i] >= step) {
				lowest = lowest == 0 || steps[i] < lowest ? steps[i] : lowest;
				top++;
			}
		for (int i = 0; i < count; i++)
			if (steps[i] >= step)
				steps[i] -= lowest - step;
	}
}

int64_t
stairs_month(int64_t at)
{
	struct civil civil = clock_civil(at, 0);

	return (int64_t)civil.year * 12 + civil.month;
}

int64_t
stairs_closing(int64_t now)
{
	struct civil civil = clock_civil(now, 0);
	struct civil next = { .year = civil.month == 12 ? civil.year + 1 : civil.year,
		.month = civil.month == 12 ? 1 : civil.month + 1,
		.day = 1 };

	return clock_from_civil(&next, 0);
}
