/* SPDX-License-Identifier: ISC */
/*
 * Pictures of boards, read back by cairo (and so by libpng): form and size of the
 * file, and that the points show what stands there.  Beauty is for eyes.
 */
#include <cairo.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "rules/board.h"
#include "rules/fen.h"
#include "view/board_png.h"

struct shot {
	const char *bytes;
	size_t length, at;
	int width, height;
	unsigned char *pixels; /* red, green, blue */
};

static cairo_status_t
read_bytes(void *context, unsigned char *out, unsigned length)
{
	struct shot *shot = context;

	if (length > shot->length - shot->at)
		return CAIRO_STATUS_READ_ERROR;
	memcpy(out, shot->bytes + shot->at, length);
	shot->at += length;
	return CAIRO_STATUS_SUCCESS;
}

static void
take_style(struct arena *arena, struct shot *shot, const struct board *board,
    enum board_style style, bool flipped, const struct move *last)
{
	cairo_surface_t *surface;
	struct err err = { .text = "" };

	if (board_png(arena, board, style, flipped, last, &shot->bytes, &shot->length, &err) == -1)
		fail_msg("%s", err.text);
	shot->at = 0;
	surface = cairo_image_surface_create_from_png_stream(read_bytes, shot);
	assert_int_equal(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
	shot->width = cairo_image_surface_get_width(surface);
	shot->height = cairo_image_surface_get_height(surface);
	shot->pixels = arena_alloc(arena, (size_t)(3 * shot->width * shot->height));
	for (int i = 0; i < shot->width * shot->height; i++) {
		uint32_t pixel;

		memcpy(&pixel,
		    cairo_image_surface_get_data(surface) +
			i / shot->width * cairo_image_surface_get_stride(surface) +
			i % shot->width * 4,
		    sizeof pixel);
		for (int c = 0; c < 3; c++)
			shot->pixels[3 * i + c] = (unsigned char)(pixel >> (16 - 8 * c));
	}
	cairo_surface_destroy(surface);
}

static void
take(struct arena *arena, struct shot *shot, const struct board *board, bool flipped,
    const struct move *last)
{
	take_style(arena, shot, board, BOARD_CLASSIC, flipped, last);
}

/* The mean brightness of three pixels; places are fractions of the board's
 * spacing, seen from the picture's upper left crossing. */
static int
brightness(const struct shot *shot, double column, double row)
{
	int cell = (shot->height - shot->width) > 0 ? shot->height - shot->width : 1;
	int x = (int)((shot->width - 8 * cell) / 2 + column * cell);
	int y = (int)((shot->height - 9 * cell) / 2 + row * cell);
	int sum = 0;

	for (int dy = -1; dy <= 1; dy++) {
		const unsigned char *at = shot->pixels + 3 * ((y + dy) * shot->width + x);

		sum += at[0] * 3 + at[1] * 6 + at[2];
	}
	return sum / 30;
}

enum color { BLUE, ORANGE, BROWN };

static bool
is_of(const unsigned char *pixel, enum color color)
{
	int red = pixel[0], green = pixel[1], blue = pixel[2];

	return color == BLUE ? blue > red + 60 :
	    color == ORANGE  ? red > 220 && green < 110 && blue < 40 :
			       red < 130 && red > green && green > blue + 10;
}

/* How many of that colour there are, in the rows of points from `top` up to `bottom`. */
static int
count(const struct shot *shot, enum color color, int top, int bottom)
{
	int found = 0;

	for (int i = top * shot->width; i < bottom * shot->width; i++)
		found += is_of(&shot->pixels[3 * i], color);
	return found;
}

static void
is_a_small_png_with_a_palette(void **state)
{
	struct arena *arena = arena_new();
	struct board board;
	struct shot shot, again;
	struct move last = { .from = 0, .to = 0 };

	(void)state;
	board_start(&board);
	for (int i = 0; i < 4; i++) {
		take(arena, &shot, &board, i & 1, i & 2 ? &last : NULL);
		assert_in_range(shot.length, 1000, 12 * 1024);
		assert_memory_equal(shot.bytes, "\x89PNG\r\n\x1a\n", 8);
		assert_int_equal(shot.bytes[25], 3);
		assert_int_equal(shot.width, BOARD_PNG_WIDTH);
		assert_int_equal(shot.height, BOARD_PNG_HEIGHT);
		take(arena, &again, &board, i & 1, i & 2 ? &last : NULL);
		assert_int_equal(shot.length, again.length);
		assert_memory_equal(shot.bytes, again.bytes, shot.length);
	}
	arena_free(arena);
}

/* All pieces, each anywhere: nothing in a row of points is as in another. */
static void
stays_small_however_pieces_stand(void **state)
{
	static const enum board_style styles[] = { BOARD_CLASSIC, BOARD_HANZI, BOARD_SIMPLIFIED,
		BOARD_LETTERS };
	struct arena *arena = arena_new();
	struct board start, board;
	uint32_t random = 20;

	(void)state;
	board_start(&start);
	for (int i = 0; i < 100; i++) {
		uint8_t places[SQUARES];
		struct shot shot;
		struct move last;
		int count = 0;

		for (uint8_t at = 0; at < SQUARES; at++) {
			uint32_t other = (random = random * 1664525 + 1013904223) % (at + 1U);

			places[at] = places[other];
			places[other] = at;
		}
		board_clear(&board);
		for (uint8_t at = 0; at < SQUARES; at++)
			if (start.at[at] != NO_PIECE)
				board_put(&board, places[count++], start.at[at]);
		last = (struct move){ .from = places[count], .to = places[i % count] };
		take_style(arena, &shot, &board, styles[i % 4], i & 4, &last);
		if (shot.length > 12 * 1024 || shot.width < 460)
			fail_msg("board %d: %zu bytes, %d wide", i, shot.length, shot.width);
		arena_clear(arena);
	}
	arena_free(arena);
}

/* Between the rings of a disc, right of the crossing. */
#define BESIDE 0.40
#define BELOW  0.05 /* the line, but above the frame */

static void
tells_sides_apart_in_grey(void **state)
{
	struct arena *arena = arena_new();
	struct board board;
	struct shot shot;

	(void)state;
	board_start(&board);
	take(arena, &shot, &board, false, NULL);
	for (int column = 0; column < FILES; column++) {
		assert_true(brightness(&shot, column + BESIDE, 9) > 140);
		assert_true(brightness(&shot, column + BESIDE, 0) < 110);
	}
	take(arena, &shot, &board, true, NULL);
	for (int column = 0; column < FILES; column++) {
		assert_true(brightness(&shot, column + BESIDE, 0) > 140);
		assert_true(brightness(&shot, column + BESIDE, 9) < 110);
	}
	arena_free(arena);
}

static void
marks_both_ends(void **state)
{
	struct arena *arena = arena_new();
	struct board board;
	struct move last;
	struct shot shot;
	int from_row, to_row;

	(void)state;
	board_start(&board);
	take(arena, &shot, &board, false, NULL);
	assert_int_equal(count(&shot, BLUE, 0, shot.height), 0);
	assert_true(move_read("H3-H8", &last)); /* to an empty row's height and a piece */
	take(arena, &shot, &board, false, &last);
	from_row = shot.height * 8 / 11;
	to_row = shot.height * 3 / 11;
	assert_in_range(count(&shot, BLUE, from_row - 40, from_row + 60), 200, 2000);
	assert_in_range(count(&shot, BLUE, to_row - 60, to_row + 60), 200, 2000);
	arena_free(arena);
}

static void
marks_a_king_in_check(void **state)
{
	static const struct {
		const char *name, *fen;
		bool red, green;
	} cases[] = {
		{ "nobody", "4k4/9/9/9/4p4/9/9/9/9/3K5 w", false, false },
		{ "Green", "4k4/9/9/9/4R4/9/9/9/9/3K5 b", false, true },
		{ "Red, to move", "3k5/9/9/9/4r4/9/9/9/9/4K4 w", true, false },
	};
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct board board;
		struct shot shot;

		assert_null(fen_read_lenient(cases[i].fen, &board));
		take(arena, &shot, &board, false, NULL);
		if ((count(&shot, ORANGE, 0, shot.height / 2) > 200) != cases[i].green ||
		    (count(&shot, ORANGE, shot.height / 2, shot.height) > 200) != cases[i].red)
			fail_msg("%s", cases[i].name);
	}
	arena_free(arena);
}

