/* SPDX-License-Identifier: ISC */
/*
 * The scan before GMime: how much would it have to keep?
 *
 * Counts at least every part, header line and nested letter that a MIME parser
 * can see, in one pass without memory of its own; where the spelling of a
 * boundary leaves doubt, every line that begins with "--" counts.  Understands
 * nothing else of MIME.
 */
#include <string.h>
#include <strings.h>

#include "mail/mime.h"

/* Part of the bytes scanned. */
struct slice {
	const char	*at;
	size_t		 length;
};

struct scan {
	struct slice	 boundary[MIME_BOUNDARIES_MAX];
	int		 boundaries;
	bool		 first[256];	/* first bytes of boundaries */
	bool		 loose;		/* a boundary spelled in an odd way */
	bool		 in_header;
	bool		 has_type, is_message;	/* of the part whose header is read */
	bool		 digest;	/* some multipart/digest: untyped parts are letters */
	int		 parts, header_lines, nested;
	size_t		 header_bytes;
};

static const char *
find(struct slice in, const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i + n <= in.length; i++) {
		if ((in.at[i] | 0x20) == *word && strncasecmp(in.at + i, word, n) == 0)
			return in.at + i;
	}
	return NULL;
}

/* A boundary parameter that starts at `at` ("boundary…"). */
static void
add_boundary(struct scan *scan, const char *at, const char *end)
{
	struct slice	value;

	at += strlen("boundary");
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	if (at == end || *at != '=' || scan->boundaries == MIME_BOUNDARIES_MAX) {
		scan->loose = true;
		return;
	}
	at++;
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	value.at = at + (at < end && *at == '"');
	value.length = 0;
	while (value.at + value.length < end && strchr("\"; \t", value.at[value.length]) == NULL)
		value.length++;
	if (value.length == 0 || memchr(value.at, '\\', value.length) != NULL ||
	    memchr(value.at, '(', value.length) != NULL) {
		scan->loose = true;
		return;
	}
	scan->boundary[scan->boundaries++] = value;
	scan->first[(unsigned char)*value.at] = true;
}

static void
header_line(struct scan *scan, struct slice line)
{
	const char *found;

	scan->header_lines++;
	scan->header_bytes += line.length;
	if (find(line, "content-type") == line.at)
		scan->has_type = true;
	if (find(line, "message/") != NULL)
		scan->is_message = true;
	if (find(line, "multipart/digest") != NULL)
		scan->digest = true;
	/* One line may hold several; a parser may take any. */
	while ((found = find(line, "boundary")) != NULL) {
		const char *end = line.at + line.length;

		add_boundary(scan, found, end);
		line.at = found + 1;
		line.length = (size_t)(end - line.at);
		if (scan->loose)
			break;
	}
}

/* The blank line: the next is body, or the header of a letter inside. */
static void
header_ends(struct scan *scan)
{
	if (scan->is_message || (scan->digest && !scan->has_type)) {
		scan->nested++;
		scan->parts++;
	} else {
		scan->in_header = false;
		scan->nested = 0;
	}
	scan->has_type = scan->is_message = false;
}

static bool
is_boundary(const struct scan *scan, struct slice line)
{
	if (line.length < 3 || line.at[0] != '-' || line.at[1] != '-')
		return false;
	if (scan->loose)
		return true;
	if (!scan->first[(unsigned char)line.at[2]])
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
		scan->has_type = scan->is_message = false;
	} else if (scan->in_header && line.length == 0) {
		header_ends(scan);
	} else if (scan->in_header) {
		header_line(scan, line);
	}
}

static bool
is_over(const struct scan *scan)
{
	return scan->parts > MIME_PARTS_MAX || scan->nested > MIME_NESTED_MAX ||
	    scan->header_lines > MIME_HEADER_LINES_MAX ||
	    scan->header_bytes > MIME_HEADER_BYTES_MAX ||
	    scan->boundaries == MIME_BOUNDARIES_MAX;
}

bool
mime_is_bounded(const char *bytes, size_t length)
{
	struct scan	 scan = { .in_header = true };
	const char	*end = bytes + length;

	while (bytes < end && !is_over(&scan)) {
		const char	*stop = memchr(bytes, '\n', (size_t)(end - bytes));
		size_t		 n = stop != NULL ? (size_t)(stop - bytes) : (size_t)(end - bytes);

		scan_line(&scan, (struct slice){ bytes, n });
		bytes += n + (stop != NULL);
	}
	return !is_over(&scan);
}
