/* SPDX-License-Identifier: ISC */
/*
 * INVITE: one letter to somebody who need not have an account.
 *
 * What is invited is an address.  Whether it is a player's, and whether he took the
 * letter, is told to nobody: for the one who invites all is the same until a game begins.
 * His own words do not go along: the letter reaches people who know nothing of this server.
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "cmd/account.h"
#include "cmd/cmd.h"
#include "cmd/cmd_challenge.h"

#define INVITATIONS_A_DAY 3 /* of one player */

static bool
invite_accepts(const struct order *order)
{
	return strchr(order->raw[0], '@') != NULL;
}

/* The player of that address, unless the letter must not reach him; 1, 0 or -1.  *known:
 * there is such a player. */
static int
find_player(
    struct request *rq, const char *address, struct player *out, bool *known, struct err *err)
{
	int found = players_by_address(rq->store, rq->arena, address, out, err), count;
	struct seat *blocked;

	*known = found == 1;
	if (found != 1)
		return found;
	count = blocks_list(rq->store, rq->arena, out->id, &blocked, err);
	for (int i = 0; i < count; i++)
		if (blocked[i].player == rq->from->id)
			return 0;
	return count == -1 ? -1 : out->state == PLAYER_ACTIVE;
}

static enum outcome
refuse_address(struct reply *reply, const char *template, const char *address)
{
	struct vars *vars = reply_refuse(reply, template);

	vars_text(vars, "named", address);
	vars_number(vars, "limit", INVITATIONS_A_DAY);
	return CMD_REFUSED;
}

static enum outcome
check_limits(struct request *rq, struct reply *reply, const char *address, struct err *err)
{
	int waits = invitations_closed(rq->store, address, rq->now, err), room;
	bool may = true;

	if (waits == -1 || (room = request_room(rq, err)) == -1)
		return CMD_FAILED;
	if (room == 0)
		return request_refuse_full(rq, reply);
	if (waits)
		return refuse_address(reply, "invite-not-now", address);
	if (request_count(rq, "invite", 0, INVITATIONS_A_DAY, &may, err) == -1)
		return CMD_FAILED;
	return may ? CMD_DONE : refuse_address(reply, "invite-too-many", address);
}

enum outcome
invite_write(struct request *rq, struct reply *reply, const char *address, struct game *game,
    struct err *err)
{
	struct confirmation c = { .kind = CONFIRM_INVITE, .player = rq->from->id, .secret = "" };
	const char *mailbox;
	struct player player;
	struct vars *vars;
	enum outcome outcome;
	bool known;
	int found;

	if (!rq->settings->addresses->normalise(rq->arena, address, &c.address))
		return refuse_address(reply, "invite-bad-address", address);
	if ((found = find_player(rq, c.address, &player, &known, err)) == -1)
		return CMD_FAILED;
	if (known && player.id == rq->from->id)
		return refuse_address(reply, "invite-self", c.address);
	/* "random" was drawn, and the letter says what came out. */
	c.detail = arena_printf(
	    rq->arena, "%s --color=%s", rq->order->line, game->challenger == RED ? "red" : "green");
	mailbox = rq->settings->addresses->mailbox(rq->arena, c.address);
	if ((outcome = check_limits(rq, reply, mailbox, err)) != CMD_DONE)
		return outcome;
	if (invitations_note(rq->store, mailbox, rq->now, false, err) == -1)
		return CMD_FAILED;
	vars = reply_use(reply, "invite-sent");
	vars_text(vars, "named", c.address);
	vars_flag(vars, "any-words", rq->comment[0] != '\0');
	if (known && !found)
		return CMD_DONE;
	if (account_ask(rq, reply, &c, known ? "invite-player" : "invite", &vars, err) == -1)
		return CMD_FAILED;
	facts_game(vars, game);
	vars_text(vars, "who", rq->from->userid);
	vars_text(vars, "public-name", rq->from->name);
	vars_flag(vars, "who-has-red", game->challenger == RED);
	reply_show_last(reply, game);
	return CMD_DONE;
}

