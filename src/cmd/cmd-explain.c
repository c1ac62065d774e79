/* SPDX-License-Identifier: ISC */
/*
 * EXPLAIN: what the referee thinks of a move and of those before it, also where
 * nothing repeats.  Stores nothing.
 */
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/tokens.h"

#define PLIES_TOLD 8
#define NOW        -1 /* the last move */

/* Nothing, or one number: "Explain that!" is speech. */
static bool
explain_accepts(const struct order *order)
{
	return order->word_count == 0 ||
	    (order->word_count == 1 && tokens_is_number(order->words[0]));
}

/* The game after so many plies, at least one. */
static void
tell(struct reply *reply, struct game *game, int plies)
{
	struct game then = *game;
	struct verdict verdict;
	struct vars *vars = reply_use(reply, "explain");
	bool last = plies == game->length;

	then.length = plies;
	game_board_at(game, plies, &then.board);
	game_verdict(&then, &verdict);
	facts_game(vars, game);
	/* What the referee has not decided, a player or the clock may have. */
	vars_flag(vars, "ended",
	    game->state == GAME_OVER && last &&
		(verdict.kind == VERDICT_NONE || verdict.kind == VERDICT_WARN));
	facts_last(vars, &then);
	facts_counts(vars, &then);
	facts_verdict(vars, &then, NULL, &verdict);
	if (verdict.loop_first == 0)
		facts_moves(vars, &then, plies > PLIES_TOLD ? plies - PLIES_TOLD + 1 : 1);
	reply_show_board(reply, game, plies);
}

static enum outcome
explain_run(struct request *rq, struct reply *reply, struct err *err)
{
	int64_t board = request_token_game(rq);
	int number = NOW, last;
	struct game *game;
	struct vars *vars;
	enum outcome outcome;

	if (rq->order->word_count > 0) {
		const char *word = rq->order->words[0];

		tokens_read_number(word, &board, &number);
		if (strchr(word + 1, '#') == NULL)
			number = NOW;
	} else if (board == 0) {
		return request_which_game(rq, reply, err);
	}
	if ((outcome = request_visible_game(rq, reply, board, &game, err)) != CMD_DONE)
		return outcome;
	last = game->length > 0 ? game_move_number(game, game->length - 1) : 0;
	if (last > 0 && number != 0 && number <= last) {
		tell(reply, game, number == NOW ? game->length : game_plies_at(game, number));
		return CMD_DONE;
	}
	vars = reply_refuse(reply, last > 0 && number > 0 ? "show-too-far" : "explain-nothing");
	facts_game(vars, game);
	vars_number(vars, "number", number);
	vars_number(vars, "moves", last);
	return CMD_REFUSED;
}

const struct cmd cmd_explain = {
	.name = "explain",
	.args = "WORDS",
	.accepts = explain_accepts,
	.needs = OPEN,
	.run = explain_run,
};
