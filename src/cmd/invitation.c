/* SPDX-License-Identifier: ISC */
/*
 * Invitations (invitation.h).
 *
 * What is invited is an address.  Whether it is a player's, and whether he took the
 * letter, is told to nobody: for the one who invites all is the same until a game begins.
 * His own words do not go along: the letter reaches people who know nothing of this server.
 */
#include "cmd/invitation.h"

#include "base/arena.h"
#include "cmd/challenge.h"
#include "cmd/confirmations.h"
#include "play/facts.h"
#include "play/play.h"
#include "speak/verbs.h"

#define INVITATIONS_A_DAY 3 /* of one player */

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
check_limits(struct request *rq, const char *address, struct err *err)
{
	int waits = invitations_closed(rq->store, address, rq->now, err), room;

	if (waits == -1 || (room = request_room(rq, err)) == -1)
		return FAILED;
	if (room == 0)
		return request_refuse_full(rq, err);
	if (waits)
		return request_refuse_text(rq, "invite-not-now", "named", address);
	return request_limit(rq, "invite", INVITATIONS_A_DAY, "invite-too-many", err);
}

enum outcome
invitation_write(struct request *rq, const char *address, struct game *game, struct err *err)
{
	struct confirmation c = { .kind = CONFIRM_INVITE, .player = rq->from->id, .secret = "" };
	const char *mailbox;
	struct player player;
	struct vars *vars;
	enum outcome outcome;
	bool known;
	int found;

	if (!rq->settings->addresses->normalise(rq->arena, address, &c.address))
		return request_refuse_text(rq, "invite-bad-address", "named", address);
	if ((found = find_player(rq, c.address, &player, &known, err)) == -1)
		return FAILED;
	if (known && player.id == rq->from->id)
		return request_refuse_text(rq, "invite-self", "named", c.address);
	/* "random" was drawn, and the letter says what came out. */
	c.detail = arena_printf(
	    rq->arena, "%s --color=%s", rq->order->line, game->challenger == RED ? "red" : "green");
	mailbox = rq->settings->addresses->mailbox(rq->arena, c.address);
	if ((outcome = check_limits(rq, mailbox, err)) != DONE)
		return outcome;
	if (invitations_note(rq->store, mailbox, rq->now, false, err) == -1)
		return FAILED;
	vars = reply_use(rq->reply, "invite-sent");
	vars_text(vars, "named", c.address);
	vars_flag(vars, "any-words", rq->comment[0] != '\0');
	vars_time(vars, "until", rq->now + INVITE_LASTS);
	/* It lapses like any other. */
	if (known && !found)
		return confirmation_store(rq, &c, err) == -1 ? FAILED : DONE;
	if (confirmation_ask(rq, &c, known ? "invite-player" : "invite", &vars, err) == -1)
		return FAILED;
	reply_speak_last(rq->reply, c.language, true);
	facts_game(vars, game);
	facts_agreed(vars, game);
	vars_flag(vars, "reader-plays", false);
	vars_time(vars, "until", rq->now + INVITE_LASTS);
	vars_text(vars, "who", rq->from->userid);
	vars_text(vars, "public-name", rq->from->name);
	vars_flag(vars, "who-begins", game->challenger == game_turn(game));
	vars_word(vars, "turn-side", side_name(game_turn(game)));
	reply_show_last(rq->reply, game);
	return DONE;
}

/* What was asked for then. */
static enum outcome
read_game(struct request *rq, const struct confirmation *invitation, const struct player *host,
    struct game **game)
{
	const struct parse_context context = { .glossary = rq->settings->glossary,
		.writer = host->userid };
	struct order order;
	const char *name;

	parse_line(rq->arena, &context, invitation->detail, &order);
	if (order.verb != &verb_table[VERB_CHALLENGE] && order.verb != &verb_table[VERB_INVITE])
		return REFUSED;
	return challenge_read(rq, &order, host, game, &name);
}

