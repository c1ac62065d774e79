/* SPDX-License-Identifier: ISC */
/*
 * The stairs (game/stairs.h): who stands on which step, and the games that move them.
 *
 * A game moves both in the transaction that ends it, once.  Where the operator decides about it
 * later, its steps are taken back, and those of the new result are made, from where both stand
 * then; whoever has left the stairs is not moved.
 */
#ifndef STORE_STAIRS_H
#define STORE_STAIRS_H

#include "game/stairs.h"

struct arena;
struct err;
struct store;

/* All whose accounts are active, the highest first, and on a step who waits longest, in the
 * arena; how many or -1. */
int climbers_list(struct store *, struct arena *, struct climber **out, struct err *);
/* Does he stand there?  1, 0 or -1. */
int climbers_has(struct store *, int64_t player, struct err *);
/* On the lowest step: 1, 0 he stood there already, -1. */
int climbers_add(struct store *, int64_t player, int64_t now, struct err *);
/* 1, 0 he did not stand there, -1. */
int climbers_remove(struct store *, int64_t player, struct err *);

/* A game of theirs begins, which games_add has stored. */
int stairs_begin(struct store *, const struct game *game, struct err *);
/* The games of two players there: does one go on, and when did the last end (0 never)?  0, -1. */
int stairs_between(
    struct store *, int64_t one, int64_t other, bool *plays, int64_t *last, struct err *);
/* How many more of a player's games there he has played as Red than as Green; 0 or -1. */
int stairs_more_red(struct store *, int64_t player, int *more, struct err *);

/* For games.c: a game that is over moves both, unless its result has. */
int stairs_settle(struct store *, struct game *game, struct err *);
/* Reads how it did: game->is_climbed, ->step_before and ->step_after. */
int stairs_get(struct store *, struct game *game, struct err *);

/* Is it time to close the empty steps?  One number, of the month, in the arena; how many, or -1.
 */
int stairs_due(struct store *, struct arena *, int64_t now, int64_t **out, struct err *);
int stairs_close_empty(struct store *, struct arena *, int64_t month, struct err *);

#endif
