/* SPDX-License-Identifier: ISC */
/*
 * MOVE: play a move.
 *
 * Mail is slow and arrives twice: a move in an answer is played only at the ply
 * its letter was about, and a move with "#n" only as that move.
 */
#include "cmd/glossary.h"
#include "cmd/shared.h"
#include "rules/notation.h"

static void
list_candidates(struct vars *vars, const struct reading *reading)
{
	char text[8];

	for (int i = 0; i < reading->candidate_count; i++) {
		move_write(reading->candidates[i], text);
		vars_text(vars_add(vars, "candidates"), "candidate", text);
	}
}

/* Says why the text is no move to be played; the board is shown. */
static enum outcome
refuse(struct request *rq, struct reply *reply, const struct reading *reading)
{
	struct vars *vars;
	char square[4] = "", move[8];

	switch (reading->kind) {
	case READ_AMBIGUOUS:
		vars = reply_refuse(reply, "move-ambiguous");
		list_candidates(vars, reading);
		break;
	case READ_ILLEGAL:
		vars = reply_refuse(reply, "move-illegal");
		move_write(reading->move, move);
		if (reading->why.square != NO_SQUARE)
			square_write(reading->why.square, square);
		vars_text(vars, "move", move);
		vars_word(vars, "refusal", refusal_name(reading->why.refusal));
		vars_text(vars, "square", square);
		vars_number(vars, "count", reading->why.count);
		vars_flag(vars, "was-in-check", reading->why.was_in_check);
		vars_word(vars, "piece",
		    reading->move.from < SQUARES ?
			piece_name(piece_type(rq->game->board.at[reading->move.from])) :
			"none");
		break;
	default:
		vars = reply_refuse(reply, "move-unreadable");
		break;
	}
	vars_text(vars, "text", rq->order->move);
	vars_game(vars, rq->game);
	reply_show(reply, rq->game);
	return CMD_REFUSED;
}

/* The referee refused: count what counts, explain, change nothing else. */
static enum outcome
refuse_by_rule(struct request *rq, struct reply *reply, struct move move,
    const struct verdict *verdict, struct err *err)
{
	struct vars *vars = reply_refuse(reply, "move-against-rules");
	char text[8];

	move_write(move, text);
	vars_text(vars, "move", text);
	vars_game(vars, rq->game);
	vars_verdict(vars, rq->game, &move, verdict);
	reply_show(reply, rq->game);
	return games_save(rq->store, rq->game, err) == -1 ? CMD_FAILED : CMD_REFUSED;
}

static enum outcome
play(struct request *rq, struct reply *reply, struct move move, struct err *err)
{
	struct ply ply = { .received = rq->received, .committed = rq->now, .letter = rq->letter };
	struct board before = rq->game->board;
	struct verdict verdict;
	struct vars *vars;
	enum play result = game_play(rq->game, move, &ply, &verdict);

	if (result == PLAY_REFUSED)
		return refuse_by_rule(rq, reply, move, &verdict, err);
	vars = reply_use(reply, result == PLAY_LOST ? "move-lost" : "move-done");
	vars_text(vars, "mover", rq->from->userid);
	vars_move(vars, &before, move);
	vars_game(vars, rq->game);
	vars_verdict(vars, rq->game, result == PLAY_LOST ? &move : NULL, &verdict);
	reply_show(reply, rq->game);
	if (games_save(rq->store, rq->game, err) == -1 ||
	    request_talk(rq, reply, TALK_COMMENT, err) == -1 ||
	    request_tell(rq, reply, result == PLAY_LOST ? "move-lost-opponent" : "move-opponent",
		vars, err) == -1)
		return CMD_FAILED;
	return CMD_DONE;
}

static enum outcome
run(struct request *rq, struct reply *reply, struct err *err)
{
	struct game *game = rq->game;
	struct reading reading;
	enum outcome outcome = request_is_current(rq, reply);
	int number = rq->order->number;

	if (outcome != CMD_DONE)
		return outcome;
	if (game_turn(game) != rq->side ||
	    (number != 0 && number != game_move_number(game, game->length))) {
		struct vars *vars = reply_refuse(reply,
		    game_turn(game) != rq->side ? "move-not-your-turn" : "move-other-number");

		vars_game(vars, game);
		vars_number(vars, "number", number);
		vars_number(vars, "next", game_move_number(game, game->length));
		reply_show(reply, game);
		return CMD_REFUSED;
	}
	if (notation_read_letters(rq->order->move, &game->board, WXF_ANY, false,
		glossary_letters(rq->settings->glossary, rq->from->language),
		&reading) != READ_MOVE)
		return refuse(rq, reply, &reading);
	return play(rq, reply, reading.move, err);
}

const struct cmd cmd_move = {
	.name = "move",
	.aliases = "mvoe moev mov mv play",
	.args = "GAME AUTH MOVE",
	.needs = NEEDS_PLAYER | NEEDS_PROOF | NEEDS_GAME | NEEDS_SEAT | NEEDS_RUNNING,
	.run = run,
};
