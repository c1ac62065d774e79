/* SPDX-License-Identifier: ISC */
/*
 * Where the phrases of a list stand: at the beginning, at the end, anywhere, and alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/err.h"
#include "mail/quote/phrases.h"

/* No list may be missing. */
#define LIST(upper, name) name " = rook, Ro, cannon, 炮, a, 炮二, king\n"
static const char *const files[][2] = { { "quotes.txt", PHRASES(LIST) }, { "robots.txt", "" },
	{ "subjects.txt", "" } };

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
		struct span span = { text, strlen(text) };

		if (phrases_start(PHRASES_TALK, span) != texts[i].start ||
		    phrases_end(PHRASES_TALK, span) != texts[i].end ||
		    phrases_stand_in(PHRASES_TALK, span) != texts[i].in ||
		    phrases_hold(PHRASES_TALK, span) != texts[i].hold)
			fail_msg("\"%s\"", text);
	}
}

/* What stands behind the text's end is not part of it. */
static void
keeps_within_the_text(void **state)
{
	(void)state;
	assert_false(phrases_start(PHRASES_TALK, (struct span){ "king", 3 }));
	assert_true(phrases_start(PHRASES_TALK, (struct span){ "rook", 2 }));
	assert_false(phrases_stand_in(PHRASES_TALK, (struct span){ "x king", 5 }));
	assert_false(phrases_end(PHRASES_TALK, (struct span){ "king", 3 }));
	assert_false(phrases_hold(PHRASES_TALK, (struct span){ "king", 3 }));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_words),
		cmocka_unit_test(keeps_within_the_text),
	};

	char folder[] = "/tmp/words.XXXXXX", path[64];
	struct err err;

	if (mkdtemp(folder) == NULL)
		return 1;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		FILE *file;

		snprintf(path, sizeof path, "%s/%s", folder, files[i][0]);
		if ((file = fopen(path, "w")) == NULL)
			return 1;
		fputs(files[i][1], file);
		fclose(file);
	}
	if (phrases_load(folder, &err) == -1)
		return 1;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, files[i][0]);
		unlink(path);
	}
	rmdir(folder);
	return cmocka_run_group_tests_name("mail_phrases_words", tests, NULL, NULL);
}
