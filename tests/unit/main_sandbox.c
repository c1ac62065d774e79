/* SPDX-License-Identifier: ISC */
/*
 * Letters read apart: readers that misbehave, and what a reader may not do.
 *
 * The reader under test does what the first word of the letter says; any other
 * letter it reads as the server does.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "sandbox_parts.h"

#define GOOD	"From: Fred <fred@a.test>\nTo: xiangqi@river.test\nSubject: Re: Board 7\n" \
		"Message-ID: <1@a.test>\nReferences: <x@b.test> <y@b.test>\n\nB3-E3\n\n> old\n"

static const struct letter_policy policy = {
	.bytes_max = LETTER_BYTES_MAX_DEFAULT, .address = "xiangqi@river.test",
	.loop_id = "xiangqi@river.test", .auth_server = "mx.river.test",
};

static volatile int *volatile	nowhere;
static char	secret[] = "public";
static int	inherited = -1;		/* a file that was open before */

/* What each try in the reader says: 0 it was possible, else errno. */
static int
try_socket(void)
{
	return socket(AF_INET, SOCK_STREAM, 0) == -1 ? errno : 0;
}

static int
try_local_socket(void)
{
	return socket(AF_UNIX, SOCK_STREAM, 0) == -1 ? errno : 0;
}

static int
try_exec(void)
{
	static char	*const args[] = { (char *)"true", NULL };

	return execv("/bin/true", args) == -1 ? errno : 0;
}

static int
try_fork(void)
{
	return fork() == -1 ? errno : 0;
}

static int
try_kill(void)
{
	return kill(getppid(), 0) == -1 ? errno : 0;
}

static int
try_write_file(void)
{
	return open("/dev/null", O_WRONLY) == -1 ? errno : 0;
}

static int
try_make_file(void)
{
	return open("/tmp/riverpost-reader", O_RDONLY | O_CREAT, 0600) == -1 ? errno : 0;
}

static int
try_read_file(void)
{
	return open("/etc/hostname", O_RDONLY) == -1 ? errno : 0;
}

static int
try_unlink(void)
{
	return unlink("/tmp/riverpost-reader") == -1 && errno != ENOENT ? errno : 0;
}

static int
try_inherited(void)
{
	return write(inherited, "x", 1) == -1 ? errno : 0;
}

static int
try_control(void)
{
	return write(3, "x", 1) == -1 ? errno : 0;
}

static int
try_limit(void)
{
	struct rlimit	more = { .rlim_cur = 600, .rlim_max = 600 };

	return setrlimit(RLIMIT_CPU, &more) == -1 ? errno : 0;
}

static int
try_core(void)
{
	return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == -1 ? errno : 0;
}

static const struct {
	const char	*name;
	int		(*try)(void);
} tries[] = {
	{ "socket", try_socket }, { "local socket", try_local_socket }, { "exec", try_exec },
	{ "fork", try_fork }, { "kill", try_kill }, { "write to a file", try_write_file },
	{ "make a file", try_make_file }, { "read a file", try_read_file },
	{ "unlink", try_unlink }, { "a file open in the server", try_inherited },
	{ "the room's connection", try_control }, { "raise a limit", try_limit },
	{ "be dumpable", try_core },
};
#define TRIES	(sizeof tries / sizeof *tries)

static _Noreturn void
loop(void)
{
	for (volatile unsigned long i = 0;; i++)
		;
}

/* The reader's end of the letter's connection is its only descriptor above 3. */
static void
answer(const void *bytes, size_t length)
{
	for (int fd = 4; fd < 16; fd++)
		if (write(fd, bytes, length) == (ssize_t)length)
			return;
}

static void
answer_garbage(const char *word)
{
	static const char	noise[4096] = { 1, 2, 3 };
	size_t			length = strcmp(word, "huge") == 0 ? SIZE_MAX :
	    strcmp(word, "short") == 0 ? 100000 : sizeof noise;

	if (strcmp(word, "half") == 0) {
		answer(noise, 3);
		_exit(0);
	}
	answer(&length, sizeof length);
	answer(noise, sizeof noise);
	if (strcmp(word, "endless") == 0)
		for (;;)
			answer(noise, sizeof noise);
	_exit(0);
}

static void
eat(void)
{
	for (;;) {
		char	*more = malloc(1024 * 1024);

		if (more == NULL)
			abort();
		memset(more, 1, 1024 * 1024);
	}
}

static int
overflow(volatile const char *above)
{
	volatile char	here[65536];

	here[0] = above[0];
	return here[0] == 0 ? overflow(here) + here[0] : 0;
}

static void
tell_tries(struct letter *letter, struct arena *arena)
{
	struct str	results;

	str_init(&results, arena, 0);
	for (size_t i = 0; i < TRIES; i++)
		str_addf(&results, "%d ", tries[i].try());
	letter->subject = results.data;
}

