/* SPDX-License-Identifier: ISC */
/*
 * Letters that a mail server fails to give (mail/README 6): from which failure on
 * they are skipped, for how long, and how many of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/str.h"
#include "mail/source/source_ops.h"

#define NOW INT64_C(1795000000)

static void
three_in_a_row(void **state)
{
	struct skipped skipped = { 0 };

	(void)state;
	assert_false(skipped_note_failure(&skipped, "7.1", NOW));
	assert_false(skipped_note_failure(&skipped, "7.1", NOW));
	assert_false(skipped_has(&skipped, "7.1", NOW));
	/* Another one between them: it may have been chance. */
	assert_false(skipped_note_failure(&skipped, "7.2", NOW));
	assert_false(skipped_note_failure(&skipped, "7.1", NOW));
	assert_false(skipped_note_failure(&skipped, "7.1", NOW));
	assert_true(skipped_note_failure(&skipped, "7.1", NOW));
	assert_true(skipped_has(&skipped, "7.1", NOW));
	assert_false(skipped_has(&skipped, "7.2", NOW));
	assert_false(skipped_has(&skipped, "7.11", NOW));
	assert_false(skipped_has(&skipped, "8.1", NOW));
	assert_false(skipped_has(&skipped, "", NOW));
}

static void
for_a_while(void **state)
{
	struct skipped skipped = { 0 };

	(void)state;
	skipped_add(&skipped, "abc", NOW);
	assert_true(skipped_has(&skipped, "abc", NOW + 899));
	assert_false(skipped_has(&skipped, "abc", NOW + 900));
	/* The clock was set back by a day. */
	assert_false(skipped_has(&skipped, "abc", NOW - 86400));
	/* After that it has three tries again, and is one letter still. */
	for (int i = 0; i < 3; i++)
		assert_int_equal(skipped_note_failure(&skipped, "abc", NOW + 900), i == 2);
	assert_true(skipped_has(&skipped, "abc", NOW + 1799));
}

static void
the_oldest_is_forgotten_first(void **state)
{
	struct skipped skipped = { 0 };
	char id[SKIPPED_ID];

	(void)state;
	for (int i = 0; i <= SKIPPED_MAX; i++) {
		str_format(id, sizeof(id), "7.%d", i);
		skipped_add(&skipped, id, NOW);
	}
	assert_false(skipped_has(&skipped, "7.0", NOW));
	assert_true(skipped_has(&skipped, "7.1", NOW));
	assert_true(skipped_has(&skipped, "7.100", NOW));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_in_a_row),
		cmocka_unit_test(for_a_while),
		cmocka_unit_test(the_oldest_is_forgotten_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
