/* SPDX-License-Identifier: ISC */
/*
 * The clock as arithmetic.  Times are told in local civil time and reckoned by
 * mktime(3), which the clock does not use; what has to come out was reckoned on
 * a calendar.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "base/clock.h"
#include "base/str.h"
#include "game/clock.h"

/* "2026-03-27 12:00[:01]" in a zone. */
static int64_t
at(const char *zone, const char *text)
{
	char name[64];
	struct tm tm = { .tm_isdst = -1 };

	str_format(name, sizeof name, ":%s", zone);
	setenv("TZ", name, 1);
	tzset();
	assert_non_null(
	    strptime(text, strlen(text) > 16 ? "%Y-%m-%d %H:%M:%S" : "%Y-%m-%d %H:%M", &tm));
	return (int64_t)mktime(&tm);
}

/* A vacation in each is from 3 to 10 August, midnight to midnight; and from 10 to 24 September the
 * clock is held. */
static const struct {
	const char *name, *zone, *since;
	bool is_weekend_off, no_vacation;
	int64_t allowed;
	const char *deadline;
} deadlines[] = {
	{ "three days", "UTC", "2026-11-21 18:05", false, false, 3 * DAY, "2026-11-24 18:05" },
	{ "an hour is lost in March: days have 24", "Europe/Berlin", "2026-03-28 12:00", false,
	    false, DAY, "2026-03-29 13:00" },
	{ "an hour is won in October", "Europe/Berlin", "2026-10-24 12:00", false, false, DAY,
	    "2026-10-25 11:00" },
	{ "over a weekend", "UTC", "2026-11-20 12:00", true, false, DAY, "2026-11-23 12:00" },
	{ "to the last second of Friday", "UTC", "2026-11-20 12:00", true, false, DAY / 2,
	    "2026-11-21 00:00" },
	{ "a second more", "UTC", "2026-11-20 12:00", true, false, DAY / 2 + 1,
	    "2026-11-23 00:00:01" },
	{ "begun on a Saturday", "UTC", "2026-11-21 18:05", true, false, HOUR, "2026-11-23 01:00" },
	{ "begun with Monday", "UTC", "2026-11-23 00:00", true, false, HOUR, "2026-11-23 01:00" },
	{ "two weeks of working days", "UTC", "2026-11-20 12:00", true, false, 10 * DAY,
	    "2026-12-04 12:00" },
	{ "the weekend is the player's", "Asia/Shanghai", "2026-11-20 12:00", true, false, DAY,
	    "2026-11-23 12:00" },
	{ "a weekend with the clocks' change", "Europe/Berlin", "2026-03-27 12:00", true, false,
	    DAY, "2026-03-30 12:00" },
	{ "and the other", "Europe/Berlin", "2026-10-23 12:00", true, false, DAY,
	    "2026-10-26 12:00" },
	{ "over a vacation", "UTC", "2026-08-02 12:00", false, false, 2 * DAY, "2026-08-11 12:00" },
	{ "begun on vacation", "UTC", "2026-08-05 12:00", false, false, DAY, "2026-08-11 00:00" },
	{ "a vacation in a game without", "UTC", "2026-08-02 12:00", false, true, 2 * DAY,
	    "2026-08-04 12:00" },
	/* Friday 31 July; Monday 3 to Sunday 9 August is vacation. */
	{ "a vacation between weekends", "UTC", "2026-07-31 12:00", true, false, DAY,
	    "2026-08-10 12:00" },
	{ "over a time when it is held", "UTC", "2026-09-09 12:00", false, false, 2 * DAY,
	    "2026-09-25 12:00" },
	{ "held in a game without vacations", "UTC", "2026-09-12 12:00", false, true, DAY,
	    "2026-09-25 00:00" },
	/* From Thursday 24 September. */
	{ "held, and a weekend behind", "UTC", "2026-09-09 12:00", true, false, 3 * DAY,
	    "2026-09-28 12:00" },
};