static void
misbehave(const char *word)
{
	if (strcmp(word, "abort") == 0)
		abort();
	if (strcmp(word, "segv") == 0)
		*nowhere = 1;
	if (strcmp(word, "exit") == 0)
		_exit(0);
	if (strcmp(word, "loop") == 0)
		loop();
	if (strcmp(word, "sleep") == 0)
		for (char c;;)
			(void)!read(4, &c, 1);
	if (strcmp(word, "eat") == 0)
		eat();
	if (strcmp(word, "overflow") == 0)
		(void)overflow((char[1]){ 0 });
	if (strncmp(word, "garbage ", 8) == 0)
		answer_garbage(word + 8);
}

static void
read_or_misbehave(struct letter *letter, struct arena *arena, const char *bytes, size_t length,
    const struct letter_policy *given)
{
	letter_read(letter, arena, GOOD, strlen(GOOD), given);
	misbehave(bytes);
	if (strcmp(bytes, "tries") == 0)
		tell_tries(letter, arena);
	else if (strcmp(bytes, "secret") == 0)
		letter->subject = secret;
	else if (strcmp(bytes, "newline") == 0)
		letter->subject = "a\nBcc: b@c.test";
	else if (strcmp(bytes, "address") == 0)
		letter->from = "a@b.test\nBcc: b@c.test";
	else if (strcmp(bytes, "kind") == 0)
		letter->kind = (enum letter_kind)77;
	else if (strcmp(bytes, "null") == 0)
		letter->text = NULL;
	else if (strcmp(bytes, "latin") == 0)
		letter->text = "\xe9\n";
	else
		letter_read(letter, arena, bytes, length, given);
}

static struct letter
read_apart(struct arena *arena, const char *bytes)
{
	struct letter	letter;
	struct err	err = { "" };

	if (letter_read_apart(&letter, arena, bytes, strlen(bytes), &policy, &err) == -1)
		fail_msg("%s", err.text);
	return letter;
}

static void
assert_still_reads(struct arena *arena)
{
	struct letter	letter = read_apart(arena, GOOD);

	assert_int_equal(letter.kind, LETTER_PERSON);
	assert_string_equal(letter.from, "fred@a.test");
	assert_string_equal(letter.text, "B3-E3\n");
}

static void
test_misbehaviour(void **state)
{
	static const struct {
		const char	*bytes, *reason;
		bool		 sanitized;	/* also under a sanitizer, which has no limits */
	} cases[] = {
		{ "abort", "reading it crashed", true },
		{ "segv", "reading it crashed", true },
		{ "exit", "reading it made no sense", true },
		{ "loop", "reading it did not end", true },
		{ "sleep", "reading it did not end", true },
		{ "eat", "reading it crashed", false },
		{ "overflow", "reading it crashed", false },
		{ "garbage huge", "reading it made no sense", true },
		{ "garbage short", "reading it made no sense", true },
		{ "garbage half", "reading it made no sense", true },
		{ "garbage noise", "reading it made no sense", true },
		{ "garbage endless", NULL, true },
		{ "newline", "reading it made no sense", true },
		{ "address", "reading it made no sense", true },
		{ "kind", "reading it made no sense", true },
		{ "null", "reading it made no sense", true },
		{ "latin", "reading it made no sense", true },
	};
	struct arena	*arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct letter	letter;

		if (SANITIZED && !cases[i].sanitized)
			continue;
		print_message("%s\n", cases[i].bytes);
		letter = read_apart(arena, cases[i].bytes);
		assert_int_equal(letter.kind, LETTER_UNREADABLE);
		if (cases[i].reason != NULL)
			assert_string_equal(letter.kind_reason, cases[i].reason);
		assert_int_equal(strlen(letter.digest), 64);
		assert_string_equal(letter.digest, read_apart(arena, cases[i].bytes).digest);
		assert_null(letter.from);
		assert_string_equal(letter.text, "");
		assert_still_reads(arena);
		arena_clear(arena);
	}
	arena_free(arena);
}

static void
test_tries(void **state)
{
	struct arena	*arena = arena_new();
	struct letter	 letter = read_apart(arena, "tries");
	const char	*at = letter.subject;

	(void)state;
	if (prctl(PR_GET_SECCOMP) == -1)
		skip();
	for (size_t i = 0; i < TRIES; i++) {
		char	*end;
		long	 result = strtol(at, &end, 10);

		assert_ptr_not_equal(end, at);
		at = end;
		if (result == 0)
			print_message("possible: %s\n", tries[i].name);
		assert_int_not_equal(result, 0);
	}
	assert_still_reads(arena);
	arena_free(arena);
}

