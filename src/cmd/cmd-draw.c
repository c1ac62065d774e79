/* SPDX-License-Identifier: ISC */
/*
 * DRAW: offer a draw, or agree to the one that is offered.
 *
 * An offer lapses with the opponent's next move and is never accepted by
 * silence (riverpost-commands(7)).
 */
#include "cmd/cmd.h"

static enum outcome
draw_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct game *game = rq->game;
	enum outcome outcome;

	if (game->draw_offered && game->draw_by != rq->side) {
		if ((outcome = request_is_current(rq, reply)) != CMD_DONE)
			return outcome;
		game_agree_draw(game, rq->now);
		return request_finish(rq, reply, "draw-agreed", "draw-agreed", err);
	}
	if (game->draw_offered)
		return request_refuse(rq, reply, "draw-already-offered");
	if (!game_may_offer_draw(game, rq->side)) {
		request_refuse(rq, reply, "draw-too-soon");
		vars_number(reply->sender->last->vars, "moves", DRAW_REPEAT_MOVES);
		return CMD_REFUSED;
	}
	game_offer_draw(game, rq->side);
	return request_finish(rq, reply, "draw-offered", "draw-offered-opponent", err);
}

const struct cmd cmd_draw = {
	.name = "draw",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | NEEDS_RUNNING,
	.run = draw_run,
};
