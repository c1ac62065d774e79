/* SPDX-License-Identifier: ISC */
/*
 * What happens without mail, a second before it is due and when it is.
 */
#include "unit/server/setup.h"

#include "server/tick.h"

#define FRED  1
#define WILMA 2

static int
letters_to(void)
{
	struct out *rows;
	int count = outbox(&rows), to = 0;

	for (int i = 0; i < count; i++)
		to |= rows[i].player == fred.id ? FRED : WILMA;
	return to;
}

static void
acts_when_due(void **state)
{
	static const struct {
		const char *name;
		bool is_accepted, may_end;
		int64_t after;
		/* The letter that asks for the move: none is kept, it waits, it went in this pass,
		 * a second ago. */
		enum { ASKED, WAITS, WENT_NOW, WENT } letter;
		enum game_state want;
		int letters;
	} cases[] = {
		{ "an offer, a second before the reminder", false, true, 12 * DAY - 1, ASKED,
		    GAME_OFFERED, 0 },
		{ "its reminder", false, false, 12 * DAY, ASKED, GAME_OFFERED, WILMA },
		{ "a second before it lapses", false, true, OFFER_LAPSES - 1, ASKED, GAME_OFFERED,
		    WILMA },
		{ "an offer lapses", false, true, OFFER_LAPSES, ASKED, GAME_OVER, FRED | WILMA },
		{ "not while letters wait to be read", false, false, OFFER_LAPSES, ASKED,
		    GAME_OFFERED, 0 },
		{ "a second before the reminder", true, true, 7 * DAY - 1, ASKED, GAME_PLAYING, 0 },
		{ "the reminder", true, true, 7 * DAY, ASKED, GAME_PLAYING, FRED },
		{ "the reminder ends nothing, and may come", true, false, 7 * DAY, ASKED,
		    GAME_PLAYING, FRED },
		{ "a second before time is up", true, true, 21 * DAY - 1, ASKED, GAME_PLAYING,
		    FRED },
		{ "time is up", true, true, 21 * DAY, ASKED, GAME_OVER, FRED | WILMA },
		{ "not while letters wait to be read", true, false, 21 * DAY, ASKED, GAME_PLAYING,
		    0 },
		{ "not while the letter that asks for the move waits", true, true, 21 * DAY, WAITS,
		    GAME_PLAYING, 0 },
		{ "no reminder of what was not asked", true, true, 7 * DAY, WAITS, GAME_PLAYING,
		    0 },
		{ "whoever has no time left is asked before", true, true, 21 * DAY, WENT_NOW,
		    GAME_PLAYING, 0 },
		{ "in an earlier pass", true, true, 21 * DAY, WENT, GAME_OVER, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct game *game;
		struct out ask = { .player = fred.id,
			.message_id = "ask@game.test",
			.sender = "",
			.recipient = "fred@a.test",
			.subject = "",
			.bytes = "x",
			.length = 1,
			.created = NOW };

		print_message("%s\n", cases[i].name);
		if (i > 0)
			set_up(NULL);
		OK(store_begin(server.store, &err));
		game = add_game(cases[i].is_accepted);
		ask.game = game->id;
		if (cases[i].letter != ASKED) {
			/* A row is asked for by its turn, and this game has one. */
			struct ply ply = { .received = NOW, .committed = NOW };
			struct move move;
			struct verdict verdict;

			assert_true(move_read("H3-E3", &move));
			game_play(game, move, &ply, &verdict);
			ask.turn = game->turns;
			ask.player = wilma.id;
			game->turn_since = NOW;
			OK(games_save(server.store, game, &err));
			OK(outbox_add(server.store, &ask, &err));
			if (cases[i].letter != WAITS)
				OK(outbox_result(server.store, ask.id, OUT_SENT, 0,
				    NOW + cases[i].after - (cases[i].letter == WENT), "", &err));
		}
		OK(store_commit(server.store, &err));
		OK(tick(&server, NOW + cases[i].after, cases[i].may_end, &err));
		OK(games_get(server.store, arena, game->id, &game, &err));
		assert_int_equal(game->state, cases[i].want);
		if (cases[i].letter == ASKED)
			assert_int_equal(letters_to(), cases[i].letters);
		else
			assert_int_equal(outbox_count(), cases[i].want == GAME_OVER ? 3 : 1);
		if (i + 1 < sizeof cases / sizeof cases[0])
			tear_down(NULL);
	}
}

static void
reminds_once(void **state)
{
	(void)state;
	OK(store_begin(server.store, &err));
	add_game(true);
	OK(store_commit(server.store, &err));
	OK(tick(&server, NOW + 7 * DAY, true, &err));
	OK(tick(&server, NOW + 8 * DAY, true, &err));
	assert_int_equal(outbox_count(), 1);
}

/* A game that is damaged is told, and does not stop the others, nor undo those before it. */
static void
passes_over_a_broken_game(void **state)
{
	struct game *games[3];

	(void)state;
	OK(store_begin(server.store, &err));
	for (int i = 0; i < 3; i++)
		games[i] = add_game(true);
	OK(store_commit(server.store, &err));
	assert_int_equal(system(arena_printf(arena,
			     "sqlite3 %s/river.db \"UPDATE game SET start_fen = 'x' WHERE id = "
			     "%lld\"",
			     home, (long long)games[1]->id)),
	    0);
	assert_int_equal(tick(&server, NOW + 21 * DAY, true, &err), -1);
	for (int i = 0; i < 3; i += 2) {
		OK(games_get(server.store, arena, games[i]->id, &games[i], &err));
		assert_int_equal(games[i]->state, GAME_OVER);
	}
	assert_int_equal(outbox_count(), 4);
}

/* More games than one commit takes. */
static void
visits_all_that_are_due(void **state)
{
	enum { COUNT = 130 };

	(void)state;
	OK(store_begin(server.store, &err));
	for (int i = 0; i < COUNT; i++)
		add_game(true);
	OK(store_commit(server.store, &err));
	OK(tick(&server, NOW + 7 * DAY, true, &err));
	assert_int_equal(outbox_count(), COUNT);
}

static void
gives_back_an_outage(void **state)
{
	static const struct {
		const char *name;
		int64_t gap;
		bool valid;
		int64_t given;
	} cases[] = {
		{ "at once", 0, true, 0 },
		{ "as long as a pause may be", 60 * MINUTE, true, 0 },
		{ "a second longer: an outage", 60 * MINUTE + 1, false, 60 * MINUTE + 1 },
		{ "the clock went back", -1, false, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct game *game;
		bool valid = !cases[i].valid;

		print_message("%s\n", cases[i].name);
		OK(store_begin(server.store, &err));
		game = add_game(true);
		OK(store_set_fact(server.store, "last-pass", NOW, &err));
		OK(store_set_fact(server.store, "clock-sum", 0, &err));
		OK(store_set_fact(server.store, "clock-given", 0, &err));
		OK(store_commit(server.store, &err));
		OK(tick_begin(&server, NOW + cases[i].gap, &valid, &err));
		assert_int_equal(valid, cases[i].valid);
		OK(games_get(server.store, arena, game->id, &game, &err));
		assert_int_equal(game->turn_since - NOW, cases[i].given);
	}
}

static void
begins_without_an_outage(void **state)
{
	bool valid = false;

	(void)state;
	OK(tick_begin(&server, NOW, &valid, &err));
	assert_true(valid);
}

static void
cleans_up_once_a_day(void **state)
{
	static const struct {
		int64_t at;
		int want;
	} cases[] = { { 0, 1 }, { 1, 0 }, { DAY - 1, 0 }, { DAY, 1 }, { DAY + 1, 0 },
		/* A clock that was ahead must not put it off. */
		{ DAY - 1, 1 } };
	int64_t kept_to;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_int_equal(
		    OK(tick_clean_up(&server, NOW + cases[i].at, &kept_to, &err)), cases[i].want);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(acts_when_due),
		TEST(reminds_once),
		TEST(passes_over_a_broken_game),
		TEST(visits_all_that_are_due),
		TEST(gives_back_an_outage),
		TEST(begins_without_an_outage),
		TEST(cleans_up_once_a_day),
	};

	return cmocka_run_group_tests_name("tick", tests, NULL, NULL);
}
