/* SPDX-License-Identifier: ISC */
/*
 * Connections to mail servers, by libcurl: one policy for TLS and login.
 *
 * Every wait has an end: a deadline covers all reads and writes since
 * wire_limit, so that a server that sends a byte a minute is given up too.
 * Speaks no protocol beyond the login: libcurl, which knows the ways too, goes no further
 * when one is refused.
 */
#include "mail/net/wire.h"

#include <curl/curl.h>
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"

#define CONNECT_TIMEOUT 30 /* seconds */
#define TOKEN_TIMEOUT   30
#define ASK_MS          250
#define LAST_MS         3000 /* for all waiting, once this process must end */

struct wire {
	CURLM *multi; /* with this one handle */
	CURL *curl;
	curl_socket_t fd;
	int64_t deadline; /* by clock_steady_ms */
};

static struct {
	int fd;
	void (*run)(void *data);
	void *data;
} meanwhile = { .fd = -1 };

void
wire_meanwhile(int fd, void (*run)(void *data), void *data)
{
	meanwhile.fd = fd;
	meanwhile.run = run;
	meanwhile.data = data;
}

static struct {
	bool (*must)(void);
	int64_t by; /* by clock_steady_ms; 0: not asked to */
} ending;

void
wire_end_when(bool (*must)(void))
{
	ending.must = must;
}

int64_t
wire_deadline(int64_t deadline)
{
	if (ending.by == 0 && ending.must != NULL && ending.must())
		ending.by = clock_steady_ms() + LAST_MS;
	return ending.by != 0 && ending.by < deadline ? ending.by : deadline;
}

int
wire_step(int64_t deadline)
{
	int64_t left = wire_deadline(deadline) - clock_steady_ms();

	if (left <= 0)
		return 0;
	return left < ASK_MS ? (int)left : ASK_MS;
}

/* True when the descriptor is ready before the deadline. */
static bool
wait_until(int fd, short events, int64_t deadline)
{
	for (;;) {
		struct pollfd p[] = { { .fd = fd, .events = events },
			{ .fd = meanwhile.fd, .events = POLLIN } };
		int ms = wire_step(deadline), n = poll(p, 2, ms);

		if (n > 0 && p[1].revents != 0)
			meanwhile.run(meanwhile.data);
		if (n > 0 && p[0].revents != 0)
			return true;
		if (ms == 0 || (n == -1 && errno != EINTR))
			return false;
	}
}

CURL *
wire_new(const struct url *url, const struct login *login, struct err *err)
{
	const long use = url->tls == TLS_NEVER ? CURLUSESSL_NONE : CURLUSESSL_ALL;
	CURL *curl;

	if (login->user != NULL && !url_may_login(url)) {
		err_set(
		    err, "no password is sent to %s without TLS: use +starttls or s", url->host);
		return NULL;
	}
	curl = curl_easy_init();
	if (curl == NULL) {
		err_set(err, "libcurl cannot be started");
		return NULL;
	}
	curl_easy_setopt(curl, CURLOPT_URL, url->base);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "imap,imaps,pop3,pop3s,smtp,smtps");
	curl_easy_setopt(curl, CURLOPT_USE_SSL, use);
	curl_easy_setopt(curl, CURLOPT_CERTINFO, 1L);
	curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
	if (login->ca_file != NULL)
		curl_easy_setopt(curl, CURLOPT_CAINFO, login->ca_file);
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_TIMEOUT);
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_NOPROXY, "*");
	curl_easy_setopt(curl, CURLOPT_TCP_KEEPALIVE, 1L);
	/* A name server that says nothing: its thread is abandoned, not waited for. */
	curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L);
	return curl;
}

/* The command is the operator's own line of shell. */
void
access_token_command(const struct login *login, struct child_plan *out)
{
	*out = (struct child_plan){
		.words = { "/bin/sh", "-c", "eval \"$1\" 2>/dev/null", "sh", login->token_command },
		.count = 5,
		.limits = { .wall = TOKEN_TIMEOUT },
		.input = "",
	};
}

int
access_token_begin(struct access_token *token, const struct login *login, struct err *err)
{
	struct child_plan plan;

	access_token_command(login, &plan);
	plan.output = token->text;
	plan.size = sizeof token->text;
	return child_start(&token->child, &plan, err);
}

/* Only the first line counts. */
int
access_token_poll(struct access_token *token, struct err *err)
{
	int code, rc = child_poll(&token->child, &code, err);

	if (rc != 1)
		return rc;
	token->text[strcspn(token->text, " \t\r\n")] = '\0';
	if (code != 0 || token->text[0] == '\0')
		return err_set(err, "the token command gave no token (exit %d)", code);
	return 1;
}

