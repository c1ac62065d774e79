/* SPDX-License-Identifier: ISC */
/*
 * The move generator against known counts, and against the naive one
 * (oracle/naive.h).  Positions come from random play and from random
 * placements, where checks and pins are thick.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "oracle/naive.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/shape.h"
#include "unit/rules/table_moves.h"

static uint64_t seed = 0x1234567;

static unsigned
random_below(unsigned limit)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)(seed >> 33) % limit;
}

static int
move_order(const void *a, const void *b)
{
	const struct move *l = a, *r = b;

	return (l->from * 90 + l->to) - (r->from * 90 + r->to);
}

static void
same_moves(const char *what, const struct board *board, struct move *got, int count,
    uint8_t want[][2], int wanted)
{
	char fen[FEN_SIZE];

	qsort(got, (size_t)count, sizeof *got, move_order);
	fen_write(board, 0, 1, fen);
	if (count != wanted)
		fail_msg("%s of %s: %d, not %d", what, fen, count, wanted);
	for (int i = 0; i < count; i++)
		if (got[i].from != want[i][0] || got[i].to != want[i][1])
			fail_msg("%s of %s differ", what, fen);
}

static void
same_checks(const struct board *board, const struct naive *p)
{
	for (enum side side = RED; side <= GREEN; side++) {
		uint8_t from[16];
		int checks = naive_kings_face(p);

		for (uint32_t left = naive_checkers(p, side == RED); left != 0; left &= left - 1)
			checks++;

		assert_int_equal(side_in_check(board, side), checks != 0);
		assert_int_equal(checkers(board, side_other(side), from), checks);
	}
}

/* Fewer random questions than 90 * 90 a position; the legal ones all. */
static void
same_answers(const struct board *board, const struct move *legal, int count)
{
	assert_int_equal(moves_any(board), count != 0);
	for (int i = 0; i < count; i++)
		assert_true(move_is_legal(board, legal[i]));
	for (int i = 0; i < 40; i++) {
		struct move move = { (uint8_t)random_below(90), (uint8_t)random_below(90) };
		bool found = false;

		for (int j = 0; j < count; j++)
			found = found || move_equal(move, legal[j]);
		assert_int_equal(move_is_legal(board, move), found);
	}
}

static void
compare(const struct board *board)
{
	struct naive p;
	struct move got[MOVES_MAX];
	uint8_t want[MOVES_MAX][2];
	char fen[FEN_SIZE];
	int count, wanted;

	fen_write(board, 0, 1, fen);
	naive_read(&p, fen);
	same_checks(board, &p);
	for (enum side side = RED; side <= GREEN; side++) {
		wanted = naive_moves(&p, side == RED, true, want);
		count = captures_legal(board, side, got);
		same_moves("captures", board, got, count, want, wanted);
	}
	wanted = naive_moves(&p, board->turn == RED, false, want);
	count = moves_legal(board, got);
	same_moves("moves", board, got, count, want, wanted);
	same_answers(board, got, count);
}

/* A board kept up move by move is the board set up anew. */
static void
compare_with_fresh(const struct board *board)
{
	struct board fresh;
	char fen[FEN_SIZE];

	fen_write(board, 0, 1, fen);
	if (fen_read(fen, &fresh) != NULL)
		fail_msg("%s: %s", fen, fen_read(fen, &fresh));
	assert_true(board_equal(board, &fresh));
	assert_true(board->key == fresh.key);
	assert_memory_equal(board->rank, fresh.rank, sizeof fresh.rank);
	assert_memory_equal(board->file, fresh.file, sizeof fresh.file);
	assert_memory_equal(board->king, fresh.king, sizeof fresh.king);
}

static void
random_play(void **state)
{
	(void)state;
	for (int game = 0; game < 60; game++) {
		struct board board;

		board_start(&board);
		for (int ply = 0; ply < 120; ply++) {
			struct move moves[MOVES_MAX];
			int count;

			compare(&board);
			compare_with_fresh(&board);
			count = moves_legal(&board, moves);
			if (count == 0)
				break;
			board_play(&board, moves[random_below((unsigned)count)]);
		}
	}
}

/* `anywhere`: also where no game could bring the piece. */
static uint8_t
random_square(enum side side, enum piece_type type, bool anywhere)
{
	static const uint8_t guards[] = { 3, 5, 13, 21, 23 },
			     elephants[] = { 2, 6, 18, 22, 26, 38, 42 };
	uint8_t square = (uint8_t)random_below(90);

	if (anywhere)
		return square;
	if (type == GUARD)
		square = guards[random_below(5)];
	else if (type == ELEPHANT)
		square = elephants[random_below(7)];
	else if (type != SOLDIER && random_below(2) == 0)
		square = (uint8_t)(3 + random_below(3) + random_below(10) * 9);
	return side == GREEN && type >= GUARD ? (uint8_t)(89 - square) : square;
}

static void
place_random(struct board *board, enum side side, enum piece_type type, bool anywhere)
{
	unsigned most = type == SOLDIER ? 5 : 2;

	for (unsigned i = random_below(most + 1); i > 0; i--) {
		uint8_t square = random_square(side, type, anywhere);

		if (board->at[square] == NO_PIECE)
			assert_true(board_put(board, square, piece_of(side, type)));
	}
}

