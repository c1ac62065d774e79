/* SPDX-License-Identifier: ISC */
/*
 * The names that machines have in commands, and those of their levels: "bot", "computer 4",
 * "bot master".
 */
#ifndef SPEAK_LEVELS_H
#define SPEAK_LEVELS_H

#include <stdbool.h>

struct arena;
struct order;

#define LEVELS 8

/* What stands behind a machine's name, "3" in "bot3", "" in "computer"; NULL: it is none.  word is
 * folded. */
const char *levels_behind_name(const char *word);
/* The level that a word means, "4" or "club"; 0 none. */
int levels_named(const char *word);
/* A word for each level, where there is one: "beginner, easy, ...". */
const char *levels_names(struct arena *arena);
/* Is word i of a challenge a machine's name, or its level? */
bool levels_own(const struct order *order, int i);

#endif
