/* SPDX-License-Identifier: ISC */
/*
 * What line of a letter is a move on the board that it answers, and what is only about one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "rules/fen.h"
#include "speak/mention.h"
#include "speak/parse.h"
#include "unit/glossary.h"

static const char kinds[] = "-!?xu"; /* by enum mention_kind */

static void
tells_moves_from_talk(void **state)
{
	static const struct {
		const char *line, *want; /* the kind, the move, a bar, the rest */
	} cases[] = {
		{ "B3-E3", "! B3-E3|" },
		{ "b3e3 gg", "! b3e3|gg" },
		{ "*B3-E3* nice opening!", "! B3-E3|nice opening!" },
		{ "B3-E3. How are you?", "! B3-E3.|How are you?" },
		{ "B3-E3 # good luck to you", "! B3-E3|good luck to you" },
		{ "炮二平五，今天好吗", "! 炮二平五，|今天好吗" },
		{ "炮二平五今天", "? H3-E3|" },
		{ "炮二平五 是坏棋", "? H3-E3|" },
		{ "B3-E3 was a blunder", "? B3-E3|" },
		{ "B3-E3, was it a blunder of mine?", "! B3-E3,|was it a blunder of mine?" },
		{ "B3-E3 or H3-E3", "u |" },
		{ "B3-E3, right?", "? B3-E3|" },
		{ "B3-E3, is it not?", "? B3-E3|" },
		{ "C2=5 surprised me", "? H3-E3|" },
		{ "B3-E3 check!", "! B3-E3|check!" },
		{ "B3-E3, help!", "! B3-E3,|help!" },
		{ "B3-E3?", "? B3-E3|" },
		{ "B3-E3 and resign", "? B3-E3|" },
		{ "B3-E3. Draw?", "? B3-E3|" },
		{ "Cannon 2 = 5 thanks my dear", "? H3-E3|" },
		{ "Cannon 2 = 5, thanks my dear", "! Cannon 2 = 5,|thanks my dear" },
		{ "pawn to E5", "! E4-E5|" },
		{ "the pawn to E5", "? E4-E5|" },
		{ "Bauer nach E5", "! E4-E5|" },
		{ "Пешка на E5", "! E4-E5|" },
		{ "cannon to E3", "u |" },
		{ "horse h3 to e3", "? H3-E3|" },
		{ "p e5", "? E4-E5|" },
		{ "C 2 5", "? H3-E3|" },
		{ "pawn to E6", "x E4-E6|" },
		{ "ilIi2", "-" },
		{ "il i2", "! I1-I2|" },
		{ "i1o-i9", "x I10-I9|" },
		{ "h2e2", "? H3-E3|" },
		{ "ucci h2e2", "! H3-E3|" },
		{ "R 1 + 1", "! r1+1|" },
		{ "e5", "? E4-E5|" },
		{ "E4-E6", "x E4-E6|" },
		{ "I think e4-e6", "x e4-e6|" },
		{ "A4 paper, please", "-" },
		{ "See you at 12-5", "-" },
		{ "The score is 15=6", "-" },
		{ "I am on E4 and you on E7", "-" },
		{ "Hello wilma, how are you?", "-" },
		{ "a1 steak sauce a2 milk", "-" },
		/* As chess programs write moves; ranks from 0 or 1. */
		{ "Che2", "! H3-E3|" },
		{ "Che3", "! H3-E3|" },
		{ "1. Che2!", "! H3-E3|" },
		{ "Che2, good luck to you", "! H3-E3|good luck to you" },
		{ "Che2?", "? H3-E3|" },
		{ "Ch2-e2", "! H3-E3|" },
		{ "Nc2", "! B1-C3|" },
		{ "Hc3", "! B1-C3|" },
		{ "Ade1", "! D1-E2|" },
		{ "Cxb10+", "! B3-B10|" },
		{ "Cxb9+", "! B3-B10|" },
		{ "che2", "? H3-E3|" },
		{ "I think Che2 was best", "? H3-E3|" },
		{ "Che2 Hg7", "? H3-E3|" },
		{ "Che2 or Cbe2", "u |" },
		{ "Ce3", "u |" },
		{ "Ra2", "u |" },
		{ "Chxe4", "x H3-E4|" },
		{ "Nf9", "x B1-F9|" },
		{ "Cde3", "u |" },
		{ "Be4 I go home", "-" },
		{ "", "-" },
	};
	struct arena *arena = arena_new();
	struct parse_context context = { .glossary = glossary_shipped(), .writer = "fred" };
	struct board board;

	(void)state;
	board_start(&board);
	context.answer.board = &board;
	context.answer.by.language = "en";
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct mention said;
		const char *got;

		mention_read(arena, &context, cases[i].line, &said);
		got = said.kind == MENTION_NONE ?
		    "-" :
		    arena_printf(arena, "%c %s|%s", kinds[said.kind],
			said.move != NULL ? said.move : "", said.rest);
		if (strcmp(got, cases[i].want) != 0)
			fail_msg("\"%s\": %s, want %s", cases[i].line, got, cases[i].want);
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(tells_moves_from_talk) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
