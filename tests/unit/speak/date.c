/* SPDX-License-Identifier: ISC */
/*
 * Days as people write them, in figures and in words.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "speak/date.h"
#include "speak/tokens.h"
#include "unit/glossary.h"

static const struct {
	const char *word, *form; /* NULL: none */
} dates[] = {
	{ "2026-12-01", "2026-12-01" },
	{ "2026-2-1", "2026-02-01" },
	{ "2026年12月1日", "2026-12-01" },
	{ "2026年2月21号", "2026-02-21" },
	{ "2026年2月21號", "2026-02-21" },
	{ "2026.2.1", "2026-02-01" },
	{ "2026/2/1", "2026-02-01" },
	{ "1.12.2026", "2026-12-01" },
	{ "01.02.2026", "2026-02-01" },
	{ "1-12-2026", "2026-12-01" },
	{ "1/12/2026", NULL },
	{ "1年12月2026日", NULL },
	{ "1.12.26", "2026-12-01" },
	{ "2026.12.2026", NULL },
	{ "1.2026.12", NULL },
	{ "2026-12", NULL },
	{ "2026", NULL },
	{ "2026.12.1.", NULL },
	{ "2026.12-1", NULL },
	{ "2026年12月1", NULL },
	{ "2026年12月日", NULL },
	{ "2026-12-001", NULL },
	{ "20260-12-01", NULL },
	{ "-2026-12-01", NULL },
	{ "+1.+1.2026", NULL },
	{ " 1.1.2026", NULL },
	{ "", NULL },
};

static void
test_forms(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof dates / sizeof dates[0]; i++) {
		char form[DATE_SIZE] = "nothing";
		const char *want = dates[i].form;

		if (date_form(dates[i].word, form) != (want != NULL) ||
		    (want != NULL && strcmp(form, want) != 0))
			fail_msg("\"%s\" is %s", dates[i].word, form);
	}
}

/* Lines with dates in words; form: the words that are made of it, with bars between; rest: how the
 * line is then, NULL: as it was. */
static const struct {
	const char *line, *form, *rest;
} joined[] = {
	{ "vacation 1 декабря 2026 5 декабря 2026", "vacation|2026-12-01|2026-12-05", NULL },
	{ "vacation 1. Dezember 2026 bis 5. März 2027", "vacation|2026-12-01|2027-03-05", NULL },
	{ "vacation ngày 1 tháng 12 năm 2026 ngày 5 tháng 1 năm 2027",
	    "vacation|2026-12-01|2027-01-05", NULL },
	{ "vacation 1 December 2026 5 Dec 2026", "vacation|2026-12-01|2026-12-05", NULL },
	{ "vacation from December 1st, 2026 - the 5th of December",
	    "vacation|2026-12-01|0000-12-05", NULL },
	{ "vacation December 1 May 2", "vacation|0000-12-01|0000-05-02", NULL },
	{ "vacation 2026年 12月 1日 2026年 12月 5号", "vacation|2026-12-01|2026-12-05", NULL },
	{ "vacation off 1 июня", "vacation|off|0000-06-01", NULL },
	{ "vacation 2026-12-05 to 2026-12-12", "vacation|2026-12-05|2026-12-12", NULL },
	/* No stop ends a sentence there. */
	{ "vacation vom 5.12. bis zum 12.12.", "vacation|0000-12-05|0000-12-12",
	    "vacation vom 5.12 bis zum 12.12" },
	{ "vacation с 5.12 по 12.12.2026", "vacation|0000-12-05|2026-12-12", NULL },
	/* One of them shows what stands first. */
	{ "vacation 20/12/2026 3/1/2027", "vacation|2026-12-20|2027-01-03", NULL },
	{ "vacation 3/1 1/20", "vacation|0000-03-01|0000-01-20", NULL },
	{ "vacation từ 20/12 đến 3/1", "vacation|0000-12-20|0000-01-03", NULL },
	{ "vacation 3/1/2027 5/1/2027", "vacation|3/1/2027|5/1/2027", NULL },
	{ "vacation 20/12 1/20", "vacation|20/12|1/20", NULL },
	{ "vacation 2026年12月20日到2027年1月3日", "vacation|2026-12-20|2027-01-03",
	    "vacation 2026年12月20日 2027年1月3日" },
	{ "vacation 12月20日-1月3号", "vacation|0000-12-20|0000-01-03",
	    "vacation 12月20日 1月3号" },
	{ "vacation 20.12.26 - 03.01.27", "vacation|2026-12-20|2027-01-03", NULL },
	{ "vacation 2026/12/20 2027年1月3日", "vacation|2026-12-20|2027-01-03", NULL },
	{ "vacation off 31.12.", "vacation|off|0000-12-31", "vacation off 31.12" },
	{ "vacation 13.13. 32.1.", "vacation|13.13|32.1", NULL },
	{ "history since 1 July 2026 until 31 July 2026 vs wilma",
	    "history|since|2026-07-01|until|2026-07-31|vs|wilma", NULL },
	{ "history may since 2026", "history|may|since|2026", NULL },
	{ "history of the 1 vs march", "history|of|the|1|vs|march", NULL },
	{ "vacation 100 May 2026", "vacation|100|may|2026", NULL },
};

