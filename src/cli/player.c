/* SPDX-License-Identifier: ISC */
/*
 * riverpost player: accounts, by the operator's hand.
 *
 * A deleted account is closed: its addresses are forgotten, and its finished games
 * keep its name; that of an erased one says only that there was a player.  A password is never an
 * argument, where other users of the machine could read it.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/utf8.h"
#include "cli/admin.h"
#include "cli/agreement.h"
#include "cli/cli.h"
#include "cmd/account.h"
#include "cmd/apart.h"
#include "cmd/tournament.h"
#include "config/config.h"
#include "mail/read/address.h"
#include "server/reach.h"
#include "speak/names.h"
#include "speak/verbs.h"
#include "store/db.h"
#include "store/games.h"
#include "store/inbox.h"
#include "store/leaving.h"
#include "store/linked.h"
#include "store/oddities.h"
#include "store/person.h"
#include "store/players.h"

#define TOP_DAYS        7
#define TOP_MAX         20
#define SUSPICIOUS_DAYS 365
#define SUSPICIOUS_MOST 3660
#define SECRET_SIZE     130 /* 128 bytes, as in letters, and the NUL, and one to see more */

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

/* Who writes most, and how much that makes the server write.  It is logged, too: it tells addresses
 * of many. */
static int
player_top(struct admin *admin, char **args, struct err *err)
{
	struct correspondent *writers;
	char nothing[] = "", *end = nothing;
	long days = args[0] != NULL ? strtol(args[0], &end, 10) : TOP_DAYS;
	int count;

	if (*end != '\0' || days < 1 || days > 366)
		return cli_wrong(args[0], "not a number of days");
	count = inbox_top(
	    admin->server.store, admin->arena, admin->now - days * DAY, TOP_MAX, &writers, err);
	if (count == -1)
		return -1;
	for (int i = 0; i < count; i++)
		str_addf(&admin->output, "%6lld taken, %6lld written  %-20s  %s  last %s\n",
		    (long long)writers[i].letters, (long long)writers[i].caused,
		    writers[i].userid[0] != '\0' ? writers[i].userid : "-",
		    writers[i].sender[0] != '\0' ? writers[i].sender : "nobody",
		    admin_time(admin, writers[i].last));
	admin_log(admin, "player top", args);
	return ACTION_DONE;
}

