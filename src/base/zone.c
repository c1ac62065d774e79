/* SPDX-License-Identifier: ISC */
/*
 * Time zones by name (zone.h).
 *
 * The C library knows one zone at a time, that of TZ.  It is set for each question
 * and put back, so that nothing else of the program sees it; answers are kept.
 */
#include "base/zone.h"

#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/str.h"

#define ZONES_FOLDER "/usr/share/zoneinfo/"
#define SPAN         900 /* seconds; zones change at quarters of an hour */
#define KEPT         256 /* answers */

static int
ask_library(const char *zone, int64_t when)
{
	const char *own = getenv("TZ");
	time_t asked = (time_t)when;
	struct tm tm = { 0 };
	char name[ZONE_SIZE + 1], saved[PATH_MAX];

	if (own != NULL)
		str_copy(saved, sizeof saved, own);
	str_format(name, sizeof name, ":%s", zone);
	setenv("TZ", name, 1);
	tzset();
	localtime_r(&asked, &tm);
	if (own != NULL)
		setenv("TZ", saved, 1);
	else
		unsetenv("TZ");
	tzset();
	return (int)tm.tm_gmtoff;
}

int
zone_offset(const char *zone, int64_t when)
{
	static struct {
		char zone[ZONE_SIZE];
		int64_t span;
		int offset;
	} kept[KEPT], *place;
	int64_t span = when / SPAN;
	uint64_t hash = (uint64_t)span;
	int minutes;

	if (zone[0] == '\0')
		return 0;
	if (clock_parse_zone(zone, &minutes))
		return minutes * (int)MINUTE;
	for (const char *c = zone; *c != '\0'; c++)
		hash = hash * 31 + (unsigned char)*c;
	place = &kept[hash % KEPT];
	if (place->span != span || strcmp(place->zone, zone) != 0) {
		place->offset = ask_library(zone, when);
		place->span = span;
		str_copy(place->zone, sizeof place->zone, zone);
	}
	return place->offset;
}

void
zone_write_offset(const char *zone, int64_t when, char out[ZONE_OFFSET_SIZE])
{
	int offset = zone_offset(zone, when) / (int)MINUTE, minutes = abs(offset);
	char sign = offset < 0 ? '-' : '+';

	if (offset == 0)
		str_copy(out, ZONE_OFFSET_SIZE, "UTC");
	else if (minutes % 60 == 0)
		str_format(out, ZONE_OFFSET_SIZE, "UTC%c%d", sign, minutes / 60);
	else
		str_format(out, ZONE_OFFSET_SIZE, "UTC%c%d:%02d", sign, minutes / 60, minutes % 60);
}

bool
zone_has_name(const char *zone)
{
	int minutes;

	return zone[0] != '\0' && !clock_parse_zone(zone, &minutes);
}

struct civil
zone_civil(const char *zone, int64_t when)
{
	return clock_civil(when + zone_offset(zone, when), 0);
}

/* Where clocks are put forward at midnight the day begins later, at the change; where they are
 * put back over it, with the first midnight. */
int64_t
zone_day(const char *zone, const struct civil *date)
{
	struct civil midnight = { .year = date->year, .month = date->month, .day = date->day };
	int64_t local = clock_from_civil(&midnight, 0);
	int before = zone_offset(zone, local - DAY), after = zone_offset(zone, local + DAY);
	int64_t low = local - DAY, high = local + DAY, middle;

	if (zone_offset(zone, local - before) == before)
		return local - before;
	if (zone_offset(zone, local - after) == after)
		return local - after;
	while (high - low > 1) {
		middle = low + (high - low) / 2;
		if (zone_offset(zone, middle) == after)
			high = middle;
		else
			low = middle;
	}
	return high;
}

/* What a clock that is put forward leaves out is as long after midnight as on other days; of what
 * it shows twice the first counts. */
int64_t
zone_next(const char *zone, int64_t seconds, int64_t after)
{
	struct civil day = zone_civil(zone, after);

	for (;; day.day++) {
		int64_t midnight = zone_day(zone, &day), at = midnight + seconds;
		int64_t moved = at + zone_offset(zone, midnight) - zone_offset(zone, at);

		if (zone_offset(zone, moved) == zone_offset(zone, at))
			at = moved;
		if (at > after)
			return at;
	}
}

/* The same zones again, and files that are none, begin with a small letter. */
void
zone_each(void (*look)(const char *zone, void *into), void *into)
{
	static const char *const patterns[] = { ZONES_FOLDER "[A-Z]*", ZONES_FOLDER "[A-Z]*/[A-Z]*",
		ZONES_FOLDER "[A-Z]*/[A-Z]*/[A-Z]*" }; /* America/Argentina/Salta */
	const char *zone;
	glob_t found;

	for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
		if (glob(patterns[i], GLOB_MARK, NULL, &found) != 0)
			continue;
		for (size_t k = 0; k < found.gl_pathc; k++) {
			zone = found.gl_pathv[k] + strlen(ZONES_FOLDER);
			if (zone[strlen(zone) - 1] != '/' && strlen(zone) < ZONE_SIZE)
				look(zone, into);
		}
		globfree(&found);
	}
}

/* The zones of that name, whatever its case. */
struct zone_search {
	const char *name;
	int found;
	bool is_whole; /* the whole path is called so, which counts alone */
	char *out;
};

/* "Berlin" is found in Europe, "Argentina/Salta" in America. */
static void
search(const char *zone, void *into)
{
	struct zone_search *s = into;
	bool is_whole = str_equal_nocase(zone, s->name), ends_so = false;

	for (const char *at = zone; (at = strchr(at, '/')) != NULL;)
		ends_so |= str_equal_nocase(++at, s->name);
	if (s->is_whole || (!is_whole && !ends_so))
		return;
	str_copy(s->out, ZONE_SIZE, zone);
	s->is_whole = is_whole;
	s->found = is_whole ? 1 : s->found + 1;
}

bool
zone_find(const char *text, char out[ZONE_SIZE])
{
	char padded[8];
	const char *offset = text +
	    (str_starts_nocase(text, "utc") || str_starts_nocase(text, "gmt") ? 3 : 0);
	struct zone_search named = { .name = text, .out = out };
	int minutes;

	/* "+8" is "+08:00", and "-3:30" is "-03:30". */
	if (strlen(offset) == 2 || (strlen(offset) == 5 && offset[2] == ':')) {
		str_format(padded, sizeof padded, "%c0%s", offset[0], offset + 1);
		offset = padded;
	}
	if (clock_parse_zone(offset, &minutes)) {
		out[0] = '\0';
		if (minutes != 0)
			str_format(out, ZONE_SIZE, "%c%02d:%02d", minutes < 0 ? '-' : '+',
			    abs(minutes) / 60, abs(minutes) % 60);
		return true;
	}
	zone_each(search, &named);
	return named.found == 1;
}
