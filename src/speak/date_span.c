/* SPDX-License-Identifier: ISC */
/*
 * The days of a span: one month for both, from today on, a length, a day of the week (date.h).
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "speak/date_internal.h"

#define TODAY        NO_YEAR "-00-" /* and how many days after it */
#define LASTING      NO_YEAR "-13-" /* and how many days, with the first */
#define WEEKDAY      NO_YEAR "-14-" /* and which, 1 to 7; 11 to 17 that of the next week */
#define MONTH_END    NO_YEAR "-15-" /* and of which month, 0: of this one */
#define DAY_OF_MONTH NO_YEAR "-16-" /* and which, of this month or the next that has it */
#define WEEK         7
#define DAYS_MAX     99
#define NUMBERS      14 /* that languages have words for */
#define SPAN_MAX     31 /* days of a span, where that decides which number is the month */

static const int month_lengths[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

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
	    (date_read_day_and_month(arena_strndup(arena, word, length), form) ||
		date_read_slashed(arena_strndup(arena, word, length), number, &year)))
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
		tokens->folded[i] = arena_strndup(arena, word, length);
		tokens->raw[i] = tokens->folded[i];
		if (day > 0) {
			tokens->folded[i] = arena_printf(arena, "%d", day);
			tokens->raw[i] = arena_printf(arena, "%d.", day);
		}
	}
}

/* The day alone, "24", "24th", "27日"; 0: it is none. */
static int
day_alone(const struct glossary *glossary, const char *word)
{
	int day;
	size_t length = day_length(word, &day);

	return length > 0 && (word[length] == '\0' || date_is_word(glossary, word + length)) ? day :
											       0;
}

/* Gives the day at i the month and the year of the date at k, which is the other end of the same
 * days; false: it cannot be. */
