/* SPDX-License-Identifier: ISC */
/*
 * The Asian repetition judge against the naive model (oracle/naive.h), over
 * random loops of random games.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "oracle/naive.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/referee/repeat.h"

#define LOOPS    10000
#define LOOP_MAX 8

static uint64_t seed = 1;

static unsigned
chance(unsigned below)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(seed >> 33) % below;
}

static void
naive_levels(const struct board *start, const struct move *moves, int count, int level[2])
{
	uint32_t direct[2] = { UINT32_MAX, UINT32_MAX }, any[2] = { UINT32_MAX, UINT32_MAX };
	uint32_t standing[2] = { UINT32_MAX, UINT32_MAX };
	bool checks[2] = { true, true };
	struct naive before, after;
	char fen[FEN_SIZE];

	fen_write(start, 0, 1, fen);
	naive_read(&after, fen);
	for (int i = 0; i < count; i++) {
		uint32_t d, a, s;
		int side;

		before = after;
		side = before.red_moves ? RED : GREEN;
		naive_play(&after, moves[i].from, moves[i].to);
		naive_threats(&before, &after, &d, &a, &s);
		checks[side] = checks[side] && naive_checkers(&after, after.red_moves) != 0;
		direct[side] &= d;
		any[side] &= a;
		standing[side] &= s;
	}
	for (int side = RED; side <= GREEN; side++) {
		direct[side] &= ~standing[side];
		any[side] &= ~standing[side];
		level[side] = checks[side] ? 3 : direct[side] != 0 ? 2 : any[side] != 0;
	}
}

static bool
play_quiet(struct board *board, struct move move)
{
	if (board->at[move.to] != NO_PIECE || !move_is_legal(board, move))
		return false;
	board_play(board, move);
	return true;
}

/* Some moves, and the same moves back. */
static int
random_loop(const struct board *start, struct move loop[LOOP_MAX])
{
	struct board board = *start;
	struct move moves[MOVES_MAX];
	int half = chance(3) == 0 ? 4 : 2;

	for (int i = 0; i < 2 * half; i++) {
		struct move back;
		int count = moves_legal(&board, moves);

		if (i < half) {
			if (count == 0)
				return 0;
			loop[i] = moves[chance((unsigned)count)];
		} else {
			back = loop[half == 2 ? i - 2 : i < 6 ? i - 2 : i - 6];
			loop[i] = (struct move){ back.to, back.from };
		}
		if (!play_quiet(&board, loop[i]))
			return 0;
	}
	return board_equal(&board, start) ? 2 * half : 0;
}

static void
random_position(struct board *board)
{
	struct move moves[MOVES_MAX];
	int plies = 10 + (int)chance(120);

	board_start(board);
	for (int i = 0; i < plies; i++) {
		int count = moves_legal(board, moves);
		struct board before = *board;

		if (count == 0)
			return;
		board_play(board, moves[chance((unsigned)count)]);
		if (!moves_any(board)) {
			*board = before;
			return;
		}
	}
}

/* Both judges on one loop; most loops are harmless, and few of those are
 * enough: false when it was passed over. */
static bool
compare(const struct board *start, const struct move *loop, int count, int seen[4])
{
	struct repeat repeat;
	struct effect effect;
	char fen[FEN_SIZE];
	int level[2], naive[2];

	repeat_begin(&repeat, start);
	for (int i = 0; i < count; i++)
		repeat_move(&repeat, loop[i], &effect);
	level[RED] = (int)repeat_level(&repeat, RED);
	level[GREEN] = (int)repeat_level(&repeat, GREEN);
	if (level[RED] == 0 && level[GREEN] == 0 && chance(20) != 0)
		return false;
	naive_levels(start, loop, count, naive);
	fen_write(start, 0, 1, fen);
	if (level[RED] != naive[RED] || level[GREEN] != naive[GREEN])
		fail_msg("%s: levels %d, %d; naively %d, %d", fen, level[RED], level[GREEN],
		    naive[RED], naive[GREEN]);
	seen[level[RED]]++;
	seen[level[GREEN]]++;
	return true;
}

static void
random_loops(void **state)
{
	int seen[4] = { 0 };

	(void)state;
	for (int loops = 0; loops < LOOPS;) {
		struct board start;
		struct move loop[LOOP_MAX];

		random_position(&start);
		for (int tries = 0; tries < 200; tries++) {
			int count = random_loop(&start, loop);

			loops += count > 0 && compare(&start, loop, count, seen);
		}
	}
	for (int level = 0; level < 4; level++)
		assert_true(seen[level] > 10);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_loops),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
