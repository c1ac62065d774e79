/* SPDX-License-Identifier: ISC */
/*
 * Letters out by SMTP: one recipient a transaction, one connection kept for many.
 *
 * Here letters are given to connections (smtp_connection.h), and nothing waits: while a token
 * is fetched and libcurl connects they are looked after every few milliseconds; then the
 * socket is in the sink's epoll, and all connections go on as far as they can when anything has
 * happened on one.
 *
 * Bytes with a bare CR or LF are refused: some servers would take them for the end of
 * the letter.
 */
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "mail/net/wire.h"
#include "mail/sink/sink_ops.h"
#include "mail/sink/smtp_connection.h"

#define FAREWELL_MS  2000   /* at most, for the answers to QUIT */
#define TOKEN_AGE_MS 300000 /* an access token is used for new connections */
#define EVENTS       16
#define PAUSE_MS     60000   /* after a login that was refused; doubled each time … */
#define PAUSE_MAX_MS 3600000 /* … up to this */
#define RETURNS      3       /* of one letter from connections that were turned away */
#define MORE_AFTER   20      /* letters, until one connection more is tried again */

struct smtp {
	struct relay relay;
	struct access_token token; /* its child runs while one is fetched */
	int64_t shut_until;        /* by clock_steady_ms: what was refused is not tried again */
	int64_t pause;             /* milliseconds, the last one */
	struct sink_answer refusal;
	int sent; /* letters, since the last connection was turned away */
	struct connection connections[];
};

static bool
has_bare_line_end(const char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (bytes[i] == '\n' ?
			i == 0 || bytes[i - 1] != '\r' :
			bytes[i] == '\r' && (i + 1 == length || bytes[i + 1] != '\n'))
			return true;
	return false;
}

/* Connections that are there, or about to be. */
static int
count_open(const struct smtp *smtp)
{
	int count = 0;

	for (int i = 0; i < smtp->relay.sink->options.connections; i++)
		count += smtp->connections[i].stage != CLOSED;
	return count;
}

/* Some relays take one connection at a time, or a few: what is turned away before it has named a
 * recipient says nothing about its letter, which waits for one of the others (letter_waiting),
 * and for a while there are fewer.  The connection is closed. */
static bool
give_back(struct connection *c)
{
	struct smtp *smtp = c->relay->sink->state;
	int others = count_open(smtp);

	if (others == 0 || c->slot == NULL || c->refused != NULL || c->slot->returns == RETURNS)
		return false;
	c->slot->returns++;
	c->slot = NULL;
	smtp->sent = 0;
	if (others < smtp->relay.sink->limit)
		smtp->relay.sink->limit = others;
	return true;
}

/* A letter that was given back; NULL. */
static struct slot *
letter_waiting(struct smtp *smtp)
{
	struct sink *sink = smtp->relay.sink;

	for (int i = 0; i < sink->slot_count; i++) {
		struct slot *slot = &sink->slots[i];
		bool has_one = slot->stage != SLOT_PENDING;

		for (int j = 0; j < sink->options.connections && !has_one; j++)
			has_one = smtp->connections[j].slot == slot;
		if (!has_one)
			return slot;
	}
	return NULL;
}

/* Connections that wait to be let in need not ask any more. */
static void
give_up_waiting(struct smtp *smtp, int code, const char *why)
{
	for (int i = 0; i < smtp->relay.sink->options.connections; i++) {
		struct connection *c = &smtp->connections[i];
		struct slot *slot = c->slot;

		if (c->stage != WAITING)
			continue;
		connection_close(c);
		c->slot = NULL;
		if (slot != NULL)
			slot_blame(slot, BLAME_OURS, code, why);
	}
}

static bool
is_shut(const struct smtp *smtp)
{
	return clock_steady_ms() < smtp->shut_until;
}

/* All other letters would be refused with the same login, and many tries lock an account. */
static void
login_refused(struct smtp *smtp, struct slot *slot)
{
	smtp->refusal = slot->delivery.answer;
	smtp->pause = smtp->pause == 0 ? PAUSE_MS : 2 * smtp->pause;
	if (smtp->pause > PAUSE_MAX_MS)
		smtp->pause = PAUSE_MAX_MS;
	smtp->shut_until = clock_steady_ms() + smtp->pause;
	give_up_waiting(smtp, smtp->refusal.code, smtp->refusal.text);
	while ((slot = letter_waiting(smtp)) != NULL)
		slot_blame(slot, BLAME_OURS, smtp->refusal.code, smtp->refusal.text);
}

