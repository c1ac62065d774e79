/* SPDX-License-Identifier: ISC */
/*
 * Cutting quotes: what did this person write now (mail/README 13)?
 *
 * A command in a quote must never run: in doubt a line is a quote.
 */
#ifndef MAIL_QUOTE_QUOTE_H
#define MAIL_QUOTE_QUOTE_H

struct arena;

/* The new text, in the arena: above the first mark of a quote, or, when nothing
 * stands there and the quote's lines begin with ">", what stands below it. */
char *quote_cut(struct arena *arena, const char *whole);

#endif
