/* SPDX-License-Identifier: ISC */
/*
 * Lists of games (games.h).
 *
 * The conditions of a filter are put together as SQL text with numbered
 * parameters; what comes from a letter is always bound, never part of it.
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "store/games_internal.h"

#define LIMIT_DEFAULT 200
#define COMMON        5000 /* games of an opening */

/* Bytes of the first OPENING_PLIES moves of `text`. */
static size_t
opening_length(const char *text)
{
	const char *end = text;

	for (int i = 0; i < OPENING_PLIES && end != NULL; i++)
		end = strchr(i == 0 ? end : end + 1, ' ');
	return end != NULL ? (size_t)(end - text) : strlen(text);
}

/* The parameters, by number; list_sql names them, games_list binds them. */
enum {
	PLAYER = 1,
	OPPONENT,
	VIEWER,
	SINCE,
	UNTIL,
	ENDING,
	OPENING,
	MOVES,
	NAME,
	OPPONENT_NAME,
	AFTER,
	LIMIT
};

/* Of a name in a score; the parameter is worded so by name_key. */
#define NAME_KEY(column) "lower(replace(replace(" column ", '-', ' '), '_', ' '))"
#define SEAT(column, id, name) \
	"(" column " = " id " OR (" column " IS NULL AND " NAME_KEY(column "_name") " = " name "))"

static const char *
name_key(struct arena *arena, const char *name)
{
	char *key = arena_strdup(arena, name != NULL ? name : "");

	for (char *at = key; *at != '\0'; at++)
		*at = *at == '-' || *at == '_' ? ' ' : (char)tolower((unsigned char)*at);
	return name != NULL ? key : NULL;
}

/* Is the player, or the opponent, of that side?  Ids alone go by an index. */
static const char *
seat_sql(bool is_opponent, enum side side, bool by_name)
{
	static const char *const by_id[2][2] = { { "red = ?1", "green = ?1" },
		{ "red = ?2", "green = ?2" } };
	static const char *const named[2][2] = { { SEAT("red", "?1", "?9"),
						     SEAT("green", "?1", "?9") },
		{ SEAT("red", "?2", "?10"), SEAT("green", "?2", "?10") } };

	return (by_name ? named : by_id)[is_opponent][side];
}

static void
add_player(struct str *sql, const struct game_filter *f)
{
	bool is_named = f->name != NULL;

	if (f->color != 0)
		str_addf(sql, " AND %s", seat_sql(false, f->color == 1 ? RED : GREEN, is_named));
	else
		str_addf(sql, " AND (%s OR %s)", seat_sql(false, RED, is_named),
		    seat_sql(false, GREEN, is_named));
}

/* He is to move, worded as the index game_waits is. */
#define WAITS_FOR "iif(turn = 0, red, green)"

static void
add_others(struct str *sql, const struct game_filter *f)
{
	bool is_named = f->opponent_name != NULL;

	if (f->opponent != 0 || is_named)
		str_addf(sql, " AND (%s OR %s)", seat_sql(true, RED, is_named),
		    seat_sql(true, GREEN, is_named));
	if (f->viewer != -1)
		str_add(sql, " AND (is_private = 0 OR red = ?3 OR green = ?3)");
	if (f->to_move)
		str_add(sql, " AND game.state = 1 AND " WAITS_FOR " = ?1");
}

/* By a number of bits: 1 offered, 2 playing, 4 over.  Worded as the partial indices game_due and
 * game_ended are, or SQLite would not see that they serve, and as a range of game_red's. */
static const char *const states_sql[8] = {
	"",
	" AND game.state <> 2 AND game.state = 0",
	" AND game.state <> 2 AND game.state = 1",
	" AND game.state <> 2 AND game.state < 2",
	" AND game.state = 2",
	" AND game.state <> 1",
	" AND game.state <> 0",
	"",
};

static void
add_ends(struct str *sql, const struct game_filter *f)
{
	const char *is_red = seat_sql(false, RED, f->name != NULL);

	if (!f->won && !f->lost && !f->drawn) {
		str_addf(sql, " AND result <> %d", RESULT_CANCELLED);
	} else {
		str_add(sql, " AND (0");
		if (f->won)
			str_addf(
			    sql, " OR result = iif(%s, %d, %d)", is_red, RESULT_RED, RESULT_GREEN);
		if (f->lost)
			str_addf(
			    sql, " OR result = iif(%s, %d, %d)", is_red, RESULT_GREEN, RESULT_RED);
		if (f->drawn)
			str_addf(sql, " OR result = %d", RESULT_DRAW);
		str_add(sql, ")");
	}
	if (f->since != 0)
		str_add(sql, " AND game.state = 2 AND ended >= ?4");
	if (f->until != 0)
		str_add(sql, " AND game.state = 2 AND ended <= ?5");
	if (f->ending != NULL && strcmp(f->ending, "repetition") == 0)
		str_add(sql,
		    " AND ending IN ('repetition', 'perpetual-check', 'perpetual-chase',"
		    " 'refused-repetition')");
	else if (f->ending != NULL)
		str_add(sql, " AND ending = ?6");
}

