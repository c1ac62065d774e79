/* SPDX-License-Identifier: ISC */
/*
 * The server's side of reading apart: hands a letter over, hears the answer.
 *
 * Each letter has a connection of its own, so that nothing a reader writes can
 * be taken for another's answer.  A dead zygote is not forked again from here,
 * where secrets are: the caller gets an error and ends.
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
#include "mail/net/helper.h"
#include "sandbox/internal.h"

#define READERS     2           /* that may try a letter before it is put aside */
#define SPARE       10          /* seconds that the zygote may be later than its own time limit */
#define AHEAD       2           /* letters handed over before their answers are wanted */
#define AHEAD_BYTES (64 * 1024) /* of each, so that the connection holds it */

static const struct sandbox_limits usual = {
	.cpu = 5, .wall = 30, .memory = (size_t)512 * 1024 * 1024
};

static struct {
	int control; /* 0: none */
	pid_t pid;
	int patience; /* seconds */
	/* Letters handed over, in this order; the zygote's verdicts come in the same. */
	struct {
		const char *bytes;
		int fd;
	} ahead[AHEAD];
	int ahead_count;
	int owed; /* verdicts on letters that are not wanted any more, before all others */
} zygote;

/* Changes parts. */
static bool
send_all(int fd, struct iovec *parts, size_t count, int flags)
{
	while (count > 0) {
		struct msghdr message = { .msg_iov = parts, .msg_iovlen = count };
		ssize_t n = sendmsg(fd, &message, MSG_NOSIGNAL | flags);

		if (n == -1 && errno == EINTR)
			continue;
		if (n == -1)
			return false;
		for (; count > 0 && (size_t)n >= parts->iov_len; parts++, count--)
			n -= (ssize_t)parts->iov_len;
		if (count > 0) {
			parts->iov_base = (char *)parts->iov_base + n;
			parts->iov_len -= (size_t)n;
		}
	}
	return true;
}

static int
make_pair(int pair[2], struct err *err)
{
	struct timeval patience = { .tv_sec = zygote.patience };

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == -1)
		return err_system(err, "cannot connect to the reader of letters");
	setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	setsockopt(pair[0], SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
	return 0;
}

int
sandbox_start(void (*read)(struct letter *, struct arena *, const char *, size_t,
		  const struct letter_policy *),
    const struct sandbox_limits *limits, struct err *err)
{
	struct zygote served = { .read = read, .limits = limits != NULL ? *limits : usual };
	struct zygote_greeting greeting;
	int pair[2];

	rights_no_core();
	zygote.patience = served.limits.wall + SPARE;
	if (make_pair(pair, err) == -1)
		return -1;
	zygote.pid = fork();
	if (zygote.pid == 0)
		zygote_serve(&served, pair[1]);
	close(pair[1]);
	if (zygote.pid == -1) {
		close(pair[0]);
		return err_system(err, "cannot start the reader of letters");
	}
	zygote.control = pair[0];
	if (!wire_receive(zygote.control, &greeting, sizeof greeting)) {
		sandbox_stop();
		return err_set(err, "the reader of letters does not start");
	}
	if (!greeting.seccomp)
		log_warn("letters are read without a filter of system calls: "
			 "this system has no seccomp");
	return 0;
}

void
sandbox_stop(void)
{
	helper_stop();
	if (zygote.control == 0)
		return;
	for (int i = 0; i < zygote.ahead_count; i++)
		close(zygote.ahead[i].fd);
	zygote.ahead_count = zygote.owed = 0;
	/* It ends at the end of its input, also where close fails. */
	shutdown(zygote.control, SHUT_RDWR);
	close(zygote.control);
	zygote.control = 0;
	while (waitpid(zygote.pid, NULL, 0) == -1 && errno == EINTR)
		;
}

bool
sandbox_reads(void)
{
	return zygote.control != 0 && !helper_is_gone();
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
	return sendmsg(zygote.control, &message, MSG_NOSIGNAL) == 1;
}

/* All in one message, so that the reader is woken once. */
static bool
ask(int fd, const char *bytes, size_t length, const struct letter_policy *policy, int flags)
{
	const char *const words[] = { policy->address, policy->loop_id, policy->auth_server };
	struct question question = { .length = length, .bytes_max = policy->bytes_max };
	struct iovec parts[QUESTION_WORDS + 2] = { { &question, sizeof question } };

	for (size_t i = 0; i < QUESTION_WORDS; i++) {
		question.words[i] = words[i] != NULL ? strlen(words[i]) : SIZE_MAX;
		parts[i + 1].iov_base = (char *)(uintptr_t)words[i];
		parts[i + 1].iov_len = words[i] != NULL ? question.words[i] : 0;
	}
	parts[QUESTION_WORDS + 1].iov_base = (char *)(uintptr_t)bytes;
	parts[QUESTION_WORDS + 1].iov_len = length;
	return send_all(fd, parts, QUESTION_WORDS + 2, flags);
}

/* The letter's strings lie in the answer; nothing may come after it. */
static bool
hear(int fd, struct letter *letter, struct arena *arena, size_t max)
{
	size_t length;
	char *answer, more;
	ssize_t n;

	if (!wire_receive(fd, &length, sizeof length) || length > max)
		return false;
	answer = arena_alloc(arena, length);
	if (!wire_receive(fd, answer, length))
		return false;
	while ((n = recv(fd, &more, 1, 0)) == -1 && errno == EINTR)
		;
	return n == 0 && answer_unpack(letter, answer, length);
}

