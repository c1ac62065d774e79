/* SPDX-License-Identifier: ISC */
/*
 * Letters out by SMTP, through libcurl: one recipient a transaction, one
 * connection kept for many.
 *
 * A letter is sent only when the server has said so after the final dot.  5xx
 * about this letter stops it; everything else, and 5xx about ourselves (no
 * login, no service), is tried again with the same bytes.  Bytes with a bare CR
 * or LF are refused: some servers would take them for the end of the letter.
 */
#include <curl/curl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "mail/net/wire.h"
#include "mail/sink/sink_ops.h"

#define FAREWELL     5      /* seconds we wait for the answer to QUIT */
#define TOKEN_AGE    300000 /* milliseconds an access token is used for new connections */
#define ADDRESS_SIZE 260    /* with <> and NUL; sink.c has looked at the length */

struct smtp {
	CURL *curl;
	struct url url;
	struct login login;
	int64_t login_until; /* by clock_steady_ms; 0: fetch a token first */
	long timeout;        /* seconds */
	bool connected;      /* the last letter left a sound connection */
	atomic_bool hurry;   /* set by another thread */

	/* Of the letter in hand. */
	const struct parcel *parcel;
	size_t given;                 /* bytes libcurl has taken */
	bool wants_utf8;              /* an address needs SMTPUTF8 (RFC 6531) */
	bool offers_utf8;             /* in the answer to the connection's EHLO */
	int answers;                  /* heard so far */
	bool began_badly;             /* the first of them said no */
	char reply[200];              /* the server's last line */
	char detail[CURL_ERROR_SIZE]; /* libcurl's own words */
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

/* Only where SMTPUTF8 is offered does a letter that needs it get a body, and
 * without its body it is no letter. */
static size_t
give(char *buffer, size_t size, size_t count, void *data)
{
	struct smtp *smtp = data;
	size_t left = smtp->parcel->length - smtp->given;
	size_t n = size * count < left ? size * count : left;

	if (smtp->wants_utf8 && !smtp->offers_utf8)
		return CURL_READFUNC_ABORT;
	memcpy(buffer, smtp->parcel->bytes + smtp->given, n);
	smtp->given += n;
	return n;
}

static void
note_offer(struct smtp *smtp)
{
	if (str_starts_nocase(smtp->reply, "220"))
		smtp->offers_utf8 = false;
	else if (str_starts_nocase(smtp->reply, "250") &&
	    str_equal_nocase(smtp->reply + 4, "SMTPUTF8"))
		smtp->offers_utf8 = true;
}

/* One line of the server; its farewell (221) is no answer to the letter.  After
 * a refusal libcurl says QUIT, and would wait for that as long as for a letter. */
static size_t
hear(char *line, size_t size, size_t count, void *data)
{
	struct smtp *smtp = data;
	size_t length = size * count;
	bool refused = length > 0 && (line[0] == '4' || line[0] == '5');

	if (length > 3 && strncmp(line, "221", 3) == 0)
		return length;
	if (length > 3 && line[3] != '-' && ++smtp->answers == 1)
		smtp->began_badly = refused;
	snprintf(smtp->reply, sizeof(smtp->reply), "%.*s",
	    (int)(length < sizeof(smtp->reply) ? length : sizeof(smtp->reply) - 1), line);
	smtp->reply[strcspn(smtp->reply, "\r\n")] = '\0';
	curl_easy_setopt(
	    smtp->curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, refused ? (long)FAREWELL : smtp->timeout);
	note_offer(smtp);
	return length;
}

/* Called once a second at least. */
static int
is_over(void *data, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
	struct smtp *smtp = data;

	(void)a, (void)b, (void)c, (void)d;
	return atomic_load(&smtp->hurry);
}

static void
smtp_hurry(struct sink *sink)
{
	struct smtp *smtp = sink->state;

	atomic_store(&smtp->hurry, true);
}

/* The name we give in EHLO is the URL's path. */
static void
set_helo(struct smtp *smtp, struct arena *arena, const char *helo)
{
	char *escaped;

	if (helo == NULL)
		return;
	escaped = curl_easy_escape(smtp->curl, helo, 0);
	if (escaped == NULL)
		return;
	curl_easy_setopt(
	    smtp->curl, CURLOPT_URL, arena_printf(arena, "%s/%s", smtp->url.base, escaped));
	curl_free(escaped);
}

static int
smtp_open(struct sink *sink, struct err *err)
{
	const struct sink_options *options = &sink->options;
	struct smtp *smtp = arena_alloc(sink->arena, sizeof(*smtp));

	sink->state = smtp;
	smtp->timeout = options->timeout;
	smtp->login = options->login;
	if (url_read(&smtp->url, sink->arena, options->url, sink->ops->kind.protocol, err) == -1)
		return -1;
	smtp->curl = wire_new(&smtp->url, &smtp->login, err);
	if (smtp->curl == NULL)
		return -1;
	curl_easy_setopt(smtp->curl, CURLOPT_ERRORBUFFER, smtp->detail);
	/* Some let strangers wait for their greeting (RFC 5321, 4.5.3.2.1: up to 5 minutes). */
	curl_easy_setopt(smtp->curl, CURLOPT_CONNECTTIMEOUT, smtp->timeout);
	set_helo(smtp, sink->arena, options->helo);
	curl_easy_setopt(smtp->curl, CURLOPT_READFUNCTION, give);
	curl_easy_setopt(smtp->curl, CURLOPT_READDATA, smtp);
	curl_easy_setopt(smtp->curl, CURLOPT_HEADERFUNCTION, hear);
	curl_easy_setopt(smtp->curl, CURLOPT_HEADERDATA, smtp);
	curl_easy_setopt(smtp->curl, CURLOPT_MAXCONNECTS, 1L);
	curl_easy_setopt(smtp->curl, CURLOPT_XFERINFOFUNCTION, is_over);
	curl_easy_setopt(smtp->curl, CURLOPT_XFERINFODATA, smtp);
	curl_easy_setopt(smtp->curl, CURLOPT_NOPROGRESS, 0L);
	return 0;
}

/* One command without a letter. */
static CURLcode
say(struct smtp *smtp, const char *word, long timeout)
{
	curl_easy_setopt(smtp->curl, CURLOPT_UPLOAD, 0L);
	curl_easy_setopt(smtp->curl, CURLOPT_NOBODY, 1L);
	curl_easy_setopt(smtp->curl, CURLOPT_CUSTOMREQUEST, word);
	curl_easy_setopt(smtp->curl, CURLOPT_TIMEOUT, timeout);
	curl_easy_setopt(smtp->curl, CURLOPT_FRESH_CONNECT, 0L);
	smtp->reply[0] = '\0';
	return curl_easy_perform(smtp->curl);
}

/* A QUIT with an end to its wait; libcurl's own, when the handle goes, has none
 * that could be set. */
static void
smtp_close(struct sink *sink)
{
	struct smtp *smtp = sink->state;

	if (smtp == NULL || smtp->curl == NULL)
		return;
	if (smtp->connected)
		say(smtp, "QUIT", FAREWELL);
	curl_easy_cleanup(smtp->curl);
}

/* A token is good for an hour or so; a new one opens a new connection. */
static int
renew_login(struct smtp *smtp, struct err *err)
{
	int64_t now = clock_steady_ms();

	if (smtp->login.user == NULL || now < smtp->login_until)
		return 0;
	if (wire_login(smtp->curl, &smtp->login, err) == -1)
		return -1;
	smtp->login_until = now + TOKEN_AGE;
	return 0;
}

/* libcurl keeps a connection on which no answer came after the final dot; one that
 * comes late would be taken for the next letter's.  It must not wait for an answer
 * to its QUIT either. */
static void
forsake(struct smtp *smtp)
{
	curl_socket_t fd = CURL_SOCKET_BAD;

	curl_easy_getinfo(smtp->curl, CURLINFO_ACTIVESOCKET, &fd);
	if (fd != CURL_SOCKET_BAD)
		shutdown(fd, SHUT_RDWR);
}

static CURLcode
transact(struct smtp *smtp, const struct parcel *parcel, bool fresh)
{
	char sender[ADDRESS_SIZE], recipient[ADDRESS_SIZE];
	struct curl_slist *list;
	CURLcode code;

	snprintf(sender, sizeof(sender), "<%s>", parcel->sender);
	snprintf(recipient, sizeof(recipient), "<%s>", parcel->recipient);
	list = curl_slist_append(NULL, recipient);
	if (list == NULL)
		return CURLE_OUT_OF_MEMORY;
	smtp->given = 0;
	smtp->answers = 0;
	smtp->began_badly = false;
	smtp->reply[0] = '\0';
	curl_easy_setopt(smtp->curl, CURLOPT_CUSTOMREQUEST, NULL);
	curl_easy_setopt(smtp->curl, CURLOPT_NOBODY, 0L);
	curl_easy_setopt(smtp->curl, CURLOPT_UPLOAD, 1L);
	curl_easy_setopt(smtp->curl, CURLOPT_TIMEOUT, smtp->timeout);
	curl_easy_setopt(smtp->curl, CURLOPT_FRESH_CONNECT, fresh ? 1L : 0L);
	curl_easy_setopt(smtp->curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, smtp->timeout);
	curl_easy_setopt(smtp->curl, CURLOPT_MAIL_FROM, sender);
	curl_easy_setopt(smtp->curl, CURLOPT_MAIL_RCPT, list);
	curl_easy_setopt(smtp->curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)parcel->length);
	code = curl_easy_perform(smtp->curl);
	curl_easy_setopt(smtp->curl, CURLOPT_MAIL_RCPT, NULL);
	curl_slist_free_all(list);
	smtp->connected = code == CURLE_OK;
	if (!smtp->connected)
		forsake(smtp);
	return code;
}

