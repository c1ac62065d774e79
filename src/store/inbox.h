/* SPDX-License-Identifier: ISC */
/*
 * Which letters were taken.
 *
 * {inbox row, game change, outbox rows} commit together; the digest is the only
 * key that keeps a letter from being handled twice.
 */
#ifndef STORE_INBOX_H
#define STORE_INBOX_H

#include <stdint.h>

struct arena;
struct err;
struct store;

/* 1 when a letter with this digest was taken already; *id its row. */
int inbox_find(struct store *, const char *digest, int64_t *id, struct err *);
/* 1 when it was put aside, 0 not, -1. */
int inbox_was_parked(struct store *, int64_t id, struct err *);
/* Takes it; *id the new row. `outcome`: one word for the log ("done", "refused",
 * "ignored", "unreadable" …), may be set later. */
int inbox_add(struct store *, const char *digest, const char *source, const char *sender,
    int64_t received, int64_t now, int64_t *id, struct err *);
int inbox_set_outcome(struct store *, int64_t id, const char *outcome, struct err *);
/* By which it is known from now on. */
int inbox_set_digest(struct store *, int64_t id, const char *digest, struct err *);
/* Who wrote most since then. */
struct correspondent {
	const char *userid; /* "" not a player's */
	const char *sender; /* one of his addresses; "" unknown */
	int64_t letters;    /* taken … */
	int64_t caused;     /* … and those that were written because of them */
	int64_t last;       /* when the last one was taken */
};
/* At most `max`, in the arena; how many, or -1. */
int inbox_top(struct store *, struct arena *, int64_t since, int max, struct correspondent **out,
    struct err *);
/* Forgets letters taken before `before` (kept a year), but those of moves. */
int inbox_expire(struct store *, int64_t before, struct err *);

#endif
