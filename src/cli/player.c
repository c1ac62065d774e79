/* SPDX-License-Identifier: ISC */
/*
 * riverpost player: accounts, by the operator's hand.
 *
 * Nobody vanishes: a deleted account is closed, its addresses become free, and
 * its finished games keep its name.  No password is ever an argument, where
 * other users of the machine could read it.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/desk.h"
#include "cli/secret.h"
#include "cmd/shared.h"
#include "config/config.h"
#include "mail/read/address.h"
#include "store/db.h"
#include "store/games.h"
#include "store/players.h"

static const char *const states[] = {
	[PLAYER_ACTIVE] = "active", [PLAYER_SUSPENDED] = "suspended", [PLAYER_CLOSED] = "closed"
};

static int
find(struct desk *desk, const char *userid, struct player *out, struct err *err)
{
	int found = players_find(desk->office.store, desk->arena, userid, out, err);

	if (found == 0)
		return err_set(err, "there is no player %s", userid);
	return found == 1 ? 0 : -1;
}

/* Found, and not closed: a closed account stays closed. */
static int
find_open(struct desk *desk, const char *userid, struct player *out, struct err *err)
{
	if (find(desk, userid, out, err) == -1)
		return -1;
	if (out->state == PLAYER_CLOSED)
		return err_set(err, "the account of %s is closed", out->userid);
	return 0;
}

static int
list(struct desk *desk, char **args, struct err *err)
{
	struct player *players;
	int count = players_all(desk->office.store, desk->arena, &players, err);

	(void)args;
	for (int i = 0; i < count; i++)
		str_addf(&desk->said, "%-20s  %-9s  since %s\n", players[i].userid,
		    states[players[i].state], desk_time(desk, players[i].created));
	return count == -1 ? -1 : DEED_DONE;
}

static int
say_addresses(struct desk *desk, int64_t player, struct err *err)
{
	struct address *addresses;
	int count = players_addresses(desk->office.store, desk->arena, player, &addresses, err);

	for (int i = 0; i < count; i++)
		str_addf(&desk->said, "address: %s (%s%s%s)\n", addresses[i].address,
		    addresses[i].confirmed ? "confirmed" : "not confirmed",
		    addresses[i].receives ? ", receives" : "",
		    addresses[i].stopped ? ", stopped after bounces" : "");
	return count == -1 ? -1 : 0;
}

static int
say_games(struct desk *desk, int64_t player, struct err *err)
{
	struct game_filter filter = { .player = player, .viewer = -1, .limit = INT_MAX };
	struct game_line *lines;
	int open = games_count(desk->office.store, player, err), over;

	if (open == -1)
		return -1;
	filter.of_state[GAME_OVER] = true;
	if ((over = games_list(desk->office.store, desk->arena, &filter, &lines, err)) == -1)
		return -1;
	str_addf(&desk->said, "games: %d open, %d finished\n", open, over);
	return 0;
}

static int
show(struct desk *desk, char **args, struct err *err)
{
	struct player player;
	struct str *said = &desk->said;

	if (find(desk, args[0], &player, err) == -1)
		return -1;
	str_addf(said, "userid: %s\nstate: %s\nsince: %s\n", player.userid, states[player.state],
	    desk_time(desk, player.created));
	str_addf(said, "password: %s\n", player.password_hash[0] != '\0' ? "set" : "none");
	str_addf(said, "language: %s\nboard: %s%s\nnotation: %s\n", player.language, player.board,
	    player.flipped ? ", flipped" : "", player.notation);
	str_addf(said, "zone: UTC%c%02d:%02d\n", player.zone < 0 ? '-' : '+', abs(player.zone) / 60,
	    abs(player.zone) % 60);
	str_addf(said, "subject: %s\nhtml: %s\n", player.classic_subject ? "classic" : "plain",
	    player.html ? "on" : "off");
	if (player.limit > 0)
		str_addf(said, "limit: %d games\n", player.limit);
	if (say_addresses(desk, player.id, err) == -1 || say_games(desk, player.id, err) == -1)
		return -1;
	return DEED_DONE;
}

/* What a sign-up by letter would refuse is refused here too. */
static int
check_new(struct desk *desk, const char *userid, const char *written, const char **address,
    struct err *err)
{
	struct player other;
	int taken, found;

	if (!userid_is_sound(userid))
		return err_set(err,
		    "%s cannot be a userid: 2 to 20 letters, digits, - and _, a "
		    "letter first, and neither a move nor a command",
		    userid);
	if (!address_normalise(desk->arena, written, address))
		return err_set(err, "%s is no mail address", written);
	if ((taken = players_taken(desk->office.store, userid, err)) == -1)
		return -1;
	if (taken == 1)
		return err_set(err, "the userid %s, or one that looks like it, is taken", userid);
	found = players_by_address(desk->office.store, desk->arena, *address, &other, err);
	if (found == 1)
		return err_set(err, "%s is the address of %s", *address, other.userid);
	return found;
}

