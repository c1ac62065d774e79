/* SPDX-License-Identifier: ISC */
/*
 * What the referee counts from move to move, against plain definitions that
 * look back over the whole game on the naive board (oracle/naive.h): the check limit's run,
 * quiet moves with their ten checks, occurrences, CXQ's progress and effective moves.
 *
 * The games are random, with checks preferred, so that runs do come about.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/sanitized.h"
#include "oracle/naive.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/referee/walk.h"

#define GAMES 400
#define PLIES 620

struct past {
	struct board board;               /* after all of it, to choose moves on */
	struct naive position[PLIES + 1]; /* position[n]: after n plies */
	struct move move[PLIES + 1];      /* move[n]: ply n, from 1 */
	uint8_t mover[PLIES + 1];         /* by number, as pieces of the naive model are */
	uint32_t checkers[PLIES + 1];     /* likewise, as bits */
	bool capture[PLIES + 1];
	bool chase[PLIES + 1]; /* CXQ's; as far as they are known */
	int chases_known;
	int length;
};

static uint64_t seed;
static int longest_seen;

static unsigned
chance(unsigned below)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(seed >> 33) % below;
}

static bool
gives_check(const struct board *board, struct move move)
{
	struct board after = *board;

	board_play(&after, move);
	return side_in_check(&after, (enum side)after.turn);
}

/* A check if there is one, mostly; else seldom a capture. */
static struct move
choose_checks(const struct board *board, const struct move *moves, int count)
{
	struct move move = moves[chance((unsigned)count)];

	if (chance(8) != 0)
		for (int i = 0; i < count; i++)
			if (gives_check(board, moves[i]) && chance(2) != 0)
				return moves[i];
	for (int tries = 0; tries < 8 && board->at[move.to] != NO_PIECE; tries++)
		move = moves[chance((unsigned)count)];
	return move;
}

static bool
chases(const struct board *board, struct move move)
{
	struct cxq_chase found[MOVES_MAX];
	struct board after = *board;

	board_play(&after, move);
	return cxq_chases(board, &after, move, found) > 0;
}

enum style { CHECKING, QUIET, CHASING };

/* A game without checks: captures only when it is time for one. */
static struct move
choose_quiet(
    const struct board *board, const struct move *moves, int count, bool capture, bool chase)
{
	struct move move = moves[chance((unsigned)count)];

	for (int tries = 0; tries < 200; tries++) {
		bool captures = board->at[move.to] != NO_PIECE;

		if (captures == capture && !gives_check(board, move) &&
		    (!chase || tries > 100 || chases(board, move)))
			return move;
		move = moves[chance((unsigned)count)];
	}
	return move;
}

static void
past_begin(struct past *past, const char *fen)
{
	assert_null(fen_read(fen, &past->board));
	naive_read(&past->position[0], fen);
	past->length = past->chases_known = 0;
}

static bool
past_add(struct past *past, enum style style)
{
	const struct board *board = &past->board;
	struct naive *after = &past->position[past->length + 1];
	struct move moves[MOVES_MAX];
	int count = moves_legal(board, moves);
	int ply = past->length + 1;

	if (count == 0 || ply > PLIES)
		return false;
	past->move[ply] = style == CHECKING ?
	    choose_checks(board, moves, count) :
	    choose_quiet(board, moves, count, ply % 50 == 0, style == CHASING);
	board_play(&past->board, past->move[ply]);
	*after = past->position[ply - 1];
	past->capture[ply] = after->at[past->move[ply].to] != '.';
	naive_play(after, past->move[ply].from, past->move[ply].to);
	past->mover[ply] = after->number[past->move[ply].to];
	past->checkers[ply] = naive_checkers(after, after->red_moves);
	past->length = ply;
	return true;
}

/* riverpost-rules(7): one and the same piece attacks the king after each of these checks,
 * one piece made them all, one piece answered them all. */
static bool
is_run(const struct past *past, int checks)
{
	int last = past->length;
	uint32_t same = UINT32_MAX;

	for (int i = 0; i < checks; i++) {
		int ply = last - 2 * i;

		if (ply < 1 || past->mover[ply] != past->mover[last])
			return false;
		if (i > 0 && past->mover[ply + 1] != past->mover[last - 1])
			return false;
		same &= past->checkers[ply];
	}
	return same != 0;
}

static int
longest_run(const struct past *past)
{
	int longest = 0;

	while (is_run(past, longest + 1))
		longest++;
	return longest;
}

/* 60 moves of each side; of a side's checks the first ten count, with their
 * answers. */
static void
quiet_moves(const struct past *past, int quiet[2])
{
	int begin = past->length, checks[2] = { 0, 0 };
	bool skip = false;

	while (begin > 0 && !past->capture[begin])
		begin--;
	quiet[RED] = quiet[GREEN] = 0;
	for (int ply = begin + 1; ply <= past->length; ply++) {
		int side = past->position[ply - 1].red_moves ? RED : GREEN;
		bool check = past->checkers[ply] != 0;
		bool counts = !skip && !(check && checks[side] >= 10);

		quiet[side] += counts;
		checks[side] += counts && check;
		skip = check && !counts;
	}
}

static int
occurrences(const struct past *past)
{
	int count = 0;

	for (int ply = 0; ply <= past->length; ply++)
		count += naive_equal(&past->position[ply], &past->position[past->length]);
	return count;
}

