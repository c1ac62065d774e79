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
/* What waits of this player's plans in the game, for him alone: "plan-lines" (each with
 * "line-number" and "pairs" of "reply" and "answer") and "queued", a list of one "move" or
 * none; "any-plan": there are lines; most: of the lines, the others are counted in "plan-more".  0
 * or -1. */
int planned_vars(struct store *store, struct arena *arena, const struct game *game, int64_t player,
    int most, struct vars *vars, struct err *err);
/* In rq->game moves were taken back: plans for the turn that was are void, and their owner is
 * told.  0 or -1. */
int planned_drop(struct request *rq, struct reply *reply, int turn, struct err *err);
/* In rq->game a move was just played, and everybody told.  Plays what is planned for the
 * turn that has begun, and for those that follow, without any clock running; tells all.
 * What was planned and cannot be played is void, and its owner is told why.  The caller
 * saves the game.  0 or -1. */
int planned_play(struct request *rq, struct reply *reply, struct err *err);

#endif
