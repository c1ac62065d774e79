/* SPDX-License-Identifier: ISC */
/*
 * A board drawn by cairo, in the colours of a palette (board_draw.h).
 *
 * Red discs are light with a double ring, Green discs dark with none, so that they
 * differ in grey too.  The words in the river are small enough for the
 * space between four discs: no piece hides them.  Where no font has hanzi the
 * discs carry seed 004's letters; nothing else depends on the fonts there are.
 *
 * The palette is fixed: the inks, and a shade between two that touch.  Each point
 * takes the nearest of them, since every further shade costs bytes.
 */
#include "view/board_draw.h"

#include <cairo.h>
#include <math.h>
#include <string.h>

#include "rules/movegen.h"

#define LETTER_FONT "DejaVu Sans"

/* Lengths, in points of the finest picture. */
#define CELL   60 /* from file to file, rank to rank */
#define EDGE   50 /* from the picture's edge to the A file and the first rank */
#define RIGHT  (BOARD_WIDTH(BOARD_TENTHS) - EDGE)
#define BOTTOM (BOARD_HEIGHT(BOARD_TENTHS) - EDGE)
#define DISC   27.5 /* radius */
#define RING   29.5 /* radius of a ring around it */
#define RIVER  18   /* size of its words */
#define LABEL  18

enum ink { WOOD, LINE, IVORY, RED_INK, GREEN_INK, MARK, ALARM, INKS };

/* The first that is there and has the hanzi. */
static const char *const fonts[] = { "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Noto Sans CJK TC",
	"Noto Sans CJK SC", "Noto Serif CJK TC", "Noto Serif CJK SC", "Source Han Sans TC",
	"Source Han Sans SC", "AR PL UMing TW", "AR PL UKai TW", "Droid Sans Fallback",
	"PingFang TC", "Heiti TC" };

const struct board_color board_palette[BOARD_COLORS] = { [WOOD] = { 0xf0, 0xd5, 0x9e },
	[LINE] = { 0x6a, 0x47, 0x1e },
	[IVORY] = { 0xff, 0xf6, 0xe0 },
	[RED_INK] = { 0xb4, 0x12, 0x12 },
	[GREEN_INK] = { 0x0d, 0x4a, 0x31 },
	[MARK] = { 0x1a, 0x5f, 0xc8 },
	[ALARM] = { 0xf0, 0x5a, 0x00 },
	/* Between wood and line, ivory and red, ivory and green. */
	{ 0xad, 0x8e, 0x5e },
	{ 0xda, 0x84, 0x79 },
	{ 0x86, 0xa0, 0x88 } };

