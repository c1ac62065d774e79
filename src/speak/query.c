/* SPDX-License-Identifier: ISC */
/*
 * Which finished games a line asks for (query.h).
 */
#include "speak/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "base/zone.h"
#include "rules/notation.h"
#include "speak/date.h"
#include "speak/parse.h"
#include "speak/verbs.h"

#define LINES_DEFAULT 50
#define LINES_MAX     500

/* Takes moves in any notation from word i on, as "H3-E3 H10-G8"; returns how many. */
static int
read_opening(struct arena *arena, const struct order *order, int i, const char **out)
{
	struct board board;
	struct str text;
	struct reading reading;
	char written[8];
	int count = 0;

	board_start(&board);
	str_init(&text, arena, 400);
	while (i + count < order->word_count &&
	    notation_read(order->words[i + count], &board, WXF_ANY, false, &reading) == READ_MOVE) {
		move_write(reading.move, written);
		str_addf(&text, "%s%s", count > 0 ? " " : "", written);
		board_play(&board, reading.move);
		count++;
	}
	*out = text.data;
	return count;
}

/* Month `month`, from 0 on, of the year, or of one before or after it: its first moment. */
static int64_t
month_begins(int year, int month)
{
	char day[32];
	int64_t at = 0;

	year += month < 0 ? -1 : month / 12;
	str_format(day, sizeof day, "%04d-%02d-01", year, (month + 12) % 12 + 1);
	clock_parse_iso(day, &at);
	return at;
}

/* "last week", "this month": from *since to before *until. */
static bool
read_span(const char *which, const char *what, int64_t now, int64_t *since, int64_t *until)
{
	int64_t today = now - now % DAY, monday = today - (now / DAY + 3) % 7 * DAY;
	struct civil day = zone_civil("", now);
	int back = strcmp(which, "last") == 0;

	if (!back && strcmp(which, "this") != 0)
		return false;
	if (strcmp(what, "week") == 0) {
		*since = monday - 7 * back * DAY;
		*until = *since + 7 * DAY;
	} else if (strcmp(what, "month") == 0) {
		*since = month_begins(day.year, day.month - 1 - back);
		*until = month_begins(day.year, day.month - back);
	} else {
		*since = month_begins(day.year - back, 0);
		*until = month_begins(day.year - back + 1, 0);
	}
	return strcmp(what, "week") == 0 || strcmp(what, "month") == 0 || strcmp(what, "year") == 0;
}

/* "2026-11-21", "21.11.2026", "2026-11", "2026", "yesterday", "last month": its beginning and its
 * end.  How many words that takes; 0: it is none. */
static int
read_date(const char *word, const char *next, int64_t now, int64_t *since, int64_t *until)
{
	bool yesterday = strcmp(word, "yesterday") == 0;
	struct civil day = clock_civil(now, 0);
	int year, month;
	char end, form[DATE_SIZE];

	*since = now - now % DAY - (yesterday ? DAY : 0);
	*until = *since + DAY;
	if (yesterday || strcmp(word, "today") == 0)
		return 1;
	if (next != NULL && read_span(word, next, now, since, until))
		return 2;
	if (date_form(word, form)) {
		date_add_year(form, &day, true);
		word = form;
	}
	if (clock_parse_iso(word, since)) {
		*until = *since + DAY;
		return 1;
	}
	if (strspn(word, "0123456789") == 4 &&
	    sscanf(word, "%4d-%2d%c", &year, &month, &end) == 2 && month >= 1 && month <= 12) {
		*since = month_begins(year, month - 1);
		*until = month_begins(year, month);
		return 1;
	}
	if (strlen(word) != 4 || sscanf(word, "%4d%c", &year, &end) != 1 || year < 1)
		return 0;
	*since = month_begins(year, 0);
	*until = month_begins(year + 1, 0);
	return 1;
}