/* Who watches the host's games: of this one, but not of the address. */
static int
tell_observers(struct request *rq, struct err *err)
{
	struct seat *observers;
	int count = observers_list(rq->store, rq->arena, rq->game->id, false, &observers, err);

	for (int i = 0; i < count; i++) {
		struct vars *vars = reply_tell(
		    rq->reply, observers[i].player, rq->game, "challenge-accepted-opponent");

		facts_game(vars, rq->game);
		vars_text(vars, "who", rq->from->userid);
	}
	return count == -1 ? -1 : 0;
}

enum outcome
invitation_begin(struct request *rq, const struct confirmation *invitation, struct err *err)
{
	struct player *host = arena_alloc(rq->arena, sizeof *host);
	int found = players_get(rq->store, rq->arena, invitation->player, host, err);
	enum outcome outcome;
	struct game *game;
	struct vars *vars;

	if (found != 1)
		return FAILED;
	if ((outcome = challenge_check(rq, host, err)) != DONE ||
	    (outcome = read_game(rq, invitation, host, &game)) != DONE)
		return outcome;
	challenge_seat(game, rq->from);
	rq->game = game;
	if (confirmations_remove(rq->store, invitation->id, err) == -1 ||
	    play_begin(request_act(rq), NULL, NULL, err) == FAILED)
		return FAILED;
	request_add_game(rq, game);
	vars = reply_use_game(rq->reply, game, "invite-begun");
	vars_text(vars, "who", host->userid);
	vars = reply_tell(rq->reply, host->id, game, "invite-accepted");
	facts_game(vars, game);
	vars_text(vars, "who", rq->from->userid);
	vars_text(vars, "named", invitation->address);
	return tell_observers(rq, err) == -1 ? FAILED : DONE;
}

/* Whoever invited hears of it now, as of any no, and not of a lapse. */
static int
close_invitation(
    struct request *rq, const struct confirmation *invitation, struct player *host, struct err *err)
{
	struct confirmation removed;
	int found = players_get(rq->store, rq->arena, invitation->player, host, err);

	if (found != 1 ||
	    invitations_remove(rq->store, rq->arena, invitation->id, &removed, err) == -1)
		return -1;
	if (host->state == PLAYER_ACTIVE)
		vars_text(reply_tell(rq->reply, host->id, NULL, "invite-declined-host"), "named",
		    invitation->address);
	return 0;
}

enum outcome
invitation_never(struct request *rq, const struct confirmation *invitation, struct err *err)
{
	const char *mailbox = rq->settings->addresses->mailbox(rq->arena, invitation->address);
	struct player host;

	if (invitations_note(rq->store, mailbox, rq->now, true, err) == -1 ||
	    close_invitation(rq, invitation, &host, err) == -1)
		return FAILED;
	vars_text(reply_use(rq->reply, "invite-never"), "named", invitation->address);
	return DONE;
}

enum outcome
invitation_decline(struct request *rq, const struct confirmation *invitation, struct err *err)
{
	struct player host;

	if (close_invitation(rq, invitation, &host, err) == -1)
		return FAILED;
	vars_text(reply_use(rq->reply, "invite-declined"), "who", host.userid);
	return DONE;
}

int
invitation_over(struct request *rq, const char *address, struct vars *vars, struct err *err)
{
	const char *mailbox = rq->settings->addresses->mailbox(rq->arena, address);
	struct confirmation open;
	int waits = invitations_find(rq->store, rq->arena, address, rq->now, &open, err);
	int invited = waits == 0 ? invitations_closed(rq->store, mailbox, rq->now, err) : waits;

	vars_flag(vars, "invitation-over", waits == 0 && invited == 1);
	return invited == -1 ? -1 : 0;
}

enum outcome
invitation_due(struct request *rq, int64_t id, struct err *err)
{
	struct confirmation invitation;
	struct player host;
	int found = invitations_remove(rq->store, rq->arena, id, &invitation, err);

	if (found == 1)
		found = players_get(rq->store, rq->arena, invitation.player, &host, err);
	if (found == 1 && host.state == PLAYER_ACTIVE)
		vars_text(reply_tell(rq->reply, host.id, NULL, "invite-lapsed"), "named",
		    invitation.address);
	return found == -1 ? FAILED : DONE;
}
