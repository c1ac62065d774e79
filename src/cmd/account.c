/* SPDX-License-Identifier: ISC */
/*
 * Confirmations (account.h).
 */
#include "cmd/account.h"

#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/str.h"
#include "store/counters.h"

#define CODE_LENGTH   8
#define ADDRESS_A_DAY 3
#define MAILBOX_A_DAY 15   /* whatever tags and dots its addresses have */
#define SITE_AN_HOUR  2500 /* of strangers: more than a flood that anybody has seen */
#define PLAYER_A_DAY  10   /* further addresses that one player names */
#define WAITING_MAX   50000
#define TRIMMED_EVERY 256

enum outcome
account_refuse(struct reply *reply, const char *template, const char *userid)
{
	vars_text(reply_refuse(reply, template), "userid", userid);
	return CMD_REFUSED;
}

/* Is one more within `most` since `since`?  Then it is counted. */
static int
count_one(struct request *rq, const char *what, const char *who, int64_t since, int most, bool *may,
    struct err *err)
{
	int64_t count;

	if (counters_get(rq->store, what, who, since, &count, err) == -1)
		return -1;
	*may = count < most;
	return *may ? counters_add(rq->store, what, who, rq->now, err) : 0;
}

/*
 * A domain's sign-ups are counted by the site that was registered, since any number of names
 * can be made below it: who forges letters in the name of one site closes that one.  All sites
 * together have no measure, which a flood over many of them would use up.  Letters for
 * which the mail server vouches are counted apart, so that forged ones do not close the
 * way to them.
 */
int
account_count(struct request *rq, const char *address, bool *may, struct err *err)
{
	const struct address_ops *addresses = rq->settings->addresses;
	const char *what = rq->mail_server_proof ? "signup-site-proved" : "signup-site";
	const char *who = addresses->site(rq->arena, address);
	int64_t hour = rq->now - HOUR, day = rq->now - DAY;
	int most = SITE_AN_HOUR;

	if (rq->from != NULL) {
		what = "address";
		who = arena_printf(rq->arena, "%lld", (long long)rq->from->id);
		hour = day;
		most = PLAYER_A_DAY;
	}
	if (count_one(rq, "signup", address, day, ADDRESS_A_DAY, may, err) == -1 ||
	    (*may &&
		count_one(rq, "signup-mailbox", addresses->mailbox(rq->arena, address), day,
		    MAILBOX_A_DAY, may, err) == -1))
		return -1;
	if (*may && count_one(rq, what, who, hour, most, may, err) == -1)
		return -1;
	if (!*may)
		log_info("%s gets no confirmation: limit reached", address);
	return 0;
}

int
account_ask(struct request *rq, struct reply *reply, struct confirmation *c, const char *template,
    struct vars **vars, struct err *err)
{
	char code[CODE_LENGTH + 1];

	code_random(code, CODE_LENGTH);
	c->code = arena_strdup(rq->arena, code);
	c->site = rq->settings->addresses->site(rq->arena, c->address);
	c->language = rq->from != NULL ? rq->from->language : rq->settings->language;
	c->created = rq->now;
	if (confirmations_add(rq->store, c, err) == -1 ||
	    (c->id % TRIMMED_EVERY == 0 && confirmations_trim(rq->store, WAITING_MAX, err) == -1))
		return -1;
	*vars = reply_write(reply, c->address, c->id, template);
	vars_text(*vars, "code", code);
	return 0;
}

int
account_find(struct request *rq, const char *code, struct confirmation *out, struct err *err)
{
	int found = 0;

	if (code != NULL)
		found = confirmations_find(rq->store, rq->arena, code, rq->now, out, err);
	else if (rq->confirm != 0)
		found = confirmations_get(rq->store, rq->arena, rq->confirm, rq->now, out, err);
	if (found == 1 && !str_equal_nocase(out->address, rq->address))
		return 0;
	if (found == 1)
		rq->is_confirmed = true;
	return found;
}

