/* SPDX-License-Identifier: ISC */
/*
 * Another server at work with a copy of the same database: two would answer every letter, and a
 * game would go two ways.
 *
 * A database that was restored knows since when it is in force.  A letter that refers to one which
 * this server's keys have signed after that, but which is not in its outbox, was answered to a
 * twin.  From then on nothing is read and nothing is sent, until the operator has seen to it
 * (riverpost restore --alone).
 */
#ifndef SERVER_TWIN_H
#define SERVER_TWIN_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct err;
struct letter;
struct server;

/* What the database says: server->restored and server->twin.  0 or -1. */
int twin_load(struct server *server, struct err *err);
/* Does the letter answer a twin's?  1 with err, which says so; 0; -1. */
int twin_find(
    const struct server *server, struct arena *arena, const struct letter *letter, struct err *err);
/* There is one; in a transaction of its own.  0 or -1. */
int twin_note(struct server *server, int64_t now, struct err *err);
/* Is there one, as far as is known?  Then err says so.  Asks the database again, as the operator
 * may have seen to it. */
bool twin_is_at_work(struct server *server, struct err *err);

#endif
