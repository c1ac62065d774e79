/* SPDX-License-Identifier: ISC */
/*
 * Failures: one line, complete, wrapped by whoever likes.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/err.h"

static void
words_a_failure(void **state)
{
	struct err err;

	(void)state;
	assert_int_equal(err_set(&err, "no game %d", 7), -1);
	assert_string_equal(err.text, "no game 7");
	err_set(&err, "a\nb\r\nc\td\x1b[1m");
	assert_string_equal(err.text, "a b  c d [1m");
	err_set(&err, "outer: %s", err.text);
	assert_string_equal(err.text, "outer: a b  c d [1m");
}

static void
says_what_the_system_said(void **state)
{
	struct err err;
	char long_name[2000];

	(void)state;
	errno = ENOENT;
	assert_int_equal(err_system(&err, "cannot read %s", "x"), -1);
	assert_string_equal(err.text, "cannot read x: No such file or directory");
	errno = ENOENT;
	err_system(&err, "again: %s", err.text);
	assert_string_equal(
	    err.text, "again: cannot read x: No such file or directory: No such file or directory");
	memset(long_name, 'n', sizeof long_name);
	long_name[sizeof long_name - 1] = '\0';
	errno = EACCES;
	err_system(&err, "cannot read %s", long_name);
	assert_int_equal(strlen(err.text), sizeof err.text - 1);
	assert_non_null(strstr(err.text, "n: Permission denied"));
	err_set(&err, "%s", long_name);
	assert_int_equal(strlen(err.text), sizeof err.text - 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_a_failure),
		cmocka_unit_test(says_what_the_system_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
