/* SPDX-License-Identifier: ISC */
/*
 * CHAT, SAY: the words below go to the players and observers of a game.
 */
#include "cmd/shared.h"

#define CHATS_A_DAY 60 /* of one player, in all games */

/* 1 when the one who speaks plays or observes here; 0, -1. */
static int
is_present(struct request *rq, struct err *err)
{
	struct seat *observers;
	int count;

	if (game_has(rq->game, rq->from->id))
		return 1;
	count = observers_list(rq->store, rq->arena, rq->game->id, &observers, err);
	for (int i = 0; i < count; i++)
		if (observers[i].player == rq->from->id)
			return 1;
	return count == -1 ? -1 : 0;
}

static enum outcome
refuse(struct request *rq, struct reply *reply, const char *template)
{
	struct vars *vars = reply_refuse(reply, template);

	vars_game(vars, rq->game);
	vars_number(vars, "limit", CHATS_A_DAY);
	return CMD_REFUSED;
}

static enum outcome
run(struct request *rq, struct reply *reply, struct err *err)
{
	struct vars *vars;
	int present = is_present(rq, err);
	bool may;

	if (present != 1)
		return present == 0 ? refuse(rq, reply, "chat-not-here") : CMD_FAILED;
	if (rq->comment[0] == '\0')
		return refuse(rq, reply, "chat-empty");
	if (request_count(rq, "chat", 0, CHATS_A_DAY, &may, err) == -1)
		return CMD_FAILED;
	if (!may)
		return refuse(rq, reply, "chat-too-many");
	vars = reply_use(reply, "chat-done");
	vars_game(vars, rq->game);
	vars_text(vars, "who", rq->from->userid);
	reply_show(reply, rq->game);
	if (request_talk(rq, reply, TALK_CHAT, err) == -1 ||
	    request_tell(rq, reply, "chat-received", vars, err) == -1)
		return CMD_FAILED;
	return CMD_DONE;
}

const struct cmd cmd_chat = {
	.name = "chat",
	.aliases = "say comment",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME,
	.run = run,
};
