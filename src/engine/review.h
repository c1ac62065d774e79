/* SPDX-License-Identifier: ISC */
/*
 * What a program thought of each position of a game, and what that says of its moves.
 *
 * A score is turned into a chance, since three soldiers are much in an even game and nothing in
 * one that is won: 50 + 50 (2 / (1 + e^(-0.00368208 score)) - 1) in a hundred, the curve by
 * which lichess.org judges moves.
 */
#ifndef ENGINE_REVIEW_H
#define ENGINE_REVIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/engine.h"
#include "game/game.h"

#define REVIEW_NODES 20000 /* for each position */
#define REVIEW_LINES 2     /* moves looked at side by side */
#define REVIEW_SLIPS 3     /* moves told, at most */
#define REVIEW_MOVES 400   /* plies of a game, at most */
#define REVIEW_LEAST 5.0   /* in a hundred: what a move that is told has cost, at least */

/* One position, as the side to move sees it. */
struct opinion {
	int score;
	struct move best[REVIEW_LINES];
	int count; /* of them */
};
/* The program's answer; where the game is lost on the board there was none to ask for. */
void opinion_read(struct opinion *out, const struct engine_answer *answer);
void opinion_lost(struct opinion *out);
/* As a word of text, at most OPINION_SIZE with its end, and back; *text moves behind it.  False:
 * there is no more. */
#define OPINION_SIZE 32
void opinion_write(const struct opinion *opinion, char out[OPINION_SIZE]);
bool opinion_next(const char **text, struct opinion *out);

/* What a side with that score can hope for, in a hundred. */
double review_chance(int score);

struct slip {
	int ply; /* the move, counted from 0 */
	struct move better;
	double from, to; /* the mover's chances before and after it */
};
struct review {
	int moves[2], good[2]; /* by side: how many, and how many of the program's first two */
	struct slip slips[REVIEW_SLIPS]; /* the dearest first */
	int slip_count;
};
/* opinions: one for each position, game->length + 1.  A move that the referee refuses is nobody's
 * better one. */
void review_weigh(const struct game *game, const struct opinion *opinions, struct review *out);

#endif
