/* SPDX-License-Identifier: ISC */
/*
 * Memory of one letter: a list of blocks, handed out front to back.
 */
#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE (64 * 1024)
#define ALIGN      (sizeof(max_align_t))

struct block {
	struct block *next;
	size_t size; /* of data */
	size_t used;
	_Alignas(max_align_t) unsigned char data[];
};

struct arena {
	struct block *first; /* the block allocations come from */
};

/* Of all arenas of this process. */
static struct {
	size_t held; /* bytes of data in all blocks … */
	size_t most; /* … which may be so many; 0: any number */
	void (*passed)(void);
} all;

static struct block *
block_new(size_t size, struct block *next)
{
	struct block *block = NULL;

	if (all.most != 0 && size > all.most - all.held)
		all.passed();
	if (size <= SIZE_MAX - sizeof *block)
		block = malloc(sizeof *block + size);
	if (block == NULL)
		abort();
	all.held += size;
	block->next = next;
	block->size = size;
	block->used = 0;
	return block;
}

static void
block_free(struct block *block)
{
	all.held -= block->size;
	free(block);
}

struct arena *
arena_new(void)
{
	struct arena *arena = malloc(sizeof *arena);

	if (arena == NULL)
		abort();
	arena->first = block_new(BLOCK_SIZE, NULL);
	return arena;
}

void
arena_limit(size_t bytes, void (*passed)(void))
{
	all.passed = passed;
	all.most = bytes == 0 ? 0 : all.held + bytes;
}

void
arena_clear(struct arena *arena)
{
	/* The first block is one of the usual size: a large letter's is given back. */
	while (arena->first->next != NULL) {
		struct block *block = arena->first->next;

		arena->first->next = block->next;
		block_free(block);
	}
	arena->first->used = 0;
}

void
arena_free(struct arena *arena)
{
	if (arena == NULL)
		return;
	arena_clear(arena);
	block_free(arena->first);
	free(arena);
}

void *
arena_bytes(struct arena *arena, size_t size)
{
	struct block *block = arena->first;
	size_t room = (size + ALIGN - 1) / ALIGN * ALIGN;
	void *memory;

	if (room < size)
		abort();
	if (room > BLOCK_SIZE / 4 && room > block->size - block->used) {
		/* A large piece gets a block of its own after the current one, so
		 * that the rest of the current one is not lost. */
		block->next = block_new(room, block->next);
		block = block->next;
	} else if (room > block->size - block->used) {
		block = arena->first = block_new(BLOCK_SIZE, block);
	}
	memory = block->data + block->used;
	block->used += room;
	return memory;
}

void *
arena_alloc(struct arena *arena, size_t size)
{
	return memset(arena_bytes(arena, size), 0, size);
}

void *
arena_grow(struct arena *arena, void *list, size_t count, size_t size)
{
	void *more;

	/* It has room for a power of two. */
	if ((count & (count - 1)) != 0)
		return list;
	more = arena_alloc(arena, (count > 0 ? 2 * count : 1) * size);
	return count > 0 ? memcpy(more, list, count * size) : more;
}

char *
arena_strndup(struct arena *arena, const char *text, size_t length)
{
	char *copy = arena_bytes(arena, length + 1);

	memcpy(copy, text, length);
	copy[length] = '\0';
	return copy;
}

char *
arena_strdup(struct arena *arena, const char *text)
{
	return text == NULL ? NULL : arena_strndup(arena, text, strlen(text));
}

char *
arena_vprintf(struct arena *arena, const char *format, va_list args)
{
	char small[512], *text;
	va_list again;
	int n;

	va_copy(again, args);
	n = vsnprintf(small, sizeof small, format, again);
	va_end(again);
	if (n < 0)
		abort();
	if ((size_t)n < sizeof small)
		return arena_strndup(arena, small, (size_t)n);
	text = arena_bytes(arena, (size_t)n + 1);
	vsnprintf(text, (size_t)n + 1, format, args);
	return text;
}

char *
arena_printf(struct arena *arena, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = arena_vprintf(arena, format, args);
	va_end(args);
	return text;
}
