/* SPDX-License-Identifier: ISC */
/*
 * The days of a span: one month for both, from today on, a length, a day of the week (date.h).
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "speak/date_internal.h"

#define TODAY    NO_YEAR "-00-" /* and how many days after it */
#define LASTING  NO_YEAR "-13-" /* and how many days, with the first */
#define WEEKDAY  NO_YEAR "-14-" /* and which, 1 to 7; 11 to 17 that of the next week */
#define WEEK     7
#define DAYS_MAX 99

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
	if (day == 0)
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
	if (date_listed(arena, glossary, &unit, 0, DATE_LIST(units[0])) > 0)
		days *= 7;
	else if (date_listed(arena, glossary, &unit, 0, DATE_LIST(units[1])) == 0)
		return;
	if (days > 0 && days <= DAYS_MAX)
		join(arena, tokens, i, count, arena_printf(arena, LASTING "%02d", days));
}

/* "today", "tomorrow", "Monday", "2 weeks". */
static void
read_relative(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	for (int i = 1, count; i < tokens->count; i++) {
		if ((count = date_listed(arena, glossary, tokens, i, DATE_LIST(today))) > 0)
			join(arena, tokens, i, count, TODAY "00");
		else if ((count = date_listed(arena, glossary, tokens, i, DATE_LIST(tomorrow))) > 0)
			join(arena, tokens, i, count, TODAY "01");
		else if (read_week(arena, glossary, tokens, i))
			i = join_in_front(arena, glossary, tokens, i);
		else
			read_length(arena, glossary, tokens, i);
		/* "for 2 weeks" */
		if (i > 1 && is_length(tokens->folded[i]) &&
		    date_listed(arena, glossary, tokens, i - 1, DATE_LIST(lasting)) == 1)
			tokens_drop(tokens, --i);
	}
}

/* "until 27 December", "2 weeks": from today on; "5 days from 24 December". */
static void
begin_today(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	bool until = tokens->count > 2 &&
	    date_listed(arena, glossary, tokens, 1, DATE_LIST(until)) > 0;

	if (tokens->count == 2 + until && date_is_one(tokens->folded[1 + until]) &&
	    (until || is_length(tokens->folded[1])))
		tokens_insert(tokens, 1, tokens->raw[1], TODAY "00");
	if (tokens->count == 3 && is_length(tokens->folded[1]) && date_is_one(tokens->folded[2])) {
		tokens_insert(tokens, 3, tokens->raw[1], tokens->folded[1]);
		tokens_drop(tokens, 1);
	}
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
	part_days(arena, tokens);
	date_join_all(arena, glossary, tokens);
	if (glossary == NULL)
		return;
	share_months(arena, glossary, tokens);
	part_weekdays(arena, glossary, tokens);
	read_relative(arena, glossary, tokens);
	begin_today(arena, glossary, tokens);
	date_join_beside(arena, glossary, tokens);
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
