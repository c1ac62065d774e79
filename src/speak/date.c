/* SPDX-License-Identifier: ISC */
/*
 * Days in figures and in words (date.h).
 */
#include "speak/date.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "play/glossary.h"
#include "speak/tokens.h"

#define MONTHS   12
#define CENTURY  2000
#define NO_YEAR  "0000"
#define TODAY    NO_YEAR "-00-" /* and how many days after it */
#define LASTING  NO_YEAR "-13-" /* and how many days, with the first */
#define WEEKDAY  NO_YEAR "-14-" /* and which, 1 to 7; 11 to 17 that of the next week */
#define WEEK     7
#define DAYS_MAX 99

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

#define LIST(name) offsetof(struct language, name)

/* The words that a language lists there. */
static const char *
list_of(const struct glossary *glossary, int language, size_t list)
{
	return *(const char *const *)((const char *)&glossary->languages[language] + list);
}

/* The month or the day of the week of that name, from 1 on, in a list of `most`; 0 none. */
static int
place_named(
    struct arena *arena, const struct glossary *glossary, size_t list, int most, const char *name)
{
	for (int i = 0; i < glossary->count; i++) {
		const char *names = list_of(glossary, i, list);

		for (int place = 1; names != NULL && place <= most; place++) {
			size_t length = strcspn(names, ",");

			if (glossary_lists(arena_strndup(arena, names, length), name))
				return place;
			names += length + (names[length] == ',');
		}
	}
	return 0;
}

static int
month_named(struct arena *arena, const struct glossary *glossary, const char *name)
{
	return place_named(arena, glossary, LIST(months), MONTHS, name);
}

static bool
is_date_word(const struct glossary *glossary, const char *word)
{
	/* "1 December - 5 December" */
	if (word[strspn(word, "-\xe2\x80\x93\x94")] == '\0')
		return true;
	for (int i = 0; i < glossary->count; i++)
		if (glossary_lists(glossary->languages[i].date_words, word))
			return true;
	return false;
}

/* How many of the tokens from i on, two or one, are a word that a language lists there; 0 none. */
static int
listed(struct arena *arena, const struct glossary *glossary, const struct tokens *tokens, int i,
    size_t list)
{
	const char *one = i < tokens->count ? tokens->folded[i] : "", *two = "";

	if (i + 1 < tokens->count)
		two = arena_printf(arena, "%s-%s", one, tokens->folded[i + 1]);
	for (int k = 0; k < glossary->count; k++) {
		const char *words = list_of(glossary, k, list);

		if (glossary_lists(words, two))
			return 2;
		if (glossary_lists(words, one))
			return 1;
	}
	return 0;
}

/* "24." and "5.12." end nothing. */
static void
drop_stop(struct arena *arena, struct tokens *tokens, int i)
{
	size_t length = strlen(tokens->raw[i]);

	if (length > 0 && tokens->raw[i][length - 1] == '.')
		tokens->raw[i] = arena_strndup(arena, tokens->raw[i], length - 1);
}

/* A date in words, as far as it is read. */
struct date_words {
	int day, month, year; /* 0 not yet */
	int end;              /* behind its last token */
};

/* Takes the number, "1", "1st", "2026年"; false: it is none, or there is one already. */
static bool
take_number(const struct glossary *glossary, const char *word, struct date_words *date)
{
	size_t digits = strspn(word, "0123456789");
	int *part = digits == 4 ? &date->year : &date->day;

	if (digits == 0 || digits == 3 || digits > 4 || *part != 0 ||
	    (word[digits] != '\0' && !is_date_word(glossary, word + digits)))
		return false;
	*part = (int)strtol(word, NULL, 10);
	return *part != 0;
}

/* Reads the tokens from `first` on; false: they are no date with a month's name. */
static bool
read_date_words(struct arena *arena, const struct glossary *glossary, const struct tokens *tokens,
    int first, struct date_words *date)
{
	*date = (struct date_words){ .end = first };
	for (int i = first, month; i < tokens->count; date->end = i) {
		const char *word = tokens->folded[i];
		const char *two = i + 1 < tokens->count ?
		    arena_printf(arena, "%s-%s", word, tokens->folded[i + 1]) :
		    "";

		if ((month = month_named(arena, glossary, two)) != 0)
			i++;
		else
			month = month_named(arena, glossary, word);
		if (month != 0 && date->month != 0)
			break;
		if (month != 0)
			date->month = month;
		else if (!is_date_word(glossary, word) && !take_number(glossary, word, date))
			break;
		i++;
	}
	return date->day != 0 && date->month != 0;
}

