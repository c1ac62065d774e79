/* SPDX-License-Identifier: ISC */
/*
 * SIGNUP, CONFIRM: open an account.
 *
 * Nothing is opened before the address has answered; until then one letter a
 * sign-up and three a day go to it, so that nobody can be flooded through us.
 * From ever new addresses nobody can keep the server busy with passwords either.
 */
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/shared.h"
#include "store/counters.h"

#define ADDRESS_A_DAY 3
#define MAILBOX_A_DAY 15   /* whatever tags its addresses have */
#define ALL_AN_HOUR   2000 /* minutes for the passwords */
#define CODE_LENGTH   8
#define PASSWORD_MAX  128

static enum outcome
refuse(struct reply *reply, const char *template, const char *userid)
{
	vars_text(reply_refuse(reply, template), "userid", userid);
	return CMD_REFUSED;
}

static bool
names_other_address(const struct request *rq)
{
	for (int i = 1; i < rq->order->word_count; i++)
		if (!str_equal_nocase(rq->order->raw[i], rq->address))
			return true;
	return false;
}

/* Is it too much for this address, its mailbox or everybody?  1, 0 or -1. */
static int
is_flood(const struct request *rq, struct err *err)
{
	int64_t own, mailbox, all;

	if (counters_get(rq->store, "signup", rq->address, rq->now - DAY, &own, err) == -1 ||
	    counters_get(rq->store, "signup-mailbox", rq->mailbox, rq->now - DAY, &mailbox, err) ==
		-1 ||
	    counters_get(rq->store, "signup-all", "*", rq->now - HOUR, &all, err) == -1)
		return -1;
	if (all >= ALL_AN_HOUR)
		log_warn(
		    "%s cannot sign up: %d have begun within an hour", rq->address, ALL_AN_HOUR);
	return own >= ADDRESS_A_DAY || mailbox >= MAILBOX_A_DAY || all >= ALL_AN_HOUR;
}

static int
count_signup(const struct request *rq, struct err *err)
{
	if (counters_add(rq->store, "signup", rq->address, rq->now, err) == -1 ||
	    counters_add(rq->store, "signup-mailbox", rq->mailbox, rq->now, err) == -1)
		return -1;
	return counters_add(rq->store, "signup-all", "*", rq->now, err);
}

/* CMD_DONE when this address and userid may sign up now. */
static enum outcome
check(struct request *rq, struct reply *reply, const char *userid, struct err *err)
{
	int taken, flood;

	if (rq->from != NULL)
		return refuse(reply, "signup-has-account", rq->from->userid);
	if (!userid_is_sound(userid))
		return refuse(reply, "signup-bad-userid", userid);
	if (names_other_address(rq))
		return refuse(reply, "signup-other-address", userid);
	if (rq->order->password != NULL && strlen(rq->order->password) > PASSWORD_MAX)
		return refuse(reply, "signup-long-password", userid);
	taken = players_taken(rq->store, userid, err);
	if (taken == -1 || (flood = is_flood(rq, err)) == -1)
		return CMD_FAILED;
	if (flood) {
		reply->silent = true;
		return CMD_REFUSED;
	}
	return taken ? refuse(reply, "signup-taken", userid) : CMD_DONE;
}

static enum outcome
signup(struct request *rq, struct reply *reply, struct err *err)
{
	const char *userid = rq->order->words[0];
	char code[CODE_LENGTH + 1], hash[PASSWORD_HASH_SIZE] = "";
	struct signup signup = { .password_hash = hash,
		.address = rq->address,
		.language = rq->settings->language,
		.code = code,
		.created = rq->now };
	enum outcome outcome = check(rq, reply, userid, err);
	struct vars *vars;

	if (outcome != CMD_DONE)
		return outcome;
	if (rq->order->password != NULL && password_hash(rq->order->password, hash, err) == -1)
		return CMD_FAILED;
	str_copy(signup.userid, sizeof signup.userid, userid);
	code_random(code, CODE_LENGTH);
	if (signups_add(rq->store, &signup, err) == -1 || count_signup(rq, err) == -1)
		return CMD_FAILED;
	vars = reply_write(reply, rq->address, signup.id, "signup-confirm");
	vars_text(vars, "userid", userid);
	vars_text(vars, "code", code);
	vars_flag(vars, "has-password", hash[0] != '\0');
	reply->silent = true;
	return CMD_DONE;
}

static bool
signup_accepts(const struct order *order)
{
	for (int i = 1; i < order->word_count; i++)
		if (strchr(order->raw[i], '@') == NULL)
			return false;
	return true;
}

/* The sign-up meant: by the code, else by the token of the letter answered. */
static int
find_signup(struct request *rq, struct signup *signup, struct err *err)
{
	if (rq->order->word_count > 0)
		return signups_find(rq->store, rq->arena, rq->order->words[0], signup, err);
	if (rq->token != NULL && rq->token->purpose == TOKEN_CONFIRM)
		return signups_get(rq->store, rq->arena, rq->token->game, signup, err);
	return 0;
}

static int
open_account(
    struct request *rq, const struct signup *signup, struct player *player, struct err *err)
{
	struct address address = {
		.address = signup->address, .confirmed = true, .receives = true
	};

	str_copy(player->userid, sizeof player->userid, signup->userid);
	player->password_hash = signup->password_hash;
	player->created = rq->now;
	player->language = signup->language;
	player->board = "classic";
	player->notation = "coordinates";
	if (players_add(rq->store, player, err) == -1)
		return -1;
	address.player = player->id;
	if (players_add_address(rq->store, &address, err) == -1)
		return -1;
	return signups_remove(rq->store, signup->id, err);
}

/* Told to whom it may concern: others are strangers with no command of theirs. */
static enum outcome
say_lapsed(const struct request *rq, struct reply *reply, struct err *err)
{
	int waiting = signups_count(rq->store, rq->address, rq->now - SIGNUP_LASTS, err);

	if (waiting == -1)
		return CMD_FAILED;
	reply->silent = waiting == 0 && rq->token == NULL;
	return refuse(reply, "signup-lapsed", "");
}

static enum outcome
confirm(struct request *rq, struct reply *reply, struct err *err)
{
	struct player *player = arena_alloc(rq->arena, sizeof *player);
	struct signup signup;
	int found = find_signup(rq, &signup, err);

	if (found == -1)
		return CMD_FAILED;
	if (rq->from != NULL)
		return refuse(reply, "signup-has-account", rq->from->userid);
	if (found == 0 || signup.created < rq->now - SIGNUP_LASTS ||
	    !str_equal_nocase(signup.address, rq->address))
		return say_lapsed(rq, reply, err);
	if (open_account(rq, &signup, player, err) == -1)
		return CMD_FAILED;
	rq->sender = rq->from = player;
	vars_text(reply_use(reply, "welcome"), "userid", player->userid);
	vars_flag(reply->sender->last->vars, "has-password", player->password_hash[0] != '\0');
	return CMD_DONE;
}

const struct cmd cmd_signup = {
	.name = "signup",
	.aliases = "sign-up register",
	.args = "WORD SECRET? WORDS",
	.accepts = signup_accepts,
	.needs = OPEN,
	.run = signup,
};

const struct cmd cmd_confirm = {
	.name = "confirm",
	.args = "WORD?",
	.needs = OPEN,
	.run = confirm,
};
