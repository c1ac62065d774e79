/* SPDX-License-Identifier: ISC */
/*
 * From a reply to outbox rows: recipients, tokens, threads, bytes.
 */
#ifndef SERVER_OUTGOING_H
#define SERVER_OUTGOING_H

#include <stdint.h>

struct arena;
struct err;
struct player;
struct reply;
struct server;

/* What caused a reply: a letter, or the clock. */
struct cause {
	int64_t now;
	int64_t received;            /* when that letter came; 0: the clock, or now */
	int64_t letter;              /* inbox row; 0 none */
	const char *digest;          /* of that letter; NULL none */
	const char *message_id;      /* of the letter answered; NULL */
	const char *address;         /* of its sender; NULL */
	const struct player *sender; /* NULL a stranger, or nobody */
	const char *only;            /* the one address of its reader that it goes to; NULL all */
};

/* Adds the letters of a reply to the outbox, in the transaction under way.  0; -1: they
 * cannot be made (a template's fault), or cannot be stored. */
int outgoing_write(struct server *server, struct arena *arena, const struct reply *reply,
    const struct cause *cause, struct err *err);

#endif
