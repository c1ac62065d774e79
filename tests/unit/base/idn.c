/* SPDX-License-Identifier: ISC */
/*
 * Domains in other letters: RFC 5890 to 5893, UTS 46.  The A-labels are those of RFC 3492, 7.1, of
 * https://www.iana.org/domains/reserved, and of Python's idna.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/idn.h"

static struct arena *arena;

static int
set_up(void **state)
{
	(void)state;
	arena = arena_new();
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

/* Either form gives both. */
static void
both_are_one(void **state)
{
	static const struct {
		const char *people, *ascii;
	} cases[] = {
		{ "bücher.test", "xn--bcher-kva.test" },
		{ "fred@bücher.test", "fred@xn--bcher-kva.test" },
		{ "Fred+x@mail.bücher.test", "Fred+x@mail.xn--bcher-kva.test" },
		{ "straße.test", "xn--strae-oqa.test" },
		{ "例え.テスト", "xn--r8jz45g.xn--zckzah" },
		{ "例子.测试", "xn--fsqu00a.xn--0zwm56d" },
		{ "실례.테스트", "xn--9n2bp8q.xn--9t4b11yi5a" },
		{ "пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f" },
		{ "παράδειγμα.δοκιμή", "xn--hxajbheg2az3al.xn--jxalpdlp" },
		{ "مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv" },
		{ "उदाहरण.परीक्षा", "xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g" },
		{ "ủng-hộ.test", "xn--ng-h-8y5a9c.test" },
		{ "a_b.bücher.test", "a_b.xn--bcher-kva.test" },
		{ "fred@a.test", "fred@a.test" },
		{ "", "" },
		{ "fred@", "fred@" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		assert_string_equal(idn_people(arena, cases[i].ascii), cases[i].people);
		assert_string_equal(idn_people(arena, cases[i].people), cases[i].people);
		assert_string_equal(idn_ascii(arena, cases[i].people), cases[i].ascii);
		assert_string_equal(idn_ascii(arena, cases[i].ascii), cases[i].ascii);
	}
}

static void
spellings_are_folded(void **state)
{
	(void)state;
	assert_string_equal(idn_people(arena, "x@BÜCHER.Test"), "x@bücher.test");
	assert_string_equal(idn_people(arena, "x@XN--BCHER-KVA.TEST"), "x@bücher.test");
	assert_string_equal(idn_people(arena, "x@bu\u0308cher.test"), "x@bücher.test");
	assert_string_equal(idn_people(arena, "x@例子。测试"), "x@例子.测试");
	assert_string_equal(idn_people(arena, "x@ａ．test"), "x@a.test");
	assert_string_equal(idn_ascii(arena, "x@BÜCHER.Test"), "x@xn--bcher-kva.test");
}

static void
what_is_invalid_stays(void **state)
{
	static const char *const names[] = {
		"x@xn--.test",             /* no letter */
		"x@xn--zzzzzzzzzz99.test", /* no code */
		"x@xn--abc-.test",         /* nothing that needs it */
		"x@a\xff.test",
		"x@bü\u202e.test",
		"x@ü℀.test", /* folds to a/c */
		"x@-ü.test",
	};
	const char *ten = "üüüüüüüüüü", *name;

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		assert_string_equal(idn_people(arena, names[i]), names[i]);
		assert_string_equal(idn_ascii(arena, names[i]), names[i]);
	}
	assert_string_equal(idn_people(arena, "x@bü..test"), "x@bü..test");
	assert_string_equal(idn_people(arena, "x@.bü.test."), "x@.bü.test.");
	/* Longer than 63 in A-labels, and than 253 in all. */
	name = arena_printf(arena, "x@%s%s%s%s%s%s%s.test", ten, ten, ten, ten, ten, ten, ten);
	assert_string_equal(idn_people(arena, name), name);
	assert_string_equal(idn_ascii(arena, name), name);
	name = arena_printf(arena, "%s.%s.%s.%s.%s.%s.%s", ten, ten, ten, ten, ten, ten, ten);
	name = arena_printf(arena, "x@%s.%s.%s.test", name, name, name);
	assert_string_equal(idn_people(arena, name), name);
}

/* The part before the @ is its server's matter. */
static void
other_letters_before_the_at(void **state)
{
	(void)state;
	assert_string_equal(idn_people(arena, "用户@xn--fsqu00a.test"), "用户@例子.test");
	assert_string_equal(idn_ascii(arena, "用户@例子.test"), "用户@例子.test");
}

/* Read as another name: "аpple" with a Cyrillic а, "gοοgle" with Greek οο. */
static void
mixed_scripts_are_not_shown(void **state)
{
	static const char *const names[][2] = {
		{ "\u0430pple.test", "xn--pple-43d.test" },
		{ "g\u03bf\u03bfgle.bücher.test", "xn--ggle-0nda.bücher.test" },
		{ "пример-abc.test", NULL },
		{ "例子abc.test", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		const char *ascii = idn_ascii(arena, names[i][0]);
		const char *people = idn_people(arena, names[i][0]);

		assert_memory_equal(people, "xn--", 4);
		assert_string_equal(people, idn_people(arena, ascii));
		assert_string_equal(people, idn_people(arena, people));
		if (names[i][1] != NULL)
			assert_string_equal(people, names[i][1]);
	}
	assert_string_equal(idn_people(arena, "пример2.test"), "пример2.test");
	assert_string_equal(idn_people(arena, "東京タワー.test"), "東京タワー.test");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(both_are_one, set_up, tear_down),
		cmocka_unit_test_setup_teardown(spellings_are_folded, set_up, tear_down),
		cmocka_unit_test_setup_teardown(what_is_invalid_stays, set_up, tear_down),
		cmocka_unit_test_setup_teardown(other_letters_before_the_at, set_up, tear_down),
		cmocka_unit_test_setup_teardown(mixed_scripts_are_not_shown, set_up, tear_down),
	};

	return cmocka_run_group_tests_name("base_idn", tests, NULL, NULL);
}
