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
#include "cmd/cmd.h"

#define LINES_DEFAULT 50
#define LINES_MAX     500

/* What the words say, before any name is looked up. */
struct history_query {
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

/* A keyword with its value, which is never empty. */
static bool
read_pair(const char *key, const char *value, struct history_query *q)
{
	static const char *const endings[] = { "checkmate", "stalemate", "resignation", "time",
		"agreement", "repetition" };
	char *end;
	long limit;
	bool valid;

	if (strcmp(key, "vs") == 0) {
		q->opponent = value;
		return true;
	}
	if (strcmp(key, "as") == 0) {
		q->filter.color = strcmp(value, "red") == 0 ? 1 : 2;
		return q->filter.color == 1 || strcmp(value, "green") == 0;
	}
	if (strcmp(key, "since") == 0)
		return clock_parse_iso(value, &q->filter.since);
	if (strcmp(key, "until") == 0) {
		valid = clock_parse_iso(value, &q->filter.until);
		q->filter.until += DAY - 1; /* the day itself is meant too */
		return valid;
	}
	if (strcmp(key, "by") == 0) {
		q->filter.ending = strcmp(value, "mate") == 0 ? endings[0] : value;
		return str_index(endings, 6, q->filter.ending) != -1;
	}
	if (strcmp(key, "limit") != 0)
		return false;
	limit = strtol(value, &end, 10);
	q->filter.limit = limit > LINES_MAX ? LINES_MAX : (int)limit;
	return *end == '\0' && limit > 0;
}

static bool
read_query(struct arena *arena, const struct order *order, struct history_query *q)
{
	memset(q, 0, sizeof *q);
	q->filter.limit = LINES_DEFAULT;
	q->filter.newest_first = true;
	q->filter.of_state[GAME_OVER] = true;
	for (int i = 0; i < order->word_count;) {
		const char *word = order->words[i];
		int moves;

		if (strcmp(word, "won") == 0) {
			q->filter.won = true;
			i++;
		} else if (strcmp(word, "lost") == 0) {
			q->filter.lost = true;
			i++;
		} else if (strcmp(word, "drawn") == 0) {
			q->filter.drawn = true;
			i++;
		} else if (strcmp(word, "opening") == 0) {
			moves = read_opening(arena, order, i + 1, &q->filter.opening);
			if (moves == 0)
				return false;
			i += 1 + moves;
		} else if (i + 1 < order->word_count && read_pair(word, order->words[i + 1], q)) {
			i += 2;
		} else if (i == 0 && cmd_allows_userid(word)) {
			q->userid = word;
			i++;
		} else {
			return false;
		}
	}
	return true;
}

static bool
history_accepts(const struct order *order)
{
	struct arena *arena = arena_new();
	struct history_query query;
	bool valid = read_query(arena, order, &query);

	arena_free(arena);
	return valid;
}

/* What is no name was read already. */
static bool
history_expects(const struct order *order, int i)
{
	return i > 0 ? strcmp(order->words[i - 1], "vs") != 0 : cmd_is_keyword(order->words[0]);
}

static enum outcome
find_players(struct request *rq, struct reply *reply, struct history_query *q, struct player **who,
    struct err *err)
{
	struct player *opponent;
	enum outcome outcome = CMD_DONE;

	*who = rq->from;
	if (q->userid != NULL)
		outcome = request_player(rq, reply, q->userid, who, err);
	if (outcome != CMD_DONE)
		return outcome;
	if (*who == NULL) {
		reply_refuse(reply, "whose-games");
		return CMD_REFUSED;
	}
	q->filter.player = (*who)->id;
	if (q->opponent == NULL)
		return CMD_DONE;
	outcome = request_player(rq, reply, q->opponent, &opponent, err);
	q->filter.opponent = opponent->id;
	return outcome;
}

static enum outcome
history_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct history_query q;
	struct player *who;
	struct game_line *lines;
	struct vars *vars;
	enum outcome outcome;
	int count, won = 0, lost = 0, drawn = 0;

	read_query(rq->arena, rq->order, &q);
	if ((outcome = find_players(rq, reply, &q, &who, err)) != CMD_DONE)
		return outcome;
	q.filter.viewer = rq->from != NULL ? rq->from->id : 0;
	if ((count = games_list(rq->store, rq->arena, &q.filter, &lines, err)) == -1)
		return CMD_FAILED;
	vars = reply_use(reply, "history");
	vars_text(vars, "userid", who->userid);
	vars_list(vars, "games");
	for (int i = 0; i < count; i++) {
		const struct game_line *line = &lines[i];
		struct vars *item = vars_add(vars, "games");
		bool red = line->seat[RED].player == who->id;

		facts_line(item, line);
		vars_time(item, "ended", line->ended);
		vars_text(item, "score",
		    line->result == RESULT_RED       ? "1-0" :
			line->result == RESULT_GREEN ? "0-1" :
						       "1/2");
		vars_text(item, "rules", ruleset_name(line->rules));
		won += line->result == (red ? RESULT_RED : RESULT_GREEN);
		lost += line->result == (red ? RESULT_GREEN : RESULT_RED);
		drawn += line->result == RESULT_DRAW;
	}
	vars_number(vars, "won", won);
	vars_number(vars, "lost", lost);
	vars_number(vars, "drawn", drawn);
	vars_number(vars, "count", count);
	vars_flag(vars, "more", count == q.filter.limit);
	return CMD_DONE;
}

const struct cmd cmd_history = {
	.name = "history",
	.args = "WORDS",
	.accepts = history_accepts,
	.expects = history_expects,
	.needs = OPEN,
	.run = history_run,
};
