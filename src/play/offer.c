/* SPDX-License-Identifier: ISC */
/*
 * Challenges, draws, moves taken back: offered, accepted, rejected, withdrawn (play.h).
 *
 * What is open follows from the state of the game: one that is offered is a challenge, one
 * that is played may have a draw offer, an offer to take moves back, or both.  Offers lapse
 * with the opponent's next move and are never accepted by silence (riverpost-commands(7)).
 */
#include "play/facts.h"
#include "play/planned.h"
#include "play/play.h"
#include "store/machines.h"
#include "store/players.h"
#include "store/ratings.h"

/* What is said of each answer to each offer, and where there is none. */
static const struct {
	struct {
		const char *done, *told;
	} to[OFFER_UNDO + 1];
	const char *own_challenge, *nothing;
} answers[] = {
	[ANSWER_ACCEPT] = { { [OFFER_CHALLENGE] = { "challenge-accepted",
				  "challenge-accepted-opponent" },
				[OFFER_DRAW] = { "draw-agreed", "draw-agreed" },
				[OFFER_UNDO] = { "undo-agreed", "undo-agreed" } },
	    "offer-own-accept", "offer-none-to-accept" },
	[ANSWER_REJECT] = { { [OFFER_CHALLENGE] = { "challenge-rejected",
				  "challenge-rejected-opponent" },
				[OFFER_DRAW] = { "draw-rejected", "draw-rejected-opponent" },
				[OFFER_UNDO] = { "undo-rejected", "undo-rejected-opponent" } },
	    "offer-own-reject", "offer-none-to-reject" },
	[ANSWER_WITHDRAW] = { { [OFFER_CHALLENGE] = { "challenge-withdrawn",
				    "challenge-withdrawn-opponent" },
				  [OFFER_DRAW] = { "draw-withdrawn", "draw-withdrawn-opponent" },
				  [OFFER_UNDO] = { "undo-withdrawn", "undo-withdrawn-opponent" } },
	    "offer-none-to-withdraw", "offer-none-to-withdraw" },
};

enum outcome
play_challenge(struct act *act, struct err *err)
{
	struct vars *vars = act_vars(act);

	if (games_add(act->store, act->game, err) == -1)
		return FAILED;
	vars_time(vars, "until", game_lapses(act->game));
	return act_finish(act, "challenge-sent", "challenge-received", vars, err);
}

enum outcome
play_begin(struct act *act, const char *done, const char *told, struct err *err)
{
	if (games_add(act->store, act->game, err) == -1)
		return FAILED;
	game_accept(act->game, act->now);
	if (told != NULL)
		return act_finish(act, done, told, act_vars(act), err);
	return games_save(act->store, act->game, err) == -1 ? FAILED : DONE;
}

/* Says from which move on he may offer that again. */
static enum outcome
refuse_offer(struct act *act, const struct proposal *earlier, const char *template)
{
	int ply = earlier->last[act_side(act)] + 2 * OFFER_REPEAT_MOVES;

	vars_number(act_refusal(act, template), "number", game_move_number(act->game, ply));
	return REFUSED;
}

enum outcome
play_offer_draw(struct act *act, struct err *err)
{
	struct game *game = act->game;
	struct vars *vars = act_vars(act);
	enum side side;

	if (act_check_playing(act) != DONE)
		return REFUSED;
	side = act_side(act);
	if (game->draw.is_open && game->draw.by != side)
		return play_answer(act, ANSWER_ACCEPT, OFFER_DRAW, err);
	if (game->draw.is_open)
		return act_refuse(act, "draw-already-offered");
	if (!game_may_offer_draw(game, side))
		return refuse_offer(act, &game->draw, "draw-too-soon");
	game_offer(game, &game->draw, side);
	vars_flag(vars, "tells-draw", true);
	return act_finish(act, "draw-offered", "draw-offered-opponent", vars, err);
}

