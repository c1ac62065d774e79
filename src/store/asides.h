/* SPDX-License-Identifier: ISC */
/*
 * Turns whose clocks stand since a letter of the player to move failed here and was put aside.
 *
 * A row belongs to one turn of a game and says from when to when its time does not count; what
 * reads a game (games_get) knows it as game->held.  It ends when the letter is read after all, at
 * the latest after HELD_MAX, and matters to no other turn.  So that nobody gains by letters that
 * fail, a turn is held once, and all turns of one player in a game are held for HELD_MAX together.
 */
#ifndef STORE_ASIDES_H
#define STORE_ASIDES_H

#include <stdint.h>

#include "base/clock.h"

struct arena;
struct err;
struct store;

#define HELD_MAX (14 * DAY)

/* The letter with that digest (of its bytes), which arrived then, was put aside.  If it is the
 * player's turn in that game, and his time was not up, its clock stands from there: 1, now or
 * before; 0 no; -1. */
int asides_hold(struct store *, int64_t game, int64_t player, const char *digest, int64_t received,
    struct err *);
/* It is read after all: the clock goes on.  0 or -1. */
int asides_mend(struct store *, const char *digest, int64_t now, struct err *);
/* The players were told that the clock of this turn goes on.  0 or -1. */
int asides_note_told(struct store *, int64_t game, int turn, struct err *);
/* The games whose clocks stand so at `now`, in the arena; how many or -1. */
int asides_list(struct store *, struct arena *, int64_t now, int64_t **games, struct err *);
/* Forgets those of games that are over.  0 or -1. */
int asides_expire(struct store *, struct err *);

#endif
