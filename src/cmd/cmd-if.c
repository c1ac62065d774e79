/* SPDX-License-Identifier: ISC */
/*
 * IF: answers to the opponent's replies, planned ahead.
 *
 * Lines below a move belong to it (cmd/parse.c); here they stand by themselves, while the
 * opponent is to move, and take the place of those that wait.
 */
#include "base/arena.h"
#include "cmd/cmd.h"
#include "cmd/planned.h"
#include "store/plans.h"

static enum outcome
drop(struct request *rq, struct reply *reply, struct err *err)
{
	struct stored_plan plan;
	int found = plans_get(
	    rq->store, rq->arena, rq->game->id, rq->from->id, PLAN_IF, rq->game->turns, &plan, err);

	if (found == 0)
		return request_refuse(rq, reply, "if-nothing");
	if (found == -1 || plans_remove(rq->store, &plan, err) == -1)
		return CMD_FAILED;
	facts_game(reply_use(reply, "if-off"), rq->game);
	reply_show(reply, rq->game);
	return CMD_DONE;
}

static enum outcome
if_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct plan *plan = arena_alloc(rq->arena, sizeof *plan);
	enum outcome outcome = request_is_current(rq, reply, 1);

	if (outcome != CMD_DONE)
		return outcome;
	if (rq->order->plan[0] == '\0')
		return drop(rq, reply, err);
	if (game_turn(rq->game) == rq->side)
		return request_refuse(rq, reply, "if-your-turn");
	outcome = planned_read(rq, reply, &rq->game->board, rq->order->plan, plan);
	if (outcome == CMD_DONE && planned_keep(rq, reply, plan, err) == -1)
		return CMD_FAILED;
	return outcome;
}

const struct cmd cmd_if = {
	.name = "if",
	.args = "GAME AUTH PLAN",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | NEEDS_RUNNING,
	.run = if_run,
};
