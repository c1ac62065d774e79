/* SPDX-License-Identifier: ISC */
/*
 * Lines that speak of days without giving them (date.h).
 */
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "speak/date_internal.h"

#define NAME_MIN 3 /* bytes of a day's name: "so" is Sunday, and more */

/* What speaks of times, and what stands beside it. */
static const size_t times[] = { DATE_LIST(today), DATE_LIST(tomorrow), DATE_LIST(weekdays),
	DATE_LIST(months), DATE_LIST(units[0]), DATE_LIST(units[1]), DATE_LIST(next_week),
	DATE_LIST(weekend), DATE_LIST(month_end), DATE_LIST(time_words) };
static const size_t beside[] = { DATE_LIST(until), DATE_LIST(beginning), DATE_LIST(lasting),
	DATE_LIST(date_words), DATE_LIST(following), DATE_LIST(end_of), DATE_LIST(numbers) };

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* How many of the tokens from i on are a word of one of these lists; 0 none. */
static int
listed_in(struct arena *arena, const struct glossary *glossary, const struct tokens *tokens, int i,
    const size_t *lists, size_t count)
{
	int longest = 0, found;

	for (size_t k = 0; k < count; k++)
		if ((found = date_listed(arena, glossary, tokens, i, lists[k])) > longest)
			longest = found;
	return longest;
}

/* The same of the bytes at the beginning of a text in hanzi. */
static size_t
hanzi_in(const struct glossary *glossary, const char *text, const size_t *lists, size_t count)
{
	size_t longest = 0, found;

	for (size_t k = 0; k < count; k++)
		if ((found = date_hanzi(glossary, text, lists[k])) > longest)
			longest = found;
	return longest;
}

/* A word without blanks: each of its signs is a day's, or stands beside it, or is another. */
static void
read_hanzi(const struct glossary *glossary, const char *word, struct date_talk *talk)
{
	for (const char *at = word; *at != '\0';) {
		size_t digits = strspn(at, "0123456789.-/");
		size_t length = digits > 0 ? digits : hanzi_in(glossary, at, times, COUNT(times));

		talk->times += length > 0;
		if (length == 0) {
			length = hanzi_in(glossary, at, beside, COUNT(beside));
			talk->others += length == 0;
		}
		if (length > 0)
			at += length;
		else
			utf8_next(&at);
	}
}

/* Does it say a day: a figure, or a name of one that is not too short? */
static int
time_at(struct arena *arena, const struct glossary *glossary, const struct tokens *tokens, int i)
{
	const char *word = tokens->folded[i];
	int count = listed_in(arena, glossary, tokens, i, times, COUNT(times));

	if (count == 1 && strlen(word) < NAME_MIN)
		count = 0;
	return count == 0 && strpbrk(word, "0123456789") != NULL ? 1 : count;
}

struct date_talk
date_talk(
    struct arena *arena, const struct glossary *glossary, const struct tokens *tokens, int from)
{
	struct date_talk talk = { .least = 1 };

	for (int i = from, count; i < tokens->count; i += count) {
		bool begins = i == from;
		const char *word = tokens->folded[i];

		count = 1;
		if (utf8_begins_han(word)) {
			talk.is_han = true;
			talk.least = 2;
			talk.is_until |= begins && date_hanzi(glossary, word, DATE_LIST(until)) > 0;
			talk.is_first |= begins &&
			    (hanzi_in(glossary, word, times, COUNT(times)) > 0 ||
				hanzi_in(glossary, word, beside, COUNT(beside)) > 0);
			read_hanzi(glossary, word, &talk);
			continue;
		}
		talk.is_until |= begins &&
		    date_listed(arena, glossary, tokens, i, DATE_LIST(until)) > 0;
		if ((count = time_at(arena, glossary, tokens, i)) > 0) {
			talk.times++;
			talk.is_first |= begins;
			continue;
		}
		count = listed_in(arena, glossary, tokens, i, beside, COUNT(beside));
		if (count == 0 && date_is_word(glossary, word))
			count = 1;
		talk.is_first |= begins && count > 0;
		talk.others += count == 0;
		count += count == 0;
	}
	return talk;
}

bool
date_is_said(
    struct arena *arena, const struct glossary *glossary, const struct tokens *tokens, int i)
{
	return utf8_begins_han(tokens->folded[i]) || time_at(arena, glossary, tokens, i) > 0 ||
	    date_is_word(glossary, tokens->folded[i]) ||
	    listed_in(arena, glossary, tokens, i, beside, COUNT(beside)) > 0;
}