/* "5.12", "5.12.", as German and Russian have it, "12月5日": *out "0000-12-05". */
static bool
read_day_and_month(const char *word, char out[DATE_SIZE])
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

/* "20/12", "20/12/2026": the two first numbers and the year, 0 none; false: no such date. */
static bool
read_slashed(const char *word, int number[2], int *year)
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
		if (read_slashed(tokens->folded[i], number, &year)) {
			day_first |= number[0] > MONTHS;
			month_first |= number[1] > MONTHS;
		}
	for (int i = 1; i < tokens->count && day_first != month_first; i++)
		if (read_slashed(tokens->folded[i], number, &year))
			tokens->folded[i] = arena_printf(arena, "%04d-%02d-%02d", year,
			    number[day_first ? 1 : 0], number[day_first ? 0 : 1]);
}

/* In one word? */
static bool
is_date(const char *word)
{
	char form[DATE_SIZE];

	return strncmp(word, NO_YEAR "-", strlen(NO_YEAR) + 1) == 0 || date_form(word, form);
}

/* Bytes of a day alone at the beginning of the word: "24", "24.", "24日"; *day: which.  0: none. */
static size_t
day_length(const char *word, int *day)
{
	static const char *const marks[] = { ".", "日", "号", "號" };
	size_t length = strspn(word, "0123456789");

	*day = length > 0 && length <= 2 ? (int)strtol(word, NULL, 10) : 0;
	if (*day < 1 || *day > 31)
		return 0;
	for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
		if (strncmp(word + length, marks[i], strlen(marks[i])) == 0)
			return length + strlen(marks[i]);
	return length;
}

/* Bytes of a day with or without its month in front of the seam of "24.-27.12.", "20.12.-3.1.",
 * "12月24-27日"; *month: of that the month's; *day: alone, or 0.  0: none. */
static size_t
first_length(struct arena *arena, const char *word, size_t *month, int *day)
{
	const char *sign = strstr(word, "月");
	char form[DATE_SIZE];
	int number[2], year;
	size_t length = strspn(word, "0123456789./");

	*month = sign != NULL ? (size_t)(sign - word) + strlen("月") : 0;
	*day = 0;
	if (sign == NULL && strpbrk(word, "./") < word + length &&
	    (read_day_and_month(arena_strndup(arena, word, length), form) ||
		read_slashed(arena_strndup(arena, word, length), number, &year)))
		return length;
	length = day_length(word + *month, day);
	return length > 0 ? *month + length : 0;
}

/* "24-27", "24.-27.12.", "24-27/12", "12月24-27日" become two words; the month goes with both. */
static void
part_days(struct arena *arena, struct tokens *tokens)
{
	static const char *const between[] = { "-", "–", "—", "~", "至", "到" };

	for (int i = 1; i < tokens->count && tokens->count < TOKENS_MAX; i++) {
		const char *word = tokens->folded[i], *second = NULL;
		int day, last;
		size_t month, length = first_length(arena, word, &month, &day), end;

		for (size_t k = 0; k < sizeof between / sizeof between[0] && length > 0; k++)
			if (strncmp(word + length, between[k], strlen(between[k])) == 0)
				second = word + length + strlen(between[k]);
		/* Not "24-12-2026". */
		if (second == NULL || (end = day_length(second, &last)) == 0 ||
		    second[end] == '-' || (day > 0 && last < day))
			continue;
		second = arena_printf(arena, "%.*s%s", (int)month, word, second);
		tokens_insert(tokens, i + 1, second, second);
		tokens->folded[i] = tokens->raw[i] = day > 0 ? arena_printf(arena, "%d", day) :
							       arena_strndup(arena, word, length);
	}
}

/* The day alone, "24", "24th", "27日"; 0: it is none. */
static int
day_alone(const struct glossary *glossary, const char *word)
{
	int day;
	size_t length = day_length(word, &day);

	return length > 0 && (word[length] == '\0' || is_date_word(glossary, word + length)) ? day :
											       0;
}

