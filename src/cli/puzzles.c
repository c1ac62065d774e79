/* SPDX-License-Identifier: ISC */
/*
 * riverpost puzzles: mates in two or three moves that finished public games hold, found and listed.
 *
 * Games are looked at outside of any transaction, so that a server at work never waits; what was
 * found is then entered with many games at once.  Whoever ends it loses no more than the last of
 * them, and the same command goes on from there.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "cli/admin.h"
#include "cli/cli.h"
#include "rules/fen.h"
#include "store/db.h"
#include "store/games.h"
#include "store/machines.h"
#include "store/puzzles.h"

#define BATCH 100 /* games */

/* What was found in a game. */
struct look {
	int64_t game;
	struct mate_puzzle puzzles[PUZZLES_OF_GAME];
	int count;
};

static int
look_at(struct store *store, int64_t id, struct look *out, struct err *err)
{
	struct arena *arena = arena_new();
	struct game *game;
	int found = games_get(store, arena, id, &game, err), has_machine = 0;

	*out = (struct look){ .game = id };
	if (found == 1)
		has_machine = machines_play(store, game, err);
	if (found == 1 && has_machine == 0)
		out->count = puzzles_of_game(&game->start, game->moves, game->length, out->puzzles);
	arena_free(arena);
	return found == -1 || has_machine == -1 ? -1 : 0;
}

/* In one transaction; how many puzzles are new, or -1. */
static int
enter(struct store *store, const struct look *looks, int count, struct err *err)
{
	int added = 0, rc = store_begin(store, err);

	if (rc == -1)
		return -1;
	for (int i = 0; i < count && rc != -1; i++) {
		rc = puzzles_enter(store, looks[i].game, looks[i].puzzles, looks[i].count, err);
		added += rc;
	}
	return store_finish(store, rc == -1 ? -1 : 0, err) == -1 ? -1 : added;
}

/* *after: the last game that was looked at; how many were, or -1. */
static int
find_some(struct store *store, int limit, int64_t *after, int *added, struct err *err)
{
	struct arena *arena = arena_new();
	int64_t *games;
	int count = puzzles_unseen(store, arena, *after, limit, &games, err), rc = count;
	struct look *looks = arena_alloc(arena, BATCH * sizeof *looks);

	for (int i = 0; i < count && rc != -1; i++)
		rc = look_at(store, games[i], &looks[i], err);
	if (count > 0 && rc != -1) {
		*after = games[count - 1];
		rc = enter(store, looks, count, err);
		*added += rc;
	}
	arena_free(arena);
	return rc == -1 ? -1 : count;
}

/* "--limit=N", or "--limit N": 0, or what cli_wrong returns. */
static int
read_limit(char **args, int *limit)
{
	const char *text = args[0];
	char *end;
	long number;

	*limit = INT_MAX;
	if (text == NULL)
		return 0;
	if (strncmp(text, "--limit=", 8) == 0 && args[1] == NULL)
		text += 8;
	else if (strcmp(text, "--limit") == 0 && args[1] != NULL)
		text = args[1];
	else
		return cli_wrong(text, CLI_TOO_MUCH);
	number = strtol(text, &end, 10);
	if (*end != '\0' || number < 1 || number > INT_MAX)
		return cli_wrong(text, "how many games? A number, please");
	*limit = (int)number;
	return 0;
}

static int
find_run(struct admin *admin, char **args, struct err *err)
{
	int limit, count = 1, games = 0, added = 0, rc = read_limit(args, &limit);
	int64_t after = 0;

	if (rc != 0)
		return rc;
	while (count > 0 && games < limit) {
		int most = limit - games < BATCH ? limit - games : BATCH;

		count = find_some(admin->server.store, most, &after, &added, err);
		games += count;
	}
	if (count == -1)
		return -1;
	str_addf(&admin->output, "%d games looked at, %d new puzzles\n", games, added);
	return ACTION_DONE;
}

static int
list_run(struct admin *admin, char **args, struct err *err)
{
	struct puzzle *puzzles;
	int count = puzzles_list(admin->server.store, admin->arena, &puzzles, err);

	(void)args;
	for (int i = 0; i < count; i++) {
		struct arena *arena = arena_new();
		struct game *game;
		struct board board;
		char fen[FEN_SIZE] = "";
		int found = games_get(admin->server.store, arena, puzzles[i].game, &game, err);

		if (found == 1 && game_board_at(game, puzzles[i].ply, &board))
			fen_write(&board, 0, 1, fen);
		arena_free(arena);
		if (found == -1)
			return -1;
		str_addf(&admin->output, "%lld  game %lld, ply %d  mate in %d  %s  %s\n",
		    (long long)puzzles[i].id, (long long)puzzles[i].game, puzzles[i].ply,
		    puzzles[i].moves, fen, puzzles[i].line);
	}
	return count == -1 ? -1 : ACTION_DONE;
}

const struct action cli_puzzles[] = { { "list", 0, 0, ACTION_READS, list_run },
	{ "find", 0, 2, ACTION_BY_ITSELF, find_run }, { 0 } };
