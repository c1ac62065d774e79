/* SPDX-License-Identifier: ISC */
/*
 * Sending what waits: the same bytes on each try, with growing waits
 * (RFC 5321, 4.5.4.1), until the mail server has taken them or time is up.
 *
 * A bounded number of letters is on its way at once, one to each recipient, and
 * those that failed before leave half of the places to the others: a slow or
 * dead recipient delays nobody.  When the mail server itself cannot be reached, or
 * refuses us and not the letter, what was due then waits a minute, and no letter is
 * given up for it, or grows older; the operator is told.  A letter that may have been taken waits
 * for hours, lest its recipient get it with each try.  How a letter ended is the sink's to keep
 * until the store has taken it; the next ones go down its connections meanwhile.
 */
#include "server/sender.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "config/config.h"
#include "mail/net/wire.h"
#include "mail/sink/sink.h"
#include "server/late.h"
#include "server/operator.h"
#include "server/reach.h"
#include "server/server.h"
#include "store/db.h"
#include "store/games.h"
#include "store/held.h"
#include "store/lists.h"
#include "store/outbox.h"
#include "store/relay.h"

#define BATCH     200
#define ROUND_MS  2000   /* at a time, until no letter is on its way */
#define GRACE_MS  15000  /* for letters on their way when it closes, at most */
#define BACKOFF   MINUTE /* when the mail server cannot be reached */
#define BUSY_WAIT 5      /* seconds; letters may become due while others are on their way */

static const int64_t waits[] = { MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR };
#define WAITS          ((int)(sizeof waits / sizeof waits[0]))
#define UNSURE_WAIT    (4 * HOUR) /* of a letter that may have been taken, after its first try … */
#define UNSURE_DOUBLED 3          /* … and twice as long after each of these, up to a day */
#define TRIES_MIN      (WAITS + 1) /* before a letter is given up */
#define LASTING        5           /* tries, more than an hour, that a server was out of reach */

struct sender {
	struct sink *sink;
	int connections;
	bool is_remote;              /* letters go over connections */
	int retries;                 /* letters on their way that failed before */
	struct arena *arena;         /* of the batch */
	struct out batch[2 * BATCH]; /* no letters of recipients to whom one was on its way then */
	int count, next;
	bool ask_all;       /* not only for new ones: something that was there before may go now */
	int64_t asked;      /* when the store was asked for all; that is done once a second */
	int64_t seen;       /* the highest number that it had then */
	bool has_held;      /* letters that failed before wait for a place */
	bool is_stuck;      /* the store did not take how a letter ended */
	int64_t renewed;    /* the last day on which late letters were made anew */
	int64_t down_since; /* 0: the mail server can be reached, and takes letters from us */
};

static int64_t
next_wait(const struct out *out, const struct sink_answer *answer)
{
	if (answer->is_unsure)
		return out->tries < UNSURE_DOUBLED ? UNSURE_WAIT << out->tries : DAY;
	return waits[out->tries < WAITS ? out->tries : WAITS - 1];
}

/* The mail server can be reached, and is not at odds with us. */
static bool
is_at_hand(const struct sink_answer *answer)
{
	return answer->sent != SENT_RETRY || answer->blame == BLAME_LETTER ||
	    answer->blame == BLAME_UNCLEAR;
}

/* It has said something about this letter. */
static bool
has_answered(const struct sink_answer *answer)
{
	return answer->sent != SENT_RETRY || answer->blame == BLAME_LETTER ||
	    (answer->is_unsure && answer->blame != BLAME_UNCLEAR);
}

/* What becomes of a letter, or -1. */
static int
state_after(struct server *server, const struct out *out, const struct sink_answer *answer,
    int64_t now, struct err *err)
{
	int is_over;

	if (answer->sent == SENT)
		return OUT_SENT;
	if (answer->sent == SENT_REFUSED)
		return OUT_REFUSED;
	/* After an outage, or when the clock is wrong, few tries were made in that time. */
	if ((!is_at_hand(answer) && !answer->is_unsure) || out->tries + 1 < TRIES_MIN ||
	    now + next_wait(out, answer) <= out->created + server->config->retry_days * DAY)
		return OUT_WAITING;
	is_over = late_is_over(server, out, now, err);
	return is_over == -1 ? -1 : is_over ? OUT_GIVEN_UP : OUT_WAITING;
}

