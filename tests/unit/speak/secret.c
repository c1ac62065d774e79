/* SPDX-License-Identifier: ISC */
/*
 * Which words are not shown, and which are tried first.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "speak/parse.h"
#include "speak/secret.h"

static bool
is_userid(void *source, const char *userid)
{
	(void)source;
	return strcmp(userid, "fred") == 0 || strcmp(userid, "wilma") == 0;
}

static void
blanks_what_follows_the_writer(void **state)
{
	static const struct {
		const char *writer, *text, *want;
	} cases[] = {
		{ "fred", "ladder fred secret 5", "ladder fred ******** 5" },
		{ "fred", "challenge fred wilma fred secret",
		    "challenge fred wilma fred ********" },
		{ "fred", "challenge fred wilma secret", "challenge fred wilma ********" },
		{ "fred", "FRED\tsecret\nfred secret", "FRED\t********\nfred ********" },
		{ "fred", "fred:secret fred/secret", "fred:******** fred/********" },
		{ "fred", "fred : secret", "fred : ********" },
		{ "fred", "(fred) <secret>", "(fred) ********" },
		{ "fred", "--userid=fred --password=secret", "--userid=fred --password=********" },
		{ "fred", "-pw secret password: secret", "-pw ******** password: ********" },
		{ "fred", "userid fred password secret", "userid fred password ********" },
		{ "fred", "show fred all", "show fred all" },
		{ "fred", "history fred vs wilma", "history fred vs wilma" },
		{ "fred", "frederic plays; it is fred's game",
		    "frederic plays; it is fred's game" },
		{ "fred", "message wilma hello", "message wilma hello" },
		{ "fred", "message wilma s3cret", "message wilma ********" },
		{ NULL, "message wilma secret", "message wilma ********" },
		{ "fred", "fred", "fred" },
		{ "fred", "", "" },
	};
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const struct parse_context context = { .writer = cases[i].writer,
			.is_userid = is_userid };

		assert_string_equal(secret_blank(arena, &context, cases[i].text), cases[i].want);
	}
	arena_free(arena);
}

static void
tries_the_likeliest_words(void **state)
{
	static const struct {
		const char *text;
		bool is_speech;
		const char *want;
	} cases[] = {
		{ "signoff secret", false, "secret" },
		{ "signoff secret", true, "secret" },
		{ "my password is secret", true, "secret" },
		{ "foo --pass=secret", true, "secret" },
		{ "one two three four s3cret five", false, "s3cret five two" },
		{ "one two three four s3cret five", true, "s3cret" },
		{ "Well played, thank you!\nSee you tomorrow", true, "" },
		{ "B3-E3 5 resign", false, "" },
		{ "foo fred ******** 5", false, "" },
	};
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const struct parse_context context = { .writer = "fred", .is_userid = is_userid };
		const char *candidates[CANDIDATES_MAX], *got = "";
		int count = secret_candidates(
		    arena, &context, cases[i].text, cases[i].is_speech, candidates);

		for (int k = 0; k < count; k++)
			got = arena_printf(arena, "%s%s%s", got, k > 0 ? " " : "", candidates[k]);
		assert_string_equal(got, cases[i].want);
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blanks_what_follows_the_writer),
		cmocka_unit_test(tries_the_likeliest_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
