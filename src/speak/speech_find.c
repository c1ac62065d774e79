/* SPDX-License-Identifier: ISC */
/*
 * Phrases anywhere in a text (speech.h).
 */
#include <string.h>

#include "base/utf8.h"
#include "play/glossary.h"
#include "speak/mention.h"
#include "speak/parse.h"
#include "speak/speech.h"
#include "speak/verbs.h"

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
