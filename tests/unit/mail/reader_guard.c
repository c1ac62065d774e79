/* SPDX-License-Identifier: ISC */
/*
 * The robot guard (mail/README 7 and 8) and delivery reports (18).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "mail/reader.h"
#include "unit/mail/letters.h"

static const struct {
	const char *fields;
	enum letter_kind kind;
} kinds[] = {
	{ "From: fred@players.test\n", LETTER_PERSON },
	{ "From: fred@players.test\nAuto-Submitted: no\n", LETTER_PERSON },
	{ "From: fred@players.test\nAuto-Submitted: no (really)\n", LETTER_PERSON },
	{ "From: fred@players.test\nX-Auto-Response-Suppress: All\n", LETTER_PERSON },
	{ "From: fred@players.test\nPrecedence: normal\n", LETTER_PERSON },
	{ "From: fred@players.test\nX-Loop: another\n", LETTER_PERSON },
	{ "From: manfred-owens@players.test\n", LETTER_PERSON },
	{ "From: bounceman@players.test\n", LETTER_PERSON },
	{ "From: fred@players.test\nSubject: Re: Out of office\n", LETTER_PERSON },
	{ "From: fred@players.test\nSubject: Absence of mind\n", LETTER_PERSON },
	{ "From: fred@players.test\nSubject: Mail delivery works again\n", LETTER_PERSON },
	{ "From: fred@players.test\nSubject: =?utf-8?B?5LiN5Zyo5LmO?=\n", LETTER_PERSON },
	{ "From: fred@players.test\nSubject: Re: Fred is out of the office\n", LETTER_PERSON },
	{ "From: fred@players.test\nSender: fred@players.test\n", LETTER_PERSON },
	{ "From: nora.reply@players.test\n", LETTER_PERSON },
	{ "Return-Path: <prvs=1234abcd=fred@players.test>\nFrom: fred@players.test\n",
	    LETTER_PERSON },
	{ "Return-Path: <>\nFrom: fred@players.test\n", LETTER_ROBOT },
	{ "From: fred@players.test\nAuto-Submitted: auto-replied\n", LETTER_ROBOT },
	{ "From: fred@players.test\nAuto-Submitted: nope\n", LETTER_ROBOT },
	{ "From: fred@players.test\nX-Autoreply: no\n", LETTER_PERSON },
	{ "From: fred@players.test\nX-Autoreply: nothing\n", LETTER_ROBOT },
	{ "From: fred@players.test\nX-OTRS-Loop: false\n", LETTER_PERSON },
	{ "From: fred@players.test\nList-Post: NO\n", LETTER_ROBOT },
	{ "From: fred@players.test\nAuto-Submitted: auto-generated (x)\n", LETTER_ROBOT },
	{ "From: fred@players.test\nPrecedence: bulk\n", LETTER_ROBOT },
	{ "From: fred@players.test\nPrecedence: Junk\n", LETTER_ROBOT },
	{ "From: fred@players.test\nprecedence: list\n", LETTER_ROBOT },
	{ "From: fred@players.test\nList-Id: <chess.lists.test>\n", LETTER_ROBOT },
	{ "From: fred@players.test\nList-Unsubscribe: <mailto:x@y.test>\n", LETTER_ROBOT },
	{ "From: fred@players.test\nX-Autoreply: yes\n", LETTER_ROBOT },
	{ "From: fred@players.test\nX-Autorespond: hi\n", LETTER_ROBOT },
	{ "From: fred@players.test\nX-Zarafa-Vacation: autorespond\n", LETTER_ROBOT },
	{ "From: fred@players.test\nX-OTRS-Loop: yes\n", LETTER_ROBOT },
	{ "From: fred@players.test\nPrecedence: auto-reply\n", LETTER_ROBOT },
	{ "From: fred@players.test\nSender: Chess <owner-chess@lists.test>\n", LETTER_ROBOT },
	{ "From: fred@players.test\nSender: chess-bounces@lists.test\n", LETTER_ROBOT },
	{ "From: chess-confirm+12ab@lists.test\n", LETTER_ROBOT },
	{ "From: keine-antwort@players.test\n", LETTER_ROBOT },
	{ "Return-Path: <chess-return-12-fred=players.test@lists.test>\nFrom: fred@players.test\n",
	    LETTER_ROBOT },
	{ "Return-Path: <msprvs1=12ab=bounces-7@players.test>\nFrom: fred@players.test\n",
	    LETTER_ROBOT },
	{ "From: fred@players.test\nSubject: Fred is out of the office (returning 3 May)\n",
	    LETTER_ROBOT },
	{ "From: fred@players.test\nSubject: =?utf-8?Q?=D0=90=D0=B2=D1=82=D0=BE=D0=BE=D1=82=D0=B2=D0=B5=D1=82?=\n",
	    LETTER_ROBOT }, /* Автоответ: its capital */
	{ "From: fred@players.test\nSubject: =?utf-8?B?44CQ6Ieq5Yqo5Zue5aSN44CR?=\n",
	    LETTER_ROBOT },
	{ "From: fred@players.test\nSubject: =?utf-8?Q?L=C3=A4st=3A?= Xiangqi\n", LETTER_ROBOT },
	{ "From: MAILER-DAEMON@players.test\n", LETTER_ROBOT },
	{ "From: postmaster@players.test\n", LETTER_ROBOT },
	{ "From: No-Reply@players.test\n", LETTER_ROBOT },
	{ "From: noreply+7@players.test\n", LETTER_ROBOT },
	{ "From: do-not-reply@players.test\n", LETTER_ROBOT },
	{ "From: chess-bounces@players.test\n", LETTER_ROBOT },
	{ "From: owner-chess@players.test\n", LETTER_ROBOT },
	{ "From: chess-request@players.test\n", LETTER_ROBOT },
	{ "Return-Path: <chess-bounces@players.test>\nFrom: fred@players.test\n", LETTER_ROBOT },
	{ "From: fred@players.test\nSubject: Automatic reply: game\n", LETTER_ROBOT },
	{ "From: fred@players.test\nSubject: Automātiskā atbilde: game\n", LETTER_ROBOT },
	{ "From: fred@players.test\nSubject: Balasan automatik: game\n", LETTER_ROBOT },
	{ "From: fred@players.test\nSubject: پاسخ خودکار: game\n", LETTER_ROBOT },
	{ "From: fred@players.test\nSubject: =?utf-8?B?6Ieq5Yqo5Zue5aSNOg==?= x\n", LETTER_ROBOT },
	{ "Subject: nobody\n", LETTER_ROBOT },
	{ "From: a@b.test, c@d.test\n", LETTER_ROBOT },
	{ "From: fred@players.test\nContent-Type: multipart/report; report-type=disposition-notification;"
	  " boundary=b\n",
	    LETTER_ROBOT },
	{ "From: fred@players.test\nContent-Type: multipart/report; report-type=feedback-report;"
	  " boundary=b\n",
	    LETTER_ROBOT },
	{ "From: fred@players.test\nContent-Type: multipart/report; report-type=delivery-status;"
	  " boundary=b\n",
	    LETTER_BOUNCE },
	{ "From: fred@players.test\nContent-Type: text/calendar; method=REPLY\n", LETTER_ROBOT },
	{ "From: fred@players.test\nContent-Type: text/calendar; method=REQUEST\n", LETTER_ROBOT },
	{ "From: fred@players.test\nContent-Type: text/calendar\n", LETTER_PERSON },
	{ "From: fred@players.test\nSubject: Report Domain: game.test Submitter: y.test Report-ID: <7>\n",
	    LETTER_ROBOT },
	{ "From: fred@players.test\nSubject: Report on our game\n", LETTER_PERSON },
	{ "From: fred@players.test\nSubject: [AUTO GENERATED] game 7\n", LETTER_ROBOT },
	{ "From: fred@players.test\nSender: Days <day-notification@players.test>\n", LETTER_ROBOT },
	{ "From: fred@players.test\nX-Failed-Recipients: x@y.test\n", LETTER_BOUNCE },
	{ "Return-Path: <>\nFrom: x@y.test\nSubject: Undelivered Mail Returned to Sender\n",
	    LETTER_BOUNCE },
	{ "From: MAILER-DAEMON@y.test\nSubject: failure notice\n", LETTER_BOUNCE },
	{ "From: \"Mail Delivery System\" <x@y.test>\nSubject: sorry\n", LETTER_ROBOT },
	{ "From: x@y.test\nSubject: Mail delivery failed: returning message to sender\n",
	    LETTER_BOUNCE },
	{ "From: x@y.test\nTo: xiangqi+b.abc@game.test\nAuto-Submitted: auto-replied\n",
	    LETTER_ROBOT },
	{ "From: x@y.test\nSubject: Fwd: Mail delivery failed: look at this\n", LETTER_PERSON },
	{ "From: fred@players.test\nX-Loop: xiangqi@game.test\n", LETTER_LOOP },
	{ "From: fred@players.test\nList-Id: Xiangqi Board 7 <7.xiangqi.game.test>\n",
	    LETTER_LOOP },
	{ "From: Xiangqi@game.test\n", LETTER_LOOP },
	{ "From: xiangqi+abc@game.test\n", LETTER_LOOP },
};

