/* SPDX-License-Identifier: ISC */
/*
 * The dispatcher: who speaks, about which game, and may he?  Then the command.
 *
 * A stranger learns nothing here but what the open commands say; where proof is
 * missing or wrong only the registered address is told, once an hour.
 */
#include "cmd/cmd.h"

#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "store/counters.h"

#define WRONG_PASSWORDS_A_DAY 10

/* Tells the writer nothing, unless the letter is answered anyway: then the answer must
 * account for every command. */
static enum outcome
say_nothing(const struct request *rq, struct reply *reply)
{
	if (rq->speaker != NULL && reply->sender->first != NULL)
		reply_refuse(reply, "not-proved");
	else
		reply->silent = true;
	return CMD_REFUSED;
}

/* Tells the registered player, once an hour at most for all such notices; if the letter
 * is answered anyway, the answer says it instead. */
static enum outcome
notice(struct request *rq, struct reply *reply, const struct player *player, const char *template,
    struct err *err)
{
	const char *who = arena_printf(rq->arena, "%lld", (long long)player->id);
	struct game *game = NULL;
	int64_t count;

	say_nothing(rq, reply);
	if (!reply->silent)
		return CMD_REFUSED;
	if (counters_get(rq->store, "notice", who, rq->now - HOUR, &count, err) == -1)
		return CMD_FAILED;
	if (count > 0)
		return CMD_REFUSED;
	if (counters_add(rq->store, "notice", who, rq->now, err) == -1)
		return CMD_FAILED;
	/* The answer to a notice about a game of his is proof enough for that game. */
	if (rq->game != NULL && game_has(rq->game, player->id))
		game = rq->game;
	vars_text(reply_tell(reply, player->id, game, template), "command", rq->order->line);
	return CMD_REFUSED;
}

/* CMD_DONE with rq->from and rq->proof, by this player's password. */
static enum outcome
check_password(struct request *rq, struct reply *reply, struct player *player, struct err *err)
{
	const char *who = arena_printf(rq->arena, "%lld", (long long)player->id);
	const char *password = rq->order->password;
	bool is_sender = rq->sender != NULL && rq->sender->id == player->id, known;
	int64_t wrong;

	if (counters_get(rq->store, "password", who, rq->now - rq->now % DAY, &wrong, err) == -1)
		return CMD_FAILED;
	rq->from = is_sender ? rq->sender : player;
	if (wrong >= WRONG_PASSWORDS_A_DAY) {
		/* Others have guessed until passwords were closed: the sender's other proof
		 * goes on working. */
		if (is_sender && (rq->token != NULL || rq->mail_server_proof))
			return CMD_DONE;
		return notice(rq, reply, player, "password-closed", err);
	}
	/* Hashing takes a tenth of a second: once for all of a letter, which has one speaker. */
	known = rq->password != NULL && str_equal(rq->password, password);
	if (!known &&
	    (player->password_hash[0] == '\0' ||
		!password_matches(player->password_hash, password))) {
		if (counters_add(rq->store, "password", who, rq->now, err) == -1)
			return CMD_FAILED;
		return notice(rq, reply, player, "password-wrong", err);
	}
	rq->password = password;
	rq->proof = PROOF_PASSWORD;
	return CMD_DONE;
}

/* The player whose password stands in the order: the one it names, or the sender. */
static enum outcome
identify_by_password(struct request *rq, struct reply *reply, struct err *err)
{
	struct player *player = arena_alloc(rq->arena, sizeof *player);
	const char *userid = rq->order->userid;
	int found;

	if (userid == NULL && rq->from == NULL)
		return say_nothing(rq, reply);
	if (userid == NULL)
		userid = rq->from->userid;
	/* Before anything is looked up: the answer goes to one player, and must not
	 * tell him of another's games or passwords. */
	if (rq->speaker != NULL && !str_equal_nocase(userid, rq->speaker->userid)) {
		vars_text(reply_refuse(reply, "one-speaker"), "userid", rq->speaker->userid);
		return CMD_REFUSED;
	}
	found = players_find(rq->store, rq->arena, userid, player, err);
	if (found == -1)
		return CMD_FAILED;
	if (found == 0 || player->state != PLAYER_ACTIVE)
		return say_nothing(rq, reply);
	return check_password(rq, reply, player, err);
}

static bool
token_covers(const struct token *token, const struct cmd *cmd, const struct game *game)
{
	if (token == NULL)
		return false;
	if (cmd->needs & ANY_TOKEN)
		return true;
	if (game != NULL)
		return token->game == game->id && token->purpose != TOKEN_ACCOUNT;
	return token->purpose == TOKEN_ACCOUNT ||
	    (token->purpose == TOKEN_MESSAGE && token->game == 0);
}

