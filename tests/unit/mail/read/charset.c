/* SPDX-License-Identifier: ISC */
/*
 * Charsets of two-byte units (mail/README 12).  The others are tried in whole
 * letters (reader_charset.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "mail/read/charset.h"

/* Two-byte units, with the mark in front or told by the zeros beside ASCII. */
static void
test_wide(void **state)
{
	static const struct {
		const char *label, *bytes;
		size_t length;
		const char *want;
	} cases[] = { { "utf-16", "\xff\xfe\xae\x70\x37\0", 6, "炮7" },
		{ "utf-16", "\xfe\xff\x70\xae\0\x37", 6, "炮7" },
		{ "utf-8", "\xff\xfe\xae\x70\x37\0", 6, "炮7" },
		{ NULL, "\xfe\xff\x70\xae\0\x37", 6, "炮7" },
		{ "utf-16", "\xae\x70\x37\0", 4, "炮7" }, { "ucs-2", "\x70\xae\0\x37", 4, "炮7" },
		{ "unicode", "\xae\x70\x37\0", 4, "炮7" },
		{ "utf-16be", "\x70\xae\0\x37", 4, "炮7" }, { "utf-16", "炮7", 4, "炮7" },
		{ "utf-16", "", 0, "" } };
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *text = charset_to_utf8(
		    arena, cases[i].bytes, cases[i].length, cases[i].label, NULL);

		/* The mark is a character of its own, which the next step drops. */
		assert_string_equal(utf8_clean(arena, text, strlen(text), true), cases[i].want);
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "mail 12: charsets of two-byte units", test_wide, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("mail_charset", tests, NULL, NULL);
}
