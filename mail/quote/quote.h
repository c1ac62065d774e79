/* SPDX-License-Identifier: ISC */
/*
 * Cutting quotes: what did this person write now (mail/README 13)?
 *
 * A command in a quote must never run: in doubt a line is a quote.
 */
#ifndef MAIL_QUOTE_H
#define MAIL_QUOTE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* The new text, in the arena: above the first mark of a quote, or, when nothing
 * stands there and the quote's lines begin with ">", what stands below it. */
char *quote_cut(struct arena *arena, const char *whole);

/* One line, or several of an attribution, without outer blanks. */
struct span {
	const char *at;
	size_t length;
};

struct span span_trim(const char *at, const char *end);
bool span_starts(struct span span, const char *word); /* ASCII case folded */
bool span_ends(struct span span, const char *word);
bool span_has(struct span span, const char *word);

/* What a single line is (the other files of that name). */
bool line_is_quoted(struct span line);    /* "> …" */
bool line_is_delimiter(struct span line); /* "-----Original Message-----", "-- ", rules */
bool line_is_mobile_signature(struct span line);
bool line_is_banner(struct span line);  /* a mail server's word above the letter */
bool line_is_armour(struct span line);  /* "-----BEGIN PGP SIGNED MESSAGE-----" */
bool line_is_address(struct span line); /* nothing but a mail address */
/* A line of a header block: 0 no, 1 a label, 2 a sender's label that needs no second. */
int line_is_header(struct arena *arena, struct span line);
/* "…   To", "Subject": a label without colon, set apart at the line's end. */
bool line_ends_in_label(struct arena *arena, struct span line);
/* A line "label: something", in any language; a date with its time, in front. */
bool line_has_label(struct span line);
bool span_has_stamp(struct span span);
/* Does this span (one to four lines) announce a quote: "On … wrote:"? */
bool span_is_attribution(struct span span, bool several, bool before_quote);
/* Could an attribution begin here: "On", a date, an address? */
bool line_may_begin_attribution(struct span line);
bool line_begins_with_starter(struct span line);

#endif
