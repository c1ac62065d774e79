/* SPDX-License-Identifier: ISC */
/*
 * The empty board and the pieces, drawn by cairo (board_ink.h).
 *
 * Red discs are light with a double ring, Green discs dark with a single one, so
 * that they differ in grey too.  The words in the river are small enough for the
 * space between four discs: no piece hides them.  Where no font has hanzi the
 * discs carry seed 004's letters; nothing else depends on the fonts there are.
 *
 * The palette is fixed: the inks, and a few steps between those that touch.  Each
 * point takes the nearest of them.
 */
#include "view/board_ink.h"

#include <cairo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LETTER_FONT "DejaVu Sans"
#define RIGHT       (INK_EDGE + (FILES - 1) * INK_CELL)
#define BOTTOM      (INK_EDGE + (RANKS - 1) * INK_CELL)
#define DISC        37.0 /* radius */
#define RING        40.5 /* radius of a ring around it */
#define RIVER       24   /* size of its words */
#define LABEL       25

static const uint8_t inks[INKS][3] = { [INK_WOOD] = { 0xf0, 0xd5, 0x9e },
	[INK_LINE] = { 0x6a, 0x47, 0x1e },
	[INK_IVORY] = { 0xff, 0xf6, 0xe0 },
	[INK_RED] = { 0xb4, 0x12, 0x12 },
	[INK_GREEN] = { 0x0d, 0x4a, 0x31 },
	[INK_MARK] = { 0x1a, 0x5f, 0xc8 },
	[INK_ALARM] = { 0xf0, 0x5a, 0x00 } };

/* Inks that touch, and how many colours between them. */
static const struct {
	enum ink a, b;
	int steps;
} blends[] = {
	{ INK_WOOD, INK_LINE, 2 },
	{ INK_IVORY, INK_RED, 3 },
	{ INK_IVORY, INK_GREEN, 2 },
	{ INK_WOOD, INK_ALARM, 1 },
	{ INK_WOOD, INK_MARK, 1 },
};

/* The first that is there and has the hanzi. */
static const char *const fonts[] = { "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Noto Sans CJK TC",
	"Noto Sans CJK SC", "Noto Serif CJK TC", "Noto Serif CJK SC", "Source Han Sans TC",
	"Source Han Sans SC", "AR PL UMing TW", "AR PL UKai TW", "Droid Sans Fallback",
	"PingFang TC", "Heiti TC" };

const uint8_t (*ink_palette(void))[3]
{
	static uint8_t colors[INK_COLORS][3];
	int count = INKS;

	memcpy(colors, inks, sizeof inks);
	for (size_t i = 0; i < sizeof blends / sizeof blends[0]; i++) {
		int whole = blends[i].steps + 1;

		for (int step = 1; step < whole; step++, count++)
			for (int c = 0; c < 3; c++)
				colors[count][c] =
				    (uint8_t)((inks[blends[i].a][c] * (whole - step) +
						  inks[blends[i].b][c] * step) /
					whole);
	}
	return (const uint8_t(*)[3])colors;
}

/* A point and its colour, INK_COLORS: none yet; most points are as the one before. */
struct found {
	uint32_t point;
	uint8_t color;
};

static uint8_t
nearest(const uint8_t (*colors)[3], uint32_t point, struct found *last)
{
	int best = 0, best_distance = INT32_MAX;

	if (point == last->point && last->color != INK_COLORS)
		return last->color;
	for (int i = 0; i < INK_COLORS; i++) {
		int r = (int)(point >> 16 & 0xff) - colors[i][0];
		int g = (int)(point >> 8 & 0xff) - colors[i][1];
		int b = (int)(point & 0xff) - colors[i][2];
		int distance = 2 * r * r + 4 * g * g + b * b;

		if (distance < best_distance) {
			best = i;
			best_distance = distance;
		}
	}
	*last = (struct found){ point, (uint8_t)best };
	return last->color;
}

/* Ends the drawing; its first row goes to `out`.  False when cairo has failed. */
static bool
take_points(cairo_t *cr, int width, int height, uint8_t *out, int stride)
{
	cairo_surface_t *surface = cairo_get_target(cr);
	const uint8_t(*colors)[3] = ink_palette();
	struct found last = { .color = INK_COLORS };
	bool is_drawn = cairo_status(cr) == CAIRO_STATUS_SUCCESS;

	cairo_surface_flush(surface);
	for (int y = 0; is_drawn && y < height; y++) {
		const uint8_t *row = cairo_image_surface_get_data(surface) +
		    (ptrdiff_t)y * cairo_image_surface_get_stride(surface);

		for (int x = 0; x < width; x += 2) {
			uint32_t points[2];

			memcpy(points, row + (ptrdiff_t)x * 4, sizeof points);
			out[y * stride + x / 2] = (uint8_t)(nearest(colors, points[0], &last) << 4 |
			    nearest(colors, points[1], &last));
		}
	}
	cairo_destroy(cr);
	return is_drawn;
}

