/* SPDX-License-Identifier: ISC */
/*
 * Programs started by a process apart (helper.h).
 *
 * Each request is one message: the words, and three descriptors, for input, output and
 * the report.  A process is forked for each, which waits for the program and for the
 * server: when that closes the report, the program's group is killed.
 */
#include "process/helper.h"

#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "process/servant.h"

#define REQUEST_MAX 16384

enum { INPUT, OUTPUT, REPORT, DESCRIPTORS };

static struct {
	struct servant servant;
	const struct child_plan *plans;
	int count;
	bool is_gone;
} helper;

static bool
fits(const struct child_plan *known, const struct child_plan *asked)
{
	if (known->count != asked->count)
		return false;
	for (int i = 0; i < known->count; i++)
		if (known->words[i] != NULL &&
		    (asked->words[i] == NULL || strcmp(known->words[i], asked->words[i]) != 0))
			return false;
	return true;
}

static const struct child_plan *
find_plan(const struct child_plan *asked)
{
	for (int i = 0; i < helper.count; i++)
		if (fits(&helper.plans[i], asked))
			return &helper.plans[i];
	return NULL;
}

bool
helper_knows(const struct child_plan *plan)
{
	return find_plan(plan) != NULL;
}

bool
helper_is_gone(void)
{
	return helper.is_gone;
}

/* Starts the program and sees to its end. */
static _Noreturn void
attend(const struct child_plan *plan, const int *fds)
{
	struct pollfd server = { .fd = fds[REPORT], .events = POLLIN };
	int status = 0;
	pid_t pid;

	close(SERVANT_CONTROL);
	signal(SIGCHLD, SIG_DFL);
	if ((pid = fork()) == 0)
		child_become(plan, fds[INPUT], fds[OUTPUT]);
	close(fds[INPUT]);
	close(fds[OUTPUT]);
	if (pid == -1)
		_exit(1);
	setpgid(pid, pid);
	while (waitpid(pid, &status, WNOHANG) == 0)
		if (poll(&server, 1, CHILD_POLL_MS) > 0) {
			kill(-pid, SIGKILL);
			waitpid(pid, &status, 0);
			break;
		}
	(void)!write(fds[REPORT], &status, sizeof status);
	_exit(0);
}

static void
serve(const char *unused)
{
	static char text[REQUEST_MAX + 1];
	int fds[DESCRIPTORS];
	size_t length;

	(void)unused;
	signal(SIGPIPE, SIG_IGN);
	signal(SIGCHLD, SIG_IGN); /* nobody is left to be waited for */
	while ((length = servant_receive(text, REQUEST_MAX, fds, DESCRIPTORS)) > 0) {
		struct child_plan asked = { .count = 0 };
		const struct child_plan *known;

		text[length] = '\0';
		for (size_t at = 0; at < length && asked.count < CHILD_WORDS_MAX;
		     at += strlen(text + at) + 1)
			asked.words[asked.count++] = text + at;
		known = find_plan(&asked);
		if (known != NULL && fork() == 0) {
			asked.limits = known->limits;
			attend(&asked, fds);
		}
		for (int i = 0; i < DESCRIPTORS; i++)
			close(fds[i]);
	}
	_exit(0);
}

/* A child_starter. */
static int
run(const struct child_plan *plan, int input, int output, struct err *err)
{
	char text[REQUEST_MAX];
	size_t length = 0;
	int report[2];

	for (int i = 0; i < plan->count; i++) {
		size_t more = strlen(plan->words[i]) + 1;

		if (length + more > sizeof text)
			return err_set(err, "the command line of %s is too long", plan->words[0]);
		memcpy(text + length, plan->words[i], more);
		length += more;
	}
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, report) == -1)
		return err_system(err, "cannot start %s", plan->words[0]);
	if (!servant_send(helper.servant.control, text, length,
		(int[DESCRIPTORS]){ input, output, report[1] }, DESCRIPTORS)) {
		err_system(err, "the helper that starts programs has gone");
		helper.is_gone = true;
		close(report[0]);
		report[0] = -1;
	}
	close(report[1]);
	return report[0];
}

int
helper_start(const struct child_plan *plans, int count, struct err *err)
{
	helper.plans = plans;
	helper.count = count;
	if (servant_start(&helper.servant, SOCK_SEQPACKET, serve, NULL,
		"the helper that starts programs", err) == -1)
		return -1;
	child_start_by(run);
	return 0;
}

void
helper_stop(void)
{
	servant_stop(&helper.servant);
	child_start_by(NULL);
}
