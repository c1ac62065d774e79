/* SPDX-License-Identifier: ISC */
/*
 * Letters taken from their source (intake.h).
 *
 * A letter that crashes the program, or that it cannot answer, is tried three
 * times and then put aside, so that the mailbox goes on.  Where the installation is to
 * blame it waits instead, until that is mended (mail 3).  Only a crash counts (a
 * fault, an assertion, a watchdog's abort, more processor or memory than any letter
 * needs); a kill or a power cut is not a letter's fault.  What the handler of a crash
 * writes, the digest of the letter being read and a count, is made ready before, because
 * little may be done in it.
 */
#include "server/intake.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "config/config.h"
#include "mail/source/source.h"
#include "server/aside.h"
#include "server/operator.h"
#include "server/postman.h"
#include "server/server.h"
#include "server/service.h"
#include "store/counters.h"
#include "store/db.h"

#define FAILURES_MAX 3 /* a letter that stops the program so often is parked */

/* For one letter, beyond what its reader takes (sandbox.c).  The time is the processor's: a slow
 * disk is not a letter's fault. */
#define SECONDS_MAX 120
#define BYTES_MAX   ((size_t)512 * 1024 * 1024)

static const char too_long[] = "riverpost: a letter took more time than any needs\n";

static struct {
	volatile sig_atomic_t armed;
	char path[PATH_MAX];
	char digest[65];
	char line[96]; /* "DIGEST COUNT\n" as it is after a crash */
	size_t length;
} poison;

static void
on_crash(int number)
{
	int fd;

	if (number == SIGPROF)
		(void)!write(STDERR_FILENO, too_long, sizeof too_long - 1);
	if (poison.armed && (fd = open(poison.path, O_WRONLY | O_CREAT | O_TRUNC, 0600)) != -1) {
		if (write(fd, poison.line, poison.length) == -1)
			poison.armed = 0;
		close(fd);
	}
	raise(number); /* its default action now: SA_RESETHAND */
}

static void
end_without_memory(void)
{
	log_error("a letter took more memory than any needs");
	abort();
}

/* What is done until it is called with 0 may take so many seconds of the processor, and bytes. */
static void
limit(int seconds, size_t bytes)
{
	setitimer(ITIMER_PROF, &(struct itimerval){ .it_value.tv_sec = seconds }, NULL);
	arena_limit(bytes, end_without_memory);
}

int
poison_begin(const struct server *server, const struct intake *intake)
{
	static const int numbers[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPROF };
	struct sigaction action = { .sa_handler = on_crash,
		.sa_flags = (int)(SA_RESETHAND | SA_NODEFER) };
	struct piece piece = { intake->bytes, intake->length };
	char was[65];
	int count = 0;
	FILE *file;

	str_format(poison.path, sizeof poison.path, "%s/in-hand", server->config->home);
	digest_pieces(&piece, 1, poison.digest);
	if ((file = fopen(poison.path, "r")) != NULL) {
		if (fscanf(file, "%64s %d", was, &count) != 2 || strcmp(was, poison.digest) != 0)
			count = 0;
		fclose(file);
	}
	str_format(poison.line, sizeof poison.line, "%s %d\n", poison.digest, count + 1);
	poison.length = strlen(poison.line);
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
		sigaction(numbers[i], &action, NULL);
	poison.armed = 1;
	limit(SECONDS_MAX, BYTES_MAX);
	return count;
}

void
poison_end(void)
{
	limit(0, 0);
	poison.armed = 0;
}

/* Counts that the letter being read failed; how often by now, or -1. */
static int
count_failure(struct server *server, int64_t now, struct err *err)
{
	int64_t count = -1;

	if (store_begin(server->store, err) == -1)
		return -1;
	if (counters_add(server->store, "failed", poison.digest, now, err) == -1 ||
	    counters_get(server->store, "failed", poison.digest, 0, &count, err) == -1)
		count = -1;
	return store_finish(server->store, (int)count, err);
}

void
group_init(struct group *group, struct source *source)
{
	*group = (struct group){
		.source = source, .size = 1, .arena = arena_new(), .bytes = arena_new()
	};
}

void
group_free(struct group *group)
{
	arena_free(group->bytes);
	arena_free(group->arena);
}

bool
group_is_full(const struct group *group)
{
	return group->count >= group->size || clock_steady_ms() - group->since >= GROUP_MS ||
	    !source_is_at_hand(group->source);
}

