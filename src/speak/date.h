/* SPDX-License-Identifier: ISC */
/*
 * Days as people write them: "2026年12月1日", "1.12.2026", "1 December".
 */
#ifndef SPEAK_DATE_H
#define SPEAK_DATE_H

#include <stdbool.h>

#define DATE_SIZE 16

struct arena;
struct civil;
struct glossary;
struct tokens;

/* The folded word in the form "2026-12-01", whether there is such a day or not.  False: it is no
 * three numbers with the year first or last; with strokes only first, since of "5/6/2026" nobody
 * can tell which is the month; with stops the last may have two digits, "1.12.26". */
bool date_form(const char *word, char out[DATE_SIZE]);

/* Makes one word of each date among the tokens with a month's name in some language, or of day and
 * month as "1.12.", or with strokes where one of the dates shows which is the month: folded
 * "2026-12-01", or "0000-12-01" where no year is said; words as "from" in front of dates go. */
void date_join_words(struct arena *arena, const struct glossary *glossary, struct tokens *tokens);
/* The same of the two days of a span, which may have one month for both, "24-27 December", begin
 * today, "until 27 December", have a length, "for 2 weeks", or end on a day of the week. */
void date_join_span(struct arena *arena, const struct glossary *glossary, struct tokens *tokens);
/* How the words of a line speak of days. */
struct date_talk {
	int times;     /* words of days, weeks and months, figures */
	int others;    /* … and words, or hanzi, that are neither those nor stand beside them */
	int least;     /* of these, behind "until" and without a day, in a line that means one */
	bool is_first; /* it begins with the former, or with "on" */
	bool is_until; /* … or with "until" */
	bool is_han;
};
/* Of the tokens from that one on. */
struct date_talk date_talk(
    struct arena *arena, const struct glossary *glossary, const struct tokens *tokens, int from);
/* Does the token at i speak of days, or stand beside them? */
bool date_is_said(
    struct arena *arena, const struct glossary *glossary, const struct tokens *tokens, int i);
/* The day that such a word of date_join_span means, "today", "Monday", "2 weeks"; its number may be
 * beyond its month.  first: the first day, of which this is the last, NULL: none is said yet.  A
 * day of the week is the first of that name from today on, or after the first day.  False: it is
 * none of those words. */
bool date_is_relative(
    const char *form, const struct civil *today, const struct civil *first, struct civil *out);
/* Gives such a date the year in which it is the first from that day on, or the last up to it. */
void date_add_year(char form[DATE_SIZE], const struct civil *day, bool is_past);

#endif
