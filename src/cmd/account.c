/* SPDX-License-Identifier: ISC */
/*
 * Confirmations (account.h).
 */
#include "cmd/account.h"

#include <limits.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/cmd.h"
#include "cmd/cmd_challenge.h"
#include "store/counters.h"
#include "store/seeks.h"

#define ADDRESS_A_DAY 3
#define MAILBOX_A_DAY 15   /* whatever tags and dots its addresses have */
#define SITE_AN_HOUR  2500 /* of strangers: more than a flood that anybody has seen */
#define PLAYER_A_DAY  10   /* further addresses that one player names */
#define DEEDS_A_DAY   10   /* questions to a player, about himself */
#define PASSWORD_MIN  6    /* bytes of one that stands alone in an answer */
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
	if (!*may)
		log_info("%s of %s: enough confirmations", what, who);
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
account_count(struct request *rq, enum confirmation_kind kind, const char *address, bool *may,
    struct err *err)
{
	const struct address_ops *addresses = rq->settings->addresses;
	int64_t day = rq->now - DAY;

	*may = true;
	/* At an address that is a player's for certain. */
	if (kind == CONFIRM_DEED || kind == CONFIRM_FORGOT)
		return count_one(rq, kind == CONFIRM_DEED ? "deed" : "forgot", address, day,
		    kind == CONFIRM_DEED ? DEEDS_A_DAY : ADDRESS_A_DAY, may, err);
	if (count_one(rq, "signup", address, day, ADDRESS_A_DAY, may, err) == -1 ||
	    (*may &&
		count_one(rq, "signup-mailbox", addresses->mailbox(rq->arena, address), day,
		    MAILBOX_A_DAY, may, err) == -1))
		return -1;
	if (*may && rq->from != NULL)
		return count_one(rq, "address",
		    arena_printf(rq->arena, "%lld", (long long)rq->from->id), day, PLAYER_A_DAY,
		    may, err);
	return !*may ?
	    0 :
	    count_one(rq, rq->mail_server_proof ? "signup-site-proved" : "signup-site",
		addresses->site(rq->arena, address), rq->now - HOUR, SITE_AN_HOUR, may, err);
}

static int
store_confirmation(struct request *rq, struct confirmation *c, struct err *err)
{
	char code[CODE_LENGTH + 1];

	code_random(code, CODE_LENGTH);
	c->code = arena_strdup(rq->arena, code);
	c->site = rq->settings->addresses->site(rq->arena, c->address);
	c->language = rq->from != NULL ? rq->from->language : rq->settings->language;
	c->created = rq->now;
	if (confirmations_add(rq->store, c, err) == -1)
		return -1;
	return c->id % TRIMMED_EVERY == 0 ? confirmations_trim(rq->store, WAITING_MAX, err) : 0;
}

int
account_ask(struct request *rq, struct reply *reply, struct confirmation *c, const char *template,
    struct vars **vars, struct err *err)
{
	if (store_confirmation(rq, c, err) == -1)
		return -1;
	*vars = reply_write(reply, c->address, c->id, template);
	vars_text(*vars, "code", c->code);
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
	if (found == 1 && !str_equal_nocase(out->address, rq->address) &&
	    (out->kind != CONFIRM_DEED || rq->sender == NULL || rq->sender->id != out->player))
		return 0;
	if (found == 1)
		rq->is_confirmed = true;
	return found;
}

enum outcome
account_refuse_lapsed(struct request *rq, struct reply *reply, struct err *err)
{
	const struct player *player = rq->from != NULL ? rq->from : rq->sender;
	int waiting = confirmations_count(rq->store, rq->address, rq->now - SIGNUP_LASTS, err);

	if (waiting == -1)
		return CMD_FAILED;
	if (player != NULL)
		return account_refuse(reply, "confirm-lapsed", player->userid);
	reply->silent = waiting == 0 && rq->confirm == 0;
	return account_refuse(reply, "signup-lapsed", "");
}

