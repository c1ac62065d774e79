/* SPDX-License-Identifier: ISC */
/*
 * CHAT, SAY: the words below go to the players and observers of a game.
 */
#include "cmd/cmd.h"

#define CHATS_A_DAY 60 /* of one player, in all games */

static enum outcome
chat_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct vars *vars;
	struct seat *observers;
	int count = observers_list(rq->store, rq->arena, rq->game->id, &observers, err);
	bool here = game_has(rq->game, rq->from->id), may;

	if (count == -1)
		return CMD_FAILED;
	for (int i = 0; i < count; i++)
		here |= observers[i].player == rq->from->id;
	if (!here)
		return request_refuse(rq, reply, "chat-not-here");
	if (rq->comment[0] == '\0')
		return request_refuse(rq, reply, "chat-empty");
	for (int i = 0; i < 2; i++) {
		enum outcome outcome = request_is_blocked(
		    rq, reply, &rq->game->seat[i], "chat-not-taken", err);

		if (outcome != CMD_DONE)
			return outcome;
	}
	if (request_count(rq, "chat", 0, CHATS_A_DAY, &may, err) == -1)
		return CMD_FAILED;
	if (!may) {
		request_refuse(rq, reply, "chat-too-many");
		vars_number(reply->sender->last->vars, "limit", CHATS_A_DAY);
		return CMD_REFUSED;
	}
	vars = reply_use(reply, "chat-done");
	facts_game(vars, rq->game);
	vars_text(vars, "who", rq->from->userid);
	reply_show(reply, rq->game);
	return request_tell(rq, reply, TALK_CHAT, "chat-received", vars, err) == -1 ? CMD_FAILED :
										      CMD_DONE;
}

const struct cmd cmd_chat = {
	.name = "chat",
	.aliases = "say comment",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME,
	.run = chat_run,
};
