/* SPDX-License-Identifier: ISC */
/*
 * A bounded, growing string in an arena.
 *
 * data is always NUL-terminated.  Text beyond the limit is dropped and `full`
 * is set; the caller decides whether that matters.  str_addn and those that call
 * it never cut inside a character of UTF-8.
 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

struct str {
	char *data;
	size_t length; /* bytes, without the NUL */
	size_t capacity;
	size_t limit; /* bytes at most */
	bool full;    /* something was dropped */
	struct arena *arena;
};

/* limit 0 means 16 MiB. */
void str_init(struct str *str, struct arena *arena, size_t limit);
void str_add(struct str *str, const char *text);
void str_addn(struct str *str, const char *bytes, size_t length);
void str_addc(struct str *str, char c);
void str_addf(struct str *str, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* As a part of a mailto: URI (RFC 6068, 2). */
void str_add_encoded(struct str *str, const char *text, size_t length);
void str_truncate(struct str *str, size_t length);
void str_trim(struct str *str); /* drops blanks and newlines at the end */

/* Plain C strings. */
bool str_equal(const char *a, const char *b);        /* exact; NULL equals NULL only */
bool str_equal_nocase(const char *a, const char *b); /* ASCII case folded */
bool str_starts_nocase(const char *text, const char *prefix);
/* Case-insensitive (ASCII) search in a NUL-terminated text. */
const char *str_find_nocase(const char *text, const char *word);
/* The text with `fresh` in the place of each copy of `old` ("": none); in the arena, if it has
 * any. */
const char *str_replace(struct arena *arena, const char *text, const char *old, const char *fresh);
/* Which of `count` names the text is (ASCII case folded); -1: none. */
int str_index(const char *const names[], size_t count, const char *text);
/* Copies at most size-1 bytes and always terminates; true when all fitted. */
bool str_copy(char *out, size_t size, const char *text);
/* As snprintf; true when all fitted. */
bool str_format(char *out, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Each control character becomes a blank: for what must be one line. */
void str_make_line(char *text);

#endif
