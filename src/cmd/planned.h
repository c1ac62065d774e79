/* SPDX-License-Identifier: ISC */
/*
 * Moves planned ahead, at work.
 */
#ifndef CMD_PLANNED_H
#define CMD_PLANNED_H

#include "cmd/request.h"
#include "game/plan.h"

/* Reads conditional lines (order.plan) on the board on which the opponent is to move; lines
 * that cannot be played are refused, each with its reason, and the others with them. */
enum outcome planned_read(struct request *rq, struct reply *reply, const struct board *board,
    const char *text, struct plan *out);
/* Keeps them, in place of those that wait, and shows them; the opponent is to move. 0 or -1. */
int planned_keep(struct request *rq, struct reply *reply, const struct plan *plan, struct err *err);
/* In rq->game a move was just played, and everybody told.  Plays what is planned for the
 * turn that has begun, and for those that follow, without any clock running; tells all.
 * What was planned and cannot be played is void, and its owner is told why.  The caller
 * saves the game.  0 or -1. */
int planned_play(struct request *rq, struct reply *reply, struct err *err);

#endif
