/* SPDX-License-Identifier: ISC */
/*
 * What reading and writing games (games.c), listing them (games_list.c) and checking them
 * (games_check.c) share.
 * Private to store/.
 */
#ifndef STORE_GAMES_INTERNAL_H
#define STORE_GAMES_INTERNAL_H

#include "store/games.h"
#include "store/stmt.h"

#define OPENING_SIZE (OPENING_PLIES * 8)

/* What stands as its opening: the first moves; empty where the game did not begin from the
 * usual start. */
void opening_write(const struct game *game, char out[OPENING_SIZE]);
/* Reads one move of moves_line and what parts it from the next; false: it is none. */
bool moves_line_next(const char **line, struct move *move);
/* "game N is damaged: …"; return -1. */
int games_damaged(struct store *, int64_t id, const char *what, struct err *);
int games_illegal(struct store *, const struct game *game, int ply, struct err *);

#endif
