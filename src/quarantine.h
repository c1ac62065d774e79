/* SPDX-License-Identifier: ISC */
/*
 * What is put aside is kept as it came, but for the passwords in it (mail 3).
 */
#ifndef QUARANTINE_H
#define QUARANTINE_H

#include <stddef.h>

struct arena;

/* A copy of a letter's bytes in the arena, of the same length, where in every line
 * that is a command, or nearly one, what is or may be a password is blanked; NULL
 * when there is nothing to blank. */
const char *quarantine(struct arena *arena, const char *bytes, size_t length);

#endif
