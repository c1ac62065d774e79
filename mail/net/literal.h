/* SPDX-License-Identifier: ISC */
/*
 * Watches what an IMAP server sends for literals that are too large.
 *
 * libetpan allocates whatever length a server announces ("{4294967295}"); this
 * sees the announcement first.  Lengths in bytes (RFC 3501, 4.3).
 */
#ifndef MAIL_LITERAL_H
#define MAIL_LITERAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct literal_guard {
	uint64_t max;    /* the largest literal allowed */
	uint64_t number; /* digits read so far */
	uint64_t skip;   /* bytes of a literal still to come */
	enum { LITERAL_TEXT, LITERAL_DIGITS, LITERAL_CLOSED, LITERAL_CR } state;
};

/* False when these bytes, following those seen before, announce more. */
bool literal_allows(struct literal_guard *guard, const char *bytes, size_t length);

#endif
