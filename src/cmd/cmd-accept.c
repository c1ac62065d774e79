/* SPDX-License-Identifier: ISC */
/*
 * DRAW, ACCEPT, REJECT, WITHDRAW: offer a draw; answer a challenge or a draw offer,
 * or take back one's own.
 *
 * Which of the two is meant follows from the state of the game: a game that is
 * offered is a challenge, a game that is played can only have a draw offer.  A draw
 * offer lapses with the opponent's next move and is never accepted by silence
 * (riverpost-commands(7)).
 */
#include "cmd/cmd.h"

static bool
is_challenge(const struct request *rq, bool mine)
{
	return rq->game->state == GAME_OFFERED && (rq->game->challenger == rq->side) == mine;
}

static bool
is_draw_offer(const struct request *rq, bool mine)
{
	return rq->game->state == GAME_PLAYING && rq->game->draw_offered &&
	    (rq->game->draw_by == rq->side) == mine;
}

static enum outcome
refuse_nothing(struct request *rq, struct reply *reply, const char *template)
{
	return request_refuse(rq, reply, rq->game->state == GAME_OVER ? "game-is-over" : template);
}

static enum outcome
draw_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct game *game = rq->game;
	bool agrees = game->draw_offered && game->draw_by != rq->side;
	enum outcome outcome;

	/* An offer may be of the turn before; who agrees has seen what is on the board. */
	if ((outcome = request_is_current(rq, reply, agrees ? 0 : 1)) != CMD_DONE)
		return outcome;
	if (agrees) {
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

static enum outcome
accept_run(struct request *rq, struct reply *reply, struct err *err)
{
	enum outcome outcome = request_is_current(rq, reply, 0);
	int count;

	if (outcome != CMD_DONE)
		return outcome;
	if (is_challenge(rq, true))
		return request_refuse(rq, reply, "accept-own-challenge");
	if (is_draw_offer(rq, false)) {
		game_agree_draw(rq->game, rq->now);
		return request_finish(rq, reply, "draw-agreed", "draw-agreed", err);
	}
	if (!is_challenge(rq, false))
		return refuse_nothing(rq, reply, "nothing-to-accept");
	if ((count = games_count(rq->store, rq->from->id, err)) == -1)
		return CMD_FAILED;
	/* This offer is counted, too. */
	if (count > rq->settings->games_max) {
		vars_number(
		    reply_refuse(reply, "too-many-games"), "limit", rq->settings->games_max);
		return CMD_REFUSED;
	}
	game_accept(rq->game, rq->now);
	return request_finish(rq, reply, "challenge-accepted", "challenge-accepted-opponent", err);
}

static enum outcome
reject_run(struct request *rq, struct reply *reply, struct err *err)
{
	enum outcome outcome = request_is_current(rq, reply, 0);

	if (outcome != CMD_DONE)
		return outcome;
	if (is_challenge(rq, false)) {
		game_decline(rq->game, ENDING_REJECTED, rq->now);
		return request_finish(
		    rq, reply, "challenge-rejected", "challenge-rejected-opponent", err);
	}
	if (is_challenge(rq, true))
		return request_refuse(rq, reply, "reject-own-challenge");
	if (!is_draw_offer(rq, false))
		return refuse_nothing(rq, reply, "nothing-to-reject");
	game_reject_draw(rq->game);
	return request_finish(rq, reply, "draw-rejected", "draw-rejected-opponent", err);
}

static enum outcome
withdraw_run(struct request *rq, struct reply *reply, struct err *err)
{
	if (is_challenge(rq, true)) {
		game_decline(rq->game, ENDING_WITHDRAWN, rq->now);
		return request_finish(
		    rq, reply, "challenge-withdrawn", "challenge-withdrawn-opponent", err);
	}
	if (!is_draw_offer(rq, true))
		return refuse_nothing(rq, reply, "nothing-to-withdraw");
	game_reject_draw(rq->game);
	return request_finish(rq, reply, "draw-withdrawn", "draw-withdrawn-opponent", err);
}

const struct cmd cmd_draw = {
	.name = "draw",
	.aliases = "propose",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | NEEDS_RUNNING,
	.run = draw_run,
};

const struct cmd cmd_accept = {
	.name = "accept",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | FINDS_OFFER,
	.run = accept_run,
};

const struct cmd cmd_reject = {
	.name = "reject",
	.aliases = "decline",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | FINDS_OFFER,
	.run = reject_run,
};

const struct cmd cmd_withdraw = {
	.name = "withdraw",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | FINDS_OFFER,
	.run = withdraw_run,
};
