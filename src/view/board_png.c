/* SPDX-License-Identifier: ISC */
/*
 * From cairo's true colours to a PNG with a palette (board_png.h).
 *
 * The palette is fixed: the inks, and a few steps between those that touch on
 * the picture.  Each pixel takes the nearest of them.
 */
#include "view/board_png.h"

#include <png.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "view/board_draw.h"

#define PALETTE_MAX 32

struct palette {
	unsigned char colors[PALETTE_MAX][3];
	int count;
};

/* Inks that touch, and how many colours between them. */
static const struct {
	enum ink a, b;
	int steps;
} blends[] = {
	{ INK_WOOD, INK_LINE, 3 },
	{ INK_IVORY, INK_RED, 5 },
	{ INK_IVORY, INK_GREEN, 5 },
	{ INK_WOOD, INK_RED, 2 },
	{ INK_WOOD, INK_GREEN, 3 },
	{ INK_WOOD, INK_MARK, 1 },
};

static void
palette_make(struct palette *palette)
{
	memcpy(palette->colors, board_inks, sizeof board_inks);
	palette->count = INKS;
	for (size_t i = 0; i < sizeof blends / sizeof blends[0]; i++) {
		int whole = blends[i].steps + 1;

		for (int step = 1; step < whole; step++, palette->count++)
			for (int c = 0; c < 3; c++)
				palette->colors[palette->count][c] =
				    (unsigned char)((board_inks[blends[i].a][c] * (whole - step) +
							board_inks[blends[i].b][c] * step) /
					whole);
	}
}

static unsigned char
palette_nearest(const struct palette *palette, uint32_t pixel)
{
	int best = 0, best_distance = INT32_MAX;

	for (int i = 0; i < palette->count; i++) {
		const unsigned char *color = palette->colors[i];
		int r = (int)(pixel >> 16 & 0xff) - color[0];
		int g = (int)(pixel >> 8 & 0xff) - color[1];
		int b = (int)(pixel & 0xff) - color[2];
		int distance = 2 * r * r + 4 * g * g + b * b;

		if (distance < best_distance) {
			best = i;
			best_distance = distance;
		}
	}
	return (unsigned char)best;
}

static void
quantise(const struct palette *palette, cairo_surface_t *surface, unsigned char *out)
{
	const unsigned char *rows = cairo_image_surface_get_data(surface);
	int stride = cairo_image_surface_get_stride(surface);
	uint32_t before = 0;
	unsigned char index = palette_nearest(palette, before);

	for (int y = 0; y < BOARD_DRAW_HEIGHT; y++) {
		for (int x = 0; x < BOARD_DRAW_WIDTH; x++) {
			uint32_t pixel;

			memcpy(&pixel, rows + (size_t)y * (size_t)stride + 4 * (size_t)x,
			    sizeof pixel);
			if (pixel != before) {
				index = palette_nearest(palette, pixel);
				before = pixel;
			}
			*out++ = index;
		}
	}
}

static int
encode(struct arena *arena, const struct palette *palette, const unsigned char *pixels,
    const char **bytes, size_t *length, struct err *err)
{
	png_image image = { .version = PNG_IMAGE_VERSION,
		.width = BOARD_DRAW_WIDTH,
		.height = BOARD_DRAW_HEIGHT,
		.format = PNG_FORMAT_RGB_COLORMAP,
		.colormap_entries = (png_uint_32)palette->count };
	png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
	char *out = arena_alloc(arena, size);

	if (!png_image_write_to_memory(&image, out, &size, 0, pixels, 0, palette->colors))
		return err_set(err, "cannot write a picture: %s", image.message);
	*bytes = out;
	*length = size;
	return 0;
}

int
board_png(struct arena *arena, const struct board *board, bool flipped, const struct move *last,
    const char **bytes, size_t *length, struct err *err)
{
	cairo_surface_t *surface = cairo_image_surface_create(
	    CAIRO_FORMAT_RGB24, BOARD_DRAW_WIDTH, BOARD_DRAW_HEIGHT);
	cairo_t *cr = cairo_create(surface);
	unsigned char *pixels = malloc((size_t)BOARD_DRAW_WIDTH * BOARD_DRAW_HEIGHT);
	struct palette palette;
	int result;

	if (pixels == NULL)
		abort();
	board_draw(cr, board, flipped, last);
	cairo_surface_flush(surface);
	if (cairo_status(cr) != CAIRO_STATUS_SUCCESS) {
		result = err_set(
		    err, "cannot draw a picture: %s", cairo_status_to_string(cairo_status(cr)));
	} else {
		palette_make(&palette);
		quantise(&palette, surface, pixels);
		result = encode(arena, &palette, pixels, bytes, length, err);
	}
	free(pixels);
	cairo_destroy(cr);
	cairo_surface_destroy(surface);
	return result;
}
