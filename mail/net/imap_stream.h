/* SPDX-License-Identifier: ISC */
/*
 * The server's bytes on their way to libetpan: one driver for its streams.
 */
#ifndef MAIL_IMAP_STREAM_H
#define MAIL_IMAP_STREAM_H

#include <libetpan/libetpan.h>
#include <stddef.h>

#include "mail/net/literal.h"

struct wire;

struct imap_stream {
	struct wire *wire;
	const char *greeting; /* what libetpan has not read of it */
	struct literal_guard guard;
	size_t budget; /* bytes the server may still send */
};

/* A stream over the wire, freed with the session that gets it; `stream` must
 * outlive it.  Aborts without memory. */
mailstream *imap_stream_new(struct imap_stream *stream, struct wire *wire, size_t literal_max);
/* Before each command: how long it may take. */
void imap_stream_limit(struct imap_stream *stream, int seconds);

#endif
