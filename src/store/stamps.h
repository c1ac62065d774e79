/* SPDX-License-Identifier: ISC */
/*
 * All times that are stored, and what becomes of them when the clock of the
 * machine is put right.
 *
 * A column that keeps a time is one line of the table in stamps.c.  Days that
 * people choose (vacations) are no such times.
 */
#ifndef STORE_STAMPS_H
#define STORE_STAMPS_H

#include <stdbool.h>
#include <stdint.h>

struct err;
struct store;

#define STAMPS_WAIT_MAX INT64_C(18000) /* no letter waits longer for its next try; seconds */

/* The clock went back by `seconds` to `now`: waits and counts stamped later follow it; with
 * was_wrong, it having been ahead, all else that is stamped later too. */
int stamps_back(struct store *store, int64_t now, int64_t seconds, bool was_wrong, struct err *err);
/* Ends waits for a time that is too far in the future to be meant. */
int stamps_clamp(struct store *store, int64_t now, struct err *err);
/* Looks for times later than `now`: how many, with the first of their columns ("ply.committed")
 * in *where; 0, -1. */
int stamps_future(struct store *store, int64_t now, const char **where, struct err *err);

#endif
