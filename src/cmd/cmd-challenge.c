/* SPDX-License-Identifier: ISC */
/*
 * CHALLENGE: offer a game to another player.
 *
 * pbmserv's order: the first named plays Red; with one name the sender does.
 * Nothing runs until the challenged accepts.
 */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/token.h"
#include "base/utf8.h"
#include "cmd/shared.h"

#define CHALLENGES_A_DAY   50 /* of one player to one other … */
#define CHALLENGES_WAITING 20 /* … and of these without an answer */

static enum outcome
refuse(struct reply *reply, const char *template, const char *name, const char *value)
{
	struct vars *vars = reply_refuse(reply, template);

	vars_text(vars, "option", name);
	vars_text(vars, "value", value);
	return CMD_REFUSED;
}

static bool
read_days(const char *value, int *out)
{
	char *end;
	long days = strtol(value, &end, 10);

	if (end == value || (*end != '\0' && strcmp(end, "d") != 0) || days < 1 || days > DAYS_MAX)
		return false;
	*out = (int)days;
	return true;
}

static bool
read_flag(const char *value, bool *out)
{
	*out = !str_equal_nocase(value, "no") && !str_equal_nocase(value, "off");
	return !*out || value[0] == '\0' || str_equal_nocase(value, "yes") ||
	    str_equal_nocase(value, "on");
}

static bool
set_option(struct game *game, const char *name, const char *value, const char **why)
{
	*why = "";
	if (strcmp(name, "rules") == 0)
		return ruleset_find(utf8_fold(game->arena, value), &game->rules);
	if (strcmp(name, "rated") == 0)
		return read_flag(value, &game->is_rated);
	if (strcmp(name, "private") == 0)
		return read_flag(value, &game->is_private);
	if (strcmp(name, "nagtime") == 0)
		return read_days(value, &game->nagtime);
	if (strcmp(name, "forfeittime") == 0)
		return read_days(value, &game->forfeittime);
	if (strcmp(name, "fen") == 0) {
		game->is_rated = false;
		return game_set_start(game, value, why);
	}
	return false;
}

static const char *const known[] = { "rules", "rated", "private", "nagtime", "forfeittime", "fen",
	"color", "colour", NULL };

static bool
is_known(const char *name)
{
	for (int i = 0; known[i] != NULL; i++)
		if (strcmp(known[i], name) == 0)
			return true;
	return false;
}

static bool
set_color(const char *value, enum side *mine)
{
	char digit[2];

	if (str_equal_nocase(value, "red"))
		*mine = RED;
	else if (str_equal_nocase(value, "green") || str_equal_nocase(value, "black"))
		*mine = GREEN;
	else if (str_equal_nocase(value, "random")) {
		code_random(digit, 1);
		*mine = (digit[0] & 1) ? RED : GREEN;
	} else
		return false;
	return true;
}

static enum outcome
read_options(struct request *rq, struct reply *reply, struct game *game, enum side *mine)
{
	const struct order *order = rq->order;
	const char *why;

	for (int i = 0; i < order->option_count; i++) {
		const char *name = order->options[i].name, *value = order->options[i].value;
		bool ok;

		if (!is_known(name))
			return refuse(reply, "challenge-option-unknown", name, value);
		why = "";
		if (str_starts_nocase(name, "colo"))
			ok = set_color(value, mine);
		else
			ok = set_option(game, name, value, &why);
		if (!ok) {
			vars_text(reply_refuse(reply, "challenge-option-wrong"), "why", why);
			vars_text(reply->sender->last->vars, "option", name);
			vars_text(reply->sender->last->vars, "value", value);
			return CMD_REFUSED;
		}
	}
	return CMD_DONE;
}

/* Who is meant, and the sender's colour by the order of the names. */
static const char *
opponent_of(const struct request *rq, enum side *mine)
{
	const struct order *order = rq->order;

	*mine = RED;
	if (order->word_count == 1)
		return order->words[0];
	if (str_equal_nocase(order->words[0], rq->from->userid))
		return order->words[1];
	*mine = GREEN;
	return str_equal_nocase(order->words[1], rq->from->userid) ? order->words[0] : NULL;
}

static enum outcome
check_players(struct request *rq, struct reply *reply, const struct player *other, struct err *err)
{
	int mine = games_count(rq->store, rq->from->id, err);
	int theirs = games_count(rq->store, other->id, err);

	if (mine == -1 || theirs == -1)
		return CMD_FAILED;
	if (other->id == rq->from->id)
		return refuse(reply, "challenge-self", "", "");
	if (other->state != PLAYER_ACTIVE)
		return refuse(reply, "challenge-not-active", "", other->userid);
	if (mine >= rq->settings->games_max) {
		vars_number(
		    reply_refuse(reply, "too-many-games"), "limit", rq->settings->games_max);
		return CMD_REFUSED;
	}
	if (theirs >= rq->settings->games_max || (other->limit > 0 && theirs >= other->limit))
		return refuse(reply, "challenge-other-full", "", other->userid);
	return CMD_DONE;
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
	return may ? CMD_DONE : refuse(reply, "challenge-too-many", "", other->userid);
}

static void
seat(struct game *game, enum side side, const struct player *player)
{
	game->seat[side].player = player->id;
	str_copy(game->seat[side].userid, USERID_SIZE, player->userid);
}

static enum outcome
offer(struct request *rq, struct reply *reply, struct game *game, struct err *err)
{
	struct vars *vars = reply_use(reply, "challenge-sent");

	if (games_add(rq->store, game, err) == -1)
		return CMD_FAILED;
	rq->game = game;
	if (rq->game_count < (int)(sizeof rq->games / sizeof rq->games[0]))
		rq->games[rq->game_count++] = game;
	vars_game(vars, game);
	reply_show(reply, game);
	if (request_talk(rq, reply, TALK_COMMENT, err) == -1 ||
	    request_tell(rq, reply, "challenge-received", vars, err) == -1)
		return CMD_FAILED;
	return CMD_DONE;
}

static enum outcome
run(struct request *rq, struct reply *reply, struct err *err)
{
	struct game *game = game_new(rq->arena, rq->now);
	struct player *other;
	enum side mine;
	const char *name = opponent_of(rq, &mine);
	enum outcome outcome;
	int found;

	if (name == NULL)
		return refuse(reply, "challenge-not-you", "", rq->from->userid);
	if ((found = request_player(rq, reply, name, &other, err)) != 1)
		return found == 0 ? CMD_REFUSED : CMD_FAILED;
	game->is_rated = true;
	game->nagtime = rq->settings->nagtime;
	game->forfeittime = rq->settings->forfeittime;
	if ((outcome = check_players(rq, reply, other, err)) != CMD_DONE ||
	    (outcome = read_options(rq, reply, game, &mine)) != CMD_DONE ||
	    (outcome = check_nuisance(rq, reply, other, err)) != CMD_DONE)
		return outcome;
	seat(game, mine, rq->from);
	seat(game, side_other(mine), other);
	game->challenger = mine;
	return offer(rq, reply, game, err);
}

const struct cmd cmd_challenge = {
	.name = "challenge",
	.aliases = "chall challange challege",
	.args = "WORD WORD?",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | ANY_TOKEN,
	.run = run,
};
