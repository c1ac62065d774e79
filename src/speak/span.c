/* SPDX-License-Identifier: ISC */
/*
 * Spans of time in words (span.h).
 */
#include "speak/span.h"

#include <string.h>

#include "base/arena.h"
#include "game/clock.h"
#include "play/glossary.h"

#define DIGITS_MAX 4

const char *
span_form(struct arena *arena, const struct glossary *glossary, const char *text)
{
	static const char letters[SPAN_UNITS] = { 'w', 'd', 'h' };
	size_t digits = strspn(text, "0123456789");
	const char *name = text + digits + strspn(text + digits, " ");

	if (digits == 0 || digits > DIGITS_MAX || *name == '\0' || glossary == NULL)
		return NULL;
	for (int i = 0; i < glossary->count; i++)
		for (int unit = 0; unit < SPAN_UNITS; unit++)
			if (glossary_lists(glossary->languages[i].units[unit], name))
				return arena_printf(
				    arena, "%.*s%c", (int)digits, text, letters[unit]);
	return NULL;
}

bool
span_is_meant(const char *word)
{
	size_t digits = strspn(word, "0123456789"), unit = strspn(word + digits, "wdh");
	int64_t seconds;

	return duration_read(word, &seconds) ||
	    (digits > 0 && word[0] != '0' && unit <= 1 && word[digits + unit] == '\0');
}