/* Gives the day at i the month and the year of the date at k, which is the other end of the same
 * days; false: it cannot be. */
static bool
share_month(struct arena *arena, struct tokens *tokens, int i, int k, int day)
{
	static const size_t behind = sizeof "0000-12-" - 1;
	int other;

	if (k < 1 || k >= tokens->count || !is_date(tokens->folded[k]))
		return false;
	other = (int)strtol(tokens->folded[k] + behind, NULL, 10);
	if (i < k ? day > other : day < other)
		return false;
	tokens->folded[i] = arena_printf(arena, "%.*s%02d", (int)behind, tokens->folded[k], day);
	drop_stop(arena, tokens, i);
	return true;
}

/* "from 24 to 27 December", "December 24 to 27": one month for both days. */
static void
share_months(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	for (int i = 1, day; i < tokens->count; i++) {
		int before = i - 1, next = i + 1;

		if ((day = day_alone(glossary, tokens->folded[i])) == 0)
			continue;
		while (next < tokens->count && is_date_word(glossary, tokens->folded[next]))
			next++;
		while (before > 0 && is_date_word(glossary, tokens->folded[before]))
			before--;
		if (!share_month(arena, tokens, i, next, day))
			share_month(arena, tokens, i, before, day);
	}
}

/* Makes one token of `count` at i, which means that. */
static void
join(struct arena *arena, struct tokens *tokens, int i, int count, const char *folded)
{
	while (--count > 0) {
		tokens->raw[i] = arena_printf(arena, "%s %s", tokens->raw[i], tokens->raw[i + 1]);
		tokens_drop(tokens, i + 1);
	}
	tokens->folded[i] = folded;
}

static bool
is_length(const char *word)
{
	return strncmp(word, LASTING, strlen(LASTING)) == 0;
}

/* The hanzi of "下周一", "下个星期一" that stand in front of the day: bytes. */
static size_t
following_length(const struct glossary *glossary, const char *word)
{
	size_t longest = 0;

	for (int i = 0; (unsigned char)*word > 0x7f && i < glossary->count; i++)
		for (const char *at = glossary->languages[i].following;
		     at != NULL && *at != '\0';) {
			size_t length = strcspn(at, " ");

			if (length > longest && strncmp(word, at, length) == 0)
				longest = length;
			at += length + (at[length] == ' ');
		}
	return longest;
}

/* The day of the week whose name begins at i, 1 to 7, of the next week 11 to 17, and of how many
 * tokens it is; 0 none. */
static int
weekday_at(struct arena *arena, const struct glossary *glossary, const struct tokens *tokens, int i,
    int *count)
{
	const char *word = i < tokens->count ? tokens->folded[i] : "", *two;
	size_t glued = following_length(glossary, word);
	int before = listed(arena, glossary, tokens, i, LIST(following)), day, at = i + before,
	    behind;

	if (glued > 0 &&
	    (day = place_named(arena, glossary, LIST(weekdays), WEEK, word + glued)) != 0) {
		*count = 1;
		return day + 10;
	}
	if (at >= tokens->count)
		return 0;
	*count = before + 2;
	two = at + 1 < tokens->count ?
	    arena_printf(arena, "%s-%s", tokens->folded[at], tokens->folded[at + 1]) :
	    "";
	if ((day = place_named(arena, glossary, LIST(weekdays), WEEK, two)) == 0) {
		*count = before + 1;
		day = place_named(arena, glossary, LIST(weekdays), WEEK, tokens->folded[at]);
	}
	if (day == 0)
		return 0;
	behind = listed(arena, glossary, tokens, i + *count, LIST(next_week));
	*count += behind;
	return day + (before > 0 || behind > 0 ? 10 : 0);
}

/* Two days for the tokens at i, of which there are `count`. */
static void
join_two(struct arena *arena, struct tokens *tokens, int i, int count, int first, int last)
{
	if (tokens->count == TOKENS_MAX)
		return;
	join(arena, tokens, i, count, arena_printf(arena, WEEKDAY "%02d", first));
	tokens_insert(tokens, i + 1, "", arena_printf(arena, WEEKDAY "%02d", last));
}

