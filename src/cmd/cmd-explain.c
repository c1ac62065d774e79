/* SPDX-License-Identifier: ISC */
/*
 * EXPLAIN: what the referee thinks of a move and of those before it, also where
 * nothing repeats.  Stores nothing.
 */
#include "cmd/cmd.h"
#include "cmd/tokens.h"

#define PLIES_TOLD 8

/* Nothing, or one number: "Explain that!" is speech. */
static bool
explain_accepts(const struct order *order)
{
	return order->word_count == 0 ||
	    (order->word_count == 1 && tokens_is_number(order->words[0]));
}

static enum outcome
explain_run(struct request *rq, struct reply *reply, struct err *err)
{
	int64_t board = request_token_game(rq);
	struct game *game, then;
	struct verdict verdict;
	struct vars *vars;
	enum outcome outcome;
	int number = 0, last;

	if (rq->order->word_count > 0)
		tokens_read_number(rq->order->words[0], &board, &number);
	else if (board == 0)
		return request_which_game(rq, reply, err);
	if ((outcome = request_visible_game(rq, reply, board, &game, err)) != CMD_DONE)
		return outcome;
	last = game->length > 0 ? game_move_number(game, game->length - 1) : 0;
	if (last == 0 || number > last) {
		vars = reply_refuse(reply, last == 0 ? "explain-nothing" : "show-too-far");
		facts_game(vars, game);
		vars_number(vars, "number", number);
		vars_number(vars, "moves", last);
		return CMD_REFUSED;
	}
	then = *game;
	if (number > 0)
		then.length = game_plies_at(game, number);
	game_board_at(game, then.length, &then.board);
	game_verdict(&then, &verdict);
	vars = reply_use(reply, "explain");
	facts_game(vars, game);
	facts_last(vars, &then);
	facts_counts(vars, &then);
	facts_verdict(vars, &then, NULL, &verdict);
	if (verdict.loop_first == 0)
		facts_moves(
		    vars, &then, then.length > PLIES_TOLD ? then.length - PLIES_TOLD + 1 : 1);
	reply_show_board(reply, game, then.length);
	return CMD_DONE;
}

const struct cmd cmd_explain = {
	.name = "explain",
	.args = "WORDS",
	.accepts = explain_accepts,
	.needs = OPEN,
	.run = explain_run,
};
