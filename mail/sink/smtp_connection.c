/* SPDX-License-Identifier: ISC */
/*
 * One SMTP connection (smtp_connection.h).
 *
 * libcurl makes it (TLS, EHLO) and then leaves it to us, for its own transfers wait, with
 * all of this process, for the answer to each letter's final dot.
 *
 * A letter is sent only when the server has said so after the final dot.  5xx
 * about this letter stops it; everything else, and 5xx about ourselves (rejection.h),
 * is tried again with the same bytes; where the sender's address is refused at once,
 * from our plain one.  After any no the connection is given up, so that no answer is
 * taken for another letter's.
 */
#include "mail/sink/smtp_connection.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/net/wire.h"
#include "mail/sink/rejection.h"

#define READS  8      /* of one connection, before others have their turn */
#define DOT_MS 600000 /* for the answer to the final dot, at least (RFC 5321, 4.5.3.2.6) */

/* Where the words begin in a line behind an answer's first: the codes are known. */
static size_t
words_at(const char *line, size_t length)
{
	size_t at = length < 4 ? length : 4;

	/* "5.7.1 ": an enhanced code (RFC 2034, 4). */
	if (length > 6 && line[5] == '.')
		while (at < length && line[at] != ' ')
			at++;
	while (at < length && line[at] == ' ')
		at++;
	return at;
}

static void
note_line(struct connection *c, const char *line, size_t length)
{
	size_t have = c->goes_on ? strlen(c->reply) : 0, at;

	c->heard++;
	while (length > 0 && (line[length - 1] == '\r' || line[length - 1] == '\n'))
		length--;
	at = c->goes_on ? words_at(line, length) : 0;
	str_format(c->reply + have, sizeof c->reply - have, "%s%.*s",
	    c->goes_on && at < length ? " " : "", (int)(length - at), line + at);
	c->goes_on = length > 3 && line[3] == '-';
	if (have == 0 && c->goes_on)
		c->reply[3] = ' ';
}

/* While libcurl connects.  What was offered before STARTTLS no longer counts. */
static size_t
on_line(char *line, size_t size, size_t count, void *data)
{
	struct connection *c = data;
	size_t length = size * count;
	char offer[100];

	note_line(c, line, length);
	attempt_hear(&c->attempt, line, length);
	if (length < 4)
		return length;
	str_format(offer, sizeof offer, "%.*s", (int)(length - 4), line + 4);
	offer[strcspn(offer, "\r\n")] = '\0';
	if (strncmp(line, "220", 3) == 0)
		c->offers_utf8 = c->offers_size = c->offers_pipeline = false;
	if (strncmp(line, "250", 3) != 0)
		return length;
	c->offers_utf8 |= str_equal_nocase(offer, "SMTPUTF8");
	c->offers_size |= str_equal_nocase(offer, "SIZE") || str_starts_nocase(offer, "SIZE ");
	c->offers_pipeline |= str_equal_nocase(offer, "PIPELINING") && !c->relay->is_one_by_one;
	return length;
}

/* Many servers want a name with a dot (RFC 5321, 2.3.5), which a container's has not.  NULL:
 * libcurl takes the machine's. */
static const char *
helo_name(const struct sink_options *options)
{
	const char *domain = options->address != NULL ? strchr(options->address, '@') : NULL;
	char name[256] = "";

	if (options->helo != NULL)
		return options->helo;
	if (domain == NULL || strchr(domain, '.') == NULL || !utf8_is_ascii(domain) ||
	    (gethostname(name, sizeof name - 1) == 0 && strchr(name, '.') != NULL))
		return NULL;
	return domain + 1;
}

int
connection_init(struct connection *c, struct relay *relay, struct err *err)
{
	const struct sink_options *options = &relay->sink->options;
	const char *name = helo_name(options);
	char *helo;

	c->relay = relay;
	c->socket = CURL_SOCKET_BAD;
	if ((c->curl = wire_new(&relay->url, &options->login, err)) == NULL)
		return -1;
	if ((c->multi = curl_multi_init()) == NULL)
		return err_set(err, "libcurl cannot be started");
	/* The name we give in EHLO is the URL's path. */
	if (name != NULL && (helo = curl_easy_escape(c->curl, name, 0)) != NULL) {
		curl_easy_setopt(c->curl, CURLOPT_URL,
		    arena_printf(relay->sink->arena, "%s/%s", relay->url.base, helo));
		curl_free(helo);
	}
	curl_easy_setopt(c->curl, CURLOPT_CONNECT_ONLY, 1L);
	curl_easy_setopt(c->curl, CURLOPT_ERRORBUFFER, c->detail);
	/* Some let strangers wait for their greeting (RFC 5321, 4.5.3.2.1: up to 5 minutes). */
	curl_easy_setopt(c->curl, CURLOPT_CONNECTTIMEOUT, (long)options->timeout);
	curl_easy_setopt(c->curl, CURLOPT_TIMEOUT, (long)options->timeout);
	curl_easy_setopt(c->curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, (long)options->timeout);
	curl_easy_setopt(c->curl, CURLOPT_HEADERFUNCTION, on_line);
	curl_easy_setopt(c->curl, CURLOPT_HEADERDATA, c);
	return 0;
}

