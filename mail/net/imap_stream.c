/* SPDX-License-Identifier: ISC */
/*
 * The server's bytes on their way to libetpan.
 *
 * libcurl has taken the greeting and logged in, so libetpan is first given one
 * line that says so.  Ends the stream when the server sends more than it may.
 */
#include "mail/net/imap_stream.h"

#include <stdlib.h>

#include "base/arena.h"
#include "mail/net/wire.h"

#define ANSWER_MAX  (16 << 20) /* bytes the server may send to one command, beside a letter */
#define BUFFER_SIZE 32768      /* above a TLS record: none stays half read */

static ssize_t
low_read(mailstream_low *low, void *bytes, size_t size)
{
	struct imap_stream *stream = low->data;
	char raw[BUFFER_SIZE];
	size_t n;

	while ((n = imap_lines_take(&stream->lines, bytes, size)) == 0) {
		long got = wire_read(stream->wire, raw, sizeof raw);

		if (got <= 0 || (size_t)got > stream->budget ||
		    !imap_lines_feed(&stream->lines, raw, (size_t)got))
			return -1;
		stream->budget -= (size_t)got;
	}
	return (ssize_t)n;
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
	stream->budget = ANSWER_MAX + stream->lines.literal_max;
}

mailstream *
imap_stream_new(struct imap_stream *stream, struct wire *wire, size_t literal_max)
{
	mailstream_low *low;
	mailstream *result;

	*stream = (struct imap_stream){ .wire = wire, .arena = arena_new() };
	imap_lines_init(&stream->lines, stream->arena, literal_max);
	str_add(&stream->lines.out, "* PREAUTH connected\r\n");
	low = mailstream_low_new(stream, &driver);
	result = low == NULL ? NULL : mailstream_new(low, BUFFER_SIZE);
	if (result == NULL)
		abort();
	return result;
}

void
imap_stream_end(struct imap_stream *stream)
{
	arena_free(stream->arena);
	stream->arena = NULL;
}
