/* SPDX-License-Identifier: ISC */
/*
 * The picture of a board, drawn by cairo and encoded by libpng (board_png.h).
 *
 * Red discs are light with a double ring, Green discs dark with none, so that they
 * differ in grey too.  The words in the river are small enough for the
 * space between four discs: no piece hides them.  Where no font has hanzi the
 * discs carry seed 004's letters; nothing else depends on the fonts there are.
 *
 * The palette is fixed: the inks, and a shade between two that touch.  Each point
 * takes the nearest of them, since every further shade costs bytes.
 */
#include "view/board_png.h"

#include <cairo.h>
#include <math.h>
#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "rules/movegen.h"

#define LETTER_FONT "DejaVu Sans"
#define KEPT_MAX    16

/* Lengths, in points of the finest picture. */
#define CELL   60 /* from file to file, rank to rank */
#define EDGE   50 /* from the picture's edge to the A file and the first rank */
#define RIGHT  (BOARD_PNG_WIDTH - EDGE)
#define BOTTOM (BOARD_PNG_HEIGHT - EDGE)
#define DISC   27.5 /* radius */
#define RING   29.5 /* radius of a ring around it */
#define RIVER  18   /* size of its words */
#define LABEL  18
#define TENTHS 10 /* of these lengths, where lines stay on whole points ... */
#define FEWEST 8  /* ... in the coarsest picture */

enum ink { WOOD, LINE, IVORY, RED_INK, GREEN_INK, MARK, ALARM, INKS };

