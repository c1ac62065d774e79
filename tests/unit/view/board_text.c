/* SPDX-License-Identifier: ISC */
/*
 * Text boards, line by line.
 *
 * The classic board is copied from seed 004 (trailing blanks dropped); the
 * others are drawn by hand.  All lines of all styles must agree in width.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "rules/board.h"
#include "view/board_text.h"

static const struct board_labels labels = { { "Red", "Green" }, "R  I  V  E  R" };

static const char *const style_names[] = { "classic", "hanzi", "simplified", "letters", "unicode" };

static const struct {
	const char *name;
	enum board_style style;
	bool flipped;
	const char *moves[4]; /* the last one is marked */
	const char *want;
} table[] = {
	{ "the board of seed 004", BOARD_CLASSIC, false, { NULL },
	    "     A   B   C   D   E   F   G   H   I\n"
	    "\n"
	    "10  gR--gH--gE--gG--gK--gG--gE--gH--gR 10   Green\n"
	    "     |   |   |   | \\ | / |   |   |   |\n"
	    " 9   +---+---+---+---+---+---+---+---+  9\n"
	    "     |   |   |   | / | \\ |   |   |   |\n"
	    " 8   +--gC---+---+---+---+---+--gC---+  8\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 7  gS---+--gS---+--gS---+--gS---+--gS  7\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 6   +---+---+---+---+---+---+---+---+  6\n"
	    "     |         R  I  V  E  R         |\n"
	    " 5   +---+---+---+---+---+---+---+---+  5\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 4  rS---+--rS---+--rS---+--rS---+--rS  4\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 3   +--rC---+---+---+---+---+--rC---+  3\n"
	    "     |   |   |   | \\ | / |   |   |   |\n"
	    " 2   +---+---+---+---+---+---+---+---+  2\n"
	    "     |   |   |   | / | \\ |   |   |   |\n"
	    " 1  rR--rH--rE--rG--rK--rG--rE--rH--rR  1   Red\n"
	    "\n"
	    "     A   B   C   D   E   F   G   H   I\n" },
	{ "flipped after B3-E3, marked", BOARD_CLASSIC, true, { "B3-E3" },
	    "     I   H   G   F   E   D   C   B   A\n"
	    "\n"
	    " 1  rR--rH--rE--rG--rK--rG--rE--rH--rR  1   Red\n"
	    "     |   |   |   | \\ | / |   |   |   |\n"
	    " 2   +---+---+---+---+---+---+---+---+  2\n"
	    "     |   |   |   | / | \\ |   |   |   |\n"
	    " 3   +--rC---+---+-(rC)--+---+---.---+  3\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 4  rS---+--rS---+--rS---+--rS---+--rS  4\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 5   +---+---+---+---+---+---+---+---+  5\n"
	    "     |         R  I  V  E  R         |\n"
	    " 6   +---+---+---+---+---+---+---+---+  6\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 7  gS---+--gS---+--gS---+--gS---+--gS  7\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 8   +--gC---+---+---+---+---+--gC---+  8\n"
	    "     |   |   |   | \\ | / |   |   |   |\n"
	    " 9   +---+---+---+---+---+---+---+---+  9\n"
	    "     |   |   |   | / | \\ |   |   |   |\n"
	    "10  gR--gH--gE--gG--gK--gG--gE--gH--gR 10   Green\n"
	    "\n"
	    "     I   H   G   F   E   D   C   B   A\n" },
	{ "marks at both edges", BOARD_CLASSIC, false, { "A1-A3", "I10-I9", "A3-I3", "I9-A9" },
	    "     A   B   C   D   E   F   G   H   I\n"
	    "\n"
	    "10  gR--gH--gE--gG--gK--gG--gE--gH---+ 10   Green\n"
	    "     |   |   |   | \\ | / |   |   |   |\n"
	    " 9 (gR)--+---+---+---+---+---+---+---.  9\n"
	    "     |   |   |   | / | \\ |   |   |   |\n"
	    " 8   +--gC---+---+---+---+---+--gC---+  8\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 7  gS---+--gS---+--gS---+--gS---+--gS  7\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 6   +---+---+---+---+---+---+---+---+  6\n"
	    "     |         R  I  V  E  R         |\n"
	    " 5   +---+---+---+---+---+---+---+---+  5\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 4  rS---+--rS---+--rS---+--rS---+--rS  4\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 3   +--rC---+---+---+---+---+--rC--rR  3\n"
	    "     |   |   |   | \\ | / |   |   |   |\n"
	    " 2   +---+---+---+---+---+---+---+---+  2\n"
	    "     |   |   |   | / | \\ |   |   |   |\n"
	    " 1   +--rH--rE--rG--rK--rG--rE--rH--rR  1   Red\n"
	    "\n"
	    "     A   B   C   D   E   F   G   H   I\n" },
	{ "hanzi after H3-E3", BOARD_HANZI, false, { "H3-E3" },
	    "     A   B   C   D   E   F   G   H   I\n"
	    "\n"
	    "10  車--馬--象--士--將--士--象--馬--車 10   Green\n"
	    "     |   |   |   | \\ | / |   |   |   |\n"
	    " 9   +---+---+---+---+---+---+---+---+  9\n"
	    "     |   |   |   | / | \\ |   |   |   |\n"
	    " 8   +--砲---+---+---+---+---+--砲---+  8\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 7  卒---+--卒---+--卒---+--卒---+--卒  7\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 6   +---+---+---+---+---+---+---+---+  6\n"
	    "     |     楚 河           漢 界     |\n"
	    " 5   +---+---+---+---+---+---+---+---+  5\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 4  兵---+--兵---+--兵---+--兵---+--兵  4\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 3   +--炮---+---+-(炮)--+---+---.---+  3\n"
	    "     |   |   |   | \\ | / |   |   |   |\n"
	    " 2   +---+---+---+---+---+---+---+---+  2\n"
	    "     |   |   |   | / | \\ |   |   |   |\n"
	    " 1  俥--傌--相--仕--帥--仕--相--傌--俥  1   Red\n"
	    "\n"
	    "     A   B   C   D   E   F   G   H   I\n" },
	{ "simplified after H3-E3", BOARD_SIMPLIFIED, false, { "H3-E3" },
	    "     A   B   C   D   E   F   G   H   I\n"
	    "\n"
	    "10  车--马--象--士--将--士--象--马--车 10   Green\n"
	    "     |   |   |   | \\ | / |   |   |   |\n"
	    " 9   +---+---+---+---+---+---+---+---+  9\n"
	    "     |   |   |   | / | \\ |   |   |   |\n"
	    " 8   +--砲---+---+---+---+---+--砲---+  8\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 7  卒---+--卒---+--卒---+--卒---+--卒  7\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 6   +---+---+---+---+---+---+---+---+  6\n"
	    "     |     楚 河           汉 界     |\n"
	    " 5   +---+---+---+---+---+---+---+---+  5\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 4  兵---+--兵---+--兵---+--兵---+--兵  4\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 3   +--炮---+---+-(炮)--+---+---.---+  3\n"
	    "     |   |   |   | \\ | / |   |   |   |\n"
	    " 2   +---+---+---+---+---+---+---+---+  2\n"
	    "     |   |   |   | / | \\ |   |   |   |\n"
	    " 1  俥--傌--相--仕--帅--仕--相--傌--俥  1   Red\n"
	    "\n"
	    "     A   B   C   D   E   F   G   H   I\n" },
	{ "letters, a capture at the edge", BOARD_LETTERS, false,
	    { "B3-B10", "A10-B10", "A1-A2", "I10-I9" },
	    "     A   B   C   D   E   F   G   H   I\n"
	    "\n"
	    "10   +---r---e---g---k---g---e---h---. 10   Green\n"
	    "     |   |   |   | \\ | / |   |   |   |\n"
	    " 9   +---+---+---+---+---+---+---+--(r) 9\n"
	    "     |   |   |   | / | \\ |   |   |   |\n"
	    " 8   +---c---+---+---+---+---+---c---+  8\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 7   s---+---s---+---s---+---s---+---s  7\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 6   +---+---+---+---+---+---+---+---+  6\n"
	    "     |         R  I  V  E  R         |\n"
	    " 5   +---+---+---+---+---+---+---+---+  5\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 4   S---+---S---+---S---+---S---+---S  4\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 3   +---+---+---+---+---+---+---C---+  3\n"
	    "     |   |   |   | \\ | / |   |   |   |\n"
	    " 2   R---+---+---+---+---+---+---+---+  2\n"
	    "     |   |   |   | / | \\ |   |   |   |\n"
	    " 1   +---H---E---G---K---G---E---H---R  1   Red\n"
	    "\n"
	    "     A   B   C   D   E   F   G   H   I\n" },
	{ "unicode", BOARD_UNICODE, false, { NULL },
	    "     A   B   C   D   E   F   G   H   I\n"
	    "\n"
	    "10   \U0001FA6B---\U0001FA6A---\U0001FA69---\U0001FA68---\U0001FA67---\U0001FA68---\U0001FA69---\U0001FA6A---\U0001FA6B 10   Green\n"
	    "     |   |   |   | \\ | / |   |   |   |\n"
	    " 9   +---+---+---+---+---+---+---+---+  9\n"
	    "     |   |   |   | / | \\ |   |   |   |\n"
	    " 8   +---\U0001FA6C---+---+---+---+---+---\U0001FA6C---+  8\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 7   \U0001FA6D---+---\U0001FA6D---+---\U0001FA6D---+---\U0001FA6D---+---\U0001FA6D  7\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 6   +---+---+---+---+---+---+---+---+  6\n"
	    "     |         R  I  V  E  R         |\n"
	    " 5   +---+---+---+---+---+---+---+---+  5\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 4   \U0001FA66---+---\U0001FA66---+---\U0001FA66---+---\U0001FA66---+---\U0001FA66  4\n"
	    "     |   |   |   |   |   |   |   |   |\n"
	    " 3   +---\U0001FA65---+---+---+---+---+---\U0001FA65---+  3\n"
	    "     |   |   |   | \\ | / |   |   |   |\n"
	    " 2   +---+---+---+---+---+---+---+---+  2\n"
	    "     |   |   |   | / | \\ |   |   |   |\n"
	    " 1   \U0001FA64---\U0001FA63---\U0001FA62---\U0001FA61---\U0001FA60---\U0001FA61---\U0001FA62---\U0001FA63---\U0001FA64  1   Red\n"
	    "\n"
	    "     A   B   C   D   E   F   G   H   I\n" },
};

