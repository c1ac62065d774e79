/* SPDX-License-Identifier: ISC */
/*
 * ACCEPT, REJECT, WITHDRAW: answer a challenge or a draw offer, or take one's
 * own back.
 *
 * Which of the two is meant follows from the state of the game: a game that is
 * offered is a challenge, a game that is played can only have a draw offer.
 */
#include "cmd/shared.h"

static enum outcome
refuse(struct request *rq, struct reply *reply, const char *template)
{
	vars_game(reply_refuse(reply, template), rq->game);
	reply_show(reply, rq->game);
	return CMD_REFUSED;
}

static enum outcome
done(struct request *rq, struct reply *reply, const char *mine, const char *others, struct err *err)
{
	struct vars *vars = reply_use(reply, mine);

	vars_game(vars, rq->game);
	vars_text(vars, "who", rq->from->userid);
	reply_show(reply, rq->game);
	if (games_save(rq->store, rq->game, err) == -1 ||
	    request_talk(rq, reply, TALK_COMMENT, err) == -1 ||
	    request_tell(rq, reply, others, vars, err) == -1)
		return CMD_FAILED;
	return CMD_DONE;
}

static bool
is_mine(const struct request *rq)
{
	return rq->game->challenger == rq->side;
}

static bool
has_offer(const struct request *rq)
{
	return rq->game->state == GAME_PLAYING && rq->game->draw_offered &&
	    rq->game->draw_by != rq->side;
}

/* Refuses when a player already has all the games he may have. */
static enum outcome
check_limit(struct request *rq, struct reply *reply, struct err *err)
{
	int count = games_count(rq->store, rq->from->id, err);

	if (count == -1)
		return CMD_FAILED;
	if (count <= rq->settings->games_max)
		return CMD_DONE;
	vars_number(reply_refuse(reply, "too-many-games"), "limit", rq->settings->games_max);
	return CMD_REFUSED;
}

static enum outcome
accept(struct request *rq, struct reply *reply, struct err *err)
{
	enum outcome outcome = request_is_current(rq, reply);

	if (outcome != CMD_DONE)
		return outcome;
	if (rq->game->state == GAME_OFFERED && is_mine(rq))
		return refuse(rq, reply, "accept-own-challenge");
	if (rq->game->state == GAME_OFFERED) {
		if ((outcome = check_limit(rq, reply, err)) != CMD_DONE)
			return outcome;
		game_accept(rq->game, rq->now);
		return done(rq, reply, "challenge-accepted", "challenge-accepted-opponent", err);
	}
	if (!has_offer(rq))
		return refuse(
		    rq, reply, rq->game->state == GAME_OVER ? "game-is-over" : "nothing-to-accept");
	game_agree_draw(rq->game, rq->now);
	return done(rq, reply, "draw-agreed", "draw-agreed", err);
}

static enum outcome
reject(struct request *rq, struct reply *reply, struct err *err)
{
	if (rq->game->state == GAME_OFFERED && !is_mine(rq)) {
		game_decline(rq->game, ENDING_REJECTED, rq->now);
		return done(rq, reply, "challenge-rejected", "challenge-rejected-opponent", err);
	}
	if (rq->game->state == GAME_OFFERED)
		return refuse(rq, reply, "reject-own-challenge");
	if (!has_offer(rq))
		return refuse(
		    rq, reply, rq->game->state == GAME_OVER ? "game-is-over" : "nothing-to-reject");
	game_reject_draw(rq->game);
	return done(rq, reply, "draw-rejected", "draw-rejected-opponent", err);
}

static enum outcome
withdraw(struct request *rq, struct reply *reply, struct err *err)
{
	if (rq->game->state == GAME_OFFERED && is_mine(rq)) {
		game_decline(rq->game, ENDING_WITHDRAWN, rq->now);
		return done(rq, reply, "challenge-withdrawn", "challenge-withdrawn-opponent", err);
	}
	if (rq->game->state == GAME_PLAYING && rq->game->draw_offered &&
	    rq->game->draw_by == rq->side) {
		game_reject_draw(rq->game);
		return done(rq, reply, "draw-withdrawn", "draw-withdrawn-opponent", err);
	}
	return refuse(
	    rq, reply, rq->game->state == GAME_OVER ? "game-is-over" : "nothing-to-withdraw");
}

const struct cmd cmd_accept = {
	.name = "accept",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT,
	.run = accept,
};

const struct cmd cmd_reject = {
	.name = "reject",
	.aliases = "decline",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT,
	.run = reject,
};

const struct cmd cmd_withdraw = {
	.name = "withdraw",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT,
	.run = withdraw,
};
