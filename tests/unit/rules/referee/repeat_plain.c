/* SPDX-License-Identifier: ISC */
/*
 * The Asian repetition judge against a second, plain reading of its definition
 * (riverpost-rules(7)), over random loops of random games.
 *
 * The plain one asks rules/status.h about every pair of pieces and keeps sets of
 * pairs; it shares neither the move generator nor the judge's short cuts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/referee/repeat.h"
#include "rules/status.h"

#define LOOPS    2500
#define LOOP_MAX 8

/* Pairs of squares, attacker and victim. */
struct pairs {
	bool has[SQUARES][SQUARES];
};

static uint64_t seed = 1;

static unsigned
chance(unsigned below)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(seed >> 33) % below;
}

static bool
is_legal_capture(const struct board *board, uint8_t from, uint8_t to)
{
	struct board turned = *board;
	struct refusal_why why;

	if (board->at[from] == NO_PIECE || board->at[to] == NO_PIECE)
		return false;
	board_set_turn(&turned, piece_side(board->at[from]));
	return move_judge(&turned, (struct move){ from, to }, &why) == MOVE_LEGAL;
}

static bool
counts(const struct board *board, uint8_t from, uint8_t to)
{
	enum piece_type attacker = piece_type(board->at[from]), victim = piece_type(board->at[to]);
	bool over = piece_side(board->at[to]) == RED ? to >= 45 : to < 45;

	return attacker != KING && attacker != SOLDIER && victim != KING &&
	    (victim != SOLDIER || over);
}

static void
raw(const struct board *board, enum side side, struct pairs *out)
{
	memset(out, 0, sizeof(*out));
	for (uint8_t from = 0; from < SQUARES; from++)
		for (uint8_t to = 0; to < SQUARES; to++)
			if (board->at[from] != NO_PIECE && piece_side(board->at[from]) == side)
				out->has[from][to] = is_legal_capture(board, from, to) &&
				    counts(board, from, to);
}

static bool
bad(const struct board *board, uint8_t from, uint8_t to)
{
	enum piece_type attacker = piece_type(board->at[from]), victim = piece_type(board->at[to]);
	struct board after = *board;

	if (victim == ROOK && (attacker == HORSE || attacker == CANNON))
		return true;
	if ((victim == ROOK || victim == HORSE || victim == CANNON) &&
	    (attacker == GUARD || attacker == ELEPHANT))
		return true;
	if (attacker == victim && is_legal_capture(board, to, from))
		return false;
	board_set_turn(&after, piece_side(board->at[from]));
	board_play(&after, (struct move){ from, to });
	for (uint8_t square = 0; square < SQUARES; square++)
		if (is_legal_capture(&after, square, to))
			return false;
	return true;
}

/* The pieces, by their squares where the loop began, that a move threatens. */
static void
threatened(const struct board *before, const struct board *after, struct move move,
    const uint8_t home[SQUARES], bool direct[SQUARES], bool any[SQUARES])
{
	static struct pairs old, now;
	enum side side = (enum side)before->turn;

	raw(before, side, &old);
	raw(after, side, &now);
	for (uint8_t from = 0; from < SQUARES; from++) {
		uint8_t was = from == move.to ? move.from : from;

		for (uint8_t to = 0; to < SQUARES; to++) {
			if (!now.has[from][to] || !bad(after, from, to))
				continue;
			if (!old.has[was][to])
				direct[home[to]] = any[home[to]] = true;
			else if (!bad(before, was, to))
				any[home[to]] = true;
		}
	}
}

static bool
some(const bool set[SQUARES])
{
	for (int i = 0; i < SQUARES; i++)
		if (set[i])
			return true;
	return false;
}

static void
plain_levels(const struct board *start, const struct move *moves, int count, int level[2])
{
	bool direct[2][SQUARES], any[2][SQUARES], checks[2] = { true, true };
	uint8_t home[SQUARES];
	struct board board = *start;

	memset(direct, true, sizeof(direct));
	memset(any, true, sizeof(any));
	for (uint8_t square = 0; square < SQUARES; square++)
		home[square] = square;
	for (int i = 0; i < count; i++) {
		bool d[SQUARES] = { false }, a[SQUARES] = { false };
		struct board before = board;
		int side = before.turn;

		board_play(&board, moves[i]);
		home[moves[i].to] = home[moves[i].from];
		if (!side_in_check(&board, (enum side)board.turn)) {
			checks[side] = false;
			threatened(&before, &board, moves[i], home, d, a);
		}
		for (int square = 0; square < SQUARES; square++) {
			direct[side][square] &= d[square];
			any[side][square] &= a[square];
		}
	}
	for (int side = RED; side <= GREEN; side++)
		level[side] = checks[side] ? 3 : some(direct[side]) ? 2 : some(any[side]) ? 1 : 0;
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
	int level[2], plain[2];

	repeat_begin(&repeat, start);
	for (int i = 0; i < count; i++)
		repeat_move(&repeat, loop[i], &effect);
	level[RED] = (int)repeat_level(&repeat, RED);
	level[GREEN] = (int)repeat_level(&repeat, GREEN);
	if (level[RED] == 0 && level[GREEN] == 0 && chance(20) != 0)
		return false;
	plain_levels(start, loop, count, plain);
	fen_write(start, 0, 1, fen);
	if (level[RED] != plain[RED] || level[GREEN] != plain[GREEN])
		fail_msg("%s: levels %d, %d; plainly %d, %d", fen, level[RED], level[GREEN],
		    plain[RED], plain[GREEN]);
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
