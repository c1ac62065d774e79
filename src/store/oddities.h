/* SPDX-License-Identifier: ISC */
/*
 * What an operator may want to look at: results that may have been made rather than played.
 *
 * Nothing of it is a verdict, and no player is told.  Only finished games count that are rated.
 */
#ifndef STORE_ODDITIES_H
#define STORE_ODDITIES_H

#include <stdint.h>

#include "store/players.h"

struct arena;
struct err;
struct store;

#define ODD_GAMES  5  /* of a player, before anything is said of him */
#define ODD_SHARE  20 /* in a hundred games that are resigned early */
#define ODD_LENGTH 18 /* plies: so short, a game ended before move 10 */

enum odd {
	ODD_RESIGNS, /* userid[0] has resigned `games` of `of` before move 10, more than ODD_SHARE
		      */
	ODD_PAIR,    /* both play only each other, in `games` games */
	ODD_DRAW     /* `game` was agreed drawn before move 10 */
};
struct oddity {
	char userid[2][USERID_SIZE];
	int games, of;
	int64_t game;
};
/* Those of one kind since then, in the arena; how many or -1. */
int oddities_list(
    struct store *, struct arena *, enum odd, int64_t since, struct oddity **out, struct err *);

#endif
