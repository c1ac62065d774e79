/* SPDX-License-Identifier: ISC */
/*
 * How a program that speaks UCI counts ranks, from 0 or from 1: asked once, and kept while its
 * command is the same.
 */
#ifndef SERVER_RANKS_H
#define SERVER_RANKS_H

#include <stdint.h>

#include "engine/engine.h"

struct arena;
struct err;
struct store;

/* What the program is asked: no move of one count is a move of the other. */
struct engine_question ranks_question(struct arena *arena, int64_t now);
/* Sets engine->counts_from_zero, if that is known of it: 1, 0 it is not, -1. */
int ranks_find(struct store *store, struct engine_options *engine, struct err *err);
/* That is how it counts.  0 or -1. */
int ranks_keep(struct store *store, const struct engine_options *engine, struct err *err);

#endif