static void
test_kinds(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		struct letter letter = read_letter(
		    arena, arena_printf(arena, "%s\nmove 7 h2e2\n", kinds[i].fields));

		if (letter.kind != kinds[i].kind)
			print_message("kind: %s", kinds[i].fields);
		assert_int_equal(letter.kind, kinds[i].kind);
		assert_true((letter.kind == LETTER_PERSON) == (*letter.kind_reason == '\0'));
	}
	arena_free(arena);
}

static void
test_received(void **state)
{
	struct arena *arena = arena_new();
	const char *fields = "";

	(void)state;
	for (int i = 1; i <= 31; i++) {
		struct letter letter;

		fields = arena_printf(arena, "Received: by h%d.test\n%s", i, fields);
		letter = read_letter(
		    arena, arena_printf(arena, "%sFrom: a@b.test\n\nhi\n", fields));
		assert_int_equal(letter.kind, i > 30 ? LETTER_LOOP : LETTER_PERSON);
	}
	arena_free(arena);
}

#define REPORT(fields) \
	"Return-Path: <>\nFrom: MAILER-DAEMON@y.test\nSubject: Undelivered\n" \
	"Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n" \
	"--b\n\nSorry.\n--b\nContent-Type: message/delivery-status\n\n" \
	"Reporting-MTA: dns; y.test\n\n" fields "\n--b\nContent-Type: message/rfc822\n\n" \
	"From: xiangqi@game.test\nMessage-ID: <77.abc@game.test>\n\nbody\n--b--\n"

