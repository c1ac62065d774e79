/* SPDX-License-Identifier: ISC */
/*
 * Confirmations (confirmations.h).
 */
#include "cmd/confirmations.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/address_change.h"
#include "play/glossary.h"
#include "speak/speech.h"
#include "speak/tokens.h"
#include "speak/verbs.h"

#define ADDRESS_A_DAY  3
#define MAILBOX_A_DAY  3    /* whatever tags and dots its addresses have */
#define SITE_TIMES     3    /* of strangers: as many answers as one address gets in an hour … */
#define PROVED_AN_HOUR 2500 /* … and where the mail server vouches: more than any flood seen */
#define PLAYER_A_DAY   10   /* further addresses that one player names */
#define DEEDS_A_DAY    10   /* questions to a player, about himself */
#define WAITING_MAX    50000
#define TRIMMED_EVERY  256

/* 1, or 0 if there were `most` since `since`, or -1. */
static int
count_one(const struct request *rq, const char *what, const char *who, int64_t since, int most,
    struct err *err)
{
	int may = request_count(rq, what, who, since, most, err);

	if (may == 0)
		log_info("%s of %s: enough confirmations", what, who);
	return may;
}

/*
 * Sign-ups are counted by the site that was registered, since any number of names can be made
 * below it: who forges letters in the name of one site closes that site alone.  There is no
 * limit for all sites together: a flood would reach it and close every site.  Letters for which
 * the mail server vouches are counted apart, so that forged ones do not stop them.
 */
int
confirmation_count_site(const struct request *rq, const char *address, struct err *err)
{
	return count_one(rq, rq->mail_server_proof ? "signup-site-proved" : "signup-site",
	    rq->settings->addresses->site(rq->arena, address), rq->now - HOUR,
	    rq->mail_server_proof ? PROVED_AN_HOUR : rq->settings->answers_hour * SITE_TIMES, err);
}

static int
count(struct request *rq, const struct confirmation *c, struct err *err)
{
	const struct address_ops *addresses = rq->settings->addresses;
	int64_t day = rq->now - DAY;
	int may;

	/* At an address that is a player's for certain. */
	if (c->kind == CONFIRM_DEED)
		return count_one(rq, "deed", c->address, day, DEEDS_A_DAY, err);
	if (c->kind == CONFIRM_FORGOT)
		return count_one(rq, "forgot", c->address, day, ADDRESS_A_DAY, err);
	if (c->kind == CONFIRM_INVITE) /* invitations are counted by themselves */
		return 1;
	may = count_one(rq, "signup-mailbox", addresses->mailbox(rq->arena, c->address), day,
	    MAILBOX_A_DAY, err);
	if (may == 1 && rq->from != NULL)
		may = count_one(rq, "address",
		    arena_printf(rq->arena, "%lld", (long long)rq->from->id), day, PLAYER_A_DAY,
		    err);
	else if (may == 1)
		may = confirmation_count_site(rq, c->address, err);
	return may;
}

static int
store_row(struct request *rq, struct confirmation *c, struct err *err)
{
	char code[CODE_LENGTH + 1];

	code_random(code, CODE_LENGTH);
	c->code = arena_strdup(rq->arena, code);
	c->site = rq->settings->addresses->site(rq->arena, c->address);
	c->language = rq->from != NULL ? rq->from->language :
	    rq->language != NULL       ? rq->language :
					 rq->settings->language;
	c->created = rq->now;
	if (confirmations_add(rq->store, c, err) == -1)
		return -1;
	return c->id % TRIMMED_EVERY == 0 ? confirmations_trim(rq->store, WAITING_MAX, err) : 0;
}

int
confirmation_store(struct request *rq, struct confirmation *c, struct err *err)
{
	int may = count(rq, c, err);

	return may == 1 && store_row(rq, c, err) == -1 ? -1 : may;
}

int
confirmation_ask(struct request *rq, struct confirmation *c, const char *template,
    struct vars **vars, struct err *err)
{
	int stored = confirmation_store(rq, c, err);

	if (stored == 1) {
		*vars = reply_write(rq->reply, c->address, c->id, template);
		vars_text(*vars, "code", c->code);
	}
	return stored;
}

