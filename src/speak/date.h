/* SPDX-License-Identifier: ISC */
/*
 * Days as people write them in figures: "2026年12月1日", "1.12.2026".
 */
#ifndef SPEAK_DATE_H
#define SPEAK_DATE_H

#include <stdbool.h>

#define DATE_SIZE 16

/* The folded word in the form "2026-12-01", whether there is such a day or not.  False: it is no
 * three numbers with the year first or last; with strokes only first, since of "5/6/2026" nobody
 * can tell which is the month. */
bool date_form(const char *word, char out[DATE_SIZE]);

#endif
