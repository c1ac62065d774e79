/* SPDX-License-Identifier: ISC */
/*
 * Lists of words that are looked for in texts: does one of them stand there?
 *
 * A text is compared with those words alone that have its first byte (or, at its end, its
 * last), so that a long list costs hardly more than a short one.  ASCII case is folded.
 */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WORDS_LIST_MAX 512

/* A list that lives as long as the program:
 *	static const char *const list[] = { "rook", "cannon" };
 *	static struct words words = WORDS(list);
 */
struct words {
	const char *const *list; /* none is "" */
	size_t count;            /* at most WORDS_LIST_MAX */
	/* Filled in at the first question.  Numbers of words, from 1; 0: no more. */
	bool ready;
	uint16_t by_first[256], by_last[256];
	uint16_t next_by_first[WORDS_LIST_MAX], next_by_last[WORDS_LIST_MAX];
	uint16_t length[WORDS_LIST_MAX];
	/* The first four bytes in lower case; of a shorter word fewer, which the mask says. */
	uint32_t head[WORDS_LIST_MAX], mask[WORDS_LIST_MAX];
};

#define WORDS(words_list) \
	{ \
		.list = (words_list), .count = sizeof(words_list) / sizeof *(words_list) \
	}

/* Does a word stand at the beginning, at the end, anywhere; or is the text a word? */
bool words_start(struct words *words, const char *text, size_t length);
bool words_end(struct words *words, const char *text, size_t length);
bool words_stand_in(struct words *words, const char *text, size_t length);
bool words_hold(struct words *words, const char *text, size_t length);
/* The number, from 1, of the first word that begins with this byte behind number `after`
 * (0: of all); 0: none does. */
size_t words_next(struct words *words, char first, size_t after);

#endif