enum outcome
play_offer_undo(struct act *act, struct err *err)
{
	struct game *game = act->game;
	struct vars *vars = act_vars(act);
	enum side side;
	int to, machine;

	if (act_check_playing(act) != DONE)
		return REFUSED;
	if (game_is_match(game))
		return act_refuse(act, game->is_stairs ? "stairs-no-undo" : "tournament-no-undo");
	side = act_side(act);
	if ((machine = machines_play(act->store, game, err)) == -1)
		return FAILED;
	/* A machine counts them, however few moves lie between (server/opponent.c). */
	if (machine == 1 && !game->undo.is_open)
		game->undo.last[side] = -1;
	to = game_undo_to(game, side);
	if (to == -1)
		return act_refuse(act, "undo-nothing");
	if (game->undo.is_open)
		return act_refuse(
		    act, game->undo.by == side ? "undo-already-offered" : "undo-answer-first");
	if (!game_may_offer_undo(game, side))
		return refuse_offer(act, &game->undo, "undo-too-soon");
	game_offer(game, &game->undo, side);
	vars_flag(vars, "tells-undo", true);
	facts_undo(vars, game, to);
	return act_finish(act, "undo-offered", "undo-offered-opponent", vars, err);
}

enum offer
play_open_offer(const struct game *game, enum side by, enum offer named)
{
	bool playing = game->state == GAME_PLAYING;
	bool draw = playing && game->draw.is_open && game->draw.by == by && named != OFFER_UNDO;
	bool undo = playing && game->undo.is_open && game->undo.by == by && named != OFFER_DRAW;

	if (game->state == GAME_OFFERED && game->challenger == by &&
	    (named == OFFER_ANY || named == OFFER_CHALLENGE))
		return OFFER_CHALLENGE;
	return draw && undo ? OFFER_SEVERAL : draw ? OFFER_DRAW : undo ? OFFER_UNDO : OFFER_NONE;
}

/* The moves are taken back, and what was planned after them is void. */
static enum outcome
agree_undo(struct act *act, struct vars *vars, struct err *err)
{
	int turn = act->game->turns;

	vars_flag(vars, "drawing", act->game->draw.is_open);
	vars_text(vars, "drawer", act->game->seat[act->game->draw.by].userid);
	game_take_back(act->game, game_undo_offered_to(act->game), act->now);
	if (games_take_back(act->store, act->game, act->now, err) == -1 ||
	    act_finish(act, "undo-agreed", "undo-agreed", vars, err) == FAILED ||
	    planned_drop(act, turn, err) == -1)
		return FAILED;
	return DONE;
}

int
play_challenger_plays(struct act *act, struct err *err)
{
	struct player challenger;
	int found = players_get(act->store, act->arena,
	    act->game->seat[act->game->challenger].player, &challenger, err);

	return found == 1 ? challenger.state == PLAYER_ACTIVE : found;
}

static enum outcome
accept_challenge(struct act *act, struct err *err)
{
	struct game *game = act->game;
	int plays = play_challenger_plays(act, err);

	if (plays == 0) {
		vars_text(act_refusal(act, "challenge-suspended"), "userid",
		    game->seat[game->challenger].userid);
		return REFUSED;
	}
	if (plays == -1 || ratings_allow(act->store, game, act->now, err) == -1)
		return FAILED;
	game_accept(game, act->now);
	return DONE;
}

enum outcome
play_answer(struct act *act, enum answer answer, enum offer named, struct err *err)
{
	struct game *game = act->game;
	enum side side = act_side(act), by = answer == ANSWER_WITHDRAW ? side : side_other(side);
	enum offer offer = play_open_offer(game, by, named);
	struct vars *vars = act_vars(act);
	enum outcome outcome;

	switch (offer) {
	case OFFER_CHALLENGE:
		if (answer != ANSWER_ACCEPT)
			game_decline(game,
			    answer == ANSWER_REJECT ? ENDING_REJECTED : ENDING_WITHDRAWN, act->now);
		else if ((outcome = accept_challenge(act, err)) != DONE)
			return outcome;
		break;
	case OFFER_DRAW:
		if (answer == ANSWER_ACCEPT)
			game_end(game, RESULT_DRAW, ENDING_AGREEMENT, act->now);
		else
			game->draw.is_open = false;
		break;
	case OFFER_UNDO:
		facts_undo(vars, game, game_undo_offered_to(game));
		if (answer == ANSWER_ACCEPT)
			return agree_undo(act, vars, err);
		game->undo.is_open = false;
		break;
	default:
		return act_refuse(act,
		    offer == OFFER_SEVERAL       ? "offer-two" :
			game->state == GAME_OVER ? "game-is-over" :
			play_open_offer(game, side, named) == OFFER_CHALLENGE ?
						   answers[answer].own_challenge :
						   answers[answer].nothing);
	}
	return act_finish(
	    act, answers[answer].to[offer].done, answers[answer].to[offer].told, vars, err);
}
