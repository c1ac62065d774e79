/* SPDX-License-Identifier: ISC */
/*
 * A board as points of a palette: what pictures (board_png.h) and films (board_gif.h) are made of.
 *
 * Wood, discs with hanzi and letters (letters alone where no font has the hanzi), coordinates
 * outside; marked are the last move at both ends, and a king in check.
 */
#ifndef VIEW_BOARD_DRAW_H
#define VIEW_BOARD_DRAW_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/board.h"
#include "view/board_text.h"

/* So many tenths as fine as the finest; lines stay on whole points where tenths are even. */
#define BOARD_TENTHS         10
#define BOARD_WIDTH(tenths)  (580 * (tenths) / BOARD_TENTHS)
#define BOARD_HEIGHT(tenths) (640 * (tenths) / BOARD_TENTHS)

#define BOARD_COLORS 10
extern const struct board_color {
	uint8_t red, green, blue;
} board_palette[BOARD_COLORS];

/* What is drawn besides the pieces. */
struct look {
	uint8_t style;    /* enum board_style, one that has pictures */
	uint8_t flipped;  /* Green at the bottom */
	uint8_t from, to; /* the last move; NO_SQUARE none */
};

/* Fills BOARD_WIDTH * BOARD_HEIGHT points, row by row.  false: the library fails. */
bool board_draw(const struct board *board, const struct look *look, int tenths, uint8_t *points);
/* The font of the hanzi; NULL there is none. */
const char *board_font(void);

#endif