/* The letter was taken: it has told its reader of his turn.  1: the clock got time for that; 0, -1.
 */
static int
note_told(struct store *store, const struct out *out, int64_t now, struct err *err)
{
	int rc = games_answered(store, out->game, out->turn, now, err);
	struct held held = { .game = out->game, .turn = out->turn, .player = out->player };

	return rc == 0 ? held_told(store, &held, now, err) : rc;
}

/* The same of each board that a letter lists. */
static int
note_list(
    struct server *server, struct arena *arena, const struct out *out, int64_t now, struct err *err)
{
	struct token unused;
	struct listed *listed;
	int count = lists_get(server->store, arena, out->player, out->list, &unused, &listed, err);

	for (int i = 0; i < count; i++) {
		struct held held = {
			.game = listed[i].game, .turn = listed[i].turn, .player = out->player
		};
		int rc = held_told(server->store, &held, now, err);

		if (rc == -1 ||
		    (rc == 1 &&
			late_arrived(server, arena,
			    &(struct out){ .game = held.game, .created = held.due }, now,
			    err) == -1))
			return -1;
	}
	return count == -1 ? -1 : 0;
}

/* What follows for clocks when a letter was taken.  0 or -1. */
static int
note_sent(
    struct server *server, struct arena *arena, const struct out *out, int64_t now, struct err *err)
{
	int rc;

	if (out->game == 0)
		return out->list != 0 ? note_list(server, arena, out, now, err) : 0;
	rc = out->turn == 0 ? games_asked(server->store, out->game, out->id, now, err) :
			      note_told(server->store, out, now, err);
	return rc == 1 ? late_arrived(server, arena, out, now, err) : rc;
}

/* Stores how a letter ended, and what follows from that, in one transaction. */
static int
store_end(struct server *server, struct arena *arena, const struct out *out,
    const struct sink_answer *answer, enum out_state *state, int64_t now, struct err *err)
{
	struct store *store = server->store;
	int rc;

	if (store_begin(store, err) == -1)
		return -1;
	rc = has_answered(answer) ? relay_note(store, now, err) : 0;
	if (rc == 0 && (rc = state_after(server, out, answer, now, err)) != -1) {
		/* It may have been dropped while it was on its way. */
		*state = rc == OUT_WAITING && out->state == OUT_DROPPED ? OUT_DROPPED :
									  (enum out_state)rc;
		rc = outbox_result(
		    store, out->id, *state, now + next_wait(out, answer), now, out->answer, err);
	}
	if (rc != -1 && *state == OUT_SENT)
		rc = note_sent(server, arena, out, now, err);
	/* Only losses of game letters are reported: a report belongs to no game, so none causes
	 * another. */
	else if (rc != -1 && *state != OUT_WAITING && *state != OUT_DROPPED && out->game != 0)
		rc = reach_lost(server, arena, out, false, now, err);
	return store_finish(store, rc, err);
}

static bool
backs_off(const struct sender *sender, int64_t now)
{
	return sender->down_since <= now && now < sender->down_since + BACKOFF;
}

/* The next letter to an address to which one has gone. */
static int
line_up(struct sender *sender, struct server *server, const char *recipient, int64_t now,
    struct err *err)
{
	int found;

	if (sender->next == sender->count) {
		arena_clear(sender->arena);
		sender->next = sender->count = 0;
	}
	if (sender->count == 2 * BATCH) {
		sender->ask_all = true;
		return 0;
	}
	found = outbox_next_to(
	    server->store, sender->arena, recipient, now, &sender->batch[sender->count], err);
	if (found == 1)
		sender->count++;
	return found == -1 ? -1 : 0;
}

