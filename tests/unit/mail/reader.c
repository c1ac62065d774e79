/* SPDX-License-Identifier: ISC */
/*
 * Letters in: line ends (mail/README 4), the digest (5), charsets, flowed text and
 * parts (12), Subjects (14), international addresses (15).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "mail/reader.h"
#include "unit/mail/letters.h"
#include "unit/phrases.h"

#define HEAD \
	"From: Fred <fred@players.test>\nSubject: game\nMessage-ID: <1@players.test>\n" \
	"Date: Sat, 21 Nov 2026 18:00:00 +0000\n"
#define TAGGED \
	"From: fred@players.test\nSubject: [chess] Re: game (External)\n" \
	"Message-ID: <1@players.test>\nDate: Sat, 21 Nov 2026 18:00:00 +0000\n"
#define MOVE        "move 7 h2e2\n"
#define MOVE_BASE64 "bW92ZSA3IGgyZTIK" /* the same */

/* Text letters: header lines after HEAD, body, wanted text. */
static const struct {
	const char *name, *fields, *body, *want;
} texts[] = {
	{ "no MIME at all", "", MOVE, MOVE },
	{ "quoted-printable",
	    "Content-Type: text/plain; charset=utf-8\n"
	    "Content-Transfer-Encoding: quoted-printable\n",
	    "=E7=82=AE=E4=BA=8C=\n=E5=B9=B3=E4=BA=94\n", "炮二平五\n" },
	{ "base64", "Content-Transfer-Encoding: base64\n", "bW92ZSA3IGgyZTI=\n", MOVE },
	{ "base64, indented", "Content-Transfer-Encoding: base64\n", "  bW92ZSA3\n  IGgyZTI= \n",
	    MOVE },
	{ "base64 above a list's footer", "Content-Transfer-Encoding: base64\n",
	    "bW92ZSA3IGgyZTIK\n\n____ ____\n", MOVE },
	{ "base64 that is none", "Content-Transfer-Encoding: base64\n", MOVE, MOVE },
	{ "gb2312 means GB18030", "Content-Type: text/plain; charset=gb2312\n",
	    "\xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 \xe9\x46\n", "炮二平五 镕\n" },
	{ "UTF-8 called gb2312", "Content-Type: text/plain; charset=gb2312\n", "炮二平五\n",
	    "炮二平五\n" },
	{ "UTF-8 called latin-1", "Content-Type: text/plain; charset=iso-8859-1\n", "Zürich\n",
	    "Zürich\n" },
	{ "a hanzi of GBK that looks like UTF-8", "Content-Type: text/plain; charset=gbk\n",
	    "\xc4\xa3\n", "模\n" },
	{ "big5", "Content-Type: text/plain; charset=big5\n", "\xac\xb6\xa4\x47\n", "炮二\n" },
	{ "latin-1 means windows-1252", "Content-Type: text/plain; charset=iso-8859-1\n",
	    "\x80 na\xefve\n", "€ naïve\n" },
	{ "no label, hanzi", "", "\xc5\xda\xb6\xfe\xc6\xbd\xce\xe5\n", "炮二平五\n" },
	{ "no label, accents", "",
	    "Gr\xfc\xdf"
	    "e aus M\xfcnchen\n",
	    "Grüße aus München\n" },
	{ "iso-2022-jp", "Content-Type: text/plain; charset=iso-2022-jp\n", "\x1b$B>-4}\x1b(B\n",
	    "将棋\n" },
	{ "unknown label, hanzi", "Content-Type: text/plain; charset=x-nonsense\n",
	    "\xc5\xda\xb6\xfe\xc6\xbd\xce\xe5\n", "炮二平五\n" },
	{ "a name of its own for gb2312", "Content-Type: text/plain; charset=eucgb2312_cn\n",
	    "\xc4\xa3\n", "模\n" },
	{ "unknown label", "Content-Type: text/plain; charset=x-nonsense//TRANSLIT\n", MOVE, MOVE },
	{ "flowed", "Content-Type: text/plain; format=flowed\n", MOVE "a long \ncomment \nhere\n",
	    MOVE "a long comment here\n" },
	{ "flowed, quoted", "Content-Type: text/plain; format=flowed\n", MOVE "> a \nresign 7\n",
	    MOVE },
	{ "delsp", "Content-Type: text/plain; format=flowed; delsp=yes\n", "炮二 \n平五\n",
	    "炮二平五\n" },
	{ "stuffed", "Content-Type: text/plain; format=flowed\n", MOVE " >not a quote\n", MOVE },
	{ "alternative", "Content-Type: multipart/alternative; boundary=b\n",
	    "--b\n\n" MOVE "--b\nContent-Type: text/html\n\n<b>resign 7</b>\n--b--\n", MOVE },
	{ "alternative, HTML first", "Content-Type: multipart/alternative; boundary=b\n",
	    "--b\nContent-Type: text/html\n\nresign 7\n--b\n\n" MOVE "--b--\n", MOVE },
	{ "alternative, plain part empty", "Content-Type: multipart/alternative; boundary=b\n",
	    "--b\n\n \n--b\nContent-Type: text/html\n\n<p>move 7 h2e2\n--b--\n", MOVE },
	{ "alternative, plain part names the other",
	    "Content-Type: multipart/alternative; boundary=b\n",
	    "--b\n\nPlease read this with a viewer of HTML.\n--b\nContent-Type: text/html\n\n"
	    "<p>move 7 h2e2\n--b--\n",
	    MOVE },
	{ "alternative, plain part speaks of HTML alone",
	    "Content-Type: multipart/alternative; boundary=b\n",
	    "--b\n\n" MOVE "html\n--b\nContent-Type: text/x-html\n\n<p>resign 7\n--b--\n",
	    MOVE "html\n" },
	{ "alternative, plain part without line ends",
	    "Content-Type: multipart/alternative; boundary=b\n",
	    "--b\n\nmove 7 h2e2Your cannon!Sent from my telephone\n-------- Original message --------From: "
	    "xq resign\n--b\nContent-Type: text/html\n\n<div>move 7 h2e2</div><div>Your cannon!</div>"
	    "<div>Sent from my telephone</div><div>-------- Original message --------</div>"
	    "<div>From: xq</div><div>resign</div>\n--b--\n",
	    MOVE "Your cannon!\n" },
	{ "alternative, a blank for a line end",
	    "Content-Type: multipart/alternative; boundary=b\n",
	    "--b\nContent-Type: text/plain; charset=utf-8\n\nmove 7 h2e2\u00a0Sent from my telephone\n"
	    "--b\nContent-Type: text/html\n\n<div>move 7 h2e2&nbsp;</div><div>Sent from my telephone</div>\n"
	    "--b--\n",
	    MOVE },
	{ "alternative, plain part wrapped", "Content-Type: multipart/alternative; boundary=b\n",
	    "--b\n\nmove 7 h2e2\n\nlong\nline\n--b\nContent-Type: text/html\n\n"
	    "<div>move 7 h2e2</div><div>long line</div><div>resign 7</div>\n--b--\n",
	    MOVE "\nlong\nline\n" },
	{ "alternative, plain part with a link",
	    "Content-Type: multipart/alternative; boundary=b\n",
	    "--b\n\nmove 7 h2e2\nlook<https://xq.test>\n--b\nContent-Type: text/html\n\n"
	    "<p>move 7 h2e2<br><a href='https://xq.test'>look</a><p>resign 7\n--b--\n",
	    MOVE "look<https://xq.test>\n" },
	{ "a letter attached is no text", "Content-Type: multipart/mixed; boundary=b\n",
	    "--b\n\n" MOVE "--b\nContent-Type: message/rfc822\n\nSubject: x\n\nresign 7\n--b--\n",
	    MOVE },
	{ "a letter attached alone", "Content-Type: message/rfc822\n", "Subject: x\n\nresign 7\n",
	    "" },
	{ "a text attached is no text", "Content-Type: multipart/mixed; boundary=b\n",
	    "--b\n\n" MOVE "--b\nContent-Type: text/plain; name=a.txt\n\nresign 7\n--b--\n", MOVE },
	{ "no part at all", "Content-Type: multipart/mixed; boundary=b\n", MOVE, MOVE },
	{ "no part at all, said to be twice", "Content-Type: multipart/alternative; boundary=b\n",
	    MOVE, MOVE },
	{ "boundary missing", "Content-Type: multipart/mixed\n", "--b\n\n" MOVE, MOVE },
	{ "another boundary", "Content-Type: multipart/mixed; boundary=c\n",
	    "--b\nContent-Type: text/plain\n\n" MOVE "--b--\n", MOVE },
	{ "a boundary of signs", "Content-Type: multipart/mixed; boundary=\"==1==\"\n",
	    "--==1==\nX-Part: 1\n\n" MOVE "--==1==--\n", MOVE },
	{ "a list, not a multipart", "", MOVE "\n--b\nContent-Type: text/plain\n\nx\n",
	    MOVE "\n--b\nContent-Type: text/plain\n\nx\n" },
	{ "quoted-printable without its label", "", "C2=3D5=20\n\nna=C3=AFve\n",
	    "C2=5 \n\nnaïve\n" },
	{ "quoted-printable, a move not encoded", "", "C2=5\n\nna=C3=AFve\n", "C2=5\n\nnaïve\n" },
	{ "no quoted-printable: a move", "", "C2=5\n", "C2=5\n" },
	{ "no quoted-printable: another =", "", "C2=5\n\na=b, c=3D\n", "C2=5\n\na=b, c=3D\n" },
	{ "no quoted-printable: rulers", "", MOVE "\n==20==\n", MOVE "\n==20==\n" },
	{ "quoted-printable called base64", "Content-Transfer-Encoding: base64\n",
	    "h2-e2=20\nIt=E2=80=99s\n", "h2-e2 \nIt’s\n" },
	{ "base64 without its label", "", "bW92ZSA3IGgyZTIKCkhlbGxvIQo=\n", MOVE "\nHello!\n" },
	{ "no base64: a word", "", "bW92ZSA3\n", "bW92ZSA3\n" },
	{ "base64 below a warning", "Content-Transfer-Encoding: base64\n",
	    "CAUTION: from outside!\nBe careful\n\nbW92ZSA3IGgyZTIK\n", MOVE },
	{ "base64 below one word", "Content-Transfer-Encoding: base64\n",
	    "EXTERNAL\n\nbW92ZSA3IGgyZTIK\n", MOVE },
	{ "text with a name", "Content-Type: multipart/mixed; boundary=b\n",
	    "--b\n\n \n--b\nContent-Type: text/plain; name=a.txt\n\n" MOVE "--b--\n", MOVE },
	{ "text attached", "Content-Type: multipart/mixed; boundary=b\n",
	    "--b\nContent-Disposition: attachment\n\n" MOVE "--b--\n", "" },
	{ "text above the parts", "Content-Type: multipart/mixed; boundary=b\n",
	    MOVE "--b\n\n\n--b--\n", MOVE },
	{ "words on MIME above the parts", "Content-Type: multipart/mixed; boundary=b\n",
	    "This is in MIME format.\n--b\n\n\n--b--\n", "" },
	{ "end boundary missing", "Content-Type: multipart/mixed; boundary=b\n", "--b\n\n" MOVE,
	    MOVE },
	{ "bidirectional controls", "", "move\u202e 7 h2e2\u2066\n", MOVE },
	{ "an escape sequence", "", "move 7 h2e2\033[2J\n", "move 7 h2e2[2J\n" },
	{ "parts for watches and word processors",
	    "Content-Type: multipart/alternative; boundary=b\n",
	    "--b\nContent-Type: text/rtf\n\nresign 7\n--b\nContent-Type: text/watch-html\n\nresign 7\n"
	    "--b\nContent-Type: text/html\n\n<p>move 7 h2e2</p>\n--b--\n",
	    MOVE },
	{ "a text of an unknown kind", "Content-Type: text/x-note\n", MOVE, MOVE },
	{ "a type from before MIME", "Content-Type: text\n", MOVE, MOVE },
	{ "a type the wrong way round", "Content-Type: plain/text\n", MOVE, MOVE },
	{ "HTML called plain", "Content-Type: text/plain\n",
	    "<html><body><p>move 7 h2e2</p><blockquote>resign 7</blockquote></body></html>\n",
	    MOVE },
	{ "HTML that names its charset itself", "Content-Type: text/html\n",
	    "<meta http-equiv=x content='text/html; charset=koi8-r'><p>\xc8\xcf\xc4</p>\n",
	    "ход\n" },
	{ "HTML only", "Content-Type: text/html; charset=gb2312\n",
	    "<html><head><style>p{}</style></head><body><p>\xc5\xda\xb6\xfe&#24179;&#x4e94;</p></body>\n",
	    "炮二平五\n" },
};

