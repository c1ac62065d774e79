/* SPDX-License-Identifier: ISC */
/*
 * The zygote: the process that forks a reader for each letter, and sees to it
 * that the reader ends.
 *
 * It is small and knows no secret, because it was forked before there were any:
 * forking it is quick for the first reason, harmless for the second.  It never
 * looks at a stranger's letter itself.  It measures the time itself, without the reader's
 * help.
 */
#include "sandbox/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/str.h"
#include "mail/read/charset.h"

#define CONTROL 3 /* the descriptor to the server */

static volatile sig_atomic_t reader, too_slow;

static void
on_alarm(int number)
{
	(void)number;
	too_slow = 1;
	if (reader > 0)
		kill((pid_t)reader, SIGKILL);
}

static void
put(int fd, const void *bytes, size_t size)
{
	for (const char *at = bytes; size > 0;) {
		ssize_t n = write(fd, at, size);

		if (n == -1 && errno == EINTR)
			continue;
		if (n <= 0)
			_exit(READER_HINDERED);
		at += n;
		size -= (size_t)n;
	}
}

static char *
get_text(int fd, struct arena *arena, size_t length)
{
	char *text;

	if (length == SIZE_MAX)
		return NULL;
	text = arena_alloc(arena, length + 1);
	if (!wire_receive(fd, text, length))
		_exit(READER_HINDERED);
	return text;
}

/* The server's question is trusted; the letter in it is not. */
static _Noreturn void
read_one(const struct zygote *zygote, int fd)
{
	struct arena *arena = arena_new();
	struct question question;
	struct letter_policy policy;
	struct letter letter;
	struct str answer;
	const char *bytes;
	size_t length = 0;

	rights_drop(&zygote->limits);
	if (!wire_receive(fd, &question, sizeof question))
		_exit(READER_HINDERED);
	policy.bytes_max = question.bytes_max;
	policy.address = get_text(fd, arena, question.words[0]);
	policy.loop_id = get_text(fd, arena, question.words[1]);
	policy.auth_server = get_text(fd, arena, question.words[2]);
	bytes = get_text(fd, arena, question.length);
	zygote->read(&letter, arena, bytes, question.length, &policy);
	str_init(&answer, arena, sizeof length + answer_max(question.length, &policy));
	str_addn(&answer, (const char *)&length, sizeof length);
	answer_pack(&answer, &letter);
	if (!answer.full) {
		length = answer.length - sizeof length;
		memcpy(answer.data, &length, sizeof length);
		put(fd, answer.data, answer.length);
	}
	_exit(0);
}

/* What the libraries and the lists of words do once, and the functions they look up at their
 * first call, are done before the first reader is forked: a letter as most are. */
static void
read_nothing(const struct zygote *zygote)
{
	static const char bytes[] =
	    "Received: from b.test by a.test; Sat, 21 Nov 2026 12:00:00 +0000\n"
	    "From: =?utf-8?Q?J=C3=B6rg?= <b@b.test>\n"
	    "To: Xiangqi <a+board.token@a.test>\n"
	    "Subject: Re: =?utf-8?B?5Lit5Zu9?= a - b\n"
	    "Date: Sat, 21 Nov 2026 12:00:00 +0000\n"
	    "Message-ID: <1@b.test>\n"
	    "In-Reply-To: <2@a.test>\n"
	    "References: <1@a.test>\n"
	    " <2@a.test>\n"
	    "MIME-Version: 1.0\n"
	    "Content-Type: multipart/alternative; boundary=\"b\"\n\n"
	    "--b\n"
	    "Content-Type: text/plain; charset=\"utf-8\"; format=flowed\n"
	    "Content-Transfer-Encoding: quoted-printable\n\n"
	    "Sch=C3=B6n, but so late: \n"
	    "nothing\n\n"
	    "On Fri, 20 Nov 2026, Xiangqi wrote:\n\n"
	    "> It is your turn.\n"
	    "> nothing\n"
	    "-- \n"
	    "b\n"
	    "--b\n"
	    "Content-Type: text/html; charset=iso-8859-1\n"
	    "Content-Transfer-Encoding: base64\n\n"
	    "PGRpdj5ub3RoaW5nPC9kaXY+Cg==\n"
	    "--b--\n";
	const struct letter_policy policy = { .bytes_max = sizeof bytes,
		.address = "a@a.test",
		.loop_id = "a@a.test",
		.auth_server = "a.test" };
	struct arena *arena = arena_new();
	struct letter letter;

	zygote->read(&letter, arena, bytes, sizeof bytes - 1, &policy);
	arena_free(arena);
}

static void
serve_one(const struct zygote *zygote, int fd)
{
	struct zygote_verdict verdict;
	siginfo_t info;
	pid_t pid;

	memset(&verdict, 0, sizeof verdict);
	verdict.status = -1;
	too_slow = 0;
	if ((pid = fork()) == 0) {
		close(CONTROL);
		read_one(zygote, fd);
	}
	close(fd);
	if (pid != -1) {
		reader = pid;
		alarm((unsigned)zygote->limits.wall);
		/* First without reaping it, so that a late alarm cannot kill another process
		 * with its number. */
		while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) == -1 && errno == EINTR)
			;
		alarm(0);
		verdict.too_slow = too_slow;
		while (waitpid(pid, &verdict.status, 0) == -1 && errno == EINTR)
			;
		reader = 0;
	}
	put(CONTROL, &verdict, sizeof verdict);
}

/* The descriptor that comes with a byte; -1 at the end. */
static int
receive(void)
{
	char byte;
	struct iovec iov = { &byte, 1 };
	_Alignas(struct cmsghdr) char space[CMSG_SPACE(sizeof(int))];
	struct msghdr message = { .msg_iov = &iov,
		.msg_iovlen = 1,
		.msg_control = space,
		.msg_controllen = sizeof space };
	struct cmsghdr *head;
	ssize_t n;
	int fd = -1;

	while ((n = recvmsg(CONTROL, &message, 0)) == -1 && errno == EINTR)
		;
	if (n == 1 && (head = CMSG_FIRSTHDR(&message)) != NULL && head->cmsg_type == SCM_RIGHTS)
		memcpy(&fd, CMSG_DATA(head), sizeof fd);
	return fd;
}

/* Of what the caller had open it keeps only standard error, where a sanitizer reports; of
 * its signal handlers none.  The server says when this process ends, not a signal to the
 * whole group. */
_Noreturn void
zygote_serve(const struct zygote *zygote, int control)
{
	struct sigaction action = { .sa_handler = on_alarm };
	struct zygote_greeting greeting;
	int null = open("/dev/null", O_RDWR), ruleset, fd;
	sigset_t none;

	dup2(null, 0);
	dup2(null, 1);
	if (!SANITIZED)
		dup2(null, 2);
	dup2(control, CONTROL);
	closefrom(CONTROL + 1);
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	sigaction(SIGALRM, &action, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);

	memset(&greeting, 0, sizeof greeting);
	if (rights_no_new() && (ruleset = landlock_begin()) != -1) {
		landlock_allow(ruleset, "/usr/lib", false);
		landlock_allow(ruleset, "/usr/lib64", false);
		greeting.landlock = landlock_close(ruleset);
	}
	charset_setup(!greeting.landlock);
	read_nothing(zygote);
	greeting.seccomp = rights_prepare(&zygote->limits, greeting.landlock);
	/* malloc tidies up when something large is wanted; not in each reader. */
	arena_free(arena_new());
	put(CONTROL, &greeting, sizeof greeting);
	while ((fd = receive()) != -1)
		serve_one(zygote, fd);
	_exit(0);
}
