/* SPDX-License-Identifier: ISC */
/*
 * What a reader of letters may not do: it tries, and tells in the Subject.
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
#include "mail/reader.h"
#include "reader.h"
#include "sandbox/sandbox.h"

#define LETTER "From: fred@a.test\n\nhi\n"

static const struct letter_policy policy = { .bytes_max = LETTER_BYTES_MAX_DEFAULT,
	.address = "xiangqi@river.test" };

#define INHERITED 20 /* a file that the server has open */

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
	static char *const args[] = { (char *)"true", NULL };

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
	return write(INHERITED, "x", 1) == -1 ? errno : 0;
}

static int
try_control(void)
{
	return write(3, "x", 1) == -1 ? errno : 0;
}

static int
try_limit(void)
{
	struct rlimit more = { .rlim_cur = 600, .rlim_max = 600 };

	return setrlimit(RLIMIT_CPU, &more) == -1 ? errno : 0;
}

static int
try_core(void)
{
	return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == -1 ? errno : 0;
}

static const struct {
	const char *name;
	int (*try)(void);
} tries[] = { { "socket", try_socket }, { "local socket", try_local_socket }, { "exec", try_exec },
	{ "fork", try_fork }, { "kill", try_kill }, { "write to a file", try_write_file },
	{ "make a file", try_make_file }, { "read a file", try_read_file },
	{ "unlink", try_unlink }, { "a file open in the server", try_inherited },
	{ "the zygote's connection", try_control }, { "raise a limit", try_limit },
	{ "be dumpable", try_core } };
#define TRIES (sizeof tries / sizeof *tries)

static void
tell_tries(struct letter *letter, struct arena *arena, const char *bytes, size_t length,
    const struct letter_policy *given)
{
	struct str results;

	reader_read(letter, arena, bytes, length, given);
	/* The zygote's own first letter, before anything is taken from it. */
	if (length != strlen(LETTER))
		return;
	str_init(&results, arena, 0);
	for (size_t i = 0; i < TRIES; i++)
		str_addf(&results, "%d ", tries[i].try());
	letter->subject = results.data;
}

static void
test_tries(void **state)
{
	struct arena *arena = arena_new();
	struct letter letter;
	struct err err;
	const char *at;

	(void)state;
	if (prctl(PR_GET_SECCOMP) == -1)
		skip();
	assert_int_equal(sandbox_read(&letter, arena, LETTER, strlen(LETTER), &policy, &err), 0);
	at = letter.subject;
	for (size_t i = 0; i < TRIES; i++) {
		char *end;
		long result = strtol(at, &end, 10);

		assert_ptr_not_equal(end, at);
		at = end;
		if (result == 0)
			print_message("possible: %s\n", tries[i].name);
		assert_int_not_equal(result, 0);
	}
	arena_free(arena);
}

static int
start(void **state)
{
	struct err err = { .text = "" };

	(void)state;
	(void)fcntl(open("/dev/null", O_WRONLY), F_DUPFD, INHERITED);
	return sandbox_start(SELF, NULL, &err);
}

static int
stop(void **state)
{
	(void)state;
	sandbox_stop();
	close(INHERITED);
	return 0;
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		{ "mail 3: what a reader may not do", test_tries, NULL, NULL, NULL },
	};

	(void)argc;
	be_reader(argv, tell_tries);
	return cmocka_run_group_tests_name("main_reader", tests, start, stop);
}
