/* SPDX-License-Identifier: ISC */
/*
 * From bytes to a letter: who, what, and the new text a person wrote.
 *
 * Bytes come from strangers.  A scan of ours caps size, header bytes, nesting
 * and parts before GMime reads anything; the object GMime makes is read only.
 * Everything in struct letter is UTF-8, cleaned (utf8_clean), NUL-terminated,
 * and lives in the arena given.  Pure: no I/O, the same bytes give the same
 * letter.
 */
#ifndef MAIL_LETTER_H
#define MAIL_LETTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

#define LETTER_BYTES_MAX_DEFAULT	(256 * 1024)
#define LETTER_ADDRESSES_MAX	64	/* recipients and references kept */

/* What the operator configured about letters coming in. */
struct letter_policy {
	size_t		 bytes_max;	/* larger: headers only */
	const char	*address;	/* our own: "xiangqi@example.org" */
	const char	*loop_id;	/* the X-Loop value our letters carry */
	/* Names of servers, blanks between: the first is the one whose Authentication-Results
	 * count, the others those that letters pass afterwards.  NULL: nobody's count. */
	const char	*auth_server;
};

/* What a robot guard makes of it (RFC 3834, 2; mail/README 7 and 8). */
enum letter_kind {
	LETTER_PERSON,		/* may be answered */
	LETTER_ROBOT,		/* auto-reply, list, report: never answered */
	LETTER_BOUNCE,		/* delivery report; see .bounce */
	LETTER_LOOP,		/* one of our own, or 30 times received: dropped */
	LETTER_UNREADABLE	/* no headers worth the name, or caps exceeded: quarantine */
};

enum dmarc { DMARC_UNKNOWN, DMARC_PASS, DMARC_FAIL };

/* A delivery report (RFC 3464), for LETTER_BOUNCE. */
struct bounce {
	bool		 permanent;	/* status 5.x.x, action failed */
	bool		 delayed;	/* action delayed: ignored */
	const char	*recipient;	/* Final-/Original-Recipient, or NULL */
	const char	*status;	/* "5.1.1", or NULL */
	const char	*message_id;	/* of the returned letter, or NULL */
};

struct letter {
	enum letter_kind kind;
	const char	*kind_reason;	/* one English phrase for the log: "null Return-Path" */
	struct bounce	 bounce;

	/* Envelope, as far as headers say it (Return-Path; Delivered-To …). */
	const char	*return_path;	/* "" for <>; NULL when absent */

	/* Headers, decoded. */
	const char	*from;		/* addr-spec, domain in lower case; NULL unless exactly one mailbox */
	const char	*from_name;	/* display name or "" */
	int		 from_count;	/* mailboxes in all From lines; 1 is sound */
	const char	*subject;	/* one line; "" when absent */
	const char	*message_id;	/* without <>; NULL */
	const char	*date;		/* raw text; NULL */
	const char	*recipients[LETTER_ADDRESSES_MAX]; /* addr-specs of Delivered-To, X-Original-To, Envelope-To, To, Cc in this order */
	int		 recipient_count;
	const char	*references[LETTER_ADDRESSES_MAX]; /* In-Reply-To first, then References from the last; without <> */
	int		 reference_count;
	bool		 is_answer;	/* In-Reply-To, References, or a Re: in any language */

	enum dmarc	 dmarc;		/* by the configured server's word only */

	/* The text. */
	const char	*charset;	/* as used for the text part: "utf-8", "gb18030" … */
	const char	*text;		/* the new text: quotes, attributions, signatures cut; lines
					 * end in \n; at most 2,000 lines */
	const char	*whole;		/* the text before cutting; of 256 KiB of text parts at most */
	bool		 too_large;	/* read by headers only; text is "" */

	/* Digest of From, Date, Message-ID, Subject and body: the inbox key (mail/README 5). */
	char		 digest[65];
};

/* Once, before any letter is read (GMime's global state). */
void	letter_setup(void);
/* Never fails: what cannot be read comes back as LETTER_UNREADABLE. */
void	letter_read(struct letter *letter, struct arena *arena, const char *bytes, size_t length,
	    const struct letter_policy *policy);
/* What settles who wrote it, which letter it is and whom it answers: return_path,
 * from, from_count, message_id, date, recipients, references, dmarc, too_large,
 * digest; and kind as far as the header tells.  The rest is as in a letter
 * without text.  By bounded code of our own: neither GMime nor iconv. */
void	letter_head(struct letter *letter, struct arena *arena, const char *bytes, size_t length,
	    const struct letter_policy *policy);

/* Takes "Re: AW: 回复：Fwd: [list]" and the like off a Subject, repeatedly;
 * also our own "[#123]". Returned in the arena. `was_answer`: one was taken off. */
const char *subject_strip(struct arena *arena, const char *subject, bool *was_answer);

/* Addresses: a deliberately narrow addr-spec (RFC 5321 dot-string or RFC 6531
 * UTF-8, no comments, no quotes, no controls, at most 254 octets, local part
 * at most 64).  Lower-cases the domain; false when `text` is no such address. */
bool	address_normalise(struct arena *arena, const char *text, const char **out);
/* "xiangqi+TOKEN@example.org" against "xiangqi@example.org": the TOKEN (in the
 * arena), or NULL.  "xiangqi+b.TOKEN@…" gives "b.TOKEN". */
const char *address_tag(struct arena *arena, const char *address, const char *own);
/* "fred@a.test" for "fred+x@a.test", which mostly is the same mailbox. */
const char *address_untagged(struct arena *arena, const char *address);

#endif
