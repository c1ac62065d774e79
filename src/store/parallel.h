/* SPDX-License-Identifier: ISC */
/*
 * The same position on another board of a player: nobody is helped in a game with a person.
 */
#ifndef STORE_PARALLEL_H
#define STORE_PARALLEL_H

#include <stdint.h>

struct arena;
struct err;
struct game;
struct store;

/* The first board on which the player plays with a person and has the position of `game`, or its
 * image (rules/pair.h), and not so early that everybody knows it: its number; 0 none, or -1. */
int64_t parallel_board(
    struct store *, struct arena *, const struct game *game, int64_t player, struct err *);

#endif