static void
test_texts(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct letter letter = read_letter(
		    arena, arena_printf(arena, HEAD "%s\n%s", texts[i].fields, texts[i].body));

		if (strcmp(letter.text, texts[i].want) != 0)
			print_message("text: %s\n", texts[i].name);
		assert_string_equal(letter.text, texts[i].want);
		assert_int_equal(letter.kind, LETTER_PERSON);
	}
	arena_free(arena);
}

static void
test_line_ends(void **state)
{
	static const char *const letters[] = {
		"From: fred@players.test\nSubject: s\n\nmove 7 h2e2\nhi\n",
		"From: fred@players.test\r\nSubject: s\r\n\r\nmove 7 h2e2\r\nhi\r\n",
		"From: fred@players.test\rSubject: s\r\rmove 7 h2e2\rhi\r",
		"From: fred@players.test\r\r\nSubject: s\r\r\n\r\r\nmove 7 h2e2\r\r\nhi\r\r\n",
		"From fred Sat Nov 21 18:00:00 2026\nFrom: fred@players.test\nSubject: s\n\nmove 7 h2e2\nhi\n",
		"  \n\r\n\nFrom: fred@players.test\nSubject: s\n\nmove 7 h2e2\nhi\n",
	};
	struct arena *arena = arena_new();
	struct letter first = read_letter(arena, letters[0]);

	(void)state;
	for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
		struct letter letter = read_letter(arena, letters[i]);

		assert_string_equal(letter.text, "move 7 h2e2\nhi\n");
		assert_string_equal(letter.from, "fred@players.test");
		assert_string_equal(letter.subject, "s");
		assert_string_equal(letter.digest, first.digest);
	}
	/* A bare CR within a quoted line does not end the quote. */
	assert_string_equal(read_letter(arena, HEAD "\nhi\n> a\rresign 7\n").text, "hi\n");
	arena_free(arena);
}

