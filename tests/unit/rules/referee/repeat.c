/* SPDX-License-Identifier: ISC */
/*
 * The Asian repetition judge over loops: diagrams of the rule book (seed 000)
 * and cases of our own for what no diagram shows.
 *
 * Each loop is judged from each of its phases, mirrored and with colours
 * exchanged, over one and over two rounds; but different rounds from where the
 * position stands in between alone.  tests/mutate/repeat.sh shows that
 * no element of the definition can be left out unnoticed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/movegen.h"
#include "rules/referee/repeat.h"
#include "unit/rules/mirror.h"
#include "unit/rules/table_moves.h"

#define LOOP_MAX 64

struct loop {
	const char *name;
	struct board start;
	struct move moves[LOOP_MAX];
	int length;
	int loser;    /* RED, GREEN, or -1: draw */
	int level[2]; /* or -1: not known */
};

static void
read_loop(struct loop *loop, const char *name, const char *fen, const char *lead, const char *moves)
{
	struct board end;

	loop->name = name;
	board_at(name, fen, &loop->start);
	moves_at(name, lead, &loop->start, loop->moves, LOOP_MAX);
	end = loop->start;
	loop->length = moves_at(name, moves, &end, loop->moves, LOOP_MAX);
	if (loop->length == 0 || !board_equal(&end, &loop->start))
		fail_at(name, "no loop");
	loop->level[RED] = loop->level[GREEN] = -1;
}

static struct move
move_mirror(struct move move)
{
	return (struct move){ square_at(FILES - 1 - square_file(move.from), square_rank(move.from)),
		square_at(FILES - 1 - square_file(move.to), square_rank(move.to)) };
}

static struct move
move_exchange(struct move move)
{
	return (struct move){ square_at(square_file(move.from), RANKS - 1 - square_rank(move.from)),
		square_at(square_file(move.to), RANKS - 1 - square_rank(move.to)) };
}

static void
loop_mirror(struct loop *loop)
{
	struct board start = loop->start;

	board_mirror(&loop->start, &start);
	for (int i = 0; i < loop->length; i++)
		loop->moves[i] = move_mirror(loop->moves[i]);
}

static void
loop_exchange(struct loop *loop)
{
	struct board start = loop->start;
	int level = loop->level[RED];

	board_exchange(&loop->start, &start);
	for (int i = 0; i < loop->length; i++)
		loop->moves[i] = move_exchange(loop->moves[i]);
	loop->level[RED] = loop->level[GREEN];
	loop->level[GREEN] = level;
	if (loop->loser >= 0)
		loop->loser = !loop->loser;
}

/* Starts the loop one move later. */
static void
loop_turn(struct loop *loop)
{
	struct move first = loop->moves[0];

	board_play(&loop->start, first);
	memmove(loop->moves, loop->moves + 1, (size_t)(loop->length - 1) * sizeof(first));
	loop->moves[loop->length - 1] = first;
}

static void
judge(const struct loop *loop, int rounds)
{
	struct repeat repeat;
	struct effect effect;
	enum side loser;
	int level[2];

	repeat_begin(&repeat, &loop->start);
	for (int i = 0; i < rounds * loop->length; i++)
		repeat_move(&repeat, loop->moves[i % loop->length], &effect);
	level[RED] = (int)repeat_level(&repeat, RED);
	level[GREEN] = (int)repeat_level(&repeat, GREEN);
	for (int side = RED; side <= GREEN; side++) {
		bool has_victim = level[side] == LEVEL_CHASE || level[side] == LEVEL_CUT;
		uint8_t victim = repeat_victim(&repeat, (enum side)side);

		if (loop->level[side] >= 0 && loop->level[side] != level[side])
			fail_msg("%s: level %d of %s, not %d", loop->name, level[side],
			    side_name((enum side)side), loop->level[side]);
		assert_int_equal(victim != NO_SQUARE, has_victim);
		if (has_victim)
			assert_int_equal(piece_side(repeat.board.at[victim]), !side);
	}
	if ((repeat_loser(&repeat, &loser) ? (int)loser : -1) != loop->loser)
		fail_msg("%s: levels %d and %d", loop->name, level[RED], level[GREEN]);
}

