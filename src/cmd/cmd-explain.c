/* SPDX-License-Identifier: ISC */
/*
 * EXPLAIN: what the referee thinks of a move and of those before it, also where
 * nothing repeats; what a result did to ratings.  Stores nothing.
 */
#include <math.h>
#include <string.h>

#include "cmd/cmd.h"
#include "speak/tokens.h"

#define PLIES_TOLD 8

/* The game after so many plies, at least one. */
static void
tell(struct request *rq, struct game *game, int plies)
{
	struct game *then = game_at(game, plies);
	struct verdict verdict;
	struct vars *vars = reply_use(rq->reply, "explain");
	bool last = plies == game->length;

	game_verdict(then, &verdict);
	facts_game(vars, game);
	/* What the referee has not decided, a player or the clock may have. */
	vars_flag(vars, "ended",
	    game->state == GAME_OVER && last &&
		(verdict.kind == VERDICT_NONE || verdict.kind == VERDICT_WARN));
	facts_last(vars, then);
	/* Of a game that is over nothing is near any more, unless that has ended it. */
	if (game->state != GAME_OVER || !last || ending_is_by_verdict(game->ending))
		facts_counts(vars, then);
	facts_verdict(vars, then, NULL, &verdict);
	if (verdict.loop_first == 0)
		facts_moves(vars, then, plies > PLIES_TOLD ? plies - PLIES_TOLD + 1 : 1);
	reply_show_board(rq->reply, game, plies);
}

static enum outcome
tell_rating(struct request *rq, const struct game *game)
{
	struct vars *vars;
	double expected;

	vars = game->is_counted ? reply_use(rq->reply, "rating-explained") :
				  reply_refuse(rq->reply, "rating-not-counted");
	facts_game(vars, game);
	facts_ratings(vars, game);
	vars_flag(vars, "unrated",
	    !game->is_rated && game->unrated <= UNRATED_OFTEN); /* from its start */
	vars_flag(vars, "left-early", game->unrated == UNRATED_LEFT);
	vars_flag(vars, "unplayed-match", game->unrated == UNRATED_UNPLAYED);
	vars_time(vars, "ended", game->ended);
	if (!game->is_counted)
		return REFUSED;
	expected = rating_expected(&game->before[RED], &game->before[GREEN]);
	vars_number(vars, "red-expected", lround(100 * expected));
	expected = rating_expected(&game->before[GREEN], &game->before[RED]);
	vars_number(vars, "green-expected", lround(100 * expected));
	vars_text(vars, "red-score",
	    game->result == RESULT_RED      ? "1" :
		game->result == RESULT_DRAW ? "1/2" :
					      "0");
	vars_text(vars, "green-score",
	    game->result == RESULT_GREEN    ? "1" :
		game->result == RESULT_DRAW ? "1/2" :
					      "0");
	return DONE;
}

enum outcome
explain_run(struct request *rq, struct err *err)
{
	int64_t board = request_token_game(rq);
	const struct order *order = rq->order;
	bool is_rating = order->word_count > 0 && strcmp(order->words[0], "rating") == 0;
	int number = TOKENS_NOW, last;
	struct game *game;
	enum outcome outcome;

	if (order->word_count > is_rating)
		tokens_read_boards(order->words[is_rating], &board, &number, &last);
	else if (board == 0)
		return request_which_game(rq, err);
	if ((outcome = request_visible_game(rq, board, &game, err)) != DONE)
		return outcome;
	if (is_rating)
		return tell_rating(rq, game);
	if (game->length == 0 || number == 0) {
		facts_game(reply_refuse(rq->reply, "explain-nothing"), game);
		return REFUSED;
	}
	if ((outcome = request_is_played(rq, game, number)) != DONE)
		return outcome;
	tell(rq, game, number == TOKENS_NOW ? game->length : game_plies_at(game, number));
	return DONE;
}
