/* SPDX-License-Identifier: ISC */
/*
 * Memory that lives as long as one letter: allocate at will, free all at once.
 *
 * Nothing here returns NULL: when memory runs out, or more than arena_limit is taken, the
 * program aborts, which loses nothing (the letter is handled again, see README "One letter,
 * one transaction").  Memory is zeroed and aligned for any type.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *arena);  /* NULL is fine */
void arena_clear(struct arena *arena); /* forget all, keep one block */
/* All arenas of this process together may take so many bytes more from now on, 0: any number.
 * `passed` is called where more is asked for, and does not return: where a fault asks for memory
 * without end, the program ends and not the machine. */
void arena_limit(size_t bytes, void (*passed)(void));

void *arena_alloc(struct arena *arena, size_t size);
/* Not zeroed: for large pieces that are filled at once. */
void *arena_bytes(struct arena *arena, size_t size);
/* A list of `count` things of `size` bytes with room for one more: itself, or a copy. */
void *arena_grow(struct arena *arena, void *list, size_t count, size_t size);
char *arena_strdup(struct arena *arena, const char *text); /* NULL of NULL */
char *arena_strndup(struct arena *arena, const char *text, size_t length);
char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

#endif
