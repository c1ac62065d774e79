/* SPDX-License-Identifier: ISC */
/*
 * The clock of a game (clock.h).
 *
 * Time is a row of stretches that run and stretches that do not; every question
 * is a walk along it.
 */
#include "game/clock.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/str.h"
#include "base/zone.h"

#define HALF       0                       /* as a reminder */
#define WEEKDAY(c) (((c).weekday + 6) % 7) /* from Monday */
#define SATURDAY   5
#define EVENING    (2 * HOUR) /* of a vacation's first day alone, which is none */

/* Is it a weekend or vacation, or is the clock held, at `now`?  *until: when that changes;
 * INT64_MAX never. */
static bool
is_rest(const struct turn_clock *clock, int64_t now, int64_t *until)
{
	const struct calendar *calendar = clock->calendar;
	const struct period *held = &clock->held;
	int64_t monday_or_saturday;
	struct civil day;
	bool is_weekend;

	*until = held->from > now && held->to > held->from ? held->from : INT64_MAX;
	if (held->from <= now && now < held->to) {
		*until = held->to;
		return true;
	}
	for (int i = 0; i < calendar->off_count && !clock->terms->no_vacation; i++) {
		if (calendar->off[i].from <= now && now < calendar->off[i].to) {
			*until = calendar->off[i].to;
			return true;
		}
		if (calendar->off[i].from > now && calendar->off[i].from < *until)
			*until = calendar->off[i].from;
	}
	if (!clock->terms->is_weekend_off)
		return false;
	day = zone_civil(calendar->zone, now);
	is_weekend = WEEKDAY(day) >= SATURDAY;
	day.day += (is_weekend ? 7 : SATURDAY) - WEEKDAY(day);
	monday_or_saturday = zone_day(calendar->zone, &day);
	if (is_weekend || monday_or_saturday < *until)
		*until = monday_or_saturday;
	return is_weekend;
}

int64_t
clock_spent(const struct turn_clock *clock, int64_t until)
{
	int64_t spent = 0, next;

	for (int64_t now = clock->since; now < until; now = next)
		if (!is_rest(clock, now, &next))
			spent += (next < until ? next : until) - now;
	return spent;
}

int64_t
clock_reached(const struct turn_clock *clock, int64_t seconds)
{
	int64_t next;

	for (int64_t now = clock->since;; now = next)
		if (!is_rest(clock, now, &next)) {
			/* What ends with the Friday's last second ends then, not on Monday. */
			if (next - now >= seconds)
				return now + seconds;
			seconds -= next - now;
		}
}

int64_t
clock_deadline(const struct turn_clock *clock)
{
	return clock->allowed == -1 ? 0 : clock_reached(clock, clock->allowed);
}

bool
clock_stands(const struct turn_clock *clock, int64_t now)
{
	int64_t until;

	return is_rest(clock, now, &until);
}

/* Seconds of the turn after which that reminder is due; -1: never, as it would come with the
 * turn itself or at its end. */
static int64_t
reminder_after(const struct turn_clock *clock, int64_t reminder)
{
	int64_t nag = clock->terms->nag, after;

	if (reminder == HALF)
		after = nag != 0 ? nag : clock->allowed / 2;
	else
		after = clock->allowed - reminder;
	if (clock->allowed == -1)
		return reminder == HALF && nag != 0 ? nag : -1;
	return after > 0 && after < clock->allowed ? after : -1;
}

int64_t
clock_reminder(const struct turn_clock *clock, int64_t after, bool *is_last)
{
	char text[REMINDERS_SIZE], *rest = text, *word;
	int64_t first = 0, at, seconds;

	*is_last = true;
	str_copy(text, sizeof text, clock->calendar->reminders);
	while ((word = strsep(&rest, ",")) != NULL && *word != '\0') {
		if (strcmp(word, "half") == 0)
			seconds = HALF;
		else if (!duration_read(word, &seconds))
			continue;
		if ((seconds = reminder_after(clock, seconds)) == -1 ||
		    (at = clock_reached(clock, seconds)) <= after)
			continue;
		if (first != 0 && at != first)
			*is_last = false;
		if (first == 0 || at < first)
			first = at;
	}
	return first;
}

/* The midnight after that many days, of which the first is the one of `time`. */
static int64_t
days_after(const char *zone, int64_t time, int days)
{
	struct civil day = zone_civil(zone, time);

	day.day += days;
	return zone_day(zone, &day);
}

/* When they are used up does not depend on when a vacation ends: one that is taken back gives back
 * nothing that has run. */
int
vacations_counted(const char *zone, int64_t since, int days, const struct period *spans, int count,
    struct period *out)
{
	int64_t end = since;  /* of the one before */
	int64_t paid = since; /* until then the day on which it ended is counted */
	int found = 0;

	for (int i = 0; i < count; i++) {
		int64_t from = spans[i].from > end ? spans[i].from : end, to = spans[i].to;
		int64_t at = from > paid ? from : paid;
		int64_t used_up = days == 0 ? at : days_after(zone, at + EVENING, days);

		if (from >= to)
			continue;
		end = to;
		to = to < used_up ? to : used_up;
		if (to > at && days > 0) {
			int64_t first = days_after(zone, at + EVENING, 0);
			int64_t last = days_after(zone, to - 1, 1);

			days -= (int)((last - first + DAY / 2) / DAY);
			paid = last > first ? last : paid;
		}
		if (from < to)
			out[found++] = (struct period){ from, to };
	}
	return found;
}

