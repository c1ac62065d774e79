/* SPDX-License-Identifier: ISC */
/*
 * CONFIRM: what waited for the answer of an address is done.
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/account.h"
#include "cmd/address_change.h"
#include "cmd/apart.h"
#include "cmd/cmd.h"
#include "cmd/confirmations.h"
#include "cmd/invitation.h"
#include "play/glossary.h"

static void
list_own(struct vars *told, const char *address, bool another)
{
	struct vars *item = vars_add(told, "addresses");

	vars_text(item, "own-address", address);
	vars_flag(item, "another", another);
}

/* A new address took the place of these, but for those that were named with it, which are listed.
 * 0 or -1. */
static int
drop_others(struct request *rq, const struct player *player, const struct confirmation *c,
    struct vars *told, struct err *err)
{
	struct address *all;
	int count = players_addresses(rq->store, rq->arena, player->id, &all, err);

	for (int i = 0; i < count; i++) {
		struct vars *vars;

		if (str_equal_nocase(all[i].address, c->address))
			continue;
		if (all[i].confirmed && glossary_lists(c->detail, all[i].address)) {
			list_own(told, all[i].address, true);
			vars_flag(told, "several", true);
			continue;
		}
		if (players_drop_address(rq->store, player->id, all[i].address, err) == -1)
			return -1;
		if (!all[i].confirmed || all[i].stopped)
			continue;
		vars = reply_write(rq->reply, all[i].address, 0, "address-moved-told");
		vars_text(vars, "userid", player->userid);
		vars_text(vars, "named", c->address);
		vars_time(vars, "changed", rq->now);
	}
	return count == -1 ? -1 : 0;
}

/* That the address has agreed is noted; it takes the place of the others when it is due. */
static enum outcome
wait_until_due(struct request *rq, const struct confirmation *c, struct err *err)
{
	struct vars *vars;

	if (confirmations_agree(rq->store, c->id, err) == -1)
		return FAILED;
	vars = reply_use(rq->reply, "address-move-waits");
	vars_text(vars, "named", c->address);
	request_day(vars, "day", "", c->due);
	return DONE;
}

/* The confirmation's address becomes one of the player's, or the only one. */
static enum outcome
add_address(struct request *rq, const struct confirmation *c, struct err *err)
{
	bool moves = c->kind == CONFIRM_MOVE, later = rq->parsed == NULL;
	struct address address = { .player = c->player,
		.address = c->address,
		.confirmed = true,
		.receives = true,
		.old_from = moves ? 0 : c->due };
	struct player *player = arena_alloc(rq->arena, sizeof *player);
	struct vars *vars;
	int found = players_get(rq->store, rq->arena, c->player, player, err);

	if (found == -1 || confirmations_remove(rq->store, c->id, err) == -1)
		return FAILED;
	if (found == 0 || player->state == PLAYER_CLOSED)
		return confirmation_refuse_lapsed(rq, err);
	if (rq->from != NULL && (rq->from->id != player->id || !moves))
		return request_refuse_userid(rq, "address-taken", rq->from->userid);
	if (players_add_address(rq->store, &address, err) == -1)
		return FAILED;
	rq->sender = rq->from = rq->speaker = player;
	/* Goes to all of them; without a letter there is nobody to answer. */
	vars = later ? reply_tell(rq->reply, player->id, NULL, "address-moved") :
		       reply_use(rq->reply, moves ? "address-moved" : "address-added");
	vars_text(vars, "userid", player->userid);
	vars_text(vars, "named", c->address);
	vars_flag(vars, "new", address.old_from > rq->now);
	vars_flag(vars, "several", false);
	list_own(vars, c->address, false);
	if (moves && drop_others(rq, player, c, vars, err) == -1)
		return FAILED;
	return apart_on_stairs(rq, player->id, err) == -1 ? FAILED : DONE;
}

/* The command that waited for this. */
static enum outcome
do_deed(struct request *rq, const struct confirmation *c, struct err *err)
{
	const struct parse_context context = { .glossary = rq->settings->glossary,
		.is_own = true,
		.writer = rq->from != NULL ? rq->from->userid : NULL };
	struct order *deed = arena_alloc(rq->arena, sizeof *deed);
	const char *end = strchrnul(c->detail, '\n');
	char password[PASSWORD_MAX + 1];

	if (confirmations_remove(rq->store, c->id, err) == -1)
		return FAILED;
	parse_line(rq->arena, &context,
	    arena_strndup(rq->arena, c->detail, (size_t)(end - c->detail)), deed);
	if (*end != '\0')
		rq->note = end + 1;
	if (deed->verb == NULL || rq->from == NULL || rq->from->id != c->player)
		return confirmation_refuse_lapsed(rq, err);
	if (c->secret[0] != '\0') {
		if (!password_unseal(rq->settings->keys, c->address, c->secret, password))
			return confirmation_refuse_lapsed(rq, err);
		deed->fresh = arena_strdup(rq->arena, password);
	}
	rq->deed = deed;
	rq->is_sure = true;
	return DONE;
}