static void
set_ink(cairo_t *cr, enum ink ink)
{
	const struct board_color *color = &board_palette[ink];

	cairo_set_source_rgb(cr, color->red / 255.0, color->green / 255.0, color->blue / 255.0);
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
	set_ink(cr, WOOD);
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
board_font(void)
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

/* Four angles around a point, `far` from it both ways, open to it if `length` is below 0. */
static void
draw_corners(cairo_t *cr, double x, double y, double far, double length)
{
	for (int dx = -1; dx <= 1; dx += 2) {
		for (int dy = -1; dy <= 1; dy += 2) {
			double cx = x + dx * far, cy = y + dy * far;

			if (length > 0 && (cx < EDGE || cx > RIGHT))
				continue;
			cairo_move_to(cr, cx + dx * length, cy);
			cairo_line_to(cr, cx, cy);
			cairo_line_to(cr, cx, cy + dy * length);
			cairo_stroke(cr);
		}
	}
}

/* Files and ranks, palaces, the points where cannons and soldiers start. */
static void
draw_lines(cairo_t *cr)
{
	cairo_set_line_width(cr, 2);
	for (int y = EDGE; y <= BOTTOM; y += CELL)
		draw_line(cr, EDGE, y, RIGHT, y);
	for (int column = 0; column < FILES; column++) {
		int x = EDGE + column * CELL;
		bool is_edge = column == 0 || column == FILES - 1;
		bool is_cannons = column == 1 || column == FILES - 2;
		int start = is_cannons ? 2 : 3;

		draw_line(cr, x, EDGE, x, is_edge ? BOTTOM : EDGE + 4 * CELL);
		if (!is_edge)
			draw_line(cr, x, EDGE + 5 * CELL, x, BOTTOM);
		if (column % 2 == 0 || is_cannons) {
			draw_corners(cr, x, EDGE + start * CELL, 5.5, 8);
			draw_corners(cr, x, BOTTOM - start * CELL, 5.5, 8);
		}
	}
	for (int top = EDGE; top < BOTTOM; top += 7 * CELL) {
		int left = EDGE + 3 * CELL, right = left + 2 * CELL;

		draw_line(cr, left, top, right, top + 2 * CELL);
		draw_line(cr, right, top, left, top + 2 * CELL);
	}
	cairo_set_line_width(cr, 3);
	cairo_rectangle(cr, EDGE - 6.5, EDGE - 6.5, RIGHT - EDGE + 13, BOTTOM - EDGE + 13);
	cairo_stroke(cr);
}

static void
draw_labels(cairo_t *cr, bool flipped)
{
	static const char *const river[] = { "楚", "河", "", "", "漢", "界" };
	static const char *const ranks[RANKS] = { "1", "2", "3", "4", "5", "6", "7", "8", "9",
		"10" };

	for (size_t i = 0; board_font() != NULL && i < sizeof river / sizeof *river; i++) {
		set_font(cr, board_font(), false);
		draw_text(cr, EDGE + ((double)i + 1.5) * CELL, BOARD_HEIGHT(BOARD_TENTHS) / 2.0,
		    RIVER, river[i]);
	}
	set_font(cr, LETTER_FONT, false);
	for (int file = 0; file < FILES; file++) {
		const char text[] = { (char)('A' + file), '\0' };
		int x = EDGE + CELL * (flipped ? FILES - 1 - file : file);

		draw_text(cr, x, 13, LABEL, text);
		draw_text(cr, x, BOARD_HEIGHT(BOARD_TENTHS) - 13, LABEL, text);
	}
	for (int rank = 0; rank < RANKS; rank++) {
		int y = EDGE + CELL * (flipped ? rank : RANKS - 1 - rank);

		draw_text(cr, 13, y, LABEL, ranks[rank]);
		draw_text(cr, BOARD_WIDTH(BOARD_TENTHS) - 13, y, LABEL, ranks[rank]);
	}
}

static void
draw_circle(cairo_t *cr, double x, double y, double radius, enum ink ink)
{
	cairo_new_path(cr);
	cairo_arc(cr, x, y, radius, 0, 2 * M_PI);
	set_ink(cr, ink);
	cairo_fill(cr);
}

/* BOARD_CLASSIC has both, 車 and R below it. */
static void
draw_piece(cairo_t *cr, double x, double y, double radius, enum board_style style, uint8_t piece)
{
	const char letter[] = { piece_letter(piece_of(RED, piece_type(piece))), '\0' };
	bool is_red = piece_side(piece) == RED, is_both = style == BOARD_CLASSIC;
	enum ink paper = is_red ? IVORY : GREEN_INK, ink = is_red ? RED_INK : IVORY;

	draw_circle(cr, x, y, radius, is_red ? RED_INK : GREEN_INK);
	if (is_red) {
		draw_circle(cr, x, y, DISC - 2.5, paper);
		draw_circle(cr, x, y, DISC - 4.5, ink);
		draw_circle(cr, x, y, DISC - 6, paper);
	}
	set_ink(cr, ink);
	if (style == BOARD_LETTERS || board_font() == NULL) {
		set_font(cr, LETTER_FONT, true);
		draw_text(cr, x, y, 28, letter);
		return;
	}
	set_font(cr, board_font(), true);
	draw_text(cr, x, is_both ? y - 4.5 : y, is_both ? 26 : 32,
	    style == BOARD_SIMPLIFIED ? piece_simplified(piece) : piece_hanzi(piece));
	if (is_both) {
		set_font(cr, LETTER_FONT, true);
		draw_text(cr, x, y + 15, 13, letter);
	}
}

static void
draw_board(cairo_t *cr, const struct board *board, const struct look *look)
{
	set_ink(cr, LINE);
	draw_lines(cr);
	draw_labels(cr, look->flipped);
	for (uint8_t square = 0; square < SQUARES; square++) {
		uint8_t piece = board->at[square];
		int file = square_file(square), rank = square_rank(square);
		int x = EDGE + CELL * (look->flipped ? FILES - 1 - file : file);
		int y = EDGE + CELL * (look->flipped ? rank : RANKS - 1 - rank);
		bool is_checked = piece != NO_PIECE && piece_type(piece) == KING &&
		    side_in_check(board, piece_side(piece));
		bool is_ringed = is_checked || square == look->to;

		if (piece != NO_PIECE && is_ringed)
			draw_circle(cr, x, y, RING, is_checked ? ALARM : MARK);
		if (piece != NO_PIECE)
			draw_piece(cr, x, y, is_ringed ? DISC - 2.5 : DISC,
			    (enum board_style)look->style, piece);
		if (square == look->from) {
			set_ink(cr, MARK);
			cairo_set_line_width(cr, 5);
			draw_corners(cr, x, y, 18, -8);
		}
	}
}

static uint8_t
nearest(uint32_t point)
{
	int best = 0, best_distance = INT32_MAX;

	for (int i = 0; i < BOARD_COLORS; i++) {
		int r = (int)(point >> 16 & 0xff) - board_palette[i].red;
		int g = (int)(point >> 8 & 0xff) - board_palette[i].green;
		int b = (int)(point & 0xff) - board_palette[i].blue;
		int distance = 2 * r * r + 4 * g * g + b * b;

		if (distance < best_distance) {
			best = i;
			best_distance = distance;
		}
	}
	return (uint8_t)best;
}

/* A row of the drawing in the colours of the palette, a byte a point. */
static void
take_points(const uint8_t *row, int width, uint8_t *points)
{
	uint32_t point, last = 0;
	uint8_t color = nearest(last);

	for (int x = 0; x < width; x++) {
		memcpy(&point, row + (ptrdiff_t)x * 4, sizeof point);
		color = point == last ? color : nearest(point);
		last = point;
		*points++ = color;
	}
}

bool
board_draw(const struct board *board, const struct look *look, int tenths, uint8_t *points)
{
	int width = BOARD_WIDTH(tenths), height = BOARD_HEIGHT(tenths);
	cairo_t *cr = begin(width, height);
	cairo_surface_t *drawing = cairo_get_target(cr);
	bool is_drawn;

	cairo_scale(cr, (double)tenths / BOARD_TENTHS, (double)tenths / BOARD_TENTHS);
	draw_board(cr, board, look);
	is_drawn = cairo_status(cr) == CAIRO_STATUS_SUCCESS;
	cairo_surface_flush(drawing);
	for (int y = 0; y < height && is_drawn; y++)
		take_points(cairo_image_surface_get_data(drawing) +
			(ptrdiff_t)y * cairo_image_surface_get_stride(drawing),
		    width, points + (ptrdiff_t)y * width);
	cairo_destroy(cr);
	return is_drawn;
}
