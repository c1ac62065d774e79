/* SPDX-License-Identifier: ISC */
/*
 * What the index of positions (positions.c), what is found in it (positions_find.c) and its check
 * (positions_check.c) share.
 * Private to store/.
 */
#ifndef STORE_POSITIONS_INTERNAL_H
#define STORE_POSITIONS_INTERNAL_H

#include "rules/pair.h"
#include "store/positions.h"
#include "store/stmt.h"

#define WAY_END       0 /* a move's number, as from == to */
#define WAY_MOVE(way) ((way)&0xffff)
#define WAY_MIRRORED  0x10000 /* the game's board is the mirror image; a symmetric one: its move */
#define WAY_APART     0x20000 /* the game does not count */
#define PLACED_NOT    (-1)

/* A position of a game. */
struct placing {
	int64_t key, game;
	int ply, way, placed;
};

/* A stored game, as far as its positions need it. */
struct scored_game {
	int64_t id;
	int placed;
	bool is_usual; /* from the usual start */
	struct board start;
	struct move *moves;
	int length;
};

int positions_placed(enum result result, enum apart apart);
/* next NULL: the game ended there. */
int positions_way(const struct pair *pair, const struct move *next);
/* The positions of a game, each once, in the order of their keys; room for length + 1. */
int positions_of(const struct scored_game *game, struct placing *out);
/* Columns id, placed, start_fen and moves, in the arena; false: they are no game. */
bool positions_read_game(struct query *q, struct arena *arena, struct scored_game *out);
/* Can each of its moves be played? */
bool positions_are_playable(const struct scored_game *game);

#endif
