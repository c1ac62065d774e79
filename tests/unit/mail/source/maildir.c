/* SPDX-License-Identifier: ISC */
/*
 * Maildirs and the spool: what is written is what is fetched, oldest first,
 * once; what is settled has moved; what cannot be read holds up nothing.
 */
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "mail/source/maildir.h"
#include "mail/source/source.h"
#include "unit/mail/folder.h"

#define NOW INT64_C(2000000000)

static struct err err;

static void
write_file(const char *path, const char *text, int64_t time)
{
	struct timespec times[2] = { { .tv_sec = time }, { .tv_sec = time } };
	FILE *file = fopen(at(path), "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
	assert_int_equal(utimensat(AT_FDCWD, at(path), times, 0), 0);
}

static int
count(const char *path)
{
	FILE *pipe = popen(arena_printf(arena, "ls -A %s/%s 2>/dev/null | wc -l", root, path), "r");
	int n = -1;

	assert_int_equal(fscanf(pipe, "%d", &n), 1);
	pclose(pipe);
	return n;
}

static struct source *
open_source(enum source_kind kind, size_t bytes_max)
{
	struct source_options options = { .kind = kind, .path = at("box"), .bytes_max = bytes_max };
	struct source *source;

	if (source_open(&source, &options, &err) == -1)
		fail_msg("%s", err.text);
	assert_int_equal(source_begin(source, NOW, &err), 0);
	return source;
}

static void
put_stays_single(void **state)
{
	(void)state;
	assert_int_equal(maildir_put(at("box"), "a.1", "one\n", 4, &err), 0);
	assert_int_equal(maildir_put(at("box"), "a.1", "one\n", 4, &err), 0);
	assert_int_equal(maildir_put(at("box"), "a.10", "two\n", 4, &err), 0);
	assert_int_equal(count("box/new"), 2);
	assert_int_equal(count("box/tmp"), 0);
	/* A reader has looked at it and set flags. */
	assert_int_equal(rename(at("box/new/a.1"), at("box/cur/a.1:2,RS")), 0);
	assert_int_equal(maildir_put(at("box"), "a.1", "one\n", 4, &err), 0);
	assert_int_equal(count("box/new"), 1);
}

static void
names_are_made_safe(void **state)
{
	static const struct {
		const char *name, *want;
	} cases[] = {
		{ "plain.17-x@host", "plain.17-x@host" },
		{ ".hidden", "_hidden" },
		{ "../../etc/passwd", "_._.._etc_passwd" },
		{ "a:2,S", "a_2_S" },
		{ "new\nline", "new_line" },
		{ "\xe5\xb8\x85", "___" },
		{ "", "_" },
	};
	char out[MAILDIR_NAME_MAX + 1];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		maildir_safe_name(out, cases[i].name);
		assert_null(strchr(out, '/'));
		assert_true(out[0] != '.');
		assert_string_equal(out, cases[i].want);
	}
}

static void
oldest_first_and_settled(void **state)
{
	struct source *source;
	struct intake first, second, third;

	(void)state;
	assert_int_equal(maildir_make(at("box"), &err), 0);
	write_file("box/new/z", "Subject: 1\n\nold\n", 1000);
	write_file("box/cur/a:2,S", "Subject: 2\n\nnewer\n", 2000);
	write_file("box/new/m", "Subject: 3\n\nfrom the future\n", NOW + 5000);
	source = open_source(SOURCE_MAILDIR, 0);
	assert_int_equal(source_fetch(source, arena, &first, &err), 1);
	assert_string_equal(first.bytes, "Subject: 1\n\nold\n");
	assert_string_equal(first.id, "z");
	assert_int_equal(first.received, 1000);
	assert_null(first.sender);
	assert_int_equal(source_fetch(source, arena, &second, &err), 1);
	assert_string_equal(second.id, "a");
	assert_int_equal(second.received, 2000);
	assert_int_equal(source_fetch(source, arena, &third, &err), 1);
	assert_int_equal(third.received, NOW);
	assert_int_equal(source_fetch(source, arena, &third, &err), 0);

	assert_int_equal(source_settle(source, &first, SETTLE_PROCESSED, &err), 0);
	assert_int_equal(source_settle(source, &second, SETTLE_FAILED, &err), 0);
	assert_int_equal(access(at("box/.Processed/cur/z:2,S"), F_OK), 0);
	assert_int_equal(access(at("box/.Failed/cur/a:2,S"), F_OK), 0);

	assert_int_equal(source_begin(source, NOW, &err), 0);
	assert_int_equal(source_fetch(source, arena, &first, &err), 1);
	assert_string_equal(first.id, "m");
	assert_int_equal(source_fetch(source, arena, &first, &err), 0);
	source_close(source);
}