static void
test_digest(void **state)
{
	struct arena *arena = arena_new();
	struct letter letter = read_letter(arena, HEAD "\n" MOVE);
	static const char *const same[] = {
		"Received: by mx.game.test\nReturn-Path: <fred@players.test>\n" HEAD "\n" MOVE,
		HEAD "X-Spam: no\n\n" MOVE "\n",
		HEAD "Content-Transfer-Encoding: base64\n\n" MOVE_BASE64 "\n",
		HEAD "\n" MOVE "\n________________________________________\nchess mailing list\n"
		     "chess@lists.test\nhttps://lists.test/chess\n",
		TAGGED "\n" MOVE "\n-- \nYou receive this as a member.\n",
	};
	static const char *const different[] = {
		"From: Fred <fred@players.test>\nSubject: game\nDate: Sat, 21 Nov 2026 18:00:00 +0000\n\n" MOVE,
		"From: Fred <fred@players.test>\nSubject: game\nMessage-ID: <1@players.test>\n"
		"Date: Sat, 21 Nov 2026 18:00:01 +0000\n\n" MOVE,
		HEAD "\nmove 7 h2e3\n",
	};

	(void)state;
	assert_int_equal(strlen(letter.digest), 64);
	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		assert_string_equal(read_letter(arena, same[i]).digest, letter.digest);
	for (size_t i = 0; i < sizeof different / sizeof *different; i++)
		assert_string_not_equal(read_letter(arena, different[i]).digest, letter.digest);
	arena_free(arena);
}

