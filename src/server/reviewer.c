/* SPDX-License-Identifier: ISC */
/*
 * Reviews of games (reviewer.h).
 */
#include "server/reviewer.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "config/config.h"
#include "engine/review.h"
#include "rules/movegen.h"
#include "server/operator.h"
#include "server/outgoing.h"
#include "server/server.h"
#include "store/db.h"
#include "store/games.h"
#include "store/machines.h"
#include "store/reviews.h"

#define TRIES_MOST 3   /* then it is given up */
#define HOUR_SHARE 500 /* milliseconds of each second that it may think: games need the rest */

struct reviewer {
	struct thought thought;
	bool is_busy, has_written;
	int64_t game, player;
	int ply;       /* the position that is looked at */
	int64_t began; /* by clock_steady_ms */
};

/* A review looked at, in a transaction. */
struct look {
	struct server *server;
	const struct engine_options *engine;
	struct arena *arena;
	struct reply reply;
	struct request rq;
	struct wanted wanted;
	struct game *game;
	int found; /* positions that were looked at */
	bool is_given_up;
};

struct reviewer *
reviewer_open(void)
{
	struct reviewer *reviewer = calloc(1, sizeof *reviewer);

	if (reviewer == NULL)
		abort();
	return reviewer;
}

void
reviewer_close(struct reviewer *reviewer)
{
	if (reviewer->is_busy)
		thought_end(&reviewer->thought);
	free(reviewer);
}

bool
reviewer_thinks(const struct reviewer *reviewer)
{
	return reviewer->is_busy;
}

bool
reviewer_wrote(struct reviewer *reviewer)
{
	bool has = reviewer->has_written;

	reviewer->has_written = false;
	return has;
}

/* Its game, and how far it has come.  0 or -1. */
static int
look_open(struct look *look, struct err *err)
{
	const char *found = look->wanted.found;
	struct opinion opinion;

	if (games_get(look->server->store, look->arena, look->wanted.game, &look->game, err) != 1)
		return -1;
	while (opinion_next(&found, &opinion))
		look->found++;
	return 0;
}

static void
look_init(struct look *look, struct server *server, struct arena *arena, int64_t now)
{
	*look = (struct look){ .server = server, .arena = arena };
	reply_init(&look->reply, arena);
	look->reply.silent = true;
	look->rq = (struct request){ .arena = arena,
		.store = server->store,
		.settings = &server->settings,
		.reply = &look->reply,
		.now = now };
}

/* It is over: it and what was said of it are written. */
static int
finish(struct reviewer *reviewer, struct look *look, struct err *err)
{
	if (reviews_remove(look->server->store, &look->wanted, err) == -1)
		return -1;
	reviewer->has_written = true;
	return outgoing_write(
	    look->server, look->arena, &look->reply, &(struct cause){ .now = look->rq.now }, err);
}

/* One opinion more; the last one ends it. */
static int
add(struct reviewer *reviewer, struct look *look, const struct opinion *opinion, struct err *err)
{
	struct wanted *wanted = &look->wanted;
	char word[OPINION_SIZE];

	opinion_write(opinion, word);
	wanted->found = arena_printf(look->arena, "%s%s", wanted->found, word);
	wanted->tries = 0;
	wanted->next = 0;
	if (++look->found <= look->game->length)
		return reviews_save(look->server->store, wanted, err);
	return review_tell(&look->rq, wanted, look->game, err) == FAILED ?
	    -1 :
	    finish(reviewer, look, err);
}

/* The transaction ends; of what is given up the operator hears, why.  rc as store_finish has it. */
static int
look_end(struct look *look, int rc, const char *why, struct err *err)
{
	rc = store_finish(look->server->store, rc, err);
	if (rc != -1 && look->is_given_up)
		rc = operator_trouble(look->server, TROUBLE_ENGINE, why, look->rq.now, err);
	return rc;
}

static int
note_failure(struct reviewer *reviewer, struct look *look, const char *why, struct err *err)
{
	struct wanted *wanted = &look->wanted;

	log_warn("review of board %lld: %s", (long long)wanted->game, why);
	if (++wanted->tries < TRIES_MOST) {
		wanted->next = look->rq.now + (wanted->tries == 1 ? MINUTE : 10 * MINUTE);
		return reviews_save(look->server->store, wanted, err);
	}
	look->is_given_up = true;
	facts_game(reply_tell(&look->reply, wanted->player, NULL, "review-failed"), look->game);
	return finish(reviewer, look, err);
}

