/* SPDX-License-Identifier: ISC */
/*
 * Which finished games a line asks for:
 *
 *	[NAME] [vs NAME] [won|lost|drawn] [as red|green] [since DATE] [until DATE]
 *	    [opening MOVE…] [by REASON] [limit K] [after BOARD]
 *
 * A name may have several words; a DATE is a day, a month or a year, "today", "yesterday", or
 * "last" or "this" with "week", "month", "year".
 */
#ifndef SPEAK_QUERY_H
#define SPEAK_QUERY_H

#include <stdbool.h>

#include "base/clock.h"
#include "store/games.h"

#define QUERY_ANY_TIME (400 * DAY) /* where only the form counts: a year before it can be read */

struct arena;
struct order;

/* What the words say, before any name is looked up. */
struct history_query {
	const char *name, *opponent;
	struct game_filter filter;
};

/* Reads the words of the order; false: they are no such query.  now: for "yesterday" and the
 * like. */
bool query_read(
    struct arena *arena, const struct order *order, int64_t now, struct history_query *q);

/* Are the words of the order one, and is word i, which is no name, plainly one of them? */
bool query_fits(const struct order *order);
bool query_owns(const struct order *order, int i);

/* Which standings a line asks for. */
struct standings_query {
	const char *name; /* whose rating it asks for instead; NULL */
	int limit;
	int64_t since;    /* who has finished a game since then; 0: in the usual time */
	bool is_inactive; /* who has not */
};
bool query_read_standings(const struct order *order, int64_t now, struct standings_query *q);
bool query_fits_standings(const struct order *order);

/* What a line wants on the stairs: "", "join", "play [[with] NAME]" or "leave". */
struct stairs_query {
	enum { STAIRS_SHOW, STAIRS_JOIN, STAIRS_PLAY, STAIRS_LEAVE } what;
	const char *name; /* whom he challenges; NULL whoever waits longest */
};
bool query_read_stairs(const struct order *order, struct stairs_query *q);
/* Are the words of the order that, and is word i plainly one of them? */
bool query_fits_stairs(const struct order *order);
bool query_owns_stairs(const struct order *order, int i);

#endif
