/* SPDX-License-Identifier: ISC */
/*
 * Playing a move: what its verdict makes of the game.  The verdicts themselves
 * are tested with rules/.
 */
#include "unit/game/setup.h"

#include "rules/movegen.h"

static void
a_move_passes_the_turn(void **state)
{
	struct game *game = start(NULL, RULES_SERVER);
	struct verdict verdict;
	struct board board;

	(void)state;
	game->reminded = NOW;
	assert_int_equal(play(game, "B3-E3", &verdict), PLAY_DONE);
	assert_int_equal(verdict.kind, VERDICT_NONE);
	assert_int_equal(game->length, 1);
	assert_int_equal(game->turns, 1);
	assert_int_equal(game_turn(game), GREEN);
	assert_int_equal(game->turn_since, NOW + HOUR);
	assert_int_equal(game->plies[0].committed, NOW + HOUR);
	assert_int_equal(game->reminded, 0);
	assert_int_equal(play(game, "B10-C8", &verdict), PLAY_DONE);
	assert_true(game_board_at(game, 0, &board));
	assert_true(board_equal(&board, &game->start));
	assert_true(game_board_at(game, 2, &board));
	assert_true(board_equal(&board, &game->board));
	assert_false(game_board_at(game, 3, &board));
	assert_false(game_board_at(game, -1, &board));
}

/* More moves than the first block holds: nothing of the old ones is lost. */
static void
long_games_keep_their_moves(void **state)
{
	struct game *game = start(CHASE, RULES_SERVER);
	struct move move;
	struct ply ply = { 0 };
	struct board board;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		move_read(chase[i % 4], &move);
		ply.received = i;
		game_replay(game, move, &ply);
	}
	assert_int_equal(game->length, 1000);
	assert_true(board_equal(&game->board, &game->start));
	for (int i = 0; i < 1000; i++) {
		move_read(chase[i % 4], &move);
		assert_true(move_equal(game->moves[i], move));
		assert_int_equal(game->plies[i].received, i);
	}
	assert_true(game_board_at(game, 996, &board));
	assert_true(board_equal(&board, &game->start));
}

/* Each position is what the moves before it make, men included: with and without captures
 * since, and after moves were taken back. */
static void
positions_are_what_the_moves_make(void **state)
{
	struct game *game = start(NULL, RULES_SERVER);
	struct ply ply = { .received = NOW, .committed = NOW };
	uint32_t chance = 7;

	(void)state;
	while (game->length < 120) {
		struct move moves[MOVES_MAX];
		int count = moves_legal(&game->board, moves);

		if (count == 0)
			break;
		chance = chance * 1664525 + 1013904223;
		game_replay(game, moves[(chance >> 16) % (uint32_t)count], &ply);
		if (game->turns % 31 == 30)
			game_take_back(game, game->length - 1 - game->length % 3, NOW);
		for (int plies = 0; plies <= game->length; plies++) {
			struct board board = game->start, found;

			for (int i = 0; i < plies; i++)
				board_play(&board, game->moves[i]);
			assert_true(game_board_at(game, plies, &found));
			if (memcmp(&board, &found, sizeof board) != 0)
				fail_msg("ply %d of %d", plies, game->length);
			if (plies == game->length)
				assert_memory_equal(&board, &game->board, sizeof board);
		}
	}
	assert_true(game->length > 60);
}

static void
last_moves_end_the_game(void **state)
{
	static const struct {
		const char *name, *fen, *move;
		enum result result;
		enum ending ending;
	} cases[] = {
		{ "mate", "4k4/R8/1R7/9/9/9/9/9/9/3K5 w", "B8-B10", RESULT_RED, ENDING_CHECKMATE },
		{ "mate by Green", "3k5/9/9/9/9/9/9/1r7/r8/4K4 b", "B3-B1", RESULT_GREEN,
		    ENDING_CHECKMATE },
		{ "stalemate loses", "3k5/9/R8/9/9/9/9/9/9/4K4 w", "A8-A9", RESULT_RED,
		    ENDING_STALEMATE },
		{ "nothing left", "4k4/9/9/9/9/9/9/9/3p5/3K5 w", "D1-D2", RESULT_DRAW,
		    ENDING_DEAD_POSITION },
	};
	struct verdict verdict;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game *game = start(cases[i].fen, RULES_SERVER);

		print_message("%s\n", cases[i].name);
		assert_int_equal(play(game, cases[i].move, &verdict), PLAY_DONE);
		assert_int_equal(game->length, 1);
		assert_int_equal(game->state, GAME_OVER);
		assert_int_equal(game->result, cases[i].result);
		assert_int_equal(game->ending, cases[i].ending);
		assert_int_equal(game->ended, NOW + HOUR);
	}
}

