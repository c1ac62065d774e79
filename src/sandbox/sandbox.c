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
#include <limits.h>
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
#include "base/str.h"
#include "config/config.h"
#include "mail/head.h"
#include "process/helper.h"
#include "process/rights.h"
#include "process/servant.h"
#include "sandbox/wire.h"
#include "sandbox/zygote.h"

#define READERS 2  /* that may try a letter before it is put aside */
#define SPARE   10 /* seconds that the zygote may be later than its own time limit */

static const struct limits usual = { .cpu = 5, .wall = 30, .memory = (size_t)512 * 1024 * 1024 };

static struct {
	struct servant servant;
	int patience; /* seconds */
} zygote;

static bool
send_all(int fd, const void *bytes, size_t size)
{
	for (const char *at = bytes; size > 0;) {
		ssize_t n = send(fd, at, size, MSG_NOSIGNAL);

		if (n == -1 && errno == EINTR)
			continue;
		if (n == -1)
			return false;
		at += n;
		size -= (size_t)n;
	}
	return true;
}

static void
be_patient(int fd)
{
	struct timeval patience = { .tv_sec = zygote.patience };

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

/* A connection whose other end the zygote has, for one letter: 1; 0 when the zygote has gone;
 * -1 with err. */
static int
hand_over(int *fd, struct err *err)
{
	int pair[2];
	bool is_sent;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == -1)
		return err_system(err, "cannot connect to the reader of letters");
	be_patient(pair[0]);
	is_sent = servant_send(zygote.servant.control, "", 1, &pair[1], 1);
	close(pair[1]);
	if (!is_sent)
		close(pair[0]);
	*fd = pair[0];
	return is_sent;
}

static void
become_reader(const char *program)
{
	char phrases[PATH_MAX + 8];

	str_format(phrases, sizeof phrases, "%s/mail", config_shipped_templates());
	execl(program, ZYGOTE_NAME, phrases, (char *)NULL);
}

int
sandbox_start(const char *program, const struct limits *limits, struct err *err)
{
	struct zygote_greeting greeting;

	if (limits == NULL)
		limits = &usual;
	rights_no_core();
	zygote.patience = limits->wall + SPARE;
	if (access(program, X_OK) == -1)
		return err_system(err, "cannot run %s, install it again", program);
	if (servant_start_program(&zygote.servant, SOCK_STREAM, become_reader, program,
		"the reader of letters", err) == -1)
		return -1;
	be_patient(zygote.servant.control);
	if (!send_all(zygote.servant.control, limits, sizeof *limits) ||
	    !wire_receive(zygote.servant.control, &greeting, sizeof greeting)) {
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
	servant_stop(&zygote.servant);
}

bool
sandbox_reads(void)
{
	return zygote.servant.control != 0 && !helper_is_gone();
}

static bool
ask(int fd, const char *bytes, size_t length, const struct letter_policy *policy)
{
	const char *const words[] = { policy->address, policy->auth_server };
	struct question question = { .length = length, .bytes_max = policy->bytes_max };
	bool is_sent;

	for (size_t i = 0; i < QUESTION_WORDS; i++)
		question.words[i] = words[i] != NULL ? strlen(words[i]) : SIZE_MAX;
	is_sent = send_all(fd, &question, sizeof question);
	for (size_t i = 0; i < QUESTION_WORDS; i++)
		if (words[i] != NULL)
			is_sent = is_sent && send_all(fd, words[i], question.words[i]);
	return is_sent && send_all(fd, bytes, length);
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

/* What kept a reader from its work that is no fault of the letter's; NULL.  One that was killed,
 * for want of memory say, but not by the zygote nor by a limit of ours. */
static const char *
hindrance(const struct zygote_verdict *verdict)
{
	int status = verdict->status;

	if (WIFEXITED(status) && WEXITSTATUS(status) == RIGHTS_HINDERED)
		return "something hinders the reader of letters";
	if (!had_all_time(verdict) && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
		return "the reader of letters was killed, as where memory is short";
	return NULL;
}

static const char *
blame(const struct zygote_verdict *verdict)
{
	int status = verdict->status;

	if (had_all_time(verdict))
		return "reading it did not end";
	/* It was cut short by us, who had heard enough. */
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE)
		status = 0;
	return status != 0 ? "reading it crashed" : "reading it made no sense";
}

/* One reader, one answer: 1, 0 for one that cannot be used, or -1. */
static int
read_once(struct letter *letter, struct zygote_verdict *verdict, struct arena *arena,
    const char *bytes, size_t length, const struct letter_policy *policy, struct err *err)
{
	int fd = -1, sent = hand_over(&fd, err);
	bool valid = false;

	if (sent == -1)
		return -1;
	if (sent == 1) {
		valid = ask(fd, bytes, length, policy) &&
		    hear(fd, letter, arena, answer_max(length, policy));
		close(fd);
	}
	/* Where nothing arrived there is no verdict to wait for. */
	if (sent == 0 || !wire_receive(zygote.servant.control, verdict, sizeof *verdict)) {
		sandbox_stop();
		return err_set(err, "the reader of letters has gone");
	}
	if (verdict->status == -1)
		return err_set(err, "no process can be made to read a letter");
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

	if (zygote.servant.control == 0)
		return err_set(err, "the reader of letters was not started");
	head_read(&head, arena, bytes, length, policy);
	for (int tries = 0; rc == 0 && tries < READERS && !had_all_time(&verdict); tries++) {
		*letter = head;
		rc = read_once(letter, &verdict, arena, bytes, length, policy, err);
	}
	if (rc == -1)
		return -1;
	if (rc == 0 && hindrance(&verdict) != NULL) {
		err_set(err, "%s", hindrance(&verdict));
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
	letter->may_command &= head.may_command && letter->kind == LETTER_ROBOT;
	head_digest_text(letter, arena);
	return 0;
}
