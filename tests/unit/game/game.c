/* SPDX-License-Identifier: ISC */
/*
 * The game's state machine: who may do what when.  Moves: game_play.c.
 */
#include "unit/game/setup.h"

static void
endings_have_names(void **state)
{
	enum ending found;

	(void)state;
	for (int i = ENDING_NONE; i <= ENDING_CANCELLED; i++) {
		assert_non_null(ending_name((enum ending)i));
		assert_true(ending_find(ending_name((enum ending)i), &found));
		assert_int_equal(found, i);
	}
	assert_string_equal(ending_name(ENDING_NONE), "");
	assert_string_equal(ending_name(ENDING_CHECKMATE), "checkmate");
	assert_false(ending_find("boredom", &found));
}

static void
bad_starts_change_nothing(void **state)
{
	static const struct {
		const char *name, *fen;
	} cases[] = {
		{ "nonsense", "hello" },
		{ "two red kings", "4k4/9/9/9/9/9/9/9/9/3KK4 w" },
		{ "mated already", "1R2k4/R8/9/9/9/9/9/9/9/3K5 b" },
		{ "dead already", "3ak4/9/9/9/9/9/9/9/9/3K5 w" },
	};
	struct game *game = game_new(arena, NOW);
	const char *why;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		why = NULL;
		if (game_set_start(game, cases[i].fen, &why) || why == NULL)
			fail_msg("%s: taken", cases[i].name);
	}
	assert_string_equal(game->start_fen, FEN_START);
	assert_true(game_set_start(game, CHASE, &why));
	assert_int_equal(game->board.at[square_at(8, 6)], piece_of(GREEN, CANNON));
}

static void
offers_are_accepted_or_not(void **state)
{
	static const enum ending ways[] = { ENDING_REJECTED, ENDING_WITHDRAWN, ENDING_LAPSED };
	struct game *game;

	(void)state;
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		game = game_new(arena, NOW);
		assert_int_equal(game->state, GAME_OFFERED);
		assert_int_equal(game->turn_since, NOW);
		assert_int_equal(game_deadline(game), 0);
		game_decline(game, ways[i], NOW + 5);
		assert_int_equal(game->state, GAME_OVER);
		assert_int_equal(game->result, RESULT_CANCELLED);
		assert_int_equal(game->ending, ways[i]);
		assert_int_equal(game->ended, NOW + 5);
	}
	game = start(NULL, RULES_SERVER);
	assert_int_equal(game->state, GAME_PLAYING);
	assert_int_equal(game->started, NOW);
	assert_int_equal(game_deadline(game), NOW + 21 * 24 * HOUR);
	game->terms.move = 0;
	assert_int_equal(game_deadline(game), 0);
}

static void
seats_are_found(void **state)
{
	struct game *game = start(NULL, RULES_SERVER);

	(void)state;
	assert_true(game_has(game, ANN));
	assert_true(game_has(game, BEN));
	assert_false(game_has(game, 33));
	assert_int_equal(game_side_of(game, ANN), RED);
	assert_int_equal(game_side_of(game, BEN), GREEN);
	game->seat[GREEN].player = 0;
	assert_false(game_has(game, 0));
}

static void
resigning(void **state)
{
	static const char *const moves[] = { "B3-E3", "B10-C8" };
	struct verdict verdict;

	(void)state;
	for (int plies = 0; plies <= 2; plies++) {
		struct game *game = start(NULL, RULES_SERVER);

		for (int i = 0; i < plies; i++)
			play(game, moves[i], &verdict);
		game_resign(game, RED, NOW);
		assert_int_equal(game->state, GAME_OVER);
		assert_int_equal(game->result, plies < 2 ? RESULT_CANCELLED : RESULT_GREEN);
		assert_int_equal(game->ending, plies < 2 ? ENDING_CANCELLED : ENDING_RESIGNATION);
	}
}

