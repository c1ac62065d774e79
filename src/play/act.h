/* SPDX-License-Identifier: ISC */
/*
 * Somebody does something in a game: who, in which, when, and where it is said what came of it.
 *
 * A letter of a player, the clock, the operator and a program that plays all fill one of these
 * and call the functions of play/play.h, the one door through which a game changes.
 */
#ifndef PLAY_ACT_H
#define PLAY_ACT_H

#include <stdint.h>

#include "game/game.h"
#include "play/reply.h"
#include "rules/notation.h"
#include "store/games.h"

struct act {
	struct store *store;
	struct arena *arena;
	struct reply *reply; /* by.player is its sender: he is answered, all others are told */
	struct game *game;
	struct seat by; /* who acts; player 0: the clock, or the operator */
	int64_t now;
	int64_t received;        /* a letter with the move arrived; 0: there was none */
	int64_t letter;          /* inbox row; 0 none */
	const char *words;       /* from him to the others; NULL or "" none */
	const struct vars *more; /* what the notes about it say besides; NULL nothing */
	bool leaves;             /* he resigns as he leaves the tournament */
	bool is_quiet;           /* he is not told himself */
	bool plans_wait;         /* no plan answers his move before play_planned */
};

/* The side that acts; he plays in the game. */
enum side act_side(const struct act *act);
/* Fresh variables with act->more, to be filled. */
struct vars *act_vars(const struct act *act);
/* Says to the one who acts why not, with facts_game and act->more, and shows the game; returns
 * the variables to fill. */
struct vars *act_refusal(struct act *act, const char *template);
/* The same; returns REFUSED. */
enum outcome act_refuse(struct act *act, const char *template);
/* Refuses unless the game is being played. */
enum outcome act_check_playing(struct act *act);
/* Refuses unless it is his turn. */
enum outcome act_check_turn(struct act *act);
/* Refuses a move that is illegal on the board; reading: .move and .why. */
enum outcome act_refuse_illegal(
    struct act *act, const struct board *board, const struct reading *reading);
/* Tells one who plays in the game; the one who acts gets it in his answer.  With facts_game. */
struct vars *act_say(struct act *act, int64_t player, const char *template);
/* Tells all who play and observe but `except`, with facts_game and `vars`. 0 or -1. */
int act_tell_all(struct act *act, int64_t except, const char *template, const struct vars *vars,
    struct err *err);
/* Tells all others; with his words, which are kept with the game. 0 or
 * -1. */
int act_tell(struct act *act, enum talk_kind kind, const char *template, const struct vars *vars,
    struct err *err);
/* The game was changed: saves it, and tells him by `done` and the others by `told`, all with
 * `vars`, facts_game, "who" and "other", his opponent.  DONE or FAILED. */
enum outcome act_finish(
    struct act *act, const char *done, const char *told, struct vars *vars, struct err *err);

#endif
