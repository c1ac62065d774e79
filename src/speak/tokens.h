/* SPDX-License-Identifier: ISC */
/*
 * A line cut into words, each as written and folded; and what one word may mean.
 */
#ifndef SPEAK_TOKENS_H
#define SPEAK_TOKENS_H

#include <stdbool.h>
#include <stdint.h>

struct arena;

#define TOKENS_MAX 48

struct tokens {
	const char *raw[TOKENS_MAX];    /* NFC, as written */
	const char *folded[TOKENS_MAX]; /* NFKC, lower case, without punctuation at the end */
	int count;
	bool too_many; /* more of them, or longer ones, than any command has */
};

/* All memory is the arena's. */
void tokens_split(struct arena *arena, const char *line, struct tokens *tokens);
void tokens_drop(struct tokens *tokens, int i);
/* One more at i, where there is room. */
void tokens_insert(struct tokens *tokens, int i, const char *raw, const char *folded);
/* Word i and all after it as one text. */
const char *tokens_rest(struct arena *arena, const struct tokens *tokens, int i);

/* "123", "#123", "123#14": a board, and a printed move number or 0. */
bool tokens_read_number(const char *word, int64_t *board, int *number);
bool tokens_is_number(const char *word);
#define TOKENS_NOW -1 /* a board as it stands */
/* "123", "123#4", "123#10..14" or "123#10-14": a board now (first is TOKENS_NOW), or after these
 * moves. */
bool tokens_read_boards(const char *word, int64_t *board, int *first, int *last);
/* "--name=value", "-name=value", "–name"; name folded, value as written ("" none). */
bool tokens_read_option(
    struct arena *arena, const char *raw, const char **name, const char **value);

#endif
