/* SPDX-License-Identifier: ISC */
/*
 * format=flowed (RFC 3676): soft line breaks undone, space-stuffing taken off.
 *
 * Lines are joined only at one depth of quoting, and the signature mark never
 * is; quote marks are kept as they were.
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "mail/read/mime.h"

struct line {
	const char *at; /* behind quote marks and stuffing */
	size_t length;
	size_t depth;
	bool soft; /* flows into the next */
};

static struct line
read_line(const char *at, size_t length)
{
	struct line line = { .at = at, .length = length };

	while (line.length > 0 && *line.at == '>') {
		line.at++;
		line.length--;
		line.depth++;
	}
	if (line.length > 0 && *line.at == ' ') {
		line.at++;
		line.length--;
	}
	line.soft = line.length > 0 && line.at[line.length - 1] == ' ' &&
	    !(line.length == 3 && memcmp(line.at, "-- ", 3) == 0);
	return line;
}

static void
begin(struct str *out, const struct line *line)
{
	for (size_t i = 0; i < line->depth; i++)
		str_addc(out, '>');
	if (line->depth > 0)
		str_addc(out, ' ');
}

char *
flowed_join(struct arena *arena, const char *text, bool delsp)
{
	struct str out;
	struct line last = { .soft = false };

	str_init(&out, arena, 0);
	while (*text != '\0') {
		size_t n = strcspn(text, "\n");
		struct line line = read_line(text, n);
		bool mark = line.length == 3 && memcmp(line.at, "-- ", 3) == 0;

		if (!last.soft || last.depth != line.depth || mark) {
			if (out.length > 0)
				str_addc(&out, '\n');
			begin(&out, &line);
		}
		str_addn(&out, line.at, line.length - (line.soft && delsp));
		last = line;
		text += n + (text[n] == '\n');
	}
	str_addc(&out, '\n');
	return out.data;
}