/* It has answered, or failed: why, or "".  0 or -1. */
static int
settle(
    struct reviewer *reviewer, struct server *server, int64_t now, const char *why, struct err *err)
{
	struct arena *arena = arena_new();
	struct opinion opinion;
	struct look look;
	int rc = store_begin(server->store, err), found = 0;

	reviewer->is_busy = false;
	look_init(&look, server, arena, now);
	if (rc == 0)
		rc = found = reviews_get(
		    server->store, arena, reviewer->game, reviewer->player, &look.wanted, err);
	if (rc == 1)
		rc = look_open(&look, err);
	if (why[0] == '\0' && reviewer->thought.answer.count == 0)
		why = "no-move";
	if (rc == 0 && found == 1 && look.found == reviewer->ply) {
		opinion_read(&opinion, &reviewer->thought.answer);
		rc = machines_time(
			 server->store, now, clock_steady_ms() - reviewer->began + 1, err) < 0 ?
		    -1 :
		    why[0] != '\0' ? note_failure(reviewer, &look, why, err) :
				     add(reviewer, &look, &opinion, err);
	}
	rc = look_end(&look, rc, why, err);
	arena_free(arena);
	return rc;
}

/* The program begins to think about the next position. */
static int
ask(struct reviewer *reviewer, struct look *look, struct err *why)
{
	const struct engine_options *engine = look->engine;
	struct engine_question question = { .game = game_at(look->game, look->found),
		.nodes = REVIEW_NODES,
		.lines = REVIEW_LINES };

	reviewer->game = look->wanted.game;
	reviewer->player = look->wanted.player;
	reviewer->ply = look->found;
	reviewer->began = clock_steady_ms();
	if (!look->server->settings.has_machine)
		return err_set(why, "no program that plays is installed, or configured");
	if (thought_start(&reviewer->thought, engine,
		engine_question(look->arena, engine, &question), why) == -1)
		return -1;
	reviewer->is_busy = true;
	return 0;
}

/* Its next position: the program begins to think about it, if it needs to. */
static int
go_on(struct reviewer *reviewer, struct look *look, struct err *why, struct err *err)
{
	struct opinion lost;
	struct board board;

	if (look_open(look, err) == -1)
		return -1;
	game_board_at(look->game, look->found, &board);
	opinion_lost(&lost);
	if (!moves_any(&board))
		return add(reviewer, look, &lost, err);
	return ask(reviewer, look, why) == -1 ? note_failure(reviewer, look, why->text, err) : 0;
}

/* The review that waits longest goes on, if this hour leaves time for it.  1 it does, 0, -1. */
static int
begin(struct reviewer *reviewer, struct server *server, const struct engine_options *engine,
    int64_t now, struct err *err)
{
	struct arena *arena = arena_new();
	struct look look;
	struct err why = { .text = "" };
	int64_t used;
	int due, rc;

	look_init(&look, server, arena, now);
	look.engine = engine;
	if ((due = reviews_due(server->store, arena, now, &look.wanted, err)) == 1) {
		used = machines_time(server->store, now, 0, err);
		due = used < 0 ? -1 : used < server->config->engine_seconds * HOUR_SHARE;
	}
	if (due == 1) {
		if ((rc = store_begin(server->store, err)) == 0)
			rc = go_on(reviewer, &look, &why, err);
		due = look_end(&look, rc, why.text, err) == -1 ? -1 : 1;
	}
	arena_free(arena);
	return due;
}

int
reviewer_step(struct reviewer *reviewer, struct server *server, const struct engine_options *engine,
    bool may_begin, int64_t now, struct err *err)
{
	struct err why = { .text = "" };
	int rc = 1, ended;

	if (reviewer->is_busy && (ended = thought_step(&reviewer->thought, &why)) != 0 &&
	    settle(reviewer, server, now, ended == -1 ? why.text : "", err) == -1)
		return -1;
	while (may_begin && !reviewer->is_busy && rc == 1)
		rc = begin(reviewer, server, engine, now, err);
	return rc == -1 ? -1 : reviewer->is_busy;
}
