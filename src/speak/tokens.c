/* SPDX-License-Identifier: ISC */
/*
 * A line cut into words (tokens.h).
 */
#include "speak/tokens.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"

#define WORD_BYTES_MAX    4096 /* a longer one is cut, and no command has such */
#define MOVE_NUMBER_MAX   9999
#define IDEOGRAPHIC_SPACE 0x3000
#define EN_DASH           0x2013
#define EM_DASH           0x2014

/* Folded for comparing; a full stop or the like at its end is not part of a word. */
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

void
tokens_split(struct arena *arena, const char *line, struct tokens *tokens)
{
	const char *at = line, *start = NULL;
	uint32_t c;

	tokens->count = 0;
	tokens->too_many = false;
	do {
		const char *before = at;
		size_t length;

		c = utf8_next(&at);
		if (c != 0 && c != ' ' && c != '\t' && c != IDEOGRAPHIC_SPACE) {
			start = start != NULL ? start : before;
			/* Of one that is too long the end is not looked for. */
			if ((size_t)(before - start) <= WORD_BYTES_MAX)
				continue;
		}
		if (start == NULL)
			continue;
		if (tokens->count == TOKENS_MAX) {
			tokens->too_many = true;
			return;
		}
		length = (size_t)(before - start);
		tokens->too_many = length > WORD_BYTES_MAX;
		start = arena_strndup(arena, start, tokens->too_many ? WORD_BYTES_MAX : length);
		tokens->raw[tokens->count] = utf8_nfc(arena, start);
		tokens->folded[tokens->count] = fold(arena, tokens->raw[tokens->count]);
		tokens->count++;
		start = NULL;
	} while (c != 0 && !tokens->too_many);
}

void
tokens_drop(struct tokens *tokens, int i)
{
	for (; i + 1 < tokens->count; i++) {
		tokens->raw[i] = tokens->raw[i + 1];
		tokens->folded[i] = tokens->folded[i + 1];
	}
	tokens->count--;
}

void
tokens_insert(struct tokens *tokens, int i, const char *raw, const char *folded)
{
	for (int k = tokens->count++; k > i; k--) {
		tokens->raw[k] = tokens->raw[k - 1];
		tokens->folded[k] = tokens->folded[k - 1];
	}
	tokens->raw[i] = raw;
	tokens->folded[i] = folded;
}

const char *
tokens_rest(struct arena *arena, const struct tokens *tokens, int i)
{
	struct str rest;

	str_init(&rest, arena, 0);
	for (int first = i; i < tokens->count; i++) {
		/* One may be part of another, "next week". */
		if (i > first && *tokens->raw[i] != '\0')
			str_addc(&rest, ' ');
		str_add(&rest, tokens->raw[i]);
	}
	return rest.data;
}

/* Reads at most `most` digits; returns the place after them, or NULL without any. */
static const char *
read_digits(const char *text, int most, int64_t *out)
{
	const char *at = text;

	for (*out = 0; isdigit((unsigned char)*at) && at - text < most; at++)
		*out = *out * 10 + (*at - '0');
	return at > text ? at : NULL;
}

bool
tokens_read_number(const char *word, int64_t *board, int *number)
{
	int64_t n;

	*number = 0;
	if ((word = read_digits(word + (*word == '#'), 9, board)) == NULL)
		return false;
	if (*word == '#') {
		if ((word = read_digits(word + 1, 4, &n)) == NULL)
			return false;
		*number = (int)n;
	}
	return *word == '\0';
}

bool
tokens_is_number(const char *word)
{
	int64_t board;
	int number;

	return tokens_read_number(word, &board, &number);
}

bool
tokens_read_boards(const char *word, int64_t *board, int *first, int *last)
{
	const char *dots = word + strcspn(word, ".-");
	char begin[32];
	int64_t end;
	int none, swap;

	str_format(begin, sizeof begin, "%.*s", (int)(dots - word), word);
	if (!tokens_read_number(begin, board, first))
		return false;
	if (strchr(begin + 1, '#') == NULL)
		*first = TOKENS_NOW;
	*last = *first;
	if (*dots == '\0')
		return true;
	dots += strspn(dots, ".-");
	if (*first == TOKENS_NOW || *dots == '#' || !tokens_read_number(dots, &end, &none) ||
	    none != 0 || end > MOVE_NUMBER_MAX)
		return false;
	*last = (int)end;
	if (*last < *first) {
		swap = *last;
		*last = *first;
		*first = swap;
	}
	return true;
}

bool
tokens_read_option(struct arena *arena, const char *raw, const char **name, const char **value)
{
	/* An input method may write all of it in full width. */
	const char *at = utf8_is_ascii(raw) ? raw : utf8_nfkc(arena, raw), *first = at, *next = at,
		   *equals;
	uint32_t c;

	/* Phones and word processors turn "--" into a dash. */
	while ((c = utf8_next(&next)) == '-' || c == EN_DASH || c == EM_DASH)
		at = next;
	/* "-s-5" and "-c=5" are moves; a name has three letters at least. */
	if (at == first || !isalpha((unsigned char)at[0]) || !isalpha((unsigned char)at[1]))
		return false;
	/* "--on-time" */
	if (!isalpha((unsigned char)at[2]) &&
	    (at - first < 2 || at[2] != '-' || !isalpha((unsigned char)at[3])))
		return false;
	equals = strchrnul(at, '=');
	*name = utf8_fold(arena, arena_strndup(arena, at, (size_t)(equals - at)));
	*value = *equals == '=' ? arena_strdup(arena, equals + 1) : "";
	return true;
}
