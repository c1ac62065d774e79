/* SPDX-License-Identifier: ISC */
/*
 * CLAIM: the opponent's time is up, in a game where only that ends it.
 *
 * The game ends when every letter that waits has been read (server/tick.c): a move that
 * arrived in time is in time.
 */
#include "base/clock.h"
#include "cmd/cmd.h"

static enum outcome
claim_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct game *game = rq->game;
	int64_t deadline = game_deadline(game);
	const char *refused = NULL;
	struct turn_clock clock = game_clock(game);

	if (request_is_current(rq, reply, 0) != CMD_DONE)
		return CMD_REFUSED;
	if (game_turn(game) == rq->side)
		refused = "claim-your-turn";
	else if (deadline == 0)
		refused = "claim-no-clock";
	else if (rq->now < deadline)
		refused = "claim-too-early";
	else if (!game->terms.by_claim)
		refused = "claim-needless";
	if (refused != NULL) {
		struct vars *vars;

		request_refuse(rq, reply, refused);
		vars = reply->sender->last->vars;
		vars_time(vars, "deadline", deadline);
		facts_span(vars, "time-left", clock.allowed - clock_spent(&clock, rq->now));
		return CMD_REFUSED;
	}
	game->is_claimed = true;
	return request_finish(rq, reply, "claim-done", "claim-opponent", err);
}

const struct cmd cmd_claim = {
	.name = "claim",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | NEEDS_RUNNING,
	.run = claim_run,
};
