/* SPDX-License-Identifier: ISC */
/*
 * Games of others: a score becomes a game that can be stored, shown, recorded
 * and searched like ours.
 *
 * Its seats have names and no players.  It is over, unrated and public, and its
 * moves are not judged again by a rule set.
 */
#ifndef ARCHIVE_H
#define ARCHIVE_H

#include <stdint.h>

struct arena;
struct err;
struct game;
struct record;
struct store;

/*
 * NULL with *out in the arena; else why not, in English: a move that cannot be
 * read, no moves, no result.  Scores do not say how a game ended: short of mate
 * or stalemate, and without a Termination, a win is taken for a resignation and
 * a draw for an agreement.
 */
const char *archive_game(
    struct arena *arena, const struct record *record, int64_t now, struct game **out);
/* 1 when the store has this game already (names, date, start, moves), 0, -1. */
int archive_find(
    struct store *store, struct arena *arena, const struct game *game, struct err *err);

#endif
