/* SPDX-License-Identifier: ISC */
/*
 * riverpost player: accounts, by the operator's hand.
 *
 * A deleted account is closed: its addresses become free, and its finished games
 * keep its name.  A password is never an argument, where other users of the
 * machine could read it.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/utf8.h"
#include "cli/admin.h"
#include "cli/cli.h"
#include "cli/secret.h"
#include "cmd/cmd.h"
#include "config/config.h"
#include "mail/read/address.h"
#include "store/db.h"
#include "store/games.h"
#include "store/players.h"

static const char *const states[] = {
	[PLAYER_ACTIVE] = "active", [PLAYER_SUSPENDED] = "suspended", [PLAYER_CLOSED] = "closed"
};

static int
player_find(struct admin *admin, const char *userid, struct player *out, struct err *err)
{
	int found = players_find(admin->server.store, admin->arena, userid, out, err);

	if (found == 0)
		return err_set(err, "there is no player %s", userid);
	return found == 1 ? 0 : -1;
}

/* Found, and not closed: a closed account stays closed. */
static int
player_find_open(struct admin *admin, const char *userid, struct player *out, struct err *err)
{
	if (player_find(admin, userid, out, err) == -1)
		return -1;
	if (out->state == PLAYER_CLOSED)
		return err_set(err, "the account of %s is closed", out->userid);
	return 0;
}

static int
player_list(struct admin *admin, char **args, struct err *err)
{
	struct player *players;
	int count = players_all(admin->server.store, admin->arena, &players, err);

	(void)args;
	for (int i = 0; i < count; i++)
		str_addf(&admin->output, "%-20s  %-9s  since %s\n", players[i].userid,
		    states[players[i].state], admin_time(admin, players[i].created));
	return count == -1 ? -1 : ACTION_DONE;
}

static int
player_say_addresses(struct admin *admin, int64_t player, struct err *err)
{
	struct address *addresses;
	int count = players_addresses(admin->server.store, admin->arena, player, &addresses, err);

	for (int i = 0; i < count; i++)
		str_addf(&admin->output, "address: %s (%s%s%s)\n", addresses[i].address,
		    addresses[i].confirmed ? "confirmed" : "not confirmed",
		    addresses[i].receives ? ", receives" : "",
		    addresses[i].stopped ? ", stopped after bounces" : "");
	return count == -1 ? -1 : 0;
}

static int
player_show(struct admin *admin, char **args, struct err *err)
{
	struct game_filter filter = { .viewer = -1, .limit = INT_MAX };
	struct game_line *lines;
	struct player player;
	struct str *output = &admin->output;
	int open, over;

	if (player_find(admin, args[0], &player, err) == -1)
		return -1;
	str_addf(output, "userid: %s\nstate: %s\nsince: %s\n", player.userid, states[player.state],
	    admin_time(admin, player.created));
	str_addf(output, "password: %s\n", player.password_hash[0] != '\0' ? "set" : "none");
	str_addf(output, "language: %s\nboard: %s%s\nnotation: %s\n", player.language, player.board,
	    player.flipped ? ", flipped" : "", player.notation);
	str_addf(output, "zone: UTC%c%02d:%02d\n", player.zone < 0 ? '-' : '+',
	    abs(player.zone) / 60, abs(player.zone) % 60);
	str_addf(output, "subject: %s\nhtml: %s\n", player.classic_subject ? "classic" : "plain",
	    player.html ? "on" : "off");
	if (player.limit > 0)
		str_addf(output, "limit: %d games\n", player.limit);
	if (player_say_addresses(admin, player.id, err) == -1 ||
	    (open = games_count(admin->server.store, player.id, err)) == -1)
		return -1;
	filter.player = player.id;
	filter.of_state[GAME_OVER] = true;
	over = games_list(admin->server.store, admin->arena, &filter, &lines, err);
	if (over == -1)
		return -1;
	str_addf(output, "games: %d open, %d finished\n", open, over);
	return ACTION_DONE;
}

/* What a sign-up by letter would refuse is refused here too. */
static int
player_check_new(struct admin *admin, const char *userid, const char *written, const char **address,
    struct err *err)
{
	struct player other;
	int taken, found;

	if (!cmd_allows_userid(userid))
		return err_set(err,
		    "%s cannot be a userid: 2 to 20 letters, digits, - and _, a "
		    "letter first, and neither a move nor a command",
		    userid);
	if (!address_normalise(admin->arena, written, address))
		return err_set(err, "%s is not a mail address", written);
	if ((taken = players_taken(admin->server.store, userid, err)) == -1)
		return -1;
	if (taken == 1)
		return err_set(err, "the userid %s, or one that looks like it, is taken", userid);
	found = players_by_address(admin->server.store, admin->arena, *address, &other, err);
	if (found == 1)
		return err_set(err, "%s is the address of %s", *address, other.userid);
	return found;
}

static int
player_add(struct admin *admin, char **args, struct err *err)
{
	const struct config *config = admin->server.config;
	struct player player = { .password_hash = "",
		.created = admin->now,
		.language = config->language,
		.board = "classic",
		.notation = "coordinates" };
	struct address address = { .confirmed = true, .receives = true };

	if (player_check_new(admin, args[0], args[1], &address.address, err) == -1)
		return -1;
	str_copy(player.userid, sizeof player.userid, args[0]);
	if (players_add(admin->server.store, &player, err) == -1)
		return -1;
	address.player = player.id;
	if (players_add_address(admin->server.store, &address, err) == -1)
		return -1;
	str_addf(&admin->output, "%s may play from %s\n", player.userid, address.address);
	return ACTION_DONE;
}

