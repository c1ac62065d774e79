/* SPDX-License-Identifier: ISC */
/*
 * A process that serves this one (servant.h).
 */
#include "process/servant.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "process/rights.h"

#define DESCRIPTORS_MAX 4 /* in one message */

/* What a new process does. */
static _Noreturn void
settle_and(void (*serve)(const char *), const char *argument, int control)
{
	int null = open("/dev/null", O_RDWR);

	rights_settle(null, null, 2, control);
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	serve(argument);
	_exit(1);
}

/* vfork: the process has our memory, and we wait, until it becomes another program.  Until then
 * no handler of ours may run in it. */
static pid_t
fork_program(void (*become)(const char *), const char *argument, int control)
{
	sigset_t all, before;
	pid_t pid;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	if ((pid = vfork()) == 0)
		settle_and(become, argument, control);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return pid;
}

static int
start(struct servant *servant, int type, bool is_program, void (*serve)(const char *),
    const char *argument, const char *what, struct err *err)
{
	int pair[2];

	if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, pair) == -1)
		return err_system(err, "cannot connect to %s", what);
	servant->pid = is_program ? fork_program(serve, argument, pair[1]) : fork();
	if (servant->pid == 0)
		settle_and(serve, argument, pair[1]);
	close(pair[1]);
	if (servant->pid == -1) {
		close(pair[0]);
		return err_system(err, "cannot start %s", what);
	}
	servant->control = pair[0];
	return 0;
}

int
servant_start(struct servant *servant, int type, void (*serve)(const char *), const char *argument,
    const char *what, struct err *err)
{
	return start(servant, type, false, serve, argument, what, err);
}

int
servant_start_program(struct servant *servant, int type, void (*become)(const char *),
    const char *argument, const char *what, struct err *err)
{
	return start(servant, type, true, become, argument, what, err);
}

void
servant_stop(struct servant *servant)
{
	if (servant->control == 0)
		return;
	/* It ends at the end of its input, also where close fails. */
	shutdown(servant->control, SHUT_RDWR);
	close(servant->control);
	servant->control = 0;
	while (waitpid(servant->pid, NULL, 0) == -1 && errno == EINTR)
		;
}

bool
servant_send(int control, const void *bytes, size_t length, const int *fds, size_t count)
{
	struct iovec iov = { (void *)(uintptr_t)bytes, length };
	_Alignas(struct cmsghdr) char space[CMSG_SPACE(DESCRIPTORS_MAX * sizeof *fds)] = { 0 };
	struct msghdr message = { .msg_iov = &iov,
		.msg_iovlen = 1,
		.msg_control = space,
		.msg_controllen = CMSG_SPACE(count * sizeof *fds) };
	struct cmsghdr *head = CMSG_FIRSTHDR(&message);

	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(count * sizeof *fds);
	memcpy(CMSG_DATA(head), fds, count * sizeof *fds);
	return sendmsg(control, &message, MSG_NOSIGNAL) == (ssize_t)length;
}

size_t
servant_receive(void *bytes, size_t size, int *fds, size_t count)
{
	struct iovec iov = { bytes, size };
	_Alignas(struct cmsghdr) char space[CMSG_SPACE(DESCRIPTORS_MAX * sizeof *fds)];
	struct msghdr message = { .msg_iov = &iov,
		.msg_iovlen = 1,
		.msg_control = space,
		.msg_controllen = sizeof space };
	struct cmsghdr *head;
	ssize_t n;

	while ((n = recvmsg(SERVANT_CONTROL, &message, MSG_CMSG_CLOEXEC)) == -1 && errno == EINTR)
		;
	head = n > 0 ? CMSG_FIRSTHDR(&message) : NULL;
	if (head == NULL || head->cmsg_type != SCM_RIGHTS ||
	    head->cmsg_len != CMSG_LEN(count * sizeof *fds))
		return 0;
	memcpy(fds, CMSG_DATA(head), count * sizeof *fds);
	return (size_t)n;
}
