/* SPDX-License-Identifier: ISC */
/*
 * A deadline for calendar programs, by the part that libical comes with (event_ical.c).
 */
#include "view/event.h"

#include <stddef.h>

#include "base/part.h"

static struct part calendar = { "riverpost-calendar.so", NULL };

const char *
event_write(struct arena *arena, const struct event *event)
{
	__typeof__(&event_write) write = PART_TRY(&calendar, event_write);

	return write != NULL ? write(arena, event) : NULL;
}
