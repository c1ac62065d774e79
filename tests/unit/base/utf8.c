/* SPDX-License-Identifier: ISC */
/*
 * UTF-8 as strangers send it: validity, widths, folding, and what must not
 * come through to another reader.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"

static const struct {
	const char *name, *bytes;
	size_t length;            /* 0: strlen */
	const char *lines, *line; /* cleaned with and without keep_lines; NULL: as lines */
} cleaned[] = {
	{ "plain", "Hello, 世界", 0, "Hello, 世界", NULL },
	{ "newline and tab", "a\n\tb", 0, "a\n\tb", "a  b" },
	{ "CRLF", "a\r\nb\r\n\r\nc", 0, "a\nb\n\nc", "a b  c" },
	{ "lone CR", "a\rb\r\rc", 0, "a\nb\n\nc", "a b  c" },
	{ "CR at the end", "a\r", 0, "a\n", "a " },
	{ "other line ends",
	    "a\u2028b\u2029c\xc2\x85"
	    "d\ve\ff",
	    0, "a\nb\nc\nd\ne\nf", "a b c d e f" },
	{ "NUL", "a\0b", 3, "ab", NULL },
	{ "escape", "\x1b[31mred\x07\x7f", 0, "[31mred", NULL },
	{ "C1 control",
	    "a\xc2\x9b"
	    "31m",
	    0, "a31m", NULL },
	{ "bare C1 byte", "a\x9b", 0, "a\ufffd", NULL },
	{ "embedding and override", "\u202aa\u202bb\u202dc\u202ed\u202c", 0, "abcd", NULL },
	{ "isolates", "\u2066a\u2067b\u2068c\u2069", 0, "abc", NULL },
	{ "direction marks", "a\u200eb\u200fc\u061cd", 0, "abcd", NULL },
	{ "zero width space, word joiner, BOM", "\ufeffa\u200bb\u2060c", 0, "abc", NULL },
	{ "soft hyphen", "a\u00adb", 0, "ab", NULL },
	{ "tag characters", "a\U000e0041\U000e007fb", 0, "ab", NULL },
	{ "private use", "a\ue000\U000f0000b", 0, "ab", NULL },
	{ "unassigned and no character", "a\u0378\uffff\U0010ffffb", 0, "ab", NULL },
	{ "Hangul fillers", "a\u115f\u1160\u3164\uffa0b", 0, "ab", NULL },
	{ "grapheme joiner", "a\u034fb", 0, "ab", NULL },
	{ "joiner inside a word", "\u0646\u200c\u0647", 0, "\u0646\u200c\u0647", NULL },
	{ "joiner in an emoji", "\U0001F468\u200d\U0001F469", 0, "\U0001F468\u200d\U0001F469",
	    NULL },
	{ "joiners without a word", "\u200da \u200c\u200db\u200d c\u200c", 0, "a b c", NULL },
	{ "many joiners", "a\u200d\u200d\u200c\u200db", 0, "a\u200db", NULL },
	{ "no-break space", "a\u00a0b", 0, "a b", NULL },
	{ "spaces of other widths", "a\u2003b\u202fc\u2009d\u205fe", 0, "a b c d e", NULL },
	{ "ideographic space", "a\u3000b", 0, "a\u3000b", NULL },
	{ "variation selector", "\u2764\ufe0f", 0, "\u2764\ufe0f", NULL },
	{ "combining mark", "e\u0301", 0, "e\u0301", NULL },
	{ "overlong slash", "\xc0\xaf", 0, "\ufffd\ufffd", NULL },
	{ "surrogate", "\xed\xa0\x80", 0, "\ufffd\ufffd\ufffd", NULL },
	{ "beyond Unicode", "\xf4\x90\x80\x80", 0, "\ufffd\ufffd\ufffd\ufffd", NULL },
	{ "cut at the end", "a\xe7\x82", 0, "a\ufffd\ufffd", NULL },
	{ "cut by the next",
	    "\xe7\x82"
	    "a",
	    0,
	    "\ufffd\ufffd"
	    "a",
	    NULL },
	{ "empty", "", 0, "", NULL },
};

