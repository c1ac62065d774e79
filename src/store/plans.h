/* SPDX-License-Identifier: ISC */
/*
 * Moves that players have planned.
 *
 * A plan waits while its game is being played and counts the turn that the plan is for;
 * with any other turn (moves were played, or taken back) and when the game is over it is
 * void.  Void `if` lines stay, for their owner.
 */
#ifndef STORE_PLANS_H
#define STORE_PLANS_H

#include <stdint.h>

struct arena;
struct err;
struct store;

/* Stored as numbers: never renumber. */
enum plan_kind {
	PLAN_QUEUE = 0,  /* one move for the next turn, whatever the opponent plays */
	PLAN_IF = 1,     /* answers to replies: game/plan.h */
	PLAN_SUBMIT = 2, /* one move for this turn, once it is confirmed */
};

struct stored_plan {
	int64_t game, player;
	enum plan_kind kind;
	int ply;           /* how many plies were played before its first move (PLAN_QUEUE:
			    * before the opponent's) */
	int turn;          /* game.turns while it waits */
	const char *moves; /* as game/plan.h writes them */
	int64_t made;
};

/* In place of what that player has planned for that ply in the same way. */
int plans_put(struct store *, const struct stored_plan *plan, struct err *);
/* The plan of that player for that turn of the game.  1, 0 none, -1. */
int plans_get(struct store *, struct arena *, int64_t game, int64_t player, enum plan_kind kind,
    int turn, struct stored_plan *out, struct err *);
/* It goes on, and waits at another turn. */
int plans_wait(struct store *, const struct stored_plan *plan, int turn, struct err *);
int plans_remove(struct store *, const struct stored_plan *plan, struct err *);
/* All of a game, of one player or (0) of both, in the order of their plies; how many or -1. */
int plans_list(struct store *, struct arena *, int64_t game, int64_t player,
    struct stored_plan **out, struct err *);

#endif
