/* SPDX-License-Identifier: ISC */
/*
 * SUBSCRIBE, UNSUBSCRIBE, NOTIFY: observe a game or all public games of a player, only
 * their ends, or no more.
 */
#include "cmd/cmd.h"

#define FOLLOWS_MAX 50 /* players whom one player observes */

enum copies { NO_COPIES, ALL_COPIES, ENDS };

/* A board or a player, not both. */
static bool
subscribe_accepts(const struct order *order)
{
	return order->word_count == 0 || order->game == 0;
}

/* What is to come from now on. */
static void
say_copies(struct vars *vars, enum copies copies, const char *userid)
{
	vars_text(vars, "userid", userid);
	vars_flag(vars, "all", copies == ALL_COPIES);
	vars_flag(vars, "ends", copies == ENDS);
}

static enum outcome
observe_player(struct request *rq, struct reply *reply, enum copies copies, struct err *err)
{
	struct player *other;
	enum outcome outcome = request_player(rq, reply, rq->order->words[0], &other, err);
	int count;

	if (outcome != CMD_DONE)
		return outcome;
	if ((count = follows_count(rq->store, rq->from->id, err)) == -1)
		return CMD_FAILED;
	if (other->id == rq->from->id) {
		reply_refuse(reply, "subscribe-self");
		return CMD_REFUSED;
	}
	if (copies != NO_COPIES && count >= FOLLOWS_MAX) {
		vars_number(reply_refuse(reply, "subscribe-too-many"), "limit", FOLLOWS_MAX);
		return CMD_REFUSED;
	}
	if (copies == NO_COPIES ?
		follows_remove(rq->store, other->id, rq->from->id, err) == -1 :
		follows_add(rq->store, other->id, rq->from->id, copies == ENDS, err) == -1)
		return CMD_FAILED;
	say_copies(reply_use(reply, "subscribe-player"), copies, other->userid);
	return CMD_DONE;
}

/* Does he get copies all the same, for he follows one of its players?  1, 0 or -1. */
static int
still_observes(struct request *rq, struct err *err)
{
	struct seat *observers;
	int count = observers_list(rq->store, rq->arena, rq->game->id, &observers, err);

	for (int i = 0; i < count; i++)
		if (observers[i].player == rq->from->id)
			return 1;
	return count == -1 ? -1 : 0;
}

static enum outcome
observe(struct request *rq, struct reply *reply, enum copies copies, struct err *err)
{
	int rc, still = 0;
	struct vars *vars;

	if (rq->order->word_count > 0)
		return observe_player(rq, reply, copies, err);
	if (game_has(rq->game, rq->from->id)) {
		facts_game(reply_refuse(reply,
			       copies == NO_COPIES ? "unsubscribe-own-game" : "subscribe-own-game"),
		    rq->game);
		return CMD_REFUSED;
	}
	if (copies == NO_COPIES)
		rc = observers_remove(rq->store, rq->game->id, rq->from->id, err);
	else
		rc = observers_add(rq->store, rq->game->id, rq->from->id, copies == ENDS, err);
	if (rc == -1 || (copies == NO_COPIES && (still = still_observes(rq, err)) == -1))
		return CMD_FAILED;
	vars = reply_use(reply, copies == NO_COPIES ? "unsubscribe-done" : "subscribe-done");
	say_copies(vars, copies, "");
	vars_flag(vars, "still", still == 1);
	facts_game(vars, rq->game);
	reply_show(reply, rq->game);
	return CMD_DONE;
}

static enum outcome
subscribe_run(struct request *rq, struct reply *reply, struct err *err)
{
	return observe(rq, reply, ALL_COPIES, err);
}

static enum outcome
unsubscribe_run(struct request *rq, struct reply *reply, struct err *err)
{
	return observe(rq, reply, NO_COPIES, err);
}

static enum outcome
notify_run(struct request *rq, struct reply *reply, struct err *err)
{
	return observe(rq, reply, ENDS, err);
}

const struct cmd cmd_subscribe = {
	.name = "subscribe",
	.aliases = "observe sub",
	.args = "GAME AUTH WORD?",
	.accepts = subscribe_accepts,
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | ANY_TOKEN | OR_PLAYER,
	.run = subscribe_run,
};

const struct cmd cmd_unsubscribe = {
	.name = "unsubscribe",
	.args = "GAME AUTH WORD?",
	.accepts = subscribe_accepts,
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | ANY_TOKEN | OR_PLAYER,
	.run = unsubscribe_run,
};

const struct cmd cmd_notify = {
	.name = "notify",
	.args = "GAME AUTH WORD?",
	.accepts = subscribe_accepts,
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | ANY_TOKEN | OR_PLAYER,
	.run = notify_run,
};
