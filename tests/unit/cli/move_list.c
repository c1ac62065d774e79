/* SPDX-License-Identifier: ISC */
/*
 * Lists of moves as they stand on a command line: what is played, and where it stops.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/str.h"
#include "cli/move_list.h"
#include "rules/fen.h"

static const struct {
	const char *name, *text;
	const char *want;             /* the moves played */
	const char *bad, *bad_reason; /* what stops it; NULL nothing */
} cases[] = {
	{ "nothing", " \t\r\n", "", NULL, NULL },
	{ "numbers of moves", "1. B3-E3 B10-C8 2. 3...", "B3-E3 B10-C8", NULL, NULL },
	{ "numbers without dots", "1 b3e3 h10-g8 2", "B3-E3 H10-G8", NULL, NULL },
	{ "a number joined to its move", "1.C2=5 h8+7", "H3-E3 H10-G8", NULL, NULL },
	{ "notations mixed", "炮二平五 h8+7 H2-G2", "H3-E3 H10-G8", "H2-G2", "no-piece" },
	{ "two squares are a move", "B3 E3 H10 G8", "B3-E3 H10-G8", NULL, NULL },
	{ "two squares, no move", "B3 E3 E3 E4", "B3-E3", "E3 E4", "not-yours" },
	{ "a square alone", "B3-E3 H10", "B3-E3", "H10", "not-a-move" },
	{ "something joined to a move", "C2=5xyz", "", "C2=5xyz", "not-a-move" },
	{ "a word", "B3-E3 hello", "B3-E3", "hello", "not-a-move" },
	{ "nothing after what is bad", "hello B3-E3", "", "hello", "not-a-move" },
	{ "no such square", "B3-E11", "", "B3-E11", "no-such-square" },
	{ "blocked", "A1-A5", "", "A1-A5", "blocked A4" },
};

static void
plays_up_to_what_is_bad(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct board start;
		struct move_list list;
		char played[200] = "", move[8];

		board_start(&start);
		move_list_init(&list, &start);
		move_list_add(&list, cases[i].text);
		for (int k = 0; k < list.length; k++) {
			move_write(list.moves[k], move);
			str_format(played + strlen(played), sizeof played - strlen(played), "%s%s",
			    k > 0 ? " " : "", move);
		}
		if (strcmp(played, cases[i].want) != 0 ||
		    (list.bad > 0) != (cases[i].bad != NULL) ||
		    (list.bad > 0 && list.bad != list.length + 1))
			fail_msg("%s: played \"%s\", bad is %d", cases[i].name, played, list.bad);
		if (cases[i].bad != NULL &&
		    (strcmp(list.bad_text, cases[i].bad) != 0 ||
			strcmp(list.bad_reason, cases[i].bad_reason) != 0))
			fail_msg(
			    "%s: \"%s\" is bad: %s", cases[i].name, list.bad_text, list.bad_reason);
		move_list_release(&list);
	}
}

/* A list is given in pieces; each goes on where the one before ended. */
static void
goes_on(void **state)
{
	struct board start;
	struct move_list list;

	(void)state;
	board_start(&start);
	move_list_init(&list, &start);
	for (int i = 0; i < 300; i++)
		move_list_add(&list, i % 2 == 0 ? "A1-A2 A10-A9" : "A2-A1 A9-A10");
	assert_int_equal(list.bad, 0);
	assert_int_equal(list.length, 600);
	assert_true(board_equal(&list.board, &start));
	assert_true(board_equal(&list.start, &start));
	move_list_release(&list);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plays_up_to_what_is_bad),
		cmocka_unit_test(goes_on),
	};

	return cmocka_run_group_tests_name("cli/move_list", tests, NULL, NULL);
}
