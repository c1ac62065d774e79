/* SPDX-License-Identifier: ISC */
/*
 * NOTE: the words below are the writer's own, about a game of his.
 *
 * They go to nobody else.  Above them another command's words may stand, which do
 * (cmd/parse.c); the writer's `record` shows his notes.
 */
#include "cmd/cmd.h"

#define NOTES_A_DAY 60 /* of one player, in all games */

static enum outcome
note_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct talk talk = { .game = rq->game->id,
		.player = rq->from->id,
		.ply = rq->game->length,
		.kind = TALK_NOTE,
		.text = rq->note,
		.at = rq->now };
	bool may;

	if (rq->note[0] == '\0')
		return request_refuse(rq, reply, "note-empty");
	if (request_count(rq, "note", 0, NOTES_A_DAY, &may, err) == -1)
		return CMD_FAILED;
	if (!may) {
		request_refuse(rq, reply, "note-too-many");
		vars_number(reply->sender->last->vars, "limit", NOTES_A_DAY);
		return CMD_REFUSED;
	}
	if (talk_add(rq->store, &talk, err) == -1)
		return CMD_FAILED;
	facts_game(reply_use(reply, "note-done"), rq->game);
	reply_show(reply, rq->game);
	return CMD_DONE;
}

const struct cmd cmd_note = {
	.name = "note",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | ANY_TOKEN,
	.run = note_run,
};