/* Of a letter that may have been taken, and of trouble that is not a letter's: at once where
 * somebody has to change something, of a server that is out of reach, or may be, when that lasts.
 */
static int
tell_operator(struct server *server, const struct out *out, const struct sink_answer *answer,
    int64_t now, struct err *err)
{
	bool lasts = out->tries + 1 >= LASTING;
	int days = 0;

	if (answer->is_unsure)
		return operator_unsure(server, out->recipient, answer, now, err);
	if (answer->sent != SENT_RETRY || answer->blame == BLAME_LETTER ||
	    (answer->blame == BLAME_SERVER && !lasts))
		return 0;
	if (answer->blame == BLAME_UNCLEAR) {
		days = lasts ? relay_days(server->store, now / DAY - 1, now / DAY, err) : 1;
		if (days != 0)
			return days == -1 ? -1 : 0;
	}
	return operator_unsent(server, answer, now, err);
}

static void
log_end(const struct out *out, enum out_state state)
{
	static const char *const words[] = { [OUT_WAITING] = "waits",
		[OUT_REFUSED] = "was refused",
		[OUT_GIVEN_UP] = "was given up",
		[OUT_DROPPED] = "was dropped" };

	if (state == OUT_SENT)
		log_info(
		    "letter %lld sent to %s: %s", (long long)out->id, out->recipient, out->answer);
	else
		log_warn("letter %lld to %s %s: %s", (long long)out->id, out->recipient,
		    words[state], out->answer);
}

/* Notes how a letter ended. */
static int
note_end(struct sender *sender, struct server *server, const struct delivery *delivery, int64_t now,
    int *sent, struct err *err)
{
	const struct sink_answer *answer = &delivery->answer;
	struct arena *arena = arena_new();
	struct out out;
	enum out_state state = OUT_WAITING;
	bool is_down = !is_at_hand(answer);
	int rc = outbox_get(server->store, arena, delivery->id, &out, err);

	if (rc == 1) {
		sender->down_since = is_down ? now : 0;
		if (is_down) {
			sender->next = sender->count;
			sender->ask_all = true;
		}
		/* The mail server's answer mostly names the letter in that server's log; of one
		 * that was dropped on its way it is known why. */
		if (out.state != OUT_DROPPED || answer->sent != SENT_RETRY)
			out.answer = answer->text;
		if ((rc = store_end(server, arena, &out, answer, &state, now, err)) == 0) {
			log_end(&out, state);
			*sent += state == OUT_SENT;
			sender->retries -= out.tries > 0;
			/* It makes room for one that failed too. */
			sender->ask_all |= out.tries > 0 && sender->has_held;
			rc = tell_operator(server, &out, answer, now, err);
			if (rc == 0 && !is_down)
				rc = line_up(sender, server, out.recipient, now, err);
		}
	}
	arena_free(arena);
	return rc;
}

/* While the mail server cannot be reached, only what became due since then may try it. */
static bool
may_go(struct sender *sender, const struct out *out, int64_t now)
{
	if (backs_off(sender, now) && out->next_try <= sender->down_since)
		return false;
	if (out->tries == 0 || sender->retries < (sender->connections + 1) / 2)
		return true;
	sender->has_held = true;
	return false;
}

/* Asks the store for letters that can go, if it may have any: new ones, and once a second all.
 * Letters on their way are still due there: they are left out, so that none is sent twice. */
