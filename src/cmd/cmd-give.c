/* SPDX-License-Identifier: ISC */
/*
 * GIVE: more time for the opponent, in his bank or for his next move.
 */
#include "cmd/cmd.h"

static bool
give_accepts(const struct order *order)
{
	int64_t seconds;

	return duration_read(order->words[0], &seconds);
}

static enum outcome
give_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct game *game = rq->game;
	enum side other = side_other(rq->side);
	struct vars *vars;
	int64_t seconds;

	duration_read(rq->order->words[0], &seconds);
	if (game->terms.move == 0 && game->terms.bank == 0)
		return request_refuse(rq, reply, "give-no-clock");
	if (game->given[other] + seconds > TIME_MAX || game->bank[other] + seconds > TIME_MAX)
		return request_refuse(rq, reply, "give-too-much");
	game_give(game, other, seconds);
	vars = reply_use(reply, "give-done");
	facts_game(vars, game);
	vars_text(vars, "who", rq->from->userid);
	vars_text(vars, "to", game->seat[other].userid);
	facts_span(vars, "gift", seconds);
	reply_show(reply, game);
	if (games_save(rq->store, game, err) == -1 ||
	    request_tell(rq, reply, TALK_COMMENT, "give-opponent", vars, err) == -1)
		return CMD_FAILED;
	return CMD_DONE;
}

const struct cmd cmd_give = {
	.name = "give",
	.args = "GAME AUTH WORD",
	.accepts = give_accepts,
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | NEEDS_RUNNING,
	.run = give_run,
};
