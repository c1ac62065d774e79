/* SPDX-License-Identifier: ISC */
/*
 * The letter in hand, written down when the program crashes: HOME/in-hand.
 *
 * Only a crash counts (a fault, an assertion, a watchdog's abort); a kill or a
 * power cut is no letter's fault.  What the handler writes is made ready
 * before, because little may be done in it.
 */
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "config/config.h"
#include "mail/source/source.h"
#include "server/server.h"

static struct {
	volatile sig_atomic_t armed;
	char path[PATH_MAX];
	char line[96]; /* "DIGEST COUNT\n" as it is after a crash */
	size_t length;
} hand;

static void
on_crash(int number)
{
	int fd;

	if (hand.armed && (fd = open(hand.path, O_WRONLY | O_CREAT | O_TRUNC, 0600)) != -1) {
		if (write(fd, hand.line, hand.length) == -1)
			hand.armed = 0;
		close(fd);
	}
	raise(number); /* its default action now: SA_RESETHAND */
}

static void
catch_crashes(void)
{
	static const int numbers[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
	struct sigaction action = { .sa_handler = on_crash,
		.sa_flags = (int)(SA_RESETHAND | SA_NODEFER) };

	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
		sigaction(numbers[i], &action, NULL);
}

/* How often this letter crashed the program, by the file. */
static int
crashes_of(const char *digest)
{
	char was[65];
	int count = 0;
	FILE *file = fopen(hand.path, "r");

	if (file == NULL)
		return 0;
	if (fscanf(file, "%64s %d", was, &count) != 2 || strcmp(was, digest) != 0)
		count = 0;
	fclose(file);
	return count;
}

int
poison_begin(const struct server *server, const struct intake *intake)
{
	struct piece piece = { intake->bytes, intake->length };
	char digest[65];
	int count;

	str_format(hand.path, sizeof hand.path, "%s/in-hand", server->config->home);
	digest_pieces(&piece, 1, digest);
	count = crashes_of(digest);
	str_format(hand.line, sizeof hand.line, "%s %d\n", digest, count + 1);
	hand.length = strlen(hand.line);
	catch_crashes();
	hand.armed = 1;
	return count;
}

void
poison_end(void)
{
	hand.armed = 0;
}
