/* SPDX-License-Identifier: ISC */
/*
 * Letters out: fields (mail/README 16, 17), bytes (19), nothing injected; and what
 * our own reader makes of our own letters (7).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/err.h"
#include "mail/write/compose.h"
#include "unit/mail/letters.h"

static const char *const references[] = { "root@game.test", "2@game.test" };

static struct draft
plain(void)
{
	return (struct draft){
		.from_name = "Xiangqi",
		.from = "xiangqi@game.test",
		.to_name = "Fred",
		.to = "fred@players.test",
		.reply_to = "xiangqi+abcdef@game.test",
		.subject = "Xiangqi Board 7: fred - wilma",
		.message_id = "9@game.test",
		.in_reply_to = "5@players.test",
		.references = references,
		.reference_count = 2,
		.date = INT64_C(1795284000),
		.auto_submitted = AUTO_REPLIED,
		.list_name = "Xiangqi Board 7",
		.list_id = "7.xiangqi.game.test",
		.list_unsubscribe = "mailto:xiangqi@game.test?subject=unsubscribe%207",
		.loop_id = "xiangqi@game.test",
		.text = "Summary of Xiangqi Board 7\nHello.\n",
	};
}

static const char *
build(struct arena *arena, const struct draft *draft)
{
	const char *bytes = NULL;
	size_t length = 0;
	struct err err = { .text = "" };

	assert_int_equal(compose_letter(arena, draft, &bytes, &length, &err), 0);
	assert_int_equal(strlen(bytes), length);
	return bytes;
}

/* Every line ends in CRLF, is 7-bit and at most 76 long; no bare CR or LF. */
static void
assert_valid(const char *bytes)
{
	size_t column = 0;

	for (; *bytes != '\0'; bytes++) {
		assert_true((*bytes & 0x80) == 0);
		if (*bytes == '\r') {
			assert_true(bytes[1] == '\n');
			bytes++;
			column = 0;
			continue;
		}
		assert_true(*bytes != '\n');
		assert_true(++column <= 76);
	}
	assert_int_equal(column, 0);
}

static void
test_fields(void **state)
{
	static const char want[] =
	    "From: Xiangqi <xiangqi@game.test>\r\n"
	    "Reply-To: xiangqi+abcdef@game.test\r\n"
	    "To: Fred <fred@players.test>\r\n"
	    "Subject: Xiangqi Board 7: fred - wilma\r\n"
	    "Date: Sat, 21 Nov 2026 18:00:00 +0000\r\n"
	    "Message-ID: <9@game.test>\r\n"
	    "In-Reply-To: <5@players.test>\r\n"
	    "References: <root@game.test> <2@game.test>\r\n"
	    "Auto-Submitted: auto-replied\r\n"
	    "List-Id: Xiangqi Board 7 <7.xiangqi.game.test>\r\n"
	    "List-Unsubscribe: <mailto:xiangqi@game.test?subject=unsubscribe%207>\r\n"
	    "X-Loop: xiangqi@game.test\r\n"
	    "X-Auto-Response-Suppress: All\r\n"
	    "MIME-Version: 1.0\r\n"
	    "Content-Type: text/plain; charset=utf-8\r\n"
	    "Content-Transfer-Encoding: 7bit\r\n"
	    "\r\n"
	    "Summary of Xiangqi Board 7\r\nHello.\r\n";
	struct arena *arena = arena_new();
	struct draft draft = plain();

	(void)state;
	assert_string_equal(build(arena, &draft), want);
	/* The same fields, the same bytes. */
	assert_string_equal(build(arena, &draft), build(arena, &draft));
	draft.auto_submitted = AUTO_GENERATED;
	assert_non_null(strstr(build(arena, &draft), "\r\nAuto-Submitted: auto-generated\r\n"));
	assert_int_equal(read_letter(arena, want).kind, LETTER_LOOP);
	arena_free(arena);
}

static void
assert_reads_back(struct arena *arena, const char *text)
{
	struct draft draft = plain();
	const char *bytes;

	draft.loop_id = draft.list_id = NULL;
	draft.text = text;
	bytes = build(arena, &draft);
	assert_valid(bytes);
	assert_null(strstr(bytes, "\r\n."));
	assert_null(strstr(bytes, "\r\nFrom "));
	assert_string_equal(read_letter(arena, bytes).whole, text);
}

