/* SPDX-License-Identifier: ISC */
/*
 * In which language somebody writes, who has not said in which he wants to be answered.
 */
#ifndef SPEAK_HEARD_H
#define SPEAK_HEARD_H

struct arena;
struct glossary;

/* The code of the language of which the words of a letter have most (language.txt: common,
 * command.*), two signs of it at least; where they tell nothing, the one that its Content-Language
 * (RFC 3282; NULL none) names.  NULL: neither tells one.  Lives as long as the glossary. */
const char *language_heard(struct arena *arena, const struct glossary *glossary,
    const char *content_language, const char *subject, const char *text);

#endif
