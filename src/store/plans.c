/* SPDX-License-Identifier: ISC */
/*
 * Moves that players have planned (plans.h).
 */
#include "store/plans.h"

#include "store/columns.h"

#define C(name, member) COLUMN(name, struct stored_plan, member, LISTED | ADDED)
static const struct column columns[] = {
	C("game", game),
	C("player", player),
	C("kind", kind),
	C("ply", ply),
	C("turn", turn),
	C("moves", moves),
	C("made", made),
};
static const struct table plans = TABLE("plan", struct stored_plan, columns);

#define OF(plan) INT((plan)->game), INT((plan)->player), INT((plan)->kind), INT((plan)->ply)

int
plans_put(struct store *store, const struct stored_plan *plan, struct err *err)
{
	return row_add(store, "keep a plan", &plans, plan,
	    "ON CONFLICT DO UPDATE SET turn = excluded.turn, moves = excluded.moves, made ="
	    " excluded.made",
	    NULL, err);
}

int
plans_get(struct store *store, struct arena *arena, int64_t game, int64_t player,
    enum plan_kind kind, int turn, struct stored_plan *out, struct err *err)
{
	return row_find(store, "read a plan", &plans,
	    "WHERE game = ? AND player = ? AND kind = ? AND turn = ?",
	    WITH(INT(game), INT(player), INT(kind), INT(turn)), arena, out, err);
}

int
plans_wait(struct store *store, const struct stored_plan *plan, int turn, struct err *err)
{
	return query_do_one(store, "go on with a plan",
	    "UPDATE plan SET turn = ? WHERE game = ? AND player = ? AND kind = ? AND ply = ?",
	    WITH(INT(turn), OF(plan)), err);
}

int
plans_remove(struct store *store, const struct stored_plan *plan, struct err *err)
{
	return query_do_one(store, "drop a plan",
	    "DELETE FROM plan WHERE game = ? AND player = ? AND kind = ? AND ply = ?",
	    WITH(OF(plan)), err);
}

int
plans_list(struct store *store, struct arena *arena, int64_t game, int64_t player,
    struct stored_plan **out, struct err *err)
{
	return rows_list(store, "list plans", &plans,
	    "WHERE game = ?1 AND ?2 IN (0, player) ORDER BY ply, player, kind",
	    WITH(INT(game), INT(player)), arena, out, err);
}