static void
test_headers(void **state)
{
	struct arena *arena = arena_new();
	struct letter letter = read_letter(arena,
	    "Return-Path: <Fred@Players.TEST>\nDelivered-To: a@game.test\n"
	    "From: =?gb2312?B?0KHN9Q==?= (home) <Fred@Players.TEST>\n"
	    "To: \"x, y\" <b@game.test>,\n c@game.test (comment, with comma)\nCc: group: d@game.test;\n"
	    "Subject: =?utf-8?Q?Re=3A_?= =?utf-8?B?54KuIA==?=\n  tail\n"
	    "In-Reply-To: <3@game.test>\nReferences: <1@game.test>\n <2@game.test>\n\n" MOVE);

	(void)state;
	assert_string_equal(letter.return_path, "Fred@players.test");
	assert_string_equal(letter.from, "Fred@players.test");
	assert_string_equal(letter.from_name, "小王");
	assert_string_equal(letter.subject, "Re: 炮   tail");
	assert_int_equal(letter.recipient_count, 4);
	assert_string_equal(letter.recipients[0], "a@game.test");
	assert_string_equal(letter.recipients[3], "d@game.test");
	assert_int_equal(letter.reference_count, 3);
	assert_string_equal(letter.references[0], "3@game.test");
	assert_string_equal(letter.references[1], "2@game.test");
	assert_true(letter.is_answer);
	assert_null(letter.message_id);
	assert_string_equal(read_letter(arena, "Return-Path: <>\n" HEAD "\n").return_path, "");
	assert_null(read_letter(arena, HEAD "\n").return_path);
	arena_free(arena);
}

