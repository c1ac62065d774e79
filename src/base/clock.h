/* SPDX-License-Identifier: ISC */
/*
 * Time as a number: seconds since 1970-01-01 UTC.
 *
 * clock_now() is called in src/ only; everywhere else time is an argument.
 * A zone is minutes east of UTC, the way people write it (+02:00).
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MINUTE INT64_C(60)
#define HOUR   INT64_C(3600)
#define DAY    INT64_C(86400)

int64_t clock_now(void);
/* Milliseconds of a clock that nobody sets, for waits and deadlines: only differences
 * mean anything.  May be called anywhere. */
int64_t clock_steady_ms(void);
/* ISO 8601: 2026-11-21, 2026-11-21T18:05[:09][Z|+hh:mm] ("T" may be a blank);
 * without a zone UTC is meant. */
bool clock_parse_iso(const char *text, int64_t *out);
/* "2026-11-21T18:05:09Z"; size at least 21. */
void clock_format_iso(char *out, size_t size, int64_t time);
/* "Sat, 21 Nov 2026 18:05:09 +0000" (RFC 5322, 3.3). */
void clock_format_rfc5322(char *out, size_t size, int64_t time);
/* "+08:00", "-0330", "+08", "Z" or nothing, in minutes east of UTC. */
bool clock_parse_zone(const char *text, int *minutes);
/* The civil date and time at `time` in a zone; month 1-12, weekday 0 Sunday. */
struct civil {
	int year, month, day, hour, minute, second, weekday;
};
struct civil clock_civil(int64_t time, int zone_minutes);
int64_t clock_from_civil(const struct civil *civil, int zone_minutes);

/* "3 days", "2 hours", "90 minutes": two at least, but of minutes; what it returns is out. */
const char *clock_span(char *out, size_t size, int64_t seconds);

#endif