/* A kept connection may have been closed by the server meanwhile, and the first answer
 * on it may be one too many to the letter before; that says nothing about the letter. */
static bool
was_stale(const struct smtp *smtp, CURLcode code)
{
	long connects = 1;

	curl_easy_getinfo(smtp->curl, CURLINFO_NUM_CONNECTS, &connects);
	return code != CURLE_OK && connects == 0 && smtp->given == 0 &&
	    (smtp->answers <= 1 || smtp->began_badly) && code != CURLE_OPERATION_TIMEDOUT;
}

/* 53x are about our login (RFC 4954); an error 8 before the letter's first byte
 * is a greeting, about no letter at all. */
static bool
is_permanent(const struct smtp *smtp, CURLcode code, long reply)
{
	if (reply < 500 || reply > 599 || (reply >= 530 && reply <= 538))
		return false;
	return code == CURLE_SEND_ERROR || (code == CURLE_WEIRD_SERVER_REPLY && smtp->given > 0);
}

/* No letter is to blame for these, nor its recipient. */
static bool
is_unreachable(const struct smtp *smtp, CURLcode code)
{
	return (code == CURLE_OPERATION_TIMEDOUT && smtp->answers == 0) ||
	    code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_CONNECT ||
	    code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE ||
	    code == CURLE_USE_SSL_FAILED || code == CURLE_LOGIN_DENIED;
}

