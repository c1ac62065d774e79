/* SPDX-License-Identifier: ISC */
/*
 * DRAW: offer a draw, or agree to the one that is offered.
 *
 * An offer lapses with the opponent's next move and is never accepted by
 * silence (riverpost-commands(7)).
 */
#include "cmd/shared.h"

static enum outcome
refuse(struct request *rq, struct reply *reply, const char *template)
{
	struct vars *vars = reply_refuse(reply, template);

	vars_game(vars, rq->game);
	vars_number(vars, "moves", DRAW_REPEAT_MOVES);
	reply_show(reply, rq->game);
	return CMD_REFUSED;
}

static enum outcome
run(struct request *rq, struct reply *reply, struct err *err)
{
	struct game *game = rq->game;
	bool agreed = game->draw_offered && game->draw_by != rq->side;
	struct vars *vars;
	enum outcome outcome;

	if (agreed) {
		if ((outcome = request_is_current(rq, reply)) != CMD_DONE)
			return outcome;
		game_agree_draw(game, rq->now);
	} else if (game->draw_offered) {
		return refuse(rq, reply, "draw-already-offered");
	} else if (!game_may_offer_draw(game, rq->side)) {
		return refuse(rq, reply, "draw-too-soon");
	} else {
		game_offer_draw(game, rq->side);
	}
	vars = reply_use(reply, agreed ? "draw-agreed" : "draw-offered");
	vars_game(vars, game);
	vars_text(vars, "who", rq->from->userid);
	reply_show(reply, game);
	if (games_save(rq->store, game, err) == -1 ||
	    request_talk(rq, reply, TALK_COMMENT, err) == -1 ||
	    request_tell(rq, reply, agreed ? "draw-agreed" : "draw-offered-opponent", vars, err) ==
		-1)
		return CMD_FAILED;
	return CMD_DONE;
}

const struct cmd cmd_draw = {
	.name = "draw",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | NEEDS_RUNNING,
	.run = run,
};
