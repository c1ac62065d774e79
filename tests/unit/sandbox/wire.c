/* SPDX-License-Identifier: ISC */
/*
 * Letters between reader and server: the same comes out, and nothing but what
 * letter.h allows, whatever the bytes are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "mail/reader.h"
#include "process/rights.h"
#include "reader.h"
#include "sandbox/sandbox.h"
#include "sandbox/wire.h"

#define GOOD \
	"From: Fred <fred@a.test>\nTo: xiangqi@river.test\nSubject: Re: Board 7\n" \
	"Message-ID: <1@a.test>\nReferences: <x@b.test> <y@b.test>\n\nB3-E3\n\n> old\n"

static const struct letter_policy policy = { .bytes_max = LETTER_BYTES_MAX_DEFAULT,
	.address = "xiangqi@river.test",
	.auth_server = "mx.river.test" };

static void
assert_same_text(const char *a, const char *b)
{
	if (a == NULL || b == NULL)
		assert_ptr_equal(a, b);
	else
		assert_string_equal(a, b);
}

static void
assert_same(const struct letter *a, const struct letter *b)
{
	assert_int_equal(a->kind, b->kind);
	assert_same_text(a->kind_reason, b->kind_reason);
	assert_int_equal(a->bounce.permanent, b->bounce.permanent);
	assert_int_equal(a->bounce.delayed, b->bounce.delayed);
	assert_same_text(a->bounce.recipient, b->bounce.recipient);
	assert_same_text(a->bounce.status, b->bounce.status);
	assert_same_text(a->bounce.message_id, b->bounce.message_id);
	assert_same_text(a->return_path, b->return_path);
	assert_same_text(a->from, b->from);
	assert_same_text(a->from_name, b->from_name);
	assert_int_equal(a->from_count, b->from_count);
	assert_same_text(a->subject, b->subject);
	assert_same_text(a->message_id, b->message_id);
	assert_same_text(a->date, b->date);
	assert_int_equal(a->recipient_count, b->recipient_count);
	for (int i = 0; i < a->recipient_count; i++)
		assert_same_text(a->recipients[i], b->recipients[i]);
	assert_int_equal(a->reference_count, b->reference_count);
	for (int i = 0; i < a->reference_count; i++)
		assert_same_text(a->references[i], b->references[i]);
	assert_int_equal(a->is_answer, b->is_answer);
	assert_int_equal(a->dmarc, b->dmarc);
	assert_int_equal(a->has_html, b->has_html);
	assert_same_text(a->charset, b->charset);
	assert_same_text(a->text, b->text);
	assert_string_equal(b->whole, "");
	assert_int_equal(a->too_large, b->too_large);
	assert_int_equal(a->unread, b->unread);
	assert_int_equal(a->is_sealed, b->is_sealed);
	assert_string_equal(a->digest, b->digest);
}

/* Letters that fill every member, some in charsets whose converters are on disk. */
static const char *const letters[] = {
	GOOD,
	"",
	"no header\n",
	"From: a@b.test, c@d.test\nSubject: two\n\nhi\n",
	"Return-Path: <>\nFrom: mailer-daemon@b.test\nTo: xiangqi+b.x@river.test\n"
	"Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
	"--b\n\nundelivered\n--b\nContent-Type: message/delivery-status\n\n"
	"Reporting-MTA: dns; b.test\n\nFinal-Recipient: rfc822; x@y.test\nAction: failed\n"
	"Status: 5.1.1\n\n--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: <q@r.test>\n\n--b--\n",
	"Authentication-Results: mx.river.test; dmarc=pass header.from=a.test\nFrom: fred@a.test\n"
	"Subject: =?utf-8?B?54Ku?=\nDate: Sat, 21 Nov 2026 12:00:00 +0000\n\nh2e2\n",
	"From: a@b.test\nContent-Type: text/plain; charset=iso-2022-jp\n\n\x1b$B$3$s\x1b(B\n",
	"From: a@b.test\nContent-Type: text/plain; charset=euc-tw\n\n\xc4\xe3\n",
	"From: a@b.test\nContent-Type: text/plain; charset=iso-8859-7\n\n\xc4\xe3\n",
	"From: a@b.test\nContent-Type: text/plain; charset=koi8-r\n\n\xc4\xe3\n",
	"From: a@b.test\nContent-Type: text/plain; charset=big5\n\n\xa4\xa4\n",
	"From: a@b.test\nContent-Type: application/pkcs7-mime; name=smime.p7m\n\nMIAG\n",
	"From: \xff\x01 <a@b.test>\nSubject: \x1b[2J\xe2\x80\xae\nMessage-ID: <a\x01"
	"b>\n"
	"References: <\xff\x02> <\t>\n\nx\x07\n",
};
#define LETTERS (sizeof letters / sizeof *letters)

