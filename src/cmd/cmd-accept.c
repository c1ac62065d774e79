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

/* Accepts or rejects one of all challenges, rq->game; each begun comes in a letter of its own,
 * whose answer is a move.  0 or -1. */
static int
answer_one(struct request *rq, struct reply *reply, bool accepts, struct err *err)
{
	struct vars *vars = vars_new(rq->arena);
	const char *told = accepts ? "challenge-accepted-opponent" : "challenge-rejected-opponent";

	if (accepts)
		game_accept(rq->game, rq->now);
	else
		game_decline(rq->game, ENDING_REJECTED, rq->now);
	facts_game(vars, rq->game);
	vars_text(vars, "who", rq->from->userid);
	if (accepts)
		vars_copy(reply_tell(reply, rq->from->id, rq->game, "challenge-accepted"), vars);
	rq->comment_taken = false; /* the same words go to each */
	return games_save(rq->store, rq->game, err) == -1 ?
	    -1 :
	    request_tell(rq, reply, TALK_COMMENT, told, vars, err);
}

/* All challenges to the sender, the oldest first; one that cannot be accepted does not stop the
 * others. */
static enum outcome
answer_all(struct request *rq, struct reply *reply, bool accepts, struct err *err)
{
	struct game_filter filter = { .player = rq->from->id,
		.viewer = rq->from->id,
		.of_state = { [GAME_OFFERED] = true },
		.limit = INT32_MAX };
	struct vars *vars = vars_new(rq->arena);
	struct game_line *lines;
	int count = games_list(rq->store, rq->arena, &filter, &lines, err);
	int room = request_room(rq, err), found = 0;

	vars_list(vars, "done");
	vars_list(vars, "full");
	for (int i = 0; i < count && room != -1; i++) {
		bool fits = !accepts || room > 0;
		const struct seat *seat = lines[i].seat;
		struct vars *item;

		if (seat[lines[i].challenger].player == rq->from->id)
			continue;
		found++;
		vars_number(item = vars_add(vars, fits ? "done" : "full"), "board", lines[i].id);
		vars_text(item, "challenger", seat[lines[i].challenger].userid);
		if (!fits)
			continue;
		room--;
		if (request_game(rq, lines[i].id, &rq->game, err) != 1 ||
		    answer_one(rq, reply, accepts, err) == -1)
			return CMD_FAILED;
	}
	rq->game = NULL;
	if (count == -1 || room == -1)
		return CMD_FAILED;
	if (found == 0) {
		reply_refuse(reply, "no-challenges");
		return CMD_REFUSED;
	}
	vars_flag(vars, "accepts", accepts);
	vars_copy(reply_use(reply, "challenges-answered"), vars);
	return CMD_DONE;
}

static enum outcome
accept_run(struct request *rq, struct reply *reply, struct err *err)
{
	enum outcome outcome = rq->order->all ? answer_all(rq, reply, true, err) :
						request_is_current(rq, reply, 0);
	int room;

	if (outcome != CMD_DONE || rq->order->all)
		return outcome;
	if (is_challenge(rq, true))
		return request_refuse(rq, reply, "accept-own-challenge");
	if (is_draw_offer(rq, false)) {
		game_agree_draw(rq->game, rq->now);
		return request_finish(rq, reply, "draw-agreed", "draw-agreed", err);
	}
	if (!is_challenge(rq, false))
		return refuse_nothing(rq, reply, "nothing-to-accept");
	if ((room = request_room(rq, err)) == -1)
		return CMD_FAILED;
	if (room == 0)
		return request_refuse_full(rq, reply);
	game_accept(rq->game, rq->now);
	return request_finish(rq, reply, "challenge-accepted", "challenge-accepted-opponent", err);
}

static enum outcome
reject_run(struct request *rq, struct reply *reply, struct err *err)
{
	enum outcome outcome = rq->order->all ? answer_all(rq, reply, false, err) :
						request_is_current(rq, reply, 0);

	if (outcome != CMD_DONE || rq->order->all)
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
	.args = "GAMES AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | FINDS_OFFER,
	.run = accept_run,
};

const struct cmd cmd_reject = {
	.name = "reject",
	.aliases = "decline",
	.args = "GAMES AUTH REASON",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | FINDS_OFFER,
	.run = reject_run,
};

const struct cmd cmd_withdraw = {
	.name = "withdraw",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | FINDS_OFFER,
	.run = withdraw_run,
};
