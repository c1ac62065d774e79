/* SPDX-License-Identifier: ISC */
/*
 * Ratings (game/rating.h) of stored games: what each result did, and where players stand.
 *
 * All of it is reckoned from the games, in the order of (ended, number): what is stored is a
 * cache, written in the transaction that ends a game.  A game counts that is over, rated and
 * neither cancelled nor imported.
 */
#ifndef STORE_RATINGS_H
#define STORE_RATINGS_H

#include "game/game.h"

struct arena;
struct err;
struct store;

/* May a new game, or one that is about to begin, be rated?  If not: is_rated and `unrated`. */
int ratings_allow(struct store *, struct game *game, int64_t now, struct err *);
/* By which a player is seeded: his rating, or what is SEED_BELOW less than the best settled one of
 * the last SEED_TIME. */
#define SEED_BELOW 100
#define SEED_TIME  (365 * DAY)
int ratings_seed(struct store *, int64_t player, int64_t now, double *out, struct err *);
/* Has a player lost a game on time since then that counts?  absent: since when he has not written;
 * 0: he has.  1, 0 or -1. */
int ratings_absence_counts(struct store *, int64_t player, int64_t absent, struct err *);
/* The time of a player is up, and the game over: it is not rated if another that counts was lost so
 * in the last ABSENCE, without a letter since. */
int ratings_note_absence(struct store *, struct game *game, struct err *);

/* A game, perhaps over now: it is not rated if it is lost by one whose account is suspended, and
 * nobody has decided it. */
int ratings_note_suspension(struct store *, struct game *game, struct err *);

/* For games.c: a game that is over, and stored, is counted if it has to be; if others had been
 * counted after it, so are they, anew. */
int ratings_settle(struct store *, struct game *game, struct err *);
/* Reads what it did: game->is_counted, ->before and ->after. */
int ratings_get(struct store *, struct game *game, struct err *);

/* All anew. */
int ratings_rebuild(struct store *, struct err *);
/* How many rows are not what the games make them; *first says where, in the arena, or is NULL.
 * *games: how many count.  -1. */
int ratings_check(struct store *, struct arena *, const char **first, int64_t *games, struct err *);

/* Where a player stands; rating.at 0 in a fresh rating: he has none yet. */
struct rated_player {
	struct seat seat;
	struct rating rating; /* of his last game: rating_on says what it is now */
};
int ratings_of(struct store *, int64_t player, struct rating *out, struct err *);
/* All whose accounts are open, or suspended where that is wanted, and who have a rating, the best
 * first, in the arena; how many or -1. */
int ratings_standings(
    struct store *, struct arena *, bool suspended, struct rated_player **out, struct err *);
/* The newest games of a player that count, the newest first, in the arena; how many or -1. */
struct course {
	int64_t game, at;
	double before, after, deviation;
};
int ratings_course(
    struct store *, struct arena *, int64_t player, int limit, struct course **out, struct err *);

/* A rating that became another when the operator decided a game that was over. */
struct reckoning {
	int64_t player, at, game;
	double was, is;
};
int ratings_note_reckoning(struct store *, const struct reckoning *, struct err *);
/* The newest of a player, in the arena; how many or -1. */
int ratings_reckonings(struct store *, struct arena *, int64_t player, int limit,
    struct reckoning **out, struct err *);

/* How he answers: of the last turns that were his, in games that go on and the last that
 * ended. */
struct reliability {
	int turns, in_time; /* of RELIABLE_TURNS at most; the others were lost on time */
	int64_t median;     /* seconds that the clock took until he answered, without outages */
};
#define RELIABLE_TURNS 100
#define RELIABLE_LEAST 20 /* fewer say nothing */
int ratings_reliability(
    struct store *, struct arena *, int64_t player, struct reliability *out, struct err *);

#endif