/* riverpost-commands(7): refused twice, the third attempt loses; an attempt is all that a
 * refused move changes. */
static void
the_third_attempt_loses(void **state)
{
	struct game *game = start(CHASE, RULES_SERVER);
	struct game before;
	struct verdict verdict;

	(void)state;
	play_round(game, chase, 8);
	for (int attempt = 1; attempt <= 2; attempt++) {
		before = *game;
		assert_int_equal(play(game, "A6-A7", &verdict), PLAY_REFUSED);
		assert_int_equal(verdict.kind, VERDICT_REFUSED);
		assert_int_equal(verdict.attempts, attempt);
		assert_int_equal(game->refused[RED], attempt);
		before.refused[RED] = attempt;
		assert_memory_equal(&before, game, sizeof before);
	}
	assert_int_equal(play(game, "A6-A7", &verdict), PLAY_LOST);
	assert_int_equal(game->length, 8);
	assert_int_equal(game->state, GAME_OVER);
	assert_int_equal(game->result, RESULT_GREEN);
	assert_int_equal(game->ending, ENDING_REFUSED_REPETITION);
	assert_int_equal(game->ended, NOW + 9 * HOUR);
}

static void
another_move_goes_on(void **state)
{
	struct game *game = start(CHASE, RULES_SERVER);
	struct verdict verdict;

	(void)state;
	play_round(game, chase, 8);
	assert_int_equal(play(game, "A6-A7", &verdict), PLAY_REFUSED);
	assert_int_equal(play(game, "A6-B6", &verdict), PLAY_DONE);
	assert_int_equal(game->length, 9);
	assert_int_equal(game->state, GAME_PLAYING);
	assert_int_equal(game->refused[RED], 1);
}

/* The check limit refuses as often as it is tried, and counts nothing. */
static void
the_check_limit_never_loses(void **state)
{
	struct game *game = start(CHECKS, RULES_SERVER);
	struct verdict verdict;

	(void)state;
	play_round(game, checks, 6);
	for (int i = 0; i < 5; i++) {
		assert_int_equal(play(game, "H10-H9", &verdict), PLAY_REFUSED);
		assert_int_equal(verdict.reason, REASON_CHECK_LIMIT);
	}
	assert_int_equal(game->refused[RED], 0);
	assert_int_equal(game->length, 6);
	assert_int_equal(game->state, GAME_PLAYING);
	assert_int_equal(game_turn(game), RED);
}

static void
other_rule_sets_decide_with_the_move_played(void **state)
{
	static const struct {
		const char *name, *fen;
		const char *const *moves;
		enum ruleset rules;
		enum ending ending;
	} cases[] = {
		{ "asian checks", CHECKS, checks, RULES_ASIAN, ENDING_PERPETUAL_CHECK },
		{ "asian chase", CHASE, chase, RULES_ASIAN, ENDING_PERPETUAL_CHASE },
		{ "cxq checks", CHECKS, checks, RULES_CXQ, ENDING_PERPETUAL_CHECK },
		{ "cxq chase", CHASE, chase, RULES_CXQ, ENDING_PERPETUAL_CHASE },
	};
	struct verdict verdict;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game *game = start(cases[i].fen, cases[i].rules);
		int plies = 0;

		print_message("%s\n", cases[i].name);
		while (game->state == GAME_PLAYING && plies < 100) {
			assert_int_equal(
			    play(game, cases[i].moves[plies % 4], &verdict), PLAY_DONE);
			plies++;
		}
		assert_int_equal(game->length, plies);
		assert_int_equal(verdict.kind, VERDICT_LOSS);
		assert_int_equal(game->result, RESULT_GREEN);
		assert_int_equal(game->ending, cases[i].ending);
		if (cases[i].rules == RULES_ASIAN)
			assert_int_equal(plies, 8);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_move_passes_the_turn),
		TEST(long_games_keep_their_moves),
		TEST(positions_are_what_the_moves_make),
		TEST(last_moves_end_the_game),
		TEST(the_third_attempt_loses),
		TEST(another_move_goes_on),
		TEST(the_check_limit_never_loses),
		TEST(other_rule_sets_decide_with_the_move_played),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
