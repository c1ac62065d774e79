/* SPDX-License-Identifier: ISC */
/*
 * Answers of IMAP servers as libetpan is given them, and the guard against large literals, with
 * the stream cut at every place.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "mail/net/imap_lines.h"

static const struct {
	const char *name, *text;
	uint64_t max;
	bool want;
} literals[] = {
	{ "no literal", "* OK hello\r\n", 0, true },
	{ "small", "BODY[] {5}\r\nhello)\r\n", 5, true },
	{ "one too many", "BODY[] {6}\r\nhello!)\r\n", 5, false },
	{ "four gigabytes", "BODY[] {4294967295}\r\n", 1000, false },
	{ "more digits than fit", "{99999999999999999999999999999999}\r\n", 1000, false },
	{ "non-synchronising", "{6+}\r\n", 5, false },
	{ "bare newline", "{6}\n", 5, false },
	{ "a brace inside the literal is none", "{9}\r\n{999999}\r)\r\n", 9, true },
	{ "the next one counts", "{2}\r\nab {99}\r\n", 9, false },
	{ "not at the end of the line", "* OK {99} is a word\r\n", 5, true },
	{ "no number", "* OK {a}\r\n", 5, true },
	{ "empty", "{}\r\n", 5, true },
	{ "brace after brace", "{{7}\r\n", 5, false },
	{ "zero", "{0}\r\n{6}\r\n", 5, false },
};

#define FETCH "* 1 FETCH (UID 7 "
#define DATE  "INTERNALDATE \"21-Nov-2026 10:00:00 +0000\""
static const struct {
	const char *name, *text, *want;
} answers[] = {
	{ "what is well", FETCH "RFC822.SIZE 5 " DATE ")\r\n",
	    FETCH "RFC822.SIZE 5 " DATE ")\r\n" },
	{ "a text", FETCH "BODY[]<0> {5}\r\nhel\r\n)\r\n", FETCH "BODY[]<0> {5}\r\nhel\r\n)\r\n" },
	{ "facts behind a text", "* 1 FETCH (BODY[] {2}\r\n{9 FLAGS (\\Seen) UID 7)\r\n",
	    "* 1 FETCH (BODY[] {2}\r\n{9 UID 7)\r\n" },
	{ "no text at all", FETCH "BODY[] {0}\r\n)\r\n", FETCH "BODY[] {0}\r\n)\r\n" },
	{ "a text in quotes", FETCH "BODY[] \"a) \\\"b\")\r\n", FETCH "BODY[] \"a) \\\"b\")\r\n" },
	{ "a header", FETCH "BODY[HEADER]<0> NIL)\r\n", FETCH "BODY[HEADER]<0> NIL)\r\n" },
	{ "a date that is NIL", FETCH "INTERNALDATE NIL RFC822.SIZE 5)\r\n",
	    FETCH "RFC822.SIZE 5)\r\n" },
	{ "a date that is none", FETCH "INTERNALDATE \"0-Jan-0 25:00:00\")\r\n",
	    "* 1 FETCH (UID 7)\r\n" },
	{ "a day of one digit", FETCH "INTERNALDATE \" 1-Nov-2026 10:00:00 +0000\")\r\n",
	    FETCH "INTERNALDATE \"01-Nov-2026 10:00:00 +0000\")\r\n" },
	{ "a size that is none", FETCH "RFC822.SIZE -1 " DATE ")\r\n", FETCH DATE ")\r\n" },
	{ "odd flags", "* 1 FETCH (FLAGS (\\Seen \\* \"x\") MODSEQ (3) UID 7)\r\n",
	    "* 1 FETCH (UID 7)\r\n" },
	{ "flags alone", "* 1 FETCH (FLAGS (\\Seen))\r\n", "" },
	{ "a literal that nobody wants", "* 1 FETCH (X (a {3}\r\n)b( c) UID 7)\r\n",
	    "* 1 FETCH (UID 7)\r\n" },
	{ "no end", "* 1 FETCH (UID 7\r\n", "* 1 FETCH (UID 7)\r\n" },
	{ "ID with commas", "* ID (\"name\", \"x\")\r\n", "" },
	{ "ID with a literal", "* ID (\"name\" {3}\r\n1 O\r\n)\r\n1 OK done\r\n", "1 OK done\r\n" },
	{ "ID without an end", "* ID (\"name\" \"x\r\n1 OK done\r\n", "1 OK done\r\n" },
	{ "OK without text", "* OK\r\n1 OK\r\n", "* OK -\r\n1 OK -\r\n" },
	{ "a code without text", "2 OK [READ-WRITE]\r\n", "2 OK - [READ-WRITE]\r\n" },
	{ "a code without an end", "2 OK [COPYUID 9 1\r\n", "2 OK COPYUID 9 1\r\n" },
	{ "UIDVALIDITY", "* OK [UIDVALIDITY 7]\r\n", "* OK [UIDVALIDITY 7] -\r\n" },
	{ "the server's words", "2 NO [INUSE] locked\r\n", "2 NO locked [INUSE]\r\n" },
	{ "a warning", "* NO\r\n* BAD\r\n* NO disk is full\r\n", "" },
	{ "a line of nobody's", "[COPYUID 9 1 1]\r\n\r\n? what\r\n", "" },
	{ "flags of a folder", "* FLAGS (\\Seen \\*) x\r\n* LIST () NIL {1}\r\na\r\n", "" },
	{ "numbers of a search", "* SEARCH 3  4 (MODSEQ 9)\r\n", "* SEARCH 3 4\r\n" },
	{ "a brace in words", "1 OK {5}\r\n* 3 EXISTS\r\n", "1 OK {5}\r\n* 3 EXISTS\r\n" },
	{ "abilities", "* CAPABILITY IMAP4rev1  \"x MOVE \r\n", "* CAPABILITY IMAP4rev1 MOVE\r\n" },
	{ "go on", "+\r\n", "+ -\r\n" },
};

/* Feeds it in two parts; what is to be read then, or NULL. */
static const char *
feed(struct arena *arena, struct imap_lines *lines, const char *text, size_t cut, uint64_t max)
{
	char *out = arena_alloc(arena, 1000);

	imap_lines_init(lines, arena, max);
	if (!imap_lines_feed(lines, text, cut) ||
	    !imap_lines_feed(lines, text + cut, strlen(text) - cut))
		return NULL;
	out[imap_lines_take(lines, out, 999)] = '\0';
	return out;
}

