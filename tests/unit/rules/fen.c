/* SPDX-License-Identifier: ISC */
/*
 * FEN: what is read, with which words the rest is refused, what is written.
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
#include "rules/movegen.h"
#include "rules/shape.h"
#include "unit/rules/table_moves.h"

#define START_PLACEMENT "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
/* What stands between the two ranks of kings. */
#define EMPTY_TO_HOME "/9/9/9/9/9/9/9/9/"

static void
read_and_written(void **state)
{
	static const struct {
		const char *fen, *want;
	} cases[] = {
		{ FEN_START, FEN_START },
		{ START_PLACEMENT, FEN_START },
		{ START_PLACEMENT " w", FEN_START },
		{ START_PLACEMENT " r", FEN_START },
		{ START_PLACEMENT " R - - 12 40", FEN_START },
		{ "  " START_PLACEMENT "\tw\r\n", FEN_START },
		{ START_PLACEMENT " b", START_PLACEMENT " b - - 0 1" },
		{ START_PLACEMENT " g - -", START_PLACEMENT " b - - 0 1" },
		{ "rheakaehr/9/1c5c1/s1s1s1s1s/9/9/S1S1S1S1S/1C5C1/9/RHEGKGEHR w", FEN_START },
		{ "rhbgkabnr/9/1c5c1/s1p1s1p1s/9/9/S1P1P1P1S/1C5C1/9/RNEAKGBHR w", FEN_START },
		{ "3k5/45/9/9/9/9/1111P4/9/9/4K4 w", "3k5/9/9/9/9/9/4P4/9/9/4K4 w - - 0 1" },
		/* As programs with pieces in hand, links and EPD write it. */
		{ START_PLACEMENT "[] w - - 0 1", FEN_START },
		{ START_PLACEMENT "[-] b", START_PLACEMENT " b - - 0 1" },
		{ START_PLACEMENT "[]", FEN_START },
		{ START_PLACEMENT "[]_w_-_-_0_1", FEN_START },
		{ START_PLACEMENT "_b_-_-_0_1", START_PLACEMENT " b - - 0 1" },
		{ START_PLACEMENT " b - - ; a title of more words", START_PLACEMENT " b - - 0 1" },
		{ START_PLACEMENT " black", START_PLACEMENT " b - - 0 1" },
		{ START_PLACEMENT " Red - - 0 1", FEN_START },
		{ "rnmakamnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNMAKAMNR w", FEN_START },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct board board;
		char out[FEN_SIZE];
		const char *wrong = fen_read(cases[i].fen, &board);

		if (wrong != NULL)
			fail_msg("%s: %s", cases[i].fen, wrong);
		fen_write(&board, 0, 1, out);
		assert_string_equal(out, cases[i].want);
	}
}

static void
start_is_the_start(void **state)
{
	struct board board, start;
	char out[FEN_SIZE];

	(void)state;
	board_start(&start);
	assert_null(fen_read(FEN_START, &board));
	assert_true(board_equal(&board, &start));
	assert_true(board.key == start.key);
	fen_write(&start, 2147483647, 2147483647, out);
	assert_string_equal(out, START_PLACEMENT " w - - 2147483647 2147483647");
}

