/* SPDX-License-Identifier: ISC */
/*
 * Games with a machine: a program that plays (server/opponent.h).
 */
#ifndef CMD_MACHINE_H
#define CMD_MACHINE_H

#include "cmd/request.h"

/* The level that an order to challenge names, as in "challenge bot 4", "challenge bot4"; 0: it
 * names somebody else. */
int machine_level(const struct order *order);
/* Does it ask for a machine of a level that there is not, "challenge bot 9"? */
bool machine_is_meant(const struct order *order);
/* Refuses that, and says the levels. */
enum outcome machine_refuse_level(struct request *rq);
/* Is this player one?  1, 0 or -1. */
int machine_is(struct request *rq, int64_t player, struct err *err);
/* Begins the game that rq->from has asked for, in which he alone is seated, or says why not. */
enum outcome machine_begin(struct request *rq, struct game *game, int level, struct err *err);

#endif
