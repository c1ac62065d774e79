/* SPDX-License-Identifier: ISC */
/*
 * Moves that players have planned (plans.h).
 */
#include "store/plans.h"

#include "store/stmt.h"

#define COLUMNS "game, player, kind, ply, turn, moves, made"

int
plans_put(struct store *store, const struct stored_plan *plan, struct err *err)
{
	struct query q;

	query_start(&q, store, "keep a plan",
	    "INSERT INTO plan (" COLUMNS ") VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE"
	    " SET turn = excluded.turn, moves = excluded.moves, made = excluded.made");
	query_put_int(&q, plan->game);
	query_put_int(&q, plan->player);
	query_put_int(&q, plan->kind);
	query_put_int(&q, plan->ply);
	query_put_int(&q, plan->turn);
	query_put_text(&q, plan->moves);
	query_put_int(&q, plan->made);
	return query_run(&q, err);
}

static void
read_plan(struct query *q, struct arena *arena, struct stored_plan *out)
{
	out->game = query_int(q);
	out->player = query_int(q);
	out->kind = (enum plan_kind)query_int(q);
	out->ply = query_small(q);
	out->turn = query_small(q);
	out->moves = query_text(q, arena);
	out->made = query_int(q);
}

int
plans_get(struct store *store, struct arena *arena, int64_t game, int64_t player,
    enum plan_kind kind, int turn, struct stored_plan *out, struct err *err)
{
	struct query q;
	int found;

	query_start(&q, store, "read a plan",
	    "SELECT " COLUMNS " FROM plan WHERE game = ? AND player = ? AND kind = ? AND turn = ?");
	query_put_int(&q, game);
	query_put_int(&q, player);
	query_put_int(&q, kind);
	query_put_int(&q, turn);
	if ((found = query_next(&q, err)) != 1)
		return found;
	read_plan(&q, arena, out);
	query_end(&q);
	return 1;
}

static void
put_key(struct query *q, const struct stored_plan *plan)
{
	query_put_int(q, plan->game);
	query_put_int(q, plan->player);
	query_put_int(q, plan->kind);
	query_put_int(q, plan->ply);
}

int
plans_wait(struct store *store, const struct stored_plan *plan, int turn, struct err *err)
{
	struct query q;

	query_start(&q, store, "go on with a plan",
	    "UPDATE plan SET turn = ? WHERE game = ? AND player = ? AND kind = ? AND ply = ?");
	query_put_int(&q, turn);
	put_key(&q, plan);
	return query_run_one(&q, err);
}

int
plans_remove(struct store *store, const struct stored_plan *plan, struct err *err)
{
	struct query q;

	query_start(&q, store, "drop a plan",
	    "DELETE FROM plan WHERE game = ? AND player = ? AND kind = ? AND ply = ?");
	put_key(&q, plan);
	return query_run_one(&q, err);
}

int
plans_list(struct store *store, struct arena *arena, int64_t game, int64_t player,
    struct stored_plan **out, struct err *err)
{
	struct query q;
	struct stored_plan *rows = NULL;
	int count = 0, more;

	query_start(&q, store, "list plans",
	    "SELECT " COLUMNS " FROM plan WHERE game = ?1 AND ?2 IN (0, player) ORDER BY ply,"
	    " player, kind");
	query_put_int(&q, game);
	query_put_int(&q, player);
	while ((more = query_next(&q, err)) == 1) {
		rows = rows_more(arena, rows, count, sizeof *rows);
		read_plan(&q, arena, &rows[count++]);
	}
	*out = rows;
	return more == 0 ? count : -1;
}