static struct turn_clock
clock_of(size_t i, struct terms *terms, struct calendar *calendar, struct period *vacation)
{
	const char *zone = deadlines[i].zone;

	*vacation = (struct period){ at(zone, "2026-08-03 00:00"), at(zone, "2026-08-10 00:00") };
	*terms = (struct terms){ .is_weekend_off = deadlines[i].is_weekend_off,
		.no_vacation = deadlines[i].no_vacation };
	*calendar = (struct calendar){ strcmp(zone, "UTC") == 0 ? "" : zone, REMINDERS_DEFAULT,
		vacation, 1 };
	return (struct turn_clock){ .terms = terms,
		.calendar = calendar,
		.since = at(zone, deadlines[i].since),
		.allowed = deadlines[i].allowed,
		.held = { at(zone, "2026-09-10 00:00"), at(zone, "2026-09-24 00:00") } };
}

static void
test_deadline(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof deadlines / sizeof *deadlines; i++) {
		struct terms terms;
		struct calendar calendar;
		struct period vacation;
		struct turn_clock clock = clock_of(i, &terms, &calendar, &vacation);
		int64_t want = at(deadlines[i].zone, deadlines[i].deadline),
			got = clock_deadline(&clock);

		if (got != want)
			fail_msg("%s: off by %lld s", deadlines[i].name, (long long)(got - want));
	}
}

/* What is spent, second by second, is what deadlines are reckoned from. */
static void
test_spent(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof deadlines / sizeof *deadlines; i++) {
		struct terms terms;
		struct calendar calendar;
		struct period vacation;
		struct turn_clock clock = clock_of(i, &terms, &calendar, &vacation);
		int64_t deadline = clock_deadline(&clock), spent = 0;

		for (int64_t now = clock.since; now < deadline; now += 300) {
			assert_int_equal(clock_spent(&clock, now), spent);
			if (!clock_stands(&clock, now))
				spent += 300;
		}
		assert_int_equal(clock_spent(&clock, deadline), clock.allowed);
		assert_int_equal(clock_spent(&clock, clock.since - DAY), 0);
	}
}

static const struct {
	const char *name, *reminders;
	int64_t nag, allowed; /* -1: no limit */
	int64_t want[5];      /* seconds of the turn; 0 ends */
} reminders[] = {
	{ "ten days", "half,1d,6h", 0, 10 * DAY, { 5 * DAY, 9 * DAY, 10 * DAY - 6 * HOUR } },
	{ "one day: half of it, and six hours", "half,1d,6h", 0, DAY, { 12 * HOUR, 18 * HOUR } },
	{ "twelve hours: both at once", "half,1d,6h", 0, 12 * HOUR, { 6 * HOUR } },
	{ "pbmserv's", "half,1d,6h", 7 * DAY, 21 * DAY,
	    { 7 * DAY, 20 * DAY, 21 * DAY - 6 * HOUR } },
	{ "pbmserv's, later than the end", "half", 7 * DAY, 3 * DAY, { 0 } },
	{ "no limit", "half,1d,6h", 0, -1, { 0 } },
	{ "no limit, but a reminder", "half,1d,6h", 7 * DAY, -1, { 7 * DAY } },
	{ "off", "", 0, 10 * DAY, { 0 } },
	{ "not in order", "6h,3d", 0, 10 * DAY, { 7 * DAY, 10 * DAY - 6 * HOUR } },
};

static void
test_reminders(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof reminders / sizeof *reminders; i++) {
		struct terms terms = { .nag = reminders[i].nag };
		struct calendar calendar = { "", reminders[i].reminders, NULL, 0 };
		struct turn_clock clock = { .terms = &terms,
			.calendar = &calendar,
			.since = 1795219200,
			.allowed = reminders[i].allowed };
		int64_t after = 0, got;
		bool is_last;

		for (int n = 0; n < 5; n++, after = got) {
			got = clock_reminder(&clock, after, &is_last);
			if (got !=
			    (reminders[i].want[n] != 0 ? clock.since + reminders[i].want[n] : 0))
				fail_msg("%s: %d: %lld", reminders[i].name, n,
				    (long long)(got - clock.since));
			if (got == 0)
				break;
			assert_int_equal(is_last, reminders[i].want[n + 1] == 0);
		}
	}
}