/* One word, and long enough. */
static bool
is_password(const char *text)
{
	size_t length = strlen(text);

	return length >= PASSWORD_MIN && length <= PASSWORD_MAX && strpbrk(text, " \t\n") == NULL;
}

/* Alone on the first line: "Never mind" is something else. */
static bool
is_never(struct arena *arena, const char *text)
{
	const char *folded = utf8_fold(arena, text);

	return strncmp(folded, "never", 5) == 0 &&
	    strchr("\n", folded[5 + strspn(folded + 5, " .,!")]) != NULL;
}

enum outcome
account_ask_again(
    struct request *rq, struct reply *reply, const char *said, bool *answers, struct err *err)
{
	static const char *const templates[] = { [CONFIRM_SIGNUP] = "signup-unclear",
		[CONFIRM_ADD] = "confirm-unclear",
		[CONFIRM_MOVE] = "confirm-unclear",
		[CONFIRM_DEED] = "confirm-unclear",
		[CONFIRM_FORGOT] = "forgot-unclear",
		[CONFIRM_INVITE] = "invite-unclear" };
	struct order change = { .cmd = &cmd_change,
		.line = "change password",
		.words = { "password" },
		.word_count = 1,
		.fresh = said };
	struct confirmation waiting;
	int found = account_find(rq, NULL, &waiting, err);

	*answers = found == 1;
	if (found == -1)
		return CMD_FAILED;
	/* What was written may be the new password of a FORGOT that came too late: not quoted. */
	if (found == 0 && rq->confirm != 0 && rq->sender != NULL && is_password(said)) {
		*answers = true;
		return account_refuse_lapsed(rq, reply, err);
	}
	if (found == 0)
		return CMD_DONE;
	if (waiting.kind == CONFIRM_FORGOT && rq->sender != NULL && is_password(said)) {
		rq->order = &change;
		rq->from = rq->speaker = rq->sender;
		reply->command = "";
		return cmd_change.run(rq, reply, err);
	}
	if (waiting.kind == CONFIRM_INVITE && is_never(rq->arena, said))
		return invite_never(rq, reply, &waiting, err);
	rq->is_confirmed = false; /* not yet */
	vars_flag(reply_refuse(reply, templates[waiting.kind]), "is-player", rq->sender != NULL);
	reply->sender->confirm = waiting.id;
	return CMD_REFUSED;
}

bool
account_is_sure(const struct request *rq)
{
	return rq->is_sure || rq->proof == PROOF_PASSWORD;
}

enum outcome
account_ask_owner(struct request *rq, struct reply *reply, struct err *err)
{
	const struct order *order = rq->order;
	char sealed[SEALED_SIZE] = "";
	struct confirmation c = { .kind = CONFIRM_DEED,
		.player = rq->from->id,
		.address = rq->address,
		.detail = order->line,
		.secret = sealed };
	struct vars *vars;
	bool may;

	if (account_count(rq, CONFIRM_DEED, rq->address, &may, err) == -1)
		return CMD_FAILED;
	if (!may)
		return account_refuse(reply, "confirm-too-many", rq->from->userid);
	if (order->fresh != NULL && strlen(order->fresh) <= PASSWORD_MAX)
		password_seal(rq->settings->keys, rq->address, order->fresh, sealed);
	if (store_confirmation(rq, &c, err) == -1)
		return CMD_FAILED;
	vars = reply_use(reply, "deed-confirm");
	vars_text(vars, "deed", order->line);
	vars_flag(vars, "proved", account_is_sure(rq));
	vars_text(vars, "code", c.code);
	vars_word(vars, "deed-does", order->cmd->name);
	reply->sender->confirm = c.id;
	return CMD_DONE;
}