/* Handles it.  A failure is counted in aside->failures, and told where it is the installation's.
 * 0 or -1. */
static int
handle(struct taken *letter, struct server *server, struct arena *arena, struct aside *aside,
    int64_t now, struct err *err)
{
	if (letter->intake.is_cut) {
		letter->handled = HANDLED_PARKED;
		err_set(err, "the mail server gives only a part of it, %zu bytes, for a day now",
		    letter->intake.length);
	} else {
		letter->handled = postman_handle(
		    server, &letter->intake, now, arena, &letter->line, err);
	}
	if (letter->handled == HANDLED_FAILED && err->is_ours) {
		log_error_once("a letter waits: %s", err->text);
		return operator_trouble(server, TROUBLE_LETTERS, err->text, now, err);
	}
	if (letter->handled != HANDLED_FAILED && letter->handled != HANDLED_PARKED)
		return 0;
	aside->why = arena_strdup(arena, err->text);
	if (letter->handled == HANDLED_PARKED) {
		aside->failures = 0;
		return aside_tell(server, aside, now, err);
	}
	log_error("%s", err->text);
	aside->failures = count_failure(server, now, err);
	return aside->failures == -1 ? -1 : 0;
}

/* It has failed too often.  0 or -1. */
static int
give_up(struct taken *letter, struct server *server, const struct aside *aside, int64_t now,
    struct err *err)
{
	log_error("a letter failed %d times and is put aside: %s of %s", aside->failures,
	    letter->intake.id, letter->intake.source);
	letter->handled = HANDLED_PARKED;
	/* Put back once that is mended, it is tried again. */
	if (aside->why == NULL)
		unlink(poison.path);
	/* One more: telling it has stopped the program, or it was told before. */
	return aside->failures > FAILURES_MAX ? 0 : aside_tell(server, aside, now, err);
}

int
group_take(struct group *group, struct server *server, int64_t now, struct err *err)
{
	struct taken *letter = &group->letters[group->count];
	struct aside aside = { .source = group->source, .intake = &letter->intake };
	int rc;

	arena_clear(group->bytes);
	if ((rc = source_fetch(group->source, group->bytes, &letter->intake, err)) != 1)
		return rc;
	if (!group->is_open && store_group_begin(server->store, err) == -1)
		return -1;
	if (!group->is_open)
		group->since = clock_steady_ms();
	group->is_open = true;
	letter->line = NULL;
	aside.failures = poison_begin(server, &letter->intake);
	service_say_alive();
	rc = aside.failures < FAILURES_MAX ?
	    handle(letter, server, group->arena, &aside, now, err) :
	    0;
	if (rc == 0 && aside.failures >= FAILURES_MAX)
		rc = give_up(letter, server, &aside, now, err);
	poison_end();
	if (rc == -1 || letter->handled == HANDLED_ERROR)
		return -1;
	group->count++;
	return 1;
}

/* After the commit. */
static int
settle(struct source *source, const struct taken *letter, struct pass *pass, struct err *err)
{
	enum handled handled = letter->handled;
	bool parked = handled == HANDLED_PARKED || handled == HANDLED_KNOWN_PARKED;

	if (letter->line != NULL)
		log_info("%s", letter->line);
	/* It is left for another try. */
	if (handled == HANDLED_FAILED) {
		pass->all_read = false;
		pass->failed = true;
		return 0;
	}
	pass->letters++;
	pass->done += handled == HANDLED_DONE;
	pass->refused += handled == HANDLED_REFUSED;
	pass->ignored += handled == HANDLED_IGNORED;
	pass->bounced += handled == HANDLED_BOUNCED;
	pass->parked += handled == HANDLED_PARKED;
	return source_settle(
	    source, &letter->intake, parked ? SETTLE_FAILED : SETTLE_PROCESSED, err);
}

int
group_close(struct group *group, struct server *server, struct pass *pass, struct err *err)
{
	bool may_grow = group->count == group->size;
	int rc = 0;

	if (group->is_open)
		rc = store_group_end(server->store, err);
	for (int i = 0; i < group->count && rc == 0; i++)
		rc = settle(group->source, &group->letters[i], pass, err);
	group->is_open = false;
	group->count = 0;
	arena_clear(group->arena);
	if (may_grow)
		group->size = group->size * 2 < GROUP_MAX ? group->size * 2 : GROUP_MAX;
	return rc;
}
