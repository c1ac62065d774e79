/* SPDX-License-Identifier: ISC */
/*
 * REMATCH, RESUME: challenge the opponent of a game that is over to another like it.
 *
 * A rematch exchanges the colours, unless Red gives a handicap.  A game that ended on time is
 * resumed from its last position, with the same colours, and does not count.
 */
#include "cmd/challenge.h"
#include "cmd/cmd.h"
#include "rules/fen.h"

/* Challenges the opponent of rq->game to a game with the same rules and clock, but for the
 * order's options; start: its first position, or NULL the same. */
static enum outcome
challenge_again(struct request *rq, enum side mine, const char *start, struct err *err)
{
	const struct game *old = rq->game;
	struct game *game = game_new(rq->arena, rq->now);
	struct player *other;
	struct vars *earlier = vars_new(rq->arena);
	const char *why;
	enum outcome outcome;

	/* Who plays for points there is not to play on beside it. */
	if (old->is_tournament_on) {
		struct vars *vars = reply_refuse_game(rq->reply, rq->game, "tournament-no-rematch");

		vars_number(vars, "tournament", old->tournament);
		vars_flag(vars, "resuming", start != NULL);
		vars_text(vars, "other", old->seat[side_other(rq->side)].userid);
		return REFUSED;
	}
	outcome = request_player(rq, old->seat[side_other(rq->side)].userid, &other, err);
	if (outcome != DONE || (outcome = challenge_check(rq, other, err)) != DONE ||
	    (outcome = challenge_check_ontime(rq, rq->order, other, "challenge-ontime", err)) !=
		DONE)
		return outcome;
	game->rules = old->rules;
	game->is_rated = (old->is_rated || old->unrated != UNRATED_ASKED) && start == NULL;
	game->is_private = old->is_private;
	game->terms = old->terms;
	game->terms.vacation_days = 0;
	if (!game_set_start(game, start != NULL ? start : old->start_fen, &why))
		return request_refuse_game(rq, "rematch-no-position");
	if ((outcome = challenge_read_options(rq, rq->order, game, &mine)) != DONE)
		return outcome;
	game->challenger = mine;
	game->seat[mine] = old->seat[rq->side];
	vars_number(earlier, start != NULL ? "resumes" : "rematch-of", old->id);
	return challenge_send(rq, game, other, earlier, err);
}

enum outcome
rematch_run(struct request *rq, struct err *err)
{
	if (rq->game->state != GAME_OVER)
		return request_refuse_game(rq, "rematch-not-over");
	if (!game_began(rq->game))
		return request_refuse_game(rq, "game-is-over");
	/* Who gave something gives it again. */
	return challenge_again(
	    rq, game_handicap(rq->game) != NULL ? rq->side : side_other(rq->side), NULL, err);
}

/* It was not lost on time: what asks for another. */
static enum outcome
refuse_resume(struct request *rq, struct err *err)
{
	const struct seat *seat = &rq->game->seat[side_other(rq->side)];
	struct player other = { .state = PLAYER_CLOSED };
	struct vars *vars = reply_refuse_game(rq->reply, rq->game, "rematch-not-time");

	if (players_get(rq->store, rq->arena, seat->player, &other, err) == -1)
		return FAILED;
	vars_text(vars, "other", other.state == PLAYER_ACTIVE ? other.userid : "");
	return REFUSED;
}

enum outcome
resume_run(struct request *rq, struct err *err)
{
	char fen[FEN_SIZE];

	if (rq->game->state != GAME_OVER || rq->game->ending != ENDING_TIME)
		return refuse_resume(rq, err);
	fen_write(&rq->game->board, 0, 1, fen);
	return challenge_again(rq, rq->side, fen, err);
}
