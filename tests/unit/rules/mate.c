/* SPDX-License-Identifier: ISC */
/*
 * Forced mates.  What is wanted is what fairy-stockfish says of each position (xiangqi, MultiPV 4):
 * in how many moves, and whether the second-best move takes longer.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rules/fen.h"
#include "rules/mate.h"
#include "rules/movegen.h"

static const struct {
	const char *fen;
	int distance;     /* 0: more than three */
	int by_checks;    /* … if each move is a check */
	const char *only; /* the only move that is so quick; "": there are several */
} positions[] = {
	{ FEN_START, 0, 0, "" },
	/* From games of masters. */
	{ "3k1a3/1R5C1/4ba2b/p5N1p/9/9/4P3P/2nrB3B/6C2/c3KA3 w - - 0 1", 3, 3, "G7-E8" },
	{ "2ba1k3/4a1R2/9/p7p/4C1p2/P2p5/4c3P/1N3A3/1cNn3r1/2BAK1B2 b - - 0 1", 2, 2, "D2-F3" },
	{ "1Cbaka3/9/4N4/4p1n1p/9/p2n5/4P3P/3AB4/9/1cBAK4 w - - 0 1", 2, 2, "E8-C9" },
	{ "3akaR2/9/3r5/p7p/9/P8/5R2P/2r3N1B/4Ac3/2BAK4 b - - 0 1", 2, 2, "D8-D1" },
	/* Stalemate loses, too: no check, and yet the end. */
	{ "3k5/9/3P5/9/9/9/9/9/9/4K4 w - - 0 1", 1, 1, "E1-E2" },
	{ "3k5/9/9/3P5/9/9/9/9/9/4K4 w - - 0 1", 1, 1, "D7-D8" },
	{ "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", 1, 1, "" },
	/* No soldier can check yet. */
	{ "5k3/9/9/4P4/9/9/9/9/9/3K5 w - - 0 1", 3, 0, "" },
};
#define POSITIONS (sizeof positions / sizeof *positions)

static void
distances(void **state)
{
	(void)state;
	for (size_t i = 0; i < POSITIONS; i++) {
		struct board board, before;
		struct move moves[MOVES_MAX], only;
		int distance = positions[i].distance;

		assert_null(fen_read(positions[i].fen, &board));
		before = board;
		assert_int_equal(mate_distance(&board, MATE_MAX), distance);
		assert_int_equal(mate_distance_by_checks(&board, MATE_MAX), positions[i].by_checks);
		assert_memory_equal(&before, &board, sizeof board);
		if (distance > 1)
			assert_int_equal(mate_distance(&board, distance - 1), 0);
		if (distance == 0)
			continue;
		if (positions[i].only[0] == '\0') {
			assert_true(mate_moves(&board, distance, moves) > 1);
			continue;
		}
		assert_int_equal(mate_moves(&board, distance, moves), 1);
		assert_true(move_read(positions[i].only, &only));
		assert_true(move_equal(moves[0], only));
	}
}

/* The line of each puzzle is played, and every reply is tried. */
static void
lines(void **state)
{
	(void)state;
	for (size_t i = 0; i < POSITIONS; i++) {
		struct board board;
		struct move line[MATE_PLIES];
		int moves = positions[i].distance;

		assert_null(fen_read(positions[i].fen, &board));
		assert_false(mate_line(&board, moves == 3 ? 2 : 3, line));
		if (moves < 2 || positions[i].only[0] == '\0') {
			assert_false(moves > 1 && mate_line(&board, moves, line));
			continue;
		}
		assert_true(mate_line(&board, moves, line));
		for (int ply = 0; ply < 2 * moves - 1; ply++) {
			assert_true(move_is_legal(&board, line[ply]));
			board_play(&board, line[ply]);
		}
		assert_false(moves_any(&board));
	}
}

/* What the attacked side can do after a right move, and after a wrong one. */
static void
defences(void **state)
{
	static const struct {
		const char *fen, *move;
		int left;
		bool is_met;
	} tries[] = {
		{ "1Cbaka3/9/4N4/4p1n1p/9/p2n5/4P3P/3AB4/9/1cBAK4 w - - 0 1", "E8-C9", 1, false },
		{ "1Cbaka3/9/4N4/4p1n1p/9/p2n5/4P3P/3AB4/9/1cBAK4 w - - 0 1", "E8-G7", 1, true },
		{ "3akaR2/9/3r5/p7p/9/P8/5R2P/2r3N1B/4Ac3/2BAK4 b - - 0 1", "D8-D1", 1, false },
		{ "3akaR2/9/3r5/p7p/9/P8/5R2P/2r3N1B/4Ac3/2BAK4 b - - 0 1", "D8-F8", 1, true },
		{ "3k1a3/1R5C1/4ba2b/p5N1p/9/9/4P3P/2nrB3B/6C2/c3KA3 w - - 0 1", "G7-E8", 2,
		    false },
		/* Mate, but in six. */
		{ "3k1a3/1R5C1/4ba2b/p5N1p/9/9/4P3P/2nrB3B/6C2/c3KA3 w - - 0 1", "B9-B10", 2,
		    true },
		/* Nothing is left to do. */
		{ "3k5/9/3P5/9/9/9/9/9/9/4K4 w - - 0 1", "E1-E2", 0, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
		struct board board;
		struct move move, reply;

		assert_null(fen_read(tries[i].fen, &board));
		assert_true(move_read(tries[i].move, &move));
		assert_true(move_is_legal(&board, move));
		board_play(&board, move);
		assert_true(mate_can_be_met(&board, tries[i].left, &reply) == tries[i].is_met);
		if (!tries[i].is_met)
			continue;
		assert_true(move_is_legal(&board, reply));
		board_play(&board, reply);
		assert_int_equal(mate_distance(&board, tries[i].left), 0);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distances),
		cmocka_unit_test(lines),
		cmocka_unit_test(defences),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