/* From lines that are not one plain mailbox give no sender. */
static void
test_from(void **state)
{
	static const struct {
		const char *field, *want;
		int count;
	} froms[] = {
		{ "From: a@b.test", "a@b.test", 1 },
		{ "From: a@b.test (Fred)", "a@b.test", 1 },
		{ "From: \"a@b.test\" <c@d.test>", "c@d.test", 1 },
		{ "From: a@b.test, c@d.test", NULL, 2 },
		{ "From: a@b.test\nFrom: c@d.test", NULL, 2 },
		{ "From: <a@b.test> <c@d.test>", NULL, 1 },
		{ "From: \"a@b.test\"", NULL, 1 },
		{ "From: a@b.test\0c@d.test", "a@b.test", 1 },
		{ "From: a@b@c.test", NULL, 1 },
		{ "From: a@b.test\nFrom:", NULL, 1 },
		{ "From:\nFrom: a@b.test", NULL, 1 },
		{ "From:", NULL, 0 },
		{ "From: a@b.test (Fred", NULL, 1 },
		{ "From: (Fred a@b.test", NULL, 1 },
		{ "From: \"Fred <a@b.test>", NULL, 1 },
		{ "From: Fred \" <a@b.test>", NULL, 1 },
		{ "From: a@b.test \"", NULL, 1 },
		{ "From: Fred <a@b.test", NULL, 1 },
		{ "From: Fred", NULL, 1 },
		{ "From: <>", NULL, 1 },
		{ "From: \u202etset.b@a <a\u202e@b.test>", NULL, 1 },
		{ "From: Fred <a@b.test\n ,c@d.test>", NULL, 1 },
		{ "X: y", NULL, 0 },
	};
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof froms / sizeof *froms; i++) {
		struct letter letter = read_letter(
		    arena, arena_printf(arena, "%s\nSubject: s\n\nhi\n", froms[i].field));

		if (froms[i].want == NULL ? letter.from != NULL : letter.from == NULL)
			print_message("from: %s\n", froms[i].field);
		assert_int_equal(letter.from_count, froms[i].count);
		if (froms[i].want == NULL)
			assert_null(letter.from);
		else
			assert_string_equal(letter.from, froms[i].want);
	}
	arena_free(arena);
}

static void
test_too_large(void **state)
{
	struct arena *arena = arena_new();
	struct letter_policy policy = test_policy;
	struct letter letter;
	const char *text = HEAD "\n" MOVE;

	(void)state;
	reader_setup();
	load_phrases();
	policy.bytes_max = strlen(text) - 1;
	reader_read(&letter, arena, text, strlen(text), &policy);
	assert_true(letter.too_large);
	assert_string_equal(letter.text, "");
	assert_string_equal(letter.from, "fred@players.test");
	assert_int_equal(letter.kind, LETTER_PERSON);
	arena_free(arena);
}

static void
test_unreadable(void **state)
{
	static const char *const letters[] = { "", "\n\n", "hello\n", "\001\002\003" };
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
		struct letter letter = read_letter(arena, letters[i]);

		assert_int_equal(letter.kind, LETTER_UNREADABLE);
		assert_null(letter.from);
		assert_non_null(letter.kind_reason);
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "mail 4: line ends, mbox line, blank lines", test_line_ends, NULL, NULL, NULL },
		{ "mail 5: the digest", test_digest, NULL, NULL, NULL },
		{ "mail 12: charsets, flowed, parts", test_texts, NULL, NULL, NULL },
		{ "mail 11: header fields", test_headers, NULL, NULL, NULL },
		{ "mail 11: who stands in From", test_from, NULL, NULL, NULL },
		{ "mail 3: too large is read by its header", test_too_large, NULL, NULL, NULL },
		{ "mail 3: unreadable is taken", test_unreadable, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("mail_reader", tests, NULL, NULL);
}
