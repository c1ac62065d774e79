/* SPDX-License-Identifier: ISC */
/*
 * Long lines broken: lines of ten columns, whatever the script.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "view/wrap.h"

struct words {
	const char *name, *text, *want;
};

static const struct words of_players[] = {
	{ "blanks", "one two three four", "one two\nthree four" },
	{ "a long word", "abcdefghijklm", "abcdefghij\nklm" },
	{ "a long word behind a short one", "a bcdefghijklmn", "a\nbcdefghijk\nlmn" },
	{ "hanzi", "一二三四五六七", "一二三四五\n六七" },
	{ "hanzi and a word", "一二三四五 resign", "一二三四五\nresign" },
	{ "hangul", "가나다라마바", "가나다라마\n바" },
	{ "marks have no width",
	    "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301",
	    "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301\ne\u0301" },
	{ "faces", "\U0001F600\U0001F600\U0001F600\U0001F600\U0001F600\U0001F600",
	    "\U0001F600\U0001F600\U0001F600\U0001F600\U0001F600\n\U0001F600" },
	{ "a family stays together", "abcdefg\U0001F468\u200d\U0001F469",
	    "abcdefg\n\U0001F468\u200d\U0001F469" },
	{ "what is short", "a\n\nb\n", "a\n\nb\n" },
	{ "two blanks at a break", "one two  three", "one two\nthree" },
	{ "in a sentence", "a write accept", "a write\naccept" },
};

static const struct words of_templates[] = {
	{ "blanks", "one two three four", "one two\nthree four" },
	{ "a long word stays whole", "a bcdefghijklmn o", "a\nbcdefghijklmn\no" },
	{ "under its first word", "  one two three", "  one two\n  three" },
	{ "a command does not begin a line", "a go \"accept\"; so", "a\ngo \"accept\";\nso" },
	{ "whatever its name is", "a write \"foo\" so", "a\nwrite \"foo\"\nso" },
	{ "a line may begin after it", "a \"go\" there", "a \"go\"\nthere" },
	{ "nor behind a colon", "one send: stop it", "one\nsend: stop\nit" },
};

static void
check(bool hard, const struct words *words, size_t count)
{
	struct arena *arena = arena_new();

	for (size_t i = 0; i < count; i++) {
		const char *got = wrap(arena, words[i].text, 10, hard);

		if (strcmp(got, words[i].want) != 0)
			fail_msg("%s: %s", words[i].name, got);
	}
	arena_free(arena);
}

static void
wraps_words(void **state)
{
	(void)state;
	check(true, of_players, sizeof of_players / sizeof *of_players);
}

static void
wraps_templates(void **state)
{
	(void)state;
	check(false, of_templates, sizeof of_templates / sizeof *of_templates);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wraps_words),
		cmocka_unit_test(wraps_templates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
