/* SPDX-License-Identifier: ISC */
/*
 * The rule set `cxq`, sentence by sentence of seed 001: each case names the one it
 * rests on, and was worked out from it by hand.
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
#include "rules/referee/referee.h"

#define PLIES_MAX 160

/* A rook checks a king that has two points. */
#define ONE_CHECKS "5k3/7R1/9/9/9/9/9/9/9/3K5 w", "", "H9-H10 F10-F9 H10-H9 F9-F10"
/* A horse uncovers a rook's check, and checks on its return; the same with a cannon
 * behind the rook. */
#define TWO_CHECK   "4k4/9/4N4/9/9/9/9/9/9/3KR4 w", "", "E8-G7 E10-F10 G7-E8 F10-E10"
#define THREE_CHECK "4k4/9/4N4/9/9/9/9/9/4R4/3KC4 w", "", "E8-G7 E10-F10 G7-E8 F10-E10"
/* A rook follows a cannon. */
#define ONE_CHASES "3k5/9/9/8c/9/9/9/7R1/9/5K3 w", "", "H3-I3 I7-H7 I3-H3 H7-I7"
/* Horse and cannon chase a soldier that has crossed (seed 000, diagram 82). */
#define TWO_CHASE "4k4/9/9/9/3P5/4C4/2N6/6ppc/4p4/5K3 w", "", "C4-E3 E2-D2 E3-C4 D2-E2"
/* Rooks side by side: the one attacked is pinned (seed 000, diagram 65), and free. */
#define PINNED_ROOK \
	"5kb2/4a4/4ba3/5r3/9/P2N3R1/3cpCpc1/4BA3/4A4/2BK5 w", "H5-H7", "F7-F6 H7-H6 F6-F7 H6-H7"
#define FREE_ROOK "3k5/9/9/3r5/7R1/9/9/9/9/5K3 w", "", "H6-H7 D7-D6 H7-H6 D6-D7"