static void
refused(void **state)
{
	static const struct {
		const char *fen, *want;
		bool lenient; /* fen_read_lenient takes it */
	} cases[] = {
		{ "", "no position", false },
		{ "  \n", "no position", false },
		{ "hehe", "a rank of fewer than nine points", false },
		{ "hello", "a letter that is no piece (RNBAKCP, rnbakcp)", false },
		{ "xyz", "a letter that is no piece (RNBAKCP, rnbakcp)", false },
		{ "3k5" EMPTY_TO_HOME "3K5x w", "a letter that is no piece (RNBAKCP, rnbakcp)",
		    false },
		{ "3k50" EMPTY_TO_HOME "4K4 w", "a letter that is no piece (RNBAKCP, rnbakcp)",
		    false },
		{ "3k6" EMPTY_TO_HOME "4K4 w", "a rank of more than nine points", false },
		{ "9k" EMPTY_TO_HOME "4K4 w", "a rank of more than nine points", false },
		{ "3k" EMPTY_TO_HOME "4K4 w", "a rank of fewer than nine points", false },
		{ "3k5/9/9/9/9/9/9/9/4K4 w", "fewer than ten ranks", false },
		{ "3k5/9" EMPTY_TO_HOME "4K4 w", "more than ten ranks", false },
		{ "9" EMPTY_TO_HOME "4K4 w", "no green king", false },
		{ "3k5" EMPTY_TO_HOME "9 w", "no red king", false },
		{ "3kk4" EMPTY_TO_HOME "4K4 w", "more than one green king", false },
		{ "3k5" EMPTY_TO_HOME "3KK4 w", "more than one red king", false },
		{ "rrrk5" EMPTY_TO_HOME "4K4 b", "more than two green rooks", false },
		{ "3k5/9/9/9/PPPPPP3/9/9/9/9/4K4 w", "more than five red soldiers", false },
		{ "3k5" EMPTY_TO_HOME "4K4[P] w", "pieces in hand", false },
		{ "3k5" EMPTY_TO_HOME "4K4[ w", "pieces in hand", false },
		{ "3k5[]" EMPTY_TO_HOME "4K4 w", "fewer than ten ranks", false },
		{ "3k5" EMPTY_TO_HOME "4K4 redd", "a side to move that is neither w nor b", false },
		{ "3k5" EMPTY_TO_HOME "4K4 x", "a side to move that is neither w nor b", false },
		{ "3k5" EMPTY_TO_HOME "4K4 wb", "a side to move that is neither w nor b", false },
		{ "3k5" EMPTY_TO_HOME "4K4 w - - 0 1 2", "more than six fields", false },

		{ "9/9/9/3k5/9/9/9/9/9/4K4 w", "a king outside its palace", false },
		{ "2k6" EMPTY_TO_HOME "4K4 w", "a king outside its palace", false },
		{ "3k5/9/9/9/9/9/9/9/9/6K2 w", "a king outside its palace", false },
		{ "3k5/9/9/9/9/9/9/9/2A6/4K4 w", "a guard outside its palace", true },
		{ "3k5/9/9/9/9/9/9/9/9/3aK4 w", "a guard outside its palace", true },
		{ "3k5/9/9/9/9/9/9/9/3A5/4K4 w", "a guard off the palace's diagonals", true },
		{ "3k5/9/9/9/2B6/9/9/9/9/4K4 w", "an elephant across the river", true },
		{ "3k5/9/9/9/9/2b6/9/9/9/4K4 w", "an elephant across the river", true },
		{ "3k5/9/9/9/9/9/9/2B6/9/4K4 w", "an elephant where none can come", true },
		{ "3k5/9/9/9/9/9/9/9/9/B3K4 w", "an elephant where none can come", true },
		{ "b2k5" EMPTY_TO_HOME "4K4 w", "an elephant where none can come", true },
		{ "3k5/9/9/9/9/9/9/P8/9/4K4 w", "a soldier where none can come", true },
		{ "3k5/9/9/9/9/9/1P7/9/9/4K4 w", "a soldier where none can come", true },
		{ "3k5/9/p8/9/9/9/9/9/9/4K4 w", "a soldier where none can come", true },
		{ "3k5/9/9/9/9/P8/P8/9/9/4K4 w", "two soldiers on one file before the river",
		    true },
		{ "3k5/9/9/p8/p8/9/9/9/9/4K4 w", "two soldiers on one file before the river",
		    true },
		{ "4k4" EMPTY_TO_HOME "4K4 w", "the kings face each other", true },
		{ "4k4/9/9/9/4R4/9/9/9/9/3K5 w", "green is in check, but red is to move", true },
		{ "3k5/9/9/9/4r4/9/9/9/9/4K4 b", "red is in check, but green is to move", true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct board board, before;
		const char *wrong;

		board_start(&board);
		before = board;
		wrong = fen_read(cases[i].fen, &board);
		if (wrong == NULL || strcmp(wrong, cases[i].want) != 0)
			fail_msg("%s: %s", cases[i].fen, wrong ? wrong : "read");
		assert_memory_equal(&board, &before, sizeof board);
		assert_int_equal(fen_read_lenient(cases[i].fen, &board) == NULL, cases[i].lenient);
	}
}

/* Marks what a red piece of that type comes to from the marked squares, alone. */
static void
walk_on(bool can[SQUARES], enum piece_type type)
{
	bool grew = true;

	while (grew) {
		grew = false;
		for (int i = 0; i < SQUARES * SQUARES; i++) {
			uint8_t from = (uint8_t)(i / SQUARES), to = (uint8_t)(i % SQUARES);
			struct board board;

			if (!can[from] || can[to])
				continue;
			board_clear(&board);
			board_put(&board, from, piece_of(RED, type));
			if (square_is_attacked(&board, to, RED))
				can[to] = grew = true;
		}
	}
}

static void
only_these_are_read(const bool can[SQUARES], enum piece_type type)
{
	for (uint8_t square = 0; square < SQUARES; square++) {
		struct board board;
		char fen[FEN_SIZE];

		board_clear(&board);
		board_put(&board, square_at(3, 1), piece_of(RED, KING));
		board_put(&board, square_at(5, 8), piece_of(GREEN, KING));
		board_set_turn(&board, GREEN);
		if (board.at[square] != NO_PIECE)
			continue;
		board_put(&board, square, piece_of(RED, type));
		fen_write(&board, 0, 1, fen);
		if ((fen_read(fen, &board) == NULL) != can[square])
			fail_msg("%s", fen);
	}
}

/* Where a piece may stand is where it can come from where it starts. */
static void
standing_is_coming(void **state)
{
	static const struct {
		enum piece_type type;
		const char *from[5];
	} cases[] = {
		{ ELEPHANT, { "C1", "G1" } },
		{ GUARD, { "D1", "F1" } },
		{ SOLDIER, { "A4", "C4", "E4", "G4", "I4" } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		bool can[SQUARES] = { false };

		for (int j = 0; j < 5 && cases[i].from[j] != NULL; j++) {
			const char *text = cases[i].from[j];
			uint8_t square = 0;

			assert_true(square_read(&text, &square));
			can[square] = true;
		}
		walk_on(can, cases[i].type);
		only_these_are_read(can, cases[i].type);
	}
}

/* The positions people published are read. */
static void
published(void **state)
{
	struct table table;
	int rows = 0;

	(void)state;
	if (!table_open_collected(&table, "asian-diagrams.tsv", 2))
		skip();
	table_names(&table);
	for (; table_next(&table); rows++) {
		struct board board, again;
		char out[FEN_SIZE];

		board_at(table.where, table.column[1], &board);
		fen_write(&board, 3, 7, out);
		board_at(table.where, out, &again);
		assert_true(board_equal(&board, &again));
	}
	assert_true(rows > 80);
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(read_and_written),
		cmocka_unit_test(start_is_the_start), cmocka_unit_test(refused),
		cmocka_unit_test(standing_is_coming), cmocka_unit_test(published) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
