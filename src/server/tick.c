/* SPDX-License-Identifier: ISC */
/*
 * What happens without mail (tick.h).
 *
 * Nobody loses by a fault of the server: after an outage the lost time is given
 * back to all, and nobody is forfeited before every waiting letter was read.
 */
#include "server/tick.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "cmd/facts.h"
#include "config/config.h"
#include "server/outgoing.h"
#include "server/server.h"
#include "store/confirmations.h"
#include "store/counters.h"
#include "store/db.h"
#include "store/games.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "store/seeks.h"
#include "store/stamps.h"

#define INBOX_KEPT    (366 * DAY) /* digests of letters taken */
#define LETTERS_KEPT  (30 * DAY)  /* bytes of letters sent */
#define COUNTERS_KEPT (2 * DAY)
#define STEPS_KEPT    (60 * DAY) /* a clock that jumped is put right in that time */
#define GROUP         64         /* games that are due, in one commit */

static void
tell_both(struct reply *reply, struct game *game, const char *template)
{
	for (int side = RED; side <= GREEN; side++) {
		struct vars *vars;

		if (game->seat[side].player == 0)
			continue;
		vars = reply_tell(reply, game->seat[side].player, game, template);
		facts_game(vars, game);
		vars_flag(vars, "you-claim", side != (int)game_turn(game));
	}
}

/* The time of the player to move is up. */
static int
end_time(struct server *server, struct game *game, int64_t now, bool may_end, struct reply *reply,
    struct err *err)
{
	bool by_claim = game->terms.by_claim && !game->is_claimed;

	if (!may_end || (by_claim && game->reminded >= game_deadline(game)))
		return 0;
	if (by_claim)
		game->reminded = now;
	else
		game_forfeit(game, now);
	if (by_claim)
		tell_both(reply, game, "time-up");
	else if (reply_tell_all(reply, server->store, game, 0, "forfeit", NULL, err) == -1)
		return -1;
	return 1;
}

/* After an outage only the last of several reminders is sent. */
static void
remind(struct game *game, int64_t now, struct reply *reply)
{
	enum side side = game_turn(game);
	struct turn_clock clock = game_clock(game);
	struct vars *vars = reply_tell(reply, game->seat[side].player, game, "reminder");
	bool is_last;

	game->reminded = now;
	facts_game(vars, game);
	vars_flag(vars, "last", clock.allowed != -1 && clock_reminder(&clock, now, &is_last) == 0);
	vars_time(vars, "deadline", clock_deadline(&clock));
	vars_flag(vars, "by-claim", game->terms.by_claim);
	vars_flag(vars, "unmoved", game->length < 2);
	vars_text(vars, "opponent", game->seat[side_other(side)].userid);
}

/* 1 when something was due: the game is changed and the reply filled; 0, -1. */
static int
look_at(struct server *server, struct game *game, int64_t now, bool may_end, struct reply *reply,
    struct err *err)
{
	int64_t due = game_due(game), deadline = game_deadline(game);
	int unasked = 0;

	if (due == 0 || now < due || (game->state == GAME_OFFERED && !may_end))
		return 0;
	/* While the letter that asks him for the move still waits to be sent, the time that passes
	 * is not the player's; and whoever has none left is asked before he loses, in an earlier
	 * pass. */
	if (game->state == GAME_PLAYING)
		unasked = outbox_pending(server->store, game->id,
		    game->seat[game_turn(game)].player, game->turns, game->started, now, err);
	if (unasked != 0)
		return unasked == -1 ? -1 : 0;
	if (deadline != 0 && now >= deadline)
		return end_time(server, game, now, may_end, reply, err);
	if (game->state == GAME_OFFERED) {
		game_decline(game, ENDING_LAPSED, now);
		tell_both(reply, game, "challenge-lapsed");
	} else {
		remind(game, now, reply);
	}
	return 1;
}

/* One game, undone alone where it fails; -1 then. */
static int
visit(struct server *server, int64_t id, int64_t now, bool may_end, struct err *err)
{
	struct arena *arena = arena_new();
	struct cause cause = { .now = now };
	struct reply reply;
	struct game *game;
	int rc = -1;

	reply_init(&reply, arena);
	if (store_begin(server->store, err) == -1)
		goto out;
	rc = games_get(server->store, arena, id, &game, err);
	if (rc == 1)
		rc = look_at(server, game, now, may_end, &reply, err);
	/* What was due is put off: it is noted until when. */
	if (rc == 0 && (game_due(game) == 0 || game_due(game) > now))
		rc = 1;
	if (rc == 1 &&
	    (games_save(server->store, game, err) == -1 ||
		outgoing_write(server, arena, &reply, &cause, err) == -1))
		rc = -1;
	if (rc == 1)
		rc = store_commit(server->store, err);
	else
		store_rollback(server->store);
out:
	arena_free(arena);
	return rc;
}

/* What is known of a clock that jumps. */
enum { SUM, GIVEN, SINCE, BACK, BACK_AT, STEP_FACTS };
static const char *const step_facts[STEP_FACTS] = { "clock-sum", "clock-given", "clock-since",
	"clock-back", "clock-back-at" };

