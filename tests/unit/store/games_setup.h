/* SPDX-License-Identifier: ISC */
/*
 * What the tests of games in the store share: three players and games between
 * them, made in a transaction of the caller's.
 */
#ifndef TESTS_STORE_GAMES_SETUP_H
#define TESTS_STORE_GAMES_SETUP_H

#include "unit/store/setup.h"

#include "store/games.h"

static int64_t fred, wilma, barney;

static inline void
add_players(void)
{
	fred = add_player("fred");
	wilma = add_player("wilma");
	barney = add_player("barney");
}

static inline void
replay(struct game *game, const char *moves)
{
	struct ply ply = { .received = NOW + 1, .committed = NOW + 2 };
	struct move move;
	char *text = arena_strdup(arena, moves);

	for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
		assert_true(move_read(word, &move));
		game_replay(game, move, &ply);
	}
}

static inline struct game *
new_game(int64_t red, int64_t green, const char *moves)
{
	struct game *game = game_new(arena, NOW);

	game->seat[RED].player = red;
	game->seat[GREEN].player = green;
	replay(game, moves);
	return game;
}

static inline int64_t
add_game(int64_t red, int64_t green, const char *moves)
{
	struct game *game = new_game(red, green, moves);

	game_accept(game, NOW);
	OK(games_add(store, game, &err));
	return game->id;
}

static inline int64_t
add_ended(int64_t red, int64_t green, enum result result, enum ending ending, int64_t when)
{
	struct game *game = new_game(red, green, "B3-E3 B10-C8");

	game_accept(game, NOW);
	game_end(game, result, ending, when);
	OK(games_add(store, game, &err));
	return game->id;
}

#endif
