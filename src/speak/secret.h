/* SPDX-License-Identifier: ISC */
/*
 * What is not shown of a player's own words: his password, wherever it stands.
 *
 * A line goes through here before it is quoted, logged or kept.  The word after the writer's
 * userid is taken for his password, and so is what is named one ("--pass=", "password:");
 * the userid itself is always shown.  Which other words may be it is guessed here, and found
 * out by hashing elsewhere (cmd/request.h).
 */
#ifndef SPEAK_SECRET_H
#define SPEAK_SECRET_H

#include <stdbool.h>

struct arena;
struct parse_context;
struct tokens;

#define BLANKED "********" /* stands in the place of a password */

/* Is the folded word one for a password, perhaps with a slip in it: "pass", "pw", "pasword"? */
bool secret_is_name(const char *folded);
/* The same, whole: not "passed". */
bool secret_is_word(const char *folded);
/* Could the word be a new password?  One begins with a letter or a digit: what does not is a
 * label, a mark or a face. */
bool secret_is_possible(const char *word);
/* More like a password than like a word: letters with digits or signs among them. */
bool secret_is_likely(const char *word);
/* Do the last two tokens speak of another player, "block wilma please", where whoever answers a
 * letter about a game is known, and the second is hardly a password?  In any other letter it may be
 * one: two may have one mailbox. */
bool secret_is_of_other(const struct parse_context *context, const struct tokens *tokens, int at);
/* The word that may be the writer's password, for it stands behind his userid where
 * commands have it; -1 none. */
int secret_place(
    struct arena *arena, const struct parse_context *context, const struct tokens *tokens);
/* The text in the arena, with stars in the place of what may be a password. */
const char *secret_blank(
    struct arena *arena, const struct parse_context *context, const char *text);
/* The same of words: shown has room for tokens->count of them; true: there are stars in it. */
bool secret_blank_words(struct arena *arena, const struct parse_context *context,
    const struct tokens *tokens, const char **shown);
/* The text with stars for each copy of the secret, in the arena.  NULL, and what has no letter or
 * digit, as "-" between two names, is none. */
const char *secret_blank_word(struct arena *arena, const char *text, const char *secret);

#define CANDIDATES_MAX 3 /* hashing is slow */
/* The words that are most likely a password, the likeliest first; returns how many. In a
 * line that is no command any word may be; of speech only what looks like one, is said to
 * be one, or stands alone after the name of a command that takes one. */
int secret_candidates(struct arena *arena, const struct parse_context *context, const char *text,
    bool is_speech, const char *candidates[CANDIDATES_MAX]);

#endif
