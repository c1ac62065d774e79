/* SPDX-License-Identifier: ISC */
/*
 * MESSAGE: the words below go to other players, who need no game with the writer.
 *
 * The server hands them on, so that nobody learns an address; they come unasked, and
 * so are counted as challenges are.
 */
#include "base/str.h"
#include "cmd/cmd.h"

#define MESSAGES_A_DAY 20 /* of one player, to all others */
#define READERS_MAX    10 /* of one letter */

static enum outcome
message_refuse(struct reply *reply, const char *template, const char *userid, int limit)
{
	struct vars *vars = reply_refuse(reply, template);

	vars_text(vars, "userid", userid);
	vars_number(vars, "limit", limit);
	return CMD_REFUSED;
}

/* All whom the order names, each once; not the writer himself. */
static enum outcome
find_readers(
    struct request *rq, struct reply *reply, struct player **readers, int *count, struct err *err)
{
	const struct order *order = rq->order;
	struct seat seat;

	for (int i = 0; i < order->word_count; i++) {
		struct player *player;
		enum outcome outcome = request_player(rq, reply, order->words[i], &player, err);
		bool is_new = true;

		if (outcome != CMD_DONE)
			return outcome;
		if (player->id == rq->from->id)
			return message_refuse(reply, "message-self", "", 0);
		if (player->state != PLAYER_ACTIVE)
			return message_refuse(reply, "challenge-not-active", player->userid, 0);
		seat.player = player->id;
		str_copy(seat.userid, USERID_SIZE, player->userid);
		outcome = request_is_blocked(rq, reply, &seat, "message-not-taken", err);
		if (outcome != CMD_DONE)
			return outcome;
		for (int k = 0; k < *count; k++)
			is_new &= readers[k]->id != player->id;
		if (is_new && *count == READERS_MAX)
			return message_refuse(reply, "message-too-many", "", READERS_MAX);
		if (is_new)
			readers[(*count)++] = player;
	}
	return CMD_DONE;
}

static bool
message_accepts(const struct order *order)
{
	return order->word_count > 0;
}

static enum outcome
message_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct player *readers[READERS_MAX];
	int count = 0;
	enum outcome outcome = find_readers(rq, reply, readers, &count, err);
	struct vars *vars = vars_new(rq->arena);
	bool may = true;

	if (outcome != CMD_DONE)
		return outcome;
	if (rq->comment[0] == '\0')
		return message_refuse(reply, "message-empty", readers[0]->userid, 0);
	vars_text(vars, "who", rq->from->userid);
	for (int i = 0; i < count; i++)
		vars_text(vars_add(vars, "readers"), "userid", readers[i]->userid);
	vars_flag(vars, "several", count > 1);
	for (int i = 0; i < count && may; i++)
		if (request_count(rq, "message", 0, MESSAGES_A_DAY, &may, err) == -1)
			return CMD_FAILED;
	if (!may)
		return message_refuse(reply, "message-limit", "", MESSAGES_A_DAY);
	for (int i = 0; i < count; i++)
		vars_copy(reply_tell(reply, readers[i]->id, NULL, "message"), vars);
	if (!rq->comment_taken)
		reply_remark(reply, NULL, rq->from->userid, rq->comment);
	rq->comment_taken = true;
	vars_copy(reply_use(reply, "message-done"), vars);
	return CMD_DONE;
}

const struct cmd cmd_message = {
	.name = "message",
	.aliases = "msg mail tell",
	.args = "AUTH USERIDS",
	.accepts = message_accepts,
	.needs = NEEDS_PLAYER | NEEDS_PROOF | ANY_TOKEN,
	.run = message_run,
};
