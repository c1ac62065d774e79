/* SPDX-License-Identifier: ISC */
/*
 * Letters that kill their reader (poison.h): the digest of the letter being read,
 * and a count, written down when the program crashes.
 *
 * Only a crash counts (a fault, an assertion, a watchdog's abort); a kill or a
 * power cut is not a letter's fault.  What the handler writes is made ready
 * before, because little may be done in it.
 */
#include "server/poison.h"

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
} poison;

static void
on_crash(int number)
{
	int fd;

	if (poison.armed && (fd = open(poison.path, O_WRONLY | O_CREAT | O_TRUNC, 0600)) != -1) {
		if (write(fd, poison.line, poison.length) == -1)
			poison.armed = 0;
		close(fd);
	}
	raise(number); /* its default action now: SA_RESETHAND */
}

/* How often this letter crashed the program, by the file. */
static int
crashes_of(const char *digest)
{
	char was[65];
	int count = 0;
	FILE *file = fopen(poison.path, "r");

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
	static const int numbers[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
	struct sigaction action = { .sa_handler = on_crash,
		.sa_flags = (int)(SA_RESETHAND | SA_NODEFER) };
	struct piece piece = { intake->bytes, intake->length };
	char digest[65];
	int count;

	str_format(poison.path, sizeof poison.path, "%s/in-hand", server->config->home);
	digest_pieces(&piece, 1, digest);
	count = crashes_of(digest);
	str_format(poison.line, sizeof poison.line, "%s %d\n", digest, count + 1);
	poison.length = strlen(poison.line);
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
		sigaction(numbers[i], &action, NULL);
	poison.armed = 1;
	return count;
}

void
poison_end(void)
{
	poison.armed = 0;
}
