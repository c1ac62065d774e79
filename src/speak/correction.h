/* SPDX-License-Identifier: ISC */
/*
 * Words below a move that take it back: "Oops, wrong one. I want B10-C8 instead.", "Please do not
 * play this yet."  Whoever writes so has moved, and has not.
 */
#ifndef SPEAK_CORRECTION_H
#define SPEAK_CORRECTION_H

struct arena;
struct parse_context;
struct parsed_letter;

/* Makes the letter doubtful, where the words of its only order, a move on the board that it
 * answers, say so. */
void correction_doubt(
    struct arena *arena, const struct parse_context *context, struct parsed_letter *out);

#endif
