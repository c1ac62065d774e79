/* SPDX-License-Identifier: ISC */
/*
 * A part of a text, compared with words.
 */
#ifndef MAIL_QUOTE_SPAN_H
#define MAIL_QUOTE_SPAN_H

#include <stdbool.h>
#include <stddef.h>

/* A line, a word; it ends without a NUL. */
struct span {
	const char *at;
	size_t length;
};

/* Without blanks at its ends. */
struct span span_trim(const char *at, const char *end);
/* ASCII case folded. */
bool span_is(struct span span, const char *word);
bool span_starts(struct span span, const char *word);
bool span_ends(struct span span, const char *word);
bool span_has(struct span span, const char *word);
/* Where it stands first; NULL: nowhere. */
const char *span_find(struct span span, const char *word);

#endif
