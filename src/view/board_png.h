/* SPDX-License-Identifier: ISC */
/*
 * The board as a picture for HTML letters (riverpost-commands(7)).
 *
 * A PNG of 449 × 495 pixels with a palette, at most 12 KB: wood, discs with
 * hanzi (letters where no font has them), coordinates outside, the last move
 * marked at both ends.  The same board gives the same bytes.
 */
#ifndef VIEW_BOARD_PNG_H
#define VIEW_BOARD_PNG_H

#include <stdbool.h>
#include <stddef.h>

#include "rules/board.h"

struct arena;
struct err;

#define BOARD_PNG_WIDTH  449 /* pixels */
#define BOARD_PNG_HEIGHT 495
#define BOARD_PNG_MAX    (12 * 1024) /* bytes */

/* flipped: Green at the bottom. last: NULL or the move that led here. The bytes
 * are in the arena. -1 with err when the libraries fail. */
int board_png(struct arena *arena, const struct board *board, bool flipped, const struct move *last,
    const char **bytes, size_t *length, struct err *err);

#endif
