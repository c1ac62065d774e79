/* SPDX-License-Identifier: ISC */
/*
 * Splits a header block into fields.
 *
 * Linear in the bytes, bounded in what it keeps (HEADER_LINES_MAX,
 * HEADER_BYTES_MAX).  Does not interpret fields.
 */
#include "mail/read/headers.h"

#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"

#define TOKEN_MAX 500 /* bytes of one word; a line must end within 998 */

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Length of the field name before the colon, 0 when the line is not a field. */
static size_t
name_length(const char *line, size_t length)
{
	size_t n = 0, blanks;

	while (n < length && (unsigned char)line[n] > ' ' && line[n] != 0x7F && line[n] != ':')
		n++;
	blanks = n;
	while (blanks < length && is_blank(line[blanks]))
		blanks++;
	return blanks < length && line[blanks] == ':' ? n : 0;
}

static size_t
line_end(const char *bytes, size_t from, size_t length)
{
	const char *end = memchr(bytes + from, '\n', length - from);

	return end != NULL ? (size_t)(end - bytes) : length;
}

/* The end of the field that starts at `from`: its folded lines included. */
static size_t
field_end(const char *bytes, size_t from, size_t length)
{
	size_t end = line_end(bytes, from, length);

	while (end + 1 < length && is_blank(bytes[end + 1])) {
		size_t next = line_end(bytes, end + 1, length);

		/* A line of blanks only ends the header as far as people see. */
		if (strspn(bytes + end + 1, " \t") >= next - end - 1)
			break;
		end = next;
	}
	return end;
}

static char *
unfold(struct arena *arena, const char *bytes, size_t length)
{
	char *value = arena_alloc(arena, length + 1);
	size_t n = 0;

	for (size_t i = 0; i < length; i++) {
		if (bytes[i] != '\n' && bytes[i] != '\0' && (n > 0 || !is_blank(bytes[i])))
			value[n++] = bytes[i];
	}
	while (n > 0 && is_blank(value[n - 1]))
		n--;
	value[n] = '\0';
	return value;
}

void
headers_read(struct headers *headers, struct arena *arena, const char *bytes, size_t length)
{
	size_t at = 0;

	memset(headers, 0, sizeof *headers);
	headers->list = arena_bytes(arena, HEADER_LINES_MAX * sizeof *headers->list);
	while (at < length && bytes[at] != '\n') {
		size_t end = field_end(bytes, at, length);
		size_t name = name_length(bytes + at, end - at);

		/* An mbox line that some program marked as quoted is no field, and no end. */
		if (name == 0 && strncmp(bytes + at, ">From ", 6) != 0)
			break;
		if (headers->count == HEADER_LINES_MAX || end > HEADER_BYTES_MAX) {
			headers->crowded = true;
			break;
		}
		if (name > 0) {
			struct header *header = &headers->list[headers->count++];
			size_t colon = (size_t)((char *)memchr(bytes + at, ':', end - at) - bytes);

			header->name = arena_strndup(arena, bytes + at, name);
			header->value = unfold(arena, bytes + colon + 1, end - colon - 1);
		}
		at = end < length ? end + 1 : length;
	}
	/* The line that ends the header, unless it is already the body's. */
	if (at < length && strspn(bytes + at, " \t") == line_end(bytes, at, length) - at)
		at = line_end(bytes, at, length) + 1;
	headers->body = at < length ? at : length;
}

size_t
clean_line_ends(char *text, size_t length)
{
	char alone = memchr(text, '\n', length) == NULL ? '\n' : ' ';
	size_t kept = 0, run = 0; /* run: CRs not yet judged */

	text[length] = '\0';
	for (size_t i = 0; i < length;) {
		size_t plain = strcspn(text + i, "\r");

		if (plain > 0) {
			if (text[i] != '\n') {
				memset(text + kept, alone, run);
				kept += run;
			}
			run = 0;
			memmove(text + kept, text + i, plain);
			kept += plain;
		}
		for (i += plain; i < length && (text[i] == '\r' || text[i] == '\0'); i++)
			run += text[i] == '\r';
	}
	memset(text + kept, alone, run);
	kept += run;
	text[kept] = '\0';
	return kept;
}

const char *
headers_get(const struct headers *headers, const char *name)
{
	for (int i = 0; i < headers->count; i++) {
		if (str_equal_nocase(headers->list[i].name, name))
			return headers->list[i].value;
	}
	return NULL;
}

int
headers_count(const struct headers *headers, const char *name)
{
	int count = 0;

	for (int i = 0; i < headers->count; i++)
		count += str_equal_nocase(headers->list[i].name, name);
	return count;
}

char *
header_next_id(struct arena *arena, const char **at)
{
	const char *open = strchr(*at, '<'), *close;
	char *id;
	size_t n = 0;

	if (open == NULL || (close = strchr(open, '>')) == NULL)
		return NULL;
	*at = close + 1;
	id = arena_alloc(arena, (size_t)(close - open));
	for (const char *p = open + 1; p < close; p++) {
		if ((unsigned char)*p > ' ' && *p != 0x7F)
			id[n++] = *p;
	}
	return utf8_clean(arena, id, n, false);
}

bool
header_is_token(const char *text)
{
	size_t length = strlen(text);

	if (length == 0 || length > TOKEN_MAX)
		return false;
	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c <= ' ' || c == 0x7F || c == '<' || c == '>')
			return false;
	}
	return true;
}
