/* SPDX-License-Identifier: ISC */
/*
 * Players that are a program, one for each level of strength, and what is kept of their games
 * besides: where the program failed, and what it thought.
 *
 * That a machine is to move follows from the game alone; no row asks for it.
 */
#ifndef STORE_MACHINES_H
#define STORE_MACHINES_H

#include "store/players.h"

#define MACHINE_LEVELS 8

/* The machine of that level, made if there is none.  0 or -1. */
int machines_get(
    struct store *, struct arena *, int level, int64_t now, struct player *out, struct err *);
/* Does one of them play it?  1, 0 or -1. */
int machines_play(struct store *, const struct game *game, struct err *);
/* Is one of them to move in it?  1, 0 or -1. */
int machines_move(struct store *, const struct game *game, struct err *);
/* How many games with them a player has, or -1. */
int machines_games(struct store *, int64_t player, struct err *);
/* Games in which one is to move, or has an offer to answer, and need not wait any more, nor to give
 * moves back: those that wait longest first, in the arena; how many or -1. */
int machines_due(struct store *, struct arena *, int64_t now, int64_t **out, struct err *);
/* How long programs have thought in this hour, in milliseconds, with `more`; a negative number
 * where that fails. */
int64_t machines_time(struct store *, int64_t now, int64_t more, struct err *);

/* All zero but for the game: nothing. */
struct thinking {
	int64_t game;
	int turn;       /* that what follows is about; in an earlier one it was otherwise */
	int tries;      /* that failed */
	int64_t since;  /* the first of them */
	int64_t next;   /* not before that; 0 at once; or THINKING_ELSEWHERE */
	bool is_told;   /* the player, that it takes time, or why it waits */
	int score, low; /* of its last move; for how many moves it has been lost */
	int undone;     /* offers to take moves back that it has accepted */
};
#define THINKING_ILL       3  /* tries; then the player and the operator are told */
#define THINKING_ELSEWHERE -1 /* while parallel_board (parallel.h) finds one */
#define UNDONE_MAX         3
int thinking_get(struct store *, int64_t game, struct thinking *out, struct err *);
/* Does the clock of the game at that turn stand, as the machine that is to move is ill, has
 * thought enough for a while, or waits for another board?  1, 0 or -1. */
int thinking_waits(struct store *, int64_t game, int turn, int64_t now, struct err *);
/* Or will be answered by none in the next pass, as the program failed?  1, 0 or -1. */
int thinking_rests(struct store *, const struct game *game, struct err *);
/* And forgets those of other games that are over. */
int thinking_put(struct store *, const struct thinking *, struct err *);

#endif
