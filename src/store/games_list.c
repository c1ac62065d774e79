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
#include "base/utf8.h"
#include "store/columns.h"
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

/* Of a name in a score; the parameter is worded so by name_key.  Ids alone go by an index. */
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

/* He is to move, worded as the index game_waits is. */
#define WAITS_FOR "iif(turn = 0, red, green)"

static void
add_others(struct str *sql, const struct game_filter *f)
{
	if (f->opponent_name != NULL)
		str_add(
		    sql, " AND (" SEAT("red", "?2", "?10") " OR " SEAT("green", "?2", "?10") ")");
	else if (f->opponent != 0)
		str_add(sql, " AND (red = ?2 OR green = ?2)");
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
	const char *is_red = f->name != NULL ? SEAT("red", "?1", "?9") : "red = ?1";

	if (!f->won && !f->lost && !f->drawn) {
		str_addf(sql, " AND (result <> %d OR (ending = 'lapsed' AND ?6 = ending))",
		    RESULT_CANCELLED);
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
	else if (f->ending != NULL && strcmp(f->ending, "length") == 0)
		str_add(sql, " AND ending IN ('length', 'no-capture', 'effective-moves')");
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

/* The first of each way in which a game can be his: one at a time, as each has an index, which
 * knows the order in which they ended. */
static void
add_each_way(struct str *sql, const struct game_filter *f)
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
		    " " WAITS_FOR " IS NOT ?1) AND (red = ?1 OR green = ?1)");
		add_conditions(sql, f, true);
		add_order(sql, f);
		str_add(sql, ")");
	}
	str_add(sql, " LIMIT ?12");
}

#define C(name, member) COLUMN(name, struct game_line, member, LISTED)
static const struct column line_columns[] = {
	C("id", id),
	C("state", state),
	C("red", seat[RED].player),
	COLUMN_AS("ifnull(r.userid, red_name)", struct game_line, seat[RED].userid),
	C("green", seat[GREEN].player),
	COLUMN_AS("ifnull(g.userid, green_name)", struct game_line, seat[GREEN].userid),
	C("challenger", challenger),
	COLUMN_OF(COLUMN_RULES, "rules", NULL, struct game_line, rules, LISTED),
	C("is_rated", is_rated),
	C("is_private", is_private),
	C("tournament", tournament),
	C("length", length),
	C("turn", turn),
	C("result", result),
	COLUMN_OF(COLUMN_ENDING, "ending", NULL, struct game_line, ending, LISTED),
	C("started", started),
	C("ended", ended),
	C("turn_since", turn_since),
	C("deadline", deadline),
	COLUMN_AS("substr(opening, 1, 15)", struct game_line, opening),
	COLUMN_AS("ifnull(imported.date, '')", struct game_line, date),
	COLUMN_AS("ifnull((SELECT ends FROM aside WHERE aside.game = game.id AND aside.turn ="
		  " game.turns), 0)",
	    struct game_line, held),
};
static const struct table lines = TABLE("game", struct game_line, line_columns);

#define LOOKED_UP \
	"LEFT JOIN imported ON imported.game = game.id LEFT JOIN player AS r ON r.id = red" \
	" LEFT JOIN player AS g ON g.id = green "

/* What is shown beside a game is looked up for those alone that are listed. */
static const char *
list_sql(struct arena *arena, const struct game_filter *f, bool by_end)
{
	struct str sql;

	str_init(&sql, arena, 0);
	columns_select(&lines, &sql);
	str_add(&sql, LOOKED_UP "WHERE 1");
	if (f->player != 0 && f->name == NULL && f->color == 0 && !f->newest_first) {
		str_add(&sql, " AND game.id IN (");
		add_waiting_first(&sql, f);
		str_add(&sql, ")");
	} else if (f->player != 0 || f->name != NULL) {
		str_add(&sql, " AND game.id IN (");
		add_each_way(&sql, f);
		str_add(&sql, ")");
	} else {
		add_conditions(&sql, f, by_end);
	}
	add_order(&sql, f);
	return sql.data;
}

int
games_list(struct store *store, struct arena *arena, const struct game_filter *filter,
    struct game_line **out, struct err *err)
{
	const char *moves = filter->opening != NULL ? filter->opening : "";
	const char *opening = arena_strndup(arena, moves, opening_length(moves));
	struct query q;
	int count = 0;

