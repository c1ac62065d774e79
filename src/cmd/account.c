/* SPDX-License-Identifier: ISC */
/*
 * Accounts opened and closed (account.h).
 */
#include "cmd/account.h"

#include <limits.h>

#include "base/arena.h"
#include "base/str.h"
#include "cmd/confirmations.h"
#include "cmd/invitation.h"
#include "cmd/tournament.h"
#include "play/glossary.h"
#include "play/play.h"
#include "speak/settings.h"
#include "store/leaving.h"
#include "store/seeks.h"

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

void
account_welcome(struct vars *vars, const struct player *player, const struct settings *settings)
{
	vars_text(vars, "userid", player->userid);
	vars_flag(vars, "has-password", player->password_hash[0] != '\0');
	vars_flag(vars, "password-lost", false);
	vars_flag(vars, "invited", false);
	vars_flag(vars, "machine", settings->has_machine);
	vars_list(vars, "asked");
}

enum outcome
account_open(struct request *rq, const struct confirmation *signup, struct err *err)
{
	struct player *player = arena_alloc(rq->arena, sizeof *player);
	struct address address = {
		.address = signup->address, .confirmed = true, .receives = true
	};
	char hash[PASSWORD_HASH_SIZE];
	int taken = players_taken(rq->store, signup->userid, 0, err);
	struct vars *vars;
	struct confirmation invitation;
	enum outcome outcome;
	int invited;
	bool lost;

	if (taken == -1)
		return FAILED;
	if (taken) {
		/* The answer to this is as good a proof as that to the confirmation. */
		rq->reply->sender->confirm = signup->id;
		return request_refuse_userid(rq, "signup-lost", signup->userid);
	}
	if (take_password(rq, signup, hash, &lost, err) == -1)
		return FAILED;
	str_copy(player->userid, sizeof player->userid, signup->userid);
	player->password_hash = arena_strdup(rq->arena, hash);
	player->created = rq->now;
	player->language = signup->language;
	settings_begin(player, glossary_language(rq->settings->glossary, player->language));
	player->name = "";
	player->reminders = REMINDERS_DEFAULT;
	if (players_add(rq->store, player, err) == -1)
		return FAILED;
	address.player = player->id;
	invited = invitations_find(
	    rq->store, rq->arena, signup->address, rq->now, &invitation, err);
	if (invited == -1 || players_add_address(rq->store, &address, err) == -1 ||
	    confirmations_remove_signups(rq->store, signup->address, err) == -1)
		return FAILED;
	rq->sender = rq->from = rq->speaker = player;
	rq->reply->sender->confirm = 0;
	vars = reply_use(rq->reply, "welcome");
	account_welcome(vars, player, rq->settings);
	vars_flag(vars, "password-lost", lost);
	vars_flag(vars, "invited", invited == 1);
	if (invitation_over(rq, signup->address, vars, err) == -1 ||
	    confirmation_ask_addresses(rq, player, signup->detail, vars, err) == -1)
		return FAILED;
	if (invited == 0)
		return DONE;
	outcome = invitation_begin(rq, &invitation, err);
	if (outcome == FAILED)
		return FAILED;
	/* Without a game the account is open all the same. */
	rq->reply->sender->last->refused = false;
	return DONE;
}

/* Nothing will be the player's any more, so that each address is told by itself. */
static int
tell_addresses(struct store *store, struct arena *arena, const struct player *player,
    const struct vars *said, struct reply *reply, struct err *err)
{
	struct address *all;
	int count = players_addresses(store, arena, player->id, &all, err);

	for (int i = 0; i < count; i++)
		if (all[i].confirmed && !all[i].stopped)
			vars_copy(reply_write(reply, all[i].address, 0, "account-closed"), said);
	return count == -1 ? -1 : 0;
}

int
account_close(struct store *store, struct arena *arena, struct player *player, int64_t now,
    const char *why, struct reply *reply, int *games, struct err *err)
{
	struct game_filter filter = { .player = player->id,
		.viewer = -1,
		.limit = INT_MAX,
		.of_state = { true, true, false } };
	struct vars *said = vars_new(arena);
	struct act act = { .store = store,
		.arena = arena,
		.reply = reply,
		.by.player = player->id,
		.now = now,
		.more = said };
	struct request rq = { .arena = arena, .store = store, .reply = reply, .now = now };
	struct game_line *lines;

	vars_flag(said, "by-operator", why != NULL);
	str_copy(act.by.userid, USERID_SIZE, player->userid);
	if ((*games = games_list(store, arena, &filter, &lines, err)) == -1)
		return -1;
	if (tournaments_leave_all(&rq, player->id, LEAVES_CLOSED, said, err) == -1)
		return -1;
	for (int i = 0; i < *games; i++)
		if (games_get(store, arena, lines[i].id, &act.game, err) != 1 ||
		    (act.game->state != GAME_OVER && play_leave(&act, err) != DONE))
			return -1;
	vars_text(said, "why", why != NULL ? why : "");
	vars_text(said, "userid", player->userid);
	vars_number(said, "games", *games);
	vars_flag(said, "several", *games > 1);
	if (tell_addresses(store, arena, player, said, reply, err) == -1)
		return -1;
	player->state = PLAYER_CLOSED;
	player->password_hash = "";
	player->name = "";
	if (leaving_close(store, player->id, err) == -1 ||
	    confirmations_remove_of(store, player->id, err) == -1 ||
	    blocks_forget(store, player->id, err) == -1 ||
	    seeks_remove_of(store, player->id, err) == -1 ||
	    follows_forget(store, player->id, err) == -1)
		return -1;
	return players_save(store, player, err);
}
