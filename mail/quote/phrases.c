/* SPDX-License-Identifier: ISC */
/*
 * The phrases of mail programs (phrases.h), from lines "list = phrase, phrase".
 */
#include "mail/quote/phrases.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/str.h"

#define BLANK     "␣"   /* at a phrase's edge */
#define ANYTHING  "..." /* between the two parts of one */
#define PART      '\n'  /* the same in a list that was read */
#define PATH_SIZE 4096
#define STEP      64 /* phrases for which there is room at once */

static const char *const files[] = { "quotes.txt", "robots.txt", "subjects.txt" };

#define PHRASES_NAME(upper, name) name,
static const char *const names[PHRASES_LISTS] = { PHRASES(PHRASES_NAME) };

static struct words lists[PHRASES_LISTS];
static bool loaded;

static unsigned char
folded(char c)
{
	return (unsigned char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
}

/* Copies a phrase, or a part of one; returns its bytes, at most those it has there. */
static size_t
copy_phrase(char *out, struct span phrase)
{
	size_t n = 0;

	for (const char *at = phrase.at, *end = at + phrase.length; at < end;) {
		bool is_blank = strncmp(at, BLANK, strlen(BLANK)) == 0;

		out[n++] = is_blank ? ' ' : (char)folded(*at);
		at += is_blank ? strlen(BLANK) : 1;
	}
	return n;
}

/* Puts the phrase at `out`, where there is room for a byte more than it has; its end. */
static char *
add_phrase(struct words *words, struct span phrase, char *out)
{
	const char *dots = memmem(phrase.at, phrase.length, ANYTHING, strlen(ANYTHING));
	const char *end = phrase.at + phrase.length;
	char *text = out;

	if (phrase.length == 0)
		return out;
	if (words->count % STEP == 0 &&
	    (words->list = realloc(words->list, (words->count + STEP) * sizeof *words->list)) ==
		NULL)
		abort();
	out += copy_phrase(out, span_trim(phrase.at, dots != NULL ? dots : end));
	if (dots != NULL) {
		*out++ = PART;
		out += copy_phrase(out, span_trim(dots + strlen(ANYTHING), end));
	}
	*out++ = '\0';
	words->list[words->count++] = text;
	return out;
}

/* After the last one was added, before the first question: by their first bytes. */
static void
sort(struct words *words)
{
	char **sorted = malloc(words->count * sizeof *sorted);
	size_t next[256], count = 0;

	if (sorted == NULL)
		abort();
	for (size_t i = 0; i < words->count; i++)
		words->first[(unsigned char)words->list[i][0] + 1]++;
	for (int c = 0; c < 256; c++)
		next[c] = words->first[c] = count += words->first[c];
	words->first[256] = words->count;
	for (size_t i = 0; i < words->count; i++)
		sorted[next[(unsigned char)words->list[i][0]]++] = words->list[i];
	free(words->list);
	words->list = sorted;
}

/* "list = phrase, phrase"; false: there is no such list. */
static bool
add_line(const char *line)
{
	const char *equals = strchr(line, '=');
	struct span name = span_trim(line, equals != NULL ? equals : line);

	for (int i = 0; i < PHRASES_LISTS && equals != NULL; i++) {
		/* Each has its comma or line end in the line, and here its end. */
		char *begin, *to;

		if (!span_is(name, names[i]))
			continue;
		if ((to = begin = malloc(strlen(equals) + 1)) == NULL)
			abort();
		for (const char *at = equals, *end; *at != '\0'; at = end) {
			end = at + 1 + strcspn(at + 1, ",\n");
			to = add_phrase(&lists[i], span_trim(at + 1, end), to);
			end += *end == '\n';
		}
		if (to == begin)
			free(begin);
		return true;
	}
	return false;
}

static int
read_file(const char *path, struct err *err)
{
	FILE *file = fopen(path, "r");
	char *line = NULL;
	size_t size = 0;
	int number = 0, rc = 0;

	if (file == NULL)
		return err_system(err, "cannot read %s", path);
	while (rc == 0 && getline(&line, &size, file) != -1) {
		number++;
		if (*line != '#' && *line != '\n' && !add_line(line))
			rc = err_set(err, "%s, line %d: no list of that name", path, number);
	}
	if (rc == 0 && ferror(file))
		rc = err_system(err, "cannot read %s", path);
	free(line);
	fclose(file);
	return rc;
}

int
phrases_load(const char *folder, struct err *err)
{
	char path[PATH_SIZE];

	if (loaded)
		return 0;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		if (!str_format(path, sizeof path, "%s/%s", folder, files[i]))
			return err_set(err, "the path %s is too long", folder);
		if (read_file(path, err) == -1)
			return -1;
	}
	for (int i = 0; i < PHRASES_LISTS; i++) {
		if (lists[i].count == 0)
			return err_set(err, "%s: there is no list \"%s\"", folder, names[i]);
		sort(&lists[i]);
	}
	loaded = true;
	return 0;
}

const struct words *
phrases(enum phrases list)
{
	assert(loaded);
	return &lists[list];
}

/* The bytes of the phrase if it stands there; 0: it does not. */
static size_t
length_at(const char *phrase, const char *text, size_t length)
{
	size_t n = 0;

	while (phrase[n] != '\0' && n < length && folded(text[n]) == (unsigned char)phrase[n])
		n++;
	return phrase[n] == '\0' ? n : 0;
}

/* Does one of them begin the text, and end it too where `whole`? */
static bool
stands_at(const struct words *words, const char *text, size_t length, bool whole)
{
	unsigned char c = length > 0 ? folded(*text) : '\0';

	for (size_t i = words->first[c], n; i < words->first[c + 1]; i++)
		if ((n = length_at(words->list[i], text, length)) > 0 && (!whole || n == length))
			return true;
	return false;
}

bool
phrases_start(enum phrases list, struct span text)
{
	return stands_at(phrases(list), text.at, text.length, false);
}

bool
phrases_hold(enum phrases list, struct span text)
{
	return stands_at(phrases(list), text.at, text.length, true);
}

bool
phrases_end(enum phrases list, struct span text)
{
	const struct words *words = phrases(list);

	for (size_t i = 0; i < words->count; i++) {
		size_t n = strlen(words->list[i]);

		if (n <= text.length && length_at(words->list[i], text.at + text.length - n, n) > 0)
			return true;
	}
	return false;
}

bool
phrases_stand_in(enum phrases list, struct span text)
{
	const struct words *words = phrases(list);

	for (size_t i = 0; i < text.length; i++)
		if (stands_at(words, text.at + i, text.length - i, false))
			return true;
	return false;
}

/* Does one whose first byte is `c` begin the text, and does it hold its other part? */
static bool
begins_with(const struct words *words, unsigned char c, struct span text)
{
	for (size_t i = words->first[c]; i < words->first[c + 1]; i++) {
		const char *start = words->list[i], *word = strchrnul(start, PART);
		size_t length = (size_t)(word - start);

		if (text.length >= length && strncasecmp(text.at, start, length) == 0 &&
		    (*word == '\0' || span_has(text, word + 1)))
			return true;
	}
	return false;
}

bool
phrases_begin(enum phrases list, struct span text)
{
	const struct words *words = phrases(list);

	/* What only has to be held begins with nothing. */
	return begins_with(words, PART, text) ||
	    (text.length > 0 && begins_with(words, folded(*text.at), text));
}
