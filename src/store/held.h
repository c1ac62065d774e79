/* SPDX-License-Identifier: ISC */
/*
 * Turns that are left to the digest of the player to move, who has asked to hear of them so: his
 * clock runs all the while.
 *
 * Only if that digest is late, or lost, did he not choose to wait: the time since it was due is not
 * his.
 */
#ifndef STORE_HELD_H
#define STORE_HELD_H

#include <stdint.h>

struct err;
struct store;

struct held {
	int64_t game;
	int turn;       /* of the game */
	int64_t player; /* who is to move */
	int64_t due;    /* his digest */
};
/* No letter tells of this turn before the digest; it counts as told now.  0 or -1. */
int held_add(struct store *, const struct held *, int64_t now, struct err *);
/* A letter to held->player has told of it.  Returns how many clocks got time back for a digest that
 * came late, 0 or 1; -1.  Sets held->due; 0: the turn was not left to one. */
int held_told(struct store *, struct held *held, int64_t when, struct err *);
/* A digest that is being written tells late of this turn, and none written at `before` did: its
 * clock gets the time since it was due, so that the letter names the deadline with that, and only
 * what passes from now on is given when it was taken.  As held_told. */
int held_overdue(struct store *, struct held *held, int64_t before, int64_t now, struct err *);
/* Gives `seconds` to all that wait (after an outage); negative: takes. */
int held_give_back(struct store *, int64_t seconds, struct err *);

#endif