/* Brown points where the words are: halfway between two files, amid the river. */
static int
word_points(const struct shot *shot)
{
	static const double columns[] = { 1.5, 2.5, 5.5, 6.5 };
	int cell = shot->height - shot->width, found = 0;

	for (int i = 0; i < 4; i++) {
		int x = shot->width / 2 + (int)((columns[i] - 4) * cell);

		for (int dy = -12; dy <= 12; dy++)
			for (int dx = -12; dx <= 12; dx++)
				found += is_of(
				    &shot->pixels[3 *
					((shot->height / 2 + dy) * shot->width + x + dx)],
				    BROWN);
	}
	return found;
}

/* Full banks, with each piece marked in turn, take nothing away. */
static void
leaves_the_river_its_words(void **state)
{
	struct arena *arena = arena_new();
	struct board board;
	struct shot shot;
	struct move last;
	int words;

	(void)state;
	if (board_font() == NULL)
		skip();
	board_clear(&board);
	take(arena, &shot, &board, false, NULL);
	words = word_points(&shot);
	assert_true(words > 200);
	assert_null(fen_read_lenient("4k4/9/9/9/rcnpprcnp/RCNPPRCNP/9/9/9/3K5 w", &board));
	for (uint8_t square = 4 * FILES; square < 6 * FILES; square++) {
		last.from = last.to = square;
		take(arena, &shot, &board, false, &last);
		assert_int_equal(word_points(&shot), words);
		arena_clear(arena);
	}
	arena_free(arena);
}

