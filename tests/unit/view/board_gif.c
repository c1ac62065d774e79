/* SPDX-License-Identifier: ISC */
/*
 * Films of games, read back by giflib and put together as a program that shows them does: each
 * frame is the board as it is drawn alone.
 */
#include <gif_lib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "rules/board.h"
#include "view/board_draw.h"
#include "view/board_gif.h"

#define PLIES_MAX 400

struct game {
	struct board start;
	struct move moves[PLIES_MAX];
	int count;
};

struct source {
	const char *bytes;
	size_t length, at;
};

static int
read_bytes(GifFileType *gif, GifByteType *out, int length)
{
	struct source *source = gif->UserData;
	size_t left = source->length - source->at;
	size_t taken = (size_t)length < left ? (size_t)length : left;

	memcpy(out, source->bytes + source->at, taken);
	source->at += taken;
	return (int)taken;
}

/* 320 plies, by people's programs. */
static void
read_game(struct game *game)
{
	FILE *file = fopen("tests/data/long-game.txt", "r");
	char word[16];

	assert_non_null(file);
	board_start(&game->start);
	game->count = 0;
	while (fscanf(file, "%15s", word) == 1) {
		int from = 0, to = 0, ranks[2];
		char files[2];

		assert_int_equal(
		    sscanf(word, "%c%d-%c%d", &files[0], &ranks[0], &files[1], &ranks[1]), 4);
		from = square_at(files[0] - 'A', ranks[0] - 1);
		to = square_at(files[1] - 'A', ranks[1] - 1);
		game->moves[game->count++] = (struct move){ (uint8_t)from, (uint8_t)to };
	}
	fclose(file);
	assert_int_equal(game->count, 320);
}

static GifFileType *
film(struct arena *arena, const struct game *game, int count, enum board_style style, bool flipped,
    size_t *length)
{
	struct source *source = arena_alloc(arena, sizeof *source);
	GifFileType *gif;
	struct err err;
	int why;

	assert_int_equal(board_gif(arena, &game->start, game->moves, count, style, flipped,
			     &source->bytes, &source->length, &err),
	    0);
	*length = source->length;
	gif = DGifOpen(source, read_bytes, &why);
	assert_non_null(gif);
	assert_int_equal(DGifSlurp(gif), GIF_OK);
	assert_int_equal(source->at, source->length);
	return gif;
}

static void
put_frame(const GifFileType *gif, int number, uint8_t *points)
{
	const SavedImage *image = &gif->SavedImages[number];
	GraphicsControlBlock control;
	const GifImageDesc *at = &image->ImageDesc;

	assert_int_equal(DGifSavedExtensionToGCB((GifFileType *)gif, number, &control), GIF_OK);
	assert_int_equal(control.DisposalMode, DISPOSE_DO_NOT);
	for (int y = 0; y < at->Height; y++)
		for (int x = 0; x < at->Width; x++) {
			int point = image->RasterBits[y * at->Width + x];

			if (point != control.TransparentColor)
				points[(at->Top + y) * gif->SWidth + at->Left + x] = (uint8_t)point;
		}
}

static void
shows_each_board(void **state)
{
	static const enum board_style styles[] = { BOARD_CLASSIC, BOARD_HANZI, BOARD_LETTERS };
	struct arena *arena = arena_new();
	struct game game;

	(void)state;
	read_game(&game);
	for (int which = 0; which < 3; which++) {
		struct look look = { (uint8_t)styles[which], which == 1, NO_SQUARE, NO_SQUARE };
		struct board board = game.start;
		size_t length;
		GifFileType *gif = film(arena, &game, 100, styles[which], which == 1, &length);
		size_t points = (size_t)(gif->SWidth * gif->SHeight);
		uint8_t *shown = arena_alloc(arena, points), *want = arena_alloc(arena, points);

		assert_int_equal(gif->ImageCount, 101);
		assert_int_equal(gif->SWidth, BOARD_WIDTH(6));
		assert_int_equal(gif->SHeight, BOARD_HEIGHT(6));
		for (int i = 0; i <= 100; i++) {
			if (i > 0) {
				board_play(&board, game.moves[i - 1]);
				look.from = game.moves[i - 1].from;
				look.to = game.moves[i - 1].to;
			}
			put_frame(gif, i, shown);
			assert_true(board_draw(&board, &look, 6, want));
			if (memcmp(shown, want, points) != 0)
				fail_msg("frame %d of style %d is another board", i, which);
		}
		DGifCloseFile(gif, NULL);
	}
	arena_free(arena);
}

/* The palette is that of the drawing, and no point has a colour beyond it. */
static void
has_the_colours_of_the_drawing(void **state)
{
	struct arena *arena = arena_new();
	struct game game;
	size_t length;
	GifFileType *gif;

	(void)state;
	read_game(&game);
	gif = film(arena, &game, 5, BOARD_CLASSIC, false, &length);
	for (int i = 0; i < BOARD_COLORS; i++) {
		assert_int_equal(gif->SColorMap->Colors[i].Red, board_palette[i].red);
		assert_int_equal(gif->SColorMap->Colors[i].Green, board_palette[i].green);
		assert_int_equal(gif->SColorMap->Colors[i].Blue, board_palette[i].blue);
	}
	for (int i = 0; i < gif->SWidth * gif->SHeight; i++)
		assert_true(gif->SavedImages[0].RasterBits[i] < BOARD_COLORS);
	DGifCloseFile(gif, NULL);
	arena_free(arena);
}

static void
is_small_and_plays_again(void **state)
{
	static const char loop[] = "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00";
	struct arena *arena = arena_new();
	const char *bytes, *again;
	size_t length, same;
	struct game game;
	struct err err;
	GraphicsControlBlock control[2];
	GifFileType *gif;

	(void)state;
	read_game(&game);
	/* 80 moves of each side. */
	gif = film(arena, &game, 160, BOARD_CLASSIC, false, &length);
	assert_in_range(length, 20000, 300 * 1024);
	DGifSavedExtensionToGCB(gif, 159, &control[0]);
	DGifSavedExtensionToGCB(gif, 160, &control[1]);
	assert_true(control[1].DelayTime > 2 * control[0].DelayTime);
	DGifCloseFile(gif, NULL);
	assert_int_equal(board_gif(arena, &game.start, game.moves, 160, BOARD_CLASSIC, false,
			     &bytes, &length, &err),
	    0);
	assert_non_null(memmem(bytes, 1000, loop, sizeof loop - 1));
	assert_int_equal(board_gif(arena, &game.start, game.moves, 160, BOARD_CLASSIC, false,
			     &again, &same, &err),
	    0);
	assert_int_equal(length, same);
	assert_memory_equal(bytes, again, length);
	arena_free(arena);
}

/* Nothing was played, or nothing looks different after it. */
static void
takes_a_game_without_moves(void **state)
{
	struct arena *arena = arena_new();
	struct game game;
	size_t length;
	GifFileType *gif;

	(void)state;
	read_game(&game);
	gif = film(arena, &game, 0, BOARD_UNICODE, false, &length);
	assert_int_equal(gif->ImageCount, 1);
	DGifCloseFile(gif, NULL);
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shows_each_board),
		cmocka_unit_test(has_the_colours_of_the_drawing),
		cmocka_unit_test(is_small_and_plays_again),
		cmocka_unit_test(takes_a_game_without_moves),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
