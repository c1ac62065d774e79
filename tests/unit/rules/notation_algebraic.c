/* SPDX-License-Identifier: ISC */
/*
 * Moves as chess programs write them, with ranks counted from 0 and from 1.
 */
#include "unit/rules/notation_setup.h"

static void
reads_both_counts(void **state)
{
	/* Two rooks on A1 and A2; a soldier on E5 before one on E6. */
#define ROOKS    "3k5/9/9/9/9/9/9/9/R8/R3K4 w"
#define SOLDIERS "3k5/9/9/9/4p4/4P4/9/9/9/4K4 w"
	static const struct {
		const char *fen, *text, *from_0, *from_1;
		size_t consumed; /* by the first of them that is a move's form */
	} cases[] = {
		{ NULL, "Che2", "H3-E3", "wrong-shape H3-E2", 4 },
		{ NULL, "Che3", "own-piece H3-E4", "H3-E3", 4 },
		{ NULL, "Ch2-e2", "H3-E3", "no-piece", 6 },
		{ NULL, "Ch2e2", "H3-E3", "no-piece", 5 },
		{ NULL, "Ce2+!?", "? B3-E3 H3-E3", "wrong-shape B3-E2", 6 },
		{ NULL, "Cxb9", "B3-B10", "no-piece", 4 },
		/* Nothing stands there to be taken. */
		{ NULL, "Chxe2", "no-piece", "no-piece", 5 },
		{ NULL, "Cxb10", "-", "B3-B10", 5 },
		{ NULL, "Hg2", "H1-G3", "wrong-shape B1-G2", 3 },
		{ NULL, "Ng3", "own-piece B1-G4", "H1-G3", 3 },
		{ NULL, "c4", "C4-C5", "own-piece A4-C4", 2 },
		{ NULL, "Ade1", "D1-E2", "own-piece D1-E1", 4 },
		{ NULL, "Ke0", "no-piece", "-", 3 },
		{ NULL, "Me2", "? C1-E3 G1-E3", "wrong-shape C1-E2", 3 },
		{ NULL, "Che2 Hg7", "H3-E3", "wrong-shape H3-E2", 4 },
		{ NULL, "Che2x", "-", "-", 0 },
		{ NULL, "Che", "-", "-", 0 },
		{ NULL, "Qe2", "-", "-", 0 },
		{ NULL, "", "-", "-", 0 },
		{ ROOKS, "Ra2", "A2-A3", "own-piece A1-A2", 3 },
		{ ROOKS, "Re1", "A2-E2", "own-piece A1-E1", 3 },
		{ ROOKS, "R0b0", "A1-B1", "-", 4 },
		{ SOLDIERS, "xe5", "E5-E6", "no-piece", 3 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (int first = 0; first < 2; first++) {
			const char *want = first == 0 ? cases[i].from_0 : cases[i].from_1;
			struct reading r;
			struct board board;
			char got[256];

			board_of(&board, cases[i].fen);
			notation_read_algebraic(cases[i].text, &board, first, &r);
			if (strcmp(reading_text(&r, got), want) != 0)
				fail_msg(
				    "%s from %d: %s, want %s", cases[i].text, first, got, want);
			if (r.kind != READ_NOT_A_MOVE)
				assert_int_equal(r.consumed, cases[i].consumed);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(reads_both_counts) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