static const struct {
	const char *sentence, *name, *fen, *lead, *loop;
	int plies;
	const char *want; /* of the last ply */
} cases[] = {
	/* Check: a move of any piece that causes the King to be threatened */
	{ "check", "by a piece that did not move", "5c3/8R/4k2P1/3P5/5P3/6P2/5pN2/5A3/4CK3/6rn1 w",
	    "", "F6-E6 F4-E4 E6-F6 E4-F4", 13, "loss red perpetual-check 7/6" },
	/* CXQ allows 6 times using one piece, 12 using 2, 18 using 3 */
	{ "6 times", "the fourth check", ONE_CHECKS, 7, "none none 4/6" },
	{ "6 times", "the fifth: one more is allowed", ONE_CHECKS, 9,
	    "warn red perpetual-check 5/6" },
	{ "6 times", "the sixth is allowed", ONE_CHECKS, 11, "warn red perpetual-check 6/6" },
	{ "6 times", "the seventh is not", ONE_CHECKS, 13, "loss red perpetual-check 7/6" },
	{ "12 times", "the seventh, with two pieces", TWO_CHECK, 13, "none none 7/12" },
	{ "12 times", "the eleventh: one more", TWO_CHECK, 21, "warn red perpetual-check 11/12" },
	{ "12 times", "the twelfth is allowed", TWO_CHECK, 23, "warn red perpetual-check 12/12" },
	{ "12 times", "the thirteenth is not", TWO_CHECK, 25, "loss red perpetual-check 13/12" },
	{ "18 times", "the thirteenth, with three", THREE_CHECK, 25, "none none 13/18" },
	{ "18 times", "the eighteenth is allowed", THREE_CHECK, 35,
	    "warn red perpetual-check 18/18" },
	{ "18 times", "the nineteenth is not", THREE_CHECK, 37, "loss red perpetual-check 19/18" },
	{ "check/chase 6 times", "the sixth chase is allowed", ONE_CHASES, 11,
	    "warn red perpetual-chase 6/6" },
	{ "check/chase 6 times", "the seventh is not", ONE_CHASES, 13,
	    "loss red perpetual-chase 7/6" },
	{ "check/chase 12 times", "the seventh chase, with two pieces", TWO_CHASE, 13,
	    "none none 7/12" },
	{ "check/chase 12 times", "the thirteenth", TWO_CHASE, 25,
	    "loss red perpetual-chase 13/12" },

	/* Chase: a piece moves to a position where it can capture */
	{ "moves to a position where it can", "it could before: the rook on its file",
	    "3k2b2/4P4/4b4/9/8p/6Bc1/6P1P/3AB4/4pp3/1p1K3R1 w", "", "H1-H2 H5-H4 H2-H1 H4-H5", 13,
	    "loss red perpetual-chase 7/6" },
	{ "moves to a position where it can",
	    "another piece's attack that stood: not the rook on H2",
	    "1r7/5k3/9/9/9/9/9/4K4/2C4Rp/2B2AB2 b", "", "B10-B3 E3-E2 B3-B10 E2-E3", 8,
	    "draw repetition 0/0" },
	{ "moves to a position where it can", "a pinned piece cannot",
	    "4ka3/4a4/9/4r4/9/9/9/1C2C4/p3A4/3K1AB1n w", "B3-B6 E7-E6 B6-B7 E6-E7",
	    "B7-B5 E7-E5 B5-B8 E5-E8 B8-B7 E8-E7", 16, "draw repetition 0/0" },
	/* It is also a chase when a piece moves and results in a cannon attacking */
	{ "results in a cannon attacking", "by a screen that comes and goes",
	    "4kab2/4a4/4b3n/2r3p1p/2p2N3/9/1RP3P1P/4B3C/2r1A4/2N1KABc1 w", "I3-I2",
	    "H1-H2 E2-D1 H2-H1 D1-E2", 13, "loss red perpetual-chase 7/6" },
	{ "results in a cannon attacking", "not a rook; and so Green alone chases",
	    "3akab2/c2R1R2c/4b4/9/9/9/9/4B4/4K4/2B6 w", "", "F9-F7 D10-E9 F7-F9 E9-D10", 14,
	    "loss green perpetual-chase 7/6" },
	{ "results in a cannon attacking", "not a horse, behind its king",
	    "3a2b1r/4ak3/8b/7P1/9/9/9/B2NN3B/3K5/4p4 w", "", "D2-E2 E1-D1 E2-D2 D1-E1", 8,
	    "draw repetition 0/0" },

	/* It is not a chase when a King or a Pawn threatens to capture any piece */
	{ "King or Pawn", "a king", "4ka3/4a4/4b4/p7p/9/4C4/4P4/4B4/3K5/3Ac1B2 w", "D2-E2",
	    "E1-F1 E2-F2 F1-E1 F2-E2", 9, "draw repetition 0/0" },
	{ "King or Pawn", "a soldier", "4k1b1c/7P1/3a5/9/9/9/9/9/3K5/9 w", "",
	    "H9-I9 I10-H10 I9-H9 H10-I10", 8, "draw repetition 0/0" },
	{ "King or Pawn", "a soldier, but each of its steps uncovers a cannon",
	    "2bak4/4a4/4b4/1rp6/P2R5/4pp3/9/CC7/4p4/5K3 w", "", "A6-B6 B7-A7 B6-A6 A7-B7", 25,
	    "loss red perpetual-chase 13/12" },
	/* … a Pawn when it is yet to cross the river */
	{ "yet to cross", "a soldier on its own side",
	    "3akabC1/9/4b4/7P1/2n5p/9/3p5/9/4A1c2/2BAK1B1C w", "G1-I3 G2-I2",
	    "I3-G5 I2-F2 G5-I3 F2-I2", 10, "draw repetition 0/0" },
	{ "yet to cross", "one that has crossed", "3akabC1/9/4b4/7P1/2n6/8p/3p5/9/4A1c2/2BAK1B1C w",
	    "G1-I3 G2-I2", "I3-G5 I2-F2 G5-I3 F2-I2", 13, "loss red perpetual-chase 7/6" },
	/* Same type sacrifice/trade is not a chase */
	{ "same type", "rooks that can take each other", FREE_ROOK, 8, "draw repetition 0/0" },
	{ "same type", "the other cannot take", PINNED_ROOK, 13, "loss red perpetual-chase 7/6" },
	{ "same type", "the other is a blocked horse",
	    "5ab2/4k2P1/5an1b/p1p3p2/8p/2P4N1/6P1P/B8/5p2c/3KC4 w", "", "H5-F6 G8-I7 F6-H5 I7-G8",
	    13, "loss red perpetual-chase 7/6" },

	/* Protected: a piece can capture any piece that takes it */
	{ "protected", "always", "2b1ka3/4a4/4b4/9/9/9/9/4B3R/4A1rc1/4KA3 w", "",
	    "I3-H3 H2-I2 H3-I3 I2-H2", 8, "draw repetition 0/0" },
	{ "protected", "on every other move",
	    "3k1a3/4a4/9/p1N3n2/4p1b1c/4c2R1/P8/4C4/4A4/2B1K1p2 w", "", "H5-I5 I6-H6 I5-H5 H6-I6",
	    8, "draw repetition 0/0" },
	{ "protected", "by an elephant that cannot capture",
	    "2baka3/9/4b4/9/6c2/3R5/4c4/4C4/4N4/3AKA3 w", "D5-G5", "G6-C6 G5-C5 C6-G6 C5-G5", 13,
	    "loss red perpetual-chase 7/6" },
	/* A car is never considered protected from a cannon or knight */
	{ "a car", "a cannon, and a rook behind", "3k1r3/9/9/9/9/9/PC2P4/4Cr3/9/4K4 w", "",
	    "B4-B3 F3-F4 B3-B4 F4-F3", 13, "loss red perpetual-chase 7/6" },
	{ "a car", "a horse, and a rook behind", "4kr3/9/9/9/9/9/9/3N1r3/9/3K5 w", "",
	    "D3-E5 F3-F4 E5-D3 F4-F3", 13, "loss red perpetual-chase 7/6" },
	{ "a car", "from a car it can be", "2bk1a1rC/4a1R2/4b4/9/9/4cp3/9/4B4/N3Ap3/2BAK3R w", "",
	    "G9-H9 H10-G10 H9-G9 G10-H10", 8, "draw repetition 0/0" },

	/* One side violates the rules while the other does not */
	{ "one side violates", "the other checks and chases in turn",
	    "3akr3/n3a4/4b4/9/P1b6/9/1n7/4B4/3RA4/2BAK4 w", "", "D2-D4 B4-C2 D4-D2 C2-B4", 13,
	    "loss red perpetual-chase 7/6" },
	/* A draw when both sides perpetual check */
	{ "both perpetual check", "each with two pieces", "2P6/5k3/9/9/4r4/3c5/3r5/5C3/5R3/3K5 w",
	    "", "F3-D3 D4-F4 D3-F3 F4-D4", 25, "draw mutual 13/12" },
	/* If one side perpetual checks and the other perpetual chases, the checker loses */
	{ "check against chase", "two cannons chase the checking rook",
	    "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w", "", "H9-H10 F10-F9 H10-H9 F9-F10", 13,
	    "loss red perpetual-check 7/6" },

	/* Notes: what is allowed */
	{ "checks one idle", "", "4ka3/2R1a4/C8/p7p/1P5n1/9/4n4/4B4/9/4K1B2 w", "",
	    "C9-C10 E9-D10 C10-C9 D10-E9", 8, "draw repetition 0/0" },
	{ "checks one chase", "", "2ba1k3/4a4/b8/7R1/9/9/1r2p4/9/4A4/2B1KAB1c w", "H7-H10",
	    "F10-F9 H10-H1 I1-I6 H1-H9 F9-F10 H9-H6 I6-I8 H6-H10 F10-F9 H10-H8 "
	    "I8-I4 H8-H9 F9-F10 H9-H10 F10-F9 H10-H4 I4-I1 H4-H9 F9-F10 H9-H10",
	    41, "draw repetition 0/0" },
	{ "chases one idle", "", "N1ra1a3/3nk4/4b4/p1p6/6b1p/2P6/P2R4P/4B4/4A4/2B1KA3 w", "",
	    "D4-H4 E9-E10 H4-D4 E10-E9", 8, "draw repetition 0/0" },
	{ "checks one threaten to checkmate", "", "2bak4/4a4/4b4/8p/5R3/8P/n8/1r2C4/9/1cBAKAB2 w",
	    "", "F6-H6 E10-F10 H6-F6 F10-E10", 8, "draw repetition 0/0" },
	{ "chase two or more pieces", "a cannon, two rooks",
	    "4k4/9/9/9/C8/9/pp5pp/4B4/9/r1BAKA2r w", "A6-I6",
	    "I1-H1 I6-A6 A1-B1 A6-H6 H1-I1 H6-B6 B1-A1 B6-I6", 17, "draw repetition 0/0" },
	{ "perpetual blocking", "", "4k4/3P2P1P/9/9/6b1c/5p1C1/9/9/4A4/3AK1p2 w", "",
	    "H5-I5 I6-H6 I5-H5 H6-I6", 8, "draw repetition 0/0" },
	{ "violates in any way", "it blocks and chases", "3aka3/6R2/7c1/9/9/9/9/9/4A4/3AK1p2 w",
	    "G9-H9", "H8-C8 H9-C9 C8-H8 C9-H9", 13, "loss red perpetual-chase 7/6" },
};