static void
cleans(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof cleaned / sizeof cleaned[0]; i++) {
		const char *bytes = cleaned[i].bytes;
		size_t length = cleaned[i].length != 0 ? cleaned[i].length : strlen(bytes);
		const char *lines = utf8_clean(arena, bytes, length, true);
		const char *line = utf8_clean(arena, bytes, length, false);

		if (strcmp(lines, cleaned[i].lines) != 0)
			fail_msg("%s: %s", cleaned[i].name, lines);
		if (strcmp(line, cleaned[i].line != NULL ? cleaned[i].line : cleaned[i].lines) != 0)
			fail_msg("%s on one line: %s", cleaned[i].name, line);
		assert_true(utf8_is_valid(lines, strlen(lines)));
	}
	arena_free(arena);
}

/* Whatever comes in: valid comes out, and cleaning again changes nothing. */
static void
cleans_anything(void **state)
{
	struct arena *arena = arena_new();
	uint32_t seed = 12345;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		char bytes[24];
		const char *once, *twice;

		for (size_t i = 0; i < sizeof bytes; i++) {
			seed = seed * 1664525 + 1013904223;
			bytes[i] = (char)(seed >> 24);
			if (i % 3 != 0)
				bytes[i] = (char)(0x80 | (bytes[i] & 0x3f));
		}
		once = utf8_clean(arena, bytes, sizeof bytes, round % 2);
		twice = utf8_clean(arena, once, strlen(once), round % 2);
		assert_true(utf8_is_valid(once, strlen(once)));
		assert_string_equal(once, twice);
		arena_clear(arena);
	}
	arena_free(arena);
}

static void
knows_validity(void **state)
{
	static const struct {
		const char *bytes;
		size_t length;
		bool want;
	} table[] = { { "", 0, true }, { "abc", 3, true }, { "a\0b", 3, true }, { "炮", 3, true },
		{ "炮", 2, false }, { "\x80", 1, false }, { "\xc0\x80", 2, false },
		{ "\xed\xbf\xbf", 3, false }, { "\xf4\x8f\xbf\xbf", 4, true },
		{ "\xff", 1, false } };

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
		assert_int_equal(utf8_is_valid(table[i].bytes, table[i].length), table[i].want);
}

static void
reads_and_encodes(void **state)
{
	static const uint32_t characters[] = { 1, 'a', 0x7f, 0x80, 0x7ff, 0x800, 0x70ae, 0xfffd,
		0x10000, 0x1fa60, 0x10ffff };
	const char *text = "a\x80"
			   "b\xe7\x82";

	(void)state;
	for (size_t i = 0; i < sizeof characters / sizeof characters[0]; i++) {
		char out[5] = "";
		const char *at = out;
		size_t n = utf8_encode(characters[i], out);

		assert_int_equal(utf8_next(&at), characters[i]);
		assert_int_equal(at - out, n);
		assert_int_equal(utf8_next(&at), 0);
	}
	assert_int_equal(utf8_next(&text), 'a');
	assert_int_equal(utf8_next(&text), 0xfffd);
	assert_int_equal(utf8_next(&text), 'b');
	assert_int_equal(utf8_next(&text), 0xfffd);
	assert_int_equal(utf8_next(&text), 0xfffd);
	assert_int_equal(utf8_next(&text), 0);
}

static void
measures(void **state)
{
	static const struct {
		const char *text;
		size_t width;
		size_t columns, prefix;
	} table[] = { { "", 0, 5, 0 }, { "abc", 3, 2, 2 }, { "abc", 3, 3, 3 },
		{ "炮二平五", 8, 5, 6 }, { "a炮", 3, 2, 1 }, { "e\u0301x", 2, 1, 3 },
		{ "Ｂ３", 4, 2, 3 },
		{ "\xff"
		  "a",
		    2, 1, 1 },
		{ "Фред", 4, 4, 8 }, { "abc", 3, 0, 0 } };

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		if (utf8_width(table[i].text) != table[i].width ||
		    utf8_prefix(table[i].text, table[i].columns) != table[i].prefix)
			fail_msg("%s: %zu, %zu", table[i].text, utf8_width(table[i].text),
			    utf8_prefix(table[i].text, table[i].columns));
	}
}

