/* SPDX-License-Identifier: ISC */
/*
 * Days in figures and in words (date.h).
 */
#include "speak/date.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "play/glossary.h"
#include "speak/date_internal.h"
#include "speak/tokens.h"

#define CENTURY   2000
#define WORDS_MAX 5 /* of a phrase in a list */

/* What stands behind each number, and whether the year may be the last of them. */
static const struct {
	const char *mark[3];
	bool may_end;
} forms[] = {
	{ { "-", "-", "" }, true },
	{ { ".", ".", "" }, true },
	{ { "/", "/", "" }, false },
	{ { "年", "月", "日" }, false },
	{ { "年", "月", "号" }, false },
	{ { "年", "月", "號" }, false },
};

/* The three numbers and how many digits each has. */
static bool
read_numbers(const char *at, const char *const mark[3], int number[3], size_t digits[3])
{
	for (int i = 0; i < 3; i++) {
		digits[i] = strspn(at, "0123456789");
		if (digits[i] == 0 || digits[i] == 3 || digits[i] > 4)
			return false;
		number[i] = (int)strtol(at, NULL, 10);
		at += digits[i];
		if (strncmp(at, mark[i], strlen(mark[i])) != 0)
			return false;
		at += strlen(mark[i]);
	}
	return *at == '\0' && digits[1] < 3;
}

bool
date_form(const char *word, char out[DATE_SIZE])
{
	int number[3];
	size_t digits[3];

	for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
		int year;

		if (!read_numbers(word, forms[i].mark, number, digits))
			continue;
		year = digits[0] == 4 ? 0 : 2;
		/* "20.12.26" */
		if (forms[i].mark[0][0] == '.' && digits[0] < 3 && digits[2] == 2) {
			number[2] += CENTURY;
			digits[2] = 4;
		}
		if (digits[year] != 4 || digits[2 - year] == 4 || (year == 2 && !forms[i].may_end))
			return false;
		str_format(
		    out, DATE_SIZE, "%04d-%02d-%02d", number[year], number[1], number[2 - year]);
		return true;
	}
	return false;
}

const char *
date_list(const struct glossary *glossary, int language, size_t list)
{
	return *(const char *const *)((const char *)&glossary->languages[language] + list);
}

int
date_named(
    struct arena *arena, const struct glossary *glossary, size_t list, int most, const char *name)
{
	for (int i = 0; i < glossary->count; i++) {
		const char *names = date_list(glossary, i, list);

		for (int place = 1; names != NULL && place <= most; place++) {
			size_t length = strcspn(names, ",");

			if (glossary_lists(arena_strndup(arena, names, length), name))
				return place;
			names += length + (names[length] == ',');
		}
	}
	return 0;
}

int
date_month(struct arena *arena, const struct glossary *glossary, const char *name)
{
	return date_named(arena, glossary, DATE_LIST(months), MONTHS, name);
}

bool
date_is_word(const struct glossary *glossary, const char *word)
{
	/* "1 December - 5 December" */
	if (word[strspn(word, "-\xe2\x80\x93\x94")] == '\0')
		return true;
	for (int i = 0; i < glossary->count; i++)
		if (glossary_lists(glossary->languages[i].date_words, word))
			return true;
	return false;
}

int
date_listed(struct arena *arena, const struct glossary *glossary, const struct tokens *tokens,
    int i, size_t list)
{
	const char *phrases[WORDS_MAX];
	int count = 0;

	for (; count < WORDS_MAX && i + count < tokens->count; count++)
		phrases[count] = count == 0 ?
		    tokens->folded[i] :
		    arena_printf(arena, "%s-%s", phrases[count - 1], tokens->folded[i + count]);
	for (; count > 0; count--)
		for (int k = 0; k < glossary->count; k++)
			if (glossary_lists(date_list(glossary, k, list), phrases[count - 1]))
				return count;
	return 0;
}

size_t
date_hanzi(const struct glossary *glossary, const char *text, size_t list)
{
	size_t longest = 0;

	for (int i = 0; i < glossary->count; i++) {
		size_t length = glossary_hanzi(date_list(glossary, i, list), text);

		longest = length > longest ? length : longest;
	}
	return longest;
}