static void
judge_all_ways(const struct loop *original)
{
	struct loop loop = *original;

	for (int way = 0; way < 4; way++) {
		for (int phase = 0; phase < loop.length; phase++) {
			judge(&loop, 1);
			judge(&loop, 2);
			loop_turn(&loop);
		}
		if (way % 2 == 0)
			loop_mirror(&loop);
		else
			loop_exchange(&loop);
	}
}

static int
loser_at(const char *where, const char *word)
{
	static const struct {
		const char *word;
		int loser;
	} losers[] = { { "red", RED }, { "green", GREEN }, { "-", -1 } };

	for (size_t i = 0; i < sizeof(losers) / sizeof(losers[0]); i++)
		if (strcmp(word, losers[i].word) == 0)
			return losers[i].loser;
	fail_at(where, "%s is no loser", word);
}

/* id, position, lead-in, loop; in the column `loser` "-" is a draw. */
static void
judge_rows(struct table *table, int loser)
{
	while (table_next(table)) {
		char **column = table->column;
		struct loop loop;

		read_loop(&loop, table->where, column[1], column[2], column[3]);
		loop.loser = loser_at(table->where, column[loser]);
		judge_all_ways(&loop);
	}
}

static void
diagrams(void **state)
{
	struct table table;

	(void)state;
	table_open(&table, "tests/data/asian-loops.tsv", 5);
	judge_rows(&table, 4);
}

static void
collected_diagrams(void **state)
{
	struct table table;

	(void)state;
	if (!table_open_collected(&table, "asian-diagrams.tsv", 7))
		skip();
	table_names(&table);
	judge_rows(&table, 6);
}