static const struct {
	const char *name, *letter;
	bool permanent, delayed;
	const char *recipient, *status, *id;
} reports[] = {
	{ "failed",
	    REPORT("Final-Recipient: rfc822; Fred@Players.test\nAction: failed\nStatus: 5.1.1\n"),
	    true, false, "Fred@players.test", "5.1.1", "77.abc@game.test" },
	{ "delayed",
	    REPORT("Final-Recipient: rfc822;fred@players.test\nAction: delayed\nStatus: 4.4.1\n"),
	    false, true, "fred@players.test", "4.4.1", "77.abc@game.test" },
	{ "given up",
	    REPORT("Final-Recipient: rfc822;fred@players.test\nAction: failed\nStatus: 4.4.7\n"),
	    false, false, "fred@players.test", "4.4.7", "77.abc@game.test" },
	{ "one late, one failed",
	    REPORT(
		"Final-Recipient: rfc822;a@players.test\nAction: delayed\n"
		"Status: 4.4.1\n\nFinal-Recipient: rfc822;b@players.test\nAction: failed\nStatus: 5.2.2\n"),
	    true, false, "b@players.test", "5.2.2", "77.abc@game.test" },
	{ "words",
	    "From: MAILER-DAEMON@y.test\nSubject: failure notice\n\n"
	    "<fred@players.test>: host said: 550 5.1.1 no such user\n\nMessage-ID: <7@game.test>\n",
	    true, false, NULL, "5.1.1", "7@game.test" },
	{ "exim",
	    "From: MAILER-DAEMON@y.test\nX-Failed-Recipients: fred@players.test\n"
	    "Subject: Mail delivery failed\n\nno status\n",
	    true, false, "fred@players.test", NULL, NULL },
	{ "no mark but the address",
	    "From: Hotline <hotline@y.test>\nTo: xiangqi+b.abc@game.test\n"
	    "Subject: your letter\n\nfred@players.test (#5.1.1) has left us.\n",
	    true, false, NULL, "5.1.1", NULL },
	{ "an address is no status",
	    "From: MAILER-DAEMON@y.test\nSubject: failure notice\n\n"
	    "host 192.5.1.1 said no\n",
	    true, false, NULL, NULL, NULL },
};

static void
assert_same(const char *got, const char *want)
{
	if (want == NULL)
		assert_null(got);
	else
		assert_string_equal(got, want);
}

static void
test_reports(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
		struct letter letter = read_letter(arena, reports[i].letter);

		print_message("report: %s\n", reports[i].name);
		assert_int_equal(letter.kind, LETTER_BOUNCE);
		assert_int_equal(letter.bounce.permanent, reports[i].permanent);
		assert_int_equal(letter.bounce.delayed, reports[i].delayed);
		assert_same(letter.bounce.recipient, reports[i].recipient);
		assert_same(letter.bounce.status, reports[i].status);
		assert_same(letter.bounce.message_id, reports[i].id);
	}
	arena_free(arena);
}

