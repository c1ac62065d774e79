/* SPDX-License-Identifier: ISC */
/*
 * The dispatcher: who speaks, about which game, and may he?  Then the command.
 *
 * A stranger learns nothing here but what the open commands say; where proof is
 * missing or wrong only the registered address is told, once an hour.
 */
#include "cmd/cmd.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "cmd/shared.h"
#include "store/post.h"

#define WRONG_PASSWORDS_A_DAY	10

extern const struct cmd cmd_signup;

/* Says `template` to the registered player, but not more than once an hour. */
static enum outcome
notice(struct request *rq, struct reply *reply, const struct player *player,
    const char *template, struct err *err)
{
	char	who[24];
	int64_t	count;

	str_format(who, sizeof who, "%lld", (long long)player->id);
	if (counters_get(rq->store, template, who, rq->now - HOUR, &count, err) == -1)
		return CMD_FAILED;
	reply->silent = true;
	if (count > 0)
		return CMD_REFUSED;
	if (counters_add(rq->store, template, who, rq->now, err) == -1)
		return CMD_FAILED;
	/* About a game of his, so that the answer to the notice is proof enough. */
	vars_text(reply_tell(reply, player->id,
	    rq->game != NULL && game_has(rq->game, player->id) ? rq->game : NULL, template),
	    "command", rq->order->line);
	return CMD_REFUSED;
}

static enum outcome
wrong_password(struct request *rq, struct reply *reply, const struct player *player,
    struct err *err)
{
	char	who[24];

	str_format(who, sizeof who, "%lld", (long long)player->id);
	if (counters_add(rq->store, "password", who, rq->now, err) == -1)
		return CMD_FAILED;
	return notice(rq, reply, player, "password-wrong", err);
}

/* CMD_DONE with rq->from proved by the order's userid and password. */
static enum outcome
check_password(struct request *rq, struct reply *reply, struct err *err)
{
	const struct order	*order = rq->order;
	struct player		*player = arena_alloc(rq->arena, sizeof *player);
	char			 who[24];
	int64_t			 wrong;
	int			 found;

	reply->silent = true;
	if (order->userid == NULL)
		return CMD_REFUSED;
	found = players_find(rq->store, rq->arena, order->userid, player, err);
	if (found <= 0)
		return found == 0 ? CMD_REFUSED : CMD_FAILED;
	if (player->state != PLAYER_ACTIVE)
		return CMD_REFUSED;
	str_format(who, sizeof who, "%lld", (long long)player->id);
	if (counters_get(rq->store, "password", who, rq->now - rq->now % DAY, &wrong, err) == -1)
		return CMD_FAILED;
	if (wrong >= WRONG_PASSWORDS_A_DAY)
		return notice(rq, reply, player, "password-closed", err);
	if (player->password_hash[0] == '\0' ||
	    !password_matches(player->password_hash, order->password))
		return wrong_password(rq, reply, player, err);
	reply->silent = false;
	rq->from = player;
	rq->proof = PROOF_PASSWORD;
	return CMD_DONE;
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

/* Finds out who speaks, and by which proof. */
static enum outcome
identify(struct request *rq, struct reply *reply, struct err *err)
{
	rq->from = rq->sender;
	rq->proof = PROOF_NONE;
	if (rq->order->password != NULL && rq->order->cmd != &cmd_signup)
		return check_password(rq, reply, err);
	if (rq->by_password != NULL) {
		rq->from = rq->by_password;
		rq->proof = PROOF_PASSWORD;
	} else if (rq->sender != NULL && rq->mail_server_proof) {
		rq->proof = PROOF_MAIL_SERVER;
	}
	if (rq->from == NULL && !(rq->order->cmd->needs & OPEN)) {
		reply->silent = true;
		return CMD_REFUSED;
	}
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
	return notice(rq, reply, rq->from, "proof-missing", err);
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
	enum outcome	outcome = CMD_DONE;

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
	int64_t	id = rq->order->game != 0 ? rq->order->game : token_game(rq->token);
	int	found;

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
	unsigned	needs = rq->order->cmd->needs;

	if (!game_has(rq->game, rq->from->id)) {
		vars_game(reply_refuse(reply, "not-your-game"), rq->game);
		return CMD_REFUSED;
	}
	rq->side = game_side_of(rq->game, rq->from->id);
	if (!(needs & NEEDS_RUNNING) || rq->game->state == GAME_PLAYING)
		return CMD_DONE;
	vars_game(reply_refuse(reply, rq->game->state == GAME_OVER ? "game-is-over" :
	    rq->side == rq->game->challenger ? "game-waits-for-other" : "game-waits-for-you"),
	    rq->game);
	reply_show(reply, rq->game);
	return CMD_REFUSED;
}

static enum outcome
run_order(struct request *rq, struct reply *reply, struct err *err)
{
	unsigned	needs = rq->order->cmd->needs;
	enum outcome	outcome;

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
	struct vars	*vars;

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

enum outcome
cmd_run_none(struct request *rq, const struct parsed *parsed, struct reply *reply)
{
	struct vars	*vars;
	struct err	 err = { "" };

	assert(rq->sender != NULL);
	rq->from = rq->sender;
	reply->command = "";
	vars = reply_refuse(reply, parsed->too_many ? "too-many-commands" :
	    parsed->doubtful != NULL ? "doubtful" : "no-command");
	vars_number(vars, "limit", rq->house->commands_max);
	vars_text(vars, "word", parsed->doubtful);
	vars_text(vars, "meant", parsed->meant != NULL ? parsed->meant->name : "");
	if (rq->token != NULL && rq->token->purpose != TOKEN_ACCOUNT && rq->token->game != 0 &&
	    request_game(rq, rq->token->game, &rq->game, &err) == 1)
		reply_show(reply, rq->game);
	return CMD_REFUSED;
}
