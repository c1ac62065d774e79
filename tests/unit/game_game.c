/* SPDX-License-Identifier: ISC */
/*
 * The game's state machine: who may do what when, and what a move's verdict
 * makes of the game.  The verdicts themselves are tested with rules/.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "game/game.h"

#define NOW	INT64_C(1700000000)
#define HOUR	3600
#define ANN	11
#define BEN	22

/* A rook that chases an unprotected cannon up and down for ever. */
#define CHASE	"5k3/9/9/8c/R8/9/9/9/9/3K5 w"
static const char *const chase[] = {"A6-A7", "I7-I6", "A7-A6", "I6-I7"};

/* A rook that checks for ever. */
#define CHECKS	"3k5/7R1/9/9/9/9/9/9/9/4K4 w"
static const char *const checks[] = {"H9-H10", "D10-D9", "H10-H9", "D9-D10"};

static struct arena *arena;

static int
set_up(void **state)
{
	(void)state;
	arena = arena_new();
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

static struct game *
start(const char *fen, enum ruleset rules)
{
	struct game	*game = game_new(arena, NOW);
	const char	*why;

	if (fen != NULL && !game_set_start(game, fen, &why))
		fail_msg("%s: %s", fen, why);
	game->rules = rules;
	game->seat[RED].player = ANN;
	game->seat[GREEN].player = BEN;
	game->forfeittime = 21;
	game_accept(game, NOW);
	return game;
}

static enum play
play(struct game *game, const char *text, struct verdict *verdict)
{
	struct ply	 ply = {.committed = NOW + (game->length + 1) * HOUR};
	struct move	 move;

	assert_true(move_read(text, &move));
	return game_play(game, move, &ply, verdict);
}

static void
play_round(struct game *game, const char *const moves[4], int plies)
{
	struct verdict	 verdict;

	for (int i = 0; i < plies; i++)
		assert_int_equal(play(game, moves[i % 4], &verdict), PLAY_DONE);
	assert_int_equal(game->state, GAME_PLAYING);
}

static void
endings_have_names(void **state)
{
	enum ending	 found;

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
		const char	*name, *fen;
	} cases[] = {
		{"nonsense", "hello"},
		{"two red kings", "4k4/9/9/9/9/9/9/9/9/3KK4 w"},
		{"mated already", "1R2k4/R8/9/9/9/9/9/9/9/3K5 b"},
		{"dead already", "3ak4/9/9/9/9/9/9/9/9/3K5 w"},
	};
	struct game	*game = game_new(arena, NOW);
	const char	*why;

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
	static const enum ending ways[] = {
		ENDING_REJECTED, ENDING_WITHDRAWN, ENDING_LAPSED};
	struct game	*game;

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
	game->forfeittime = 0;
	assert_int_equal(game_deadline(game), 0);
}

