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
#include "base/clock.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/address_change.h"
#include "cmd/cmd.h"
#include "cmd/confirmations.h"
#include "play/glossary.h"

static enum outcome
change_password(struct request *rq, struct err *err)
{
	char hash[PASSWORD_HASH_SIZE];

	if (strlen(rq->order->fresh) > PASSWORD_MAX)
		return request_refuse_userid(rq, "signup-long-password", rq->from->userid);
	if (utf8_length(rq->order->fresh) < PASSWORD_MIN)
		return request_refuse_number(
		    rq, "password-short", "length", (int64_t)utf8_length(rq->order->fresh));
	if (!confirmation_is_sure(rq))
		return confirmation_ask_owner(rq, err);
	if (password_hash(rq->order->fresh, hash, err) == -1)
		return FAILED;
	rq->from->password_hash = arena_strdup(rq->arena, hash);
	if (players_save(rq->store, rq->from, err) == -1)
		return FAILED;
	rq->reply->sender->confirm = 0;
	vars_text(reply_use(rq->reply, "password-changed"), "userid", rq->from->userid);
	return DONE;
}

/* The addresses that the new one takes the place of. */
static int
list_replaced(
    struct request *rq, const char *address, const char *others, struct vars *vars, struct err *err)
{
	struct address *all;
	int count = players_addresses(rq->store, rq->arena, rq->from->id, &all, err), listed = 0;

	vars_list(vars, "replaced");
	for (int i = 0; i < count; i++) {
		struct vars *item;

		if (!all[i].confirmed || str_equal_nocase(all[i].address, address) ||
		    glossary_lists(others, all[i].address))
			continue;
		item = vars_add(vars, "replaced");
		vars_text(item, "replaced-address", all[i].address);
		vars_flag(item, "another", listed++ > 0);
	}
	vars_flag(vars, "any-replaced", listed > 0);
	return count == -1 ? -1 : 0;
}

/* Asks the new address; 1, 0 it was asked the same at *before, or (0) too much was asked; -1. */
static int
ask_new(struct request *rq, struct confirmation *c, struct vars **vars, int64_t *before,
    struct err *err)
{
	if (confirmations_asked(rq->store, c, rq->now - DAY, before, err) == -1)
		return -1;
	return *before == 0 ? confirmation_ask(rq, c, "address-move-confirm", vars, err) : 0;
}

/* The new address was asked the same today, or too much was asked already. */
static enum outcome
not_asked(
    struct request *rq, const char *address, const char *others, int64_t before, struct err *err)
{
	struct vars *vars = before != 0 ? reply_use(rq->reply, "address-asked") :
					  reply_refuse(rq->reply, "address-asked");

	confirmation_say_asked(vars, address, false, before);
	if (before == 0)
		return REFUSED;
	return confirmation_ask_addresses(rq, rq->from, others, vars, err) == -1 ? FAILED : DONE;
}

/* The first of the new addresses takes the place of all that are not named with it. */
static enum outcome
change_address(struct request *rq, struct err *err)
{
	const struct order *order = rq->order;
	struct confirmation c = { .kind = CONFIRM_MOVE, .player = rq->from->id };
	const char *address;
	struct vars *vars;
	struct str others;
	int64_t before;
	int asked;

	str_init(&others, rq->arena, 0);
	for (int i = order->word_count - 1; i > 0; i--) {
		if (!rq->settings->addresses->normalise(rq->arena, order->raw[i], &address))
			return request_refuse_text(rq, "address-bad", "named", order->raw[i]);
		if (i > 1)
			str_addf(&others, "%s%s", others.length > 0 ? " " : "", address);
	}
	if (order->word_count - 1 > ADDRESSES_MAX)
		return request_refuse_number(rq, "address-too-many", "limit", ADDRESSES_MAX);
	if (!confirmation_is_sure(rq))
		return confirmation_ask_owner(rq, err);
	if (address_change_due(rq, &c.due, err) == -1)
		return FAILED;
	c.address = address;
	c.detail = others.data;
	if ((asked = ask_new(rq, &c, &vars, &before, err)) == -1)
		return FAILED;
	if (asked == 0)
		return not_asked(rq, address, others.data, before, err);
	vars_text(vars, "userid", rq->from->userid);
	vars_text(vars, "others", others.data);
	if (c.due == 0) {
		vars = reply_use(rq->reply, "address-move-asked");
		vars_text(vars, "named", address);
		if (list_replaced(rq, address, others.data, vars, err) == -1)
			return FAILED;
	} else if (address_change_tell(rq, "address-move-soon", address, c.due, &vars, err) == -1)
		return FAILED;
	if (confirmation_ask_addresses(rq, rq->from, others.data, vars, err) == -1)
		return FAILED;
	return DONE;
}

enum outcome
change_run(struct request *rq, struct err *err)
{
	return strcmp(rq->order->words[0], "password") == 0 ? change_password(rq, err) :
							      change_address(rq, err);
}

/* The letter with the code goes to the address that asks, if it is one of the player's at which he
 * gets letters, or else to the oldest that is; 1, 0 none was
 * written, -1. */
static int
write_code(struct request *rq, const struct player *player, struct err *err)
{
	bool own = rq->sender != NULL && rq->sender->id == player->id;
	struct confirmation c = {
		.kind = CONFIRM_FORGOT, .player = player->id, .detail = own ? FORGOT_BY_HIMSELF : ""
	};
	struct address *all;
	struct vars *vars;
	int count = players_addresses(rq->store, rq->arena, player->id, &all, err);
	int asked;

	for (int i = 0; i < count; i++)
		if (all[i].confirmed && all[i].receives && !all[i].stopped &&
		    (c.address == NULL || str_equal_nocase(all[i].address, rq->address)))
			c.address = all[i].address;
	if (count == -1 || c.address == NULL)
		return count == -1 ? -1 : 0;
	if ((asked = confirmation_ask(rq, &c, "forgot", &vars, err)) == 1) {
		reply_speak_last(rq->reply, player->language, false);
		vars_text(vars, "userid", player->userid);
		vars_flag(vars, "own", own);
	}
	return asked;
}

enum outcome
forgot_run(struct request *rq, struct err *err)
{
	struct player *player = arena_alloc(rq->arena, sizeof *player);
	const char *userid = rq->order->words[0];
	int found = players_find(rq->store, rq->arena, userid, player, err), written = 0;

	if (found == 1 && player->state == PLAYER_ACTIVE)
		written = write_code(rq, player, err);
	if (found == -1 || written == -1)
		return FAILED;
	/* One letter will do for him whose password it is. */
	if (written == 1 && rq->sender != NULL && rq->sender->id == player->id)
		return DONE;
	vars_text(reply_use(rq->reply, "forgot-sent"), "userid", userid);
	return DONE;
}
