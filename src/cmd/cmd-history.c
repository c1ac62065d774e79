/* SPDX-License-Identifier: ISC */
/*
 * HISTORY: finished games with results, lengths and reasons.
 *
 *	history [USERID] [vs USERID] [won|lost|drawn] [as red|green] [since DATE]
 *	    [until DATE] [opening MOVE…] [by REASON] [limit K]
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "cmd/shared.h"

#define LINES_DEFAULT 50
#define LINES_MAX     500

/* What the words say, before any name is looked up. */
struct question {
	const char *userid, *opponent;
	struct game_filter filter;
};

/* Takes coordinate moves from word i on, as "H3-E3 H10-G8"; returns how many. */
static int
read_opening(struct arena *arena, const struct order *order, int i, const char **out)
{
	struct str text;
	struct move move;
	char written[8];
	int count = 0;

	str_init(&text, arena, 400);
	while (i + count < order->word_count && move_read(order->words[i + count], &move)) {
		move_write(move, written);
		str_addf(&text, "%s%s", count > 0 ? " " : "", written);
		count++;
	}
	*out = text.data;
	return count;
}

static bool
read_vs(const char *value, struct question *q)
{
	q->opponent = value;
	return value[0] != '\0';
}

static bool
read_color(const char *value, struct question *q)
{
	q->filter.color = strcmp(value, "red") == 0 ? 1 : 2;
	return strcmp(value, "red") == 0 || strcmp(value, "green") == 0;
}

static bool
read_since(const char *value, struct question *q)
{
	return clock_parse_iso(value, &q->filter.since);
}

static bool
read_until(const char *value, struct question *q)
{
	bool ok = clock_parse_iso(value, &q->filter.until);

	q->filter.until += DAY - 1; /* the day itself is meant too */
	return ok;
}

static bool
read_ending(const char *value, struct question *q)
{
	static const char *const words[][2] = { { "mate", "checkmate" },
		{ "checkmate", "checkmate" }, { "stalemate", "stalemate" },
		{ "resignation", "resignation" }, { "time", "time" }, { "agreement", "agreement" },
		{ "repetition", "repetition" } };

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (strcmp(words[i][0], value) == 0)
			q->filter.ending = words[i][1];
	return q->filter.ending != NULL;
}

static bool
read_limit(const char *value, struct question *q)
{
	char *end;
	long n = strtol(value, &end, 10);

	q->filter.limit = n > LINES_MAX ? LINES_MAX : (int)n;
	return *end == '\0' && n > 0;
}

static const struct {
	const char *key;
	bool (*read)(const char *value, struct question *q);
} keys[] = { { "vs", read_vs }, { "as", read_color }, { "since", read_since },
	{ "until", read_until }, { "by", read_ending }, { "limit", read_limit } };

/* A keyword and its value; returns how many words it took, 0 when wrong. */
static int
read_pair(struct arena *arena, const struct order *order, int i, struct question *q)
{
	const char *value = i + 1 < order->word_count ? order->words[i + 1] : "";
	int moves;

	if (strcmp(order->words[i], "opening") == 0) {
		moves = read_opening(arena, order, i + 1, &q->filter.opening);
		return moves > 0 ? moves + 1 : 0;
	}
	for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
		if (strcmp(keys[k].key, order->words[i]) == 0)
			return keys[k].read(value, q) ? 2 : 0;
	return 0;
}

static bool
read_result(const char *word, struct game_filter *filter)
{
	filter->won |= strcmp(word, "won") == 0;
	filter->lost |= strcmp(word, "lost") == 0;
	filter->drawn |= strcmp(word, "drawn") == 0;
	return strcmp(word, "won") == 0 || strcmp(word, "lost") == 0 || strcmp(word, "drawn") == 0;
}

static bool
read_question(struct arena *arena, const struct order *order, struct question *q)
{
	memset(q, 0, sizeof *q);
	q->filter.limit = LINES_DEFAULT;
	q->filter.newest_first = true;
	q->filter.of_state[GAME_OVER] = true;
	for (int i = 0; i < order->word_count;) {
		int taken;

		if (read_result(order->words[i], &q->filter)) {
			i++;
		} else if ((taken = read_pair(arena, order, i, q)) > 0) {
			i += taken;
		} else if (i == 0 && userid_is_sound(order->words[0])) {
			q->userid = order->words[i++];
		} else {
			return false;
		}
	}
	return true;
}

static bool
accepts(const struct order *order)
{
	struct arena *arena = arena_new();
	struct question question;
	bool sound = read_question(arena, order, &question);

	arena_free(arena);
	return sound;
}

static void
add_line(struct vars *vars, const struct game_line *line)
{
	struct vars *item = vars_add(vars, "games");

	vars_number(item, "board", line->id);
	vars_text(item, "red", line->seat[RED].userid);
	vars_text(item, "green", line->seat[GREEN].userid);
	vars_number(item, "moves", (line->length + 1) / 2);
	vars_time(item, "ended", line->ended);
	vars_flag(item, "drawn", line->result == RESULT_DRAW);
	vars_text(item, "score",
	    line->result == RESULT_RED       ? "1-0" :
		line->result == RESULT_GREEN ? "0-1" :
					       "1/2");
	vars_text(item, "rules", ruleset_name(line->rules));
	vars_text(item, "winner", line->seat[line->result == RESULT_GREEN].userid);
	vars_word(item, "ending", ending_name(line->ending));
}

/* 1 with both players looked up, 0 refused, -1. */
static int
find_players(struct request *rq, struct reply *reply, struct question *q, struct player **who,
    struct err *err)
{
	struct player *opponent;
	int found;

	*who = rq->from;
	if (q->userid != NULL && (found = request_player(rq, reply, q->userid, who, err)) != 1)
		return found;
	if (*who == NULL) {
		reply_refuse(reply, "whose-games");
		return 0;
	}
	q->filter.player = (*who)->id;
	if (q->opponent == NULL)
		return 1;
	if ((found = request_player(rq, reply, q->opponent, &opponent, err)) == 1)
		q->filter.opponent = opponent->id;
	return found;
}

static enum outcome
run(struct request *rq, struct reply *reply, struct err *err)
{
	struct question q;
	struct player *who;
	struct game_line *lines;
	struct vars *vars;
	int found, count, tally[3] = { 0 };

	read_question(rq->arena, rq->order, &q);
	if ((found = find_players(rq, reply, &q, &who, err)) != 1)
		return found == 0 ? CMD_REFUSED : CMD_FAILED;
	q.filter.viewer = rq->from != NULL ? rq->from->id : 0;
	if ((count = games_list(rq->store, rq->arena, &q.filter, &lines, err)) == -1)
		return CMD_FAILED;
	vars = reply_use(reply, "history");
	vars_text(vars, "userid", who->userid);
	vars_list(vars, "games");
	for (int i = 0; i < count; i++) {
		bool red = lines[i].seat[RED].player == who->id;

		add_line(vars, &lines[i]);
		tally[0] += lines[i].result == (red ? RESULT_RED : RESULT_GREEN);
		tally[1] += lines[i].result == (red ? RESULT_GREEN : RESULT_RED);
		tally[2] += lines[i].result == RESULT_DRAW;
	}
	vars_number(vars, "won", tally[0]);
	vars_number(vars, "lost", tally[1]);
	vars_number(vars, "drawn", tally[2]);
	vars_number(vars, "count", count);
	vars_flag(vars, "more", count == q.filter.limit);
	return CMD_DONE;
}

const struct cmd cmd_history = {
	.name = "history",
	.args = "WORDS",
	.accepts = accepts,
	.needs = OPEN,
	.run = run,
};
