/* SPDX-License-Identifier: ISC */
/*
 * Encodings of letters going out: header fields and bodies, all 7-bit.
 *
 * Everything is added to a str with CRLF line ends.  No function here lets a
 * control character of its input into a header.
 */
#ifndef MAIL_ENCODE_H
#define MAIL_ENCODE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

#define ENCODE_COLUMNS 76

/* One header field while it is written. */
struct field {
	struct str *out;
	size_t column;
};

void field_begin(struct field *field, struct str *out, const char *name);
/* A word that must stay whole: folded before when it does not fit. */
void field_word(struct field *field, const char *word);
/* Free text: as it is, or as RFC 2047 words. */
void field_text(struct field *field, const char *text);
/* A display name: plain, quoted, or as RFC 2047 words. */
void field_name(struct field *field, const char *name);
void field_end(struct field *field);

/* The text can go out as it is: ASCII, short lines, nothing relays touch. */
bool encode_is_plain(const char *text);
void encode_plain(struct str *out, const char *text);
/* Quoted-printable of a text with \n line ends (RFC 2045, 6.7). */
void encode_quoted(struct str *out, const char *text);
void encode_base64(struct str *out, const char *bytes, size_t length);

#endif
