/* SPDX-License-Identifier: ISC */
/*
 * Bounded strings (str.h).
 */
#include "base/str.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"

#define LIMIT_DEFAULT (16 * 1024 * 1024)

void
str_init(struct str *str, struct arena *arena, size_t limit)
{
	memset(str, 0, sizeof *str);
	str->arena = arena;
	str->limit = limit != 0 ? limit : LIMIT_DEFAULT;
	str->capacity = 64;
	str->data = arena_alloc(arena, str->capacity);
}

void
str_addn(struct str *str, const char *bytes, size_t length)
{
	size_t room = str->limit - str->length;

	if (length > room) {
		/* The longest prefix that ends between characters. */
		for (length = room; length > 0 && ((unsigned char)bytes[length] & 0xc0) == 0x80;)
			length--;
		str->full = true;
	}
	if (str->capacity <= str->length + length) {
		while (str->capacity <= str->length + length)
			str->capacity *= 2;
		str->data = memcpy(
		    arena_bytes(str->arena, str->capacity), str->data, str->length + 1);
	}
	memcpy(str->data + str->length, bytes, length);
	str->length += length;
	str->data[str->length] = '\0';
}

void
str_add(struct str *str, const char *text)
{
	str_addn(str, text, strlen(text));
}

void
str_addc(struct str *str, char c)
{
	/* Most by far are ASCII, and have room. */
	if (str->length + 1 >= str->capacity || str->length == str->limit) {
		str_addn(str, &c, 1);
		return;
	}
	str->data[str->length++] = c;
	str->data[str->length] = '\0';
}

void
str_addf(struct str *str, const char *format, ...)
{
	char small[512], *text = small;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(small, sizeof small, format, args);
	va_end(args);
	if (n < 0)
		return;
	if ((size_t)n >= sizeof small) {
		va_start(args, format);
		text = arena_vprintf(str->arena, format, args);
		va_end(args);
	}
	str_addn(str, text, (size_t)n);
}

void
str_add_encoded(struct str *str, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (isalnum((unsigned char)text[i]) || strchr("-._~", text[i]) != NULL)
			str_addc(str, text[i]);
		else
			str_addf(str, "%%%02X", (unsigned char)text[i]);
	}
}

void
str_truncate(struct str *str, size_t length)
{
	if (length < str->length) {
		str->length = length;
		str->data[length] = '\0';
	}
}

void
str_trim(struct str *str)
{
	while (str->length > 0 && strchr(" \t\r\n", str->data[str->length - 1]) != NULL)
		str->length--;
	str->data[str->length] = '\0';
}

bool
str_equal(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

bool
str_equal_nocase(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcasecmp(a, b) == 0;
}

bool
str_starts_nocase(const char *text, const char *prefix)
{
	return strncasecmp(text, prefix, strlen(prefix)) == 0;
}

const char *
str_find_nocase(const char *text, const char *word)
{
	return strcasestr(text, word);
}

const char *
str_replace(struct arena *arena, const char *text, const char *old, const char *fresh)
{
	const char *found;
	struct str out;

	if (old[0] == '\0' || strstr(text, old) == NULL)
		return text;
	str_init(&out, arena, 0);
	for (; (found = strstr(text, old)) != NULL; text = found + strlen(old)) {
		str_addn(&out, text, (size_t)(found - text));
		str_add(&out, fresh);
	}
	str_add(&out, text);
	return out.data;
}

int
str_index(const char *const names[], size_t count, const char *text)
{
	for (size_t i = 0; i < count; i++)
		if (names[i] != NULL && str_equal_nocase(names[i], text))
			return (int)i;
	return -1;
}

bool
str_copy(char *out, size_t size, const char *text)
{
	size_t length = strnlen(text, size);

	if (size == 0)
		return false;
	memcpy(out, text, length < size ? length + 1 : size - 1);
	out[length < size ? length : size - 1] = '\0';
	return length < size;
}

bool
str_format(char *out, size_t size, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(out, size, format, args);
	va_end(args);
	return n >= 0 && (size_t)n < size;
}

void
str_make_line(char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = ' ';
}
