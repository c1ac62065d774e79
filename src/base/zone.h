/* SPDX-License-Identifier: ISC */
/*
 * Time zones by name, from the system's zone files (tzset(3)), so that daylight
 * saving is theirs.
 *
 * A zone is "" (UTC), an offset as people write it ("+02:00"), or a name of the
 * zone files ("Europe/Berlin").
 */
#ifndef BASE_ZONE_H
#define BASE_ZONE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"

#define ZONE_SIZE 40 /* of the longest name and its NUL */

/* What somebody wrote as a zone ("utc", "UTC+8", "-0330", "europe/berlin", "Berlin") in
 * the one form that is kept; false when there is no such zone, or several. */
bool zone_find(const char *text, char out[ZONE_SIZE]);

/* Shows the names of all zones, in no order. */
void zone_each(void (*look)(const char *zone, void *into), void *into);

/* Seconds east of UTC at that time.  A zone that has gone from the system counts as UTC. */
int zone_offset(const char *zone, int64_t time);
/* The same as letters say it: "UTC", "UTC+8", "UTC-3:30". */
#define ZONE_OFFSET_SIZE 16
void zone_write_offset(const char *zone, int64_t time, char out[ZONE_OFFSET_SIZE]);
/* Has it a name of the zone files?  Else it is the same offset at all times. */
bool zone_has_name(const char *zone);
struct civil zone_civil(const char *zone, int64_t time);

/* The first second of a civil date (its time of day is not looked at); days beyond the month's
 * end run on into the next one. */
int64_t zone_day(const char *zone, const struct civil *date);

/* The first time later than `after` at which the clocks of the zone show that time of day, in
 * seconds since midnight; once on each day, whatever its clocks do. */
int64_t zone_next(const char *zone, int64_t seconds, int64_t after);

#endif
