/* SPDX-License-Identifier: ISC */
/*
 * SUBMIT: a move in two steps: the board after it comes back, and "confirm" plays it.
 *
 * The dispatcher makes "confirm" about a game a submit without a move.
 */
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/facts.h"
#include "cmd/glossary.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "store/plans.h"

/* The board after the move is shown; the letter belongs to the game all the same. */
static void
show_after(struct request *rq, struct reply *reply, struct move move)
{
	struct game *after = game_new(rq->arena, rq->now);
	struct ply unplayed = { 0 };
	const char *why;

	game_set_start(after, rq->game->start_fen, &why);
	memcpy(after->seat, rq->game->seat, sizeof after->seat);
	after->id = rq->game->id;
	for (int i = 0; i < rq->game->length; i++)
		game_replay(after, rq->game->moves[i], &rq->game->plies[i]);
	game_replay(after, move, &unplayed);
	reply_show_board(reply, after, after->length);
	reply->sender->game = rq->game;
}

static enum outcome
submit(struct request *rq, struct reply *reply, struct move move, struct err *err)
{
	struct game *game = rq->game;
	struct stored_plan plan = { .game = game->id,
		.player = rq->from->id,
		.kind = PLAN_SUBMIT,
		.ply = game->length,
		.turn = game->turns,
		.made = rq->now };
	struct verdict verdict;
	struct vars *vars;
	char text[8];

	if (!game_may_play(game, move, &verdict)) {
		request_refuse(rq, reply, "submit-against-rules");
		vars = reply->sender->last->vars;
		vars_flag(vars, "previewed", true);
		facts_placed(vars, "move", &game->board, move);
		facts_verdict(vars, game, &move, &verdict);
		return CMD_REFUSED;
	}
	move_write(move, text);
	plan.moves = text;
	if (plans_put(rq->store, &plan, err) == -1)
		return CMD_FAILED;
	vars = reply_use(reply, "submit-done");
	facts_game(vars, game);
	facts_move(vars, &game->board, move);
	vars_text(vars, "opponent", game->seat[side_other(rq->side)].userid);
	vars_flag(vars, "words", rq->comment[0] != '\0' && !rq->comment_taken);
	show_after(rq, reply, move);
	return CMD_DONE;
}

/* "confirm" */
static enum outcome
play_submitted(struct request *rq, struct reply *reply, struct err *err)
{
	struct reading reading = { .kind = READ_MOVE, .form = NOTATION_COORDINATES };
	struct stored_plan plan;
	int found = plans_get(rq->store, rq->arena, rq->game->id, rq->from->id, PLAN_SUBMIT,
	    rq->game->turns, &plan, err);

	if (found == -1)
		return CMD_FAILED;
	if (found == 0 || !move_read(plan.moves, &reading.move) ||
	    !move_is_legal(&rq->game->board, reading.move))
		return request_refuse(rq, reply, "submit-nothing");
	if (plans_remove(rq->store, &plan, err) == -1)
		return CMD_FAILED;
	return move_play(rq, reply, &reading, NULL, err);
}

static enum outcome
submit_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct game *game = rq->game;
	const struct order *order = rq->order;
	enum outcome outcome = request_is_current(rq, reply, 0);
	int next = game_move_number(game, game->length);
	struct reading reading;
	struct vars *vars;

	if (outcome != CMD_DONE)
		return outcome;
	if (order->move == NULL)
		return play_submitted(rq, reply, err);
	if (game_turn(game) != rq->side || (order->number != 0 && order->number != next)) {
		request_refuse(rq, reply,
		    game_turn(game) != rq->side ? "move-not-your-turn" : "move-other-number");
		vars = reply->sender->last->vars;
		vars_number(vars, "number", order->number);
		vars_number(vars, "next", next);
		return CMD_REFUSED;
	}
	if (glossary_read_move(rq->settings->glossary, rq->from->language, order->move,
		&game->board, &reading) != READ_MOVE)
		return request_refuse_reading(rq, reply, order->move, &game->board, &reading);
	return submit(rq, reply, reading.move, err);
}

const struct cmd cmd_submit = {
	.name = "submit",
	.args = "GAME AUTH MOVE",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | NEEDS_RUNNING,
	.run = submit_run,
};
