/* SPDX-License-Identifier: ISC */
/*
 * Delivery reports: their parts (RFC 3464), else their words.
 *
 * The token in the envelope address tells better which letter came back
 * (mail/README 18); this finds what the report itself says.
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/guard/guard.h"
#include "mail/read/address.h"

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
	const char *address, *behind;

	if (value == NULL)
		return NULL;
	behind = strchr(value, ';');
	value = behind != NULL ? behind + 1 : value;
	value += strspn(value, " \t<");
	value = arena_strndup(arena, value, strcspn(value, "> \t"));
	return address_normalise(arena, value, &address) ? address : NULL;
}

static void
read_group(struct bounce *bounce, struct arena *arena, const char *group)
{
	const char *action = field(arena, group, "Action");
	const char *status = field(arena, group, "Status");

	if (action == NULL && status == NULL)
		return;
	/* A failure outweighs a delay of another recipient. */
	if (bounce->status != NULL && !bounce->delayed)
		return;
	bounce->delayed = action != NULL && str_starts_nocase(action, "delayed");
	bounce->status = status != NULL ?
	    utf8_clean(arena, status, strcspn(status, " \t("), false) :
	    NULL;
	bounce->permanent = (action == NULL || str_starts_nocase(action, "failed")) &&
	    (status == NULL || *status == '5');
	bounce->recipient = recipient_of(arena, field(arena, group, "Final-Recipient"));
	if (bounce->recipient == NULL)
		bounce->recipient = recipient_of(arena, field(arena, group, "Original-Recipient"));
}

static void
read_status(struct bounce *bounce, struct arena *arena, const char *status)
{
	while (*status != '\0') {
		const char *end = strstr(status, "\n\n");
		size_t n = end != NULL ? (size_t)(end - status) : strlen(status);

		read_group(bounce, arena, arena_strndup(arena, status, n));
		status += n + strspn(status + n, "\n");
	}
}

static void
read_words(struct bounce *bounce, struct arena *arena, const struct headers *headers,
    const char *text, const char *subject)
{
	const char *failed = headers_get(headers, "X-Failed-Recipients");

	bounce_words(bounce, arena, subject, text,
	    failed != NULL || guard_subject_is_report(arena, subject, true));
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
