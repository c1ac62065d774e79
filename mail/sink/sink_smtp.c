/* SPDX-License-Identifier: ISC */
/*
 * Letters out by SMTP, through libcurl: one recipient a transaction, one
 * connection kept for many.
 *
 * A letter is sent only when the server has said so after the final dot.  5xx
 * about this letter stops it; everything else, and 5xx about ourselves (no
 * login, no service), is tried again with the same bytes.  Bytes with a bare CR
 * or LF are refused: some servers would take them for the end of the letter.
 *
 * Each slot has a connection of its own, kept by a multi handle of its own, so
 * that libcurl cannot mix them up; all their sockets are in the sink's epoll.
 */
#include <curl/curl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "mail/net/wire.h"
#include "mail/sink/sink_ops.h"

#define FAREWELL_MS  5000   /* we wait for the answers to QUIT */
#define TOKEN_AGE_MS 300000 /* an access token is used for new connections */
#define ADDRESS_SIZE 260    /* with <> and NUL; sink.c has looked at the length */
#define EVENTS       16
#define TURNS        100 /* of run, while there is something to do */

struct smtp;

struct connection {
	struct smtp *smtp;
	CURLM *multi;
	CURL *curl;
	int64_t wake_at;      /* libcurl wants to be called then, by clock_steady_ms; 0: no */
	curl_socket_t socket; /* CURL_SOCKET_BAD: closed */
	bool is_busy;         /* a transfer is under way */
	bool is_open;         /* the last one left a valid connection */
	bool offers_utf8;     /* in the answer to the connection's EHLO (RFC 6531) */
	unsigned login;       /* number of the token it was given */

	/* Of the transfer. */
	struct slot *slot; /* NULL: a command without a letter */
	struct curl_slist *recipient;
	CURLcode result;
	size_t given;                 /* bytes libcurl has taken */
	bool wants_utf8;              /* an address needs SMTPUTF8 */
	bool is_second;               /* the first was on a connection that had ended */
	int answers;                  /* heard so far */
	bool began_badly;             /* the first of them said no */
	char reply[200];              /* the server's last line */
	char detail[CURL_ERROR_SIZE]; /* libcurl's own words */
};

struct smtp {
	struct sink *sink;
	struct url url;
	struct access_token token;       /* its child runs while one is fetched */
	unsigned logins;                 /* tokens had so far */
	int64_t login_until;             /* by clock_steady_ms; then a token is fetched */
	struct connection connections[]; /* one a slot */
};

static bool
is_ascii(const char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text >= 0x80)
			return false;
	return true;
}

static bool
has_bare_line_end(const char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (bytes[i] == '\r' && (i + 1 == length || bytes[i + 1] != '\n'))
			return true;
		if (bytes[i] == '\n' && (i == 0 || bytes[i - 1] != '\r'))
			return true;
	}
	return false;
}

/* A letter that needs SMTPUTF8 gets no body where the server does not offer it, and without
 * its body it is not sent. */
static size_t
on_body(char *buffer, size_t size, size_t count, void *data)
{
	struct connection *c = data;
	const struct delivery *delivery = &c->slot->delivery;
	size_t left = delivery->length - c->given;
	size_t n = size * count < left ? size * count : left;

	if (c->wants_utf8 && !c->offers_utf8)
		return CURL_READFUNC_ABORT;
	memcpy(buffer, delivery->bytes + c->given, n);
	c->given += n;
	return n;
}

/* One line of the server; its farewell (221) does not answer the letter. */
static size_t
on_line(char *line, size_t size, size_t count, void *data)
{
	struct connection *c = data;
	size_t length = size * count;

	if (length > 3 && strncmp(line, "221", 3) == 0)
		return length;
	if (length > 3 && line[3] != '-' && ++c->answers == 1)
		c->began_badly = line[0] == '4' || line[0] == '5';
	snprintf(c->reply, sizeof c->reply, "%.*s",
	    (int)(length < sizeof c->reply ? length : sizeof c->reply - 1), line);
	c->reply[strcspn(c->reply, "\r\n")] = '\0';
	if (str_starts_nocase(c->reply, "220"))
		c->offers_utf8 = false;
	else if (str_starts_nocase(c->reply, "250") && str_equal_nocase(c->reply + 4, "SMTPUTF8"))
		c->offers_utf8 = true;
	return length;
}

/* After a refusal libcurl says QUIT and waits for the answer, and no other letter goes on
 * meanwhile: shutting the socket for reading ends that wait at once. */