/*
 * Between two passes the clock went on by `gap`: too far, or back.
 *
 * An outage and a clock that jumped look the same; only the way back tells.  So the sum of such
 * gaps is kept: whatever of it is longer than a pause may be is given to all, and what is no
 * longer is taken again.  A year ahead and a year back leave nothing.
 */
static int
take_step(struct server *server, int64_t now, int64_t last, struct err *err)
{
	struct store *store = server->store;
	int64_t outage = server->config->outage * MINUTE, gap = now - last, is[STEP_FACTS], given;

	for (int i = 0; i < STEP_FACTS; i++)
		if (store_fact(store, step_facts[i], &is[i], err) == -1)
			return -1;
	/* It has been right, or at least believed, for long. */
	if (llabs(last - is[SINCE]) > STEPS_KEPT)
		is[SUM] = is[GIVEN] = 0;
	given = is[GIVEN];
	is[SUM] += gap;
	is[GIVEN] = llabs(is[SUM]) > outage ? is[SUM] : 0;
	if (given == 0 || is[GIVEN] == 0)
		is[SINCE] = now;
	if (games_give_back(store, is[GIVEN] - given, err) == -1 ||
	    confirmations_give_back(store, is[GIVEN] - given, err) == -1)
		return -1;
	if (gap > 0) {
		log_warn("no pass for %lld minutes, or the clock jumped: the time is given back to "
			 "all players",
		    (long long)(gap / MINUTE));
	} else {
		log_warn("the clock went back by %lld minutes", (long long)(-gap / MINUTE));
		is[BACK] = -gap;
		is[BACK_AT] = now;
		if (stamps_back(store, now, -gap, -gap <= given + outage, err) == -1)
			return -1;
	}
	for (int i = 0; i < STEP_FACTS; i++)
		if (store_set_fact(store, step_facts[i], is[i], err) == -1)
			return -1;
	return 0;
}

int
tick_begin(struct server *server, int64_t now, bool *valid, struct err *err)
{
	struct store *store = server->store;
	int64_t last;

	if (store_begin(store, err) == -1)
		return -1;
	if (store_fact(store, "last-pass", &last, err) == -1)
		goto fail;
	*valid = last == 0 || (now >= last && now - last <= server->config->outage * MINUTE);
	if (!*valid && take_step(server, now, last, err) == -1)
		goto fail;
	if (stamps_clamp(store, now, err) == 0 && store_set_fact(store, "last-pass", now, err) == 0)
		return store_commit(store, err);
fail:
	store_rollback(store);
	return -1;
}

int
tick_clean_up(struct server *server, int64_t now, int64_t *kept_to, struct err *err)
{
	struct store *store = server->store;
	int64_t last, given;
	int rc;

	if (store_begin(store, err) == -1)
		return -1;
	rc = store_fact(store, "last-cleaning", &last, err);
	if (rc == -1 || (last != 0 && now >= last && now < last + DAY)) {
		store_rollback(store);
		return rc;
	}
	if (store_fact(store, "clock-given", &given, err) == -1)
		goto fail;
	*kept_to = given > 0 ? now - given : now;
	if (inbox_expire(store, *kept_to - INBOX_KEPT, err) == 0 &&
	    outbox_expire(store, *kept_to - LETTERS_KEPT, err) == 0 &&
	    counters_expire(store, *kept_to - COUNTERS_KEPT, err) == 0 &&
	    confirmations_expire(store, *kept_to, err) == 0 &&
	    seeks_expire(store, *kept_to, err) == 0 &&
	    store_set_fact(store, "last-cleaning", now, err) == 0)
		return store_commit(store, err) == -1 ? -1 : 1;
fail:
	store_rollback(store);
	return -1;
}

/* These games in one commit; 0 or -1. */
static int
visit_all(struct server *server, const int64_t *ids, int count, int64_t now, bool may_end,
    struct err *err)
{
	struct err own;
	int rc = 0;

	if (store_group_begin(server->store, err) == -1)
		return -1;
	for (int i = 0; i < count; i++) {
		if (visit(server, ids[i], now, may_end, &own) != -1)
			continue;
		/* One that is damaged does not stop the clocks of the others. */
		if (rc == -1)
			log_error("%s", err->text);
		*err = own;
		rc = -1;
	}
	if (store_group_end(server->store, &own) == 0)
		return rc;
	if (rc == -1)
		log_error("%s", err->text);
	*err = own;
	return -1;
}

int
tick(struct server *server, int64_t now, bool may_end, struct err *err)
{
	struct arena *arena;
	int64_t *ids;
	int count, rc = 0;

	arena = arena_new();
	count = games_due(server->store, arena, now, &ids, err);
	if (count == -1)
		rc = -1;
	for (int i = 0; i < count; i += GROUP) {
		struct err own;
		int some = count - i < GROUP ? count - i : GROUP;

		if (visit_all(server, ids + i, some, now, may_end, &own) != -1)
			continue;
		if (rc == -1)
			log_error("%s", err->text);
		*err = own;
		rc = -1;
	}
	arena_free(arena);
	return rc;
}
