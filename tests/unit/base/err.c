/* SPDX-License-Identifier: ISC */
/*
 * Failures: one line, complete, wrapped by whoever likes.  The log: an error that
 * comes again and again is logged once.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
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

static FILE *file;
static int real;

/* From here on standard error goes into a file. */
static int
catch_lines(void **state)
{
	(void)state;
	file = tmpfile();
	real = dup(STDERR_FILENO);
	log_recovered();
	return file == NULL || dup2(fileno(file), STDERR_FILENO) == -1;
}

static int
let_go(void **state)
{
	(void)state;
	dup2(real, STDERR_FILENO);
	close(real);
	fclose(file);
	return 0;
}

/* What was written so far. */
static const char *
lines(void)
{
	static char text[8192];
	ssize_t n = pread(fileno(file), text, sizeof text - 1, 0);

	text[n > 0 ? n : 0] = '\0';
	return text;
}

static void
logs_an_error_once(void **state)
{
	(void)state;
	for (int pass = 0; pass < 5; pass++) {
		log_error_once("the disk is %s", "full");
		log_error_once("no letter %d", 7);
	}
	assert_string_equal(lines(), "riverpost: the disk is full\nriverpost: no letter 7\n");
	log_error_once("no letter %d", 8);
	log_error_once("no letter %d", 7);
	assert_string_equal(lines(),
	    "riverpost: the disk is full\nriverpost: no letter 7\n"
	    "riverpost: no letter 8\n");
}

static void
logs_it_again_after_a_pass_without_errors(void **state)
{
	(void)state;
	log_error_once("the disk is full");
	log_recovered();
	log_error_once("the disk is full");
	log_error_once("the disk is full");
	assert_string_equal(lines(), "riverpost: the disk is full\nriverpost: the disk is full\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_a_failure),
		cmocka_unit_test(says_what_the_system_said),
		cmocka_unit_test_setup_teardown(logs_an_error_once, catch_lines, let_go),
		cmocka_unit_test_setup_teardown(
		    logs_it_again_after_a_pass_without_errors, catch_lines, let_go),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
