/* SPDX-License-Identifier: ISC */
/*
 * The zygote: the process that forks a reader for each letter, and sees to it
 * that the reader ends.
 *
 * It is small and knows no secret, because it is a program of its own: forking it is quick
 * for the first reason, harmless for the second.  It never looks at a stranger's letter
 * itself.  It measures the time itself, without the reader's help.
 */
#include "sandbox/zygote.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/sanitized.h"
#include "base/str.h"
#include "mail/read/charset.h"
#include "process/landlock.h"
#include "process/rights.h"
#include "process/servant.h"
#include "sandbox/wire.h"

static letter_reader *read_letter;
static struct limits limits;
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
	struct err ignored;

	if (file_write(fd, "to the server", bytes, size, &ignored) == -1)
		_exit(RIGHTS_HINDERED);
}

static char *
get_text(int fd, struct arena *arena, size_t length)
{
	char *text;

	if (length == SIZE_MAX)
		return NULL;
	text = arena_alloc(arena, length + 1);
	if (!wire_receive(fd, text, length))
		_exit(RIGHTS_HINDERED);
	return text;
}

/* The server's question is trusted; the letter in it is not. */
static _Noreturn void
read_one(int fd)
{
	struct arena *arena = arena_new();
	struct question question;
	struct letter_policy policy;
	struct letter letter;
	struct str answer;
	const char *bytes;
	size_t length = 0;

	if (!wire_receive(fd, &question, sizeof question))
		_exit(RIGHTS_HINDERED);
	policy.bytes_max = question.bytes_max;
	policy.address = get_text(fd, arena, question.words[0]);
	policy.auth_server = get_text(fd, arena, question.words[1]);
	bytes = get_text(fd, arena, question.length);
	read_letter(&letter, arena, bytes, question.length, &policy);
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
read_nothing(void)
{
	static const char bytes[] = "From: =?utf-8?Q?J=C3=B6rg?= <b@b.test>\n"
				    "Subject: Re: =?utf-8?B?5Lit5Zu9?= a - b\n"
				    "References: <1@a.test> <2@a.test>\n"
				    "MIME-Version: 1.0\n"
				    "Content-Type: multipart/alternative; boundary=\"b\"\n\n"
				    "--b\n"
				    "Content-Type: text/plain; charset=\"utf-8\"; format=flowed\n"
				    "Content-Transfer-Encoding: quoted-printable\n\n"
				    "Sch=C3=B6n, but so late\n\n"
				    "On Fri, 20 Nov 2026, Xiangqi wrote:\n"
				    "> It is your turn.\n"
				    "--b\n"
				    "Content-Type: text/html; charset=iso-8859-1\n"
				    "Content-Transfer-Encoding: base64\n\n"
				    "PGRpdj5ub3RoaW5nPC9kaXY+Cg==\n"
				    "--b--\n";
	const struct letter_policy policy = {
		.bytes_max = sizeof bytes, .address = "a@a.test", .auth_server = "a.test"
	};
	struct arena *arena = arena_new();
	struct letter letter;

	read_letter(&letter, arena, bytes, sizeof bytes - 1, &policy);
	arena_free(arena);
}

/* The reader of the next letter: forked while the server is at work on the last, and without
 * its rights until its letter's connection comes through `fd`.  pid 0: there is none. */
static struct {
	pid_t pid;
	int fd;
} next;

static void
fork_next(void)
{
	int pair[2], fd;
	char byte;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == -1)
		return;
	if ((next.pid = fork()) == 0) {
		dup2(pair[1], SERVANT_CONTROL);
		close(pair[0]);
		close(pair[1]);
		rights_drop(&limits);
		if (servant_receive(&byte, 1, &fd, 1) != 1)
			_exit(0);
		close(SERVANT_CONTROL);
		read_one(fd);
	}
	close(pair[1]);
	next.fd = pair[0];
	if (next.pid == -1) {
		close(next.fd);
		next.pid = 0;
	}
}

static void
serve_one(int fd)
{
	struct zygote_verdict verdict;
	siginfo_t info;

	memset(&verdict, 0, sizeof verdict);
	verdict.status = -1;
	too_slow = 0;
	if (next.pid == 0)
		fork_next();
	if (next.pid != 0) {
		reader = next.pid;
		servant_send(next.fd, "", 1, &fd, 1);
		close(next.fd);
		close(fd);
		alarm((unsigned)limits.wall);
		/* First without reaping it, so that a late alarm cannot kill another process
		 * with its number. */
		while (
		    waitid(P_PID, (id_t)next.pid, &info, WEXITED | WNOWAIT) == -1 && errno == EINTR)
			;
		alarm(0);
		verdict.too_slow = too_slow;
		while (waitpid(next.pid, &verdict.status, 0) == -1 && errno == EINTR)
			;
		reader = next.pid = 0;
	} else {
		close(fd);
	}
	put(SERVANT_CONTROL, &verdict, sizeof verdict);
	/* Where there was one letter, there is often another. */
	fork_next();
}

/* To standard error only a sanitizer reports: what a library has to say there may be a
 * stranger's words. */
_Noreturn void
zygote_serve(letter_reader *read)
{
	struct sigaction action = { .sa_handler = on_alarm };
	struct zygote_greeting greeting;
	int ruleset, fd;
	char byte;

	rights_no_core();
	if (!SANITIZED)
		dup2(STDOUT_FILENO, STDERR_FILENO);
	sigaction(SIGALRM, &action, NULL);
	if (!wire_receive(SERVANT_CONTROL, &limits, sizeof limits))
		_exit(1);
	memset(&greeting, 0, sizeof greeting);
	if (rights_no_new() && (ruleset = landlock_begin()) != -1) {
		landlock_allow(ruleset, "/usr/lib", MAY_READ);
		landlock_allow(ruleset, "/usr/lib64", MAY_READ);
		greeting.landlock = landlock_close(ruleset);
	}
	charset_setup(!greeting.landlock);
	read_letter = read;
	read_nothing();
	greeting.seccomp = rights_prepare(&limits, greeting.landlock);
	/* malloc tidies up when something large is wanted; not in each reader. */
	arena_free(arena_new());
	put(SERVANT_CONTROL, &greeting, sizeof greeting);
	while (servant_receive(&byte, 1, &fd, 1) == 1)
		serve_one(fd);
	if (next.pid != 0) {
		close(next.fd);
		waitpid(next.pid, NULL, 0);
	}
	_exit(0);
}
