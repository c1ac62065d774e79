/* SPDX-License-Identifier: ISC */
/*
 * Phrases anywhere in a text, and words with which a sentence goes on (speech.h).
 */
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "speak/mention.h"
#include "speak/parse.h"
#include "speak/speech.h"
#include "speak/verbs.h"

#define LAST_ALPHABET 0x2000 /* letters of alphabets, which have blanks between words */
#define SHORT_COLUMNS 3      /* of a word, "on", "am" */

const char *
speech_find(const char *text, const char *phrases, const char *marks)
{
	bool begins = true;

	for (const char *next = text; *text != '\0'; text = next) {
		uint32_t c = utf8_next(&next);
		size_t length = begins || c >= FIRST_HAN ? speech_phrase(text, phrases, marks) : 0;

		if (length > 0)
			return text + length;
		begins = !utf8_is_alnum(c);
	}
	return NULL;
}

bool
speech_holds(const struct parse_context *context, const char *text, size_t list)
{
	const struct glossary *glossary = context->glossary;

	for (int i = 0; glossary != NULL && i < glossary->count; i++) {
		const char *phrases = *(
		    const char *const *)((const char *)&glossary->languages[i] + list);

		if (speech_find(text, phrases, ",") != NULL)
			return true;
	}
	return false;
}

bool
speech_holds_deed(const struct parse_context *context, const char *text, int verb)
{
	const struct glossary *glossary = context->glossary;

	for (int i = 0; glossary != NULL && i < glossary->count; i++)
		if (speech_find(text, glossary_deed(&glossary->languages[i], verb), ",") != NULL)
			return true;
	return false;
}

bool
speech_holds_trouble(const struct parse_context *context, const char *text, int verb)
{
	const struct glossary *glossary = context->glossary;

	for (int i = 0; glossary != NULL && i < glossary->count; i++)
		if (speech_find(text, glossary_trouble(&glossary->languages[i], verb), ",") != NULL)
			return true;
	return false;
}

/* "Let's play" answers a challenge, "I decline" any offer; else they are talk. */
static bool
may_say(const struct parse_context *context, const struct verb *verb)
{
	enum token_asks asks = context->answer.asks;

	return !(verb->manner & (MEANT_BY_YES | MEANT_BY_NO)) || asks == ASKS_CHALLENGE ||
	    (verb->manner & MEANT_BY_NO && (asks == ASKS_DRAW || asks == ASKS_UNDO));
}

const struct verb *
speech_deed(
    struct arena *arena, const struct parse_context *context, const char *text, const char **rest)
{
	const struct glossary *glossary = context->glossary;
	const char *folded = utf8_fold(arena, text + strspn(text, " \t"));
	const struct verb *verb = NULL;
	size_t longest = 0, found;

	for (int i = 0; glossary != NULL && i < glossary->count; i++)
		for (int v = 0; v < VERB_COUNT; v++) {
			if (!may_say(context, &verb_table[v]))
				continue;
			found = speech_phrase(
			    folded, glossary_deed(&glossary->languages[i], v), ",");
			if (found > longest) {
				longest = found;
				verb = &verb_table[v];
			}
		}
	if (longest > 0 && speech_is_thanks(arena, context, folded + longest, false))
		folded = "";
	else if (longest > 0 && rest != NULL)
		folded += longest + strspn(folded + longest, " \t:");
	else
		return NULL;
	if (rest != NULL)
		*rest = folded;
	return verb;
}

/* Is the folded word among the words, or has it such an end, "*ed"?  Hanzi have no blanks between
 * words: the text begins with one. */
static bool
is_listed(const char *words, const char *word)
{
	while (words != NULL && *(words += strspn(words, " ")) != '\0') {
		const char *next = words;
		size_t length = strcspn(words, " ");

		if (*words == '*' && strlen(word) > length &&
		    strncmp(word + strlen(word) - length + 1, words + 1, length - 1) == 0)
			return true;
		if (strncmp(word, words, length) == 0 &&
		    (utf8_next(&next) > LAST_ALPHABET || word[length] == '\0'))
			return true;
		words += length;
	}
	return false;
}

/* "on Friday", "Freitag": the day of the week at the beginning of the text, or behind a short word.
 * "so" and "do" are words, too. */
static bool
begins_with_weekday(struct arena *arena, const struct parse_context *context, const char *text)
{
	const struct glossary *glossary = context->glossary;
	const char *folded = utf8_fold(arena, text), *behind = folded + strcspn(folded, " ");
	bool is_short = utf8_prefix(folded, SHORT_COLUMNS) >= (size_t)(behind - folded);

	behind += strspn(behind, " ");
	for (int i = 0; glossary != NULL && i < glossary->count; i++) {
		const char *days = glossary->languages[i].weekdays;

		if (speech_phrase(folded, days, ", ") > SHORT_COLUMNS ||
		    (is_short && speech_phrase(behind, days, ", ") > SHORT_COLUMNS))
			return true;
	}
	return false;
}

bool
speech_goes_on(struct arena *arena, const struct parse_context *context, const char *text)
{
	const struct glossary *glossary = context->glossary;
	const char *word = arena_strndup(arena, text, strcspn(text, " \t.,;:!?"));

	/* "Then we will see" begins a sentence. */
	if (utf8_is_capitalised(word))
		return false;
	word = utf8_fold(arena, word);
	for (int i = 0; glossary != NULL && i < glossary->count; i++)
		if (is_listed(glossary->languages[i].goes_on, word))
			return true;
	return begins_with_weekday(arena, context, text);
}
