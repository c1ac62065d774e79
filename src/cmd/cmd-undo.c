/* SPDX-License-Identifier: ISC */
/*
 * UNDO: offer to take moves back, to where the one who offers was last to move.
 *
 * The other answers it (cmd-accept.c).  The offer lapses with the opponent's next move and
 * is never accepted by silence; a second undo is no answer to the first, for it would lead
 * somewhere else.
 */
#include "cmd/cmd.h"

static enum outcome
undo_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct game *game = rq->game;
	enum outcome outcome = request_is_current(rq, reply, 1);
	int to = game_undo_to(game, rq->side);
	struct vars *vars;

	if (outcome != CMD_DONE)
		return outcome;
	if (game->undo_offered)
		return request_refuse(rq, reply,
		    game->undo_by == rq->side ? "undo-already-offered" : "undo-answer-first");
	if (to == -1)
		return request_refuse(rq, reply, "undo-nothing");
	if (!game_may_offer_undo(game, rq->side)) {
		request_refuse(rq, reply, "undo-too-soon");
		vars_number(reply->sender->last->vars, "moves", OFFER_REPEAT_MOVES);
		return CMD_REFUSED;
	}
	game_offer_undo(game, rq->side);
	vars = reply_use(reply, "undo-offered");
	facts_game(vars, game);
	facts_undo(vars, game, to);
	vars_text(vars, "who", rq->from->userid);
	reply_show(reply, game);
	if (games_save(rq->store, game, err) == -1 ||
	    request_tell(rq, reply, TALK_COMMENT, "undo-offered-opponent", vars, err) == -1)
		return CMD_FAILED;
	return CMD_DONE;
}

const struct cmd cmd_undo = {
	.name = "undo",
	.aliases = "takeback",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | NEEDS_RUNNING,
	.run = undo_run,
};
