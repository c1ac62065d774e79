/* SPDX-License-Identifier: ISC */
/*
 * Opinions kept as text and back; which moves of a game cost most.
 */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

#include "base/arena.h"
#include "engine/review.h"

static struct move
move_of(const char *text)
{
	struct move move;

	assert_true(move_read(text, &move));
	return move;
}

static void
text_and_back(void **state)
{
	struct opinion was = { .score = -ENGINE_MATE, .count = 2 }, is;
	char text[2 * OPINION_SIZE + 1];
	const char *at = text;

	(void)state;
	was.best[0] = move_of("I10-I9");
	was.best[1] = move_of("A1-A10");
	opinion_write(&was, text);
	assert_true(strlen(text) < OPINION_SIZE);
	opinion_lost(&is);
	opinion_write(&is, text + strlen(text));
	memset(&is, 0, sizeof is);
	assert_true(opinion_next(&at, &is));
	assert_int_equal(is.score, was.score);
	assert_int_equal(is.count, 2);
	assert_true(move_equal(is.best[0], was.best[0]) && move_equal(is.best[1], was.best[1]));
	assert_true(opinion_next(&at, &is));
	assert_int_equal(is.count, 0);
	assert_false(opinion_next(&at, &is));
	for (int i = 0; i < 6; i++) {
		const char *broken[] = { "", "x ", "12", "12,B3-E3", "12,B3 ", "12, " };

		at = broken[i];
		assert_false(opinion_next(&at, &is));
	}
}

/* Winning chances by the curve: 50, 100, 0, and what three soldiers are worth (6.4 of 9 to 6,
 * 26.9 of 1.5 to -1.5: an often reported puzzle of reviews). */
static void
chances(void **state)
{
	(void)state;
	assert_true(fabs(review_chance(0) - 50) < 1e-9);
	assert_true(review_chance(ENGINE_MATE) > 99.99 && review_chance(-ENGINE_MATE) < 0.01);
	assert_true(fabs(review_chance(900) - review_chance(600) - 6.4) < 0.05);
	assert_true(fabs(review_chance(150) - review_chance(-150) - 26.9) < 0.05);
}

static void
play(struct game *game, const char *const *moves, int count)
{
	for (int i = 0; i < count; i++)
		game_replay(game, move_of(moves[i]), &(struct ply){ .turn = i });
}

/* Four moves cost 10 or more; the three dearest are told, the dearest first, and a move that
 * the rules forbid is not the better one. */
static void
dearest(void **state)
{
	static const char *const moves[] = { "H3-E3", "H10-G8", "H1-G3", "B10-C8", "I1-H1",
		"I10-I9", "B1-C3", "A10-A9" };
	/* As the side to move sees it. */
	static const int scores[] = { 0, 150, 150, 200, 600, -500, -480, 480, 100 };
	struct arena *arena = arena_new();
	struct game *game = game_new(arena, 0);
	struct opinion opinions[9];
	struct review review;

	(void)state;
	play(game, moves, 8);
	for (int i = 0; i < 9; i++) {
		opinions[i] = (struct opinion){ .score = scores[i], .count = 2 };
		opinions[i].best[0] = move_of(i % 2 == 0 ? "A1-A2" : "I10-H10");
		opinions[i].best[1] = move_of(i < 8 ? moves[i] : "C4-C5");
	}
	opinions[3].best[0] = move_of("E10-A10"); /* no move of a king's */
	opinions[3].best[1] = move_of("G7-G6");
	review_weigh(game, opinions, &review);
	assert_int_equal(review.moves[RED], 4);
	assert_int_equal(review.moves[GREEN], 4);
	assert_int_equal(review.good[RED], 4);
	assert_int_equal(review.good[GREEN], 3);
	assert_int_equal(review.slip_count, 3);
	for (int i = 0; i + 1 < review.slip_count; i++)
		assert_true(review.slips[i].from - review.slips[i].to >=
		    review.slips[i + 1].from - review.slips[i + 1].to);
	assert_int_equal(review.slips[0].ply, 3); /* 200 became -600 */
	assert_true(move_equal(review.slips[0].better, move_of("G7-G6")));
	assert_true(fabs(review.slips[0].from - review_chance(200)) < 1e-9);
	assert_true(fabs(review.slips[0].to - review_chance(-600)) < 1e-9);
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_and_back),
		cmocka_unit_test(chances),
		cmocka_unit_test(dearest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
