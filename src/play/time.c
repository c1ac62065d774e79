/* SPDX-License-Identifier: ISC */
/*
 * What clocks bring about, and what is done to them (play.h).
 *
 * Nobody loses while the letter that asks him for his move still waits to be sent.
 */
#include "play/facts.h"
#include "play/play.h"
#include "rules/status.h"
#include "store/asides.h"
#include "store/outbox.h"
#include "store/ratings.h"

enum outcome
play_claim(struct act *act, struct err *err)
{
	struct game *game = act->game;
	int64_t deadline = game_deadline(game);
	const char *refused = NULL;
	struct turn_clock clock;
	struct vars *vars;

	if (act_check_playing(act) != DONE)
		return REFUSED;
	if (game_turn(game) == act_side(act))
		refused = "claim-your-turn";
	else if (deadline == 0)
		refused = "claim-no-clock";
	else if (act->now < deadline)
		refused = "claim-too-early";
	else if (!game->terms.by_claim)
		refused = "claim-needless";
	if (refused != NULL) {
		clock = game_clock(game);
		vars = act_refusal(act, refused);
		vars_time(vars, "deadline", deadline);
		vars_flag(vars, "held", clock.held.from <= act->now && act->now < clock.held.to);
		vars_time(vars, "held-until", clock.held.to);
		facts_span(vars, "time-left", clock.allowed - clock_spent(&clock, act->now));
		return REFUSED;
	}
	game->is_claimed = true;
	/* What comes of it is told as soon as every letter that waits has been read: the end, or
	 * the move that was in time.  Until then only words go out. */
	act->is_quiet = true;
	if (act->words == NULL || act->words[0] == '\0')
		return games_save(act->store, game, err) == -1 ? FAILED : DONE;
	return act_finish(act, NULL, "claim-opponent", act_vars(act), err);
}

enum outcome
play_give(struct act *act, int64_t seconds, struct err *err)
{
	struct game *game = act->game;
	struct vars *vars = act_vars(act);
	enum side other;
	int64_t left;

	if (act_check_playing(act) != DONE)
		return REFUSED;
	if (game_is_match(game))
		return act_refuse(act, game->is_stairs ? "stairs-no-gift" : "tournament-no-gift");
	other = side_other(act_side(act));
	if (game->terms.move == 0 && game->terms.bank == 0)
		return act_refuse(act, "give-no-clock");
	left = GIFTS_MAX - game->gifts[side_other(other)];
	if (seconds > left) {
		vars = act_refusal(act, "give-enough");
		vars_number(vars, "limit", GIFTS_MAX / DAY);
		facts_span(vars, "left", left);
		return REFUSED;
	}
	if (game->given[other] + seconds > TIME_MAX || game->bank[other] + seconds > TIME_MAX)
		return act_refuse(act, "give-too-much");
	game_give(game, other, seconds);
	vars_text(vars, "to", game->seat[other].userid);
	facts_span(vars, "gift", seconds);
	return act_finish(act, "give-done", "give-opponent", vars, err);
}

/* The turn starts anew, so that nobody is late by a rule made afterwards. */
enum outcome
play_set_clock(struct act *act, int64_t nag, int64_t move, struct err *err)
{
	struct game *game = act->game;
	struct vars *vars = act_vars(act);

	if (game->state == GAME_OVER)
		return REFUSED;
	game->terms.nag = nag;
	game->terms.move = move;
	if (game->state == GAME_PLAYING) {
		game->turn_since = act->now;
		game->reminded = 0;
	}
	facts_terms(vars, &game->terms);
	vars_flag(vars, "playing", game->state == GAME_PLAYING);
	vars_flag(vars, "timed", game_deadline(game) != 0);
	return act_finish(act, NULL, "operator-clock", vars, err);
}

/* What comes of it when the time of the player to move is up: "unmoved", then the game is
 * cancelled; "draws": the other has nothing left to win with. */
static void
add_end(struct vars *vars, const struct game *game)
{
	vars_flag(vars, "unmoved", game->length < 2 && !game_is_match(game));
	vars_flag(vars, "draws", side_is_bare(&game->board, side_other(game_turn(game))));
}

