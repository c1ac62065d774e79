/* SPDX-License-Identifier: ISC */
/*
 * On which days the mail server that letters go to answered for any of them: on the others no
 * letter grew older.
 */
#ifndef STORE_RELAY_H
#define STORE_RELAY_H

#include <stdint.h>

struct err;
struct store;

/* It did at `now`. */
int relay_note(struct store *, int64_t now, struct err *);
/* Days of which that was noted, from `first` to `last` (days since 1970, UTC); or -1. */
int relay_days(struct store *, int64_t first, int64_t last, struct err *);
/* Forgets days before that time. */
int relay_expire(struct store *, int64_t before, struct err *);

#endif
