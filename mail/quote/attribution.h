/* SPDX-License-Identifier: ISC */
/*
 * What mail programs put above a quote: "On … wrote:", or a block of header lines.
 * Texts and lines are those of line.h.
 */
#ifndef MAIL_QUOTE_ATTRIBUTION_H
#define MAIL_QUOTE_ATTRIBUTION_H

#include "mail/quote/line.h"

struct arena;

/* Does an attribution of one to four lines stand here?  *next is the line after it. */
bool attribution_at(const char *text, const char **next);
/* "On … wrote:> …": the first line of the quote was run into its attribution. */
bool attribution_is_run_together(struct span line);
/* Does a block "From: … Sent: … To: …" begin here, in any language? */
bool attribution_block_at(struct arena *arena, const char *text);

#endif
