/* SPDX-License-Identifier: ISC */
/*
 * One POP3 session (RFC 1939), on a connection libcurl has opened and logged in.
 *
 * Lines are read one by one from a buffer.  What a letter has above the limit is
 * read and dropped, because the next answer comes only after its end.
 */
#include "mail/net/pop3.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

#define COMMAND_LIMIT 60   /* seconds for one command */
#define LETTER_LIMIT  300  /* seconds for one letter */
#define LINE          1024 /* of answers; a letter's lines may be longer */

struct pop3 {
	struct line_reader in;
	bool lost; /* no QUIT can be said any more */
};

int
pop3_open(struct pop3 **out, const struct url *url, const struct login *login, struct err *err)
{
	struct wire *wire = wire_open(url, login, COMMAND_LIMIT, err);
	struct pop3 *pop3;

	if (wire == NULL)
		return -1;
	pop3 = calloc(1, sizeof(*pop3));
	if (pop3 == NULL)
		abort();
	pop3->in.wire = wire;
	*out = pop3;
	return 0;
}

void
pop3_close(struct pop3 *pop3)
{
	if (pop3 == NULL)
		return;
	wire_close(pop3->in.wire);
	free(pop3);
}

static int
read_line(struct pop3 *pop3, char line[LINE], struct err *err)
{
	if (line_reader_line(&pop3->in, line, LINE))
		return 0;
	pop3->lost = true;
	return err_set(err, "the connection was lost or no answer came in time");
}

/* Says a command and reads the line that answers it. */
__attribute__((format(printf, 4, 5))) static int
command(struct pop3 *pop3, int seconds, struct err *err, const char *format, ...)
{
	char text[64], line[LINE];
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	wire_limit(pop3->in.wire, seconds);
	if (wire_write(pop3->in.wire, text, (size_t)n) == -1) {
		pop3->lost = true;
		return err_set(err, "the connection was lost");
	}
	if (read_line(pop3, line, err) == -1)
		return -1;
	if (strncmp(line, "+OK", 3) != 0)
		return err_set(err, "%.4s: refused: %.200s", text, line);
	return 0;
}

int
pop3_quit(struct pop3 *pop3, struct err *err)
{
	return command(pop3, COMMAND_LIMIT, err, "QUIT\r\n");
}

/* Servers list letters in the same order in UIDL and LIST. */
static int
list_sizes(struct pop3 *pop3, struct pop3_letter *letters, size_t count, struct err *err)
{
	size_t at = 0, size;
	unsigned number;
	char line[LINE];

	if (command(pop3, COMMAND_LIMIT, err, "LIST\r\n") == -1)
		return -1;
	for (;;) {
		if (read_line(pop3, line, err) == -1)
			return -1;
		if (str_equal(line, "."))
			return 0;
		if (sscanf(line, "%u %zu", &number, &size) != 2)
			continue;
		while (at < count && letters[at].number < number)
			at++;
		if (at < count && letters[at].number == number)
			letters[at].size = size;
	}
}

int
pop3_list(struct pop3 *pop3, struct arena *arena, struct pop3_letter **letters, size_t *count,
    struct err *err)
{
	char line[LINE];

	*count = 0;
	*letters = NULL;
	if (command(pop3, COMMAND_LIMIT, err, "UIDL\r\n") == -1)
		return -1;
	for (;;) {
		struct pop3_letter letter = { 0 };

		if (read_line(pop3, line, err) == -1)
			return -1;
		if (str_equal(line, "."))
			return list_sizes(pop3, *letters, *count, err);
		if (sscanf(line, "%u %71s", &letter.number, letter.uid) != 2 ||
		    *count == POP3_LETTERS_MAX ||
		    (*count > 0 && (*letters)[*count - 1].number == letter.number))
			continue;
		*letters = arena_grow(arena, *letters, *count, sizeof **letters);
		(*letters)[(*count)++] = letter;
	}
}

/* One line of a letter, its first dot taken off; 1, 0 at the end, -1. */
static int
read_body_line(struct pop3 *pop3, struct str *body, struct err *err)
{
	size_t before = body->length;
	bool dotted = false;
	int c = line_reader_byte(&pop3->in);

	if (c == '.') {
		dotted = true;
		c = line_reader_byte(&pop3->in);
	}
	for (bool alone = dotted; c != -1; c = line_reader_byte(&pop3->in)) {
		if (alone && c == '\n') {
			str_truncate(body, before);
			return 0;
		}
		alone = alone && c == '\r';
		str_addc(body, (char)c);
		if (c == '\n')
			return 1;
	}
	pop3->lost = true;
	return err_set(err, "the connection was lost or the letter did not end in time");
}

int
pop3_fetch(struct pop3 *pop3, unsigned number, bool headers, size_t bytes_max, struct arena *arena,
    const char **bytes, size_t *length, struct err *err)
{
	bool asked = headers && command(pop3, LETTER_LIMIT, err, "TOP %u 0\r\n", number) == 0;
	struct str body;
	int result;

	/* TOP is optional: without it the whole letter is read. */
	if (!asked && (pop3->lost || command(pop3, LETTER_LIMIT, err, "RETR %u\r\n", number) == -1))
		return pop3->lost ? -1 : 0;
	str_init(&body, arena, bytes_max);
	do {
		result = read_body_line(pop3, &body, err);
	} while (result == 1);
	*bytes = body.data;
	*length = body.length;
	return result == 0 ? 1 : -1;
}

int
pop3_delete(struct pop3 *pop3, unsigned number, struct err *err)
{
	if (command(pop3, COMMAND_LIMIT, err, "DELE %u\r\n", number) == 0)
		return 1;
	return pop3->lost ? -1 : 0;
}
