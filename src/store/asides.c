/* SPDX-License-Identifier: ISC */
/*
 * Turns whose clocks stand since a letter was put aside (asides.h).
 */
#include "store/asides.h"

#include "store/stmt.h"

/* How long the clock of a turn stood that is over by now: no longer than the turn lasted. */
#define HAS_STOOD \
	"max(0, min(ends, coalesce((SELECT committed FROM ply WHERE ply.game = aside.game AND" \
	" ply.turn = aside.turn + 1), (SELECT at FROM undone WHERE undone.game = aside.game AND" \
	" undone.back = aside.turn + 1), (SELECT committed FROM undone WHERE undone.game =" \
	" aside.game AND undone.turn = aside.turn + 1), ends)) - begins)"

int
asides_hold(struct store *store, int64_t game, int64_t player, const char *digest, int64_t received,
    struct err *err)
{
	/* What stands in the row is enough: its moves may be what is damaged. */
	if (query_do(store, "stop a clock",
		"INSERT OR IGNORE INTO aside (game, turn, player, letter, begins, ends, is_told)"
		" SELECT id, turns, ?2, ?3, begins, begins + rest, 0 FROM (SELECT id, turns,"
		" max(?4, turn_since) AS begins, ?5 - (SELECT ifnull(sum(" HAS_STOOD "), 0) FROM"
		" aside WHERE game = ?1 AND player = ?2) AS rest FROM game WHERE id = ?1 AND"
		" state = 1 AND iif(turn = 0, red, green) = ?2 AND deadline > ?4) WHERE rest > 0",
		WITH(INT(game), INT(player), TEXT(digest), INT(received), INT(HELD_MAX)),
		err) == -1 ||
	    query_do(store, "look at a clock that stands",
		"UPDATE game SET due = 1 WHERE id = ?1 AND state = 1 AND EXISTS (SELECT 1 FROM"
		" aside WHERE game = ?1 AND turn = turns)",
		WITH(INT(game)), err) == -1)
		return -1;
	return query_count(store, "look whether a clock stands",
	    "SELECT count(*) FROM aside JOIN game ON game.id = game WHERE game = ?1 AND"
	    " aside.turn = turns AND state = 1 AND player = ?2 AND letter = ?3",
	    WITH(INT(game), INT(player), TEXT(digest)), err);
}

int
asides_mend(struct store *store, const char *digest, int64_t now, struct err *err)
{
	if (query_do(store, "let a clock go on",
		"UPDATE aside SET ends = max(begins, ?2), is_told = 1 WHERE letter = ?1 AND ends > ?2",
		WITH(TEXT(digest), INT(now)), err) == -1)
		return -1;
	if (sqlite3_changes(store->db) == 0)
		return 0;
	return query_do(store, "look at clocks that go on",
	    "UPDATE game SET due = 1 WHERE state = 1 AND id IN (SELECT game FROM aside WHERE"
	    " letter = ?1)",
	    WITH(TEXT(digest)), err);
}

int
asides_note_told(struct store *store, int64_t game, int turn, struct err *err)
{
	return query_do(store, "note that a clock goes on",
	    "UPDATE aside SET is_told = 1 WHERE game = ? AND turn = ?", WITH(INT(game), INT(turn)),
	    err);
}

int
asides_list(struct store *store, struct arena *arena, int64_t now, int64_t **games, struct err *err)
{
	return query_ids(store, "list clocks that stand",
	    "SELECT game FROM aside JOIN game ON game.id = game WHERE state = 1 AND aside.turn ="
	    " turns AND ends > ? ORDER BY game",
	    WITH(INT(now)), arena, games, err);
}

int
asides_expire(struct store *store, struct err *err)
{
	return query_do(store, "forget clocks that stood",
	    "DELETE FROM aside WHERE (SELECT state FROM game WHERE id = aside.game) = 2", NULL,
	    err);
}
