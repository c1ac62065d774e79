/* SPDX-License-Identifier: ISC */
/*
 * Sending what waits: the same bytes on each try, with growing waits
 * (RFC 5321, 4.5.4.1), until the mail server has taken them or time is up.
 *
 * A bounded number of letters is on its way at once, one to each recipient, and
 * those that failed before leave half of the lanes to the others: who is slow
 * or dead delays nobody.  When the mail server itself cannot be reached, what
 * was due then waits a minute, and no letter is blamed.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "config/config.h"
#include "mail/sink/lanes.h"
#include "mail/sink/sink.h"
#include "server/server.h"
#include "store/db.h"
#include "store/games.h"
#include "store/outbox.h"

#define BATCH       200
#define PATIENCE_MS 2000   /* for letters on their way, before letters in are looked at */
#define GRACE_MS    15000  /* for letters on their way when the server stops */
#define REST        MINUTE /* of the way out */
#define BUSY_WAIT   5      /* seconds; letters may become due while others are on their way */

static const int64_t waits[] = { MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR };
#define WAITS ((int)(sizeof waits / sizeof waits[0]))

struct sender {
	struct lanes *lanes;
	int connections;
	int retries;         /* letters on their way that failed before */
	struct arena *arena; /* of the batch */
	struct out *batch;   /* each recipient once, none of them on its way then */
	int count, next;
	int64_t down_since, rest_until; /* 0: the mail server can be reached */
	bool owes;                      /* an answer that the store would not take */
	int64_t owed_id;
	struct sink_answer owed;
};

static int64_t
next_wait(int tries)
{
	return waits[tries < WAITS ? tries : WAITS - 1];
}

static enum out_state
state_after(const struct server *server, const struct out *out, enum sent sent, int64_t now)
{
	if (sent == SENT)
		return OUT_SENT;
	if (sent == SENT_REFUSED)
		return OUT_REFUSED;
	return now + next_wait(out->tries) > out->created + server->config->retry_days * DAY ?
	    OUT_GIVEN_UP :
	    OUT_WAITING;
}

static int
tell(struct server *server, const struct out *out, const struct sink_answer *answer, int64_t now,
    struct err *err)
{
	struct arena *arena = arena_new();
	struct out last = *out;
	int rc;

	last.answer = answer->text;
	rc = undelivered_tell(server, arena, &last, "letter-given-up", now, err);
	arena_free(arena);
	return rc;
}

/* What else a letter's end brings about. */
static int
follow_up(struct server *server, const struct out *out, const struct sink_answer *answer,
    enum out_state state, int64_t now, struct err *err)
{
	/* Of letters of no game nobody is told: a notice of this might be one. */
	if (state == OUT_WAITING || out->game == 0)
		return 0;
	if (state != OUT_SENT)
		return tell(server, out, answer, now, err);
	return out->ply == 0 ? games_asked(server->store, out->game, out->id, now, err) :
			       games_answered(server->store, out->game, out->ply, now, err);
}

static int
note_result(struct server *server, const struct out *out, const struct sink_answer *answer,
    enum out_state state, int64_t now, struct err *err)
{
	if (store_begin(server->store, err) == -1)
		return -1;
	if (outbox_result(server->store, out->id, state, now + next_wait(out->tries), now,
		answer->text, err) == -1 ||
	    follow_up(server, out, answer, state, now, err) == -1) {
		store_rollback(server->store);
		return -1;
	}
	return store_commit(server->store, err);
}

static void
note_reach(struct sender *sender, const struct sink_answer *answer, int64_t now)
{
	sender->down_since = answer->unreachable ? now : 0;
	sender->rest_until = answer->unreachable ? now + REST : 0;
	if (answer->unreachable)
		sender->next = sender->count;
}

/* The next server's words mostly name the letter in its own log. */
static void
log_end(const struct out *out, enum out_state state, const struct sink_answer *answer)
{
	static const char *const words[] = { [OUT_WAITING] = "waits",
		[OUT_REFUSED] = "was refused",
		[OUT_GIVEN_UP] = "was given up" };

	if (state == OUT_SENT)
		log_info(
		    "letter %lld sent to %s: %s", (long long)out->id, out->recipient, answer->text);
	else
		log_warn("letter %lld to %s %s: %s", (long long)out->id, out->recipient,
		    words[state], answer->text);
}

/* One that came to its end. */
static int
note_end(struct sender *sender, struct server *server, int64_t id, const struct sink_answer *answer,
    int64_t now, int *sent, struct err *err)
{
	struct arena *arena = arena_new();
	struct out out;
	enum out_state state;
	int rc = outbox_get(server->store, arena, id, &out, err);

	if (rc == 1) {
		note_reach(sender, answer, now);
		state = state_after(server, &out, answer->sent, now);
		*sent += state == OUT_SENT;
		log_end(&out, state, answer);
		if ((rc = note_result(server, &out, answer, state, now, err)) == 0)
			sender->retries -= out.tries > 0;
	}
	arena_free(arena);
	return rc;
}

static int
take_ended(
    struct sender *sender, struct server *server, int ms, int64_t now, int *sent, struct err *err)
{
	while (sender->owes || lanes_take(sender->lanes, ms, &sender->owed_id, &sender->owed)) {
		sender->owes = true;
		if (note_end(sender, server, sender->owed_id, &sender->owed, now, sent, err) == -1)
			return -1;
		sender->owes = false;
		ms = 0;
	}
	return 0;
}

