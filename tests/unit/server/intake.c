/* SPDX-License-Identifier: ISC */
/*
 * A letter that crashes its reader is counted; kills do not count, nor do other letters.
 * Letters are fetched in their order.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "config/config.h"
#include "mail/reader.h"
#include "mail/source/maildir.h"
#include "mail/source/source.h"
#include "reader.h"
#include "sandbox/sandbox.h"
#include "server/intake.h"
#include "server/server.h"

static char home[] = "/tmp/riverpost-in-hand.XXXXXX";
static char maildir[64];
static struct err err;
static struct config config = { .home = home };
static struct server server = { .config = &config,
	.policy = { .bytes_max = LETTER_BYTES_MAX_DEFAULT, .address = "me@here.test" } };

/* A process that begins a letter and then gets a signal (0: none). */
static int
take(const char *bytes, int number)
{
	struct intake intake = { .bytes = bytes, .length = strlen(bytes) };
	int status;
	pid_t pid = fork();

	assert_int_not_equal(pid, -1);
	if (pid == 0) {
		int count;

		setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
		count = poison_begin(&server, &intake);
		if (number != 0) {
			raise(number);
			_exit(99);
		}
		poison_end();
		_exit(count);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (number != 0)
		assert_true(WIFSIGNALED(status));
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void
counts_crashes(void **state)
{
	(void)state;
	assert_int_equal(take("bad letter", 0), 0);
	take("bad letter", SIGSEGV);
	assert_int_equal(take("bad letter", 0), 1);
	take("bad letter", SIGABRT);
	take("bad letter", SIGBUS);
	assert_int_equal(take("bad letter", 0), 3);
}

/* How a process ends that works at a letter without end, or 0. */
static int
die_at(const char *bytes, void (*work)(void))
{
	struct intake intake = { .bytes = bytes, .length = strlen(bytes) };
	int status;
	pid_t pid = fork();

	assert_int_not_equal(pid, -1);
	if (pid == 0) {
		struct itimerval left;

		setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
		poison_begin(&server, &intake);
		if (getitimer(ITIMER_PROF, &left) == -1 || left.it_value.tv_sec < 60)
			_exit(98);
		work();
		_exit(99);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void
never_end(void)
{
	/* Its time is nearly over. */
	setitimer(ITIMER_PROF, &(struct itimerval){ .it_value.tv_usec = 20000 }, NULL);
	for (volatile bool on = true; on;)
		;
}

static void
take_all_memory(void)
{
	struct arena *arenas[4] = { arena_new(), arena_new(), arena_new(), arena_new() };

	for (size_t i = 0; i < 100000; i++)
		arena_bytes(arenas[i % 4], 100000 + i);
}

static void
counts_what_has_no_end(void **state)
{
	struct intake intake = { .bytes = "a letter", .length = 8 };
	struct itimerval left = { .it_value.tv_sec = 1 };
	struct arena *arena;

	(void)state;
	assert_int_equal(die_at("endless letter", never_end), SIGPROF);
	assert_int_equal(take("endless letter", 0), 1);
	assert_int_equal(die_at("endless letter", take_all_memory), SIGABRT);
	assert_int_equal(take("endless letter", 0), 2);
	/* Between letters nothing is limited. */
	poison_begin(&server, &intake);
	poison_end();
	assert_int_equal(getitimer(ITIMER_PROF, &left), 0);
	assert_int_equal(left.it_value.tv_sec, 0);
	assert_int_equal(left.it_value.tv_usec, 0);
	arena = arena_new();
	assert_non_null(arena_bytes(arena, (size_t)600 * 1024 * 1024));
	arena_free(arena);
}

static void
counts_no_kills(void **state)
{
	(void)state;
	take("good letter", SIGKILL);
	take("good letter", SIGTERM);
	assert_int_equal(take("good letter", 0), 0);
}

static void
counts_one_letter_only(void **state)
{
	(void)state;
	take("first letter", SIGFPE);
	assert_int_equal(take("second letter", 0), 0);
	take("second letter", SIGILL);
	assert_int_equal(take("second letter", 0), 1);
	assert_int_equal(take("first letter", 0), 0);
}

#define LETTERS 5

/* Letters in the order of their times, each read as itself. */
static void
fetches_in_order(void **state)
{
	struct source_options options = { .kind = SOURCE_MAILDIR,
		.path = maildir,
		.processed = "Processed",
		.failed = "Failed",
		.bytes_max = LETTER_BYTES_MAX_DEFAULT };
	struct arena *arena = arena_new();
	struct intake intake;
	struct source *source;
	char text[99];

	(void)state;
	assert_int_equal(source_open(&source, &options, &err), 0);
	for (int i = 0; i < LETTERS; i++) {
		size_t size = i == 2 ? 100000 : 0;
		char *bytes = calloc(1, size + sizeof text);

		assert_non_null(bytes);
		snprintf(bytes, sizeof text, "From: a@b.test\nSubject: %d\n\n", i);
		memset(bytes + strlen(bytes), '\n', size);
		snprintf(text, sizeof text, "%d.test", i);
		assert_int_equal(maildir_put(maildir, text, bytes, strlen(bytes), &err), 0);
		free(bytes);
	}
	assert_int_equal(sandbox_start(SELF, NULL, &err), 0);
	for (int last = 0; last < LETTERS; last++) {
		assert_int_equal(source_begin(source, 1000, &err), 0);
		for (int i = 0; i < LETTERS; i++) {
			struct letter letter;

			assert_int_equal(source_fetch(source, arena, &intake, &err), 1);
			snprintf(text, sizeof text, "%d", i);
			/* As a letter is left that has stopped the program too often. */
			if (i == 3)
				continue;
			assert_int_equal(sandbox_read(&letter, arena, intake.bytes, intake.length,
					     &server.policy, &err),
			    0);
			assert_string_equal(letter.subject, text);
		}
		assert_int_equal(source_fetch(source, arena, &intake, &err), 0);
	}
	sandbox_stop();
	source_close(source);
	arena_free(arena);
}

static int
make_home(void **state)
{
	(void)state;
	if (mkdtemp(home) == NULL)
		return -1;
	snprintf(maildir, sizeof maildir, "%s/in", home);
	return 0;
}

static int
drop_home(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof command, "rm -r %s", home);
	return system(command);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_crashes),
		cmocka_unit_test(counts_no_kills),
		cmocka_unit_test(counts_what_has_no_end),
		cmocka_unit_test(counts_one_letter_only),
		cmocka_unit_test(fetches_in_order),
	};

	(void)argc;
	be_reader(argv, reader_read);
	return cmocka_run_group_tests(tests, make_home, drop_home);
}
