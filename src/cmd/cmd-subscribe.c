/* SPDX-License-Identifier: ISC */
/*
 * SUBSCRIBE, UNSUBSCRIBE: observe a game, or stop observing it.
 */
#include "cmd/cmd.h"

static enum outcome
observe(struct request *rq, struct reply *reply,
    int (*change)(struct store *, int64_t, int64_t, struct err *), const char *refused,
    const char *done, struct err *err)
{
	if (game_has(rq->game, rq->from->id)) {
		facts_game(reply_refuse(reply, refused), rq->game);
		return CMD_REFUSED;
	}
	if (change(rq->store, rq->game->id, rq->from->id, err) == -1)
		return CMD_FAILED;
	facts_game(reply_use(reply, done), rq->game);
	reply_show(reply, rq->game);
	return CMD_DONE;
}

static enum outcome
subscribe_run(struct request *rq, struct reply *reply, struct err *err)
{
	return observe(rq, reply, observers_add, "subscribe-own-game", "subscribe-done", err);
}

static enum outcome
unsubscribe_run(struct request *rq, struct reply *reply, struct err *err)
{
	return observe(
	    rq, reply, observers_remove, "unsubscribe-own-game", "unsubscribe-done", err);
}

const struct cmd cmd_subscribe = {
	.name = "subscribe",
	.aliases = "observe sub",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | ANY_TOKEN,
	.run = subscribe_run,
};

const struct cmd cmd_unsubscribe = {
	.name = "unsubscribe",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | ANY_TOKEN,
	.run = unsubscribe_run,
};
