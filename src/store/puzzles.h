/* SPDX-License-Identifier: ISC */
/*
 * Puzzles from finished public games (game/puzzle.h), and who has got which.
 *
 * No position stands twice, nor with its mirror image.  A game that is finished and public no more
 * takes its puzzles with it, and what players have made of them (triggers of schema.c).
 */
#ifndef STORE_PUZZLES_H
#define STORE_PUZZLES_H

#include <stdint.h>

#include "game/puzzle.h"

struct arena;
struct err;
struct store;

struct puzzle {
	int64_t id; /* never used again: it stands in tokens */
	int64_t key;
	int64_t game;
	int ply, moves;
	const char *line; /* "G7-E8 D10-E10 …" */
};

/* Its line, read; false: it is none. */
bool puzzle_line(const struct puzzle *puzzle, struct move out[MATE_PLIES]);

/* Stored as numbers: never renumber. */
enum attempt_outcome { ATTEMPT_OPEN = 0, ATTEMPT_SOLVED = 1, ATTEMPT_GIVEN_UP = 2 };

/* What a player has made of a puzzle. */
struct puzzle_attempt {
	int64_t player, puzzle;
	int64_t asked; /* when he got it */
	int step;      /* right moves */
	int wrong;     /* wrong ones, since the last right one */
	enum attempt_outcome outcome;
};

/* Finished public games that were not looked at yet, behind that one, in the arena; how many, or
 * -1. */
int puzzles_unseen(
    struct store *, struct arena *, int64_t after, int limit, int64_t **games, struct err *);
/* Within a transaction: the game has been looked at, and these were found; how many of them are
 * new.  0 also where it was looked at meanwhile, or is public no more.  -1. */
int puzzles_enter(
    struct store *, int64_t game, const struct mate_puzzle *found, int count, struct err *);
/* All, in the arena; how many, or -1. */
int puzzles_list(struct store *, struct arena *, struct puzzle **out, struct err *);
/* 1 with *out, 0 there is none of that number, -1. */
int puzzles_get(struct store *, struct arena *, int64_t id, struct puzzle *out, struct err *);
/* Those in so many moves that the player has not had, from no game of his, behind that number, the
 * first: 1 with *out, 0, -1. */
int puzzles_next(struct store *, struct arena *, int64_t player, int moves, int64_t after,
    struct puzzle *out, struct err *);

/* What he has made of it: 1 with *out, 0 he has not had it, -1. */
int attempts_get(
    struct store *, int64_t player, int64_t puzzle, struct puzzle_attempt *out, struct err *);
/* The newest that he has not answered (1, 0, -1); and when he got the oldest, 0: there is none. */
int attempts_open(struct store *, int64_t player, struct puzzle_attempt *out, struct err *);
int attempts_waiting_since(struct store *, int64_t player, int64_t *since, struct err *);
int attempts_add(struct store *, const struct puzzle_attempt *, struct err *);
/* .step, .wrong and .outcome. */
int attempts_save(struct store *, const struct puzzle_attempt *, struct err *);
/* How many he has solved, and given up; of the last so many, or of all (0).  0 or -1. */
int attempts_count(
    struct store *, int64_t player, int last, int *solved, int *given_up, struct err *);

#endif