/* The ending, or the family of them, that a player calls so; NULL none. */
static const char *
ending_meant(const char *word)
{
	static const char *const said[][2] = { { "mate", "checkmate" },
		{ "checkmate", "checkmate" }, { "stalemate", "stalemate" },
		{ "resignation", "resignation" }, { "time", "time" }, { "agreement", "agreement" },
		{ "repetition", "repetition" }, { "length", "length" }, { "dead", "dead-position" },
		{ "operator", "adjudication" }, { "account-closed", "account-closed" } };

	for (size_t i = 0; i < sizeof said / sizeof said[0]; i++)
		if (strcmp(said[i][0], word) == 0)
			return said[i][1];
	return NULL;
}

/* A keyword with its value, which is never empty. */
static bool
read_pair(const char *key, const char *value, struct history_query *q)
{
	char *end;
	long limit;

	if (strcmp(key, "vs") == 0) {
		q->opponent = value;
		return verb_allows_name(value);
	}
	if (strcmp(key, "after") == 0) {
		q->filter.after = strtoll(value, &end, 10);
		return *end == '\0' && q->filter.after > 0;
	}
	if (strcmp(key, "as") == 0) {
		q->filter.color = strcmp(value, "red") == 0 ? 1 : 2;
		return q->filter.color == 1 || strcmp(value, "green") == 0;
	}
	if (strcmp(key, "by") == 0) {
		q->filter.ending = ending_meant(value);
		return q->filter.ending != NULL;
	}
	if (strcmp(key, "limit") != 0)
		return false;
	limit = strtol(value, &end, 10);
	q->filter.limit = limit > LINES_MAX ? LINES_MAX : (int)limit;
	return *end == '\0' && limit > 0;
}

/* A time in words at word i, "yesterday", "last month"; returns how many, 0 none. */
static int
read_words(const struct order *order, int i, int64_t now, int64_t *since, int64_t *until)
{
	const char *next = i + 1 < order->word_count ? order->words[i + 1] : NULL;

	if (strpbrk(order->words[i], "0123456789") != NULL)
		return 0;
	return read_date(order->words[i], next, now, since, until);
}

/* The name of one word or several with which the order begins; returns how many, 0 none. */
static int
read_name(struct arena *arena, const struct order *order, const char **out)
{
	int64_t since, until;
	int count = 0;

	while (count < order->word_count && verb_allows_name(order->words[count]) &&
	    read_words(order, count, 0, &since, &until) == 0) {
		*out = count == 0 ? order->raw[0] :
				    arena_printf(arena, "%s %s", *out, order->raw[count]);
		count++;
	}
	return count;
}

/* "since DATE", "until DATE", or a time in words, at word i; returns how many words, 0 none. */
static int
read_time(const struct order *order, int i, int64_t now, struct history_query *q)
{
	const char *next = i + 2 < order->word_count ? order->words[i + 2] : NULL;
	bool since = strcmp(order->words[i], "since") == 0;
	int64_t begins, ends;
	int taken;

	if ((taken = read_words(order, i, now, &begins, &ends)) > 0) {
		q->filter.since = begins;
		q->filter.until = ends - 1;
		return taken;
	}
	if ((!since && strcmp(order->words[i], "until") != 0) || i + 1 >= order->word_count ||
	    (taken = read_date(order->words[i + 1], next, now, &begins, &ends)) == 0)
		return 0;
	if (since)
		q->filter.since = begins;
	else
		q->filter.until = ends - 1; /* the day itself is meant too */
	return taken + 1;
}

