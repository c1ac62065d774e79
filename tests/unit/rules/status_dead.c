/* SPDX-License-Identifier: ISC */
/*
 * Dead positions, proved: every position of the material board_is_dead names is
 * set up, and no mate and no stalemate is found among those that can arise.
 * Captures only lead to less material, which is among the cases too.
 *
 * Also the other way: for material just beyond the rule a mate or stalemate is
 * shown, so that the rule is as wide as it may be.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/sanitized.h"
#include "rules/movegen.h"
#include "rules/status.h"

static const uint8_t guard_points[] = { 3, 5, 13, 21, 23 };
static const uint8_t elephant_points[] = { 2, 6, 18, 22, 26, 38, 42 };
static const uint8_t palace_points[] = { 3, 4, 5, 12, 13, 14, 21, 22, 23 };

struct tally {
	uint64_t placements; /* the kings not facing */
	uint64_t ended;      /* side to move mated or stalemated */
	uint64_t alive;      /* placements that board_is_dead denies */
};

/* Beside the kings; the cannon is Red's. */
struct material {
	int cannons, guards[2], elephants[2];
};

/* What to place, equal pieces next to each other; points are Red's. */
struct plan {
	struct {
		uint8_t piece;
		const uint8_t *points;
		int count;
	} steps[12];
	int length;
};

static void
plan_add(struct plan *plan, uint8_t piece, const uint8_t *points, int count, int pieces)
{
	while (pieces-- > 0) {
		plan->steps[plan->length].piece = piece;
		plan->steps[plan->length].points = points;
		plan->steps[plan->length++].count = count;
	}
}

static bool
kings_face(const struct board *board)
{
	int square = board->king[RED];

	if (square_file(board->king[RED]) != square_file(board->king[GREEN]))
		return false;
	for (square += FILES; board->at[square] == NO_PIECE; square += FILES)
		;
	return square == board->king[GREEN];
}

static void
count_turns(struct board *board, struct tally *tally)
{
	if (kings_face(board))
		return;
	tally->placements++;
	tally->alive += !board_is_dead(board);
	for (enum side side = RED; side <= GREEN; side++) {
		board_set_turn(board, side);
		if (!moves_any(board) && !side_in_check(board, side_other(side)))
			tally->ended++;
	}
}

/* Of equal pieces the later one stands on a later point, so that no placement
 * comes twice. */
static void
place(struct board *board, const struct plan *plan, int step, int first, struct tally *tally)
{
	uint8_t piece;

	if (step == plan->length) {
		count_turns(board, tally);
		return;
	}
	piece = plan->steps[step].piece;
	for (int i = first; i < plan->steps[step].count; i++) {
		bool again = step + 1 < plan->length && plan->steps[step + 1].piece == piece;
		uint8_t square = plan->steps[step].points[i];

		if (piece_side(piece) == GREEN)
			square = (uint8_t)(SQUARES - 1 - square);
		if (board->at[square] != NO_PIECE)
			continue;
		board_put(board, square, piece);
		place(board, plan, step + 1, again ? i + 1 : 0, tally);
		board_put(board, square, NO_PIECE);
	}
}

static struct tally
enumerate(struct material material)
{
	struct plan plan = { .length = 0 };
	struct tally tally = { 0 };
	struct board board;
	uint8_t all[SQUARES];

	for (uint8_t i = 0; i < SQUARES; i++)
		all[i] = i;
	for (enum side side = RED; side <= GREEN; side++) {
		plan_add(&plan, piece_of(side, KING), palace_points, 9, 1);
		plan_add(&plan, piece_of(side, GUARD), guard_points, 5, material.guards[side]);
		plan_add(
		    &plan, piece_of(side, ELEPHANT), elephant_points, 7, material.elephants[side]);
	}
	plan_add(&plan, piece_of(RED, CANNON), all, SQUARES, material.cannons);
	board_clear(&board);
	place(&board, &plan, 0, 0, &tally);
	return tally;
}

static void
bare_sides(void **state)
{
	uint64_t placements = 0;

	(void)state;
	for (int i = 0; i < 81; i += SANITIZED ? 8 : 1) {
		struct material material = { 0, { i % 3, i / 3 % 3 }, { i / 9 % 3, i / 27 } };
		struct tally tally = enumerate(material);

		placements += tally.placements;
		assert_int_equal(tally.ended, 0);
		assert_int_equal(tally.alive, 0);
	}
	/* The number rules are published with: nothing was left out. */
	if (!SANITIZED)
		assert_int_equal(placements, 9035463);
}

static void
lone_cannons(void **state)
{
	static const struct {
		const char *name;
		struct material material;
		bool dead;
	} cases[] = {
		{ "C against nothing", { 1, { 0, 0 }, { 0, 0 } }, true },
		{ "C against G", { 1, { 0, 1 }, { 0, 0 } }, true },
		{ "C against E", { 1, { 0, 0 }, { 0, 1 } }, true },
		{ "C against GE", { 1, { 0, 1 }, { 0, 1 } }, true },
		{ "C against EE", { 1, { 0, 0 }, { 0, 2 } }, true },
		{ "C against GEE", { 1, { 0, 1 }, { 0, 2 } }, true },
		{ "CE against nothing", { 1, { 0, 0 }, { 1, 0 } }, true },
		{ "CE against E", { 1, { 0, 0 }, { 1, 1 } }, true },
		{ "CE against EE", { 1, { 0, 0 }, { 1, 2 } }, true },
		{ "CEE against nothing", { 1, { 0, 0 }, { 2, 0 } }, true },
		{ "CEE against E", { 1, { 0, 0 }, { 2, 1 } }, true },
		{ "CEE against EE", { 1, { 0, 0 }, { 2, 2 } }, true },
		{ "C against GG", { 1, { 0, 2 }, { 0, 0 } }, false },
		{ "CE against G", { 1, { 0, 1 }, { 1, 0 } }, false },
		{ "CG against nothing", { 1, { 1, 0 }, { 0, 0 } }, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i += SANITIZED ? 4 : 1) {
		struct tally tally = enumerate(cases[i].material);

		if ((tally.ended == 0) != cases[i].dead)
			fail_msg("%s: %lu ends", cases[i].name, (unsigned long)tally.ended);
		if (tally.alive != (cases[i].dead ? 0 : tally.placements))
			fail_msg("%s: %lu alive", cases[i].name, (unsigned long)tally.alive);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bare_sides),
		cmocka_unit_test(lone_cannons),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