static int
next_batch(struct sender *sender, struct server *server, int64_t now, struct err *err)
{
	bool all = sender->ask_all || now != sender->asked;
	struct out *due;
	int64_t next_id;
	int count;

	arena_clear(sender->arena);
	sender->next = sender->count = 0;
	if (outbox_next_id(server->store, &next_id, err) == -1)
		return -1;
	if (!all && next_id == sender->seen + 1)
		return 0;
	count = all ?
	    outbox_due(server->store, sender->arena,
		backs_off(sender, now) ? sender->down_since : INT64_MIN, now, BATCH, &due, err) :
	    outbox_new(server->store, sender->arena, sender->seen, now, BATCH, &due, err);
	if (count == -1)
		return -1;
	if (all) {
		sender->ask_all = true;
		sender->asked = now;
		sender->has_held = false;
	}
	for (int i = 0; i < count; i++)
		if (!sink_has_recipient(sender->sink, due[i].recipient) &&
		    may_go(sender, &due[i], now))
			sender->batch[sender->count++] = due[i];
	/* When more are there than were asked for, they are asked for when these have gone. */
	if (count < BATCH || sender->count == 0) {
		sender->ask_all = false;
		sender->seen = next_id - 1;
	}
	return 0;
}

static void
run(void *data)
{
	struct sender *sender = data;

	sink_run(sender->sink);
}

/* Puts letters on their way, as long as there is room and anything can go. */
static int
load(struct sender *sender, struct server *server, int64_t now, struct err *err)
{
	wire_meanwhile(sink_fd(sender->sink), run, sender);
	while (sink_has_room(sender->sink)) {
		const struct out *due;
		struct arena *arena;
		struct out out;
		int rc;

		if (sender->next == sender->count && next_batch(sender, server, now, err) == -1)
			return -1;
		if (sender->count == 0)
			return 0;
		due = &sender->batch[sender->next++];
		if (sink_has_recipient(sender->sink, due->recipient) || !may_go(sender, due, now))
			continue;
		/* The row as it is now: the operator may have dropped it. */
		arena = arena_new();
		rc = outbox_get(server->store, arena, due->id, &out, err);
		if (rc == 1 && out.state == OUT_WAITING) {
			sink_put(sender->sink,
			    &(struct delivery){ .id = out.id,
				.sender = out.sender,
				.recipient = out.recipient,
				.name = out.message_id,
				.bytes = out.bytes,
				.length = out.length,
				.tries = out.tries });
			sender->retries += out.tries > 0;
		}
		arena_free(arena);
		if (rc == -1)
			return -1;
	}
	return 0;
}

/* Notes letters that have ended, all that did at one time in one commit, or that end within `ms`
 * milliseconds; 1 when any did, 0 or -1.  `ahead`: where they were sent, the next ones are put
 * on their way first, so that connections do not wait for the disk. */
static int
take_ended(struct sender *sender, struct server *server, int ms, bool ahead, int64_t now, int *sent,
    struct err *err)
{
	const struct delivery *first = sink_ended(sender->sink, ms), *d;
	int noted = 0, before = *sent, retries, rc = 0;
	bool are_sent = true;
	struct err ignored;

	if (first == NULL)
		return 0;
	for (d = first; d != NULL; d = sink_also_ended(sender->sink, d))
		are_sent &= d->answer.sent == SENT;
	sender->is_stuck = store_group_begin(server->store, err) == -1;
	if (sender->is_stuck)
		return -1;
	if (ahead && are_sent && sender->is_remote)
		rc = load(sender, server, now, err);
	retries = sender->retries;
	for (d = first; rc == 0 && d != NULL; d = sink_also_ended(sender->sink, d)) {
		rc = note_end(sender, server, d, now, sent, err);
		noted += rc == 0;
	}
	sender->is_stuck = rc == -1;
	if (store_group_end(server->store, rc == -1 ? &ignored : err) == -1) {
		sender->is_stuck = true;
		sender->retries = retries;
		*sent = before;
		return -1;
	}
	for (d = first; noted > 0; noted--, d = sink_also_ended(sender->sink, d))
		sink_release(sender->sink, d);
	return rc == -1 ? -1 : 1;
}

/* Letters that are late by today are made anew.  Those that are on their way are looked at later,
 * as are those that are damaged. */
