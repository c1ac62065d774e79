/* SPDX-License-Identifier: ISC */
/*
 * One SMTP connection: its dialogue about one letter after another (RFC 5321).
 *
 * Nothing waits.  The scheduler (sink_smtp.c) gives it a letter by connection_take, has it connect
 * by connection_begin where it is WAITING, and calls connection_run whenever something may have
 * happened.  A letter that has ended is said so to its slot (sink_ops.h), and the connection has
 * none any more.
 */
#ifndef MAIL_SINK_SMTP_CONNECTION_H
#define MAIL_SINK_SMTP_CONNECTION_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stdint.h>

#include "mail/net/login.h"
#include "mail/net/url.h"
#include "mail/sink/sink_ops.h"

struct connection;
struct err;

/* What the connections to one server share. */
struct relay {
	struct sink *sink;
	struct url url;
	int64_t login_until; /* by clock_steady_ms: the token is good; 0: it was refused */
	bool is_in;          /* a login was taken, and none refused since */
	bool is_one_by_one;  /* commands: the server mixed up what came together */
	bool wants_plain[2]; /* senders: it takes our address, and not others; the null one */
	/* The server has a letter. */
	void (*taken)(struct relay *relay);
	/* The connection could not be had, or was turned away before it had named a recipient; it
	 * is closed.  Its letter is the caller's to end. */
	void (*turned_away)(struct connection *c, enum blame blame, int code, const char *why);
};

struct connection {
	struct relay *relay;
	CURLM *multi; /* of its own, so that libcurl cannot mix them up */
	CURL *curl;
	/* What the server is to answer now.  READY: nothing; WAITING: we wait to be let in;
	 * CONNECTING: libcurl has it; AUTH: we log in; LETTER: the letter is being said. */
	enum stage {
		CLOSED,
		WAITING,
		CONNECTING,
		READY,
		AUTH,
		NOOP,
		MAIL,
		RCPT,
		DATA,
		LETTER,
		DOT,
		QUIT
	} stage;
	int64_t deadline;     /* for the answer, by clock_steady_ms */
	curl_socket_t socket; /* CURL_SOCKET_BAD: libcurl has it, or it is closed */
	/* In the answer to the connection's EHLO. */
	bool offers_utf8;     /* RFC 6531 */
	bool offers_size;     /* RFC 1870 */
	bool offers_pipeline; /* RFC 2920 */

	struct slot *slot;   /* the letter; NULL: none */
	bool is_kept;        /* a letter before this one went down it */
	bool is_second;      /* the letter's first had ended, or was mixed up */
	bool needs_utf8;     /* an address does */
	const char *refused; /* the answer to its own sender; it goes from our plain address */
	int refused_code;
	int heard;       /* lines, since the letter has this connection */
	int answers;     /* the last lines of answers, since its MAIL */
	const char *out; /* to be written */
	size_t out_left;
	size_t line_length;
	char line[200];                /* being read; cut */
	char reply[240];               /* the server's last answer, its lines made one; cut */
	bool goes_on;                  /* another line of it comes */
	CURLcode result;               /* of connecting, or of a command without a letter */
	char detail[CURL_ERROR_SIZE];  /* libcurl's own words */
	struct login_attempt attempt;  /* at its login */
	char command[LOGIN_LINE + 64]; /* of that */
};

int connection_init(struct connection *c, struct relay *relay, struct err *err);
/* Closes it, and frees what connection_init made. */
void connection_end(struct connection *c);
/* The letter goes down the connection, if the server has not ended that meanwhile, or down a
 * new one, which is WAITING then. */
void connection_take(struct connection *c, struct slot *slot);
/* It is WAITING then; what there was before is closed. */
void connection_open(struct connection *c);
/* Has libcurl connect, and logs in, with this token where the login is one; it stays with the
 * caller. */
void connection_begin(struct connection *c, const char *token);
/* A command that is about no letter, and its stage; `ms` milliseconds for the answer. */
void connection_order(struct connection *c, enum stage stage, const char *command, int64_t ms);
/* Goes on as far as it can; true when there may be more to be read. */
bool connection_run(struct connection *c);
/* At once; a letter that it has is not told so. */
void connection_close(struct connection *c);
/* Why it was lost, in the server's words where it said any about the failure; -1. */
int connection_explain(struct connection *c, CURLcode why, struct err *err);

#endif
