/* SPDX-License-Identifier: ISC */
/*
 * The robot guard: who must never get an answer (RFC 3834, 2; mail/README 7 and 8).
 *
 * Two robots that answer each other fill disks over night, so doubt is settled
 * against answering.  Judges headers only; a person who writes through a list
 * is not answered either.
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "mail/guard/guard.h"
#include "mail/read/address.h"

#define RECEIVED_MAX 30

static bool
is_daemon(const struct letter *letter)
{
	return letter->from != NULL &&
	    (str_starts_nocase(letter->from, "mailer-daemon") ||
		str_starts_nocase(letter->from, "mailerdaemon") ||
		str_starts_nocase(letter->from, "postmaster@") ||
		str_starts_nocase(letter->from, "mdaemon@") ||
		str_starts_nocase(letter->from_name, "mail delivery s"));
}

/* Our List-Ids end in ".name.domain" of our address name@domain. */
static bool
list_is_ours(const char *list_id, const char *own, struct arena *arena)
{
	const char *at = own != NULL ? strrchr(own, '@') : NULL;

	if (at == NULL || list_id == NULL)
		return false;
	return str_find_nocase(
		   list_id, arena_printf(arena, ".%.*s.%s>", (int)(at - own), own, at + 1)) != NULL;
}

static bool
is_own_address(struct arena *arena, const char *address, const char *own)
{
	return address != NULL && own != NULL &&
	    (str_equal_nocase(address, own) || address_tag(arena, address, own) != NULL);
}

static const char *
loop_reason(const struct letter *letter, struct arena *arena, const struct headers *headers,
    const struct letter_policy *policy)
{
	if (headers_count(headers, "Received") > RECEIVED_MAX)
		return "received too often";
	for (int i = 0; i < headers->count; i++) {
		const struct header *header = &headers->list[i];

		if (policy->loop_id != NULL && str_equal_nocase(header->name, "X-Loop") &&
		    str_equal_nocase(header->value, policy->loop_id))
			return "our own X-Loop";
		if (str_equal_nocase(header->name, "List-Id") &&
		    list_is_ours(header->value, policy->address, arena))
			return "our own List-Id";
	}
	return is_own_address(arena, letter->from, policy->address) ? "from ourselves" : NULL;
}

static const char *
field_reason(struct arena *arena, const struct headers *headers)
{
	const char *reason;
	struct mailbox sender;

	for (int i = 0; i < headers->count; i++) {
		const char *value = headers->list[i].value;

		if ((reason = guard_field_reason(&headers->list[i])) != NULL)
			return reason;
		if (str_equal_nocase(headers->list[i].name, "Sender") &&
		    address_next_mailbox(arena, &value, &sender) &&
		    guard_address_is_robots(sender.address))
			return "a robot's Sender";
	}
	return NULL;
}

/* Companies write by way of services that give every letter, also a person's, a sender
 * like "bounces+7-fred=players.test". */
static bool
is_robots_path(const char *path)
{
	return guard_address_is_robots(path) && !str_starts_nocase(path, "bounce");
}

static const char *
head_reason(const struct letter *letter, struct arena *arena, const struct headers *headers)
{
	const char *reason = field_reason(arena, headers);

	if (str_equal(letter->return_path, "") || reason != NULL)
		return reason != NULL ? reason : "null Return-Path";
	if (letter->from_count == 0)
		return "no From address";
	if (letter->from == NULL)
		return "not exactly one plain From address";
	return guard_address_is_robots(letter->from) || is_robots_path(letter->return_path) ?
	    "a robot's name" :
	    NULL;
}

static const char *
robot_reason(const struct letter *letter, struct arena *arena, const struct mime *mime)
{
	if (letter->kind == LETTER_ROBOT)
		return letter->kind_reason;
	if (mime->report_type != NULL || mime->status != NULL || mime->notification)
		return "a report";
	if (is_daemon(letter))
		return "a robot's name";
	if (guard_subject_is_automatic(arena, letter->subject))
		return "an automatic answer's Subject";
	return NULL;
}

/* Nobody but mail servers and robots writes to the envelope sender "name+b.TOKEN"
 * of a letter of ours (mail/README 18); those that tell of no failure are on leave. */
static bool
comes_back(const struct letter *letter)
{
	for (int i = 0; i < letter->recipient_count; i++)
		if (strstr(letter->recipients[i], "+b.") != NULL)
			return true;
	return false;
}

/* A report on delivery, or a robot's letter that words itself as one. */
static bool
is_bounce(const struct letter *letter, struct arena *arena, const struct headers *headers,
    const struct mime *mime)
{
	if (mime->status != NULL || str_equal_nocase(mime->report_type, "delivery-status") ||
	    headers_get(headers, "X-Failed-Recipients") != NULL)
		return true;
	/* A person's answer or forward has a mark before such a Subject. */
	return guard_subject_is_report(
	    arena, letter->subject, is_daemon(letter) || str_equal(letter->return_path, ""));
}

static void
set_kind(struct letter *letter, enum letter_kind kind, const char *reason)
{
	letter->kind = kind;
	letter->kind_reason = reason;
}

void
guard_head(struct letter *letter, struct arena *arena, const struct headers *headers,
    const struct letter_policy *policy)
{
	const char *reason;

	if (headers->count == 0 || headers->crowded)
		set_kind(letter, LETTER_UNREADABLE,
		    headers->count == 0 ? "no header" : "too many parts or fields");
	else if ((reason = loop_reason(letter, arena, headers, policy)) != NULL)
		set_kind(letter, LETTER_LOOP, reason);
	else if ((reason = head_reason(letter, arena, headers)) != NULL)
		set_kind(letter, LETTER_ROBOT, reason);
	else
		set_kind(letter, LETTER_PERSON, "");
}

void
guard_judge(struct letter *letter, struct arena *arena, const struct headers *headers,
    const struct mime *mime)
{
	const char *reason;
	bool is_report;

	if (letter->kind == LETTER_LOOP || letter->kind == LETTER_UNREADABLE)
		return;
	reason = robot_reason(letter, arena, mime);
	is_report = is_bounce(letter, arena, headers, mime);
	if (is_report || comes_back(letter))
		bounce_read(&letter->bounce, arena, headers, mime, letter->subject);
	if (is_report || letter->bounce.permanent)
		set_kind(letter, LETTER_BOUNCE, "a delivery report");
	else if (reason != NULL)
		set_kind(letter, LETTER_ROBOT, reason);
}
