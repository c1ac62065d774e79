/* SPDX-License-Identifier: ISC */
/*
 * Named values: kinds, replacing, lists.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/vars.h"

static int
count(const struct vars *vars, const char *name)
{
	const struct var *var = vars_find(vars, name);
	int n = 0;

	assert_non_null(var);
	assert_int_equal(var->kind, VAR_LIST);
	for (const struct vars *item = var->first; item != NULL; item = item->next)
		n++;
	return n;
}

static void
holds_each_kind(void **state)
{
	struct arena *arena = arena_new();
	struct vars *vars = vars_new(arena);
	char text[] = "fred", large[4000];

	(void)state;
	vars_text(vars, "player", text);
	text[0] = 'x';
	assert_string_equal(vars_find(vars, "player")->text, "fred");
	vars_text(vars, "nothing", NULL);
	assert_string_equal(vars_find(vars, "nothing")->text, "");
	vars_number(vars, "number", INT64_MIN);
	assert_true(vars_find(vars, "number")->number == INT64_MIN);
	vars_time(vars, "time", 5);
	assert_int_equal(vars_find(vars, "time")->kind, VAR_TIME);
	vars_word(vars, "side", "red");
	assert_int_equal(vars_find(vars, "side")->kind, VAR_WORD);
	vars_flag(vars, "flag", true);
	assert_int_equal(vars_find(vars, "flag")->number, 1);
	memset(large, 'l', sizeof large);
	large[sizeof large - 1] = '\0';
	vars_textf(vars, "large", "%s", large);
	assert_string_equal(vars_find(vars, "large")->text, large);
	assert_null(vars_find(vars, "play"));
	assert_null(vars_find(vars, ""));
	arena_free(arena);
}

static void
replaces(void **state)
{
	struct arena *arena = arena_new();
	struct vars *vars = vars_new(arena);

	(void)state;
	vars_text(vars, "x", "one");
	vars_textf(vars, "x", "%s and two", vars_find(vars, "x")->text);
	assert_string_equal(vars_find(vars, "x")->text, "one and two");
	vars_number(vars, "x", 3);
	assert_int_equal(vars_find(vars, "x")->kind, VAR_NUMBER);
	vars_add(vars, "x");
	vars_add(vars, "x");
	assert_int_equal(count(vars, "x"), 2);
	vars_text(vars, "x", "none");
	vars_list(vars, "x");
	assert_int_equal(count(vars, "x"), 0);
	arena_free(arena);
}

static void
lists_keep_their_order(void **state)
{
	struct arena *arena = arena_new();
	struct vars *vars = vars_new(arena), *other = vars_new(arena);
	int64_t n = 0;

	(void)state;
	vars_list(vars, "moves");
	assert_int_equal(count(vars, "moves"), 0);
	for (int i = 0; i < 5; i++)
		vars_number(vars_add(vars, "moves"), "n", i);
	vars_list(vars, "moves");
	assert_int_equal(count(vars, "moves"), 5);
	for (const struct vars *i = vars_find(vars, "moves")->first; i != NULL; i = i->next)
		assert_int_equal(vars_find(i, "n")->number, n++);
	vars_copy(other, vars);
	assert_int_equal(count(other, "moves"), 5);
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(holds_each_kind),
		cmocka_unit_test(replaces),
		cmocka_unit_test(lists_keep_their_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
