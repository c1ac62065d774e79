/* SPDX-License-Identifier: ISC */
/*
 * Words below a deed that throw doubt on it: "resign", and below it "or should I fight on?".
 *
 * What ends a game, or begins one, is not done in doubt; one letter asks.
 */
#ifndef SPEAK_DOUBTS_H
#define SPEAK_DOUBTS_H

#include <stdbool.h>

struct arena;
struct parse_context;

/* Does the line, which stands below a deed or a yes, have second thoughts, say no, or joke?  Not
 * "No hope left." or "Not my best day." */
bool doubts_in_line(struct arena *arena, const struct parse_context *context, const char *line);
/* Does a clause of the folded line begin so that a move above it is not to be played? */
bool doubts_retract(struct arena *arena, const struct parse_context *context, const char *folded);
/* The first of the lines that does so; NULL. */
const char *doubts_in_words(
    struct arena *arena, const struct parse_context *context, const char *words);

#endif
