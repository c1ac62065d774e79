/* SPDX-License-Identifier: ISC */
/*
 * Reviews that are wanted of games that are over, and what a program has found so far.
 */
#ifndef STORE_REVIEWS_H
#define STORE_REVIEWS_H

#include <stdint.h>

struct arena;
struct err;
struct store;

struct wanted {
	int64_t game, player; /* who asked for it */
	int64_t asked;
	const char *found; /* opinions on its first positions (engine/review.h) */
	int tries;         /* that failed, since one was found */
	int64_t next;      /* not before that; 0 at once */
};

/* 1 it is wanted now; 0 it was already; -1. */
int reviews_add(struct store *, int64_t game, int64_t player, int64_t now, struct err *err);
/* 1 with *out, 0 it is not wanted, -1. */
int reviews_get(struct store *, struct arena *, int64_t game, int64_t player, struct wanted *out,
    struct err *err);
/* That which waits longest and need not wait any more: 1 with *out, 0 there is none, -1. */
int reviews_due(struct store *, struct arena *, int64_t now, struct wanted *out, struct err *err);
/* .found, .tries and .next. */
int reviews_save(struct store *, const struct wanted *, struct err *err);
int reviews_remove(struct store *, const struct wanted *, struct err *err);

#endif
