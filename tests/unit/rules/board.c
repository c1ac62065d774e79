/* SPDX-License-Identifier: ISC */
/*
 * The board: squares as text, placing, playing and taking back, exchanging.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rules/board.h"
#include "rules/movegen.h"
#include "unit/rules/mirror.h"

/* Seed 004's diagram, rank 10 first, in its letters. */
static const char *const start_ranks[RANKS] = { "rhegkgehr", ".........", ".c.....c.", "s.s.s.s.s",
	".........", ".........", "S.S.S.S.S", ".C.....C.", ".........", "RHEGKGEHR" };

static void
start_is_the_seeds(void **state)
{
	struct board board;

	(void)state;
	board_start(&board);
	for (int rank = 0; rank < RANKS; rank++)
		for (int file = 0; file < FILES; file++)
			assert_int_equal(piece_letter(board.at[square_at(file, rank)]),
			    start_ranks[RANKS - 1 - rank][file]);
	assert_int_equal(board.turn, RED);
	assert_int_equal(board.king[RED], square_at(4, 0));
	assert_int_equal(board.king[GREEN], square_at(4, 9));
}

static void
squares_are_read(void **state)
{
	static const struct {
		const char *text;
		int square; /* -1: none */
		int length;
	} cases[] = { { "A1", 0, 2 }, { "I1", 8, 2 }, { "a2", 9, 2 }, { "I10", 89, 3 },
		{ "i10", 89, 3 }, { "A10x", 81, 3 }, { "E5-E6", 40, 2 }, { "J1", -1, 0 },
		{ "A0", -1, 0 }, { "A11", -1, 0 }, { "A01", -1, 0 }, { "A100", -1, 0 },
		{ "A", -1, 0 }, { "", -1, 0 }, { "@1", -1, 0 }, { "1A", -1, 0 },
		{ "\1"
		  "1",
		    -1, 0 },
		{ "A-1", -1, 0 } };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *text = cases[i].text;
		uint8_t square = 77;
		bool read = square_read(&text, &square);

		if (read != (cases[i].square >= 0) || (read && square != cases[i].square) ||
		    text != cases[i].text + cases[i].length)
			fail_msg("%s: %d %d", cases[i].text, read, square);
	}
}

static void
squares_come_back(void **state)
{
	(void)state;
	for (uint8_t square = 0; square < SQUARES; square++) {
		char text[4];
		const char *p = text;
		uint8_t read;

		square_write(square, text);
		assert_true(square_read(&p, &read));
		assert_int_equal(read, square);
		assert_int_equal(*p, '\0');
	}
}

static void
moves_are_read(void **state)
{
	static const struct {
		const char *text;
		const char *want; /* NULL: no move */
	} cases[] = { { "B3-E3", "B3-E3" }, { "b3e3", "B3-E3" }, { "A10-I10", "A10-I10" },
		{ "a10i10", "A10-I10" }, { "a1a10", "A1-A10" }, { "B3E3", "B3-E3" },
		{ "B3 E3", NULL }, { "B3--E3", NULL }, { "B3-E3 ", NULL }, { "B3-", NULL },
		{ "B3", NULL }, { "", NULL }, { " B3-E3", NULL }, { "B3-J3", NULL } };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct move move;
		char text[8] = "";

		if (move_read(cases[i].text, &move))
			move_write(move, text);
		if (strcmp(text, cases[i].want ? cases[i].want : "") != 0)
			fail_msg("%s: %s", cases[i].text, text);
	}
}

static void
play(struct board *board, const char *text)
{
	struct move move;

	assert_true(move_read(text, &move));
	board_play(board, move);
}

static void
putting_is_bounded(void **state)
{
	struct board board, before;

	(void)state;
	board_start(&board);
	before = board;
	assert_false(board_put(&board, 40, piece_of(RED, ROOK)));
	assert_false(board_put(&board, 40, piece_of(GREEN, KING)));
	assert_false(board_put(&board, 40, piece_of(GREEN, SOLDIER)));
	assert_memory_equal(&board, &before, sizeof board);

	/* A refused piece does not push out the one that stands there … */
	assert_false(board_put(&board, 1, piece_of(RED, CANNON)));
	assert_true(board_equal(&board, &before));
	assert_int_equal(board.key, before.key);
	/* … and one of a kind may replace itself. */
	assert_true(board_put(&board, 0, piece_of(RED, ROOK)));
	assert_true(board_equal(&board, &before));
	assert_true(board_put(&board, 0, NO_PIECE));
	assert_true(board_put(&board, 0, NO_PIECE));
	assert_true(board_put(&board, 40, piece_of(RED, ROOK)));
	assert_int_equal(board.at[40], piece_of(RED, ROOK));
}

