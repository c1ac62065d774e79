/* SPDX-License-Identifier: ISC */
/*
 * QUEUE, UNQUEUE: one move for the next turn, whatever the opponent plays; dropped.
 *
 * It is read on the board as if the opponent passed, and refused where it can never become
 * legal: no move of his brings a piece of one's own to another square.
 */
#include "base/arena.h"
#include "cmd/cmd.h"
#include "cmd/facts.h"
#include "cmd/glossary.h"
#include "rules/notation.h"
#include "store/plans.h"

/* May the opponent's next move make it legal? */
static bool
may_become_legal(enum refusal refusal)
{
	return refusal == MOVE_OWN_PIECE || refusal == MOVE_BLOCKED || refusal == MOVE_SCREENS ||
	    refusal == MOVE_LEAVES_CHECK || refusal == MOVE_KINGS_FACE;
}

static enum outcome
queue_run(struct request *rq, struct reply *reply, struct err *err)
{
	const struct game *game = rq->game;
	enum outcome outcome = request_is_current(rq, reply, 1);
	struct stored_plan plan = { .game = game->id,
		.player = rq->from->id,
		.kind = PLAN_QUEUE,
		.ply = game->length,
		.turn = game->turns,
		.made = rq->now };
	struct board board = game->board;
	struct reading reading;
	struct vars *vars;
	char text[8];

	if (outcome != CMD_DONE)
		return outcome;
	if (game_turn(game) == rq->side)
		return request_refuse(rq, reply, "queue-your-turn");
	if (rq->order->number != 0 &&
	    rq->order->number != game_move_number(game, game->length + 1)) {
		request_refuse(rq, reply, "queue-other-number");
		vars = reply->sender->last->vars;
		vars_number(vars, "number", rq->order->number);
		vars_number(vars, "next", game_move_number(game, game->length + 1));
		return CMD_REFUSED;
	}
	board_set_turn(&board, rq->side);
	glossary_read_move(
	    rq->settings->glossary, rq->from->language, rq->order->move, &board, &reading);
	if (reading.kind != READ_MOVE &&
	    (reading.kind != READ_ILLEGAL || !may_become_legal(reading.why.refusal)))
		return request_refuse_reading(rq, reply, rq->order->move, &board, &reading);
	move_write(reading.move, text);
	plan.moves = text;
	vars = reply_use(reply, "queue-done");
	facts_game(vars, game);
	facts_placed(vars, "move", &board, reading.move);
	vars_flag(vars, "illegal", reading.kind == READ_ILLEGAL);
	facts_refusal(vars, &board, &reading);
	reply_show(reply, rq->game);
	return plans_put(rq->store, &plan, err) == -1 ? CMD_FAILED : CMD_DONE;
}

const struct cmd cmd_queue = {
	.name = "queue",
	.aliases = "qmove",
	.args = "GAME AUTH MOVE",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | NEEDS_RUNNING,
	.run = queue_run,
};

static enum outcome
unqueue_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct stored_plan plan;
	struct board board = rq->game->board;
	struct vars *vars;
	struct move move;
	int found = plans_get(rq->store, rq->arena, rq->game->id, rq->from->id, PLAN_QUEUE,
	    rq->game->turns, &plan, err);

	if (found == -1)
		return CMD_FAILED;
	if (found == 0 || !move_read(plan.moves, &move))
		return request_refuse(rq, reply, "unqueue-nothing");
	vars = reply_use(reply, "unqueue-done");
	facts_game(vars, rq->game);
	board_set_turn(&board, rq->side);
	facts_placed(vars, "move", &board, move);
	reply_show(reply, rq->game);
	return plans_remove(rq->store, &plan, err) == -1 ? CMD_FAILED : CMD_DONE;
}

const struct cmd cmd_unqueue = {
	.name = "unqueue",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | NEEDS_RUNNING,
	.run = unqueue_run,
};
