/* SPDX-License-Identifier: ISC */
/*
 * What happens without mail (tick.h).
 *
 * Nobody loses by a fault of the server: after an outage the lost time is given
 * back to all, and nobody is forfeited before every waiting letter was read.
 */
#include "server/tick.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/log.h"
#include "cmd/cmd.h"
#include "cmd/invitation.h"
#include "cmd/tournament.h"
#include "config/config.h"
#include "play/play.h"
#include "server/digest.h"
#include "server/outgoing.h"
#include "server/puzzles.h"
#include "server/server.h"
#include "store/asides.h"
#include "store/confirmations.h"
#include "store/counters.h"
#include "store/db.h"
#include "store/games.h"
#include "store/held.h"
#include "store/inbox.h"
#include "store/leaving.h"
#include "store/lists.h"
#include "store/machines.h"
#include "store/outbox.h"
#include "store/players.h"
#include "store/positions.h"
#include "store/relay.h"
#include "store/seeks.h"
#include "store/stairs.h"
#include "store/stamps.h"

#define INBOX_KEPT    (366 * DAY) /* digests of letters taken */
#define LETTERS_KEPT  (30 * DAY)  /* bytes of letters sent, at most */
#define COUNTERS_KEPT (2 * DAY)
#define STEPS_KEPT    (60 * DAY)  /* a clock that jumped is put right in that time */
#define JUMP_MAX      (400 * DAY) /* no clock is taken to have jumped further */
#define ENTERED       1000        /* games whose positions are entered in a pass */
#define GROUP         64          /* games that are due, in one commit */

/* Something is due; a machine that is to move is ill, and its clock stands (server/opponent.c).
 * 1 something was done, 0, -1. */
static int
look_at_clock(struct act *act, bool may_end, struct err *err)
{
	int is_machine = act->game->state == GAME_PLAYING ?
	    machines_move(act->store, act->game, err) :
	    0;
	enum outcome outcome;

	if (is_machine == 0) {
		outcome = play_due(act, may_end, err);
		return outcome == FAILED ? -1 : outcome == DONE;
	}
	act->game->turn_since = act->now;
	return is_machine == -1 || games_save(act->store, act->game, err) == -1 ? -1 : 1;
}

/* One game, undone alone where it fails; -1 then. */
static int
visit(struct server *server, int64_t id, int64_t now, bool may_end, struct err *err)
{
	struct arena *arena = arena_new();
	struct reply reply;
	struct act act = { .store = server->store, .arena = arena, .reply = &reply, .now = now };
	int rc = -1;

	reply_init(&reply, arena);
	if (store_begin(server->store, err) == -1)
		goto out;
	rc = games_get(server->store, arena, id, &act.game, err);
	if (rc == 1)
		rc = look_at_clock(&act, may_end, err);
	if (rc == 1 &&
	    outgoing_write(server, arena, &reply, &(struct cause){ .now = now }, err) == -1)
		rc = -1;
	if (rc == 1)
		rc = store_commit(server->store, err);
	else
		store_rollback(server->store);
out:
	arena_free(arena);
	return rc;
}

/* What commands have left to be done later. */
static const struct deferred {
	/* Which of them are due, in the arena; how many or -1. */
	int (*due)(struct store *, struct arena *, int64_t before, int64_t **, struct err *);
	int64_t wait;
	enum outcome (*run)(struct request *, int64_t id, struct err *);
	bool is_last; /* once all letters were read: one of them may stop it, or take it */
} deferred[] = {
	{ confirmations_due, 0, confirm_due, true },
	{ vacations_owed, VACATION_TOLD, vacation_due, false },
	{ seeks_lapsed, SEEK_LASTS, seek_due, true },
	{ seeks_unheard, DAY, seek_news, true },
	{ invitations_lapsed, INVITE_LASTS, invitation_due, true },
	{ tournaments_due, 0, tournament_due, true },
	{ stairs_due, 0, stairs_month_due, false },
};

/* One of them; -1: it failed. */
static int
change(struct server *server, const struct deferred *what, int64_t id, int64_t now, struct err *err)
{
	struct arena *arena = arena_new();
	struct reply reply;
	struct request rq = { .arena = arena,
		.store = server->store,
		.settings = &server->settings,
		.reply = &reply,
		.now = now };
	int rc = store_begin(server->store, err);

	reply_init(&reply, arena);
	if (rc == 0) {
		reply.silent = true;
		if (what->run(&rq, id, err) == FAILED ||
		    outgoing_write(server, arena, &reply, &(struct cause){ .now = now }, err) == -1)
			rc = -1;
		rc = store_finish(server->store, rc, err);
	}
	arena_free(arena);
	return rc;
}

/* What is known of a clock that jumps. */
enum { SUM, GIVEN, SINCE, BACK, BACK_AT, STEP_FACTS };
static const char *const step_facts[STEP_FACTS] = { "clock-sum", "clock-given", "clock-since",
	"clock-back", "clock-back-at" };

/* For the letters of the turns that were stopped; a clock that only jumped takes it back. */
static int
note_gap(struct store *store, int64_t now, int64_t last, struct err *err)
{
	return store_set_fact(store, FACT_AWAY_FROM, last, err) == -1 ||
		store_set_fact(store, FACT_AWAY_TO, now > last ? now : 0, err) == -1 ?
	    -1 :
	    0;
}

