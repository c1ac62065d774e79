/* SPDX-License-Identifier: ISC */
/*
 * Each charset by its label, its relative or its bytes (mail/README 12).  The
 * bytes come from the charsets' own tables, as iconv writes them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "unit/mail/letters.h"

static const struct {
	const char *label, *bytes, *want;
} labels[] = {
	/* the label is right */
	{ "utf-8", "炮二平五", "炮二平五" }, { "UTF-8", "é", "é" }, { "utf8", "é", "é" },
	{ "us-ascii", "move 7", "move 7" }, { "gb18030", "\x82\x35\x8f\x33", "龦" },
	{ "gbk", "\xb3\xb5\xd2\xbb", "车一" },
	{ "big5", "\xac\xb6\xa4\x47\xa5\xad\xa4\xad", "炮二平五" },
	{ "koi8-r", "\xc8\xcf\xc4", "ход" }, { "windows-1251", "\xf5\xee\xe4", "ход" },
	{ "iso-8859-2", "\xb3", "ł" }, { "iso-8859-15", "\xa4", "€" },
	{ "shift_jis", "\x96\x43", "砲" }, { "euc-kr", "\xc6\xf7", "포" },
	{ "euc-jp", "\xcb\xa4\xc6\xf3\xca\xbf\xb8\xde", "砲二平五" },
	{ "windows-1258", "\xd0", "Đ" },
	/* a small relative means the large one */
	{ "gb2312", "\xe9\x46", "镕" }, { "GB2312", "\x82\x35\x8f\x33", "龦" },
	{ "gb_2312-80", "\xe9\x46", "镕" }, { "cp936", "\xe9\x46", "镕" },
	{ "CP936", "\x82\x35\x8f\x33", "龦" }, { "x-gbk", "\xe9\x46", "镕" },
	{ "gbk", "\x82\x35\x8f\x33", "龦" }, { "big5", "\x9d\xee", "㗎" },
	{ "big5-hkscs", "\x9d\xee", "㗎" }, { "iso-8859-1", "\x93\x80\x94", "“€”" },
	{ "latin1", "\x80", "€" }, { "us-ascii", "\x93x\x94", "“x”" },
	{ "windows-1252", "\x80", "€" },
	/* labels lie: bytes that are valid UTF-8 are that */
	{ "gb2312", "炮二平五", "炮二平五" }, { "gbk", "车一平四", "车一平四" },
	{ "big5", "炮二平五", "炮二平五" }, { "iso-8859-1", "Grüße", "Grüße" },
	{ "windows-1252", "ход", "ход" }, { "us-ascii", "炮", "炮" },
	{ "koi8-r", "ходите конём", "ходите конём" }, { "iso-2022-jp", "砲二平五", "砲二平五" },
	{ "utf-7", "炮二平五", "炮二平五" },
	/* and what is called UTF-8 may be something else */
	{ "utf-8", "\xc5\xda\xb6\xfe\xc6\xbd\xce\xe5", "炮二平五" },
	{ "utf-8", "M\xfcnchen", "München" },
	{ NULL, "\xc5\xda\xb6\xfe\xc6\xbd\xce\xe5", "炮二平五" }, { NULL, "炮二平五", "炮二平五" },
	{ "hz-gb-2312", "~{EZ6~F=Ne~} ~~ ~{EZ\n~{6~~}", "炮二平五 ~ 炮\n二" },
	{ NULL, "\x1b$BK$Fs\x1b(B", "砲二" }, { "x-cp1251", "\xf5\xee\xe4", "ход" },
	{ "win-1251", "\xf5\xee\xe4", "ход" }, { "x-mac-cyrillic", "\xf5\xee\xe4", "ход" },
	{ "x-mac-roman", "\x9f", "ü" }, { "x-unicode-2-0-utf-7", "+cK5OjA-", "炮二" },
	{ "x-windows-949", "\xc6\xf7", "포" },
	{ "x-unknown", "\xc5\xda\xb6\xfe\xc6\xbd\xce\xe5", "炮二平五" }
};

static void
check(struct arena *arena, size_t i, const char *field)
{
	struct letter letter = read_letter(arena,
	    arena_printf(arena, "From: fred@players.test\n%s\n%s\n", field, labels[i].bytes));
	const char *want = arena_printf(arena, "%s\n", labels[i].want);

	if (strcmp(letter.text, want) != 0)
		print_message("%s: \"%s\" as %s\n", field, letter.text, letter.charset);
	assert_string_equal(letter.text, want);
}

static void
test_labels(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
		if (labels[i].label == NULL) {
			check(arena, i, "");
			check(arena, i, "Content-Type: text/plain\n");
			continue;
		}
		check(arena, i,
		    arena_printf(arena, "Content-Type: text/plain; charset=%s\n", labels[i].label));
		check(arena, i,
		    arena_printf(arena,
			"Content-Type: text/plain; format=fixed;\n"
			"\tcharset=\"%s\"\nContent-Transfer-Encoding: 8bit\n",
			labels[i].label));
	}
	arena_free(arena);
}

/* In Subjects the same holds, word by word. */
static void
test_subjects(void **state)
{
	static const struct {
		const char *subject, *want;
	} cases[] = { { "=?gb2312?B?xdq2/sa9zuU=?=", "炮二平五" }, { "=?GBK?Q?=E9F?=", "镕" },
		{ "=?big5?B?rLakRw==?=", "炮二" }, { "=?iso-8859-1?Q?=80?=", "€" },
		{ "=?gb2312?B?54Ku?=", "炮" }, { "\xc5\xda\xb6\xfe", "炮二" }, { "炮二", "炮二" } };
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct letter letter = read_letter(arena,
		    arena_printf(
			arena, "From: fred@players.test\nSubject: %s\n\nx\n", cases[i].subject));

		assert_string_equal(letter.subject, cases[i].want);
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "mail 12: each charset by its label", test_labels, NULL, NULL, NULL },
		{ "mail 12: charsets of Subjects", test_subjects, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("mail_reader_charset", tests, NULL, NULL);
}