static int
on_debug(CURL *curl, curl_infotype what, char *bytes, size_t length, void *data)
{
	struct connection *c = data;

	(void)curl;
	if (what == CURLINFO_HEADER_OUT && c->slot != NULL && length >= 4 &&
	    strncmp(bytes, "QUIT", 4) == 0 && c->socket != CURL_SOCKET_BAD)
		shutdown(c->socket, SHUT_RD);
	return 0;
}

static int
on_socket(CURL *curl, curl_socket_t fd, int what, void *data, void *unused)
{
	struct connection *c = data;
	int epoll = c->smtp->sink->epoll;
	struct epoll_event event = { .events = (what & CURL_POLL_IN ? EPOLLIN : 0U) |
		    (what & CURL_POLL_OUT ? EPOLLOUT : 0U),
		.data.u64 = (uint64_t)(c - c->smtp->connections) << 32 | (uint32_t)fd };

	(void)curl, (void)unused;
	if (what == CURL_POLL_REMOVE) {
		epoll_ctl(epoll, EPOLL_CTL_DEL, fd, &event);
		return 0;
	}
	c->socket = fd;
	if (epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &event) == -1)
		epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
	return 0;
}

/* The number of a closed socket may soon be another file's. */
static int
on_close(void *data, curl_socket_t fd)
{
	struct connection *c = data;

	if (c->socket == fd)
		c->socket = CURL_SOCKET_BAD;
	return close(fd);
}

static int
on_timer(CURLM *multi, long ms, void *data)
{
	struct connection *c = data;

	(void)multi;
	c->wake_at = ms < 0 ? 0 : clock_steady_ms() + ms;
	return 0;
}

static int
connection_open(struct connection *c, struct smtp *smtp, struct err *err)
{
	const struct sink_options *options = &smtp->sink->options;
	char *helo;

	c->smtp = smtp;
	c->socket = CURL_SOCKET_BAD;
	if ((c->curl = wire_new(&smtp->url, &options->login, err)) == NULL)
		return -1;
	if ((c->multi = curl_multi_init()) == NULL)
		return err_set(err, "libcurl cannot be started");
	curl_multi_setopt(c->multi, CURLMOPT_SOCKETFUNCTION, on_socket);
	curl_multi_setopt(c->multi, CURLMOPT_SOCKETDATA, c);
	curl_multi_setopt(c->multi, CURLMOPT_TIMERFUNCTION, on_timer);
	curl_multi_setopt(c->multi, CURLMOPT_TIMERDATA, c);
	curl_multi_setopt(c->multi, CURLMOPT_MAXCONNECTS, 1L);
	/* The name we give in EHLO is the URL's path. */
	if (options->helo != NULL && (helo = curl_easy_escape(c->curl, options->helo, 0)) != NULL) {
		curl_easy_setopt(c->curl, CURLOPT_URL,
		    arena_printf(smtp->sink->arena, "%s/%s", smtp->url.base, helo));
		curl_free(helo);
	}
	curl_easy_setopt(c->curl, CURLOPT_ERRORBUFFER, c->detail);
	/* Some let strangers wait for their greeting (RFC 5321, 4.5.3.2.1: up to 5 minutes). */
	curl_easy_setopt(c->curl, CURLOPT_CONNECTTIMEOUT, (long)options->timeout);
	curl_easy_setopt(c->curl, CURLOPT_TIMEOUT, (long)options->timeout);
	curl_easy_setopt(c->curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, (long)options->timeout);
	curl_easy_setopt(c->curl, CURLOPT_READFUNCTION, on_body);
	curl_easy_setopt(c->curl, CURLOPT_READDATA, c);
	curl_easy_setopt(c->curl, CURLOPT_HEADERFUNCTION, on_line);
	curl_easy_setopt(c->curl, CURLOPT_HEADERDATA, c);
	curl_easy_setopt(c->curl, CURLOPT_DEBUGFUNCTION, on_debug);
	curl_easy_setopt(c->curl, CURLOPT_DEBUGDATA, c);
	curl_easy_setopt(c->curl, CURLOPT_VERBOSE, 1L);
	curl_easy_setopt(c->curl, CURLOPT_CLOSESOCKETFUNCTION, on_close);
	curl_easy_setopt(c->curl, CURLOPT_CLOSESOCKETDATA, c);
	if (options->login.token_command == NULL)
		wire_login(c->curl, &options->login, NULL);
	return 0;
}

