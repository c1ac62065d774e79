/* SPDX-License-Identifier: ISC */
/*
 * MOVE, SUBMIT: play a move, at once or in two steps: the board after it comes back, and
 * "confirm" plays it.
 *
 * Mail is slow and arrives twice: a move in an answer is played only at the ply
 * its letter was about, and a move with "#n" only as that move.  The dispatcher
 * makes "confirm" about a game a submit without a move.
 */
#include "base/arena.h"
#include "cmd/cmd.h"
#include "cmd/reading.h"
#include "play/glossary.h"
#include "play/play.h"
#include "speak/verbs.h"

/* Is it for the next move?  Behind "#" stands the number that is printed; in front of the move
 * that of a score, of pairs or of single moves. */
static enum outcome
check_number(struct request *rq, struct act *act, struct err *err)
{
	int number = rq->order->number, next = game_move_number(rq->game, rq->game->length);
	int counted = notation_counted(rq->order->move);
	struct vars *vars;

	if (number == 0 && counted != rq->game->length + 1)
		number = counted;
	if (number == 0 || number == next)
		return DONE;
	vars = act_refusal(act, "move-other-number");
	vars_number(vars, "number", number);
	vars_number(vars, "next", next);
	/* A plan behind it would be lost. */
	if (rq->order->plan != NULL) {
		vars_text(vars, "now", "");
		return REFUSED;
	}
	return reading_offer_now(rq, vars, rq->order->move, err) == -1 ? FAILED : REFUSED;
}

/* Reads the move that is ordered; the next, on the board of the game. */
static enum outcome
read_move(struct request *rq, struct act *act, struct move *move, struct err *err)
{
	const struct glossary *glossary = rq->settings->glossary;
	const char *text = rq->order->move;
	struct reading reading;
	enum outcome numbered;
	struct vars *vars;

	if (act_check_turn(act) != DONE)
		return REFUSED;
	if ((numbered = check_number(rq, act, err)) != DONE)
		return numbered;
	if (reading_read(rq, text, &rq->game->board, &reading) != READ_MOVE)
		return reading_refuse(rq, text, &rq->game->board, &reading, err);
	vars = vars_new(rq->arena);
	vars_flag(vars, "read-so", reading.has_other_sense);
	vars_text(vars, "text", text);
	vars_text(vars, "letters", glossary_name_of_letters(glossary, reading.letters));
	if (reading.has_other_sense) {
		vars_text(vars, "other-letters",
		    glossary_name_of_letters(glossary, reading.other_letters));
		facts_placed(vars, "other-move", &rq->game->board, reading.candidates[0]);
	}
	act->more = vars;
	*move = reading.move;
	return DONE;
}

/* Is a draw offered below the move?  Then no plan answers it before that is read. */
static bool
offers_draw_below(const struct request *rq)
{
	const struct parsed_letter *parsed = rq->parsed;

	for (const struct order *order = rq->order + 1; order < parsed->orders + parsed->count;
	     order++)
		if (order->verb == &verb_table[VERB_DRAW] &&
		    (order->game == 0 || order->game == rq->game->id))
			return true;
	return false;
}

/* A move and its conditional lines are one: all of it is done, or nothing. */
enum outcome
move_run(struct request *rq, struct err *err)
{
	struct act *act = request_act(rq);
	struct board after = rq->game->board;
	struct plan *plan = NULL;
	enum outcome outcome;
	struct move move;

	if ((outcome = read_move(rq, act, &move, err)) != DONE)
		return outcome;
	if (rq->order->plan != NULL) {
		plan = arena_alloc(rq->arena, sizeof *plan);
		board_play(&after, move);
		if (if_read(rq, &after, plan) != DONE)
			return REFUSED;
	}
	for (int i = 0; i < rq->game_count; i++)
		if (rq->games[i].game == rq->game)
			rq->games[i].plans_wait = act->plans_wait = offers_draw_below(rq);
	return play_move(act, move, plan, err);
}

/* The move that the letter shows which is answered, where that can be told; NULL: it cannot. */
static const struct move *
shown_move(const struct request *rq)
{
	const struct token *token = rq->token;
	struct move *shown;

	if (rq->proof != PROOF_TOKEN || token == NULL || token->purpose != TOKEN_GAME ||
	    token->game != rq->game->id)
		return NULL;
	shown = arena_alloc(rq->arena, sizeof *shown);
	*shown = move_of_number(token->asks == ASKS_MOVE ? token->asked : 0);
	return shown;
}

enum outcome
submit_run(struct request *rq, struct err *err)
{
	struct act *act = request_act(rq);
	enum outcome outcome;
	struct move move;

	if (rq->order->move == NULL)
		return play_confirm(act, shown_move(rq), err);
	if ((outcome = read_move(rq, act, &move, err)) != DONE)
		return outcome;
	return play_submit(act, move, err);
}