int
account_ask_addresses(struct request *rq, struct reply *reply, const struct player *player,
    const char *addresses, struct vars *told, struct err *err)
{
	struct address *all;
	int count = players_addresses(rq->store, rq->arena, player->id, &all, err);

	if (count == -1)
		return -1;
	vars_list(told, "asked");
	while (*(addresses += strspn(addresses, " ")) != '\0') {
		size_t length = strcspn(addresses, " ");
		struct confirmation c = { .kind = CONFIRM_ADD,
			.player = player->id,
			.address = arena_strndup(rq->arena, addresses, length) };
		struct vars *vars;
		bool may, is_own = false;

		addresses += length;
		for (int i = 0; i < count; i++)
			is_own |= all[i].confirmed && str_equal_nocase(all[i].address, c.address);
		if (is_own)
			continue;
		if (account_count(rq, c.kind, c.address, &may, err) == -1)
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
	struct confirmation invitation;
	enum outcome outcome;
	int invited;
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
	player->name = "";
	player->reminders = REMINDERS_DEFAULT;
	if (players_add(rq->store, player, err) == -1)
		return CMD_FAILED;
	address.player = player->id;
	address.address = signup->address;
	invited = invitations_find(
	    rq->store, rq->arena, signup->address, rq->now, &invitation, err);
	if (invited == -1 || players_add_address(rq->store, &address, err) == -1 ||
	    confirmations_remove_signups(rq->store, signup->address, err) == -1)
		return CMD_FAILED;
	rq->sender = rq->from = rq->speaker = player;
	reply->sender->confirm = 0;
	vars = reply_use(reply, "welcome");
	vars_text(vars, "userid", player->userid);
	vars_flag(vars, "has-password", hash[0] != '\0');
	vars_flag(vars, "password-lost", lost);
	vars_flag(vars, "invited", invited == 1);
	if (account_ask_addresses(rq, reply, player, signup->detail, vars, err) == -1)
		return CMD_FAILED;
	if (invited == 0)
		return CMD_DONE;
	outcome = invite_begin(rq, reply, &invitation, err);
	if (outcome == CMD_FAILED)
		return CMD_FAILED;
	/* Without a game the account is open all the same. */
	reply->sender->last->refused = false;
	return CMD_DONE;
}

/* Ends a game as its player leaves; the template that tells the others. */
static const char *
leave_game(struct game *game, int64_t player, int64_t now)
{
	if (game->state == GAME_PLAYING) {
		game_resign(game, game_side_of(game, player), now);
		return "resign-opponent";
	}
	if (game->seat[game->challenger].player == player) {
		game_decline(game, ENDING_WITHDRAWN, now);
		return "challenge-withdrawn-opponent";
	}
	game_decline(game, ENDING_REJECTED, now);
	return "challenge-rejected-opponent";
}

int
account_close(struct store *store, struct arena *arena, struct player *player, int64_t now,
    struct reply *reply, int *games, struct err *err)
{
	struct game_filter filter = { .player = player->id,
		.viewer = -1,
		.limit = INT_MAX,
		.of_state = { true, true, false } };
	struct vars *vars = vars_new(arena);
	struct address *addresses;
	struct game_line *lines;
	int count;

	vars_text(vars, "who", player->userid);
	if ((*games = games_list(store, arena, &filter, &lines, err)) == -1)
		return -1;
	for (int i = 0; i < *games; i++) {
		const char *template;
		struct game *game;

		if (games_get(store, arena, lines[i].id, &game, err) != 1)
			return -1;
		template = leave_game(game, player->id, now);
		if (games_save(store, game, err) == -1 ||
		    reply_tell_all(reply, store, game, player->id, template, vars, err) == -1)
			return -1;
	}
	count = players_addresses(store, arena, player->id, &addresses, err);
	for (int i = 0; i < count; i++) {
		addresses[i].confirmed = addresses[i].receives = false;
		if (players_add_address(store, &addresses[i], err) == -1)
			return -1;
	}
	player->state = PLAYER_CLOSED;
	player->password_hash = "";
	player->name = "";
	if (count == -1 || confirmations_remove_of(store, player->id, err) == -1 ||
	    blocks_forget(store, player->id, err) == -1 ||
	    seeks_remove_of(store, player->id, err) == -1 ||
	    follows_forget(store, player->id, err) == -1)
		return -1;
	return players_save(store, player, err);
}