#define LATER "the server lets nobody in just now"
#define ASK   "the server's administrator has to be asked"

/* Codes that say no more than that user or password are wrong are not here. */
static const struct {
	const char *code, *words;
} denials[] = {
	{ "[UNAVAILABLE]", LATER },
	{ "[SERVERBUG]", LATER },
	{ "[LIMIT]", LATER },
	{ "[INUSE]", LATER },
	{ "[SYS/TEMP]", LATER },
	{ "[IN-USE]", LATER },
	{ "[LOGIN-DELAY]", LATER },
	{ "[EXPIRED]", "the password has expired" },
	{ "[AUTHORIZATIONFAILED]", "this user may not log in there" },
	{ "[PRIVACYREQUIRED]", "the server wants TLS for a login" },
	{ "[CONTACTADMIN]", ASK },
	{ "[SYS/PERM]", ASK },
};

/* Of the server's own certificate, the first of the chain; NULL. */
static const char *
field(CURL *curl, const char *name)
{
	struct curl_certinfo *info = NULL;
	size_t length = strlen(name);

	if (curl_easy_getinfo(curl, CURLINFO_CERTINFO, &info) != CURLE_OK || info == NULL ||
	    info->num_of_certs == 0)
		return NULL;
	for (const struct curl_slist *line = info->certinfo[0]; line != NULL; line = line->next)
		if (strncmp(line->data, name, length) == 0 && line->data[length] == ':')
			return line->data + length + 1;
	return NULL;
}

/* Its dates and issuer tell what libcurl does not: it says only that the verification
 * failed. */
static void
explain_certificate(char *out, size_t size, CURL *curl, const char *detail)
{
	const char *begins = field(curl, "Start Date"), *ends = field(curl, "Expire Date");
	const char *issuer = field(curl, "Issuer");
	time_t seconds = time(NULL);
	struct tm tm;
	char now[32];

	/* As the certificate's dates are written: "2026-11-21 13:56:44 GMT". */
	gmtime_r(&seconds, &tm);
	strftime(now, sizeof now, "%Y-%m-%d %H:%M:%S GMT", &tm);
	if (ends != NULL && strcmp(ends, now) < 0)
		str_format(out, size, "it ended on %s", ends);
	else if (begins != NULL && strcmp(begins, now) > 0)
		str_format(out, size, "it begins on %s, and the clock here says %s", begins, now);
	else if (strstr(detail, "does not match") != NULL || issuer == NULL)
		str_format(out, size, "%s", detail);
	else
		str_format(out, size, "nobody trusted here vouches for it; issued by %s", issuer);
}

/* "454 ..." of an SMTP server, perhaps behind the way that it refused. */
static bool
is_for_now(const char *detail)
{
	const char *at = strstr(detail, ": 4");

	if (at != NULL)
		detail = at + 2;
	return detail[0] == '4' && strspn(detail, "0123456789") == 3;
}

int
wire_explain(struct err *err, CURL *curl, CURLcode code, const char *detail)
{
	static const struct {
		CURLcode code;
		const char *words;
	} known[] = {
		{ CURLE_COULDNT_RESOLVE_HOST, "no such host" },
		{ CURLE_COULDNT_CONNECT, "no connection" },
		{ CURLE_OPERATION_TIMEDOUT, "no answer in time" },
		{ CURLE_PEER_FAILED_VERIFICATION, "the certificate is not to be trusted" },
		{ CURLE_SSL_CACERT_BADFILE, "the file of certificates cannot be read" },
		{ CURLE_USE_SSL_FAILED, "the server offers no TLS" },
		{ CURLE_LOGIN_DENIED, "user or password refused" },
		{ CURLE_WEIRD_SERVER_REPLY, "refused" },
		{ CURLE_SSL_CONNECT_ERROR, "no TLS could be agreed upon" },
		{ CURLE_SEND_ERROR, "the connection was lost" },
		{ CURLE_RECV_ERROR, "the connection was lost" },
		{ CURLE_GOT_NOTHING, "the connection was lost" },
	};
	const char *words = curl_easy_strerror(code);
	char why[200];

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (known[i].code == code)
			words = known[i].words;
	if (code == CURLE_PEER_FAILED_VERIFICATION) {
		explain_certificate(why, sizeof(why), curl, detail);
		detail = why;
	}
	if (code == CURLE_LOGIN_DENIED || code == CURLE_WEIRD_SERVER_REPLY) {
		if (is_for_now(detail))
			words = LATER;
		for (size_t i = 0; i < sizeof denials / sizeof denials[0]; i++)
			if (strstr(detail, denials[i].code) != NULL)
				words = denials[i].words;
	}
	if (detail[0] != '\0')
		return err_set(err, "%s (%s)", words, detail);
	return err_set(err, "%s", words);
}

