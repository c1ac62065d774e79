/* SPDX-License-Identifier: ISC */
/*
 * One POP3 session (RFC 1939).  After any failure it is over: pop3_close.
 */
#ifndef MAIL_NET_POP3_H
#define MAIL_NET_POP3_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/net/url.h"
#include "mail/net/wire.h"

struct arena;
struct err;
struct pop3;

#define POP3_UID_SIZE    72     /* RFC 1939: at most 70 characters */
#define POP3_LETTERS_MAX 100000 /* of one session; the others come in the next */

struct pop3_letter {
	unsigned number; /* in this session */
	size_t size;     /* bytes, as the server says; 0: it does not */
	char uid[POP3_UID_SIZE];
	/* Notes of the caller's: */
	bool is_twin;           /* another one has this UID */
	bool is_marked;         /* for QUIT */
	const char *message_id; /* NULL: none, or not read yet */
};

int pop3_open(
    struct pop3 **pop3, const struct url *url, const struct login *login, struct err *err);
/* Without QUIT nothing is deleted. NULL is fine. */
void pop3_close(struct pop3 *pop3);
/* Now the server deletes what was marked. */
int pop3_quit(struct pop3 *pop3, struct err *err);

/* Letters that wait, in the arena. A server without UIDL cannot be used. */
int pop3_list(struct pop3 *pop3, struct arena *arena, struct pop3_letter **letters, size_t *count,
    struct err *err);
/* At most bytes_max bytes of a letter; with `headers` of its headers (TOP), though a
 * server without TOP gives the body too.  1; 0 the server
 * refuses to give it (err says why), and the session goes on; -1. */
int pop3_fetch(struct pop3 *pop3, unsigned number, bool headers, size_t bytes_max,
    struct arena *arena, const char **bytes, size_t *length, struct err *err);
/* Marks a letter for QUIT.  1; 0 the server refuses (err says why); -1. */
int pop3_delete(struct pop3 *pop3, unsigned number, struct err *err);

#endif
