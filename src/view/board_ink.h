/* SPDX-License-Identifier: ISC */
/*
 * What pictures of boards are put together from: the empty board, pieces and
 * letters, drawn by cairo once a process, in a palette of sixteen inks.  Where cairo
 * cannot be loaded (part.h) all is NULL.
 *
 * Two points of a picture make a byte, the left one in its upper half.  Lengths
 * are in the picture's own points, of which two are one on a usual screen.
 */
#ifndef VIEW_BOARD_INK_H
#define VIEW_BOARD_INK_H

#include <stdbool.h>
#include <stdint.h>

#include "view/board_text.h"

#define INK_CELL   82 /* from file to file, rank to rank */
#define INK_EDGE   73 /* from the picture's edge to the A file and the first rank */
#define INK_WIDTH  (2 * INK_EDGE + (FILES - 1) * INK_CELL)
#define INK_HEIGHT (2 * INK_EDGE + (RANKS - 1) * INK_CELL)
#define INK_STRIDE (1 + INK_WIDTH / 2) /* each row begins with a 0, as PNG has it */
#define INK_COLORS 16

enum ink { INK_WOOD, INK_LINE, INK_IVORY, INK_RED, INK_GREEN, INK_MARK, INK_ALARM, INKS };

/* How pieces are drawn. */
enum face {
	FACE_BOTH,       /* 車, and R below it */
	FACE_HANZI,      /* 車 */
	FACE_SIMPLIFIED, /* 车 */
	FACE_LETTERS,    /* R */
	FACES
};

/* What is around a disc. */
enum rim {
	RIM_PLAIN,
	RIM_MOVED, /* it moved last */
	RIM_ALARM, /* a king in check */
	RIMS
};

/* A cell with a disc in its middle; of each row the bytes from begin on, up to end, are
 * drawn. */
struct disc {
	uint8_t rows[INK_CELL][INK_CELL / 2];
	uint8_t begin[INK_CELL], end[INK_CELL];
};

/* Red, green, blue of each colour. */
const uint8_t (*ink_palette(void))[3];
/* The empty board, INK_HEIGHT rows; kept.  flipped: Green at the bottom.  NULL when cairo
 * fails. */
const uint8_t *ink_ground(bool flipped);
/* The piece; kept.  NULL when cairo fails. */
const struct disc *ink_piece(enum face face, uint8_t piece, enum rim rim);
/* The font that has the hanzi; NULL none has, and letters stand in their place. */
const char *ink_font(void);

#endif
