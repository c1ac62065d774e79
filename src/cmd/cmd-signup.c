/* SPDX-License-Identifier: ISC */
/*
 * SIGNUP, CONFIRM: open an account.
 *
 * Nothing is opened before the address has answered; until then it gets one letter
 * for each sign-up and three a day, so that nobody can be flooded through us.  All
 * sign-ups of an hour are limited, too: hashing their passwords keeps the server busy.
 */
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "store/counters.h"

#define ADDRESS_A_DAY 3
#define MAILBOX_A_DAY 15   /* whatever tags its addresses have */
#define ALL_AN_HOUR   2000 /* their passwords take minutes */
#define CODE_LENGTH   8
#define PASSWORD_MAX  128

static enum outcome
signup_refuse(struct reply *reply, const char *template, const char *userid)
{
	vars_text(reply_refuse(reply, template), "userid", userid);
	return CMD_REFUSED;
}

static bool
signup_accepts(const struct order *order)
{
	for (int i = 1; i < order->word_count; i++)
		if (strchr(order->raw[i], '@') == NULL)
			return false;
	return true;
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

/* CMD_DONE when this address and userid may sign up now. */
static enum outcome
check_signup(struct request *rq, struct reply *reply, const char *userid, struct err *err)
{
	const struct order *order = rq->order;
	int taken, flood;

	if (rq->from != NULL)
		return signup_refuse(reply, "signup-has-account", rq->from->userid);
	if (!cmd_allows_userid(userid))
		return signup_refuse(reply, "signup-bad-userid", userid);
	for (int i = 1; i < order->word_count; i++)
		if (!str_equal_nocase(order->raw[i], rq->address))
			return signup_refuse(reply, "signup-other-address", userid);
	if (order->password != NULL && strlen(order->password) > PASSWORD_MAX)
		return signup_refuse(reply, "signup-long-password", userid);
	taken = players_taken(rq->store, userid, err);
	if (taken == -1 || (flood = is_flood(rq, err)) == -1)
		return CMD_FAILED;
	if (flood) {
		reply->silent = true;
		return CMD_REFUSED;
	}
	return taken ? signup_refuse(reply, "signup-taken", userid) : CMD_DONE;
}

static enum outcome
signup_run(struct request *rq, struct reply *reply, struct err *err)
{
	const char *userid = rq->order->words[0];
	char code[CODE_LENGTH + 1], hash[PASSWORD_HASH_SIZE] = "";
	struct signup signup = { .password_hash = hash,
		.address = rq->address,
		.language = rq->settings->language,
		.code = code,
		.created = rq->now };
	enum outcome outcome = check_signup(rq, reply, userid, err);
	struct vars *vars;

	if (outcome != CMD_DONE)
		return outcome;
	if (rq->order->password != NULL && password_hash(rq->order->password, hash, err) == -1)
		return CMD_FAILED;
	str_copy(signup.userid, sizeof signup.userid, userid);
	code_random(code, CODE_LENGTH);
	if (signups_add(rq->store, &signup, err) == -1 ||
	    counters_add(rq->store, "signup", rq->address, rq->now, err) == -1 ||
	    counters_add(rq->store, "signup-mailbox", rq->mailbox, rq->now, err) == -1 ||
	    counters_add(rq->store, "signup-all", "*", rq->now, err) == -1)
		return CMD_FAILED;
	vars = reply_write(reply, rq->address, signup.id, "signup-confirm");
	vars_text(vars, "userid", userid);
	vars_text(vars, "code", code);
	vars_flag(vars, "has-password", hash[0] != '\0');
	reply->silent = true;
	return CMD_DONE;
}

/* The sign-up of this address that is meant: by the code, else by the token of the
 * letter answered.  1, 0 none that can still be confirmed, or -1. */
static int
find_signup(struct request *rq, struct signup *signup, struct err *err)
{
	int found = 0;

	if (rq->order->word_count > 0)
		found = signups_find(rq->store, rq->arena, rq->order->words[0], signup, err);
	else if (rq->token != NULL && rq->token->purpose == TOKEN_CONFIRM)
		found = signups_get(rq->store, rq->arena, rq->token->game, signup, err);
	if (found == 1 &&
	    (signup->created < rq->now - SIGNUP_LASTS ||
		!str_equal_nocase(signup->address, rq->address)))
		return 0;
	return found;
}

static enum outcome
confirm_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct player *player = arena_alloc(rq->arena, sizeof *player);
	struct address address = { .confirmed = true, .receives = true };
	struct signup signup;
	struct vars *vars;
	int found = find_signup(rq, &signup, err), waiting;

	if (found == -1)
		return CMD_FAILED;
	if (rq->from != NULL)
		return signup_refuse(reply, "signup-has-account", rq->from->userid);
	if (found == 0) {
		/* Strangers who have asked for nothing are told nothing. */
		waiting = signups_count(rq->store, rq->address, rq->now - SIGNUP_LASTS, err);
		if (waiting == -1)
			return CMD_FAILED;
		reply->silent = waiting == 0 && rq->token == NULL;
		return signup_refuse(reply, "signup-lapsed", "");
	}
	str_copy(player->userid, sizeof player->userid, signup.userid);
	player->password_hash = signup.password_hash;
	player->created = rq->now;
	player->language = signup.language;
	player->board = "classic";
	player->notation = "coordinates";
	player->reminders = REMINDERS_DEFAULT;
	if (players_add(rq->store, player, err) == -1)
		return CMD_FAILED;
	address.player = player->id;
	address.address = signup.address;
	if (players_add_address(rq->store, &address, err) == -1 ||
	    signups_remove(rq->store, signup.id, err) == -1)
		return CMD_FAILED;
	rq->sender = rq->from = player;
	vars = reply_use(reply, "welcome");
	vars_text(vars, "userid", player->userid);
	vars_flag(vars, "has-password", player->password_hash[0] != '\0');
	return CMD_DONE;
}

const struct cmd cmd_signup = {
	.name = "signup",
	.aliases = "sign-up register",
	.args = "WORD SECRET? WORDS",
	.accepts = signup_accepts,
	.needs = OPEN,
	.run = signup_run,
};

const struct cmd cmd_confirm = {
	.name = "confirm",
	.args = "WORD?",
	.needs = OPEN,
	.run = confirm_run,
};