static void
test_same(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < LETTERS; i++) {
		struct letter here, apart;
		struct err err;

		assert_int_equal(
		    sandbox_read(&apart, arena, letters[i], strlen(letters[i]), &policy, &err), 0);
		reader_read(&here, arena, letters[i], strlen(letters[i]), &policy);
		assert_same(&here, &apart);
	}
	arena_free(arena);
}

/* Each text in the answer may be walked over: under a sanitizer a fault shows. */
static void
walk(const struct letter *letter)
{
	const char *const texts[] = { letter->kind_reason, letter->bounce.recipient,
		letter->bounce.status, letter->bounce.message_id, letter->return_path, letter->from,
		letter->from_name, letter->subject, letter->message_id, letter->date,
		letter->charset, letter->text, letter->whole };
	size_t bytes = strlen(letter->digest);

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		bytes += texts[i] != NULL ? strlen(texts[i]) : 0;
	for (int i = 0; i < letter->recipient_count; i++)
		bytes += strlen(letter->recipients[i]);
	for (int i = 0; i < letter->reference_count; i++)
		bytes += strlen(letter->references[i]);
	assert_in_range(bytes, 64, 1024 * 1024);
	assert_in_range(letter->kind, 0, LETTER_UNREADABLE);
	assert_in_range(letter->dmarc, 0, DMARC_FAIL);
}

/* An answer cut anywhere is refused; one changed anywhere is refused or valid. */
static void
test_unpack(void **state)
{
	static const char values[] = { 0, 1, '\n', 0x7f, (char)0x80, (char)0xff };
	struct arena *arena = arena_new();
	struct letter letter;
	struct str out;

	(void)state;
	reader_read(&letter, arena, GOOD, strlen(GOOD), &policy);
	str_init(&out, arena, 0);
	answer_pack(&out, &letter);
	for (size_t i = 0; i <= out.length; i++) {
		char *copy = malloc(i + 1); /* of that size, so that a sanitizer sees its end */

		memcpy(copy, out.data, i);
		assert_int_equal(answer_unpack(&letter, copy, i), i == out.length);
		free(copy);
	}
	for (size_t i = 0; i < out.length; i++)
		for (size_t v = 0; v < sizeof values; v++) {
			char *copy = malloc(out.length);

			memcpy(copy, out.data, out.length);
			copy[i] = values[v];
			if (answer_unpack(&letter, copy, out.length))
				walk(&letter);
			free(copy);
		}
	arena_free(arena);
}

static int
start(void **state)
{
	struct err err;

	(void)state;
	return sandbox_start(SELF, NULL, &err);
}

static int
stop(void **state)
{
	(void)state;
	sandbox_stop();
	return 0;
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		{ "mail 3: a letter read apart is the same letter", test_same, NULL, NULL, NULL },
		{ "an answer of any bytes does no harm", test_unpack, NULL, NULL, NULL },
	};

	(void)argc;
	be_reader(argv, reader_read);
	return cmocka_run_group_tests_name("main_wire", tests, start, stop);
}