/* Whatever address it went to. */
static int
find_anywhere(struct request *rq, const char *code, struct confirmation *out, struct err *err)
{
	if (code != NULL)
		return confirmations_find(rq->store, rq->arena, code, rq->now, out, err);
	if (rq->confirm != 0)
		return confirmations_get(rq->store, rq->arena, rq->confirm, rq->now, out, err);
	return 0;
}

int
confirmation_find(struct request *rq, const char *code, struct confirmation *out, struct err *err)
{
	int found = find_anywhere(rq, code, out, err);

	if (found == 1 && !str_equal_nocase(out->address, rq->address) &&
	    (out->kind != CONFIRM_DEED || rq->sender == NULL || rq->sender->id != out->player))
		return 0;
	if (found == 1)
		rq->is_confirmed = true;
	if (found == 1 && rq->sender == NULL && rq->language == NULL)
		reply_speak(rq->reply, out->language,
		    out->kind == CONFIRM_SIGNUP || out->kind == CONFIRM_INVITE);
	return found;
}

int
confirmation_is_elsewhere(struct request *rq, const char *code, struct err *err)
{
	struct confirmation c;
	int found = find_anywhere(rq, code, &c, err);

	return found == 1 ? !str_equal_nocase(c.address, rq->address) : found;
}

enum outcome
confirmation_refuse_lapsed(struct request *rq, struct err *err)
{
	const struct player *player = rq->from != NULL ? rq->from : rq->sender;
	int waiting = confirmations_count(rq->store, rq->address, rq->now - SIGNUP_LASTS, err);

	const struct order *order = rq->order;
	struct vars *vars;

	if (waiting == -1)
		return FAILED;
	vars = reply_refuse(rq->reply, player != NULL ? "confirm-lapsed" : "signup-lapsed");
	vars_text(vars, "userid", player != NULL ? player->userid : "");
	vars_flag(vars, "waits", waiting > 0);
	vars_flag(vars, "by-code",
	    order != NULL && order->verb == &verb_table[VERB_CONFIRM] && order->word_count > 0);
	if (player == NULL)
		rq->reply->silent = waiting == 0 && rq->confirm == 0;
	return REFUSED;
}

bool
confirmation_is_own_forgot(const struct confirmation *c)
{
	return c->kind == CONFIRM_FORGOT && str_equal(c->detail, FORGOT_BY_HIMSELF);
}

/* Whose address it would be, of one that is asked for: "for-address"; 0 or -1. */
static int
add_owner(struct request *rq, const struct confirmation *c, struct vars *vars, struct err *err)
{
	bool for_address = c->kind == CONFIRM_ADD || c->kind == CONFIRM_MOVE;
	bool invites = c->kind == CONFIRM_INVITE;
	struct player owner = { .userid = "" };

	vars_flag(vars, "for-address", for_address);
	if ((for_address || invites) &&
	    players_get(rq->store, rq->arena, c->player, &owner, err) == -1)
		return -1;
	vars_text(vars, "inviter", invites ? owner.userid : "");
	if (!for_address)
		return 0;
	vars_text(vars, "owner", owner.userid);
	vars_text(vars, "named", c->address);
	return 0;
}

/* The userid that a line is, or says: "Anna", "My name is Anna"; "" none. */
static const char *
said_userid(struct request *rq)
{
	const char *line = rq->parsed != NULL ? rq->parsed->comment : "", *name;
	struct tokens tokens;
	size_t said;

	line = arena_strndup(rq->arena, line, strcspn(line, "\n"));
	if (rq->names == NULL || speech_is_thanks(rq->arena, rq->names, line, false))
		return "";
	name = utf8_fold(rq->arena, line);
	/* "I'm busy" */
	if (speech_listed(rq->names, name, SPEECH_LIST(excuses)) > 0)
		return "";
	said = speech_listed(rq->names, name, SPEECH_LIST(names));
	tokens_split(rq->arena, name + said, &tokens);
	return tokens.count == 1 && verb_allows_userid(tokens.folded[0]) ? tokens.folded[0] : "";
}

