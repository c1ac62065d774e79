/* SPDX-License-Identifier: ISC */
/*
 * Words beyond the cut (mail/README 13): what is a person's, and what programs, companies and
 * signatures put there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/str.h"
#include "mail/quote/quote.h"
#include "unit/phrases.h"

#define NEW   "move 7 h2e2\n"
#define WORDS "The cat is well.\n"
#define LONG  "> The quick brown fox jumps over the lazy dog and then some of\n"

static const struct {
	const char *name, *whole, *want;
} cases[] = {
	{ "nothing", NEW, "" },
	{ "below dashes", NEW "---\n" WORDS, WORDS },
	{ "below a dash", NEW "—\n" WORDS, WORDS },
	{ "below waves", NEW "~~~~~\n" WORDS, WORDS },
	{ "with nothing above", "-----\n" WORDS, WORDS },
	{ "below two rules", NEW "---\n" WORDS "---\nYes!\n", WORDS "\nYes!\n" },
	{ "a signature's mark", NEW "-- \n" WORDS, "" },
	{ "a name", NEW "---\nFred Stone\nQuarry\n", "" },
	{ "somebody else's", NEW "---\nWilma\n", "Wilma\n" },
	{ "a number", NEW "---\nSlate Rock Co.\n+49 30 1234567\n", "" },
	{ "a name and words", NEW "---\nFred is well, and the cat is, too.\n",
	    "Fred is well, and the cat is, too.\n" },
	{ "a link that is spoken of", NEW "---\nLook here:\nhttps://players.test/a\n",
	    "Look here:\nhttps://players.test/a\n" },
	{ "a header block", NEW "_____\nFrom: Wilma\nSent: Monday\nTo: Fred\n\n" WORDS, "" },
	{ "an attribution without marks", NEW "_____\nOn 1 Feb 2016, Wilma wrote:\n\n" WORDS, "" },
	{ "an original message", NEW "-----Original Message-----\n" WORDS, "" },
	{ "a list", NEW "_____\nclub mailing list\nclub@players.test\n", "" },
	{ "a footer", NEW "_____\nThis e-mail is for the intended recipient.\n", "" },
	{ "no telephone", NEW "Sent with love from Berlin.\n\n" WORDS,
	    "Sent with love from Berlin.\n\n" WORDS },
	{ "no telephone, with nothing above", "Sent with love from Berlin.\n", "" },
	{ "a telephone", NEW "Sent from my iPhone\n", "" },
	{ "words below a telephone", NEW "Sent from my iPhone\n\n" WORDS, WORDS },
	{ "a letter below a telephone", NEW "Sent from my iPhone\n\na\nb\nc\nd\ne\n", "" },
	{ "close below quoted lines", NEW "> a\n" WORDS "\n> b\nRain.\n", WORDS "\nRain.\n" },
	{ "apart", NEW "> a\n\n" WORDS "\n> b\n\nRain.\n", WORDS "\nRain.\n" },
	{ "below an attribution", NEW "On 1 Feb 2016, Fred wrote:\n> a\n> b\n\n" WORDS, WORDS },
	{ "with nothing above, close", "> a\n" WORDS "\n> b\nRain.\n", WORDS "\nRain.\n" },
	{ "beside a text below", "> a\n" WORDS "\n> b\n\n" NEW "\n> c\n\nRain.\n",
	    WORDS "\nRain.\n" },
	{ "the tail of a long line", NEW LONG "it\n\n> b\n" WORDS, WORDS },
	{ "tails", NEW LONG "it\n" LONG "it\n" LONG "it\n", "" },
	{ "between two with marks", NEW "> a?\nYes.\n> b?\nNo.\n", "Yes.\n\nNo.\n" },
	{ "the tail of one that lost its blanks",
	    NEW "> gR--gH--gE--gG--gK--gG--gE--gH--gR 10\nGreen\n> | | |\n", "" },
	{ "a letter below a rule, with nothing above", "-----\na\nb\nc\nd\ne\n", "" },
	{ "marks on first lines alone", NEW "> a\nb\nc\nd\ne\nf\n\ng\n\n> h\ni\n", "" },
	{ "a mark on the first line alone", NEW "> a\nb\n\nc\nd\n\ne\nf\n\ng\n", "" },
	{ "bars", NEW "Fred wrote:\n\n| a\n| b\n\n" WORDS, WORDS },
	{ "a company below a quote",
	    NEW "> a\n> b\n\n____\nFred Co., 1 Rock Street, No. 1234567.\n", "" },
	{ "a frame below a quote", NEW "> a\n\nFrom: Fred\nTo: Wilma\n\n" WORDS, "" },
};

static void
test_more(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *left,
		    *more = quote_more(
			arena, cases[i].whole, "Fred Stone fred@players.test", &left);

		if (strcmp(more, cases[i].want) != 0)
			print_message("case: %s\n", cases[i].name);
		assert_string_equal(more, cases[i].want);
	}
	arena_free(arena);
}

/* What is left out: in doubt it is told; not of what is clearly a quote, a signature, a footer. */
static void
test_left(void **state)
{
	static const struct {
		const char *whole, *want;
	} left_out[] = {
		{ NEW LONG "no I do not think so\n\n> b\n", "no I do not think so" },
		{ NEW LONG "it\nfell down.\n> b\n", "" },
		{ NEW "> a\n> b\n", "" },
		{ NEW "Sent from my iPhone\n", "" },
		{ NEW "_____\nThis e-mail is for the intended recipient.\n", "" },
		{ NEW "Sent from my iPhone\n\nIt is your turn now.\na\nb\nc\nd\n", "" },
		{ NEW "----\nFred Stone\n+1 555 123456\n", "" },
		{ NEW "> a\nb\nc\nd\ne\nf\n\nThis is what he wrote.\n\n> h\ni\n", "" },
		{ NEW "> a\n" WORDS "\n> b\nRain.\n", "" },
		{ "> a\n" WORDS "\n> b\nRain.\n", "" },
	};
	struct arena *arena = arena_new();
	struct str poem;
	const char *left;

	(void)state;
	for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
		quote_more(arena, left_out[i].whole, "Fred Stone fred@players.test", &left);
		assert_string_equal(left, left_out[i].want);
	}
	str_init(&poem, arena, 0);
	str_add(&poem, NEW "---\nTitle\n");
	for (int i = 0; i < 60; i++)
		str_addf(&poem, "This is line %d of a long one.\n", i);
	quote_more(arena, poem.data, "", &left);
	assert_string_equal(left, "This is line 0 of a long one.");
	arena_free(arena);
}

/* Each byte is looked at a few times, however the lines are marked. */
static void
test_large(void **state)
{
	static const char *const lines[] = { "> a\n", "---\n", "b\n", "> a\nb\n\n", "b\n\n",
		"Sent with love\n" };
	struct arena *arena = arena_new();
	enum { SIZE = 256 * 1024 };

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		char *whole = arena_alloc(arena, SIZE + 64), *end = whole;
		const char *left;

		end = stpcpy(end, NEW "> a\n");
		while ((size_t)(end - whole) + strlen(lines[i]) < SIZE)
			end = stpcpy(end, lines[i]);
		assert_true(strlen(quote_more(arena, whole, "", &left)) < SIZE);
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "mail 13: words beyond the cut", test_more, NULL, NULL, NULL },
		{ "what is left out of them is told", test_left, NULL, NULL, NULL },
		{ "however many lines", test_large, NULL, NULL, NULL },
	};

	load_phrases();
	return cmocka_run_group_tests_name("mail_quote_more", tests, NULL, NULL);
}