/* libcurl must not wait for the answer to a QUIT of its own. */
void
connection_close(struct connection *c)
{
	if (c->stage == CLOSED)
		return;
	if (c->socket != CURL_SOCKET_BAD)
		shutdown(c->socket, SHUT_RDWR);
	c->socket = CURL_SOCKET_BAD;
	c->stage = CLOSED;
	curl_multi_remove_handle(c->multi, c->curl);
}

void
connection_end(struct connection *c)
{
	connection_close(c);
	curl_easy_cleanup(c->curl);
	curl_multi_cleanup(c->multi);
}

static int64_t
deadline_of(const struct connection *c)
{
	return clock_steady_ms() + (int64_t)c->relay->sink->options.timeout * 1000;
}

void
connection_begin(struct connection *c, const char *token)
{
	int running;

	attempt_begin(&c->attempt, &c->relay->url, &c->relay->sink->options.login, token);
	c->stage = CONNECTING;
	c->deadline = deadline_of(c);
	curl_multi_add_handle(c->multi, c->curl);
	curl_multi_perform(c->multi, &running);
}

void
connection_open(struct connection *c)
{
	connection_close(c);
	c->stage = WAITING;
	c->is_kept = c->offers_utf8 = c->offers_size = c->offers_pipeline = false;
	c->heard = c->answers = 0;
	c->goes_on = false;
	c->out_left = c->line_length = 0;
	c->reply[0] = c->detail[0] = '\0';
}

/* Of a failure without a refusal. */
static enum blame
blame_of_failure(const struct connection *c, CURLcode why, bool was_connecting)
{
	if (why == CURLE_PEER_FAILED_VERIFICATION || why == CURLE_SSL_CACERT_BADFILE ||
	    why == CURLE_USE_SSL_FAILED || why == CURLE_LOGIN_DENIED)
		return BLAME_OURS;
	return was_connecting || (why == CURLE_OPERATION_TIMEDOUT && c->heard == 0) ? BLAME_SERVER :
										      BLAME_LETTER;
}

int
connection_explain(struct connection *c, CURLcode why, struct err *err)
{
	if (why == CURLE_LOGIN_DENIED)
		return wire_denied(err, &c->attempt);
	return wire_explain(
	    err, c->curl, why, why == CURLE_PEER_FAILED_VERIFICATION ? c->detail : c->reply);
}

/*
 * Does what went wrong say nothing about this letter, so that it is sent again at once, down a
 * new connection?  Either a kept connection was stale: the server had closed it meanwhile, or
 * the first answer still belonged to the letter before.  Or commands said together were mixed
 * up: answered in another order, or the connection was closed on those not yet read, which may
 * take the answers with it.
 */
static bool
connection_try_again(struct connection *c, bool is_mixed_up)
{
	bool is_talking = c->slot != NULL && c->stage >= MAIL && c->stage <= DATA;
	bool is_stale = c->is_kept && !c->is_second && c->answers <= 1;

	if (!is_talking || !(is_stale || (is_mixed_up && c->offers_pipeline)))
		return false;
	c->relay->is_one_by_one |= !is_stale;
	c->is_second = true;
	connection_open(c);
	return true;
}

/* The code with which the server refused the connection, or the login; 0: none. */
static int
connection_refusal(const struct connection *c)
{
	long code = 0;

	if (c->stage == CONNECTING)
		curl_easy_getinfo(c->curl, CURLINFO_RESPONSE_CODE, &code);
	else if (c->stage == AUTH && c->attempt.said[0] != '\0')
		code = strtol(c->reply, NULL, 10);
	return code >= 400 ? (int)code : 0;
}

