/* SPDX-License-Identifier: ISC */
/*
 * The log: an error that comes again and again is logged once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/log.h"

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
says_it_again_after_a_sound_pass(void **state)
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
		cmocka_unit_test_setup_teardown(logs_an_error_once, catch_lines, let_go),
		cmocka_unit_test_setup_teardown(
		    says_it_again_after_a_sound_pass, catch_lines, let_go),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
