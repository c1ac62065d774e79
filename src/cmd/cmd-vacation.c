/* SPDX-License-Identifier: ISC */
/*
 * VACATION: days on which a player's clocks stand.
 *
 * They are said beforehand, 30 in a year at most; nothing makes a vacation by itself.  Opponents
 * are told at the end of the pass how it is then, each once a day at most, and only if it is not
 * as they were told last; that none is left they hear at once.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "base/zone.h"
#include "cmd/cmd.h"
#include "cmd/vacation_limit.h"
#include "speak/date.h"
#include "store/tournaments.h"

#define DAYS_A_YEAR   30
#define YEARS_AHEAD   1
#define DEADLINES_MAX 20          /* that a letter tells */
#define DAY_LENGTHS   (22 * HOUR) /* a day has 23 to 25 hours, the first may be half over */

/* A date of the player's zone: the day's first second.  Without a year it is the first such day
 * from `first` on, the day on which the vacation begins, or NULL: from today on. */
static bool
read_day(const char *text, const char *zone, const struct civil *today, const struct civil *first,
    int64_t *out, struct civil *day)
{
	char form[DATE_SIZE];

	if (date_is_relative(text, today, first, day)) {
		*out = zone_day(zone, day);
		*day = zone_civil(zone, *out);
		return true;
	}
	if (!date_form(text, form))
		return false;
	date_add_year(form, first != NULL ? first : today, false);
	if (!clock_parse_iso(form, out))
		return false;
	*day = clock_civil(*out, 0);
	*out = zone_day(zone, day);
	return true;
}

const char *
vacation_form(const struct request *rq, const char *form)
{
	const char *zone = rq->from != NULL ? rq->from->zone : NULL;
	struct civil today, from, to;
	struct order order;
	int64_t time;

	if (rq->names == NULL || parse_line(rq->arena, rq->names, form, &order) != LINE_COMMAND ||
	    order.verb != &verb_table[VERB_VACATION] || order.word_count != 2)
		return strstr(form, " 0000-") == NULL ? form : "";
	if (str_equal(order.words[0], "off"))
		return form;
	if (zone == NULL)
		return "";
	today = zone_civil(zone, rq->now);
	if (!read_day(order.words[0], zone, &today, NULL, &time, &from) ||
	    !read_day(order.words[1], zone, &today, &from, &time, &to))
		return "";
	return arena_printf(rq->arena, "%s %04d-%02d-%02d %04d-%02d-%02d", order.verb->name,
	    from.year, from.month, from.day, to.year, to.month, to.day);
}

static int
days_within(const struct period *span, int64_t from, int64_t to)
{
	int64_t begin = span->from > from ? span->from : from, end = span->to < to ? span->to : to;

	return begin < end ? (int)((end - begin + DAY_LENGTHS) / DAY) : 0;
}

/* How many days of that year are vacation, with those wanted. */
static int
days_in_year(
    const char *zone, int year, const struct period *spans, int count, const struct period *wanted)
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

/* The days as they are asked for, in the zone of the one who is away. */
static void
list_spans(struct vars *vars, const char *zone, const struct period *spans, int count, int64_t now)
{
	bool any = false;

	vars_list(vars, "vacations");
	for (int i = 0; i < count; i++) {
		struct vars *item;

		if (spans[i].to <= now)
			continue;
		any = true;
		item = vars_add(vars, "vacations");
		request_day(item, "from", zone, spans[i].from);
		request_day(item, "to", zone, spans[i].to - 1);
	}
	vars_flag(vars, "any", any);
}

static enum outcome
refuse(struct request *rq, const char *template, const char *value, int left)
{
	struct vars *vars = reply_refuse(rq->reply, template);

	vars_text(vars, "value", value);
	vars_number(vars, "allowed", DAYS_A_YEAR);
	vars_number(vars, "left", left > 0 ? left : 0);
	return REFUSED;
}

