/* SPDX-License-Identifier: ISC */
/*
 * A game as a film: an animated GIF with the board before the first move and after each.
 *
 * A frame holds the smallest rectangle in which points have changed, and in it only those points.
 * The same game gives the same bytes.  It plays again and again; the last frame stays longest.
 */
#ifndef VIEW_BOARD_GIF_H
#define VIEW_BOARD_GIF_H

#include <stdbool.h>
#include <stddef.h>

#include "rules/board.h"
#include "view/board_text.h"

struct arena;
struct err;

/* As board_png; the bytes are in the arena. */
int board_gif(struct arena *arena, const struct board *start, const struct move *moves, int count,
    enum board_style style, bool flipped, const char **bytes, size_t *length, struct err *err);

#endif
