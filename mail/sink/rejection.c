/* SPDX-License-Identifier: ISC */
/*
 * What a refusal is about (rejection.h).
 *
 * Codes come first: enhanced ones (RFC 3463; RFC 5248 and its registry), then those of
 * RFC 5321, 4.2.3, and RFC 7504.  Servers use some of them for everything; there the words
 * decide, as far as they say anything.
 */
#include "mail/sink/rejection.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"

#define ANY          (-1)
#define COUNT(table) (sizeof(table) / sizeof *(table))

/* What a code or a word speaks of. */
enum topic { MAILBOX, LETTER, SENDER, NAME, OURS, UNSAID };

/* The first row that fits counts. */
static const struct {
	int subject, detail; /* of x.subject.detail */
	enum topic topic;    /* UNSAID: the words tell */
} enhanced[] = {
	{ 0, ANY, UNSAID },
	{ 1, 1, MAILBOX },  /* bad destination mailbox address */
	{ 1, 2, MAILBOX },  /* bad destination system address */
	{ 1, 3, MAILBOX },  /* bad destination mailbox address syntax */
	{ 1, 6, MAILBOX },  /* has moved, no forwarding address */
	{ 1, 7, SENDER },   /* bad sender's mailbox address syntax */
	{ 1, 8, SENDER },   /* bad sender's system address */
	{ 1, 10, MAILBOX }, /* null MX (RFC 7505) */
	{ 1, ANY, OURS },
	{ 2, 0, OURS },
	{ 2, 252, SENDER }, /* Exchange: SendAsDenied */
	{ 2, ANY, MAILBOX },
	{ 3, 4, LETTER }, /* too big for the system */
	{ 3, ANY, OURS },
	{ 4, ANY, OURS },   /* network, routing, limits */
	{ 5, ANY, UNSAID }, /* protocol */
	{ 6, ANY, LETTER }, /* content or media */
	{ 7, ANY, UNSAID }, /* security or policy */
	{ ANY, ANY, OURS },
};

/* Where there is no enhanced code and the words say nothing. */
static const struct {
	int code;
	enum topic topic;
} plain[] = {
	{ 550, MAILBOX }, /* unavailable */
	{ 551, MAILBOX }, /* not local */
	{ 552, LETTER },  /* storage, or RFC 1870 */
	{ 553, MAILBOX }, /* name not allowed */
	{ 556, MAILBOX }, /* its domain takes no mail */
};

/* The first that an answer holds counts: what is said of the sender may look like one of the
 * others, and so on. */
static const struct {
	const char *words;
	enum topic topic;
} phrases[] = {
	{ "helo", NAME },
	{ "ehlo", NAME },
	{ "mail from", SENDER },
	{ "sender", SENDER },
	{ "from address", SENDER },
	{ "send as", SENDER },
	{ "sendas", SENDER },
	{ "authorized user", SENDER },
	{ "reverse-path", SENDER },
	{ "return-path", SENDER },
	{ "return path", SENDER },
	{ "envelope", SENDER },
	{ "<>", SENDER },
	{ "no such", MAILBOX },
	{ "name not allowed", MAILBOX },
	{ "user unknown", MAILBOX },
	{ "unknown user", MAILBOX },
	{ "unknown recipient", MAILBOX },
	{ "recipient unknown", MAILBOX },
	{ "unknown mailbox", MAILBOX },
	{ "unknown address", MAILBOX },
	{ "address unknown", MAILBOX },
	{ "invalid recipient", MAILBOX },
	{ "invalid mailbox", MAILBOX },
	{ "no mailbox", MAILBOX },
	{ "mailbox unavailable", MAILBOX },
	{ "mailbox not found", MAILBOX },
	{ "user not found", MAILBOX },
	{ "recipient not found", MAILBOX },
	{ "mailbox full", MAILBOX },
	{ "mailbox is full", MAILBOX },
	{ "mailbox disabled", MAILBOX },
	{ "over quota", MAILBOX },
	{ "does not exist", MAILBOX },
	{ "doesn't exist", MAILBOX },
	{ "doesn't have", MAILBOX },
	{ "unrouteable", MAILBOX },
	{ "relay", OURS },
	{ "authenti", OURS },
	{ "authoriz", OURS },
	{ "log in", OURS },
	{ "login", OURS },
	{ "limit", OURS },
	{ "quota", OURS },
	{ "too many", OURS },
	{ "too much mail", OURS },
	{ "exceeded", OURS },
	{ "try again", OURS },
	{ "later", OURS },
	{ "temporar", OURS },
	{ "block", OURS },
	{ "blacklist", OURS },
	{ "listed", OURS },
	{ "client", OURS },
	{ "reputation", OURS },
	{ "spf", OURS },
	{ "dkim", OURS },
	{ "dmarc", OURS },
	{ "tls", OURS },
	{ "encrypt", OURS },
	{ "not permitted", OURS },
	{ "not allowed", OURS },
	{ "denied", OURS },
	{ "service", OURS },
	{ "sequence", OURS },
	{ "content", LETTER },
	{ "virus", LETTER },
	{ "malware", LETTER },
	{ "spam", LETTER },
	{ "attachment", LETTER },
	{ "too large", LETTER },
	{ "too big", LETTER },
	{ "message size", LETTER },
	{ "policy", OURS },
};

static bool
fits(int known, int said)
{
	return known == ANY || known == said;
}

/* "5.1.1" behind the code, or "#5.1.1" anywhere, as qmail has it. */
static bool
has_enhanced(const char *reply, int *subject, int *detail)
{
	const char *mark = strchr(reply, '#');

	return sscanf(reply, "%*3d%*1[ -]5.%3d.%3d", subject, detail) == 2 ||
	    (mark != NULL && sscanf(mark, "#5.%3d.%3d", subject, detail) == 2);
}

static enum topic
topic_of_words(const char *reply)
{
	for (size_t i = 0; i < COUNT(phrases); i++)
		if (str_find_nocase(reply, phrases[i].words) != NULL)
			return phrases[i].topic;
	return UNSAID;
}

static enum topic
topic_of(int code, const char *reply)
{
	int subject, detail;
	bool is_enhanced = has_enhanced(reply, &subject, &detail);
	enum topic topic = UNSAID;

	for (size_t i = 0; is_enhanced && i < COUNT(enhanced); i++)
		if (fits(enhanced[i].subject, subject) && fits(enhanced[i].detail, detail)) {
			topic = enhanced[i].topic;
			break;
		}
	if (topic == UNSAID || topic == OURS) {
		enum topic said = topic_of_words(reply);

		/* A code about ourselves and words about the mailbox: the code knows better. */
		if (topic == UNSAID || said == SENDER || said == NAME)
			topic = said;
	}
	for (size_t i = 0; topic == UNSAID && !is_enhanced && i < COUNT(plain); i++)
		if (plain[i].code == code)
			topic = plain[i].topic;
	return topic;
}

enum rejection
rejection_read(enum rejection_step step, int code, const char *reply)
{
	enum topic topic = topic_of(code, reply);

	if (topic == NAME)
		return REJECTION_NAME;
	if (step == REJECTED_AT_CONNECTION)
		return REJECTION_OURS;
	/* MAIL names the sender and the letter's size, and nobody else. */
	if (step == REJECTED_AT_SENDER && (topic == MAILBOX || topic == UNSAID))
		topic = code == 501 || (code >= 550 && code <= 554) ? SENDER : OURS;
	if (topic == SENDER)
		return REJECTION_SENDER;
	return topic == MAILBOX || topic == LETTER ? REJECTION_LETTER : REJECTION_OURS;
}
