/* SPDX-License-Identifier: ISC */
/*
 * IMAP IDLE (RFC 2177), on the bare connection.
 *
 * Between commands libetpan holds nothing of the connection, so a command of
 * our own can be spoken past it.  What the server tells is not kept: it is news,
 * and the next search finds out which.
 */
#include "mail/net/imap_idle.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "base/str.h"
#include "mail/net/wire.h"

#define TAG  "idle"
#define LINE 1024 /* longer ones are cut */

/* The next byte; -1 when none comes in time. */
static int
next_byte(struct imap_idle *idle, struct wire *wire)
{
	if (idle->start == idle->end) {
		long n = wire_read(wire, idle->buffer, sizeof(idle->buffer));

		if (n <= 0)
			return -1;
		idle->start = 0;
		idle->end = (size_t)n;
	}
	return (unsigned char)idle->buffer[idle->start++];
}

/* The next line without its end; false when none comes in time. */
static bool
read_line(struct imap_idle *idle, struct wire *wire, char line[LINE])
{
	size_t n = 0;
	int c;

	while ((c = next_byte(idle, wire)) != -1) {
		if (c == '\n') {
			line[n] = '\0';
			return true;
		}
		if (c != '\r' && n + 1 < LINE)
			line[n++] = (char)c;
	}
	return false;
}

int
imap_idle_news(struct imap_idle *idle)
{
	if (idle->ready <= 0)
		idle->ready = open("/dev/null", O_RDONLY | O_CLOEXEC);
	return idle->ready;
}

int
imap_idle_begin(struct imap_idle *idle, struct wire *wire)
{
	bool news = false;
	char line[LINE];

	idle->is_on = true;
	idle->start = idle->end = 0;
	if (wire_write(wire, TAG " IDLE\r\n", strlen(TAG " IDLE\r\n")) == -1)
		return -1;
	while (read_line(idle, wire, line)) {
		if (line[0] == '+')
			return news || idle->start < idle->end ? imap_idle_news(idle) :
								 wire_fd(wire);
		if (str_starts_nocase(line, TAG " ")) {
			idle->is_on = false;
			return -1;
		}
		news = true;
	}
	return -1;
}

int
imap_idle_finish(struct imap_idle *idle, struct wire *wire, struct err *err)
{
	char line[LINE];

	if (!idle->is_on)
		return 0;
	idle->is_on = false;
	if (wire_write(wire, "DONE\r\n", strlen("DONE\r\n")) != -1)
		while (read_line(idle, wire, line))
			if (str_starts_nocase(line, TAG " "))
				return 0;
	return err_set(err, "IDLE: the connection was lost or no answer came in time");
}

void
imap_idle_free(struct imap_idle *idle)
{
	if (idle->ready > 0)
		close(idle->ready);
	idle->ready = 0;
}