/* It could not be had. */
static void
connection_not_had(struct connection *c, CURLcode why, int code)
{
	enum blame blame = blame_of_failure(c, why, true);
	bool is_said = code != 0 && why != CURLE_LOGIN_DENIED;
	struct err text;

	connection_explain(c, why, &text);
	if (code >= 500)
		blame = blame_of_rejection(rejection_read(REJECTED_AT_CONNECTION, code, c->reply));
	else if (code != 0)
		blame = BLAME_SERVER;
	c->relay->turned_away(c, blame, code, is_said ? c->reply : text.text);
}

/* The connection is lost, could not be had, or is given up for its silence. */
static void
connection_lost(struct connection *c, CURLcode why)
{
	struct slot *slot = c->slot;
	enum stage stage = c->stage;
	int code = connection_refusal(c);
	struct err text;

	/* Who has refused a login may hang up. */
	if (stage == AUTH && code != 0)
		why = CURLE_LOGIN_DENIED;
	c->result = why;
	if (why != CURLE_OPERATION_TIMEDOUT && connection_try_again(c, true))
		return;
	connection_close(c);
	if (why == CURLE_LOGIN_DENIED) {
		c->relay->login_until = 0;
		c->relay->is_in = false;
	}
	if (slot == NULL)
		return;
	if (c->refused == NULL && (stage == CONNECTING || stage == AUTH)) {
		connection_not_had(c, why, code);
		return;
	}
	connection_explain(c, why, &text);
	c->slot = NULL;
	/* Silence there holds up all who come after. */
	if (stage == DOT)
		slot_unsure(
		    slot, why == CURLE_OPERATION_TIMEDOUT ? BLAME_SERVER : BLAME_LETTER, text.text);
	else if (c->refused != NULL)
		slot_blame(slot, BLAME_SENDER, c->refused_code, c->refused);
	else
		slot_blame(slot, blame_of_failure(c, why, false), 0, text.text);
}

/* Writes as much as goes.  Once the final dot is said the server has its time: who does not wait
 * that long sends a letter again that was taken. */
static void
connection_write(struct connection *c)
{
	while (c->out_left > 0) {
		size_t n = 0;
		CURLcode code = curl_easy_send(c->curl, c->out, c->out_left, &n);

		if (code == CURLE_AGAIN)
			return;
		if (code != CURLE_OK) {
			connection_lost(c, code);
			return;
		}
		c->out += n;
		c->out_left -= n;
	}
	if (c->stage == LETTER) {
		c->stage = DOT;
		if (c->relay->sink->options.timeout < DOT_MS / 1000)
			c->deadline = clock_steady_ms() + DOT_MS;
		else
			c->deadline = deadline_of(c);
	}
}

/* `text` has to stay until it is written. */
static void
connection_say(struct connection *c, const char *text, size_t length)
{
	c->out = text;
	c->out_left = length;
	connection_write(c);
}

/* Says goodbye, if that goes at once, and no more is heard of it. */
static void
connection_leave(struct connection *c)
{
	size_t n;

	if (c->out_left == 0)
		(void)curl_easy_send(c->curl, "QUIT\r\n", 6, &n);
	connection_close(c);
}

/* Of the envelope.  What goes from our plain address comes back to it, without a token. */
static const char *
sender_of(const struct connection *c)
{
	const struct delivery *delivery = &c->slot->delivery;
	const char *own = c->relay->sink->options.address;
	bool is_plain = c->refused != NULL || c->relay->wants_plain[delivery->sender[0] == '\0'];

	return is_plain && own != NULL ? own : c->slot->from;
}

/* The next command of the letter, or all three where the server offers to take them together.
 * Elsewhere servers that were made to wait between commands mix up what comes together. */
static void
connection_command(struct connection *c)
{
	const struct delivery *delivery = &c->slot->delivery;
	struct arena *arena = c->slot->arena;
	const char *text = "";

	if (c->stage == MAIL) {
		text = arena_printf(arena, "MAIL FROM:<%s>%s%s\r\n", sender_of(c),
		    c->offers_size ? arena_printf(arena, " SIZE=%zu", delivery->length) : "",
		    c->needs_utf8 ? " SMTPUTF8" : "");
	}
	if (c->stage == RCPT || c->offers_pipeline)
		text = arena_printf(arena, "%sRCPT TO:<%s>\r\n", text, c->slot->to);
	if (c->stage == DATA || c->offers_pipeline)
		text = arena_printf(arena, "%sDATA\r\n", text);
	connection_say(c, text, strlen(text));
}