static unsigned
states_of(const struct game_filter *f)
{
	unsigned states = 0;

	for (int state = GAME_OFFERED; state <= GAME_OVER; state++)
		states |= f->of_state[state] ? 1u << state : 0;
	return states;
}

/* All but whose games.  by_end: the index of openings would not serve. */
static void
add_conditions(struct str *sql, const struct game_filter *f, bool by_end)
{
	const char *opening = f->opening != NULL ? f->opening : "";
	const char *column = by_end ? "+opening" : "opening";

	add_others(sql, f);
	str_add(sql, states_sql[states_of(f)]);
	add_ends(sql, f);
	/* Whole moves only: "B1-A1" does not find "B1-A10".  '!' follows ' '. */
	if (*opening != '\0')
		str_addf(sql, " AND (%s = ?7 OR (%s > ?7 || ' ' AND %s < ?7 || '!'))", column,
		    column, column);
	if (opening[opening_length(opening)] != '\0')
		str_add(sql, " AND ?8 || ' ' = substr(moves || ' ', 1, length(?8) + 1)");
	if (f->after != 0)
		str_add(
		    sql, " AND (ended, game.id) < ((SELECT ended FROM game WHERE id = ?11), ?11)");
}

static void
add_order(struct str *sql, const struct game_filter *f)
{
	if (f->newest_first && states_of(f) == 4)
		str_add(sql, " ORDER BY ended DESC, game.id DESC");
	else if (f->newest_first)
		str_add(sql, " ORDER BY game.state = 2, ended DESC, game.id DESC");
	else
		str_addf(sql,
		    " ORDER BY ifnull(game.state = 1 AND " WAITS_FOR " = ?1, 0) DESC, CASE"
		    " WHEN game.state = 2 THEN 9e18 WHEN game.state = 0 THEN turn_since + %lld WHEN"
		    " deadline = 0 THEN 8e18 ELSE deadline END, game.id",
		    (long long)OFFER_LAPSES);
	str_add(sql, " LIMIT ?12");
}

/* The newest of each way in which a game can be his: one at a time, as each has an index that
 * knows their order. */
static void
add_newest_of(struct str *sql, const struct game_filter *f)
{
	static const struct {
		int color;
		bool by_name;
		const char *sql;
	} ways[] = { { 1, false, "red = ?1" }, { 2, false, "green = ?1" },
		{ 1, true, "red IS NULL AND " NAME_KEY("red_name") " = ?9" },
		{ 2, true, "green IS NULL AND " NAME_KEY("green_name") " = ?9" } };
	const char *between = "";

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		if ((f->color != 0 && f->color != ways[i].color) ||
		    (ways[i].by_name ? f->name == NULL : f->player == 0))
			continue;
		str_addf(
		    sql, "%sSELECT id FROM (SELECT id FROM game WHERE %s", between, ways[i].sql);
		add_conditions(sql, f, true);
		add_order(sql, f);
		str_add(sql, ")");
		between = " UNION ALL ";
	}
}

/* Of a player's games those that wait for him, which an index has in their order; the others are
 * looked at only where these are too few. */
static void
add_waiting_first(struct str *sql, const struct game_filter *f)
{
	str_add(
	    sql, "SELECT id FROM (SELECT id FROM game WHERE game.state = 1 AND " WAITS_FOR " = ?1");
	add_conditions(sql, f, true);
	str_add(sql, " ORDER BY deadline = 0, deadline, id LIMIT ?12)");
	if (!f->to_move) {
		str_add(sql,
		    " UNION ALL SELECT id FROM (SELECT id FROM game WHERE (game.state <> 1 OR"
		    " " WAITS_FOR " IS NOT ?1)");
		add_player(sql, f);
		add_conditions(sql, f, true);
		add_order(sql, f);
		str_add(sql, ")");
	}
	str_add(sql, " LIMIT ?12");
}

/* What is shown beside a game is looked up for those alone that are listed. */
static const char *
list_sql(struct arena *arena, const struct game_filter *f, bool by_end)
{
	bool is_his = f->player != 0 || f->name != NULL;
	struct str sql;

	str_init(&sql, arena, 0);
	str_add(&sql,
	    "SELECT game.id, game.state, red, ifnull(r.userid, red_name), green,"
	    " ifnull(g.userid, green_name), challenger, rules, is_rated, is_private, length,"
	    " turn, result, ending, started, ended, turn_since,"
	    " deadline, ifnull(imported.date, '')"
	    " FROM game LEFT JOIN imported ON imported.game = game.id LEFT JOIN player AS r ON r.id = red LEFT JOIN player AS g ON g.id ="
	    " green WHERE 1");
	if (is_his && f->newest_first && states_of(f) == 4) {
		str_add(&sql, " AND game.id IN (");
		add_newest_of(&sql, f);
		str_add(&sql, ")");
	} else if (f->player != 0 && f->name == NULL && f->color == 0 && !f->newest_first) {
		str_add(&sql, " AND game.id IN (");
		add_waiting_first(&sql, f);
		str_add(&sql, ")");
	} else if (is_his) {
		str_add(&sql, " AND game.id IN (SELECT id FROM game WHERE 1");
		add_player(&sql, f);
		add_conditions(&sql, f, true);
		add_order(&sql, f);
		str_add(&sql, ")");
	} else {
		add_conditions(&sql, f, by_end);
	}
	add_order(&sql, f);
	return sql.data;
}