static void
draw_offers_lapse_when_the_opponent_moves(void **state)
{
	struct game *game = start(NULL, RULES_SERVER);
	struct verdict verdict;

	(void)state;
	assert_true(game_may_offer_draw(game, RED));
	game_offer(game, &game->draw, RED);
	assert_false(game_may_offer_draw(game, GREEN));
	play(game, "B3-E3", &verdict);
	assert_true(game->draw.is_open);
	play(game, "B10-C8", &verdict);
	assert_false(game->draw.is_open);
	assert_true(game_may_offer_draw(game, GREEN));
	assert_false(game_may_offer_draw(game, RED));
	game_offer(game, &game->draw, GREEN);
	game->draw.is_open = false;
	assert_false(game->draw.is_open);
	assert_int_equal(game->state, GAME_PLAYING);
}

/* riverpost-commands(7): one offer per ten moves of its side. */
static void
draw_offers_are_rare(void **state)
{
	static const char *const moves[] = { "A1-A2", "A10-A9", "A2-B2", "A9-B9", "B2-B1", "B9-B10",
		"B3-E3", "B8-E8", "I1-I2", "I10-I9", "I2-H2", "I9-H9", "H2-H1", "H9-H10", "E3-D3",
		"E8-D8", "D3-C3", "D8-C8", "C3-B3", "C8-B8" };
	struct game *game = start(NULL, RULES_SERVER);
	struct verdict verdict;

	(void)state;
	game_offer(game, &game->draw, RED);
	game->draw.is_open = false;
	for (int i = 0; i < 20; i++) {
		assert_false(game_may_offer_draw(game, RED));
		assert_int_equal(play(game, moves[i], &verdict), PLAY_DONE);
	}
	assert_true(game_may_offer_draw(game, RED));
	game_offer(game, &game->draw, RED);
	game_end(game, RESULT_DRAW, ENDING_AGREEMENT, NOW);
	assert_int_equal(game->result, RESULT_DRAW);
	assert_int_equal(game->ending, ENDING_AGREEMENT);
	assert_false(game->draw.is_open);
	assert_false(game_may_offer_draw(game, RED));
}

static void
a_refused_move_leaves_the_offer(void **state)
{
	struct game *game = start(CHASE, RULES_SERVER);
	struct verdict verdict;

	(void)state;
	play_round(game, chase, 8);
	game_offer(game, &game->draw, GREEN);
	assert_int_equal(play(game, "A6-A7", &verdict), PLAY_REFUSED);
	assert_true(game->draw.is_open);
	assert_int_equal(play(game, "A6-B6", &verdict), PLAY_DONE);
	assert_false(game->draw.is_open);
}

static void
time_is_up(void **state)
{
	static const struct {
		const char *name, *fen;
		enum result result;
	} cases[] = {
		{ "Red is late", CHASE, RESULT_GREEN },
		{ "Green is late", "5k3/9/9/8c/R8/9/9/9/9/3K5 b", RESULT_RED },
		{ "the other side is bare", "5k3/9/9/9/R8/9/9/9/9/3K5 w", RESULT_DRAW },
		{ "bare but for guards and elephants", "2baka3/9/4b4/9/R8/9/9/9/9/3K5 w",
		    RESULT_DRAW },
		{ "the late side is bare", "5k3/9/9/9/9/9/9/9/p8/3K5 w", RESULT_GREEN },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game *game = start(cases[i].fen, RULES_SERVER);

		print_message("%s\n", cases[i].name);
		game->length = 2; /* how many is all that matters here */
		game_forfeit(game, NOW + 9);
		assert_int_equal(game->result, cases[i].result);
		assert_int_equal(game->ending, ENDING_TIME);
		assert_int_equal(game->ended, NOW + 9);
	}
}

static void
time_is_up_for_one_who_never_moved(void **state)
{
	struct verdict verdict;

	(void)state;
	for (int moves = 0; moves < 2; moves++) {
		struct game *game = start(NULL, RULES_SERVER);

		if (moves == 1)
			assert_int_equal(play(game, "H3-E3", &verdict), PLAY_DONE);
		game_forfeit(game, NOW + 9);
		assert_int_equal(game->result, RESULT_CANCELLED);
		assert_int_equal(game->ending, ENDING_CANCELLED);
	}
}