static bool
play(struct board *board, const char *const moves[4], struct move *last)
{
	bool any = false;

	board_start(board);
	for (int i = 0; i < 4 && moves[i] != NULL; i++) {
		assert_true(move_read(moves[i], last));
		board_play(board, *last);
		any = true;
	}
	return any;
}

static void
draws(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct board board;
		struct move last;
		bool marked = play(&board, table[i].moves, &last);
		struct str out;

		str_init(&out, arena, 0);
		board_text(&out, &board, &labels, table[i].style, table[i].flipped,
		    marked ? &last : NULL, NULL);
		if (strcmp(out.data, table[i].want) != 0)
			fail_msg("%s:\n%s", table[i].name, out.data);
	}
	arena_free(arena);
}

/* Each rank's line is 41 columns wide before the side's name, each gap's 38. */
static void
check_widths(const char *text, const char *style)
{
	int number = 0;

	for (const char *line = text; *line != '\0'; number++) {
		size_t n = strcspn(line, "\n");
		char copy[256];
		size_t width;

		assert_true(n < sizeof copy);
		memcpy(copy, line, n);
		copy[n] = '\0';
		assert_false(n > 0 && copy[n - 1] == ' ');
		if (strstr(copy, "   Green") != NULL || strstr(copy, "   Red") != NULL)
			copy[n - (strstr(copy, "Green") != NULL ? 8 : 6)] = '\0';
		width = utf8_width(copy);
		if (width !=
		    (number == 1 || number == 21                         ? 0u :
			    number % 2 == 0 && number > 1 && number < 21 ? 41u :
									   38u))
			fail_msg("%s, line %d: %zu columns", style, number + 1, width);
		line += n + 1;
	}
	assert_int_equal(number, 23);
}

static void
aligns(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (unsigned style = BOARD_CLASSIC; style <= BOARD_UNICODE; style++) {
		for (uint8_t to = 1; to < SQUARES; to++) {
			struct board board;
			struct move last = { .from = 0, .to = to };
			struct str out;

			board_start(&board);
			board_play(&board, last);
			str_init(&out, arena, 0);
			board_text(
			    &out, &board, &labels, (enum board_style)style, to % 2, &last, NULL);
			check_widths(out.data, style_names[style]);
		}
		arena_clear(arena);
	}
	arena_free(arena);
}

static void
names_styles(void **state)
{
	enum board_style style;

	(void)state;
	for (unsigned i = BOARD_CLASSIC; i <= BOARD_UNICODE; i++) {
		assert_true(board_style_find(style_names[i], &style));
		assert_int_equal(style, i);
	}
	assert_true(board_style_find("HANZI", &style));
	assert_int_equal(style, BOARD_HANZI);
	assert_false(board_style_find("wood", &style));
	assert_false(board_style_find("", &style));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(draws),
		cmocka_unit_test(aligns),
		cmocka_unit_test(names_styles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
