/* SPDX-License-Identifier: ISC */
/*
 * Encoded words in header values (RFC 2047).
 */
#ifndef MAIL_READ_RFC2047_H
#define MAIL_READ_RFC2047_H

struct arena;

/* Decodes the words and the raw bytes of a value (`label`: charset of raw 8-bit ones,
 * or NULL) to one line of clean UTF-8. */
char *rfc2047_decode(struct arena *arena, const char *value, const char *label);

#endif