/* What may have been made rather than played, in a year or so many days. */
static int
player_suspicious(struct admin *admin, char **args, struct err *err)
{
	char nothing[] = "", *end = nothing;
	long days = args[0] != NULL ? strtol(args[0], &end, 10) : SUSPICIOUS_DAYS;

	if (*end != '\0' || days < 1 || days > SUSPICIOUS_MOST)
		return cli_wrong(args[0], "not a number of days");
	for (enum odd kind = ODD_RESIGNS; kind <= ODD_DRAW; kind++) {
		struct oddity *odd;
		int count = oddities_list(
		    admin->server.store, admin->arena, kind, admin->now - days * DAY, &odd, err);

		if (count == -1)
			return -1;
		for (int i = 0; i < count; i++)
			if (kind == ODD_RESIGNS)
				str_addf(&admin->output,
				    "%s resigned %d of %d games before move 10\n", odd[i].userid[0],
				    odd[i].games, odd[i].of);
			else if (kind == ODD_PAIR)
				str_addf(&admin->output,
				    "%s and %s play only each other: %d games\n", odd[i].userid[0],
				    odd[i].userid[1], odd[i].games);
			else
				str_addf(&admin->output,
				    "board %lld, %s - %s, was agreed drawn before move 10\n",
				    (long long)odd[i].game, odd[i].userid[0], odd[i].userid[1]);
	}
	admin_log(admin, "player suspicious", args);
	return ACTION_DONE;
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

/* How often a program would have moved alike. */
static int
player_agreement(struct admin *admin, char **args, struct err *err)
{
	char nothing[] = "", *end = nothing;
	long most = args[1] != NULL ? strtol(args[1], &end, 10) : AGREEMENT_GAMES;
	struct player player;

	if (*end != '\0' || most < 1 || most > AGREEMENT_MOST)
		return cli_wrong(args[1], "not a number of games");
	if (player_find(admin, args[0], &player, err) == -1 ||
	    agreement_write(admin, &player, (int)most, err) == -1)
		return -1;
	admin_log(admin, "player agreement", args);
	return ACTION_DONE;
}

static int
say_linked(struct admin *admin, int64_t player, struct err *err)
{
	struct seat *linked;
	int count = linked_list(admin->server.store, admin->arena, player, &linked, err);

	for (int i = 0; i < count; i++)
		str_addf(&admin->output, "linked: %s\n", linked[i].userid);
	return count == -1 ? -1 : ACTION_DONE;
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
	if (player.name[0] != '\0')
		str_addf(output, "name: %s\n", player.name);
	str_addf(output, "password: %s\n", player.password_hash[0] != '\0' ? "set" : "none");
	str_addf(output, "language: %s\nboard: %s%s\nnotation: %s\n", player.language, player.board,
	    player.flipped ? ", flipped" : "", player.notation);
	str_addf(output, "zone: %s\nreminders: %s\n", player.zone[0] != '\0' ? player.zone : "UTC",
	    player.reminders[0] != '\0' ? player.reminders : "off");
	str_addf(output, "subject: %s\nhtml: %s\n", player.classic_subject ? "classic" : "plain",
	    player.html);
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
	return say_linked(admin, player.id, err);
}

static int
welcome(struct admin *admin, const struct player *player, struct err *err)
{
	struct reply reply;
	struct vars *vars;

	reply_init(&reply, admin->arena);
	vars_text(reply_tell(&reply, player->id, NULL, "operator-added"), "userid", player->userid);
	vars = reply_tell(&reply, player->id, NULL, "welcome");
	account_welcome(vars, player, &admin->server.settings);
	return admin_send(admin, &reply, err);
}

/* What a sign-up by letter would refuse is refused here too. */
static int
player_add(struct admin *admin, char **args, struct err *err)
{
	const char *userid = args[0];
	struct player other,
	    player = { .password_hash = "",
		    .created = admin->now,
		    .language = admin->server.config->language,
		    .board = "classic",
		    .html = "auto",
		    .puzzles = "off",
		    .notation = "coordinates",
		    .name = "",
		    .reminders = REMINDERS_DEFAULT };
	struct address address = { .confirmed = true, .receives = true };
	struct store *store = admin->server.store;
	int taken, found;

	if (!verb_allows_userid(userid) ||
	    name_is_reserved(admin->server.settings.glossary, userid))
		return err_set(err,
		    "%s cannot be a userid: 2 to 20 letters, digits, - and _, a "
		    "letter first, and neither a move nor a command, nor a word that is reserved",
		    userid);
	if (!address_normalise(admin->arena, args[1], &address.address))
		return err_set(err, "%s is not a mail address", args[1]);
	if ((taken = players_taken(store, userid, 0, err)) == -1)
		return -1;
	if (taken == 1)
		return err_set(err, "the userid %s, or one that looks like it, is taken", userid);
	found = players_by_address(store, admin->arena, address.address, &other, err);
	if (found == 1)
		return err_set(err, "%s is the address of %s", address.address, other.userid);
	str_copy(player.userid, sizeof player.userid, userid);
	if (found == -1 || players_add(store, &player, err) == -1)
		return -1;
	address.player = player.id;
	if (players_add_address(store, &address, err) == -1)
		return -1;
	str_addf(&admin->output, "%s may play from %s\n", player.userid, address.address);
	return welcome(admin, &player, err) == -1 ? -1 : ACTION_DONE;
}

/* No stdio: its buffer would keep the password.  -1 at the end of input. */
static int
read_line(char out[SECRET_SIZE])
{
	size_t length = 0;
	ssize_t n;
	char c;

	while ((n = read(STDIN_FILENO, &c, 1)) == 1 && c != '\n')
		if (length < SECRET_SIZE - 1)
			out[length++] = c;
	if (length > 0 && out[length - 1] == '\r')
		length--;
	out[length] = '\0';
	return n == 1 || length > 0 ? 0 : -1;
}

static int
ask(const char *what, char out[SECRET_SIZE], struct err *err)
{
	fprintf(stderr, "%s: ", what);
	if (read_line(out) == -1)
		return err_set(err, "no password was given");
	fputc('\n', stderr);
	return 0;
}

/* Not shown, and asked for twice.  While the terminal does not echo, its signals are off
 * too, so that no key can leave it silent for the shell; ^C comes as a character and is
 * refused. */
static int
read_terminal(char out[SECRET_SIZE], struct err *err)
{
	struct termios before, silent;
	char again[SECRET_SIZE] = "";
	int rc = -1;

	if (tcgetattr(STDIN_FILENO, &before) == -1)
		return err_system(err, "cannot ask the terminal");
	silent = before;
	silent.c_lflag &= ~(tcflag_t)(ECHO | ISIG);
	if (tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == -1)
		return err_system(err, "cannot silence the terminal");
	if (ask("New password", out, err) == 0 && ask("Once more", again, err) == 0)
		rc = strcmp(out, again) == 0 ? 0 :
					       err_set(err, "the two passwords are not the same");
	explicit_bzero(again, SECRET_SIZE);
	tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
	return rc;
}

/* One line of standard input.  Refuses what could not be written in a letter: nothing,
 * blanks, control characters, too much. */
static int
read_password(char out[SECRET_SIZE], struct err *err)
{
	out[0] = '\0';
	if (isatty(STDIN_FILENO)) {
		if (read_terminal(out, err) == -1)
			return -1;
	} else if (read_line(out) == -1) {
		return err_set(err, "no password on standard input");
	}
	if (out[0] == '\0')
		return err_set(err, "the password is empty");
	if (strlen(out) == SECRET_SIZE - 1)
		return err_set(err, "a password has at most %d bytes", SECRET_SIZE - 2);
	if (!utf8_is_valid(out, strlen(out)))
		return err_set(err, "the password is not UTF-8");
	if (utf8_length(out) < PASSWORD_MIN)
		return err_set(err, "a password has at least %d characters", PASSWORD_MIN);
	for (const char *c = out; *c != '\0'; c++)
		if ((unsigned char)*c <= ' ' || *c == 0x7f)
			return err_set(err, "a password has no blanks and no control characters");
	return 0;
}

/* Typing and hashing take time and must not keep the server waiting. */
static int
player_password(struct admin *admin, char **args, struct err *err)
{
	struct store *store = admin->server.store;
	struct player player;
	struct reply reply;
	struct vars *vars;
	char typed[SECRET_SIZE], hash[PASSWORD_HASH_SIZE];
	bool had_one;
	int rc;

	if (player_find_open(admin, args[0], &player, err) == -1)
		return -1;
	if ((rc = read_password(typed, err)) == 0)
		rc = password_hash(typed, hash, err);
	explicit_bzero(typed, SECRET_SIZE);
	if (rc == -1 || store_begin(store, err) == -1)
		return -1;
	/* Again: the account may have changed meanwhile. */
	rc = player_find_open(admin, args[0], &player, err);
	had_one = player.password_hash[0] != '\0';
	player.password_hash = hash;
	if (rc == 0 && (rc = players_save(store, &player, err)) == 0) {
		reply_init(&reply, admin->arena);
		vars = reply_tell(&reply, player.id, NULL, "password-by-operator");
		vars_text(vars, "userid", player.userid);
		vars_flag(vars, "had-one", had_one);
		vars_text(vars, "why", admin_words(admin, args + 1));
		rc = admin_send(admin, &reply, err);
	}
	if (store_finish(store, rc, err) == -1)
		return -1;
	admin_log(admin, "player password", args);
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

/* Tournaments do not wait until he is restored. */
static int
player_suspend(struct admin *admin, char **args, struct err *err)
{
	struct player player;
	struct reply reply;
	struct request rq;
	struct vars *vars;
	int tournaments;

	if (player_set_state(admin, args[0], PLAYER_SUSPENDED, err) == -1 ||
	    player_find(admin, args[0], &player, err) == -1)
		return -1;
	reply_init(&reply, admin->arena);
	admin_request(admin, &reply, &rq);
	vars = reply_tell(&reply, player.id, NULL, "operator-suspended");
	vars_text(vars, "why", admin_words(admin, args + 1));
	tournaments = tournaments_leave_all(&rq, player.id, LEAVES_SUSPENDED, NULL, err);
	vars_flag(vars, "leaves-tournaments", tournaments > 0);
	if (tournaments == -1 ||
	    reach_others(&admin->server, &reply, &player, "operator-suspended-other", err) == -1 ||
	    admin_send(admin, &reply, err) == -1)
		return -1;
	return ACTION_DONE;
}

/* A player who lost his mailbox.  Both addresses are told. */
static int
player_address(struct admin *admin, char **args, struct err *err)
{
	struct store *store = admin->server.store;
	struct player player, other;
	struct address *all, *old = NULL, fresh;
	const char *named = args[1];
	struct reply reply;
	struct request rq;
	struct vars *vars;
	int count, found;

	if (player_find_open(admin, args[0], &player, err) == -1 ||
	    (count = players_addresses(store, admin->arena, player.id, &all, err)) == -1)
		return -1;
	address_normalise(admin->arena, args[1], &named);
	for (int i = 0; i < count; i++)
		if (all[i].confirmed &&
		    (str_equal_nocase(all[i].address, named) ||
			str_equal_nocase(all[i].address, args[1])))
			old = &all[i];
	if (old == NULL)
		return err_set(err, "%s is no address of %s", args[1], player.userid);
	fresh = *old;
	fresh.stopped = false;
	if (!address_normalise(admin->arena, args[2], &fresh.address))
		return err_set(err, "%s is not a mail address", args[2]);
	if ((found = players_by_address(store, admin->arena, fresh.address, &other, err)) == 1)
		return err_set(err, "%s is the address of %s", fresh.address, other.userid);
	if (found == -1 || players_drop_address(store, player.id, old->address, err) == -1 ||
	    players_add_address(store, &fresh, err) == -1)
		return -1;
	reply_init(&reply, admin->arena);
	vars = reply_tell(&reply, player.id, NULL, "address-by-operator");
	vars_text(vars, "userid", player.userid);
	vars_text(vars, "named", fresh.address);
	vars_text(vars, "dropped", old->address);
	vars_text(vars, "why", admin_words(admin, args + 3));
	/* Whoever reads there now is not to know more. */
	reply_speak(&reply, player.language, false);
	vars_text(reply_write(&reply, old->address, 0, "address-left"), "userid", player.userid);
	str_addf(&admin->output, "%s writes from %s instead of %s\n", player.userid, fresh.address,
	    old->address);
	admin_request(admin, &reply, &rq);
	return apart_on_stairs(&rq, player.id, err) == -1 || admin_send(admin, &reply, err) == -1 ?
	    -1 :
	    ACTION_DONE;
}

/* Those that go on without him. */
static int
tell_tournaments(struct admin *admin, struct reply *reply, int64_t player, struct err *err)
{
	struct tournament *all;
	int count = tournaments_left_by(admin->server.store, admin->arena, player, &all, err);

	for (int i = 0; i < count; i++) {
		struct vars *vars = reply_tell(reply, player, NULL, "tournament-gone");

		vars_number(vars, "number", all[i].id);
		vars_text(vars, "name", all[i].name);
		vars_flag(vars, "others", false);
	}
	return count == -1 ? -1 : 0;
}

static int
player_restore(struct admin *admin, char **args, struct err *err)
{
	struct player player;
	struct reply reply;
	struct request rq;

	if (player_set_state(admin, args[0], PLAYER_ACTIVE, err) == -1 ||
	    player_find(admin, args[0], &player, err) == -1)
		return -1;
	reply_init(&reply, admin->arena);
	admin_request(admin, &reply, &rq);
	if (reach_boards(&admin->server, &reply, &player, "operator-restored", NULL, err) == -1 ||
	    apart_on_stairs(&rq, player.id, err) == -1 ||
	    tell_tournaments(admin, &reply, player.id, err) == -1 ||
	    reach_others(&admin->server, &reply, &player, "operator-restored-other", err) == -1 ||
	    admin_send(admin, &reply, err) == -1)
		return -1;
	return ACTION_DONE;
}

static int
player_close_account(struct admin *admin, char **args, struct err *err)
{
	struct player player;
	struct reply reply;
	int games;

	if (player_find_open(admin, args[0], &player, err) == -1)
		return -1;
	reply_init(&reply, admin->arena);
	if (account_close(admin->server.store, admin->arena, &player, admin->now,
		admin_words(admin, args + 1), &reply, &games, err) == -1 ||
	    admin_send(admin, &reply, err) == -1)
		return -1;
	str_addf(&admin->output, "the account of %s is closed; %d open game%s ended\n",
	    player.userid, games, games == 1 ? "" : "s");
	return ACTION_DONE;
}

static int
player_data(struct admin *admin, char **args, struct err *err)
{
	struct player player;
	struct str json;

	if (player_find(admin, args[0], &player, err) == -1)
		return -1;
	str_init(&json, admin->arena, 0);
	if (person_write(admin->server.store, player.id, &admin->output, &json, err) == -1)
		return -1;
	str_addc(&admin->output, '\n');
	str_addn(&admin->output, json.data, json.length);
	admin_log(admin, "player data", args);
	return ACTION_DONE;
}

/* A tournament in which both play goes on: that is for the operator to decide. */
static int
say_tournaments(
    struct admin *admin, const struct player *one, const struct player *other, struct err *err)
{
	struct store *store = admin->server.store;
	int64_t *ones, *others;
	int count = tournaments_played_by(store, admin->arena, one->id, &ones, err);
	int other_count = tournaments_played_by(store, admin->arena, other->id, &others, err);

	for (int i = 0; other_count != -1 && i < count; i++)
		for (int j = 0; j < other_count; j++)
			if (ones[i] == others[j])
				str_addf(&admin->output,
				    "both play in tournament %lld; riverpost tournament withdraw "
				    "%lld USERID takes one out\n",
				    (long long)ones[i], (long long)ones[i]);
	return count == -1 || other_count == -1 ? -1 : 0;
}

/* The two accounts that args names. */
static int
find_two(
    struct admin *admin, char **args, struct player *one, struct player *other, struct err *err)
{
	if (player_find_open(admin, args[0], one, err) == -1 ||
	    player_find_open(admin, args[1], other, err) == -1)
		return -1;
	return one->id == other->id ? err_set(err, "%s is one account", one->userid) : 0;
}

/* Two accounts of one person. */
static int
player_link(struct admin *admin, char **args, struct err *err)
{
	struct player one, other;
	struct reply reply;
	struct request rq;
	int unrated, changed;

	if (find_two(admin, args, &one, &other, err) == -1 ||
	    (changed = linked_set(admin->server.store, one.id, other.id, true, &unrated, err)) ==
		-1)
		return -1;
	str_addf(&admin->output, "%s and %s %s\n", one.userid, other.userid,
	    changed == 1 ? "are linked" : "were linked already");
	if (unrated > 0)
		str_addf(&admin->output, "%d game%s between them %s unrated now\n", unrated,
		    unrated == 1 ? "" : "s", unrated == 1 ? "is" : "are");
	reply_init(&reply, admin->arena);
	admin_request(admin, &reply, &rq);
	if (apart_on_stairs(&rq, one.id, err) == -1 ||
	    say_tournaments(admin, &one, &other, err) == -1 || admin_send(admin, &reply, err) == -1)
		return -1;
	return ACTION_DONE;
}

static int
player_unlink(struct admin *admin, char **args, struct err *err)
{
	struct player one, other;
	int unrated, changed;

	if (find_two(admin, args, &one, &other, err) == -1 ||
	    (changed = linked_set(admin->server.store, one.id, other.id, false, &unrated, err)) ==
		-1)
		return -1;
	str_addf(&admin->output, "%s and %s %s\n", one.userid, other.userid,
	    changed == 1 ? "are linked no more" : "were not linked");
	return ACTION_DONE;
}

/* As if he had never been known, but for the moves of his games. */
static int
player_erase(struct admin *admin, char **args, struct err *err)
{
	struct player player;
	struct reply reply;
	int games, found = player_find(admin, args[0], &player, err);

	reply_init(&reply, admin->arena);
	if (found == -1 ||
	    (player.state != PLAYER_CLOSED &&
		(account_close(admin->server.store, admin->arena, &player, admin->now, "", &reply,
		     &games, err) == -1 ||
		    admin_send(admin, &reply, err) == -1)) ||
	    leaving_erase(admin->server.store, &player, err) == -1)
		return -1;
	str_addf(&admin->output,
	    "%s is erased: addresses, settings and words are gone, and records say %s\n"
	    "Still to be found, for %d days at most: letters that were taken or wait to be sent, "
	    "and what is in %s/kept\n"
	    "Until you remove them: backups, pages and scores that were exported, the log, mail "
	    "that left the server\n"
	    "After a backup of before is restored, erase again\n",
	    args[0], player.userid, admin->server.config->keep, admin->server.config->home);
	return ACTION_DONE;
}

const struct action cli_player[] = { { "list", 0, 0, ACTION_READS, player_list },
	{ "top", 0, 1, ACTION_READS, player_top },
	{ "suspicious", 0, 1, ACTION_READS, player_suspicious },
	{ "agreement", 1, 2, ACTION_READS, player_agreement },
	{ "show", 1, 1, ACTION_READS, player_show }, { "add", 2, 2, ACTION_ADDS, player_add },
	{ "password", 1, INT_MAX, ACTION_BY_ITSELF, player_password },
	{ "suspend", 1, INT_MAX, ACTION_CHANGES, player_suspend },
	{ "address", 4, INT_MAX, ACTION_CHANGES, player_address },
	{ "link", 2, 2, ACTION_CHANGES, player_link },
	{ "unlink", 2, 2, ACTION_CHANGES, player_unlink },
	{ "restore", 1, 1, ACTION_CHANGES, player_restore },
	{ "delete", 1, INT_MAX, ACTION_CHANGES, player_close_account },
	{ "data", 1, 1, ACTION_READS, player_data },
	{ "erase", 1, 1, ACTION_CHANGES, player_erase }, { 0 } };
