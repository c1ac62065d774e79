/* SPDX-License-Identifier: ISC */
/*
 * Looking a language up (glossary.h).
 */
#include "play/glossary.h"

#include <string.h>

#include "base/str.h"
#include "base/utf8.h"

const struct language *
glossary_language(const struct glossary *glossary, const char *code)
{
	for (int i = 0; glossary != NULL && i < glossary->count; i++)
		if (str_equal_nocase(glossary->languages[i].code, code))
			return &glossary->languages[i];
	return NULL;
}

const struct language *
glossary_language_called(const struct glossary *glossary, const char *name)
{
	const struct language *language = glossary_language(glossary, name);

	for (int i = 0; glossary != NULL && language == NULL && i < glossary->count; i++)
		if (glossary_lists(glossary->languages[i].called, name))
			language = &glossary->languages[i];
	return language;
}

const struct notation_letters *
glossary_letters(const struct glossary *glossary, const char *code)
{
	const struct language *language = glossary_language(glossary, code);

	return language != NULL ? language->letters : NULL;
}

void
glossary_join_letters(struct language *languages, int count)
{
	struct notation_letters *next = NULL;

	while (count-- > 0)
		if (languages[count].letters != NULL) {
			languages[count].letters->next = next;
			next = languages[count].letters;
		}
}

enum reading_kind
glossary_read_move(const struct glossary *glossary, struct spelling by, const char *text,
    const struct board *board, struct reading *out)
{
	const struct notation_letters *all = NULL;

	for (int i = 0; glossary != NULL && all == NULL && i < glossary->count; i++)
		all = glossary->languages[i].letters;
	if (by.iccs && notation_read_iccs(text, board, out))
		return out->kind;
	return notation_read_languages(
	    text, board, glossary_letters(glossary, by.language), all, out);
}

enum reading_kind
glossary_read_any(const struct glossary *glossary, struct spelling by, const char *text,
    const struct board *board, struct reading *out)
{
	struct reading from[2];

	glossary_read_move(glossary, by, text, board, out);
	if (out->kind != READ_NOT_A_MOVE || !notation_is_algebraic(text))
		return out->kind;
	/* As he counts the ranks of the board, and otherwise. */
	for (int i = 0; i < 2; i++)
		notation_read_algebraic(text, board, by.iccs == (i == 1), &from[i]);
	*out = from[0].kind == READ_NOT_A_MOVE ||
		(from[0].kind == READ_ILLEGAL && from[1].kind == READ_MOVE) ?
	    from[1] :
	    from[0];
	if (from[0].kind != READ_MOVE || from[1].kind != READ_MOVE ||
	    move_equal(from[0].move, from[1].move))
		return out->kind;
	out->kind = READ_AMBIGUOUS;
	out->candidates[out->candidate_count++] = from[1].move;
	return out->kind;
}

const char *
glossary_name_of_letters(const struct glossary *glossary, const struct notation_letters *letters)
{
	for (int i = 0; letters != NULL && i < glossary->count; i++)
		if (glossary->languages[i].letters == letters)
			return glossary->languages[i].name;
	return "";
}

const char *
glossary_deed(const struct language *language, int verb)
{
	return language->deeds != NULL ? language->deeds[verb] : NULL;
}

const char *
glossary_request(const struct language *language, int verb)
{
	return language->requests != NULL ? language->requests[verb] : NULL;
}

const char *
glossary_trouble(const struct language *language, int verb)
{
	return language->troubles != NULL ? language->troubles[verb] : NULL;
}

bool
glossary_lists(const char *words, const char *word)
{
	size_t length;

	if (words == NULL || *word == '\0')
		return false;
	length = strlen(word);
	for (const char *at = words; *at != '\0'; at = strchrnul(at, ' ')) {
		at += *at == ' ';
		if (*at == *word && strncmp(at, word, length) == 0 &&
		    (at[length] == ' ' || at[length] == '\0'))
			return true;
	}
	return false;
}

size_t
glossary_hanzi(const char *words, const char *text)
{
	size_t longest = 0;

	while (utf8_begins_han(text) && words != NULL && *(words += strspn(words, " ,")) != '\0') {
		size_t length = strcspn(words, " ,");

		if (length > longest && strncmp(text, words, length) == 0)
			longest = length;
		words += length;
	}
	return longest;
}

bool
glossary_is_heading(const struct glossary *glossary, const char *line)
{
	static const char number[] = "{{board}}";

	for (int i = 0; glossary != NULL && i < glossary->count; i++) {
		const char *heading = glossary->languages[i].heading, *after;
		size_t before, digits;

		if (heading == NULL || (after = strstr(heading, number)) == NULL)
			continue;
		before = (size_t)(after - heading);
		after += strlen(number);
		if (strncmp(line, heading, before) != 0 || before + strlen(after) == 0)
			continue;
		digits = strspn(line + before, "0123456789");
		if (digits > 0 && strncmp(line + before + digits, after, strlen(after)) == 0)
			return true;
	}
	return false;
}

size_t
glossary_form_end(const struct glossary *glossary, const char *text, bool *spelled)
{
	size_t end = notation_form_end(text, NULL, spelled);

	for (int i = 0; end == 0 && glossary != NULL && i < glossary->count; i++)
		if (glossary->languages[i].letters != NULL)
			end = notation_form_end(text, glossary->languages[i].letters, spelled);
	return end;
}
