/* SPDX-License-Identifier: ISC */
/*
 * Lists of games: filters find what they say, in the order they say.
 */
#include "unit/store/games_setup.h"

struct wanted {
	const char *name;
	struct game_filter filter;
	const char *ids; /* "3 1 2", in this order */
};

static void
check_lists(const struct wanted *cases, size_t count)
{
	struct game_line *lines;
	char got[64];
	int n;

	for (size_t i = 0; i < count; i++) {
		n = OK(games_list(store, arena, &cases[i].filter, &lines, &err));
		got[0] = '\0';
		for (int j = 0; j < n; j++)
			snprintf(got + strlen(got), sizeof got - strlen(got), "%s%d",
			    j > 0 ? " " : "", (int)lines[j].id);
		if (strcmp(got, cases[i].ids) != 0)
			fail_msg("%s: \"%s\", not \"%s\"", cases[i].name, got, cases[i].ids);
	}
}

static void
running_games_are_listed(void **state)
{
	struct game *game;
	int64_t *waiting;

	(void)state;
	OK(store_begin(store, &err));
	add_players();
	add_game(fred, wilma, "");                             /* 1: fred to move, no limit */
	add_game(wilma, fred, "");                             /* 2: wilma to move */
	add_game(barney, fred, "B3-E3");                       /* 3: fred to move, 21 days */
	add_game(fred, barney, "");                            /* 4: fred to move, 3 days */
	OK(games_add(store, new_game(wilma, fred, ""), &err)); /* 5: offered */
	add_game(wilma, barney, "");                           /* 6: private */
	add_ended(fred, wilma, RESULT_RED, ENDING_TIME, NOW);  /* 7 */
	for (int id = 3; id <= 6; id++) {
		OK(games_get(store, arena, id, &game, &err));
		game->terms.move = (id == 3 ? 21 : id == 4 ? 3 : 0) * DAY;
		game->is_private = id == 6;
		OK(games_save(store, game, &err));
	}
	const struct wanted cases[] = {
		{ "all, for the operator", { .viewer = -1 }, "4 5 3 1 2 6 7" },
		{ "all, for a stranger", { 0 }, "4 5 3 1 2 7" },
		{ "all, for a player of the private one", { .viewer = barney }, "4 5 3 1 2 6 7" },
		{ "those of fred", { .player = fred, .viewer = fred }, "4 3 1 5 2 7" },
		{ "fred against wilma", { .player = fred, .opponent = wilma }, "1 5 2 7" },
		{ "fred as red", { .player = fred, .color = 1 }, "4 1 7" },
		{ "fred as green", { .player = fred, .color = 2 }, "3 5 2" },
		{ "to move", { .player = fred, .to_move = true }, "4 3 1" },
		{ "the first of them", { .player = fred, .to_move = true, .limit = 2 }, "4 3" },
		{ "fewer than wait", { .player = fred, .viewer = fred, .limit = 2 }, "4 3" },
		{ "as many as wait", { .player = fred, .viewer = fred, .limit = 3 }, "4 3 1" },
		{ "more than wait", { .player = fred, .viewer = fred, .limit = 4 }, "4 3 1 5" },
		{ "who is not to move", { .player = barney, .viewer = barney }, "4 3 6" },
		{ "playing", { .player = fred, .of_state = { false, true, false } }, "4 3 1 2" },
		{ "offered", { .of_state = { true, false, false } }, "5" },
		{ "offered or over", { .of_state = { true, false, true } }, "5 7" },
		{ "playing or over", { .of_state = { false, true, true } }, "4 3 1 2 7" },
		{ "offered or playing", { .of_state = { true, true, false } }, "4 5 3 1 2" },
		{ "all three", { .of_state = { true, true, true } }, "4 5 3 1 2 7" },
		{ "two lines", { .limit = 2 }, "4 5" },
		{ "newest first", { .viewer = -1, .newest_first = true }, "6 5 4 3 2 1 7" },
	};
	check_lists(cases, sizeof cases / sizeof *cases);
	assert_int_equal(OK(games_waiting(store, arena, fred, &waiting, &err)), 3);
	assert_int_equal(waiting[0] * 100 + waiting[1] * 10 + waiting[2], 431);
	assert_int_equal(OK(games_waiting(store, arena, barney, &waiting, &err)), 0);
	assert_int_equal(OK(games_count(store, fred, &err)), 5);
	assert_int_equal(OK(games_count(store, 99, &err)), 0);
	store_rollback(store);
}