/* "confirm CODE NEW": the code of FORGOT, and a new password; or "password NEW" in the answer. */
static enum outcome
set_password(struct request *rq, const struct confirmation *c, struct err *err)
{
	struct order *change = arena_alloc(rq->arena, sizeof *change);

	if (rq->from == NULL || rq->from->id != c->player)
		return confirmation_refuse_lapsed(rq, err);
	/* Too long or too short a one is refused, and can be sent once more. */
	if (strlen(rq->order->fresh) <= PASSWORD_MAX &&
	    utf8_length(rq->order->fresh) >= PASSWORD_MIN &&
	    confirmations_remove(rq->store, c->id, err) == -1)
		return FAILED;
	*change = (struct order){ .verb = &verb_table[VERB_CHANGE],
		.words = { "password" },
		.word_count = 1,
		.fresh = rq->order->fresh };
	rq->is_sure = true;
	rq->deed = change;
	return DONE;
}

/* Whoever has no account accepts an invitation: the sign-up that answers this begins the game. */
static enum outcome
ask_name(struct request *rq, const struct confirmation *c)
{
	rq->is_confirmed = false;
	reply_use(rq->reply, "invite-name");
	rq->reply->sender->confirm = c->id;
	return DONE;
}

/* What was found is done. */
static enum outcome
do_confirmed(struct request *rq, const struct confirmation *c, struct err *err)
{
	const struct order *order = rq->order;

	if (order->is_never && c->kind == CONFIRM_INVITE)
		return invitation_never(rq, c, err);
	if (order->is_declined && c->kind == CONFIRM_INVITE)
		return invitation_decline(rq, c, err);
	/* An empty answer closes no account, and begins no game. */
	if (order->is_empty && (c->kind == CONFIRM_DEED || c->kind == CONFIRM_INVITE))
		return confirmation_unclear(rq, c, err);
	switch (c->kind) {
	case CONFIRM_SIGNUP:
		return account_open(rq, c, err);
	case CONFIRM_ADD:
		return add_address(rq, c, err);
	case CONFIRM_MOVE:
		return c->due > rq->now ? wait_until_due(rq, c, err) : add_address(rq, c, err);
	case CONFIRM_DEED:
		return do_deed(rq, c, err);
	case CONFIRM_INVITE:
		if (rq->from != NULL)
			return invitation_begin(rq, c, err);
		return ask_name(rq, c);
	case CONFIRM_FORGOT:
		if (order->fresh != NULL &&
		    (order->word_count > 0 || confirmation_is_own_forgot(c)))
			return set_password(rq, c, err);
		break;
	}
	return confirmation_unclear(rq, c, err); /* yes is no password */
}

/* Nothing that this letter may confirm. */
static enum outcome
refuse_not_found(struct request *rq, const char *code, struct err *err)
{
	int elsewhere = confirmation_is_elsewhere(rq, code, err);

	if (elsewhere == -1)
		return FAILED;
	return elsewhere ? request_refuse(rq, "confirm-elsewhere") :
			   confirmation_refuse_lapsed(rq, err);
}

enum outcome
confirm_run(struct request *rq, struct err *err)
{
	const struct order *order = rq->order;
	struct confirmation c;
	const char *code = order->word_count > 0 ? order->words[0] : NULL;
	int found = confirmation_find(rq, code, &c, err);

	if (found == -1)
		return FAILED;
	if (found == 0 && (rq->from == NULL || code != NULL || rq->confirm != 0))
		return refuse_not_found(rq, code, err);
	if (found == 0 || (c.kind == CONFIRM_SIGNUP && rq->from != NULL))
		return request_refuse_userid(rq, "signup-has-account", rq->from->userid);
	return do_confirmed(rq, &c, err);
}

enum outcome
confirm_due(struct request *rq, int64_t id, struct err *err)
{
	struct player *player = arena_alloc(rq->arena, sizeof *player), *holder;
	struct confirmation c;
	const struct parse_context context = { .glossary = rq->settings->glossary };
	struct order drop;
	int found = confirmations_get(rq->store, rq->arena, id, rq->now, &c, err);

	if (found != 1)
		return found == -1 ? FAILED : DONE;
	rq->address = c.address;
	holder = arena_alloc(rq->arena, sizeof *holder);
	if ((found = players_by_address(rq->store, rq->arena, c.address, holder, err)) == -1 ||
	    players_get(rq->store, rq->arena, c.player, player, err) != 1)
		return FAILED;
	/* Somebody else has it by now. */
	if (player->state == PLAYER_CLOSED || (found == 1 && holder->id != c.player))
		return confirmations_remove(rq->store, id, err) == -1 ? FAILED : DONE;
	if (c.kind == CONFIRM_MOVE)
		return add_address(rq, &c, err);
	rq->from = player;
	if (confirmations_remove(rq->store, id, err) == -1)
		return FAILED;
	parse_line(rq->arena, &context, c.detail, &drop);
	return drop.word_count == 1 ? address_drop_due(rq, drop.raw[0], err) : DONE;
}
