/* SPDX-License-Identifier: ISC */
/*
 * Phrases anywhere in a text (speech.h).
 */
#include "base/utf8.h"
#include "play/glossary.h"
#include "speak/mention.h"
#include "speak/parse.h"
#include "speak/speech.h"

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
