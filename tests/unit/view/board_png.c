/* SPDX-License-Identifier: ISC */
/*
 * Pictures of boards, read back by libpng: form and size of the file, and that
 * the points show what stands there.  Beauty is for eyes.
 */
#include <png.h>
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
#include "view/board_png.h"

struct shot {
	const char *bytes;
	size_t length;
	int width, height;
	unsigned char *pixels; /* red, green, blue */
};

static void
take(struct arena *arena, struct shot *shot, const struct board *board, bool flipped,
    const struct move *last)
{
	png_image image = { .version = PNG_IMAGE_VERSION };
	struct err err = { .text = "" };

	if (board_png(arena, board, flipped, last, &shot->bytes, &shot->length, &err) == -1)
		fail_msg("%s", err.text);
	assert_true(png_image_begin_read_from_memory(&image, shot->bytes, shot->length));
	image.format = PNG_FORMAT_RGB;
	shot->width = (int)image.width;
	shot->height = (int)image.height;
	shot->pixels = arena_alloc(arena, PNG_IMAGE_SIZE(image));
	assert_true(png_image_finish_read(&image, NULL, shot->pixels, 0, NULL));
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

static int
blue_pixels(const struct shot *shot)
{
	int count = 0;

	for (int i = 0; i < shot->width * shot->height; i++)
		count += shot->pixels[3 * i + 2] > shot->pixels[3 * i] + 60;
	return count;
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
		assert_in_range(shot.length, 1000, BOARD_PNG_MAX);
		assert_memory_equal(shot.bytes, "\x89PNG\r\n\x1a\n", 8);
		assert_int_equal(shot.bytes[25], PNG_COLOR_TYPE_PALETTE);
		assert_in_range(shot.width, 400, 480);
		take(arena, &again, &board, i & 1, i & 2 ? &last : NULL);
		assert_int_equal(shot.length, again.length);
		assert_memory_equal(shot.bytes, again.bytes, shot.length);
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
	int one;

	(void)state;
	board_start(&board);
	take(arena, &shot, &board, false, NULL);
	assert_int_equal(blue_pixels(&shot), 0);
	last.from = last.to = 0;
	take(arena, &shot, &board, false, &last);
	one = blue_pixels(&shot);
	assert_true(one > 50);
	last.to = 40;
	take(arena, &shot, &board, false, &last);
	assert_in_range(blue_pixels(&shot), one * 2 - 20, one * 2 + 20);
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
		cmocka_unit_test(tells_sides_apart_in_grey),
		cmocka_unit_test(marks_both_ends),
		cmocka_unit_test(puts_pieces_on_their_points),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
