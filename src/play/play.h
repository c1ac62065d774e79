/* SPDX-License-Identifier: ISC */
/*
 * The one door through which a game changes.
 *
 * Each function checks the rules, changes act->game, saves it, and puts into act->reply what
 * all concerned are told.  Who acts, and whether he may act for that player at all, is the
 * caller's question: src/cmd for letters, server/tick.c for deadlines, cli/game.c for the
 * operator.  All happens in the caller's transaction.
 *
 * REFUSED: nothing was changed but for refused repetitions, which count; the reply says why.
 * FAILED: err; the transaction is to be undone.
 */
#ifndef PLAY_PLAY_H
#define PLAY_PLAY_H

#include "game/plan.h"
#include "play/act.h"
#include "rules/refusal.h"

/*
 * Moves (move.c).
 */

/* Plays the move, and what was planned for the turns that follow; plan: what is planned from
 * then on, or NULL.  act->more may have "read-so", "text" and "letters": how it was read. */
enum outcome play_move(struct act *act, struct move move, const struct plan *plan, struct err *err);
/* Plays what was planned, where play_move has let it wait.  0 or -1. */
int play_planned(struct act *act, struct err *err);
/* The game is being played, and act->by is the side that is not to move: tells one who plays in it,
 * as another player, once more of its last move and of what was written with it, or that it has
 * accepted.  0 or -1. */
int play_tell_again(struct act *act, int64_t reader, struct err *err);
/* Keeps a move that is played once it is confirmed, and shows the board after it. */
enum outcome play_submit(struct act *act, struct move move, struct err *err);
/* Plays it.  shown: the move in the letter that is answered, from and to the same square where
 * it has none; it has to be the one that was kept.  NULL: whichever that is. */
enum outcome play_confirm(struct act *act, const struct move *shown, struct err *err);

/*
 * Moves planned ahead, while the other side is to move (planned.c).
 */

/* Keeps these lines in place of those that wait. */
enum outcome play_plan(struct act *act, const struct plan *plan, struct err *err);
enum outcome play_drop_plan(struct act *act, struct err *err);
/* Keeps a move for the next turn, whatever the other side plays; one that is illegal on the
 * board, as if the other side passed, only if play_may_become_legal. */
enum outcome play_queue(struct act *act, struct move move, struct err *err);
enum outcome play_unqueue(struct act *act, struct err *err);
/* May the opponent's next move make legal what is refused for that? */
bool play_may_become_legal(enum refusal refusal);

/*
 * What one side offers and the other answers (offer.c).
 */
enum offer {
	OFFER_ANY, /* the only one that is open */
	OFFER_CHALLENGE,
	OFFER_DRAW,
	OFFER_UNDO,
	OFFER_NONE,
	OFFER_SEVERAL
};
enum answer { ANSWER_ACCEPT, ANSWER_REJECT, ANSWER_WITHDRAW };

/* act->game is new, and its challenger acts: adds it, and asks the other. */
enum outcome play_challenge(struct act *act, struct err *err);
/* act->game is new, and the challenged acts: adds it, and it begins.  done, told: as of
 * act_finish; NULL: the caller tells. */
enum outcome play_begin(struct act *act, const char *done, const char *told, struct err *err);
/* Offers a draw, or agrees to that of the other side. */
enum outcome play_offer_draw(struct act *act, struct err *err);
/* Offers to take moves back, to where he was last to move. */
enum outcome play_offer_undo(struct act *act, struct err *err);
/* Answers the other's offer, or withdraws his own; act->more has "verb", the answer as players
 * write it. */
enum outcome play_answer(struct act *act, enum answer answer, enum offer named, struct err *err);
/* Who is suspended could not move: 1 where the challenger of act->game is not; 0, -1. */
int play_challenger_plays(struct act *act, struct err *err);
/* The offer by that side that is open and named. */
enum offer play_open_offer(const struct game *game, enum side by, enum offer named);

/*
 * How games end, and are put right (end.c).
 */

enum outcome play_resign(struct act *act, struct err *err);
/* His account is closed: he loses the game, or the challenge is off; act->more has
 * "by-operator". */
enum outcome play_leave(struct act *act, struct err *err);
/* Of the operator; act->more has "why".  A game that is over may end otherwise: it stays in its
 * place among the others, and ratings are reckoned anew from there. */
enum outcome play_adjudicate(struct act *act, enum result result, struct err *err);
enum outcome play_cancel(struct act *act, struct err *err);
/* The last day of its stage is over, and nobody has decided it: drawn. */
enum outcome play_stage_over(struct act *act, struct err *err);
/* A machine does not answer any more: its game ends. */
enum outcome play_machine_gone(struct act *act, struct err *err);
/* Back to the position after so many plies. */
enum outcome play_reset(struct act *act, int plies, struct err *err);

/*
 * Clocks (time.c).
 */

/* The opponent's time is up, in a game where only a claim ends it. */
enum outcome play_claim(struct act *act, struct err *err);
/* More time for the opponent. */
enum outcome play_give(struct act *act, int64_t seconds, struct err *err);
/* Of the operator: other times for reminders and moves; the turn starts anew. */
enum outcome play_set_clock(struct act *act, int64_t nag, int64_t move, struct err *err);
/* Of the clock: a reminder, the offer lapses, time is up, whichever is due by now.  may_end:
 * no letter waits that might have been in time.  REFUSED: nothing is to be done yet. */
enum outcome play_due(struct act *act, bool may_end, struct err *err);

#endif
