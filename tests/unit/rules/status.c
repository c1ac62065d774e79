/* SPDX-License-Identifier: ISC */
/*
 * Why moves are refused; mate and stalemate.
 *
 * Dead positions have their own test (rules_dead), which goes through them all.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/status.h"

#define KINGS_APART "3k5/9/9/9/9/9/9/9/9/5K3 w"

static void
refusals(void **state)
{
	static const struct {
		const char *name, *fen, *move, *want;
	} cases[] = {
		{ "a fine move", FEN_START, "B3-E3", "legal" },
		{ "nothing there", FEN_START, "E5-E6", "no-piece" },
		{ "the other's", FEN_START, "B8-E8", "not-yours" },
		{ "own piece", FEN_START, "A1-A4", "own-piece" },
		{ "own piece, whatever the shape", FEN_START, "B1-B3", "own-piece" },
		{ "no step", FEN_START, "A1-A1", "no-step" },
		{ "green's turn", "3k5/9/9/9/9/9/9/9/9/5K3 b", "D10-D9", "legal" },

		{ "rook aslant", FEN_START, "A1-B2", "wrong-shape" },
		{ "rook stopped: the first piece is told", FEN_START, "A1-A10", "blocked A4" },
		{ "rook stopped, coming down", "r3k4/9/n8/9/9/9/9/9/9/3K5 b", "A10-A1",
		    "blocked A8" },
		{ "rook stopped to the left", "3k5/9/9/9/9/9/9/9/9/2B1K3R w", "I1-A1",
		    "blocked E1" },
		{ "rook takes", "3k5/9/r8/9/9/9/9/9/9/R3K4 b", "A8-A1", "legal" },

		{ "horse, a rook's step", FEN_START, "B1-B2", "wrong-shape" },
		{ "horse's leg ahead, seed 004", "3k5/9/9/9/9/9/2P6/2N6/9/4K4 w", "C3-B5",
		    "blocked C4" },
		{ "horse's leg ahead, right", "3k5/9/9/9/9/9/2P6/2N6/9/4K4 w", "C3-D5",
		    "blocked C4" },
		{ "that leg is no other's", "3k5/9/9/9/9/9/2P6/2N6/9/4K4 w", "C3-B1", "legal" },
		{ "nor this", "3k5/9/9/9/9/9/2P6/2N6/9/4K4 w", "C3-E4", "legal" },
		{ "leg C2 for B1", "3k5/9/9/9/9/9/9/2N6/2R6/4K4 w", "C3-B1", "blocked C2" },
		{ "leg B3 for A4", "3k5/9/9/9/9/9/9/1CN6/9/4K4 w", "C3-A4", "blocked B3" },
		{ "leg B3 for A2", "3k5/9/9/9/9/9/9/1CN6/9/4K4 w", "C3-A2", "blocked B3" },
		{ "leg D3 for E4, the other side's", "3k5/9/9/9/9/9/9/2Nr5/9/4K4 w", "C3-E4",
		    "blocked D3" },
		{ "F3 with G3 taken, seed 004", "3k5/9/9/9/9/9/9/5NR2/9/4K4 w", "F3-H2",
		    "blocked G3" },

		{ "elephant", FEN_START, "C1-E3", "legal" },
		{ "elephant, one step", FEN_START, "C1-D2", "wrong-shape" },
		{ "elephant's eye, seed 004", "3k5/9/9/9/9/9/9/9/7R1/4K1B2 w", "G1-I3",
		    "blocked H2" },
		{ "its other eye is open", "3k5/9/9/9/9/9/9/9/7R1/4K1B2 w", "G1-E3", "legal" },
		{ "elephant over the river", "3k5/9/9/9/9/2B6/9/9/9/4K4 w", "C5-E7",
		    "crosses-river" },
		{ "the river before the eye", "3k5/9/9/9/3n5/2B6/9/9/9/4K4 w", "C5-E7",
		    "crosses-river" },
		{ "green's elephant too", "3k5/9/9/9/2b6/9/9/9/9/4K4 b", "C6-A4", "crosses-river" },

		{ "guard straight", FEN_START, "D1-D2", "wrong-shape" },
		{ "guard leaves", FEN_START, "D1-C2", "leaves-palace" },
		{ "guard upwards", "3k5/9/9/9/9/9/9/3A5/9/4K4 w", "D3-E4", "leaves-palace" },
		{ "king aslant", "3k5/9/9/9/9/9/9/9/9/4K4 w", "E1-F2", "wrong-shape" },
		{ "king leaves sideways", KINGS_APART, "F1-G1", "leaves-palace" },
		{ "king leaves upwards", "3k5/9/9/9/9/9/9/5K3/9/9 w", "F3-F4", "leaves-palace" },
		{ "king, two steps", KINGS_APART, "F1-F3", "wrong-shape" },
		{ "kings do not fly", "4k4/9/9/9/9/9/9/9/4N4/4K4 w", "E1-E10", "wrong-shape" },

		{ "soldier ahead", FEN_START, "A4-A5", "legal" },
		{ "soldier, two steps", FEN_START, "A4-A6", "wrong-shape" },
		{ "soldier aslant", FEN_START, "A4-B5", "wrong-shape" },
		{ "soldier back", FEN_START, "A4-A3", "backward" },
		{ "crossed soldier back", "3k5/9/9/9/P8/9/9/9/9/4K4 w", "A6-A5", "backward" },
		{ "soldier aside too early", FEN_START, "A4-B4", "sideways-early" },
		{ "still too early", "3k5/9/9/9/9/P8/9/9/9/4K4 w", "A5-B5", "sideways-early" },
		{ "over the river", "3k5/9/9/9/P8/9/9/9/9/4K4 w", "A6-B6", "legal" },
		{ "green's at home", "3k5/9/9/9/p8/9/9/9/9/4K4 b", "A6-B6", "sideways-early" },
		{ "green's over the river", "3k5/9/9/9/9/p8/9/9/9/4K4 b", "A5-B5", "legal" },

		{ "cannon goes", FEN_START, "B3-B9", "blocked B8" },
		{ "cannon over one screen takes", FEN_START, "B3-B10", "legal" },
		{ "cannon without a screen", FEN_START, "B3-B8", "screens 0" },
		{ "cannon, two screens", "1n2k4/9/1c7/9/1r7/9/9/1C7/9/3K5 w", "B3-B10",
		    "screens 2" },
		{ "cannon, seed 004", "3k5/9/9/9/9/9/9/9/4CN1r1/3AK4 w", "E2-H2", "legal" },
		{ "cannon aslant", FEN_START, "B3-C5", "wrong-shape" },

		{ "pinned by a rook", "3k5/9/9/9/4r4/9/9/9/4N4/4K4 w", "E2-G3", "leaves-check E6" },
		{ "along the pin", "3k5/9/9/9/4r4/9/9/9/4R4/4K4 w", "E2-E6", "legal" },
		{ "a screen taken away", "3k5/9/9/9/4c4/9/9/4N4/4N4/4K4 w", "E2-C1",
		    "leaves-check E6" },
		{ "a screen put in", "3k5/9/9/9/4c4/9/9/9/2R6/4K4 w", "C2-E2", "leaves-check E6" },
		{ "a horse let in", "3k5/9/9/9/9/9/9/3n5/3R5/4K4 w", "D2-C2", "leaves-check D3" },
		{ "in check and no help", "3k5/9/9/9/4r4/9/9/9/9/R3K4 w", "A1-B1",
		    "leaves-check E6 still" },
		{ "in check, stepping on", "3k5/9/9/9/4r4/9/9/9/9/R3K4 w", "E1-E2",
		    "leaves-check E6 still" },
		{ "in check, aside", "3k5/9/9/9/4r4/9/9/9/9/R3K4 w", "E1-F1", "legal" },
		{ "beside a soldier", "3k5/9/9/9/9/9/9/9/9/2p2K3 w", "F1-E1", "legal" },
		{ "next to a soldier", "3k5/9/9/9/9/9/9/9/3p5/5K3 w", "F1-E1", "legal" },
		{ "into a soldier's step", "3k5/9/9/9/9/9/9/9/3p5/4K4 w", "E1-E2",
		    "leaves-check D2" },

		{ "facing", "3k5/9/9/9/9/9/9/9/9/4K4 w", "E1-D1", "kings-face" },
		{ "facing, the guard between gone", "4k4/9/9/9/9/9/9/9/4A4/4K4 w", "E2-D1",
		    "kings-face" },
		{ "check is told before facing", "3k5/9/9/9/9/9/9/9/9/r3K4 w", "E1-D1",
		    "leaves-check A1 still" },
		{ "a new check", "3k5/9/9/9/9/9/9/9/r8/4K4 w", "E1-E2", "leaves-check A2" },
		{ "facing, the horse between gone", "4k4/9/9/4N4/9/9/9/9/9/4K4 w", "E7-D9",
		    "kings-face" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct board board;
		struct refusal_why why;
		struct move move;
		enum refusal refusal;
		char text[128];
		const char *wrong = fen_read(cases[i].fen, &board);

		if (wrong != NULL)
			fail_msg("%s: %s", cases[i].name, wrong);
		assert_true(move_read(cases[i].move, &move));
		refusal = move_judge(&board, move, &why);
		assert_int_equal(refusal, why.refusal);
		assert_int_equal(refusal == MOVE_LEGAL, move_is_legal(&board, move));
		refusal_write(&why, text, sizeof text);
		if (why.was_in_check)
			strcat(text, " still");
		if (strcmp(text, cases[i].want) != 0)
			fail_msg("%s: %s, not %s", cases[i].name, text, cases[i].want);
	}
}

static void
no_such_squares(void **state)
{
	static const struct move moves[] = { { 90, 0 }, { 0, 90 }, { NO_SQUARE, 0 },
		{ 0, NO_SQUARE } };
	struct board board;
	struct refusal_why why;

	(void)state;
	board_start(&board);
	for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
		assert_int_equal(move_judge(&board, moves[i], &why), MOVE_NO_SUCH_SQUARE);
		assert_false(move_is_legal(&board, moves[i]));
	}
}

/* The names are templates' names: all there, all different. */
static void
names_differ(void **state)
{
	(void)state;
	for (enum refusal a = MOVE_LEGAL; a <= MOVE_GAME_OVER; a++)
		for (enum refusal b = MOVE_LEGAL; b < a; b++)
			assert_string_not_equal(refusal_name(a), refusal_name(b));
}