	/* An opening may have so many games that those that ended last are found sooner by looking
	 * at one after the other. */
	if (*opening != '\0' && filter->newest_first)
		count = query_count(store, "count the games of an opening",
		    "SELECT count(*) FROM (SELECT 1 FROM game WHERE opening >= ?1 AND opening < ?1"
		    " || '!' LIMIT ?2)",
		    WITH(TEXT(opening), INT(COMMON)), err);
	if (count == -1)
		return -1;
	query_start_once(&q, store, "list games", list_sql(arena, filter, count == COMMON),
	    WITH(INT(filter->player), INT(filter->opponent), INT(filter->viewer),
		INT(filter->since), INT(filter->until), TEXT(filter->ending), TEXT(opening),
		TEXT(moves), TEXT(name_key(arena, filter->name)),
		TEXT(name_key(arena, filter->opponent_name)), INT(filter->after),
		INT(filter->limit > 0 ? filter->limit : LIMIT_DEFAULT)));
	return rows_read(&q, &lines, arena, out, err);
}

int
games_line(
    struct store *store, struct arena *arena, int64_t id, struct game_line *out, struct err *err)
{
	struct game_line *line;
	struct str sql;
	struct query q;
	int count;

	str_init(&sql, arena, 0);
	columns_select(&lines, &sql);
	str_add(&sql, LOOKED_UP "WHERE game.id = ?1");
	query_start_once(&q, store, "read a line of a list", sql.data, WITH(INT(id)));
	if ((count = rows_read(&q, &lines, arena, &line, err)) == 1)
		*out = *line;
	return count;
}

int
games_waiting(
    struct store *store, struct arena *arena, int64_t player, int64_t **out, struct err *err)
{
	return query_ids(store, "list games that wait",
	    "SELECT id FROM game WHERE state = 1 AND " WAITS_FOR
	    " = ?1 ORDER BY deadline = 0, deadline, id",
	    WITH(INT(player)), arena, out, err);
}

int
games_has_name(struct store *store, const char *name, struct err *err)
{
	struct arena *arena = arena_new();
	int found = query_count(store, "look for a name",
	    "SELECT EXISTS (SELECT 1 FROM game WHERE red IS NULL AND " NAME_KEY(
		"red_name") " = ?1)"
			    " OR EXISTS (SELECT 1 FROM game WHERE green IS NULL AND " NAME_KEY(
				"green_name") " = ?1)",
	    WITH(TEXT(name_key(arena, name))), err);

	arena_free(arena);
	return found;
}

/* Each name once: the index, which the planner would not choose, is asked for the next one. */
#define NEXT_NAME(color, more) \
	"(SELECT " NAME_KEY(color "_name") " FROM game INDEXED BY game_" color "_name" \
					   " WHERE " color " IS NULL" more \
					   " ORDER BY " NAME_KEY(color "_name") " LIMIT 1)"
#define EACH_NAME(color) \
	"WITH RECURSIVE name(key) AS (SELECT " NEXT_NAME( \
	    color, "") " UNION ALL SELECT " NEXT_NAME(color, \
	    " AND " NAME_KEY( \
		color "_name") " > name.key") " FROM name WHERE name.key IS NOT NULL)" \
					      " SELECT key FROM name WHERE key IS NOT NULL"

int
games_spelled_name(
    struct store *store, struct arena *arena, const char *name, const char **out, struct err *err)
{
	static const char *const each[] = { EACH_NAME("red"), EACH_NAME("green") };
	const char *bare = utf8_bare(arena, name);
	int found = 0;

	for (int color = 0; color < 2 && found == 0 && bare[0] != '\0'; color++) {
		struct query q;
		int rc;

		query_start(&q, store, "look for a name's spellings", each[color], NULL);
		while ((rc = query_next(&q, err)) == 1) {
			struct arena *scratch = arena_new();
			const char *key = query_text(&q, scratch);

			if (strcmp(utf8_bare(scratch, key), bare) == 0) {
				*out = arena_strdup(arena, key);
				found = 1;
			}
			arena_free(scratch);
			if (found == 1) {
				query_end(&q);
				break;
			}
		}
		if (rc == -1)
			return -1;
	}
	return found;
}
