/* SPDX-License-Identifier: ISC */
/*
 * Long lines broken, for terminals and printers.
 */
#ifndef VIEW_WRAP_H
#define VIEW_WRAP_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* Breaks lines of more than `columns` columns at blanks, or between hanzi; a broken line
 * goes on under its first word.  Words that are longer stay whole.  A command in a sentence, in
 * quotation marks or behind a colon, does not begin a line, where it would be one, and a short one
 * stays on one line.  hard, for a player's words: those that are longer are cut, but for addresses
 * and links, with "@" or "://" in them, and a line may begin with anything.  In the arena. */
const char *wrap(struct arena *arena, const char *text, unsigned columns, bool hard);

/* Is the text of hanzi, beside which some signs are as wide as they are (UAX 11, "ambiguous")?  One
 * of Cyrillic or Greek letters, with a few hanzi in it, is not: its readers see them narrow. */
bool wrap_is_wide(const char *text);
/* The columns of a text in a line, or a table, that is wide or not. */
size_t wrap_width(const char *text, bool wide);

#endif