/* To all that runs or waits; negative: takes. */
static int
give_back(struct store *store, int64_t seconds, struct err *err)
{
	return games_give_back(store, seconds, err) == -1 ||
		confirmations_give_back(store, seconds, err) == -1 ||
		tournaments_give_back(store, seconds, err) == -1 ||
		held_give_back(store, seconds, err) == -1 ?
	    -1 :
	    0;
}

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
	if (give_back(store, is[GIVEN] - given, err) == -1 || note_gap(store, now, last, err) == -1)
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
	int rc;

	memset(server->answered, 0, sizeof server->answered);
	if (store_begin(store, err) == -1)
		return -1;
	if ((rc = store_fact(store, "last-pass", &last, err)) == 0) {
		*valid = last == 0 ||
		    (now >= last && now - last <= server->config->outage * MINUTE);
		if ((!*valid && take_step(server, now, last, err) == -1) ||
		    stamps_clamp(store, now, err) == -1 ||
		    store_set_fact(store, "last-pass", now, err) == -1)
			rc = -1;
	}
	return store_finish(store, rc, err);
}

/* What was kept when the database was changed for good; mostly there is none. */
static void
expire_kept(const struct config *config, int64_t before)
{
	char folder[PATH_MAX];
	struct err err;

	if (folder_join(folder, config->home, "kept", &err) == 0 && access(folder, F_OK) == 0 &&
	    folder_expire(folder, before, false, &err) == -1)
		log_error("%s", err.text);
}

/* How far the ages of what is kept are reckoned: what was so long, or is so long ago, was no clock
 * that jumped. */
static int
kept_until(struct store *store, int64_t now, int64_t *kept_to, struct err *err)
{
	int64_t given, since;

	if (store_fact(store, "clock-given", &given, err) == -1 ||
	    store_fact(store, "clock-since", &since, err) == -1)
		return -1;
	*kept_to = given > 0 && given <= JUMP_MAX && now - since <= STEPS_KEPT ? now - given : now;
	return 0;
}

/* What is older than it is kept. */
static int
forget(struct store *store, int64_t now, int64_t kept, struct err *err)
{
	return inbox_expire(store, now - INBOX_KEPT, err) == -1 ||
		outbox_expire(store, now - LETTERS_KEPT, err) == -1 ||
		relay_expire(store, now - INBOX_KEPT, err) == -1 ||
		leaving_hide(store, now - kept, now, err) == -1 ||
		counters_expire(store, now - COUNTERS_KEPT, err) == -1 ||
		confirmations_expire(store, now, err) == -1 ||
		lists_expire(store, now - INBOX_KEPT, err) == -1 ||
		asides_expire(store, err) == -1 ?
	    -1 :
	    0;
}

int
tick_clean_up(struct server *server, int64_t now, int64_t *kept_to, struct err *err)
{
	struct store *store = server->store;
	int64_t last, kept = server->config->keep * DAY;
	int rc;

	if (store_begin(store, err) == -1)
		return -1;
	if (store_fact(store, "last-cleaning", &last, err) == -1 ||
	    kept_until(store, now, kept_to, err) == -1)
		return store_finish(store, -1, err);
	if (last != 0 && now >= last && now < last + DAY)
		return store_finish(store, 0, err);
	expire_kept(server->config, *kept_to - kept);
	rc = forget(store, *kept_to, kept, err) == -1 ||
		store_set_fact(store, "last-cleaning", now, err) == -1 ?
	    -1 :
	    1;
	if ((rc = store_finish(store, rc, err)) == 1)
		leaving_flush(store);
	return rc;
}

/* What fails does not stop the clocks of other games. */
static int
note_failure(const struct err *err)
{
	log_error_once("%s", err->text);
	return -1;
}

static int
change_due(struct server *server, const struct deferred *what, int64_t now, struct err *err)
{
	struct arena *arena = arena_new();
	int64_t *ids;
	int count = what->due(server->store, arena, now - what->wait, &ids, err);
	int rc = count == -1 ? note_failure(err) : 0;

	for (int i = 0; i < count; i++)
		if (change(server, what, ids[i], now, err) == -1)
			rc = note_failure(err);
	arena_free(arena);
	return rc;
}

/* Games that were there before their positions were kept, or were imported meanwhile: some in each
 * pass. */
static int
enter_positions(struct server *server, struct err *err)
{
	int waiting = positions_waiting(server->store, err);

	if (waiting == 0)
		return 0;
	if (waiting == -1 || store_begin(server->store, err) == -1)
		return note_failure(err);
	return store_finish(server->store, positions_enter(server->store, ENTERED, err), err) ==
		-1 ?
	    note_failure(err) :
	    0;
}

/* Those that come by themselves. */
static int
write_letters(struct server *server, int64_t now, struct err *err)
{
	int rc = digests_write(server, now, err);

	return puzzles_write(server, now, err) == -1 ? -1 : rc;
}

int
tick(struct server *server, int64_t now, bool may_end, struct err *err)
{
	struct arena *arena = arena_new();
	int64_t *ids;
	int count = games_due(server->store, arena, now, &ids, err), rc = count == -1 ? -1 : 0;

	for (int i = 0; i < count; i++) {
		bool is_last = (i + 1) % GROUP == 0 || i + 1 == count;

		if (i % GROUP == 0 && store_group_begin(server->store, err) == -1) {
			rc = note_failure(err);
			break;
		}
		if (visit(server, ids[i], now, may_end, err) == -1)
			rc = note_failure(err);
		if (is_last && store_group_end(server->store, err) == -1)
			rc = note_failure(err);
	}
	for (size_t i = 0; i < sizeof deferred / sizeof deferred[0]; i++)
		if ((may_end || !deferred[i].is_last) &&
		    change_due(server, &deferred[i], now, err) == -1)
			rc = -1;
	if (write_letters(server, now, err) == -1 || enter_positions(server, err) == -1)
		rc = -1;
	arena_free(arena);
	return rc;
}