static bool
share_month(struct arena *arena, struct tokens *tokens, int i, int k, int day)
{
	static const size_t behind = sizeof "0000-12-" - 1;
	int other;

	if (k < 1 || k >= tokens->count || !date_is_one(tokens->folded[k]))
		return false;
	other = (int)strtol(tokens->folded[k] + behind, NULL, 10);
	if (i < k ? day > other : day < other)
		return false;
	tokens->folded[i] = arena_printf(arena, "%.*s%02d", (int)behind, tokens->folded[k], day);
	date_drop_stop(arena, tokens, i);
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
		while (next < tokens->count && date_is_word(glossary, tokens->folded[next]))
			next++;
		while (before > 0 && date_is_word(glossary, tokens->folded[before]))
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

/* Is the word among those, which have blanks or commas between them? */
static bool
holds_word(const char *words, const char *word)
{
	size_t length;

	for (; words != NULL && *(words += strspn(words, " ,")) != '\0'; words += length) {
		length = strcspn(words, " ,");
		if (strlen(word) == length && strncmp(words, word, length) == 0)
			return true;
	}
	return false;
}

/* "so" is a Sunday beside another word for days of its language: "bis So", "Fr bis So"; alone it
 * may be a word of another. */
static bool
is_lone_and_short(const struct glossary *glossary, const struct tokens *tokens, int i)
{
	static const size_t lists[] = { DATE_LIST(weekdays), DATE_LIST(until), DATE_LIST(beginning),
		DATE_LIST(date_words), DATE_LIST(following) };
	const char *word = tokens->folded[i];

	if (strlen(word) > 2 || tokens->count <= 2)
		return false;
	for (int k = 0; k < glossary->count; k++) {
		if (!holds_word(date_list(glossary, k, DATE_LIST(weekdays)), word))
			continue;
		for (size_t n = 0; n < sizeof lists / sizeof *lists; n++) {
			const char *list = date_list(glossary, k, lists[n]);

			if ((i > 0 && holds_word(list, tokens->folded[i - 1])) ||
			    (i + 1 < tokens->count && holds_word(list, tokens->folded[i + 1])))
				return false;
		}
		for (int n = i - 1; n <= i + 1; n += 2)
			if (n > 0 && n < tokens->count &&
			    strpbrk(tokens->folded[n], "-\xe2") == tokens->folded[n])
				return false;
	}
	return true;
}

/* The day of the week whose name begins at i, 1 to 7, of the next week 11 to 17, and of how many
 * tokens it is; 0 none. */
static int
weekday_at(struct arena *arena, const struct glossary *glossary, const struct tokens *tokens, int i,
    int *count)
{
	const char *word = i < tokens->count ? tokens->folded[i] : "", *two;
	size_t glued = date_hanzi(glossary, word, DATE_LIST(following));
	int before = date_listed(arena, glossary, tokens, i, DATE_LIST(following)), day,
	    at = i + before, behind;

	if (glued > 0 &&
	    (day = date_named(arena, glossary, DATE_LIST(weekdays), WEEK, word + glued)) != 0) {
		*count = 1;
		return day + 10;
	}
	if (at >= tokens->count)
		return 0;
	*count = before + 2;
	two = at + 1 < tokens->count ?
	    arena_printf(arena, "%s-%s", tokens->folded[at], tokens->folded[at + 1]) :
	    "";
	if ((day = date_named(arena, glossary, DATE_LIST(weekdays), WEEK, two)) == 0) {
		*count = before + 1;
		day = date_named(arena, glossary, DATE_LIST(weekdays), WEEK, tokens->folded[at]);
	}
	if (day == 0 || (*count == before + 1 && is_lone_and_short(glossary, tokens, at)))
		return 0;
	behind = date_listed(arena, glossary, tokens, i + *count, DATE_LIST(next_week));
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

/* "mon-thu" */
static void
part_weekdays(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	for (int i = 1, count; i < tokens->count && tokens->count < TOKENS_MAX; i++) {
		const char *word = tokens->folded[i], *seam = strpbrk(word, "-\xe2");
		struct tokens day = { .count = 1 };
		size_t length = seam == NULL ? 0 : *seam == '-' ? 1 : strlen("–");

		if (length == 0 || seam == word || strnlen(seam, length + 1) <= length)
			continue;
		word = arena_strndup(arena, word, (size_t)(seam - word));
		day.folded[0] = seam + length;
		if (weekday_at(arena, glossary, &day, 0, &count) == 0)
			continue;
		day.folded[0] = word;
		if (weekday_at(arena, glossary, &day, 0, &count) == 0)
			continue;
		tokens_insert(tokens, i + 1, seam + length, seam + length);
		tokens->raw[i] = tokens->folded[i] = word;
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
	if ((count = date_listed(arena, glossary, tokens, i, DATE_LIST(next_week))) > 0) {
		join_two(arena, tokens, i, count, 11, 17);
		return true;
	}
	before = date_listed(arena, glossary, tokens, i, DATE_LIST(following));
	if ((count = date_listed(arena, glossary, tokens, i + before, DATE_LIST(weekend))) == 0)
		return false;
	day = before > 0 ? 10 : 0;
	join_two(arena, tokens, i, before + count, day + WEEK - 1, day + WEEK);
	return true;
}

/* What stands in front of the day at i goes with it, "the coming", but not "bis". */
static int
join_in_front(struct arena *arena, const struct glossary *glossary, struct tokens *tokens, int i)
{
	for (; i > 1 && date_is_word(glossary, tokens->folded[i - 1]) &&
	     date_listed(arena, glossary, tokens, i - 1, DATE_LIST(until)) == 0;
	     i--)
		join(arena, tokens, i - 1, 2, tokens->folded[i]);
	return i;
}

/* The number at the beginning of the word, in figures or in words, and how many bytes it has; 0
 * none. */
static int
number_at(struct arena *arena, const struct glossary *glossary, const char *word, size_t *length)
{
	*length = strspn(word, "0123456789");
	if (*length > 0)
		return *length <= 2 ? (int)strtol(word, NULL, 10) : 0;
	*length = date_hanzi(glossary, word, DATE_LIST(numbers));
	if (*length == 0)
		*length = strlen(word);
	return date_named(
	    arena, glossary, DATE_LIST(numbers), NUMBERS, arena_strndup(arena, word, *length));
}

/* "2 weeks", "2周", "two weeks", "两周", at i. */
static void
read_length(struct arena *arena, const struct glossary *glossary, struct tokens *tokens, int i)
{
	const char *word = tokens->folded[i];
	size_t digits;
	int days = number_at(arena, glossary, word, &digits), count = 1;
	struct tokens unit = { .folded = { word + digits }, .count = 1 };

	/* "27日" is a day of a month. */
	if (strncmp(word + digits, "日", strlen("日")) == 0)
		return;
	if (word[digits] == '\0') {
		unit.folded[0] = i + 1 < tokens->count ? tokens->folded[i + 1] : "";
		count = 2;
	}
	if (date_listed(arena, glossary, &unit, 0, DATE_LIST(units[0])) > 0)
		days *= WEEK;
	else if (date_listed(arena, glossary, &unit, 0, DATE_LIST(units[1])) == 0)
		return;
	if (days > 0 && days <= DAYS_MAX)
		join(arena, tokens, i, count, arena_printf(arena, LASTING "%02d", days));
}

/* "the end of the month", "Ende November", "11月底", at i; false: it is none. */
static bool
read_month_end(struct arena *arena, const struct glossary *glossary, struct tokens *tokens, int i)
{
	int before = date_listed(arena, glossary, tokens, i, DATE_LIST(end_of)), month = 0,
	    count = 0;
	const char *word = tokens->folded[i], *sign;

	if (before > 0 && i + before < tokens->count) {
		const char *next = tokens->folded[i + before];

		count = before + 2;
		if (count <= tokens->count - i)
			month = date_month(arena, glossary,
			    arena_printf(arena, "%s-%s", next, tokens->folded[i + before + 1]));
		if (month == 0) {
			count = before + 1;
			month = date_month(arena, glossary, next);
		}
	}
	if (month == 0 && (sign = strstr(word, "月")) != NULL) {
		sign += strlen("月");
		before = (int)date_hanzi(glossary, sign, DATE_LIST(end_of));
		count = 1;
		if (before > 0 && sign[before] == '\0')
			month = date_month(
			    arena, glossary, arena_strndup(arena, word, (size_t)(sign - word)));
	}
	if (month == 0)
		count = date_listed(arena, glossary, tokens, i, DATE_LIST(month_end));
	if (count == 0)
		return false;
	join(arena, tokens, i, count, arena_printf(arena, MONTH_END "%02d", month));
	return true;
}

/* "today", "tomorrow", "Monday", "2 weeks", "the end of the month". */
static void
read_relative(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	for (int i = 1, count; i < tokens->count; i++) {
		if (date_is_one(tokens->folded[i]))
			continue;
		if ((count = date_listed(arena, glossary, tokens, i, DATE_LIST(today))) > 0)
			join(arena, tokens, i, count, TODAY "00");
		else if ((count = date_listed(arena, glossary, tokens, i, DATE_LIST(tomorrow))) > 0)
			join(arena, tokens, i, count, TODAY "01");
		else if (read_week(arena, glossary, tokens, i) ||
		    read_month_end(arena, glossary, tokens, i))
			i = join_in_front(arena, glossary, tokens, i);
		else
			read_length(arena, glossary, tokens, i);
		/* "for 2 weeks", "for next week" */
		if (i > 1 && date_is_one(tokens->folded[i]) &&
		    date_listed(arena, glossary, tokens, i - 1, DATE_LIST(lasting)) == 1)
			tokens_drop(tokens, --i);
	}
}

/* Is the day of a month alone, "the 24th", plainly one: has it a mark? */
static bool
has_day_mark(const struct tokens *tokens, int i)
{
	const char *folded = tokens->folded[i], *raw = tokens->raw[i];

	return folded[strspn(folded, "0123456789")] != '\0' ||
	    raw[strspn(raw, "0123456789")] == '.';
}

/* "from the 24th to the 27th", "на 24-е": of no month, where no other day has one.  Numbers alone
 * may be something else: "24 27". */
static void
read_days_alone(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	int places[2], count = 0;
	bool is_plain = false;

	for (int i = 1; i < tokens->count; i++) {
		const char *word = tokens->folded[i];

		/* A date with its month. */
		if (date_is_one(word) &&
		    (strncmp(word, NO_YEAR, strlen(NO_YEAR)) != 0 ||
			(strncmp(word, TODAY, strlen(TODAY)) != 0 && strcmp(word, LASTING) < 0)))
			return;
		if (day_alone(glossary, word) == 0)
			continue;
		if (count == 2)
			return;
		is_plain |= has_day_mark(tokens, i);
		places[count++] = i;
	}
	/* Not "2 von 3". */
	is_plain |= count == 2 && places[1] > places[0] + 1 &&
	    (date_listed(arena, glossary, tokens, places[0] + 1, DATE_LIST(until)) > 0 ||
		date_listed(arena, glossary, tokens, places[0] - 1, DATE_LIST(beginning)) > 0);
	while (is_plain && count > 0) {
		int i = places[--count];

		tokens->folded[i] = arena_printf(
		    arena, DAY_OF_MONTH "%02d", day_alone(glossary, tokens->folded[i]));
		date_drop_stop(arena, tokens, i);
		join_in_front(arena, glossary, tokens, i);
	}
}

/* The token at i becomes two, of which the first has so many bytes, and `gap` bytes go. */
static void
part_token(struct arena *arena, struct tokens *tokens, int i, size_t first, size_t gap)
{
	const char *word = tokens->folded[i];

	tokens_insert(tokens, i + 1, word + first + gap, word + first + gap);
	tokens->raw[i] = tokens->folded[i] = arena_strndup(arena, word, first);
}

/* Bytes of "until" or "from" in hanzi at the beginning of the text. */
static size_t
joint_length(const struct glossary *glossary, const char *text)
{
	size_t until = date_hanzi(glossary, text, DATE_LIST(until));

	return until > 0 ? until : date_hanzi(glossary, text, DATE_LIST(beginning));
}

/* "到下周一", "从周一至周三", "明天到月底": who writes hanzi puts no blanks there. */
static void
part_hanzi(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	for (int i = 1; i < tokens->count; i++) {
		const char *word = tokens->folded[i];
		size_t length = joint_length(glossary, word);

		for (const char *at = word; length == 0 && *at != '\0';) {
			utf8_next(&at);
			if (joint_length(glossary, at) > 0)
				length = (size_t)(at - word);
		}
		if (length > 0 && word[length] != '\0' && tokens->count < TOKENS_MAX)
			part_token(arena, tokens, i, length, 0);
	}
}

/* Bytes of a date in figures at the beginning of a word with another behind a seam:
 * "2026-12-01..2026-12-10", "11/24~11/27". */
static size_t
seam_place(struct arena *arena, const char *word, size_t *gap)
{
	static const char *const seams[] = { "...", "..", "\u2026", "~", "\u2013", "\u2014" };
	char form[DATE_SIZE];
	int number[2], year, day;

	for (size_t i = 0; i < sizeof seams / sizeof *seams; i++) {
		const char *seam = strstr(word, seams[i]), *first;

		*gap = strlen(seams[i]);
		if (seam == NULL || strspn(seam + *gap, "0123456789") == 0)
			continue;
		first = arena_strndup(arena, word, (size_t)(seam - word));
		if (date_form(first, form) || date_read_day_and_month(first, form) ||
		    date_read_slashed(first, number, &year) ||
		    (day_length(first, &day) == strlen(first) && strlen(first) > 0))
			return (size_t)(seam - word);
	}
	return 0;
}

static void
part_seams(struct arena *arena, struct tokens *tokens)
{
	size_t gap, first;

	for (int i = 1; i < tokens->count && tokens->count + 1 < TOKENS_MAX; i++) {
		if ((first = seam_place(arena, tokens->folded[i], &gap)) == 0)
			continue;
		part_token(arena, tokens, i, first, gap);
		tokens_insert(tokens, i + 1, "-", "-");
	}
}

/* Does a date with its month, or a day that is plainly one, begin at i? */
static bool
begins_date(
    struct arena *arena, const struct glossary *glossary, const struct tokens *tokens, int i)
{
	const char *word = i < tokens->count ? tokens->folded[i] : "";
	struct date_words date;
	char form[DATE_SIZE];
	int number[2], year;

	if (day_alone(glossary, word) != 0 && has_day_mark(tokens, i))
		return true;
	if (date_form(word, form) || date_read_day_and_month(word, form) ||
	    date_read_slashed(word, number, &year))
		return true;
	return *word != '\0' && word[strspn(word, "-\xe2\x80\x93\x94")] != '\0' &&
	    date_read_words(arena, glossary, tokens, i, &date);
}

/* "Tuesday, 1 December": the date says it all.  "Monday to 1 December" are two days. */
static void
drop_weekdays(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	for (int i = 1, count; i < tokens->count; i++) {
		int next;

		if (weekday_at(arena, glossary, tokens, i, &count) == 0)
			continue;
		next = i + count;
		next += date_listed(arena, glossary, tokens, next, DATE_LIST(day_articles));
		if (next < tokens->count && date_is_word(glossary, tokens->folded[next]))
			continue;
		if (begins_date(arena, glossary, tokens, next))
			while (next-- > i)
				tokens_drop(tokens, i);
	}
}

/* "12.1", "12/1", "12/1/2026": the two first numbers, and the year, 0 none. */
static bool
read_pair(struct arena *arena, const char *word, int number[2], int *year)
{
	size_t digits = strspn(word, "0123456789");
	char *slashed = arena_strdup(arena, word);

	if (digits == 0 || (word[digits] != '.' && word[digits] != '/'))
		return false;
	slashed[digits] = '/';
	return date_read_slashed(slashed, number, year) && (word[digits] == '/' || *year == 0);
}

/* Up to two dates of which either number may be the month. */
struct pairs {
	int places[2], number[2][2], years[2], count;
};

/* How many days the second is behind the first, about, with the month at that place. */
static int
days_between(const struct pairs *pairs, int month_at)
{
	int place[2];

	for (int i = 0; i < 2; i++) {
		int month = pairs->number[i][month_at];

		if (month < 1 || month > MONTHS)
			return -1;
		place[i] = pairs->number[i][1 - month_at];
		while (--month > 0)
			place[i] += month_lengths[month - 1];
	}
	if (pairs->years[0] != 0 && pairs->years[1] != 0)
		return place[1] - place[0] + (pairs->years[1] - pairs->years[0]) * 365;
	return (place[1] - place[0] + 365) % 365;
}

/* Which number is the month: the order in which they are a vacation, and far from one in the other;
 * -1: nobody can tell. */
static int
month_place(const struct pairs *pairs)
{
	for (int k = 0; pairs->count == 2 && k < 2; k++) {
		int days = days_between(pairs, k), others = days_between(pairs, 1 - k);

		if (days >= 0 && days < SPAN_MAX && (others < 0 || others > 2 * SPAN_MAX))
			return k;
	}
	return -1;
}

/* "12/1 - 12/10"; who writes hanzi puts the month first, "12.1", where it can be one. */
static void
order_pairs(struct arena *arena, struct tokens *tokens)
{
	bool is_han = utf8_begins_han(tokens->folded[0]);
	struct pairs pairs = { .count = 0 };
	int month_at;

	for (int i = 1; i < tokens->count && pairs.count < 2; i++)
		if ((is_han || strchr(tokens->folded[i], '/') != NULL) &&
		    read_pair(arena, tokens->folded[i], pairs.number[pairs.count],
			&pairs.years[pairs.count]))
			pairs.places[pairs.count++] = i;
	month_at = is_han ? 0 : month_place(&pairs);
	for (int k = 0; is_han && k < pairs.count; k++)
		if (pairs.number[k][0] > MONTHS)
			return;
	for (int k = 0; month_at != -1 && k < pairs.count; k++)
		tokens->folded[pairs.places[k]] = arena_printf(arena, "%04d-%02d-%02d",
		    pairs.years[k], pairs.number[k][month_at], pairs.number[k][1 - month_at]);
}

/* "24 November", "Friday" is all of it; "from Friday" is not. */
static void
repeat_day(struct tokens *tokens)
{
	if (tokens->count == 2 && date_is_one(tokens->folded[1]))
		tokens_insert(tokens, 2, "", LASTING "01");
}

/* "5 days from 24 December" */
static void
put_length_last(struct tokens *tokens)
{
	if (tokens->count != 3 || !is_length(tokens->folded[1]) || !date_is_one(tokens->folded[2]))
		return;
	tokens_insert(tokens, 3, tokens->raw[1], tokens->folded[1]);
	tokens_drop(tokens, 1);
}

/* "until 27 December", "2 weeks": from today on. */
static void
begin_today(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	bool until = tokens->count > 2 &&
	    date_listed(arena, glossary, tokens, 1, DATE_LIST(until)) > 0;

	if (tokens->count == 2 + until && date_is_one(tokens->folded[1 + until]) &&
	    (until || is_length(tokens->folded[1])))
		tokens_insert(tokens, 1, until ? tokens->raw[1] : "", TODAY "00");
	for (int i = 1, count; i + 1 < tokens->count; i++) {
		count = date_listed(arena, glossary, tokens, i, DATE_LIST(until));
		if (count > 0 && i + count < tokens->count &&
		    date_is_one(tokens->folded[i + count]))
			while (count-- > 0)
				tokens_drop(tokens, i);
	}
}

void
date_join_span(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	bool is_open = false;

	if (glossary != NULL) {
		part_hanzi(arena, glossary, tokens);
		for (int i = 1; i < tokens->count; i++)
			is_open |= date_listed(arena, glossary, tokens, i, DATE_LIST(beginning)) >
			    0;
	}
	part_seams(arena, tokens);
	part_days(arena, tokens);
	order_pairs(arena, tokens);
	if (glossary != NULL)
		drop_weekdays(arena, glossary, tokens);
	date_join_all(arena, glossary, tokens);
	if (glossary == NULL)
		return;
	share_months(arena, glossary, tokens);
	part_weekdays(arena, glossary, tokens);
	read_relative(arena, glossary, tokens);
	/* "from next week": its last day is not the vacation's. */
	for (int i = 2; is_open && i < tokens->count; i++)
		if (tokens->raw[i][0] == '\0')
			tokens_drop(tokens, i);
	read_days_alone(arena, glossary, tokens);
	begin_today(arena, glossary, tokens);
	date_join_beside(arena, glossary, tokens);
	put_length_last(tokens);
	if (!is_open)
		repeat_day(tokens);
}

static int
month_length(int year, int month)
{
	bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

	return month_lengths[month - 1] + (month == 2 && is_leap);
}

static void
next_month(struct civil *day)
{
	day->year += day->month == MONTHS;
	day->month = day->month % MONTHS + 1;
}

/* The last day of that month, 0: of the one that the day is in. */
static void
go_to_month_end(struct civil *day, int month)
{
	if (month != 0) {
		day->year += month < day->month;
		day->month = month;
	}
	day->day = month_length(day->year, day->month);
}

/* The first day of that number from this day on. */
static void
go_to_day(struct civil *day, int number)
{
	if (number < day->day)
		next_month(day);
	while (number > month_length(day->year, day->month))
		next_month(day);
	day->day = number;
}

/* Monday is the first of a week. */
static int
weekday_of(const struct civil *day)
{
	return (day->weekday + WEEK - 1) % WEEK + 1;
}

/* That day of the week, from today on or behind the first day. */
static void
go_to_weekday(struct civil *day, int number, const struct civil *today, const struct civil *first)
{
	*day = first != NULL && number <= WEEK ? *first : *today;
	if (number > WEEK)
		day->day += WEEK - weekday_of(today) + number - 10;
	else if (first == NULL)
		day->day += (number - weekday_of(today) + WEEK) % WEEK;
	else
		day->day += (number - weekday_of(first) + WEEK - 1) % WEEK + 1;
}

bool
date_is_relative(
    const char *form, const struct civil *today, const struct civil *first, struct civil *out)
{
	static const char *const kinds[] = { TODAY, LASTING, WEEKDAY, MONTH_END, DAY_OF_MONTH };
	size_t kind = 0;
	int number;

	while (kind < sizeof kinds / sizeof *kinds &&
	    strncmp(form, kinds[kind], strlen(kinds[kind])) != 0)
		kind++;
	if (kind == sizeof kinds / sizeof *kinds)
		return false;
	number = (int)strtol(form + strlen(TODAY), NULL, 10);
	*out = kind != 0 && first != NULL ? *first : *today;
	if (kind == 0)
		out->day += number;
	else if (kind == 1)
		out->day += number - 1;
	else if (kind == 2)
		go_to_weekday(out, number, today, first);
	else if (kind == 3)
		go_to_month_end(out, number);
	else
		go_to_day(out, number);
	return true;
}