/* Names one of those that are planned as it can be cancelled. */
static enum outcome
refuse_overlap(struct request *rq, int64_t from)
{
	struct vars *vars = reply_refuse(rq->reply, "vacation-overlaps");

	request_day(vars, "value", rq->from->zone, from);
	return REFUSED;
}

/* Reads and judges the two dates. */
static enum outcome
read_wanted(struct request *rq, const struct period *spans, int count, struct period *wanted)
{
	const char *zone = rq->from->zone, *first = rq->order->raw[0], *last = rq->order->raw[1];
	struct civil from, to, today = zone_civil(zone, rq->now);
	int days;

	if (!read_day(rq->order->words[0], zone, &today, NULL, &wanted->from, &from))
		return refuse(rq, "vacation-wrong", first, 0);
	if (!read_day(rq->order->words[1], zone, &today, &from, &wanted->to, &to))
		return refuse(rq, "vacation-wrong", last, 0);
	to.day++;
	wanted->to = zone_day(zone, &to);
	if (wanted->to <= wanted->from)
		return refuse(rq, "vacation-backwards", last, 0);
	if (wanted->from < zone_day(zone, &today))
		return refuse(rq, "vacation-past", first, 0);
	if (from.year > today.year + YEARS_AHEAD)
		return refuse(rq, "vacation-far", first, 0);
	if (wanted->from < rq->now)
		wanted->from = rq->now;
	for (int i = 0; i < count; i++)
		if (spans[i].from < wanted->to && wanted->from < spans[i].to)
			return refuse_overlap(rq, spans[i].from);
	for (int year = from.year; year <= to.year; year++) {
		days = days_in_year(zone, year, spans, count, wanted);
		if (days > DAYS_A_YEAR)
			return refuse(rq, "vacation-long", arena_printf(rq->arena, "%d", year),
			    DAYS_A_YEAR -
				days_in_year(zone, year, spans, count, &(struct period){ 0 }));
	}
	return DONE;
}

/* The same days in another zone; what has begun goes on. */
static struct period
move_span(const struct period *span, const char *was, const char *zone, int64_t now)
{
	struct civil from = zone_civil(was, span->from), to = zone_civil(was, span->to - 1);
	struct period moved = *span;

	to.day++;
	moved.to = zone_day(zone, &to);
	if (span->from > now)
		moved.from = zone_day(zone, &from);
	if (moved.from < now && span->from > now)
		moved.from = now;
	if (moved.to <= moved.from)
		moved.to = moved.from + 1;
	return moved;
}

/* By when he has to move where he is to move, against one opponent; 0: against all. */
static int
list_deadlines(
    struct request *rq, struct vars *vars, int64_t player, int64_t opponent, struct err *err)
{
	struct game_filter filter = { .player = player,
		.opponent = opponent,
		.viewer = -1,
		.of_state = { [GAME_PLAYING] = true },
		.to_move = true,
		.limit = DEADLINES_MAX };
	struct game_line *lines;
	int count = games_list(rq->store, rq->arena, &filter, &lines, err);

	vars_list(vars, "deadlines");
	for (int i = 0; i < count; i++) {
		struct vars *item;
		struct game *game;
		int64_t deadline;

		/* As it is after what this letter has changed. */
		if (games_get(rq->store, rq->arena, lines[i].id, &game, err) != 1)
			return -1;
		if ((deadline = game_deadline(game)) == 0)
			continue;
		if (opponent == 0)
			reply_move_deadline(rq->reply, game);
		item = vars_add(vars, "deadlines");
		vars_number(item, "board", game->id);
		vars_time(item, "deadline", deadline);
	}
	return count == -1 ? -1 : 0;
}

/* Who plays with him is to hear of it, once, however many games. */
static int
owe_opponents(struct request *rq, struct err *err)
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

		if (other != 0 && vacations_owe(rq->store, rq->from->id, other, err) == -1)
			return -1;
	}
	return count == -1 ? -1 : 0;
}

