/* SPDX-License-Identifier: ISC */
/*
 * Counters with a window: wrong passwords, answers to an address, notices.
 *
 * `what` names the counter ("password", "answer-hour"), `who` whom it counts; what the server
 * itself does is counted for "server" (tally), and its sum is kept for ever.
 */
#ifndef STORE_COUNTERS_H
#define STORE_COUNTERS_H

#include <stdint.h>

struct err;
struct store;

int counters_get(
    struct store *, const char *what, const char *who, int64_t since, int64_t *count, struct err *);
/* When it was first counted since then; 0 never. */
int counters_first(
    struct store *, const char *what, const char *who, int64_t since, int64_t *at, struct err *);
int counters_add(struct store *, const char *what, const char *who, int64_t now, struct err *);
/* What the server does, by the minute: adds `times` (0: nothing) to the window and to the sum. */
int tally_add(struct store *, const char *what, int64_t times, int64_t now, struct err *err);
/* What was added since then; since 0: ever. */
int tally_get(struct store *, const char *what, int64_t since, int64_t *sum, struct err *err);
int counters_expire(struct store *, int64_t before, struct err *);

#endif