static enum outcome
invite_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct game *game;
	const char *address;
	enum outcome outcome = challenge_read(rq, reply, rq->from, &game, &address);

	return outcome == CMD_DONE ? invite_write(rq, reply, address, game, err) : outcome;
}

/* What was asked for then, in the place of rq->order. */
static enum outcome
read_game(struct request *rq, struct reply *reply, const struct confirmation *invitation,
    const struct player *host, struct game **game)
{
	const struct parse_context context = { .glossary = rq->settings->glossary,
		.writer = host->userid };
	const struct order *answer = rq->order;
	struct order order;
	enum outcome outcome = CMD_REFUSED;
	const char *name;

	parse_line(rq->arena, &context, invitation->detail, &order);
	rq->order = &order;
	if (order.cmd == &cmd_challenge || order.cmd == &cmd_invite)
		outcome = challenge_read(rq, reply, host, game, &name);
	rq->order = answer;
	return outcome;
}

/* Who watches the host's games: of this one, but not of the address. */
static int
tell_observers(struct request *rq, struct reply *reply, struct err *err)
{
	struct seat *observers;
	int count = observers_told(rq->store, rq->arena, rq->game->id, false, &observers, err);

	for (int i = 0; i < count; i++) {
		struct vars *vars = reply_tell(
		    reply, observers[i].player, rq->game, "challenge-accepted-opponent");

		facts_game(vars, rq->game);
		vars_text(vars, "who", rq->from->userid);
	}
	return count == -1 ? -1 : 0;
}

enum outcome
invite_begin(
    struct request *rq, struct reply *reply, const struct confirmation *invitation, struct err *err)
{
	struct player *host = arena_alloc(rq->arena, sizeof *host);
	int found = players_get(rq->store, rq->arena, invitation->player, host, err);
	enum outcome outcome;
	struct game *game;
	struct vars *vars;

	if (found != 1)
		return CMD_FAILED;
	if ((outcome = challenge_check(rq, reply, host, err)) != CMD_DONE ||
	    (outcome = read_game(rq, reply, invitation, host, &game)) != CMD_DONE)
		return outcome;
	challenge_seat(game, rq->from);
	if (confirmations_remove(rq->store, invitation->id, err) == -1 ||
	    games_add(rq->store, game, err) == -1)
		return CMD_FAILED;
	game_accept(game, rq->now);
	if (games_save(rq->store, game, err) == -1)
		return CMD_FAILED;
	request_add_game(rq, game);
	rq->game = game;
	vars = reply_use(reply, "invite-begun");
	facts_game(vars, game);
	vars_text(vars, "who", host->userid);
	reply_show(reply, game);
	vars = reply_tell(reply, host->id, game, "invite-accepted");
	facts_game(vars, game);
	vars_text(vars, "who", rq->from->userid);
	vars_text(vars, "named", invitation->address);
	return tell_observers(rq, reply, err) == -1 ? CMD_FAILED : CMD_DONE;
}

enum outcome
invite_never(
    struct request *rq, struct reply *reply, const struct confirmation *invitation, struct err *err)
{
	const char *mailbox = rq->settings->addresses->mailbox(rq->arena, invitation->address);

	if (invitations_note(rq->store, mailbox, rq->now, true, err) == -1 ||
	    confirmations_remove(rq->store, invitation->id, err) == -1)
		return CMD_FAILED;
	vars_text(reply_use(reply, "invite-never"), "named", invitation->address);
	return CMD_DONE;
}

const struct cmd cmd_invite = {
	.name = "invite",
	.args = "WORD WORD?",
	.accepts = invite_accepts,
	.needs = NEEDS_PLAYER | NEEDS_PROOF | ANY_TOKEN | TAKES_OPTIONS,
	.run = invite_run,
};
