/* SPDX-License-Identifier: ISC */
/*
 * What a letter is, once it has been read: who, what, and the new text a person
 * wrote.  mail/reader.h fills it.
 *
 * Everything in struct letter is UTF-8, cleaned (utf8_clean), NUL-terminated, and
 * lives in the arena given.
 */
#ifndef MAIL_READ_LETTER_H
#define MAIL_READ_LETTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LETTER_BYTES_MAX_DEFAULT (256 * 1024)
#define LETTER_ADDRESSES_MAX     64 /* recipients and references kept */
#define LETTER_OTHERS_MAX        4

/* What the operator configured about letters coming in. */
struct letter_policy {
	size_t bytes_max;    /* larger: headers only */
	const char *address; /* our own: "xiangqi@example.org" */
	/* Names of servers, blanks between: the first is the one whose Authentication-Results
	 * count, the others are those that letters pass afterwards.  NULL: no results count. */
	const char *auth_server;
};

/* What the robot guard takes it for (RFC 3834, 2; mail/README 7 and 8). */
enum letter_kind {
	LETTER_PERSON,    /* may be answered */
	LETTER_ROBOT,     /* auto-reply, list, report: never answered, but for may_command */
	LETTER_BOUNCE,    /* delivery report; see .bounce */
	LETTER_LOOP,      /* one of our own, or 30 times received: dropped */
	LETTER_UNREADABLE /* no usable header, or caps exceeded: quarantine */
};

/* Why there is no text: it is no empty letter, but one whose words are not known. */
enum letter_unread {
	UNREAD_NONE,      /* the text is all there is, also where it is empty */
	UNREAD_ENCRYPTED, /* S/MIME, PGP */
	UNREAD_WINMAIL,   /* in Microsoft's own format, winmail.dat */
	UNREAD_ATTACHED   /* only documents, pictures, voices */
};

enum dmarc { DMARC_UNKNOWN, DMARC_PASS, DMARC_FAIL };

/* A delivery report (RFC 3464), for LETTER_BOUNCE. */
struct bounce {
	bool permanent;         /* status 5.x.x, action failed */
	bool delayed;           /* action delayed: ignored */
	const char *recipient;  /* Final-/Original-Recipient, or NULL */
	const char *status;     /* "5.1.1", or NULL */
	const char *message_id; /* of the returned letter, or NULL */
};

struct letter {
	enum letter_kind kind;
	const char *kind_reason; /* one English phrase for the log: "null Return-Path" */
	bool has_relay;          /* a field or a sender of a list, a relay, a program */
	bool may_command; /* LETTER_ROBOT for nothing but that: one with a token and a command is a
			   * person's, behind a list or a relay */
	struct bounce bounce;

	/* Envelope, as far as headers say it (Return-Path; Delivered-To …). */
	const char *return_path; /* "" for <>; NULL when absent */

	/* Headers, decoded. */
	const char *from; /* addr-spec, domain in lower case; NULL unless exactly one mailbox */
	const char *from_name;                        /* display name or "" */
	int from_count;                               /* mailboxes in all From lines; 1 is valid */
	const char *subject;                          /* one line; "" when absent */
	const char *message_id;                       /* without <>; NULL */
	const char *message_id_text;                  /* as written, also where it is none; NULL */
	const char *date;                             /* raw text; NULL */
	const char *language;                         /* Content-Language, raw text; NULL */
	const char *recipients[LETTER_ADDRESSES_MAX]; /* addr-specs of Delivered-To, X-Original-To,
							 Envelope-To, To, Cc in this order */
	int recipient_count;
	const char *references[LETTER_ADDRESSES_MAX]; /* In-Reply-To first, then References from the
							 last; without <> */
	int reference_count;
	bool is_answer; /* In-Reply-To, References, or a Re: in any language */

	enum dmarc dmarc; /* by the configured server's word only */

	/* The text. */
	bool has_html;       /* there is a version in HTML */
	const char *charset; /* as used for the text part: "utf-8", "gb18030" … */
	const char *text;    /* the new text: quotes, attributions, signatures cut; lines
			      * end in \n; at most 2,000 lines */
	const char *lines;   /* the same before lines of format=flowed were joined (RFC 3676);
			      * NULL: none was */
	const char *more;    /* words of the writer's below it, beyond what marks a quote, "" none:
			      * for people; no command stands in them */
	const char *left;    /* a line of its writer's, perhaps, that is in neither of them: it
			      * looks like what is quoted; "" none */
	/* What the new text is if its label is wrong: entities of HTML in it, another charset,
	 * UTF-8 encoded twice.  NULL: there are no more. */
	const char *others[LETTER_OTHERS_MAX];
	const char *whole; /* the text before cutting; of 256 KiB of text parts at most */
	bool too_large;    /* read by headers only; text is "" */
	enum letter_unread unread;
	bool is_reaction; /* a thumb, sent by a tap: it means nothing */
	bool is_recall;   /* a program asks for an earlier letter back */
	bool is_sealed; /* beside the text stands what is encrypted: words alone are a gateway's */

	/* Digest of From, Date, Message-ID, Subject and new text: the inbox key (mail/README 5);
	 * where the text cannot be read, of the bytes. */
	char digest[65];
	char digest_bytes[65]; /* the key of earlier versions */
};

#endif
