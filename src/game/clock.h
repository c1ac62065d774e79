/* SPDX-License-Identifier: ISC */
/*
 * The clock of a game, as arithmetic: how much of a turn's time has run, when it
 * is used up, when to remind (riverpost-commands(7), "TIME").
 *
 * Time does not run while the player to move is on vacation, nor while a letter of
 * his lies put aside, nor, in games that say so, on his weekends: Saturday and Sunday,
 * from midnight to midnight, in his zone.  Nothing here asks the time, stores or sends.
 */
#ifndef GAME_CLOCK_H
#define GAME_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a game's players agreed on.  Seconds. */
struct terms {
	int64_t move;        /* for each move; 0: no limit */
	int64_t bank;        /* of each side for all its moves; 0: no bank */
	int64_t increment;   /* added to a side's bank with each of its moves */
	int64_t nag;         /* when to remind, in place of half time; 0: at half time */
	bool is_weekend_off; /* nothing runs on weekends */
	bool no_vacation;    /* vacations do not count */
	bool by_claim;       /* time is not up before the opponent claims it */
	int vacation_days;   /* so many days of vacation count since the start; 0: all */
};
#define DAYS_MAX 365                              /* of any of the times */
#define TIME_MAX (10 * DAYS_MAX * INT64_C(86400)) /* of a bank with all gifts */

struct period {
	int64_t from, to; /* from <= time < to */
};

/* What of a player's settings bears on his clocks. */
struct calendar {
	const char *zone;         /* base/zone.h */
	const char *reminders;    /* reminders_read */
	const struct period *off; /* vacations by time; none overlap */
	int off_count;
};

/* The clock of one turn. */
struct turn_clock {
	const struct terms *terms;
	const struct calendar *calendar; /* of the player to move */
	int64_t since;                   /* it runs from here */
	int64_t allowed;                 /* seconds; -1: no limit */
	struct period held;              /* this does not count; from == to: nothing */
};

/* Seconds that have run until then. */
int64_t clock_spent(const struct turn_clock *clock, int64_t until);
/* When that many seconds have run. */
int64_t clock_reached(const struct turn_clock *clock, int64_t seconds);
/* When the time allowed is used up; 0: never. */
int64_t clock_deadline(const struct turn_clock *clock);
/* The first reminder later than `after`; 0: none is left.  *is_last: none follows. */
int64_t clock_reminder(const struct turn_clock *clock, int64_t after, bool *is_last);
/* Does time stand still at `now`? */
bool clock_stands(const struct turn_clock *clock, int64_t now);

/* Of vacations, in order of time, what stops a clock that allows `days` days of them (0: none) and
 * has begun at `since`: the first so many days from then on, from midnight to midnight in the zone.
 * Each day of which there is a part counts, once, but for the last two hours of a first one.  out:
 * room for `count`; how many. */
int vacations_counted(const char *zone, int64_t since, int days, const struct period *spans,
    int count, struct period *out);
/* The first time of the vacations, from `now` on, that is not among those that count; 0: none. */
int64_t vacations_uncounted(const struct period *spans, int count, const struct period *counted,
    int counted_count, int64_t now);

/* "3d", "36h", "2w", "1d12h", "5" (days): seconds, of more than nothing and at most DAYS_MAX
 * days. */
bool duration_read(const char *text, int64_t *seconds);
/* Would it be one, or one of the two of "30d+1d", if more days were allowed? */
bool duration_is_too_long(const char *text);
#define DURATION_SIZE 16
void duration_write(int64_t seconds, char out[DURATION_SIZE]); /* "1d12h" */
/* A duration a move ("3d"), or a bank and what each move adds ("30d+1d", "30d+0"). */
bool terms_read_time(struct terms *terms, const char *text);

/* When a player is reminded: "half,1d,6h", or "" for never. */
#define REMINDERS_MAX     4
#define REMINDERS_SIZE    (REMINDERS_MAX * DURATION_SIZE)
#define REMINDERS_DEFAULT "half,1d,6h"
/* What he wrote ("half 1d 6h", "off") in the form that is kept; false when it cannot be
 * read. */
bool reminders_read(const char *text, char out[REMINDERS_SIZE]);

/* A time of day, "7", "7:30", "07.30", "7pm" or "off", in the form that is kept: "07:30", or "" for
 * off; false when it is none. */
#define HOUR_SIZE 6
bool hour_read(const char *text, char out[HOUR_SIZE]);
/* When it is that time in the zone next, later than `after`; once a day (base/zone.h). */
int64_t hour_next(const char *hour, const char *zone, int64_t after);
#define DIGEST_MARGIN (2 * HOUR) /* between a digest and the end of a turn that is left to it */

#endif
