/* SPDX-License-Identifier: ISC */
/*
 * Games: what is saved comes back, damage is found.
 *
 * Damage is done with the sqlite3 command where there is one; the tests that
 * need it are skipped elsewhere.
 */
#include "unit/store/games_setup.h"

#include "store/inbox.h"

/* b is as it was read. */
static void
assert_same(const struct game *a, struct game *b)
{
	OK(games_plies(store, b, &err));
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
	assert_int_equal(a->turns, b->turns);
	assert_memory_equal(a->moves, b->moves, (size_t)a->length * sizeof *a->moves);
	assert_memory_equal(a->plies, b->plies, (size_t)a->length * sizeof *a->plies);
	assert_int_equal(a->draw.is_open, b->draw.is_open);
	assert_int_equal(a->draw.by, b->draw.by);
	assert_int_equal(a->undo.is_open, b->undo.is_open);
	assert_int_equal(a->undo.by, b->undo.by);
	for (int side = RED; side <= GREEN; side++) {
		assert_int_equal(a->seat[side].player, b->seat[side].player);
		assert_int_equal(a->refused[side], b->refused[side]);
		assert_int_equal(a->draw.last[side], b->draw.last[side]);
		assert_int_equal(a->undo.last[side], b->undo.last[side]);
	}
	assert_int_equal(a->result, b->result);
	assert_int_equal(a->ending, b->ending);
	assert_int_equal(a->created, b->created);
	assert_int_equal(a->started, b->started);
	assert_int_equal(a->ended, b->ended);
	assert_int_equal(a->turn_since, b->turn_since);
	assert_memory_equal(&a->terms, &b->terms, sizeof a->terms);
	assert_memory_equal(a->bank, b->bank, sizeof a->bank);
	assert_memory_equal(a->given, b->given, sizeof a->given);
	assert_int_equal(a->reminded, b->reminded);
}

