/* SPDX-License-Identifier: ISC */
/*
 * CONFIRM: what waited for the answer of an address is done.
 */
#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "cmd/account.h"
#include "cmd/cmd.h"
#include "cmd/cmd_challenge.h"
#include "cmd/glossary.h"

/* A new address took the place of these, but for those that were named with it; *kept: there are
 * such.  0 or -1. */
static int
drop_others(struct request *rq, struct reply *reply, const struct player *player,
    const struct confirmation *c, bool *kept, struct err *err)
{
	struct address *all;
	int count = players_addresses(rq->store, rq->arena, player->id, &all, err);

	for (int i = 0; i < count; i++) {
		struct vars *vars;

		if (str_equal_nocase(all[i].address, c->address))
			continue;
		if (all[i].confirmed && glossary_lists(c->detail, all[i].address)) {
			*kept = true;
			continue;
		}
		if (players_drop_address(rq->store, player->id, all[i].address, err) == -1)
			return -1;
		if (!all[i].confirmed || all[i].stopped)
			continue;
		vars = reply_write(reply, all[i].address, 0, "address-moved-told");
		vars_text(vars, "userid", player->userid);
		vars_text(vars, "named", c->address);
	}
	return count == -1 ? -1 : 0;
}

/* The address of the letter becomes one of the player's, or the only one. */
static enum outcome
add_address(struct request *rq, struct reply *reply, const struct confirmation *c, struct err *err)
{
	struct address address = {
		.player = c->player, .address = c->address, .confirmed = true, .receives = true
	};
	struct player *player = arena_alloc(rq->arena, sizeof *player);
	bool moves = c->kind == CONFIRM_MOVE, kept = false;
	struct vars *vars;
	int found = players_get(rq->store, rq->arena, c->player, player, err);

	if (found == -1 || confirmations_remove(rq->store, c->id, err) == -1)
		return CMD_FAILED;
	if (found == 0 || player->state == PLAYER_CLOSED)
		return account_refuse_lapsed(rq, reply, err);
	if (rq->from != NULL && (rq->from->id != player->id || !moves))
		return account_refuse(reply, "address-taken", rq->from->userid);
	if (players_add_address(rq->store, &address, err) == -1 ||
	    (moves && drop_others(rq, reply, player, c, &kept, err) == -1))
		return CMD_FAILED;
	rq->sender = rq->from = rq->speaker = player;
	vars = reply_use(
	    reply, moves ? "address-moved" : "address-added"); /* goes to all of them */
	vars_text(vars, "userid", player->userid);
	vars_text(vars, "named", c->address);
	vars_flag(vars, "kept", kept);
	return CMD_DONE;
}

/* Runs the command that waited for this. */
static enum outcome
do_deed(struct request *rq, struct reply *reply, const struct confirmation *c, struct err *err)
{
	const struct parse_context context = { .glossary = rq->settings->glossary,
		.writer = rq->from != NULL ? rq->from->userid : NULL };
	const struct order *confirm = rq->order;
	char password[PASSWORD_MAX + 1];
	struct order order;
	enum outcome outcome;

	if (confirmations_remove(rq->store, c->id, err) == -1)
		return CMD_FAILED;
	parse_line(rq->arena, &context, c->detail, &order);
	if (order.cmd == NULL || order.cmd->run == NULL || rq->from == NULL ||
	    rq->from->id != c->player)
		return account_refuse_lapsed(rq, reply, err);
	if (c->secret[0] != '\0') {
		if (!password_unseal(rq->settings->keys, c->address, c->secret, password))
			return account_refuse_lapsed(rq, reply, err);
		order.fresh = arena_strdup(rq->arena, password);
	}
	rq->order = &order;
	rq->is_sure = true;
	outcome = order.cmd->run(rq, reply, err);
	rq->is_sure = false;
	rq->order = confirm;
	return outcome;
}

/* "confirm CODE NEW": the code of FORGOT, and a new password. */
static enum outcome
set_password(struct request *rq, struct reply *reply, const struct confirmation *c, struct err *err)
{
	const struct order *confirm = rq->order;
	struct order change = { .cmd = &cmd_change,
		.words = { "password" },
		.word_count = 1,
		.fresh = confirm->fresh };
	enum outcome outcome;

	if (rq->from == NULL)
		return account_refuse_lapsed(rq, reply, err);
	rq->confirm = c->id;
	rq->order = &change;
	outcome = cmd_change.run(rq, reply, err);
	rq->order = confirm;
	return outcome;
}

const char *
confirm_code(const struct request *rq, const struct order *order)
{
	const char *number = arena_printf(rq->arena, "%lld", (long long)order->game);

	if (order->word_count > 0)
		return order->words[0];
	return order->password == NULL && code_is_like(number, CODE_LENGTH) ? number : NULL;
}

/* A board or a code, and a password may follow only what is a code. */
static bool
confirm_accepts(const struct order *order)
{
	return (order->game == 0 || order->word_count == 0) &&
	    (order->fresh == NULL || code_is_like(order->words[0], CODE_LENGTH));
}

/* It may have been no yes. */
static enum outcome
ask_again(struct request *rq, struct reply *reply, const struct confirmation *c)
{
	rq->is_confirmed = false;
	vars_flag(
	    reply_refuse(reply, c->kind == CONFIRM_INVITE ? "invite-unclear" : "confirm-unclear"),
	    "is-player", rq->from != NULL);
	reply->sender->confirm = c->id;
	return CMD_REFUSED;
}

static enum outcome
confirm_run(struct request *rq, struct reply *reply, struct err *err)
{
	const struct order *order = rq->order;
	struct confirmation c;
	const char *code = confirm_code(rq, order);
	int found = account_find(rq, code, &c, err);

	if (found == -1)
		return CMD_FAILED;
	if (found == 0 && (rq->from == NULL || code != NULL || rq->confirm != 0))
		return account_refuse_lapsed(rq, reply, err);
	if (found == 0 || (c.kind == CONFIRM_SIGNUP && rq->from != NULL))
		return account_refuse(reply, "signup-has-account", rq->from->userid);
	/* An empty answer closes no account, and begins no game. */
	if (order->is_faint && (c.kind == CONFIRM_DEED || c.kind == CONFIRM_INVITE))
		return ask_again(rq, reply, &c);
	switch (c.kind) {
	case CONFIRM_SIGNUP:
		return account_open(rq, reply, &c, err);
	case CONFIRM_ADD:
	case CONFIRM_MOVE:
		return add_address(rq, reply, &c, err);
	case CONFIRM_DEED:
		return do_deed(rq, reply, &c, err);
	case CONFIRM_INVITE:
		if (rq->from != NULL)
			return invite_begin(rq, reply, &c, err);
		return ask_again(rq, reply, &c);
	case CONFIRM_FORGOT:
		if (order->fresh != NULL)
			return set_password(rq, reply, &c, err);
		break;
	}
	/* Yes is no password. */
	reply_refuse(reply, "forgot-unclear");
	reply->sender->confirm = c.id;
	return CMD_REFUSED;
}

const struct cmd cmd_confirm = {
	.name = "confirm",
	.args = "GAME AUTH WORD? SECRET?",
	.accepts = confirm_accepts,
	.needs = OPEN,
	.run = confirm_run,
};
