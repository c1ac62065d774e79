/* SPDX-License-Identifier: ISC */
/*
 * Delivery reports: their parts (RFC 3464), else their words.
 *
 * The token in the envelope address tells better which letter came back
 * (mail/README 18); this finds what the report itself says.  Of words a status
 * (RFC 3463) tells more than a reply code (RFC 5321, 4.2.3), and a report with
 * neither has given up, unless it speaks of a delay.  In a letter that does not call
 * itself a report a date or a version must not pass for a status: there it must
 * follow a reply code or a "#".
 */
#include "mail/guard/guard.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/quote/phrases.h"
#include "mail/read/address.h"

#define CODE_LENGTH 3

static const char *const codes[] = { "421", "450", "451", "452", "454", "455", "500", "501", "502",
	"503", "504", "521", "530", "535", "541", "550", "551", "552", "553", "554", "555", "556",
	"571" };

/* The value of "Name: value" at the beginning of a line of `block`. */
static char *
field(struct arena *arena, const char *block, const char *name)
{
	size_t n = strlen(name);

	for (const char *at = block; at != NULL && *at != '\0';) {
		const char *next = strchr(at, '\n');

		if (strncasecmp(at, name, n) == 0 && at[n] == ':') {
			const char *value = at + n + 1 + strspn(at + n + 1, " \t");

			return arena_strndup(arena, value, strcspn(value, "\n"));
		}
		at = next != NULL ? next + 1 : NULL;
	}
	return NULL;
}

/* "rfc822; <a@b>" to a@b. */
static const char *
recipient_of(struct arena *arena, const char *value)
{
	const char *address, *rest;

	if (value == NULL)
		return NULL;
	rest = strchr(value, ';');
	value = rest != NULL ? rest + 1 : value;
	value += strspn(value, " \t<");
	value = arena_strndup(arena, value, strcspn(value, "> \t"));
	return address_normalise(arena, value, &address) ? address : NULL;
}

/* The status part's groups of fields, one a recipient. */
static void
read_status(struct bounce *bounce, struct arena *arena, const char *status)
{
	const char *group, *action, *code, *end;

	for (; *status != '\0'; status = end + strspn(end, "\n")) {
		end = strstr(status, "\n\n");
		end = end != NULL ? end : status + strlen(status);
		group = arena_strndup(arena, status, (size_t)(end - status));
		action = field(arena, group, "Action");
		code = field(arena, group, "Status");
		if (action == NULL && code == NULL)
			continue;
		/* A failure outweighs a delay of another recipient. */
		if (bounce->status != NULL && !bounce->delayed)
			return;
		bounce->delayed = action != NULL && str_starts_nocase(action, "delayed");
		bounce->status = code != NULL ?
		    utf8_clean(arena, code, strcspn(code, " \t("), false) :
		    NULL;
		bounce->permanent = (action == NULL || str_starts_nocase(action, "failed")) &&
		    (code == NULL || *code == '5');
		bounce->recipient = recipient_of(arena, field(arena, group, "Final-Recipient"));
		if (bounce->recipient == NULL)
			bounce->recipient = recipient_of(
			    arena, field(arena, group, "Original-Recipient"));
	}
}

static bool
is_code(const char *at)
{
	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
		if (strncmp(at, codes[i], CODE_LENGTH) == 0)
			return true;
	return false;
}

/* How long the status is that begins here, "5.1.1"; 0 when none does. */
static size_t
status_length(const char *at)
{
	size_t detail;

	if (at[1] != '.' || at[2] < '0' || at[2] > '7' || at[3] != '.')
		return 0;
	detail = strspn(at + 4, "0123456789");
	return detail == 0 || detail > 3 || at[4 + detail] == '.' ? 0 : 4 + detail;
}

/* The first status in running text; NULL when there is none.  `marked`: it must follow a
 * reply code or a "#", as in "550 5.1.1", "550-5.1.1", "#5.1.1". */
static const char *
status_in(struct arena *arena, const char *text, bool marked)
{
	for (const char *at = text; (at = strpbrk(at, "245")) != NULL; at++) {
		size_t length = status_length(at), before = (size_t)(at - text);
		char last = before > 0 ? at[-1] : ' ';

		/* Not within an address or a version. */
		if (length == 0 || isalnum((unsigned char)last) || last == '.')
			continue;
		if (!marked || last == '#' ||
		    (before > CODE_LENGTH && strchr(" -", last) != NULL &&
			is_code(at - 1 - CODE_LENGTH)))
			return arena_strndup(arena, at, length);
	}
	return NULL;
}

/* The first digit of the first reply code; NUL when there is none. */
static char
class_of_code(const char *text)
{
	for (const char *at = text; (at = strpbrk(at, "45")) != NULL; at++)
		if ((at == text || strchr(" \t\n(<>['\":=#", at[-1]) != NULL) && is_code(at) &&
		    strchr(" \t\n-:;,.", at[CODE_LENGTH]) != NULL)
			return *at;
	return '\0';
}

/* Status, and whether it is final, from words alone. */
static void
read_words(struct bounce *bounce, struct arena *arena, const struct headers *headers,
    const char *text, const char *subject)
{
	const char *failed = headers_get(headers, "X-Failed-Recipients");
	bool is_report = failed != NULL || wording_subject_is_report(arena, subject, true);
	char class = '\0';

	bounce->status = status_in(arena, text, !is_report);
	if (bounce->status != NULL)
		class = *bounce->status;
	else if (is_report)
		class = class_of_code(text);
	subject = utf8_fold(arena, subject);
	bounce->delayed = phrases_stand_in(
			      PHRASES_SUBJECT_DELAYED, (struct span){ subject, strlen(subject) }) ||
	    phrases_stand_in(PHRASES_TEXT_DELAYED, (struct span){ text, strlen(text) });
	bounce->permanent = !bounce->delayed && (class == '5' || (class == '\0' && is_report));
	if (failed != NULL)
		bounce->recipient = recipient_of(
		    arena, arena_strndup(arena, failed, strcspn(failed, ",")));
}

void
bounce_read(struct bounce *bounce, struct arena *arena, const struct headers *headers,
    const struct mime *mime, const char *subject)
{
	const char *id = NULL;

	memset(bounce, 0, sizeof *bounce);
	if (mime->status != NULL)
		read_status(bounce, arena, mime->status);
	if (bounce->status == NULL && bounce->recipient == NULL && !bounce->delayed)
		read_words(bounce, arena, headers, mime->text, subject);
	if (mime->returned != NULL)
		id = field(arena, mime->returned, "Message-ID");
	if (id == NULL)
		id = field(arena, mime->text, "Message-ID");
	if (id != NULL)
		bounce->message_id = header_next_id(arena, &id);
}
