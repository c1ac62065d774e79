/* SPDX-License-Identifier: ISC */
/*
 * Games: what is saved comes back, damage is found, filters find what they say.
 *
 * Damage is done with the sqlite3 command where there is one; the tests that
 * need it are skipped elsewhere.
 */
#include "store_setup.h"

#include "store/games.h"
#include "store/post.h"

#define DAY	INT64_C(86400)

static int64_t fred, wilma, barney;

static void
add_players(void)
{
	fred = add_player("fred");
	wilma = add_player("wilma");
	barney = add_player("barney");
}

static void
replay(struct game *game, const char *moves)
{
	struct ply	 ply = {.received = NOW + 1, .committed = NOW + 2};
	struct move	 move;
	char		*text = arena_strdup(arena, moves);

	for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
		assert_true(move_read(word, &move));
		game_replay(game, move, &ply);
	}
}

static struct game *
new_game(int64_t red, int64_t green, const char *moves)
{
	struct game	*game = game_new(arena, NOW);

	game->seat[RED].player = red;
	game->seat[GREEN].player = green;
	replay(game, moves);
	return game;
}

static int64_t
add_game(int64_t red, int64_t green, const char *moves)
{
	struct game	*game = new_game(red, green, moves);

	game_accept(game, NOW);
	OK(games_add(store, game, &err));
	return game->id;
}

static int64_t
add_ended(int64_t red, int64_t green, enum result result, enum ending ending, int64_t when)
{
	struct game	*game = new_game(red, green, "B3-E3 B10-C8");

	game_accept(game, NOW);
	game_end(game, result, ending, when);
	OK(games_add(store, game, &err));
	return game->id;
}

static void
assert_same(const struct game *a, const struct game *b)
{
	assert_int_equal(a->id, b->id);
	assert_int_equal(a->state, b->state);
	assert_int_equal(a->challenger, b->challenger);
	assert_int_equal(a->rules, b->rules);
	assert_int_equal(a->rules_version, b->rules_version);
	assert_int_equal(a->is_rated, b->is_rated);
	assert_int_equal(a->is_private, b->is_private);
	assert_true(board_equal(&a->start, &b->start));
	assert_true(board_equal(&a->board, &b->board));
	assert_string_equal(a->start_fen, b->start_fen);
	assert_int_equal(a->length, b->length);
	assert_memory_equal(a->moves, b->moves, (size_t)a->length * sizeof *a->moves);
	assert_memory_equal(a->plies, b->plies, (size_t)a->length * sizeof *a->plies);
	assert_int_equal(a->draw_offered, b->draw_offered);
	assert_int_equal(a->draw_by, b->draw_by);
	for (int side = RED; side <= GREEN; side++) {
		assert_int_equal(a->seat[side].player, b->seat[side].player);
		assert_int_equal(a->refused[side], b->refused[side]);
		assert_int_equal(a->draw_last[side], b->draw_last[side]);
	}
	assert_int_equal(a->result, b->result);
	assert_int_equal(a->ending, b->ending);
	assert_int_equal(a->created, b->created);
	assert_int_equal(a->started, b->started);
	assert_int_equal(a->ended, b->ended);
	assert_int_equal(a->turn_since, b->turn_since);
	assert_int_equal(a->nagtime, b->nagtime);
	assert_int_equal(a->forfeittime, b->forfeittime);
	assert_int_equal(a->nagged, b->nagged);
}

static void
games_come_back_as_they_were(void **state)
{
	static const char	*const fen = "5k3/9/9/8c/R8/9/9/9/9/3K5 b - - 0 1";
	struct game		*in, *out;
	const char		*why;

	(void)state;
	OK(store_begin(store, &err));
	add_players();
	in = new_game(wilma, fred, "");
	assert_true(game_set_start(in, fen, &why));
	in->challenger = GREEN;
	in->rules = RULES_CXQ;
	in->is_rated = in->is_private = in->nagged = true;
	game_accept(in, NOW + 1);
	replay(in, "I7-I6");
	OK(inbox_add(store, "d", "s", "a", NOW, NOW, &in->plies[0].letter, &err));
	in->refused[GREEN] = 2;
	game_offer_draw(in, GREEN);
	in->nagtime = 7;
	in->forfeittime = 21;
	OK(games_add(store, in, &err));
	OK(store_commit(store, &err));
	reopen();
	assert_int_equal(OK(games_get(store, arena, in->id, &out, &err)), 1);
	assert_same(in, out);
	assert_string_equal(out->seat[RED].userid, "wilma");
	assert_string_equal(out->seat[GREEN].userid, "fred");
	assert_int_equal(OK(games_get(store, arena, in->id + 1, &out, &err)), 0);
}

