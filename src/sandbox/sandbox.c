/* SPDX-License-Identifier: ISC */
/*
 * The server's side of reading apart: hands a letter over, hears the answer.
 *
 * Each letter has a connection of its own, so that nothing a reader writes can
 * be taken for another's answer.  A dead room is not forked again from here,
 * where secrets are: the caller has trouble and ends.
 */
#include "sandbox/sandbox.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/log.h"
#include "mail/head.h"
#include "sandbox/internal.h"

#define READERS 2  /* that may try a letter before it is put aside */
#define SPARE   10 /* seconds that the room may be later than its own time limit */

static const struct sandbox_limits usual = {
	.cpu = 5, .wall = 30, .memory = (size_t)512 * 1024 * 1024
};

static struct {
	int control; /* 0: none */
	pid_t pid;
	int patience; /* seconds */
} room;

static bool
send_all(int fd, const void *bytes, size_t size)
{
	for (const char *at = bytes; size > 0;) {
		ssize_t n = send(fd, at, size, MSG_NOSIGNAL);

		if (n == -1 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += n;
		size -= (size_t)n;
	}
	return true;
}

static bool
receive_all(int fd, void *out, size_t size)
{
	for (char *at = out; size > 0;) {
		ssize_t n = recv(fd, at, size, 0);

		if (n == -1 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += n;
		size -= (size_t)n;
	}
	return true;
}

/* Nothing comes any more. */
static bool
is_at_end(int fd)
{
	char more;
	ssize_t n;

	while ((n = recv(fd, &more, 1, 0)) == -1 && errno == EINTR)
		;
	return n == 0;
}

static int
make_pair(int pair[2], struct err *err)
{
	struct timeval patience = { .tv_sec = room.patience };

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == -1)
		return err_system(err, "cannot connect to the reader of letters");
	setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	setsockopt(pair[0], SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
	return 0;
}

static int
hear_greeting(struct err *err)
{
	struct room_greeting greeting;

	if (!receive_all(room.control, &greeting, sizeof greeting)) {
		sandbox_stop();
		return err_set(err, "the reader of letters does not start");
	}
	if (!greeting.seccomp)
		log_warn("letters are read without a filter of system calls: "
			 "this system has no seccomp");
	return 0;
}

int
sandbox_start(void (*read)(struct letter *, struct arena *, const char *, size_t,
		  const struct letter_policy *),
    const struct sandbox_limits *limits, struct err *err)
{
	struct room served = { .read = read, .limits = limits != NULL ? *limits : usual };
	int pair[2];

	rights_no_core();
	room.patience = served.limits.wall + SPARE;
	if (make_pair(pair, err) == -1)
		return -1;
	room.pid = fork();
	if (room.pid == 0)
		room_serve(&served, pair[1]);
	close(pair[1]);
	if (room.pid == -1) {
		close(pair[0]);
		return err_system(err, "cannot start the reader of letters");
	}
	room.control = pair[0];
	return hear_greeting(err);
}

void
sandbox_stop(void)
{
	if (room.control == 0)
		return;
	/* It ends at the end of its input, also where close fails. */
	shutdown(room.control, SHUT_RDWR);
	close(room.control);
	room.control = 0;
	while (waitpid(room.pid, NULL, 0) == -1 && errno == EINTR)
		;
}

bool
sandbox_reads(void)
{
	return room.control != 0;
}

static bool
send_descriptor(int fd)
{
	char byte = 0;
	struct iovec iov = { &byte, 1 };
	_Alignas(struct cmsghdr) char space[CMSG_SPACE(sizeof fd)] = { 0 };
	struct msghdr message = { .msg_iov = &iov,
		.msg_iovlen = 1,
		.msg_control = space,
		.msg_controllen = sizeof space };
	struct cmsghdr *head = CMSG_FIRSTHDR(&message);

	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(sizeof fd);
	memcpy(CMSG_DATA(head), &fd, sizeof fd);
	return sendmsg(room.control, &message, MSG_NOSIGNAL) == 1;
}

static bool
ask(int fd, const char *bytes, size_t length, const struct letter_policy *policy)
{
	const char *const words[] = { policy->address, policy->loop_id, policy->auth_server };
	struct question question;

	question_make(&question, length, policy);
	if (!send_all(fd, &question, sizeof question))
		return false;
	for (size_t i = 0; i < 3; i++)
		if (words[i] != NULL && !send_all(fd, words[i], question.words[i]))
			return false;
	return send_all(fd, bytes, length);
}

/* The letter's strings lie in the answer. */
static bool
hear(int fd, struct letter *letter, struct arena *arena, size_t max)
{
	size_t length;
	char *answer;

	if (!receive_all(fd, &length, sizeof length) || length > max)
		return false;
	answer = arena_alloc(arena, length);
	return receive_all(fd, answer, length) && is_at_end(fd) &&
	    answer_unpack(letter, answer, length);
}

static bool
had_all_time(const struct room_verdict *verdict)
{
	return verdict->too_slow ||
	    (WIFSIGNALED(verdict->status) && WTERMSIG(verdict->status) == SIGXCPU);
}

static const char *
blame(const struct room_verdict *verdict)
{
	int status = verdict->status;

	if (had_all_time(verdict) || (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL))
		return "reading it did not end";
	/* It was cut short by us, who had heard enough. */
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE)
		status = 0;
	return status != 0 ? "reading it crashed" : "reading it made no sense";
}

static void
set_unreadable(struct letter *letter, const struct letter *head, const char *reason)
{
	*letter = *head;
	letter->kind = LETTER_UNREADABLE;
	letter->kind_reason = reason;
}

/* A reader may find out that it was a robot; not that it was none. */
static void
keep_kind(struct letter *letter, const struct letter *head)
{
	if (head->kind == LETTER_PERSON ||
	    (head->kind == LETTER_ROBOT && letter->kind != LETTER_PERSON))
		return;
	letter->kind = head->kind;
	letter->kind_reason = head->kind_reason;
}

/* One reader, one answer: 1, 0 for one that cannot be used, or -1. */
static int
read_once(struct letter *letter, struct room_verdict *verdict, struct arena *arena,
    const char *bytes, size_t length, const struct letter_policy *policy, struct err *err)
{
	int pair[2];
	bool sent, sound;

	if (make_pair(pair, err) == -1)
		return -1;
	sent = send_descriptor(pair[1]);
	close(pair[1]);
	sound = sent && ask(pair[0], bytes, length, policy) &&
	    hear(pair[0], letter, arena, answer_max(length, policy));
	close(pair[0]);
	/* Who got nothing has no verdict, however long one waits. */
	if (!sent || !receive_all(room.control, verdict, sizeof *verdict)) {
		sandbox_stop();
		return err_set(err, "the reader of letters has gone");
	}
	if (verdict->status == -1)
		return err_set(err, "no process can be made to read a letter");
	return sound && verdict->status == 0;
}

/* A second reader, since the first may have failed for a reason of the system's;
 * but none for a letter that takes all the time there is. */
int
sandbox_read(struct letter *letter, struct arena *arena, const char *bytes, size_t length,
    const struct letter_policy *policy, struct err *err)
{
	struct room_verdict verdict = { 0 };
	struct letter head;
	int rc = 0;

	if (room.control == 0)
		return err_set(err, "the reader of letters was not started");
	head_read(&head, arena, bytes, length, policy);
	for (int tries = 0; rc == 0 && tries < READERS && !had_all_time(&verdict); tries++) {
		*letter = head;
		rc = read_once(letter, &verdict, arena, bytes, length, policy, err);
	}
	if (rc == -1)
		return -1;
	if (rc == 0)
		set_unreadable(letter, &head, blame(&verdict));
	else
		keep_kind(letter, &head);
	return 0;
}
