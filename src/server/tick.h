/* SPDX-License-Identifier: ISC */
/*
 * What happens without mail: challenges lapse, players are reminded, time runs out.
 *
 * Once a pass: tick_begin before letters are read, tick after it.
 */
#ifndef SERVER_TICK_H
#define SERVER_TICK_H

#include <stdbool.h>
#include <stdint.h>

struct err;
struct server;

/* Notes that a pass begins.  After an outage, or when the clock jumped ahead, gives the lost time
 * back, before any move is taken; when the clock is put right again, takes that back and puts
 * right what was stamped meanwhile.  *valid: games may end on time in this pass.  0 or -1. */
int tick_begin(struct server *server, int64_t now, bool *valid, struct err *err);
/* Lapsed offers, reminders, time forfeits; a game that fails is undone alone.  may_end:
 * the pass is valid, and every letter that arrived before `now` was read, so that nobody
 * loses while one of his waits.  -1 when a game failed; the others are done. */
int tick(struct server *server, int64_t now, bool may_end, struct err *err);
/* Once a day, in a transaction of its own: forgets what is kept only for a time.  1 when it
 * did, 0 when it is not due, -1.  *kept_to: `now`, less what may be a clock that jumped: the ages
 * of what is kept are reckoned to there. */
int tick_clean_up(struct server *server, int64_t now, int64_t *kept_to, struct err *err);

#endif
