/* SPDX-License-Identifier: ISC */
/*
 * The server's bytes on their way to libetpan.
 *
 * libcurl has taken the greeting and logged in, so libetpan is first given one
 * line that says so.  Ends the stream when the server sends more than it may.
 */
#include "mail/net/imap_stream.h"

#include <stdlib.h>
#include <string.h>

#include "mail/net/wire.h"

#define ANSWER_MAX  (16 << 20) /* bytes the server may send to one command, beside a letter */
#define BUFFER_SIZE 32768      /* above a TLS record: none stays half read */

/* A byte outside of a literal: four states and two numbers, whatever the server says. */
static void
literal_step(struct literal_guard *guard, char c)
{
	if (c == '{') {
		guard->state = LITERAL_DIGITS;
		guard->number = 0;
	} else if (guard->state == LITERAL_DIGITS) {
		if (c == '}')
			guard->state = LITERAL_CLOSED;
		else if (c < '0' || c > '9')
			guard->state = c == '+' ? LITERAL_DIGITS : LITERAL_TEXT;
		else if (guard->number <= UINT32_MAX)
			guard->number = guard->number * 10 + (uint64_t)(c - '0');
	} else if (guard->state == LITERAL_CLOSED && c == '\r') {
		guard->state = LITERAL_CR;
	} else {
		if (guard->state != LITERAL_TEXT && c == '\n')
			guard->skip = guard->number;
		guard->state = LITERAL_TEXT;
	}
}

bool
literal_allows(struct literal_guard *guard, const char *bytes, size_t length)
{
	size_t i = 0;

	while (i < length) {
		if (guard->skip > 0) {
			size_t n = guard->skip < length - i ? (size_t)guard->skip : length - i;

			guard->skip -= n;
			i += n;
			continue;
		}
		literal_step(guard, bytes[i++]);
		if (guard->skip > guard->max)
			return false;
	}
	return true;
}

static ssize_t
low_read(mailstream_low *low, void *bytes, size_t size)
{
	struct imap_stream *stream = low->data;
	size_t n = strlen(stream->greeting);
	long got;

	if (n > 0) {
		n = n < size ? n : size;
		memcpy(bytes, stream->greeting, n);
		stream->greeting += n;
		return (ssize_t)n;
	}
	got = wire_read(stream->wire, bytes, size);
	if (got <= 0 || (size_t)got > stream->budget ||
	    !literal_allows(&stream->guard, bytes, (size_t)got))
		return -1;
	stream->budget -= (size_t)got;
	return got;
}

static ssize_t
low_write(mailstream_low *low, const void *bytes, size_t size)
{
	return wire_write(((struct imap_stream *)low->data)->wire, bytes, size);
}

static int
low_close(mailstream_low *low)
{
	(void)low;
	return 0;
}

static int
low_fd(mailstream_low *low)
{
	return wire_fd(((struct imap_stream *)low->data)->wire);
}

static void
low_free(mailstream_low *low)
{
	free(low);
}

static mailstream_low_driver driver = {
	.mailstream_read = low_read,
	.mailstream_write = low_write,
	.mailstream_close = low_close,
	.mailstream_get_fd = low_fd,
	.mailstream_free = low_free,
};

void
imap_stream_limit(struct imap_stream *stream, int seconds)
{
	wire_limit(stream->wire, seconds);
	stream->budget = ANSWER_MAX + stream->guard.max;
}

mailstream *
imap_stream_new(struct imap_stream *stream, struct wire *wire, size_t literal_max)
{
	mailstream_low *low;
	mailstream *result;

	*stream = (struct imap_stream){ .wire = wire, .greeting = "* PREAUTH connected\r\n" };
	stream->guard.max = literal_max;
	low = mailstream_low_new(stream, &driver);
	result = low == NULL ? NULL : mailstream_new(low, BUFFER_SIZE);
	if (result == NULL)
		abort();
	return result;
}