/* Vacations as they are noted when somebody was told of them: "FROM-TO FROM-TO ". */
static const char *
noted(struct arena *arena, const struct period *spans, int count)
{
	struct str text;

	str_init(&text, arena, 0);
	for (int i = 0; i < count; i++)
		str_addf(&text, "%lld-%lld ", (long long)spans[i].from, (long long)spans[i].to);
	return text.data;
}

/* Back again; how many. */
static int
read_noted(struct arena *arena, const char *told, struct period **out)
{
	struct period *spans = *out = arena_alloc(arena, (strlen(told) / 4 + 1) * sizeof *spans);
	int count = 0;

	while (*told != '\0') {
		char *end;

		spans[count].from = strtoll(told, &end, 10);
		if (*end != '-')
			break;
		spans[count++].to = strtoll(end + 1, &end, 10);
		told = end + strspn(end, " ");
	}
	return count;
}

/* What the opponents were told is of the same days, too. */
static int
correct_told(struct request *rq, const char *was, struct err *err)
{
	int64_t player = rq->from->id, *others;
	int count = vacations_knowing(rq->store, rq->arena, player, &others, err);

	for (int i = 0; i < count; i++) {
		struct period *spans;
		const char *told = "";
		int known;

		if (vacations_told(rq->store, rq->arena, player, others[i], &told, err) == -1)
			return -1;
		known = read_noted(rq->arena, told, &spans);
		for (int n = 0; n < known; n++)
			if (spans[n].to > rq->now)
				spans[n] = move_span(&spans[n], was, rq->from->zone, rq->now);
		if (vacations_correct_told(
			rq->store, player, others[i], noted(rq->arena, spans, known), err) == -1)
			return -1;
	}
	return count == -1 ? -1 : 0;
}

int
vacation_keep_days(struct request *rq, const char *was, struct err *err)
{
	const struct period *spans;
	int count = vacations_list(rq->store, rq->arena, rq->from->id, rq->now, &spans, err);

	for (int i = 0; i < count; i++) {
		struct period moved = move_span(&spans[i], was, rq->from->zone, rq->now);

		if (vacations_move(rq->store, rq->from->id, spans[i].from, &moved, err) == -1)
			return -1;
	}
	return count == -1 || tournaments_look_at_vacations(rq->store, rq->from->id, err) == -1 ?
	    -1 :
	    correct_told(rq, was, err);
}

/* What of that is not over. */
static const char *
still_ahead(struct arena *arena, const char *told, int64_t now)
{
	struct period *spans;
	int count = read_noted(arena, told, &spans), over = 0;

	while (over < count && spans[over].to <= now)
		over++;
	return noted(arena, spans + over, count - over);
}

/* The clock of these days runs again: which were they, and had they begun? */
static void
list_cancelled(struct request *rq, struct vars *vars, const char *zone, const char *told)
{
	struct period *spans;
	int count = read_noted(rq->arena, told, &spans);
	bool was_away = false;

	for (int i = 0; i < count; i++)
		was_away |= spans[i].from < rq->now;
	list_spans(vars, zone, spans, count, rq->now);
	vars_flag(vars, "was-away", was_away);
}

/* One opponent, if what he knows is no more so; whom he has blocked he does not hear of. */
static int
tell_opponent(struct request *rq, const struct player *player, int64_t other,
    const struct period *spans, int ahead, struct err *err)
{
	const char *told = "", *now_so = noted(rq->arena, spans, ahead);
	int rc = vacations_told(rq->store, rq->arena, player->id, other, &told, err);
	struct vars *vars;
	bool is_news;

	told = still_ahead(rq->arena, told, rq->now);
	is_news = !str_equal(told, now_so) && !reply_is_deaf(rq->reply, other);
	if (rc != -1 && is_news) {
		vars = reply_tell(rq->reply, other, NULL,
		    ahead > 0 ? "vacation-opponent" : "vacation-off-opponent");
		vars_text(vars, "who", player->userid);
		if (ahead > 0)
			list_spans(vars, player->zone, spans, ahead, rq->now);
		else
			list_cancelled(rq, vars, player->zone, told);
		rc = vacation_add_limits(rq, player, other, vars, err) == -1 ?
		    -1 :
		    list_deadlines(rq, vars, player->id, other, err);
	}
	return rc == -1 ? -1 :
			  vacations_note_told(
			      rq->store, player->id, other, is_news ? now_so : NULL, rq->now, err);
}