/* "到下周一", "周一到周三", "明天至周五": each day by itself, and what stands between. */
static void
part_weekdays(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	static const char *const between[] = { "到", "至" };

	for (int i = 1; i < tokens->count; i++) {
		const char *word = tokens->folded[i], *seam = NULL;
		struct tokens day = { .count = 1 };
		size_t length;
		int count;

		for (size_t k = 0; k < sizeof between / sizeof *between && seam == NULL; k++)
			seam = strstr(word, between[k]);
		if (seam == NULL || tokens->count + 2 > TOKENS_MAX)
			continue;
		length = strlen(between[0]);
		day.folded[0] = seam + length;
		if (weekday_at(arena, glossary, &day, 0, &count) == 0)
			continue;
		tokens_insert(tokens, i + 1, seam + length, seam + length);
		seam = arena_strndup(arena, seam, length);
		word = arena_strndup(
		    arena, word, strlen(word) - strlen(seam) - strlen(day.folded[0]));
		tokens->raw[i] = tokens->folded[i] = seam;
		if (*word != '\0')
			tokens_insert(tokens, i, word, word);
	}
}

/* "Monday", "next Monday", "next week", "the weekend", at i; false: none of them. */
static bool
read_week(struct arena *arena, const struct glossary *glossary, struct tokens *tokens, int i)
{
	int count, day = weekday_at(arena, glossary, tokens, i, &count), before;

	if (day != 0) {
		join(arena, tokens, i, count, arena_printf(arena, WEEKDAY "%02d", day));
		return true;
	}
	if ((count = listed(arena, glossary, tokens, i, LIST(next_week))) > 0) {
		join_two(arena, tokens, i, count, 11, 17);
		return true;
	}
	before = listed(arena, glossary, tokens, i, LIST(following));
	if ((count = listed(arena, glossary, tokens, i + before, LIST(weekend))) == 0)
		return false;
	day = before > 0 ? 10 : 0;
	join_two(arena, tokens, i, before + count, day + WEEK - 1, day + WEEK);
	return true;
}

/* What stands in front of the day at i goes with it, "the coming", but not "bis". */
static int
join_in_front(struct arena *arena, const struct glossary *glossary, struct tokens *tokens, int i)
{
	for (; i > 1 && is_date_word(glossary, tokens->folded[i - 1]) &&
	     listed(arena, glossary, tokens, i - 1, LIST(until)) == 0;
	     i--)
		join(arena, tokens, i - 1, 2, tokens->folded[i]);
	return i;
}

/* "2 weeks", "2周", at i. */
static void
read_length(struct arena *arena, const struct glossary *glossary, struct tokens *tokens, int i)
{
	const char *word = tokens->folded[i];
	size_t digits = strspn(word, "0123456789");
	int days = digits > 0 && digits <= 2 ? (int)strtol(word, NULL, 10) : 0, count = 1;
	struct tokens unit = { .folded = { word + digits }, .count = 1 };

	/* "27日" is a day of a month. */
	if (strncmp(word + digits, "日", strlen("日")) == 0)
		return;
	if (word[digits] == '\0') {
		unit.folded[0] = i + 1 < tokens->count ? tokens->folded[i + 1] : "";
		count = 2;
	}
	if (listed(arena, glossary, &unit, 0, LIST(units[0])) > 0)
		days *= 7;
	else if (listed(arena, glossary, &unit, 0, LIST(units[1])) == 0)
		return;
	if (days > 0 && days <= DAYS_MAX)
		join(arena, tokens, i, count, arena_printf(arena, LASTING "%02d", days));
}

/* "today", "tomorrow", "Monday", "2 weeks". */
static void
read_relative(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	for (int i = 1, count; i < tokens->count; i++) {
		if ((count = listed(arena, glossary, tokens, i, LIST(today))) > 0)
			join(arena, tokens, i, count, TODAY "00");
		else if ((count = listed(arena, glossary, tokens, i, LIST(tomorrow))) > 0)
			join(arena, tokens, i, count, TODAY "01");
		else if (read_week(arena, glossary, tokens, i))
			i = join_in_front(arena, glossary, tokens, i);
		else
			read_length(arena, glossary, tokens, i);
		/* "for 2 weeks" */
		if (i > 1 && is_length(tokens->folded[i]) &&
		    listed(arena, glossary, tokens, i - 1, LIST(lasting)) == 1)
			tokens_drop(tokens, --i);
	}
}

