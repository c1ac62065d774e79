/* SPDX-License-Identifier: ISC */
/*
 * Programs run within limits, by this process and by the helper: what each may print, how long
 * it may take, and what a fenced one may not do.
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
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/sanitized.h"
#include "process/child.h"
#include "process/helper.h"
#include "process/landlock.h"

#define SELF  "/proc/self/exe"
#define MEGA  ((size_t)1024 * 1024)
#define FENCE .is_fenced = true, .wall = 20
#define SHELL "/bin/sh", "-c"

/* This program, run again, tries one thing: its exit is errno, 0 where it was possible. */
static int
try_socket(void)
{
	return socket(AF_INET, SOCK_STREAM, 0) == -1 ? errno : 0;
}

static int
try_fork(void)
{
	pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	return pid == -1 ? errno : 0;
}

static int
try_kill(void)
{
	return kill(getppid(), 0) == -1 ? errno : 0;
}

static int
try_leave_group(void)
{
	return setpgid(0, getpgid(getppid())) == -1 ? errno : 0;
}

static int
try_write(void)
{
	return open("/tmp/riverpost-fenced", O_WRONLY | O_CREAT, 0600) == -1 ? errno : 0;
}

static int
try_read(void)
{
	return open("/etc/passwd", O_RDONLY) == -1 ? errno : 0;
}

static int
try_abort(void)
{
	abort();
}

static const struct {
	const char *name;
	int (*try)(void);
	int want; /* -1: it ends by a signal */
	bool by_landlock;
} tries[] = {
	{ "socket", try_socket, EPERM, false },
	{ "fork", try_fork, EPERM, false },
	{ "kill", try_kill, EPERM, false },
	{ "leave its group", try_leave_group, EPERM, false },
	{ "write a file", try_write, EACCES, true },
	{ "read a file", try_read, EACCES, true },
	{ "abort", try_abort, -1, false },
};
#define TRIES (sizeof tries / sizeof *tries)

static char output[4096], error[600];

/* Until it has ended: its exit, -1 with error. */
static int
run(struct child_plan plan)
{
	struct child child;
	struct err err = { .text = "" };
	int code = -1, rc;

	plan.output = output;
	plan.size = sizeof output;
	if (plan.input == NULL)
		plan.input = "";
	while (plan.count < CHILD_WORDS_MAX && plan.words[plan.count] != NULL)
		plan.count++;
	rc = child_start(&child, &plan, &err);
	assert_int_equal(child_is_running(&child), rc == 0);
	while (rc != -1 && (rc = child_poll(&child, &code, &err)) == 0)
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
	assert_false(child_is_running(&child));
	snprintf(error, sizeof error, "%s", err.text);
	return rc == 1 ? code : -1;
}