static void
moves_are_added_as_they_come(void **state)
{
	static const char *const moves[] = {"B3-E3", "B10-C8", "E3-E7", "A10-A9"};
	struct game	*game, *out;
	int64_t		 id;

	(void)state;
	OK(store_begin(store, &err));
	add_players();
	id = add_game(fred, wilma, "");
	OK(store_commit(store, &err));
	for (int i = 0; i < 4; i++) {
		OK(games_get(store, arena, id, &game, &err));
		replay(game, moves[i]);
		game->turn_since = NOW + i;
		OK(store_begin(store, &err));
		OK(games_save(store, game, &err));
		OK(games_save(store, game, &err));
		OK(store_commit(store, &err));
		OK(games_get(store, arena, id, &out, &err));
		assert_same(game, out);
	}
	game_resign(game, RED, NOW + 9);
	OK(store_begin(store, &err));
	OK(games_save(store, game, &err));
	OK(store_commit(store, &err));
	OK(games_get(store, arena, id, &out, &err));
	assert_same(game, out);
	assert_int_equal(out->result, RESULT_GREEN);
}

static void
a_shorter_game_is_not_saved(void **state)
{
	struct game	*game;

	(void)state;
	OK(store_begin(store, &err));
	add_players();
	game = new_game(fred, wilma, "B3-E3 B10-C8");
	game_accept(game, NOW);
	OK(games_add(store, game, &err));
	game->length = 1;
	assert_int_equal(games_save(store, game, &err), -1);
	game->id = 99;
	assert_int_equal(games_save(store, game, &err), -1);
	store_rollback(store);
}

static void
numbers_go_up_by_one(void **state)
{
	(void)state;
	OK(store_begin(store, &err));
	add_players();
	for (int i = 1; i <= 3; i++)
		assert_int_equal(add_game(fred, wilma, ""), i);
	OK(store_commit(store, &err));
	OK(store_begin(store, &err));
	assert_int_equal(add_game(fred, wilma, ""), 4);
	store_rollback(store);
	reopen();
	OK(store_begin(store, &err));
	assert_int_equal(add_game(fred, wilma, ""), 4);
	store_rollback(store);
}

static void
damage_is_named(void **state)
{
	static const struct {
		const char	*sql, *want;
	} cases[] = {
		{"UPDATE ply SET move = 'E3-E10' WHERE ply = 3", "game 1 is damaged: ply 3"},
		{"UPDATE ply SET move = 'rubbish' WHERE ply = 1", "game 1 is damaged: ply 1"},
		{"DELETE FROM ply WHERE ply = 2", "game 1 is damaged: ply 2 is missing"},
		{"DELETE FROM ply WHERE ply = 4", "game 1 is damaged: its last moves"},
		{"UPDATE game SET start_fen = '9/9 w'", "game 1 is damaged"},
		{"UPDATE game SET rules = 'chess'", "game 1 is damaged: no such rule set"},
		{"UPDATE game SET state = 2, result = 1, ending = 'x'", "no such ending"},
	};
	struct game	*game;
	char		 command[512];

	(void)state;
	if (system("sqlite3 --version >/dev/null 2>&1") != 0)
		skip();
	OK(store_begin(store, &err));
	add_players();
	add_game(fred, wilma, "B3-E3 B10-C8 E3-E7 A10-A9");
	OK(store_commit(store, &err));
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		store_close(store);
		snprintf(command, sizeof command, "cp %s %s.whole && sqlite3 %s \"%s\"", path, path,
		    path, cases[i].sql);
		assert_int_equal(system(command), 0);
		OK(store_open(&store, path, &err));
		assert_int_equal(games_get(store, arena, 1, &game, &err), -1);
		if (strstr(err.text, cases[i].want) == NULL)
			fail_msg("%s: %s", cases[i].sql, err.text);
		store_close(store);
		snprintf(command, sizeof command, "mv %s.whole %s", path, path);
		assert_int_equal(system(command), 0);
		OK(store_open(&store, path, &err));
	}
	assert_int_equal(OK(games_get(store, arena, 1, &game, &err)), 1);
}

