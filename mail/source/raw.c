/* SPDX-License-Identifier: ISC */
/*
 * A letter's bytes as a source finds them.
 *
 * Nothing here understands a letter: it looks for empty lines and for the one
 * line that the spool itself has written.
 */
#include "mail/source/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "mail/source/spool.h"

/* Length of the line at `bytes` with its end (LF, CRLF or CR). */
static size_t
line_length(const char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (bytes[i] == '\n')
			return i + 1;
		if (bytes[i] == '\r')
			return i + 1 < length && bytes[i + 1] == '\n' ? i + 2 : i + 1;
	}
	return length;
}

static bool
is_empty_line(const char *bytes, size_t line)
{
	return line > 0 && (bytes[0] == '\n' || bytes[0] == '\r');
}

size_t
raw_headers(const char *bytes, size_t length)
{
	size_t at = 0;

	while (at < length) {
		size_t line = line_length(bytes + at, length - at);

		at += line;
		if (is_empty_line(bytes + at - line, line))
			break;
	}
	return at;
}

static int
read_bytes(int fd, char *bytes, size_t *length, const char *path, struct err *err)
{
	size_t got = 0;

	while (got < *length) {
		ssize_t n = read(fd, bytes + got, *length - got);

		if (n == -1 && errno == EINTR)
			continue;
		if (n == -1)
			return err_system(err, "cannot read %s", path);
		if (n == 0)
			break;
		got += (size_t)n;
	}
	*length = got;
	return 0;
}

int
raw_read(struct raw *raw, struct arena *arena, const char *path, size_t bytes_max, struct err *err)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	int result = -1;
	char *bytes;

	*raw = (struct raw){ 0 };
	if (fd == -1 && errno == ENOENT)
		return 0;
	if (fd == -1)
		return err_system(err, "cannot open %s", path);
	if (fstat(fd, &st) == -1) {
		err_system(err, "cannot look at %s", path);
		goto out;
	}
	raw->headers_only = (size_t)st.st_size > bytes_max;
	raw->length = raw->headers_only ? bytes_max : (size_t)st.st_size;
	bytes = arena_alloc(arena, raw->length + 1);
	if (read_bytes(fd, bytes, &raw->length, path, err) == -1)
		goto out;
	if (raw->headers_only)
		raw->length = raw_headers(bytes, raw->length);
	bytes[raw->length] = '\0';
	raw->bytes = bytes;
	result = 1;
out:
	close(fd);
	return result;
}

/* "<address>" or "-" at *text; moves it behind.  NULL for "-" and for nonsense. */
static const char *
take_word(struct arena *arena, const char **text, const char *end)
{
	const char *start = *text, *stop;

	while (*text < end && **text != ' ')
		(*text)++;
	stop = *text;
	if (*text < end)
		(*text)++;
	if (stop - start < 2 || *start != '<' || stop[-1] != '>')
		return NULL;
	return arena_strndup(arena, start + 1, (size_t)(stop - start - 2));
}

/* Empty lines and one "From " line of a mailbox file. */
static void
skip_mailbox_line(const char **bytes, size_t *length)
{
	bool seen = false;

	while (*length > 0) {
		size_t line = line_length(*bytes, *length);
		bool from = line >= 5 && strncmp(*bytes, "From ", 5) == 0;

		if (!is_empty_line(*bytes, line) && (!from || seen))
			break;
		seen = seen || from;
		*bytes += line;
		*length -= line;
	}
}

/* The letter with what the spool knows on top, in the letter's own line ends. */
static void
put_on_top(struct raw *raw, struct arena *arena, const char *rest, size_t length)
{
	size_t line = line_length(rest, length);
	const char *eol = line >= 2 && rest[line - 2] == '\r' ? "\r\n" : "\n";
	struct str str;

	str_init(&str, arena, length + 4096);
	if (raw->sender != NULL)
		str_addf(&str, "Return-Path: <%s>%s", raw->sender, eol);
	if (raw->recipient != NULL)
		str_addf(&str, "Delivered-To: %s%s", raw->recipient, eol);
	str_addn(&str, rest, length);
	raw->bytes = str.data;
	raw->length = str.length;
}

void
raw_take_envelope(struct raw *raw, struct arena *arena)
{
	size_t mark = strlen(SPOOL_MARK);
	const char *rest, *word, *end;
	size_t length, line;

	if (raw->length < mark || strncmp(raw->bytes, SPOOL_MARK, mark) != 0)
		return;
	line = line_length(raw->bytes, raw->length);
	rest = raw->bytes + line;
	length = raw->length - line;
	word = raw->bytes + mark;
	end = memchr(word, '\n', line - mark);
	if (end == NULL)
		end = rest;
	raw->sender = take_word(arena, &word, end);
	raw->recipient = take_word(arena, &word, end);
	skip_mailbox_line(&rest, &length);
	put_on_top(raw, arena, rest, length);
}
