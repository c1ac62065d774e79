/* SPDX-License-Identifier: ISC */
/*
 * Words of a letter's lines made unreadable (redact.h).
 *
 * Each byte keeps its place: a blanked "=41" becomes "***", and what was base64
 * is encoded again where it stood.  A line is cut after LINE_CHARACTERS.
 */
#include "mail/write/redact.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#include "base/arena.h"

#define LINE_CHARACTERS 1000

/* A line as shown, and where its characters stand. */
struct shown {
	void (*line)(char *text);
	char *bytes;
	char text[LINE_CHARACTERS + 1], before[LINE_CHARACTERS];
	size_t at[LINE_CHARACTERS];
	size_t width[LINE_CHARACTERS]; /* bytes of one character */
	size_t count;
};

static void
end_line(struct shown *shown)
{
	shown->text[shown->count] = '\0';
	memcpy(shown->before, shown->text, shown->count);
	shown->line(shown->text);
	for (size_t i = 0; i < shown->count; i++)
		if (shown->text[i] == '*' && shown->before[i] != '*')
			memset(shown->bytes + shown->at[i], '*', shown->width[i]);
	shown->count = 0;
}

static void
show(struct shown *shown, unsigned char c, size_t at, size_t width)
{
	size_t i = shown->count++;

	shown->text[i] = c < ' ' || c == 0x7f ? ' ' : (char)c;
	shown->at[i] = at;
	shown->width[i] = width;
	if (shown->count == LINE_CHARACTERS)
		end_line(shown);
}

static bool
is_end(char c)
{
	return c == '\n' || c == '\r';
}

static void
lines_as_written(struct shown *shown, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (is_end(shown->bytes[i]))
			end_line(shown);
		else
			show(shown, (unsigned char)shown->bytes[i], i, 1);
	end_line(shown);
}

/* Behind an end of line at i. */
static size_t
behind_end(const char *bytes, size_t length, size_t i)
{
	return i + (i + 1 < length && bytes[i] == '\r' && bytes[i + 1] == '\n' ? 2 : 1);
}

static void
lines_quoted(struct shown *shown, size_t length)
{
	const char *bytes = shown->bytes;

	for (size_t i = 0; i < length;) {
		if (bytes[i] == '=' && i + 1 < length && is_end(bytes[i + 1])) {
			i = behind_end(bytes, length, i + 1);
		} else if (bytes[i] == '=' && i + 2 < length && g_ascii_isxdigit(bytes[i + 1]) &&
		    g_ascii_isxdigit(bytes[i + 2])) {
			show(shown,
			    (unsigned char)(g_ascii_xdigit_value(bytes[i + 1]) * 16 +
				g_ascii_xdigit_value(bytes[i + 2])),
			    i, 3);
			i += 3;
		} else if (is_end(bytes[i])) {
			end_line(shown);
			i = behind_end(bytes, length, i);
		} else {
			show(shown, (unsigned char)bytes[i], i, 1);
			i++;
		}
	}
	end_line(shown);
}

static bool
is_base64(char c)
{
	return g_ascii_isalnum(c) || c == '+' || c == '/';
}

/* Characters of base64 from *i on, over single ends of lines: where they stand,
 * in whole fours.  *i is moved behind. */
static size_t
gather(const char *bytes, size_t length, size_t *i, size_t *places)
{
	size_t count = 0, next, padding = 0;

	while (*i < length) {
		if (is_base64(bytes[*i]) && padding == 0) {
			places[count++] = (*i)++;
		} else if (bytes[*i] == '=' && padding < 2 && count > 0) {
			places[count++] = (*i)++;
			padding++;
		} else {
			next = behind_end(bytes, length, *i);
			if (!is_end(bytes[*i]) || next >= length || !is_base64(bytes[next]))
				break;
			*i = next;
		}
	}
	return count / 4 * 4;
}

/* The characters at these places are decoded, shown, and encoded again. */
static void
lines_decoded(struct shown *outer, struct shown *inner, const size_t *places, size_t count)
{
	char *code = g_malloc(count + 1), *again;
	guchar *plain;
	gsize length;

	for (size_t i = 0; i < count; i++)
		code[i] = outer->bytes[places[i]];
	code[count] = '\0';
	plain = g_base64_decode(code, &length);
	inner->bytes = g_memdup2(plain, length);
	lines_as_written(inner, length);
	if (memcmp(inner->bytes, plain, length) != 0) {
		again = g_base64_encode((guchar *)inner->bytes, length);
		for (size_t i = 0; i < count && again[i] != '\0'; i++)
			outer->bytes[places[i]] = again[i];
		g_free(again);
	}
	g_free(inner->bytes);
	g_free(plain);
	g_free(code);
}

static void
lines_base64(struct shown *shown, size_t length)
{
	struct shown *inner = g_new0(struct shown, 1);
	size_t *places = g_new(size_t, length + 1), count, i = 0;

	inner->line = shown->line;
	while (i < length) {
		if (!is_base64(shown->bytes[i])) {
			i++;
			continue;
		}
		count = gather(shown->bytes, length, &i, places);
		if (count > 0)
			lines_decoded(shown, inner, places, count);
	}
	g_free(places);
	g_free(inner);
}

char *
redact(struct arena *arena, const char *bytes, size_t length, void (*line)(char *text))
{
	struct shown *shown = arena_alloc(arena, sizeof *shown);

	shown->line = line;
	shown->bytes = arena_bytes(arena, length + 1);
	memcpy(shown->bytes, bytes, length);
	shown->bytes[length] = '\0';
	/* First as it is meant: a blanked "=" no longer joins two lines. */
	lines_quoted(shown, length);
	lines_as_written(shown, length);
	lines_base64(shown, length);
	return shown->bytes;
}
