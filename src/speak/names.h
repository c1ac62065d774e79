/* SPDX-License-Identifier: ISC */
/*
 * Names that nobody may bear: those of who runs the server, and words that an answer may
 * consist of.  What looks like one of them (base/lookalike.h) is one.
 */
#ifndef SPEAK_NAMES_H
#define SPEAK_NAMES_H

#include <stdbool.h>

struct glossary;

/* Is it reserved, as a userid or as a public name?  Of several words one is enough that says who
 * runs the server: "Riverpost Support". */
bool name_is_reserved(const struct glossary *glossary, const char *name);

#endif
