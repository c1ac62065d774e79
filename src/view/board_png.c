/* SPDX-License-Identifier: ISC */
/*
 * The board drawn with cairo, and encoded as a PNG with a palette (board_png.h).
 *
 * Red discs are light with a double ring, Green discs dark with a single one,
 * so that they differ in grey too.  Where no font has hanzi the discs carry
 * seed 004's letters; nothing else depends on the fonts there are.
 *
 * The palette is fixed: the inks, and a few steps between those that touch on
 * the picture.  Each pixel takes the nearest of them.
 */
#include "view/board_png.h"

#include <cairo.h>
#include <math.h>
#include <png.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "view/board_text.h"

#define WIDTH       BOARD_PNG_WIDTH
#define HEIGHT      BOARD_PNG_HEIGHT
#define FONT        "WenQuanYi Micro Hei"
#define CELL        46.0 /* lines fall on the middle of a pixel: sharp */
#define LEFT        40.5 /* of the A (or I) file */
#define TOP         40.5 /* of the upper rank */
#define RIGHT       (LEFT + (FILES - 1) * CELL)
#define BOTTOM      (TOP + (RANKS - 1) * CELL)
#define DISC        20.5 /* radius */
#define PALETTE_MAX 32

/* What lies between them on the picture is antialiasing. */
enum ink { INK_WOOD, INK_LINE, INK_IVORY, INK_RED, INK_GREEN, INK_MARK };
#define INKS 6
static const unsigned char inks[INKS][3] = { [INK_WOOD] = { 0xee, 0xd3, 0x9c },
	[INK_LINE] = { 0x6a, 0x47, 0x1e },
	[INK_IVORY] = { 0xff, 0xf6, 0xe0 },
	[INK_RED] = { 0xb4, 0x12, 0x12 },
	[INK_GREEN] = { 0x0d, 0x4a, 0x31 },
	[INK_MARK] = { 0x1a, 0x5f, 0xc8 } };

struct drawing {
	cairo_t *cr;
	bool flipped;
	bool has_hanzi;
};

static void
set_ink(cairo_t *cr, enum ink ink)
{
	cairo_set_source_rgb(cr, inks[ink][0] / 255.0, inks[ink][1] / 255.0, inks[ink][2] / 255.0);
}

static double
file_x(const struct drawing *p, int file)
{
	return LEFT + CELL * (p->flipped ? FILES - 1 - file : file);
}

static double
rank_y(const struct drawing *p, int rank)
{
	return TOP + CELL * (p->flipped ? rank : RANKS - 1 - rank);
}

/* A missing character is glyph 0 and would be drawn as a box. */
static bool
font_has(cairo_t *cr, const char *text)
{
	cairo_glyph_t *glyphs = NULL;
	int count = 0;
	bool has;

	has = cairo_scaled_font_text_to_glyphs(cairo_get_scaled_font(cr), 0, 0, text, -1, &glyphs,
		  &count, NULL, NULL, NULL) == CAIRO_STATUS_SUCCESS &&
	    count == 1 && glyphs[0].index != 0;
	cairo_glyph_free(glyphs);
	return has;
}

/* The ink of the text, not its line, is centred. */
static void
draw_text(cairo_t *cr, double x, double y, double size, const char *text)
{
	cairo_text_extents_t extents;

	cairo_set_font_size(cr, size);
	cairo_text_extents(cr, text, &extents);
	cairo_move_to(cr, x - extents.x_bearing - extents.width / 2,
	    y - extents.y_bearing - extents.height / 2);
	cairo_show_text(cr, text);
}

static void
draw_line(cairo_t *cr, double x1, double y1, double x2, double y2)
{
	cairo_move_to(cr, x1, y1);
	cairo_line_to(cr, x2, y2);
	cairo_stroke(cr);
}

/* Four small angles around a point, `offset` from it on both axes, open to the outside
 * (length > 0) or to the point; none beyond the edges of the board. */
static void
draw_corners(cairo_t *cr, double x, double y, double offset, double length)
{
	for (int dx = -1; dx <= 1; dx += 2) {
		for (int dy = -1; dy <= 1; dy += 2) {
			double cx = x + dx * offset, cy = y + dy * offset;

			if (length > 0 && (cx < LEFT || cx > RIGHT))
				continue;
			cairo_move_to(cr, cx + dx * length, cy);
			cairo_line_to(cr, cx, cy);
			cairo_line_to(cr, cx, cy + dy * length);
			cairo_stroke(cr);
		}
	}
}

/* Wood, files and ranks, palaces, the points where cannons and soldiers start, the river. */
static void
draw_ground(const struct drawing *p)
{
	static const char *const river[] = { "", "楚", "河", "", "", "漢", "界" };
	cairo_t *cr = p->cr;

	set_ink(cr, INK_WOOD);
	cairo_paint(cr);
	set_ink(cr, INK_LINE);
	cairo_set_line_width(cr, 1);
	for (int row = 0; row < RANKS; row++)
		draw_line(cr, LEFT, TOP + row * CELL, RIGHT, TOP + row * CELL);
	for (int column = 0; column < FILES; column++) {
		double x = LEFT + column * CELL;
		bool is_edge = column == 0 || column == FILES - 1;

		draw_line(cr, x, TOP, x, is_edge ? BOTTOM : TOP + 4 * CELL);
		if (!is_edge)
			draw_line(cr, x, TOP + 5 * CELL, x, BOTTOM);
	}
	for (double top = TOP; top < BOTTOM; top += 7 * CELL) {
		double left = LEFT + 3 * CELL, right = LEFT + 5 * CELL, bottom = top + 2 * CELL;

		draw_line(cr, left, top, right, bottom);
		draw_line(cr, right, top, left, bottom);
	}
	cairo_set_line_width(cr, 2);
	cairo_rectangle(cr, LEFT - 4.5, TOP - 4.5, RIGHT - LEFT + 9, BOTTOM - TOP + 9);
	cairo_stroke(cr);
	cairo_set_line_width(cr, 1);
	for (int column = 0; column < FILES; column++) {
		bool is_cannons = column == 1 || column == FILES - 2;
		int row = is_cannons ? 2 : 3;

		if (column % 2 == 1 && !is_cannons)
			continue;
		draw_corners(cr, LEFT + column * CELL, TOP + row * CELL, 4, 6);
		draw_corners(cr, LEFT + column * CELL, TOP + (RANKS - 1 - row) * CELL, 4, 6);
	}
	for (int column = 1; p->has_hanzi && column < 7; column++)
		draw_text(cr, LEFT + (column + 0.5) * CELL, TOP + 4.5 * CELL, 24, river[column]);
}

