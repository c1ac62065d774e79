/* SPDX-License-Identifier: ISC */
/*
 * Counters with a window: wrong passwords, answers to an address, notices.
 *
 * `what` names the counter ("password", "answer-hour"), `who` whom it counts.
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
int counters_expire(struct store *, int64_t before, struct err *);

#endif
