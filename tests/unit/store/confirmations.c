/* SPDX-License-Identifier: ISC */
/*
 * What waits for an answer: found by number and code, lapsing, used once; and which
 * stay when there are too many.
 */
#include "unit/store/setup.h"

#include <sqlite3.h>

#include "base/str.h"
#include "store/confirmations.h"

static struct confirmation
signup(const char *userid, const char *address, const char *site, const char *code, int64_t created)
{
	struct confirmation c = { .kind = CONFIRM_SIGNUP,
		.address = address,
		.site = site,
		.language = "de",
		.secret = "s",
		.detail = "x@y",
		.code = code,
		.created = created };

	str_copy(c.userid, sizeof c.userid, userid);
	OK(confirmations_add(store, &c, &err));
	return c;
}

static bool
waits(int64_t id, int64_t now)
{
	struct confirmation out;

	return OK(confirmations_get(store, arena, id, now, &out, &err)) == 1;
}

static void
they_wait_and_go(void **state)
{
	struct confirmation a, b, out;

	(void)state;
	OK(store_begin(store, &err));
	a = signup("fred", "F@example.org", "example.org", "k7m2", NOW);
	b = signup("FRED", "f@EXAMPLE.org", "example.org", "zz99", NOW + 100);
	assert_int_not_equal(a.id, b.id);
	assert_int_equal(OK(confirmations_find(store, arena, "K7M2", NOW, &out, &err)), 1);
	assert_int_equal(out.id, a.id);
	assert_int_equal(out.kind, CONFIRM_SIGNUP);
	assert_int_equal(out.player, 0);
	assert_string_equal(out.userid, "fred");
	assert_string_equal(out.address, "F@example.org");
	assert_string_equal(out.site, "example.org");
	assert_string_equal(out.language, "de");
	assert_string_equal(out.secret, "s");
	assert_string_equal(out.detail, "x@y");
	assert_int_equal(OK(confirmations_count(store, "f@example.org", NOW, &err)), 2);
	assert_int_equal(OK(confirmations_count(store, "f@example.org", NOW + 1, &err)), 1);
	assert_int_equal(OK(confirmations_count(store, "g@example.org", 0, &err)), 0);
	/* It has lapsed before anybody clears it away. */
	assert_true(waits(a.id, NOW + SIGNUP_LASTS));
	assert_false(waits(a.id, NOW + SIGNUP_LASTS + 1));
	OK(confirmations_expire(store, NOW + SIGNUP_LASTS + 1, &err));
	assert_false(waits(a.id, NOW));
	OK(confirmations_remove_signups(store, "F@example.org", &err));
	assert_false(waits(b.id, NOW));
	store_rollback(store);
}

/* A day is enough for a forgotten password; and an account's go with it. */
static void
those_of_a_player(void **state)
{
	struct confirmation forgot = { .kind = CONFIRM_FORGOT, .address = "f@a", .created = NOW };
	struct confirmation add = { .kind = CONFIRM_ADD, .address = "g@a", .created = NOW };

	(void)state;
	OK(store_begin(store, &err));
	forgot.player = add.player = add_player("fred");
	forgot.code = "1";
	add.code = "2";
	OK(confirmations_add(store, &forgot, &err));
	OK(confirmations_add(store, &add, &err));
	assert_true(waits(forgot.id, NOW + DAY));
	assert_false(waits(forgot.id, NOW + DAY + 1));
	assert_true(waits(add.id, NOW + DAY + 1));
	OK(confirmations_give_back(store, 100, &err));
	assert_true(waits(forgot.id, NOW + DAY + 100));
	assert_false(waits(forgot.id, NOW + DAY + 101));
	OK(confirmations_give_back(store, -100, &err));
	OK(confirmations_expire(store, NOW + DAY + 1, &err));
	assert_false(waits(forgot.id, NOW));
	assert_true(waits(add.id, NOW));
	OK(confirmations_remove_signups(store, "g@a", &err));
	assert_true(waits(add.id, NOW));
	OK(confirmations_remove_of(store, add.player, &err));
	assert_false(waits(add.id, NOW));
	store_rollback(store);
}

/* Letters name a confirmation by its number: an old one must not meet a new. */
static void
numbers_are_not_used_again(void **state)
{
	struct confirmation a, b;

	(void)state;
	OK(store_begin(store, &err));
	a = signup("fred", "f@b", "b", "1", NOW);
	OK(confirmations_remove(store, a.id, &err));
	b = signup("wilma", "w@b", "b", "2", NOW);
	assert_true(b.id > a.id);
	store_rollback(store);
}

/* A flood in the name of one site pushes itself out, the oldest first; the others stay. */
static void
a_flood_pushes_itself_out(void **state)
{
	struct confirmation honest, same, last;
	char code[16];
	int i;

	(void)state;
	OK(store_begin(store, &err));
	honest = signup("fred", "f@a.test", "a.test", "honest", NOW);
	for (i = 0; i < 20; i++) {
		str_format(code, sizeof code, "flood%d", i);
		last = signup("x", "x@b.test", "b.test", code, NOW);
		if (i == 15)
			same = signup("y", "y@b.test", "b.test", "same", NOW);
	}
	OK(confirmations_trim(store, 22, &err));
	assert_int_equal(OK(confirmations_count(store, "x@b.test", 0, &err)), 20);
	OK(confirmations_trim(store, 10, &err));
	assert_int_equal(OK(confirmations_count(store, "x@b.test", 0, &err)), 8);
	assert_true(waits(honest.id, NOW));
	assert_true(waits(same.id, NOW));
	assert_true(waits(last.id, NOW));
	store_rollback(store);
}

/* What waited in version 0.2 goes on waiting under its number. */
static void
signups_of_old_are_kept(void **state)
{
	struct confirmation out, next;
	sqlite3 *db;

	(void)state;
	store_close(store);
	unlink(path);
	OK(store_open_steps(&store, path, schema_steps, 3, &err));
	store_close(store);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(
	    sqlite3_exec(db,
		"INSERT INTO signup VALUES (7, 'fred', 'fred', '$h', 'f@mail.b', 'vi', 'abc', 5),"
		" (9, 'wilma', 'wllma', '', 'w@b', 'en', 'abd', 6); DELETE FROM signup WHERE id = 9",
		NULL, NULL, NULL),
	    SQLITE_OK);
	sqlite3_close(db);
	OK(store_open(&store, path, &err));
	assert_int_equal(OK(confirmations_get(store, arena, 7, 5, &out, &err)), 1);
	assert_string_equal(out.userid, "fred");
	assert_string_equal(out.secret, "$h");
	assert_string_equal(out.site, "mail.b");
	assert_string_equal(out.language, "vi");
	assert_string_equal(out.code, "abc");
	OK(store_begin(store, &err));
	next = signup("barney", "b@b", "b", "abe", NOW);
	assert_int_equal(next.id, 10);
	store_rollback(store);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(they_wait_and_go),
		TEST(those_of_a_player),
		TEST(numbers_are_not_used_again),
		TEST(a_flood_pushes_itself_out),
		TEST(signups_of_old_are_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
