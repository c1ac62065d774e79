/* SPDX-License-Identifier: ISC */
/*
 * Sending what waits in the outbox, several letters at once.
 *
 * Nothing waits but sender_close, and sender_send for as long as it is told to:
 * while the server does other things, sender_run (whenever sender_fd is readable)
 * and sender_send without patience keep letters going.
 */
#ifndef SERVER_SENDER_H
#define SERVER_SENDER_H

#include <stdbool.h>
#include <stdint.h>

struct config;
struct err;
struct sender;
struct server;

int sender_open(struct sender **sender, const struct config *config, struct err *err);
/* What kept letters back may be mended: those that wait are due, but such as may have been taken.
 * In a transaction of its own; 0 or -1. */
int sender_hurry(struct server *server, int64_t now, struct err *err);
/* Gives letters on their way some time, and leaves to the next start what did not end.
 * NULL is fine. */
void sender_close(struct sender *sender, struct server *server, int64_t now);
/* Notes what has ended, and puts what is due on its way, again and again for so many
 * milliseconds, or until nothing is on its way; afterwards slow ones may still be, and go on
 * while a source waits for its mail server, too.  Adds to *sent what was sent.  -1 only for an
 * error of the store. */
#define SENDER_ALL (-1) /* until nothing is on its way, however long it takes */
int sender_send(struct sender *sender, struct server *server, int64_t now, int patience, int *sent,
    struct err *err);
/* Becomes readable when a letter on its way can go on: sender_run. */
int sender_fd(const struct sender *sender);
/* Without waiting: goes on with letters on their way.  True when one has ended: sender_send
 * will note it. */
bool sender_run(struct sender *sender);
/* At most how many seconds to wait, if not `wait`, until something is to be sent. */
int64_t sender_wait(struct sender *sender, struct server *server, int64_t now, int64_t wait);

#endif