/* "24." and "5.12." end nothing. */
void
date_drop_stop(struct arena *arena, struct tokens *tokens, int i)
{
	size_t length = strlen(tokens->raw[i]);

	if (length > 0 && tokens->raw[i][length - 1] == '.')
		tokens->raw[i] = arena_strndup(arena, tokens->raw[i], length - 1);
}

/* Takes the number, "1", "1st", "2026年"; false: it is none, or there is one already. */
static bool
take_number(const struct glossary *glossary, const char *word, struct date_words *date)
{
	size_t digits = strspn(word, "0123456789");
	int *part = digits == 4 ? &date->year : &date->day;

	if (digits == 0 || digits == 3 || digits > 4 || *part != 0 ||
	    (word[digits] != '\0' && !date_is_word(glossary, word + digits)))
		return false;
	*part = (int)strtol(word, NULL, 10);
	return *part != 0;
}

bool
date_read_words(struct arena *arena, const struct glossary *glossary, const struct tokens *tokens,
    int first, struct date_words *date)
{
	*date = (struct date_words){ .end = first };
	for (int i = first, month; i < tokens->count; date->end = i) {
		const char *word = tokens->folded[i];
		const char *two = i + 1 < tokens->count ?
		    arena_printf(arena, "%s-%s", word, tokens->folded[i + 1]) :
		    "";

		if ((month = date_month(arena, glossary, two)) != 0)
			i++;
		else
			month = date_month(arena, glossary, word);
		if (month != 0 && date->month != 0)
			break;
		if (month != 0)
			date->month = month;
		else if (!date_is_word(glossary, word) && !take_number(glossary, word, date))
			break;
		i++;
	}
	return date->day != 0 && date->month != 0;
}

/* "5.12", "5.12.", as German and Russian have it, "12月5日": *out "0000-12-05". */
bool
date_read_day_and_month(const char *word, char out[DATE_SIZE])
{
	static const struct {
		const char *mark[2];
		bool month_first;
	} orders[] = {
		{ { ".", "" }, false },
		{ { ".", "." }, false },
		{ { "月", "日" }, true },
		{ { "月", "号" }, true },
		{ { "月", "號" }, true },
	};

	for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
		const char *at = word;
		int number[2], k = 0;

		for (size_t digits; k < 2; k++, at += strlen(orders[i].mark[k - 1])) {
			digits = strspn(at, "0123456789");
			if (digits == 0 || digits > 2)
				break;
			number[k] = (int)strtol(at, NULL, 10);
			at += digits;
			if (strncmp(at, orders[i].mark[k], strlen(orders[i].mark[k])) != 0)
				break;
		}
		if (k < 2 || *at != '\0')
			continue;
		int month = number[orders[i].month_first ? 0 : 1];
		int day = number[orders[i].month_first ? 1 : 0];

		if (day < 1 || day > 31 || month < 1 || month > MONTHS)
			return false;
		str_format(out, DATE_SIZE, NO_YEAR "-%02d-%02d", month, day);
		return true;
	}
	return false;
}

bool
date_read_slashed(const char *word, int number[2], int *year)
{
	for (int i = 0; i < 2; i++) {
		size_t digits = strspn(word, "0123456789");

		if (digits == 0 || digits > 2 || (i == 0 && word[digits] != '/'))
			return false;
		number[i] = (int)strtol(word, NULL, 10);
		word += digits + (i == 0);
	}
	*year = 0;
	if (*word == '/' && strspn(word + 1, "0123456789") == strlen(word + 1) &&
	    strlen(word + 1) == 4)
		*year = (int)strtol(word + 1, NULL, 10);
	return *word == '\0' || *year != 0;
}

/* Where the first of two dates ends in "12月20日到1月3日"; *second: where the other begins.  NULL:
 * it is no such word. */
static const char *
seam_of(const char *word, const char **second)
{
	static const char *const days[] = { "日", "号", "號" };
	static const char *const between[] = { "到", "至", "-", "–", "—", "~" };
	const char *end = NULL;

	for (size_t i = 0; i < sizeof days / sizeof days[0] && end == NULL; i++)
		if ((end = strstr(word, days[i])) != NULL)
			end += strlen(days[i]);
	for (size_t i = 0; i < sizeof between / sizeof between[0] && end != NULL; i++) {
		*second = end + strlen(between[i]);
		if (strncmp(end, between[i], strlen(between[i])) == 0 && **second != '\0')
			return end;
	}
	return NULL;
}