static int
smtp_open(struct sink *sink, struct err *err)
{
	int count = sink->options.connections;
	struct smtp *smtp = arena_alloc(
	    sink->arena, sizeof *smtp + (size_t)count * sizeof smtp->connections[0]);

	sink->state = smtp;
	smtp->sink = sink;
	if (url_read(&smtp->url, sink->arena, sink->options.url, sink->ops->kind.protocol, err) ==
	    -1)
		return -1;
	for (int i = 0; i < count; i++)
		if (connection_open(&smtp->connections[i], smtp, err) == -1)
			return -1;
	return 0;
}

/* libcurl keeps a connection on which no answer came after the final dot, and would take a
 * late answer for the next letter's.  Nor must it wait for an answer to its QUIT. */
static void
connection_drop(struct connection *c)
{
	if (c->socket != CURL_SOCKET_BAD)
		shutdown(c->socket, SHUT_RDWR);
	c->is_open = false;
}

/* Starts a transfer: `command`, or the slot's letter when that is NULL.  libcurl goes on
 * until it wants to wait. */
static void
connection_start(struct connection *c, const char *command, bool fresh)
{
	char sender[ADDRESS_SIZE], recipient[ADDRESS_SIZE];
	int running;

	if (command != NULL) {
		c->slot = NULL;
	} else {
		const struct delivery *delivery = &c->slot->delivery;

		snprintf(sender, sizeof sender, "<%s>", delivery->sender);
		snprintf(recipient, sizeof recipient, "<%s>", delivery->recipient);
		c->recipient = curl_slist_append(NULL, recipient);
		curl_easy_setopt(c->curl, CURLOPT_MAIL_FROM, sender);
		curl_easy_setopt(c->curl, CURLOPT_MAIL_RCPT, c->recipient);
		curl_easy_setopt(c->curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)delivery->length);
	}
	curl_easy_setopt(c->curl, CURLOPT_CUSTOMREQUEST, command);
	curl_easy_setopt(c->curl, CURLOPT_NOBODY, command != NULL ? 1L : 0L);
	curl_easy_setopt(c->curl, CURLOPT_UPLOAD, command == NULL ? 1L : 0L);
	curl_easy_setopt(c->curl, CURLOPT_FRESH_CONNECT, fresh ? 1L : 0L);
	if (c->login != c->smtp->logins) {
		connection_drop(c);
		wire_login(c->curl, &c->smtp->sink->options.login, c->smtp->token.text);
		c->login = c->smtp->logins;
	}
	c->given = 0;
	c->answers = 0;
	c->began_badly = false;
	c->reply[0] = c->detail[0] = '\0';
	c->is_busy = true;
	curl_multi_add_handle(c->multi, c->curl);
	curl_multi_socket_action(c->multi, CURL_SOCKET_TIMEOUT, 0, &running);
}

/* The transfer is over, or given up. */
static void
connection_stop(struct connection *c, CURLcode result)
{
	c->is_busy = false;
	c->result = result;
	c->is_open = result == CURLE_OK;
	if (!c->is_open)
		connection_drop(c);
	curl_multi_remove_handle(c->multi, c->curl);
	curl_easy_setopt(c->curl, CURLOPT_MAIL_RCPT, NULL);
	curl_slist_free_all(c->recipient);
	c->recipient = NULL;
}

/* Was it a kept connection that the server has closed meanwhile, or one on which the first
 * answer still belonged to the letter before?  Neither says anything about this letter. */
static bool
was_stale(const struct connection *c)
{
	long connects = 1;

	curl_easy_getinfo(c->curl, CURLINFO_NUM_CONNECTS, &connects);
	return c->result != CURLE_OK && connects == 0 && c->given == 0 &&
	    (c->answers <= 1 || c->began_badly) && c->result != CURLE_OPERATION_TIMEDOUT;
}

/* 53x are about our login (RFC 4954); CURLE_WEIRD_SERVER_REPLY before the letter's first
 * byte is about the greeting, not about the letter. */
static bool
is_permanent(const struct connection *c, long reply)
{
	if (reply < 500 || reply > 599 || (reply >= 530 && reply <= 538))
		return false;
	return c->result == CURLE_SEND_ERROR ||
	    (c->result == CURLE_WEIRD_SERVER_REPLY && c->given > 0);
}

/* Failures that have nothing to do with the letter or its recipient. */
static bool
is_unreachable(const struct connection *c)
{
	return (c->result == CURLE_OPERATION_TIMEDOUT && c->answers == 0) ||
	    c->result == CURLE_COULDNT_RESOLVE_HOST || c->result == CURLE_COULDNT_CONNECT ||
	    c->result == CURLE_PEER_FAILED_VERIFICATION || c->result == CURLE_SSL_CACERT_BADFILE ||
	    c->result == CURLE_USE_SSL_FAILED || c->result == CURLE_LOGIN_DENIED;
}

