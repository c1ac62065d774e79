/* SPDX-License-Identifier: ISC */
/*
 * Forced mates in a few moves, by looking at every move there is.
 *
 * Stalemate loses as mate does (riverpost-rules(7)).  Three moves are no more checks in a row than
 * a side may give, and too few for a position to recur a third time: what is found can be played
 * from a board without a past.  Nothing is kept, and nobody is asked.
 */
#ifndef RULES_MATE_H
#define RULES_MATE_H

#include "rules/board.h"

#define MATE_MAX   3                  /* moves of the side that mates */
#define MATE_PLIES (2 * MATE_MAX - 1) /* of its line */

/* In how many moves can the side to move force it, `most` at most?  0: it cannot. */
int mate_distance(const struct board *board, int most);
/* The same with nothing but checks until the last: much quicker. */
int mate_distance_by_checks(const struct board *board, int most);
/* The moves by which the side to move forces it in `most` moves, this one counted; how many. */
int mate_moves(const struct board *board, int most, struct move out[MOVES_MAX]);
/* Has the side to move, which is attacked, a move after which it is not mated in `most` moves of
 * the other?  Then *reply is the first such. */
bool mate_can_be_met(const struct board *board, int most, struct move *reply);
/*
 * The line of a puzzle: the side to move mates in so many, 2 to MATE_MAX, and in no fewer; each of
 * its moves but the last is the only one that does; the other holds out as long as it can.  False:
 * there is no such line.  line: 2 * moves - 1 plies, MATE_PLIES at most.
 */
bool mate_line(const struct board *board, int moves, struct move *line);

#endif
