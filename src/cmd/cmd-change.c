/* SPDX-License-Identifier: ISC */
/*
 * CHANGE, FORGOT: another password, another address.
 *
 * A new address takes the place of all others when it has answered, and they are told.
 * Who has forgotten his password gets a letter at his own address, whoever asks for it;
 * the asker learns nothing.
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "cmd/account.h"
#include "cmd/cmd.h"

static bool
change_accepts(const struct order *order)
{
	if (strcmp(order->words[0], "password") == 0)
		return order->fresh != NULL && order->word_count == 1;
	for (int i = 1; i < order->word_count; i++)
		if (strchr(order->words[i], '@') == NULL)
			return false;
	return strcmp(order->words[0], "address") == 0 && order->fresh == NULL &&
	    order->word_count > 1;
}

static enum outcome
change_password(struct request *rq, struct reply *reply, struct err *err)
{
	struct confirmation waiting;
	char hash[PASSWORD_HASH_SIZE];
	/* The answer to FORGOT is as good as the password. */
	int found = account_find(rq, NULL, &waiting, err);
	bool is_forgotten = found == 1 && waiting.kind == CONFIRM_FORGOT &&
	    waiting.player == rq->from->id;

	if (found == -1)
		return CMD_FAILED;
	if (strlen(rq->order->fresh) > PASSWORD_MAX)
		return account_refuse(reply, "signup-long-password", rq->from->userid);
	if (!is_forgotten && !account_is_sure(rq))
		return account_ask_owner(rq, reply, err);
	if (password_hash(rq->order->fresh, hash, err) == -1 ||
	    (is_forgotten && confirmations_remove(rq->store, waiting.id, err) == -1))
		return CMD_FAILED;
	rq->from->password_hash = arena_strdup(rq->arena, hash);
	if (players_save(rq->store, rq->from, err) == -1)
		return CMD_FAILED;
	reply->sender->confirm = 0;
	account_refuse(reply, "password-changed", rq->from->userid);
	reply->sender->last->refused = false;
	return CMD_DONE;
}

/* The first of the new addresses takes the place of all that are not named with it. */
static enum outcome
change_address(struct request *rq, struct reply *reply, struct err *err)
{
	const struct order *order = rq->order;
	struct confirmation c = { .kind = CONFIRM_MOVE, .player = rq->from->id };
	const char *address;
	struct vars *vars;
	struct str others;
	bool may;

	str_init(&others, rq->arena, 0);
	for (int i = order->word_count - 1; i > 0; i--) {
		if (!rq->settings->addresses->normalise(rq->arena, order->raw[i], &address)) {
			vars_text(reply_refuse(reply, "address-bad"), "named", order->raw[i]);
			return CMD_REFUSED;
		}
		if (i > 1)
			str_addf(&others, "%s%s", others.length > 0 ? " " : "", address);
	}
	if (order->word_count - 1 > ADDRESSES_MAX) {
		vars_number(reply_refuse(reply, "address-too-many"), "limit", ADDRESSES_MAX);
		return CMD_REFUSED;
	}
	if (!account_is_sure(rq))
		return account_ask_owner(rq, reply, err);
	c.address = address;
	c.detail = others.data;
	if (account_count(rq, c.kind, address, &may, err) == -1)
		return CMD_FAILED;
	if (!may)
		return account_refuse(reply, "confirm-too-many", rq->from->userid);
	if (account_ask(rq, reply, &c, "address-move-confirm", &vars, err) == -1)
		return CMD_FAILED;
	vars_text(vars, "userid", rq->from->userid);
	vars_text(vars, "others", others.data);
	vars = reply_use(reply, "address-asked");
	vars_text(vars_add(vars, "asked"), "asked-address", address);
	if (account_ask_addresses(rq, reply, rq->from, others.data, vars, err) == -1)
		return CMD_FAILED;
	return CMD_DONE;
}

static enum outcome
change_run(struct request *rq, struct reply *reply, struct err *err)
{
	return strcmp(rq->order->words[0], "password") == 0 ? change_password(rq, reply, err) :
							      change_address(rq, reply, err);
}

/* The letter with the code goes to the address that asks, if it is one of the player's at which he
 * gets letters, or else to the oldest that is; *written: one was.  0 or -1. */
static int
write_code(struct request *rq, struct reply *reply, const struct player *player, bool *written,
    struct err *err)
{
	struct confirmation c = { .kind = CONFIRM_FORGOT, .player = player->id };
	struct address *all;
	struct vars *vars;
	int count = players_addresses(rq->store, rq->arena, player->id, &all, err);
	bool may;

	*written = false;
	for (int i = 0; i < count; i++)
		if (all[i].confirmed && all[i].receives && !all[i].stopped &&
		    (c.address == NULL || str_equal_nocase(all[i].address, rq->address)))
			c.address = all[i].address;
	if (count == -1 || c.address == NULL)
		return count == -1 ? -1 : 0;
	if (account_count(rq, c.kind, c.address, &may, err) == -1)
		return -1;
	if (!may)
		return 0;
	if (account_ask(rq, reply, &c, "forgot", &vars, err) == -1)
		return -1;
	vars_text(vars, "userid", player->userid);
	*written = true;
	return 0;
}

static enum outcome
forgot_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct player *player = arena_alloc(rq->arena, sizeof *player);
	const char *userid = rq->order->words[0];
	int found = players_find(rq->store, rq->arena, userid, player, err);
	bool written = false;

	if (found == -1 ||
	    (found == 1 && player->state == PLAYER_ACTIVE &&
		write_code(rq, reply, player, &written, err) == -1))
		return CMD_FAILED;
	/* One letter will do for him whose password it is. */
	if (written && rq->sender != NULL && rq->sender->id == player->id)
		return CMD_DONE;
	account_refuse(reply, "forgot-sent", userid);
	reply->sender->last->refused = false;
	return CMD_DONE;
}

const struct cmd cmd_change = {
	.name = "change",
	.args = "WORD AUTH SECRET? WORDS",
	.accepts = change_accepts,
	.needs = NEEDS_PLAYER,
	.run = change_run,
};

const struct cmd cmd_forgot = {
	.name = "forgot",
	.args = "WORD",
	.needs = OPEN,
	.run = forgot_run,
};
