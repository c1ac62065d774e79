/* SPDX-License-Identifier: ISC */
/*
 * MOVE: play a move.
 *
 * Mail is slow and arrives twice: a move in an answer is played only at the ply
 * its letter was about, and a move with "#n" only as that move.
 */
#include "base/arena.h"
#include "cmd/cmd.h"
#include "cmd/facts.h"
#include "cmd/glossary.h"
#include "cmd/planned.h"
#include "rules/notation.h"

enum outcome
move_play(struct request *rq, struct reply *reply, const struct reading *reading,
    const struct plan *plan, struct err *err)
{
	struct move move = reading->move;
	struct ply ply = { .received = rq->received, .committed = rq->now, .letter = rq->letter };
	struct board before = rq->game->board;
	struct verdict verdict;
	struct vars *vars;
	enum play result = game_play(rq->game, move, &ply, &verdict);
	bool lost = result == PLAY_LOST;

	if (result == PLAY_REFUSED) {
		request_refuse(rq, reply, "move-against-rules");
		vars = reply->sender->last->vars;
		facts_placed(vars, "move", &before, move);
		facts_verdict(vars, rq->game, &move, &verdict);
		/* The attempt counts. */
		return games_save(rq->store, rq->game, err) == -1 ? CMD_FAILED : CMD_REFUSED;
	}
	vars = reply_use(reply, lost ? "move-lost" : "move-done");
	vars_text(vars, "mover", rq->from->userid);
	vars_flag(vars, "read-so", reading->has_other_sense);
	vars_text(vars, "text", rq->order->move != NULL ? rq->order->move : "");
	vars_text(
	    vars, "letters", glossary_name_of_letters(rq->settings->glossary, reading->letters));
	facts_move(vars, &before, move);
	facts_game(vars, rq->game);
	facts_verdict(vars, rq->game, lost ? &move : NULL, &verdict);
	reply_show(reply, rq->game);
	if (request_tell(rq, reply, TALK_COMMENT, lost ? "move-lost-opponent" : "move-opponent",
		vars, err) == -1)
		return CMD_FAILED;
	if (plan != NULL && rq->game->state == GAME_PLAYING &&
	    planned_keep(rq, reply, plan, err) == -1)
		return CMD_FAILED;
	if (planned_play(rq, reply, err) == -1 || games_save(rq->store, rq->game, err) == -1)
		return CMD_FAILED;
	return CMD_DONE;
}

/* A move and its conditional lines are one: all of it is done, or nothing. */
static enum outcome
play_with_plan(
    struct request *rq, struct reply *reply, const struct reading *reading, struct err *err)
{
	struct board after = rq->game->board;
	struct plan *plan = NULL;

	if (rq->order->plan != NULL) {
		plan = arena_alloc(rq->arena, sizeof *plan);
		board_play(&after, reading->move);
		if (planned_read(rq, reply, &after, rq->order->plan, plan) != CMD_DONE)
			return CMD_REFUSED;
	}
	return move_play(rq, reply, reading, plan, err);
}

static enum outcome
move_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct game *game = rq->game;
	const char *text = rq->order->move;
	struct reading reading;
	enum outcome outcome = request_is_current(rq, reply, 0);
	int number = rq->order->number, next = game_move_number(game, game->length);
	bool my_turn = game_turn(game) == rq->side;

	if (outcome != CMD_DONE)
		return outcome;
	if (!my_turn || (number != 0 && number != next)) {
		request_refuse(rq, reply, my_turn ? "move-other-number" : "move-not-your-turn");
		vars_number(reply->sender->last->vars, "number", number);
		vars_number(reply->sender->last->vars, "next", next);
		return CMD_REFUSED;
	}
	if (glossary_read_move(rq->settings->glossary, rq->from->language, text, &game->board,
		&reading) == READ_MOVE)
		return play_with_plan(rq, reply, &reading, err);
	return request_refuse_reading(rq, reply, text, &game->board, &reading);
}

const struct cmd cmd_move = {
	.name = "move",
	.aliases = "mvoe moev mov mv play",
	.args = "GAME AUTH MOVE",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | NEEDS_RUNNING,
	.run = move_run,
};