/* commands.md "Time": what passes until the mail server has the letter is added
 * to the turn it announces, and to no other. */
static void
answers_are_kept_once(void **state)
{
	struct game	*game;
	int64_t		 id;

	(void)state;
	OK(store_begin(store, &err));
	add_players();
	id = add_game(fred, wilma, "B3-E3 B10-C8");
	OK(games_answered(store, id, 2, NOW + 102, &err));
	OK(games_answered(store, id, 2, NOW + 500, &err));
	OK(games_answered(store, id, 1, NOW + 1002, &err));
	OK(games_answered(store, id, 3, NOW + 9, &err));
	OK(games_answered(store, id + 1, 1, NOW + 9, &err));
	OK(games_get(store, arena, id, &game, &err));
	assert_int_equal(game->plies[0].answered, NOW + 1002);
	assert_int_equal(game->plies[1].answered, NOW + 102);
	assert_int_equal(game->turn_since, NOW + 100);
	store_rollback(store);
}

struct wanted {
	const char		*name;
	struct game_filter	 filter;
	const char		*ids;	/* "3 1 2", in this order */
};

static void
check_lists(const struct wanted *cases, size_t count)
{
	struct game_line	*lines;
	char			 got[64];
	int			 n;

	for (size_t i = 0; i < count; i++) {
		n = OK(games_list(store, arena, &cases[i].filter, &lines, &err));
		got[0] = '\0';
		for (int j = 0; j < n; j++)
			snprintf(got + strlen(got), sizeof got - strlen(got), "%s%d", j > 0 ? " " : "",
			    (int)lines[j].id);
		if (strcmp(got, cases[i].ids) != 0)
			fail_msg("%s: \"%s\", not \"%s\"", cases[i].name, got, cases[i].ids);
	}
}

