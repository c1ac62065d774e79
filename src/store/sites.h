/* SPDX-License-Identifier: ISC */
/*
 * Addresses and domains that the operator has shut out: no letter from there is read, and no
 * stranger there gets one.  A domain stands for those below it, too.
 */
#ifndef STORE_SITES_H
#define STORE_SITES_H

#include <stdint.h>

struct arena;
struct err;
struct store;

struct site {
	const char *name; /* "fred@a.test" or "a.test" */
	int64_t blocked;  /* since when */
};

/* 1, or 0 where it was so already; -1. */
int sites_block(struct store *, const char *name, int64_t now, struct err *);
int sites_unblock(struct store *, const char *name, struct err *);
/* Is this address shut out, with its tag or without?  1, 0 or -1. */
int sites_shut(struct store *, const char *address, struct err *);
/* All of them, in the arena; how many, or -1. */
int sites_list(struct store *, struct arena *, struct site **out, struct err *);

#endif
