/* SPDX-License-Identifier: ISC */
/*
 * SUBSCRIBE, UNSUBSCRIBE, NOTIFY: observe a game or all public games of a player, only
 * their ends, or no more.
 */
#include "cmd/cmd.h"

#define FOLLOWS_MAX 50 /* players whom one player observes */

enum copies { NO_COPIES, ALL_COPIES, ENDS };

/* What is to come from now on. */
static void
say_copies(struct vars *vars, enum copies copies, const char *userid)
{
	vars_text(vars, "userid", userid);
	vars_flag(vars, "all", copies == ALL_COPIES);
	vars_flag(vars, "ends", copies == ENDS);
}

static enum outcome
observe_player(struct request *rq, enum copies copies, struct err *err)
{
	struct player *other;
	enum outcome outcome = request_player(rq, rq->order->words[0], &other, err);
	int count, has;

	if (outcome != DONE)
		return outcome;
	if ((count = follows_count(rq->store, rq->from->id, err)) == -1 ||
	    (has = follows_has(rq->store, other->id, rq->from->id, err)) == -1)
		return FAILED;
	if (other->id == rq->from->id)
		return request_refuse(rq, "subscribe-self");
	if (copies == NO_COPIES && !has)
		return request_refuse_userid(rq, "unsubscribe-nobody", other->userid);
	if (copies != NO_COPIES && count >= FOLLOWS_MAX)
		return request_refuse_number(rq, "subscribe-too-many", "limit", FOLLOWS_MAX);
	if (copies == NO_COPIES ?
		follows_remove(rq->store, other->id, rq->from->id, err) == -1 :
		follows_add(rq->store, other->id, rq->from->id, copies == ENDS, err) == -1)
		return FAILED;
	say_copies(reply_use(rq->reply, "subscribe-player"), copies, other->userid);
	return DONE;
}

/* "followed": the players of the game because of whom copies go on; 0 or -1. */
static int
list_followed(struct request *rq, struct vars *vars, struct err *err)
{
	int found = 0;

	vars_list(vars, "followed");
	for (int side = RED; side <= GREEN; side++) {
		const struct seat *seat = &rq->game->seat[side];
		int has = follows_has(rq->store, seat->player, rq->from->id, err);
		struct vars *item;

		if (has == -1)
			return -1;
		if (has == 0)
			continue;
		item = vars_add(vars, "followed");
		vars_text(item, "userid", seat->userid);
		vars_flag(item, "another", found++ > 0);
	}
	return 0;
}

static enum outcome
observe(struct request *rq, enum copies copies, struct err *err)
{
	int rc, still = 0;
	struct vars *vars;

	if (rq->order->word_count > 0)
		return observe_player(rq, copies, err);
	if (game_has(rq->game, rq->from->id)) {
		facts_game(reply_refuse(rq->reply,
			       copies == NO_COPIES ? "unsubscribe-own-game" : "subscribe-own-game"),
		    rq->game);
		return REFUSED;
	}
	if (copies == NO_COPIES)
		rc = observers_remove(rq->store, rq->game->id, rq->from->id, err);
	else
		rc = observers_add(rq->store, rq->game->id, rq->from->id, copies == ENDS, err);
	if (rc == -1 || (copies == NO_COPIES && (still = request_observes(rq, err)) == -1))
		return FAILED;
	vars = reply_use_game(
	    rq->reply, rq->game, copies == NO_COPIES ? "unsubscribe-done" : "subscribe-done");
	say_copies(vars, copies, "");
	vars_flag(vars, "still", still == 1);
	return list_followed(rq, vars, err) == -1 ? FAILED : DONE;
}

enum outcome
subscribe_run(struct request *rq, struct err *err)
{
	return observe(rq, ALL_COPIES, err);
}

enum outcome
unsubscribe_run(struct request *rq, struct err *err)
{
	return observe(rq, NO_COPIES, err);
}

enum outcome
notify_run(struct request *rq, struct err *err)
{
	return observe(rq, ENDS, err);
}
