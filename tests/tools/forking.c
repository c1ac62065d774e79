/* SPDX-License-Identifier: ISC */
/*
 * The program, begun once and forked for each call: the cases call it some ten thousand times,
 * and half of the time of a short call goes to loading its libraries (and its sanitizers).
 *
 * Linked around main() (tests.mk): with RIVERPOST_FORKING=1 it takes calls from standard input
 * until that ends, one after another, and writes what waitpid() says of each, a line each, to
 * standard output.  Otherwise it is the program.
 *
 * A call is its length in bytes (a line), then texts that end in NUL: files for standard output
 * and standard error, the folder to be in, the umask in octal, the number of
 * arguments, these, and then the environment.
 *
 * The program that reads letters is begun once, too, and serves all calls; anew after one that
 * failed, of whose questions something may be left.
 *
 * Passwords are hashed at the least cost, and the sanitizers look for leaks in the first call and
 * each eighth after it: each of both would cost more than the call.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sodium.h>

#include "base/err.h"
#include "base/str.h"
#include "config/config.h"
#include "process/helper.h"
#include "sandbox/sandbox.h"

#define CALLS_A_LEAK_CHECK 8

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);
int __real_crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *password,
    unsigned long long length, unsigned long long operations, size_t memory);
int __wrap_crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *password,
    unsigned long long length, unsigned long long operations, size_t memory);
int __lsan_is_turned_off(void);

int __real_sandbox_start(const char *program, const struct limits *limits, struct err *err);
int __wrap_sandbox_start(const char *program, const struct limits *limits, struct err *err);
void __real_sandbox_stop(void);
void __wrap_sandbox_stop(void);

static int calls;
static bool is_forked;
static char reader[PATH_MAX]; /* that serves all calls; "" none */

int
__wrap_sandbox_start(const char *program, const struct limits *limits, struct err *err)
{
	if (limits == NULL && strcmp(program, reader) == 0)
		return 0;
	reader[0] = '\0';
	return __real_sandbox_start(program, limits, err);
}

void
__wrap_sandbox_stop(void)
{
	if (reader[0] != '\0')
		helper_stop();
	else
		__real_sandbox_stop();
}

/* Before a call. */
static void
begin_reader(void)
{
	struct err err;

	if (reader[0] == '\0' && __real_sandbox_start(config_reader(), NULL, &err) == 0)
		str_copy(reader, sizeof reader, config_reader());
}

/* After one that failed. */
static void
end_reader(void)
{
	if (reader[0] != '\0')
		__real_sandbox_stop();
	reader[0] = '\0';
}

int
__wrap_crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *password,
    unsigned long long length, unsigned long long operations, size_t memory)
{
	if (is_forked) {
		operations = crypto_pwhash_OPSLIMIT_MIN;
		memory = crypto_pwhash_MEMLIMIT_MIN;
	}
	return __real_crypto_pwhash_str(out, password, length, operations, memory);
}

/* Asked by the sanitizers' library when the program ends. */
int
__lsan_is_turned_off(void)
{
	return is_forked && calls % CALLS_A_LEAK_CHECK != 1;
}

/* The next text of the call. */
static char *
next(char **at)
{
	char *text = *at;

	*at += strlen(text) + 1;
	return text;
}

/* What another process has open is written to at its end, and may be a socket. */
static void
redirect(int fd, const char *path)
{
	bool is_open = strncmp(path, "/proc/", 6) == 0;
	int file = open(path,
	    fd == STDIN_FILENO ? O_RDONLY :
		is_open        ? O_WRONLY | O_APPEND :
				 O_WRONLY | O_CREAT | O_TRUNC,
	    0666);

	if (file == -1 && is_open)
		return;
	if (file == -1 || dup2(file, fd) == -1)
		err(127, "%s", path);
	close(file);
}

static int
carry_out(char *at, const char *end)
{
	const char *out = next(&at), *error = next(&at), *folder = next(&at);
	mode_t mask = (mode_t)strtol(next(&at), NULL, 8);
	int argc = atoi(next(&at));
	char **argv = calloc((size_t)argc + 1, sizeof *argv);

	if (argv == NULL)
		err(127, NULL);
	redirect(STDIN_FILENO, "/dev/null");
	redirect(STDOUT_FILENO, out);
	redirect(STDERR_FILENO, error);
	if (chdir(folder) == -1)
		err(127, "%s", folder);
	umask(mask);
	for (int i = 0; i < argc; i++)
		argv[i] = next(&at);
	clearenv();
	while (at < end)
		putenv(next(&at));
	return __real_main(argc, argv);
}

/* All of it, or false. */
static bool
read_all(char *to, size_t length)
{
	while (length > 0) {
		ssize_t n = read(STDIN_FILENO, to, length);

		if (n == -1 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		to += n;
		length -= (size_t)n;
	}
	return true;
}

/* The next call; NULL: there is none. */
static char *
read_call(size_t *length)
{
	char digit, *call;

	*length = 0;
	while (read_all(&digit, 1) && digit != '\n')
		*length = *length * 10 + (size_t)(digit - '0');
	if (*length == 0 || (call = malloc(*length + 1)) == NULL || !read_all(call, *length))
		return NULL;
	call[*length] = '\0';
	return call;
}

/* Taking some sixty libraries down costs a fork more than what it did. */
static void
end(int status)
{
	if (!__lsan_is_turned_off())
		exit(status);
	fflush(NULL);
	_exit(status);
}

int
__wrap_main(int argc, char **argv)
{
	const char *forking = getenv("RIVERPOST_FORKING");
	size_t length;
	char *call;

	if (forking == NULL || strcmp(forking, "1") != 0)
		return __real_main(argc, argv);
	while ((call = read_call(&length)) != NULL) {
		int status = 0;
		pid_t child;

		calls++;
		begin_reader();
		is_forked = true;
		if ((child = fork()) == -1)
			err(127, "fork");
		if (child == 0)
			end(carry_out(call, call + length));
		while (waitpid(child, &status, 0) == -1 && errno == EINTR)
			;
		if (status != 0)
			end_reader();
		dprintf(STDOUT_FILENO, "%d\n", status);
		free(call);
	}
	_exit(0);
}