/* The time of the player to move is up. */
static enum outcome
end_time(struct act *act, struct err *err)
{
	struct game *game = act->game;
	int64_t deadline = game_deadline(game);
	struct vars *vars;

	if (!game->terms.by_claim || game->is_claimed) {
		game_forfeit(game, act->now);
		if (ratings_note_absence(act->store, game, err) == -1)
			return FAILED;
		vars = act_vars(act);
		vars_text(vars, "opponent", game->seat[side_other(game_turn(game))].userid);
		vars_text(vars, "late", game->seat[game_turn(game)].userid);
		vars_time(vars, "deadline", deadline);
		return act_finish(act, NULL, "clock-forfeit", vars, err);
	}
	if (game->reminded >= deadline)
		return REFUSED;
	game->reminded = act->now;
	for (int side = RED; side <= GREEN; side++) {
		vars = act_say(act, game->seat[side].player, "clock-time-up");
		vars_flag(vars, "you-claim", side != (int)game_turn(game));
		add_end(vars, game);
	}
	return games_save(act->store, game, err) == -1 ? FAILED : DONE;
}

/* After an outage only the last of several reminders is sent. */
static enum outcome
remind(struct act *act, struct err *err)
{
	struct game *game = act->game;
	enum side side = game_turn(game);
	struct turn_clock clock = game_clock(game);
	struct vars *vars = act_say(act, game->seat[side].player, "clock-reminder");
	bool is_last;

	game->reminded = act->now;
	vars_flag(
	    vars, "last", clock.allowed != -1 && clock_reminder(&clock, act->now, &is_last) == 0);
	vars_time(vars, "deadline", clock_deadline(&clock));
	facts_span(
	    vars, "left", clock.allowed != -1 ? clock.allowed - clock_spent(&clock, act->now) : 0);
	vars_flag(vars, "by-claim", game->terms.by_claim);
	add_end(vars, game);
	vars_text(vars, "opponent", game->seat[side_other(side)].userid);
	return games_save(act->store, game, err) == -1 ? FAILED : DONE;
}

/* The challenge lapses, or its reader is reminded before, unless he wants no reminders. */
static enum outcome
look_at_offer(struct act *act, bool may_end, struct err *err)
{
	struct game *game = act->game;
	enum side asked = side_other(game->challenger);
	int64_t lapses = game_lapses(game);

	if (act->now >= lapses) {
		if (!may_end)
			return REFUSED;
		game_decline(game, ENDING_LAPSED, lapses);
		return act_finish(act, NULL, "challenge-lapsed", act_vars(act), err);
	}
	game->reminded = act->now;
	if (game->calendar[asked].reminders[0] != '\0')
		vars_time(
		    act_say(act, game->seat[asked].player, "challenge-reminder"), "until", lapses);
	return games_save(act->store, game, err) == -1 ? FAILED : DONE;
}

/* The clock has stood long enough for a letter that is still not read. */
static enum outcome
go_on(struct act *act, struct err *err)
{
	struct game *game = act->game;

	if (asides_note_told(act->store, game->id, game->turns, err) == -1)
		return FAILED;
	game->is_held_told = true;
	for (int side = RED; side <= GREEN; side++) {
		struct vars *vars = act_say(act, game->seat[side].player, "clock-goes-on");

		vars_time(vars, "since", game->held.from);
		vars_time(vars, "until", game->held.to);
		vars_flag(vars, "yours", side == (int)game_turn(game));
	}
	return games_save(act->store, game, err) == -1 ? FAILED : DONE;
}

enum outcome
play_due(struct act *act, bool may_end, struct err *err)
{
	struct game *game = act->game;
	int64_t due = game_due(game), deadline = game_deadline(game);
	int unasked;

	/* What was due has been put off: it is noted until when. */
	if (due == 0 || act->now < due)
		return games_save(act->store, game, err) == -1 ? FAILED : DONE;
	if (game->state == GAME_OFFERED)
		return look_at_offer(act, may_end, err);
	if (!game->is_held_told && game->held.to > game->held.from && act->now >= game->held.to)
		return go_on(act, err);
	/* While the letter that asks him for the move still waits to be sent, the time that passes
	 * is not the player's; and whoever has none left is asked before he loses, in an earlier
	 * pass. */
	unasked = outbox_pending(act->store, game->id, game->seat[game_turn(game)].player,
	    game->turns, game->started, act->now, err);
	if (unasked != 0)
		return unasked == -1 ? FAILED : REFUSED;
	if (deadline == 0 || act->now < deadline)
		return remind(act, err);
	return may_end ? end_time(act, err) : REFUSED;
}
