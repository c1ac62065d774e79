/* SPDX-License-Identifier: ISC */
/*
 * Lines of a letter, one at a time: what does one mark by its form or by the phrase
 * it begins with?
 *
 * `text` is a position at the beginning of a line, in a text that ends with a NUL.
 */
#ifndef MAIL_QUOTE_LINE_H
#define MAIL_QUOTE_LINE_H

#include <stdbool.h>

#include "mail/quote/span.h"

struct span line_at(const char *text);
const char *line_next(const char *text);
const char *line_skip_blank(const char *text); /* to a line with something on it */

bool line_is_quoted(struct span line); /* "> …" */
/* The mark of a kind that only counts on several lines, "|", ":", "Riverpost>", "»", of a
 * quote that begins here; below an attribution (announced) more signs are marks.  Of no length
 * where there is none, or ">" stands. */
struct span line_quote_mark(const char *text, bool announced);
/* "> …", or such a mark. */
bool line_has_mark(struct span line, struct span mark);
bool line_is_delimiter(struct span line); /* "-----Original Message-----", "-- ", rules */
bool line_is_rule(struct span line); /* a drawn line of three signs or more, and nothing else */
bool line_is_mobile_signature(struct span line);
/* Of such a one: is a device, a program, a company or a link named in it?  "Sent with love" is
 * none. */
bool line_is_device(struct span line);
/* What a mail server put above the letter; below: below another such line. */
bool line_is_banner(struct span line, bool below);
/* "Classification: public", "[SEC=OFFICIAL]", as programs write above or below a letter. */
bool line_is_marking(struct span line);
bool line_is_frame(struct span line);   /* drawn, of any signs: "*****", "+---+" */
bool line_is_address(struct span line); /* nothing but a mail address */
/* Is the next line with something on it a quoted one? */
bool line_quote_follows(const char *text);

#endif
