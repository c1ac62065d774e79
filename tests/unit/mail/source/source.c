/* SPDX-License-Identifier: ISC */
/*
 * Letters that a mail server fails to give (mail/README 6): from which failure on
 * they are skipped, for how long, and how many of them; and how long a mailbox that
 * fails is left alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/err.h"
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

/* A mailbox that fails, as it is told to. */
static int hung; /* seconds */
static bool has_lasted;

static int
fail_to_begin(struct source *source, struct err *err)
{
	source->asked -= hung * 1000;
	err_set(err, "nobody is let in");
	err->lasts = has_lasted;
	return -1;
}

/* How long it is left alone after each of its failures. */
static void
expect_pauses(const int *pauses, int count)
{
	static const struct source_ops failing = { .begin = fail_to_begin };
	struct source source = { .ops = &failing };
	int64_t now = NOW;
	struct err err;

	for (int i = 0; i < count; i++) {
		assert_int_equal(source_begin(&source, now, &err), -1);
		assert_int_equal(source_retry_at(&source), now + pauses[i]);
		/* Until then it is not asked. */
		assert_int_equal(source_begin(&source, now + pauses[i] - 1, &err), 0);
		now += pauses[i];
	}
}

static void
pauses_grow(void **state)
{
	static const int pauses[] = { 10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900, 900 };

	(void)state;
	expect_pauses(pauses, sizeof pauses / sizeof pauses[0]);
}

static void
up_to_an_hour_where_somebody_has_to_mend_it(void **state)
{
	static const int pauses[] = { 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600 };

	(void)state;
	has_lasted = true;
	expect_pauses(pauses, sizeof pauses / sizeof pauses[0]);
	has_lasted = false;
}

/* The others wait for one that hangs: not often.  Once may be chance. */
static void
one_that_hangs_leaves_time_to_others(void **state)
{
	static const int minute[] = { 10, 600, 600, 600, 600, 600, 640, 900 },
			 ten_minutes[] = { 10, 3600, 3600 };

	(void)state;
	hung = 60;
	expect_pauses(minute, sizeof minute / sizeof minute[0]);
	hung = 600;
	expect_pauses(ten_minutes, sizeof ten_minutes / sizeof ten_minutes[0]);
	hung = 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pauses_grow),
		cmocka_unit_test(up_to_an_hour_where_somebody_has_to_mend_it),
		cmocka_unit_test(one_that_hangs_leaves_time_to_others),
		cmocka_unit_test(three_in_a_row),
		cmocka_unit_test(for_a_while),
		cmocka_unit_test(the_oldest_is_forgotten_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
