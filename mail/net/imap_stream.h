/* SPDX-License-Identifier: ISC */
/*
 * The server's bytes on their way to libetpan: one driver for its streams, and
 * a guard against literals that are too large.
 *
 * libetpan allocates whatever length a server announces ("{4294967295}"); the
 * guard sees the announcement first (RFC 3501, 4.3).
 */
#ifndef MAIL_NET_IMAP_STREAM_H
#define MAIL_NET_IMAP_STREAM_H

#include <libetpan/libetpan.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wire;

struct literal_guard {
	uint64_t max;    /* the largest literal allowed */
	uint64_t number; /* digits read so far */
	uint64_t skip;   /* bytes of a literal still to come */
	enum { LITERAL_TEXT, LITERAL_DIGITS, LITERAL_CLOSED, LITERAL_CR } state;
};

/* False when these bytes, following those seen before, announce more. */
bool literal_allows(struct literal_guard *guard, const char *bytes, size_t length);

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
