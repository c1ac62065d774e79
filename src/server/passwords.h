/* SPDX-License-Identifier: ISC */
/*
 * No letter is kept with a password in it that anybody could read (mail 3).
 *
 * What is put aside has its passwords blanked.  A letter that was taken may have
 * to be read again after a restored backup, so there the words that are blanked
 * stand sealed in a field on top, for whoever has the keys.
 */
#ifndef PASSWORDS_H
#define PASSWORDS_H

#include <stddef.h>

struct arena;
struct keys;

/* A copy of a letter's bytes in the arena, of the same length, where in every line
 * that is a command, or nearly one, what is or may be a password is blanked; NULL
 * when there is nothing to blank. */
const char *passwords_blank(struct arena *arena, const char *bytes, size_t length);
/* The same with the field on top; *length is changed. */
const char *passwords_seal(
    struct arena *arena, const struct keys *keys, const char *bytes, size_t *length);
/* The letter as it came, in the arena, if it was sealed with these keys; else bytes. */
const char *passwords_open(
    struct arena *arena, const struct keys *keys, const char *bytes, size_t *length);

#endif
