/* SPDX-License-Identifier: ISC */
/*
 * Players, addresses and sign-ups: what is unique, what is found, what expires.
 */
#include "unit/store/setup.h"

static void
players_come_back_as_they_were(void **state)
{
	struct player in = { .userid = "fred",
		.state = PLAYER_SUSPENDED,
		.password_hash = "$x",
		.created = NOW,
		.language = "zh-Hant",
		.board = "plain",
		.flipped = true,
		.notation = "wxf",
		.zone = "-05:30",
		.classic_subject = true,
		.html = "off",
		.writes_html = true,
		.limit = 12 };
	struct player out;

	(void)state;
	OK(store_begin(store, &err));
	OK(players_add(store, &in, &err));
	OK(store_commit(store, &err));
	reopen();
	assert_int_equal(OK(players_get(store, arena, in.id, &out, &err)), 1);
	assert_int_equal(out.id, in.id);
	assert_string_equal(out.userid, "fred");
	assert_int_equal(out.state, PLAYER_SUSPENDED);
	assert_string_equal(out.password_hash, "$x");
	assert_int_equal(out.created, NOW);
	assert_string_equal(out.language, "zh-Hant");
	assert_string_equal(out.board, "plain");
	assert_true(out.flipped);
	assert_string_equal(out.notation, "wxf");
	assert_string_equal(out.zone, "-05:30");
	assert_true(out.classic_subject);
	assert_string_equal(out.html, "off");
	assert_true(out.writes_html);
	assert_int_equal(out.limit, 12);
	OK(store_begin(store, &err));
	out.writes_html = false;
	out.board = "not saved";
	OK(players_note_letter(store, &out, &err));
	OK(store_commit(store, &err));
	assert_int_equal(OK(players_get(store, arena, in.id, &out, &err)), 1);
	assert_false(out.writes_html);
	assert_string_equal(out.board, "plain");
	assert_int_equal(OK(players_get(store, arena, 99, &out, &err)), 0);
}

static void
players_are_saved(void **state)
{
	struct player player;
	int64_t fred, wilma;

	(void)state;
	OK(store_begin(store, &err));
	fred = add_player("fred");
	wilma = add_player("wilma");
	OK(players_get(store, arena, fred, &player, &err));
	player.language = "vi";
	player.zone = "Europe/Berlin";
	OK(players_save(store, &player, &err));
	OK(players_get(store, arena, fred, &player, &err));
	assert_string_equal(player.language, "vi");
	assert_string_equal(player.zone, "Europe/Berlin");
	OK(players_get(store, arena, wilma, &player, &err));
	assert_string_equal(player.language, "en");
	player.id = 99;
	strcpy(player.userid, "nobody");
	assert_int_equal(players_save(store, &player, &err), -1);
	assert_non_null(strstr(err.text, "save a player"));
	store_rollback(store);
}

static void
userids_that_look_alike_are_taken(void **state)
{
	static const struct {
		const char *userid;
		int is_taken;
	} cases[] = { { "bill_01", 1 }, { "BILL_01", 1 }, { "bi11_01", 1 }, { "bi11-o1", 1 },
		{ "b1ll-OI", 1 }, { "bill01", 1 }, { "ßill 01", 0 }, { "bíll_01", 1 },
		{ "bill_0", 0 }, { "bill_012", 0 }, { "bell_01", 0 } };
	struct player player;

	(void)state;
	OK(store_begin(store, &err));
	add_player("bill_01");
	OK(store_commit(store, &err));
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		if (OK(players_taken(store, cases[i].userid, 0, &err)) != cases[i].is_taken)
			fail_msg("%s", cases[i].userid);
	}
	assert_int_equal(OK(players_find(store, arena, "Bill_01", &player, &err)), 1);
	assert_int_equal(OK(players_find(store, arena, "bi11_01", &player, &err)), 0);
}

/* The table refuses what a caller forgot to ask. */
static void
a_userid_that_looks_alike_is_refused(void **state)
{
	struct player player = { .userid = "w1lma", .html = "auto" };

	(void)state;
	OK(store_begin(store, &err));
	add_player("wilma");
	assert_int_equal(players_add(store, &player, &err), -1);
	assert_non_null(strstr(err.text, "add a player"));
	assert_non_null(strstr(err.text, "UNIQUE"));
	store_rollback(store);
}

static void
confirmed_addresses_find_their_player(void **state)
{
	struct address home = {
		.address = "Fred@Example.org", .confirmed = true, .receives = true
	};
	struct address work = { .address = "fred@work.example", .receives = true };
	struct address *all;
	struct player player;
	int64_t fred;

	(void)state;
	OK(store_begin(store, &err));
	fred = home.player = work.player = add_player("fred");
	OK(players_add_address(store, &home, &err));
	OK(players_add_address(store, &work, &err));
	assert_int_equal(
	    OK(players_by_address(store, arena, "fred@example.ORG", &player, &err)), 1);
	assert_int_equal(player.id, fred);
	assert_int_equal(
	    OK(players_by_address(store, arena, "fred@work.example", &player, &err)), 0);
	assert_int_equal(OK(players_by_address(store, arena, "red@example.org", &player, &err)), 0);
	assert_int_equal(OK(players_addresses(store, arena, fred, &all, &err)), 2);
	assert_string_equal(all[0].address, "Fred@Example.org");
	assert_true(all[0].confirmed);
	assert_false(all[1].confirmed);
	store_rollback(store);
}

