/* SPDX-License-Identifier: ISC */
/*
 * What the static pages (site/site.h) show, and which of them do not show it yet.
 *
 * Triggers (schema.c) note whatever changes in a game, a player, a tournament, in the transaction
 * that changes it; a page is taken off the list in a transaction that ends after it was written.
 */
#ifndef STORE_PUBLISHED_H
#define STORE_PUBLISHED_H

#include <stdint.h>

struct arena;
struct err;
struct store;

/* Stored as numbers: never renumber.  In this order they are written: a page makes those due that
 * list it. */
enum page_kind {
	PAGE_GAME = 0,
	PAGE_PLAYER = 1, /* below 0: what stands behind the first page of player -id */
	PAGE_TOURNAMENT = 2,
	PAGE_LIST = 3,    /* of LIST_GAMES games, the first is number id * LIST_GAMES */
	PAGE_FEED = 4,    /* of FEED_ENTRIES entries, counted from 0 */
	PAGE_OPENING = 5, /* site_opening.c tells which line that is */
	PAGE_FRONT = 6,   /* and all that stands once: standings, tournaments, the feed; id 0 */
	PAGE_KINDS
};
#define LIST_GAMES   100
#define FEED_ENTRIES 50

/* Ids of those that are due, `limit` at most, in the arena; how many, or -1. */
int published_due(
    struct store *, struct arena *, enum page_kind kind, int limit, int64_t **out, struct err *err);
/* Within a transaction. */
int published_add(struct store *, enum page_kind kind, int64_t id, struct err *err);
int published_done(struct store *, enum page_kind kind, int64_t id, struct err *err);
/* All of them are due. */
int published_add_all(struct store *, struct err *err);

/* Public games of such numbers that are played or were, in the arena, the highest first; how many,
 * or -1. */
int published_games(
    struct store *, struct arena *, int64_t first, int64_t last, int64_t **out, struct err *err);
/* The nearest number of one below (above) `id`; 0 there is none. */
int published_before(struct store *, int64_t id, int64_t *out, struct err *err);
int published_after(struct store *, int64_t id, int64_t *out, struct err *err);
/* The number of the newest game of all, and of the newest entry of the feed. */
int published_last(struct store *, int64_t *game, int64_t *entry, struct err *err);
/* The games of so many entries of the feed up to `last`, the newest first, in the arena; how many,
 * or -1. */
int published_entries(
    struct store *, struct arena *, int64_t last, int count, int64_t **out, struct err *err);
/* Public games that are played, the highest number first, in the arena; how many, or -1. */
int published_running(struct store *, struct arena *, int limit, int64_t **out, struct err *err);
/* Has a game that counts in figures (positions.h) begun with these moves ("H3-E3 H10-G8", at least
 * one)?  1, 0 or -1. */
int published_opening(struct store *, const char *line, struct err *err);
/* The moves that followed these, or none, in games that count, the most frequent first, in the
 * arena; how many, or -1. */
struct next_move {
	const char *text;
	int games, red, green, drawn;
};
int published_next(
    struct store *, struct arena *, const char *line, struct next_move **out, struct err *err);
/* The entry of a game; 0 it has none. */
int published_entry(struct store *, int64_t game, int64_t *out, struct err *err);
/* Within a transaction: the result of a game that was over has changed. */
int published_decide(struct store *, int64_t game, int64_t now, struct err *err);
/* When that was last; 0 never. */
int published_decided(struct store *, int64_t game, int64_t *out, struct err *err);
/* The domain in the ids of feeds, in the arena: the one that was noted first, else `domain`.  An id
 * never changes (RFC 4287, 4.2.6), whatever becomes of the server's address.  0 or -1. */
int published_domain(
    struct store *, struct arena *, const char *domain, const char **out, struct err *err);
/* Within a transaction: notes it, unless one is noted. */
int published_note_domain(struct store *, const char *domain, struct err *err);

#endif
