/* SPDX-License-Identifier: ISC */
/*
 * The parts of a letter: its text, and what a report says.
 *
 * mime_bound must have said yes before mime_read: GMime spends 1.3 KB a part
 * and 500 bytes a header line without limit of its own, and reads the address
 * fields of a letter in a letter in quadratic time.
 */
#ifndef MAIL_READ_MIME_H
#define MAIL_READ_MIME_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/read/letter.h"

struct arena;

#define MIME_TEXT_MAX (256 * 1024) /* bytes of text read, all parts together */

struct mime {
	const char *text;        /* UTF-8, lines end in \n; "" when there is none */
	const char *named;       /* texts that are parts with a name: not in `text` */
	const char *charset;     /* of the text part; "us-ascii" when there is none */
	bool has_html;           /* a text in HTML was among them */
	bool has_joints;         /* lines of a flowed text were joined */
	const char *report_type; /* of multipart/report: "delivery-status" …, or NULL */
	const char *status;      /* a message/delivery-status part's text, or NULL */
	const char *returned;    /* header of the letter that came back, or NULL */
	bool notification; /* a read receipt, an abuse report or a calendar's answer (RFC 8098,
			      5965, 5546) */
	enum letter_unread unread; /* what there is besides the text, should that be empty */
	bool is_reaction;          /* a part says that it is one: a thumb */
	bool is_sealed;            /* all of it is encrypted: a text beside that is a gateway's */
};

/* `bytes`: header block, blank line, body; LF line ends, no NUL inside, one after the
 * end.  Disguises the types that GMime would open as letters, and cuts off what exceeds
 * the cap on lines (*length); false when the letter has too many parts or header lines. */
bool mime_bound(char *bytes, size_t *length);
/* What holds in the place of what the labels of texts say. */
struct mime_labels {
	const char *charset; /* NULL: theirs */
	bool is_fixed;       /* format=flowed joins no lines */
};
void mime_read(struct mime *mime, struct arena *arena, const char *bytes, size_t length,
    const struct mime_labels *instead);
/* Once: GMime's global state. */
void mime_setup(void);

#endif
