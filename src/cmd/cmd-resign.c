/* SPDX-License-Identifier: ISC */
/*
 * RESIGN: give up a game, on or off turn.
 *
 * Before each side has moved the game is only cancelled, and counts for nothing.
 */
#include "cmd/cmd.h"

static enum outcome
resign_run(struct request *rq, struct reply *reply, struct err *err)
{
	game_resign(rq->game, rq->side, rq->now);
	return request_finish(rq, reply, "resign-done", "resign-opponent", err);
}

const struct cmd cmd_resign = {
	.name = "resign",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | NEEDS_RUNNING,
	.run = resign_run,
};