struct game {
	struct history h;
	struct move moves[PLIES_MAX];
	struct board board;
};

static void
game_begin(struct game *game, const char *name, const char *fen)
{
	const char *wrong = fen_read(fen, &game->board);

	if (wrong != NULL)
		fail_msg("%s: %s", name, wrong);
	game->h =
	    (struct history){ .rules = RULES_CXQ, .start = game->board, .moves = game->moves };
}

static void
game_add(struct game *game, const char *name, struct move move)
{
	char text[8];

	move_write(move, text);
	if (!move_is_legal(&game->board, move))
		fail_msg("%s: %s is not legal", name, text);
	assert_true(game->h.length < PLIES_MAX);
	game->moves[game->h.length++] = move;
	board_play(&game->board, move);
}

/* Reads moves up to so many plies in all. */
static void
game_read(struct game *game, const char *name, const char *text, int plies)
{
	char word[16];
	int read;

	for (; game->h.length < plies && sscanf(text, " %15s%n", word, &read) == 1; text += read) {
		struct move move;

		assert_true(move_read(word, &move));
		game_add(game, name, move);
	}
}

static void
expect(const struct game *game, const char *sentence, const char *name, const char *want)
{
	static const char *const kinds[] = { "none", "warn", "refused", "draw", "loss" };
	struct verdict verdict;
	int reached = referee_replay(&game->h, &verdict);
	bool counts = verdict.reason == REASON_NONE || verdict.loser_known ||
	    verdict.reason == REASON_MUTUAL;
	char got[64];

	snprintf(got, sizeof(got), "%s%s%s %s %d/%d", kinds[verdict.kind],
	    verdict.kind != VERDICT_NONE && verdict.loser_known ? " " : "",
	    verdict.kind != VERDICT_NONE && verdict.loser_known ? side_name(verdict.loser) : "",
	    verdict_reason_name(verdict.reason), counts ? verdict.used : 0,
	    counts ? verdict.allowed : 0);
	if (reached != game->h.length || strcmp(got, want) != 0)
		fail_msg("\"%s\", %s: after %d of %d plies %s, not %s", sentence, name, reached,
		    game->h.length, got, want);
}

