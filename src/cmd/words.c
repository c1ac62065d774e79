/* SPDX-License-Identifier: ISC */
/*
 * A line cut into words (words.h).
 */
#include "cmd/words.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"

#define WORD_BYTES_MAX    4096 /* a longer one is cut, and no command has such */
#define IDEOGRAPHIC_SPACE 0x3000
#define EN_DASH           0x2013
#define EM_DASH           0x2014

static bool
is_blank(uint32_t c)
{
	return c == ' ' || c == '\t' || c == IDEOGRAPHIC_SPACE;
}

/* Folded for comparing; a full stop or the like behind it is no part of a word. */
static const char *
fold(struct arena *arena, const char *raw)
{
	char *folded = utf8_fold(arena, raw);
	size_t length = strlen(folded);

	while (length > 1 && strchr(".,;:!?", folded[length - 1]) != NULL)
		folded[--length] = '\0';
	/* NFKC leaves the ideographic full stop alone. */
	if (length > 3 && strcmp(folded + length - 3, "\xe3\x80\x82") == 0)
		folded[length - 3] = '\0';
	return folded;
}

static void
add_word(struct arena *arena, struct words *words, const char *start, size_t length)
{
	const char *raw;

	words->too_many = length > WORD_BYTES_MAX;
	raw = arena_strndup(arena, start, words->too_many ? WORD_BYTES_MAX : length);
	words->raw[words->count] = utf8_nfc(arena, raw);
	words->folded[words->count] = fold(arena, words->raw[words->count]);
	words->count++;
}

void
words_split(struct arena *arena, const char *line, struct words *words)
{
	const char *at = line, *start = NULL;
	uint32_t c;

	words->count = 0;
	words->too_many = false;
	do {
		const char *before = at;

		c = utf8_next(&at);
		if (c != 0 && !is_blank(c)) {
			start = start != NULL ? start : before;
			continue;
		}
		if (start == NULL)
			continue;
		if (words->count == WORDS_LINE_MAX) {
			words->too_many = true;
			return;
		}
		add_word(arena, words, start, (size_t)(before - start));
		start = NULL;
	} while (c != 0 && !words->too_many);
}

void
words_drop(struct words *words, int i)
{
	for (; i + 1 < words->count; i++) {
		words->raw[i] = words->raw[i + 1];
		words->folded[i] = words->folded[i + 1];
	}
	words->count--;
}

const char *
words_rest(struct arena *arena, const struct words *words, int i)
{
	struct str rest;

	str_init(&rest, arena, 0);
	for (int first = i; i < words->count; i++)
		str_addf(&rest, "%s%s", i > first ? " " : "", words->raw[i]);
	return rest.data;
}

bool
word_is_number(const char *word, int64_t *number, int *ply_number)
{
	int64_t n = 0;
	int digits = 0;

	*ply_number = 0;
	if (*word == '#')
		word++;
	for (; isdigit((unsigned char)*word) && digits < 9; word++, digits++)
		n = n * 10 + (*word - '0');
	if (digits == 0)
		return false;
	*number = n;
	if (*word == '#') {
		for (word++, digits = 0; isdigit((unsigned char)*word) && digits < 4;
		     word++, digits++)
			*ply_number = *ply_number * 10 + (*word - '0');
		if (digits == 0)
			return false;
	}
	return *word == '\0';
}

/* Phones and word processors turn "--" into a dash. */
static const char *
skip_dashes(const char *word)
{
	const char *at = word, *next = word;
	uint32_t c;

	while ((c = utf8_next(&next)) == '-' || c == EN_DASH || c == EM_DASH)
		at = next;
	return at != word && isalpha((unsigned char)*at) ? at : NULL;
}

bool
word_is_option(struct arena *arena, const char *raw, const char **name, const char **value)
{
	const char *at = skip_dashes(raw), *equals;

	if (at == NULL)
		return false;
	equals = strchr(at, '=');
	if (equals == NULL) {
		*name = utf8_fold(arena, at);
		*value = "";
		return true;
	}
	*name = utf8_fold(arena, arena_strndup(arena, at, (size_t)(equals - at)));
	*value = arena_strdup(arena, equals + 1);
	return true;
}