static void
running_games_are_listed(void **state)
{
	struct game	*game;

	(void)state;
	OK(store_begin(store, &err));
	add_players();
	add_game(fred, wilma, "");			/* 1: fred to move, no limit */
	add_game(wilma, fred, "");			/* 2: wilma to move */
	add_game(barney, fred, "B3-E3");		/* 3: fred to move, 21 days */
	add_game(fred, barney, "");			/* 4: fred to move, 3 days */
	OK(games_add(store, new_game(wilma, fred, ""), &err));	/* 5: offered */
	add_game(wilma, barney, "");			/* 6: private */
	add_ended(fred, wilma, RESULT_RED, ENDING_TIME, NOW);	/* 7 */
	for (int id = 3; id <= 6; id++) {
		OK(games_get(store, arena, id, &game, &err));
		game->forfeittime = id == 3 ? 21 : id == 4 ? 3 : 0;
		game->is_private = id == 6;
		OK(games_save(store, game, &err));
	}
	const struct wanted cases[] = {
		{"all, for the operator", {.viewer = -1}, "4 5 3 1 2 6 7"},
		{"all, for a stranger", {0}, "4 5 3 1 2 7"},
		{"all, for a player of the private one", {.viewer = barney}, "4 5 3 1 2 6 7"},
		{"those of fred", {.player = fred, .viewer = fred}, "4 3 1 5 2 7"},
		{"fred against wilma", {.player = fred, .opponent = wilma}, "1 5 2 7"},
		{"fred as red", {.player = fred, .color = 1}, "4 1 7"},
		{"fred as green", {.player = fred, .color = 2}, "3 5 2"},
		{"to move", {.player = fred, .to_move = true}, "4 3 1"},
		{"playing", {.player = fred, .of_state = {false, true, false}}, "4 3 1 2"},
		{"offered", {.of_state = {true, false, false}}, "5"},
		{"offered or over", {.of_state = {true, false, true}}, "5 7"},
		{"playing or over", {.of_state = {false, true, true}}, "4 3 1 2 7"},
		{"offered or playing", {.of_state = {true, true, false}}, "4 5 3 1 2"},
		{"all three", {.of_state = {true, true, true}}, "4 5 3 1 2 7"},
		{"two lines", {.limit = 2}, "4 5"},
		{"newest first", {.viewer = -1, .newest_first = true}, "6 5 4 3 2 1 7"},
	};
	check_lists(cases, sizeof cases / sizeof *cases);
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
	add_ended(fred, wilma, RESULT_RED, ENDING_CHECKMATE, NOW + 1 * DAY);		/* 1 */
	add_ended(wilma, fred, RESULT_RED, ENDING_RESIGNATION, NOW + 2 * DAY);		/* 2 */
	add_ended(wilma, fred, RESULT_GREEN, ENDING_PERPETUAL_CHASE, NOW + 3 * DAY);	/* 3 */
	add_ended(fred, barney, RESULT_DRAW, ENDING_REPETITION, NOW + 4 * DAY);		/* 4 */
	add_ended(fred, barney, RESULT_CANCELLED, ENDING_REJECTED, NOW + 5 * DAY);	/* 5 */
	add_ended(barney, wilma, RESULT_GREEN, ENDING_REFUSED_REPETITION, NOW + 6 * DAY); /* 6 */
	const struct wanted cases[] = {
		{"all but the cancelled", {.newest_first = true}, "6 4 3 2 1"},
		{"fred won", {.player = fred, .won = true, .newest_first = true}, "3 1"},
		{"fred lost", {.player = fred, .lost = true}, "2"},
		{"fred drew", {.player = fred, .drawn = true}, "4"},
		{"won or lost", {.player = fred, .won = true, .lost = true}, "1 2 3"},
		{"won as green", {.player = fred, .won = true, .color = 2}, "3"},
		{"over, newest first", {.of_state = {false, false, true}, .newest_first = true},
		    "6 4 3 2 1"},
		{"since", {.since = NOW + 3 * DAY, .newest_first = true}, "6 4 3"},
		{"until", {.until = NOW + 3 * DAY, .newest_first = true}, "3 2 1"},
		{"within", {.since = NOW + 2 * DAY, .until = NOW + 2 * DAY}, "2"},
		{"by mate", {.ending = "checkmate"}, "1"},
		{"by repetition of any kind", {.ending = "repetition"}, "3 4 6"},
		{"by chase", {.ending = "perpetual-chase"}, "3"},
		{"no such ending", {.ending = "' OR 1 --"}, ""},
	};
	check_lists(cases, sizeof cases / sizeof *cases);
	store_rollback(store);
}

/* Twenty-two moves back and forth, then a different one. */
#define SHUFFLE	"A1-A2 A10-A9 A2-A1 A9-A10 A1-A2 A10-A9 A2-A1 A9-A10 A1-A2 A10-A9 A2-A1" \
	" A9-A10 A1-A2 A10-A9 A2-A1 A9-A10 A1-A2 A10-A9 A2-A1 A9-A10 A1-A2 A10-A9"

static void
openings_are_found(void **state)
{
	struct game	*game;
	const char	*why;

	(void)state;
	OK(store_begin(store, &err));
	add_players();
	add_game(fred, wilma, "B3-E3 B10-C8 B1-C3");		/* 1 */
	add_game(fred, wilma, "B3-E3 H10-G8");			/* 2 */
	add_game(fred, wilma, "B3-B10");			/* 3 */
	add_game(fred, wilma, "");				/* 4 */
	add_game(fred, wilma, SHUFFLE " B3-E3");		/* 5 */
	add_game(fred, wilma, SHUFFLE " B3-D3");		/* 6 */
	game = game_new(arena, NOW);				/* 7: another start */
	assert_true(game_set_start(game, "4k4/9/9/8p/9/9/9/1C7/9/3K5 w", &why));
	replay(game, "B3-E3");
	OK(games_add(store, game, &err));
	const struct wanted cases[] = {
		{"one move", {.opening = "B3-E3"}, "1 2"},
		{"two moves", {.opening = "B3-E3 B10-C8"}, "1"},
		{"the whole", {.opening = "B3-E3 B10-C8 B1-C3"}, "1"},
		{"more than was played", {.opening = "B3-E3 B10-C8 B1-C3 A10-A9"}, ""},
		{"half a move is none", {.opening = "B3-B1"}, ""},
		{"none", {.opening = ""}, "7 1 2 3 4 5 6"},
		{"nonsense", {.opening = "%' --"}, ""},
		{"as far as the index", {.opening = SHUFFLE}, "5 6"},
		{"beyond the index", {.opening = SHUFFLE " B3-E3"}, "5"},
		{"beyond, half a move", {.opening = SHUFFLE " B3-E"}, ""},
	};
	check_lists(cases, sizeof cases / sizeof *cases);
	store_rollback(store);
}

