/* SPDX-License-Identifier: ISC */
/*
 * Strangers who want to take part, and say so in words.
 */
#ifndef SERVER_NEWCOMER_H
#define SERVER_NEWCOMER_H

#include <stdbool.h>

struct arena;
struct glossary;
struct letter;
struct reply;

/* Does the letter try to sign up, in its Subject or on its first line? */
bool newcomer_tries(
    struct arena *arena, const struct glossary *glossary, const struct letter *letter);
/* … or ask how to play here: in a short letter, without a link, as advertisements have them? */
bool newcomer_asks(
    struct arena *arena, const struct glossary *glossary, const struct letter *letter);
/* The answer says how to take part, by a letter to that address. */
void newcomer_welcome(struct reply *reply, const char *address);

#endif