static int
player_save_password(struct admin *admin, const char *userid, const char *hash, struct err *err)
{
	struct player player;

	if (store_begin(admin->server.store, err) == -1)
		return -1;
	if (player_find_open(admin, userid, &player, err) == 0) {
		player.password_hash = hash;
		if (players_save(admin->server.store, &player, err) == 0)
			return store_commit(admin->server.store, err);
	}
	store_rollback(admin->server.store);
	return -1;
}

/* Typing and hashing take time and must not keep the server waiting. */
static int
player_password(struct admin *admin, char **args, struct err *err)
{
	struct player player;
	char typed[SECRET_SIZE], hash[PASSWORD_HASH_SIZE];
	int rc;

	if (player_find_open(admin, args[0], &player, err) == -1 || secret_read(typed, err) == -1)
		return -1;
	rc = password_hash(utf8_nfc(admin->arena, typed), hash, err);
	secret_forget(typed);
	if (rc == -1 || player_save_password(admin, args[0], hash, err) == -1)
		return -1;
	str_addf(&admin->output, "%s has a new password\n", player.userid);
	return ACTION_DONE;
}

static int
player_set_state(struct admin *admin, const char *userid, enum player_state state, struct err *err)
{
	struct player player;

	if (player_find_open(admin, userid, &player, err) == -1)
		return -1;
	if (player.state == state)
		return err_set(
		    err, "the account of %s is %s already", player.userid, states[state]);
	player.state = state;
	str_addf(&admin->output, "the account of %s is %s\n", player.userid, states[state]);
	return players_save(admin->server.store, &player, err);
}

static int
player_suspend(struct admin *admin, char **args, struct err *err)
{
	return player_set_state(admin, args[0], PLAYER_SUSPENDED, err);
}

static int
player_restore(struct admin *admin, char **args, struct err *err)
{
	return player_set_state(admin, args[0], PLAYER_ACTIVE, err);
}

/* Ends an open game of a player who leaves; the name of the template that says so. */
static const char *
player_leave(struct game *game, int64_t player, int64_t now)
{
	bool is_own = game->seat[game->challenger].player == player;

	if (game->state == GAME_PLAYING) {
		game_resign(game, game_side_of(game, player), now);
		return "resign-opponent";
	}
	game_decline(game, is_own ? ENDING_WITHDRAWN : ENDING_REJECTED, now);
	return is_own ? "challenge-withdrawn-opponent" : "challenge-rejected-opponent";
}

static int
player_leave_games(
    struct admin *admin, const struct player *player, struct reply *reply, struct err *err)
{
	struct game_filter filter = { .player = player->id,
		.viewer = -1,
		.limit = INT_MAX,
		.of_state = { true, true, false } };
	struct vars *vars = vars_new(admin->arena);
	struct game_line *lines;
	int count;

	vars_text(vars, "who", player->userid);
	count = games_list(admin->server.store, admin->arena, &filter, &lines, err);
	for (int i = 0; i < count; i++) {
		struct game *game;
		const char *template;

		if (games_get(admin->server.store, admin->arena, lines[i].id, &game, err) != 1)
			return -1;
		template = player_leave(game, player->id, admin->now);
		if (games_save(admin->server.store, game, err) == -1 ||
		    reply_tell_all(
			reply, admin->server.store, game, player->id, template, vars, err) == -1)
			return -1;
	}
	return count;
}

static int
player_close_account(struct admin *admin, char **args, struct err *err)
{
	struct address *addresses;
	struct player player;
	struct reply reply;
	int games, count;

	if (player_find_open(admin, args[0], &player, err) == -1)
		return -1;
	reply_init(&reply, admin->arena);
	if ((games = player_leave_games(admin, &player, &reply, err)) == -1)
		return -1;
	count = players_addresses(admin->server.store, admin->arena, player.id, &addresses, err);
	if (count == -1)
		return -1;
	for (int i = 0; i < count; i++) {
		addresses[i].confirmed = addresses[i].receives = false;
		if (players_add_address(admin->server.store, &addresses[i], err) == -1)
			return -1;
	}
	player.state = PLAYER_CLOSED;
	player.password_hash = "";
	if (players_save(admin->server.store, &player, err) == -1 ||
	    admin_send(admin, &reply, err) == -1)
		return -1;
	str_addf(&admin->output, "the account of %s is closed; %d open game%s ended\n",
	    player.userid, games, games == 1 ? "" : "s");
	return ACTION_DONE;
}

static const struct action actions[] = { { "list", 0, 0, ACTION_READS, player_list },
	{ "show", 1, 1, ACTION_READS, player_show }, { "add", 2, 2, ACTION_ADDS, player_add },
	{ "password", 1, 1, ACTION_BY_ITSELF, player_password },
	{ "suspend", 1, 1, ACTION_CHANGES, player_suspend },
	{ "restore", 1, 1, ACTION_CHANGES, player_restore },
	{ "delete", 1, 1, ACTION_CHANGES, player_close_account }, { 0 } };

int
cli_player(int argc, char **argv)
{
	return admin_choose(actions, argc, argv);
}
