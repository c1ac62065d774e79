/* SPDX-License-Identifier: ISC */
/*
 * Words below a move or a resignation that take it back: "Oops, wrong one. I want B10-C8 instead.",
 * "Please do not play this yet.", "just kidding".  Whoever writes so has moved, and has not.
 */
#ifndef SPEAK_CORRECTION_H
#define SPEAK_CORRECTION_H

#include <stdbool.h>

#include "speak/verbs.h"

struct arena;
struct parse_context;
struct parsed_letter;

/* Makes the letter doubtful, where the words of its only order, a move or a resignation, say so,
 * where they do something else besides ("I resign" below a move), or where it holds two moves for
 * one board. */
void correction_doubt(
    struct arena *arena, const struct parse_context *context, struct parsed_letter *out);

/* Does a sentence of the words agree to what the other offers: "Fair enough, let's call it a
 * draw."? */
bool correction_agrees(struct arena *arena, const struct parse_context *context, const char *words);

/* Does a word of the folded line name the command, in some language? */
bool correction_names(const struct parse_context *context, const char *folded, enum verb_id id);

#endif
