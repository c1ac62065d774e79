/* SPDX-License-Identifier: ISC */
/*
 * A letter that crashes its reader is counted; kills do not count, nor do other letters.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "config/config.h"
#include "mail/source/source.h"
#include "server/intake.h"
#include "server/server.h"

static char home[] = "/tmp/riverpost-in-hand.XXXXXX";
static struct config config = { .home = home };
static struct server server = { .config = &config };

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

static int
make_home(void **state)
{
	(void)state;
	return mkdtemp(home) == NULL ? -1 : 0;
}

static int
drop_home(void **state)
{
	char path[64];

	(void)state;
	snprintf(path, sizeof path, "%s/in-hand", home);
	unlink(path);
	return rmdir(home);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_crashes),
		cmocka_unit_test(counts_no_kills),
		cmocka_unit_test(counts_one_letter_only),
	};

	return cmocka_run_group_tests(tests, make_home, drop_home);
}