static const png_color palette[] = { [WOOD] = { 0xf0, 0xd5, 0x9e },
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
#define COLORS (sizeof palette / sizeof palette[0])

/* The first that is there and has the hanzi. */
static const char *const fonts[] = { "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Noto Sans CJK TC",
	"Noto Sans CJK SC", "Noto Serif CJK TC", "Noto Serif CJK SC", "Source Han Sans TC",
	"Source Han Sans SC", "AR PL UMing TW", "AR PL UKai TW", "Droid Sans Fallback",
	"PingFang TC", "Heiti TC" };

/* What makes pictures differ. */
struct key {
	uint8_t at[SQUARES];
	uint8_t style, flipped, from, to;
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
set_ink(cairo_t *cr, enum ink ink)
{
	const png_color *color = &palette[ink];

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
board_png_font(void)
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

	for (size_t i = 0; board_png_font() != NULL && i < sizeof river / sizeof *river; i++) {
		set_font(cr, board_png_font(), false);
		draw_text(
		    cr, EDGE + ((double)i + 1.5) * CELL, BOARD_PNG_HEIGHT / 2.0, RIVER, river[i]);
	}
	set_font(cr, LETTER_FONT, false);
	for (int file = 0; file < FILES; file++) {
		const char text[] = { (char)('A' + file), '\0' };
		int x = EDGE + CELL * (flipped ? FILES - 1 - file : file);

		draw_text(cr, x, 13, LABEL, text);
		draw_text(cr, x, BOARD_PNG_HEIGHT - 13, LABEL, text);
	}
	for (int rank = 0; rank < RANKS; rank++) {
		int y = EDGE + CELL * (flipped ? rank : RANKS - 1 - rank);

		draw_text(cr, 13, y, LABEL, ranks[rank]);
		draw_text(cr, BOARD_PNG_WIDTH - 13, y, LABEL, ranks[rank]);
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
	if (style == BOARD_LETTERS || board_png_font() == NULL) {
		set_font(cr, LETTER_FONT, true);
		draw_text(cr, x, y, 28, letter);
		return;
	}
	set_font(cr, board_png_font(), true);
	draw_text(cr, x, is_both ? y - 4.5 : y, is_both ? 26 : 32,
	    style == BOARD_SIMPLIFIED ? piece_simplified(piece) : piece_hanzi(piece));
	if (is_both) {
		set_font(cr, LETTER_FONT, true);
		draw_text(cr, x, y + 15, 13, letter);
	}
}

static void
draw_board(cairo_t *cr, const struct board *board, const struct key *key)
{
	set_ink(cr, LINE);
	draw_lines(cr);
	draw_labels(cr, key->flipped);
	for (uint8_t square = 0; square < SQUARES; square++) {
		uint8_t piece = board->at[square];
		int file = square_file(square), rank = square_rank(square);
		int x = EDGE + CELL * (key->flipped ? FILES - 1 - file : file);
		int y = EDGE + CELL * (key->flipped ? rank : RANKS - 1 - rank);
		bool is_checked = piece != NO_PIECE && piece_type(piece) == KING &&
		    side_in_check(board, piece_side(piece));
		bool is_ringed = is_checked || square == key->to;

		if (piece != NO_PIECE && is_ringed)
			draw_circle(cr, x, y, RING, is_checked ? ALARM : MARK);
		if (piece != NO_PIECE)
			draw_piece(cr, x, y, is_ringed ? DISC - 2.5 : DISC,
			    (enum board_style)key->style, piece);
		if (square == key->from) {
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

	for (int i = 0; i < (int)COLORS; i++) {
		int r = (int)(point >> 16 & 0xff) - palette[i].red;
		int g = (int)(point >> 8 & 0xff) - palette[i].green;
		int b = (int)(point & 0xff) - palette[i].blue;
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
encode(cairo_surface_t *drawing, png_structp png, png_infop info, struct kept *picture)
{
	const uint8_t *row = cairo_image_surface_get_data(drawing);
	int width = cairo_image_surface_get_width(drawing);
	int height = cairo_image_surface_get_height(drawing);
	uint8_t points[BOARD_PNG_WIDTH];

	if (png == NULL || info == NULL || setjmp(png_jmpbuf(png)) != 0)
		return -1;
	picture->length = 0;
	png_set_write_fn(png, picture, add_bytes, NULL);
	png_set_compression_level(png, 9);
	png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 4, PNG_COLOR_TYPE_PALETTE,
	    PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	png_set_PLTE(png, info, palette, COLORS);
	png_write_info(png, info);
	png_set_packing(png);
	for (int y = 0; y < height; y++) {
		take_points(
		    row + (ptrdiff_t)y * cairo_image_surface_get_stride(drawing), width, points);
		png_write_row(png, points);
	}
	png_write_end(png, info);
	return 0;
}

/* So many tenths as fine as the finest. */
static int
make_picture(const struct board *board, int tenths, struct kept *picture)
{
	cairo_t *cr = begin(BOARD_PNG_WIDTH * tenths / TENTHS, BOARD_PNG_HEIGHT * tenths / TENTHS);
	png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, give_up, NULL);
	png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
	int result = -1;

	cairo_scale(cr, (double)tenths / TENTHS, (double)tenths / TENTHS);
	draw_board(cr, board, &picture->key);
	if (cairo_status(cr) == CAIRO_STATUS_SUCCESS) {
		cairo_surface_flush(cairo_get_target(cr));
		result = encode(cairo_get_target(cr), png, info, picture);
	}
	png_destroy_write_struct(&png, &info);
	cairo_destroy(cr);
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
	struct key key = { .style = board_png_has(style) ? (uint8_t)style : BOARD_CLASSIC,
		.flipped = flipped,
		.from = last != NULL ? last->from : NO_SQUARE,
		.to = last != NULL ? last->to : NO_SQUARE };
	struct kept *picture;

	memcpy(key.at, board->at, sizeof key.at);
	picture = find_kept(&key);
	for (int tenths = TENTHS; picture->used == 0; tenths--) {
		if (tenths < FEWEST)
			return err_set(err, "cannot draw a picture");
		if (make_picture(board, tenths, picture) == 0)
			break;
	}
	picture->used = ++uses;
	*bytes = memcpy(arena_alloc(arena, picture->length), picture->bytes, picture->length);
	*length = picture->length;
	return 0;
}
