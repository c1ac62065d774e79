/* SPDX-License-Identifier: ISC */
/*
 * Moves planned ahead, at work (planned.h).
 *
 * A planned move is never an attempt at a forbidden repetition: what the referee refuses,
 * or what would lose by its verdict, is not played, and counts for nothing.
 */
#include "cmd/planned.h"

#include "cmd/facts.h"
#include "rules/status.h"
#include "store/plans.h"

/* Says it to one who plays the game; the letter's sender gets it in his answer. */
static struct vars *
say(struct request *rq, struct reply *reply, int64_t player, const char *template)
{
	struct vars *vars;

	if (player == rq->from->id) {
		vars = reply_use(reply, template);
		reply_show(reply, rq->game);
	} else {
		vars = reply_tell(reply, player, rq->game, template);
	}
	facts_game(vars, rq->game);
	return vars;
}

/* "You answered" to the owner, "fred answered" to the others. */
static int
tell_played(struct request *rq, struct reply *reply, enum side owner, const struct board *before,
    struct move move, const struct verdict *verdict, struct err *err)
{
	const struct seat *seat = rq->game->seat;
	struct seat *observers;
	int count = observers_list(rq->store, rq->arena, rq->game->id, &observers, err);

	for (int i = 0; i < 2 + count && count != -1; i++) {
		int64_t player = i < 2 ? seat[i].player : observers[i - 2].player;
		bool is_owner = i == (int)owner;
		struct vars *vars;

		if (i >= 2 && game_has(rq->game, player))
			continue;
		vars = say(rq, reply, player, is_owner ? "plan-played" : "plan-played-told");
		vars_text(vars, "mover", seat[owner].userid);
		facts_move(vars, before, move);
		facts_verdict(vars, rq->game, NULL, verdict);
	}
	return count == -1 ? -1 : 0;
}

/* Why the move is not played now, said to its owner; false: it can be. */
static bool
is_prevented(struct request *rq, struct reply *reply, int64_t owner, struct move move)
{
	struct game *game = rq->game;
	struct reading reading = { .kind = READ_ILLEGAL, .move = move };
	struct verdict verdict;
	struct vars *vars;

	if (game->draw_offered && game->draw_by != game_turn(game)) {
		vars = say(rq, reply, owner, "plan-draw-offered");
		vars_text(vars, "by", game->seat[game->draw_by].userid);
		facts_placed(vars, "move", &game->board, move);
		return true;
	}
	if (move_judge(&game->board, move, &reading.why) != MOVE_LEGAL) {
		facts_refusal(say(rq, reply, owner, "plan-illegal"), &game->board, &reading);
		return true;
	}
	if (game_may_play(game, move, &verdict))
		return false;
	vars = say(rq, reply, owner, "plan-against-rules");
	vars_flag(vars, "previewed", true);
	facts_placed(vars, "move", &game->board, move);
	facts_verdict(vars, game, &move, &verdict);
	return true;
}

/* The queued move of the side to move.  1, 0 none, -1. */
static int
find_queued(struct request *rq, int64_t owner, struct move *move, struct err *err)
{
	struct stored_plan stored;
	int found = plans_get(rq->store, rq->arena, rq->game->id, owner, PLAN_QUEUE,
	    rq->game->turns - 1, &stored, err);

	if (found != 1)
		return found;
	if (plans_remove(rq->store, &stored, err) == -1)
		return -1;
	return move_read(stored.moves, move);
}

int
planned_play(struct request *rq, struct reply *reply, struct err *err)
{
	struct game *game = rq->game;

	while (game->state == GAME_PLAYING) {
		/* No clock of his has run. */
		struct ply ply = { .received = rq->now, .committed = rq->now };
		struct board before = game->board;
		enum side side = game_turn(game);
		int64_t owner = game->seat[side].player;
		struct verdict verdict;
		struct move move;
		int found = find_queued(rq, owner, &move, err);

		if (found != 1)
			return found;
		if (is_prevented(rq, reply, owner, move))
			return 0;
		game_play(game, move, &ply, &verdict);
		if (tell_played(rq, reply, side, &before, move, &verdict, err) == -1)
			return -1;
	}
	return 0;
}
