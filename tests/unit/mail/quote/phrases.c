/* SPDX-License-Identifier: ISC */
/*
 * The phrases of mail programs: what a file of them says, and what is missing.
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

static char folder[] = "/tmp/phrases.XXXXXX";

static void
write_file(const char *name, const char *text)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static void
remove_file(const char *name)
{
	char path[128];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	unlink(path);
}

static struct span
span_of(const char *text)
{
	return (struct span){ text, strlen(text) };
}

/* Never a guard with fewer words. */
static void
test_missing(void **state)
{
	struct err err;

	(void)state;
	assert_int_equal(phrases_load(folder, &err), -1);
	assert_non_null(strstr(err.text, "quotes.txt"));
	write_file("quotes.txt", "# No list.\n\nwrite = wrote\n");
	assert_int_equal(phrases_load(folder, &err), -1);
	assert_non_null(strstr(err.text, "quotes.txt, line 3: no list of that name"));
	write_file("quotes.txt", "talk = i, we\n");
	assert_int_equal(phrases_load(folder, &err), -1);
	assert_non_null(strstr(err.text, "robots.txt"));
	write_file("robots.txt", "");
	write_file("subjects.txt", "answer = re\n");
	assert_int_equal(phrases_load(folder, &err), -1);
	assert_non_null(strstr(err.text, "there is no list \"wrote\""));
	remove_file("quotes.txt");
	remove_file("robots.txt");
	remove_file("subjects.txt");
	rmdir(folder);
}

static void
test_shipped(void **state)
{
	struct err err;

	(void)state;
	assert_int_equal(phrases_load("templates/mail", &err), 0);
	assert_true(phrases_start(PHRASES_WROTE_START, span_of("On Monday")));
	assert_false(phrases_start(PHRASES_WROTE_START, span_of("Only")));
	assert_true(phrases_hold(PHRASES_TALK, span_of("I'm")));
	assert_true(phrases_stand_in(PHRASES_WROTE, span_of("Fred WROTE so")));
	assert_true(phrases_end(PHRASES_WROTE_ALONE, span_of("张三写道")));
	assert_true(phrases_begin(PHRASES_TELEPHONE, span_of("Sent from my iPhone")));
	assert_true(phrases_begin(PHRASES_TELEPHONE, span_of("Von meinem Handy gesendet")));
	assert_false(phrases_begin(PHRASES_TELEPHONE, span_of("Von meinem Handy")));
	assert_true(phrases_begin(
	    PHRASES_BANNER, span_of("see https://aka.ms/LearnAboutSenderIdentification")));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "a list that is missing is an error", test_missing, NULL, NULL, NULL },
		{ "shipped lists: blanks, parts, either case", test_shipped, NULL, NULL, NULL },
	};

	if (mkdtemp(folder) == NULL)
		return 1;
	return cmocka_run_group_tests_name("mail_phrases", tests, NULL, NULL);
}
