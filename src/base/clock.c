/* SPDX-License-Identifier: ISC */
/*
 * Time as a number (clock.h).  The program never sets a locale, so that names of days and
 * months are English, as RFC 5322 demands.
 */
#include "base/clock.h"

#include <string.h>
#include <time.h>

#include "base/str.h"

int64_t
clock_now(void)
{
	return (int64_t)time(NULL);
}

int64_t
clock_steady_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

struct civil
clock_civil(int64_t when, int zone_minutes)
{
	time_t shifted = (time_t)(when + zone_minutes * MINUTE);
	struct tm tm = { .tm_mday = 1 };

	gmtime_r(&shifted, &tm);
	return (struct civil){
		.year = tm.tm_year + 1900,
		.month = tm.tm_mon + 1,
		.day = tm.tm_mday,
		.hour = tm.tm_hour,
		.minute = tm.tm_min,
		.second = tm.tm_sec,
		.weekday = tm.tm_wday,
	};
}

int64_t
clock_from_civil(const struct civil *civil, int zone_minutes)
{
	struct tm tm = { .tm_year = civil->year - 1900,
		.tm_mon = civil->month - 1,
		.tm_mday = civil->day,
		.tm_hour = civil->hour,
		.tm_min = civil->minute,
		.tm_sec = civil->second };

	return (int64_t)timegm(&tm) - zone_minutes * MINUTE;
}

/* Exactly `count` digits; *text moves past them. */
static bool
parse_digits(const char **text, int count, int *out)
{
	for (*out = 0; count > 0; count--, (*text)++) {
		if (**text < '0' || **text > '9')
			return false;
		*out = *out * 10 + (**text - '0');
	}
	return true;
}

static bool
parse_char(const char **text, char c)
{
	if (**text != c)
		return false;
	(*text)++;
	return true;
}

bool
clock_parse_zone(const char *text, int *minutes)
{
	int hours, more = 0;
	bool is_west = *text == '-';

	*minutes = 0;
	if (text[0] == '\0' || str_equal_nocase(text, "z"))
		return true;
	if (!parse_char(&text, '+') && !parse_char(&text, '-'))
		return false;
	if (!parse_digits(&text, 2, &hours))
		return false;
	if (*text != '\0') {
		parse_char(&text, ':');
		if (!parse_digits(&text, 2, &more))
			return false;
	}
	*minutes = (hours * 60 + more) * (is_west ? -1 : 1);
	return *text == '\0' && hours <= 14 && more <= 59;
}

/* "18:05" or "18:05:09". */
static bool
parse_time(const char **text, struct civil *c)
{
	if (!parse_digits(text, 2, &c->hour) || !parse_char(text, ':') ||
	    !parse_digits(text, 2, &c->minute))
		return false;
	return !parse_char(text, ':') || parse_digits(text, 2, &c->second);
}

bool
clock_parse_iso(const char *text, int64_t *out)
{
	struct civil c = { 0 }, again;
	int zone;

	if (!parse_digits(&text, 4, &c.year) || !parse_char(&text, '-') ||
	    !parse_digits(&text, 2, &c.month) || !parse_char(&text, '-') ||
	    !parse_digits(&text, 2, &c.day))
		return false;
	if ((parse_char(&text, 'T') || parse_char(&text, 't') || parse_char(&text, ' ')) &&
	    !parse_time(&text, &c))
		return false;
	/* A 30 February or a 25th hour comes back as another. */
	again = clock_civil(clock_from_civil(&c, 0), 0);
	again.weekday = 0;
	if (c.year < 1970 || memcmp(&c, &again, sizeof c) != 0 || !clock_parse_zone(text, &zone))
		return false;
	*out = clock_from_civil(&c, zone);
	return true;
}

static void
format(char *out, size_t size, int64_t when, const char *pattern)
{
	time_t time = (time_t)when;
	struct tm tm = { .tm_mday = 1 };

	gmtime_r(&time, &tm);
	strftime(out, size, pattern, &tm);
}

void
clock_format_iso(char *out, size_t size, int64_t when)
{
	format(out, size, when, "%Y-%m-%dT%H:%M:%SZ");
}

void
clock_format_rfc5322(char *out, size_t size, int64_t when)
{
	format(out, size, when, "%a, %-d %b %Y %H:%M:%S +0000");
}

const char *
clock_span(char *out, size_t size, int64_t seconds)
{
	bool has_days = seconds >= 2 * DAY, has_hours = seconds >= 2 * HOUR;

	str_format(out, size, "%lld %s",
	    (long long)(seconds /
		(has_days         ? DAY :
			has_hours ? HOUR :
				    MINUTE)),
	    has_days                  ? "days" :
		has_hours             ? "hours" :
		seconds / MINUTE == 1 ? "minute" :
					"minutes");
	return out;
}