static void
test_duration(void **state)
{
	static const struct {
		const char *text, *form; /* NULL: refused */
		int64_t want;
	} table[] = {
		{ "3d", "3d", 3 * DAY },
		{ "5", "5d", 5 * DAY },
		{ "36h", "1d12h", 36 * HOUR },
		{ "1d12h", "1d12h", 36 * HOUR },
		{ "2W", "14d", 14 * DAY },
		{ "365d", "365d", 365 * DAY },
		{ "366d", NULL, 0 },
		{ "99999999999999999999d", NULL, 0 },
		{ "0", NULL, 0 },
		{ "", NULL, 0 },
		{ "d", NULL, 0 },
		{ "-3d", NULL, 0 },
		{ "3x", NULL, 0 },
		{ "3d ", NULL, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		char form[DURATION_SIZE];
		int64_t seconds = 0;

		if (duration_read(table[i].text, &seconds) != (table[i].form != NULL))
			fail_msg("\"%s\"", table[i].text);
		if (table[i].form == NULL)
			continue;
		assert_int_equal(seconds, table[i].want);
		duration_write(seconds, form);
		assert_string_equal(form, table[i].form);
	}
}

static void
test_terms(void **state)
{
	static const struct {
		const char *text;
		bool is_read;
		int64_t move, bank, increment;
	} table[] = {
		{ "3d", true, 3 * DAY, 0, 0 },
		{ "30d+1d", true, 0, 30 * DAY, DAY },
		{ "30+12h", true, 0, 30 * DAY, 12 * HOUR },
		{ "30d+0", true, 0, 30 * DAY, 0 },
		{ "30d+", false, 0, 0, 0 },
		{ "+1d", false, 0, 0, 0 },
		{ "111111111111111111111d+1d", false, 0, 0, 0 },
		{ "soon", false, 0, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct terms terms = { .nag = 7 * DAY };

		assert_int_equal(terms_read_time(&terms, table[i].text), table[i].is_read);
		assert_int_equal(terms.nag, table[i].is_read ? 0 : 7 * DAY);
		assert_int_equal(terms.move, table[i].move);
		assert_int_equal(terms.bank, table[i].bank);
		assert_int_equal(terms.increment, table[i].increment);
	}
}

static void
test_reminders_read(void **state)
{
	static const struct {
		const char *text, *want; /* NULL: refused */
	} table[] = {
		{ "half 1d 6h", "half,1d,6h" },
		{ "HALF, 24h", "half,1d" },
		{ "off", "" },
		{ "2", "2d" },
		{ "1d 2d 3d 4d 5d", NULL },
		{ "", NULL },
		{ "often", NULL },
		{ "half off", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		char out[REMINDERS_SIZE];

		assert_int_equal(reminders_read(table[i].text, out), table[i].want != NULL);
		if (table[i].want != NULL)
			assert_string_equal(out, table[i].want);
	}
}

/* In order: what is planned, and what of it counts. */
static const struct {
	const char *name, *zone, *since;
	int days;
	const char *spans[8], *want[8]; /* from, to, … */
} limits[] = {
	{ "fewer than are allowed", "UTC", "2026-08-01 12:00", 7,
	    { "2026-08-03 00:00", "2026-08-08 00:00" },
	    { "2026-08-03 00:00", "2026-08-08 00:00" } },
	{ "as many as are allowed", "UTC", "2026-08-01 12:00", 5,
	    { "2026-08-03 00:00", "2026-08-08 00:00" },
	    { "2026-08-03 00:00", "2026-08-08 00:00" } },
	{ "more", "UTC", "2026-08-01 12:00", 4, { "2026-08-03 00:00", "2026-08-08 00:00" },
	    { "2026-08-03 00:00", "2026-08-07 00:00" } },
	{ "over a month's end", "UTC", "2026-08-01 12:00", 14,
	    { "2026-08-25 00:00", "2026-09-20 00:00" },
	    { "2026-08-25 00:00", "2026-09-08 00:00" } },
	{ "none", "UTC", "2026-08-01 12:00", 0, { "2026-08-03 00:00", "2026-08-08 00:00" }, { 0 } },
	{ "none, for less than two hours", "UTC", "2026-08-01 12:00", 0,
	    { "2026-08-03 22:30", "2026-08-04 00:00" }, { 0 } },
	/* Wednesday the 5th is the first of three. */
	{ "the stage begins in it", "UTC", "2026-08-05 12:00", 3,
	    { "2026-08-03 00:00", "2026-08-20 00:00" },
	    { "2026-08-05 12:00", "2026-08-08 00:00" } },
	/* The 6th is. */
	{ "... late in the evening", "UTC", "2026-08-05 22:30", 3,
	    { "2026-08-03 00:00", "2026-08-20 00:00" },
	    { "2026-08-05 22:30", "2026-08-09 00:00" } },
	{ "over before the stage begins", "UTC", "2026-08-20 00:00", 3,
	    { "2026-08-03 00:00", "2026-08-20 00:00" }, { 0 } },
	{ "one before the stage takes nothing", "UTC", "2026-08-10 00:00", 3,
	    { "2026-08-03 00:00", "2026-08-06 00:00", "2026-08-12 00:00", "2026-08-20 00:00" },
	    { "2026-08-12 00:00", "2026-08-15 00:00" } },
	/* 3 and 2 of 5; the third has none. */
	{ "several", "UTC", "2026-08-01 00:00", 5,
	    { "2026-08-03 00:00", "2026-08-06 00:00", "2026-08-12 00:00", "2026-08-20 00:00",
		"2026-08-25 00:00", "2026-08-26 00:00" },
	    { "2026-08-03 00:00", "2026-08-06 00:00", "2026-08-12 00:00", "2026-08-14 00:00" } },
	{ "the first takes all", "UTC", "2026-08-01 00:00", 3,
	    { "2026-08-03 00:00", "2026-08-06 00:00", "2026-08-12 00:00", "2026-08-20 00:00" },
	    { "2026-08-03 00:00", "2026-08-06 00:00" } },
	/* From the middle of the 3rd, which is a whole day of two. */
	{ "begun in the middle of a day", "UTC", "2026-08-01 00:00", 2,
	    { "2026-08-03 15:00", "2026-08-20 00:00" },
	    { "2026-08-03 15:00", "2026-08-05 00:00" } },
	/* Taken back on the 4th, and begun anew on that day, which was paid for. */
	{ "twice on one day", "UTC", "2026-08-01 00:00", 3,
	    { "2026-08-03 00:00", "2026-08-04 10:00", "2026-08-04 15:00", "2026-08-20 00:00" },
	    { "2026-08-03 00:00", "2026-08-04 10:00", "2026-08-04 15:00", "2026-08-06 00:00" } },
	{ "... the last one allowed", "UTC", "2026-08-01 00:00", 2,
	    { "2026-08-03 00:00", "2026-08-04 10:00", "2026-08-04 15:00", "2026-08-20 00:00" },
	    { "2026-08-03 00:00", "2026-08-04 10:00", "2026-08-04 15:00", "2026-08-05 00:00" } },
	/* Less than a day, but of two. */
	{ "ended after 22 hours", "UTC", "2026-08-01 00:00", 1,
	    { "2026-08-03 20:00", "2026-08-04 18:00" },
	    { "2026-08-03 20:00", "2026-08-04 00:00" } },
	{ "... and begun anew", "UTC", "2026-08-01 00:00", 3,
	    { "2026-08-03 20:00", "2026-08-04 18:00", "2026-08-04 19:00", "2026-08-20 00:00" },
	    { "2026-08-03 20:00", "2026-08-04 18:00", "2026-08-04 19:00", "2026-08-06 00:00" } },
	/* 3 to 7 August, and from there 8 and 9. */
	{ "overlapping", "UTC", "2026-08-01 00:00", 7,
	    { "2026-08-03 00:00", "2026-08-08 00:00", "2026-08-06 00:00", "2026-08-20 00:00" },
	    { "2026-08-03 00:00", "2026-08-08 00:00", "2026-08-08 00:00", "2026-08-10 00:00" } },
	{ "one within another", "UTC", "2026-08-01 00:00", 12,
	    { "2026-08-03 00:00", "2026-08-13 00:00", "2026-08-06 00:00", "2026-08-08 00:00",
		"2026-08-20 00:00", "2026-08-30 00:00" },
	    { "2026-08-03 00:00", "2026-08-13 00:00", "2026-08-20 00:00", "2026-08-22 00:00" } },
	/* Summer time begins on 29 March, a day of 23 hours, and ends on 25 October, one of 25. */
	{ "summer time begins", "Europe/Berlin", "2026-03-01 00:00", 3,
	    { "2026-03-28 00:00", "2026-04-10 00:00" },
	    { "2026-03-28 00:00", "2026-03-31 00:00" } },
	{ "summer time ends", "Europe/Berlin", "2026-10-01 00:00", 3,
	    { "2026-10-24 00:00", "2026-11-10 00:00" },
	    { "2026-10-24 00:00", "2026-10-27 00:00" } },
	{ "... with as many days", "Europe/Berlin", "2026-10-01 00:00", 3,
	    { "2026-10-24 00:00", "2026-10-27 00:00" },
	    { "2026-10-24 00:00", "2026-10-27 00:00" } },
	{ "days of the player's zone", "Asia/Shanghai", "2026-08-01 12:00", 4,
	    { "2026-08-03 00:00", "2026-08-08 00:00" },
	    { "2026-08-03 00:00", "2026-08-07 00:00" } },
	/* Kept as it was when he was in Berlin: midnight there is six o'clock. */
	{ "begun in another zone", "Asia/Shanghai", "2026-08-01 12:00", 4,
	    { "2026-08-03 06:00", "2026-08-08 00:00" },
	    { "2026-08-03 06:00", "2026-08-07 00:00" } },
};

/* Both ends of each, up to a NULL; how many. */
static int
read_spans(const char *zone, const char *const *texts, struct period *out)
{
	int count = 0;

	for (; texts[2 * count] != NULL; count++)
		out[count] = (struct period){ at(zone, texts[2 * count]),
			at(zone, texts[2 * count + 1]) };
	return count;
}

static void
test_vacations_counted(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
		const char *zone = limits[i].zone;
		struct period spans[4], want[4], got[4];
		int count = read_spans(zone, limits[i].spans, spans);
		int wanted = read_spans(zone, limits[i].want, want);
		int found = vacations_counted(
		    zone, at(zone, limits[i].since), limits[i].days, spans, count, got);

		if (found != wanted || memcmp(got, want, (size_t)found * sizeof *got) != 0)
			fail_msg("%s: %d, the last until %lld", limits[i].name, found,
			    (long long)(found > 0 ? got[found - 1].to : 0));
	}
}

static void
test_vacations_uncounted(void **state)
{
	static const struct period spans[] = { { 100, 200 }, { 300, 400 } };
	static const struct period half[] = { { 100, 150 } },
				   late[] = { { 100, 200 }, { 300, 310 } };
	static const struct period pieces[] = { { 100, 120 }, { 120, 200 }, { 300, 400 } };
	static const struct {
		const char *name;
		const struct period *counted;
		int count;
		int64_t now, want;
	} table[] = {
		{ "half of the first", half, 1, 10, 150 },
		{ "... while it counts", half, 1, 110, 150 },
		{ "... when it counts no more", half, 1, 160, 160 },
		{ "... and of the second nothing", half, 1, 200, 300 },
		{ "a part of the second", late, 2, 10, 310 },
		{ "all of both, in pieces", pieces, 3, 10, 0 },
		{ "nothing", NULL, 0, 10, 100 },
		{ "all is over", NULL, 0, 400, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		int64_t got = vacations_uncounted(
		    spans, 2, table[i].counted, table[i].count, table[i].now);

		if (got != table[i].want)
			fail_msg("%s: %lld", table[i].name, (long long)got);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_deadline),
		cmocka_unit_test(test_spent),
		cmocka_unit_test(test_reminders),
		cmocka_unit_test(test_duration),
		cmocka_unit_test(test_terms),
		cmocka_unit_test(test_reminders_read),
		cmocka_unit_test(test_vacations_counted),
		cmocka_unit_test(test_vacations_uncounted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