/* The last connection is turned away, too: so would be all, for a while. */
static void
turned_away(struct connection *c, enum blame blame, int code, const char *why)
{
	struct smtp *smtp = c->relay->sink->state;
	struct slot *slot = c->slot;
	bool is_login = c->result == CURLE_LOGIN_DENIED && blame == BLAME_OURS;

	if (!is_login && give_back(c))
		return;
	c->slot = NULL;
	slot_blame(slot, blame, code, why);
	if (is_login)
		login_refused(smtp, slot);
	while (count_open(smtp) == 0 && (slot = letter_waiting(smtp)) != NULL)
		slot_blame(slot, blame, code, why);
}

static void
taken(struct relay *relay)
{
	struct smtp *smtp = relay->sink->state;
	struct sink *sink = relay->sink;

	smtp->pause = 0;
	if (++smtp->sent % MORE_AFTER == 0 && sink->limit < sink->options.connections)
		sink->limit++;
}

/* The connection with this letter; with NULL one without, if there is any, and rather one that
 * is open. */
static struct connection *
connection_with(struct smtp *smtp, const struct slot *slot)
{
	struct connection *found = NULL;

	for (int i = 0; i < smtp->relay.sink->options.connections; i++) {
		struct connection *c = &smtp->connections[i];

		if (c->slot == slot &&
		    (found == NULL || (c->stage == READY && found->stage != READY)))
			found = c;
	}
	return found;
}

/* 1 there is a token where one is needed, 0 not yet, -1. */
static int
have_token(struct smtp *smtp, struct err *err)
{
	const struct login *login = &smtp->relay.sink->options.login;
	int rc;

	if (login->token_command == NULL || clock_steady_ms() < smtp->relay.login_until)
		return 1;
	if (child_is_running(&smtp->token.child))
		rc = access_token_poll(&smtp->token, err);
	else
		rc = access_token_begin(&smtp->token, login, err);
	smtp->relay.login_until = rc == 1 ? clock_steady_ms() + TOKEN_AGE_MS : 0;
	return rc;
}

/* A login that nobody has taken yet is tried by one connection at a time. */
static bool
may_begin(const struct smtp *smtp)
{
	bool is_free = smtp->relay.is_in || smtp->relay.sink->options.login.user == NULL;

	for (int i = 0; i < smtp->relay.sink->options.connections && !is_free; i++)
		if (smtp->connections[i].stage == CONNECTING || smtp->connections[i].stage == AUTH)
			return false;
	return true;
}

/* Connections that wait for it begin. */
static void
let_in(struct smtp *smtp)
{
	struct err err;

	for (int i = 0; i < smtp->relay.sink->options.connections; i++) {
		struct connection *c = &smtp->connections[i];
		int rc = c->stage == WAITING && may_begin(smtp) ? have_token(smtp, &err) : 0;

		if (rc == 1)
			connection_begin(c, smtp->token.text);
		else if (rc == -1)
			give_up_waiting(smtp, 0, err.text);
	}
}

/* Is called again when something is due, at once if there is more to do now. */
static void
wake(struct smtp *smtp, bool goes_on)
{
	int64_t now = clock_steady_ms(), wake_at = goes_on ? now : 0;

	for (int i = 0; i < smtp->relay.sink->options.connections; i++) {
		const struct connection *c = &smtp->connections[i];
		int64_t at = c->stage > READY ? c->deadline : now + CHILD_POLL_MS;

		if (c->stage != CLOSED && c->stage != READY && (wake_at == 0 || at < wake_at))
			wake_at = at;
	}
	sink_wake_at(smtp->relay.sink, wake_at);
}

/* Letters that were given back go on where there is a place. */
static void
resume(struct smtp *smtp)
{
	struct connection *c;
	struct slot *slot;

	while ((slot = letter_waiting(smtp)) != NULL && (c = connection_with(smtp, NULL)) != NULL &&
	    (c->stage == READY || count_open(smtp) < smtp->relay.sink->limit))
		connection_take(c, slot);
}

