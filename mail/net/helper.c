/* SPDX-License-Identifier: ISC */
/*
 * Programs started by a process apart (helper.h).
 *
 * Each request is one message: the words, and three descriptors, for input, output and
 * the report.  A process is forked for each, which waits for the program and for the
 * server: when that closes the report, the program's group is killed.
 */
#include "mail/net/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "mail/net/child.h"

#define CONTROL     3 /* the descriptor to the server */
#define REQUEST_MAX 16384
#define DESCRIPTORS 3

static struct {
	int control; /* 0: none */
	pid_t pid;
	const struct helper_command *commands;
	int count;
	bool is_gone;
} helper;

static bool
fits(const struct helper_command *command, const char *const *words, int count)
{
	if (command->count != count)
		return false;
	for (int i = 0; i < count; i++)
		if (command->words[i] != NULL &&
		    (words[i] == NULL || strcmp(command->words[i], words[i]) != 0))
			return false;
	return true;
}

static bool
is_known(const char *const *words, int count)
{
	for (int i = 0; i < helper.count; i++)
		if (fits(&helper.commands[i], words, count))
			return true;
	return false;
}

bool
helper_knows(const struct helper_command *command)
{
	return is_known(command->words, command->count);
}

bool
helper_is_gone(void)
{
	return helper.is_gone;
}

bool
helper_is_used(void)
{
	return helper.control != 0;
}

/* Starts the program and sees to its end. */
static _Noreturn void
attend(const char *const *argv, int input, int output, int report)
{
	struct pollfd server = { .fd = report, .events = POLLIN };
	int status = 0;
	pid_t pid;

	close(CONTROL);
	signal(SIGCHLD, SIG_DFL);
	if ((pid = fork()) == 0)
		child_become(argv, input, output);
	close(input);
	close(output);
	if (pid == -1)
		_exit(1);
	setpgid(pid, pid);
	while (waitpid(pid, &status, WNOHANG) == 0)
		if (poll(&server, 1, CHILD_POLL_MS) > 0) {
			kill(-pid, SIGKILL);
			waitpid(pid, &status, 0);
			break;
		}
	(void)!write(report, &status, sizeof status);
	_exit(0);
}

/* One request: the words and the descriptors; false at the end. */
static bool
receive(char *text, size_t size, size_t *length, int fds[DESCRIPTORS])
{
	struct iovec iov = { text, size };
	_Alignas(struct cmsghdr) char space[CMSG_SPACE(DESCRIPTORS * sizeof(int))];
	struct msghdr message = { .msg_iov = &iov,
		.msg_iovlen = 1,
		.msg_control = space,
		.msg_controllen = sizeof space };
	struct cmsghdr *head;
	ssize_t n;

	while ((n = recvmsg(CONTROL, &message, MSG_CMSG_CLOEXEC)) == -1 && errno == EINTR)
		;
	if (n <= 0)
		return false;
	head = CMSG_FIRSTHDR(&message);
	if (head == NULL || head->cmsg_type != SCM_RIGHTS ||
	    head->cmsg_len != CMSG_LEN(DESCRIPTORS * sizeof(int)))
		return false;
	memcpy(fds, CMSG_DATA(head), DESCRIPTORS * sizeof(int));
	*length = (size_t)n;
	return true;
}

/* The server says when this process ends, not a signal to the whole group. */
static _Noreturn void
serve(int control)
{
	static char text[REQUEST_MAX + 1];
	int null = open("/dev/null", O_RDWR), fds[DESCRIPTORS];
	size_t length;
	sigset_t none;

	dup2(null, 0);
	dup2(null, 1);
	dup2(control, CONTROL);
	closefrom(CONTROL + 1);
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGCHLD, SIG_IGN); /* nobody is left to be waited for */
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	while (receive(text, REQUEST_MAX, &length, fds)) {
		const char *argv[HELPER_WORDS_MAX + 1] = { NULL };
		int count = 0;

		text[length] = '\0';
		for (size_t at = 0; at < length && count < HELPER_WORDS_MAX;
		     at += strlen(text + at) + 1)
			argv[count++] = text + at;
		if (is_known(argv, count) && fork() == 0)
			attend(argv, fds[0], fds[1], fds[2]);
		for (int i = 0; i < DESCRIPTORS; i++)
			close(fds[i]);
	}
	_exit(0);
}

int
helper_start(const struct helper_command *commands, int count, struct err *err)
{
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) == -1)
		return err_system(err, "cannot connect to the helper that starts programs");
	helper.commands = commands;
	helper.count = count;
	helper.pid = fork();
	if (helper.pid == 0)
		serve(pair[1]);
	close(pair[1]);
	if (helper.pid == -1) {
		close(pair[0]);
		return err_system(err, "cannot start the helper that starts programs");
	}
	helper.control = pair[0];
	return 0;
}

void
helper_stop(void)
{
	if (helper.control == 0)
		return;
	shutdown(helper.control, SHUT_RDWR);
	close(helper.control);
	helper.control = 0;
	while (waitpid(helper.pid, NULL, 0) == -1 && errno == EINTR)
		;
}

int
helper_run(const char *const *argv, int input, int output, struct err *err)
{
	char text[REQUEST_MAX];
	_Alignas(struct cmsghdr) char space[CMSG_SPACE(DESCRIPTORS * sizeof(int))] = { 0 };
	struct iovec iov = { .iov_base = text };
	struct msghdr message = { .msg_iov = &iov,
		.msg_iovlen = 1,
		.msg_control = space,
		.msg_controllen = sizeof space };
	struct cmsghdr *head = CMSG_FIRSTHDR(&message);
	int report[2];

	for (int i = 0; argv[i] != NULL; i++) {
		size_t length = strlen(argv[i]) + 1;

		if (iov.iov_len + length > sizeof text)
			return err_set(err, "the command line of %s is too long", argv[0]);
		memcpy(text + iov.iov_len, argv[i], length);
		iov.iov_len += length;
	}
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, report) == -1)
		return err_system(err, "cannot start %s", argv[0]);
	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(DESCRIPTORS * sizeof(int));
	memcpy(CMSG_DATA(head), (int[DESCRIPTORS]){ input, output, report[1] },
	    DESCRIPTORS * sizeof(int));
	if (sendmsg(helper.control, &message, MSG_NOSIGNAL) == -1) {
		err_system(err, "the helper that starts programs has gone");
		helper.is_gone = true;
		close(report[0]);
		report[0] = -1;
	}
	close(report[1]);
	return report[0];
}