/* How many characters the new password has that stands alone in the answer to a letter of FORGOT,
 * or in "password NEW", where they are too few; 0. */
static int
short_password(struct request *rq)
{
	const char *text = rq->parsed != NULL && rq->parsed->count == 0 && !rq->parsed->is_no ?
	    rq->parsed->comment :
	    "";
	struct tokens tokens;
	size_t length;

	tokens_split(rq->arena, arena_strndup(rq->arena, text, strcspn(text, "\n")), &tokens);
	if (tokens.count == 0 || tokens.count > 2 ||
	    (tokens.count == 2 && !str_equal(tokens.folded[0], "password")))
		return 0;
	length = utf8_length(tokens.raw[tokens.count - 1]);
	return length < PASSWORD_MIN ? (int)length : 0;
}

enum outcome
confirmation_unclear(struct request *rq, const struct confirmation *c, struct err *err)
{
	static const char *const templates[] = { [CONFIRM_SIGNUP] = "signup-unclear",
		[CONFIRM_ADD] = "confirm-unclear",
		[CONFIRM_MOVE] = "confirm-unclear",
		[CONFIRM_DEED] = "confirm-unclear",
		[CONFIRM_FORGOT] = "forgot-unclear",
		[CONFIRM_INVITE] = "invite-unclear" };
	int taken = c->kind == CONFIRM_SIGNUP ? players_taken(rq->store, c->userid, 0, err) : 0;
	struct vars *vars;

	if (taken == -1)
		return FAILED;
	rq->is_confirmed = false; /* not yet */
	vars = reply_refuse(rq->reply, taken ? "signup-lost" : templates[c->kind]);
	vars_text(vars, "userid", c->userid);
	if (add_owner(rq, c, vars, err) == -1)
		return FAILED;
	vars_flag(vars, "is-player", rq->sender != NULL || rq->from != NULL);
	vars_flag(vars, "own", confirmation_is_own_forgot(c));
	vars_number(vars, "too-short", confirmation_is_own_forgot(c) ? short_password(rq) : 0);
	vars_text(vars, "code", c->code);
	vars_text(vars, "said", c->kind == CONFIRM_INVITE ? said_userid(rq) : "");
	rq->reply->sender->confirm = c->id;
	return REFUSED;
}

enum outcome
confirmation_ask_again(struct request *rq, bool may_be_password, bool *answers, struct err *err)
{
	struct confirmation waiting;
	int found = confirmation_find(rq, NULL, &waiting, err);

	*answers = found == 1;
	if (found == -1)
		return FAILED;
	/* It may be the new password of a FORGOT that came too late: not quoted. */
	if (found == 0 && rq->confirm != 0 && rq->sender != NULL && may_be_password) {
		*answers = true;
		return confirmation_refuse_lapsed(rq, err);
	}
	return found == 0 ? DONE : confirmation_unclear(rq, &waiting, err);
}

bool
confirmation_is_sure(const struct request *rq)
{
	return rq->is_sure || rq->proof == PROOF_PASSWORD;
}

/* The command as it would be written in a letter of its own. */
static const char *
whole_line(const struct request *rq)
{
	const struct order *order = rq->order;
	const struct verb *verb = order->verb;
	const char *words = order->line + strcspn(order->line, " ");

	return rq->game == NULL || order->game != 0 || !(verb->needs & NEEDS_GAME) ?
	    order->line :
	    arena_printf(rq->arena, "%s %lld%s", verb->name, (long long)rq->game->id, words);
}