static void
statuses(void **state)
{
	static const struct {
		const char *name, *fen;
		enum status want;
	} cases[] = {
		{ "start", FEN_START, STATUS_PLAY },
		{ "check", "3k5/9/9/9/4r4/9/9/9/9/4K4 w", STATUS_CHECK },
		{ "two rooks mate", "3k5/9/9/9/9/9/9/9/r8/1r2K4 w", STATUS_CHECKMATE },
		{ "one rook is not enough", "4k4/9/9/9/9/9/9/9/9/r2K5 w", STATUS_CHECK },
		{ "a mate with a face-off", "4k4/9/9/9/9/3r5/9/9/9/3K5 w", STATUS_CHECKMATE },
		{ "the checker can be taken", "4k4/9/9/9/9/9/9/9/3r5/3K5 w", STATUS_CHECK },
		{ "stalemate by soldier and face-off", "4k4/9/9/9/9/9/9/9/2p6/3K5 w",
		    STATUS_STALEMATE },
		{ "a soldier further off", "4k4/9/9/9/9/9/9/2p6/9/3K5 w", STATUS_PLAY },
		{ "stalemate by rook and face-off", "4k4/9/9/9/9/9/9/9/r8/3K5 w",
		    STATUS_STALEMATE },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct board board;
		const char *wrong = fen_read(cases[i].fen, &board);

		if (wrong != NULL)
			fail_msg("%s: %s", cases[i].name, wrong);
		if (board_status(&board) != cases[i].want)
			fail_msg("%s: %d", cases[i].name, board_status(&board));
	}
}

