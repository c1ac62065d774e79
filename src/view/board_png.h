/* SPDX-License-Identifier: ISC */
/*
 * The board as a picture for HTML letters (riverpost-commands(7)).
 *
 * A PNG of the board as board_draw.h draws it, as fine as 12 KB allow.  The same board gives
 * the same bytes.  Each is drawn once: the last few pictures are kept.
 */
#ifndef VIEW_BOARD_PNG_H
#define VIEW_BOARD_PNG_H

#include <stdbool.h>
#include <stddef.h>

#include "rules/board.h"
#include "view/board_draw.h"
#include "view/board_text.h"

struct arena;
struct err;

/* In points; where pieces stand so scattered that it would be too large, a tenth or two
 * less. */
#define BOARD_PNG_WIDTH  BOARD_WIDTH(BOARD_TENTHS)
#define BOARD_PNG_HEIGHT BOARD_HEIGHT(BOARD_TENTHS)
#define BOARD_PNG_SHOWN  480         /* as wide, where nothing says how wide there is room */
#define BOARD_PNG_MAX    (12 * 1024) /* bytes of any */

/* Is there a picture in that style? */
bool board_png_has(enum board_style style);
/* flipped: Green at the bottom. last: NULL or the move that led here. The bytes
 * are in the arena. -1 with err when the libraries fail. */
int board_png(struct arena *arena, const struct board *board, enum board_style style, bool flipped,
    const struct move *last, const char **bytes, size_t *length, struct err *err);

#endif