static void
seats_are_found(void **state)
{
	struct game	*game = start(NULL, RULES_SERVER);

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
a_move_passes_the_turn(void **state)
{
	struct game	*game = start(NULL, RULES_SERVER);
	struct verdict	 verdict;
	struct board	 board;

	(void)state;
	game->nagged = true;
	assert_int_equal(play(game, "B3-E3", &verdict), PLAY_DONE);
	assert_int_equal(verdict.kind, VERDICT_NONE);
	assert_int_equal(game->length, 1);
	assert_int_equal(game_turn(game), GREEN);
	assert_int_equal(game->turn_since, NOW + HOUR);
	assert_int_equal(game->plies[0].committed, NOW + HOUR);
	assert_false(game->nagged);
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
	struct game	*game = start(CHASE, RULES_SERVER);
	struct move	 move;
	struct ply	 ply = {0};
	struct board	 board;

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

static void
last_moves_end_the_game(void **state)
{
	static const struct {
		const char	*name, *fen, *move;
		enum result	 result;
		enum ending	 ending;
	} cases[] = {
		{"mate", "4k4/R8/1R7/9/9/9/9/9/9/3K5 w", "B8-B10", RESULT_RED, ENDING_CHECKMATE},
		{"mate by Green", "3k5/9/9/9/9/9/9/1r7/r8/4K4 b", "B3-B1", RESULT_GREEN,
		    ENDING_CHECKMATE},
		{"stalemate loses", "3k5/9/R8/9/9/9/9/9/9/4K4 w", "A8-A9", RESULT_RED,
		    ENDING_STALEMATE},
		{"nothing left", "4k4/9/9/9/9/9/9/9/3p5/3K5 w", "D1-D2", RESULT_DRAW,
		    ENDING_DEAD_POSITION},
	};
	struct verdict	 verdict;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game	*game = start(cases[i].fen, RULES_SERVER);

		print_message("%s\n", cases[i].name);
		assert_int_equal(play(game, cases[i].move, &verdict), PLAY_DONE);
		assert_int_equal(game->length, 1);
		assert_int_equal(game->state, GAME_OVER);
		assert_int_equal(game->result, cases[i].result);
		assert_int_equal(game->ending, cases[i].ending);
		assert_int_equal(game->ended, NOW + HOUR);
	}
}

/* rules.md: refused twice, the third attempt loses; an attempt is all that a
 * refused move changes. */
static void
the_third_attempt_loses(void **state)
{
	struct game	*game = start(CHASE, RULES_SERVER);
	struct game	 before;
	struct verdict	 verdict;

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
	struct game	*game = start(CHASE, RULES_SERVER);
	struct verdict	 verdict;

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
	struct game	*game = start(CHECKS, RULES_SERVER);
	struct verdict	 verdict;

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
		const char		*name, *fen;
		const char *const	*moves;
		enum ruleset		 rules;
		enum ending		 ending;
	} cases[] = {
		{"asian checks", CHECKS, checks, RULES_ASIAN, ENDING_PERPETUAL_CHECK},
		{"asian chase", CHASE, chase, RULES_ASIAN, ENDING_PERPETUAL_CHASE},
		{"cxq checks", CHECKS, checks, RULES_CXQ, ENDING_PERPETUAL_CHECK},
		{"cxq chase", CHASE, chase, RULES_CXQ, ENDING_PERPETUAL_CHASE},
	};
	struct verdict	 verdict;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game	*game = start(cases[i].fen, cases[i].rules);
		int		 plies = 0;

		print_message("%s\n", cases[i].name);
		while (game->state == GAME_PLAYING && plies < 100) {
			assert_int_equal(play(game, cases[i].moves[plies % 4], &verdict), PLAY_DONE);
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

static void
resigning(void **state)
{
	static const char *const moves[] = {"B3-E3", "B10-C8"};
	struct verdict	 verdict;

	(void)state;
	for (int plies = 0; plies <= 2; plies++) {
		struct game	*game = start(NULL, RULES_SERVER);

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
	struct game	*game = start(NULL, RULES_SERVER);
	struct verdict	 verdict;

	(void)state;
	assert_true(game_may_offer_draw(game, RED));
	game_offer_draw(game, RED);
	assert_false(game_may_offer_draw(game, GREEN));
	play(game, "B3-E3", &verdict);
	assert_true(game->draw_offered);
	play(game, "B10-C8", &verdict);
	assert_false(game->draw_offered);
	assert_true(game_may_offer_draw(game, GREEN));
	assert_false(game_may_offer_draw(game, RED));
	game_offer_draw(game, GREEN);
	game_reject_draw(game);
	assert_false(game->draw_offered);
	assert_int_equal(game->state, GAME_PLAYING);
}

/* commands.md: one offer per ten moves of its side. */
static void
draw_offers_are_rare(void **state)
{
	static const char *const moves[] = {
		"A1-A2", "A10-A9", "A2-B2", "A9-B9", "B2-B1", "B9-B10", "B3-E3", "B8-E8",
		"I1-I2", "I10-I9", "I2-H2", "I9-H9", "H2-H1", "H9-H10", "E3-D3", "E8-D8",
		"D3-C3", "D8-C8", "C3-B3", "C8-B8"};
	struct game	*game = start(NULL, RULES_SERVER);
	struct verdict	 verdict;

	(void)state;
	game_offer_draw(game, RED);
	game_reject_draw(game);
	for (int i = 0; i < 20; i++) {
		assert_false(game_may_offer_draw(game, RED));
		assert_int_equal(play(game, moves[i], &verdict), PLAY_DONE);
	}
	assert_true(game_may_offer_draw(game, RED));
	game_offer_draw(game, RED);
	game_agree_draw(game, NOW);
	assert_int_equal(game->result, RESULT_DRAW);
	assert_int_equal(game->ending, ENDING_AGREEMENT);
	assert_false(game->draw_offered);
	assert_false(game_may_offer_draw(game, RED));
}

static void
a_refused_move_leaves_the_offer(void **state)
{
	struct game	*game = start(CHASE, RULES_SERVER);
	struct verdict	 verdict;

	(void)state;
	play_round(game, chase, 8);
	game_offer_draw(game, GREEN);
	assert_int_equal(play(game, "A6-A7", &verdict), PLAY_REFUSED);
	assert_true(game->draw_offered);
	assert_int_equal(play(game, "A6-B6", &verdict), PLAY_DONE);
	assert_false(game->draw_offered);
}

static void
time_is_up(void **state)
{
	static const struct {
		const char	*name, *fen;
		enum result	 result;
	} cases[] = {
		{"Red is late", CHASE, RESULT_GREEN},
		{"Green is late", "5k3/9/9/8c/R8/9/9/9/9/3K5 b", RESULT_RED},
		{"the other side is bare", "5k3/9/9/9/R8/9/9/9/9/3K5 w", RESULT_DRAW},
		{"bare but for guards and elephants", "2baka3/9/4b4/9/R8/9/9/9/9/3K5 w",
		    RESULT_DRAW},
		{"the late side is bare", "5k3/9/9/9/9/9/9/9/p8/3K5 w", RESULT_GREEN},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game	*game = start(cases[i].fen, RULES_SERVER);

		print_message("%s\n", cases[i].name);
		game_forfeit(game, NOW + 9);
		assert_int_equal(game->result, cases[i].result);
		assert_int_equal(game->ending, ENDING_TIME);
		assert_int_equal(game->ended, NOW + 9);
	}
}

#define TEST(f)	cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(endings_have_names),
		TEST(bad_starts_change_nothing),
		TEST(offers_are_accepted_or_not),
		TEST(seats_are_found),
		TEST(a_move_passes_the_turn),
		TEST(long_games_keep_their_moves),
		TEST(last_moves_end_the_game),
		TEST(the_third_attempt_loses),
		TEST(another_move_goes_on),
		TEST(the_check_limit_never_loses),
		TEST(other_rule_sets_decide_with_the_move_played),
		TEST(resigning),
		TEST(draw_offers_lapse_when_the_opponent_moves),
		TEST(draw_offers_are_rare),
		TEST(a_refused_move_leaves_the_offer),
		TEST(time_is_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
