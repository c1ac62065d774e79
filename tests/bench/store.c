/* SPDX-License-Identifier: ISC */
/*
 * How many turns a second the database takes, with 1 to 64 letters a commit.
 *
 *	store [FOLDER [SECONDS]]
 *
 * A turn is what a letter with a move does: the digest is looked up, the
 * sender, the game read and replayed, the move added, two letters of 4 KB
 * queued, all in one transaction.  The figure beside it is the same file's
 * plain commits of one small row, so that the ratio tells more than the disk.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "bench/bench.h"
#include "store/db.h"
#include "store/games.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "store/players.h"

#define NOW        INT64_C(1700000000)
#define GAMES      1000
#define GAME_PLIES 80

static const char *const shuffle[] = { "A1-A2", "A10-A9", "A2-A1", "A9-A10" };
static char bytes[4096];

static struct store *store;
static struct arena *arena;
static int64_t players[2];

static void
fill(void)
{
	struct player player = { .created = NOW,
		.language = "en",
		.board = "classic",
		.html = "auto",
		.notation = "coordinates",
		.zone = "",
		.reminders = "",
		.name = "",
		.password_hash = "" };
	struct address address = { .confirmed = true, .receives = true };

	check(store_begin(store, &err));
	for (int i = 0; i < 2; i++) {
		strcpy(player.userid, i == 0 ? "fred" : "wilma");
		check(players_add(store, &player, &err));
		players[i] = address.player = player.id;
		address.address = i == 0 ? "fred@example.org" : "wilma@example.org";
		check(players_add_address(store, &address, &err));
	}
	for (int i = 0; i < GAMES; i++) {
		struct game *game = game_new(arena, NOW);

		game->seat[RED].player = players[0];
		game->seat[GREEN].player = players[1];
		game_accept(game, NOW);
		check(games_add(store, game, &err));
	}
	check(store_commit(store, &err));
}

static void
turn(int64_t n)
{
	struct out out = { .sender = "",
		.recipient = "fred@example.org",
		.subject = "S",
		.bytes = bytes,
		.length = sizeof bytes,
		.created = NOW };
	struct ply ply = { .received = NOW, .committed = NOW + n };
	struct player player;
	struct game *game;
	struct move move;
	char *digest = arena_printf(arena, "%064lld", (long long)n * 2654435761);

	check(inbox_find(store, digest, &ply.letter, &err));
	check(inbox_add(store, digest, "spool", "fred@example.org", NOW, NOW, &ply.letter, &err));
	check(players_by_address(store, arena, "fred@example.org", &player, &err));
	check(games_get(store, arena, n * 7919 % GAMES + 1, &game, &err));
	if (game->length < GAME_PLIES) {
		move_read(shuffle[game->length % 4], &move);
		game_replay(game, move, &ply);
	}
	game->turn_since = NOW + n;
	check(games_save(store, game, &err));
	for (int i = 0; i < 2; i++) {
		out.message_id = arena_printf(arena, "%lld.%d@river", (long long)n, i);
		out.letter = ply.letter;
		out.game = game->id;
		out.player = players[i];
		check(outbox_add(store, &out, &err));
	}
	check(inbox_set_outcome(store, ply.letter, "done", &err));
}

static double
turns(int batch, double limit)
{
	static int64_t n;
	double began = seconds();
	int64_t first = n;

	do {
		arena_clear(arena);
		check(store_begin(store, &err));
		for (int i = 0; i < batch; i++)
			turn(n++);
		check(store_commit(store, &err));
	} while (seconds() - began < limit);
	return (double)(n - first) / (seconds() - began);
}

static double
plain_commits(double limit)
{
	double began = seconds();
	int64_t n = 0;

	do {
		check(store_begin(store, &err));
		check(store_set_fact(store, "n", n++, &err));
		check(store_commit(store, &err));
	} while (seconds() - began < limit);
	return (double)n / (seconds() - began);
}

int
main(int argc, char **argv)
{
	static const int batches[] = { 1, 4, 16, 64 };
	char path[4096];
	double limit = argc > 2 ? atof(argv[2]) : 2.0, plain, rate;

	snprintf(path, sizeof path, "%s/bench-%d.db", argc > 1 ? argv[1] : ".", (int)getpid());
	arena = arena_new();
	memset(bytes, 'x', sizeof bytes);
	check(store_open(&store, path, &err));
	fill();
	plain = plain_commits(limit);
	printf("plain commits\t%8.0f a second\n", plain);
	for (size_t i = 0; i < sizeof batches / sizeof *batches; i++) {
		rate = turns(batches[i], limit);
		printf("%2d turns a commit\t%8.0f turns a second\tratio %.2f\n", batches[i], rate,
		    rate / plain);
	}
	store_close(store);
	arena_free(arena);
	unlink(path);
	return 0;
}
