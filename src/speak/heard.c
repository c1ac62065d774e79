/* SPDX-License-Identifier: ISC */
/*
 * In which language somebody writes (heard.h).
 *
 * Each word, or hanzi, that a language lists among its common ones is one sign of it, a word for
 * a command two, and so are words that ask to take part.  Of languages with as many the first one
 * counts.
 */
#include "speak/heard.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "speak/speech.h"
#include "speak/verbs.h"

#define LOOKED_AT    4000 /* bytes: more tell nothing else */
#define SIGNS_LEAST  2
#define COMMAND      2 /* signs that the word for one makes */
#define COMMAND_LONG 5 /* words of a command, "đăng ký" */

static bool
is_hanzi(uint32_t c)
{
	return c >= 0x3400 && c <= 0x9fff;
}

static const char *
word_end(const char *at)
{
	const char *next = at;
	uint32_t c;

	while ((c = utf8_next(&next)) != 0 && utf8_is_alnum(c) && !is_hanzi(c))
		at = next;
	return at;
}

/* Is it a word for a command of the language? */
static bool
is_command(const struct language *language, const char *word)
{
	for (int i = 0; i < VERB_COUNT; i++)
		if (glossary_lists(language->commands[i], word))
			return true;
	/* "注册fred" */
	return verb_glued(&(struct glossary){ .languages = language, .count = 1 }, word) > 0;
}

/* Does a line begin with a command of the language?  line: folded. */
static bool
begins_with_command(struct arena *arena, const struct language *language, const char *line)
{
	size_t length = strcspn(line, "\n");
	char *word = arena_strndup(arena, line, length);

	/* Several words of one command are written with hyphens. */
	for (int i = 0; i < COMMAND_LONG; i++) {
		char *blank = word + strcspn(word, " ,.!:;");
		char was = *blank;

		*blank = '\0';
		if (is_command(language, word))
			return true;
		if (was != ' ')
			return false;
		*blank = '-';
	}
	return false;
}

static int
count_signs(struct arena *arena, const struct language *language, const char *text)
{
	int signs = 0;

	for (const char *line = text; *line != '\0'; line += *line == '\n') {
		signs += begins_with_command(arena, language, line) ? COMMAND : 0;
		line += strcspn(line, "\n");
	}
	signs += speech_find(text, language->joining, ",") != NULL ? COMMAND : 0;
	while (*text != '\0' && language->common != NULL) {
		const char *begin = text;
		uint32_t c = utf8_next(&text);

		if (utf8_is_alnum(c) && !is_hanzi(c))
			text = word_end(text);
		signs += glossary_lists(
		    language->common, arena_strndup(arena, begin, (size_t)(text - begin)));
	}
	return signs;
}

/* The language that a tag names, "zh-CN", or its first part, "de" of "de-LI". */
static const char *
named(struct arena *arena, const struct glossary *glossary, const char *tag)
{
	const struct language *language;
	char *folded;

	if (tag == NULL)
		return NULL;
	folded = utf8_fold(arena, arena_strndup(arena, tag, strcspn(tag, ", ;\t\r\n")));
	language = glossary_language_called(glossary, folded);
	if (language == NULL) {
		folded[strcspn(folded, "-")] = '\0';
		language = glossary_language_called(glossary, folded);
	}
	return language != NULL ? language->code : NULL;
}

const char *
language_heard(struct arena *arena, const struct glossary *glossary, const char *content_language,
    const char *subject, const char *text)
{
	const struct language *best = NULL;
	int most = SIGNS_LEAST - 1;
	char *folded;

	if (glossary == NULL)
		return NULL;
	folded = utf8_fold(arena, arena_printf(arena, "%s\n%.*s", subject, LOOKED_AT, text));
	for (int i = 0; i < glossary->count; i++) {
		int signs = count_signs(arena, &glossary->languages[i], folded);

		if (signs > most) {
			most = signs;
			best = &glossary->languages[i];
		}
	}
	return best != NULL ? best->code : named(arena, glossary, content_language);
}
