/* SPDX-License-Identifier: ISC */
/*
 * Accounts of one person: they write from one mailbox, or the operator knows it (`riverpost player
 * link`).  Their games with each other are unrated, and they meet neither in a tournament nor on
 * the stairs.  Only the two of them read that they are linked.
 */
#ifndef STORE_LINKED_H
#define STORE_LINKED_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct err;
struct seat;
struct store;

enum together {
	TOGETHER_NOT,
	TOGETHER_BY_MAILBOX, /* without tags, and without the dots that some leave out */
	TOGETHER_BY_OPERATOR
};
/* One of these, or -1. */
int linked_together(struct store *, int64_t one, int64_t other, struct err *);

/* Links the two, or no longer; games that they play with each other become unrated, *unrated: how
 * many.  1: it was not so before; 0 or -1. */
int linked_set(
    struct store *, int64_t one, int64_t other, bool is_linked, int *unrated, struct err *);
/* Those linked with the player, by name; how many or -1. */
int linked_list(struct store *, struct arena *, int64_t player, struct seat **out, struct err *);

#endif