static void
large_letters_by_headers_only(void **state)
{
	struct source *source;
	struct intake intake;

	(void)state;
	assert_int_equal(maildir_make(at("box"), &err), 0);
	write_file(
	    "box/new/1", "Subject: big\r\nX: y\r\n\r\n0123456789012345678901234567890\r\n", 1);
	write_file("box/new/2", "Subject: all of it is headers and more of them to come\n", 2);
	write_file("box/new/3", "Subject: fits\n\n012345678901234\n", 3);
	source = open_source(SOURCE_MAILDIR, 32);
	assert_int_equal(source_fetch(source, arena, &intake, &err), 1);
	assert_true(intake.headers_only);
	assert_string_equal(intake.bytes, "Subject: big\r\nX: y\r\n\r\n");
	assert_int_equal(intake.length, strlen(intake.bytes));
	assert_int_equal(source_fetch(source, arena, &intake, &err), 1);
	assert_true(intake.headers_only);
	assert_int_equal(intake.length, 32);
	assert_int_equal(source_fetch(source, arena, &intake, &err), 1);
	assert_false(intake.headers_only);
	source_close(source);
}

static void
strange_files_hold_up_nothing(void **state)
{
	struct source *source;
	struct intake intake;

	(void)state;
	assert_int_equal(maildir_make(at("box"), &err), 0);
	assert_int_equal(mkfifo(at("box/new/1fifo"), 0600), 0);
	assert_int_equal(mkdir(at("box/new/2folder"), 0700), 0);
	assert_int_equal(symlink("/etc/passwd", at("box/new/3link")), 0);
	write_file("box/new/.4hidden", "x", 1);
	write_file("box/new/5gone", "x", 1);
	write_file("box/new/6", "Subject: last\n\n", 2);
	write_file("box/new/0empty", "", 0);
	source = open_source(SOURCE_MAILDIR, 0);
	assert_int_equal(unlink(at("box/new/5gone")), 0);
	assert_int_equal(source_fetch(source, arena, &intake, &err), 1);
	assert_string_equal(intake.id, "0empty");
	assert_int_equal(intake.length, 0);
	assert_int_equal(source_fetch(source, arena, &intake, &err), 1);
	assert_string_equal(intake.id, "6");
	assert_int_equal(source_fetch(source, arena, &intake, &err), 0);
	source_close(source);
}

static void
what_cannot_be_read_waits(void **state)
{
	struct source *source;
	struct intake intake;

	(void)state;
	if (geteuid() == 0)
		skip();
	assert_int_equal(maildir_make(at("box"), &err), 0);
	write_file("box/new/1", "secret", 1);
	write_file("box/new/2", "Subject: open\n\n", 2);
	assert_int_equal(chmod(at("box/new/1"), 0), 0);
	source = open_source(SOURCE_MAILDIR, 0);
	assert_int_equal(source_fetch(source, arena, &intake, &err), 1);
	assert_string_equal(intake.id, "2");
	assert_int_equal(source_fetch(source, arena, &intake, &err), 0);
	assert_int_equal(source_skipped(source), 1);
	assert_int_equal(chmod(at("box/new/1"), 0600), 0);
	assert_int_equal(source_begin(source, 0, &err), 0);
	assert_int_equal(source_fetch(source, arena, &intake, &err), 1);
	assert_string_equal(intake.id, "1");
	assert_int_equal(source_skipped(source), 0);
	source_close(source);
}

static void
idle_tells_of_new_letters(void **state)
{
	struct source *source;
	struct intake intake;
	struct pollfd p = { .events = POLLIN };

	(void)state;
	source = open_source(SOURCE_MAILDIR, 0);
	assert_int_equal(source_fetch(source, arena, &intake, &err), 0);
	p.fd = source_idle(source, &err);
#ifdef __linux__
	assert_true(p.fd >= 0);
	assert_int_equal(poll(&p, 1, 0), 0);
	assert_int_equal(maildir_put(at("box"), "x", "y\n", 2, &err), 0);
	assert_int_equal(poll(&p, 1, 1000), 1);
	source_wake(source);
	assert_int_equal(poll(&p, 1, 0), 0);
	assert_int_equal(source_begin(source, NOW, &err), 0);
	assert_int_equal(source_fetch(source, arena, &intake, &err), 1);
#endif
	source_close(source);
}

