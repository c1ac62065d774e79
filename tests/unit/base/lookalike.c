/* SPDX-License-Identifier: ISC */
/*
 * Names that look alike, and names that do not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/lookalike.h"

static const struct {
	const char *left, *right;
	int alike;
} pairs[] = {
	{ "wilma", "WILMA", 1 },
	{ "wilma", "wilrna", 1 },
	{ "wilma", "Wi1ma", 1 },
	{ "wilma", "w\u0456lma", 1 },
	{ "wilma", "vvilma", 1 },
	{ "wilma", "wil ma", 1 },
	{ "wilma", "w\u00edlm\u1ea1", 1 },
	{ "wilma", "\uff37\uff29\uff2c\uff2d\uff21", 1 },
	{ "wilma", "wilna", 0 },
	{ "wilma", "wilma2", 0 },
	{ "fred", "fr3d", 1 },
	{ "fred", "\u017fred", 1 },
	{ "fred", "FR\u0415D", 1 },
	{ "fred", "f-r_e.d", 1 },
	{ "fred", "frecl", 1 },
	{ "fred", "freddy", 0 },
	{ "bill_01", "b1ll-OI", 1 },
	{ "\u0411\u043e\u0440\u0438\u0441", "\u0431\u043e\u0440\u0438\u0441", 1 },
	{ "\u738b\u5f3a", "\u738b\u5f3a", 1 },
	{ "\u738b\u5f3a", "\u738b\u58ee", 0 },
	{ "u1", "u2", 0 },
	{ "u6", "u8", 0 },
	{ "u19", "u16", 0 },
};

static void
test_pairs(void **state)
{
	char left[LOOKALIKE_SIZE], right[LOOKALIKE_SIZE];

	(void)state;
	for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
		lookalike_key(pairs[i].left, strlen(pairs[i].left), left);
		lookalike_key(pairs[i].right, strlen(pairs[i].right), right);
		if ((strcmp(left, right) == 0) != pairs[i].alike)
			fail_msg("%s, %s: %s, %s", pairs[i].left, pairs[i].right, left, right);
	}
}

/* No letter, more bytes than a key has, and bytes that are no UTF-8. */
static void
test_odd(void **state)
{
	char name[4 * LOOKALIKE_SIZE], key[LOOKALIKE_SIZE];

	(void)state;
	lookalike_key("* . -", 5, key);
	assert_string_equal(key, "");
	memset(name, 'x', sizeof name);
	lookalike_key(name, sizeof name - 1, key);
	assert_int_equal(strlen(key), LOOKALIKE_SIZE - 1);
	lookalike_key("fr\xff\xc3", 4, key);
	assert_memory_equal(key, "fr", 2);
	lookalike_key("fred secret", 4, key);
	assert_string_equal(key, "fred");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "names that look alike have one key", test_pairs, NULL, NULL, NULL },
		{ "any bytes have a key", test_odd, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