static void
dead_or_alive(void **state)
{
	static const struct {
		const char *name, *fen;
		bool dead;
	} cases[] = {
		{ "start", FEN_START, false },
		{ "kings alone", KINGS_APART, true },
		{ "guards and elephants", "3ka4/9/4b4/9/9/9/9/9/9/2BAK4 w", true },
		{ "green's lone cannon", "3k5/9/9/9/9/9/9/8c/9/4K4 w", true },
		{ "green's lone cannon against elephants", "3k5/9/9/9/9/9/9/8c/9/2B1K1B2 w", true },
		{ "green's lone cannon against two guards", "3k5/9/9/9/9/9/9/8c/9/3AKA3 w", false },
		{ "green's cannon with a guard", "3ka4/9/9/9/9/9/9/8c/9/4K4 w", false },
		{ "cannon against cannon", "3k5/9/9/9/9/9/9/C7c/9/4K4 w", false },
		{ "two cannons", "3k5/9/9/9/9/9/9/C7C/9/4K4 w", false },
		{ "cannon and soldier", "3k5/9/9/9/9/P8/9/C8/9/4K4 w", false },
		{ "cannon against soldier", "3k5/9/9/p8/9/9/9/C8/9/4K4 w", false },
		{ "a soldier", "3k5/9/9/p8/9/9/9/9/9/4K4 w", false },
		{ "a horse", "3k5/9/9/9/9/9/9/9/8N/4K4 w", false },
		{ "a rook", "3k5/9/9/9/9/9/9/9/8r/4K4 w", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct board board;

		if (fen_read_lenient(cases[i].fen, &board) != NULL)
			fail_msg("%s: %s", cases[i].name, fen_read_lenient(cases[i].fen, &board));
		if (board_is_dead(&board) != cases[i].dead)
			fail_msg("%s", cases[i].name);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(refusals),
		cmocka_unit_test(no_such_squares),
		cmocka_unit_test(names_differ),
		cmocka_unit_test(statuses),
		cmocka_unit_test(dead_or_alive),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