int
wire_denied(struct err *err, const struct login_attempt *attempt)
{
	if (attempt->said[0] != '\0')
		wire_explain(err, NULL, CURLE_LOGIN_DENIED, attempt->said);
	else
		err_set(err, "no way to log in fits; the server offers %s",
		    attempt->list[0] != '\0' ? attempt->list : "none");
	err->lasts = strncmp(err->text, LATER, strlen(LATER)) != 0;
	return -1;
}

/* What a server says until it can be logged in to. */
struct greeting {
	struct login_attempt *attempt;
	char denial[200]; /* its words, where it lets nobody in */
};

static size_t
on_line(char *line, size_t size, size_t count, void *data)
{
	struct greeting *greeting = data;
	size_t length = size * count;

	attempt_hear(greeting->attempt, line, length);
	for (size_t i = 0; i < sizeof denials / sizeof denials[0]; i++)
		if (memmem(line, length, denials[i].code, strlen(denials[i].code)) != NULL)
			str_format(
			    greeting->denial, sizeof greeting->denial, "%.*s", (int)length, line);
	greeting->denial[strcspn(greeting->denial, "\r\n")] = '\0';
	return length;
}

int
access_token_fetch(struct access_token *token, const struct login *login, struct err *err)
{
	int rc = access_token_begin(token, login, err);

	while (rc == 0 && (rc = access_token_poll(token, err)) == 0) {
		if (wire_step(INT64_MAX) == 0) {
			child_kill(&token->child);
			return err_set(err, "the token command was stopped");
		}
		(void)wait_until(-1, 0, clock_steady_ms() + CHILD_POLL_MS);
	}
	return rc == 1 ? 0 : -1;
}

/* As curl_easy_perform, but does the work of wire_meanwhile too. */
static CURLcode
perform(CURLM *multi, CURL *curl)
{
	int running, count;

	if (curl_multi_add_handle(multi, curl) != CURLM_OK)
		return CURLE_OUT_OF_MEMORY;
	while (curl_multi_perform(multi, &running) == CURLM_OK && running > 0) {
		struct curl_waitfd other = { .fd = meanwhile.fd, .events = CURL_WAIT_POLLIN };
		int ms = wire_step(INT64_MAX);

		if (ms == 0)
			return CURLE_OPERATION_TIMEDOUT;
		curl_multi_poll(multi, &other, other.fd != -1, ms, NULL);
		if (other.revents != 0)
			meanwhile.run(meanwhile.data);
	}
	for (CURLMsg *end; (end = curl_multi_info_read(multi, &count)) != NULL;)
		if (end->msg == CURLMSG_DONE)
			return end->data.result;
	return CURLE_FAILED_INIT;
}

static bool
say_line(struct wire *wire, const char *text)
{
	char line[LOGIN_LINE + 64];
	bool is_said = str_format(line, sizeof line, "%s\r\n", text) &&
	    wire_write(wire, line, strlen(line)) != -1;

	explicit_bzero(line, sizeof line);
	return is_said;
}

#define IN_TAG "in"
enum answer { ANSWER_LOST, ANSWER_YES, ANSWER_NO, ANSWER_CHALLENGE };

/* Its words go to `line`, without a tag; of what follows it nothing is read. */
static enum answer
hear_answer(struct wire *wire, bool is_imap, char *line, size_t size)
{
	const char *yes = is_imap ? IN_TAG " OK" : "+OK";
	size_t n = 0;
	char c;

	while (wire_read(wire, &c, 1) == 1) {
		if (c != '\n') {
			if (c != '\r' && n + 1 < size)
				line[n++] = c;
			continue;
		}
		line[n] = '\0';
		n = 0;
		if (str_starts_nocase(line, yes))
			return ANSWER_YES;
		if (line[0] == '+')
			return ANSWER_CHALLENGE;
		if (is_imap && !str_starts_nocase(line, IN_TAG " "))
			continue;
		if (is_imap)
			memmove(
			    line, line + strlen(IN_TAG " "), strlen(line + strlen(IN_TAG " ")) + 1);
		return ANSWER_NO;
	}
	return ANSWER_LOST;
}

/* A word more, in quotation marks (RFC 9051, 9: quoted). */
static void
add_quoted(char *out, size_t size, const char *text)
{
	size_t n = strlen(out);

	out[n++] = ' ';
	for (out[n++] = '"'; *text != '\0' && n + 4 < size; text++) {
		if (*text == '"' || *text == '\\')
			out[n++] = '\\';
		out[n++] = *text;
	}
	out[n++] = '"';
	out[n] = '\0';
}

