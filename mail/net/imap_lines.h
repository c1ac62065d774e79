/* SPDX-License-Identifier: ISC */
/*
 * An IMAP server's answers, put into the grammar that libetpan knows.
 *
 * libetpan gives a whole command up for one word that it does not expect.  Here each answer
 * is written anew, line by line, with no more of it than somebody needs (RFC 3501, 7); what
 * nobody needs, or nobody could understand, is left out.  A letter's bytes go through as
 * they are.
 */
#ifndef MAIL_NET_IMAP_LINES_H
#define MAIL_NET_IMAP_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct imap_lines {
	struct str line;               /* the line being read, without its end */
	struct str out;                /* what is to be read instead */
	size_t taken;                  /* of out */
	uint64_t literal_max, literal; /* the largest allowed; bytes of one still to come */
	bool is_continued;             /* the line goes on behind a literal */
	bool is_fetch;                 /* an answer to FETCH */
	bool drops_literal;
	unsigned number, facts; /* of an answer to FETCH; how many were written */
	int depth;              /* of parentheses in what is left out */
	/* Since the caller cleared them: */
	bool has_searched; /* an answer to SEARCH came */
	bool left_out;     /* so did one that is none of those known */
	size_t copied;     /* letters in answers to COPY and MOVE */
	size_t expunged;   /* letters that have left the mailbox */
};

void imap_lines_init(struct imap_lines *lines, struct arena *arena, size_t literal_max);
/* Bytes as the server sent them; false when they announce a literal above the largest (libetpan
 * allocates whatever length it is told), or a line has no end. */
bool imap_lines_feed(struct imap_lines *lines, const char *bytes, size_t length);
/* The next bytes to read; 0: none. */
size_t imap_lines_take(struct imap_lines *lines, void *bytes, size_t size);
/* Is there something that nobody has read? */
bool imap_lines_has_more(const struct imap_lines *lines);

#endif