static void
finished_games_are_listed(void **state)
{
	(void)state;
	OK(store_begin(store, &err));
	add_players();
	add_ended(fred, wilma, RESULT_RED, ENDING_CHECKMATE, NOW + 1 * DAY);              /* 1 */
	add_ended(wilma, fred, RESULT_RED, ENDING_RESIGNATION, NOW + 2 * DAY);            /* 2 */
	add_ended(wilma, fred, RESULT_GREEN, ENDING_PERPETUAL_CHASE, NOW + 3 * DAY);      /* 3 */
	add_ended(fred, barney, RESULT_DRAW, ENDING_REPETITION, NOW + 4 * DAY);           /* 4 */
	add_ended(fred, barney, RESULT_CANCELLED, ENDING_REJECTED, NOW + 5 * DAY);        /* 5 */
	add_ended(barney, wilma, RESULT_GREEN, ENDING_REFUSED_REPETITION, NOW + 6 * DAY); /* 6 */
	const struct wanted cases[] = {
		{ "all but the cancelled", { .newest_first = true }, "6 4 3 2 1" },
		{ "fred won", { .player = fred, .won = true, .newest_first = true }, "3 1" },
		{ "fred lost", { .player = fred, .lost = true }, "2" },
		{ "fred drew", { .player = fred, .drawn = true }, "4" },
		{ "won or lost", { .player = fred, .won = true, .lost = true }, "1 2 3" },
		{ "won as green", { .player = fred, .won = true, .color = 2 }, "3" },
		{ "over, newest first",
		    { .of_state = { false, false, true }, .newest_first = true }, "6 4 3 2 1" },
		{ "since", { .since = NOW + 3 * DAY, .newest_first = true }, "6 4 3" },
		{ "until", { .until = NOW + 3 * DAY, .newest_first = true }, "3 2 1" },
		{ "within", { .since = NOW + 2 * DAY, .until = NOW + 2 * DAY }, "2" },
		{ "by mate", { .ending = "checkmate" }, "1" },
		{ "by repetition of any kind", { .ending = "repetition" }, "3 4 6" },
		{ "by chase", { .ending = "perpetual-chase" }, "3" },
		{ "no such ending", { .ending = "' OR 1 --" }, "" },
	};
	check_lists(cases, sizeof cases / sizeof *cases);
	store_rollback(store);
}

/* Of 6,000 games, of which one ended each second. */
static void
newest_of_many_are_found(void **state)
{
	(void)state;
	OK(store_begin(store, &err));
	add_players();
	for (int i = 1; i <= 6000; i++) {
		struct game *game = new_game(i % 500 == 0 && i % 3500 != 0 ? fred : wilma,
		    i % 700 == 0 ? fred : barney, i % 1000 == 1 ? "I4-I5" : "B3-E3");

		if (i % 777 == 0) {
			game->seat[RED].player = 0;
			strcpy(game->seat[RED].userid, "Hu Ronghua");
		}
		game_accept(game, NOW);
		game_end(game, RESULT_RED, ENDING_RESIGNATION, NOW + i);
		OK(games_add(store, game, &err));
	}
#define NEWEST(n) .newest_first = true, .of_state = { false, false, true }, .limit = n
	const struct wanted cases[] = {
		{ "of all", { NEWEST(3) }, "6000 5999 5998" },
		{ "of a player", { NEWEST(4), .player = fred }, "6000 5600 5500 5000" },
		{ "as green", { NEWEST(3), .player = fred, .color = 2 }, "5600 4900 4200" },
		{ "won", { NEWEST(3), .player = fred, .won = true }, "6000 5500 5000" },
		{ "lost", { NEWEST(3), .player = fred, .lost = true }, "5600 4900 4200" },
		{ "of two", { NEWEST(3), .player = wilma, .opponent = fred }, "5600 4900 4200" },
		{ "those after", { NEWEST(3), .player = fred, .after = 5500 }, "5000 4900 4500" },
		{ "until", { NEWEST(3), .player = fred, .until = NOW + 1300 }, "1000 700 500" },
		{ "of a name", { NEWEST(3), .name = "hu-ronghua" }, "5439 4662 3885" },
		{ "of a name as green", { NEWEST(3), .name = "hu-ronghua", .color = 2 }, "" },
		{ "of a player and a name", { NEWEST(4), .player = fred, .name = "Hu Ronghua" },
		    "6000 5600 5500 5439" },
		{ "of a rare opening", { NEWEST(3), .opening = "I4-I5" }, "5001 4001 3001" },
		{ "of a common one", { NEWEST(3), .opening = "B3-E3" }, "6000 5999 5998" },
		{ "of a common one, after", { NEWEST(3), .opening = "B3-E3", .after = 5002 },
		    "5000 4999 4998" },
		{ "of a common one, until", { NEWEST(3), .opening = "B3-E3", .until = NOW + 3 },
		    "3 2" },
		{ "of a player and an opening", { NEWEST(3), .player = fred, .opening = "B3-E3" },
		    "6000 5600 5500" },
		{ "of a player and another", { NEWEST(3), .player = fred, .opening = "I4-I5" },
		    "" },
	};
	check_lists(cases, sizeof cases / sizeof *cases);
	store_rollback(store);
}