static void
key_tells_the_position(void **state)
{
	struct board start, there, back;

	(void)state;
	board_start(&start);
	there = start;
	play(&there, "B1-C3");
	assert_false(board_equal(&start, &there));
	assert_true(start.key != there.key);
	play(&there, "B10-C8");

	/* Same placement, other side to move. */
	back = there;
	board_set_turn(&back, GREEN);
	assert_false(board_equal(&back, &there));
	assert_true(back.key != there.key);
	board_set_turn(&back, RED);
	assert_true(back.key == there.key);

	/* The other order of moves comes to the same. */
	back = start;
	board_set_turn(&back, GREEN);
	play(&back, "B10-C8");
	play(&back, "B1-C3");
	board_set_turn(&back, RED);
	assert_true(board_equal(&back, &there));
	assert_true(back.key == there.key);

	play(&there, "C3-B1");
	play(&there, "C8-B10");
	assert_true(board_equal(&start, &there));
	assert_true(start.key == there.key);
}

static void
a_move_is_taken_back(void **state)
{
	struct board board, before;
	struct move move = { square_at(1, 2), square_at(1, 9) };
	uint8_t taken;

	(void)state;
	board_start(&board);
	before = board;
	taken = board_play(&board, move);
	assert_int_equal(taken, piece_of(GREEN, HORSE));
	assert_int_equal(board.turn, GREEN);
	assert_int_equal(board.at[move.from], NO_PIECE);
	assert_int_equal(board.at[move.to], piece_of(RED, CANNON));
	board_unplay(&board, move, taken);
	assert_memory_equal(&board, &before, sizeof board);

	move = (struct move){ square_at(4, 0), square_at(4, 1) };
	taken = board_play(&board, move);
	assert_int_equal(taken, NO_PIECE);
	assert_int_equal(board.king[RED], move.to);
	board_unplay(&board, move, taken);
	assert_memory_equal(&board, &before, sizeof board);
}

static void
what_cannot_be_played_stops(void **state)
{
	static const struct {
		const char *name, *moves;
		int want;
	} cases[] = {
		{ "from an empty point", "H3-E3 H10-G8 A2-A3", 2 },
		{ "the other side's", "H3-E3 B3-D3", 1 },
		{ "its own again", "H3-E3 E3-D3", 1 },
		{ "onto an own piece", "B1-A1", 0 },
		{ "onto a king", "E1-E10", 0 },
		{ "none of it", "H3-E3 H10-G8 E3-E7", 3 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct board board, stopped;
		struct move moves[8] = { 0 };
		char text[80], *rest = NULL;
		int count = 0;

		strcpy(text, cases[i].moves);
		for (char *word = strtok_r(text, " ", &rest); word != NULL;
		     word = strtok_r(NULL, " ", &rest))
			assert_true(move_read(word, &moves[count++]));
		board_start(&board);
		stopped = board;
		if (board_play_all(&stopped, moves, count, NULL) != cases[i].want)
			fail_msg("%s", cases[i].name);
		for (int ply = 0; ply < cases[i].want; ply++)
			board_play(&board, moves[ply]);
		assert_memory_equal(&stopped, &board, sizeof board);
	}
	for (int i = 0; i < 2; i++) {
		struct move outside = { i == 0 ? SQUARES : 0, i == 0 ? 0 : NO_SQUARE };
		struct board board;

		board_start(&board);
		assert_int_equal(board_play_all(&board, &outside, 1, NULL), 0);
	}
}

static void
mirrored_and_exchanged(void **state)
{
	struct board board, start, out;

	(void)state;
	board_start(&start);
	board_mirror(&out, &start);
	assert_true(board_equal(&out, &start));
	assert_true(out.key == start.key);

	board = start;
	play(&board, "B3-E3");
	board_mirror(&out, &board);
	assert_int_equal(out.at[square_at(4, 2)], piece_of(RED, CANNON));
	assert_int_equal(out.at[square_at(7, 2)], NO_PIECE);
	assert_int_equal(out.turn, GREEN);

	board_exchange(&out, &board);
	assert_int_equal(out.at[square_at(4, 7)], piece_of(GREEN, CANNON));
	assert_int_equal(out.at[square_at(1, 7)], NO_PIECE);
	assert_int_equal(out.turn, RED);
	assert_int_equal(out.king[RED], square_at(4, 0));

	/* Twice is nothing; and a board may be its own target. */
	board_exchange(&out, &out);
	assert_true(board_equal(&out, &board));
	assert_true(out.key == board.key);
	board_mirror(&out, &out);
	board_mirror(&out, &out);
	assert_true(board_equal(&out, &board));
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(start_is_the_seeds),
		cmocka_unit_test(squares_are_read), cmocka_unit_test(squares_come_back),
		cmocka_unit_test(moves_are_read), cmocka_unit_test(putting_is_bounded),
		cmocka_unit_test(key_tells_the_position), cmocka_unit_test(a_move_is_taken_back),
		cmocka_unit_test(what_cannot_be_played_stops),
		cmocka_unit_test(mirrored_and_exchanged) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