/* While the way out rests, only what became due since then may try it. */
static bool
may_go(const struct sender *sender, const struct out *out, int64_t now)
{
	if (now < sender->rest_until && sender->rest_until - now <= REST &&
	    out->next_try <= sender->down_since)
		return false;
	return out->tries == 0 || sender->retries < (sender->connections + 1) / 2;
}

/* The row as it is now: the operator may have dropped it. */
static int
load_one(struct sender *sender, struct server *server, const struct out *due, int64_t now,
    struct err *err)
{
	struct arena *arena;
	struct out out;
	int rc;

	if (lanes_has_recipient(sender->lanes, due->recipient) || !may_go(sender, due, now))
		return 0;
	arena = arena_new();
	rc = outbox_get(server->store, arena, due->id, &out, err);
	if (rc == 1 && out.state == OUT_WAITING) {
		/* Its Message-ID names the letter, so that a Maildir takes it once. */
		lanes_put(sender->lanes,
		    &(struct freight){
			out.id, out.sender, out.recipient, out.message_id, out.bytes, out.length });
		sender->retries += out.tries > 0;
	}
	arena_free(arena);
	return rc;
}

/* Those on their way are due as well, and must not be sent again afterwards. */
static int
next_batch(struct sender *sender, struct server *server, int64_t now, struct err *err)
{
	int kept = 0;

	arena_clear(sender->arena);
	sender->next = sender->count = 0;
	sender->count = outbox_due(server->store, sender->arena, now, BATCH, &sender->batch, err);
	if (sender->count == -1) {
		sender->count = 0;
		return -1;
	}
	for (int i = 0; i < sender->count; i++)
		if (!lanes_has_recipient(sender->lanes, sender->batch[i].recipient) &&
		    may_go(sender, &sender->batch[i], now))
			sender->batch[kept++] = sender->batch[i];
	sender->count = kept;
	return 0;
}

/* Fills the lanes, as long as anything can go. */
static int
load(struct sender *sender, struct server *server, int64_t now, struct err *err)
{
	while (lanes_has_room(sender->lanes)) {
		if (sender->next == sender->count && next_batch(sender, server, now, err) == -1)
			return -1;
		if (sender->count == 0)
			return 0;
		if (load_one(sender, server, &sender->batch[sender->next++], now, err) == -1)
			return -1;
	}
	return 0;
}

int
sender_send(
    struct sender *sender, struct server *server, int64_t now, bool all, int *sent, struct err *err)
{
	int64_t end = clock_steady_ms() + PATIENCE_MS, left;

	for (;;) {
		if (take_ended(sender, server, 0, now, sent, err) == -1 ||
		    load(sender, server, now, err) == -1)
			return -1;
		if (lanes_under_way(sender->lanes) == 0)
			return 0;
		left = end - clock_steady_ms();
		if (!all && left <= 0)
			return 0;
		if (take_ended(sender, server, all ? PATIENCE_MS : (int)left, now, sent, err) == -1)
			return -1;
	}
}

int
sender_go_on(struct sender *sender, struct server *server, int64_t now, bool more, int *sent,
    struct err *err)
{
	int before = lanes_under_way(sender->lanes);

	if (take_ended(sender, server, 0, now, sent, err) == -1)
		return -1;
	return more || lanes_under_way(sender->lanes) < before ? load(sender, server, now, err) : 0;
}

int
sender_open(struct sender **out, const struct config *config, struct err *err)
{
	struct sender *sender = calloc(1, sizeof *sender);

	if (sender == NULL)
		abort();
	sender->connections = config->sink.connections;
	if (lanes_open(&sender->lanes, &config->sink, err) == -1) {
		free(sender);
		return -1;
	}
	sender->arena = arena_new();
	*out = sender;
	return 0;
}

/* What has to be hurried says nothing about its letter. */
void
sender_close(struct sender *sender, struct server *server, int64_t now)
{
	int64_t end = clock_steady_ms() + GRACE_MS, left, id;
	struct sink_answer answer;
	struct err err;
	int sent = 0;

	if (sender == NULL)
		return;
	while (lanes_under_way(sender->lanes) > 0 && (left = end - clock_steady_ms()) > 0)
		if (take_ended(sender, server, (int)left, now, &sent, &err) == -1)
			break;
	lanes_hurry(sender->lanes);
	while (lanes_under_way(sender->lanes) > 0)
		if (lanes_take(sender->lanes, PATIENCE_MS, &id, &answer) &&
		    answer.sent != SENT_RETRY &&
		    note_end(sender, server, id, &answer, now, &sent, &err) == -1)
			log_error("%s", err.text);
	lanes_close(sender->lanes);
	arena_free(sender->arena);
	free(sender);
}

int
sender_fd(const struct sender *sender)
{
	return lanes_fd(sender->lanes);
}

int64_t
sender_wait(struct sender *sender, struct server *server, int64_t now, int64_t wait)
{
	int64_t count, next;
	struct err err;

	if (sender->owes || lanes_under_way(sender->lanes) > 0)
		return wait < BUSY_WAIT ? wait : BUSY_WAIT;
	if (outbox_waiting(server->store, &count, &next, &err) == -1 || count == 0)
		return wait;
	if (now < sender->rest_until && next < sender->rest_until)
		next = sender->rest_until;
	return next - now < wait ? next - now : wait;
}
