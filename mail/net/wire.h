/* SPDX-License-Identifier: ISC */
/*
 * Connections to mail servers, by libcurl: one policy for TLS and login.
 *
 * TLS always verifies the certificate against the system's authorities or the
 * operator's file; where an upgrade is asked for there is no connection without
 * it.  A password never goes over a plain connection that leaves this machine,
 * unless the URL says "+insecure".
 */
#ifndef MAIL_NET_WIRE_H
#define MAIL_NET_WIRE_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mail/net/login.h"
#include "mail/net/url.h"
#include "process/child.h"

struct arena;
struct err;

/* A libcurl handle with URL, TLS and time limits set; NULL with err. Free with
 * curl_easy_cleanup. */
CURL *wire_new(const struct url *url, const struct login *login, struct err *err);
/*
 * Why a transfer failed, in words an operator can act on.  `detail`: what the server said
 * (RFC 5530, 3; RFC 2449, 8; RFC 3206; RFC 4954, 6), or libcurl's own words ("": none).  -1.
 */
int wire_explain(struct err *err, CURL *curl, CURLcode code, const char *detail);
/* Why a login failed: which ways were refused, and in what words. -1. */
int wire_denied(struct err *err, const struct login_attempt *attempt);

/* An access token on its way from the login's token_command. */
struct access_token {
	struct child child;
	char text[8192];
};

/* What runs for it. */
void access_token_command(const struct login *login, struct child_plan *out);
int access_token_begin(struct access_token *token, const struct login *login, struct err *err);
/* Never waits.  0 not yet, 1 it is there, -1. */
int access_token_poll(struct access_token *token, struct err *err);
/* Both, start to end: waits. */
int access_token_fetch(struct access_token *token, const struct login *login, struct err *err);

/* Other work of this process: `run` is called when `fd` is readable while one of the
 * functions below waits for its server; -1: none. */
void wire_meanwhile(int fd, void (*run)(void *data), void *data);
/* `must` is asked again and again while one of these functions waits: must this process end?
 * From the first yes on all waiting together may take 3 seconds more. */
void wire_end_when(bool (*must)(void));
/* For waiting elsewhere: that time by clock_steady_ms, or an earlier one where this process must
 * end; and for how many milliseconds to wait at a time before it is asked anew, 0: it is past. */
int64_t wire_deadline(int64_t deadline);
int wire_step(int64_t deadline);

/*
 * A connection that libcurl has opened and logged in, and then left to us.
 */
struct wire;

/* Within `timeout` seconds. `url->base` is reached; NULL with err. */
struct wire *wire_open(
    const struct url *url, const struct login *login, int timeout, struct err *err);
void wire_close(struct wire *wire);
int wire_fd(const struct wire *wire);
/* All later reads and writes together may take until then: seconds from now. */
void wire_limit(struct wire *wire, int seconds);
/* Bytes read (0: the end), or -1: failed or too late. */
long wire_read(struct wire *wire, void *bytes, size_t size);
/* The same of what is there, without waiting: 0 nothing, -1 the end, or failed. */
long wire_take(struct wire *wire, void *bytes, size_t size);
/* All of them (`size`), or -1. */
long wire_write(struct wire *wire, const void *bytes, size_t size);

/* Lines read from it; zero but for the wire. */
struct line_reader {
	struct wire *wire;
	size_t start, end;  /* what of the buffer is not read */
	char buffer[32768]; /* above a TLS record: none stays half read and unseen */
};

/* The next byte; -1 when none comes in time. */
int line_reader_byte(struct line_reader *reader);
/* The next line without its end, cut to size; false when none comes in time. */
bool line_reader_line(struct line_reader *reader, char *line, size_t size);
/* The same, without waiting: 1, 0 it has not come whole, -1 none comes any more. */
int line_reader_take(struct line_reader *reader, char *line, size_t size);

#endif