/* The two days of a span: one month for both, from today on, a length. */
static const struct {
	const char *line, *form;
} spans[] = {
	{ "vacation 24-27 December", "vacation|0000-12-24|0000-12-27" },
	{ "vacation 24 - 27 December 2026", "vacation|2026-12-24|2026-12-27" },
	{ "vacation from the 24th to the 27th of December", "vacation|0000-12-24|0000-12-27" },
	{ "vacation December 24-27", "vacation|0000-12-24|0000-12-27" },
	{ "vacation Dec 24 to 27", "vacation|0000-12-24|0000-12-27" },
	{ "Urlaub vom 24. bis 27. Dezember", "urlaub|0000-12-24|0000-12-27" },
	{ "Urlaub 24.-27.12.", "urlaub|0000-12-24|0000-12-27" },
	{ "Urlaub 20.12.-3.1.", "urlaub|0000-12-20|0000-01-03" },
	{ "vacation 20/12-3/1", "vacation|0000-12-20|0000-01-03" },
	{ "отпуск с 24 по 27 декабря", "отпуск|0000-12-24|0000-12-27" },
	{ "vacation từ 24 đến 27 tháng 12", "vacation|0000-12-24|0000-12-27" },
	{ "vacation 24-27/12", "vacation|0000-12-24|0000-12-27" },
	{ "休假 12月24日至27日", "休假|0000-12-24|0000-12-27" },
	{ "休假 12月24-27日", "休假|0000-12-24|0000-12-27" },
	/* The month of the other cannot be its own. */
	{ "vacation 28 - 3 January", "vacation|28|0000-01-03" },
	{ "vacation January 28 to 3", "vacation|0000-01-28|3" },
	{ "vacation 27-24 December", "vacation|27-24|december" },
	{ "vacation 24-12-2026 27-12-2026", "vacation|2026-12-24|2026-12-27" },
	{ "vacation 2026-12-24 2026-12-27", "vacation|2026-12-24|2026-12-27" },
	{ "vacation 24", "vacation|24" },
	{ "vacation until 27 December", "vacation|0000-00-00|0000-12-27" },
	{ "Urlaub bis 27.12.", "urlaub|0000-00-00|0000-12-27" },
	{ "отпуск до 27 декабря", "отпуск|0000-00-00|0000-12-27" },
	{ "vacation from tomorrow until 27 December", "vacation|0000-00-01|0000-12-27" },
	{ "vacation hôm nay đến ngày mai", "vacation|0000-00-00|0000-00-01" },
	{ "vacation for 2 weeks", "vacation|0000-00-00|0000-13-14" },
	{ "отпуск 5 дней", "отпуск|0000-00-00|0000-13-05" },
	{ "休假 2周", "休假|0000-00-00|0000-13-14" },
	{ "vacation 24 December for 4 days", "vacation|0000-12-24|0000-13-04" },
	{ "vacation 4 days from 24 December", "vacation|0000-12-24|0000-13-04" },
	{ "vacation 20 weeks", "vacation|20|weeks" },
	{ "休假 27日", "休假|0000-16-27|0000-13-01" },
	{ "休假 12月24日 到 3日", "休假|0000-12-24|到|3日" },
	{ "vacation until Monday", "vacation|0000-00-00|0000-14-01" },
	{ "vacation Monday to Thursday", "vacation|0000-14-01|0000-14-04" },
	{ "vacation from next Friday until the coming Sunday", "vacation|0000-14-15|0000-14-07" },
	{ "vacation next week", "vacation|0000-14-11|0000-14-17" },
	{ "vacation this weekend", "vacation|0000-14-06|0000-14-07" },
	{ "vacation next weekend", "vacation|0000-14-16|0000-14-17" },
	{ "vacation friday for 3 days", "vacation|0000-14-05|0000-13-03" },
	{ "vacation next month", "vacation|next|month" },
	{ "Urlaub bis Montag", "urlaub|0000-00-00|0000-14-01" },
	{ "Urlaub von Mo bis Do", "urlaub|0000-14-01|0000-14-04" },
	{ "Urlaub nächste Woche", "urlaub|0000-14-11|0000-14-17" },
	{ "отпуск со среды до воскресенья", "отпуск|0000-14-03|0000-14-07" },
	{ "отпуск до следующего вторника", "отпуск|0000-00-00|0000-14-12" },
	{ "vacation từ thứ hai đến thứ 5", "vacation|0000-14-01|0000-14-04" },
	{ "vacation đến chủ nhật tuần sau", "vacation|0000-00-00|0000-14-17" },
	{ "休假 周一 到 下周三", "休假|0000-14-01|0000-14-13" },
	{ "休假 到 下个星期天", "休假|0000-00-00|0000-14-17" },
	{ "休假 周一到下周三", "休假|0000-14-01|0000-14-13" },
	{ "休假 到下周一", "休假|0000-00-00|0000-14-11" },
	{ "休假 明天至周五", "休假|0000-00-01|0000-14-05" },
	{ "Urlaub bis zum Sonntag", "urlaub|0000-00-00|0000-14-07" },
	{ "休假 下周", "休假|0000-14-11|0000-14-17" },
	{ "vacation off today", "vacation|off|0000-00-00" },
	{ "vacation off the 24th", "vacation|off|0000-16-24" },
	/* Numbers in words. */
	{ "vacation two weeks", "vacation|0000-00-00|0000-13-14" },
	{ "vacation for a week", "vacation|0000-00-00|0000-13-07" },
	{ "vacation ten days from tomorrow", "vacation|0000-00-01|0000-13-10" },
	{ "Urlaub für zwei Wochen", "urlaub|0000-00-00|0000-13-14" },
	{ "Urlaub ab morgen vierzehn Tage", "urlaub|0000-00-01|0000-13-14" },
	{ "отпуск на неделю", "отпуск|0000-00-00|0000-13-07" },
	{ "отпуск на две недели", "отпуск|0000-00-00|0000-13-14" },
	{ "отпуск на 3 недели", "отпуск|0000-00-00|0000-13-21" },
	{ "vacation hai tuần", "vacation|0000-00-00|0000-13-14" },
	{ "休假 两周", "休假|0000-00-00|0000-13-14" },
	{ "休假 两个星期", "休假|0000-00-00|0000-13-14" },
	{ "請假 三天", "請假|0000-00-00|0000-13-03" },
	{ "vacation two", "vacation|two" },
	{ "vacation weeks", "vacation|weeks" },
	/* The end of a month. */
	{ "vacation until the end of the month", "vacation|0000-00-00|0000-15-00" },
	{ "vacation until the end of November", "vacation|0000-00-00|0000-15-11" },
	{ "Urlaub bis Ende November", "urlaub|0000-00-00|0000-15-11" },
	{ "отпуск до конца месяца", "отпуск|0000-00-00|0000-15-00" },
	{ "отпуск с завтрашнего дня до конца декабря", "отпуск|0000-00-01|0000-15-12" },
	{ "vacation đến cuối tháng", "vacation|0000-00-00|0000-15-00" },
	{ "vacation đến hết tháng 12", "vacation|0000-00-00|0000-15-12" },
	{ "休假 到月底", "休假|0000-00-00|0000-15-00" },
	{ "休假 到11月底", "休假|0000-00-00|0000-15-11" },
	{ "vacation until the end of summer", "vacation|until|the|end|of|summer" },
	/* Days without a month, and days of the week beside dates. */
	{ "vacation from the 24th to the 27th", "vacation|0000-16-24|0000-16-27" },
	{ "vacation 24-27", "vacation|0000-16-24|0000-16-27" },
	{ "vacation 24 27", "vacation|24|27" },
	{ "vacation from 24 to 27", "vacation|0000-16-24|0000-16-27" },
	{ "Urlaub 2 von 3", "urlaub|2|von|3" },
	{ "Urlaub vom 24. bis 27.", "urlaub|0000-16-24|0000-16-27" },
	{ "отпуск с 24 по 27", "отпуск|0000-16-24|0000-16-27" },
	{ "休假 24日至27日", "休假|0000-16-24|0000-16-27" },
	{ "vacation until the 27th", "vacation|0000-00-00|0000-16-27" },
	{ "vacation from the 24th for 3 days", "vacation|0000-16-24|0000-13-03" },
	{ "vacation Tuesday 1 December - Thursday 10 December", "vacation|0000-12-01|0000-12-10" },
	{ "Urlaub von Dienstag, 1. Dezember, bis Donnerstag, den 10. Dezember",
	    "urlaub|0000-12-01|0000-12-10" },
	{ "vacation Monday to 3 December", "vacation|0000-14-01|0000-12-03" },
	{ "vacation mon-thu", "vacation|0000-14-01|0000-14-04" },
	{ "vacation starting December 1 till December 10", "vacation|0000-12-01|0000-12-10" },
	{ "vacation between 1 December and 10 December", "vacation|0000-12-01|0000-12-10" },
	{ "vacation 2026-12-01..2026-12-10", "vacation|2026-12-01|2026-12-10" },
	{ "請假 11/24~11/27", "請假|0000-11-24|0000-11-27" },
	/* The month first where hanzi stand, or only that is a vacation. */
	{ "休假 12.1-12.10", "休假|0000-12-01|0000-12-10" },
	{ "休假 2.12-3.12", "休假|0000-02-12|0000-03-12" },
	{ "休假 24.11-27.11", "休假|0000-11-24|0000-11-27" },
	{ "休假 12/1 - 12/10", "休假|0000-12-01|0000-12-10" },
	{ "vacation 12/1 - 12/10", "vacation|0000-12-01|0000-12-10" },
	{ "vacation 1/12/2026 - 10/12/2026", "vacation|2026-12-01|2026-12-10" },
	{ "vacation 12/28/2026 1/3/2027", "vacation|2026-12-28|2027-01-03" },
	{ "vacation 5/6/2027 6/6/2027", "vacation|5/6/2027|6/6/2027" },
	{ "vacation 1/2 - 1/3", "vacation|1/2|-|1/3" },
	{ "Urlaub 12.1. - 12.10.", "urlaub|0000-01-12|0000-10-12" },
	/* No blanks between hanzi. */
	{ "休假 从11月24号到11月27号", "休假|0000-11-24|0000-11-27" },
	{ "休假 明天到周日", "休假|0000-00-01|0000-14-07" },
	{ "休假 从周一直到周五", "休假|0000-14-01|0000-14-05" },
	/* One day; where one begins, the last is not said. */
	{ "vacation 24 November", "vacation|0000-11-24|0000-13-01" },
	{ "vacation on the 24th", "vacation|0000-16-24|0000-13-01" },
	{ "vacation Friday", "vacation|0000-14-05|0000-13-01" },
	{ "vacation tomorrow", "vacation|0000-00-01|0000-13-01" },
	{ "vacation from Friday", "vacation|0000-14-05" },
	{ "Urlaub ab morgen", "urlaub|0000-00-01" },
	{ "Urlaub ab nächster Woche", "urlaub|0000-14-11" },
	{ "отпуск с понедельника", "отпуск|0000-14-01" },
	{ "vacation from next week until 3 December", "vacation|0000-14-11|0000-12-03" },
};

