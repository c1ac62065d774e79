/* SPDX-License-Identifier: ISC */
/*
 * CHAT, NOTE: the words below go to the players and observers of a game; they are the
 * writer's own, about a game of his.
 *
 * Notes go to nobody else.  Above them another command's words may stand, which do
 * (speak/parse.c); the writer's `record` shows his notes.
 */
#include "base/arena.h"
#include "base/clock.h"
#include "cmd/cmd.h"

/* Of one player, in all games. */
#define CHATS_A_DAY 60
#define NOTES_A_DAY 60

/* How many observers get the words, or -1. */
static int
count_listeners(struct request *rq, struct err *err)
{
	struct seat *observers;
	int listeners = 0;
	int count = observers_list(
	    rq->store, rq->arena, rq->game->id, rq->game->state == GAME_OVER, &observers, err);

	for (int i = 0; i < count; i++)
		listeners += observers[i].player != rq->from->id &&
		    !reply_is_deaf(rq->reply, observers[i].player);
	return count == -1 ? -1 : listeners;
}

/* Passes the words on.  Alone, in answer to a letter, they need the board only where it is still
 * his move, or his to say whether he plays. */
static enum outcome
pass_on(struct request *rq, struct err *err)
{
	struct game *game = rq->game;
	int listeners = count_listeners(rq, err);
	bool is_offered = game->state == GAME_OFFERED;
	int64_t awaited =
	    game->seat[is_offered ? side_other(game->challenger) : game_turn(game)].player;
	bool waits = game->state != GAME_OVER && awaited == rq->from->id;
	struct vars *vars = rq->order->is_talk && !waits ?
	    reply_use(rq->reply, "chat-done") :
	    reply_use_game(rq->reply, game, "chat-done");

	facts_game(vars, game);
	vars_text(vars, "who", rq->from->userid);
	vars_flag(vars, "still-your-move", rq->order->is_talk && waits && !is_offered);
	vars_flag(vars, "still-offered", rq->order->is_talk && waits && is_offered);
	vars_flag(vars, "words-alone", rq->order->is_talk && !waits);
	vars_flag(vars, "may-be-automatic", rq->order->is_talk && rq->names->answer.is_suspect);
	vars_flag(vars, "names-days", vacation_is_told(rq, rq->comment));
	vars_text(vars, "opponent", "");
	if (rq->order->is_talk)
		vars_text(vars, "opponent",
		    game->seat[side_other(game_side_of(game, rq->from->id))].userid);
	vars_number(vars, "listeners", listeners);
	return listeners == -1 ||
		act_tell(request_act(rq), TALK_CHAT, "chat-received", vars, err) == -1 ?
	    FAILED :
	    DONE;
}

/* Does this player of rq->game get the words?  1, 0 or -1; *why: a template that says why nobody's
 * reach him, or NULL. */
static int
is_open(struct request *rq, const struct seat *seat, const char **why, struct err *err)
{
	struct player player = { .level = 0 };
	int found = players_get(rq->store, rq->arena, seat->player, &player, err);

	*why = found != 1                 ? NULL :
	    player.state == PLAYER_CLOSED ? "who-closed" :
	    player.level > 0              ? "bot-deaf" :
					    NULL;
	if (found == -1 || *why != NULL)
		return found == -1 ? -1 : 0;
	return request_may_reach(rq, seat->player, err);
}

/* A player's words need the other one; an observer's go to whoever takes them, and need one. */
static enum outcome
check_readers(struct request *rq, struct err *err)
{
	const char *why[2];
	int open = 0;

	for (int side = RED; side <= GREEN; side++) {
		const struct seat *seat = &rq->game->seat[side];
		int rc = seat->player != rq->from->id ? is_open(rq, seat, &why[side], err) : 0;

		if (rc == -1)
			return FAILED;
		open += rc;
	}
	if (open > 0)
		return DONE;
	for (int side = RED; side <= GREEN; side++) {
		const struct seat *seat = &rq->game->seat[side];

		if (seat->player == rq->from->id)
			continue;
		if (why[side] != NULL)
			request_refuse_userid(rq, why[side], seat->userid);
		else if (request_reaches(rq, seat->player, seat->userid, "chat-not-taken", err) ==
		    FAILED)
			return FAILED;
	}
	return REFUSED;
}

enum outcome
chat_run(struct request *rq, struct err *err)
{
	int here = game_has(rq->game, rq->from->id) ? 1 : request_observes(rq, err);
	enum outcome outcome;

	if (here == -1)
		return FAILED;
	if (!here)
		return request_refuse_game(rq, "chat-not-here");
	if ((outcome = check_readers(rq, err)) != DONE)
		return outcome;
	if (rq->comment[0] == '\0')
		return request_refuse_game(rq, "chat-empty");
	outcome = request_limit(rq, "chat", CHATS_A_DAY, "chat-too-many", err);
	if (outcome != DONE)
		return outcome;
	return pass_on(rq, err);
}

enum outcome
chat_pass_on(struct request *rq, struct err *err)
{
	const char *who = arena_printf(rq->arena, "%lld-0", (long long)rq->from->id);
	int may;

	if (!rq->parsed->says_something || rq->reply->remarks != NULL)
		return DONE;
	for (int i = 0; i < rq->parsed->count; i++)
		if (rq->parsed->orders[i].verb->manner & BEGINS_SPEECH &&
		    !(rq->parsed->orders[i].verb->manner & IS_PRIVATE))
			return DONE;
	if ((may = request_count(rq, "chat", who, rq->now - DAY, CHATS_A_DAY, err)) == -1)
		return FAILED;
	if (may == 0) {
		vars_number(reply_use(rq->reply, "chat-too-many"), "limit", CHATS_A_DAY);
		return DONE;
	}
	rq->reply->is_counted = true;
	return pass_on(rq, err);
}

enum outcome
note_run(struct request *rq, struct err *err)
{
	struct talk talk = { .game = rq->game->id,
		.player = rq->from->id,
		.ply = rq->game->length,
		.kind = TALK_NOTE,
		.text = rq->note,
		.at = rq->now };
	enum outcome outcome;

	if (rq->note[0] == '\0')
		return request_refuse_game(rq, "note-empty");
	if ((outcome = request_limit(rq, "note", NOTES_A_DAY, "note-too-many", err)) != DONE)
		return outcome;
	if (talk_add(rq->store, &talk, err) == -1)
		return FAILED;
	reply_use_game(rq->reply, rq->game, "note-done");
	return DONE;
}
