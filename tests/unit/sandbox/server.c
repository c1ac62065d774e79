/* SPDX-License-Identifier: ISC */
/*
 * What the server itself may still do after sandbox_server: each try in a
 * process of its own, since nothing given up comes back.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/err.h"
#include "config/config.h"
#include "process/landlock.h"
#include "sandbox/sandbox.h"

#define REFUSED 99 /* exit code of a try that was not permitted */

static char root[64];
static struct config_source source;
static struct config config = { .sources = &source, .source_count = 1 };

static const char *
in_root(const char *path)
{
	static char paths[2][128];
	static int turn;

	turn = !turn;
	snprintf(paths[turn], sizeof paths[turn], "%s/%s", root, path);
	return paths[turn];
}

static int
open_file(const char *path, int flags)
{
	int fd = open(path, flags, 0600);

	if (fd == -1)
		return errno;
	close(fd);
	return 0;
}

static int
write_home(void)
{
	return open_file(in_root("home/new"), O_WRONLY | O_CREAT | O_TRUNC);
}

static int
move_in_maildir(void)
{
	return rename(in_root("in/tmp/letter"), in_root("in/new/letter")) == -1 ? errno : 0;
}

static int
make_mailbox(void)
{
	return mkdir(in_root("out/fred@a.test"), 0700) == -1 ? errno : 0;
}

static int
remove_home(void)
{
	return unlink(in_root("home/old")) == -1 ? errno : 0;
}

static int
read_password(void)
{
	return open_file(in_root("secrets/password"), O_RDONLY);
}

/* Another file may take the password's place: its folder is open too, for reading. */
static int
read_new_password(void)
{
	return open_file(in_root("secrets/other"), O_RDONLY);
}

static int
read_above_password(void)
{
	return open_file(in_root("file"), O_RDONLY);
}

static int
write_beside_password(void)
{
	return open_file(in_root("secrets/other"), O_WRONLY);
}

static int
read_system(void)
{
	return open_file("/etc/passwd", O_RDONLY);
}

static int
read_outside(void)
{
	return open_file(in_root("outside/file"), O_RDONLY);
}

static int
write_outside(void)
{
	return open_file(in_root("outside/file"), O_WRONLY);
}

static int
cut_outside(void)
{
	return truncate(in_root("outside/file"), 0) == -1 ? errno : 0;
}

static int
make_outside(void)
{
	return open_file(in_root("outside/new"), O_WRONLY | O_CREAT);
}

static int
make_temporary(void)
{
	return open_file("/tmp/riverpost-rights", O_WRONLY | O_CREAT);
}

static int
remove_outside(void)
{
	return unlink(in_root("outside/file")) == -1 ? errno : 0;
}

static int
move_outside(void)
{
	return rename(in_root("home/new"), in_root("outside/new")) == -1 ? errno : 0;
}

static int
write_password(void)
{
	return open_file(in_root("secrets/password"), O_WRONLY);
}

static int
write_system(void)
{
	return open_file("/etc/passwd", O_WRONLY);
}

static int
run_program(void)
{
	static char *const args[] = { (char *)"true", NULL };

	execv("/bin/true", args);
	return errno;
}

static int
gain_rights(void)
{
	return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? EACCES : 0;
}

