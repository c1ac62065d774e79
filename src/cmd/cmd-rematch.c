/* SPDX-License-Identifier: ISC */
/*
 * REMATCH, RESUME: challenge the opponent of a game that is over to another like it.
 *
 * A rematch exchanges the colours.  A game that ended on time is resumed from its last
 * position, with the same colours, and does not count.
 */
#include "cmd/cmd.h"
#include "cmd/cmd_challenge.h"
#include "rules/fen.h"

/* Challenges the opponent of rq->game to a game with the same rules and clock; start: its
 * first position, or NULL the same. */
static enum outcome
challenge_again(
    struct request *rq, struct reply *reply, enum side mine, const char *start, struct err *err)
{
	const struct game *old = rq->game;
	struct game *game = game_new(rq->arena, rq->now);
	struct player *other;
	const char *why;
	enum outcome outcome = request_player(
	    rq, reply, old->seat[side_other(rq->side)].userid, &other, err);

	if (outcome != CMD_DONE || (outcome = challenge_check(rq, reply, other, err)) != CMD_DONE)
		return outcome;
	game->rules = old->rules;
	game->is_rated = old->is_rated && start == NULL;
	game->is_private = old->is_private;
	game->terms = old->terms;
	if (!game_set_start(game, start != NULL ? start : old->start_fen, &why))
		return request_refuse(rq, reply, "resume-no-position");
	game->challenger = mine;
	game->seat[mine] = old->seat[rq->side];
	return challenge_send(rq, reply, game, other, err);
}

static enum outcome
rematch_run(struct request *rq, struct reply *reply, struct err *err)
{
	if (rq->game->state != GAME_OVER || rq->game->started == 0)
		return request_refuse(rq, reply, "rematch-not-over");
	return challenge_again(rq, reply, side_other(rq->side), NULL, err);
}

static enum outcome
resume_run(struct request *rq, struct reply *reply, struct err *err)
{
	char fen[FEN_SIZE];

	if (rq->game->state != GAME_OVER || rq->game->ending != ENDING_TIME)
		return request_refuse(rq, reply, "resume-not-time");
	fen_write(&rq->game->board, 0, 1, fen);
	return challenge_again(rq, reply, rq->side, fen, err);
}

const struct cmd cmd_rematch = {
	.name = "rematch",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT,
	.run = rematch_run,
};

const struct cmd cmd_resume = {
	.name = "resume",
	.args = "GAME AUTH",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT,
	.run = resume_run,
};
