/* SPDX-License-Identifier: ISC */
/*
 * CHALLENGE: offer a game to another player.
 *
 * pbmserv's order: the first named plays Red; with one name the sender does.
 * Nothing runs until the challenged accepts.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "base/token.h"
#include "base/utf8.h"
#include "cmd/account.h"
#include "cmd/cmd.h"
#include "cmd/cmd_challenge.h"

#define CHALLENGES_A_DAY   50 /* of one player to one other … */
#define CHALLENGES_WAITING 20 /* … and of these without an answer */

static enum outcome
challenge_refuse(struct reply *reply, const char *template, const char *value)
{
	vars_text(reply_refuse(reply, template), "value", value);
	return CMD_REFUSED;
}

static bool
read_flag(const char *value, bool *out)
{
	*out = !str_equal_nocase(value, "no") && !str_equal_nocase(value, "off");
	return !*out || value[0] == '\0' || str_equal_nocase(value, "yes") ||
	    str_equal_nocase(value, "on");
}

static bool
read_color(const char *value, enum side *mine)
{
	char digit[2];

	if (str_equal_nocase(value, "random")) {
		code_random(digit, 1);
		*mine = (digit[0] & 1) ? RED : GREEN;
		return true;
	}
	*mine = str_equal_nocase(value, "red") ? RED : GREEN;
	return *mine == RED || str_equal_nocase(value, "green") || str_equal_nocase(value, "black");
}

enum {
	RULES,
	RATED,
	PRIVATE,
	NAGTIME,
	FORFEITTIME,
	TOTALTIME,
	TIME,
	WEEKENDS,
	VACATIONS,
	CLAIM,
	FEN,
	COLOR,
	COLOUR,
	OPTIONS
};
static const char *const options[OPTIONS] = { "rules", "rated", "private", "nagtime", "forfeittime",
	"totaltime", "time", "weekends", "vacations", "claim", "fen", "color", "colour" };

static enum outcome
read_options(struct request *rq, struct reply *reply, struct game *game, enum side *mine)
{
	const struct order *order = rq->order;

	for (int i = 0; i < order->option_count; i++) {
		const char *name = order->options[i].name, *value = order->options[i].value;
		const char *why = ""; /* what is wrong with a FEN */
		int option = str_index(options, OPTIONS, name);
		bool valid = false, flag;
		struct vars *vars;

		switch (option) {
		case RULES:
			valid = ruleset_find(utf8_fold(rq->arena, value), &game->rules);
			break;
		case RATED:
			valid = read_flag(value, &game->is_rated);
			break;
		case PRIVATE:
			valid = read_flag(value, &game->is_private);
			break;
		case NAGTIME:
			valid = duration_read(value, &game->terms.nag);
			break;
		case FORFEITTIME:
			valid = duration_read(value, &game->terms.move);
			break;
		case TOTALTIME:
			valid = duration_read(value, &game->terms.bank);
			break;
		case TIME:
			valid = terms_read_time(&game->terms, value);
			break;
		case WEEKENDS:
			valid = read_flag(value, &flag);
			game->terms.is_weekend_off = !flag;
			break;
		case VACATIONS:
			valid = read_flag(value, &flag);
			game->terms.no_vacation = !flag;
			break;
		case CLAIM:
			valid = read_flag(value, &game->terms.by_claim);
			break;
		case FEN:
			game->is_rated = false;
			valid = game_set_start(game, value, &why);
			break;
		case COLOR:
		case COLOUR:
			valid = read_color(value, mine);
			break;
		}
		if (valid)
			continue;
		vars = reply_refuse(
		    reply, option == -1 ? "challenge-option-unknown" : "challenge-option-wrong");
		vars_text(vars, "option", name);
		vars_text(vars, "value", value);
		vars_text(vars, "why", why);
		return CMD_REFUSED;
	}
	return CMD_DONE;
}

/* Who is meant, and the challenger's colour by the order of the names; NULL: others. */
static const char *
opponent_of(const struct order *order, const char *challenger, enum side *mine)
{
	*mine = RED;
	if (order->word_count == 1)
		return order->raw[0];
	if (str_equal_nocase(order->words[0], challenger))
		return order->raw[1];
	*mine = GREEN;
	return str_equal_nocase(order->words[1], challenger) ? order->raw[0] : NULL;
}

static void
seat(struct game *game, enum side side, const struct player *player)
{
	game->seat[side].player = player->id;
	str_copy(game->seat[side].userid, USERID_SIZE, player->userid);
}

enum outcome
challenge_read(struct request *rq, struct reply *reply, const struct player *challenger,
    struct game **out, const char **name)
{
	struct game *game = *out = game_new(rq->arena, rq->now);
	enum outcome outcome;
	enum side mine;

