/* SPDX-License-Identifier: ISC */
/*
 * QUEUE, UNQUEUE: one move for the next turn, whatever the opponent plays; dropped.
 *
 * It is read on the board as if the opponent passed, and refused where it can never become
 * legal: no move of his brings a piece of one's own to another square.
 */
#include "cmd/cmd.h"
#include "cmd/reading.h"
#include "play/glossary.h"
#include "play/play.h"

enum outcome
queue_run(struct request *rq, struct err *err)
{
	const struct game *game = rq->game;
	struct board board = game->board;
	int number = rq->order->number, next = game_move_number(game, game->length + 1);
	struct reading reading;
	struct vars *vars;

	/* The move itself, if it can be played. */
	if (game_turn(game) == rq->side) {
		vars = reply_refuse_game(rq->reply, rq->game, "queue-your-turn");
		return reading_offer_now(rq, vars, rq->order->move, err) == -1 ? FAILED : REFUSED;
	}
	if (number != 0 && number != next) {
		vars = reply_refuse_game(rq->reply, rq->game, "queue-other-number");
		vars_number(vars, "number", number);
		vars_number(vars, "next", next);
		return REFUSED;
	}
	board_set_turn(&board, rq->side);
	reading_read(rq, rq->order->move, &board, &reading);
	if (reading.kind != READ_MOVE &&
	    (reading.kind != READ_ILLEGAL || !play_may_become_legal(reading.why.refusal)))
		return reading_refuse(rq, rq->order->move, &board, &reading, err);
	return play_queue(request_act(rq), reading.move, err);
}

enum outcome
unqueue_run(struct request *rq, struct err *err)
{
	return play_unqueue(request_act(rq), err);
}
