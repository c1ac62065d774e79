/* SPDX-License-Identifier: ISC */
/*
 * The deadlines of turns as events for calendar programs (RFC 5545).
 */
#ifndef VIEW_EVENT_H
#define VIEW_EVENT_H

#include <stdbool.h>
#include <stdint.h>

struct arena;

struct event {
	const char *uid;       /* the same for all of a game and player: "board-1-fred@a.test" */
	int sequence;          /* higher than in earlier letters */
	const char *organizer; /* an address */
	int64_t made, at;      /* now; the deadline */
	const char *summary, *description;
	bool is_cancelled; /* it takes the event of that uid away */
};

#define EVENT_PUBLISHED "text/calendar; charset=utf-8; method=PUBLISH"
#define EVENT_CANCELLED "text/calendar; charset=utf-8; method=CANCEL"

/* A calendar with these events, one at least, all of them cancelled or none; each has an alarm a
 * day before unless it is cancelled.  Text with CRLF, in the arena. */
const char *event_write(struct arena *arena, const struct event *events, int count);

#endif
