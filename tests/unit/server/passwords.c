/* SPDX-License-Identifier: ISC */
/*
 * What is kept of letters: no password in it that stands in a command, wherever
 * the command may begin and however it is encoded, and nothing else changed; and
 * what was sealed opens again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/token.h"
#include "server/passwords.h"

static const struct {
	const char *name, *in, *want;
} cases[] = {
	{ "Subject", "Subject: move 7 fred geheim h2e2\r\n\r\nhello\r\n",
	    "Subject: move 7 fred ****** h2e2\r\n\r\nhello\r\n" },
	{ "answer", "Subject: Re: AW: move 7 fred geheim h2e2\n",
	    "Subject: Re: AW: move 7 fred ****** h2e2\n" },
	{ "body", "Subject: x\n\nmove 7 fred geheim h2e2\ngeheim?\n",
	    "Subject: x\n\nmove 7 fred ****** h2e2\ngeheim?\n" },
	{ "bare CR", "\rresign 7 fred geheim\rbye\r", "\rresign 7 fred ******\rbye\r" },
	{ "last line without an end", "as fred geheim", "as fred ******" },
	{ "sign-up", "signup fred geheim fred@a.test\n", "signup fred ****** fred@a.test\n" },
	{ "option", "move 7 --userid=fred --password=geheim h2e2\n",
	    "move 7 --userid=fred --password=****** h2e2\n" },
	{ "quote", "> > draw 7 fred geheim\n", "> > draw 7 fred ******\n" },
	{ "hanzi", "move 7 fred geheim 炮二平五\n", "move 7 fred ****** 炮二平五\n" },
	{ "umlaut", "draw 7 fred gehéim\n", "draw 7 fred *******\n" },
	{ "umlaut in two", "draw 7 fred gehe\u0301im\n", "draw 7 **** ********\n" },
	{ "habit", "mvoe 7 fred geheim h2e2\n", "mvoe 7 fred ****** h2e2\n" },
	{ "slip", "resing 7 fred geheim\n", "resing 7 **** ******\n" },
	{ "nothing in front", "fred geheim h2e2\n", "fred ****** ****\n" },
	{ "a move that is none", "move 7 fred geheim j2e2\n", "move 7 **** ****** ****\n" },
	{ "elsewhere", "change password fred geheim other\n",
	    "change ******** **** ****** *****\n" },
	{ "no board", "resign fred geheim\n", "resign **** ******\n" },
	{ "signs in it", "move 7 fred a<b?c:d h2e2\n", "move 7 fred ******* h2e2\n" },
	{ "HTML", "<p>move 7 fred geheim h2e2</p>\n", "<p>move 7 fred ****** h2e2</p>\n" },
	{ "HTML blanks", "<br>draw&nbsp;7 fred geheim<br>\n", "<br>draw&nbsp;7 fred **********\n" },
	{ "soft break", "draw 7 fred geh=\r\neim\r\n", "draw 7 fred ****\r\n***\r\n" },
	{ "quoted-printable", "draw 7 fred geh=65im\n", "draw 7 fred ********\n" },
	{ "encoded word Q", "Subject: =?utf-8?Q?draw_7_fred_geheim?=\n",
	    "Subject: =?utf-8?Q?draw_7_fred_********\n" },
	{ "encoded word B", "Subject: =?utf-8?B?bW92ZSA3IGZyZWQgZ2VoZWltIGgyZTI=?=\n",
	    "Subject: =?utf-8?B?bW92ZSA3IGZyZWQgKioqKioqIGgyZTI=?=\n" },
	{
	    "base64",
	    "Content-Transfer-Encoding: base64\n\n"
	    "V2VsbCBwbGF5ZWQhCm1vdmUgNyBmcmVk\nIGdlaGVpbSBoMmUyCg==\n",
	    "Content-Transfer-Encoding: base64\n\n"
	    "V2VsbCBwbGF5ZWQhCm1vdmUgNyBmcmVk\nICoqKioqKiBoMmUyCg==\n",
	},
};

/* Letters without a password: not a byte changes. */
static const char *const untouched[] = {
	"",
	"\n",
	"From: Fred <fred@a.test>\nDate: Sat, 21 Nov 2026 10:00:00 +0100\n"
	"Received: from a.test (b.test [192.0.2.1]) by c.test with ESMTPS id 1;\n"
	"\tSat, 21 Nov 2026 09:00:00 +0000 (UTC)\nSubject: Re: Xiangqi Board 7: fred - wilma\n",
	"H3-E3\n\nYou can move a lot, can you not?\nDraw? No way, my friend!\n",
	"move 7 h2e2\nhistory fred vs wilma\n",
	">   1  H3-E3        H10-G8\n>  12  H3-E3\n>   draw        offers wilma a draw\n",
	"Sent: Mon, 2 Apr 2012 5:49 pm\nSent: Thursday, 28 January 2016 8:16 p.m.\n",
	"Sent by Microsoft Exchange Server 2007\n1987: These Total Age\nmove 7 a0a9\n",
	"AAAABBBBCCCCDDDD\n====\n=\n==",
};