static void
a_failed_source_backs_off_longer_each_time(void **state)
{
	struct source *source = open_source(SOURCE_MAILDIR, 0);
	struct intake intake;
	int64_t now = NOW;

	(void)state;
	assert_int_equal(source_retry_at(source), 0);
	assert_int_equal(rename(at("box/cur"), at("box/away")), 0);
	for (int64_t wait = 10; wait <= 640; wait *= 2) {
		assert_int_equal(source_begin(source, now, &err), -1);
		assert_int_equal(source_retry_at(source), now + wait);
		assert_int_equal(source_begin(source, now + wait - 1, &err), 0);
		assert_int_equal(source_fetch(source, arena, &intake, &err), 0);
		now += wait;
	}
	assert_int_equal(source_begin(source, now, &err), -1);
	assert_int_equal(source_retry_at(source), now + 900);
	/* A clock set back a year does not stop the mail for a year. */
	assert_int_equal(rename(at("box/away"), at("box/cur")), 0);
	assert_int_equal(source_begin(source, now - 31536000, &err), 0);
	assert_int_equal(source_fetch(source, arena, &intake, &err), 0);
	assert_int_equal(source_retry_at(source), 0);
	source_close(source);
}

static void
spool(const char *text, const char *sender, const char *recipient)
{
	FILE *input = tmpfile();

	fputs(text, input);
	rewind(input);
	if (spool_put(at("box"), fileno(input), sender, recipient, &err) == -1)
		fail_msg("%s", err.text);
	fclose(input);
}