/* What comes out must read back as what went in. */
static void
test_encoding(void **state)
{
	static const char *const subjects[] = { "炮二平五", "=?utf-8?Q?no?=", "two  blanks",
		"Ünïcode and a very long subject that has to be "
		"folded because no line may be longer than seventy-six characters, 炮二平五炮二平五炮二平五",
		"long plain words that go on and on until they need to be folded somewhere here, and again",
		"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
		"炮二平五炮二平五炮二平五炮二平五炮二平五炮二平五炮二平五炮二平五炮二平五炮二平五炮二平五",
		"a, \"b\" <c@d.test> (e)\\", "a =?utf-8?Q?no?= 炮",
		"?= =", "o\u0323\u0302, twice marked", "" };
	static const char *const bodies[] = { "炮二平五\n", "From the top\n.\n..\n",
		"trailing blank \nand tab\t\n", "a=b =_c\n",
		"long long long long long long long long long long long long long long long long long line\n",
		"炮二平五炮二平五炮二平五炮二平五炮二平五炮二平五炮二平五炮二平五炮二平五炮二平五\n",
		"a\n\n\nb\n", "" };
	/* A soft break must bring no dot or "From " to the beginning of a line, and no line past
	 * its end. */
	static const char *const tails[] = { "", ".html", "From here", " ", "\t", "=", "..", "炮",
		"\u0301" };
	struct arena *arena = arena_new();
	struct draft draft = plain();

	(void)state;
	draft.loop_id = draft.list_id = NULL;
	for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
		draft.subject = draft.to_name = draft.from_name = subjects[i];
		assert_valid(build(arena, &draft));
		assert_string_equal(read_letter(arena, build(arena, &draft)).subject, subjects[i]);
		assert_string_equal(
		    read_letter(arena, build(arena, &draft)).from_name, subjects[i]);
	}
	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
		assert_reads_back(arena, bodies[i]);
	draft.text = "no line end";
	assert_valid(build(arena, &draft));
	for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
		for (int length = 70; length <= 80; length++)
			assert_reads_back(
			    arena, arena_printf(arena, "%0*d%s\n", length, 0, tails[i]));
		assert_reads_back(arena, arena_printf(arena, "%01000d%s\n", 0, tails[i]));
	}
	arena_free(arena);
}

static void
test_parts(void **state)
{
	const struct attachment attachments[] = {
		{ "board.png", "image/png", "\x89PNG\0\r\n", 7, "board.9@game.test" },
		{ "第7局.pgn", "application/x-chess-pgn; charset=utf-8", "[x]\n", 4, NULL },
		{ "none.txt", "text/plain", "", 0, NULL },
	};
	struct arena *arena = arena_new();
	struct draft draft = plain();
	const char *bytes,
	    *order[] = { "multipart/mixed", "multipart/alternative", "text/plain",
		    "multipart/related", "text/html", "image/png",
		    "Content-Id: <board.9@game.test>", "Content-Disposition: inline",
		    "iVBORwANCg==", "x-chess-pgn", "filename*=UTF-8''%E7%AC%AC7%E5%B1%80.pgn",
		    "W3hdCg==" };

	(void)state;
	draft.loop_id = draft.list_id = NULL;
	draft.html = "<p>炮</p>\n<img src=\"cid:board.9@game.test\" alt=\"the board\">\n";
	draft.attachments = attachments;
	draft.attachment_count = 3;
	bytes = build(arena, &draft);
	assert_valid(bytes);
	assert_string_equal(read_letter(arena, bytes).whole, draft.text);
	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		bytes = strstr(bytes, order[i]);
		if (bytes == NULL)
			print_message("missing or out of order: %s\n", order[i]);
		assert_non_null(bytes);
	}
	arena_free(arena);
}