static void
literals_are_guarded(void **state)
{
	struct arena *arena = arena_new();
	struct imap_lines lines;

	(void)state;
	for (size_t i = 0; i < sizeof literals / sizeof literals[0]; i++)
		for (size_t cut = 0; cut <= strlen(literals[i].text); cut++)
			if ((feed(arena, &lines, literals[i].text, cut, literals[i].max) != NULL) !=
			    literals[i].want)
				fail_msg("%s, cut at %zu", literals[i].name, cut);
	arena_free(arena);
}

static void
answers_are_understood(void **state)
{
	struct arena *arena = arena_new();
	struct imap_lines lines;

	(void)state;
	for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
		for (size_t cut = 0; cut <= strlen(answers[i].text); cut++) {
			const char *got = feed(arena, &lines, answers[i].text, cut, 100);

			if (got == NULL || strcmp(got, answers[i].want) != 0)
				fail_msg("%s, cut at %zu: %s", answers[i].name, cut,
				    got != NULL ? got : "nothing");
		}
	arena_free(arena);
}

static void
copies_are_counted(void **state)
{
	static const struct {
		const char *text;
		size_t want;
	} said[] = { { "* OK [COPYUID 9 1 1] moved\r\n", 1 }, { "[COPYUID 9 3:5,8 1:4]\r\n", 4 },
		{ "1 OK [COPYUID 9 1,2 1:2]\r\n", 2 },
		{ "* OK [COPYUID 9 1 1]\r\n* OK [COPYUID 9 2 2]\r\n1 OK done\r\n", 2 },
		{ "* OK [COPYUID 9 1\r\n1] moved\r\n1 OK done\r\n", 1 }, { "1 OK done\r\n", 0 } };
	struct arena *arena = arena_new();
	struct imap_lines lines;

	(void)state;
	for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
		assert_non_null(feed(arena, &lines, said[i].text, 0, 100));
		assert_int_equal(lines.copied, said[i].want);
	}
	arena_free(arena);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = { cmocka_unit_test(literals_are_guarded),
		cmocka_unit_test(answers_are_understood), cmocka_unit_test(copies_are_counted) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
