/* SPDX-License-Identifier: ISC */
/*
 * HISTORY, MORE: finished games with results, lengths and reasons; the next page.
 *
 *	history [NAME] [vs NAME] [won|lost|drawn] [as red|green] [since DATE]
 *	    [until DATE] [opening MOVE…] [by REASON] [limit K] [after BOARD]
 *
 * A page is remembered nowhere: the Subject of its letter has the line that asks for the
 * next one, which begins after a board, so that games that end meanwhile move nothing.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "rules/notation.h"

#define LINES_DEFAULT 50
#define LINES_MAX     500
#define MORE_MARK     "(more: " /* as subject.history has it, in every language */

/* What the words say, before any name is looked up. */
struct history_query {
	const char *name, *opponent;
	struct game_filter filter;
};

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

/* "2026-11-21", or a year, which is its first or its last day. */
static bool
read_date(const char *text, const char *rest, int64_t *out)
{
	char day[16];

	str_format(day, sizeof day, "%s%s", text, strlen(text) == 4 ? rest : "");
	return clock_parse_iso(day, out);
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
		return cmd_allows_name(value);
	}
	if (strcmp(key, "after") == 0) {
		q->filter.after = strtoll(value, &end, 10);
		return *end == '\0' && q->filter.after > 0;
	}
	if (strcmp(key, "as") == 0) {
		q->filter.color = strcmp(value, "red") == 0 ? 1 : 2;
		return q->filter.color == 1 || strcmp(value, "green") == 0;
	}
	if (strcmp(key, "since") == 0)
		return read_date(value, "-01-01", &q->filter.since);
	if (strcmp(key, "until") == 0) {
		valid = read_date(value, "-12-31", &q->filter.until);
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
		} else if (i == 0 && cmd_allows_name(word)) {
			q->name = order->raw[i];
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

/* A player, or else a name in imported games; *who is NULL then. */
static enum outcome
find_name(
    struct request *rq, struct reply *reply, const char *name, struct player **who, struct err *err)
{
	struct player *player = arena_alloc(rq->arena, sizeof *player);
	int found = players_find(rq->store, rq->arena, name, player, err);

	*who = found == 1 ? player : NULL;
	if (found == 0)
		found = games_has_name(rq->store, name, err);
	if (found == -1)
		return CMD_FAILED;
	if (found == 1)
		return CMD_DONE;
	vars_text(reply_refuse(reply, "player-unknown"), "userid", name);
	return CMD_REFUSED;
}

/* Whose games: of the one who is named; where a condition needs somebody, of the writer;
 * else everybody's. */
static enum outcome
find_players(struct request *rq, struct reply *reply, struct history_query *q, struct err *err)
{
	struct player *who = NULL;
	enum outcome outcome = CMD_DONE;
	bool needs = q->filter.won || q->filter.lost || q->filter.color != 0;

	if (q->name != NULL) {
		q->filter.name = q->name;
		outcome = find_name(rq, reply, q->name, &who, err);
	} else if (needs || (q->opponent != NULL && rq->from != NULL)) {
		who = rq->from;
		if (who == NULL) {
			reply_refuse(reply, "whose-games");
			return CMD_REFUSED;
		}
	}
	if (outcome != CMD_DONE)
		return outcome;
	q->filter.player = who != NULL ? who->id : 0;
	if (who != NULL)
		q->name = who->userid;
	if (q->opponent == NULL)
		return CMD_DONE;
	q->filter.opponent_name = q->opponent;
	outcome = find_name(rq, reply, q->opponent, &who, err);
	q->filter.opponent = who != NULL ? who->id : 0;
	return outcome;
}

/* As games_list compares names. */
static bool
is_seat(const struct seat *seat, const struct history_query *q)
{
	const char *a = seat->userid, *b = q->name;

	if (seat->player != 0)
		return seat->player == q->filter.player;
	while (*a != '\0' && *b != '\0' &&
	    (tolower((unsigned char)*a) == tolower((unsigned char)*b) ||
		(strchr("-_ ", *a) != NULL && strchr("-_ ", *b) != NULL))) {
		a++;
		b++;
	}
	return *a == '\0' && *b == '\0';
}

/* The line that asks for what follows this game. */
static const char *
next_page(struct arena *arena, const struct order *order, int64_t last)
{
	struct str line;

	str_init(&line, arena, 0);
	str_add(&line, cmd_history.name);
	for (int i = 0; i < order->word_count; i++) {
		if (strcmp(order->words[i], "after") == 0 && i + 1 < order->word_count)
			i++;
		else
			str_addf(&line, " %s", order->raw[i]);
	}
	str_addf(&line, " after %lld", (long long)last);
	return line.data;
}

static void
add_game(struct vars *vars, const struct game_line *line)
{
	struct vars *item = vars_add(vars, "games");
	struct civil day = clock_civil(line->ended, 0);

	facts_line(item, line);
	vars_text(item, "date", line->date);
	if (line->ended != 0 && line->date[0] == '\0')
		vars_textf(item, "date", "%04d-%02d-%02d", day.year, day.month, day.day);
	vars_text(item, "score",
	    line->result == RESULT_RED       ? "1-0" :
		line->result == RESULT_GREEN ? "0-1" :
					       "1/2");
	/* By which rules others have played is not known. */
	vars_text(item, "rules",
	    line->seat[RED].player != 0 || line->seat[GREEN].player != 0 ?
		ruleset_name(line->rules) :
		"");
}

static enum outcome
list_page(struct request *rq, struct reply *reply, const struct order *order, struct err *err)
{
	struct history_query q;
	struct game_line *lines;
	struct vars *vars;
	enum outcome outcome;
	int count, limit, won = 0, lost = 0, drawn = 0;

	read_query(rq->arena, order, &q);
	if ((outcome = find_players(rq, reply, &q, err)) != CMD_DONE)
		return outcome;
	q.filter.viewer = rq->from != NULL ? rq->from->id : 0;
	limit = q.filter.limit++; /* is there one more? */
	if ((count = games_list(rq->store, rq->arena, &q.filter, &lines, err)) == -1)
		return CMD_FAILED;
	/* The Subject tells "more" what to go on with; a conversation about a game has its own. */
	if (count > limit)
		reply->sender->game = NULL;
	vars = reply_use(reply, "history");
	vars_text(vars, "userid", q.name);
	vars_text(
	    vars, "next", count > limit ? next_page(rq->arena, order, lines[limit - 1].id) : "");
	count = count > limit ? limit : count;
	vars_list(vars, "games");
	for (int i = 0; i < count; i++) {
		const struct game_line *line = &lines[i];
		bool red = q.name != NULL && is_seat(&line->seat[RED], &q);

		add_game(vars, line);
		won += line->result == (red ? RESULT_RED : RESULT_GREEN);
		lost += line->result == (red ? RESULT_GREEN : RESULT_RED);
		drawn += line->result == RESULT_DRAW;
	}
	vars_number(vars, "won", won);
	vars_number(vars, "lost", lost);
	vars_number(vars, "drawn", drawn);
	vars_number(vars, "count", count);
	vars_flag(vars, "any", count > 0);
	vars_flag(vars, "goes-on", q.filter.after != 0);
	return CMD_DONE;
}

static enum outcome
history_run(struct request *rq, struct reply *reply, struct err *err)
{
	return list_page(rq, reply, rq->order, err);
}

static bool
more_accepts(const struct order *order)
{
	return order->word_count == 0 || strcmp(order->words[0], cmd_history.name) == 0;
}

/* The next page stands behind the command, or in the Subject of the page that is answered. */
static enum outcome
more_run(struct request *rq, struct reply *reply, struct err *err)
{
	const struct parse_context context = { .glossary = rq->settings->glossary };
	const char *subject = rq->subject != NULL ? rq->subject : "";
	const char *line = strstr(rq->order->line, cmd_history.name), *end;
	struct order next;
	enum line_kind kind;

	if (rq->order->word_count == 0) {
		line = strstr(subject, MORE_MARK);
		end = strrchr(subject, ')');
		if (line != NULL && end != NULL && end > line) {
			line += strlen(MORE_MARK);
			line = arena_strndup(rq->arena, line, (size_t)(end - line));
		}
	}
	kind = line != NULL ? parse_line(rq->arena, &context, line, &next) : LINE_TEXT;
	if ((kind == LINE_COMMAND || kind == LINE_LOOSE) && next.cmd == &cmd_history)
		return list_page(rq, reply, &next, err);
	reply_refuse(reply, "more-nothing");
	return CMD_REFUSED;
}

const struct cmd cmd_history = {
	.name = "history",
	.args = "WORDS",
	.accepts = history_accepts,
	.expects = history_expects,
	.needs = OPEN,
	.run = history_run,
};

const struct cmd cmd_more = {
	.name = "more",
	.args = "WORDS",
	.accepts = more_accepts,
	.expects = history_expects,
	.needs = OPEN,
	.run = more_run,
};