static bool
had_all_time(const struct zygote_verdict *verdict)
{
	return verdict->too_slow ||
	    (WIFSIGNALED(verdict->status) && WTERMSIG(verdict->status) == SIGXCPU);
}

static const char *
blame(const struct zygote_verdict *verdict)
{
	int status = verdict->status;

	if (had_all_time(verdict) || (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL))
		return "reading it did not end";
	/* It was cut short by us, who had heard enough. */
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE)
		status = 0;
	return status != 0 ? "reading it crashed" : "reading it made no sense";
}

/* The first letters that were handed over are not wanted any more. */
static void
drop_ahead(int count)
{
	for (int i = 0; i < count; i++)
		close(zygote.ahead[i].fd);
	zygote.owed += count;
	zygote.ahead_count -= count;
	memmove(
	    zygote.ahead, zygote.ahead + count, (size_t)zygote.ahead_count * sizeof *zygote.ahead);
}

/* The letter's place among those handed over; their number where it is not there. */
static int
find_ahead(const char *bytes)
{
	int i = 0;

	while (i < zygote.ahead_count && zygote.ahead[i].bytes != bytes)
		i++;
	return i;
}

bool
sandbox_ahead(const char *bytes, size_t length, const struct letter_policy *policy)
{
	struct err ignored;
	int pair[2];

	if (find_ahead(bytes) < zygote.ahead_count)
		return true;
	if (zygote.control == 0 || zygote.ahead_count == AHEAD || length > AHEAD_BYTES ||
	    make_pair(pair, &ignored) == -1)
		return false;
	if (!send_descriptor(pair[1])) {
		close(pair[0]);
		close(pair[1]);
		return false;
	}
	close(pair[1]);
	zygote.ahead[zygote.ahead_count].fd = pair[0];
	zygote.ahead[zygote.ahead_count].bytes = bytes;
	/* Not all of it, where a system's connections hold less; the verdict comes in its turn. */
	if (!ask(pair[0], bytes, length, policy, MSG_DONTWAIT)) {
		shutdown(pair[0], SHUT_RDWR);
		zygote.ahead[zygote.ahead_count].bytes = NULL;
	}
	return zygote.ahead[zygote.ahead_count++].bytes != NULL;
}

void
sandbox_forget(const char *bytes)
{
	int place = find_ahead(bytes);

	if (place < zygote.ahead_count)
		drop_ahead(place + 1);
}

static bool
hear_verdict(struct zygote_verdict *verdict)
{
	for (; zygote.owed > 0; zygote.owed--)
		if (!wire_receive(zygote.control, verdict, sizeof *verdict))
			return false;
	return wire_receive(zygote.control, verdict, sizeof *verdict);
}

/* One reader, one answer: 1, 0 for one that cannot be used, or -1. */
static int
read_once(struct letter *letter, struct zygote_verdict *verdict, struct arena *arena,
    const char *bytes, size_t length, const struct letter_policy *policy, struct err *err)
{
	int pair[2], place = find_ahead(bytes);
	bool is_ahead = place < zygote.ahead_count, sent = true, valid;

	drop_ahead(place);
	if (is_ahead) {
		pair[0] = zygote.ahead[0].fd;
		zygote.ahead[0] = zygote.ahead[1];
		zygote.ahead_count--;
	} else {
		if (make_pair(pair, err) == -1)
			return -1;
		sent = send_descriptor(pair[1]);
		close(pair[1]);
	}
	valid = sent && (is_ahead || ask(pair[0], bytes, length, policy, 0)) &&
	    hear(pair[0], letter, arena, answer_max(length, policy));
	close(pair[0]);
	/* Where nothing arrived there is no verdict to wait for. */
	if (!sent || !hear_verdict(verdict)) {
		sandbox_stop();
		return err_set(err, "the reader of letters has gone");
	}
	if (verdict->status == -1)
		return err_set(err, "no process can be made to read a letter");
	/* Perhaps it only waited to be heard. */
	if (is_ahead)
		verdict->too_slow = false;
	return valid && verdict->status == 0;
}

/* A second reader is tried, since the first may have failed for a reason of the system's;
 * but not for a letter that takes all the time there is. */
int
sandbox_read(struct letter *letter, struct arena *arena, const char *bytes, size_t length,
    const struct letter_policy *policy, struct err *err)
{
	struct zygote_verdict verdict = { 0 };
	struct letter head;
	int rc = 0;

	if (zygote.control == 0)
		return err_set(err, "the reader of letters was not started");
	head_read(&head, arena, bytes, length, policy);
	for (int tries = 0; rc == 0 && tries < READERS && !had_all_time(&verdict); tries++) {
		*letter = head;
		rc = read_once(letter, &verdict, arena, bytes, length, policy, err);
	}
	if (rc == -1)
		return -1;
	if (rc == 0 && WIFEXITED(verdict.status) &&
	    WEXITSTATUS(verdict.status) == READER_HINDERED) {
		err_set(err, "something hinders the reader of letters");
		return 1;
	}
	if (rc == 0) {
		*letter = head;
		letter->kind = LETTER_UNREADABLE;
		letter->kind_reason = blame(&verdict);
	} else if (head.kind != LETTER_PERSON &&
	    (head.kind != LETTER_ROBOT || letter->kind == LETTER_PERSON)) {
		/* A reader may find out that it was a robot's; not that it was not. */
		letter->kind = head.kind;
		letter->kind_reason = head.kind_reason;
	}
	return 0;
}
