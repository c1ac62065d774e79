/* SPDX-License-Identifier: ISC */
/*
 * RESIGN: give up a game, on or off turn.
 *
 * Before each side has moved the game is only cancelled, and counts for nothing.
 */
#include "cmd/shared.h"

static enum outcome
run(struct request *rq, struct reply *reply, struct err *err)
{
	struct vars *vars = reply_use(reply, "resign-done");

	game_resign(rq->game, rq->side, rq->now);
	vars_game(vars, rq->game);
	vars_text(vars, "who", rq->from->userid);
	reply_show(reply, rq->game);
	if (games_save(rq->store, rq->game, err) == -1 ||
	    request_talk(rq, reply, TALK_COMMENT, err) == -1 ||
	    request_tell(rq, reply, "resign-opponent", vars, err) == -1)
		return CMD_FAILED;
	return CMD_DONE;
}

const struct cmd cmd_resign = {
	.name = "resign",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | NEEDS_RUNNING,
	.run = run,
};
