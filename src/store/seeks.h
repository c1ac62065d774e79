/* SPDX-License-Identifier: ISC */
/*
 * Open invitations: the first who takes one plays.
 *
 * Each is for a number of games, and lapses; its number is never used again.
 */
#ifndef STORE_SEEKS_H
#define STORE_SEEKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"
#include "game/game.h"

struct arena;
struct err;
struct store;

struct seek {
	int64_t id;
	int64_t player;
	char userid[USERID_SIZE];
	int games;           /* that it is still good for */
	const char *options; /* as --name=value, blanks between; "" none */
	int64_t created;
};

#define SEEK_LASTS (14 * DAY)

int seeks_add(struct store *, struct seek *, struct err *); /* sets id */
/* Those that have not lapsed, of active players, oldest first, in the arena; player: of one, or
 * 0; how many, at most `most`, or -1. */
int seeks_list(struct store *, struct arena *, int64_t player, int64_t now, int most,
    struct seek **out, struct err *);
/* 1 found, and not lapsed; 0; -1. */
int seeks_get(
    struct store *, struct arena *, int64_t id, int64_t now, struct seek *out, struct err *);
/* The highest number that one has ever had; 0 none.  0 or -1. */
int seeks_last(struct store *, int64_t *id, struct err *);
/* One of its games begins; after the last one it is gone. */
int seeks_take(struct store *, const struct seek *, struct err *);
/* Takes this one back.  0 or -1. */
int seeks_remove(struct store *, int64_t id, struct err *);
int seeks_remove_of(struct store *, int64_t player, struct err *);
/* Players who have invitations that were made before, in the arena; how many or -1. */
int seeks_lapsed(struct store *, struct arena *, int64_t before, int64_t **out, struct err *);
/* Takes those of a player away, and says which they were, in the arena; how many or -1. */
int seeks_remove_lapsed(struct store *, struct arena *, int64_t player, int64_t before,
    struct seek **out, struct err *);

/* Who wants to hear of new invitations, and gets letters: an account in use, not on vacation.
 * Those of them, but `player`, in the arena; how many or -1. */
int seeks_listeners(
    struct store *, struct arena *, int64_t player, int64_t now, int64_t **out, struct err *);
/* Who has no digest, and got no such letter since `before`, a day ago, while there is an invitation
 * that he has not heard of; and has this one not, whatever he got? */
int seeks_unheard(struct store *, struct arena *, int64_t before, int64_t **out, struct err *);
int seeks_is_unheard(struct store *, int64_t player, int64_t now, struct err *);
/* The newest that he has heard of; 0 none. */
int seeks_heard(struct store *, int64_t player, int64_t *newest, struct err *);
/* He has now; in a letter (is_told), or as it did not fit him. */
int seeks_note_heard(
    struct store *, int64_t player, int64_t newest, bool is_told, int64_t now, struct err *);

#endif