	*name = opponent_of(rq->order, challenger->userid, &mine);
	if (*name == NULL) {
		const struct order *order = rq->order;
		const char *option = strchr(order->words[1], '=') != NULL ? order->words[1] : "";

		/* "--time 3d" */
		for (int i = 0; i < order->option_count && option[0] == '\0'; i++)
			if (order->options[i].value[0] == '\0')
				option = arena_printf(
				    rq->arena, "%s=%s", order->options[i].name, order->words[1]);
		outcome = challenge_refuse(reply, "challenge-not-you", challenger->userid);
		vars_text(reply->sender->last->vars, "option", option);
		return outcome;
	}
	game->is_rated = true;
	game->terms.nag = rq->settings->nagtime * DAY;
	game->terms.move = rq->settings->forfeittime * DAY;
	if ((outcome = read_options(rq, reply, game, &mine)) != CMD_DONE)
		return outcome;
	seat(game, mine, challenger);
	game->challenger = mine;
	return CMD_DONE;
}

void
challenge_seat(struct game *game, const struct player *other)
{
	seat(game, side_other(game->challenger), other);
}

/* Has one of them blocked the other? */
static enum outcome
check_blocks(struct request *rq, struct reply *reply, const struct player *other, struct err *err)
{
	struct seat seat = { .player = other->id };
	struct seat *blocked;
	int count = blocks_list(rq->store, rq->arena, rq->from->id, &blocked, err);

	for (int i = 0; i < count; i++)
		if (blocked[i].player == other->id)
			return account_refuse(reply, "challenge-blocked", other->userid);
	str_copy(seat.userid, USERID_SIZE, other->userid);
	return count == -1 ? CMD_FAILED :
			     request_is_blocked(rq, reply, &seat, "challenge-not-taken", err);
}

enum outcome
challenge_check(
    struct request *rq, struct reply *reply, const struct player *other, struct err *err)
{
	int room = request_room(rq, err), theirs = games_count(rq->store, other->id, err);

	if (room == -1 || theirs == -1)
		return CMD_FAILED;
	if (other->id == rq->from->id)
		return challenge_refuse(reply, "challenge-self", "");
	if (other->state != PLAYER_ACTIVE)
		return challenge_refuse(reply, "challenge-not-active", other->userid);
	if (room == 0)
		return request_refuse_full(rq, reply);
	if (theirs >= rq->settings->games_max || (other->limit > 0 && theirs >= other->limit))
		return challenge_refuse(reply, "challenge-other-full", other->userid);
	return check_blocks(rq, reply, other, err);
}

/* A challenge comes unasked: too many of them would be a nuisance, and would leave
 * the other no room for games with anybody else. */
static enum outcome
check_nuisance(struct request *rq, struct reply *reply, const struct player *other, struct err *err)
{
	struct game_filter filter = { .player = rq->from->id,
		.opponent = other->id,
		.viewer = -1,
		.of_state = { [GAME_OFFERED] = true } };
	struct game_line *lines;
	int waiting = games_list(rq->store, rq->arena, &filter, &lines, err);
	bool may = waiting < CHALLENGES_WAITING;

	if (waiting == -1 ||
	    (may && request_count(rq, "challenge", other->id, CHALLENGES_A_DAY, &may, err) == -1))
		return CMD_FAILED;
	return may ? CMD_DONE : challenge_refuse(reply, "challenge-too-many", other->userid);
}

enum outcome
challenge_send(struct request *rq, struct reply *reply, struct game *game,
    const struct player *other, struct err *err)
{
	struct vars *vars;
	enum outcome outcome = check_nuisance(rq, reply, other, err);

	if (outcome != CMD_DONE)
		return outcome;
	challenge_seat(game, other);
	if (games_add(rq->store, game, err) == -1)
		return CMD_FAILED;
	request_add_game(rq, game);
	rq->game = game;
	vars = reply_use(reply, "challenge-sent");
	facts_game(vars, game);
	vars_text(vars, "public-name", rq->from->name);
	reply_show(reply, game);
	if (request_tell(rq, reply, TALK_COMMENT, "challenge-received", vars, err) == -1)
		return CMD_FAILED;
	return CMD_DONE;
}

static enum outcome
challenge_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct player *other;
	struct game *game;
	const char *name;
	enum outcome outcome = challenge_read(rq, reply, rq->from, &game, &name);

	if (outcome != CMD_DONE)
		return outcome;
	if (strchr(name, '@') != NULL)
		return invite_write(rq, reply, name, game, err);
	if ((outcome = request_player(rq, reply, name, &other, err)) != CMD_DONE ||
	    (outcome = challenge_check(rq, reply, other, err)) != CMD_DONE)
		return outcome;
	return challenge_send(rq, reply, game, other, err);
}

const struct cmd cmd_challenge = {
	.name = "challenge",
	.aliases = "chall challange challege",
	.args = "WORD WORD?",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | ANY_TOKEN | TAKES_OPTIONS,
	.run = challenge_run,
};
