/* SPDX-License-Identifier: ISC */
/*
 * Puzzles that come by themselves (puzzles.h).
 *
 * The letter and the note that it was written are one transaction.  To somebody who does not answer
 * no more are sent.
 */
#include "server/puzzles.h"

#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "cmd/cmd.h"
#include "game/clock.h"
#include "server/outgoing.h"
#include "server/server.h"
#include "store/db.h"
#include "store/players.h"
#include "store/puzzles.h"

#define USUAL_HOUR "08:00"
#define PATIENCE   (3 * DAY)

static bool
is_due(const struct player *player, int64_t now)
{
	int64_t rest = strcmp(player->puzzles, "weekly") == 0 ? 6 * DAY : 0;
	const char *hour = player->digest[0] != '\0' ? player->digest : USUAL_HOUR;

	return hour_next(hour, player->zone, player->puzzled + rest) <= now;
}

/* Unless one has waited for too long, or there is none. */
static int
send_puzzle(
    struct server *server, struct arena *arena, struct player *player, int64_t now, struct err *err)
{
	struct reply reply;
	struct request rq = { .arena = arena,
		.store = server->store,
		.settings = &server->settings,
		.reply = &reply,
		.now = now,
		.from = player };
	enum outcome outcome;
	int64_t since;

	reply_init(&reply, arena);
	reply.silent = true;
	if (attempts_waiting_since(server->store, player->id, &since, err) == -1)
		return -1;
	if (since != 0 && since <= now - PATIENCE)
		return 0;
	if ((outcome = puzzle_send(&rq, err)) != DONE)
		return outcome == FAILED ? -1 : 0;
	return outgoing_write(server, arena, &reply, &(struct cause){ .now = now }, err);
}

/* In a transaction of its own. */
static int
write_puzzle(struct server *server, struct player *player, int64_t now, struct err *err)
{
	struct arena *arena = arena_new();
	int rc = store_begin(server->store, err);

	if (rc == 0) {
		if (send_puzzle(server, arena, player, now, err) == -1 ||
		    players_note_puzzle(server->store, player->id, now, err) == -1)
			rc = -1;
		rc = store_finish(server->store, rc, err);
	}
	arena_free(arena);
	return rc;
}

int
puzzles_write(struct server *server, int64_t now, struct err *err)
{
	struct arena *arena = arena_new();
	struct player *players;
	int count = players_puzzled(server->store, arena, &players, err), rc = count == -1 ? -1 : 0;

	for (int i = 0; i < count; i++) {
		if (players[i].state != PLAYER_ACTIVE || !is_due(&players[i], now))
			continue;
		if (write_puzzle(server, &players[i], now, err) == -1) {
			log_error_once("%s", err->text);
			rc = -1;
		}
	}
	arena_free(arena);
	return rc;
}