static void
cxq_moves(struct past *past, int effective[2], int progress[2])
{
	bool forced = false;

	for (uint32_t chasers[32]; past->chases_known < past->length;) {
		int ply = ++past->chases_known;

		past->chase[ply] = naive_list_chases(
		    &past->position[ply - 1], &past->position[ply], past->move[ply].to, chasers);
	}
	memset(effective, 0, 2 * sizeof(int));
	memset(progress, 0, 2 * sizeof(int));
	for (int ply = 1; ply <= past->length; ply++) {
		const struct naive *before = &past->position[ply - 1];
		int from = past->move[ply].from, to = past->move[ply].to;
		int side = before->red_moves ? RED : GREEN;
		bool forces = past->checkers[ply] != 0 || past->chase[ply];

		effective[side] += !forces && !forced;
		forced = forces;
		progress[side]++;
		if (past->capture[ply] ||
		    (naive_kind(before, from) == 'P' && naive_crossed(from, side == RED) &&
			from / 9 != to / 9))
			progress[RED] = progress[GREEN] = 0;
	}
}

static void
compare_server(const struct past *past, const struct walk *walk)
{
	enum side mover = side_other((enum side)walk->board.turn);
	struct recurrence seen;
	uint8_t checker;
	int quiet[2], run = longest_run(past);

	if (run > longest_seen)
		longest_seen = run;
	quiet_moves(past, quiet);
	assert_int_equal(check_run_length(&walk->run[mover], &checker), run);
	assert_int_equal(walk->quiet.moves[RED], quiet[RED]);
	assert_int_equal(walk->quiet.moves[GREEN], quiet[GREEN]);
	recurrence_find(walk, past->move + 1, &seen);
	assert_int_equal(seen.occurrences, occurrences(past));
}

static void
compare_cxq(struct past *past, const struct walk *walk)
{
	int effective[2], progress[2];

	cxq_moves(past, effective, progress);
	assert_memory_equal(walk->cxq.effective, effective, sizeof(effective));
	assert_memory_equal(walk->cxq.progress, progress, sizeof(progress));
}

static void
random_games(enum ruleset rules, int games)
{
	static const char *const starts[] = {
		FEN_START,
		"3k5/9/9/9/9/9/9/9/4r4/R3K4 w",
		"3ak4/9/4b4/7C1/2R6/6n2/7c1/4B4/4A4/3K2r2 w",
	};
	static struct past past;
	struct walk walk;

	for (int game = 0; game < games; game++) {
		seed = (uint64_t)game + 1;
		past_begin(&past, starts[game % 3]);
		walk_start(&walk, rules, &past.board);
		while (past.length < 240 && past_add(&past, CHECKING)) {
			walk_step(&walk, past.move[past.length]);
			assert_true(board_equal(&walk.board, &past.board));
			if (rules == RULES_CXQ)
				compare_cxq(&past, &walk);
			else
				compare_server(&past, &walk);
		}
	}
}

static void
server_counts(void **state)
{
	(void)state;
	random_games(RULES_SERVER, GAMES);
	assert_true(longest_seen > 4);
}

static void
cxq_counts(void **state)
{
	(void)state;
	random_games(RULES_CXQ, GAMES / 20);
}

static int
smaller(const int count[2])
{
	return count[RED] < count[GREEN] ? count[RED] : count[GREEN];
}

/* A draw by count comes exactly when both sides have made their moves. */
static void
compare_draw(struct past *past, enum ruleset rules, const struct verdict *verdict)
{
	int quiet[2], effective[2], progress[2];

	assert_int_equal(verdict->kind, VERDICT_DRAW);
	quiet_moves(past, quiet);
	cxq_moves(past, effective, progress);
	if (rules == RULES_ASIAN)
		assert_int_equal(smaller(quiet), 60);
	else if (verdict->reason == REASON_NO_CAPTURE)
		assert_int_equal(smaller(progress), 30);
	else if (verdict->reason == REASON_EFFECTIVE_MOVES)
		assert_int_equal(smaller(effective), 120);
	else
		assert_int_equal(past->length, 600);
}

static void
draws_by_count(void **state)
{
	static const enum style styles[4] = { CHECKING, QUIET, CHASING, CHASING };
	static struct past past;
	int seen[REASON_LENGTH + 1] = { 0 };

	(void)state;
	for (int game = 0; game < GAMES; game++) {
		struct history h = { .rules = game % 2 ? RULES_CXQ : RULES_ASIAN };
		struct verdict verdict;

		seed = (uint64_t)game + 1;
		past_begin(&past, FEN_START);
		h.start = past.board;
		while (past_add(&past, styles[game / 2 % 4]))
			;
		h.moves = past.move + 1;
		h.length = past.length;
		past.length = referee_replay(&h, &verdict);
		seen[verdict.reason]++;
		if (verdict.reason >= REASON_NO_CAPTURE)
			compare_draw(&past, h.rules, &verdict);
	}
	assert_true(seen[REASON_NO_CAPTURE] > 0);
	assert_true(seen[REASON_EFFECTIVE_MOVES] > 0);
	assert_true(seen[REASON_LENGTH] > 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(server_counts),
		cmocka_unit_test(cxq_counts),
		cmocka_unit_test(draws_by_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