static void
normalises(void **state)
{
	static const struct {
		const char *text, *nfc, *fold, *nfkc;
	} table[] = {
		{ "Fred", "Fred", "fred", "Fred" },
		{ "Ｂ３－Ｅ３", "Ｂ３－Ｅ３", "b3-e3", "B3-E3" },
		{ "e\u0301", "\u00e9", "\u00e9", "\u00e9" },
		{ "Straße", "Straße", "strasse", "Straße" },
		{ "ФРЕД", "ФРЕД", "фред", "ФРЕД" },
		{ "車", "車", "車", "車" },
		{ "", "", "", "" },
		{ "a\xff", "a\ufffd", "a\ufffd", "a\ufffd" },
	};
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		assert_string_equal(utf8_nfc(arena, table[i].text), table[i].nfc);
		assert_string_equal(utf8_fold(arena, table[i].text), table[i].fold);
		assert_string_equal(utf8_nfkc(arena, table[i].text), table[i].nfkc);
	}
	arena_free(arena);
}

/* However many marks a letter has: some, in their order. */
static void
bounds_marks(void **state)
{
	static const char *const piles[] = { "\u0301\u0316", "\uff9e\u0316", "\u0f73\u0316" };
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof piles / sizeof *piles; i++) {
		struct str text;

		str_init(&text, arena, 0);
		str_addc(&text, 'x');
		for (int j = 0; j < 20000; j++)
			str_add(&text, piles[i]);
		str_add(&text, " y");
		assert_in_range(strlen(utf8_fold(arena, text.data)), 60, 250);
		assert_string_equal(strchr(utf8_nfc(arena, text.data), ' '), " y");
	}
	arena_free(arena);
}

/* Some character at random, often one that other characters change; 0 now and then. */
static uint32_t
any_character(void)
{
	static const uint32_t some[] = { 0x301, 0x323, 0x345, 0xff9e, 0x1100, 0x1161, 0x11a8,
		0xac00, 0xfdfa, 0xfb01, 0x130, 0xdf, 0x3c2, 0x1f82, 0x212b, 0x2126, 0xff21, 0xff1a,
		0xad, 0x1ebf, 0x1ebe, 0x439, 0x418, 0x306, 0x4e2d, 0x3002, 0x111 };
	static const uint32_t below[] = { 0x500, 0x3000, 0xd800, 0x110000 };
	static uint32_t seed = 7;
	uint32_t number;

	seed = seed * 1664525 + 1013904223;
	number = seed >> 12;
	if (number % 5 == 0)
		return some[number / 5 % (sizeof some / sizeof *some)];
	number = seed >> 6 & ~3u;
	number = number % below[seed >> 28 & 3];
	return number >= 0xd800 && number <= 0xdfff ? 0 : number;
}

/* Words, which take a shorter way, become what utf8proc makes of them. */
static void
folds_words(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (int round = 0; round < 50000; round++) {
		char word[64];
		size_t length = 0;
		utf8proc_uint8_t *want = NULL;

		for (uint32_t c; length < 57 && (c = any_character()) != 0;)
			length += utf8_encode(c, word + length);
		word[length] = '\0';
		utf8proc_map((const utf8proc_uint8_t *)word, 0, &want,
		    UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT |
			UTF8PROC_CASEFOLD);
		assert_string_equal(utf8_fold(arena, word), (const char *)want);
		free(want);
		arena_clear(arena);
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cleans),
		cmocka_unit_test(cleans_anything),
		cmocka_unit_test(knows_validity),
		cmocka_unit_test(reads_and_encodes),
		cmocka_unit_test(measures),
		cmocka_unit_test(normalises),
		cmocka_unit_test(bounds_marks),
		cmocka_unit_test(folds_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
