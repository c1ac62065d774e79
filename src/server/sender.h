/* SPDX-License-Identifier: ISC */
/*
 * Sending what waits in the outbox, several letters at once.
 *
 * Nothing waits but sender_send and sender_close: while the server does other
 * things, sender_run (whenever sender_fd is readable) and sender_go_on keep
 * letters going.
 */
#ifndef SERVER_SENDER_H
#define SERVER_SENDER_H

#include <stdbool.h>
#include <stdint.h>

struct config;
struct err;
struct sender;
struct server;

/* One at a time: letters go on while a source waits for its mail server, too. */
int sender_open(struct sender **sender, const struct config *config, struct err *err);
/* Gives letters on their way some time, and leaves to the next start what did not end.
 * NULL is fine. */
void sender_close(struct sender *sender, struct server *server, int64_t now);
/* Sends what is due and adds to *sent what was sent.  all: until nothing is on its way;
 * otherwise slow ones may still be afterwards.  -1 only for an error of the store. */
int sender_send(struct sender *sender, struct server *server, int64_t now, bool all, int *sent,
    struct err *err);
/* Without waiting: notes what has ended, and fills what became free with what is due;
 * `more`: something may have become due.  Adds to *sent. 0 or -1. */
int sender_go_on(struct sender *sender, struct server *server, int64_t now, bool more, int *sent,
    struct err *err);
/* Becomes readable when a letter on its way can go on: sender_run. */
int sender_fd(const struct sender *sender);
/* Without waiting: goes on with letters on their way.  True when one has ended: sender_send
 * or sender_go_on will note it. */
bool sender_run(struct sender *sender);
/* At most how many seconds to wait, if not `wait`, until something is to be sent. */
int64_t sender_wait(struct sender *sender, struct server *server, int64_t now, int64_t wait);

#endif
