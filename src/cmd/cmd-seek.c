/* SPDX-License-Identifier: ISC */
/*
 * SEEK, SEEKS, TAKE: open invitations; the first who takes one plays.
 *
 * An invitation keeps its options as they were written and read: they are read again when a
 * game begins, so that a colour drawn by lot is drawn for each game.
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "cmd/cmd_challenge.h"
#include "cmd/tokens.h"
#include "store/seeks.h"

#define GAMES_MAX   20  /* of one invitation */
#define OPEN_MAX    5   /* invitations of one player … */
#define SEEKS_A_DAY 20  /* … and how many he may make */
#define SHOWN_MAX   100 /* in one letter */

static enum outcome
seek_refuse(struct reply *reply, const char *template, int64_t number, int limit)
{
	struct vars *vars = reply_refuse(reply, template);

	vars_number(vars, "number", number);
	vars_number(vars, "limit", limit);
	return CMD_REFUSED;
}

static void
add_seek(struct vars *vars, const struct seek *seek)
{
	vars_number(vars, "number", seek->id);
	vars_text(vars, "who", seek->userid);
	vars_number(vars, "games", seek->games);
	vars_flag(vars, "several", seek->games > 1);
	vars_text(vars, "options", seek->options);
	vars_flag(vars, "any-options", seek->options[0] != '\0');
	vars_time(vars, "until", seek->created + SEEK_LASTS);
}

/* "Seek and you shall find": speech. */
static bool
seek_accepts(const struct order *order)
{
	if (order->word_count > 0)
		return order->game == 0 && order->option_count == 0 &&
		    strcmp(order->words[0], "off") == 0;
	return order->number == 0;
}

/* The options of a line, as they are kept. */
static const char *
written_options(struct arena *arena, const struct order *order)
{
	struct str text;

	str_init(&text, arena, 0);
	for (int i = 0; i < order->option_count; i++)
		str_addf(&text, "%s--%s%s%s", i > 0 ? " " : "", order->options[i].name,
		    order->options[i].value[0] != '\0' ? "=" : "", order->options[i].value);
	return text.data;
}

/* rq->game: what the owner of an invitation with these options asks for. */
static enum outcome
read_options(struct request *rq, struct reply *reply, const struct player *owner,
    const struct order_option *options, int count)
{
	const struct order *order = rq->order;
	struct order challenge = { .words = { "" }, .raw = { "" }, .word_count = 1 };
	enum outcome outcome;
	const char *unused;

	memcpy(challenge.options, options, (size_t)count * sizeof *options);
	challenge.option_count = count;
	rq->order = &challenge;
	outcome = challenge_read(rq, reply, owner, &rq->game, &unused);
	rq->order = order;
	return outcome;
}

static enum outcome
seek_run(struct request *rq, struct reply *reply, struct err *err)
{
	const struct order *order = rq->order;
	struct seek seek = { .player = rq->from->id, .games = 1, .created = rq->now }, *own;
	bool may;
	int room = request_room(rq, err), count;

	if (order->word_count > 0) {
		reply_use(reply, "seek-off");
		return seeks_remove_of(rq->store, rq->from->id, err) == -1 ? CMD_FAILED : CMD_DONE;
	}
	if (order->game > GAMES_MAX)
		return seek_refuse(reply, "seek-too-many", order->game, GAMES_MAX);
	if (read_options(rq, reply, rq->from, order->options, order->option_count) != CMD_DONE)
		return CMD_REFUSED;
	rq->game = NULL; /* it was only tried */
	count = seeks_list(rq->store, rq->arena, rq->from->id, rq->now, OPEN_MAX, &own, err);
	if (room == -1 || count == -1)
		return CMD_FAILED;
	if (room == 0)
		return request_refuse_full(rq, reply);
	if (count >= OPEN_MAX)
		return seek_refuse(reply, "seek-many-open", 0, OPEN_MAX);
	if (request_count(rq, "seek", 0, SEEKS_A_DAY, &may, err) == -1)
		return CMD_FAILED;
	if (!may)
		return seek_refuse(reply, "seek-limit", 0, SEEKS_A_DAY);
	str_copy(seek.userid, USERID_SIZE, rq->from->userid);
	seek.options = written_options(rq->arena, order);
	if (order->game > 0)
		seek.games = (int)order->game;
	if (seeks_add(rq->store, &seek, err) == -1)
		return CMD_FAILED;
	add_seek(reply_use(reply, "seek-done"), &seek);
	return CMD_DONE;
}

static enum outcome
seeks_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct vars *vars = reply_use(reply, "seeks");
	struct seek *seeks;
	int count = seeks_list(rq->store, rq->arena, 0, rq->now, SHOWN_MAX, &seeks, err);

	vars_flag(vars, "any", count > 0);
	vars_list(vars, "seeks");
	for (int i = 0; i < count; i++)
		add_seek(vars_add(vars, "seeks"), &seeks[i]);
	return count == -1 ? CMD_FAILED : CMD_DONE;
}

/* "Take care": speech. */
static bool
take_accepts(const struct order *order)
{
	return order->game != 0 && order->number == 0;
}

/* Begins one of the games; the options were right when they were kept. */
static enum outcome
begin(struct request *rq, struct reply *reply, const struct seek *seek, const struct player *owner,
    struct err *err)
{
	struct order_option options[WORDS_MAX];
	struct tokens tokens;
	enum outcome outcome;
	int count = 0;

	tokens_split(rq->arena, seek->options, &tokens);
	for (int i = 0; i < tokens.count && count < WORDS_MAX; i++)
		count += tokens_read_option(
		    rq->arena, tokens.raw[i], &options[count].name, &options[count].value);
	if ((outcome = read_options(rq, reply, owner, options, count)) != CMD_DONE)
		return outcome;
	challenge_seat(rq->game, rq->from);
	if (games_add(rq->store, rq->game, err) == -1 || seeks_take(rq->store, seek, err) == -1)
		return CMD_FAILED;
	request_add_game(rq, rq->game);
	game_accept(rq->game, rq->now);
	return request_finish(rq, reply, "take-done", "take-opponent", err);
}

static enum outcome
take_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct player owner;
	struct seek seek;
	enum outcome outcome;
	int found = seeks_get(rq->store, rq->arena, rq->order->game, rq->now, &seek, err);

	if (found == 1)
		found = players_get(rq->store, rq->arena, seek.player, &owner, err);
	if (found == -1)
		return CMD_FAILED;
	if (found == 0)
		return seek_refuse(reply, "take-gone", rq->order->game, 0);
	if (owner.id == rq->from->id)
		return seek_refuse(reply, "take-own", seek.id, 0);
	if ((outcome = challenge_check(rq, reply, &owner, err)) != CMD_DONE)
		return outcome;
	return begin(rq, reply, &seek, &owner, err);
}

const struct cmd cmd_seek = {
	.name = "seek",
	.args = "GAME AUTH WORD?",
	.accepts = seek_accepts,
	.needs = NEEDS_PLAYER | NEEDS_PROOF | ANY_TOKEN | TAKES_OPTIONS | FINDS_OFFER,
	.run = seek_run,
};

const struct cmd cmd_seeks = {
	.name = "seeks",
	.args = "",
	.needs = NEEDS_PLAYER,
	.run = seeks_run,
};

const struct cmd cmd_take = {
	.name = "take",
	.args = "GAME AUTH",
	.accepts = take_accepts,
	.needs = NEEDS_PLAYER | NEEDS_PROOF | ANY_TOKEN,
	.run = take_run,
};