/* Two dates without blanks between become two words. */
static void
part_dates(struct arena *arena, struct tokens *tokens)
{
	for (int i = 1; i < tokens->count && tokens->count < TOKENS_MAX; i++) {
		const char *word = tokens->folded[i], *raw = tokens->raw[i], *second, *raw_second;
		const char *end = seam_of(word, &second), *raw_end = seam_of(raw, &raw_second);

		if (end == NULL || raw_end == NULL)
			continue;
		tokens_insert(tokens, i + 1, raw_second, second);
		tokens->folded[i] = arena_strndup(arena, word, (size_t)(end - word));
		tokens->raw[i] = arena_strndup(arena, raw, (size_t)(raw_end - raw));
	}
}

/* Some put the day first, some the month: where one of the dates can be only one of the two, all
 * of them are; else none is read. */
static void
read_slashes(struct arena *arena, struct tokens *tokens)
{
	bool day_first = false, month_first = false;
	int number[2], year;

	for (int i = 1; i < tokens->count; i++)
		if (date_read_slashed(tokens->folded[i], number, &year)) {
			day_first |= number[0] > MONTHS;
			month_first |= number[1] > MONTHS;
		}
	for (int i = 1; i < tokens->count && day_first != month_first; i++)
		if (date_read_slashed(tokens->folded[i], number, &year))
			tokens->folded[i] = arena_printf(arena, "%04d-%02d-%02d", year,
			    number[day_first ? 1 : 0], number[day_first ? 0 : 1]);
}

bool
date_is_one(const char *word)
{
	char form[DATE_SIZE];

	return strncmp(word, NO_YEAR "-", strlen(NO_YEAR) + 1) == 0 || date_form(word, form);
}

/* "from 2026-12-05 to 2026-12-12": what stands in front of dates that are one word goes with them.
 */
void
date_join_beside(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	for (int i = 1; i + 1 < tokens->count; i++) {
		if (!date_is_one(tokens->folded[i + 1]) ||
		    !date_is_word(glossary, tokens->folded[i]))
			continue;
		tokens->raw[i + 1] = arena_printf(
		    arena, "%s %s", tokens->raw[i], tokens->raw[i + 1]);
		tokens_drop(tokens, i);
		i -= i > 1 ? 2 : 1;
	}
}

void
date_join_all(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	struct date_words date;
	char form[DATE_SIZE];

	part_dates(arena, tokens);
	read_slashes(arena, tokens);
	for (int i = 1; i < tokens->count; i++) {
		if (date_form(tokens->folded[i], form))
			tokens->folded[i] = arena_strdup(arena, form);
		if (date_read_day_and_month(tokens->folded[i], form)) {
			tokens->folded[i] = arena_strdup(arena, form);
			date_drop_stop(arena, tokens, i);
		}
	}
	for (int i = 1; glossary != NULL && i < tokens->count; i++) {
		/* "bis 27. Dezember" may begin today. */
		if (date_listed(arena, glossary, tokens, i, DATE_LIST(until)) > 0 ||
		    !date_read_words(arena, glossary, tokens, i, &date))
			continue;
		tokens->folded[i] = arena_printf(
		    arena, "%04d-%02d-%02d", date.year, date.month, date.day);
		for (int k = i + 1; k < date.end; k++) {
			tokens->raw[i] = arena_printf(
			    arena, "%s %s", tokens->raw[i], tokens->raw[i + 1]);
			tokens_drop(tokens, i + 1);
		}
	}
}

void
date_join_words(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	date_join_all(arena, glossary, tokens);
	if (glossary != NULL)
		date_join_beside(arena, glossary, tokens);
}

void
date_add_year(char form[DATE_SIZE], const struct civil *day, bool is_past)
{
	char then[DATE_SIZE], rest[DATE_SIZE];
	size_t year = strlen(NO_YEAR);
	int order;

	if (strncmp(form, NO_YEAR, year) != 0)
		return;
	str_format(then, sizeof then, NO_YEAR "-%02d-%02d", day->month, day->day);
	str_copy(rest, sizeof rest, form + year);
	order = strcmp(form, then);
	str_format(
	    form, DATE_SIZE, "%04d%s", day->year + (is_past ? -(order > 0) : order < 0), rest);
}