enum outcome
vacation_due(struct request *rq, int64_t id, struct err *err)
{
	const struct period *spans;
	struct player player;
	int64_t *others;
	int count, ahead;

	if (players_get(rq->store, rq->arena, id, &player, err) == -1 ||
	    (ahead = vacations_list(rq->store, rq->arena, id, rq->now, &spans, err)) == -1 ||
	    (count = vacations_owed_of(
		 rq->store, rq->arena, id, rq->now - VACATION_TOLD, &others, err)) == -1 ||
	    reply_find_deaf(rq->reply, rq->store, id, err) == -1)
		return FAILED;
	for (int i = 0; i < count; i++)
		if (tell_opponent(rq, &player, others[i], spans, ahead, err) == -1)
			return FAILED;
	return DONE;
}

/* The vacation that has the day named behind "off", in place of all. */
static enum outcome
find_named(struct request *rq, const struct period **spans, int *count)
{
	const char *zone = rq->from->zone, *named = rq->order->words[1];
	const char *written = rq->order->raw[1];
	struct civil day, today = zone_civil(zone, rq->now);
	struct vars *vars;
	int64_t from, to;

	if (!read_day(named, zone, &today, NULL, &from, &day))
		return refuse(rq, "vacation-off-wrong", written, 0);
	day.day++;
	to = zone_day(zone, &day);
	for (int i = 0; i < *count; i++) {
		const struct period *span = &(*spans)[i];

		if (span->from < to && from < span->to && span->to > rq->now) {
			*spans = span;
			*count = 1;
			return DONE;
		}
	}
	vars = reply_refuse(rq->reply, "vacation-off-none");
	/* "today" has another name by the time it is read. */
	if (date_is_relative(named, &today, NULL, &day))
		request_day(vars, "value", zone, from);
	else
		vars_text(vars, "value", written);
	list_spans(vars, zone, *spans, *count, rq->now);
	return REFUSED;
}

/* What is changed is told: to whom, and what it makes of the clocks. */
static int
tell_change(struct request *rq, struct vars *vars, struct err *err)
{
	int64_t player = rq->from->id;

	return request_look_again(rq, player, err) == -1 || owe_opponents(rq, err) == -1 ||
		tournaments_look_at_vacations(rq->store, player, err) == -1 ?
	    -1 :
	    list_deadlines(rq, vars, player, 0, err);
}

/* Where his clock runs before he is back; of what begins within a day this is the only notice. */
static int
tell_limits(struct request *rq, struct vars *vars, struct err *err)
{
	struct vacation_limit *limits;
	int count = vacation_limits(rq, rq->from->id, 0, &limits, err);

	vars_list(vars, "limits");
	for (int i = 0; i < count; i++) {
		vacation_limit_facts(rq, &limits[i], rq->from->zone, vars_add(vars, "limits"));
		if (limits[i].runs - DAY <= rq->now &&
		    contestants_note_vacation(
			rq->store, limits[i].tournament, rq->from->id, limits[i].runs, err) == -1)
			return -1;
	}
	return count == -1 ? -1 : 0;
}

