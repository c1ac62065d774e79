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
	{ "quotation marks beside hanzi", "“一二三四”五六七", "“一二三\n四”五六七" },
	{ "dashes and dots beside hanzi", "一——二……三四", "一——\n二……三四" },
	{ "a cross beside hanzi", "一×二三四五六", "一×二三四\n五六" },
	{ "a hanzi beside Cyrillic", "ход 砲２ да", "ход 砲２\nда" },
	{ "Cyrillic letters are narrow there", "ходы 砲 да", "ходы 砲 да" },
	{ "quotation marks beside letters", "“ab cd” ef", "“ab cd” ef" },
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
	{ "a link", "see https://players.test/a/b", "see\nhttps://players.test/a/b" },
	{ "words behind a link", "https://players.test/a/b is one",
	    "https://players.test/a/b\nis one" },
	{ "an address", "to fred.flint@players.test, and so",
	    "to\nfred.flint@players.test,\nand so" },
	{ "a link that fits", "a ftp://b c defg", "a ftp://b\nc defg" },
	{ "one right behind", "a ftp://bcd", "a\nftp://bcd" },
	{ "two links", "https://a.test/b https://c.test/d", "https://a.test/b\nhttps://c.test/d" },
	{ "a link between hanzi", "一二https://players.test/a三四五六七八",
	    "一二\nhttps://players.test/a\n三四五六七\n八" },
	{ "hanzi behind an address", "a@b.test一二三四五六七八", "a@b.test一\n二三四五六\n七八" },
	{ "a long word behind a link", "a://b cdefghijklmno", "a://b\ncdefghijkl\nmno" },
	{ "no link", "see https:players", "see\nhttps:play\ners" },
};

static const struct words of_templates[] = {
	{ "blanks", "one two three four", "one two\nthree four" },
	{ "a long word stays whole", "a bcdefghijklmn o", "a\nbcdefghijklmn\no" },
	{ "under its first word", "  one two three", "  one two\n  three" },
	{ "a command does not begin a line", "a go \"accept\"; so", "a\ngo \"accept\";\nso" },
	{ "whatever its name is", "a write \"foo\" so", "a\nwrite \"foo\"\nso" },
	{ "a line may begin after it", "a \"go\" there", "a \"go\"\nthere" },
	{ "nor is it broken", "say a \"b c\" d", "say\na \"b c\" d" },
	{ "nor at the end", "ab send: c d", "ab\nsend: c d" },
	{ "but a sentence is", "ab not: c d.", "ab not: c\nd." },
	{ "and what is long", "a \"bcd efgh\" i", "a \"bcd\nefgh\" i" },
	{ "nor behind a colon", "one send: stop it", "one\nsend: stop\nit" },
	{ "a command in Chinese marks", "一二三四“help”五六", "一二三\n四“help”\n五六" },
	{ "one of two words", "一二三四“a b”五六", "一二三\n四“a b”\n五六" },
	{ "in corner marks", "一二三「a b」四", "一二\n三「a b」\n四" },
	{ "in German marks", "sag x „b c“ d", "sag\nx „b c“ d" },
	{ "in Russian marks", "aaa x «b c» d", "aaa\nx «b c» d" },
	{ "behind a wide colon", "一二发送：ab cd", "一二发\n送：ab cd" },
	{ "a full stop does not begin a line", "一二三四五。六", "一二三四\n五。六" },
	{ "a bracket does not end it", "一二三四（五六）", "一二三四\n（五六）" },
	{ "hanzi behind letters", "abcdefghi一二", "abcdefghi\n一二" },
	{ "a number and what it counts", "一二三 12月2日四", "一二三\n12月2日四" },
	{ "letters behind a wide comma", "ab、cd、ef、gh", "ab、cd、\nef、gh" },
	{ "a command behind one", "ab、cdef、“g”", "ab、\ncdef、“g”" },
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

/* A line of a letter has 998 bytes at most. */
static void
cuts_what_no_line_holds(void **state)
{
	struct arena *arena = arena_new();
	char link[2001];

	(void)state;
	memset(link, 'a', sizeof link);
	memcpy(link, "https://", 8);
	link[2000] = '\0';
	for (const char *at = wrap(arena, link, 10, true); *at != '\0'; at += strspn(at, "\n")) {
		assert_true(strcspn(at, "\n") <= 998);
		at += strcspn(at, "\n");
	}
	link[900] = '\0';
	assert_string_equal(wrap(arena, link, 10, true), link);
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wraps_words),
		cmocka_unit_test(wraps_templates),
		cmocka_unit_test(cuts_what_no_line_holds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
