/* SPDX-License-Identifier: ISC */
/*
 * All that is kept of a player, for himself: every row that is his, in words and as JSON.
 *
 * A table that gets something of a player needs a line in person.c.
 */
#ifndef STORE_PERSON_H
#define STORE_PERSON_H

#include <stdint.h>

struct err;
struct store;
struct str;

/* But for what would let others in: hashes of passwords, codes, secrets.  Times in UTC. */
int person_write(
    struct store *, int64_t player, struct str *text, struct str *json, struct err *err);

#endif
