/* SPDX-License-Identifier: ISC */
/*
 * HISTORY, MORE, STATS: finished games with results, lengths and reasons; the next page; what
 * they come to.
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
#include "base/str.h"
#include "cmd/cmd.h"
#include "speak/query.h"

/* A player, or else a name in imported games, in whatever spelling; *who is NULL then, and *given
 * as it stands there. */
static enum outcome
find_name(struct request *rq, const char **given, struct player **who, struct err *err)
{
	const char *name = *given;
	struct player *player = arena_alloc(rq->arena, sizeof *player);
	int found = players_find(rq->store, rq->arena, name, player, err);

	*who = found == 1 ? player : NULL;
	if (found == 0)
		found = games_has_name(rq->store, name, err);
	if (found == 0)
		found = games_spelled_name(rq->store, rq->arena, name, given, err);
	if (found == -1)
		return FAILED;
	if (found == 1)
		return DONE;
	/* "history of my life" in a stranger's Subject is no command. */
	if (rq->sender == NULL && strchr(name, ' ') != NULL) {
		rq->reply->silent = true;
		return REFUSED;
	}
	return request_refuse_unknown(rq, name);
}

/* What the line asks for.  A word that may have been a password is gone from it. */
static enum outcome
read_query(struct request *rq, struct history_query *q)
{
	const struct order *order = rq->order;
	struct str words;

	if (query_read(rq->arena, order, rq->now, q))
		return DONE;
	str_init(&words, rq->arena, 0);
	for (int i = 0; i < order->word_count; i++)
		str_addf(&words, "%s%s", i > 0 ? " " : "", order->raw[i]);
	return request_refuse_unknown(rq, words.data);
}

/* Are the two who are named one player? */
static bool
is_one(const struct history_query *q)
{
	return q->name != NULL && str_equal_nocase(q->name, q->opponent);
}

/* Whose games: of the one who is named; where a condition needs somebody, of the writer;
 * else everybody's. */
static enum outcome
find_players(struct request *rq, struct history_query *q, struct err *err)
{
	struct player *who = NULL;
	enum outcome outcome = DONE;
	bool needs = q->filter.won || q->filter.lost || q->filter.color != 0;

	if (q->name != NULL) {
		outcome = find_name(rq, &q->name, &who, err);
		q->filter.name = q->name;
	} else if (needs || (q->opponent != NULL && rq->from != NULL)) {
		who = rq->from;
		if (who == NULL)
			return request_refuse(rq, "games-whose");
	}
	if (outcome != DONE)
		return outcome;
	q->filter.player = who != NULL ? who->id : 0;
	if (who != NULL)
		q->name = who->userid;
	if (q->opponent == NULL)
		return DONE;
	outcome = find_name(rq, &q->opponent, &who, err);
	q->filter.opponent_name = q->opponent;
	q->filter.opponent = who != NULL ? who->id : 0;
	if (outcome == DONE && is_one(q))
		return request_refuse_text(rq, "history-self", "userid", q->name);
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
	str_add(&line, order->verb->name);
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

	facts_line(item, line);
	facts_date(item, "date", line->date);
	if (line->ended != 0 && line->date[0] == '\0')
		request_day(item, "date", "", line->ended);
	vars_text(item, "score", facts_score(line->result));
	vars_number(item, "tournament", line->tournament);
	/* By which rules others have played is not known. */
	vars_text(item, "rules",
	    line->seat[RED].player != 0 || line->seat[GREEN].player != 0 ?
		ruleset_name(line->rules) :
		"");
}

enum outcome
history_run(struct request *rq, struct err *err)
{
	const struct order *order = rq->order;
	struct history_query q;
	struct game_line *lines;
	struct vars *vars;
	enum outcome outcome;
	int count, limit, won = 0, lost = 0, drawn = 0, unknown = 0;

	if ((outcome = read_query(rq, &q)) != DONE || (outcome = find_players(rq, &q, err)) != DONE)
		return outcome;
	q.filter.viewer = rq->from != NULL ? rq->from->id : 0;
	limit = q.filter.limit++; /* is there one more? */
	if ((count = games_list(rq->store, rq->arena, &q.filter, &lines, err)) == -1)
		return FAILED;
	/* The Subject tells "more" what to go on with; a conversation about a game has its own. */
	if (count > limit)
		rq->reply->sender->game = NULL;
	vars = reply_use(rq->reply, "history");
	vars_text(vars, "userid", q.name);
	vars_text(
	    vars, "next", count > limit ? next_page(rq->arena, order, lines[limit - 1].id) : "");
	count = count > limit ? limit : count;
	for (int i = 0; i < count; i++) {
		const struct game_line *line = &lines[i];
		bool red = q.name != NULL && is_seat(&line->seat[RED], &q);

		add_game(vars, line);
		won += line->result == (red ? RESULT_RED : RESULT_GREEN);
		lost += line->result == (red ? RESULT_GREEN : RESULT_RED);
		drawn += line->result == RESULT_DRAW;
		unknown += line->result == RESULT_UNKNOWN;
	}
	vars_number(vars, "won", won);
	vars_number(vars, "lost", lost);
	vars_number(vars, "drawn", drawn);
	vars_flag(vars, "unknown", unknown > 0);
	vars_number(vars, "unknown-count", unknown);
	vars_number(vars, "count", count);
	vars_flag(vars, "any", count > 0);
	vars_flag(vars, "goes-on", q.filter.after != 0);
	return DONE;
}

