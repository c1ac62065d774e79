/* SPDX-License-Identifier: ISC */
/*
 * What is not kept of people: of those who leave at once, of those who stay after a time.
 *
 * An address that is no longer needed as one becomes a keyed hash (base/token.h, address_veil),
 * which has the form of an address and still tells whose letters belong together.
 */
#ifndef STORE_LEAVING_H
#define STORE_LEAVING_H

#include <stdint.h>

struct err;
struct keys;
struct player;
struct store;

/* With which keys addresses are hidden; they stay the caller's.  Without them nothing that is
 * hidden is found again. */
void leaving_set_keys(struct store *, const struct keys *keys);
/* The addresses of a player go, where they stand in what was said, too, and what was noted of them,
 * and his vacations. */
int leaving_close(struct store *, int64_t player, struct err *);
/* A closed account becomes that of "former player 17", in what others said in his games, too; the
 * words of the player and the letters about his games go, but those that wait to be sent. */
int leaving_erase(struct store *, struct player *player, struct err *);
/* Hides the addresses in what was taken, sent or noted before `before`, and drops the letters
 * themselves; forgets bounces that are too old to count. */
int leaving_hide(struct store *, int64_t before, int64_t now, struct err *);
/* What was overwritten goes out of the write-ahead log, too, where no other process reads it. */
void leaving_flush(struct store *);

#endif