static void
blanks_passwords(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const char *got = passwords_blank(arena, cases[i].in, strlen(cases[i].in));

		if (got == NULL || strcmp(got, cases[i].want) != 0)
			fail_msg("%s: %s", cases[i].name, got != NULL ? got : "nothing blanked");
	}
	arena_free(arena);
}

static void
leaves_the_rest(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof untouched / sizeof untouched[0]; i++) {
		const char *got = passwords_blank(arena, untouched[i], strlen(untouched[i]));

		if (got != NULL)
			fail_msg("%s: %s", untouched[i], got);
	}
	arena_free(arena);
}

static const struct keys keys = { .number = { 1, 0 }, .key = { { 1 } } };
static const struct keys others = { .number = { 2, 0 }, .key = { { 2 } } };

static void
opens_again(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const char *was = cases[i].in, *sealed, *got;
		size_t length = strlen(was), opened;

		sealed = passwords_seal(arena, &keys, was, &length);
		assert_non_null(strstr(sealed, cases[i].want));
		opened = length;
		got = passwords_open(arena, &keys, sealed, &opened);
		if (opened != strlen(was) || strcmp(got, was) != 0)
			fail_msg("%s: %s", cases[i].name, got);
		opened = length;
		assert_ptr_equal(passwords_open(arena, &others, sealed, &opened), sealed);
		assert_int_equal(opened, length);
	}
	for (size_t i = 0; i < sizeof untouched / sizeof untouched[0]; i++) {
		size_t length = strlen(untouched[i]);

		assert_null(passwords_seal(arena, &keys, untouched[i], &length));
		assert_ptr_equal(passwords_open(arena, &keys, untouched[i], &length), untouched[i]);
	}
	arena_free(arena);
}

/* The field of another letter, or what is left of one, opens nothing. */
static void
opens_its_own_letter_alone(void **state)
{
	static const char was[] = "Subject: draw 7 fred geheim\r\n\r\nhello\r\n";
	struct arena *arena = arena_new();
	size_t length = sizeof was - 1, opened;
	const char *sealed = passwords_seal(arena, &keys, was, &length), *got;
	char *copy;

	(void)state;
	for (size_t i = 0; i < length; i++) {
		copy = memcpy(arena_bytes(arena, length + 1), sealed, length + 1);
		copy[i] ^= 1;
		opened = length;
		/* A blanked byte that changed is put back as it was. */
		if ((got = passwords_open(arena, &keys, copy, &opened)) != copy)
			assert_string_equal(got, was);
		opened = i;
		if (passwords_open(arena, &keys, sealed, &opened) != sealed)
			fail_msg("opened by %zu of %zu bytes", i, length);
	}
	arena_free(arena);
}

/* Whatever the bytes are, they are as many afterwards. */
static void
survives_anything(void **state)
{
	static const char parts[] = "move 7 fred geheim h2e2\r\n=:<>?*_&nbsp;=41\0\xff\x80"
				    "aGVsbG8=";
	struct arena *arena = arena_new();
	uint32_t seed = 1;
	char in[700];

	(void)state;
	for (int round = 0; round < 3000; round++) {
		size_t length = 0, piece, from;
		const char *got;

		while (length < 600) {
			seed = seed * 1664525 + 1013904223;
			from = (seed >> 8) % sizeof parts;
			piece = (seed >> 20) % (sizeof parts - from);
			memcpy(in + length, parts + from, piece);
			length += piece;
		}
		got = passwords_blank(arena, in, length);
		assert_true(got == NULL || got[length] == '\0');
		arena_clear(arena);
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blanks_passwords),
		cmocka_unit_test(leaves_the_rest),
		cmocka_unit_test(opens_again),
		cmocka_unit_test(opens_its_own_letter_alone),
		cmocka_unit_test(survives_anything),
	};

	struct err err;

	return token_setup(&err) == -1 ?
	    1 :
	    cmocka_run_group_tests_name("mail 3: what is kept", tests, NULL, NULL);
}
