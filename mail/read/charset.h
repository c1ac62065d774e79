/* SPDX-License-Identifier: ISC */
/*
 * Bytes in some charset to UTF-8 (mail/README 12).
 *
 * Labels lie: what is valid UTF-8 beyond ASCII is UTF-8 whatever it is called,
 * gb2312 and gbk mean GB18030, big5 means Big5-HKSCS, latin-1 windows-1252, and of
 * windows-1251 and KOI8-R the one is taken in which words do not begin small and go on
 * in capitals.
 * Never fails; what cannot be read becomes U+FFFD.
 */
#ifndef MAIL_READ_CHARSET_H
#define MAIL_READ_CHARSET_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* Loads the most frequent converters; all in common use, where a sandbox will close the disk. */
void charset_setup(bool all);
/* The word after "charset=" in a Content-Type or in HTML; NULL: there is none. */
const char *charset_label(struct arena *arena, const char *text);
/* `label` may be NULL.  The text is NUL-terminated, in the arena; NULs in it
 * are dropped.  *used (may be NULL) names the charset that was taken. */
char *charset_to_utf8(
    struct arena *arena, const char *bytes, size_t length, const char *label, const char **used);
/* A header value on one line of clean UTF-8, its encoded words (RFC 2047) and its raw
 * bytes decoded; `label`, or NULL, is the charset of the latter. */
char *charset_decode_words(struct arena *arena, const char *value, const char *label);

/* What a text was before it was encoded once more: bytes taken for those of windows-1252 or
 * ISO 8859-1, in UTF-8; NULL: it was not. */
char *charset_undo(struct arena *arena, const char *text);

#endif
