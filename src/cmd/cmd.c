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
#include "cmd/shared.h"
#include "store/counters.h"

#define WRONG_PASSWORDS_A_DAY 10

extern const struct cmd cmd_signup;

/* Whoever wrote is told nothing; unless the letter has an answer already, which
 * would be missing what it was for. */
static enum outcome
say_nothing(const struct request *rq, struct reply *reply)
{
	if (rq->speaker != NULL && reply->sender->first != NULL)
		reply_refuse(reply, "not-proved");
	else
		reply->silent = true;
	return CMD_REFUSED;
}

/* Says `template` to the registered player, but such things not more than once an
 * hour; in the answer, when that goes to him and has something to say anyway. */
static enum outcome
notice(struct request *rq, struct reply *reply, const struct player *player, const char *template,
    struct err *err)
{
	char who[24];
	int64_t count;

	say_nothing(rq, reply);
	if (!reply->silent)
		return CMD_REFUSED;
	str_format(who, sizeof who, "%lld", (long long)player->id);
	if (counters_get(rq->store, "notice", who, rq->now - HOUR, &count, err) == -1)
		return CMD_FAILED;
	if (count > 0)
		return CMD_REFUSED;
	if (counters_add(rq->store, "notice", who, rq->now, err) == -1)
		return CMD_FAILED;
	/* About a game of his, so that the answer to the notice is proof enough. */
	vars_text(
	    reply_tell(reply, player->id,
		rq->game != NULL && game_has(rq->game, player->id) ? rq->game : NULL, template),
	    "command", rq->order->line);
	return CMD_REFUSED;
}

static enum outcome
wrong_password(
    struct request *rq, struct reply *reply, const struct player *player, struct err *err)
{
	char who[24];

	str_format(who, sizeof who, "%lld", (long long)player->id);
	if (counters_add(rq->store, "password", who, rq->now, err) == -1)
		return CMD_FAILED;
	return notice(rq, reply, player, "password-wrong", err);
}

/* Is the password superfluous?  The sender's token goes on working when others
 * have guessed until that way was closed. */
static bool
has_other_proof(const struct request *rq, const struct player *player)
{
	return rq->sender != NULL && rq->sender->id == player->id &&
	    (rq->token != NULL || rq->mail_server_proof);
}

/* Hashing takes a tenth of a second: once for all of a letter, which has one speaker. */
static bool
password_is_right(struct request *rq, const struct player *player)
{
	const char *password = rq->order->password;

	if (rq->password != NULL && str_equal(rq->password, password))
		return true;
	if (player->password_hash[0] == '\0' || !password_matches(player->password_hash, password))
		return false;
	rq->password = password;
	return true;
}

/* CMD_DONE with rq->from and rq->proof, by this player's password. */
static enum outcome
check_password(struct request *rq, struct reply *reply, struct player *player, struct err *err)
{
	char who[24];
	int64_t wrong;

	str_format(who, sizeof who, "%lld", (long long)player->id);
	if (counters_get(rq->store, "password", who, rq->now - rq->now % DAY, &wrong, err) == -1)
		return CMD_FAILED;
	rq->from = rq->sender != NULL && rq->sender->id == player->id ? rq->sender : player;
	if (wrong >= WRONG_PASSWORDS_A_DAY)
		return has_other_proof(rq, player) ?
		    CMD_DONE :
		    notice(rq, reply, player, "password-closed", err);
	if (!password_is_right(rq, player))
		return wrong_password(rq, reply, player, err);
	rq->proof = PROOF_PASSWORD;
	return CMD_DONE;
}

/* The player whose password stands in the order: by its userid, or the sender. */
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

/* Finds out who speaks, and by which proof.  It is one player in all of a letter. */
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
	/* It is he, but he may have mistaken the board. */
	vars_game(reply_refuse(reply, "proof-other-board"), rq->game);
	reply_show(reply, rq->game);
	return CMD_REFUSED;
}

/* The game whose letter was answered; 0 none. */
static int64_t
token_game(const struct token *token)
{
	return token != NULL && token->purpose != TOKEN_ACCOUNT ? token->game : 0;
}

/* Without any proof the lack of it is what is told, in the way that costs no secret. */
static enum outcome
game_missing(struct request *rq, struct reply *reply, struct err *err)
{
	enum outcome outcome = CMD_DONE;

	if (rq->order->cmd->needs & NEEDS_PROOF && rq->token == NULL)
		outcome = need_proof(rq, reply, err);
	if (outcome == CMD_DONE) {
		reply_refuse(reply, "game-missing");
		outcome = CMD_REFUSED;
	}
	return outcome;
}