/* What the server learns later, a reader does not know. */
static void
test_secret(void **state)
{
	struct arena	*arena = arena_new();

	(void)state;
	memcpy(secret, "SECRET", 6);
	assert_string_equal(read_apart(arena, "secret").subject, "public");
	arena_free(arena);
}

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
	assert_same_text(a->charset, b->charset);
	assert_same_text(a->text, b->text);
	assert_same_text(a->whole, b->whole);
	assert_int_equal(a->too_large, b->too_large);
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
	"From: \xff\x01 <a@b.test>\nSubject: \x1b[2J\xe2\x80\xae\nMessage-ID: <a\x01" "b>\n"
	    "References: <\xff\x02> <\t>\n\nx\x07\n",
};
#define LETTERS	(sizeof letters / sizeof *letters)

static void
test_same(void **state)
{
	struct arena	*arena = arena_new();

	(void)state;
	for (size_t i = 0; i < LETTERS; i++) {
		struct letter	here, apart = read_apart(arena, letters[i]);

		print_message("%zu\n", i);
		letter_read(&here, arena, letters[i], strlen(letters[i]), &policy);
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
	    letter->from_name, letter->subject, letter->message_id, letter->date, letter->charset,
	    letter->text, letter->whole };
	size_t	bytes = strlen(letter->digest);

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

/* An answer cut anywhere is refused; one changed anywhere is refused or sound. */
static void
test_unpack(void **state)
{
	static const char	values[] = { 0, 1, '\n', 0x7f, (char)0x80, (char)0xff };
	struct arena		*arena = arena_new();
	struct letter		 letter;
	struct str		 out;

	(void)state;
	letter_read(&letter, arena, GOOD, strlen(GOOD), &policy);
	str_init(&out, arena, 0);
	answer_pack(&out, &letter);
	for (size_t i = 0; i <= out.length; i++) {
		char	*copy = malloc(i + 1);	/* of that size, so that a sanitizer sees its end */

		memcpy(copy, out.data, i);
		assert_int_equal(answer_unpack(&letter, arena, copy, i), i == out.length);
		free(copy);
	}
	for (size_t i = 0; i < out.length; i++)
		for (size_t v = 0; v < sizeof values; v++) {
			char	*copy = malloc(out.length);

			memcpy(copy, out.data, out.length);
			copy[i] = values[v];
			if (answer_unpack(&letter, arena, copy, out.length))
				walk(&letter);
			free(copy);
		}
	arena_free(arena);
}

static void
test_no_core(void **state)
{
	struct rlimit	limit;

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_CORE, &limit), 0);
	assert_int_equal(limit.rlim_max, 0);
	if (!SANITIZED)
		assert_int_equal(prctl(PR_GET_DUMPABLE), 0);
}

static pid_t
find_room(void)
{
	char	path[64];
	FILE	*file;
	long	pid = 0;

	snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
	if ((file = fopen(path, "r")) == NULL)
		return 0;
	if (fscanf(file, "%ld", &pid) != 1)
		pid = 0;
	fclose(file);
	return (pid_t)pid;
}

static void
test_gone(void **state)
{
	struct arena	*arena = arena_new();
	struct letter	 letter;
	struct err	 err = { "" };
	pid_t		 pid = find_room();

	(void)state;
	if (pid > 0) {
		/* What is meant for all processes of a terminal or a service is not for it. */
		kill(pid, SIGINT);
		kill(pid, SIGTERM);
		kill(pid, SIGHUP);
		assert_still_reads(arena);
		assert_true(sandbox_reads());
		kill(pid, SIGKILL);
	} else {
		sandbox_stop();
	}
	assert_int_equal(letter_read_apart(&letter, arena, "", 0, &policy, &err), -1);
	assert_string_not_equal(err.text, "");
	assert_false(sandbox_reads());
	assert_int_equal(letter_read_apart(&letter, arena, "", 0, &policy, &err), -1);
	arena_free(arena);
}

static int
start(void **state)
{
	static const struct sandbox_limits	limits = { .cpu = 1, .wall = 2,
		.memory = (size_t)512 * 1024 * 1024 };
	struct err	err = { "" };

	(void)state;
	letter_setup();
	inherited = open("/dev/null", O_WRONLY);
	inherited = dup2(inherited, 20);
	if (sandbox_start(read_or_misbehave, &limits, &err) == 0)
		return 0;
	print_error("%s\n", err.text);
	return -1;
}

static int
stop(void **state)
{
	(void)state;
	sandbox_stop();
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "mail 3: a letter read apart is the same letter", test_same, NULL, NULL, NULL },
		{ "mail 3: a reader that misbehaves costs one letter", test_misbehaviour, NULL, NULL, NULL },
		{ "mail 3: what a reader may not do", test_tries, NULL, NULL, NULL },
		{ "a reader knows no secret", test_secret, NULL, NULL, NULL },
		{ "an answer of any bytes does no harm", test_unpack, NULL, NULL, NULL },
		{ "no core files", test_no_core, NULL, NULL, NULL },
		{ "without readers there is trouble, and no letter to blame", test_gone, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("main_sandbox", tests, start, stop);
}
