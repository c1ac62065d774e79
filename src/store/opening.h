/* SPDX-License-Identifier: ISC */
/*
 * The first moves of a game as text, for searching.  Private to store/.
 */
#ifndef STORE_OPENING_H
#define STORE_OPENING_H

#include "game/game.h"

#define OPENING_PLIES 20
#define OPENING_SIZE  (OPENING_PLIES * 8)

/* "H3-E3 H10-G8 …", at most OPENING_PLIES; empty when the game did not begin
 * from the usual start.  Stored: the form never changes. */
void opening_write(const struct game *game, char out[OPENING_SIZE]);

#endif
