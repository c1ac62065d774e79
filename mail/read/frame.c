/* SPDX-License-Identifier: ISC */
/*
 * Boundaries that only the body names.
 *
 * A line is taken for one if fields of a part stand below it.  Above the first there may be
 * nothing, or words about MIME; whatever the header calls a multipart may begin otherwise.
 */
#include "mail/read/frame.h"

#include <stdbool.h>
#include <string.h>

#include "base/str.h"
#include "mail/quote/span.h"

#define BOUNDARY_MAX       70 /* bytes (RFC 2046, 5.1.1) */
#define PREAMBLE_LINES_MAX 20
#define SUBTYPE_MAX        20 /* bytes */
#define FIELDS_MAX         20 /* lines looked at above a part */

static struct span
line_at(const char *at)
{
	return (struct span){ at, strcspn(at, "\n") };
}

static const char *
next_line(const char *at)
{
	at += strcspn(at, "\n");
	return at + (*at == '\n');
}

static bool
is_blank(struct span line)
{
	return span_trim(line.at, line.at + line.length).length == 0;
}

/* The boundary in a line that opens a part; empty: it is none. */
static struct span
opening(const char *at, bool is_bare)
{
	struct span line = line_at(at), below = line_at(next_line(at));
	struct span boundary = span_trim(at + 2, at + line.length);

	if (line.length < 3 || at[0] != '-' || at[1] != '-' || boundary.length > BOUNDARY_MAX ||
	    boundary.length == 0 || strspn(boundary.at, "-") >= boundary.length)
		return (struct span){ "", 0 };
	for (size_t i = 0; i < boundary.length; i++)
		if (strchr(" \t\"\\(", boundary.at[i]) != NULL)
			return (struct span){ "", 0 };
	if (!span_starts(below, "MIME-Version:") && !span_starts(below, "Content-Type:") &&
	    !span_starts(below, "Content-Transfer-") &&
	    !span_starts(below, "Content-Disposition:") && !(is_bare && is_blank(below)))
		return (struct span){ "", 0 };
	return boundary;
}

static bool
is_line_of(const char *at, struct span boundary)
{
	return strncmp(at, "--", 2) == 0 && strncmp(at + 2, boundary.at, boundary.length) == 0;
}

static bool
has_line_of(const char *body, struct span boundary)
{
	for (; *body != '\0'; body = next_line(body))
		if (is_line_of(body, boundary))
			return true;
	return false;
}

/* The boundary that the header names; empty: none. */
static struct span
named_boundary(const char *type)
{
	const char *at = str_find_nocase(type, "boundary");

	if (at == NULL)
		return (struct span){ "", 0 };
	at += strlen("boundary");
	at += strspn(at, " \t");
	at += *at == '=';
	at += strspn(at, " \t");
	at += *at == '"';
	return span_trim(at, at + strcspn(at, "\";"));
}

/* One text, written twice: plain, and in HTML? */
static bool
is_alternative(const char *body, struct span boundary)
{
	int parts = 0, plain = 0, html = 0;

	for (const char *at = body; *at != '\0'; at = next_line(at)) {
		const char *field = next_line(at);

		if (!is_line_of(at, boundary) || strncmp(at + 2 + boundary.length, "--", 2) == 0)
			continue;
		parts++;
		for (int i = 0; i < FIELDS_MAX && !is_blank(line_at(field)); i++) {
			plain += span_has(line_at(field), "text/plain");
			html += span_has(line_at(field), "text/html");
			field = next_line(field);
		}
	}
	return parts == 2 && plain == 1 && html == 1;
}

static const char *
make_type(struct arena *arena, const char *type, const char *body, struct span boundary)
{
	const char *subtype = is_alternative(body, boundary) ? "alternative" : "mixed";
	size_t length = strlen(subtype);

	if (type != NULL && str_starts_nocase(type, "multipart/")) {
		const char *named = type + strlen("multipart/");
		size_t n = strcspn(named, "; \t\n");

		if (n > 0 && n <= SUBTYPE_MAX) {
			subtype = named;
			length = n;
		}
	}
	return arena_printf(arena, "multipart/%.*s; boundary=\"%.*s\"", (int)length, subtype,
	    (int)boundary.length, boundary.at);
}

const char *
frame_type(struct arena *arena, const char *type, const char *body)
{
	bool is_called_so = type != NULL && str_starts_nocase(type, "multipart");
	struct span boundary = { "", 0 };

	if (is_called_so && type[strlen("multipart")] == '/') {
		struct span named = named_boundary(type);

		if (named.length > 0 && has_line_of(body, named))
			return type;
	}
	for (int i = 0; i < PREAMBLE_LINES_MAX && *body != '\0'; i++, body = next_line(body)) {
		struct span line = line_at(body);

		boundary = opening(body, is_called_so);
		if (boundary.length > 0)
			return make_type(arena, type, body, boundary);
		if (!is_blank(line) && !is_called_so && !span_has(line, "mime") &&
		    !span_has(line, "multi"))
			return type;
	}
	return type;
}