static void
connection_send(struct connection *c)
{
	c->heard = c->is_kept ? 0 : c->heard;
	c->answers = 0;
	c->deadline = c->is_kept ? deadline_of(c) : c->deadline;
	if (c->needs_utf8 && !c->offers_utf8) {
		slot_end(c->slot, SENT_REFUSED, 0, "the server does not offer SMTPUTF8");
		c->slot = NULL;
		c->is_kept = true;
		return;
	}
	c->stage = MAIL;
	connection_command(c);
}

/* The letter goes once more, down a new connection, from our plain address. */
static bool
connection_try_plain(struct connection *c, int code)
{
	const char *own = c->relay->sink->options.address;

	if (own == NULL || str_equal(sender_of(c), own))
		return false;
	c->refused = arena_strdup(c->slot->arena, c->reply);
	c->refused_code = code;
	connection_leave(c);
	connection_open(c);
	return true;
}

static enum rejection_step
step_of(const struct connection *c)
{
	if (c->stage == MAIL)
		return REJECTED_AT_SENDER;
	return c->stage >= LETTER ? REJECTED_AT_LETTER : REJECTED_AT_RECIPIENT;
}

/* 4xx and 5xx. */
static void
letter_refused(struct connection *c, int code)
{
	enum rejection about = REJECTION_LETTER;
	struct slot *slot = c->slot;

	if (code >= 500)
		about = rejection_read(step_of(c), code, c->reply);
	if (about == REJECTION_SENDER && connection_try_plain(c, code))
		return;
	c->slot = NULL;
	if (about != REJECTION_LETTER)
		slot_blame(slot, blame_of_rejection(about), code, c->reply);
	else
		slot_end(slot, code >= 500 ? SENT_REFUSED : SENT_RETRY, code, "%s", c->reply);
	connection_leave(c);
}

/* 4xx at MAIL. */
static void
connection_refused_for_now(struct connection *c, int code)
{
	connection_leave(c);
	c->relay->turned_away(c, BLAME_SERVER, code, c->reply);
}

/* Another answer than the one that lets the letter go on. */
static void
connection_refused(struct connection *c, int code)
{
	if (connection_try_again(c, code == 503 || code < 400))
		return;
	if (c->slot == NULL) {
		c->result = CURLE_WEIRD_SERVER_REPLY;
		connection_leave(c);
	} else if (code < 400) {
		slot_end(c->slot, SENT_RETRY, 0, "an answer out of place (%s)", c->reply);
		c->slot = NULL;
		connection_leave(c);
	} else if (c->stage == MAIL && code < 500) {
		connection_refused_for_now(c, code);
	} else {
		letter_refused(c, code);
	}
}

/* The server has the letter. */
static void
connection_sent(struct connection *c, int code)
{
	const struct delivery *delivery = &c->slot->delivery;
	struct sink *sink = c->relay->sink;

	c->relay->taken(c->relay);
	if (c->refused != NULL) {
		c->relay->wants_plain[delivery->sender[0] == '\0'] = true;
		slot_end(c->slot, SENT, code, "%s; from %s: %s", c->refused, sink->options.address,
		    c->reply);
		c->slot->delivery.answer.blame = BLAME_SENDER;
	} else {
		slot_end(c->slot, SENT, code, "%s", c->reply);
	}
	c->slot = NULL;
	c->stage = READY;
	c->is_kept = true;
}

static void
connection_ready(struct connection *c)
{
	c->stage = READY;
	c->result = CURLE_OK;
	if (c->slot != NULL)
		connection_send(c);
}

/* By the next way.  What is said first stands behind the command: some servers know no other way
 * (RFC 4954, 4). */
static void
connection_log_in(struct connection *c)
{
	struct login_attempt *attempt = &c->attempt;
	size_t length;

	c->stage = AUTH;
	if (!attempt_next(attempt)) {
		connection_lost(c, CURLE_LOGIN_DENIED);
		return;
	}
	str_format(c->command, sizeof c->command, "AUTH %s ", attempt_name(attempt));
	length = strlen(c->command);
	if (!attempt_has_first(attempt) ||
	    !attempt_respond(
		attempt, "", c->command + length, sizeof c->command - length - strlen("\r\n")))
		c->command[length - 1] = '\0';
	str_format(c->command + strlen(c->command), 3, "\r\n");
	connection_say(c, c->command, strlen(c->command));
}

static void
connection_auth_answered(struct connection *c, int code)
{
	if (code == 334) {
		const char *challenge = c->reply + strlen("334");

		if (!attempt_respond(&c->attempt, challenge + strspn(challenge, " "), c->command,
			sizeof c->command - strlen("\r\n")))
			str_format(c->command, sizeof c->command, "*");
		str_format(c->command + strlen(c->command), 3, "\r\n");
		connection_say(c, c->command, strlen(c->command));
		return;
	}
	explicit_bzero(c->command, sizeof c->command);
	if (code >= 200 && code < 300) {
		c->relay->is_in = true;
		connection_ready(c);
	} else {
		attempt_refused(&c->attempt, c->reply);
		connection_log_in(c);
	}
}