enum outcome
account_ask_again(struct request *rq, struct reply *reply, struct err *err)
{
	struct confirmation waiting;
	int found = account_find(rq, NULL, &waiting, err);

	if (found == -1)
		return CMD_FAILED;
	if (found == 0)
		return CMD_DONE;
	rq->is_confirmed = false; /* not yet */
	reply_refuse(reply, waiting.kind == CONFIRM_SIGNUP ? "signup-unclear" : "confirm-unclear");
	reply->sender->confirm = waiting.id;
	return CMD_REFUSED;
}

int
account_ask_addresses(struct request *rq, struct reply *reply, const struct player *player,
    const char *addresses, struct vars *told, struct err *err)
{
	vars_list(told, "asked");
	while (*(addresses += strspn(addresses, " ")) != '\0') {
		size_t length = strcspn(addresses, " ");
		struct confirmation c = { .kind = CONFIRM_ADD,
			.player = player->id,
			.address = arena_strndup(rq->arena, addresses, length) };
		struct vars *vars;
		bool may;

		addresses += length;
		if (account_count(rq, c.address, &may, err) == -1)
			return -1;
		if (!may)
			continue;
		if (account_ask(rq, reply, &c, "address-confirm", &vars, err) == -1)
			return -1;
		vars_text(vars, "userid", player->userid);
		vars_text(vars_add(told, "asked"), "asked-address", c.address);
	}
	return 0;
}

/* The password of a sign-up as a hash, "" none; false: it cannot be read any more. */
static int
take_password(struct request *rq, const struct confirmation *signup, char hash[PASSWORD_HASH_SIZE],
    bool *lost, struct err *err)
{
	char password[PASSWORD_MAX + 1];

	hash[0] = '\0';
	*lost = false;
	if (signup->secret[0] == '\0')
		return 0;
	/* Version 0.2 hashed at once. */
	if (signup->secret[0] == '$') {
		str_copy(hash, PASSWORD_HASH_SIZE, signup->secret);
		return 0;
	}
	*lost = !password_unseal(rq->settings->keys, signup->address, signup->secret, password);
	return *lost ? 0 : password_hash(password, hash, err);
}

enum outcome
account_open(
    struct request *rq, struct reply *reply, const struct confirmation *signup, struct err *err)
{
	struct player *player = arena_alloc(rq->arena, sizeof *player);
	struct address address = { .confirmed = true, .receives = true };
	char hash[PASSWORD_HASH_SIZE];
	int taken = players_taken(rq->store, signup->userid, err);
	struct vars *vars;
	bool lost;

	if (taken == -1)
		return CMD_FAILED;
	if (taken) {
		/* The answer to this is as good a proof as that to the confirmation. */
		reply->sender->confirm = signup->id;
		return account_refuse(reply, "signup-lost", signup->userid);
	}
	if (take_password(rq, signup, hash, &lost, err) == -1)
		return CMD_FAILED;
	str_copy(player->userid, sizeof player->userid, signup->userid);
	player->password_hash = arena_strdup(rq->arena, hash);
	player->created = rq->now;
	player->language = signup->language;
	player->board = "classic";
	player->html = "auto";
	player->notation = "coordinates";
	player->reminders = REMINDERS_DEFAULT;
	if (players_add(rq->store, player, err) == -1)
		return CMD_FAILED;
	address.player = player->id;
	address.address = signup->address;
	if (players_add_address(rq->store, &address, err) == -1 ||
	    confirmations_remove_signups(rq->store, signup->address, err) == -1)
		return CMD_FAILED;
	rq->sender = rq->from = rq->speaker = player;
	reply->sender->confirm = 0;
	vars = reply_use(reply, "welcome");
	vars_text(vars, "userid", player->userid);
	vars_flag(vars, "has-password", hash[0] != '\0');
	vars_flag(vars, "password-lost", lost);
	return account_ask_addresses(rq, reply, player, signup->detail, vars, err) == -1 ?
	    CMD_FAILED :
	    CMD_DONE;
}
