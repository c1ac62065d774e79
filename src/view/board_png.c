/* SPDX-License-Identifier: ISC */
/*
 * The picture of a board, encoded by libpng (board_png.h).
 */
#include "view/board_png.h"

#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"

#define KEPT_MAX 16
#define FEWEST   8 /* tenths of the coarsest picture */

/* What makes pictures differ. */
struct key {
	uint8_t at[SQUARES];
	struct look look;
};

static struct kept {
	struct key key;
	unsigned long used; /* 0 never */
	size_t length;
	char bytes[BOARD_PNG_MAX];
} kept[KEPT_MAX];

bool
board_png_has(enum board_style style)
{
	return style != BOARD_UNICODE;
}

static void
add_bytes(png_structp png, png_bytep bytes, size_t length)
{
	struct kept *picture = png_get_io_ptr(png);

	if (length > sizeof picture->bytes - picture->length)
		png_error(png, "");
	memcpy(picture->bytes + picture->length, bytes, length);
	picture->length += length;
}

static void
give_up(png_structp png, png_const_charp why)
{
	(void)why;
	png_longjmp(png, 1);
}

/* -1: the library fails, or there is no room for so many bytes. */
static int
encode(const uint8_t *points, int tenths, png_structp png, png_infop info, struct kept *picture)
{
	png_color palette[BOARD_COLORS];
	int width = BOARD_WIDTH(tenths), height = BOARD_HEIGHT(tenths);

	for (int i = 0; i < BOARD_COLORS; i++)
		palette[i] = (png_color){ board_palette[i].red, board_palette[i].green,
			board_palette[i].blue };
	if (png == NULL || info == NULL || setjmp(png_jmpbuf(png)) != 0)
		return -1;
	picture->length = 0;
	png_set_write_fn(png, picture, add_bytes, NULL);
	png_set_compression_level(png, 9);
	png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 4, PNG_COLOR_TYPE_PALETTE,
	    PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	png_set_PLTE(png, info, palette, BOARD_COLORS);
	png_write_info(png, info);
	png_set_packing(png);
	for (int y = 0; y < height; y++)
		png_write_row(png, points + (ptrdiff_t)y * width);
	png_write_end(png, info);
	return 0;
}

static int
make_picture(const struct board *board, int tenths, uint8_t *points, struct kept *picture)
{
	png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, give_up, NULL);
	png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
	int result = -1;

	if (board_draw(board, &picture->key.look, tenths, points))
		result = encode(points, tenths, png, info, picture);
	png_destroy_write_struct(&png, &info);
	return result;
}

/* The picture of that key, or the place of the one that was not used for longest, its
 * `used` 0. */
static struct kept *
find_kept(const struct key *key)
{
	struct kept *oldest = &kept[0];

	for (struct kept *at = kept; at < kept + KEPT_MAX; at++) {
		if (at->used != 0 && memcmp(&at->key, key, sizeof *key) == 0)
			return at;
		if (at->used < oldest->used)
			oldest = at;
	}
	oldest->used = 0;
	oldest->key = *key;
	return oldest;
}

int
board_png(struct arena *arena, const struct board *board, enum board_style style, bool flipped,
    const struct move *last, const char **bytes, size_t *length, struct err *err)
{
	static unsigned long uses;
	struct key key = { .look = { .style = board_png_has(style) ? (uint8_t)style : BOARD_CLASSIC,
			       .flipped = flipped,
			       .from = last != NULL ? last->from : NO_SQUARE,
			       .to = last != NULL ? last->to : NO_SQUARE } };
	uint8_t *points = arena_bytes(
	    arena, BOARD_WIDTH(BOARD_TENTHS) * BOARD_HEIGHT(BOARD_TENTHS));
	struct kept *picture;

	memcpy(key.at, board->at, sizeof key.at);
	picture = find_kept(&key);
	for (int tenths = BOARD_TENTHS; picture->used == 0; tenths--) {
		if (tenths < FEWEST)
			return err_set(err, "cannot draw a picture");
		if (make_picture(board, tenths, points, picture) == 0)
			break;
	}
	picture->used = ++uses;
	*bytes = memcpy(arena_alloc(arena, picture->length), picture->bytes, picture->length);
	*length = picture->length;
	return 0;
}
