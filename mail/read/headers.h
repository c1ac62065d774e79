/* SPDX-License-Identifier: ISC */
/*
 * The header lines of a letter, in order, unfolded, still encoded; before that, line ends of
 * one kind.
 *
 * Strings live in the arena given to headers_read.
 */
#ifndef MAIL_READ_HEADERS_H
#define MAIL_READ_HEADERS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

#define HEADER_LINES_MAX 1000         /* fields of one letter */
#define HEADER_BYTES_MAX (256 * 1024) /* all fields of one letter */

struct header {
	const char *name;  /* as written */
	const char *value; /* unfolded, outer blanks off; bytes as they came, no NUL */
};

struct headers {
	struct header *list;
	int count;
	bool crowded; /* more than the caps allow: list is cut there */
	size_t body;  /* offset of the first byte after the blank line */
};

/* In place: CRLF (also CR CR LF) to LF, NULs dropped; a bare CR becomes a line's
 * end where no LF occurs at all, else a blank, so that a quoted line cannot end
 * early.  Returns the new length; the text is NUL-terminated, which needs one
 * byte of room after it. */
size_t clean_line_ends(char *text, size_t length);

/* `bytes` have LF line ends.  A line that is not a field ends the header. */
void headers_read(struct headers *headers, struct arena *arena, const char *bytes, size_t length);
/* The first field of that name (case ignored), or NULL. */
const char *headers_get(const struct headers *headers, const char *name);
int headers_count(const struct headers *headers, const char *name);

/* The content of the next <…> from *at on, without blanks; NULL at the end. */
char *header_next_id(struct arena *arena, const char **at);

/* May this stand in a header as one word?  No controls, blanks or brackets, and
 * short enough for one line. */
bool header_is_token(const char *text);

#endif
