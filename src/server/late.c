/* SPDX-License-Identifier: ISC */
/*
 * Letters that come late (late.h).
 *
 * Time in which the mail server took nothing is nobody's: no letter grows older by it.  What a
 * letter says of the clock was true when it was made, so that one that only shows how a game stands
 * is made anew.  Others go as they are: they tell what happened, and when.
 */
#include "server/late.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "config/config.h"
#include "play/facts.h"
#include "play/play.h"
#include "server/outgoing.h"
#include "server/server.h"
#include "store/db.h"
#include "store/games.h"
#include "store/outbox.h"
#include "store/relay.h"

#define TOLD_FROM DAY /* a letter that waited less is not worth another one */

int
late_is_over(struct server *server, const struct out *out, int64_t now, struct err *err)
{
	int life = server->config->retry_days;
	int days = relay_days(server->store, out->created / DAY + 1, now / DAY, err);

	/* The first and the last day are parts of one. */
	return days == -1 ? -1 : days >= life - 1;
}

/* Was there a whole day since it was made on which nothing could be sent? */
static int
is_late(struct server *server, const struct out *out, int64_t now, struct err *err)
{
	int64_t first = out->made / DAY + 1, last = now / DAY - 1;
	int days;

	if (out->made == 0 || last < first)
		return 0;
	days = relay_days(server->store, first, last, err);
	return days == -1 ? -1 : days <= last - first;
}

/* The clock as it will stand when this letter is taken.  Where the side to move was told of its
 * turn before, it has gone on (0), else it waits for that (1); -1. */
static int
set_clock(struct store *store, struct game *game, int64_t now, struct err *err)
{
	int64_t waited = now - game->turn_since;
	int stands = outbox_pending(store, game->id, game->seat[game_turn(game)].player,
	    game->turns, game->started, now, err);

	if (stands == 1 && game->turns > 0 &&
	    games_waited(store, game->id, game->turns, now, &waited, err) == -1)
		return -1;
	if (stands == 1)
		game->turn_since += waited;
	return stands;
}

/* The letter as it would be written now, unless another one has followed it.  0 or -1. */
static int
write_anew(
    struct server *server, struct arena *arena, const struct out *old, int64_t now, struct err *err)
{
	struct reply reply;
	struct act act = { .store = server->store, .arena = arena, .reply = &reply, .now = now };
	struct vars *vars;
	int found = games_get(server->store, arena, old->game, &act.game, err);
	enum side turn;
	bool is_asked;
	int stands;

	if (found != 1 || act.game->state != GAME_PLAYING || !game_has(act.game, old->player))
		return found == -1 ? -1 : 0;
	turn = game_turn(act.game);
	is_asked = act.game->seat[turn].player == old->player;
	/* The answer to a move has no turn. */
	if (is_asked ? act.game->turns != old->turn : old->turn != 0)
		return 0;
	act.by = act.game->seat[side_other(turn)];
	reply_init(&reply, arena);
	reply.silent = true;
	if ((stands = set_clock(server->store, act.game, now, err)) == -1)
		return -1;
	vars = reply_tell(&reply, old->player, act.game, "game-late");
	facts_game(vars, act.game);
	vars_time(vars, "since", old->created);
	vars_flag(vars, "stood", stands == 1);
	if (play_tell_again(&act, old->player, err) == -1)
		return -1;
	return outgoing_write(
	    server, arena, &reply, &(struct cause){ .now = now, .only = old->recipient }, err);
}

int
late_renew(struct server *server, const struct out *out, int64_t now, struct err *err)
{
	int rc = out->game != 0 ? is_late(server, out, now, err) : 0;
	struct arena *arena;

	if (rc != 1)
		return rc;
	if (store_begin(server->store, err) == -1)
		return -1;
	arena = arena_new();
	rc = store_finish(server->store, write_anew(server, arena, out, now, err), err);
	arena_free(arena);
	return rc == -1 ? -1 : 0;
}

int
late_arrived(
    struct server *server, struct arena *arena, const struct out *out, int64_t now, struct err *err)
{
	int64_t written = out->made > out->created ? out->made : out->created;
	struct reply reply;
	struct game *game;
	int found;

	if (now - written < TOLD_FROM)
		return 0;
	if ((found = games_get(server->store, arena, out->game, &game, err)) != 1)
		return found;
	if (game_deadline(game) == 0)
		return 0;
	reply_init(&reply, arena);
	for (int side = RED; side <= GREEN; side++) {
		struct vars *vars = reply_tell(
		    &reply, game->seat[side].player, game, "game-arrived");

		facts_game(vars, game);
		vars_time(vars, "since", written);
		vars_flag(vars, "asked", side == (int)game_turn(game));
	}
	return outgoing_write(server, arena, &reply, &(struct cause){ .now = now }, err);
}
