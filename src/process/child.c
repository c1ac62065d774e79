/* SPDX-License-Identifier: ISC */
/*
 * Another program of this machine (child.h).
 *
 * A child gets what it is to read at once as an unlinked file, so that it can neither block
 * us nor raise SIGPIPE; it inherits none of our other descriptors.  Only its exit
 * ends it, not the end of its output: something it left running may hold that
 * open, and it may close it and go on.
 */
#include "process/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/str.h"

#define EXIT_NO_PROGRAM 126 /* as shells say it */

static child_starter *start_by;

void
child_start_by(child_starter *starter)
{
	start_by = starter;
}

void
child_become(const struct child_plan *plan, int input, int output)
{
	const char *argv[CHILD_WORDS_MAX + 1] = { NULL };
	int error = output;

	memcpy(argv, plan->words, (size_t)plan->count * sizeof *argv);
	setpgid(0, 0);
	if (plan->limits.is_mute && (error = open("/dev/null", O_WRONLY)) == -1)
		error = output;
	rights_settle(input, output, error, -1);
	if (rights_confine(&plan->limits, argv[0]))
		execv(argv[0], (char *const *)(uintptr_t)argv);
	_exit(EXIT_NO_PROGRAM);
}

/* A file in memory with the child's input; -1 with err. */
static int
make_input(const struct child_plan *plan, struct err *err)
{
	int fd = memfd_create("letter", MFD_CLOEXEC);

	if (fd == -1)
		return err_system(err, "cannot make a temporary file");
	if (file_write(fd, "a temporary file", plan->input, plan->input_length, err) == -1) {
		close(fd);
		return -1;
	}
	lseek(fd, 0, SEEK_SET);
	return fd;
}

/* Our end in child->to, the child's end. */
static int
make_talk(struct child *child, struct err *err)
{
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == -1)
		return err_system(err, "cannot make a connection");
	child->to = pair[0];
	return pair[1];
}

static void
close_all(struct child *child)
{
	int *const fds[] = { &child->from, &child->to, &child->report };

	for (size_t i = 0; i < sizeof fds / sizeof *fds; i++) {
		if (*fds[i] != -1)
			close(*fds[i]);
		*fds[i] = -1;
	}
	child->pid = 0;
}

int
child_start(struct child *child, const struct child_plan *plan, struct err *err)
{
	int ends[2], input;
	bool is_started;

	*child = (struct child){ .plan = *plan,
		.from = -1,
		.report = -1,
		.to = -1,
		.deadline = clock_steady_ms() + (int64_t)plan->limits.wall * 1000 };
	plan->output[0] = '\0';
	input = plan->input != NULL ? make_input(plan, err) : make_talk(child, err);
	if (input == -1)
		return -1;
	if (pipe2(ends, O_CLOEXEC) == -1) {
		err_system(err, "cannot make a pipe");
		close(input);
		close_all(child);
		return -1;
	}
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	child->from = ends[0];
	if (start_by != NULL) {
		child->report = start_by(plan, input, ends[1], err);
		is_started = child->report != -1;
	} else {
		child->pid = fork();
		if (child->pid == 0)
			child_become(plan, input, ends[1]);
		is_started = child->pid != -1;
		if (is_started)
			setpgid(child->pid, child->pid);
		else
			err_system(err, "cannot start %s", plan->words[0]);
	}
	close(input);
	close(ends[1]);
	if (!is_started)
		close_all(child);
	return is_started ? 0 : -1;
}

/* Keeps what fits of what has come.  Reads a bounded amount, for a child that
 * never stops talking. */
static void
drain(struct child *child)
{
	char surplus[4096];
	ssize_t n = 1;

	for (int i = 0; i < 32 && n > 0 && child->from != -1; i++) {
		bool fits = child->got + 1 < child->plan.size;

		n = read(child->from, fits ? child->plan.output + child->got : surplus,
		    fits ? child->plan.size - 1 - child->got : sizeof surplus);
		if (n > 0)
			child->printed += (size_t)n;
		if (fits && n > 0)
			child->got += (size_t)n;
	}
	child->plan.output[child->got] = '\0';
	if (n == 0) {
		close(child->from);
		child->from = -1;
	}
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
	const struct limits *limits = &child->plan.limits;
	const char *program = child->plan.words[0];
	int status = 0, ended = ask(child, &status);

	drain(child);
	if (limits->output > 0 && child->printed > limits->output) {
		child_kill(child);
		return err_set(err, "%s wrote more than %zu bytes", program, limits->output);
	}
	if (ended == 0) {
		if (clock_steady_ms() < child->deadline)
			return 0;
		child_kill(child);
		child->is_late = true;
		return err_set(err, "%s took longer than %d s", program, limits->wall);
	}
	close_all(child);
	if (ended == 1 && WIFSIGNALED(status))
		return err_set(err, "%s ended by signal %d", program, WTERMSIG(status));
	if (ended == -1 || !WIFEXITED(status) || WEXITSTATUS(status) == EXIT_NO_PROGRAM)
		return err_set(err, "cannot run %s", program);
	*code = WEXITSTATUS(status);
	return 1;
}

bool
child_is_running(const struct child *child)
{
	return child->pid > 0 || child->report > 0;
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
	} else if (child->pid > 0) {
		kill(-child->pid, SIGKILL);
		waitpid(child->pid, &status, 0);
	} else {
		return;
	}
	close_all(child);
}

bool
child_say(struct child *child, const char *text)
{
	size_t length = strlen(text);

	return child->to != -1 &&
	    send(child->to, text, length, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)length;
}

bool
child_line(struct child *child, char *line, size_t size)
{
	char *output = child->plan.output, *end = strchr(output, '\n');

	if (end == NULL)
		return false;
	str_format(line, size, "%.*s", (int)(end - output), output);
	child->got -= (size_t)(end + 1 - output);
	memmove(output, end + 1, child->got + 1);
	return true;
}
