/* SPDX-License-Identifier: ISC */
/*
 * Spans of time as people write them: "3 days", "2 Tage", "3天".
 */
#ifndef SPEAK_SPAN_H
#define SPEAK_SPAN_H

#include <stdbool.h>

struct arena;
struct glossary;

/* The folded text as duration_read (game/clock.h) reads it, "3d"; NULL: it is not a number and a
 * unit's name in one of the languages, with or without a blank between. */
const char *span_form(struct arena *arena, const struct glossary *glossary, const char *text);
/* Is the word "3d", or like it?  Of "400d" it is told that it is too much. */
bool span_is_meant(const char *word);

#endif
