/* SPDX-License-Identifier: ISC */
/*
 * Breaking long lines (wrap.h).
 */
#include "view/wrap.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>

#include "base/str.h"
#include "base/utf8.h"

/* Hanzi, kana and full-width signs may stand at either side of a break. */
static bool
is_ideograph(uint32_t c)
{
	return (c >= 0x3000 && c <= 0x9fff) || (c >= 0xf900 && c <= 0xfaff) ||
	    (c >= 0xff00 && c <= 0xffef);
}

/* Where the part of `line` that fits ends, in bytes; *next: where it goes on. */
static size_t
find_break(const char *line, size_t length, size_t columns, size_t *next)
{
	static const wchar_t closing[] = L"、。，．：；！？）》"; /* must not begin a line */
	const char *at = line, *end = line + length;
	size_t fits = utf8_prefix(line, columns), best = 0;
	bool in_words = false, before_wide = false;

	*next = length;
	while (at < end) {
		size_t before = (size_t)(at - line);
		uint32_t c = utf8_next(&at);

		if (before > fits && best > 0)
			return best;
		if (c == ' ' && in_words) {
			best = before;
			*next = (size_t)(at - line);
		} else if (is_ideograph(c) && before_wide && wcschr(closing, (wchar_t)c) == NULL) {
			best = *next = before;
		}
		in_words |= c != ' ';
		before_wide = is_ideograph(c);
	}
	*next = length;
	return length;
}

static void
add_line(struct str *out, const char *line, size_t length, unsigned columns)
{
	size_t indent = strspn(line, " "), room = columns, next, end;

	if (indent > columns / 2 || indent > length)
		indent = 0;
	while (utf8_prefix(line, room) < length) {
		end = find_break(line, length, room, &next);
		if (next >= length)
			break;
		while (end > 0 && line[end - 1] == ' ')
			end--;
		str_addn(out, line, end);
		str_addf(out, "\n%*s", (int)indent, "");
		line += next;
		length -= next;
		room = columns - indent;
	}
	str_addn(out, line, length);
}

const char *
wrap(struct arena *arena, const char *text, unsigned columns)
{
	struct str out;

	str_init(&out, arena, 0);
	while (*text != '\0') {
		size_t length = strcspn(text, "\n");

		add_line(&out, text, length, columns);
		text += length;
		if (*text == '\n') {
			str_addc(&out, '\n');
			text++;
		}
	}
	return out.data;
}
