/* SPDX-License-Identifier: ISC */
/*
 * Long lines of a letter, broken for terminals and printers.
 */
#ifndef VIEW_WRAP_H
#define VIEW_WRAP_H

struct arena;

/* Breaks lines of more than `columns` columns at blanks, or between hanzi; a
 * broken line goes on under its first word.  Words that
 * are longer stay whole.  In the arena. */
const char *wrap(struct arena *arena, const char *text, unsigned columns);

#endif