/* Any 2xx is a yes (RFC 5321, 4.2.1), but to DATA, and to what was not said to its end. */
static void
connection_answered(struct connection *c)
{
	const char *letter;
	size_t length;
	int code = 0;

	if (strspn(c->reply, "0123456789") >= 3)
		code = (c->reply[0] - '0') * 100 + (c->reply[1] - '0') * 10 + c->reply[2] - '0';
	c->answers++;
	if (c->stage == QUIT) {
		connection_close(c);
	} else if (c->stage == READY) {
		connection_leave(c);
	} else if (c->stage == AUTH) {
		connection_auth_answered(c, code);
	} else if (c->out_left > 0 || (c->stage == DATA ? code != 354 : code < 200 || code > 299)) {
		connection_refused(c, code);
	} else if (c->stage == NOOP) {
		c->stage = READY;
	} else if (c->stage == DOT) {
		connection_sent(c, code);
	} else if (++c->stage == LETTER) {
		letter = slot_dotted_lines(c->slot, &length);
		connection_say(c, letter, length);
	} else if (!c->offers_pipeline) {
		connection_command(c);
	}
}

/* Takes what the server has said; false when there is nothing more. */
static bool
connection_read(struct connection *c)
{
	char bytes[4096];
	size_t n = 0;
	CURLcode code = curl_easy_recv(c->curl, bytes, sizeof bytes, &n);

	if (code == CURLE_AGAIN)
		return false;
	if (code != CURLE_OK || n == 0) {
		connection_lost(c, CURLE_RECV_ERROR);
		return true;
	}
	for (size_t i = 0; i < n && c->socket != CURL_SOCKET_BAD; i++) {
		if (bytes[i] != '\n') {
			if (c->line_length < sizeof c->line)
				c->line[c->line_length++] = bytes[i];
			continue;
		}
		note_line(c, c->line, c->line_length);
		if (c->line_length < 4 || c->line[3] != '-')
			connection_answered(c);
		c->line_length = 0;
	}
	return true;
}

/* libcurl has the connection, or cannot have it. */
static void
connection_connected(struct connection *c, CURLcode result)
{
	if (result == CURLE_OK)
		result = curl_easy_getinfo(c->curl, CURLINFO_ACTIVESOCKET, &c->socket);
	if (result == CURLE_OK && c->socket == CURL_SOCKET_BAD)
		result = CURLE_COULDNT_CONNECT;
	if (result != CURLE_OK) {
		connection_lost(c, result);
		return;
	}
	/* What it tells is only that something has changed: all is read, and written, until
	 * the socket gives, or takes, no more. */
	epoll_ctl(c->relay->sink->epoll, EPOLL_CTL_ADD, c->socket,
	    &(struct epoll_event){ .events = EPOLLIN | EPOLLOUT | EPOLLET });
	if (c->relay->sink->options.login.user != NULL && c->attempt.has_list)
		connection_log_in(c);
	else
		connection_ready(c);
}

bool
connection_run(struct connection *c)
{
	int unused, reads = 0;
	CURLMsg *end;

	if (c->stage == CONNECTING) {
		curl_multi_perform(c->multi, &unused);
		if ((end = curl_multi_info_read(c->multi, &unused)) != NULL)
			connection_connected(c, end->data.result);
	}
	if (c->stage > CONNECTING)
		connection_write(c);
	while (c->stage > CONNECTING && reads < READS && connection_read(c))
		reads++;
	if (c->stage > READY && clock_steady_ms() >= c->deadline)
		connection_lost(c, CURLE_OPERATION_TIMEDOUT);
	return reads == READS;
}

void
connection_take(struct connection *c, struct slot *slot)
{
	c->is_second = false;
	c->refused = NULL;
	c->needs_utf8 = !utf8_is_ascii(slot->from) || !utf8_is_ascii(slot->to);
	if (c->stage == READY)
		(void)connection_read(c);
	c->slot = slot;
	if (c->stage == READY)
		connection_send(c);
	else
		connection_open(c);
}

void
connection_order(struct connection *c, enum stage stage, const char *command, int64_t ms)
{
	c->stage = stage;
	c->deadline = clock_steady_ms() + ms;
	connection_say(c, command, strlen(command));
}
