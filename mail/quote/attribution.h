/* SPDX-License-Identifier: ISC */
/*
 * What mail programs put above a quote: "On … wrote:", or a block of header lines.
 * Texts and lines are those of line.h.
 */
#ifndef MAIL_QUOTE_ATTRIBUTION_H
#define MAIL_QUOTE_ATTRIBUTION_H

#include "mail/quote/line.h"

struct arena;

#define ATTRIBUTION_WINDOW 8 /* lines in which a block's second label stands */

/* Does an attribution of one to four lines stand here?  *next is the line after it. */
bool attribution_at(const char *text, const char **next);
/* "On … wrote:> …": the first line of the quote was run into its attribution. */
bool attribution_is_run_together(struct span line);
/* What was found in lines that have been looked at: each is part of several blocks that may
 * begin above it.  { 0 }: nothing yet. */
struct attribution_seen {
	struct {
		const char *text;
		bool label, dated, addressed;
	} line[ATTRIBUTION_WINDOW];
	size_t next;
};

/* Does a block "From: … Sent: … To: …" begin here, in any language?  All calls about one text
 * share what was seen. */
bool attribution_block_at(struct arena *arena, const char *text, struct attribution_seen *seen);

#endif
