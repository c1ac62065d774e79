/* SPDX-License-Identifier: ISC */
/*
 * SUBSCRIBE, UNSUBSCRIBE: observe a game, or stop observing it.
 */
#include "cmd/cmd.h"

static enum outcome
refuse_players(struct request *rq, struct reply *reply, const char *template)
{
	if (!game_has(rq->game, rq->from->id))
		return CMD_DONE;
	facts_game(reply_refuse(reply, template), rq->game);
	return CMD_REFUSED;
}

static enum outcome
subscribe_run(struct request *rq, struct reply *reply, struct err *err)
{
	if (refuse_players(rq, reply, "subscribe-own-game") == CMD_REFUSED)
		return CMD_REFUSED;
	if (observers_add(rq->store, rq->game->id, rq->from->id, err) == -1)
		return CMD_FAILED;
	facts_game(reply_use(reply, "subscribe-done"), rq->game);
	reply_show(reply, rq->game);
	return CMD_DONE;
}

static enum outcome
unsubscribe_run(struct request *rq, struct reply *reply, struct err *err)
{
	if (refuse_players(rq, reply, "unsubscribe-own-game") == CMD_REFUSED)
		return CMD_REFUSED;
	if (observers_remove(rq->store, rq->game->id, rq->from->id, err) == -1)
		return CMD_FAILED;
	facts_game(reply_use(reply, "unsubscribe-done"), rq->game);
	reply_show(reply, rq->game);
	return CMD_DONE;
}

const struct cmd cmd_subscribe = {
	.name = "subscribe",
	.aliases = "observe",
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