static int
renew(struct sender *sender, struct server *server, int64_t now, struct err *err)
{
	int64_t today = now / DAY;
	struct arena *arena;
	struct out *rows;
	bool is_done = true;
	int count;

	if (sender->renewed == today)
		return 0;
	arena = arena_new();
	count = outbox_made_before(server->store, arena, (today - 1) * DAY, &rows, err);
	if (count > 0 && store_group_begin(server->store, err) == -1)
		count = -1;
	for (int i = 0; i < count; i++) {
		struct err why;

		if (sink_has_recipient(sender->sink, rows[i].recipient))
			is_done = false;
		else if (late_renew(server, &rows[i], now, &why) == -1)
			log_error_once(
			    "letter %lld goes as it is: %s", (long long)rows[i].id, why.text);
	}
	if (count > 0 && store_group_end(server->store, err) == -1)
		count = -1;
	arena_free(arena);
	if (count != -1 && is_done)
		sender->renewed = today;
	return count == -1 ? -1 : 0;
}

int
sender_send(struct sender *sender, struct server *server, int64_t now, int patience, int *sent,
    struct err *err)
{
	int64_t end = clock_steady_ms() + patience;
	int left = 0;

	if (renew(sender, server, now, err) == -1)
		return -1;
	for (;;) {
		if (take_ended(sender, server, left, true, now, sent, err) == -1 ||
		    load(sender, server, now, err) == -1)
			return -1;
		left = patience == SENDER_ALL ? ROUND_MS : wire_step(end);
		if (sink_pending(sender->sink) == 0 || left <= 0)
			return 0;
	}
}

int
sender_open(struct sender **out, const struct config *config, struct err *err)
{
	struct sender *sender = calloc(1, sizeof *sender);

	if (sender == NULL)
		abort();
	sender->connections = config->sink.connections;
	sender->is_remote = sink_kind((int)config->sink.kind)->protocol != NULL;
	if (sink_open(&sender->sink, &config->sink, err) == -1) {
		free(sender);
		return -1;
	}
	sender->arena = arena_new();
	*out = sender;
	return 0;
}

int
sender_hurry(struct server *server, int64_t now, struct err *err)
{
	int count;

	if (store_begin(server->store, err) == -1)
		return -1;
	count = store_finish(
	    server->store, outbox_hurry(server->store, now, SINK_UNSURE, err), err);
	if (count > 0)
		log_info(count == 1 ? "%d letter that waits is tried now" :
				      "%d letters that wait are tried now",
		    count);
	return count == -1 ? -1 : 0;
}

/* What had to be aborted says nothing about its letter. */
void
sender_close(struct sender *sender, struct server *server, int64_t now)
{
	int64_t end = clock_steady_ms() + GRACE_MS;
	const struct delivery *ended;
	struct err err;
	int sent = 0, left;

	if (sender == NULL)
		return;
	wire_meanwhile(-1, NULL, NULL);
	while (sink_pending(sender->sink) > 0 && (left = wire_step(end)) > 0)
		if (take_ended(sender, server, left, false, now, &sent, &err) == -1)
			break;
	sink_abort(sender->sink);
	while ((ended = sink_ended(sender->sink, 0)) != NULL) {
		if ((ended->answer.sent != SENT_RETRY || ended->answer.is_unsure) &&
		    note_end(sender, server, ended, now, &sent, &err) == -1)
			log_error("%s", err.text);
		sink_release(sender->sink, ended);
	}
	sink_close(sender->sink);
	arena_free(sender->arena);
	free(sender);
}

int
sender_fd(const struct sender *sender)
{
	return sink_fd(sender->sink);
}

bool
sender_run(struct sender *sender)
{
	return sink_ended(sender->sink, 0) != NULL && !sender->is_stuck;
}

int64_t
sender_wait(struct sender *sender, struct server *server, int64_t now, int64_t wait)
{
	int64_t next;
	struct err err;

	if (sink_pending(sender->sink) > 0)
		return wait < BUSY_WAIT ? wait : BUSY_WAIT;
	if (outbox_next_try(server->store, &next, &err) == -1 || next == 0)
		return wait;
	if (backs_off(sender, now) && next < sender->down_since + BACKOFF)
		next = sender->down_since + BACKOFF;
	return next - now < wait ? next - now : wait;
}