/* In the server's words, where it said any about the failure.  libcurl says "DATA failed:
 * 250" where it expected another answer. */
static int
connection_explain(struct connection *c, struct err *err)
{
	if (c->result == CURLE_SEND_ERROR && strstr(c->detail, " failed: ") != NULL)
		return err_set(err, "an answer out of place (%s)", c->reply);
	return wire_explain(err, c->curl, c->result,
	    c->result == CURLE_PEER_FAILED_VERIFICATION ? c->detail : c->reply);
}

static void
connection_judge(struct connection *c)
{
	struct slot *slot = c->slot;
	struct err why;
	long reply = 0;

	curl_easy_getinfo(c->curl, CURLINFO_RESPONSE_CODE, &reply);
	/* Any 2xx to the final dot is a yes (RFC 5321, 4.2.1); libcurl knows 250 alone. */
	if (c->result == CURLE_OK ||
	    (c->result == CURLE_WEIRD_SERVER_REPLY && c->given == slot->delivery.length &&
		reply >= 200 && reply <= 299))
		slot_end(slot, SENT, (int)reply, "%s", c->reply);
	else if (c->result == CURLE_ABORTED_BY_CALLBACK)
		slot_end(slot, SENT_REFUSED, 0, "the server does not offer SMTPUTF8");
	else if (reply >= 400)
		slot_end(slot, is_permanent(c, reply) ? SENT_REFUSED : SENT_RETRY, (int)reply, "%s",
		    c->reply);
	else {
		connection_explain(c, &why);
		slot_end(slot, SENT_RETRY, 0, "%s", why.text);
	}
	slot->delivery.answer.unreachable = is_unreachable(c);
	if (c->result == CURLE_LOGIN_DENIED)
		c->smtp->login_until = 0;
}

/* Starts those that waited for a token, once it has come. */
static void
run_token(struct smtp *smtp)
{
	struct sink *sink = smtp->sink;
	struct err err;
	int rc = smtp->token.child.pid != 0 ? access_token_poll(&smtp->token, &err) : 0;

	if (rc == 0)
		return;
	if (rc == 1) {
		smtp->logins++;
		smtp->login_until = clock_steady_ms() + TOKEN_AGE_MS;
	}
	for (int i = 0; i < sink->options.connections; i++) {
		struct slot *slot = &sink->slots[i];

		if (slot->stage != SLOT_PENDING || smtp->connections[i].is_busy)
			continue;
		if (rc == 1) {
			connection_start(&smtp->connections[i], NULL, true);
		} else {
			slot_end(slot, SENT_RETRY, 0, "%s", err.text);
			slot->delivery.answer.unreachable = true;
		}
	}
}

