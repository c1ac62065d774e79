/* SPDX-License-Identifier: ISC */
/*
 * What the files that read days share (date*.c alone).
 *
 * A date in one word is folded "2026-12-01", without a year "0000-12-01".
 */
#ifndef SPEAK_DATE_INTERNAL_H
#define SPEAK_DATE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "play/glossary.h"
#include "speak/date.h"
#include "speak/tokens.h"

#define MONTHS  12
#define NO_YEAR "0000"

/* Where a language has its list of that name. */
#define DATE_LIST(name) offsetof(struct language, name)

/* The words that a language lists there. */
const char *date_list(const struct glossary *glossary, int language, size_t list);
/* The place, from 1 on, that the name has in a list of `most` with commas between; 0 none. */
int date_named(
    struct arena *arena, const struct glossary *glossary, size_t list, int most, const char *name);
int date_month(struct arena *arena, const struct glossary *glossary, const char *name);
/* Does it stand beside days and months: "of", "-"? */
bool date_is_word(const struct glossary *glossary, const char *word);
/* How many of the tokens from i on are words that a language lists there as one, with hyphens
 * between; 0 none. */
int date_listed(struct arena *arena, const struct glossary *glossary, const struct tokens *tokens,
    int i, size_t list);
/* Bytes of the longest of the words in hanzi, in such a list of any language, that the text begins
 * with; 0 none. */
size_t date_hanzi(const struct glossary *glossary, const char *text, size_t list);
/* Takes the stop off the token as written. */
void date_drop_stop(struct arena *arena, struct tokens *tokens, int i);

/* A date in words, as far as it is read. */
struct date_words {
	int day, month, year; /* 0 not yet */
	int end;              /* behind its last token */
};
/* Reads the tokens from `first` on; false: they are no date with a month's name. */
bool date_read_words(struct arena *arena, const struct glossary *glossary,
    const struct tokens *tokens, int first, struct date_words *date);
/* "5.12", "5.12.", "12月5日": *out "0000-12-05". */
bool date_read_day_and_month(const char *word, char out[DATE_SIZE]);
/* "20/12", "20/12/2026": the two first numbers and the year, 0 none; false: no such date. */
bool date_read_slashed(const char *word, int number[2], int *year);
/* In one word? */
bool date_is_one(const char *word);

/* Makes one word of each date. */
void date_join_all(struct arena *arena, const struct glossary *glossary, struct tokens *tokens);
/* What stands in front of dates that are one word goes with them. */
void date_join_beside(struct arena *arena, const struct glossary *glossary, struct tokens *tokens);

#endif
