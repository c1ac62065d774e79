/* SPDX-License-Identifier: ISC */
/*
 * A move to show a player how moves are written.
 *
 * It must do no harm if it is sent back as it stands, and give no advice: not a move that
 * loses a piece or allows mate where another one does not, nor one that the rule set
 * refuses; where there is a choice, a quiet move and no capture.
 */
#ifndef GAME_EXAMPLE_H
#define GAME_EXAMPLE_H

#include "game/game.h"

/* The same for the same game and ply.  False: there is no legal move. */
bool example_move(const struct game *game, struct move *out);

#endif