/* The server's words, where it said any about what failed.  libcurl says "DATA failed:
 * 250" where another answer was to come. */
static int
explain(struct smtp *smtp, CURLcode code, struct err *err)
{
	if (code == CURLE_SEND_ERROR && strstr(smtp->detail, " failed: ") != NULL)
		return err_set(err, "an answer out of place (%s)", smtp->reply);
	return wire_error(err, smtp->curl, code,
	    code == CURLE_PEER_FAILED_VERIFICATION ? smtp->detail : smtp->reply);
}

/* Any 2xx to the final dot is a yes (RFC 5321, 4.2.1); libcurl knows 250 alone. */
static bool
is_taken(const struct smtp *smtp, CURLcode code, long reply)
{
	return code == CURLE_OK ||
	    (code == CURLE_WEIRD_SERVER_REPLY && smtp->given == smtp->parcel->length &&
		reply >= 200 && reply <= 299);
}

static void
judge(struct smtp *smtp, CURLcode code, struct sink_answer *answer)
{
	struct err why;
	long reply = 0;

	curl_easy_getinfo(smtp->curl, CURLINFO_RESPONSE_CODE, &reply);
	if (is_taken(smtp, code, reply))
		answer_set(answer, SENT, (int)reply, "%s", smtp->reply);
	else if (code == CURLE_ABORTED_BY_CALLBACK && atomic_load(&smtp->hurry))
		answer_set(answer, SENT_RETRY, 0, "stopped");
	else if (code == CURLE_ABORTED_BY_CALLBACK)
		answer_set(answer, SENT_REFUSED, 0, "the server does not offer SMTPUTF8");
	else if (reply >= 400)
		answer_set(answer, is_permanent(smtp, code, reply) ? SENT_REFUSED : SENT_RETRY,
		    (int)reply, "%s", smtp->reply);
	else {
		explain(smtp, code, &why);
		answer_set(answer, SENT_RETRY, 0, "%s", why.text);
	}
	answer->unreachable = is_unreachable(smtp, code);
}

static void
smtp_send(struct sink *sink, const struct parcel *parcel, struct sink_answer *answer)
{
	struct smtp *smtp = sink->state;
	struct err err;
	CURLcode code;

	if (has_bare_line_end(parcel->bytes, parcel->length)) {
		answer_set(answer, SENT_REFUSED, 0, "the letter has a bare CR or LF");
		return;
	}
	if (renew_login(smtp, &err) == -1) {
		answer_set(answer, SENT_RETRY, 0, "%s", err.text);
		answer->unreachable = true;
		return;
	}
	smtp->parcel = parcel;
	smtp->wants_utf8 = !is_ascii(parcel->sender) || !is_ascii(parcel->recipient);
	code = transact(smtp, parcel, !smtp->connected);
	if (was_stale(smtp, code))
		code = transact(smtp, parcel, true);
	if (code == CURLE_LOGIN_DENIED)
		smtp->login_until = 0;
	judge(smtp, code, answer);
}

static int
smtp_probe(struct sink *sink, struct err *err)
{
	struct smtp *smtp = sink->state;
	CURLcode code;

	if (renew_login(smtp, err) == -1)
		return -1;
	code = say(smtp, "NOOP", smtp->timeout);
	smtp->connected = code == CURLE_OK;
	return smtp->connected ? 0 : explain(smtp, code, err);
}

const struct sink_ops sink_smtp_ops = {
	.kind = { .name = "smtp", .protocol = "smtp" },
	.open = smtp_open,
	.close = smtp_close,
	.probe = smtp_probe,
	.send = smtp_send,
	.hurry = smtp_hurry,
};
