/* SPDX-License-Identifier: ISC */
/*
 * SIGNUP: ask for an account.
 *
 * Nothing is opened before the address has answered, and nothing is reserved: the
 * first who confirms has the name.  A password is sealed until then, since a forged
 * letter must not cost the time that hashing takes (base/token.h).
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "cmd/account.h"
#include "cmd/cmd.h"
#include "cmd/glossary.h"

#define FURTHER_MAX 3 /* addresses */

static bool
signup_accepts(const struct order *order)
{
	for (int i = 1; i < order->word_count; i++)
		if (strchr(order->raw[i], '@') == NULL)
			return false;
	return true;
}

/* The addresses besides the sender's own, blanks between; NULL: too many, or *bad is none. */
static const char *
further_addresses(const struct request *rq, const char **bad)
{
	const struct order *order = rq->order;
	const char *address;
	struct str out;
	int count = 0;

	*bad = NULL;
	str_init(&out, rq->arena, 0);
	for (int i = 1; i < order->word_count; i++) {
		if (!rq->settings->addresses->normalise(rq->arena, order->raw[i], &address)) {
			*bad = order->raw[i];
			return NULL;
		}
		if (str_equal_nocase(address, rq->address))
			continue;
		if (count++ == FURTHER_MAX)
			return NULL;
		str_addf(&out, "%s%s", count > 1 ? " " : "", address);
	}
	return out.data;
}

static const char *
wanted_password(const struct order *order)
{
	return order->fresh != NULL ? order->fresh : order->password;
}

/* CMD_DONE when this userid may sign up, with such words. */
static enum outcome
check_signup(struct request *rq, struct reply *reply, const char *userid, const char **further,
    struct err *err)
{
	const struct glossary *glossary = rq->settings->glossary;
	const char *bad, *password = wanted_password(rq->order);
	int taken;

	if (rq->from != NULL)
		return account_refuse(reply, "signup-has-account", rq->from->userid);
	/* "remis", "ja": in another language they are commands, too. */
	if (!cmd_allows_userid(userid) || cmd_find(glossary, userid) != NULL ||
	    glossary_is_yes(glossary, userid))
		return account_refuse(reply, "signup-bad-userid", userid);
	if ((*further = further_addresses(rq, &bad)) == NULL) {
		account_refuse(reply, "signup-bad-address", userid);
		vars_text(reply->sender->last->vars, "bad", bad);
		vars_number(reply->sender->last->vars, "limit", FURTHER_MAX);
		return CMD_REFUSED;
	}
	if (password != NULL && strlen(password) > PASSWORD_MAX)
		return account_refuse(reply, "signup-long-password", userid);
	if ((taken = players_taken(rq->store, userid, err)) == -1)
		return CMD_FAILED;
	return taken ? account_refuse(reply, "signup-taken", userid) : CMD_DONE;
}

/* The sign-up whose confirmation this letter answers, to have another name; or a new one, whose
 * address an answered invitation has proved (1), or nothing (0).  Or -1. */
static int
find_answered(struct request *rq, struct confirmation *signup, struct err *err)
{
	struct confirmation c = { .kind = CONFIRM_SIGNUP };
	int found = account_find(rq, NULL, &c, err);
	bool is_invited = found == 1 && c.kind == CONFIRM_INVITE;

	*signup = c;
	if (found == -1 || (found == 1 && c.kind == CONFIRM_SIGNUP))
		return found;
	*signup = (struct confirmation){
		.kind = CONFIRM_SIGNUP, .address = rq->address, .secret = "", .detail = ""
	};
	if (is_invited) {
		signup->id = c.id;
		signup->language = c.language;
	}
	return is_invited;
}

static enum outcome
signup_run(struct request *rq, struct reply *reply, struct err *err)
{
	const char *userid = rq->order->words[0], *further = "";
	const char *password = wanted_password(rq->order);
	struct confirmation signup;
	char sealed[SEALED_SIZE] = "";
	enum outcome outcome;
	struct vars *vars;
	bool may, is_proved;
	int found = find_answered(rq, &signup, err);

	if (found == -1)
		return CMD_FAILED;
	is_proved = found == 1;
	if (is_proved)
		reply->sender->confirm = signup.id;
	if ((outcome = check_signup(rq, reply, userid, &further, err)) != CMD_DONE)
		return outcome;
	if (password != NULL) {
		password_seal(rq->settings->keys, rq->address, password, sealed);
		signup.secret = sealed;
	}
	if (further[0] != '\0' || !is_proved)
		signup.detail = further;
	str_copy(signup.userid, sizeof signup.userid, userid);
	if (is_proved)
		return account_open(rq, reply, &signup, err);
	reply->silent = true;
	if (account_count(rq, CONFIRM_SIGNUP, rq->address, &may, err) == -1)
		return CMD_FAILED;
	if (!may)
		return CMD_REFUSED;
	if (account_ask(rq, reply, &signup, "signup-confirm", &vars, err) == -1)
		return CMD_FAILED;
	vars_text(vars, "userid", userid);
	vars_flag(vars, "has-password", password != NULL);
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
