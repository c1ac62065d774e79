/* SPDX-License-Identifier: ISC */
/*
 * Looking a language up (glossary.h).
 */
#include "cmd/glossary.h"

#include "base/str.h"

const struct language *
glossary_language(const struct glossary *glossary, const char *code)
{
	for (int i = 0; glossary != NULL && i < glossary->count; i++)
		if (str_equal_nocase(glossary->languages[i].code, code))
			return &glossary->languages[i];
	return NULL;
}

const struct notation_letters *
glossary_letters(const struct glossary *glossary, const char *code)
{
	const struct language *language = glossary_language(glossary, code);

	return language != NULL ? language->letters : NULL;
}
