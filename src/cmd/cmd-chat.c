/* SPDX-License-Identifier: ISC */
/*
 * CHAT, SAY: the words below go to the players and observers of a game.
 */
#include "cmd/shared.h"

static enum outcome
run(struct request *rq, struct reply *reply, struct err *err)
{
	struct vars	*vars;

	if (rq->comment[0] == '\0') {
		vars_game(reply_refuse(reply, "chat-empty"), rq->game);
		return CMD_REFUSED;
	}
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
	.name	 = "chat",
	.aliases = "say comment",
	.args	 = "GAME AUTH",
	.needs	 = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME,
	.run	 = run,
};