/* LOGIN; USER and PASS. */
static enum answer
try_own(struct wire *wire, const struct login *login, bool is_imap, char *line, size_t size)
{
	const char *password = login->password != NULL ? login->password : "";
	enum answer answer;
	char text[2048];

	str_format(text, sizeof text, "%s", is_imap ? IN_TAG " LOGIN" : "");
	if (is_imap) {
		add_quoted(text, sizeof text / 2, login->user);
		add_quoted(text, sizeof text, password);
	} else {
		str_format(text, sizeof text, "USER %s", login->user);
		if (!say_line(wire, text) ||
		    (answer = hear_answer(wire, is_imap, line, size)) == ANSWER_LOST)
			return ANSWER_LOST;
		if (answer == ANSWER_NO)
			return answer;
		str_format(text, sizeof text, "PASS %s", password);
	}
	answer = say_line(wire, text) ? hear_answer(wire, is_imap, line, size) : ANSWER_LOST;
	explicit_bzero(text, sizeof text);
	return answer;
}

static enum answer
try_sasl(struct wire *wire, struct login_attempt *attempt, bool is_imap, char *line, size_t size)
{
	char text[LOGIN_LINE + 64], response[LOGIN_LINE] = "";
	bool is_first = attempt->takes_first && attempt_has_first(attempt) &&
	    attempt_respond(attempt, "", response, sizeof response);
	enum answer answer = ANSWER_LOST;

	str_format(text, sizeof text, "%s %s%s%s", is_imap ? IN_TAG " AUTHENTICATE" : "AUTH",
	    attempt_name(attempt), is_first ? " " : "", response);
	while (say_line(wire, text) &&
	    (answer = hear_answer(wire, is_imap, line, size)) == ANSWER_CHALLENGE) {
		const char *challenge = line + strcspn(line, " ");

		if (!attempt_respond(
			attempt, challenge + strspn(challenge, " "), text, sizeof text))
			str_format(text, sizeof text, "*");
		answer = ANSWER_LOST;
	}
	explicit_bzero(response, sizeof response);
	explicit_bzero(text, sizeof text);
	return answer;
}

/* By IMAP or POP3. */
static int
log_in(struct wire *wire, struct login_attempt *attempt, struct err *err)
{
	bool is_imap = str_starts_nocase(attempt->url->base, "imap");
	enum answer answer = ANSWER_NO;
	char line[1024];

	if (attempt->login->user == NULL || attempt->is_in)
		return 0;
	while (answer == ANSWER_NO && attempt_next(attempt)) {
		answer = attempt->way == WAY_OWN ?
		    try_own(wire, attempt->login, is_imap, line, sizeof line) :
		    try_sasl(wire, attempt, is_imap, line, sizeof line);
		if (answer == ANSWER_NO)
			attempt_refused(attempt, line);
	}
	if (answer == ANSWER_YES)
		return 0;
	if (answer == ANSWER_NO || attempt->said[0] != '\0')
		return wire_denied(err, attempt);
	return wire_explain(err, NULL,
	    clock_steady_ms() < wire->deadline ? CURLE_RECV_ERROR : CURLE_OPERATION_TIMEDOUT, "");
}

/* libcurl connects. */
static int
connect_to(struct wire *wire, int timeout, struct greeting *greeting, struct err *err)
{
	char detail[CURL_ERROR_SIZE] = "";
	CURL *curl = wire->curl;
	CURLcode code;

	curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)timeout);
	curl_easy_setopt(curl, CURLOPT_CONNECT_ONLY, 1L);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, detail);
	curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, on_line);
	curl_easy_setopt(curl, CURLOPT_HEADERDATA, greeting);
	code = perform(wire->multi, curl);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, NULL);
	curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, NULL);
	curl_easy_setopt(curl, CURLOPT_HEADERDATA, NULL);
	if (code == CURLE_OK)
		code = curl_easy_getinfo(curl, CURLINFO_ACTIVESOCKET, &wire->fd);
	if (code == CURLE_OK && wire->fd != CURL_SOCKET_BAD)
		return 0;
	return wire_explain(err, curl, code != CURLE_OK ? code : CURLE_COULDNT_CONNECT,
	    greeting->denial[0] != '\0' ? greeting->denial : detail);
}