/* 0, REFUSED or another errno. */
static int
try_after(int (*try)(void))
{
	pid_t pid = fork();
	int status, rc;

	if (pid == 0) {
		sandbox_server(&config);
		rc = try();
		_exit(rc == EACCES || rc == EXDEV ? REFUSED : rc);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void
put_file(const char *path)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs("x\n", file);
	fclose(file);
}

static int
make_world(void **state)
{
	static const char *const folders[] = { "secrets", "home", "in", "in/tmp", "in/new", "out",
		"outside" };
	static char paths[4][80];

	(void)state;
	snprintf(root, sizeof root, "/tmp/riverpost-rights.XXXXXX");
	if (mkdtemp(root) == NULL)
		return -1;
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		mkdir(in_root(folders[i]), 0700);
	put_file(in_root("home/old"));
	put_file(in_root("in/tmp/letter"));
	put_file(in_root("outside/file"));
	put_file(in_root("file"));
	put_file(in_root("secrets/password"));
	put_file(in_root("secrets/other"));
	snprintf(paths[0], sizeof paths[0], "%s", in_root("home"));
	snprintf(paths[1], sizeof paths[1], "%s", in_root("in"));
	snprintf(paths[2], sizeof paths[2], "%s", in_root("out"));
	snprintf(paths[3], sizeof paths[3], "%s", in_root("secrets/password"));
	config.home = paths[0];
	source.options.path = paths[1];
	source.password_file = paths[3];
	config.sink.kind = SINK_MAILDIR;
	config.sink.path = paths[2];
	return 0;
}

static int
remove_world(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof command, "rm -rf %s", root);
	return system(command);
}

static void
skip_without_landlock(void)
{
	int ruleset = landlock_begin();

	if (ruleset == -1)
		skip();
	close(ruleset);
}

static void
test_landlock(void **state)
{
	static const struct {
		const char *name;
		int (*try)(void);
		bool allowed;
	} cases[] = {
		{ "write at home", write_home, true },
		{ "take a letter", move_in_maildir, true },
		{ "make a mailbox", make_mailbox, true },
		{ "remove at home", remove_home, true },
		{ "read the password again", read_password, true },
		{ "read what takes the password's place", read_new_password, true },
		{ "read the system's files", read_system, true },
		{ "read outside", read_outside, false },
		{ "write outside", write_outside, false },
		{ "cut outside", cut_outside, false },
		{ "make outside", make_outside, false },
		{ "make in /tmp", make_temporary, false },
		{ "remove outside", remove_outside, false },
		{ "move outside", move_outside, false },
		{ "write the password", write_password, false },
		{ "write beside the password", write_beside_password, false },
		{ "read above the password's folder", read_above_password, false },
		{ "write the system's files", write_system, false },
		{ "run a program", run_program, false },
		{ "new privileges", gain_rights, false },
	};

	(void)state;
	skip_without_landlock();
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int got = try_after(cases[i].try), want = cases[i].allowed ? 0 : REFUSED;

		if (got != want)
			print_message("%s\n", cases[i].name);
		assert_int_equal(got, want);
	}
}

/* Where sendmail is run for it the server itself may not do more. */
static void
test_programs(void **state)
{
	(void)state;
	skip_without_landlock();
	config.sink.kind = SINK_SENDMAIL;
	assert_int_equal(try_after(gain_rights), REFUSED);
	assert_int_equal(try_after(run_program), REFUSED);
	assert_int_equal(try_after(write_outside), REFUSED);
	config.sink.kind = SINK_MAILDIR;
}

static int
fits_itself(void)
{
	struct err err;

	return sandbox_fits(&config, &err) == 0 ? 0 : EACCES;
}

static int
fits_other_home(void)
{
	struct config other = config;
	struct err err = { .text = "" };

	other.home = in_root("outside");
	return sandbox_fits(&other, &err) == -1 && strstr(err.text, "outside") != NULL ? 0 : EPERM;
}

static int
fits_sendmail(void)
{
	struct config other = config;
	struct err err = { .text = "" };

	other.sink.kind = SINK_SENDMAIL;
	return sandbox_fits(&other, &err) == -1 ? 0 : EPERM;
}

static void
test_fits(void **state)
{
	(void)state;
	skip_without_landlock();
	assert_int_equal(try_after(fits_itself), 0);
	assert_int_equal(try_after(fits_other_home), 0);
	assert_int_equal(try_after(fits_sendmail), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "the server reaches its own files and no others", test_landlock, NULL, NULL,
		    NULL },
		{ "a server that has programs run has few rights too", test_programs, NULL, NULL,
		    NULL },
		{ "what another configuration needs", test_fits, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("sandbox_server", tests, make_world, remove_world);
}
