/* SPDX-License-Identifier: ISC */
/*
 * The robot guard: who must never get an answer (RFC 3834, 2; mail/README 7 and 8).
 *
 * Two robots that answer each other fill disks over night, so doubt is settled
 * against answering; of a person who writes through a list only a command with a token is.
 * Knows addresses that no person has and fields that only programs write; asks
 * wording.c about Subjects.
 */
#include "mail/guard/guard.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/idn.h"
#include "base/str.h"
#include "mail/quote/phrases.h"
#include "mail/read/address.h"

#define RECEIVED_MAX 30

/* Does nobody read what is sent there?  By the local part, tags and seals left out. */
static bool
is_robots_address(const char *address)
{
	const struct words *names = phrases(PHRASES_ROBOT_NAME);
	const char *seal, *list;
	size_t length;

	if (address == NULL)
		return false;
	/* The seal of an envelope sender: "prvs=1234abcd=fred", "msprvs1=x=fred". */
	if ((str_starts_nocase(address, "prvs=") || str_starts_nocase(address, "msprvs1=")) &&
	    (seal = strchr(strchr(address, '=') + 1, '=')) != NULL)
		address = seal + 1;
	length = strcspn(address, "@+");
	for (size_t i = 0; i < names->count; i++) {
		const char *name = names->list[i];
		bool is_end = *name == '*', is_start;
		size_t n = strlen(name += is_end);

		n -= is_start = n > 0 && name[n - 1] == '*';
		if (n <= length && (is_end || is_start || n == length) &&
		    strncasecmp(is_end ? address + length - n : address, name, n) == 0)
			return true;
	}
	/* "chess-return-12-fred=players.test", the lists of ezmlm. */
	list = str_find_nocase(address, "-return-");
	return list != NULL && list < address + length &&
	    isdigit((unsigned char)list[strlen("-return-")]);
}

/* X-Autoreply, X-Auto-Reply-From, X-Mail-Autoreply, X-Zarafa-Vacation, …; but
 * X-Auto-Response-Suppress stands in people's letters too. */
static bool
has_robot_word(const char *name)
{
	char bare[64];
	size_t n = 0;

	if (str_equal_nocase(name, "X-Auto-Response-Suppress"))
		return false;
	for (; *name != '\0' && n + 1 < sizeof bare; name++) {
		if (*name != '-')
			bare[n++] = *name;
	}
	bare[n] = '\0';
	return phrases_stand_in(PHRASES_ROBOT_WORD, (struct span){ bare, n });
}

/* "X-Autoreply: no". */
static bool
says_no(const char *value)
{
	static const char *const words[] = { "no", "false", "none", "0" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_starts_nocase(value, words[i]) &&
		    strchr(" \t;(", value[strlen(words[i])]) != NULL)
			return true;
	return false;
}

static bool
is_listed(enum phrases list, const struct header *header)
{
	const struct words *fields = phrases(list);

	for (size_t i = 0; i < fields->count; i++) {
		const char *field = fields->list[i], *value = strchrnul(field, ':');

		if (span_is((struct span){ field, (size_t)(value - field) }, header->name) &&
		    (*value != '\0' ? str_starts_nocase(header->value, value + strlen(": ")) :
				      !says_no(header->value)))
			return true;
	}
	return false;
}

/* Why this one field is a program's, whoever handed the letter on; NULL: it may be a person's. */
static const char *
field_reason(const struct header *header)
{
	if (str_equal_nocase(header->name, "Auto-Submitted"))
		return says_no(header->value) ? NULL : "Auto-Submitted";
	return is_listed(PHRASES_REPORT_FIELD, header) ? header->name : NULL;
}

/* Why it is a list's or a relay's, or a program's that may stand in front of a person's mailbox;
 * NULL: it is not. */
static const char *
relay_reason(struct arena *arena, const struct header *header)
{
	const char *value = header->value;
	struct mailbox sender;

	if (str_starts_nocase(header->name, "List-"))
		return "a mailing list's field";
	if (is_listed(PHRASES_ROBOT_FIELD, header))
		return header->name;
	if (has_robot_word(header->name) && !says_no(value))
		return "an automatic answer's field";
	return str_equal_nocase(header->name, "Sender") &&
		address_next_mailbox(arena, &value, &sender) && is_robots_address(sender.address) ?
	    "a robot's Sender" :
	    NULL;
}

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

