/* SPDX-License-Identifier: ISC */
/*
 * Lists of words: at the beginning, at the end, anywhere, and alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/words.h"

static const char *const list[] = { "rook", "Ro", "cannon", "炮", "a", "炮二", "king" };
static struct words words = WORDS(list);

static const struct {
	const char *text;
	bool start, end, in, hold;
} texts[] = {
	{ "", false, false, false, false }, { "rook", true, true, true, true },
	{ "ROOK", true, true, true, true }, { "ro", true, true, true, true },
	{ "rooks", true, false, true, false }, { "r", false, false, false, false },
	{ "x rook", false, true, true, false }, { "the king is", false, false, true, false },
	{ "the kin", false, false, false, false },
	{ "cannox", false, false, true, false }, /* its "a" */
	{ "connon", false, false, false, false }, { "xa", false, true, true, false },
	{ "A", true, true, true, true }, { "炮", true, true, true, true },
	{ "炮二", true, true, true, true }, { "炮三", true, false, true, false },
	{ "二炮", false, true, true, false }, { "\xe7\x82", false, false, false, false },
	{ "\xc7\xa2\x8e", false, false, false, false }, /* bytes that differ as cases do */
};

static void
finds_words(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		const char *text = texts[i].text;
		size_t length = strlen(text);

		if (words_start(&words, text, length) != texts[i].start ||
		    words_end(&words, text, length) != texts[i].end ||
		    words_stand_in(&words, text, length) != texts[i].in ||
		    words_hold(&words, text, length) != texts[i].hold)
			fail_msg("\"%s\"", text);
	}
}

/* What stands behind the text's end is not part of it. */
static void
keeps_within_the_text(void **state)
{
	(void)state;
	assert_false(words_start(&words, "king", 3));
	assert_true(words_start(&words, "rook", 2));
	assert_false(words_stand_in(&words, "x king", 5));
	assert_false(words_end(&words, "king", 3));
	assert_false(words_hold(&words, "king", 3));
}

/* All words with a first byte, in the order of the list. */
static void
tells_words_by_first_byte(void **state)
{
	size_t n = words_next(&words, 'R', 0);

	(void)state;
	assert_int_equal(n, 1);
	n = words_next(&words, 'R', n);
	assert_int_equal(n, 2);
	assert_int_equal(words_next(&words, 'R', n), 0);
	assert_int_equal(words_next(&words, 'x', 0), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_words),
		cmocka_unit_test(keeps_within_the_text),
		cmocka_unit_test(tells_words_by_first_byte),
	};

	return cmocka_run_group_tests_name("base_words", tests, NULL, NULL);
}
