/* SPDX-License-Identifier: ISC */
/*
 * What goes with a player who leaves, what an erased one leaves behind, and when addresses become
 * hashes.
 */
#include "unit/store/setup.h"

#include <sqlite3.h>

#include "base/token.h"
#include "store/leaving.h"
#include "store/stmt.h"

static struct keys keys = { .number = { 1 }, .key = { { 7 } } };

static void
run(const char *sql)
{
	if (sqlite3_exec(store->db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(store->db));
}

/* The one number that is asked for. */
static int
number(const char *sql)
{
	sqlite3_stmt *stmt;
	int n;

	if (sqlite3_prepare_v2(store->db, sql, -1, &stmt, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(store->db));
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	n = sqlite3_column_int(stmt, 0);
	sqlite3_finalize(stmt);
	return n;
}

static void
add_two(void)
{
	leaving_set_keys(store, &keys);
	assert_int_equal(add_player("fred"), 1);
	assert_int_equal(add_player("wilma"), 2);
	run("INSERT INTO address (player, address, confirmed, receives, stopped) VALUES (1, 'fred@a.test', 1, 1, 0),"
	    " (2, 'wilma@b.test', 1, 1, 0);"
	    "INSERT INTO bounce (address, day) VALUES ('fred@a.test', 19675), ('wilma@b.test', 19675);"
	    "INSERT INTO vacation (player, begins, ends) VALUES (1, 1700100000, 1700200000),"
	    " (2, 1700100000, 1700200000)");
}

static void
close_takes_addresses(void **state)
{
	(void)state;
	OK(store_begin(store, &err));
	add_two();
	OK(leaving_close(store, 1, &err));
	assert_int_equal(number("SELECT count(*) FROM address"), 1);
	assert_int_equal(number("SELECT count(*) FROM address WHERE player = 2"), 1);
	assert_int_equal(number("SELECT count(*) FROM bounce WHERE address = 'wilma@b.test'"), 1);
	assert_int_equal(number("SELECT count(*) FROM bounce"), 1);
	assert_int_equal(number("SELECT count(*) FROM vacation"), 1);
	store_rollback(store);
}

static void
erased_is_nobody(void **state)
{
	struct player player;

	(void)state;
	OK(store_begin(store, &err));
	add_two();
	run("INSERT INTO game (id, state, red, green, red_name, green_name, challenger, rules,"
	    " rules_version, is_rated, is_private, start_fen, length, turn, refused_red,"
	    " refused_green, draw_by, draw_last_red, draw_last_green, result, ending, created,"
	    " started, ended, turn_since, nagtime, forfeittime, opening) VALUES (1, 1, 1, 2, '',"
	    " '', 0, 'server', 1, 1, 0, 'x', 0, 0, 0, 0, -1, -1, -1, 0, '', 1700000000,"
	    " 1700000000, 0, 1700000000, 7, 21, '')");
	run("INSERT INTO talk (game, player, ply, kind, text, at) VALUES"
	    " (1, 1, 0, 0, 'fred speaks', 1700000000), (1, 2, 0, 0, 'wilma speaks', 1700000000)");
	assert_int_equal(OK(players_find(store, arena, "fred", &player, &err)), 1);
	player.name = "Fred Flint";
	OK(leaving_erase(store, &player, &err));
	assert_int_equal(number("SELECT count(*) FROM talk"), 1);
	assert_int_equal(number("SELECT count(*) FROM talk WHERE player = 2"), 1);
	assert_int_equal(number("SELECT userid = 'former player 1' AND name = '' AND zone = '' AND"
				" seen = 0 FROM player WHERE id = 1"),
	    1);
	assert_int_equal(OK(players_find(store, arena, "fred", &player, &err)), 0);
	assert_int_equal(OK(players_find(store, arena, "wilma", &player, &err)), 1);
	store_rollback(store);
}

static void
old_addresses_are_hidden(void **state)
{
	(void)state;
	OK(store_begin(store, &err));
	add_two();
	run("INSERT INTO inbox (digest, source, sender, received, taken, outcome) VALUES"
	    " ('a', 's', 'Fred@a.test', 1000, 1000, 'done'),"
	    " ('b', 's', 'fred@a.test', 1000, 1001, 'done'),"
	    " ('c', 's', 'fred@a.test', 2000, 2000, 'done')");
	OK(leaving_hide(store, 2000, 2000, &err));
	assert_int_equal(number("SELECT count(*) FROM inbox WHERE sender LIKE '%a.test'"), 1);
	assert_int_equal(number("SELECT digest = 'c' FROM inbox WHERE sender LIKE '%a.test'"), 1);
	/* However it was spelt, and told apart from others no longer than it is known. */
	assert_int_equal(number("SELECT count(DISTINCT sender) FROM inbox WHERE taken < 2000"), 1);
	assert_int_equal(
	    number("SELECT sender = veil('fred@a.test', 0) FROM inbox WHERE digest = 'a'"), 1);
	/* Once is enough. */
	OK(leaving_hide(store, 2000, 2000, &err));
	assert_int_equal(
	    number("SELECT sender = veil('fred@a.test', 0) FROM inbox WHERE digest = 'a'"), 1);
	/* A bounce of day 19675 is kept for 31 days. */
	OK(leaving_hide(store, 0, INT64_C(19706) * 86400, &err));
	assert_int_equal(number("SELECT count(*) FROM bounce"), 2);
	OK(leaving_hide(store, 0, INT64_C(19707) * 86400, &err));
	assert_int_equal(number("SELECT count(*) FROM bounce"), 0);
	store_rollback(store);
}

int
main(void)
{
	const struct CMUnitTest tests[] = { TEST(close_takes_addresses), TEST(erased_is_nobody),
		TEST(old_addresses_are_hidden) };

	return cmocka_run_group_tests_name("leaving", tests, NULL, NULL);
}