struct wire *
wire_open(const struct url *url, const struct login *login, int timeout, struct err *err)
{
	struct access_token token = { .text = "" };
	struct login_attempt attempt;
	struct greeting greeting = { .attempt = &attempt };
	CURL *curl = wire_new(url, login, err);
	struct wire *wire;
	int rc;

	if (curl == NULL)
		return NULL;
	if (login->user != NULL && login->token_command != NULL &&
	    access_token_fetch(&token, login, err) == -1) {
		curl_easy_cleanup(curl);
		return NULL;
	}
	attempt_begin(&attempt, url, login, token.text);
	wire = calloc(1, sizeof(*wire));
	if (wire == NULL || (wire->multi = curl_multi_init()) == NULL)
		abort();
	wire->curl = curl;
	wire->fd = CURL_SOCKET_BAD;
	rc = connect_to(wire, timeout, &greeting, err);
	wire_limit(wire, timeout);
	if (rc == 0)
		rc = log_in(wire, &attempt, err);
	explicit_bzero(token.text, sizeof token.text);
	if (rc == -1) {
		wire_close(wire);
		return NULL;
	}
	wire_limit(wire, timeout);
	return wire;
}

/* The caller has said the protocol's farewell; libcurl must not wait for its own. */
void
wire_close(struct wire *wire)
{
	if (wire == NULL)
		return;
	if (wire->fd != CURL_SOCKET_BAD)
		shutdown(wire->fd, SHUT_RDWR);
	curl_multi_remove_handle(wire->multi, wire->curl);
	curl_easy_cleanup(wire->curl);
	curl_multi_cleanup(wire->multi);
	free(wire);
}

int
wire_fd(const struct wire *wire)
{
	return wire->fd;
}

void
wire_limit(struct wire *wire, int seconds)
{
	wire->deadline = clock_steady_ms() + (int64_t)seconds * 1000;
}

long
wire_read(struct wire *wire, void *bytes, size_t size)
{
	size_t n = 0;
	CURLcode code;

	/* Who never pauses is given up too. */
	if (wire_step(wire->deadline) == 0)
		return -1;
	while ((code = curl_easy_recv(wire->curl, bytes, size, &n)) == CURLE_AGAIN)
		if (!wait_until(wire->fd, POLLIN, wire->deadline))
			return -1;
	return code == CURLE_OK ? (long)n : -1;
}

long
wire_take(struct wire *wire, void *bytes, size_t size)
{
	size_t n = 0;
	CURLcode code = curl_easy_recv(wire->curl, bytes, size, &n);

	if (code == CURLE_AGAIN)
		return 0;
	return code == CURLE_OK && n > 0 ? (long)n : -1;
}

long
wire_write(struct wire *wire, const void *bytes, size_t size)
{
	size_t sent = 0;

	while (sent < size) {
		size_t n = 0;
		CURLcode code = curl_easy_send(
		    wire->curl, (const char *)bytes + sent, size - sent, &n);

		if (code == CURLE_AGAIN) {
			if (!wait_until(wire->fd, POLLOUT, wire->deadline))
				return -1;
		} else if (code != CURLE_OK) {
			return -1;
		}
		sent += n;
	}
	return (long)size;
}

int
line_reader_byte(struct line_reader *reader)
{
	if (reader->start == reader->end) {
		long n = wire_read(reader->wire, reader->buffer, sizeof reader->buffer);

		if (n <= 0)
			return -1;
		reader->start = 0;
		reader->end = (size_t)n;
	}
	return (unsigned char)reader->buffer[reader->start++];
}

bool
line_reader_line(struct line_reader *reader, char *line, size_t size)
{
	size_t n = 0;
	int c;

	while ((c = line_reader_byte(reader)) != -1) {
		if (c == '\n') {
			while (n > 0 && line[n - 1] == '\r')
				n--;
			line[n] = '\0';
			return true;
		}
		if (n + 1 < size)
			line[n++] = (char)c;
	}
	return false;
}

int
line_reader_take(struct line_reader *reader, char *line, size_t size)
{
	char *begin, *end;
	size_t n;
	long got;

	for (;;) {
		begin = reader->buffer + reader->start;
		n = reader->end - reader->start;
		end = memchr(begin, '\n', n);
		if (end != NULL || n == sizeof reader->buffer)
			break;
		memmove(reader->buffer, begin, n);
		reader->start = 0;
		reader->end = n;
		got = wire_take(reader->wire, reader->buffer + n, sizeof reader->buffer - n);
		if (got <= 0)
			return (int)got;
		reader->end += (size_t)got;
	}
	n = end != NULL ? (size_t)(end - begin) : n;
	reader->start += n + (end != NULL);
	while (n > 0 && begin[n - 1] == '\r')
		n--;
	str_format(line, size, "%.*s", (int)n, begin);
	return 1;
}
