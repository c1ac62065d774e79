/* SPDX-License-Identifier: ISC */
/*
 * Bytes that nobody can read or change without the keys (libsodium's secretbox).
 */
#ifndef BASE_SEAL_H
#define BASE_SEAL_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct keys;

/* Sealed with the first key, as base64 without breaks, in the arena. */
const char *seal(struct arena *arena, const struct keys *keys, const char *bytes, size_t length);
/* The bytes again, in the arena, with a NUL behind; NULL if text was sealed by none of the keys. */
const char *unseal(struct arena *arena, const struct keys *keys, const char *text,
    size_t text_length, size_t *length);

#endif
