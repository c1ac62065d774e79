/* SPDX-License-Identifier: ISC */
/*
 * ADD, DROP, RECEIVE: a player's further addresses, and which of them get letters.
 *
 * An address is added when it has answered; whether it has an account already is said
 * to nobody else.  The last one that gets letters cannot be dropped.
 */

#include "base/arena.h"
#include "base/str.h"
#include "cmd/address_change.h"
#include "cmd/cmd.h"
#include "cmd/confirmations.h"

/* The address that a word of the command names, as addresses are kept; or the word. */
static const char *
named(const struct request *rq, int i)
{
	const char *address = rq->order->raw[i];

	rq->settings->addresses->normalise(rq->arena, address, &address);
	return address;
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

enum outcome
add_run(struct request *rq, struct err *err)
{
	struct address *all;
	int count = players_addresses(rq->store, rq->arena, rq->from->id, &all, err);
	const char *address;
	struct vars *vars;
	struct str list;

	if (count == -1)
		return FAILED;
	str_init(&list, rq->arena, 0);
	for (int i = 0; i < rq->order->word_count; i++) {
		if (!rq->settings->addresses->normalise(rq->arena, rq->order->raw[i], &address))
			return request_refuse_text(rq, "address-bad", "named", rq->order->raw[i]);
		if (find_own(all, count, address) != -1)
			return request_refuse_text(rq, "address-is-yours", "named", address);
		if (count + i >= ADDRESSES_MAX)
			return request_refuse_number(
			    rq, "address-too-many", "limit", ADDRESSES_MAX);
		str_addf(&list, "%s%s", i > 0 ? " " : "", address);
	}
	if (!confirmation_is_sure(rq))
		return confirmation_ask_owner(rq, err);
	vars = reply_use(rq->reply, "address-asked");
	if (confirmation_ask_addresses(rq, rq->from, list.data, vars, err) == -1)
		return FAILED;
	return DONE;
}

/* From elsewhere, and none of the old ones is left: they wait. */
static enum outcome
drop_later(struct request *rq, int64_t due, struct err *err)
{
	const struct order *order = rq->order;

	for (int i = 0; i < order->word_count; i++) {
		struct confirmation c = { .kind = CONFIRM_DEED,
			.player = rq->from->id,
			.address = named(rq, i),
			.detail = arena_printf(
			    rq->arena, "%s %s", verb_table[VERB_DROP].name, named(rq, i)),
			.due = due,
			.agreed = true };
		struct vars *vars;
		int stored = confirmation_store(rq, &c, err);

		if (stored == 0)
			return request_refuse_userid(rq, "confirm-too-many", rq->from->userid);
		if (stored == -1 ||
		    address_change_tell(rq, "address-drop-soon", c.address, due, &vars, err) == -1)
			return FAILED;
	}
	return DONE;
}

static bool
is_old(const struct address *address, int64_t now)
{
	return address->confirmed && address->old_from <= now;
}

/* No address would be left to which letters go, though there may be one to which they could. */
static enum outcome
refuse_last(struct request *rq, const struct address *all, int count, int last, const char *named)
{
	struct vars *vars = reply_refuse(rq->reply, "address-is-last");
	const char *silent = "";

	for (int i = 0; i < count; i++)
		if (i != last && all[i].confirmed && !all[i].receives)
			silent = all[i].address;
	vars_text(vars, "named", named);
	vars_text(vars, "silent", silent);
	return REFUSED;
}

enum outcome
drop_run(struct request *rq, struct err *err)
{
	const struct order *order = rq->order;
	struct address *all;
	int count = players_addresses(rq->store, rq->arena, rq->from->id, &all, err);
	int left = 0, old = 0;
	int64_t due;

	if (count == -1 || address_change_due(rq, &due, err) == -1)
		return FAILED;
	for (int i = 0; i < count; i++) {
		left += all[i].confirmed && all[i].receives;
		old += is_old(&all[i], rq->now);
	}
	for (int i = 0; i < order->word_count; i++) {
		int own = find_own(all, count, named(rq, i));

		if (own == -1)
			return request_refuse_text(rq, "address-not-yours", "named", named(rq, i));
		if (all[own].receives && --left == 0)
			return refuse_last(rq, all, count, own, named(rq, i));
		old -= is_old(&all[own], rq->now);
		all[own].confirmed = false;
	}
	if (!confirmation_is_sure(rq))
		return confirmation_ask_owner(rq, err);
	if (due != 0 && old == 0)
		return drop_later(rq, due, err);
	for (int i = 0; i < order->word_count; i++) {
		const char *address = named(rq, i);

		if (players_drop_address(rq->store, rq->from->id, address, err) == -1)
			return FAILED;
		vars_text(reply_use(rq->reply, "address-dropped"), "named", address);
		vars_text(reply_write(rq->reply, address, 0, "address-dropped-told"), "userid",
		    rq->from->userid);
	}
	return DONE;
}

/* All the player writes from, and which of them get letters. */
static void
list_addresses(struct request *rq, const struct address *all, int count)
{
	struct vars *vars = reply_use(rq->reply, "receive");

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

/* Letters have to go to one of them; from elsewhere (due) to an old one. */
static enum outcome
keep_one(struct request *rq, const struct address *all, int count, int own, int64_t due)
{
	int left = 0, others = 0;

	for (int i = 0; i < count; i++) {
		others += i != own && all[i].confirmed;
		left += all[i].confirmed && all[i].receives && !all[i].stopped &&
		    (due == 0 || all[i].old_from <= rq->now);
	}
	if (left > 0)
		return DONE;
	return others > 0 ? request_refuse_text(rq, "receive-last", "named", named(rq, 0)) :
			    refuse_last(rq, all, count, own, named(rq, 0));
}

enum outcome
receive_run(struct request *rq, struct err *err)
{
	const struct order *order = rq->order;
	struct address *all;
	int count = players_addresses(rq->store, rq->arena, rq->from->id, &all, err);
	int64_t due;
	int own;

	if (count == -1 || address_change_due(rq, &due, err) == -1)
		return FAILED;
	if (order->word_count > 0) {
		if ((own = find_own(all, count, named(rq, 0))) == -1)
			return request_refuse_text(rq, "address-not-yours", "named", named(rq, 0));
		all[own].receives = str_equal(order->words[1], "on");
		/* From elsewhere not the last old one. */
		if (all[own].receives || all[own].old_from > rq->now)
			due = 0;
		if (keep_one(rq, all, count, own, due) != DONE)
			return REFUSED;
		if (!confirmation_is_sure(rq))
			return confirmation_ask_owner(rq, err);
		if (players_add_address(rq->store, &all[own], err) == -1)
			return FAILED;
	}
	list_addresses(rq, all, count);
	return DONE;
}