/* "until 27 December", "2 weeks": from today on; "5 days from 24 December". */
static void
begin_today(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	bool until = tokens->count > 2 && listed(arena, glossary, tokens, 1, LIST(until)) > 0;

	if (tokens->count == 2 + until && is_date(tokens->folded[1 + until]) &&
	    (until || is_length(tokens->folded[1])))
		tokens_insert(tokens, 1, tokens->raw[1], TODAY "00");
	if (tokens->count == 3 && is_length(tokens->folded[1]) && is_date(tokens->folded[2])) {
		tokens_insert(tokens, 3, tokens->raw[1], tokens->folded[1]);
		tokens_drop(tokens, 1);
	}
	for (int i = 1, count; i + 1 < tokens->count; i++) {
		count = listed(arena, glossary, tokens, i, LIST(until));
		if (count > 0 && i + count < tokens->count && is_date(tokens->folded[i + count]))
			while (count-- > 0)
				tokens_drop(tokens, i);
	}
}

/* "from 2026-12-05 to 2026-12-12": what stands in front of dates that are one word goes with them.
 */
static void
join_date_words(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	for (int i = 1; i + 1 < tokens->count; i++) {
		if (!is_date(tokens->folded[i + 1]) || !is_date_word(glossary, tokens->folded[i]))
			continue;
		tokens->raw[i + 1] = arena_printf(
		    arena, "%s %s", tokens->raw[i], tokens->raw[i + 1]);
		tokens_drop(tokens, i);
		i -= i > 1 ? 2 : 1;
	}
}

/* Makes one word of each date. */
static void
join_dates(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	struct date_words date;
	char form[DATE_SIZE];

	part_dates(arena, tokens);
	read_slashes(arena, tokens);
	for (int i = 1; i < tokens->count; i++) {
		if (date_form(tokens->folded[i], form))
			tokens->folded[i] = arena_strdup(arena, form);
		if (read_day_and_month(tokens->folded[i], form)) {
			tokens->folded[i] = arena_strdup(arena, form);
			drop_stop(arena, tokens, i);
		}
	}
	for (int i = 1; glossary != NULL && i < tokens->count; i++) {
		/* "bis 27. Dezember" may begin today. */
		if (listed(arena, glossary, tokens, i, LIST(until)) > 0 ||
		    !read_date_words(arena, glossary, tokens, i, &date))
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
	join_dates(arena, glossary, tokens);
	if (glossary != NULL)
		join_date_words(arena, glossary, tokens);
}

void
date_join_span(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	part_days(arena, tokens);
	join_dates(arena, glossary, tokens);
	if (glossary == NULL)
		return;
	share_months(arena, glossary, tokens);
	part_weekdays(arena, glossary, tokens);
	read_relative(arena, glossary, tokens);
	begin_today(arena, glossary, tokens);
	join_date_words(arena, glossary, tokens);
}

bool
date_is_relative(
    const char *form, const struct civil *today, const struct civil *first, struct civil *out)
{
	bool lasts = is_length(form), is_weekday = strncmp(form, WEEKDAY, strlen(WEEKDAY)) == 0;
	int number, weekday;

	if (!lasts && !is_weekday && strncmp(form, TODAY, strlen(TODAY)) != 0)
		return false;
	number = (int)strtol(form + strlen(TODAY), NULL, 10);
	*out = lasts && first != NULL ? *first : *today;
	if (!is_weekday) {
		out->day += number - lasts;
		return true;
	}
	/* Monday is the first of a week. */
	weekday = (today->weekday + WEEK - 1) % WEEK + 1;
	if (number > WEEK) {
		out->day += WEEK - weekday + number - 10;
	} else if (first == NULL) {
		out->day += (number - weekday + WEEK) % WEEK;
	} else {
		weekday = (first->weekday + WEEK - 1) % WEEK + 1;
		*out = *first;
		out->day += (number - weekday + WEEK - 1) % WEEK + 1;
	}
	return true;
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
