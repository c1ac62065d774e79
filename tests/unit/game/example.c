/* SPDX-License-Identifier: ISC */
/*
 * The move that a letter shows as an example does no harm to who sends it back.
 */
#include "unit/game/setup.h"

#include "game/example.h"
#include "rules/movegen.h"

/* Whatever the game's number, none of these may be shown. */
static const struct {
	const char *name, *fen, *bad;
} table[] = {
	{ "a cannon would be lost for a horse", FEN_START, "B3-B10 H3-H10" },
	{ "the rook is attacked and has to leave the rank", "4k4/9/9/9/r2R5/9/P8/9/9/3K5 w",
	    "A4-A5 D1-D2 D6-B6 D6-C6 D6-E6 D6-F6 D6-G6 D6-H6 D6-I6" },
	{ "the horse is attacked by the rook", "3k5/9/9/9/9/r1N6/9/9/9/4K3R w",
	    "I1-I2 I1-H1 E1-E2" },
	{ "a free rook is not pointed out", "3k5/9/9/9/r8/9/9/9/9/R3K4 w",
	    "A1-A6 A1-A2 A1-A3 A1-A4 A1-A5 E1-E2" },
	{ "mate on A1 follows, unless the rook can come between", "5k3/r8/9/9/9/8R/9/9/1r7/4K4 w",
	    "I5-H5 I5-G5 I5-E5 I5-I1 I5-I6 I5-I4 I5-A5 E1-D1 E1-F1" },
};

static void
examples_lose_nothing(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		for (int id = 1; id < 120; id++) {
			struct game *game = start(table[i].fen, RULES_SERVER);
			struct move move;
			char text[8];

			game->id = id;
			assert_true(example_move(game, &move));
			move_write(move, text);
			if (strstr(table[i].bad, text) != NULL)
				fail_msg("%s: %s", table[i].name, text);
		}
	}
}

static void
examples_answer_check(void **state)
{
	static const char *const fens[] = { "3k5/9/9/9/9/9/9/9/9/r3K4 w",
		"3k5/9/9/9/4r4/9/9/4E4/9/3GK4 w", "4k4/4a4/9/4R4/9/9/9/9/9/3K5 b" };

	(void)state;
	for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
		for (int id = 1; id < 60; id++) {
			struct game *game = start(fens[i], RULES_SERVER);
			struct board after = game->board;
			struct move move;

			game->id = id;
			assert_true(example_move(game, &move));
			board_play(&after, move);
			assert_false(side_in_check(&after, (enum side)game->board.turn));
		}
	}
}

/* The fourth check in a row would be refused. */
static void
examples_are_not_refused(void **state)
{
	static const char *const moves[] = { "A1-A10", "E10-E9", "A10-A9", "E9-E10", "A9-A10",
		"E10-E9" };

	(void)state;
	for (int id = 1; id < 60; id++) {
		struct game *game = start("4k4/9/9/9/9/9/8p/9/3K5/R8 w", RULES_SERVER);
		struct verdict verdict;
		struct move move;
		char text[8];

		game->id = id;
		for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
			play(game, moves[i], &verdict);
		assert_true(example_move(game, &move));
		move_write(move, text);
		assert_string_not_equal(text, "A10-A9");
	}
}

/* Where each move allows mate and is refused besides, one is shown all the same. */
static void
examples_are_moves(void **state)
{
	static const char *const moves[] = { "F1-F2", "D5-D3", "F2-F1", "D3-D5" };

	(void)state;
	for (int id = 1; id < 60; id++) {
		struct game *game = start("1n1a1a2r/4kn3/7rb/6p2/9/3c4p/9/9/9/5K3 w", RULES_CXQ);
		struct verdict verdict;
		struct move move = { 0 };

		game->id = id;
		for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
			play(game, moves[i], &verdict);
		assert_true(example_move(game, &move));
		assert_true(move_is_legal(&game->board, move));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = { TEST(examples_lose_nothing),
		TEST(examples_answer_check), TEST(examples_are_not_refused),
		TEST(examples_are_moves) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
