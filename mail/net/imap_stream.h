/* SPDX-License-Identifier: ISC */
/*
 * The server's bytes on their way to libetpan: one driver for its streams, which gives it
 * what it understands (imap_lines.h).
 */
#ifndef MAIL_NET_IMAP_STREAM_H
#define MAIL_NET_IMAP_STREAM_H

#include <libetpan/libetpan.h>
#include <stdbool.h>
#include <stddef.h>

#include "mail/net/imap_lines.h"

struct wire;

struct imap_stream {
	struct wire *wire;
	struct arena *arena;
	struct imap_lines lines;
	size_t budget; /* bytes the server may still send */
};

/* A stream over the wire, freed with the session that gets it; `stream` must
 * outlive it, and be ended then.  Aborts without memory. */
mailstream *imap_stream_new(struct imap_stream *stream, struct wire *wire, size_t literal_max);
void imap_stream_end(struct imap_stream *stream);
/* Before each command: how long it may take. */
void imap_stream_limit(struct imap_stream *stream, int seconds);

#endif
