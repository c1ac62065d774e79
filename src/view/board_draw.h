/* SPDX-License-Identifier: ISC */
/*
 * The board drawn with cairo, in a handful of flat colours.
 *
 * Internal to view/: board_png.h is what others use.
 */
#ifndef VIEW_BOARD_DRAW_H
#define VIEW_BOARD_DRAW_H

#include <cairo.h>
#include <stdbool.h>

#include "rules/board.h"

#define BOARD_DRAW_WIDTH  449 /* pixels */
#define BOARD_DRAW_HEIGHT 495

/* The inks; what lies between them on the picture is antialiasing. */
enum ink { INK_WOOD, INK_LINE, INK_IVORY, INK_RED, INK_GREEN, INK_MARK };
#define INKS 6
extern const unsigned char board_inks[INKS][3]; /* red, green, blue */

/* Draws the whole picture; last: NULL or the move to mark. */
void board_draw(cairo_t *cr, const struct board *board, bool flipped, const struct move *last);

#endif
