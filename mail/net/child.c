/* SPDX-License-Identifier: ISC */
/*
 * Another program of this machine (child.h).
 *
 * The child gets its input as an unlinked file, so that it can neither block
 * us nor raise SIGPIPE; it inherits none of our other descriptors.  Only its exit
 * ends it, not the end of its output: something it left running may hold that
 * open, and it may close it and go on.
 */
#include "mail/net/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "mail/net/helper.h"

#define EXIT_NO_PROGRAM 126 /* as shells say it */

/* Only what is safe between fork and exec. */
void
child_become(const char *const *argv, int input, int output)
{
	sigset_t none;

	setpgid(0, 0);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	if (dup2(input, 0) == -1 || dup2(output, 1) == -1 || dup2(output, 2) == -1)
		_exit(EXIT_NO_PROGRAM);
	closefrom(3);
	execv(argv[0], (char *const *)(uintptr_t)argv);
	_exit(EXIT_NO_PROGRAM);
}

/* Where files cannot be made everywhere, in memory. */
static FILE *
unnamed_file(void)
{
#ifdef __linux__
	int fd = memfd_create("letter", MFD_CLOEXEC);

	if (fd != -1)
		return fdopen(fd, "w+");
#endif
	return tmpfile();
}

int
child_start(struct child *child, const char *const *argv, const char *input, size_t input_length,
    int timeout, char *output, size_t size, struct err *err)
{
	FILE *file = unnamed_file();
	int ends[2];

	*child = (struct child){ .program = argv[0],
		.from = -1,
		.report = -1,
		.timeout = timeout,
		.deadline = clock_steady_ms() + (int64_t)timeout * 1000,
		.output = output,
		.size = size };
	output[0] = '\0';
	if (file == NULL)
		return err_system(err, "cannot make a temporary file");
	if (fwrite(input, 1, input_length, file) != input_length || fflush(file) == EOF) {
		err_system(err, "cannot write a temporary file");
		fclose(file);
		return -1;
	}
	rewind(file);
	if (pipe2(ends, O_CLOEXEC) == -1) {
		fclose(file);
		return err_system(err, "cannot make a pipe");
	}
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	child->from = ends[0];
	if (helper_is_used()) {
		child->report = helper_run(argv, fileno(file), ends[1], err);
		close(ends[1]);
		fclose(file);
		if (child->report == -1)
			close(ends[0]);
		return child->report == -1 ? -1 : 0;
	}
	child->pid = fork();
	if (child->pid == 0)
		child_become(argv, fileno(file), ends[1]);
	close(ends[1]);
	fclose(file);
	if (child->pid == -1) {
		child->pid = 0;
		close(ends[0]);
		return err_system(err, "cannot start %s", argv[0]);
	}
	setpgid(child->pid, child->pid);
	return 0;
}

/* Keeps what fits of what has come.  Reads a bounded amount, for a child that
 * never stops talking. */
static void
drain(struct child *child)
{
	char surplus[4096];
	ssize_t n = 1;

	for (int i = 0; i < 32 && n > 0 && child->from != -1; i++) {
		bool fits = child->got + 1 < child->size;

		n = read(child->from, fits ? child->output + child->got : surplus,
		    fits ? child->size - 1 - child->got : sizeof surplus);
		if (fits && n > 0)
			child->got += (size_t)n;
	}
	child->output[child->got] = '\0';
	if (n == 0) {
		close(child->from);
		child->from = -1;
	}
}

static void
forget(struct child *child)
{
	if (child->from != -1)
		close(child->from);
	child->from = -1;
	if (child->report != -1)
		close(child->report);
	child->report = -1;
	child->pid = 0;
}

/* 1 it has ended with *status, 0 it runs, -1 nobody knows. */
static int
ask(const struct child *child, int *status)
{
	ssize_t n;

	if (child->report == -1)
		return waitpid(child->pid, status, WNOHANG) == child->pid;
	n = recv(child->report, status, sizeof *status, MSG_DONTWAIT);
	if (n == -1 && (errno == EAGAIN || errno == EINTR))
		return 0;
	return n == sizeof *status ? 1 : -1;
}

int
child_poll(struct child *child, int *code, struct err *err)
{
	int status = 0, ended = ask(child, &status);

	drain(child);
	if (ended == -1) {
		forget(child);
		return err_set(err, "cannot run %s", child->program);
	}
	if (ended == 0) {
		if (clock_steady_ms() < child->deadline)
			return 0;
		child_kill(child);
		return err_set(err, "%s took longer than %d s", child->program, child->timeout);
	}
	forget(child);
	if (!WIFEXITED(status))
		return err_set(err, "%s ended by signal %d", child->program,
		    WIFSIGNALED(status) ? WTERMSIG(status) : 0);
	if (WEXITSTATUS(status) == EXIT_NO_PROGRAM)
		return err_set(err, "cannot run %s", child->program);
	*code = WEXITSTATUS(status);
	return 1;
}

/* With whatever it has started. */
void
child_kill(struct child *child)
{
	int status;

	if (child->report > 0) {
		/* Until it is gone. */
		shutdown(child->report, SHUT_WR);
		while (recv(child->report, &status, sizeof status, 0) == -1 && errno == EINTR)
			;
		forget(child);
		return;
	}
	if (child->pid == 0)
		return;
	kill(-child->pid, SIGKILL);
	waitpid(child->pid, &status, 0);
	forget(child);
}
