/* SPDX-License-Identifier: ISC */
/*
 * BLOCK, UNBLOCK: no challenge and no words from a player.
 *
 * Games that are being played go on: his moves and offers arrive, his words do not.
 * He learns of it only when he tries (request_reaches).
 */
#include "cmd/cmd.h"

#define BLOCKS_MAX 100 /* of one player */

static enum outcome
list_blocked(struct request *rq, struct err *err)
{
	struct vars *vars = reply_use(rq->reply, "block-list");
	struct seat *blocked;
	int count = blocks_list(rq->store, rq->arena, rq->from->id, &blocked, err);

	for (int i = 0; i < count; i++)
		vars_text(vars_add(vars, "blocked"), "one", blocked[i].userid);
	return count == -1 ? FAILED : DONE;
}

enum outcome
block_run(struct request *rq, struct err *err)
{
	struct player *other;
	struct seat *blocked;
	enum outcome outcome;
	int count;

	if (rq->order->word_count == 0)
		return list_blocked(rq, err);
	outcome = request_player(rq, rq->order->words[0], &other, err);
	if (outcome != DONE)
		return outcome;
	if ((count = blocks_list(rq->store, rq->arena, rq->from->id, &blocked, err)) == -1)
		return FAILED;
	if (other->id == rq->from->id)
		return request_refuse(rq, "block-self");
	if (count >= BLOCKS_MAX)
		return request_refuse_number(rq, "block-too-many", "limit", BLOCKS_MAX);
	if (blocks_add(rq->store, rq->from->id, other->id, err) == -1)
		return FAILED;
	vars_text(reply_use(rq->reply, "block-done"), "userid", other->userid);
	return DONE;
}

enum outcome
unblock_run(struct request *rq, struct err *err)
{
	const char *userid = rq->order->words[0];
	int found = blocks_remove(rq->store, rq->from->id, userid, err);
	struct player *other;
	enum outcome outcome;

	if (found == -1)
		return FAILED;
	if (found == 0 && (outcome = request_player(rq, userid, &other, err)) != DONE)
		return outcome;
	vars_text(
	    found ? reply_use(rq->reply, "block-off") : reply_refuse(rq->reply, "block-nobody"),
	    "userid", userid);
	return found ? DONE : REFUSED;
}
