/* SPDX-License-Identifier: ISC */
/*
 * ADD, DROP, RECEIVE: a player's further addresses, and which of them get letters.
 *
 * An address is added when it has answered; whether it has an account already is said
 * to nobody else.  The last one that gets letters cannot be dropped.
 */
#include <string.h>

#include "base/str.h"
#include "cmd/account.h"
#include "cmd/cmd.h"

static bool
address_accepts(const struct order *order)
{
	for (int i = 0; i < order->word_count; i++)
		if (strchr(order->words[i], '@') == NULL)
			return false;
	return order->word_count > 0;
}

static enum outcome
refuse_address(struct reply *reply, const char *template, const char *address)
{
	struct vars *vars = reply_refuse(reply, template);

	vars_text(vars, "named", address);
	vars_number(vars, "limit", ADDRESSES_MAX);
	return CMD_REFUSED;
}

/* Which of the player's addresses is it?  -1 none. */
static int
find_own(const struct address *all, int count, const char *address)
{
	for (int i = 0; i < count; i++)
		if (all[i].confirmed && str_equal_nocase(all[i].address, address))
			return i;
	return -1;
}

static enum outcome
add_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct address *all;
	int count = players_addresses(rq->store, rq->arena, rq->from->id, &all, err);
	const char *address;
	struct vars *vars;
	struct str list;

	if (count == -1)
		return CMD_FAILED;
	str_init(&list, rq->arena, 0);
	for (int i = 0; i < rq->order->word_count; i++) {
		if (!rq->settings->addresses->normalise(rq->arena, rq->order->raw[i], &address))
			return refuse_address(reply, "address-bad", rq->order->raw[i]);
		if (find_own(all, count, address) != -1)
			return refuse_address(reply, "address-is-yours", address);
		if (count + i >= ADDRESSES_MAX)
			return refuse_address(reply, "address-too-many", address);
		str_addf(&list, "%s%s", i > 0 ? " " : "", address);
	}
	if (!account_is_sure(rq))
		return account_ask_owner(rq, reply, err);
	vars = reply_use(reply, "address-asked");
	if (account_ask_addresses(rq, reply, rq->from, list.data, vars, err) == -1)
		return CMD_FAILED;
	return CMD_DONE;
}

static enum outcome
drop_run(struct request *rq, struct reply *reply, struct err *err)
{
	const struct order *order = rq->order;
	struct address *all;
	int count = players_addresses(rq->store, rq->arena, rq->from->id, &all, err), left = 0;

	if (count == -1)
		return CMD_FAILED;
	for (int i = 0; i < count; i++)
		left += all[i].confirmed && all[i].receives;
	for (int i = 0; i < order->word_count; i++) {
		int own = find_own(all, count, order->raw[i]);

		if (own == -1)
			return refuse_address(reply, "address-not-yours", order->raw[i]);
		if (all[own].receives && --left == 0)
			return refuse_address(reply, "address-is-last", order->raw[i]);
		all[own].confirmed = false;
	}
	if (!account_is_sure(rq))
		return account_ask_owner(rq, reply, err);
	for (int i = 0; i < order->word_count; i++) {
		const char *address = order->raw[i];

		if (players_drop_address(rq->store, rq->from->id, address, err) == -1)
			return CMD_FAILED;
		vars_text(reply_use(reply, "address-dropped"), "named", address);
		vars_text(reply_write(reply, address, 0, "address-dropped-told"), "userid",
		    rq->from->userid);
	}
	return CMD_DONE;
}

static bool
receive_accepts(const struct order *order)
{
	return order->word_count == 0 ||
	    (order->word_count == 2 && strchr(order->words[0], '@') != NULL &&
		(str_equal(order->words[1], "on") || str_equal(order->words[1], "off")));
}

/* All the player writes from, and which of them get letters. */
static void
list_addresses(struct reply *reply, const struct address *all, int count)
{
	struct vars *vars = reply_use(reply, "receive");

	vars_list(vars, "addresses");
	for (int i = 0; i < count; i++) {
		struct vars *item;

		if (!all[i].confirmed)
			continue;
		item = vars_add(vars, "addresses");
		vars_text(item, "named", all[i].address);
		vars_flag(item, "receives", all[i].receives);
		vars_flag(item, "stopped", all[i].stopped);
	}
}

static enum outcome
receive_run(struct request *rq, struct reply *reply, struct err *err)
{
	const struct order *order = rq->order;
	struct address *all;
	int count = players_addresses(rq->store, rq->arena, rq->from->id, &all, err), left = 0;
	int own;

	if (count == -1)
		return CMD_FAILED;
	if (order->word_count > 0) {
		if ((own = find_own(all, count, order->raw[0])) == -1)
			return refuse_address(reply, "address-not-yours", order->raw[0]);
		all[own].receives = str_equal(order->words[1], "on");
		for (int i = 0; i < count; i++)
			left += all[i].confirmed && all[i].receives && !all[i].stopped;
		if (left == 0)
			return refuse_address(reply, "receive-last", order->raw[0]);
		if (!account_is_sure(rq))
			return account_ask_owner(rq, reply, err);
		if (players_add_address(rq->store, &all[own], err) == -1)
			return CMD_FAILED;
	}
	list_addresses(reply, all, count);
	return CMD_DONE;
}

const struct cmd cmd_receive = {
	.name = "receive",
	.args = "AUTH WORDS",
	.accepts = receive_accepts,
	.needs = NEEDS_PLAYER | NEEDS_PROOF | ANY_TOKEN,
	.run = receive_run,
};

const struct cmd cmd_add = {
	.name = "add",
	.args = "AUTH WORDS",
	.accepts = address_accepts,
	.needs = NEEDS_PLAYER,
	.run = add_run,
};

const struct cmd cmd_drop = {
	.name = "drop",
	.args = "AUTH WORDS",
	.accepts = address_accepts,
	.needs = NEEDS_PLAYER,
	.run = drop_run,
};
