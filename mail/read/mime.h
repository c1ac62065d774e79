/* SPDX-License-Identifier: ISC */
/*
 * The parts of a letter: its text, and what a report says.
 *
 * mime_bound must have said yes before mime_read: GMime spends 1.3 KB a part
 * and 500 bytes a header line without limit of its own, and reads the address
 * fields of a letter in a letter in quadratic time.
 */
#ifndef MAIL_MIME_H
#define MAIL_MIME_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

#define MIME_PARTS_MAX        500
#define MIME_TEXT_MAX         (256 * 1024) /* bytes of text read, all parts together */
#define MIME_BOUNDARIES_MAX   30
#define MIME_HEADER_LINES_MAX 3000 /* of all parts together */
#define MIME_HEADER_BYTES_MAX (64 * 1024)
#define MIME_LINES_MAX \
	60000 /* of a letter; GMime works by lines.  Fewer where \
	       * many begin like boundaries */
/* What mime_bound makes of the type "message": nothing that GMime opens. */
#define MIME_LEAF_TYPE "xessage"

struct mime {
	const char *text;        /* UTF-8, lines end in \n; "" when there is none */
	const char *charset;     /* of the text part; "us-ascii" when there is none */
	const char *report_type; /* of multipart/report: "delivery-status" …, or NULL */
	const char *status;      /* a message/delivery-status part's text, or NULL */
	const char *returned;    /* header of the letter that came back, or NULL */
	bool notification; /* a read receipt, an abuse report or a calendar's answer (RFC 8098,
			      5965, 5546) */
};

/* `bytes`: header block, blank line, body; LF line ends, no NUL inside, one behind.
 * Disguises the types that GMime would open as letters, and cuts what has too many
 * lines (*length); false when the letter has too many parts or header lines. */
bool mime_bound(char *bytes, size_t *length);
void mime_read(struct mime *mime, struct arena *arena, const char *bytes, size_t length);
/* Once: GMime's global state. */
void mime_setup(void);

/* format=flowed to long lines (RFC 3676, 4). */
char *flowed_join(struct arena *arena, const char *text, bool delsp);
/* HTML to lines; quote containers become lines that begin with "> ". */
char *html_lines(struct arena *arena, const char *html);

#endif