/* Text goes through cleaned; addresses and ids that could break a field do not. */
static void
test_injection(void **state)
{
	static const char *const evil[] = { "a@b.test\r\nBcc: x@y.test", "a@b.test\nX: y",
		"a b@c.test", "a@b.test>", "<a@b.test", "\x01@b.test", "" };
	const struct attachment attachments[] = {
		{ "a.txt\"\r\nBcc: evil@x.test", "text/plain", "a", 1, NULL },
		{ "a.png\n", "image/png", "a", 1, "a@b.test>\r\nBcc: evil@x.test" },
	};
	struct arena *arena = arena_new();
	struct draft draft = plain();
	const char *bytes;
	size_t length;
	struct err err;

	(void)state;
	draft.subject = "hello\r\nBcc: evil@x.test\r\n\r\nbody\u202e";
	draft.to_name = "Fred\" <evil@x.test>\r\nBcc: evil@x.test";
	draft.from_name = "a\nBcc: evil@x.test";
	draft.list_name = "a\r\nBcc: evil";
	draft.html = "<p>";
	draft.attachments = attachments;
	draft.attachment_count = 2;
	bytes = build(arena, &draft);
	assert_valid(bytes);
	assert_null(strstr(bytes, "\nBcc"));
	for (size_t i = 0; i < sizeof evil / sizeof *evil; i++) {
		const char **fields[] = { &draft.from, &draft.to, &draft.reply_to,
			&draft.message_id, &draft.list_id, &draft.list_unsubscribe,
			&draft.loop_id };

		for (size_t j = 0; j < sizeof fields / sizeof *fields; j++) {
			draft = plain();
			*fields[j] = evil[i];
			err.text[0] = '\0';
			assert_int_equal(compose_letter(arena, &draft, &bytes, &length, &err), -1);
			assert_true(err.text[0] != '\0');
		}
		/* The ids of strangers, who may not keep their letters from an answer. */
		draft = plain();
		draft.in_reply_to = evil[i];
		draft.references = (const char *[]){ "1@game.test", evil[i], "2@game.test" };
		draft.reference_count = 3;
		bytes = build(arena, &draft);
		assert_valid(bytes);
		assert_null(strstr(bytes, "In-Reply-To:"));
		assert_non_null(strstr(bytes, "\r\nReferences: <1@game.test> <2@game.test>\r\n"));
	}
	arena_free(arena);
}

static size_t
longest_line(const char *bytes)
{
	size_t longest = 0;

	for (const char *end; (end = strstr(bytes, "\r\n")) != NULL; bytes = end + 2)
		if ((size_t)(end - bytes) > longest)
			longest = (size_t)(end - bytes);
	return longest;
}

/* Ids of others and addresses cannot be folded: RFC 5322 allows 998. */
static void
test_long_words(void **state)
{
	static const size_t lengths[] = { 60, 250, 700, 990, 5000 };
	struct arena *arena = arena_new();
	struct draft draft = plain();
	const char *bytes, *many[12];
	size_t length;
	struct err err;

	(void)state;
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		char *id = arena_alloc(arena, lengths[i] + 20);

		memset(id, 'x', lengths[i]);
		strcpy(id + lengths[i], "@players.test");
		for (int j = 0; j < 12; j++)
			many[j] = j % 2 == 0 ? id : "2@game.test";
		draft.references = many;
		draft.reference_count = 12;
		draft.in_reply_to = id;
		assert_int_equal(compose_letter(arena, &draft, &bytes, &length, &err), 0);
		if (longest_line(bytes) > 998)
			print_message("%zu: a line of %zu\n", lengths[i], longest_line(bytes));
		assert_true(longest_line(bytes) <= 998);
		assert_true(lengths[i] > 60 || longest_line(bytes) <= 76);
		assert_non_null(strstr(bytes, "\r\n\r\nSummary of"));
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "mail 17: the fields; mail 16: the same bytes", test_fields, NULL, NULL, NULL },
		{ "mail 19: 7-bit, CRLF, 76 columns, reads back", test_encoding, NULL, NULL, NULL },
		{ "mail 19: no line over 998, whatever has to stand on it", test_long_words, NULL,
		    NULL, NULL },
		{ "mail 19: text, HTML, picture, attachment", test_parts, NULL, NULL, NULL },
		{ "mail 17: nothing raw into a header", test_injection, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("mail_compose", tests, NULL, NULL);
}
