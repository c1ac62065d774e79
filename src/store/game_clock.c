/* SPDX-License-Identifier: ISC */
/*
 * Games that are not over: how many, which clocks run (games.h).
 */
#include "store/games.h"
#include "store/stmt.h"

int
games_count(struct store *store, int64_t player, struct err *err)
{
	struct query q;
	int64_t count;

	query_start(&q, store, "count games",
	    "SELECT count(*) FROM game"
	    " WHERE state <> 2 AND (red = ?1 OR green = ?1)");
	query_put_int(&q, player);
	return query_number(&q, &count, err) == -1 ? -1 : (int)count;
}

int
games_waiting(struct store *store, struct arena *arena, int64_t **out, struct err *err)
{
	struct query q;
	int64_t *ids = NULL;
	int count = 0, more;

	query_start(&q, store, "list running games",
	    "SELECT id FROM game WHERE state <> 2"
	    " ORDER BY turn_since, id");
	while ((more = query_next(&q, err)) == 1) {
		ids = rows_more(arena, ids, count, sizeof *ids);
		ids[count++] = query_int(&q);
	}
	*out = ids;
	return more == 0 ? count : -1;
}

int
games_asked(struct store *store, int64_t game, int64_t letter, int64_t when, struct err *err)
{
	struct query q;

	query_start(&q, store, "add waiting time to the first clock",
	    "UPDATE game"
	    " SET turn_since = max(started, ?3) FROM outbox AS asks WHERE game.id = ?1"
	    " AND game.state = 1 AND length = 0 AND turn_since = started AND asks.id = ?2"
	    " AND asks.player = iif(turn = 0, red, green) AND asks.created = started"
	    " AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.game = ?1 AND id <> ?2"
	    " AND player = asks.player AND created = asks.created AND state = 1)");
	query_put_int(&q, game);
	query_put_int(&q, letter);
	query_put_int(&q, when);
	return query_run(&q, err);
}

int
games_give_back(struct store *store, int64_t seconds, struct err *err)
{
	struct query q;

	query_start(&q, store, "give time back",
	    "UPDATE game SET turn_since = turn_since + ?"
	    " WHERE state <> 2");
	query_put_int(&q, seconds);
	return query_run(&q, err);
}