static void
an_address_is_confirmed_for_one_player(void **state)
{
	struct address mine = { .address = "us@example.org", .receives = true };
	struct address yours = { .address = "US@example.org", .receives = true };
	struct address *all;
	struct player player;

	(void)state;
	OK(store_begin(store, &err));
	mine.player = add_player("fred");
	yours.player = add_player("wilma");
	OK(players_add_address(store, &mine, &err));
	OK(players_add_address(store, &yours, &err));
	mine.confirmed = true;
	OK(players_add_address(store, &mine, &err));
	assert_int_equal(OK(players_addresses(store, arena, mine.player, &all, &err)), 1);
	assert_true(all[0].confirmed);
	yours.confirmed = true;
	assert_int_equal(players_add_address(store, &yours, &err), -1);
	OK(players_by_address(store, arena, "us@example.org", &player, &err));
	assert_int_equal(player.id, mine.player);
	store_rollback(store);
}

static void
players_are_listed_by_userid(void **state)
{
	static const char *const userids[] = { "wilma", "Fred", "barney", "dino", "betty",
		"pebbles", "hoppy", "mr-slate", "arnold", "gazoo" };
	static const char *const sorted[] = { "arnold", "barney", "betty", "dino", "Fred", "gazoo",
		"hoppy", "mr-slate", "pebbles", "wilma" };
	struct player *all;

	(void)state;
	assert_int_equal(OK(players_all(store, arena, &all, &err)), 0);
	OK(store_begin(store, &err));
	for (int i = 0; i < 10; i++)
		add_player(userids[i]);
	OK(store_commit(store, &err));
	assert_int_equal(OK(players_all(store, arena, &all, &err)), 10);
	for (int i = 0; i < 10; i++)
		assert_string_equal(all[i].userid, sorted[i]);
}

static void
text_is_data(void **state)
{
	static const char *const nasty = "x'); DROP TABLE player; -- \" \\ %s ?1 \n\t\xe7\x82\xae";
	struct address address = { .address = nasty, .confirmed = true };
	struct player player;
	struct address *all;

	(void)state;
	OK(store_begin(store, &err));
	address.player = add_player("fred");
	OK(players_add_address(store, &address, &err));
	assert_int_equal(OK(players_by_address(store, arena, nasty, &player, &err)), 1);
	OK(players_addresses(store, arena, player.id, &all, &err));
	assert_string_equal(all[0].address, nasty);
	assert_int_equal(OK(players_find(store, arena, nasty, &player, &err)), 0);
	assert_int_equal(OK(players_taken(store, nasty, 0, &err)), 0);
	store_rollback(store);
}

static void
bounces_count_days(void **state)
{
	static const struct {
		int64_t at, want;
	} cases[] = { { 0, 1 }, { HOUR, 1 }, { DAY, 2 }, { DAY + HOUR, 2 }, { 3 * DAY, 3 },
		{ 8 * DAY, 3 }, /* the window of a week has left the first behind */
		{ 11 * DAY, 2 } };
	const int64_t midnight = NOW - NOW % DAY;
	int64_t count;

	(void)state;
	OK(store_begin(store, &err));
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		OK(bounces_add(store, i % 2 ? "Fred@x" : "fred@x", midnight + cases[i].at,
		    midnight + cases[i].at - 7 * DAY, &count, &err));
		if (count != cases[i].want)
			fail_msg("bounce %zu: %d", i, (int)count);
	}
	OK(bounces_add(store, "wilma@x", midnight, midnight - DAY, &count, &err));
	assert_int_equal(count, 1);
	store_rollback(store);
}

static void
addresses_stop_and_go_on(void **state)
{
	struct address address = { .address = "fred@x", .confirmed = true, .receives = true };
	struct address *all;

	(void)state;
	OK(store_begin(store, &err));
	address.player = add_player("fred");
	OK(players_add_address(store, &address, &err));
	assert_int_equal(addresses_stop(store, "FRED@x", true, &err), 1);
	OK(addresses_stop(store, "FRED@x", true, &err));
	OK(players_addresses(store, arena, address.player, &all, &err));
	assert_true(all[0].stopped);
	assert_int_equal(addresses_stop(store, "fred@x", false, &err), 1);
	OK(addresses_stop(store, "fred@x", false, &err));
	OK(players_addresses(store, arena, address.player, &all, &err));
	assert_false(all[0].stopped);
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
		TEST(players_come_back_as_they_were),
		TEST(players_are_saved),
		TEST(userids_that_look_alike_are_taken),
		TEST(a_userid_that_looks_alike_is_refused),
		TEST(confirmed_addresses_find_their_player),
		TEST(an_address_is_confirmed_for_one_player),
		TEST(players_are_listed_by_userid),
		TEST(text_is_data),
		DUTY(18, bounces_count_days),
		DUTY(18, addresses_stop_and_go_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
