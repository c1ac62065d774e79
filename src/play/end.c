/* SPDX-License-Identifier: ISC */
/*
 * Games are given up, or ended and put right by the operator (play.h).
 */
#include <math.h>

#include "play/facts.h"
#include "play/planned.h"
#include "play/play.h"
#include "store/published.h"
#include "store/ratings.h"

#define RESET_NAMED 4 /* moves taken back that are named */
#define TOLD_FROM   5 /* points: by which a rating moves if its player is told */

enum outcome
play_resign(struct act *act, struct err *err)
{
	struct vars *vars = act_vars(act);

	if (act_check_playing(act) != DONE)
		return REFUSED;
	game_resign(act->game, act_side(act), act->now);
	vars_flag(vars, "leaves", act->leaves);
	return act_finish(act, "resign-done", "resign-opponent", vars, err);
}

enum outcome
play_leave(struct act *act, struct err *err)
{
	struct game *game = act->game;

	act->is_quiet = true;
	if (game->state == GAME_PLAYING)
		game_leave(game, act_side(act), act->now);
	else
		game_decline(game,
		    game->challenger == act_side(act) ? ENDING_CHALLENGER_LEFT :
							ENDING_CHALLENGED_LEFT,
		    act->now);
	return act_finish(act, NULL, "account-left", act_vars(act), err);
}

static const struct rating *
find_standing(const struct rated_player *standings, int count, int64_t player)
{
	static struct rating fresh;

	for (int i = 0; i < count; i++)
		if (standings[i].seat.player == player)
			return &standings[i].rating;
	fresh = rating_new();
	return &fresh;
}

/* Notes, and tells from TOLD_FROM on, whose ratings have moved because a game that was over ended
 * otherwise.  0 or -1. */
static int
tell_moved(struct act *act, const struct rated_player *was, int was_count,
    const struct rated_player *is, int count, struct err *err)
{
	for (int i = 0; i < was_count; i++) {
		const struct seat *seat = &was[i].seat;
		double before = was[i].rating.rating;
		double after = find_standing(is, count, seat->player)->rating;
		struct reckoning moved = { seat->player, act->now, act->game->id, before, after };
		struct vars *vars;

		if (lround(before) != lround(after) &&
		    ratings_note_reckoning(act->store, &moved, err) == -1)
			return -1;
		if (fabs(after - before) < TOLD_FROM)
			continue;
		vars = reply_tell(act->reply, seat->player,
		    game_has(act->game, seat->player) ? act->game : NULL, "rating-reckoned");
		vars_number(vars, "board", act->game->id);
		vars_number(vars, "before", lround(before));
		vars_number(vars, "after", lround(after));
	}
	return 0;
}

/* The operator ends a game, also one that is over: its place among the games stays then, and the
 * ratings since are reckoned anew. */
static enum outcome
decide(struct act *act, enum result result, const char *template, struct err *err)
{
	struct game *game = act->game;
	bool was_over = game->state == GAME_OVER;
	struct rated_player *was = NULL, *is;
	int was_count = 0, count;
	enum outcome outcome;

	if (was_over &&
	    (was_count = ratings_standings(act->store, act->arena, true, &was, err)) == -1)
		return FAILED;
	if (was_over) {
		game->result = result;
		game->ending = ENDING_ADJUDICATION;
	} else {
		game_end(game, result, ENDING_ADJUDICATION, act->now);
	}
	/* What was left out for how it ended counts as what is decided. */
	if (game->unrated > UNRATED_OFTEN) {
		game->is_rated = true;
		game->unrated = UNRATED_ASKED;
	}
	outcome = act_finish(act, NULL, template, act_vars(act), err);
	if (!was_over || outcome != DONE)
		return outcome;
	if (published_decide(act->store, game->id, act->now, err) == -1)
		return FAILED;
	if ((count = ratings_standings(act->store, act->arena, true, &is, err)) == -1)
		return FAILED;
	return tell_moved(act, was, was_count, is, count, err) == -1 ? FAILED : DONE;
}

enum outcome
play_adjudicate(struct act *act, enum result result, struct err *err)
{
	if (act->game->started == 0 || act->game->seat[RED].player == 0)
		return REFUSED;
	return decide(act, result, "operator-adjudicated", err);
}

/* "Cancelled before both sides had moved" would not be true of it. */
enum outcome
play_cancel(struct act *act, struct err *err)
{
	if (act->game->result == RESULT_CANCELLED || act->game->seat[RED].player == 0)
		return REFUSED;
	return decide(act, RESULT_CANCELLED,
	    act->game->state == GAME_OFFERED ? "operator-withdrawn" : "operator-cancelled", err);
}

enum outcome
play_stage_over(struct act *act, struct err *err)
{
	game_end(act->game, RESULT_DRAW, ENDING_STAGE_END, act->now);
	return act_finish(act, NULL, "operator-adjudicated", act_vars(act), err);
}

enum outcome
play_machine_gone(struct act *act, struct err *err)
{
	struct vars *vars = act_vars(act);

	game_end(act->game, RESULT_CANCELLED, ENDING_MACHINE, act->now);
	vars_flag(vars, "unmoved", act->game->length == 0);
	return act_finish(act, NULL, "bot-gone", vars, err);
}

enum outcome
play_reset(struct act *act, int plies, struct err *err)
{
	struct game *game = act->game;
	struct vars *vars = act_vars(act);
	int turn = game->turns;

	if (game->state != GAME_PLAYING || plies < 0 || plies >= game->length)
		return REFUSED;
	vars_number(vars, "moves", game->length - plies);
	vars_flag(vars, "few", game->length - plies <= RESET_NAMED);
	facts_undo(vars, game, plies);
	game_take_back(game, plies, act->now);
	if (games_take_back(act->store, game, act->now, err) == -1 ||
	    act_finish(act, NULL, "operator-reset", vars, err) == FAILED ||
	    planned_drop(act, turn, err) == -1)
		return FAILED;
	return DONE;
}