static void
sentences(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct game game;

		game_begin(&game, cases[i].name, cases[i].fen);
		game_read(&game, cases[i].name, cases[i].lead, cases[i].plies);
		while (game.h.length < cases[i].plies)
			game_read(&game, cases[i].name, cases[i].loop, cases[i].plies);
		expect(&game, cases[i].sentence, cases[i].name, cases[i].want);
	}
}

/*
 * Progress Rule: 30 moves by each side since the last capture or the last advance
 * of a pawn already crossed the river.  A rook walks through the files A to C and
 * back, a guard goes to and fro, and no position stands three times; Red's tenth move
 * is another.
 */
static const struct {
	const char *name, *fen, *tenth;
	int plies;
} progress[] = {
	{ "nothing", "3ak4/9/9/9/9/9/9/9/9/R2K5 w", NULL, 60 },
	{ "a capture", "3ak4/9/9/9/6p2/6P2/9/9/9/R2K5 w", "G5-G6", 79 },
	{ "an advance beyond the river", "3ak4/9/9/9/6P2/9/9/9/9/R2K5 w", "G6-G7", 79 },
	{ "a step sideways", "3ak4/9/9/9/6P2/9/9/9/9/R2K5 w", "G6-H6", 60 },
	{ "an advance before the river", "3ak4/9/9/9/9/9/6P2/9/9/R2K5 w", "G4-G5", 60 },
	{ "the step across it", "3ak4/9/9/9/9/6P2/9/9/9/R2K5 w", "G5-G6", 60 },
};

/* The n-th of the 40 points of the rook's way there and back. */
static uint8_t
way(int n)
{
	int step = n % 40 <= 20 ? n % 40 : 40 - n % 40;
	int file = step / 7, rank = step % 7;

	return square_at(file, file % 2 == 0 ? rank : 6 - rank);
}

static void
progress_rule(void **state)
{
	const uint8_t guard[] = { 9 * 9 + 3, 8 * 9 + 4 }; /* D10, E9 */

	(void)state;
	for (size_t i = 0; i < sizeof(progress) / sizeof(progress[0]); i++) {
		struct game game;
		int steps = 0;

		game_begin(&game, progress[i].name, progress[i].fen);
		for (int ply = 1; ply <= progress[i].plies; ply++) {
			if (ply == 19 && progress[i].tenth != NULL) {
				game_read(&game, progress[i].name, progress[i].tenth, ply);
			} else if (ply % 2 == 1) {
				game_add(&game, progress[i].name,
				    (struct move){ way(steps), way(steps + 1) });
				steps++;
			} else {
				game_add(&game, progress[i].name,
				    (struct move){ guard[ply / 2 % 2 == 0], guard[ply / 2 % 2] });
			}
		}
		expect(&game, "progress", progress[i].name, "draw no-capture 0/0");
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sentences),
		cmocka_unit_test(progress_rule),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
