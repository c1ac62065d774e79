/* SPDX-License-Identifier: ISC */
/*
 * DRAW, ACCEPT, REJECT, WITHDRAW: offer a draw; answer a challenge or an offer, or take
 * back one's own.
 *
 * What is meant follows from the state of the game: one that is offered is a challenge, one
 * that is played may have a draw offer, an offer to take moves back, or both: then the
 * answer names one, "accept undo".  Offers lapse with the opponent's next move and are
 * never accepted by silence (riverpost-commands(7)).
 */
#include "base/str.h"
#include "cmd/cmd.h"
#include "cmd/planned.h"

/* What an answer may be about. */
enum offer { OFFER_NONE, OFFER_CHALLENGE, OFFER_DRAW, OFFER_UNDO, OFFER_SEVERAL };

/* "accept undo", "accept draw" */
static bool
expects_offer(const struct order *order, int i)
{
	return cmd_is_offer(order->words[i]);
}

/* The offer by this side that is open and that the order names; where it names none, the only
 * one. */
static enum offer
open_offer(const struct request *rq, enum side by)
{
	const struct game *game = rq->game;
	const char *name = rq->order->word_count > 0 ? rq->order->words[0] : "";
	bool playing = game->state == GAME_PLAYING;
	bool draw = playing && game->draw_offered && game->draw_by == by &&
	    !str_equal(name, "undo");
	bool undo = playing && game->undo_offered && game->undo_by == by &&
	    !str_equal(name, "draw");

	if (game->state == GAME_OFFERED && game->challenger == by && name[0] == '\0')
		return OFFER_CHALLENGE;
	return draw && undo ? OFFER_SEVERAL : draw ? OFFER_DRAW : undo ? OFFER_UNDO : OFFER_NONE;
}

static enum outcome
refuse_offer(struct request *rq, struct reply *reply, enum offer offer, const char *nothing)
{
	request_refuse(rq, reply,
	    offer == OFFER_SEVERAL           ? "offers-two" :
		rq->game->state == GAME_OVER ? "game-is-over" :
					       nothing);
	vars_text(reply->sender->last->vars, "verb", rq->order->cmd->name);
	return CMD_REFUSED;
}

/* Closes the offer to take moves back: they are taken back, or it is gone. */
static enum outcome
close_undo(struct request *rq, struct reply *reply, bool agreed, const char *template,
    const char *others_template, struct err *err)
{
	struct game *game = rq->game;
	int to = game_undo_offered_to(game), turn = game->turns, saved;
	struct vars *vars = reply_use(reply, template);

	facts_undo(vars, game, to);
	if (agreed)
		game_take_back(game, to, rq->now);
	else
		game_reject_undo(game);
	facts_game(vars, game);
	vars_text(vars, "who", rq->from->userid);
	reply_show(reply, game);
	saved = agreed ? games_take_back(rq->store, game, rq->now, err) :
			 games_save(rq->store, game, err);
	if (saved == -1 ||
	    request_tell(rq, reply, TALK_COMMENT, others_template, vars, err) == -1 ||
	    (agreed && planned_drop(rq, reply, turn, err) == -1))
		return CMD_FAILED;
	return CMD_DONE;
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
		vars_number(reply->sender->last->vars, "moves", OFFER_REPEAT_MOVES);
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
accept_challenge(struct request *rq, struct reply *reply, struct err *err)
{
	int room = request_room(rq, err);

	if (room == -1)
		return CMD_FAILED;
	if (room == 0)
		return request_refuse_full(rq, reply);
	game_accept(rq->game, rq->now);
	return request_finish(rq, reply, "challenge-accepted", "challenge-accepted-opponent", err);
}

static enum outcome
accept_run(struct request *rq, struct reply *reply, struct err *err)
{
	enum outcome outcome = rq->order->all ? answer_all(rq, reply, true, err) :
						request_is_current(rq, reply, 0);
	enum offer offer;

	if (outcome != CMD_DONE || rq->order->all)
		return outcome;
	offer = open_offer(rq, side_other(rq->side));
	switch (offer) {
	case OFFER_CHALLENGE:
		return accept_challenge(rq, reply, err);
	case OFFER_DRAW:
		game_agree_draw(rq->game, rq->now);
		return request_finish(rq, reply, "draw-agreed", "draw-agreed", err);
	case OFFER_UNDO:
		return close_undo(rq, reply, true, "undo-agreed", "undo-agreed", err);
	default:
		return refuse_offer(rq, reply, offer,
		    open_offer(rq, rq->side) == OFFER_CHALLENGE ? "accept-own-challenge" :
								  "nothing-to-accept");
	}
}

static enum outcome
reject_run(struct request *rq, struct reply *reply, struct err *err)
{
	enum outcome outcome = rq->order->all ? answer_all(rq, reply, false, err) :
						request_is_current(rq, reply, 0);
	enum offer offer;

	if (outcome != CMD_DONE || rq->order->all)
		return outcome;
	offer = open_offer(rq, side_other(rq->side));
	switch (offer) {
	case OFFER_CHALLENGE:
		game_decline(rq->game, ENDING_REJECTED, rq->now);
		return request_finish(
		    rq, reply, "challenge-rejected", "challenge-rejected-opponent", err);
	case OFFER_DRAW:
		game_reject_draw(rq->game);
		return request_finish(rq, reply, "draw-rejected", "draw-rejected-opponent", err);
	case OFFER_UNDO:
		return close_undo(rq, reply, false, "undo-rejected", "undo-rejected-opponent", err);
	default:
		return refuse_offer(rq, reply, offer,
		    open_offer(rq, rq->side) == OFFER_CHALLENGE ? "reject-own-challenge" :
								  "nothing-to-reject");
	}
}

static enum outcome
withdraw_run(struct request *rq, struct reply *reply, struct err *err)
{
	enum offer offer = open_offer(rq, rq->side);

	switch (offer) {
	case OFFER_CHALLENGE:
		game_decline(rq->game, ENDING_WITHDRAWN, rq->now);
		return request_finish(
		    rq, reply, "challenge-withdrawn", "challenge-withdrawn-opponent", err);
	case OFFER_DRAW:
		game_reject_draw(rq->game);
		return request_finish(rq, reply, "draw-withdrawn", "draw-withdrawn-opponent", err);
	case OFFER_UNDO:
		return close_undo(
		    rq, reply, false, "undo-withdrawn", "undo-withdrawn-opponent", err);
	default:
		return refuse_offer(rq, reply, offer, "nothing-to-withdraw");
	}
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
	.args = "GAMES AUTH OFFER?",
	.expects = expects_offer,
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | FINDS_OFFER,
	.run = accept_run,
};

const struct cmd cmd_reject = {
	.name = "reject",
	.aliases = "decline",
	.args = "GAMES AUTH OFFER? REASON",
	.expects = expects_offer,
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | FINDS_OFFER,
	.run = reject_run,
};

const struct cmd cmd_withdraw = {
	.name = "withdraw",
	.args = "GAME AUTH OFFER?",
	.expects = expects_offer,
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | FINDS_OFFER,
	.run = withdraw_run,
};
