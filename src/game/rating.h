/* SPDX-License-Identifier: ISC */
/*
 * Ratings: Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2013), pure.
 *
 * A game counts when it ends, as a period of its own: rating_game grows both deviations for
 * the time without games, then reckons each side with the other's grown figures of before.
 * Figures stand in the scale of the paper's step 1 (1500, 350, 0.06).
 */
#ifndef GAME_RATING_H
#define GAME_RATING_H

#include <stdbool.h>
#include <stdint.h>

#define RATING_FLOOR    100.0
#define DEVIATION_FLOOR 45.0
#define DEVIATION_START 350.0 /* and never more */
#define VOLATILITY_MOST 0.1   /* it creeps where two equals play without end */
/* A rating that is less sure, as printed, is shown with "?". */
#define DEVIATION_SETTLED 110.5 /* what is less is at most 110 when it is rounded */

struct rating {
	double rating, deviation, volatility;
	int64_t at; /* when the last game counted; 0 none */
};
struct rated_game {
	struct rating against; /* as it is when the game counts */
	double score;          /* 1, 0.5, 0 */
};

struct rating rating_new(void);
/* What a player of `a` is expected to score against one of `b` whose rating is that sure. */
double rating_expected(const struct rating *a, const struct rating *b);
/* One period with these games (at least one), as the paper has it: no floors. */
struct rating rating_period(const struct rating *before, const struct rated_game *games, int count);
/* The figures on that day: the deviation has grown by a period for each 4.665 days. */
struct rating rating_on(const struct rating *rating, int64_t now);
/* A game that ended at `now`: *before is what the figures had grown to, *after what they are;
 * score: of the first. */
void rating_game(const struct rating known[2], double score, int64_t now, struct rating before[2],
    struct rating after[2]);
bool rating_is_settled(const struct rating *rating);
/* Are both shown as the same figure, so that they share a place? */
bool rating_shares(const struct rating *one, const struct rating *other);

#endif