bool
query_read(struct arena *arena, const struct order *order, int64_t now, struct history_query *q)
{
	memset(q, 0, sizeof *q);
	q->filter.limit = LINES_DEFAULT;
	q->filter.newest_first = true;
	q->filter.of_state[GAME_OVER] = true;
	for (int i = 0; i < order->word_count;) {
		const char *word = order->words[i];
		bool *flag = strcmp(word, "won") == 0 ? &q->filter.won :
		    strcmp(word, "lost") == 0         ? &q->filter.lost :
		    strcmp(word, "drawn") == 0        ? &q->filter.drawn :
							NULL;
		int moves, taken = read_time(order, i, now, q);

		if (taken > 0) {
			i += taken;
		} else if (flag != NULL) {
			*flag = true;
			i++;
		} else if (strcmp(word, "opening") == 0) {
			moves = read_opening(arena, order, i + 1, &q->filter.opening);
			if (moves == 0)
				return false;
			i += 1 + moves;
		} else if (i + 1 < order->word_count && read_pair(word, order->words[i + 1], q)) {
			i += 2;
		} else if (i == 0 && (taken = read_name(arena, order, &q->name)) > 0) {
			i += taken;
		} else {
			return false;
		}
	}
	return true;
}

bool
query_fits(const struct order *order)
{
	struct arena *arena = arena_new();
	struct history_query query;
	bool fits = query_read(arena, order, QUERY_ANY_TIME, &query);

	arena_free(arena);
	return fits;
}

bool
query_read_standings(const struct order *order, int64_t now, struct standings_query *q)
{
	*q = (struct standings_query){ .limit = LINES_DEFAULT };
	for (int i = 0; i < order->word_count; i++) {
		const char *word = order->words[i];

		if (strcmp(word, "inactive") == 0) {
			q->is_inactive = true;
		} else if (strcmp(word, "since") == 0) {
			struct history_query time = { 0 };
			int taken = read_time(order, i, now, &time);

			if (taken == 0)
				return false;
			q->since = time.filter.since;
			i += taken - 1;
		} else if (strspn(word, "0123456789") == strlen(word) && strlen(word) < 6) {
			q->limit = (int)strtol(word, NULL, 10);
			q->limit = q->limit > LINES_MAX ? LINES_MAX : q->limit;
		} else if (order->word_count == 1 && verb_allows_userid(word)) {
			q->name = order->raw[i];
		} else {
			return false;
		}
	}
	return q->limit > 0;
}

bool
query_read_stairs(const struct order *order, struct stairs_query *q)
{
	const char *word = order->word_count > 0 ? order->words[0] : "";

	*q = (struct stairs_query){ .what = word[0] == '\0' ? STAIRS_SHOW :
		    str_equal(word, "join")                 ? STAIRS_JOIN :
		    str_equal(word, "leave")                ? STAIRS_LEAVE :
							      STAIRS_PLAY };
	if (q->what != STAIRS_PLAY)
		return order->word_count < 2;
	if (order->word_count == 3 && !str_equal(order->words[1], "with") &&
	    !str_equal(order->words[1], "against") && !str_equal(order->words[1], "vs"))
		return false;
	if (order->word_count > 1)
		q->name = order->raw[order->word_count - 1];
	return str_equal(word, "play") || str_equal(word, "challenge");
}

bool
query_fits_standings(const struct order *order)
{
	struct standings_query query;

	return query_read_standings(order, QUERY_ANY_TIME, &query);
}

bool
query_fits_stairs(const struct order *order)
{
	struct stairs_query query;

	return query_read_stairs(order, &query);
}

bool
query_owns_stairs(const struct order *order, int i)
{
	(void)order;
	return i == 0; /* query_fits_stairs knows it */
}

bool
query_owns(const struct order *order, int i)
{
	static const char *const asked[] = { "since", "until", "last", "this" };
	static const char *const spans[] = { "week", "month", "year" };

	/* "last month", but not "Record this." */
	if (i + 1 < order->word_count && str_index(asked + 2, 2, order->words[i]) != -1)
		return str_index(spans, 3, order->words[i + 1]) != -1;
	if (i == 0)
		return verb_is_keyword(order->words[0]);
	return verb_is_keyword(order->words[i]) ||
	    (verb_is_keyword(order->words[i - 1]) && strcmp(order->words[i - 1], "vs") != 0) ||
	    str_index(asked, 4, order->words[i - 1]) != -1 ||
	    notation_is_move_like(order->words[i]);
}