static void
clocks_run_for_open_games(void **state)
{
	struct game	*game;
	int64_t		*ids;

	(void)state;
	OK(store_begin(store, &err));
	add_players();
	add_ended(fred, wilma, RESULT_RED, ENDING_TIME, NOW);
	OK(games_add(store, new_game(wilma, fred, ""), &err));
	add_game(fred, wilma, "");
	OK(games_get(store, arena, 3, &game, &err));
	game->turn_since = NOW - 5;
	OK(games_save(store, game, &err));
	assert_int_equal(OK(games_waiting(store, arena, &ids, &err)), 2);
	assert_int_equal(ids[0], 3);
	assert_int_equal(ids[1], 2);
	OK(games_give_back(store, 100, &err));
	OK(games_get(store, arena, 3, &game, &err));
	assert_int_equal(game->turn_since, NOW + 95);
	OK(games_get(store, arena, 1, &game, &err));
	assert_int_equal(game->turn_since, NOW);
	store_rollback(store);
}

static void
talk_and_observers(void **state)
{
	struct talk	 one = {.ply = 3, .kind = TALK_CHAT, .text = "炮 it's\n", .at = NOW};
	struct talk	 two = {.kind = TALK_NOTE, .text = "", .at = NOW - 9};
	struct talk	*talk;
	struct seat	*seats;

	(void)state;
	OK(store_begin(store, &err));
	add_players();
	one.game = two.game = add_game(fred, wilma, "");
	one.player = wilma;
	two.player = fred;
	OK(talk_add(store, &one, &err));
	OK(talk_add(store, &two, &err));
	assert_int_equal(OK(talk_list(store, arena, one.game, &talk, &err)), 2);
	assert_string_equal(talk[0].text, one.text);
	assert_string_equal(talk[0].userid, "wilma");
	assert_int_equal(talk[0].kind, TALK_CHAT);
	assert_int_equal(talk[0].ply, 3);
	assert_int_equal(talk[1].player, fred);
	assert_int_equal(OK(talk_list(store, arena, 99, &talk, &err)), 0);
	OK(observers_add(store, one.game, wilma, &err));
	OK(observers_add(store, one.game, barney, &err));
	OK(observers_add(store, one.game, barney, &err));
	assert_int_equal(OK(observers_list(store, arena, one.game, &seats, &err)), 2);
	assert_string_equal(seats[0].userid, "barney");
	assert_int_equal(seats[1].player, wilma);
	OK(observers_remove(store, one.game, wilma, &err));
	OK(observers_remove(store, one.game, wilma, &err));
	assert_int_equal(OK(observers_list(store, arena, one.game, &seats, &err)), 1);
	assert_int_equal(observers_add(store, 99, barney, &err), -1);
	assert_int_equal(observers_add(store, one.game, 99, &err), -1);
	store_rollback(store);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(games_come_back_as_they_were),
		TEST(moves_are_added_as_they_come),
		TEST(a_shorter_game_is_not_saved),
		TEST(numbers_go_up_by_one),
		TEST(damage_is_named),
		TEST(answers_are_kept_once),
		TEST(running_games_are_listed),
		TEST(finished_games_are_listed),
		TEST(openings_are_found),
		TEST(clocks_run_for_open_games),
		TEST(talk_and_observers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