/* Finds out who speaks, and by which proof.  One letter speaks for one player. */
static enum outcome
identify(struct request *rq, struct reply *reply, struct err *err)
{
	enum outcome outcome = CMD_DONE;

	rq->from = rq->speaker != NULL ? rq->speaker : rq->sender;
	rq->proof = PROOF_NONE;
	if (rq->by_password != NULL)
		rq->proof = PROOF_PASSWORD;
	if (rq->order->password != NULL && rq->order->cmd != &cmd_signup)
		outcome = identify_by_password(rq, reply, err);
	if (outcome != CMD_DONE)
		return outcome;
	if (rq->proof == PROOF_NONE && rq->from == rq->sender && rq->mail_server_proof)
		rq->proof = PROOF_MAIL_SERVER;
	if (rq->from == NULL && !(rq->order->cmd->needs & OPEN))
		return say_nothing(rq, reply);
	rq->speaker = rq->from;
	return CMD_DONE;
}

static enum outcome
need_proof(struct request *rq, struct reply *reply, struct err *err)
{
	if (rq->proof == PROOF_NONE && rq->from == rq->sender &&
	    token_covers(rq->token, rq->order->cmd, rq->game))
		rq->proof = PROOF_TOKEN;
	if (rq->proof != PROOF_NONE)
		return CMD_DONE;
	if (rq->token == NULL || rq->from != rq->sender || rq->game == NULL)
		return notice(rq, reply, rq->from, "proof-missing", err);
	/* The sender is genuine, but may have mistaken the board. */
	return request_refuse(rq, reply, "proof-other-board");
}

static enum outcome
find_game(struct request *rq, struct reply *reply, struct err *err)
{
	int64_t id = rq->order->game != 0 ? rq->order->game : request_token_game(rq);
	enum outcome outcome = CMD_DONE;

	if (id != 0)
		return request_visible_game(rq, reply, id, &rq->game, err);
	/* Without any proof, only that is told, and only to the registered address. */
	if (rq->order->cmd->needs & NEEDS_PROOF && rq->token == NULL)
		outcome = need_proof(rq, reply, err);
	if (outcome != CMD_DONE)
		return outcome;
	reply_refuse(reply, "game-missing");
	return CMD_REFUSED;
}

static enum outcome
need_seat(struct request *rq, struct reply *reply)
{
	if (!game_has(rq->game, rq->from->id)) {
		facts_game(reply_refuse(reply, "not-your-game"), rq->game);
		return CMD_REFUSED;
	}
	rq->side = game_side_of(rq->game, rq->from->id);
	if (!(rq->order->cmd->needs & NEEDS_RUNNING) || rq->game->state == GAME_PLAYING)
		return CMD_DONE;
	return request_refuse(rq, reply,
	    rq->game->state == GAME_OVER         ? "game-is-over" :
		rq->side == rq->game->challenger ? "game-waits-for-other" :
						   "game-waits-for-you");
}

enum outcome
cmd_run_all(
    struct request *rq, const struct parsed_letter *parsed, struct reply *reply, struct err *err)
{
	enum outcome outcome = CMD_DONE;
	struct vars *vars;
	int i;

	rq->comment = parsed->comment;
	for (i = 0; i < parsed->count && outcome == CMD_DONE; i++) {
		const struct cmd *cmd = parsed->orders[i].cmd;

		rq->order = &parsed->orders[i];
		rq->game = NULL;
		reply->command = rq->order->line;
		outcome = identify(rq, reply, err);
		if (outcome == CMD_DONE && cmd->needs & NEEDS_GAME)
			outcome = find_game(rq, reply, err);
		if (outcome == CMD_DONE && cmd->needs & NEEDS_PROOF)
			outcome = need_proof(rq, reply, err);
		if (outcome == CMD_DONE && cmd->needs & NEEDS_SEAT)
			outcome = need_seat(rq, reply);
		if (outcome == CMD_DONE)
			outcome = cmd->run(rq, reply, err);
	}
	if (outcome != CMD_REFUSED || i == parsed->count)
		return outcome;
	reply->command = "";
	vars = reply_use(reply, "not-carried-out");
	for (; i < parsed->count; i++)
		vars_text(vars_add(vars, "commands"), "line", parsed->orders[i].line);
	return CMD_REFUSED;
}

enum outcome
cmd_run_none(
    struct request *rq, const struct parsed_letter *parsed, struct reply *reply, struct err *err)
{
	struct vars *vars;
	enum outcome outcome;
	const char *meant = parsed->meant != NULL ? parsed->meant->name : "";

	rq->from = rq->sender;
	if (rq->from == NULL) {
		rq->order = &parsed->orders[0];
		if ((outcome = identify(rq, reply, err)) != CMD_DONE)
			return outcome;
		if (rq->from == NULL)
			return say_nothing(rq, reply);
	}
	reply->command = "";
	vars = reply_refuse(reply,
	    parsed->too_many             ? "too-many-commands" :
		parsed->doubtful != NULL ? "doubtful" :
					   "no-command");
	vars_number(vars, "limit", rq->settings->commands_max);
	vars_text(vars, "word", parsed->doubtful);
	vars_text(vars, "meant", str_equal_nocase(meant, parsed->doubtful) ? "" : meant);
	if (request_token_game(rq) != 0 &&
	    request_game(rq, request_token_game(rq), &rq->game, err) == 1)
		reply_show(reply, rq->game);
	return CMD_REFUSED;
}
