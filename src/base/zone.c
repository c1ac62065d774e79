/* SPDX-License-Identifier: ISC */
/*
 * Time zones by name (zone.h).
 *
 * The C library knows one zone at a time, that of TZ.  It is set for each question
 * and put back, so that nothing else of the program sees it; answers are kept.
 */
#include "base/zone.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/str.h"

#define ZONES_FOLDER "/usr/share/zoneinfo"
#define DEPTH_MAX    3   /* America/Argentina/Salta */
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

/* Counts the files below `folder` that are called so, whatever their case: "Berlin" is found in
 * Europe.  A whole path counts alone.  `out` is a path below the zones' folder. */
static void
search(const char *folder, const char *name, int depth, int *found, char out[ZONE_SIZE])
{
	char path[PATH_MAX], below[NAME_MAX];
	bool is_whole = false;
	struct dirent *entry;
	struct stat info;
	DIR *dir;

	str_format(path, sizeof path, "%s/%s", ZONES_FOLDER, folder);
	if (depth == 0 || (dir = opendir(path)) == NULL)
		return;
	while (!is_whole && (entry = readdir(dir)) != NULL) {
		/* The same zones again, and files that are none, begin with a small letter. */
		if (entry->d_name[0] < 'A' || entry->d_name[0] > 'Z')
			continue;
		str_format(below, sizeof below, "%s%s", folder, entry->d_name);
		str_format(path, sizeof path, "%s/%s", ZONES_FOLDER, below);
		if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
			str_format(path, sizeof path, "%s/", below);
			search(path, name, depth - 1, found, out);
			continue;
		}
		is_whole = str_equal_nocase(below, name);
		if (strlen(below) < ZONE_SIZE &&
		    (is_whole || str_equal_nocase(entry->d_name, name))) {
			str_copy(out, ZONE_SIZE, below);
			*found = is_whole ? 1 : *found + 1;
		}
	}
	closedir(dir);
}

bool
zone_find(const char *text, char out[ZONE_SIZE])
{
	char padded[8];
	const char *offset = text +
	    (str_starts_nocase(text, "utc") || str_starts_nocase(text, "gmt") ? 3 : 0);
	int minutes, found = 0;

	/* "+8" is "+08:00". */
	if (strlen(offset) == 2) {
		str_format(padded, sizeof padded, "%c0%c", offset[0], offset[1]);
		offset = padded;
	}
	if (clock_parse_zone(offset, &minutes)) {
		out[0] = '\0';
		if (minutes != 0)
			str_format(out, ZONE_SIZE, "%c%02d:%02d", minutes < 0 ? '-' : '+',
			    abs(minutes) / 60, abs(minutes) % 60);
		return true;
	}
	search("", text, DEPTH_MAX, &found, out);
	return found == 1;
}
