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

/* Words that stand beyond that text and are the writer's all the same, in the arena, "" none: below
 * a drawn line, below what only resembles a telephone's signature, between quoted lines.  They
 * are for people to read: nothing in them is a command.  What programs, companies and
 * signatures put there is left out; name: the writer's, with which his signature begins.  *left:
 * a line, beside a text, that was left out as a part of what is quoted and may be the writer's,
 * in the arena, "" none. */
char *quote_more(struct arena *arena, const char *whole, const char *name, const char **left);

#endif
