/* SPDX-License-Identifier: ISC */
/*
 * Lists of words (words.h): for each byte a chain of the words that begin, or end, with it.
 */
#include "base/words.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#define HEAD 4 /* bytes of a word that are compared at once */

static unsigned char
folded(char c)
{
	return (unsigned char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
}

/* The first bytes of a text, as words have theirs. */
static uint32_t
head_of(const char *text, size_t length)
{
	uint32_t head = 0;

	for (size_t i = 0; i < HEAD && i < length; i++)
		head |= (uint32_t)folded(text[i]) << 8 * i;
	return head;
}

/* Chains are in the order of the list, so it is filled in from its end. */
static void
prepare(struct words *words)
{
	if (words->ready)
		return;
	assert(words->count <= WORDS_LIST_MAX);
	for (size_t i = words->count; i-- > 0;) {
		const char *word = words->list[i];
		size_t length = strlen(word);
		unsigned char first = folded(word[0]), last = folded(word[length - 1]);

		words->length[i] = (uint16_t)length;
		words->mask[i] = length < HEAD ? ((uint32_t)1 << 8 * length) - 1 : UINT32_MAX;
		words->head[i] = head_of(word, length);
		words->next_by_first[i] = words->by_first[first];
		words->next_by_last[i] = words->by_last[last];
		words->by_first[first] = words->by_last[last] = (uint16_t)(i + 1);
	}
	/* Both cases of a letter begin the same chain. */
	for (int c = 'a'; c <= 'z'; c++) {
		words->by_first[toupper(c)] = words->by_first[c];
		words->by_last[toupper(c)] = words->by_last[c];
	}
	words->ready = true;
}

/* Most differ after a byte or two, which is no reason to call a function. */
static bool
is_word(const struct words *words, size_t i, const char *text)
{
	const char *word = words->list[i];

	for (size_t k = 0; k < words->length[i]; k++)
		if (text[k] != word[k] && folded(text[k]) != folded(word[k]))
			return false;
	return true;
}

size_t
words_next(struct words *words, char first, size_t after)
{
	prepare(words);
	return after == 0 ? words->by_first[(unsigned char)first] : words->next_by_first[after - 1];
}

/* One of those with the text's first byte.  Most differ in the next ones, which are asked first:
 * every place of a text can begin a word. */
static bool
starts(const struct words *words, const char *text, size_t length)
{
	uint32_t head = head_of(text, length);

	for (size_t n = words->by_first[(unsigned char)*text]; n > 0;
	     n = words->next_by_first[n - 1]) {
		size_t i = n - 1;

		if ((head & words->mask[i]) == words->head[i] && words->length[i] <= length &&
		    is_word(words, i, text))
			return true;
	}
	return false;
}

bool
words_start(struct words *words, const char *text, size_t length)
{
	prepare(words);
	return length > 0 && starts(words, text, length);
}

bool
words_end(struct words *words, const char *text, size_t length)
{
	prepare(words);
	if (length == 0)
		return false;
	for (size_t n = words->by_last[(unsigned char)text[length - 1]]; n > 0;
	     n = words->next_by_last[n - 1])
		if (words->length[n - 1] <= length &&
		    is_word(words, n - 1, text + length - words->length[n - 1]))
			return true;
	return false;
}

bool
words_stand_in(struct words *words, const char *text, size_t length)
{
	prepare(words);
	for (size_t i = 0; i < length; i++)
		if (words->by_first[(unsigned char)text[i]] != 0 &&
		    starts(words, text + i, length - i))
			return true;
	return false;
}

bool
words_hold(struct words *words, const char *text, size_t length)
{
	prepare(words);
	if (length == 0)
		return false;
	for (size_t n = words->by_first[(unsigned char)*text]; n > 0;
	     n = words->next_by_first[n - 1])
		if (words->length[n - 1] == length && is_word(words, n - 1, text))
			return true;
	return false;
}
