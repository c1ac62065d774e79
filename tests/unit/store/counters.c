/* SPDX-License-Identifier: ISC */
/*
 * Counters with a window.
 */
#include "unit/store/setup.h"

#include "store/counters.h"

static void
counters_count_within_a_window(void **state)
{
	int64_t count;

	(void)state;
	OK(store_begin(store, &err));
	for (int i = 0; i < 3; i++)
		OK(counters_add(store, "password", "fred", NOW, &err));
	OK(counters_add(store, "password", "FRED", NOW + 10, &err));
	OK(counters_add(store, "password", "wilma", NOW, &err));
	OK(counters_add(store, "answer-hour", "fred", NOW, &err));
	OK(counters_get(store, "password", "fred", NOW, &count, &err));
	assert_int_equal(count, 4);
	OK(counters_get(store, "password", "Fred", NOW + 1, &count, &err));
	assert_int_equal(count, 1);
	OK(counters_get(store, "password", "barney", 0, &count, &err));
	assert_int_equal(count, 0);
	OK(counters_first(store, "password", "fred", NOW, &count, &err));
	assert_int_equal(count, NOW);
	OK(counters_first(store, "password", "fred", NOW + 1, &count, &err));
	assert_int_equal(count, NOW + 10);
	OK(counters_first(store, "password", "barney", 0, &count, &err));
	assert_int_equal(count, 0);
	OK(counters_expire(store, NOW + 10, &err));
	OK(counters_get(store, "password", "fred", 0, &count, &err));
	assert_int_equal(count, 1);
	store_rollback(store);
}

/* The name says which line of mail/README it is about. */
#define DUTY(number, f) \
	{ \
		"mail " #number ": " #f, f, set_up, tear_down, NULL \
	}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		DUTY(9, counters_count_within_a_window),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