enum outcome
confirmation_ask_owner(struct request *rq, struct err *err)
{
	const struct order *order = rq->order;
	const char *line = whole_line(rq);
	bool is_private = order->verb->manner & IS_PRIVATE;
	bool is_stale = order->verb->needs & (NEEDS_FRESH | FRESH_ELSEWHERE);
	/* A no to what a letter of ours has asked is the player's. */
	bool is_proved = confirmation_is_sure(rq) ||
	    (rq->parsed->stays_asked && rq->proof == PROOF_TOKEN);
	char sealed[SEALED_SIZE] = "";
	struct confirmation c = { .kind = CONFIRM_DEED,
		.player = rq->from->id,
		.address = rq->address,
		.detail = is_private ? arena_printf(rq->arena, "%s\n%s", line, rq->note) : line,
		.secret = sealed };
	struct vars *vars;
	int stored;

	if (order->fresh != NULL && strlen(order->fresh) <= PASSWORD_MAX)
		password_seal(rq->settings->keys, rq->address, order->fresh, sealed);
	if ((stored = confirmation_store(rq, &c, err)) == -1)
		return FAILED;
	if (stored == 0)
		return request_refuse_userid(rq, "confirm-too-many", rq->from->userid);
	vars = reply_use(rq->reply, "confirm-deed");
	vars_text(vars, "deed", line);
	vars_flag(vars, "stale", is_stale);
	vars_flag(vars, "unsure", !is_stale && !is_proved);
	vars_flag(vars, "proved", is_proved);
	vars_text(vars, "code", c.code);
	vars_flag(vars, "changes-address",
	    order->word_count > 0 && str_equal(order->words[0], "address"));
	vars_flag(vars, "joins", str_equal(order->words[0], "join"));
	vars_flag(vars, "leaves", str_equal(order->words[0], "leave"));
	vars_flag(vars, "plays",
	    str_equal(order->words[0], "play") || str_equal(order->words[0], "challenge"));
	vars_word(vars, "deed-does", order->verb->name);
	rq->reply->sender->confirm = c.id;
	return DONE;
}

int
confirmation_offer_yes(
    struct request *rq, struct message *letter, const char *lines, struct err *err)
{
	struct confirmation c = { .kind = CONFIRM_DEED,
		.player = rq->sender->id,
		.address = rq->address,
		.detail = lines,
		.secret = "" };

	if (store_row(rq, &c, err) == -1)
		return -1;
	letter->meant = c.id;
	return 0;
}

int
confirmation_offer_either(struct request *rq, struct message *letter, int64_t player,
    const char *yes, const char *no, struct err *err)
{
	struct address *all;
	struct confirmation c = { .kind = CONFIRM_DEED,
		.player = player,
		.detail = arena_printf(rq->arena, "\n%s\n%s", yes, no),
		.secret = "" };
	int count = players_addresses(rq->store, rq->arena, player, &all, err);

	if (count < 1)
		return count;
	c.address = all[0].address;
	if (store_row(rq, &c, err) == -1)
		return -1;
	letter->meant = c.id;
	return 0;
}

void
confirmation_say_asked(struct vars *told, const char *address, bool asked, int64_t before)
{
	struct vars *item = vars_add(told,
	    asked           ? "asked" :
		before == 0 ? "not-asked" :
			      "asked-before");

	vars_text(item, "asked-address", address);
	vars_time(item, "asked-on", before);
	vars_number(item, "mailbox-limit", MAILBOX_A_DAY);
	vars_number(item, "limit", PLAYER_A_DAY);
}

int
confirmation_ask_addresses(struct request *rq, const struct player *player, const char *addresses,
    struct vars *told, struct err *err)
{
	struct address *all;
	int count = players_addresses(rq->store, rq->arena, player->id, &all, err);
	int64_t due;

	if (count == -1 || address_change_due(rq, &due, err) == -1)
		return -1;
	while (*(addresses += strspn(addresses, " ")) != '\0') {
		size_t length = strcspn(addresses, " ");
		struct confirmation c = { .kind = CONFIRM_ADD,
			.player = player->id,
			.address = arena_strndup(rq->arena, addresses, length),
			.detail = "",
			.due = due };
		struct vars *vars;
		bool is_own = false;
		int64_t before;
		int asked;

		addresses += length;
		for (int i = 0; i < count; i++)
			is_own |= all[i].confirmed && str_equal_nocase(all[i].address, c.address);
		if (is_own)
			continue;
		if (confirmations_asked(rq->store, &c, rq->now - DAY, &before, err) == -1)
			return -1;
		asked = before == 0 ? confirmation_ask(rq, &c, "address-confirm", &vars, err) : 0;
		if (asked == -1)
			return -1;
		confirmation_say_asked(told, c.address, asked == 1, before);
		if (asked == 1)
			vars_text(vars, "userid", player->userid);
	}
	return 0;
}
