/* SPDX-License-Identifier: ISC */
/*
 * What all that is done in games has in common (act.h).
 */
#include "play/act.h"

#include "play/facts.h"
#include "store/ratings.h"

enum side
act_side(const struct act *act)
{
	return game_side_of(act->game, act->by.player);
}

struct vars *
act_vars(const struct act *act)
{
	struct vars *vars = vars_new(act->arena);

	if (act->more != NULL)
		vars_copy(vars, act->more);
	return vars;
}

struct vars *
act_refusal(struct act *act, const char *template)
{
	struct vars *vars = reply_refuse_game(act->reply, act->game, template);

	if (act->more != NULL)
		vars_copy(vars, act->more);
	return vars;
}

enum outcome
act_refuse(struct act *act, const char *template)
{
	act_refusal(act, template);
	return REFUSED;
}

enum outcome
act_check_playing(struct act *act)
{
	const struct game *game = act->game;

	if (game->state == GAME_PLAYING)
		return DONE;
	return act_refuse(act,
	    game->state == GAME_OVER              ? "game-is-over" :
		act_side(act) == game->challenger ? "game-waits-for-other" :
						    "game-waits-for-you");
}

enum outcome
act_check_turn(struct act *act)
{
	if (act_check_playing(act) != DONE)
		return REFUSED;
	return game_turn(act->game) == act_side(act) ? DONE : act_refuse(act, "move-not-your-turn");
}

enum outcome
act_refuse_illegal(struct act *act, const struct board *board, const struct reading *reading)
{
	struct vars *vars = act_refusal(act, "move-illegal");
	char text[8];

	move_write(reading->move, text);
	facts_refusal(vars, board, reading, false);
	vars_flag(vars, "queues", board != &act->game->board);
	vars_text(vars, "text", text);
	vars_text(vars, "iccs", "");
	vars_flag(vars, "other-letters", false);
	vars_flag(vars, "yes", false);
	return REFUSED;
}

struct vars *
act_say(struct act *act, int64_t player, const char *template)
{
	struct vars *vars;

	if (player == act->by.player)
		return reply_use_game(act->reply, act->game, template);
	vars = reply_tell(act->reply, player, act->game, template);
	facts_game(vars, act->game);
	return vars;
}

/* His words go to all whom they reach. */
static int
say_words(struct act *act, enum talk_kind kind, struct err *err)
{
	struct reply *reply = act->reply;
	const struct talk talk = { .game = act->game->id,
		.player = act->by.player,
		.userid = act->by.userid,
		.ply = act->game->length,
		.kind = kind,
		.text = act->words,
		.at = act->now };

	if (reply_find_deaf(reply, act->store, act->by.player, err) == -1 ||
	    talk_add(act->store, &talk, err) == -1)
		return -1;
	reply_remark(reply, act->game, act->by.userid, act->words);
	for (int side = RED; side <= GREEN; side++) {
		const struct seat *seat = &act->game->seat[side];

		if (!reply_is_deaf(reply, seat->player))
			continue;
		vars_text(reply_use(reply, "chat-words-not-taken"), "userid", seat->userid);
		reply_show(reply, act->game);
	}
	return 0;
}

int
act_tell_all(
    struct act *act, int64_t except, const char *template, const struct vars *vars, struct err *err)
{
	const struct game *game = act->game;
	struct seat *observers;
	int count = observers_list(
	    act->store, act->arena, game->id, game->state == GAME_OVER, &observers, err);

	for (int i = 0; count != -1 && i < 2 + count; i++) {
		int64_t player = i < 2 ? game->seat[i].player : observers[i - 2].player;

		if (player != 0 && player != except && (i < 2 || !game_has(game, player)) &&
		    !((act->reply->is_talk || act->reply->is_idle) &&
			reply_is_deaf(act->reply, player)))
			vars_copy(act_say(act, player, template), vars);
	}
	return count == -1 ? -1 : 0;
}

int
act_tell(struct act *act, enum talk_kind kind, const char *template, const struct vars *vars,
    struct err *err)
{
	int rc;

	if (act->words != NULL && act->words[0] != '\0' && say_words(act, kind, err) == -1)
		return -1;
	act->reply->is_talk = kind == TALK_CHAT;
	rc = act_tell_all(act, act->by.player, template, vars, err);
	act->reply->is_talk = false;
	return rc;
}

enum outcome
act_finish(struct act *act, const char *done, const char *told, struct vars *vars, struct err *err)
{
	facts_game(vars, act->game);
	vars_text(vars, "who", act->by.userid);
	vars_text(vars, "other",
	    act->by.player != 0 ? act->game->seat[side_other(act_side(act))].userid : "");
	if (act->by.player != 0 && !act->is_quiet)
		vars_copy(act_say(act, act->by.player, done), vars);
	if (ratings_note_suspension(act->store, act->game, err) == -1 ||
	    games_save(act->store, act->game, err) == -1 ||
	    act_tell(act, TALK_COMMENT, told, vars, err) == -1)
		return FAILED;
	return DONE;
}
