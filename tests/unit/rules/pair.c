/* SPDX-License-Identifier: ISC */
/*
 * A position and its mirror image: one key for both.  Keys are stored: those below never change.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/fen.h"
#include "rules/pair.h"
#include "unit/rules/mirror.h"

/* A game: each position with the key under which databases have it. */
static const struct {
	const char *move;
	uint64_t key;
} game[] = {
	{ "the start", 0xcf319aa144df5e13 },
	{ "B3-E3", 0x1df4f2c36849fead },
	{ "H10-G8", 0x6818d484b1000327 },
	{ "B1-C3", 0x87d20c1edd17d61c },
	{ "I10-H10", 0x77b191c8940f4e76 },
	{ "A1-B1", 0x8c7c2edfc43c8f57 },
	{ "G7-G6", 0xe9f0bad48e3ceaf9 },
	{ "B1-B7", 0x73de1e943ba52551 },
	{ "B8-A8", 0x2d864df06ebb56d8 },
	{ "B7-C7", 0x9b6eeba214d25a21 },
	{ "B10-C8", 0xee82cde5cd9ba7ab },
	{ "C7-C6", 0x8e892828aa3f4dfc },
	{ "A8-A4", 0x4634230e9c335882 },
	{ "H1-G3", 0xa26cdbc84e967ade },
	{ "A10-B10", 0x599d6642b93c15d3 },
	{ "G4-G5", 0x49b3d77d51fe37df },
	{ "G6-G5", 0x0a3993c13a72fc9a },
	{ "G3-E4", 0x7cbf40fd68bceb88 },
	{ "A4-E4", 0x07fe2d54a9887d5d },
	{ "C3-E4", 0x3850293acaadd71e },
	{ "C10-E8", 0x43d2878a117bdb63 },
};

static void
keys_never_change(void **state)
{
	struct pair pair;
	struct board board;

	(void)state;
	board_start(&board);
	pair_set(&pair, &board);
	for (size_t i = 0; i < sizeof game / sizeof *game; i++) {
		struct move move;

		if (i > 0) {
			assert_true(move_read(game[i].move, &move));
			pair_play(&pair, move);
		}
		if ((uint64_t)pair_key(&pair) != game[i].key)
			fail_msg("after %s: 0x%016jx", game[i].move, (uintmax_t)pair_key(&pair));
	}
}

static void
both_have_one_key(void **state)
{
	struct pair pair, other;
	struct board board, mirror;

	(void)state;
	board_start(&board);
	pair_set(&pair, &board);
	pair_set(&other, &board);
	assert_true(pair_is_symmetric(&pair));
	for (size_t i = 1; i < sizeof game / sizeof *game; i++) {
		struct move move;

		move_read(game[i].move, &move);
		board_play(&board, move);
		pair_play(&pair, move);
		pair_play(&other, move_mirrored(move));
		board_mirror(&mirror, &board);
		assert_true(board_equal(&pair.board, &board));
		assert_true(board_equal(&pair.mirror, &mirror));
		assert_true(board_equal(&other.board, &mirror));
		assert_true(pair_key(&pair) == pair_key(&other));
		assert_true(pair_is_mirrored(&pair) != pair_is_mirrored(&other));
		assert_false(pair_is_symmetric(&pair));
		/* Set up anew it is the same. */
		pair_set(&other, &mirror);
		assert_true(pair_key(&pair) == pair_key(&other));
		board_set_turn(&mirror, side_other((enum side)mirror.turn));
		pair_set(&other, &mirror);
		assert_true(pair_key(&pair) != pair_key(&other));
		board_set_turn(&mirror, side_other((enum side)mirror.turn));
		pair_set(&other, &mirror);
	}
}

/* "rnb1/…" seen from the other side, each man of the other colour. */
static void
exchange(struct board *out, const struct board *board)
{
	board_clear(out);
	for (uint8_t square = 0; square < SQUARES; square++)
		if (board->at[square] != NO_PIECE)
			board_put(out, (uint8_t)(SQUARES - 1 - square),
			    piece_of(side_other(piece_side(board->at[square])),
				piece_type(board->at[square])));
	board_set_turn(out, side_other((enum side)board->turn));
}

static void
images_are_the_same(void **state)
{
	struct board board, image, turned;

	(void)state;
	board_start(&board);
	for (size_t i = 1; i < sizeof game / sizeof *game; i++) {
		struct board before = board;
		struct move move;

		move_read(game[i].move, &move);
		board_play(&board, move);
		board_mirror(&image, &board);
		exchange(&turned, &board);
		assert_true(pair_is_image(&board, &board));
		assert_true(pair_is_image(&board, &image) && pair_is_image(&image, &board));
		assert_true(pair_is_image(&board, &turned) && pair_is_image(&turned, &board));
		assert_true(pair_is_image(&image, &turned));
		assert_false(pair_is_image(&board, &before));
		board_set_turn(&image, side_other((enum side)image.turn));
		assert_false(pair_is_image(&board, &image));
		board_set_turn(&turned, side_other((enum side)turned.turn));
		assert_false(pair_is_image(&board, &turned));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_never_change),
		cmocka_unit_test(both_have_one_key),
		cmocka_unit_test(images_are_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
