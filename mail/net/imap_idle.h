/* SPDX-License-Identifier: ISC */
/*
 * IMAP IDLE (RFC 2177), on the bare connection.
 *
 * libetpan's own waits for ever when the server speaks before its "+ idling".
 */
#ifndef MAIL_IMAP_IDLE_H
#define MAIL_IMAP_IDLE_H

#include <stdbool.h>
#include <stddef.h>

struct wire;
struct err;

struct imap_idle {
	bool is_on;         /* between begin and finish */
	int ready;          /* a descriptor that is always readable, once needed; 0: none */
	size_t start, end;  /* what of the buffer is not read as lines */
	char buffer[32768]; /* above a TLS record: none stays half read and unseen */
};

/* A descriptor that becomes readable with news, or -1: the server does not want
 * to, or the connection is lost (imap_idle_finish will say so). */
int imap_idle_begin(struct imap_idle *idle, struct wire *wire);
/* A descriptor that is readable now. */
int imap_idle_news(struct imap_idle *idle);
int imap_idle_finish(struct imap_idle *idle, struct wire *wire, struct err *err);
void imap_idle_free(struct imap_idle *idle);

#endif
