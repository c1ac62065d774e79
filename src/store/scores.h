/* SPDX-License-Identifier: ISC */
/*
 * Scores of imported games, kept as they came: names, dates, rounds and comments that a
 * game of this server has no place for, and nothing that nobody has said.
 */
#ifndef STORE_SCORES_H
#define STORE_SCORES_H

#include <stdint.h>

#include "game/record.h"

struct arena;
struct err;
struct game;
struct store;

/* For an imported game that was added.  date: "1987", "1987-06" or "1987-06-21"; "" unknown. */
int scores_keep(struct store *, int64_t game, const char *score, const char *date, struct err *);
/* 1 with *score in the arena; 0: it was played here; -1. */
int scores_get(struct store *, struct arena *, int64_t game, const char **score, struct err *);
/* Of an imported game as it came, of any other as it was played, whose plies it reads.  0 or -1. */
int scores_record(
    struct store *, struct arena *, struct game *game, struct record **out, struct err *);

#endif
