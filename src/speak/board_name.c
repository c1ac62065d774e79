/* SPDX-License-Identifier: ISC */
/*
 * What names one of several boards (board_name.h).
 *
 * The phrases stand in templates, with "#" in the place of the number.
 */
#include "speak/board_name.h"

#include <string.h>

#include "base/utf8.h"
#include "play/glossary.h"
#include "speak/parse.h"

#define DIGITS_MAX 9

/* Takes the hanzi of a number from 1 to 9; 0: there is none. */
static int
take_hanzi(const char **text)
{
	static const char *const numbers[] = { "一", "二", "三", "四", "五", "六", "七", "八",
		"九" };

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (strncmp(*text, numbers[i], strlen(numbers[i])) == 0) {
			*text += strlen(numbers[i]);
			return (int)i + 1;
		}
	return 0;
}

/* Takes the number at the beginning of *text, in digits or as one hanzi; 0: there is none. */
static int64_t
take_number(const char **text)
{
	size_t digits = strspn(*text, "0123456789");
	int64_t number = 0;

	if (digits == 0 || digits > DIGITS_MAX)
		return digits == 0 ? take_hanzi(text) : 0;
	for (size_t i = 0; i < digits; i++)
		number = number * 10 + (*text)[i] - '0';
	*text += digits;
	return number;
}

/* Bytes of the text that are that phrase, of that length. */
static size_t
phrase_bytes(const char *text, const char *phrase, size_t length, int64_t *board)
{
	const char *sign = memchr(phrase, '#', length), *at = text, *end;
	size_t before = sign != NULL ? (size_t)(sign - phrase) : length, after;

	if (sign == NULL || strncmp(text, phrase, before) != 0)
		return 0;
	at += before;
	if ((*board = take_number(&at)) == 0)
		return 0;
	after = length - before - 1;
	if (strncmp(at, sign + 1, after) != 0)
		return 0;
	at += after;
	end = at;
	/* "board 2b"; hanzi stand without blanks. */
	return (unsigned char)*at <= 0x7f && utf8_is_alnum(utf8_next(&end)) ? 0 :
									      (size_t)(at - text);
}

size_t
board_name(const struct parse_context *context, const char *text, int64_t *board)
{
	const struct glossary *glossary = context->glossary;
	size_t longest = 0, found;
	int64_t number;

	for (int i = 0; glossary != NULL && i < glossary->count; i++) {
		const char *phrases = glossary->languages[i].boards;

		for (size_t length; phrases != NULL && *phrases != '\0'; phrases += length) {
			phrases += strspn(phrases, " ,");
			length = strcspn(phrases, ",");
			if ((found = phrase_bytes(text, phrases, length, &number)) <= longest)
				continue;
			longest = found;
			*board = number;
		}
	}
	return longest;
}
