/* SPDX-License-Identifier: ISC */
/*
 * SIGNUP: ask for an account.
 *
 * Nothing is opened before the address has answered, and nothing is reserved: the
 * first who confirms has the name.  A password is sealed until then, since a forged
 * letter must not cost the time that hashing takes (base/token.h).
 */
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "cmd/account.h"
#include "cmd/cmd.h"
#include "cmd/confirmations.h"
#include "cmd/invitation.h"
#include "play/glossary.h"
#include "speak/names.h"
#include "speak/parse.h"
#include "speak/speech.h"

#define FURTHER_MAX 3 /* addresses */

/* The addresses besides the sender's own, blanks between. */
static enum outcome
further_addresses(struct request *rq, const char *userid, const char **further)
{
	const struct order *order = rq->order;
	const char *address;
	struct vars *vars;
	struct str out;
	int count = 0;

	str_init(&out, rq->arena, 0);
	for (int i = 1; i < order->word_count; i++) {
		bool is_address = rq->settings->addresses->normalise(
		    rq->arena, order->raw[i], &address);

		if (is_address && str_equal_nocase(address, rq->address))
			continue;
		if (is_address && count < FURTHER_MAX) {
			str_addf(&out, "%s%s", count++ > 0 ? " " : "", address);
			continue;
		}
		vars = reply_refuse(rq->reply, "signup-bad-address");
		vars_text(vars, "userid", userid);
		vars_text(vars, "bad", is_address ? "" : order->raw[i]);
		vars_number(vars, "limit", FURTHER_MAX);
		vars_flag(vars, "has-password", order->fresh != NULL);
		return REFUSED;
	}
	*further = out.data;
	return DONE;
}

static const char *
wanted_password(const struct order *order)
{
	return order->fresh != NULL ? order->fresh : order->password;
}

/* Whoever had the name before is told why it is taken. */
static enum outcome
refuse_taken(struct request *rq, const char *userid, struct err *err)
{
	struct vars *vars = reply_refuse(rq->reply, "signup-taken");
	struct player player;
	int found = players_find(rq->store, rq->arena, userid, &player, err);

	if (found == -1)
		return FAILED;
	vars_text(vars, "userid", userid);
	vars_flag(vars, "closed", found == 1 && player.state == PLAYER_CLOSED);
	return REFUSED;
}

/* DONE when this userid may sign up, with such words. */
static enum outcome
check_signup(struct request *rq, const char *userid, const char **further, struct err *err)
{
	const struct glossary *glossary = rq->settings->glossary;
	const struct parse_context context = { .glossary = glossary };
	const char *password = wanted_password(rq->order);
	bool is_word;
	struct vars *vars;
	int taken;

	if (rq->from != NULL)
		return request_refuse_userid(rq, "signup-has-account", rq->from->userid);
	/* "hilfe": in another language it is a command, too; "signup please" names nobody. */
	is_word = verb_find(glossary, userid) != NULL || name_is_reserved(glossary, userid) ||
	    speech_listed(&context, userid, SPEECH_LIST(entreaties)) == strlen(userid);
	if (is_word || !verb_allows_userid(userid)) {
		vars = reply_refuse(rq->reply, "signup-bad-userid");
		vars_text(vars, "userid", userid);
		vars_flag(vars, "is-word", is_word);
		return REFUSED;
	}
	if (further_addresses(rq, userid, further) != DONE)
		return REFUSED;
	if (password != NULL && strlen(password) > PASSWORD_MAX)
		return request_refuse_userid(rq, "signup-long-password", userid);
	if (password != NULL && utf8_length(password) < PASSWORD_MIN) {
		vars = reply_refuse(rq->reply, "password-short");
		vars_number(vars, "length", (int64_t)utf8_length(password));
		vars_text(vars, "userid", userid);
		return REFUSED;
	}
	/* As it was written, too: folded, "ſred" is "sred", but does not look like it. */
	if ((taken = players_taken(rq->store, userid, 0, err)) == 0)
		taken = players_taken(rq->store, rq->order->raw[0], 0, err);
	if (taken == -1)
		return FAILED;
	return taken ? refuse_taken(rq, userid, err) : DONE;
}

/* The sign-up whose confirmation this letter answers, to have another name; or a new one, whose
 * address an answered invitation has proved (1), or nothing (0).  Or -1. */
static int
find_answered(struct request *rq, struct confirmation *signup, struct err *err)
{
	struct confirmation c = { .kind = CONFIRM_SIGNUP };
	int found = confirmation_find(rq, NULL, &c, err);
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

/* "invited" and "host": what the account would begin with. */
static int
invitation_vars(struct request *rq, struct vars *vars, struct err *err)
{
	struct confirmation invitation;
	struct player host = { .userid = "" };
	int found = invitations_find(rq->store, rq->arena, rq->address, rq->now, &invitation, err);

	if (found == 1)
		found = players_get(rq->store, rq->arena, invitation.player, &host, err);
	vars_flag(vars, "invited", found == 1);
	vars_text(vars, "host", host.userid);
	return found;
}

enum outcome
signup_run(struct request *rq, struct err *err)
{
	const char *userid = rq->order->words[0], *further = "";
	const char *password = wanted_password(rq->order);
	struct confirmation signup;
	char sealed[SEALED_SIZE] = "";
	enum outcome outcome;
	struct vars *vars;
	bool is_proved;
	int asked, found = find_answered(rq, &signup, err);

	if (found == -1)
		return FAILED;
	is_proved = found == 1;
	if (is_proved)
		rq->reply->sender->confirm = signup.id;
	if ((outcome = check_signup(rq, userid, &further, err)) != DONE)
		return outcome;
	if (password != NULL) {
		password_seal(rq->settings->keys, rq->address, password, sealed);
		signup.secret = sealed;
	}
	if (further[0] != '\0' || !is_proved)
		signup.detail = further;
	str_copy(signup.userid, sizeof signup.userid, userid);
	if (is_proved)
		return account_open(rq, &signup, err);
	rq->reply->silent = true;
	if ((asked = confirmation_ask(rq, &signup, "signup-confirm", &vars, err)) != 1)
		return asked == 0 ? REFUSED : FAILED;
	vars_text(vars, "userid", userid);
	vars_flag(vars, "has-password", password != NULL);
	return invitation_vars(rq, vars, err) == -1 ||
		invitation_over(rq, signup.address, vars, err) == -1 ?
	    FAILED :
	    DONE;
}