static void
draw_ring(cairo_t *cr, double x, double y, double radius, double width)
{
	cairo_new_path(cr);
	cairo_arc(cr, x, y, radius, 0, 2 * M_PI);
	cairo_set_line_width(cr, width);
	cairo_stroke(cr);
}

static void
draw_piece(const struct drawing *p, double x, double y, uint8_t piece)
{
	enum side side = piece_side(piece);
	const char letter[] = { piece_letter(piece_of(RED, piece_type(piece))), '\0' };
	cairo_t *cr = p->cr;

	cairo_new_path(cr);
	cairo_arc(cr, x, y, DISC, 0, 2 * M_PI);
	set_ink(cr, side == RED ? INK_IVORY : INK_GREEN);
	cairo_fill(cr);
	set_ink(cr, side == RED ? INK_RED : INK_GREEN);
	draw_ring(cr, x, y, DISC - 0.75, 1.5);
	set_ink(cr, side == RED ? INK_RED : INK_IVORY);
	draw_ring(cr, x, y, DISC - 3.5, 1);
	if (p->has_hanzi)
		draw_text(cr, x, y, 25, piece_hanzi(piece));
	else
		draw_text(cr, x, y, 20, letter);
}

static void
draw_board(cairo_t *cr, const struct board *board, bool flipped, const struct move *last)
{
	struct drawing p = { .cr = cr, .flipped = flipped };

	cairo_select_font_face(cr, FONT, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
	p.has_hanzi = font_has(cr, "帥");
	draw_ground(&p);
	set_ink(cr, INK_LINE);
	for (int file = 0; file < FILES; file++) {
		const char text[] = { (char)('A' + file), '\0' };

		draw_text(cr, file_x(&p, file), 10, 13, text);
		draw_text(cr, file_x(&p, file), HEIGHT - 10, 13, text);
	}
	for (int rank = 0; rank < RANKS; rank++) {
		const char ten[] = "10", one[] = { (char)('1' + rank), '\0' };

		draw_text(cr, 10, rank_y(&p, rank), 13, rank == 9 ? ten : one);
		draw_text(cr, WIDTH - 10, rank_y(&p, rank), 13, rank == 9 ? ten : one);
	}
	for (uint8_t square = 0; square < SQUARES; square++)
		if (board->at[square] != NO_PIECE)
			draw_piece(&p, file_x(&p, square_file(square)),
			    rank_y(&p, square_rank(square)), board->at[square]);
	if (last == NULL)
		return;
	set_ink(cr, INK_MARK);
	cairo_set_line_width(cr, 3);
	for (int end = 0; end < 2; end++) {
		uint8_t square = end == 0 ? last->from : last->to;

		draw_corners(
		    cr, file_x(&p, square_file(square)), rank_y(&p, square_rank(square)), 22, -9);
	}
}

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
	memcpy(palette->colors, inks, sizeof inks);
	palette->count = INKS;
	for (size_t i = 0; i < sizeof blends / sizeof blends[0]; i++) {
		int whole = blends[i].steps + 1;

		for (int step = 1; step < whole; step++, palette->count++)
			for (int c = 0; c < 3; c++)
				palette->colors[palette->count][c] =
				    (unsigned char)((inks[blends[i].a][c] * (whole - step) +
							inks[blends[i].b][c] * step) /
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

	for (int y = 0; y < HEIGHT; y++) {
		for (int x = 0; x < WIDTH; x++) {
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

int
board_png(struct arena *arena, const struct board *board, bool flipped, const struct move *last,
    const char **bytes, size_t *length, struct err *err)
{
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
	cairo_t *cr = cairo_create(surface);
	unsigned char *pixels = malloc((size_t)WIDTH * HEIGHT);
	png_image image = { .version = PNG_IMAGE_VERSION,
		.width = WIDTH,
		.height = HEIGHT,
		.format = PNG_FORMAT_RGB_COLORMAP };
	png_alloc_size_t size;
	struct palette palette;
	char *out;
	int rc = 0;

	if (pixels == NULL)
		abort();
	draw_board(cr, board, flipped, last);
	cairo_surface_flush(surface);
	if (cairo_status(cr) != CAIRO_STATUS_SUCCESS) {
		rc = err_set(
		    err, "cannot draw a picture: %s", cairo_status_to_string(cairo_status(cr)));
		goto out;
	}
	palette_make(&palette);
	quantise(&palette, surface, pixels);
	image.colormap_entries = (png_uint_32)palette.count;
	size = PNG_IMAGE_PNG_SIZE_MAX(image);
	*bytes = out = arena_alloc(arena, size);
	if (!png_image_write_to_memory(&image, out, &size, 0, pixels, 0, palette.colors))
		rc = err_set(err, "cannot write a picture: %s", image.message);
	*length = size;
out:
	free(pixels);
	cairo_destroy(cr);
	cairo_surface_destroy(surface);
	return rc;
}
