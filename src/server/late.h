/* SPDX-License-Identifier: ISC */
/*
 * Letters that the mail server could not be given for days, and what they say by then.
 */
#ifndef SERVER_LATE_H
#define SERVER_LATE_H

#include <stdint.h>

struct arena;
struct err;
struct out;
struct server;

/* One that waits and only shows how its game stands was made before a day on which nothing could be
 * sent: a letter of now takes its place, unless the turn is over.  In a transaction of its own;
 * nobody is sending it meanwhile.  0 or -1. */
int late_renew(struct server *server, const struct out *out, int64_t now, struct err *err);
/* The mail server has taken a letter that asked for a move, and the clock was set on by the time
 * that it waited: where that was a day, so that another deadline stands in it, both players are
 * told when time is up now.  In the caller's transaction.  0 or -1. */
int late_arrived(struct server *server, struct arena *arena, const struct out *out, int64_t now,
    struct err *err);
/* Has this letter grown as old as one may, on days on which letters went?  1, 0, -1. */
int late_is_over(struct server *server, const struct out *out, int64_t now, struct err *err);

#endif
