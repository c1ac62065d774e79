/* SPDX-License-Identifier: ISC */
/*
 * BLOCK, UNBLOCK: no challenge and no words from a player.
 *
 * Games that are being played go on: his moves and offers arrive, his words do not.
 * He learns of it only when he tries (request_is_blocked).
 */
#include "cmd/cmd.h"

#define BLOCKS_MAX 100 /* of one player */

static enum outcome
list_blocked(struct request *rq, struct reply *reply, struct err *err)
{
	struct vars *vars = reply_use(reply, "blocks");
	struct seat *blocked;
	int count = blocks_list(rq->store, rq->arena, rq->from->id, &blocked, err);

	vars_list(vars, "blocked");
	for (int i = 0; i < count; i++)
		vars_text(vars_add(vars, "blocked"), "one", blocked[i].userid);
	return count == -1 ? CMD_FAILED : CMD_DONE;
}

static enum outcome
block_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct player *other;
	struct seat *blocked;
	enum outcome outcome;
	struct vars *vars;
	int count;

	if (rq->order->word_count == 0)
		return list_blocked(rq, reply, err);
	outcome = request_player(rq, reply, rq->order->words[0], &other, err);
	if (outcome != CMD_DONE)
		return outcome;
	if ((count = blocks_list(rq->store, rq->arena, rq->from->id, &blocked, err)) == -1)
		return CMD_FAILED;
	if (other->id == rq->from->id || count >= BLOCKS_MAX) {
		vars = reply_refuse(
		    reply, other->id == rq->from->id ? "block-self" : "block-too-many");
		vars_number(vars, "limit", BLOCKS_MAX);
		return CMD_REFUSED;
	}
	if (blocks_add(rq->store, rq->from->id, other->id, err) == -1)
		return CMD_FAILED;
	vars_text(reply_use(reply, "block-done"), "userid", other->userid);
	return CMD_DONE;
}

static enum outcome
unblock_run(struct request *rq, struct reply *reply, struct err *err)
{
	const char *userid = rq->order->words[0];
	int found = blocks_remove(rq->store, rq->from->id, userid, err);

	if (found == -1)
		return CMD_FAILED;
	vars_text(found ? reply_use(reply, "unblock-done") : reply_refuse(reply, "unblock-nobody"),
	    "userid", userid);
	return found ? CMD_DONE : CMD_REFUSED;
}

const struct cmd cmd_block = {
	.name = "block",
	.aliases = "ignore",
	.args = "AUTH WORD?",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | ANY_TOKEN,
	.run = block_run,
};

const struct cmd cmd_unblock = {
	.name = "unblock",
	.aliases = "unignore",
	.args = "AUTH WORD",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | ANY_TOKEN,
	.run = unblock_run,
};