/* "off", and perhaps the day of the only one that is meant. */
static enum outcome
take_back(struct request *rq, const struct period *spans, int count, struct err *err)
{
	int64_t player = rq->from->id;
	bool is_one = rq->order->word_count == 2;
	enum outcome outcome = is_one ? find_named(rq, &spans, &count) : DONE;
	struct vars *vars;
	int left;

	if (outcome != DONE)
		return outcome;
	vars = reply_use(rq->reply, "vacation-off");
	list_spans(vars, rq->from->zone, spans, count, rq->now);
	if (vacations_cut(rq->store, player, is_one ? spans->from : 0, rq->now, err) == -1 ||
	    tell_change(rq, vars, err) == -1 ||
	    (left = vacations_list(rq->store, rq->arena, player, rq->now, &spans, err)) == -1)
		return FAILED;
	if (left == 0)
		return DONE;
	vars = reply_use(rq->reply, "vacation-left");
	list_spans(vars, rq->from->zone, spans, left, rq->now);
	return tell_limits(rq, vars, err) == -1 ? FAILED : DONE;
}

enum outcome
vacation_run(struct request *rq, struct err *err)
{
	const struct order *order = rq->order;
	int64_t player = rq->from->id;
	const char *zone = rq->from->zone;
	const struct period *spans;
	struct period wanted;
	struct civil first;
	struct vars *vars;
	enum outcome outcome;
	int count = vacations_list(rq->store, rq->arena, player, 0, &spans, err);

	if (count == -1)
		return FAILED;
	if (order->word_count == 0) {
		vars = reply_use(rq->reply, "vacation-list");
		list_spans(vars, zone, spans, count, rq->now);
		return vacation_add_limits(rq, rq->from, 0, vars, err) == -1 ? FAILED : DONE;
	}
	if (str_equal(order->words[0], "off"))
		return take_back(rq, spans, count, err);
	if ((outcome = read_wanted(rq, spans, count, &wanted)) != DONE)
		return outcome;
	vars = reply_use(rq->reply, "vacation-set");
	first = zone_civil(zone, wanted.from);
	vars_textf(vars, "first", "%04d-%02d-%02d", first.year, first.month, first.day);
	list_spans(vars, zone, &wanted, 1, rq->now);
	return vacations_add(rq->store, player, &wanted, err) == -1 ||
		tell_change(rq, vars, err) == -1 || tell_limits(rq, vars, err) == -1 ?
	    FAILED :
	    DONE;
}

/* Are the days more than one, still to come, and free? */
static bool
may_be_wanted(struct request *rq, const struct order *order, const struct period *spans, int count)
{
	const char *zone = rq->from->zone;
	struct civil from, to, today = zone_civil(zone, rq->now);
	struct period wanted;

	if (!read_day(order->words[0], zone, &today, NULL, &wanted.from, &from) ||
	    !read_day(order->words[1], zone, &today, &from, &wanted.to, &to) ||
	    wanted.to <= wanted.from || wanted.from < zone_day(zone, &today))
		return false;
	for (int i = 0; i < count; i++)
		if (spans[i].from <= wanted.to && wanted.from < spans[i].to)
			return false;
	return true;
}

/* The days on which the words say that their writer is away; "". */
static const char *
told_days(struct request *rq, const char *words)
{
	struct parse_context context = request_context(rq);

	context.glossary = rq->settings->glossary;
	return parse_absence(rq->arena, &context, words);
}

bool
vacation_is_told(struct request *rq, const char *words)
{
	return told_days(rq, words)[0] != '\0';
}

int
vacation_hint(struct request *rq, const char *words, struct err *err)
{
	struct parse_context context = request_context(rq);
	const char *form = told_days(rq, words);
	const struct period *spans;
	struct order order;
	int count, games;

	context.glossary = rq->settings->glossary;
	if (form[0] == '\0' || (form = vacation_form(rq, form))[0] == '\0' ||
	    parse_line(rq->arena, &context, form, &order) != LINE_COMMAND)
		return 0;
	count = vacations_list(rq->store, rq->arena, rq->from->id, rq->now, &spans, err);
	games = games_count(rq->store, rq->from->id, err);
	if (count == -1 || games == -1)
		return -1;
	if (games > 0 && may_be_wanted(rq, &order, spans, count))
		vars_text(reply_use(rq->reply, "vacation-hint"), "form", form);
	return 0;
}
