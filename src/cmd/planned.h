/* SPDX-License-Identifier: ISC */
/*
 * Moves planned ahead, at work.
 */
#ifndef CMD_PLANNED_H
#define CMD_PLANNED_H

#include "cmd/request.h"

/* In rq->game a move was just played, and everybody told.  Plays what is planned for the
 * turn that has begun, and for those that follow, without any clock running; tells all.
 * What was planned and cannot be played is void, and its owner is told why.  The caller
 * saves the game.  0 or -1. */
int planned_play(struct request *rq, struct reply *reply, struct err *err);

#endif
