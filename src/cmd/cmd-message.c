/* SPDX-License-Identifier: ISC */
/*
 * MESSAGE: the words below go to other players, who need no game with the writer.
 *
 * The server hands them on, so that nobody learns an address; they come unasked, and
 * so are counted as challenges are.
 */
#include "cmd/cmd.h"

#define MESSAGES_A_DAY 20 /* of one player, to all others */
#define READERS_MAX    10 /* of one letter */

/* All whom the order names, each once; not the writer himself. */
static enum outcome
find_readers(struct request *rq, struct player **readers, int *count, struct err *err)
{
	const struct order *order = rq->order;

	for (int i = 0; i < order->word_count; i++) {
		struct player *player;
		enum outcome outcome = request_player(rq, order->words[i], &player, err);
		bool is_new = true;
		int reached;

		if (outcome != DONE)
			return outcome;
		if (player->id == rq->from->id)
			return request_refuse(rq, "message-self");
		if (player->level > 0)
			return request_refuse_userid(rq, "bot-deaf", player->userid);
		if (player->state != PLAYER_ACTIVE)
			return request_refuse_userid(rq, "message-not-active", player->userid);
		if ((reached = players_is_reached(rq->store, player->id, err)) != 1)
			return reached == -1 ?
			    FAILED :
			    request_refuse_userid(rq, "message-not-reached", player->userid);
		outcome = request_reaches(rq, player->id, player->userid, "message-not-taken", err);
		if (outcome != DONE)
			return outcome;
		for (int k = 0; k < *count; k++)
			is_new &= readers[k]->id != player->id;
		if (is_new && *count == READERS_MAX)
			return request_refuse_number(rq, "message-too-many", "limit", READERS_MAX);
		if (is_new)
			readers[(*count)++] = player;
	}
	return DONE;
}

enum outcome
message_run(struct request *rq, struct err *err)
{
	struct player *readers[READERS_MAX];
	int count = 0;
	enum outcome outcome = find_readers(rq, readers, &count, err);
	struct vars *vars = vars_new(rq->arena);

	if (outcome != DONE)
		return outcome;
	if (rq->comment[0] == '\0')
		return request_refuse_userid(rq, "message-empty", readers[0]->userid);
	vars_text(vars, "who", rq->from->userid);
	for (int i = 0; i < count; i++)
		vars_text(vars_add(vars, "readers"), "userid", readers[i]->userid);
	vars_flag(vars, "several", count > 1);
	for (int i = 0; i < count && outcome == DONE; i++)
		outcome = request_limit(rq, "message", MESSAGES_A_DAY, "message-limit", err);
	if (outcome != DONE)
		return outcome;
	rq->reply->writer = rq->from->id;
	for (int i = 0; i < count; i++)
		vars_copy(reply_tell(rq->reply, readers[i]->id, NULL, "message"), vars);
	rq->reply->writer = 0;
	if (rq->reply->remarks == NULL)
		reply_remark(rq->reply, NULL, rq->from->userid, rq->comment);
	vars_flag(vars, "words-alone", rq->order->is_talk);
	vars_copy(reply_use(rq->reply, "message-done"), vars);
	return DONE;
}
