/* SPDX-License-Identifier: ISC */
/*
 * Moves planned ahead, at work: what play/play.h does with them, and what letters show.
 */
#ifndef PLAY_PLANNED_H
#define PLAY_PLANNED_H

#include "game/plan.h"
#include "play/act.h"
#include "store/plans.h"

/* Keeps these lines, in place of those that wait (*replaces); the opponent is to move. 0 or -1. */
int planned_keep(struct act *act, const struct plan *plan, bool *replaces, struct err *err);
/* Shows them to their owner. */
void planned_show(struct act *act, const struct plan *plan, bool replaces);
/* Keeps one move for this turn of the game. 0 or -1. */
int planned_put_move(struct act *act, enum plan_kind kind, struct move move, struct err *err);
/* The move that this player has kept for that turn.  1, 0 none, -1. */
int planned_find_move(struct act *act, int64_t owner, enum plan_kind kind, int turn,
    struct move *move, struct err *err);
/* The same; it waits no longer. */
int planned_take_move(struct act *act, int64_t owner, enum plan_kind kind, int turn,
    struct move *move, struct err *err);
/* What waits of this player's plans in the game, for him alone: "plan-lines" (each with
 * "line-number", "pairs" of "reply" and "answer", and whether its next answer is "barred":
 * "planned", for a "reason") and "queued", a list of one "move" or none; "any-plan": there are
 * lines; most: of the lines, the others are counted in "plan-more".  0 or -1. */
int planned_vars(struct store *store, struct arena *arena, const struct game *game, int64_t player,
    int most, struct vars *vars, struct err *err);
/* Moves were taken back: plans for the turn that was are void, and their owner is told.  0 or
 * -1. */
int planned_drop(struct act *act, int turn, struct err *err);
/* A move was just played, and everybody told.  Plays what is planned for the turn that has
 * begun, and for those that follow, without any clock running; tells all.  What was planned and
 * cannot be played is void, and its owner is told why.  How many moves were played, for the
 * caller to save the game, or -1. */
int planned_play(struct act *act, struct err *err);

#endif
