/* SPDX-License-Identifier: ISC */
/*
 * SUBSCRIBE, UNSUBSCRIBE: observe a game, or stop observing it.
 */
#include "cmd/shared.h"

static enum outcome
say(struct request *rq, struct reply *reply, const char *template)
{
	vars_game(reply_use(reply, template), rq->game);
	reply_show(reply, rq->game);
	return CMD_DONE;
}

static enum outcome
subscribe(struct request *rq, struct reply *reply, struct err *err)
{
	if (game_has(rq->game, rq->from->id)) {
		vars_game(reply_refuse(reply, "subscribe-own-game"), rq->game);
		return CMD_REFUSED;
	}
	if (observers_add(rq->store, rq->game->id, rq->from->id, err) == -1)
		return CMD_FAILED;
	return say(rq, reply, "subscribe-done");
}

static enum outcome
unsubscribe(struct request *rq, struct reply *reply, struct err *err)
{
	if (game_has(rq->game, rq->from->id)) {
		vars_game(reply_refuse(reply, "unsubscribe-own-game"), rq->game);
		return CMD_REFUSED;
	}
	if (observers_remove(rq->store, rq->game->id, rq->from->id, err) == -1)
		return CMD_FAILED;
	return say(rq, reply, "unsubscribe-done");
}

const struct cmd cmd_subscribe = {
	.name = "subscribe",
	.aliases = "observe",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | ANY_TOKEN,
	.run = subscribe,
};

const struct cmd cmd_unsubscribe = {
	.name = "unsubscribe",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | ANY_TOKEN,
	.run = unsubscribe,
};
