/* SPDX-License-Identifier: ISC */
/*
 * The board as a picture for HTML letters (riverpost-commands(7)).
 *
 * A PNG with a palette of sixteen colours, twice as fine as it is shown, at most
 * 32 KB: wood, discs with hanzi and letters (letters alone where no font has the
 * hanzi), coordinates outside; marked are the last move at both ends, and a king
 * in check.  The same board gives the same bytes.  Each is drawn once: the last
 * few pictures are kept.
 */
#ifndef VIEW_BOARD_PNG_H
#define VIEW_BOARD_PNG_H

#include <stdbool.h>
#include <stddef.h>

#include "rules/board.h"
#include "view/board_text.h"

struct arena;
struct err;

/* As it is shown, on a usual screen; the file has twice as many points each way. */
#define BOARD_PNG_WIDTH  401
#define BOARD_PNG_HEIGHT 442
#define BOARD_PNG_MAX    (32 * 1024) /* bytes */

/* False when what draws them cannot be loaded (part.h). */
bool board_png_is_ready(void);
/* Is there a picture in that style? */
bool board_png_has(enum board_style style);
/* flipped: Green at the bottom. last: NULL or the move that led here. The bytes
 * are in the arena. -1 with err when the libraries fail. */
int board_png(struct arena *arena, const struct board *board, enum board_style style, bool flipped,
    const struct move *last, const char **bytes, size_t *length, struct err *err);
/* The font of the hanzi; NULL there is none. */
const char *board_png_font(void);

#endif