static enum outcome
find_game(struct request *rq, struct reply *reply, struct err *err)
{
	int64_t id = rq->order->game != 0 ? rq->order->game : token_game(rq->token);
	int found;

	if (id == 0)
		return game_missing(rq, reply, err);
	found = request_game(rq, id, &rq->game, err);
	if (found == -1)
		return CMD_FAILED;
	if (found == 0 || !request_may_see(rq, rq->game)) {
		rq->game = NULL;
		vars_number(reply_refuse(reply, "game-unknown"), "board", id);
		return CMD_REFUSED;
	}
	return CMD_DONE;
}

static enum outcome
need_seat(struct request *rq, struct reply *reply)
{
	unsigned needs = rq->order->cmd->needs;

	if (!game_has(rq->game, rq->from->id)) {
		vars_game(reply_refuse(reply, "not-your-game"), rq->game);
		return CMD_REFUSED;
	}
	rq->side = game_side_of(rq->game, rq->from->id);
	if (!(needs & NEEDS_RUNNING) || rq->game->state == GAME_PLAYING)
		return CMD_DONE;
	vars_game(reply_refuse(reply,
		      rq->game->state == GAME_OVER         ? "game-is-over" :
			  rq->side == rq->game->challenger ? "game-waits-for-other" :
							     "game-waits-for-you"),
	    rq->game);
	reply_show(reply, rq->game);
	return CMD_REFUSED;
}

static enum outcome
run_order(struct request *rq, struct reply *reply, struct err *err)
{
	unsigned needs = rq->order->cmd->needs;
	enum outcome outcome;

	rq->game = NULL;
	outcome = identify(rq, reply, err);
	if (outcome == CMD_DONE && needs & NEEDS_GAME)
		outcome = find_game(rq, reply, err);
	if (outcome == CMD_DONE && needs & NEEDS_PROOF)
		outcome = need_proof(rq, reply, err);
	if (outcome == CMD_DONE && needs & NEEDS_SEAT)
		outcome = need_seat(rq, reply);
	if (outcome == CMD_DONE)
		outcome = rq->order->cmd->run(rq, reply, err);
	return outcome;
}

static void
list_untried(const struct parsed *parsed, int from, struct reply *reply)
{
	struct vars *vars;

	if (from >= parsed->count)
		return;
	reply->command = "";
	vars = reply_use(reply, "not-tried");
	for (int i = from; i < parsed->count; i++)
		vars_text(vars_add(vars, "untried"), "line", parsed->orders[i].line);
}

enum outcome
cmd_run_all(struct request *rq, const struct parsed *parsed, struct reply *reply, struct err *err)
{
	rq->comment = parsed->comment;
	for (int i = 0; i < parsed->count; i++) {
		enum outcome outcome;

		rq->order = &parsed->orders[i];
		reply->command = rq->order->line;
		outcome = run_order(rq, reply, err);
		if (outcome == CMD_FAILED)
			return CMD_FAILED;
		if (outcome == CMD_REFUSED) {
			list_untried(parsed, i + 1, reply);
			return CMD_REFUSED;
		}
	}
	return CMD_DONE;
}

/* The sender; else whom the first order's password proves.  CMD_DONE with rq->from. */
static enum outcome
find_player(struct request *rq, const struct parsed *parsed, struct reply *reply, struct err *err)
{
	enum outcome outcome;

	rq->from = rq->sender;
	if (rq->from != NULL)
		return CMD_DONE;
	rq->order = &parsed->orders[0];
	outcome = identify(rq, reply, err);
	return outcome == CMD_DONE && rq->from == NULL ? say_nothing(rq, reply) : outcome;
}

enum outcome
cmd_run_none(struct request *rq, const struct parsed *parsed, struct reply *reply, struct err *err)
{
	struct vars *vars;
	enum outcome outcome = find_player(rq, parsed, reply, err);

	if (outcome != CMD_DONE)
		return outcome;
	reply->command = "";
	vars = reply_refuse(reply,
	    parsed->too_many             ? "too-many-commands" :
		parsed->doubtful != NULL ? "doubtful" :
					   "no-command");
	vars_number(vars, "limit", rq->settings->commands_max);
	vars_text(vars, "word", parsed->doubtful);
	vars_text(vars, "meant",
	    parsed->meant != NULL && !str_equal_nocase(parsed->meant->name, parsed->doubtful) ?
		parsed->meant->name :
		"");
	if (rq->token != NULL && rq->token->purpose != TOKEN_ACCOUNT && rq->token->game != 0 &&
	    request_game(rq, rq->token->game, &rq->game, err) == 1)
		reply_show(reply, rq->game);
	return CMD_REFUSED;
}