static int
smtp_open(struct sink *sink, struct err *err)
{
	int count = sink->options.connections;
	struct smtp *smtp = arena_alloc(
	    sink->arena, sizeof *smtp + (size_t)count * sizeof smtp->connections[0]);

	smtp->relay.sink = sink;
	smtp->relay.taken = taken;
	smtp->relay.turned_away = turned_away;
	if (url_read(&smtp->relay.url, sink->arena, sink->options.url, sink->ops->kind.protocol,
		err) == -1)
		return -1;
	sink->state = smtp;
	for (int i = 0; i < count; i++)
		if (connection_init(&smtp->connections[i], &smtp->relay, err) == -1)
			return -1;
	return 0;
}

static void
smtp_run(struct sink *sink)
{
	struct smtp *smtp = sink->state;
	struct epoll_event events[EVENTS];
	bool goes_on = false;

	/* What has happened is learnt from the sockets themselves. */
	(void)epoll_wait(sink->epoll, events, EVENTS, 0);
	for (int i = 0; i < sink->options.connections; i++)
		goes_on |= connection_run(&smtp->connections[i]);
	resume(smtp);
	let_in(smtp);
	wake(smtp, goes_on);
}

static void
smtp_begin(struct sink *sink, struct slot *slot)
{
	struct smtp *smtp = sink->state;
	const struct delivery *delivery = &slot->delivery;

	if (has_bare_line_end(delivery->bytes, delivery->length)) {
		slot_end(slot, SENT_REFUSED, 0, "the letter has a bare CR or LF");
		return;
	}
	if (is_shut(smtp)) {
		slot_blame(slot, BLAME_OURS, smtp->refusal.code, smtp->refusal.text);
		return;
	}
	connection_take(connection_with(smtp, NULL), slot);
	let_in(smtp);
	wake(smtp, false);
}

static void
smtp_cancel(struct sink *sink, struct slot *slot)
{
	struct smtp *smtp = sink->state;
	struct connection *c = connection_with(smtp, slot);

	if (c == NULL)
		return;
	if (c->stage == DOT)
		slot_unsure(slot, BLAME_LETTER, "stopped before the server had answered");
	c->slot = NULL;
	connection_close(c);
}

static void
wait_while(struct connection *c, enum stage stage)
{
	struct sink *sink = c->relay->sink;

	for (smtp_run(sink); c->stage == stage; smtp_run(sink))
		poll(&(struct pollfd){ .fd = sink->epoll, .events = POLLIN }, 1, -1);
}

static void
smtp_close(struct sink *sink)
{
	struct smtp *smtp = sink->state;
	struct connection *c, *end;
	int64_t now = clock_steady_ms(), farewell = wire_deadline(now + FAREWELL_MS) - now;

	if (smtp == NULL)
		return;
	end = smtp->connections + sink->options.connections;
	child_kill(&smtp->token.child);
	for (c = smtp->connections; c < end; c++)
		if (c->stage == READY)
			connection_order(c, QUIT, "QUIT\r\n", farewell);
	for (c = smtp->connections; c < end; c++) {
		if (c->stage == QUIT)
			wait_while(c, QUIT);
		connection_end(c);
	}
}

static int
smtp_probe(struct sink *sink, struct err *err)
{
	struct smtp *smtp = sink->state;
	struct connection *c = &smtp->connections[0];

	if (sink->options.login.token_command != NULL) {
		if (access_token_fetch(&smtp->token, &sink->options.login, err) == -1)
			return -1;
		smtp->relay.login_until = clock_steady_ms() + TOKEN_AGE_MS;
	}
	connection_open(c);
	let_in(smtp);
	wait_while(c, CONNECTING);
	wait_while(c, AUTH);
	if (c->stage == READY) {
		connection_order(c, NOOP, "NOOP\r\n", (int64_t)sink->options.timeout * 1000);
		wait_while(c, NOOP);
	}
	return c->stage == READY ? 0 : connection_explain(c, c->result, err);
}

const struct sink_ops sink_smtp_ops = {
	.kind = { .name = "smtp", .protocol = "smtp" },
	.open = smtp_open,
	.close = smtp_close,
	.probe = smtp_probe,
	.begin = smtp_begin,
	.run = smtp_run,
	.cancel = smtp_cancel,
};
