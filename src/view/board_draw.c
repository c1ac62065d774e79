/* SPDX-License-Identifier: ISC */
/*
 * The board drawn with cairo (board_draw.h).
 *
 * Red discs are light with a double ring, Green discs dark with a single one,
 * so that they differ in grey too.  Where no font has hanzi the discs carry
 * seed 004's letters; nothing else depends on the fonts there are.
 */
#include "view/board_draw.h"

#include <math.h>

#include "view/pieces.h"

#define FONT   "WenQuanYi Micro Hei"
#define CELL   46.0 /* lines fall on the middle of a pixel: sharp */
#define LEFT   40.5 /* of the A (or I) file */
#define TOP    40.5 /* of the upper rank */
#define RIGHT  (LEFT + (FILES - 1) * CELL)
#define BOTTOM (TOP + (RANKS - 1) * CELL)
#define DISC   20.5 /* radius */

const unsigned char board_inks[INKS][3] = { [INK_WOOD] = { 0xee, 0xd3, 0x9c },
	[INK_LINE] = { 0x6a, 0x47, 0x1e },
	[INK_IVORY] = { 0xff, 0xf6, 0xe0 },
	[INK_RED] = { 0xb4, 0x12, 0x12 },
	[INK_GREEN] = { 0x0d, 0x4a, 0x31 },
	[INK_MARK] = { 0x1a, 0x5f, 0xc8 } };

struct picture {
	cairo_t *cr;
	bool flipped;
	bool has_hanzi;
};

static void
set_ink(cairo_t *cr, enum ink ink)
{
	cairo_set_source_rgb(
	    cr, board_inks[ink][0] / 255.0, board_inks[ink][1] / 255.0, board_inks[ink][2] / 255.0);
}

static double
file_x(const struct picture *p, int file)
{
	return LEFT + CELL * (p->flipped ? FILES - 1 - file : file);
}

static double
rank_y(const struct picture *p, int rank)
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

static void
draw_palace(cairo_t *cr, double top)
{
	double left = LEFT + 3 * CELL, right = LEFT + 5 * CELL, bottom = top + 2 * CELL;

	draw_line(cr, left, top, right, bottom);
	draw_line(cr, right, top, left, bottom);
}

static void
draw_lines(cairo_t *cr)
{
	set_ink(cr, INK_LINE);
	cairo_set_line_width(cr, 1);
	for (int row = 0; row < RANKS; row++)
		draw_line(cr, LEFT, TOP + row * CELL, RIGHT, TOP + row * CELL);
	for (int column = 0; column < FILES; column++) {
		double x = LEFT + column * CELL;

		if (column == 0 || column == FILES - 1) {
			draw_line(cr, x, TOP, x, BOTTOM);
			continue;
		}
		draw_line(cr, x, TOP, x, TOP + 4 * CELL);
		draw_line(cr, x, TOP + 5 * CELL, x, BOTTOM);
	}
	draw_palace(cr, TOP);
	draw_palace(cr, TOP + 7 * CELL);
	cairo_set_line_width(cr, 2);
	cairo_rectangle(cr, LEFT - 4.5, TOP - 4.5, RIGHT - LEFT + 9, BOTTOM - TOP + 9);
	cairo_stroke(cr);
}

/* The small angles at a point where a cannon or a soldier starts. */
static void
draw_start_point(cairo_t *cr, int column, int row)
{
	for (int dx = -1; dx <= 1; dx += 2) {
		for (int dy = -1; dy <= 1; dy += 2) {
			double x = LEFT + column * CELL + dx * 4, y = TOP + row * CELL + dy * 4;

			if ((column == 0 && dx < 0) || (column == FILES - 1 && dx > 0))
				continue;
			cairo_move_to(cr, x + dx * 6, y);
			cairo_line_to(cr, x, y);
			cairo_line_to(cr, x, y + dy * 6);
			cairo_stroke(cr);
		}
	}
}

static void
draw_ground(const struct picture *p)
{
	set_ink(p->cr, INK_WOOD);
	cairo_paint(p->cr);
	draw_lines(p->cr);
	cairo_set_line_width(p->cr, 1);
	for (int column = 0; column < FILES; column += 2) {
		draw_start_point(p->cr, column, 3);
		draw_start_point(p->cr, column, 6);
	}
	for (int column = 1; column < FILES; column += 6) {
		draw_start_point(p->cr, column, 2);
		draw_start_point(p->cr, column, 7);
	}
	if (p->has_hanzi) {
		draw_text(p->cr, LEFT + 1.5 * CELL, TOP + 4.5 * CELL, 24, "楚");
		draw_text(p->cr, LEFT + 2.5 * CELL, TOP + 4.5 * CELL, 24, "河");
		draw_text(p->cr, LEFT + 5.5 * CELL, TOP + 4.5 * CELL, 24, "漢");
		draw_text(p->cr, LEFT + 6.5 * CELL, TOP + 4.5 * CELL, 24, "界");
	}
}

static void
draw_coordinates(const struct picture *p)
{
	set_ink(p->cr, INK_LINE);
	for (int file = 0; file < FILES; file++) {
		const char text[] = { (char)('A' + file), '\0' };

		draw_text(p->cr, file_x(p, file), 10, 13, text);
		draw_text(p->cr, file_x(p, file), BOARD_DRAW_HEIGHT - 10, 13, text);
	}
	for (int rank = 0; rank < RANKS; rank++) {
		const char ten[] = "10", one[] = { (char)('1' + rank), '\0' };

		draw_text(p->cr, 10, rank_y(p, rank), 13, rank == 9 ? ten : one);
		draw_text(p->cr, BOARD_DRAW_WIDTH - 10, rank_y(p, rank), 13, rank == 9 ? ten : one);
	}
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
draw_piece(const struct picture *p, double x, double y, uint8_t piece)
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

/* Four corners around a point. */
static void
draw_mark(cairo_t *cr, double x, double y)
{
	set_ink(cr, INK_MARK);
	cairo_set_line_width(cr, 3);
	for (int dx = -1; dx <= 1; dx += 2) {
		for (int dy = -1; dy <= 1; dy += 2) {
			double cx = x + dx * 22, cy = y + dy * 22;

			cairo_move_to(cr, cx - dx * 9, cy);
			cairo_line_to(cr, cx, cy);
			cairo_line_to(cr, cx, cy - dy * 9);
			cairo_stroke(cr);
		}
	}
}

void
board_draw(cairo_t *cr, const struct board *board, bool flipped, const struct move *last)
{
	struct picture p = { .cr = cr, .flipped = flipped };

	cairo_select_font_face(cr, FONT, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
	p.has_hanzi = font_has(cr, "帥");
	draw_ground(&p);
	draw_coordinates(&p);
	for (uint8_t square = 0; square < SQUARES; square++)
		if (board->at[square] != NO_PIECE)
			draw_piece(&p, file_x(&p, square_file(square)),
			    rank_y(&p, square_rank(square)), board->at[square]);
	if (last != NULL) {
		draw_mark(
		    cr, file_x(&p, square_file(last->from)), rank_y(&p, square_rank(last->from)));
		draw_mark(cr, file_x(&p, square_file(last->to)), rank_y(&p, square_rank(last->to)));
	}
}
