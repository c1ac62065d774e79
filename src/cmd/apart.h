/* SPDX-License-Identifier: ISC */
/*
 * Accounts of one person (store/linked.h) that come to be known as such after both have joined
 * something: only one of them stays.
 */
#ifndef CMD_APART_H
#define CMD_APART_H

#include "cmd/request.h"
#include "store/tournaments.h"

/* Of this player and his other accounts the one highest on the stairs stays there, of one step who
 * waits longest; the others are told that they are off.  0 or -1. */
int apart_on_stairs(struct request *rq, int64_t player, struct err *err);
/* Of those who have joined a tournament, which has not begun, whoever is one person with an
 * earlier one is taken out and told; *count changes.  0 or -1. */
int apart_entrants(struct request *rq, const struct tournament *tournament, struct seat *entrants,
    int *count, struct err *err);

#endif
