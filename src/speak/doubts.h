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
/* Does the line go on with the deed above it, "resign", as a sentence does: "is such an ugly word",
 * "... is what my wife would do"? */
bool doubts_continue(struct arena *arena, const struct parse_context *context, const char *line);
/* Does the line above a move say that it is only thought of: "Should I play this?", "Example:"?  A
 * sentence that has ended is of something else. */
bool doubts_consider(struct arena *arena, const struct parse_context *context, const char *above);
/* Does the folded line below a move take it back, and nothing else: "hmm, no", "no, wait", "oops,
 * sorry"?  "Thanks but no" is said to the other.  is_beside: it stands behind the move, on its
 * line, or alone right below. */
bool doubts_only_retract(
    struct arena *arena, const struct parse_context *context, const char *folded, bool is_beside);
/* Does a clause of the folded words behind a move, on its line, say the same: "(candidate 1)"? */
bool doubts_draft(struct arena *arena, const struct parse_context *context, const char *folded);
/* Does one below a move want to take it back: "Undo!"? */
bool doubts_undo(struct arena *arena, const struct parse_context *context, const char *folded);
/* Does a clause of the folded line begin so that a move above it is not to be played? */
bool doubts_retract(struct arena *arena, const struct parse_context *context, const char *folded);
/* Does a clause of the folded line say that what stands above it is a joke: "Just kidding, I'm
 * winning"? */
bool doubts_joke(struct arena *arena, const struct parse_context *context, const char *folded);
/* … in so many words, and does not only put it off? */
bool doubts_kidding(struct arena *arena, const struct parse_context *context, const char *folded);
/* Does the folded line below a yes to a challenge ask for another time to think: "but with 3 days a
 * move"? */
bool doubts_set_terms(const struct parse_context *context, const char *folded);
/* The first of the lines that does so; NULL. */
const char *doubts_in_words(
    struct arena *arena, const struct parse_context *context, const char *words);
/* The same beside a yes, which a sentence with a no, or with a condition, puts in doubt as well. */
const char *doubts_of_yes(
    struct arena *arena, const struct parse_context *context, const char *words);

#endif
