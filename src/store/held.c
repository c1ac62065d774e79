/* SPDX-License-Identifier: ISC */
/*
 * Turns that are left to a digest (held.h).
 */
#include "store/held.h"

#include "store/games.h"
#include "store/stmt.h"

int
held_add(struct store *store, const struct held *held, int64_t now, struct err *err)
{
	if (query_do(store, "note that a turn is left to a digest",
		"INSERT OR REPLACE INTO held (game, turn, player, due) VALUES (?, ?, ?, ?)",
		WITH(INT(held->game), INT(held->turn), INT(held->player), INT(held->due)),
		err) == -1)
		return -1;
	return games_answered(store, held->game, held->turn, now, err) == -1 ? -1 : 0;
}

/* Sets held->due; 0 or -1. */
static int
find(struct store *store, struct held *held, struct err *err)
{
	return query_number(store, "look for a turn that is left to a digest",
	    "SELECT coalesce((SELECT due FROM held WHERE game = ? AND turn = ? AND player = ?), 0)",
	    WITH(INT(held->game), INT(held->turn), INT(held->player)), &held->due, err);
}

int
held_overdue(struct store *store, struct held *held, int64_t before, int64_t now, struct err *err)
{
	if (find(store, held, err) == -1)
		return -1;
	if (held->due == 0 || now <= held->due || before >= held->due)
		return 0;
	if (query_do(store, "note until when a digest was late",
		"UPDATE held SET due = ? WHERE game = ?", WITH(INT(now), INT(held->game)),
		err) == -1)
		return -1;
	return games_give(store, held->game, held->turn, now - held->due, err);
}

int
held_told(struct store *store, struct held *held, int64_t when, struct err *err)
{
	if (find(store, held, err) == -1)
		return -1;
	if (held->due == 0)
		return 0;
	if (query_do(store, "note that a turn was told", "DELETE FROM held WHERE game = ?",
		WITH(INT(held->game)), err) == -1)
		return -1;
	return when > held->due ? games_give(store, held->game, held->turn, when - held->due, err) :
				  0;
}

int
held_give_back(struct store *store, int64_t seconds, struct err *err)
{
	return query_do(store, "give time back to digests", "UPDATE held SET due = due + ?",
	    WITH(INT(seconds)), err);
}