static void
random_placements(void **state)
{
	static const uint8_t palace[] = { 3, 4, 5, 12, 13, 14, 21, 22, 23 };
	int checks = 0, done = 0;

	(void)state;
	while (done < 12000) {
		struct board board;

		board_clear(&board);
		board_put(&board, palace[random_below(9)], piece_of(RED, KING));
		board_put(&board, (uint8_t)(89 - palace[random_below(9)]), piece_of(GREEN, KING));
		for (enum piece_type type = ROOK; type <= ELEPHANT; type++) {
			place_random(&board, RED, type, done % 4 == 0);
			place_random(&board, GREEN, type, done % 4 == 0);
		}
		board_set_turn(&board, (enum side)random_below(2));
		if (side_in_check(&board, side_other((enum side)board.turn)))
			continue;
		checks += side_in_check(&board, (enum side)board.turn);
		compare(&board);
		done++;
	}
	assert_true(checks > done / 10);
}

/* Everything random play meets is taken back without a trace. */
static void
taken_back(void **state)
{
	struct board board;

	(void)state;
	board_start(&board);
	for (int ply = 0; ply < 500; ply++) {
		struct move moves[MOVES_MAX];
		int count = moves_legal(&board, moves);

		if (count == 0)
			break;
		for (int i = 0; i < count; i++) {
			struct board tried = board;
			uint8_t taken = board_play(&tried, moves[i]);

			board_unplay(&tried, moves[i], taken);
			assert_true(board_equal(&tried, &board));
			assert_true(tried.key == board.key);
			assert_memory_equal(tried.rank, board.rank, sizeof board.rank);
			assert_memory_equal(tried.file, board.file, sizeof board.file);
		}
		board_play(&board, moves[random_below((unsigned)count)]);
	}
}

/* Counts every xiangqi program agrees on. */
static void
start_counts(void **state)
{
	static const uint64_t nodes[] = { 1, 44, 1920, 79666, 3290240 };
	struct board board;

	(void)state;
	board_start(&board);
	for (int depth = 0; depth < 5; depth++)
		assert_int_equal(perft(&board, depth), nodes[depth]);
}

static void
known_counts(void **state)
{
	struct table table;
	int rows = 0;

	(void)state;
	if (!table_open_collected(&table, "perft.tsv", 4))
		skip();
	table_names(&table);
	for (; table_next(&table); rows++) {
		struct board board;
		int depth;
		uint64_t nodes;

		board_at(table.where, table.column[1], &board);
		if (sscanf(table.column[2], "%d", &depth) != 1 ||
		    sscanf(table.column[3], "%" SCNu64, &nodes) != 1)
			fail_at(table.where, "no depth and count");
		if (nodes < 2000000 && perft(&board, depth) != nodes)
			fail_msg("%s, depth %d", table.where, depth);
	}
	assert_true(rows > 50);
}

static void
attacked_squares(void **state)
{
	static const struct {
		const char *fen;
		const char *square;
		enum side by;
		bool want;
	} cases[] = {
		{ "4k4/9/9/9/9/9/9/9/4R4/3K5 w", "E9", RED, true },
		{ "4k4/9/9/9/4r4/9/9/9/4R4/3K5 b", "E7", RED, false },
		{ "4k4/9/9/9/4r4/9/9/9/4C4/3K5 b", "E7", RED, true },
		{ "4k4/9/9/9/4r4/9/9/9/4C4/3K5 b", "E5", RED, false },
		/* facing, and only along the file */
		{ "4k4/9/9/9/9/9/9/9/9/3K5 w", "D10", RED, true },
		{ "4k4/9/9/9/3p5/9/9/9/9/3K5 w", "D10", RED, false },
		{ "4k4/9/9/9/9/9/9/9/9/3K5 w", "I1", RED, false },
		{ "4k4/9/9/9/9/9/9/9/9/3K5 w", "E1", RED, true },
		/* a guard covers its own palace only, an elephant its own half */
		{ "4k4/9/9/9/9/9/9/3A5/9/4K4 w", "E2", RED, true },
		{ "4k4/9/9/9/9/9/9/3A5/9/4K4 w", "C2", RED, false },
		{ "4k4/9/9/9/9/2B6/9/9/9/4K4 w", "A7", RED, false },
		{ "4k4/9/9/9/9/2B6/9/9/9/4K4 w", "A3", RED, true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct board board;
		const char *text = cases[i].square;
		uint8_t square;

		assert_null(fen_read_lenient(cases[i].fen, &board));
		assert_true(square_read(&text, &square));
		if (square_is_attacked(&board, square, cases[i].by) != cases[i].want)
			fail_msg("%s: %s", cases[i].fen, cases[i].square);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(known_counts),
		cmocka_unit_test(random_play), cmocka_unit_test(random_placements),
		cmocka_unit_test(taken_back), cmocka_unit_test(start_counts),
		cmocka_unit_test(attacked_squares) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