/* Has an opening so many games that those that ended last are found sooner by looking at one
 * after the other?  1, 0, -1. */
static int
is_common(struct store *store, const char *opening, struct err *err)
{
	struct query q;
	int count;

	query_start(&q, store, "count the games of an opening",
	    "SELECT count(*) FROM (SELECT 1 FROM game WHERE opening >= ?1 AND opening < ?1 || '!'"
	    " LIMIT ?2)");
	query_put_text(&q, opening);
	query_put_int(&q, COMMON);
	count = query_count(&q, err);
	return count == -1 ? -1 : count == COMMON;
}

int
games_list(struct store *store, struct arena *arena, const struct game_filter *filter,
    struct game_line **out, struct err *err)
{
	struct query q;
	struct game_line *lines = NULL;
	const char *moves = filter->opening != NULL ? filter->opening : "";
	const char *opening = arena_strndup(arena, moves, opening_length(moves));
	int count = 0, more, by_end = 0;

	if (*opening != '\0' && filter->newest_first &&
	    (by_end = is_common(store, opening, err)) == -1)
		return -1;
	query_start_once(&q, store, "list games", list_sql(arena, filter, by_end == 1));
	query_put_int(&q, filter->player);
	query_put_int(&q, filter->opponent);
	query_put_int(&q, filter->viewer);
	query_put_int(&q, filter->since);
	query_put_int(&q, filter->until);
	query_put_text(&q, filter->ending);
	query_put_text(&q, opening);
	query_put_text(&q, moves);
	query_put_text(&q, name_key(arena, filter->name));
	query_put_text(&q, name_key(arena, filter->opponent_name));
	query_put_int(&q, filter->after);
	query_put_int(&q, filter->limit > 0 ? filter->limit : LIMIT_DEFAULT);
	while ((more = query_next(&q, err)) == 1) {
		struct game_line *line;
		bool is_known;

		lines = rows_more(arena, lines, count, sizeof *lines);
		line = &lines[count++];
		line->id = query_int(&q);
		line->state = (enum game_state)query_int(&q);
		for (int side = RED; side <= GREEN; side++) {
			line->seat[side].player = query_int(&q);
			query_copy(&q, line->seat[side].userid, sizeof line->seat[side].userid);
		}
		line->challenger = (enum side)query_int(&q);
		is_known = ruleset_find(query_text(&q, arena), &line->rules);
		line->is_rated = query_int(&q) != 0;
		line->is_private = query_int(&q) != 0;
		line->length = query_small(&q);
		line->turn = (enum side)query_int(&q);
		line->result = (enum result)query_int(&q);
		is_known = ending_find(query_text(&q, arena), &line->ending) && is_known;
		line->started = query_int(&q);
		line->ended = query_int(&q);
		line->turn_since = query_int(&q);
		line->deadline = query_int(&q);
		query_copy(&q, line->date, sizeof line->date);
		if (!is_known) {
			query_end(&q);
			return err_set(err, "%s: game %lld is damaged: no such rule set or ending",
			    store->path, (long long)line->id);
		}
	}
	*out = lines;
	return more == 0 ? count : -1;
}

int
games_waiting(
    struct store *store, struct arena *arena, int64_t player, int64_t **out, struct err *err)
{
	struct query q;

	query_start(&q, store, "list games that wait",
	    "SELECT id FROM game WHERE state = 1 AND " WAITS_FOR
	    " = ?1 ORDER BY deadline = 0, deadline, id");
	query_put_int(&q, player);
	return read_ids(&q, arena, out, err);
}

int
games_has_name(struct store *store, const char *name, struct err *err)
{
	struct arena *arena = arena_new();
	struct query q;
	int found;

	query_start_once(&q, store, "look for a name",
	    "SELECT 1 FROM game WHERE (red IS NULL AND " NAME_KEY(
		"red_name") " = ?1)"
			    " OR (green IS NULL AND " NAME_KEY("green_name") " = ?1) LIMIT 1");
	query_put_text(&q, name_key(arena, name));
	found = query_next(&q, err);
	if (found == 1)
		query_end(&q);
	arena_free(arena);
	return found;
}
