/* SPDX-License-Identifier: ISC */
/*
 * What the quote cutter, quote.c, and the gatherer of words beyond the cut, more.c, share.
 */
#ifndef MAIL_QUOTE_QUOTE_INTERNAL_H
#define MAIL_QUOTE_QUOTE_INTERNAL_H

#include "mail/quote/span.h"

struct arena;

#define WRAPPED_COLUMNS 55 /* a line that long may have been wrapped */

enum mark { NOTHING, QUOTED, ATTRIBUTION, MOBILE, ARMOUR, CUT };

/* The mark that stands at a line; *next is the line after it. */
enum mark quote_mark_at(struct arena *arena, const char *at, const char **next);
/* Does a quote whose lines are marked stand below an attribution? */
bool quote_begins(const char *at);
/* The line's columns on a screen. */
size_t quote_columns(struct arena *arena, struct span line);
/* Can the second line be the rest of the first, so many columns wide, wrapped because its
 * first word did not fit into the width?  Hanzi are words of their own. */
bool quote_is_tail(size_t first, struct span second, size_t width);
/* Where the new text stands, *end at the mark of a quote or the end of all.  False: there is none;
 * *end is where looking began. */
bool quote_find(struct arena *arena, const char *whole, const char **start, const char **end);

#endif
