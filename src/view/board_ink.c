/* SPDX-License-Identifier: ISC */
/*
 * The empty board and the pieces, by the part that cairo comes with (board_ink_cairo.c).
 */
#include "view/board_ink.h"

#include <stddef.h>

#include "base/part.h"

static struct part pictures = { "riverpost-pictures.so", NULL };

const uint8_t (*ink_palette(void))[3]
{
	__typeof__(&ink_palette) palette = PART_TRY(&pictures, ink_palette);

	return palette != NULL ? palette() : NULL;
}

const uint8_t *
ink_ground(bool flipped)
{
	__typeof__(&ink_ground) ground = PART_TRY(&pictures, ink_ground);

	return ground != NULL ? ground(flipped) : NULL;
}

const struct disc *
ink_piece(enum face face, uint8_t piece, enum rim rim)
{
	__typeof__(&ink_piece) draw = PART_TRY(&pictures, ink_piece);

	return draw != NULL ? draw(face, piece, rim) : NULL;
}

const char *
ink_font(void)
{
	__typeof__(&ink_font) font = PART_TRY(&pictures, ink_font);

	return font != NULL ? font() : NULL;
}