/* The day that a word of a span means, where today is Wednesday, 9 December 2026, and the vacation
 * begins on Friday, the 11th. */
static const struct {
	const char *form;
	int alone, last; /* days of December; last: where the first day is said */
} days[] = {
	{ "0000-00-00", 9, 9 },
	{ "0000-00-01", 10, 10 },
	{ "0000-13-01", 9, 11 },
	{ "0000-13-14", 22, 24 },
	{ "0000-14-03", 9, 16 },
	{ "0000-14-01", 14, 14 },
	{ "0000-14-05", 11, 18 },
	{ "0000-14-07", 13, 13 },
	{ "0000-14-11", 14, 14 },
	{ "0000-14-17", 20, 20 },
	{ "0000-15-00", 31, 31 },
	{ "0000-15-12", 31, 31 },
	{ "0000-16-09", 9, 9 + 31 },
	{ "0000-16-11", 11, 11 },
	{ "0000-16-24", 24, 24 },
};

static void
knows_days_of_the_week(void **state)
{
	struct civil today = { .year = 2026, .month = 12, .day = 9, .weekday = 3 };
	struct civil first = { .year = 2026, .month = 12, .day = 11, .weekday = 5 }, day;

	(void)state;
	for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) {
		assert_true(date_is_relative(days[i].form, &today, NULL, &day));
		if (day.month == 1)
			day.day += 31;
		if (day.day != days[i].alone)
			fail_msg("%s is %d alone", days[i].form, day.day);
		assert_true(date_is_relative(days[i].form, &today, &first, &day));
		if (day.month == 1)
			day.day += 31;
		if (day.day != days[i].last)
			fail_msg("%s is %d behind the first day", days[i].form, day.day);
	}
	today.day = 13;
	today.weekday = 0;
	assert_true(date_is_relative("0000-14-11", &today, NULL, &day));
	assert_int_equal(day.day, 14);
	today.day = 31;
	assert_true(date_is_relative("0000-16-30", &today, NULL, &day));
	assert_int_equal(day.year * 10000 + day.month * 100 + day.day, 20270130);
	today = (struct civil){ .year = 2027, .month = 12, .day = 30 };
	assert_true(date_is_relative("0000-15-02", &today, NULL, &day));
	assert_int_equal(day.year * 10000 + day.month * 100 + day.day, 20280229);
	today = (struct civil){ .year = 2027, .month = 1, .day = 31 };
	assert_true(date_is_relative("0000-16-30", &today, NULL, &day));
	assert_int_equal(day.year * 10000 + day.month * 100 + day.day, 20270330);
	assert_false(date_is_relative("0000-12-24", &today, NULL, &day));
	assert_false(date_is_relative("2026-12-24", &today, NULL, &day));
}

