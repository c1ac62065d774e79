/* SPDX-License-Identifier: ISC */
/*
 * Where letters go: Maildirs, sendmail, SMTP.
 *
 * Several letters are on their way at once, each to one recipient, so that a
 * slow or dead one delays nobody.  Nothing waits but where it says so: the work
 * is done by sink_run, whenever sink_fd is readable.  Order: sink_open; sink_put
 * while there is room; sink_ended and sink_release for each letter; sink_close.
 * Connections are kept from letter to letter.
 */
#ifndef MAIL_SINK_SINK_H
#define MAIL_SINK_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mail/net/kind.h"
#include "mail/net/url.h"

struct err;
struct child_plan;

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
	const char *address; /* our own: sent from where the server takes no other; NULL: none */
	const char *helo;    /* our host name; NULL: the system's, or where that is no full one
			      * the address's domain */
	int timeout;         /* seconds for one letter; 0: 120 */
	int connections;     /* letters on their way at once; 0: 1 */
};

/* Begins the text of an answer that is unsure. */
#define SINK_UNSURE "the letter may have been taken: "

enum sent {
	SENT,        /* the next server has taken responsibility */
	SENT_RETRY,  /* 4xx, no connection, unclear, not about the letter: the same bytes later */
	SENT_REFUSED /* permanent for this recipient or letter */
};

/* What a letter that was not sent failed for.  All but the first would be the same for any. */
enum blame {
	BLAME_LETTER,  /* this one, or its recipient */
	BLAME_UNCLEAR, /* that, or the server: whoever said it did not say */
	BLAME_SERVER,  /* the server cannot be reached or used just now: passes by itself */
	/* Somebody has to change something: */
	BLAME_SENDER, /* the address that letters are sent from is not let through */
	BLAME_NAME,   /* nor the name in EHLO */
	BLAME_OURS    /* login, limits, certificates … */
};

struct sink_answer {
	enum sent sent;
	bool is_unsure;   /* SENT_RETRY: it was said to its end, and the next server may have it */
	int code;         /* SMTP reply or sendmail's exit; 0 none */
	enum blame blame; /* BLAME_SENDER with SENT: it went from our plain address */
	char text[256];   /* one line, no secrets */
};

/* One letter to one recipient; the bytes are the outbox row's, the same on each try. */
struct delivery {
	int64_t id;         /* the caller's name for it */
	const char *sender; /* of the envelope; "" is <> */
	const char *recipient;
	const char *name; /* the Message-ID's left part: a Maildir takes it once */
	const char *bytes;
	size_t length;
	int tries;                 /* before this one */
	struct sink_answer answer; /* once it has ended */
};

struct sink;

/* What the kind is and needs; NULL past the last. */
const struct kind *sink_kind(int kind);

/* The program that runs for each letter, where the kind runs one. */
void sink_command(const struct sink_options *options, struct child_plan *out);
/* Copies the options. */
int sink_open(struct sink **sink, const struct sink_options *options, struct err *err);
/* Letters on their way are aborted.  Says goodbye for at most a few seconds; NULL is fine. */
void sink_close(struct sink *sink);
/* Sends nothing, and waits: looks whether the server can be reached and takes our login,
 * or whether the folder or program can be used. */
int sink_probe(struct sink *sink, struct err *err);
/* The same before it is opened, in words. */
void sink_look(const struct sink_options *options, struct finding *finding);

/* For a letter more on its way, beside those that have ended. */
bool sink_has_room(const struct sink *sink);
/* Letters put and not yet released. */
int sink_pending(const struct sink *sink);
/* Has a letter to this address been put and not yet released? */
bool sink_has_recipient(const struct sink *sink, const char *recipient);
/* Where there is room; copies all of it, without the answer. */
void sink_put(struct sink *sink, const struct delivery *delivery);
/* Readable when sink_run has work to do. */
int sink_fd(const struct sink *sink);
void sink_run(struct sink *sink);
/* A letter that has ended, the sink's until sink_release; NULL when none does within
 * `ms` milliseconds.  The same one again until it is released. */
const struct delivery *sink_ended(struct sink *sink, int ms);
/* Another that has ended, in a walk over all of them (after NULL: the first); NULL past the
 * last. */
const struct delivery *sink_also_ended(struct sink *sink, const struct delivery *after);
void sink_release(struct sink *sink, const struct delivery *delivery);
/* Letters on their way end now, as SENT_RETRY if they are not known to be sent; so do all after
 * them. */
void sink_abort(struct sink *sink);
/* One letter, start to end, where nothing else is on its way. */
void sink_send(struct sink *sink, const struct delivery *delivery, struct sink_answer *answer);

#endif
