/* SPDX-License-Identifier: ISC */
/*
 * Zones by name: offsets around the changes of the clocks, where days begin, and how people
 * write zones.  The figures are date(1)'s.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <cmocka.h>

#include "base/zone.h"

static const struct {
	const char *zone;
	int64_t time;
	int minutes;
} offsets[] = {
	{ "", 1774745999, 0 },
	{ "+08:00", 1774745999, 480 },
	{ "-03:30", 1774745999, -210 },
	{ "Europe/Berlin", 1774745999, 60 },
	{ "Europe/Berlin", 1774746000, 120 },
	{ "Europe/Berlin", 1782907200, 120 },
	{ "Europe/Berlin", 1796126400, 60 },
	{ "America/New_York", 1782907200, -240 },
	{ "America/New_York", 1796126400, -300 },
	{ "Asia/Kathmandu", 1774746000, 345 },
	{ "Australia/Lord_Howe", 1782907200, 630 },
	{ "Australia/Lord_Howe", 1796126400, 660 },
	{ "America/Havana", 1772945999, -300 },
	{ "America/Havana", 1772946000, -240 },
	{ "No/Such_Zone", 1772946000, 0 },
};

static void
test_offset(void **state)
{
	(void)state;
	for (int round = 0; round < 2; round++)
		for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++)
			assert_int_equal(
			    zone_offset(offsets[i].zone, offsets[i].time), offsets[i].minutes * 60);
}

/* Berlin puts its clocks back at 1792890000, and forward at 1774746000. */
static const struct {
	const char *name, *zone;
	int64_t seconds, after, want;
} nexts[] = {
	{ "later today", "", 25200, 1795219200, 1795244400 },
	{ "at that very second: tomorrow", "", 25200, 1795244400, 1795330800 },
	{ "on a day of 25 hours", "Europe/Berlin", 25200, 1792879200, 1792908000 },
	{ "on a day of 23 hours", "Europe/Berlin", 25200, 1774738800, 1774760400 },
	{ "shown twice", "Europe/Berlin", 9000, 1792879200, 1792888200 },
	{ "after the first of them", "Europe/Berlin", 9000, 1792888200, 1792978200 },
	{ "left out", "Europe/Berlin", 9000, 1774738800, 1774747800 },
	{ "after that", "Europe/Berlin", 9000, 1774747800, 1774830600 },
};

static void
test_next(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof nexts / sizeof *nexts; i++)
		if (zone_next(nexts[i].zone, nexts[i].seconds, nexts[i].after) != nexts[i].want)
			fail_msg("%s: %lld", nexts[i].name,
			    (long long)zone_next(nexts[i].zone, nexts[i].seconds, nexts[i].after));
}

static const struct {
	const char *name, *zone;
	int year, month, day;
	int64_t want;
} days[] = {
	{ "UTC", "", 2026, 11, 21, 1795219200 },
	{ "east", "+02:00", 2026, 11, 21, 1795212000 },
	{ "day of a change", "Europe/Berlin", 2026, 10, 25, 1792879200 },
	{ "no change", "Asia/Kathmandu", 2026, 10, 25, 1792865700 },
	{ "no midnight", "America/Havana", 2026, 3, 8, 1772946000 },
	{ "two midnights", "America/Havana", 2026, 11, 1, 1793505600 },
	{ "after the month's end", "", 2026, 10, 52, 1795219200 },
};

static void
test_day(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
		struct civil date = {
			.year = days[i].year, .month = days[i].month, .day = days[i].day, .hour = 7
		};

		if (zone_day(days[i].zone, &date) != days[i].want)
			fail_msg(
			    "%s: %lld", days[i].name, (long long)zone_day(days[i].zone, &date));
	}
}

static const struct {
	const char *text, *want; /* NULL: no such zone */
} found[] = {
	{ "utc", "" },
	{ "UTC+8", "+08:00" },
	{ "+8", "+08:00" },
	{ "-0330", "-03:30" },
	{ "UTC-3:30", "-03:30" },
	{ "gmt-3", "-03:00" },
	{ "Europe/Berlin", "Europe/Berlin" },
	{ "europe/berlin", "Europe/Berlin" },
	{ "berlin", "Europe/Berlin" },
	{ "ho_chi_minh", "Asia/Ho_Chi_Minh" },
	{ "america/argentina/salta", "America/Argentina/Salta" },
	{ "singapore", "Singapore" },
	{ "eastern", NULL }, /* of the USA, of Canada */
	{ "Atlantis", NULL },
	{ "../../../etc/passwd", NULL },
	{ "Europe", NULL },
	{ "+25", NULL },
};

static void
test_find(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
		char zone[ZONE_SIZE] = "";
		bool is_zone = zone_find(found[i].text, zone);

		if (is_zone != (found[i].want != NULL))
			fail_msg("%s: %s", found[i].text, zone);
		if (is_zone)
			assert_string_equal(zone, found[i].want);
	}
}

/* Nothing else of the program sees another zone. */
static void
test_restored(void **state)
{
	time_t when = 1782907200;
	struct tm tm;

	(void)state;
	setenv("TZ", "Asia/Shanghai", 1);
	tzset();
	assert_int_equal(zone_offset("Europe/Moscow", when), 3 * 3600);
	assert_string_equal(getenv("TZ"), "Asia/Shanghai");
	localtime_r(&when, &tm);
	assert_int_equal(tm.tm_gmtoff, 8 * 3600);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_offset),
		cmocka_unit_test(test_next),
		cmocka_unit_test(test_day),
		cmocka_unit_test(test_find),
		cmocka_unit_test(test_restored),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