static void
test_ends(void **state)
{
	static const struct {
		const char *name;
		struct child_plan plan;
		int want;
		const char *output, *error;
	} cases[] = {
		{ "exit", { .words = { SHELL, "exit 7" }, .limits = { .wall = 20 } }, 7, "", "" },
		{ "input and output",
		    { .words = { "/bin/cat" },
			.limits = { .wall = 20 },
			.input = "horse",
			.input_length = 5 },
		    0, "horse", "" },
		{ "standard error", { .words = { SHELL, "echo no >&2" }, .limits = { .wall = 20 } },
		    0, "no\n", "" },
		{ "no program", { .words = { "/nowhere/at/all" }, .limits = { .wall = 20 } }, -1,
		    "", "cannot run /nowhere/at/all" },
		{ "a signal", { .words = { SHELL, "kill -9 $$" }, .limits = { .wall = 20 } }, -1,
		    "", "/bin/sh ended by signal 9" },
		{ "its deadline", { .words = { SHELL, "sleep 60" }, .limits = { .wall = 1 } }, -1,
		    "", "/bin/sh took longer than 1 s" },
		{ "a flood, cut",
		    { .words = { SHELL, "head -c 9000000 /dev/zero | tr '\\0' x" },
			.limits = { .wall = 60 } },
		    0, NULL, "" },
		{ "a flood, forbidden",
		    { .words = { "/usr/bin/yes" }, .limits = { .wall = 60, .output = MEGA } }, -1,
		    NULL, "/usr/bin/yes wrote more than 1048576 bytes" },
		{ "processor time",
		    { .words = { SHELL, "while :; do :; done" },
			.limits = { .wall = 60, .cpu = 1 } },
		    -1, "", "/bin/sh ended by signal 24" },
		{ "memory",
		    { .words = { "/usr/bin/tail", "-n", "1", "/dev/zero" },
			.limits = { .wall = 60, .memory = 64 * MEGA } },
		    1, "/usr/bin/tail: memory exhausted\n", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int got = run(cases[i].plan);

		print_message("%s\n", cases[i].name);
		assert_int_equal(got, cases[i].want);
		assert_string_equal(error, cases[i].error);
		if (cases[i].output != NULL)
			assert_string_equal(output, cases[i].output);
	}
}

static bool
is_alive(const char *pid_text)
{
	return kill((pid_t)strtol(pid_text, NULL, 10), 0) == 0;
}

/* What it has started goes with it. */
static void
test_group(void **state)
{
	(void)state;
	assert_int_equal(run((struct child_plan){ .words = { SHELL, "sleep 60 & echo $!; wait" },
			     .limits = { .wall = 1 } }),
	    -1);
	for (int i = 0; i < 2000 && is_alive(output); i++)
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
	assert_false(is_alive(output));
}

static bool
has_landlock(void)
{
	int ruleset = landlock_begin();

	if (ruleset == -1)
		return false;
	close(ruleset);
	return true;
}

static void
test_fence(void **state)
{
	char self[512];
	ssize_t n = readlink(SELF, self, sizeof self - 1);

	(void)state;
	assert_true(n > 0);
	self[n] = '\0';
	/* A sanitizer looks at more files than a fenced program may read. */
	if (SANITIZED || prctl(PR_GET_SECCOMP) == -1)
		skip();
	for (size_t i = 0; i < TRIES; i++) {
		if (tries[i].by_landlock && !has_landlock())
			continue;
		print_message("%s\n", tries[i].name);
		/* It can be done at all. */
		if (tries[i].want != -1)
			assert_int_equal(run((struct child_plan){ .words = { self, tries[i].name },
					     .limits = { .wall = 20 } }),
			    0);
		assert_int_equal(run((struct child_plan){
				     .words = { self, tries[i].name }, .limits = { FENCE } }),
		    tries[i].want);
	}
	unlink("/tmp/riverpost-fenced");
	assert_int_equal(
	    run((struct child_plan){ .words = { SHELL, "sleep 0" }, .limits = { FENCE } }), 2);
	assert_int_equal(
	    run((struct child_plan){ .words = { SHELL, "exit 3" }, .limits = { FENCE } }), 3);
}

/* A folder may be opened to it. */
static void
test_folder(void **state)
{
	struct child_plan plan = { .words = { "/bin/cat", "/etc/passwd" }, .limits = { FENCE } };

	(void)state;
	if (!has_landlock())
		skip();
	assert_int_equal(run(plan), 1);
	plan.limits.folder = "/etc";
	assert_int_equal(run(plan), 0);
	assert_non_null(strstr(output, "root"));
}

static void
test_talk(void **state)
{
	struct child_plan plan = { .words = { SHELL,
				       "while read -r word; do echo \"heard $word\"; echo; done; "
				       "echo end" },
		.count = 3,
		.limits = { FENCE },
		.output = output,
		.size = sizeof output };
	static const char *const want[] = { "heard rook", "", "heard cannon", "" };
	struct child child;
	struct err err = { .text = "" };
	char line[80];
	int code = -1;
	size_t got = 0;

	(void)state;
	assert_int_equal(child_start(&child, &plan, &err), 0);
	assert_true(child_say(&child, "rook\ncan"));
	assert_true(child_say(&child, "non\n"));
	while (got < sizeof want / sizeof *want) {
		assert_int_equal(child_poll(&child, &code, &err), 0);
		if (child_line(&child, line, sizeof line))
			assert_string_equal(line, want[got++]);
	}
	child_kill(&child);
	assert_false(child_say(&child, "horse\n"));
	/* Who has ended is told nothing, and nobody is hurt. */
	plan.words[2] = "exit 5";
	assert_int_equal(child_start(&child, &plan, &err), 0);
	while (child_poll(&child, &code, &err) == 0)
		(void)child_say(&child, "rook\n");
	assert_int_equal(code, 5);
}

/* The same, by the helper, which keeps to its own list and its own limits. */
static void
test_helper(void **state)
{
	static const struct child_plan plans[] = {
		{ .words = { SHELL, NULL }, .count = 3 },
		{ .words = { "/bin/cat" }, .count = 1 },
		{ .words = { "/usr/bin/yes" }, .count = 1 },
		{ .words = { "/nowhere/at/all" }, .count = 1 },
		{ .words = { "/bin/dash", "-c", NULL }, .count = 3, .limits = { FENCE } },
	};
	struct err err = { .text = "" };

	assert_int_equal(helper_start(plans, (int)(sizeof plans / sizeof *plans), &err), 0);
	assert_true(helper_knows(&plans[1]));
	assert_false(helper_knows(&(struct child_plan){ .words = { "/bin/true" }, .count = 1 }));
	assert_int_equal(
	    run((struct child_plan){ .words = { "/bin/true" }, .limits = { .wall = 20 } }), -1);
	assert_string_equal(error, "cannot run /bin/true");
	test_group(state);
	assert_int_equal(run((struct child_plan){ .words = { SHELL, "cat; exit 9" },
			     .input = "horse",
			     .input_length = 5,
			     .limits = { .wall = 20 } }),
	    9);
	assert_string_equal(output, "horse");
	if (prctl(PR_GET_SECCOMP) != -1 && access("/bin/dash", X_OK) == 0)
		assert_int_equal(run((struct child_plan){ .words = { "/bin/dash", "-c", "sleep 0" },
				     .limits = { .wall = 20 } }),
		    2);
	helper_stop();
	assert_false(helper_is_gone());
	assert_int_equal(
	    run((struct child_plan){ .words = { "/bin/true" }, .limits = { .wall = 20 } }), 0);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_group),
		cmocka_unit_test(test_fence),
		cmocka_unit_test(test_folder),
		cmocka_unit_test(test_talk),
		cmocka_unit_test(test_helper),
	};

	for (size_t i = 0; argc == 2 && i < TRIES; i++)
		if (strcmp(argv[1], tries[i].name) == 0)
			return tries[i].try();
	return cmocka_run_group_tests_name("process_child", tests, NULL, NULL);
}
