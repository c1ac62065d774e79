/* SPDX-License-Identifier: ISC */
/*
 * The scan before GMime: how much would it have to keep?
 *
 * Counts at least every part and header line that a MIME parser can see, in one
 * pass without memory of its own; where the spelling of a boundary leaves doubt,
 * every line that begins with "--" counts.  Turns letters in the letter into
 * plain parts, so that nothing nests but multiparts.
 */
#include <string.h>
#include <strings.h>

#include "mail/read/mime.h"

#define COMPARED_AT_ONCE 8 /* boundaries, in the time of one line */

/* Part of the bytes scanned. */
struct slice {
	char *at;
	size_t length;
};

struct scan {
	struct slice boundary[MIME_BOUNDARIES_MAX];
	int boundaries;
	bool first[256]; /* first bytes of boundaries */
	bool loose;      /* a boundary spelled in an odd way */
	bool in_header;
	int parts, header_lines;
	size_t header_bytes;
};

static char *
find(struct slice in, const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i + n <= in.length; i++) {
		if ((in.at[i] | 0x20) == *word && strncasecmp(in.at + i, word, n) == 0)
			return in.at + i;
	}
	return NULL;
}

static struct slice
skip_blanks(struct slice slice)
{
	while (slice.length > 0 && (*slice.at == ' ' || *slice.at == '\t')) {
		slice.at++;
		slice.length--;
	}
	return slice;
}

/* The value of a parameter: what stands behind its name, "= value" or not. */
static struct slice
parameter_value(struct slice rest)
{
	size_t n = 0;

	rest = skip_blanks(rest);
	if (rest.length == 0 || *rest.at != '=')
		return (struct slice){ rest.at, 0 };
	rest = skip_blanks((struct slice){ rest.at + 1, rest.length - 1 });
	if (rest.length > 0 && *rest.at == '"')
		rest = (struct slice){ rest.at + 1, rest.length - 1 };
	while (n < rest.length && strchr("\"; \t", rest.at[n]) == NULL)
		n++;
	return (struct slice){ rest.at, n };
}

static void
add_boundary(struct scan *scan, struct slice rest)
{
	struct slice value = parameter_value(rest);

	if (value.length == 0 || memchr(value.at, '\\', value.length) != NULL ||
	    memchr(value.at, '(', value.length) != NULL ||
	    scan->boundaries == MIME_BOUNDARIES_MAX) {
		scan->loose = true;
		return;
	}
	scan->boundary[scan->boundaries++] = value;
	scan->first[(unsigned char)*value.at] = true;
}

static struct slice
behind(struct slice line, char *at)
{
	return (struct slice){ at, line.length - (size_t)(at - line.at) };
}

/* A type "message" or a subtype "digest" (whose parts are letters unless they
 * say otherwise) loses its first letter. */
static void
disguise(struct slice line, const char *word)
{
	char *found;

	while ((found = find(line, word)) != NULL) {
		*found = *MIME_LEAF_TYPE;
		line = behind(line, found);
	}
}

static void
header_line(struct scan *scan, struct slice line)
{
	char *found;

	scan->header_lines++;
	scan->header_bytes += line.length;
	disguise(line, "message");
	disguise(line, "digest");
	/* One line may hold several boundaries; a parser may take any. */
	while (!scan->loose && (found = find(line, "boundary")) != NULL) {
		line = behind(line, found + strlen("boundary"));
		add_boundary(scan, line);
	}
}

static bool
is_boundary(const struct scan *scan, struct slice line)
{
	if (line.length < 2 || line.at[0] != '-' || line.at[1] != '-')
		return false;
	if (scan->loose)
		return true;
	if (line.length == 2 || !scan->first[(unsigned char)line.at[2]])
		return false;
	for (int i = 0; i < scan->boundaries; i++) {
		struct slice b = scan->boundary[i];

		if (b.length + 2 <= line.length && memcmp(b.at, line.at + 2, b.length) == 0)
			return true;
	}
	return false;
}

static void
scan_line(struct scan *scan, struct slice line)
{
	if (is_boundary(scan, line)) {
		scan->parts++;
		scan->in_header = true;
	} else if (line.length == 0) {
		scan->in_header = false;
	} else if (scan->in_header) {
		header_line(scan, line);
	}
}

static bool
is_over(const struct scan *scan)
{
	return scan->parts > MIME_PARTS_MAX || scan->header_lines > MIME_HEADER_LINES_MAX ||
	    scan->header_bytes > MIME_HEADER_BYTES_MAX || scan->boundaries == MIME_BOUNDARIES_MAX;
}

/* GMime compares what begins as a boundary with each that is open. */
static int
cost(const struct scan *scan, struct slice line)
{
	bool is_like_one = line.length > 2 && line.at[0] == '-' && line.at[1] == '-';

	return is_like_one ? 1 + scan->boundaries / COMPARED_AT_ONCE : 1;
}

bool
mime_bound(char *bytes, size_t *length)
{
	struct scan scan = { .in_header = true };
	char *at = bytes, *end = bytes + *length;

	for (int lines = 0; at < end && lines < MIME_LINES_MAX && !is_over(&scan);) {
		char *stop = memchr(at, '\n', (size_t)(end - at));
		struct slice line = { at, (size_t)((stop != NULL ? stop : end) - at) };

		scan_line(&scan, line);
		lines += cost(&scan, line);
		at += line.length + (stop != NULL);
	}
	*at = '\0';
	*length = (size_t)(at - bytes);
	return !is_over(&scan);
}