/* The folded words with bars between. */
static const char *
barred(struct arena *arena, const struct tokens *tokens)
{
	const char *form = "";

	for (int k = 0; k < tokens->count; k++)
		form = arena_printf(arena, "%s%s%s", form, k > 0 ? "|" : "", tokens->folded[k]);
	return form;
}

static void
joins_spans(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof spans / sizeof spans[0]; i++) {
		struct arena *arena = arena_new();
		struct tokens tokens;

		tokens_split(arena, spans[i].line, &tokens);
		date_join_span(arena, glossary_shipped(), &tokens);
		if (strcmp(barred(arena, &tokens), spans[i].form) != 0)
			fail_msg("%s: %s", spans[i].line, barred(arena, &tokens));
		arena_free(arena);
	}
}

static void
joins_dates_in_words(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof joined / sizeof joined[0]; i++) {
		struct arena *arena = arena_new();
		struct tokens tokens;

		tokens_split(arena, joined[i].line, &tokens);
		date_join_words(arena, glossary_shipped(), &tokens);
		assert_string_equal(barred(arena, &tokens), joined[i].form);
		assert_string_equal(tokens_rest(arena, &tokens, 0),
		    joined[i].rest != NULL ? joined[i].rest : joined[i].line);
		arena_free(arena);
	}
}

static void
adds_the_year(void **state)
{
	const struct civil day = { .year = 2026, .month = 11, .day = 28 };
	static const struct {
		const char *form, *next, *last;
	} table[] = {
		{ "0000-11-28", "2026-11-28", "2026-11-28" },
		{ "0000-11-29", "2026-11-29", "2025-11-29" },
		{ "0000-01-05", "2027-01-05", "2026-01-05" },
		{ "2031-01-05", "2031-01-05", "2031-01-05" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		char form[DATE_SIZE], past[DATE_SIZE];

		str_copy(form, sizeof form, table[i].form);
		str_copy(past, sizeof past, table[i].form);
		date_add_year(form, &day, false);
		date_add_year(past, &day, true);
		assert_string_equal(form, table[i].next);
		assert_string_equal(past, table[i].last);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_forms),
		cmocka_unit_test(joins_dates_in_words), cmocka_unit_test(joins_spans),
		cmocka_unit_test(knows_days_of_the_week), cmocka_unit_test(adds_the_year) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
