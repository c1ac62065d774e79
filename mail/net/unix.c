/* SPDX-License-Identifier: ISC */
/*
 * This machine's ways: lines that end in LF, and running another program.
 *
 * The child gets its input as an unlinked file, so that it can neither block
 * us nor raise SIGPIPE; it inherits no other descriptor of ours.
 */
#include "mail/net/unix.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"

#define EXIT_NO_PROGRAM 126 /* as shells say it */

const char *
unix_lines(struct arena *arena, const char *bytes, size_t length, size_t *out_length)
{
	char *out = arena_alloc(arena, length + 1);
	size_t n = 0;

	for (size_t i = 0; i < length; i++)
		if (bytes[i] != '\r' || i + 1 == length || bytes[i + 1] != '\n')
			out[n++] = bytes[i];
	out[n] = '\0';
	*out_length = n;
	return out;
}

static FILE *
input_file(const char *input, size_t length, struct err *err)
{
	FILE *file = tmpfile();

	if (file == NULL) {
		err_system(err, "cannot make a temporary file");
		return NULL;
	}
	if (fwrite(input, 1, length, file) != length || fflush(file) == EOF) {
		err_system(err, "cannot write a temporary file");
		fclose(file);
		return NULL;
	}
	rewind(file);
	return file;
}

/* Never returns. Only what is safe between fork and exec. */
static void
become(const char *const *argv, int input, int output)
{
	sigset_t none;

	setpgid(0, 0);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	if (dup2(input, 0) == -1 || dup2(output, 1) == -1 || dup2(output, 2) == -1)
		_exit(EXIT_NO_PROGRAM);
	closefrom(3);
	execv(argv[0], (char *const *)(uintptr_t)argv);
	_exit(EXIT_NO_PROGRAM);
}

/* Keeps what fits of what has come; false at the end of it.  Reads a bounded
 * amount, for a child that never stops talking. */
static bool
drain(int fd, char *output, size_t size, size_t *got)
{
	char rest[4096];
	ssize_t n = 1;

	for (int i = 0; i < 32 && n > 0; i++) {
		bool fits = *got + 1 < size;

		n = read(fd, fits ? output + *got : rest, fits ? size - 1 - *got : sizeof(rest));
		if (fits && n > 0)
			*got += (size_t)n;
	}
	output[*got] = '\0';
	return n != 0;
}

/*
 * True when the child ended in time.  It is the child that counts: something it
 * left running may hold its output open, and it may close that and go on.
 */
static bool
follow(pid_t child, int fd, char *output, size_t size, int timeout, const atomic_bool *stop,
    int *status)
{
	int64_t deadline = clock_steady_ms() + (int64_t)timeout * 1000;
	struct pollfd p = { .fd = fd, .events = POLLIN };
	size_t got = 0;

	for (;;) {
		pid_t ended = waitpid(child, status, WNOHANG);

		if (p.fd != -1 && !drain(fd, output, size, &got))
			p.fd = -1;
		if (ended == child)
			return true;
		if (clock_steady_ms() >= deadline || (stop != NULL && atomic_load(stop)))
			return false;
		poll(&p, 1, 5);
	}
}

static int
result_of(int status, const char *program, struct err *err)
{
	if (!WIFEXITED(status))
		return err_set(err, "%s ended by signal %d", program,
		    WIFSIGNALED(status) ? WTERMSIG(status) : 0);
	if (WEXITSTATUS(status) == EXIT_NO_PROGRAM)
		return err_set(err, "cannot run %s", program);
	return WEXITSTATUS(status);
}

/* The child and whatever it has started. */
static void
put_down(pid_t child)
{
	int status;

	kill(-child, SIGKILL);
	waitpid(child, &status, 0);
}

int
unix_run(const char *const *argv, const char *input, size_t input_length, int timeout,
    const atomic_bool *stop, char *output, size_t size, struct err *err)
{
	FILE *file = input_file(input, input_length, err);
	int ends[2], status = 0, result = -1;
	pid_t child;

	output[0] = '\0';
	if (file == NULL)
		return -1;
	if (stop != NULL && atomic_load(stop)) {
		err_set(err, "stopped");
		goto out;
	}
	if (pipe2(ends, O_CLOEXEC) == -1) {
		err_system(err, "cannot make a pipe");
		goto out;
	}
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	child = fork();
	if (child == 0)
		become(argv, fileno(file), ends[1]);
	close(ends[1]);
	if (child == -1) {
		err_system(err, "cannot start %s", argv[0]);
	} else {
		setpgid(child, child);
		if (follow(child, ends[0], output, size, timeout, stop, &status)) {
			result = result_of(status, argv[0], err);
		} else {
			put_down(child);
			if (stop != NULL && atomic_load(stop))
				err_set(err, "stopped");
			else
				err_set(err, "%s took longer than %d s", argv[0], timeout);
		}
	}
	close(ends[0]);
out:
	fclose(file);
	return result;
}
