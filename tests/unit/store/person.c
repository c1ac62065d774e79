/* SPDX-License-Identifier: ISC */
/*
 * What is kept of a player, as text and JSON: his own rows, no secrets, nobody else's.
 */
#include "unit/store/setup.h"

#include <sqlite3.h>

#include "base/str.h"
#include "base/token.h"
#include "store/leaving.h"
#include "store/person.h"
#include "store/stmt.h"

static struct keys keys = { .number = { 1 }, .key = { { 7 } } };

static void
his_and_no_secret(void **state)
{
	static const char sql[] =
	    "UPDATE player SET password_hash = 'hushhush', name = 'Fred \"F\"' WHERE id = 1;"
	    "INSERT INTO address (player, address, confirmed, receives, stopped) VALUES (1, 'fred@a.test', 1,"
	    " 1, 0), (2, 'wilma@b.test', 1, 1, 0);"
	    "INSERT INTO vacation (player, begins, ends) VALUES (1, 1700100000, 1700200000)";
	struct str text, json;

	(void)state;
	OK(store_begin(store, &err));
	leaving_set_keys(store, &keys);
	assert_int_equal(add_player("fred"), 1);
	assert_int_equal(add_player("wilma"), 2);
	assert_int_equal(sqlite3_exec(store->db, sql, NULL, NULL, NULL), SQLITE_OK);
	str_init(&text, arena, 0);
	str_init(&json, arena, 0);
	OK(person_write(store, 1, &text, &json, &err));
	assert_non_null(strstr(text.data, "userid: fred\n"));
	assert_non_null(strstr(text.data, "address: fred@a.test\n"));
	/* 1700100000 is 2023-11-16 02:00 UTC. */
	assert_non_null(strstr(text.data, "begins: 2023-11-16T02:00:00Z\n"));
	assert_non_null(strstr(json.data, "\"begins\": \"2023-11-16T02:00:00Z\""));
	assert_non_null(strstr(json.data, "\"Fred \\u0022F\\u0022\""));
	assert_non_null(strstr(json.data, "\"games\": []"));
	for (int i = 0; i < 2; i++) {
		const char *written = i == 0 ? text.data : json.data;

		assert_null(strstr(written, "hushhush"));
		assert_null(strstr(written, "password_hash"));
		assert_null(strstr(written, "wilma"));
	}
	store_rollback(store);
}

int
main(void)
{
	const struct CMUnitTest tests[] = { TEST(his_and_no_secret) };

	return cmocka_run_group_tests_name("person", tests, NULL, NULL);
}
