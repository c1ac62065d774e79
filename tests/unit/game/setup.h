/* SPDX-License-Identifier: ISC */
/*
 * What the tests of a game share: players, starts whose moves go round for
 * ever, and moves as text, one an hour.
 */
#ifndef TESTS_GAME_SETUP_H
#define TESTS_GAME_SETUP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "game/game.h"

#define NOW INT64_C(1700000000)
#define ANN 11
#define BEN 22

/* A rook that chases an unprotected cannon up and down for ever. */
#define CHASE "5k3/9/9/8c/R8/9/9/9/9/3K5 w"
static const char *const chase[] = { "A6-A7", "I7-I6", "A7-A6", "I6-I7" };

/* A rook that checks for ever. */
#define CHECKS "3k5/7R1/9/9/9/9/9/9/9/4K4 w"
static const char *const checks[] = { "H9-H10", "D10-D9", "H10-H9", "D9-D10" };

static struct arena *arena;

static inline int
set_up(void **state)
{
	(void)state;
	arena = arena_new();
	return 0;
}

static inline int
tear_down(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

static inline struct game *
start(const char *fen, enum ruleset rules)
{
	struct game *game = game_new(arena, NOW);
	const char *why;

	if (fen != NULL && !game_set_start(game, fen, &why))
		fail_msg("%s: %s", fen, why);
	game->rules = rules;
	game->seat[RED].player = ANN;
	game->seat[GREEN].player = BEN;
	game->terms.move = 21 * DAY;
	game_accept(game, NOW);
	return game;
}

static inline enum play
play(struct game *game, const char *text, struct verdict *verdict)
{
	struct ply ply = { .committed = NOW + (game->length + 1) * HOUR };
	struct move move;

	assert_true(move_read(text, &move));
	return game_play(game, move, &ply, verdict);
}

static inline void
play_round(struct game *game, const char *const moves[4], int plies)
{
	struct verdict verdict;

	for (int i = 0; i < plies; i++)
		assert_int_equal(play(game, moves[i % 4], &verdict), PLAY_DONE);
	assert_int_equal(game->state, GAME_PLAYING);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

#endif
