/* SPDX-License-Identifier: ISC */
/*
 * How near a game has come to the limits of its rule set: seed 004, c (three checks); seed
 * 001 (6, 12 and 18 checks; its draws); 60 moves without a capture, of which ten checks
 * count (riverpost-rules(7)).  The figures are counted by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "rules/fen.h"
#include "rules/referee/referee.h"

/* Red's rook checks along ranks 10 and 9; an elephant can come between. */
#define ROOK_CHECKS "4k4/9/b8/9/9/9/8p/9/5K3/1R7"
/* The rook checks on the E file, where a guard can come between. */
#define FILE_CHECKS "3ak4/9/9/9/9/9/R8/9/5K3/9"
#define SHUFFLE     "A1-A2 A10-A9 A2-A1 A9-A10"

static const struct {
	const char *name, *fen;
	enum ruleset rules;
	const char *moves;
	int rounds; /* how often the moves are played */
	const char *want;
} table[] = {
	{ "nothing yet", FEN_START, RULES_SERVER, "", 0, "" },
	{ "a check", ROOK_CHECKS, RULES_SERVER, "B1-B10", 1, "red checks 1/3 B10;" },
	{ "and after its answer", ROOK_CHECKS, RULES_SERVER, "B1-B10 E10-E9", 1,
	    "red checks 1/3 B10; quiet 1/60;" },
	{ "three, answered by the king", ROOK_CHECKS, RULES_SERVER,
	    "B1-B10 E10-E9 B10-B9 E9-E10 B9-B10 E10-E9", 1, "red checks 3/3 B10; quiet 3/60;" },
	{ "the third answered by another piece: that check begins the run", ROOK_CHECKS,
	    RULES_SERVER, "B1-B10 E10-E9 B10-B9 E9-E10 B9-B10 A8-C10", 1,
	    "red checks 1/3 B10; quiet 3/60;" },
	{ "broken by a move that is no check", ROOK_CHECKS, RULES_SERVER,
	    "B1-B10 E10-E9 B10-B9 E9-E10 B9-B8", 1, "quiet 2/60;" },
	{ "no limit of checks", ROOK_CHECKS, RULES_ASIAN, "B1-B10 E10-E9", 1, "quiet 1/60;" },
	{ "broken by taking the piece that checks", FILE_CHECKS, RULES_SERVER,
	    "A4-E4 D10-E9 E4-E9 E10-E9", 1, "" },
	{ "not yet taken", FILE_CHECKS, RULES_SERVER, "A4-E4 D10-E9 E4-E9", 1,
	    "red checks 2/3 E9;" },
	{ "a few quiet moves", FEN_START, RULES_SERVER, SHUFFLE " A1-A2 A10-A9", 1, "quiet 3/60;" },
	{ "40 quiet moves", FEN_START, RULES_ASIAN, SHUFFLE, 20, "quiet 40/60;" },
	{ "of twenty checks ten count", ROOK_CHECKS, RULES_ASIAN,
	    "B1-B10 E10-E9 B10-B9 E9-E10 B9-B1 I4-H4 B1-B10 E10-E9 B10-B9 E9-E10 B9-B1 H4-I4", 5,
	    "quiet 20/60;" },
	{ "cxq: checks, which are not effective", ROOK_CHECKS, RULES_CXQ,
	    "B1-B10 E10-E9 B10-B9 E9-E10", 1, "red checks 2/6; progress 2/30; length 2/300;" },
	{ "cxq: quiet moves", FEN_START, RULES_CXQ, SHUFFLE, 10,
	    "progress 20/30; effective 20/120; length 20/300;" },
};

static void
counts_are_those_of_the_pencil(void **state)
{
	static const char *const kinds[] = { [LIMIT_CHECK_RUN] = "checks",
		[LIMIT_CHECKS] = "checks",
		[LIMIT_CHASES] = "chases",
		[LIMIT_NO_CAPTURE] = "quiet",
		[LIMIT_PROGRESS] = "progress",
		[LIMIT_EFFECTIVE] = "effective",
		[LIMIT_LENGTH] = "length" };

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct limit_count counts[LIMIT_COUNTS_MAX];
		struct move moves[200];
		struct history h = { .rules = table[i].rules, .moves = moves };
		char got[256] = "", text[64], words[256], *save, square[4];
		int count;

		assert_null(fen_read(table[i].fen, &h.start));
		for (int round = 0; round < table[i].rounds; round++) {
			str_copy(words, sizeof words, table[i].moves);
			for (char *word = strtok_r(words, " ", &save); word != NULL;
			     word = strtok_r(NULL, " ", &save))
				assert_true(move_read(word, &moves[h.length++]));
		}
		count = referee_counts(&h, counts);
		for (int n = 0; n < count; n++) {
			const struct limit_count *at = &counts[n];
			bool is_run = at->kind <= LIMIT_CHASES;

			square[0] = '\0';
			if (at->square != NO_SQUARE)
				square_write(at->square, square);
			snprintf(text, sizeof text, "%s%s%s %d/%d%s%s;", n > 0 ? " " : "",
			    !is_run             ? "" :
				at->side == RED ? "red " :
						  "green ",
			    kinds[at->kind], at->used, at->allowed, square[0] != '\0' ? " " : "",
			    square);
			strcat(got, text);
		}
		if (strcmp(got, table[i].want) != 0)
			fail_msg("%s: %s instead of %s", table[i].name, got, table[i].want);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(counts_are_those_of_the_pencil) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
