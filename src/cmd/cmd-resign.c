/* SPDX-License-Identifier: ISC */
/*
 * RESIGN: give up a game, on or off turn.
 *
 * Before each side has moved the game is only cancelled, and counts for nothing.
 * Mail is slow: what a player gave up months ago may have been won since, so that an
 * answer counts for the turn of its letter and the one after it.
 */
#include "cmd/cmd.h"

static enum outcome
resign_run(struct request *rq, struct reply *reply, struct err *err)
{
	enum outcome outcome = request_is_current(rq, reply, 1);

	if (outcome != CMD_DONE)
		return outcome;
	game_resign(rq->game, rq->side, rq->now);
	return request_finish(rq, reply, "resign-done", "resign-opponent", err);
}

const struct cmd cmd_resign = {
	.name = "resign",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | NEEDS_RUNNING,
	.run = resign_run,
};