static const struct {
	const char *name, *fen, *moves;
	int red, green; /* levels */
} own[] = {
	/* On F3 the rook on I3 protects the cannon; a guard that threatens it
	 * counts all the same. On F2 the rook on A2 does, when the guard steps
	 * out of its way. */
	{ "guard chases a protected cannon", "3k5/9/9/9/9/9/9/5c2r/R8/4KG3 w",
	    "F1-E2 F3-F2 E2-F1 F2-F3", LEVEL_CHASE, LEVEL_PERMITTED },
	/* The same with an elephant, and a rook on I5 that protects on G5. */
	{ "elephant chases a protected cannon", "3k5/9/9/9/9/6c1r/9/R8/9/2E2K3 w",
	    "C1-E3 G5-G3 E3-C1 G3-G5", LEVEL_CHASE, LEVEL_PERMITTED },
	/* A soldier is not among the pieces a guard always threatens: on F3 it is
	 * protected when the guard on E2 attacks it, and not when the horse on D2
	 * does, whose leg the guard has left. */
	{ "guard attacks a protected soldier", "4k4/9/9/9/9/9/9/5p2r/3H5/3K1G3 w",
	    "F1-E2 I3-I4 E2-F1 I4-I3", LEVEL_PERMITTED, LEVEL_PERMITTED },
	/* The horse is screen on F8 for the cannon on A8 and on G6 for the one
	 * on G1: each of its moves attacks the horse on G8 anew. From F8 it
	 * checks too, and a check is never a chase. */
	{ "a move that checks and chases", "4k4/9/C5h2/9/6H2/9/9/9/9/5KC2 w",
	    "G6-F8 E10-E9 F8-G6 E9-E10", LEVEL_PERMITTED, LEVEL_PERMITTED },
	/* Only B8-B6 is a chase, of the horse on G6; B6-B8 checks. */
	{ "a check, and a chase", "9/9/5k3/4r4/1R4h2/5c2H/7s1/9/2s2K3/9 w",
	    "B6-B8 F8-F9 B8-B6 F9-F8", LEVEL_PERMITTED, LEVEL_PERMITTED },
	/* The rook chases the cannon, which flees each time; that the horse on E9 could be
	 * taken all the while is another matter. */
	{ "another piece is never saved", "5g3/3kHc2S/S1c6/2s1s4/9/9/h6s1/2C2K3/r8/9 b",
	    "A2-C2 C3-A3 C2-A2 A3-C3", LEVEL_PERMITTED, LEVEL_CHASE },
	/* The cannon on the E file keeps the kings apart: it cannot take the
	 * rook, so it does not chase it. */
	{ "attacker that keeps the kings apart", "4k4/9/9/9/9/4C1p2/6p1r/9/9/4K4 w",
	    "E5-E4 I4-I5 E4-E5 I5-I4", LEVEL_PERMITTED, LEVEL_PERMITTED },
	/* The horse protects the cannon on G6 and on G4, but may not leave the E
	 * file: a fake root. */
	{ "protector that keeps the kings apart", "4k4/9/9/9/6c2/4h4/R8/9/9/4K4 w",
	    "A4-A6 G6-G4 A6-A4 G4-G6", LEVEL_CHASE, LEVEL_PERMITTED },
	/* The rook on H2 stands beside the soldier on I2 all the time, in check and
	 * out of it: only E2-E3 attacks that soldier anew, by the cannon on C2. */
	{ "an attack that stood during a check", "1r7/5k3/9/9/9/9/9/4K4/2C4Rs/2E2GE2 b",
	    "B10-B3 E3-E2 B3-B10 E2-E3", LEVEL_PERMITTED, LEVEL_PERMITTED },
	/* While the cannon on D3 checks over the elephant, the rook on C3 may not take
	 * the cannon on C1, but attacks it all the same. Back on E3 the elephant attacks
	 * it too, which is new. */
	{ "a screen that leaves a check", "9/R8/3kh4/9/3c5/S8/9/2R1EK3/9/2c6 b",
	    "D6-D3 E3-C5 D3-D6 C5-E3", LEVEL_PERMITTED, LEVEL_PERMITTED },
	/* Standing attacks can be cut into threats: when the king has fled to D3, the one
	 * on D9 may no longer take back on D8. When it leaves D3, the cannon on D1 attacks
	 * the guard over the rook. But the guard can be taken before each of these moves. */
	{ "a cut by fleeing from a check, of a piece never saved",
	    "9/3kc4/3g5/3R5/9/4s4/9/4K4/1R7/3C5 w", "E3-D3 E9-I9 D3-E3 I9-E9", LEVEL_PERMITTED,
	    LEVEL_PERMITTED },
	/* Green's guard opens the rank now for one cannon and now for the other, and wherever
	 * the rook steps it could be taken before the guard moves, too. */
	{ "a rook that never finds safety", "4kg3/c2R1R2c/4e4/9/9/9/9/9/9/4K4 b",
	    "F10-E9 F9-H9 E9-F10 H9-F9", LEVEL_PERMITTED, LEVEL_PERMITTED },
	/* The horse is safe after each of its moves, and attacked again by the next. */
	{ "a piece saved before it is attacked again", "2ek5/3c5/4eH3/4R4/9/S7C/3r5/3R1s3/3K5/9 b",
	    "E8-G6 E7-G7 G6-E8 G7-E7", LEVEL_CHASE, LEVEL_PERMITTED },
	/* The rook blocks the check on G3, and attacks the cannon anew there as on G9. */
	{ "a chase that answers a check", "5k3/2R3R1c/9/9/9/9/9/3K1s3/9/9 b",
	    "I9-I3 G9-G3 I3-I9 G3-G9", LEVEL_CHASE, LEVEL_PERMITTED },
	/* The king is the screen of the cannon on F5 on one of its points, the red
	 * cannon on the other. */
	{ "a chase by fleeing", "5H3/5C3/4k3e/9/9/5c3/9/3K5/9/9 w", "F9-I9 E8-F8 I9-F9 F8-E8",
	    LEVEL_PERMITTED, LEVEL_CHASE },
};

