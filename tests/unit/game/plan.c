/* SPDX-License-Identifier: ISC */
#include "game/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/str.h"

#define TREE \
	"H10-G8 B1-C3 I10-H10 A1-B1\n" \
	"H10-G8 B1-C3 I10-I9 A1-A2\n" \
	"H8-E8 H1-G3"

static int
read_line(const char *text, struct move *out)
{
	struct plan plan;

	if (text[0] == '\0')
		return 0;
	assert_true(plan_read(text, &plan));
	memcpy(out, plan.lines[0].moves, sizeof plan.lines[0].moves);
	return plan.lines[0].length;
}

static void
test_answer(void **state)
{
	static const struct {
		const char *name, *played, *want;
	} cases[] = {
		{ "a reply", "H8-E8", "H1-G3" },
		{ "a reply of two lines", "H10-G8", "B1-C3" },
		{ "the second reply", "H10-G8 B1-C3 I10-I9", "A1-A2" },
		{ "another reply", "G7-G6", "" },
		{ "another reply later", "H10-G8 B1-C3 G7-G6", "" },
		{ "another answer was played", "H10-G8 H1-G3 I10-I9", "" },
		{ "the line is at its end", "H8-E8 H1-G3 I10-H10", "" },
	};
	struct plan plan;

	(void)state;
	assert_true(plan_read(TREE, &plan));
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct move played[PLAN_MOVES_MAX], answer;
		char text[8] = "";
		int count = read_line(cases[i].played, played);

		if (plan_answer(&plan, played, count, &answer))
			move_write(answer, text);
		if (strcmp(text, cases[i].want) != 0)
			fail_msg("%s: %s", cases[i].name, text);
	}
}

static void
test_contradicted(void **state)
{
	static const struct {
		const char *name, *line;
		int want;
	} cases[] = {
		{ "the same", "H8-E8 H1-G3", -1 },
		{ "another reply", "B8-E8 B1-C3", -1 },
		{ "another answer", "H8-E8 B1-C3", 2 },
		{ "another answer later", "H10-G8 B1-C3 I10-I9 A1-A3", 1 },
		{ "it goes on", "H8-E8 H1-G3 I10-H10 I1-H1", -1 },
		{ "it is shorter", "H10-G8 B1-C3", -1 },
		{ "another answer at once", "H10-G8 A1-A2 I10-I9 A2-A1", 0 },
	};
	struct plan plan;

	(void)state;
	assert_true(plan_read(TREE, &plan));
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct plan_line line = { 0 };

		line.length = read_line(cases[i].line, line.moves);
		if (plan_contradicted(&plan, &line) != cases[i].want)
			fail_msg("%s", cases[i].name);
	}
}

static void
test_text(void **state)
{
	static const char *const bad[] = { "", "H8", "H8-E8  H1-G3", "H8-E8 H1-G3\n",
		"H8-E8\n\nH1-G3", "H8-E8 H1-G33", " H8-E8", "H8-E8;H1-G3" };
	struct arena *arena = arena_new();
	struct plan plan;
	struct str out;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		if (plan_read(bad[i], &plan))
			fail_msg("read: \"%s\"", bad[i]);
	assert_true(plan_read(TREE, &plan));
	assert_int_equal(plan.count, 3);
	str_init(&out, arena, 0);
	plan_write(&plan, &out);
	assert_string_equal(out.data, TREE);

	/* As many lines, and moves in one, as there may be; and one more. */
	str_init(&out, arena, 0);
	for (int i = 0; i < PLAN_LINES_MAX; i++)
		str_addf(&out, "%sH8-E8", i > 0 ? "\n" : "");
	assert_true(plan_read(out.data, &plan));
	str_add(&out, "\nH8-E8");
	assert_false(plan_read(out.data, &plan));
	str_init(&out, arena, 0);
	for (int i = 0; i < PLAN_MOVES_MAX; i++)
		str_addf(&out, "%sH8-E8", i > 0 ? " " : "");
	assert_true(plan_read(out.data, &plan));
	str_add(&out, " H8-E8");
	assert_false(plan_read(out.data, &plan));
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_answer),
		cmocka_unit_test(test_contradicted),
		cmocka_unit_test(test_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
