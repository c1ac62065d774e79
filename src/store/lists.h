/* SPDX-License-Identifier: ISC */
/*
 * The boards that a letter lists or asks about: its token proves its player for each of them,
 * at the turn that it had then.
 */
#ifndef STORE_LISTS_H
#define STORE_LISTS_H

#include <stdint.h>

struct arena;
struct err;
struct store;
struct token;

struct listed {
	int64_t game;
	int turn; /* the game's, when the letter was written */
};

/* Keeps, with what the letter asks (token->asks and ->asked), those of these games, some of which
 * may be named twice, that are the player's, as they are now.  *number is what finds them again,
 * the same for the same list; 0: none is his. */
int lists_add(struct store *, struct arena *, int64_t player, int64_t made,
    const struct token *asked, const int64_t *games, int count, int64_t *number, struct err *);
/* How many there are, in the arena; token->made: when the letter was made, and what it asks; or -1.
 * What is not kept any more is empty. */
int lists_get(struct store *, struct arena *, int64_t player, int64_t number, struct token *token,
    struct listed **out, struct err *);
int lists_expire(struct store *, int64_t before, struct err *);

#endif