static void
own_cases(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++) {
		struct loop loop;

		read_loop(&loop, own[i].name, own[i].fen, "", own[i].moves);
		loop.level[RED] = own[i].red;
		loop.level[GREEN] = own[i].green;
		loop.loser = own[i].red == own[i].green ? -1 :
		    own[i].red > own[i].green           ? RED :
							  GREEN;
		judge_all_ways(&loop);
	}
}

/* Two different rounds, so that the position stands in the middle too. */
static const struct {
	const char *name, *fen, *moves;
	int red, green; /* levels over both */
	int loser;      /* -1: draw */
} rounds[] = {
	/* The third additional illustration with all its plies. Each round is a chase
	 * by both; only one's direct attacks and the other's cuts make one victim. */
	{ "A3", "3gkge2/c2R1R2c/4e4/9/9/9/9/4E4/4K4/2E6 w",
	    "F9-F7 D10-E9 F7-F9 E9-D10 D9-D5 D10-E9 D5-D9 E9-D10", LEVEL_CUT, LEVEL_PERMITTED, -1 },
	{ "both chase in either round", "3gkge2/c2R1R2c/4e4/9/4S4/9/9/4E4/4K4/2E6 w",
	    "F9-F6 F10-E9 F6-F9 E9-F10 D9-D7 D10-E9 D7-D9 E9-D10", LEVEL_CUT, LEVEL_PERMITTED, -1 },
	/* Green alone would lose the first round, and nobody the second. */
	{ "the other side loses a round",
	    "3gkger1/1c1R1R1c1/r1h1e1h2/s3s3s/9/9/S3S3S/1CH1C1H2/9/2EGKGE2 w",
	    "F9-F4 D10-E9 F4-F9 E9-D10 D9-D7 F10-E9 D7-D9 E9-F10", LEVEL_CUT, LEVEL_PERMITTED, -1 },
	/* Both chase in each round, but Red the cannon on A9 in both. */
	{ "a chase of one piece is judged over both", "3gkge2/c2R1R2c/4e4/9/9/9/9/4E4/4K4/9 w",
	    "D9-D2 I9-I2 D2-D9 I2-I9 D9-D1 D10-E9 D1-D9 E9-D10", LEVEL_CHASE, LEVEL_PERMITTED,
	    RED },
	{ "a chase against cuts", "4kg3/c2R1R2c/4e4/9/9/9/9/9/9/4K4 w",
	    "D9-D1 I9-I1 D1-D9 I1-I9 F9-F7 F10-E9 F7-F9 E9-F10", LEVEL_CUT, LEVEL_CHASE, GREEN },
	/* As the first additional illustration: each round is lost by cuts. */
	{ "cuts in either round", "2cg1k3/4g4/e3e4/2S6/6s2/1c7/9/E7H/2hR5/2EGK4 w",
	    "C7-D7 A8-C6 D7-C7 C6-A8 C7-B7 B5-C5 B7-C7 C5-B5", LEVEL_CUT, LEVEL_PERMITTED, RED },
};

static void
different_rounds(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rounds) / sizeof(rounds[0]); i++) {
		struct loop loop;

		read_loop(&loop, rounds[i].name, rounds[i].fen, "", rounds[i].moves);
		loop.level[RED] = rounds[i].red;
		loop.level[GREEN] = rounds[i].green;
		loop.loser = rounds[i].loser;
		for (int way = 0; way < 4; way++) {
			judge(&loop, 1);
			judge(&loop, 2);
			if (way % 2 == 0)
				loop_mirror(&loop);
			else
				loop_exchange(&loop);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(diagrams),
		cmocka_unit_test(collected_diagrams),
		cmocka_unit_test(own_cases),
		cmocka_unit_test(different_rounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
