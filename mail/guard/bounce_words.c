/* SPDX-License-Identifier: ISC */
/*
 * What delivery reports say that follow no RFC, in their words.
 *
 * A status (RFC 3463) tells more than a reply code (RFC 5321, 4.2.3), and a
 * report with neither has given up, unless it speaks of a delay.  In a letter
 * that calls itself no report a date or a version must not pass for a status:
 * there it must stand behind a reply code or a "#".
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/guard/guard.h"

#define CODE_LENGTH 3

static const int codes[] = { 421, 450, 451, 452, 454, 455, 500, 501, 502, 503, 504, 521, 530, 535,
	541, 550, 551, 552, 553, 554, 555, 556, 571 };

/* Folded, in the Subject of a report that is not the last word. */
static const char *const late[] = { "delay", "warning", "still being retried", "verzöger", "retard",
	"retras", "atras", "ritard", "vertraag", "opóźn", "задерж", "延迟", "延遲", "遅延",
	"지연" };

/* In its text. */
static const char *const trying[] = { "warning message only", "warning only",
	"not yet been delivered", "will be retried", "attempts will continue", "continue trying",
	"keep trying", "will try again" };

static bool
is_code(const char *at)
{
	int number = 0;

	for (int i = 0; i < CODE_LENGTH; i++) {
		if (!isdigit((unsigned char)at[i]))
			return false;
		number = number * 10 + at[i] - '0';
	}
	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
		if (codes[i] == number)
			return true;
	return false;
}

/* Does a number begin here, and no address or version go on? */
static bool
is_front(const char *text, const char *at)
{
	return at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '.');
}

/* "#5.1.1", "550 5.1.1", "550-5.1.1" */
static bool
is_marked(const char *text, const char *at)
{
	if (at > text && at[-1] == '#')
		return true;
	return at - text > CODE_LENGTH && strchr(" -", at[-1]) != NULL &&
	    is_code(at - 1 - CODE_LENGTH);
}

/* How long the status is that begins here, "5.1.1"; 0 when it is none. */
static size_t
status_length(const char *at)
{
	size_t detail;

	if (at[1] != '.' || at[2] < '0' || at[2] > '7' || at[3] != '.')
		return 0;
	detail = strspn(at + 4, "0123456789");
	return detail == 0 || detail > 3 || at[4 + detail] == '.' ? 0 : 4 + detail;
}

/* The first status in running text; NULL when there is none. */
static const char *
status_in(struct arena *arena, const char *text, bool marked)
{
	for (const char *at = text; (at = strpbrk(at, "245")) != NULL; at++)
		if (status_length(at) > 0 && is_front(text, at) && (!marked || is_marked(text, at)))
			return arena_strndup(arena, at, status_length(at));
	return NULL;
}

/* The first digit of the first reply code; NUL when there is none. */
static char
class_of_code(const char *text)
{
	for (const char *at = text; (at = strpbrk(at, "45")) != NULL; at++)
		if (is_code(at) && (at == text || strchr(" \t\n(<>['\":=#", at[-1]) != NULL) &&
		    strchr(" \t\n-:;,.", at[CODE_LENGTH]) != NULL)
			return *at;
	return '\0';
}

static bool
is_late(struct arena *arena, const char *subject, const char *text)
{
	subject = utf8_fold(arena, subject);
	for (size_t i = 0; i < sizeof late / sizeof *late; i++)
		if (strstr(subject, late[i]) != NULL)
			return true;
	for (size_t i = 0; i < sizeof trying / sizeof *trying; i++)
		if (str_find_nocase(text, trying[i]) != NULL)
			return true;
	return false;
}

void
bounce_words(struct bounce *bounce, struct arena *arena, const char *subject, const char *text,
    bool is_report)
{
	char class = '\0';

	bounce->status = status_in(arena, text, !is_report);
	if (bounce->status != NULL)
		class = *bounce->status;
	else if (is_report)
		class = class_of_code(text);
	bounce->delayed = is_late(arena, subject, text);
	bounce->permanent = !bounce->delayed && (class == '5' || (class == '\0' && is_report));
}