static int
add(struct desk *desk, char **args, struct err *err)
{
	const struct config *config = desk->office.config;
	struct player player = { .password_hash = "",
		.created = desk->now,
		.language = config->language,
		.board = "classic",
		.notation = "coordinates" };
	struct address address = { .confirmed = true, .receives = true };

	if (check_new(desk, args[0], args[1], &address.address, err) == -1)
		return -1;
	str_copy(player.userid, sizeof player.userid, args[0]);
	if (players_add(desk->office.store, &player, err) == -1)
		return -1;
	address.player = player.id;
	if (players_add_address(desk->office.store, &address, err) == -1)
		return -1;
	str_addf(&desk->said, "%s may play from %s\n", player.userid, address.address);
	return DEED_DONE;
}

static int
save_password(struct desk *desk, const char *userid, const char *hash, struct err *err)
{
	struct player player;

	if (store_begin(desk->office.store, err) == -1)
		return -1;
	if (find_open(desk, userid, &player, err) == 0) {
		player.password_hash = hash;
		if (players_save(desk->office.store, &player, err) == 0)
			return store_commit(desk->office.store, err);
	}
	store_rollback(desk->office.store);
	return -1;
}

/* Typing and hashing take their time and must not keep the server waiting. */
static int
password(struct desk *desk, char **args, struct err *err)
{
	struct player player;
	char typed[SECRET_SIZE], hash[PASSWORD_HASH_SIZE];
	int rc;

	if (find_open(desk, args[0], &player, err) == -1 || secret_read(typed, err) == -1)
		return -1;
	rc = password_hash(utf8_nfc(desk->arena, typed), hash, err);
	secret_forget(typed);
	if (rc == -1 || save_password(desk, args[0], hash, err) == -1)
		return -1;
	str_addf(&desk->said, "%s has a new password\n", player.userid);
	return DEED_DONE;
}

static int
set_state(struct desk *desk, const char *userid, enum player_state state, struct err *err)
{
	struct player player;

	if (find_open(desk, userid, &player, err) == -1)
		return -1;
	if (player.state == state)
		return err_set(
		    err, "the account of %s is %s already", player.userid, states[state]);
	player.state = state;
	str_addf(&desk->said, "the account of %s is %s\n", player.userid, states[state]);
	return players_save(desk->office.store, &player, err);
}

static int
suspend(struct desk *desk, char **args, struct err *err)
{
	return set_state(desk, args[0], PLAYER_SUSPENDED, err);
}

static int
restore(struct desk *desk, char **args, struct err *err)
{
	return set_state(desk, args[0], PLAYER_ACTIVE, err);
}

/* Ends an open game of a player who leaves; the name of what is said of it. */
static const char *
leave(struct game *game, int64_t player, int64_t now)
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
leave_games(struct desk *desk, const struct player *player, struct reply *reply, struct err *err)
{
	struct game_filter filter = { .player = player->id,
		.viewer = -1,
		.limit = INT_MAX,
		.of_state = { true, true, false } };
	struct vars *vars = vars_new(desk->arena);
	struct game_line *lines;
	int count;

	vars_text(vars, "who", player->userid);
	count = games_list(desk->office.store, desk->arena, &filter, &lines, err);
	for (int i = 0; i < count; i++) {
		struct game *game;
		const char *template;

		if (games_get(desk->office.store, desk->arena, lines[i].id, &game, err) != 1)
			return -1;
		template = leave(game, player->id, desk->now);
		if (games_save(desk->office.store, game, err) == -1 ||
		    desk_tell(desk, reply, game, player->id, template, vars, err) == -1)
			return -1;
	}
	return count;
}

static int
free_addresses(struct desk *desk, int64_t player, struct err *err)
{
	struct address *addresses;
	int count = players_addresses(desk->office.store, desk->arena, player, &addresses, err);

	for (int i = 0; i < count; i++) {
		addresses[i].confirmed = addresses[i].receives = false;
		if (players_add_address(desk->office.store, &addresses[i], err) == -1)
			return -1;
	}
	return count == -1 ? -1 : 0;
}

static int
close_account(struct desk *desk, char **args, struct err *err)
{
	struct player player;
	struct reply reply;
	int games;

	if (find_open(desk, args[0], &player, err) == -1)
		return -1;
	reply_init(&reply, desk->arena);
	if ((games = leave_games(desk, &player, &reply, err)) == -1 ||
	    free_addresses(desk, player.id, err) == -1)
		return -1;
	player.state = PLAYER_CLOSED;
	player.password_hash = "";
	if (players_save(desk->office.store, &player, err) == -1 ||
	    desk_send(desk, &reply, err) == -1)
		return -1;
	str_addf(&desk->said, "the account of %s is closed; %d open game%s ended\n", player.userid,
	    games, games == 1 ? "" : "s");
	return DEED_DONE;
}

static const struct deed deeds[] = { { "list", 0, 0, DEED_READS, list },
	{ "show", 1, 1, DEED_READS, show }, { "add", 2, 2, DEED_ADDS, add },
	{ "password", 1, 1, DEED_BY_ITSELF, password }, { "suspend", 1, 1, DEED_CHANGES, suspend },
	{ "restore", 1, 1, DEED_CHANGES, restore }, { "delete", 1, 1, DEED_CHANGES, close_account },
	{ 0 } };

int
cli_player(int argc, char **argv)
{
	return desk_choose(deeds, argc, argv);
}
