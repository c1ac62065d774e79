/* SPDX-License-Identifier: ISC */
/*
 * Letters read apart: readers that crash, do not end, eat memory or lie.
 *
 * The reader under test does what the first word of the letter says; any other
 * letter it reads as the server does.
 */
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
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/sanitized.h"
#include "mail/reader.h"
#include "process/rights.h"
#include "reader.h"
#include "sandbox/sandbox.h"
#include "sandbox/wire.h"

#define GOOD \
	"From: Fred <fred@a.test>\nTo: xiangqi@river.test\nSubject: Re: Board 7\n" \
	"Message-ID: <1@a.test>\nReferences: <x@b.test> <y@b.test>\n\nB3-E3\n\n> old\n"

#define WALL       3 /* seconds */
#define LONG       "Subject: long\n\n"
#define LONG_BYTES ((size_t)1 << 19) /* of its answer; more than a connection holds */

static const struct letter_policy policy = { .bytes_max = LETTER_BYTES_MAX_DEFAULT,
	.address = "xiangqi@river.test",
	.auth_server = "mx.river.test" };

static volatile int *volatile nowhere;
static char secret[] = "public";

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
	static const char noise[4096] = { 1, 2, 3 };
	size_t length = strcmp(word, "huge") == 0 ? SIZE_MAX :
	    strcmp(word, "short") == 0            ? 100000 :
						    sizeof noise;

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
		volatile char *more = malloc(1024 * 1024);

		if (more == NULL)
			abort();
		*more = 1;
	}
}

static int
overflow(volatile const char *above)
{
	volatile char here[65536];

	here[0] = above[0];
	return here[0] == 0 ? overflow(here) + here[0] : 0;
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
	if (strcmp(word, "hindered") == 0)
		_exit(RIGHTS_HINDERED);
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

/* A reader that was taken over: it would have the letter be another player's. */
static void
lie(struct letter *letter)
{
	letter->kind = LETTER_PERSON;
	letter->kind_reason = "";
	letter->return_path = "wilma@b.test";
	letter->from = "wilma@b.test";
	letter->from_name = "Wilma";
	letter->from_count = 1;
	letter->message_id = "liar@b.test";
	letter->date = "yesterday";
	letter->recipients[0] = letter->recipients[1] = "xiangqi+token@river.test";
	letter->recipient_count = 2;
	letter->references[0] = "board.token@river.test";
	letter->reference_count = 1;
	letter->dmarc = DMARC_PASS;
	letter->too_large = true;
	memset(letter->digest, 'a', sizeof letter->digest - 1);
	letter->text = "resign\n";
}

static void
read_or_misbehave(struct letter *letter, struct arena *arena, const char *bytes, size_t length,
    const struct letter_policy *given)
{
	reader_read(letter, arena, GOOD, strlen(GOOD), given);
	misbehave(bytes);
	if (strcmp(bytes, "secret") == 0)
		letter->subject = secret;
	else if (strcmp(bytes, LONG) == 0)
		letter->text = memset(arena_alloc(arena, LONG_BYTES + 1), 'x', LONG_BYTES);
	else if (strcmp(bytes, "newline") == 0)
		letter->subject = "a\nBcc: b@c.test";
	else if (strcmp(bytes, "kind") == 0)
		letter->kind = (enum letter_kind)77;
	else if (strcmp(bytes, "null") == 0)
		letter->text = NULL;
	else if (strcmp(bytes, "latin") == 0)
		letter->text = "\xe9\n";
	else
		reader_read(letter, arena, bytes, length, given);
	if (strstr(bytes, "please lie") != NULL)
		lie(letter);
}

static struct letter
read_apart(struct arena *arena, const char *bytes)
{
	struct letter letter;
	struct err err = { .text = "" };

	if (sandbox_read(&letter, arena, bytes, strlen(bytes), &policy, &err) != 0)
		fail_msg("%s", err.text);
	return letter;
}

static void
assert_still_reads(struct arena *arena)
{
	struct letter letter = read_apart(arena, GOOD);

	assert_int_equal(letter.kind, LETTER_PERSON);
	assert_string_equal(letter.from, "fred@a.test");
	assert_string_equal(letter.text, "B3-E3\n");
}

static void
test_misbehaviour(void **state)
{
	static const struct {
		const char *bytes, *reason;
		bool sanitized; /* also under a sanitizer, which has no limits */
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
		{ "kind", "reading it made no sense", true },
		{ "null", "reading it made no sense", true },
		{ "latin", "reading it made no sense", true },
	};
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct letter letter, direct;

		if (SANITIZED && !cases[i].sanitized)
			continue;
		letter = read_apart(arena, cases[i].bytes);
		if (letter.kind != LETTER_UNREADABLE)
			print_message("%s\n", cases[i].bytes);
		assert_int_equal(letter.kind, LETTER_UNREADABLE);
		if (cases[i].reason != NULL)
			assert_string_equal(letter.kind_reason, cases[i].reason);
		reader_read(&direct, arena, cases[i].bytes, strlen(cases[i].bytes), &policy);
		assert_int_equal(strlen(letter.digest), 64);
		assert_string_equal(letter.digest, direct.digest);
		assert_null(letter.from);
		assert_string_equal(letter.text, "");
		assert_still_reads(arena);
		arena_clear(arena);
	}
	arena_free(arena);
}

/* The letter is not to blame; it may be tried again. */
static void
test_hindered(void **state)
{
	struct arena *arena = arena_new();
	struct letter letter;
	struct err err = { .text = "" };

	(void)state;
	assert_int_equal(sandbox_read(&letter, arena, "hindered", 8, &policy, &err), 1);
	assert_string_equal(err.text, "something hinders the reader of letters");
	assert_still_reads(arena);
	arena_free(arena);
}

