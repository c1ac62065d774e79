/* SPDX-License-Identifier: ISC */
/*
 * Time: what is read, what is refused, and that writing and reading agree.
 * The seconds come from date(1).
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <cmocka.h>

#include "base/clock.h"

static const struct {
	const char *text;
	int64_t want; /* -1: refused */
} parsed[] = {
	{ "1970-01-01", 0 },
	{ "2026-11-21", 1795219200 },
	{ "2026-11-21T18:05", 1795284300 },
	{ "2026-11-21T18:05Z", 1795284300 },
	{ "2026-11-21 18:05:09", 1795284309 },
	{ "2026-11-21t18:05:09z", 1795284309 },
	{ "2026-11-21T18:05:09+02:00", 1795277109 },
	{ "2026-11-21T18:05:09-0330", 1795296909 },
	{ "2026-11-21T18:05+08", 1795255500 },
	{ "2024-02-29", 1709164800 },
	{ "2038-01-19T03:14:08Z", INT64_C(2147483648) },
	{ "9999-12-31T23:59:59Z", INT64_C(253402300799) },
	{ "", -1 },
	{ "2026", -1 },
	{ "2026-11", -1 },
	{ "2026-02-29", -1 },
	{ "2026-02-30", -1 },
	{ "2100-02-29", -1 },
	{ "2026-13-01", -1 },
	{ "2026-00-10", -1 },
	{ "2026-10-00", -1 },
	{ "2026-1-1", -1 },
	{ " 2026-11-21", -1 },
	{ "+026-11-21", -1 },
	{ "2026-+1-21", -1 },
	{ "1969-12-31", -1 },
	{ "2026-11-21T", -1 },
	{ "2026-11-21T18", -1 },
	{ "2026-11-21T24:00", -1 },
	{ "2026-11-21T18:60", -1 },
	{ "2026-11-21T18:05:60", -1 },
	{ "2026-11-21T18:05:", -1 },
	{ "2026-11-21T18:05:9", -1 },
	{ "2026-11-21T18: 5", -1 },
	{ "2026-11-21T18:05+15:00", -1 },
	{ "2026-11-21T18:05+2:00", -1 },
	{ "2026-11-21T18:05+02:60", -1 },
	{ "2026-11-21T18:05+02:00x", -1 },
	{ "2026-11-21T18:05 UTC", -1 },
	{ "2026-11-21x", -1 },
};

static void
reads(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof parsed / sizeof parsed[0]; i++) {
		int64_t time = -1;

		if (clock_parse_iso(parsed[i].text, &time) != (parsed[i].want != -1) ||
		    time != parsed[i].want)
			fail_msg("%s: %" PRId64, parsed[i].text, time);
	}
}

static void
writes(void **state)
{
	char text[40];

	(void)state;
	clock_format_iso(text, sizeof text, 1795284309);
	assert_string_equal(text, "2026-11-21T18:05:09Z");
	clock_format_rfc5322(text, sizeof text, 1795284309);
	assert_string_equal(text, "Sat, 21 Nov 2026 18:05:09 +0000");
	clock_format_rfc5322(text, sizeof text, 1709164800);
	assert_string_equal(text, "Thu, 29 Feb 2024 00:00:00 +0000");
}

static void
comes_back_round(void **state)
{
	static const int zones[] = { 0, 60, -60, 330, 840, -720, 1 };

	(void)state;
	for (int64_t time = 0; time < INT64_C(8000000000); time += 7654321) {
		struct civil civil = clock_civil(time, 0);
		int64_t again;
		char text[24];

		clock_format_iso(text, sizeof text, time);
		assert_true(clock_parse_iso(text, &again));
		assert_true(again == time);
		assert_int_equal(civil.weekday, (4 + time / DAY) % 7);
		for (size_t z = 0; z < sizeof zones / sizeof zones[0]; z++) {
			civil = clock_civil(time, zones[z]);
			assert_true(clock_from_civil(&civil, zones[z]) == time);
		}
	}
}

static void
counts_days_in_a_zone(void **state)
{
	struct civil civil = clock_civil(1795284309, 480); /* 02:05 the next day */

	(void)state;
	assert_int_equal(civil.day, 22);
	assert_int_equal(civil.hour, 2);
	assert_int_equal(civil.weekday, 0);
	civil = clock_civil(1795284309, -19 * 60);
	assert_int_equal(civil.day, 20);
	assert_int_equal(civil.hour, 23);
}

static int64_t
system_ms(void)
{
	struct timespec now;

	assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &now), 0);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void
measures_waits(void **state)
{
	const struct timespec wait = { .tv_nsec = 20000000 };

	(void)state;
	for (int i = 0; i < 3; i++) {
		int64_t before = system_ms(), now = clock_steady_ms(), after = system_ms();

		assert_true(before <= now && now <= after);
		nanosleep(&wait, NULL);
		assert_true(clock_steady_ms() - now >= 19);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads),
		cmocka_unit_test(writes),
		cmocka_unit_test(comes_back_round),
		cmocka_unit_test(counts_days_in_a_zone),
		cmocka_unit_test(measures_waits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
