/* SPDX-License-Identifier: ISC */
/*
 * DRAW, UNDO, ACCEPT, REJECT, WITHDRAW: offer a draw, or to take moves back, to where the one
 * who offers was last to move; answer a challenge or an offer, or take back one's own.
 *
 * An offer to take moves back lapses with the opponent's next move and is never accepted by
 * silence; a second one is no answer to the first, for it would lead somewhere else.
 */
#include "base/str.h"
#include "cmd/cmd.h"
#include "play/play.h"
#include "store/machines.h"

enum outcome
draw_run(struct request *rq, struct err *err)
{
	bool agrees = rq->game->draw.is_open && rq->game->draw.by != rq->side;
	/* An offer may be of the turn before; who agrees has seen what is on the board. */
	enum outcome outcome = request_is_current(rq, agrees ? 0 : 1);

	int rests;

	if (outcome != DONE || (outcome = play_offer_draw(request_act(rq), err)) != DONE ||
	    rq->game->state != GAME_PLAYING)
		return outcome;
	if ((rests = thinking_rests(rq->store, rq->game, err)) == 1)
		reply_use(rq->reply, "bot-draw");
	return rests == -1 ? FAILED : DONE;
}

enum outcome
undo_run(struct request *rq, struct err *err)
{
	return play_offer_undo(request_act(rq), err);
}

/* One of all, listed by what became of it; *room: how many more games he may have. */
static enum outcome
answer_each(struct request *rq, struct act *act, const struct game_line *line, enum answer answer,
    int *room, struct vars *vars, struct err *err)
{
	bool accepts = answer == ANSWER_ACCEPT;
	struct vars *item;
	int plays = 1;

	if (request_game(rq, line->id, &act->game, err) != 1 ||
	    (accepts && (plays = play_challenger_plays(act, err)) == -1))
		return FAILED;
	item = vars_add(vars, plays == 0 ? "absent" : accepts && *room <= 0 ? "full" : "done");
	vars_number(item, "board", line->id);
	vars_text(item, "challenger", line->seat[line->challenger].userid);
	if (plays == 0 || (accepts && *room <= 0))
		return DONE;
	(*room)--;
	if (play_answer(act, answer, OFFER_CHALLENGE, err) == FAILED)
		return FAILED;
	vars_word(item, "your-side", side_name(act_side(act)));
	vars_flag(item, "your-turn", game_turn(act->game) == act_side(act));
	if (game_turn(act->game) == act_side(act))
		vars_number(vars, "board", act->game->id);
	reply_list(rq->reply, rq->reply->sender, act->game->id);
	return DONE;
}

/* All challenges to the sender, the oldest first; one that cannot be accepted does not stop the
 * others, and the answer lists those that begin: moves on any of them answer it. */
static enum outcome
answer_all(struct request *rq, enum answer answer, struct err *err)
{
	struct game_filter filter = { .player = rq->from->id,
		.viewer = rq->from->id,
		.of_state = { [GAME_OFFERED] = true },
		.limit = INT32_MAX };
	struct act *act = request_act(rq);
	struct vars *vars = vars_new(rq->arena);
	struct game_line *lines;
	int count = games_list(rq->store, rq->arena, &filter, &lines, err);
	int room = request_room(rq, err), found = 0;

	if (count == -1 || room == -1)
		return FAILED;
	vars_number(vars, "board", 0); /* one where he is to move */
	act->words = rq->comment;      /* the same to each */
	act->is_quiet = true;
	for (int i = 0; i < count; i++) {
		if (lines[i].seat[lines[i].challenger].player == rq->from->id)
			continue;
		found++;
		if (answer_each(rq, act, &lines[i], answer, &room, vars, err) == FAILED)
			return FAILED;
	}
	if (found == 0)
		return request_refuse(rq, "challenge-none");
	vars_flag(vars, "accepts", answer == ANSWER_ACCEPT);
	vars_copy(reply_use(rq->reply, "challenge-all"), vars);
	return DONE;
}

/* What is meant follows from the state of the game, or the answer names it, "accept undo". */
static enum outcome
answer_one(struct request *rq, enum answer answer, struct err *err)
{
	struct act *act = request_act(rq);
	const char *name = rq->order->word_count > 0 ? rq->order->words[0] : "";
	enum offer named = str_equal(name, "draw") ? OFFER_DRAW :
	    str_equal(name, "undo")                ? OFFER_UNDO :
						     OFFER_ANY;
	struct vars *vars = vars_new(rq->arena);
	int room = 1;

	if (answer == ANSWER_ACCEPT &&
	    play_open_offer(rq->game, side_other(rq->side), named) == OFFER_CHALLENGE)
		room = request_room(rq, err);
	if (room == -1)
		return FAILED;
	if (room == 0)
		return request_refuse_full(rq, err);
	vars_text(vars, "verb", rq->order->verb->name);
	act->more = vars;
	return play_answer(act, answer, named, err);
}

static enum outcome
answer(struct request *rq, enum answer how, struct err *err)
{
	return rq->order->all ? answer_all(rq, how, err) : answer_one(rq, how, err);
}

enum outcome
accept_run(struct request *rq, struct err *err)
{
	return answer(rq, ANSWER_ACCEPT, err);
}

enum outcome
reject_run(struct request *rq, struct err *err)
{
	return answer(rq, ANSWER_REJECT, err);
}

enum outcome
withdraw_run(struct request *rq, struct err *err)
{
	return answer_one(rq, ANSWER_WITHDRAW, err);
}