static const char *
loop_reason(const struct letter *letter, struct arena *arena, const struct headers *headers,
    const struct letter_policy *policy)
{
	const char *own = policy->address, *at = own != NULL ? strrchr(own, '@') : NULL;
	/* Our List-Ids end in ".name.domain" of our address name@domain. */
	const char *list_id = at != NULL ?
	    arena_printf(arena, ".%.*s.%s>", (int)(at - own), own, at + 1) :
	    NULL;

	if (headers_count(headers, "Received") > RECEIVED_MAX)
		return "received too often";
	for (int i = 0; i < headers->count; i++) {
		const struct header *header = &headers->list[i];

		if (own != NULL && str_equal_nocase(header->name, "X-Loop") &&
		    str_equal_nocase(header->value, own))
			return "our own X-Loop";
		if (list_id != NULL && str_equal_nocase(header->name, "List-Id") &&
		    str_find_nocase(header->value, list_id) != NULL)
			return "our own List-Id";
	}
	if (letter->from == NULL || own == NULL)
		return NULL;
	return str_equal_nocase(letter->from, idn_people(arena, own)) ||
		address_tag(arena, letter->from, own) != NULL ?
	    "from ourselves" :
	    NULL;
}

/* What handed it on, or only seems to; NULL nothing. */
static const char *
handed_on(const struct letter *letter, struct arena *arena, const struct headers *headers)
{
	const char *path = letter->return_path, *reason;

	for (int i = 0; i < headers->count; i++)
		if ((reason = relay_reason(arena, &headers->list[i])) != NULL)
			return reason;
	/* Companies write by way of services that give every letter, also a person's, a
	 * sender like "bounces+7-fred=players.test". */
	return is_robots_address(path) && !str_starts_nocase(path, "bounce") ? "a robot's name" :
									       NULL;
}

static const char *
head_reason(const struct letter *letter, const struct headers *headers)
{
	const char *reason;

	for (int i = 0; i < headers->count; i++)
		if ((reason = field_reason(&headers->list[i])) != NULL)
			return reason;
	if (str_equal(letter->return_path, ""))
		return "null Return-Path";
	if (letter->from_count == 0)
		return "no From address";
	if (letter->from == NULL)
		return "not exactly one plain From address";
	return is_robots_address(letter->from) ? "a robot's name" : NULL;
}

static const char *
robot_reason(const struct letter *letter, struct arena *arena, const struct mime *mime)
{
	if (letter->kind == LETTER_ROBOT && !letter->may_command)
		return letter->kind_reason;
	if (mime->report_type != NULL || mime->status != NULL || mime->notification)
		return "a report";
	if (is_daemon(letter))
		return "a robot's name";
	if (wording_subject_is_automatic(arena, letter->subject))
		return "an automatic answer's Subject";
	return NULL;
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
	return wording_subject_is_report(
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
	const char *relay = handed_on(letter, arena, headers);
	const char *reason = loop_reason(letter, arena, headers, policy);

	letter->has_relay = relay != NULL;
	if (headers->count == 0 || headers->crowded)
		set_kind(letter, LETTER_UNREADABLE,
		    headers->count == 0 ? "no header" : "too many parts or fields");
	else if (reason != NULL)
		set_kind(letter, LETTER_LOOP, reason);
	else if ((reason = head_reason(letter, headers)) != NULL || relay != NULL)
		set_kind(letter, LETTER_ROBOT, reason != NULL ? reason : relay);
	else
		set_kind(letter, LETTER_PERSON, "");
	letter->may_command = letter->kind == LETTER_ROBOT && reason == NULL;
}

void
guard_judge(struct letter *letter, struct arena *arena, const struct headers *headers,
    const struct mime *mime)
{
	const char *reason;
	bool is_report, comes_back = false;

	if (letter->kind == LETTER_LOOP || letter->kind == LETTER_UNREADABLE)
		return;
	reason = robot_reason(letter, arena, mime);
	is_report = is_bounce(letter, arena, headers, mime);
	/* Only mail servers and robots write to the envelope sender "name+b.TOKEN" of a
	 * letter we sent (mail/README 18); those that report no failure are on leave. */
	for (int i = 0; i < letter->recipient_count; i++)
		comes_back |= strstr(letter->recipients[i], "+b.") != NULL;
	if (is_report || comes_back)
		bounce_read(&letter->bounce, arena, headers, mime, letter->subject);
	letter->may_command &= reason == NULL && !is_report && !comes_back;
	if (is_report || letter->bounce.permanent)
		set_kind(letter, LETTER_BOUNCE, "a delivery report");
	else if (reason != NULL)
		set_kind(letter, LETTER_ROBOT, reason);
}