static void
assert_same_line(const char *a, const char *b)
{
	if (a == NULL || b == NULL)
		assert_ptr_equal(a, b);
	else
		assert_string_equal(a, b);
}

/* Only the words of a letter are its reader's to tell. */
static void
test_liar(void **state)
{
	static const char *const letters[] = {
		"Return-Path: <eve@c.test>\nFrom: Eve <eve@c.test>\nTo: xiangqi@river.test\n"
		"Authentication-Results: mx.river.test; dmarc=fail header.from=c.test\n"
		"Message-ID: <1@c.test>\nIn-Reply-To: <x@b.test>\nDate: today\n\nplease lie\n",
		"From: Eve <eve@c.test>, Fred <fred@a.test>\n\nplease lie\n",
		"From: Eve <eve@c.test>\nPrecedence: bulk\n\nplease lie\n",
		"From: Eve <eve@c.test>\nX-Loop: xiangqi@river.test\n\nplease lie\n",
		"please lie\n",
		"Return-Path: <>\nFrom: Eve <eve@c.test>\n\nplease lie\n",
	};
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
		struct letter told = read_apart(arena, letters[i]), direct;

		reader_read(&direct, arena, letters[i], strlen(letters[i]), &policy);
		assert_string_equal(told.text, "resign\n");
		assert_int_equal(told.kind, direct.kind);
		assert_string_equal(told.kind_reason, direct.kind_reason);
		assert_int_equal(told.from_count, direct.from_count);
		assert_int_equal(told.recipient_count, direct.recipient_count);
		assert_int_equal(told.reference_count, direct.reference_count);
		assert_int_equal(told.dmarc, direct.dmarc);
		assert_int_equal(told.too_large, direct.too_large);
		assert_string_equal(told.digest_bytes, direct.digest_bytes);
		assert_same_line(told.from, direct.from);
		assert_same_line(told.return_path, direct.return_path);
		assert_same_line(told.message_id, direct.message_id);
		assert_same_line(told.date, direct.date);
		if (told.recipient_count > 0)
			assert_same_line(told.recipients[0], direct.recipients[0]);
		if (told.reference_count > 0)
			assert_same_line(told.references[0], direct.references[0]);
	}
	arena_free(arena);
}

/* What the server learns later, a reader does not know. */
static void
test_secret(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	memcpy(secret, "SECRET", 6);
	assert_string_equal(read_apart(arena, "secret").subject, "public");
	arena_free(arena);
}

static void
test_no_core(void **state)
{
	struct rlimit limit;

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_CORE, &limit), 0);
	assert_int_equal(limit.rlim_max, 0);
	if (!SANITIZED)
		assert_int_equal(prctl(PR_GET_DUMPABLE), 0);
}

/* The first of a process's children; 0: none is known. */
static pid_t
find_child(pid_t of)
{
	char path[64];
	FILE *file;
	long pid = 0;

	snprintf(path, sizeof(path), "/proc/%ld/task/%ld/children", (long)of, (long)of);
	if ((file = fopen(path, "r")) == NULL)
		return 0;
	if (fscanf(file, "%ld", &pid) != 1)
		pid = 0;
	fclose(file);
	return (pid_t)pid;
}

/* As the kernel does where memory is short. */
static void
test_killed(void **state)
{
	struct arena *arena = arena_new();
	struct letter letter;
	struct err err = { .text = "" };
	pid_t zygote = find_child(getpid()), killer, reader;

	(void)state;
	if (zygote == 0)
		skip();
	if ((killer = fork()) == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;) {
			usleep(50000);
			if ((reader = find_child(zygote)) > 0)
				kill(reader, SIGKILL);
		}
	}
	assert_int_equal(sandbox_read(&letter, arena, "sleep", 5, &policy, &err), 1);
	assert_string_equal(err.text, "the reader of letters was killed, as where memory is short");
	kill(killer, SIGKILL);
	waitpid(killer, NULL, 0);
	assert_still_reads(arena);
	arena_free(arena);
}

static void
test_gone(void **state)
{
	struct arena *arena = arena_new();
	struct letter letter;
	struct err err = { .text = "" };
	pid_t pid = find_child(getpid());

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
	assert_int_equal(sandbox_read(&letter, arena, "", 0, &policy, &err), -1);
	assert_string_not_equal(err.text, "");
	assert_false(sandbox_reads());
	assert_int_equal(sandbox_read(&letter, arena, "", 0, &policy, &err), -1);
	arena_free(arena);
}

static int
start(void **state)
{
	static const struct limits limits = {
		.cpu = 1, .wall = WALL, .memory = (size_t)512 * 1024 * 1024
	};
	struct err err = { .text = "" };

	(void)state;
	if (sandbox_start(SELF, &limits, &err) == 0)
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
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		{ "mail 3: a reader that misbehaves costs one letter", test_misbehaviour, NULL,
		    NULL, NULL },
		{ "mail 3: a letter whose reader is hindered is not to blame", test_hindered, NULL,
		    NULL, NULL },
		{ "mail 3: nor one whose reader is killed", test_killed, NULL, NULL, NULL },
		{ "mail 11: a reader that lies makes nobody another player", test_liar, NULL, NULL,
		    NULL },
		{ "a reader knows no secret", test_secret, NULL, NULL, NULL },
		{ "no core files", test_no_core, NULL, NULL, NULL },
		{ "without readers there is an error, and no letter to blame", test_gone, NULL,
		    NULL, NULL },
	};

	(void)argc;
	be_reader(argv, read_or_misbehave);
	return cmocka_run_group_tests_name("main_sandbox", tests, start, stop);
}