static void
spool_keeps_the_envelope(void **state)
{
	static const struct {
		const char *name, *text, *sender, *recipient, *want, *from, *to;
	} cases[] = {
		{ "both", "Subject: a\n\nb\n", "fred@x.org", "me+t@y.org",
		    "Return-Path: <fred@x.org>\nDelivered-To: me+t@y.org\nSubject: a\n\nb\n",
		    "fred@x.org", "me+t@y.org" },
		{ "null sender", "Subject: a\n\nb\n", "", "me@y.org",
		    "Return-Path: <>\nDelivered-To: me@y.org\nSubject: a\n\nb\n", "", "me@y.org" },
		{ "null sender in brackets", "Subject: a\n\nb\n", "<>", NULL,
		    "Return-Path: <>\nSubject: a\n\nb\n", "", NULL },
		{ "brackets", "Subject: a\n\nb\n", "<fred@x.org>", "",
		    "Return-Path: <fred@x.org>\nSubject: a\n\nb\n", "fred@x.org", NULL },
		{ "neither", "Subject: a\n\nb\n", NULL, NULL, "Subject: a\n\nb\n", NULL, NULL },
		{ "forged", "Riverpost-Spool: <evil@x> <me@y>\nReturn-Path: <>\n\nb\n", NULL, NULL,
		    "Riverpost-Spool: <evil@x> <me@y>\nReturn-Path: <>\n\nb\n", NULL, NULL },
		{ "injection", "Subject: a\n\nb\n", "a@x\nBcc: b@y", "me@y> <z@z",
		    "Subject: a\n\nb\n", NULL, NULL },
		{ "CRLF", "Subject: a\r\n\r\nb\r\n", "fred@x.org", NULL,
		    "Return-Path: <fred@x.org>\r\nSubject: a\r\n\r\nb\r\n", "fred@x.org", NULL },
		{ "mailbox line", "\nFrom fred Sat Nov 21 10:00:00 2026\nSubject: a\n\nb\n",
		    "fred@x.org", NULL, "Return-Path: <fred@x.org>\nSubject: a\n\nb\n",
		    "fred@x.org", NULL },
		{ "nothing", "", "fred@x.org", NULL, "Return-Path: <fred@x.org>\n", "fred@x.org",
		    NULL },
		{ "UTF-8", "Subject: a\n\nb\n", "\xe5\xb8\x85@x.org", NULL,
		    "Return-Path: <\xe5\xb8\x85@x.org>\nSubject: a\n\nb\n", "\xe5\xb8\x85@x.org",
		    NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct source *source;
		struct intake intake;

		spool(cases[i].text, cases[i].sender, cases[i].recipient);
		source = open_source(SOURCE_SPOOL, 0);
		assert_int_equal(source_fetch(source, arena, &intake, &err), 1);
		if (!str_equal(intake.bytes, cases[i].want) ||
		    !str_equal(intake.sender, cases[i].from) ||
		    !str_equal(intake.recipient, cases[i].to) ||
		    intake.length != strlen(intake.bytes))
			fail_msg("%s: got \"%s\"", cases[i].name, intake.bytes);
		assert_int_equal(source_settle(source, &intake, SETTLE_PROCESSED, &err), 0);
		assert_int_equal(source_fetch(source, arena, &intake, &err), 0);
		source_close(source);
	}
}

static void
spool_fails_without_a_trace(void **state)
{
	(void)state;
	spool("Subject: ok\n\n", NULL, NULL);
	/* A folder cannot be read as a letter. */
	int input = open("/tmp", O_RDONLY | O_DIRECTORY);
	assert_int_equal(spool_put(at("box"), input, NULL, NULL, &err), -1);
	close(input);
	assert_int_equal(count("box/new"), 1);
	assert_int_equal(count("box/tmp"), 0);
	write_file("file", "", 0);
	input = open("/dev/null", O_RDONLY);
	assert_int_equal(spool_put(at("file/spool"), input, NULL, NULL, &err), -1);
	close(input);
}

static void
old_leftovers_are_cleaned(void **state)
{
	(void)state;
	assert_int_equal(maildir_make(at("box"), &err), 0);
	write_file("box/tmp/old", "", NOW - 37 * 3600);
	write_file("box/tmp/young", "", NOW - 35 * 3600);
	source_close(open_source(SOURCE_MAILDIR, 0));
	assert_int_equal(count("box/tmp"), 1);
	assert_int_equal(access(at("box/tmp/young"), F_OK), 0);
}

/* By when they came or were put there, whichever is later. */
static void
settled_letters_expire(void **state)
{
	struct source *source;
	struct intake intake;
	int64_t now = time(NULL);

	(void)state;
	assert_int_equal(maildir_make(at("box"), &err), 0);
	write_file("box/new/1", "Subject: taken\n\n", 1000);
	write_file("box/new/2", "Subject: parked\n\n", 1000);
	write_file("box/new/3", "Subject: waits\n\n", 1000);
	write_file("box/new/4", "Subject: of tomorrow\n\n", now + 86400);
	source = open_source(SOURCE_MAILDIR, 0);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(source_fetch(source, arena, &intake, &err), 1);
		if (i != 2)
			assert_int_equal(source_settle(source, &intake,
					     i == 1 ? SETTLE_FAILED : SETTLE_PROCESSED, &err),
			    0);
	}
	assert_int_equal(source_expire(source, now - 1, &err), 0);
	assert_int_equal(count("box/.Processed/cur"), 2);
	assert_int_equal(count("box/.Failed/cur"), 1);
	assert_int_equal(source_expire(source, now + 3600, &err), 0);
	assert_int_equal(count("box/.Processed/cur"), 1);
	assert_int_equal(count("box/.Failed/cur"), 0);
	assert_int_equal(count("box/new"), 1);
	source_close(source);
}

int
main(void)
{
#define CASE(name, f) \
	{ \
		name, f, setup, teardown, NULL \
	}
	static const struct CMUnitTest tests[] = {
		CASE("mail 16: put stays single", put_stays_single),
		CASE("mail 6: names are made safe", names_are_made_safe),
		CASE("mail 6: oldest first and settled", oldest_first_and_settled),
		CASE("mail 3: large letters by headers only", large_letters_by_headers_only),
		CASE("mail 6: strange files hold up nothing", strange_files_hold_up_nothing),
		CASE("mail 1: a letter that this machine cannot read waits",
		    what_cannot_be_read_waits),
		CASE("mail 6: idle tells of new letters", idle_tells_of_new_letters),
		CASE("mail 6: a failed source rests longer each time",
		    a_failed_source_backs_off_longer_each_time),
		CASE("mail 2: spool keeps the envelope", spool_keeps_the_envelope),
		CASE("mail 2: spool fails without a trace", spool_fails_without_a_trace),
		CASE("mail 6: old leftovers are cleaned", old_leftovers_are_cleaned),
		CASE("mail 3: settled letters expire", settled_letters_expire),
	};
#undef CASE
	return cmocka_run_group_tests(tests, NULL, NULL);
}
