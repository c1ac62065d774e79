/* SPDX-License-Identifier: ISC */
/*
 * Bounded strings: limits, whole characters, and the helpers for plain C strings.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/str.h"

static const struct {
	const char *name;
	size_t limit;
	const char *first, *second;
	const char *want;
	bool full;
} limited[] = {
	{ "fits", 8, "rook", "s", "rooks", false },
	{ "fits exactly", 5, "rook", "s", "rooks", false },
	{ "one too many", 4, "rook", "s", "rook", true },
	{ "cut", 6, "rook", "soldier", "rookso", true },
	{ "no half hanzi", 5, "abc", "炮", "abc", true },
	{ "hanzi fits", 6, "abc", "炮", "abc炮", false },
	{ "second hanzi dropped", 8, "abc", "炮車", "abc炮", true },
	{ "no half of four bytes", 4, "a", "\U0001FA60", "a", true },
	{ "nothing", 1, "", "", "", false },
};

static void
keeps_its_limit(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof limited / sizeof limited[0]; i++) {
		struct str str;

		str_init(&str, arena, limited[i].limit);
		str_add(&str, limited[i].first);
		str_add(&str, limited[i].second);
		if (strcmp(str.data, limited[i].want) != 0 || str.full != limited[i].full ||
		    str.length != strlen(limited[i].want))
			fail_msg("%s: %s", limited[i].name, str.data);
	}
	arena_free(arena);
}

static void
grows(void **state)
{
	struct arena *arena = arena_new();
	struct str str;
	char large[3000];

	(void)state;
	str_init(&str, arena, 0);
	for (int i = 0; i < 10000; i++)
		str_addc(&str, (char)('a' + i % 26));
	for (int i = 0; i < 10000; i++)
		assert_int_equal(str.data[i], 'a' + i % 26);
	assert_int_equal(str.length, 10000);
	assert_int_equal(str.data[10000], '\0');
	str_truncate(&str, 20000);
	assert_int_equal(str.length, 10000);
	str_truncate(&str, 3);
	assert_string_equal(str.data, "abc");
	memset(large, 'y', sizeof large);
	large[sizeof large - 1] = '\0';
	str_truncate(&str, 0);
	str_addf(&str, "%s|%d|", large, 5);
	assert_int_equal(str.length, sizeof large - 1 + 3);
	assert_string_equal(str.data + sizeof large - 1, "|5|");
	str_truncate(&str, 0);
	str_addn(&str, "a\0b", 3);
	assert_int_equal(str.length, 3);
	arena_free(arena);
}

static void
trims(void **state)
{
	static const struct {
		const char *text, *want;
	} table[] = { { "", "" }, { " \t\r\n", "" }, { "a", "a" }, { "a \n\n", "a" },
		{ " a b ", " a b" } };
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct str str;

		str_init(&str, arena, 0);
		str_add(&str, table[i].text);
		str_trim(&str);
		assert_string_equal(str.data, table[i].want);
		assert_int_equal(str.length, strlen(table[i].want));
	}
	arena_free(arena);
}

static void
compares(void **state)
{
	(void)state;
	assert_true(str_equal("a", "a"));
	assert_false(str_equal("a", "A"));
	assert_false(str_equal("a", NULL));
	assert_false(str_equal(NULL, ""));
	assert_true(str_equal(NULL, NULL));
	assert_true(str_equal_nocase("Fred", "fRED"));
	assert_false(str_equal_nocase("Fred", "Freda"));
	assert_false(str_equal_nocase(NULL, "x"));
	assert_true(str_starts_nocase("Re: board", "re:"));
	assert_false(str_starts_nocase("Re", "re:"));
	assert_true(str_starts_nocase("x", ""));
	assert_string_equal(str_find_nocase("A Rook b", "rook"), "Rook b");
	assert_null(str_find_nocase("A Rook b", "rooks"));
}

static void
finds_names(void **state)
{
	static const char *const names[] = { "rook", NULL, "horse" };

	(void)state;
	assert_int_equal(str_index(names, 3, "rook"), 0);
	assert_int_equal(str_index(names, 3, "Horse"), 2);
	assert_int_equal(str_index(names, 2, "horse"), -1);
	assert_int_equal(str_index(names, 3, ""), -1);
	assert_int_equal(str_index(names, 3, NULL), -1);
}

static void
copies_within_bounds(void **state)
{
	char out[5] = "????";

	(void)state;
	assert_true(str_copy(out, sizeof out, "rook"));
	assert_string_equal(out, "rook");
	assert_false(str_copy(out, sizeof out, "horse"));
	assert_string_equal(out, "hors");
	assert_true(str_format(out, sizeof out, "%d", 1234));
	assert_false(str_format(out, sizeof out, "%d", 12345));
	assert_string_equal(out, "1234");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeps_its_limit),
		cmocka_unit_test(grows),
		cmocka_unit_test(trims),
		cmocka_unit_test(compares),
		cmocka_unit_test(finds_names),
		cmocka_unit_test(copies_within_bounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
