/* SPDX-License-Identifier: ISC */
/*
 * A part of a text, compared with words (span.h).
 */
#include "mail/quote/span.h"

#include <string.h>
#include <strings.h>

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

struct span
span_trim(const char *at, const char *end)
{
	while (at < end && is_blank(*at))
		at++;
	while (end > at && is_blank(end[-1]))
		end--;
	return (struct span){ at, (size_t)(end - at) };
}

bool
span_is(struct span span, const char *word)
{
	return span.length == strlen(word) && strncasecmp(span.at, word, span.length) == 0;
}

bool
span_starts(struct span span, const char *word)
{
	size_t n = strlen(word);

	return n <= span.length && strncasecmp(span.at, word, n) == 0;
}

bool
span_ends(struct span span, const char *word)
{
	size_t n = strlen(word);

	return n <= span.length && strncasecmp(span.at + span.length - n, word, n) == 0;
}

const char *
span_find(struct span span, const char *word)
{
	size_t n = strlen(word);

	for (const char *at = span.at; at + n <= span.at + span.length; at++) {
		if ((*at | 0x20) == (*word | 0x20) && strncasecmp(at, word, n) == 0)
			return at;
	}
	return NULL;
}

bool
span_has(struct span span, const char *word)
{
	return span_find(span, word) != NULL;
}