int64_t
vacations_uncounted(const struct period *spans, int count, const struct period *counted,
    int counted_count, int64_t now)
{
	for (int i = 0; i < count; i++) {
		int64_t at = spans[i].from > now ? spans[i].from : now;

		for (int k = 0; k < counted_count; k++)
			if (counted[k].from <= at && at < counted[k].to)
				at = counted[k].to;
		if (at < spans[i].to)
			return at;
	}
	return 0;
}

/* However long; 0: it is none. */
static int64_t
duration_any(const char *text)
{
	static const char units[] = "wdh";
	static const int64_t lengths[] = { 7 * DAY, DAY, HOUR };
	const char *unit;
	int64_t sum = 0, number;

	do {
		int digits = 0;

		for (number = 0; *text >= '0' && *text <= '9' && digits < 9; text++, digits++)
			number = number * 10 + (*text - '0');
		if (digits == 0)
			return 0;
		if (*text == '\0') {
			sum += number * DAY;
			break;
		}
		if ((unit = strchr(units, *text | 0x20)) == NULL || *unit == '\0')
			return 0;
		sum += number * lengths[unit - units];
		text++;
	} while (*text != '\0' && sum <= INT64_MAX / 2);
	return sum;
}

bool
duration_read(const char *text, int64_t *seconds)
{
	int64_t sum = duration_any(text);

	if (sum <= 0 || sum > DAYS_MAX * DAY)
		return false;
	*seconds = sum;
	return true;
}

bool
duration_is_too_long(const char *text)
{
	const char *plus = strchr(text, '+');
	char bank[DURATION_SIZE];

	if (plus != NULL) {
		if ((size_t)(plus - text) >= sizeof bank)
			return false;
		str_copy(bank, (size_t)(plus - text) + 1, text);
		return duration_any(plus + 1) > DAYS_MAX * DAY || duration_is_too_long(bank);
	}
	return duration_any(text) > DAYS_MAX * DAY;
}

void
duration_write(int64_t seconds, char out[DURATION_SIZE])
{
	int days = (int)(seconds / DAY), hours = (int)(seconds % DAY / HOUR);

	assert(seconds >= 0);
	if (hours == 0)
		str_format(out, DURATION_SIZE, "%dd", days);
	else if (days == 0)
		str_format(out, DURATION_SIZE, "%dh", hours);
	else
		str_format(out, DURATION_SIZE, "%dd%dh", days, hours);
}

bool
terms_read_time(struct terms *terms, const char *text)
{
	const char *plus = strchr(text, '+');
	char bank[DURATION_SIZE];
	int64_t seconds, increment = 0;

	if (plus == NULL) {
		if (!duration_read(text, &seconds))
			return false;
		terms->move = seconds;
		terms->bank = terms->increment = 0;
	} else {
		if ((size_t)(plus - text) >= sizeof bank)
			return false;
		str_copy(bank, (size_t)(plus - text) + 1, text);
		if (!duration_read(bank, &seconds) ||
		    (strcmp(plus + 1, "0") != 0 && !duration_read(plus + 1, &increment)))
			return false;
		terms->bank = seconds;
		terms->increment = increment;
		terms->move = 0;
	}
	terms->nag = 0;
	return true;
}

bool
reminders_read(const char *text, char out[REMINDERS_SIZE])
{
	char copy[REMINDERS_SIZE], form[DURATION_SIZE], *rest = copy, *word;
	int64_t seconds;
	int count = 0;
	size_t length = 0;

	out[0] = '\0';
	if (!str_copy(copy, sizeof copy, text))
		return false;
	if (str_equal_nocase(text, "off"))
		return true;
	while ((word = strsep(&rest, ", ")) != NULL) {
		if (*word == '\0')
			continue;
		if (str_equal_nocase(word, "half"))
			str_copy(form, sizeof form, "half");
		else if (duration_read(word, &seconds))
			duration_write(seconds, form);
		else
			return false;
		if (++count > REMINDERS_MAX)
			return false;
		str_format(
		    out + length, REMINDERS_SIZE - length, "%s%s", count > 1 ? "," : "", form);
		length += strlen(out + length);
	}
	return count > 0;
}

/* ":30" or ".30" at *text, which is moved behind it; nothing is 0. */
static long
read_minute(char **text)
{
	char *at = *text;

	if ((*at != ':' && *at != '.') || strspn(at + 1, "0123456789") != 2)
		return 0;
	return strtol(at + 1, text, 10);
}

bool
hour_read(const char *text, char out[HOUR_SIZE])
{
	char *rest;
	long hour, minute;
	bool is_am, is_pm;

	out[0] = '\0';
	if (str_equal_nocase(text, "off"))
		return true;
	if (*text < '0' || *text > '9')
		return false;
	hour = strtol(text, &rest, 10);
	minute = read_minute(&rest);
	rest += strspn(rest, " ");
	is_am = str_equal_nocase(rest, "am");
	is_pm = str_equal_nocase(rest, "pm");
	if ((is_am || is_pm) && hour >= 1 && hour <= 12)
		hour = hour % 12 + (is_pm ? 12 : 0);
	else if (*rest != '\0')
		return false;
	return hour < 24 && minute < 60 && str_format(out, HOUR_SIZE, "%02ld:%02ld", hour, minute);
}

int64_t
hour_next(const char *hour, const char *zone, int64_t after)
{
	return zone_next(
	    zone, strtol(hour, NULL, 10) * HOUR + strtol(hour + 3, NULL, 10) * MINUTE, after);
}