/* fred's moves come after two days, and three hours later they are played. */
static void
banks_are_charged(void **state)
{
	struct game *game = game_new(arena, NOW);
	struct ply ply = { .received = NOW + 2 * DAY, .committed = NOW + 2 * DAY + 3 * HOUR };
	struct verdict verdict;
	struct move move;

	(void)state;
	game->terms = (struct terms){ .bank = 30 * DAY, .increment = DAY };
	game_accept(game, NOW);
	assert_int_equal(game_deadline(game), NOW + 30 * DAY);
	assert_true(move_read("H3-E3", &move));
	assert_int_equal(game_play(game, move, &ply, &verdict), PLAY_DONE);
	assert_int_equal(game->bank[RED], 29 * DAY);
	assert_int_equal(game->bank[GREEN], 30 * DAY);
	assert_int_equal(game_deadline(game), ply.committed + 30 * DAY);
	game_give(game, GREEN, 5 * DAY);
	assert_int_equal(game_deadline(game), ply.committed + 35 * DAY);
	/* More than there was: nothing is left but the increment. */
	ply.received = ply.committed += 40 * DAY;
	assert_true(move_read("H10-G8", &move));
	assert_int_equal(game_play(game, move, &ply, &verdict), PLAY_DONE);
	assert_int_equal(game->bank[GREEN], DAY);
}

/* A limit for each move beside a bank: the shorter one counts; a gift counts once. */
static void
gifts_are_for_one_move(void **state)
{
	struct game *game = game_new(arena, NOW);
	struct ply ply = { .received = NOW, .committed = NOW };
	struct verdict verdict;
	struct move move;

	(void)state;
	game->terms = (struct terms){ .move = 3 * DAY, .bank = 4 * DAY };
	game_accept(game, NOW);
	assert_int_equal(game_deadline(game), NOW + 3 * DAY);
	game_give(game, RED, 2 * DAY);
	assert_int_equal(game_deadline(game), NOW + 5 * DAY);
	game->bank[RED] = DAY;
	assert_int_equal(game_deadline(game), NOW + DAY);
	assert_true(move_read("H3-E3", &move));
	assert_int_equal(game_play(game, move, &ply, &verdict), PLAY_DONE);
	assert_int_equal(game->given[RED], 0);
}

/* The reminders, then the deadline; each is done once. */
static void
what_is_due_next(void **state)
{
	struct game *game = game_new(arena, NOW);
	const int64_t want[] = { 5 * DAY, 9 * DAY, 10 * DAY - 6 * HOUR, 10 * DAY };

	(void)state;
	game->terms.move = 10 * DAY;
	assert_int_equal(game_due(game), NOW + 12 * DAY);
	game->reminded = NOW + 12 * DAY;
	assert_int_equal(game_due(game), NOW + 14 * DAY);
	game_accept(game, NOW);
	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		assert_int_equal(game_due(game), NOW + want[i]);
		game->reminded = NOW + want[i];
	}
	game->terms.by_claim = true;
	assert_int_equal(game_due(game), 0);
	game->reminded--;
	assert_int_equal(game_due(game), NOW + 10 * DAY);
	game_forfeit(game, NOW);
	assert_int_equal(game_due(game), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(endings_have_names),
		TEST(bad_starts_change_nothing),
		TEST(offers_are_accepted_or_not),
		TEST(seats_are_found),
		TEST(resigning),
		TEST(draw_offers_lapse_when_the_opponent_moves),
		TEST(draw_offers_are_rare),
		TEST(a_refused_move_leaves_the_offer),
		TEST(time_is_up),
		TEST(time_is_up_for_one_who_never_moved),
		TEST(banks_are_charged),
		TEST(gifts_are_for_one_move),
		TEST(what_is_due_next),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