/* Twenty-two moves back and forth, then a different one. */
#define SHUFFLE \
	"A1-A2 A10-A9 A2-A1 A9-A10 A1-A2 A10-A9 A2-A1 A9-A10 A1-A2 A10-A9 A2-A1" \
	" A9-A10 A1-A2 A10-A9 A2-A1 A9-A10 A1-A2 A10-A9 A2-A1 A9-A10 A1-A2 A10-A9"

static void
openings_are_found(void **state)
{
	struct game *game;
	const char *why;

	(void)state;
	OK(store_begin(store, &err));
	add_players();
	add_game(fred, wilma, "B3-E3 B10-C8 B1-C3"); /* 1 */
	add_game(fred, wilma, "B3-E3 H10-G8");       /* 2 */
	add_game(fred, wilma, "B3-B10");             /* 3 */
	add_game(fred, wilma, "");                   /* 4 */
	add_game(fred, wilma, SHUFFLE " B3-E3");     /* 5 */
	add_game(fred, wilma, SHUFFLE " B3-D3");     /* 6 */
	game = game_new(arena, NOW);                 /* 7: another start */
	assert_true(game_set_start(game, "4k4/9/9/8p/9/9/9/1C7/9/3K5 w", &why));
	replay(game, "B3-E3");
	OK(games_add(store, game, &err));
	const struct wanted cases[] = {
		{ "one move", { .opening = "B3-E3" }, "1 2" },
		{ "two moves", { .opening = "B3-E3 B10-C8" }, "1" },
		{ "the whole", { .opening = "B3-E3 B10-C8 B1-C3" }, "1" },
		{ "more than was played", { .opening = "B3-E3 B10-C8 B1-C3 A10-A9" }, "" },
		{ "half a move is none", { .opening = "B3-B1" }, "" },
		{ "none", { .opening = "" }, "7 1 2 3 4 5 6" },
		{ "nonsense", { .opening = "%' --" }, "" },
		{ "as far as the index", { .opening = SHUFFLE }, "5 6" },
		{ "beyond the index", { .opening = SHUFFLE " B3-E3" }, "5" },
		{ "beyond, half a move", { .opening = SHUFFLE " B3-E" }, "" },
	};
	check_lists(cases, sizeof cases / sizeof *cases);
	store_rollback(store);
}

/* Seats and opening are written only when they have changed. */
static void
changes_are_found(void **state)
{
	struct game *game;
	int64_t id;

	(void)state;
	OK(store_begin(store, &err));
	add_players();
	id = add_game(fred, wilma, "B3-E3");
	OK(games_get(store, arena, id, &game, &err));
	replay(game, "B10-C8");
	game->seat[GREEN].player = barney;
	OK(games_save(store, game, &err));
	const struct wanted cases[] = {
		{ "new move", { .opening = "B3-E3 B10-C8" }, "1" },
		{ "new player", { .player = barney, .color = 2 }, "1" },
		{ "old player", { .player = wilma }, "" },
	};
	check_lists(cases, sizeof cases / sizeof *cases);
	store_rollback(store);
}

static void
clocks_run_for_open_games(void **state)
{
	struct game *game;
	int64_t *ids;

	(void)state;
	OK(store_begin(store, &err));
	add_players();
	add_ended(fred, wilma, RESULT_RED, ENDING_TIME, NOW);
	OK(games_add(store, new_game(wilma, fred, ""), &err));
	add_game(fred, wilma, "");
	OK(games_get(store, arena, 3, &game, &err));
	game->turn_since = NOW - 5;
	game->terms.move = 3 * DAY;
	OK(games_save(store, game, &err));
	assert_int_equal(OK(games_due(store, arena, game_due(game) - 1, &ids, &err)), 0);
	assert_int_equal(OK(games_due(store, arena, game_due(game), &ids, &err)), 1);
	assert_int_equal(ids[0], 3);
	assert_int_equal(OK(games_due(store, arena, NOW + OFFER_LAPSES, &ids, &err)), 2);
	assert_int_equal(ids[1], 2);
	OK(games_give_back(store, 100, &err));
	OK(games_get(store, arena, 3, &game, &err));
	assert_int_equal(game->turn_since, NOW + 95);
	OK(games_get(store, arena, 1, &game, &err));
	assert_int_equal(game->turn_since, NOW);
	store_rollback(store);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(running_games_are_listed),
		TEST(finished_games_are_listed),
		TEST(newest_of_many_are_found),
		TEST(openings_are_found),
		TEST(changes_are_found),
		TEST(clocks_run_for_open_games),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