static void
games_come_back_as_they_were(void **state)
{
	static const char *const fen = "5k3/9/9/8c/R8/9/9/9/9/3K5 b - - 0 1";
	struct game *in, *out;
	const char *why;

	(void)state;
	OK(store_begin(store, &err));
	add_players();
	in = new_game(wilma, fred, "");
	assert_true(game_set_start(in, fen, &why));
	in->challenger = GREEN;
	in->rules = RULES_CXQ;
	in->is_rated = in->is_private = true;
	game_accept(in, NOW + 1);
	replay(in, "I7-I6");
	OK(inbox_add(store, "d", "s", "a", NOW, NOW, &in->plies[0].letter, &err));
	in->refused[GREEN] = 2;
	in->turns += 2; /* a move taken back counts on */
	game_offer(in, &in->draw, GREEN);
	game_offer(in, &in->undo, GREEN);
	in->terms.nag = 7 * DAY;
	in->terms.move = 21 * DAY;
	in->terms.bank = 50 * DAY;
	in->terms.increment = DAY;
	in->terms.is_weekend_off = in->terms.no_vacation = in->terms.by_claim = true;
	in->reminded = NOW + 7;
	for (int side = RED; side <= GREEN; side++) {
		in->bank[side] = 100 + side;
		in->given[side] = 200 + side;
	}
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
games_of_others_keep_their_names(void **state)
{
	struct game_filter filter = { .viewer = -1 };
	struct game_line *lines;
	struct game *in, *out;

	(void)state;
	OK(store_begin(store, &err));
	add_players();
	in = new_game(0, wilma, "H3-E3");
	strcpy(in->seat[RED].userid, "胡荣华");
	game_end(in, RESULT_RED, ENDING_RESIGNATION, NOW);
	OK(games_add(store, in, &err));
	OK(games_save(store, in, &err));
	OK(store_commit(store, &err));
	reopen();
	assert_int_equal(OK(games_get(store, arena, in->id, &out, &err)), 1);
	assert_same(in, out);
	assert_string_equal(out->seat[RED].userid, "胡荣华");
	assert_string_equal(out->seat[GREEN].userid, "wilma");
	assert_int_equal(OK(games_list(store, arena, &filter, &lines, &err)), 1);
	assert_string_equal(lines[0].seat[RED].userid, "胡荣华");
	assert_string_equal(lines[0].seat[GREEN].userid, "wilma");
	filter.player = fred;
	assert_int_equal(OK(games_list(store, arena, &filter, &lines, &err)), 0);
}

static void
moves_are_added_as_they_come(void **state)
{
	static const char *const moves[] = { "B3-E3", "B10-C8", "E3-E7", "A10-A9" };
	struct game *game, *out;
	int64_t id;

	(void)state;
	OK(store_begin(store, &err));
	add_players();
	id = add_game(fred, wilma, "");
	OK(store_commit(store, &err));
	for (int i = 0; i < 4; i++) {
		OK(games_get(store, arena, id, &game, &err));
		OK(games_plies(store, game, &err));
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
	struct game *game;

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

#define MOVES(line) "UPDATE game SET moves = '" line "'"

static void
damage_is_named(void **state)
{
	static const struct {
		const char *sql, *want;
		bool is_looked_for; /* it is games_check that finds it */
	} cases[] = {
		{ MOVES("B3-E3 B10-C8 E3-E10 A10-A9"), "ply 3: E3-E10 is not a legal move", false },
		{ MOVES("B3-E3 B10-C8 D3-E3 A10-A9"), "ply 3: D3-E3 is not a legal move", false },
		{ MOVES("B3-E3 B10-C8 E3-E1 A10-A9"), "ply 3: E3-E1 is not a legal move", false },
		{ MOVES("B3-E3 B10-C8 A10-A9 E3-E7"), "ply 3: A10-A9 is not a legal move", false },
		{ MOVES("B3-E3 B10-C8 E3-E7 D10-E9"), "ply 4: D10-E9 is not a legal move", false },
		{ MOVES("rubbish"), "game 1 is damaged: ply 1: rubbish is not", false },
		{ MOVES("B3-E3 B10C8 E3-E7 A10-A9"), "ply 2: B10C8 is not a legal move", false },
		{ MOVES("B3-E3 B10-C8 E3-E77777777777777 A10-A9"), "ply 3: E3-E777777 is not",
		    false },
		{ MOVES("B3-E3  B10-C8 E3-E7 A10-A9"), "game 1 is damaged: ply 2:", false },
		{ MOVES("B3-E3 B10-C8 E3-E7 A10-A9 "), "game 1 is damaged: ply 4:", false },
		{ MOVES("B3-E3 B10-C8 E3-E7"), "game 1 is damaged: its last moves are missing",
		    false },
		{ MOVES("B3-E3 B10-C8 E3-E7 A10-A9 A4-A5"), "more moves than it counts", false },
		{ "UPDATE game SET start_fen = '9/9 w'", "game 1 is damaged", false },
		{ "UPDATE game SET rules = 'chess'", "game 1 is damaged: no such rule set", false },
		{ "UPDATE game SET state = 2, result = 1, ending = 'x'", "no such ending", false },
		{ MOVES("B3-E3 B10-C8 E3-E8 A10-A9"), "ply 3: E3-E8 is not a legal move", true },
		{ MOVES("B3-E3 B10-B9 E3-E7 A10-A9"), "ply 2: B10-B9 is not a legal move", true },
		{ "DELETE FROM ply WHERE ply = 2", "game 1 is damaged: ply 2 is missing", true },
		{ "DELETE FROM ply WHERE ply = 4", "game 1 is damaged: ply 4 is missing", true },
		{ "INSERT INTO ply VALUES (1, 5, 1, 1, 1, NULL, 5, -1)", "ply 5 was not played",
		    true },
	};
	struct game *game;
	const char *wrong;
	char command[512];

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
		assert_int_equal(
		    games_get(store, arena, 1, &game, &err), cases[i].is_looked_for ? 1 : -1);
		if (cases[i].is_looked_for)
			assert_int_equal(games_check(store, game, &wrong, &err), -1);
		if (strstr(err.text, cases[i].want) == NULL)
			fail_msg("%s: %s", cases[i].sql, err.text);
		store_close(store);
		snprintf(command, sizeof command, "mv %s.whole %s", path, path);
		assert_int_equal(system(command), 0);
		OK(store_open(&store, path, &err));
	}
	assert_int_equal(OK(games_get(store, arena, 1, &game, &err)), 1);
}

/* riverpost-commands(7): what passes until the mail server has the letter is added
 * to the turn it announces, and to no other. */
/* Two moves are taken back, and another is played: turns count on, the clock of the turn in
 * between knows when its letter was taken, and what was said goes to what stays. */
static void
moves_taken_back_are_kept(void **state)
{
	struct talk said = { .player = fred, .ply = 3, .text = "oh", .at = NOW }, *talk;
	struct undone *undone;
	struct game *game, *out;
	const char *wrong;
	char text[8];

	(void)state;
	OK(store_begin(store, &err));
	add_players();
	said.game = add_game(fred, wilma, "B3-E3 B10-C8 H1-G3");
	OK(games_get(store, arena, said.game, &game, &err));
	OK(talk_add(store, &said, &err));
	game_offer(game, &game->undo, GREEN);
	assert_int_equal(game_undo_offered_to(game), 1);
	game_take_back(game, 1, NOW + 50);
	OK(games_take_back(store, game, NOW + 50, &err));
	OK(games_answered(store, said.game, 5, NOW + 60, &err));
	OK(games_answered(store, said.game, 5, NOW + 90, &err));
	OK(games_get(store, arena, said.game, &out, &err));
	assert_int_equal(out->length, 1);
	assert_int_equal(out->turns, 5);
	assert_int_equal(out->turn_since, NOW + 60);
	replay(out, "H10-G8");
	OK(games_save(store, out, &err));
	OK(games_get(store, arena, said.game, &game, &err));
	OK(games_plies(store, game, &err));
	assert_int_equal(game->plies[1].turn, 6);
	assert_int_equal(OK(undone_list(store, arena, said.game, &undone, &err)), 2);
	assert_int_equal(undone[0].ply * 100 + undone[0].turn * 10 + undone[0].back, 334);
	assert_int_equal(undone[1].ply * 100 + undone[1].turn * 10 + undone[1].back, 225);
	move_write(undone[0].move, text);
	assert_string_equal(text, "H1-G3");
	move_write(undone[1].move, text);
	assert_string_equal(text, "B10-C8");
	assert_int_equal(OK(talk_list(store, arena, said.game, &talk, &err)), 1);
	assert_int_equal(talk[0].ply, 1);
	OK(games_check(store, game, &wrong, &err));
	assert_null(wrong);
	store_rollback(store);
}

static void
answers_are_kept_once(void **state)
{
	struct game *game;
	int64_t id;

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
	OK(games_plies(store, game, &err));
	assert_int_equal(game->plies[0].answered, NOW + 1002);
	assert_int_equal(game->plies[1].answered, NOW + 102);
	assert_int_equal(game->turn_since, NOW + 100);
	store_rollback(store);
}

static void
talk_and_observers(void **state)
{
	struct talk one = { .ply = 3, .kind = TALK_CHAT, .text = "炮 it's\n", .at = NOW };
	struct talk two = { .kind = TALK_NOTE, .text = "", .at = NOW - 9 };
	struct talk *talk;
	struct seat *seats;

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
	OK(observers_add(store, one.game, wilma, false, &err));
	OK(observers_add(store, one.game, barney, false, &err));
	OK(observers_add(store, one.game, barney, false, &err));
	assert_int_equal(OK(observers_list(store, arena, one.game, true, &seats, &err)), 2);
	assert_string_equal(seats[0].userid, "barney");
	assert_int_equal(seats[1].player, wilma);
	OK(observers_remove(store, one.game, wilma, &err));
	OK(observers_remove(store, one.game, wilma, &err));
	assert_int_equal(OK(observers_list(store, arena, one.game, true, &seats, &err)), 1);
	assert_int_equal(observers_add(store, 99, barney, false, &err), -1);
	assert_int_equal(observers_add(store, one.game, 99, false, &err), -1);
	store_rollback(store);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(games_come_back_as_they_were),
		TEST(games_of_others_keep_their_names),
		TEST(moves_are_added_as_they_come),
		TEST(a_shorter_game_is_not_saved),
		TEST(numbers_go_up_by_one),
		TEST(damage_is_named),
		TEST(moves_taken_back_are_kept),
		TEST(answers_are_kept_once),
		TEST(talk_and_observers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
