/* SPDX-License-Identifier: ISC */
/*
 * Players that are a program (machines.h).
 */
#include "store/machines.h"

#include "base/clock.h"
#include "base/str.h"
#include "game/clock.h"
#include "store/columns.h"
#include "store/db.h"

#define C(name, member) COLUMN(name, struct thinking, member, ALWAYS)
static const struct column columns[] = {
	C("game", game),
	C("turn", turn),
	C("tries", tries),
	C("since", since),
	C("next", next),
	C("warned", is_told),
	C("score", score),
	C("low", low),
	C("undone", undone),
};
static const struct table thinkings = TABLE("thinking", struct thinking, columns);

/* Another name where somebody has this one: "bot4", "bot4-1" ... */
int
machines_get(struct store *store, struct arena *arena, int level, int64_t now, struct player *out,
    struct err *err)
{
	int found = row_find(store, "look for a machine", &player_rows,
	    "WHERE level = ? AND state = 0", WITH(INT(level)), arena, out, err);
	int taken = 1;

	if (found != 0)
		return found == 1 ? 0 : -1;
	*out = (struct player){ .level = level,
		.created = now,
		.language = "en",
		.board = "classic",
		.html = "off",
		.puzzles = "off",
		.notation = "coordinates",
		.reminders = REMINDERS_DEFAULT };
	for (int i = 0; taken == 1; i++) {
		str_format(out->userid, sizeof out->userid, i > 0 ? "bot%d-%d" : "bot%d", level, i);
		taken = players_taken(store, out->userid, 0, err);
	}
	return taken == -1 ? -1 : players_add(store, out, err);
}

#define MACHINES "(SELECT id FROM player WHERE level > 0)"

int
machines_play(struct store *store, const struct game *game, struct err *err)
{
	return query_count(store, "look for a machine",
	    "SELECT count(*) FROM player WHERE id IN (?, ?) AND level > 0",
	    WITH(INT(game->seat[RED].player), INT(game->seat[GREEN].player)), err);
}

int
machines_move(struct store *store, const struct game *game, struct err *err)
{
	return query_count(store, "look for a machine",
	    "SELECT count(*) FROM player WHERE id = ? AND level > 0",
	    WITH(INT(game->seat[game_turn(game)].player)), err);
}

int
machines_games(struct store *store, int64_t player, struct err *err)
{
	return query_count(store, "count games with machines",
	    "SELECT count(*) FROM game WHERE state = 1 AND (red = ?1 AND green IN " MACHINES
	    " OR green = ?1 AND red IN " MACHINES ")",
	    WITH(INT(player)), err);
}

/* Its turn, or an offer of the other side: from the machines to their games, or all that are
 * on are read in each pass. */
#define CALLED(side, other) \
	"SELECT game.id AS id, game.turn_since AS at FROM player CROSS JOIN game ON game." side \
	" = player.id AND game.state = 1 LEFT JOIN thinking ON thinking.game = game.id" \
	" WHERE player.level > 0 AND (undo_by = " other \
	" OR (ifnull(thinking.next, 0) <= ?1 AND " other " IN (1 - game.turn, draw_by)))"

int
machines_due(struct store *store, struct arena *arena, int64_t now, int64_t **out, struct err *err)
{
	return query_ids(store, "look for games of machines",
	    "SELECT id FROM (" CALLED("red", "1") " UNION ALL " CALLED(
		"green", "0") ") ORDER BY at, id",
	    WITH(INT(now)), arena, out, err);
}

int
thinking_get(struct store *store, int64_t game, struct thinking *out, struct err *err)
{
	int found = row_find(store, "read what a machine thought", &thinkings, "WHERE game = ?",
	    WITH(INT(game)), NULL, out, err);

	if (found == 0)
		*out = (struct thinking){ .game = game };
	return found == -1 ? -1 : 0;
}

int
thinking_put(struct store *store, const struct thinking *thinking, struct err *err)
{
	if (query_do(store, "forget what machines thought",
		"DELETE FROM thinking WHERE (SELECT state FROM game WHERE id = thinking.game) = 2",
		NULL, err) == -1)
		return -1;
	return row_add(store, "keep what a machine thought", &thinkings, thinking,
	    "ON CONFLICT DO UPDATE SET turn = excluded.turn, tries = excluded.tries, since ="
	    " excluded.since, next = excluded.next, warned = excluded.warned, score = excluded.score,"
	    " low = excluded.low, undone = excluded.undone",
	    NULL, err);
}

int64_t
machines_time(struct store *store, int64_t now, int64_t more, struct err *err)
{
	int64_t hour = now / HOUR, known, used;

	if (store_fact(store, "engine-hour", &known, err) == -1 ||
	    store_fact(store, "engine-ms", &used, err) == -1)
		return -1;
	used = (known == hour ? used : 0) + more;
	if (more > 0 &&
	    (store_set_fact(store, "engine-hour", hour, err) == -1 ||
		store_set_fact(store, "engine-ms", used, err) == -1))
		return -1;
	return used;
}

int
thinking_waits(struct store *store, int64_t game, int turn, int64_t now, struct err *err)
{
	struct thinking thinking;

	if (thinking_get(store, game, &thinking, err) == -1)
		return -1;
	return thinking.turn == turn &&
	    (thinking.tries >= THINKING_ILL ||
		(thinking.is_told && (thinking.next > now || thinking.next == THINKING_ELSEWHERE)));
}

int
thinking_rests(struct store *store, const struct game *game, struct err *err)
{
	struct thinking thinking;

	if (thinking_get(store, game->id, &thinking, err) == -1)
		return -1;
	return thinking.turn == game->turns && (thinking.tries > 0 || thinking.is_told);
}
