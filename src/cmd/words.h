/* SPDX-License-Identifier: ISC */
/*
 * A line cut into words, as commands need them: as written and folded.
 */
#ifndef CMD_WORDS_H
#define CMD_WORDS_H

#include <stdbool.h>
#include <stdint.h>

struct arena;

#define WORDS_LINE_MAX 48

struct words {
	const char *raw[WORDS_LINE_MAX];    /* NFC, as written */
	const char *folded[WORDS_LINE_MAX]; /* NFKC, lower case, without punctuation behind */
	int count;
	bool too_many; /* more of them, or longer ones, than any command has */
};

void words_split(struct arena *arena, const char *line, struct words *words);
void words_drop(struct words *words, int i);
/* Word i and all behind it as one text, in the arena. */
const char *words_rest(struct arena *arena, const struct words *words, int i);
/* "123", "#123", "123#14" (a printed move number behind). */
bool word_is_number(const char *word, int64_t *number, int *ply_number);
/* "--name=value", "-name=value", "–name"; name folded, value as written ("" none). */
bool word_is_option(struct arena *arena, const char *raw, const char **name, const char **value);

#endif