#define OURS    "Authentication-Results: mx.game.test; "
#define FROM    "From: fred@players.test\nSubject: s\n"
#define HOP     "Received: from x by mx.game.test; date\n"
#define FAR     "Received: from a by relay.players.test; date\n"
#define BY_FRED "header.from=players.test"

static const struct {
	const char *fields;
	enum dmarc dmarc;
} results[] = {
	{ FROM, DMARC_UNKNOWN },
	{ OURS "dmarc=pass header.from=players.test\n" HOP FROM, DMARC_PASS },
	{ OURS
	    "spf=pass smtp.mailfrom=x; dkim=none; dmarc=pass (p=reject) header.from=players.test\n" HOP
		FAR FROM,
	    DMARC_PASS },
	{ "Authentication-Results: MX.game.test 1; DMARC=Pass Header.From=Players.test\n" HOP FROM,
	    DMARC_PASS },
	{ OURS "dmarc=fail\n" HOP FROM, DMARC_FAIL },
	{ OURS "dmarc=none\n" HOP FROM, DMARC_UNKNOWN },
	{ OURS "dmarc=temperror\n" HOP FROM, DMARC_UNKNOWN },
	{ OURS "dmarc=pass " BY_FRED "\n" FROM, DMARC_PASS },
	{ OURS "spf=pass\n" OURS "dmarc=pass " BY_FRED "\n" HOP FROM, DMARC_PASS },
	{ "Received: from mx.game.test by store.game.test; d\n" OURS "dmarc=pass " BY_FRED
	  "\n" HOP FAR FROM,
	    DMARC_PASS },
	{ "Received: from mx.game.test by localhost with IMAP (fetchmail); d\n" OURS
	  "dmarc=pass " BY_FRED "\n" HOP FROM,
	    DMARC_PASS },
	{ "Received: from mx.game.test by in.store.game.test; d\nReceived: by LocalHost; d\n" OURS
	  "dmarc=pass " BY_FRED "\nReceived: by in.mx.game.test; d\n" FROM,
	    DMARC_PASS },
	/* another's word, or one that came with the letter */
	{ "Authentication-Results: relay.players.test; dmarc=pass " BY_FRED "\n" HOP FROM,
	    DMARC_UNKNOWN },
	{ "Authentication-Results: mx.game.test.evil.test; dmarc=pass " BY_FRED "\n" HOP FROM,
	    DMARC_UNKNOWN },
	{ "Authentication-Results: evil-mx.game.test; dmarc=pass " BY_FRED "\n" HOP FROM,
	    DMARC_UNKNOWN },
	{ HOP OURS "dmarc=pass " BY_FRED "\n" FROM, DMARC_UNKNOWN },
	{ HOP OURS "dmarc=pass " BY_FRED "\n" HOP FROM, DMARC_UNKNOWN },
	{ FAR OURS "dmarc=pass " BY_FRED "\n" FROM, DMARC_UNKNOWN },
	/* our server's line and word may both be forged below one of nobody we know */
	{ FAR OURS "dmarc=pass " BY_FRED "\n" HOP FROM, DMARC_UNKNOWN },
	{ "Received: from mx.game.test by evilstore.game.test; d\n" OURS "dmarc=pass " BY_FRED
	  "\n" HOP FROM,
	    DMARC_UNKNOWN },
	{ "Received: (qmail 7 invoked by uid 9); d\n" OURS "dmarc=pass " BY_FRED "\n" HOP FROM,
	    DMARC_UNKNOWN },
	{ "Authentication-Results: store.game.test; dmarc=pass " BY_FRED
	  "\nReceived: by store.game.test; d\n" FROM,
	    DMARC_UNKNOWN },
	{ OURS "dmarc=fail\n" HOP OURS "dmarc=pass " BY_FRED "\n" FROM, DMARC_FAIL },
	{ OURS "dmarc=fail\n" OURS "dmarc=pass " BY_FRED "\n" HOP FROM, DMARC_FAIL },
	/* words that are no result */
	{ OURS "spf=fail (dmarc=pass " BY_FRED ")\n" HOP FROM, DMARC_UNKNOWN },
	{ OURS "spf=fail reason=\"; dmarc=pass " BY_FRED "\"\n" HOP FROM, DMARC_UNKNOWN },
	{ OURS "x-dmarc=pass " BY_FRED "\n" HOP FROM, DMARC_UNKNOWN },
	{ OURS "dmarc=passable\n" HOP FROM, DMARC_UNKNOWN },
	{ OURS "dmarc=pass\n" HOP FROM, DMARC_UNKNOWN },
	{ OURS "dmarc=pass header.from=\n" HOP FROM, DMARC_UNKNOWN },
	{ OURS "dmarc=pass x-header.from=players.test\n" HOP FROM, DMARC_UNKNOWN },
	{ OURS "dmarc=pass header.from=evil.test " BY_FRED "\n" HOP FROM, DMARC_UNKNOWN },
	{ OURS "dmarc=pass " BY_FRED " header.from=evil.test\n" HOP FROM, DMARC_UNKNOWN },
	{ OURS "dmarc=pass " BY_FRED "; spf=pass (x; dmarc=fail\n" HOP FROM, DMARC_UNKNOWN },
	{ OURS "dmarc=pass " BY_FRED "; x=\"y; dmarc=fail\n" HOP FROM, DMARC_UNKNOWN },
	{ "Received: from evil.test (x by localhost; d\n" OURS "dmarc=pass " BY_FRED "\n" HOP FROM,
	    DMARC_UNKNOWN },
	{ "Received: from evil.test by localhost (x; d\n" OURS "dmarc=pass " BY_FRED "\n" HOP FROM,
	    DMARC_UNKNOWN },
	{ "Received: from \"x by localhost; d\n" OURS "dmarc=pass " BY_FRED "\n" HOP FROM,
	    DMARC_UNKNOWN },
	{ OURS "dmarc=pass header.from=evil.test\n" HOP FROM, DMARC_UNKNOWN },
	{ OURS "dmarc=pass header.from=players.test.evil.test\n" HOP FROM, DMARC_UNKNOWN },
	{ "X: (\nAuthentication-Results: (mx.game.test; dmarc=pass " BY_FRED "\n" HOP FROM,
	    DMARC_UNKNOWN },
	/* RFC 8601, 2.2: versions, quoted names */
	{ OURS "dmarc/1=fail\n" HOP FROM, DMARC_FAIL },
	{ OURS "spf=pass; dmarc (DMARC) / 1 = pass " BY_FRED "\n" HOP FROM, DMARC_PASS },
	{ "Authentication-Results: \"mx.game.test\" 1; dmarc=pass header.from=\"players.test\"\n" HOP
		FROM,
	    DMARC_PASS },
	{ OURS "dmarc=fail reason=\"pass\"\n" HOP FROM, DMARC_FAIL },
	/* of two results the worse */
	{ OURS "dmarc=pass " BY_FRED "; dmarc=fail\n" HOP FROM, DMARC_FAIL },
	{ OURS "dmarc=fail; dmarc=pass " BY_FRED "\n" HOP FROM, DMARC_FAIL },
	{ OURS "dmarc=pass " BY_FRED "; dmarc=none\n" HOP FROM, DMARC_PASS },
	/* a greeting of the sender's choice in our server's line */
	{ "Received: from by localhost (x [192.0.2.7]) by mx.game.test; d\n" OURS
	  "dmarc=pass " BY_FRED "\n" FROM,
	    DMARC_UNKNOWN },
	{ "Received: from by localhost ( (x [192.0.2.7])\n\tby mx.game.test (P) for <a@b>; d (UTC)\n" OURS
	  "dmarc=pass " BY_FRED "\n" FROM,
	    DMARC_UNKNOWN },
	{ "Received: from by localhost by relay.players.test; d\n" OURS "dmarc=pass " BY_FRED
	  "\n" HOP FROM,
	    DMARC_UNKNOWN },
	{ "Received: from ruby (x) by localhost with POP3; d\n" OURS "dmarc=pass " BY_FRED
	  "\n" HOP FROM,
	    DMARC_PASS },
};

static void
test_results(void **state)
{
	struct arena *arena = arena_new();
	struct letter_policy policy = test_policy;
	struct letter letter;

	(void)state;
	for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
		letter = read_letter(arena, arena_printf(arena, "%s\nhi\n", results[i].fields));
		if (letter.dmarc != results[i].dmarc)
			print_message("result %zu: %s", i, results[i].fields);
		assert_int_equal(letter.dmarc, results[i].dmarc);
	}
	policy.auth_server = NULL;
	reader_read(&letter, arena, results[1].fields, strlen(results[1].fields), &policy);
	assert_int_equal(letter.dmarc, DMARC_UNKNOWN);
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "mail 8: robots are never answered", test_kinds, NULL, NULL, NULL },
		{ "mail 7: thirty times received", test_received, NULL, NULL, NULL },
		{ "mail 18: delivery reports", test_reports, NULL, NULL, NULL },
		{ "mail 11: whose word on dmarc counts", test_results, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("mail_reader_guard", tests, NULL, NULL);
}
