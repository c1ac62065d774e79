/* SPDX-License-Identifier: ISC */
/*
 * VACATION: days on which a player's clocks stand.
 *
 * They are said beforehand, 30 in a year at most, and opponents are told; nothing makes
 * a vacation by itself.
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/zone.h"
#include "cmd/cmd.h"

#define DAYS_A_YEAR 30
#define YEARS_AHEAD 1
#define DAY_LENGTHS (22 * HOUR) /* a day has 23 to 25 hours, the first may be half over */

/* "Vacation time", "vacation plans": speech. */
static bool
vacation_accepts(const struct order *order)
{
	if (order->word_count == 2)
		return isdigit((unsigned char)order->words[0][0]) &&
		    isdigit((unsigned char)order->words[1][0]);
	return order->word_count == 0 || strcmp(order->words[0], "off") == 0;
}

/* A date of the player's zone: the day's first second. */
static bool
read_day(const char *text, const char *zone, int64_t *out, struct civil *day)
{
	if (strlen(text) != strlen("2026-12-24") || !clock_parse_iso(text, out))
		return false;
	*day = clock_civil(*out, 0);
	*out = zone_day(zone, day);
	return true;
}

static int
days_within(const struct span *span, int64_t from, int64_t to)
{
	int64_t begin = span->from > from ? span->from : from, end = span->to < to ? span->to : to;

	return begin < end ? (int)((end - begin + DAY_LENGTHS) / DAY) : 0;
}

/* How many days of that year are vacation, with those wanted. */
static int
days_in_year(
    const char *zone, int year, const struct span *spans, int count, const struct span *wanted)
{
	struct civil first = { .year = year, .month = 1, .day = 1 };
	int64_t from = zone_day(zone, &first), to;
	int days;

	first.year++;
	to = zone_day(zone, &first);
	days = days_within(wanted, from, to);
	for (int i = 0; i < count; i++)
		days += days_within(&spans[i], from, to);
	return days;
}

static void
put_day(struct vars *item, const char *name, const char *zone, int64_t time)
{
	struct civil day = zone_civil(zone, time);

	vars_textf(item, name, "%04d-%02d-%02d", day.year, day.month, day.day);
}

/* The days as they are asked for, in the zone of the one who is away. */
static void
list_spans(struct vars *vars, const char *zone, const struct span *spans, int count, int64_t now)
{
	vars_list(vars, "vacations");
	for (int i = 0; i < count; i++) {
		struct vars *item;

		if (spans[i].to <= now)
			continue;
		item = vars_add(vars, "vacations");
		put_day(item, "from", zone, spans[i].from);
		put_day(item, "to", zone, spans[i].to - 1);
	}
}

static enum outcome
refuse(struct reply *reply, const char *template, const char *value, int left)
{
	struct vars *vars = reply_refuse(reply, template);

	vars_text(vars, "value", value);
	vars_number(vars, "allowed", DAYS_A_YEAR);
	vars_number(vars, "left", left > 0 ? left : 0);
	return CMD_REFUSED;
}

/* Reads and judges the two dates. */
static enum outcome
read_wanted(struct request *rq, struct reply *reply, const struct span *spans, int count,
    struct span *wanted)
{
	const char *zone = rq->from->zone, *first = rq->order->words[0],
		   *last = rq->order->words[1];
	struct civil from, to, today = zone_civil(zone, rq->now);
	int days;

	if (!read_day(first, zone, &wanted->from, &from))
		return refuse(reply, "vacation-wrong", first, 0);
	if (!read_day(last, zone, &wanted->to, &to))
		return refuse(reply, "vacation-wrong", last, 0);
	to.day++;
	wanted->to = zone_day(zone, &to);
	if (wanted->to <= wanted->from)
		return refuse(reply, "vacation-backwards", last, 0);
	if (wanted->from < zone_day(zone, &today))
		return refuse(reply, "vacation-past", first, 0);
	if (from.year > today.year + YEARS_AHEAD)
		return refuse(reply, "vacation-far", first, 0);
	if (wanted->from < rq->now)
		wanted->from = rq->now;
	for (int i = 0; i < count; i++)
		if (spans[i].from < wanted->to && wanted->from < spans[i].to)
			return refuse(reply, "vacation-overlaps", first, 0);
	for (int year = from.year; year <= to.year; year++) {
		days = days_in_year(zone, year, spans, count, wanted);
		if (days > DAYS_A_YEAR)
			return refuse(reply, "vacation-long", "",
			    DAYS_A_YEAR -
				days_in_year(zone, year, spans, count, &(struct span){ 0 }));
	}
	return CMD_DONE;
}

/* Each opponent once, however many games. */
static int
tell_opponents(struct request *rq, struct reply *reply, const char *template,
    const struct vars *vars, struct err *err)
{
	struct game_filter filter = { .player = rq->from->id,
		.viewer = -1,
		.of_state = { [GAME_PLAYING] = true },
		.limit = INT32_MAX };
	struct game_line *lines;
	int count = games_list(rq->store, rq->arena, &filter, &lines, err);

	for (int i = 0; i < count; i++) {
		enum side mine = lines[i].seat[RED].player == rq->from->id ? RED : GREEN;
		int64_t other = lines[i].seat[side_other(mine)].player;
		bool is_told = other == 0;

		for (int j = 0; j < i && !is_told; j++)
			is_told = lines[j].seat[RED].player == other ||
			    lines[j].seat[GREEN].player == other;
		if (!is_told)
			vars_copy(reply_tell(reply, other, NULL, template), vars);
	}
	return count == -1 ? -1 : 0;
}

static enum outcome
vacation_run(struct request *rq, struct reply *reply, struct err *err)
{
	const struct order *order = rq->order;
	int64_t player = rq->from->id;
	const struct span *spans;
	struct span wanted;
	struct vars *vars;
	enum outcome outcome;
	int count = vacations_list(rq->store, rq->arena, player, 0, &spans, err);

	if (count == -1)
		return CMD_FAILED;
	if (order->word_count == 0) {
		list_spans(
		    reply_use(reply, "vacation-list"), rq->from->zone, spans, count, rq->now);
		return CMD_DONE;
	}
	if (order->word_count == 1) {
		vars = reply_use(reply, "vacation-off");
		list_spans(vars, rq->from->zone, spans, count, rq->now);
		vars_text(vars, "who", rq->from->userid);
		if (vacations_cut(rq->store, player, rq->now, err) == -1 ||
		    games_look_again(rq->store, player, err) == -1 ||
		    (vars_find(vars, "vacations")->first != NULL &&
			tell_opponents(rq, reply, "vacation-off-opponent", vars, err) == -1))
			return CMD_FAILED;
		return CMD_DONE;
	}
	if ((outcome = read_wanted(rq, reply, spans, count, &wanted)) != CMD_DONE)
		return outcome;
	vars = reply_use(reply, "vacation-set");
	list_spans(vars, rq->from->zone, &wanted, 1, rq->now);
	vars_text(vars, "who", rq->from->userid);
	if (vacations_add(rq->store, player, &wanted, err) == -1 ||
	    games_look_again(rq->store, player, err) == -1 ||
	    tell_opponents(rq, reply, "vacation-opponent", vars, err) == -1)
		return CMD_FAILED;
	return CMD_DONE;
}

const struct cmd cmd_vacation = {
	.name = "vacation",
	.args = "AUTH WORD? WORD?",
	.accepts = vacation_accepts,
	.needs = NEEDS_PLAYER | NEEDS_PROOF | ANY_TOKEN,
	.run = vacation_run,
};
