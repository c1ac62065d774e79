/* SPDX-License-Identifier: ISC */
/*
 * CONFIRM: what waited for the answer of an address is done.
 */
#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "cmd/account.h"
#include "cmd/cmd.h"

/* Strangers who have asked for nothing are told nothing. */
static enum outcome
refuse_lapsed(struct request *rq, struct reply *reply, struct err *err)
{
	int waiting = confirmations_count(rq->store, rq->address, rq->now - SIGNUP_LASTS, err);

	if (waiting == -1)
		return CMD_FAILED;
	if (rq->from != NULL)
		return account_refuse(reply, "confirm-lapsed", rq->from->userid);
	reply->silent = waiting == 0 && rq->confirm == 0;
	return account_refuse(reply, "signup-lapsed", "");
}

/* The address of the letter becomes one of the player's. */
static enum outcome
add_address(struct request *rq, struct reply *reply, const struct confirmation *c, struct err *err)
{
	struct address address = {
		.player = c->player, .address = c->address, .confirmed = true, .receives = true
	};
	struct player *player = arena_alloc(rq->arena, sizeof *player);
	struct vars *vars;
	int found = players_get(rq->store, rq->arena, c->player, player, err);

	if (found == -1 || confirmations_remove(rq->store, c->id, err) == -1)
		return CMD_FAILED;
	if (found == 0 || player->state == PLAYER_CLOSED)
		return refuse_lapsed(rq, reply, err);
	if (rq->from != NULL)
		return account_refuse(reply, "address-taken", rq->from->userid);
	if (players_add_address(rq->store, &address, err) == -1)
		return CMD_FAILED;
	rq->sender = rq->from = rq->speaker = player;
	vars = reply_use(reply, "address-added"); /* goes to all of them */
	vars_text(vars, "userid", player->userid);
	vars_text(vars, "added", c->address);
	return CMD_DONE;
}

static enum outcome
confirm_run(struct request *rq, struct reply *reply, struct err *err)
{
	const struct order *order = rq->order;
	struct confirmation c;
	int found = account_find(rq, order->word_count > 0 ? order->words[0] : NULL, &c, err);

	if (found == -1)
		return CMD_FAILED;
	if (found == 0 && (rq->from == NULL || order->word_count > 0))
		return refuse_lapsed(rq, reply, err);
	if (found == 0 || (c.kind == CONFIRM_SIGNUP && rq->from != NULL))
		return account_refuse(reply, "signup-has-account", rq->from->userid);
	if (c.kind == CONFIRM_SIGNUP)
		return account_open(rq, reply, &c, err);
	return add_address(rq, reply, &c, err);
}

const struct cmd cmd_confirm = {
	.name = "confirm",
	.args = "WORD?",
	.needs = OPEN,
	.run = confirm_run,
};