static void
set_ink(cairo_t *cr, enum ink ink)
{
	cairo_set_source_rgb(cr, inks[ink][0] / 255.0, inks[ink][1] / 255.0, inks[ink][2] / 255.0);
}

static void
set_font(cairo_t *cr, const char *font, bool is_bold)
{
	cairo_select_font_face(cr, font, CAIRO_FONT_SLANT_NORMAL,
	    is_bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
}

/* All of wood. */
static cairo_t *
begin(int width, int height)
{
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
	cairo_t *cr = cairo_create(surface);

	cairo_surface_destroy(surface);
	set_ink(cr, INK_WOOD);
	cairo_paint(cr);
	return cr;
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

const char *
ink_font(void)
{
	static const char *found;
	static bool is_known;
	cairo_t *cr;

	if (is_known)
		return found;
	cr = begin(1, 1);
	for (size_t i = 0; i < sizeof fonts / sizeof *fonts && found == NULL; i++) {
		set_font(cr, fonts[i], false);
		if (font_has(cr, "帥") && font_has(cr, "马"))
			found = fonts[i];
	}
	cairo_destroy(cr);
	is_known = true;
	return found;
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

/* Four small angles around a point where cannons or soldiers start. */
static void
draw_corners(cairo_t *cr, double x, double y)
{
	for (int dx = -1; dx <= 1; dx += 2) {
		for (int dy = -1; dy <= 1; dy += 2) {
			double cx = x + dx * 7, cy = y + dy * 7;

			if (cx < INK_EDGE || cx > RIGHT)
				continue;
			cairo_move_to(cr, cx + dx * 11, cy);
			cairo_line_to(cr, cx, cy);
			cairo_line_to(cr, cx, cy + dy * 11);
			cairo_stroke(cr);
		}
	}
}

/* Files and ranks, palaces, the points where cannons and soldiers start. */
static void
draw_lines(cairo_t *cr)
{
	cairo_set_line_width(cr, 2);
	for (int row = 0; row < RANKS; row++)
		draw_line(
		    cr, INK_EDGE, INK_EDGE + row * INK_CELL, RIGHT, INK_EDGE + row * INK_CELL);
	for (int column = 0; column < FILES; column++) {
		int x = INK_EDGE + column * INK_CELL;
		bool is_edge = column == 0 || column == FILES - 1;

		draw_line(cr, x, INK_EDGE, x, is_edge ? BOTTOM : INK_EDGE + 4 * INK_CELL);
		if (!is_edge)
			draw_line(cr, x, INK_EDGE + 5 * INK_CELL, x, BOTTOM);
	}
	for (int top = INK_EDGE; top < BOTTOM; top += 7 * INK_CELL) {
		int left = INK_EDGE + 3 * INK_CELL, right = left + 2 * INK_CELL;

		draw_line(cr, left, top, right, top + 2 * INK_CELL);
		draw_line(cr, right, top, left, top + 2 * INK_CELL);
	}
	for (int column = 0; column < FILES; column++) {
		bool is_cannons = column == 1 || column == FILES - 2;
		int row = is_cannons ? 2 : 3, x = INK_EDGE + column * INK_CELL;

		if (column % 2 == 1 && !is_cannons)
			continue;
		draw_corners(cr, x, INK_EDGE + row * INK_CELL);
		draw_corners(cr, x, INK_EDGE + (RANKS - 1 - row) * INK_CELL);
	}
	cairo_set_line_width(cr, 4);
	cairo_rectangle(
	    cr, INK_EDGE - 8, INK_EDGE - 8, RIGHT - INK_EDGE + 16, BOTTOM - INK_EDGE + 16);
	cairo_stroke(cr);
}

static void
draw_labels(cairo_t *cr, bool flipped)
{
	static const char *const river[] = { "楚", "河", "", "", "漢", "界" };

	for (size_t i = 0; ink_font() != NULL && i < sizeof river / sizeof *river; i++) {
		set_font(cr, ink_font(), false);
		draw_text(cr, INK_EDGE + ((double)i + 1.5) * INK_CELL, INK_EDGE + 4.5 * INK_CELL,
		    RIVER, river[i]);
	}
	set_font(cr, LETTER_FONT, false);
	for (int file = 0; file < FILES; file++) {
		const char text[] = { (char)('A' + file), '\0' };
		int x = INK_EDGE + INK_CELL * (flipped ? FILES - 1 - file : file);

		draw_text(cr, x, 17, LABEL, text);
		draw_text(cr, x, INK_HEIGHT - 17, LABEL, text);
	}
	for (int rank = 0; rank < RANKS; rank++) {
		const char one[] = { (char)('1' + rank), '\0' };
		int y = INK_EDGE + INK_CELL * (flipped ? rank : RANKS - 1 - rank);

		draw_text(cr, 18, y, LABEL, rank == 9 ? "10" : one);
		draw_text(cr, INK_WIDTH - 18, y, LABEL, rank == 9 ? "10" : one);
	}
}

const uint8_t *
ink_ground(bool flipped)
{
	static uint8_t *kept[2];
	cairo_t *cr;

	if (kept[flipped] != NULL)
		return kept[flipped];
	cr = begin(INK_WIDTH, INK_HEIGHT);
	set_ink(cr, INK_LINE);
	draw_lines(cr);
	draw_labels(cr, flipped);
	if ((kept[flipped] = calloc(INK_HEIGHT, INK_STRIDE)) == NULL)
		abort();
	if (!take_points(cr, INK_WIDTH, INK_HEIGHT, kept[flipped] + 1, INK_STRIDE)) {
		free(kept[flipped]);
		kept[flipped] = NULL;
	}
	return kept[flipped];
}

static void
draw_circle(cairo_t *cr, double radius, enum ink ink)
{
	cairo_new_path(cr);
	cairo_arc(cr, INK_CELL / 2.0, INK_CELL / 2.0, radius, 0, 2 * M_PI);
	set_ink(cr, ink);
	cairo_fill(cr);
}

static void
draw_piece(cairo_t *cr, enum face face, uint8_t piece, double radius)
{
	const char letter[] = { piece_letter(piece_of(RED, piece_type(piece))), '\0' };
	bool is_red = piece_side(piece) == RED;
	enum ink paper = is_red ? INK_IVORY : INK_GREEN, ink = is_red ? INK_RED : INK_IVORY;
	double middle = INK_CELL / 2.0;

	draw_circle(cr, radius, is_red ? INK_RED : INK_GREEN);
	draw_circle(cr, DISC - 3, paper);
	draw_circle(cr, DISC - 5.5, ink);
	draw_circle(cr, DISC - 7.5, paper);
	set_ink(cr, ink);
	if (face == FACE_LETTERS || ink_font() == NULL) {
		set_font(cr, LETTER_FONT, true);
		draw_text(cr, middle, middle, 38, letter);
		return;
	}
	set_font(cr, ink_font(), true);
	draw_text(cr, middle, face == FACE_BOTH ? middle - 6 : middle, face == FACE_BOTH ? 34 : 43,
	    face == FACE_SIMPLIFIED ? piece_simplified(piece) : piece_hanzi(piece));
	if (face == FACE_BOTH) {
		set_font(cr, LETTER_FONT, true);
		draw_text(cr, middle, middle + 20, 17, letter);
	}
}

const struct disc *
ink_piece(enum face face, uint8_t piece, enum rim rim)
{
	static struct disc *kept[FACES][RIMS][16];
	struct disc **place = &kept[face][rim][piece], *disc;
	double radius = rim == RIM_PLAIN ? DISC : RING;
	cairo_t *cr;

	if (*place != NULL)
		return *place;
	if ((disc = calloc(1, sizeof *disc)) == NULL)
		abort();
	cr = begin(INK_CELL, INK_CELL);
	if (rim != RIM_PLAIN)
		draw_circle(cr, RING, rim == RIM_MOVED ? INK_MARK : INK_ALARM);
	draw_piece(cr, face, piece, rim == RIM_ALARM ? DISC - 3 : DISC);
	for (int y = 0; y < INK_CELL; y++) {
		double dy = fabs(y + 0.5 - INK_CELL / 2.0) - 0.5;
		double half = dy < radius ? sqrt(radius * radius - dy * dy) : 0;

		disc->begin[y] = (uint8_t)((INK_CELL / 2.0 - half) / 2);
		disc->end[y] = half > 0 ? (uint8_t)(INK_CELL / 2 - disc->begin[y]) : disc->begin[y];
	}
	if (!take_points(cr, INK_CELL, INK_CELL, disc->rows[0], INK_CELL / 2)) {
		free(disc);
		return NULL;
	}
	return *place = disc;
}
