/* SPDX-License-Identifier: ISC */
/*
 * Where letters go: Maildirs, sendmail, SMTP.
 *
 * One recipient a call; the bytes are the outbox row's, the same on each try.
 * Connections are kept between calls and closed by sink_close.
 */
#ifndef MAIL_SINK_H
#define MAIL_SINK_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/net/kind.h"
#include "mail/net/login.h"

struct err;

/* All kinds; the first is the default.  sink_smtp.c holds sink_smtp_ops. */
#define SINK_KINDS(KIND) \
	KIND(MAILDIR, maildir) \
	KIND(SENDMAIL, sendmail) \
	KIND(SMTP, smtp)
#define SINK_ENUM(upper, lower) SINK_##upper,
enum sink_kind { SINK_KINDS(SINK_ENUM) };

struct sink_options {
	enum sink_kind kind;
	const char *path; /* Maildir: folder of <address>/ Maildirs; sendmail: the program */
	const char *url;  /* smtp://host[:port] (no TLS), smtp+starttls://…, smtps://… */
	struct login login;
	const char *helo; /* our host name; NULL: the system's */
	int timeout;      /* seconds for one letter; 0: 120 */
	int connections;  /* letters on their way at once (mail/lanes.h) */
};

enum sent {
	SENT,        /* the next server has taken responsibility */
	SENT_RETRY,  /* 4xx, no connection, unclear: the same bytes later */
	SENT_REFUSED /* permanent for this recipient */
};

struct sink_answer {
	enum sent sent;
	int code;         /* SMTP reply or sendmail's exit; 0 none */
	bool unreachable; /* the server itself; it would be the same for any letter */
	char text[256];   /* one line, no secrets */
};

struct sink;

/* What the kind is and needs; NULL past the last. */
const struct kind *sink_kind(int kind);
int sink_open(struct sink **sink, const struct sink_options *options, struct err *err);
void sink_close(struct sink *sink);
const char *sink_name(const struct sink *sink);
/* Sends nothing: looks whether the server can be reached and takes our login, or
 * whether the folder or program can be used. */
int sink_probe(struct sink *sink, struct err *err);
/* envelope_sender "" is <>.  `name` (the Message-ID's left part) makes Maildir
 * delivery happen once.  Never fails otherwise than by *answer. */
void sink_send(struct sink *sink, const char *envelope_sender, const char *recipient,
    const char *name, const char *bytes, size_t length, struct sink_answer *answer);
/* From another thread: the letter on its way ends within a second or so, as
 * SENT_RETRY if it is not sent by then; so do all after it. */
void sink_hurry(struct sink *sink);

#endif