/* Which page, is said by the command or by the Subject answered: else there is none. */
enum outcome
more_run(struct request *rq, struct err *err)
{
	(void)rq;
	(void)err;
	return request_refuse(rq, "history-no-more");
}

/* --- what they come to */

#define STATS_GAMES      10000
#define OPENINGS_SHOWN   3
#define OPENINGS_COUNTED 200

struct count {
	const char *name;
	int times, won, drawn, lost;
};

static void
count_result(struct count *count, enum result result, enum side mine)
{
	count->times++;
	count->drawn += result == RESULT_DRAW;
	count->won += result == (mine == RED ? RESULT_RED : RESULT_GREEN);
	count->lost += result == (mine == RED ? RESULT_GREEN : RESULT_RED);
}

static void
add_count(struct vars *item, const struct count *count)
{
	vars_number(item, "times", count->times);
	vars_number(item, "won", count->won);
	vars_number(item, "drawn", count->drawn);
	vars_number(item, "lost", count->lost);
}

/* The first two moves. */
static const char *
opening_of(struct arena *arena, const struct game_line *line)
{
	const char *second = strchr(line->opening, ' ');

	return second == NULL ?
	    line->opening :
	    arena_strndup(arena, line->opening,
		(size_t)(second - line->opening) + 1 + strcspn(second + 1, " "));
}

static int
more_often(const void *a, const void *b)
{
	return ((const struct count *)b)->times - ((const struct count *)a)->times;
}

static void
add_openings(struct request *rq, struct vars *vars, const struct game_line *lines, int count,
    const struct history_query *q)
{
	struct count openings[OPENINGS_COUNTED] = { { 0 } };
	int known = 0;

	for (int i = 0; i < count; i++) {
		const char *name = opening_of(rq->arena, &lines[i]);
		int at = 0;

		while (at < known && strcmp(openings[at].name, name) != 0)
			at++;
		if (name[0] == '\0' || at == OPENINGS_COUNTED)
			continue;
		known += at == known;
		openings[at].name = name;
		count_result(
		    &openings[at], lines[i].result, is_seat(&lines[i].seat[RED], q) ? RED : GREEN);
	}
	qsort(openings, (size_t)known, sizeof *openings, more_often);
	vars_list(vars, "openings");
	for (int i = 0; i < known && i < OPENINGS_SHOWN; i++) {
		struct vars *item = vars_add(vars, "openings");

		vars_text(item, "moves", openings[i].name);
		add_count(item, &openings[i]);
	}
}

static void
add_stats(struct request *rq, struct vars *vars, const struct game_line *lines, int count,
    const struct history_query *q)
{
	static const char *const sides[] = { "red-games", "green-games" };
	struct count by_side[2] = { { 0 } }, matches = { 0 },
		     endings[ENDING_UNKNOWN + 1] = { { 0 } };
	int run = 0, longest = 0, moves = 0, most = 0;

	for (int i = 0; i < count; i++) {
		enum side mine = is_seat(&lines[i].seat[RED], q) ? RED : GREEN;
		int length = (lines[i].length + 1) / 2, won = by_side[mine].won;

		count_result(&by_side[mine], lines[i].result, mine);
		count_result(&endings[lines[i].ending], lines[i].result, mine);
		if (lines[i].tournament != 0)
			count_result(&matches, lines[i].result, mine);
		run = by_side[mine].won > won ? run + 1 : 0;
		longest = run > longest ? run : longest;
		most = length > most ? length : most;
		moves += length;
	}
	for (int side = RED; side <= GREEN; side++)
		add_count(vars_add(vars, sides[side]), &by_side[side]);
	if (matches.times > 0)
		add_count(vars_add(vars, "tournament-games"), &matches);
	for (int i = 0; i <= ENDING_UNKNOWN; i++) {
		struct vars *item;

		if (endings[i].times == 0)
			continue;
		item = vars_add(vars, "endings");
		vars_word(item, "by", ending_name((enum ending)i));
		add_count(item, &endings[i]);
	}
	vars_number(vars, "run", longest);
	vars_number(vars, "mean", moves / count);
	vars_number(vars, "longest", most);
	add_openings(rq, vars, lines, count, q);
}

enum outcome
stats_run(struct request *rq, struct err *err)
{
	struct history_query q;
	struct game_line *lines;
	struct vars *vars;
	enum outcome outcome;
	int count;

	if ((outcome = read_query(rq, &q)) != DONE || (outcome = find_players(rq, &q, err)) != DONE)
		return outcome;
	if (q.name == NULL && rq->from == NULL)
		return request_refuse(rq, "games-whose");
	if (q.name == NULL) {
		q.name = rq->from->userid;
		q.filter.player = rq->from->id;
	}
	q.filter.viewer = rq->from != NULL ? rq->from->id : 0;
	q.filter.limit = STATS_GAMES;
	if ((count = games_list(rq->store, rq->arena, &q.filter, &lines, err)) == -1)
		return FAILED;
	vars = reply_use(rq->reply, "stats");
	vars_text(vars, "userid", q.name);
	vars_text(vars, "opponent", q.opponent);
	vars_number(vars, "count", count);
	vars_flag(vars, "any", count > 0);
	if (count > 0)
		add_stats(rq, vars, lines, count, &q);
	return facts_player(vars, rq->store, q.filter.player, rq->now, err) == -1 ? FAILED : DONE;
}