/* Lets libcurl read, write and look at the time; false when there was no reason to. */
static bool
run_sockets(struct smtp *smtp)
{
	struct sink *sink = smtp->sink;
	struct epoll_event events[EVENTS];
	int count = epoll_wait(sink->epoll, events, EVENTS, 0), running;
	bool has_run = false;

	for (int i = 0; i < count; i++) {
		struct connection *c = &smtp->connections[events[i].data.u64 >> 32];
		int fd = (int)(events[i].data.u64 & 0xffffffff);
		uint32_t what = events[i].events;

		if (fd == sink->timer)
			continue;
		curl_multi_socket_action(c->multi, fd,
		    (what & EPOLLIN ? CURL_CSELECT_IN : 0) |
			(what & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
			(what & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0),
		    &running);
		has_run = true;
	}
	for (int i = 0; i < sink->options.connections; i++) {
		struct connection *c = &smtp->connections[i];

		if (c->wake_at == 0 || c->wake_at > clock_steady_ms())
			continue;
		c->wake_at = 0;
		curl_multi_socket_action(c->multi, CURL_SOCKET_TIMEOUT, 0, &running);
		has_run = true;
	}
	return has_run;
}

/* Takes what is over; false when nothing is. */
static bool
connection_finish(struct connection *c)
{
	int left;
	CURLMsg *end = c->is_busy ? curl_multi_info_read(c->multi, &left) : NULL;

	if (end == NULL)
		return false;
	connection_stop(c, end->data.result);
	if (c->slot != NULL && was_stale(c) && !c->is_second) {
		c->is_second = true;
		connection_start(c, NULL, true);
	} else if (c->slot != NULL) {
		connection_judge(c);
	}
	return true;
}

static void
smtp_run(struct sink *sink)
{
	struct smtp *smtp = sink->state;
	int64_t now, wake_at = 0;
	bool goes_on = true;

	run_token(smtp);
	for (int turn = 0; turn < TURNS && goes_on; turn++) {
		goes_on = run_sockets(smtp);
		for (int i = 0; i < sink->options.connections; i++)
			goes_on |= connection_finish(&smtp->connections[i]);
	}
	now = clock_steady_ms();
	if (goes_on)
		wake_at = now;
	else if (smtp->token.child.pid != 0)
		wake_at = now + CHILD_POLL_MS;
	for (int i = 0; i < sink->options.connections; i++) {
		int64_t at = smtp->connections[i].wake_at;

		if (at != 0 && (wake_at == 0 || at < wake_at))
			wake_at = at;
	}
	sink_wake_at(sink, wake_at);
}

static void
smtp_begin(struct sink *sink, struct slot *slot)
{
	struct smtp *smtp = sink->state;
	struct connection *c = &smtp->connections[slot - sink->slots];
	const struct delivery *delivery = &slot->delivery;
	struct err err;

	if (has_bare_line_end(delivery->bytes, delivery->length)) {
		slot_end(slot, SENT_REFUSED, 0, "the letter has a bare CR or LF");
		return;
	}
	c->slot = slot;
	c->is_second = false;
	c->wants_utf8 = !is_ascii(delivery->sender) || !is_ascii(delivery->recipient);
	if (sink->options.login.token_command == NULL || clock_steady_ms() < smtp->login_until) {
		connection_start(c, NULL, !c->is_open);
	} else if (smtp->token.child.pid == 0 &&
	    access_token_begin(&smtp->token, &sink->options.login, &err) == -1) {
		slot_end(slot, SENT_RETRY, 0, "%s", err.text);
		slot->delivery.answer.unreachable = true;
	}
	smtp_run(sink);
}

static void
smtp_cancel(struct sink *sink, struct slot *slot)
{
	struct smtp *smtp = sink->state;
	struct connection *c = &smtp->connections[slot - sink->slots];

	if (c->is_busy)
		connection_stop(c, CURLE_ABORTED_BY_CALLBACK);
}

/* Until all transfers are over, or it is time. */
static void
wait_for_all(struct smtp *smtp, int64_t ms)
{
	int64_t end = clock_steady_ms() + ms, left;
	bool is_busy;

	do {
		smtp_run(smtp->sink);
		is_busy = false;
		for (int i = 0; i < smtp->sink->options.connections; i++)
			is_busy |= smtp->connections[i].is_busy;
		left = end - clock_steady_ms();
		if (is_busy && left > 0)
			poll(&(struct pollfd){ .fd = smtp->sink->epoll, .events = POLLIN }, 1,
			    (int)left);
	} while (is_busy && left > 0);
}

/* libcurl's own QUIT, when a handle goes, waits for its answer as long as for a letter's. */
static void
smtp_close(struct sink *sink)
{
	struct smtp *smtp = sink->state;

	if (smtp == NULL)
		return;
	child_kill(&smtp->token.child);
	for (int i = 0; i < sink->options.connections; i++)
		if (smtp->connections[i].is_open && smtp->connections[i].login == smtp->logins)
			connection_start(&smtp->connections[i], "QUIT", false);
	wait_for_all(smtp, FAREWELL_MS);
	for (int i = 0; i < sink->options.connections; i++) {
		struct connection *c = &smtp->connections[i];

		if (c->is_busy)
			connection_stop(c, CURLE_ABORTED_BY_CALLBACK);
		connection_drop(c);
		curl_easy_cleanup(c->curl);
		curl_multi_cleanup(c->multi);
	}
}

static int
smtp_probe(struct sink *sink, struct err *err)
{
	struct smtp *smtp = sink->state;
	struct connection *c = &smtp->connections[0];
	int rc = 1;

	if (sink->options.login.token_command != NULL) {
		if (access_token_begin(&smtp->token, &sink->options.login, err) == -1)
			return -1;
		while ((rc = access_token_poll(&smtp->token, err)) == 0)
			poll(NULL, 0, CHILD_POLL_MS);
		smtp->logins++;
	}
	if (rc == -1)
		return -1;
	connection_start(c, "NOOP", false);
	while (c->is_busy)
		wait_for_all(smtp, FAREWELL_MS);
	return c->result == CURLE_OK ? 0 : connection_explain(c, err);
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
