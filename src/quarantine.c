/* SPDX-License-Identifier: ISC */
/*
 * The passwords in a letter that is put aside (quarantine.h).
 *
 * Nobody could read this letter, so a command is looked for wherever one may
 * begin: in quotes, in HTML, behind the name of a field, in an encoded Subject.
 * Rather a word too many is blanked than one too few.
 */
#include "quarantine.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "cmd/parse.h"
#include "mail/redact.h"

#define STARTS_MAX	12	/* places in one line where a command may begin */
#define COMMAND_MAX	400	/* bytes */

static void
blank(char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (text[i] != ' ')
			text[i] = '*';
}

static char *
next_word(char *text)
{
	text += strcspn(text, " ");
	return text + strspn(text, " ");
}

/* No order says which word it is: all but the first, and a number behind it. */
static void
blank_nearly(char *text)
{
	char	*rest = next_word(text);

	if (rest[strspn(rest, "#0123456789")] == ' ')
		rest = next_word(rest);
	blank(rest, strlen(rest));
}

/* A password is composed (NFC) when it is read; as written it may be other bytes. */
static void
blank_password(char *text, const char *password)
{
	size_t	length = strlen(password);

	if (length == 0 || strstr(text, password) == NULL)
		blank_nearly(text);
	for (; length > 0 && (text = strstr(text, password)) != NULL; text += length)
		blank(text, length);
}

/* text: a line that is a command, or only nearly one; false if it is not of this kind. */
static bool
blank_as(char *text, enum line_kind kind)
{
	struct arena	*scratch = arena_new();
	struct order	 order;
	bool		 is_kind = parse_line(scratch, text, &order) == kind;

	if (is_kind && kind == LINE_NEAR)
		blank_nearly(text);
	else if (is_kind && order.password != NULL)
		blank_password(text, order.password);
	arena_free(scratch);
	return is_kind;
}

/* text: from where a command may begin.  It goes to the end of the line, or up to a
 * tag or the end of an encoded word. */
static void
look_from(char *text)
{
	char	*end, was;

	text += strspn(text, " ");
	if (*next_word(next_word(text)) == '\0' || strlen(text) > COMMAND_MAX ||
	    blank_as(text, LINE_COMMAND))
		return;
	end = text + strcspn(text, "<?");
	was = *end;
	*end = '\0';
	if (was == '\0' || !blank_as(text, LINE_COMMAND)) {
		*end = was;
		blank_as(text, LINE_NEAR);
	}
	*end = was;
}

/* The blanks of HTML, and of encoded words. */
static void
show_blanks(char *line)
{
	bool	encoded = str_find_nocase(line, "?q?") != NULL;

	for (char *at = line; *at != '\0'; at++)
		if (str_starts_nocase(at, "&nbsp;"))
			memset(at, ' ', strlen("&nbsp;"));
		else if (encoded && *at == '_')
			*at = ' ';
}

static void
blank_passwords(char *line)
{
	char	*at = line;

	show_blanks(line);
	for (int starts = 0; starts < STARTS_MAX && *at != '\0'; starts++) {
		look_from(at);
		at += strcspn(at, ":<>?");
		at += strspn(at, ":<>?");
	}
}

const char *
quarantine(struct arena *arena, const char *bytes, size_t length)
{
	const char	*kept = redact(arena, bytes, length, blank_passwords);

	return memcmp(kept, bytes, length) == 0 ? NULL : kept;
}