/* The styles are not one picture; without the hanzi they may be. */
static void
has_styles(void **state)
{
	static const enum board_style styles[] = { BOARD_CLASSIC, BOARD_HANZI, BOARD_SIMPLIFIED,
		BOARD_LETTERS };
	struct arena *arena = arena_new();
	struct board board;
	struct shot shot[4];

	(void)state;
	if (board_font() == NULL)
		skip();
	board_start(&board);
	for (int i = 0; i < 4; i++) {
		assert_true(board_png_has(styles[i]));
		take_style(arena, &shot[i], &board, styles[i], false, NULL);
		for (int j = 0; j < i; j++)
			assert_memory_not_equal(shot[i].pixels, shot[j].pixels,
			    (size_t)(3 * shot[i].width * shot[i].height));
	}
	assert_false(board_png_has(BOARD_UNICODE));
	arena_free(arena);
}

/* More boards than are kept, twice: what is found again is what was drawn. */
static void
keeps_the_right_picture(void **state)
{
	struct arena *arena = arena_new();
	struct err err;
	const char *bytes[40];
	size_t length[40], again;

	(void)state;
	for (int i = 0; i < 120; i++) {
		/* Each, then only the last few, which are kept, then each. */
		int which = i < 40 || i >= 80 ? i % 40 : 30 + i % 10;
		struct board board;
		const char *png;

		board_clear(&board);
		board_put(&board, (uint8_t)which, piece_of(RED, ROOK));
		assert_int_equal(
		    board_png(arena, &board, BOARD_HANZI, which % 2, NULL, &png, &again, &err), 0);
		if (i < 40) {
			bytes[which] = png;
			length[which] = again;
		}
		assert_int_equal(length[which], again);
		assert_memory_equal(bytes[which], png, again);
		for (int j = 0; i >= 40 && j < 40; j++)
			assert_true(
			    j == which || length[j] != again || memcmp(bytes[j], png, again) != 0);
	}
	arena_free(arena);
}

/* Every point draws its piece where the point is, and nowhere else. */
static void
puts_pieces_on_their_points(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (uint8_t square = 0; square < SQUARES; square++) {
		struct board board;
		struct shot shot, flipped;
		int column = square_file(square), row = RANKS - 1 - square_rank(square);

		board_clear(&board);
		board_put(&board, square, piece_of(GREEN, ROOK));
		take(arena, &shot, &board, false, NULL);
		take(arena, &flipped, &board, true, NULL);
		assert_true(brightness(&shot, column + BESIDE, row + BELOW) < 110);
		assert_true(brightness(&flipped, 8 - column + BESIDE, 9 - row + BELOW) < 110);
		if (column != 4)
			assert_true(brightness(&shot, 8 - column + BESIDE, row + BELOW) > 140);
		arena_clear(arena);
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(is_a_small_png_with_a_palette),
		cmocka_unit_test(stays_small_however_pieces_stand),
		cmocka_unit_test(tells_sides_apart_in_grey),
		cmocka_unit_test(marks_both_ends),
		cmocka_unit_test(marks_a_king_in_check),
		cmocka_unit_test(leaves_the_river_its_words),
		cmocka_unit_test(has_styles),
		cmocka_unit_test(keeps_the_right_picture),
		cmocka_unit_test(puts_pieces_on_their_points),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
