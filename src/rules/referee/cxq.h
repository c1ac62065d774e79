/* SPDX-License-Identifier: ISC */
/*
 * The counts of the `cxq` rule set (seed 001): runs of checks, runs of chases,
 * effective moves, progress.  Private to the referee (rules/referee/walk.h).
 *
 * The seed is loosely worded; how it is read here:
 *  - A move *chases* a piece when the piece moved can take it next, whether or not it
 *    could before ("moves to a position where it can capture"), or when another cannon
 *    can and could not before.  "Can take" is a legal capture; in check, also one that
 *    fails only to answer the check (attacks_list() in rules/referee/repeat.h).
 *    King and soldiers do not chase; king and uncrossed soldiers are not chased;
 *    same type against same type is no chase when the other piece can take too.
 *  - A piece is *protected* from an attacker when its side could legally take
 *    back after that capture; a rook never is from a cannon or a horse.
 *  - A move that checks and chases counts in both runs: "a move is a violation
 *    if it violates the rules in any way".
 *  - A run is a row of one side's moves, each of them a check, or each of them a
 *    chase of the same unprotected piece.  The pieces used are all that attacked
 *    the king, or chased that piece, during the run; three are as good as more.
 *  - An answer is the move after a check or a chase, whatever it does.
 *  - Progress is a capture, or a step forward of a soldier which had crossed
 *    the river before that step.
 */
#ifndef RULES_REFEREE_CXQ_H
#define RULES_REFEREE_CXQ_H

#include "rules/board.h"

#define CXQ_PIECES  3 /* pieces used that still raise the limit */
#define CXQ_VICTIMS 16

struct cxq_run {
	int length; /* moves in a row */
	int used_count;
	uint8_t used[CXQ_PIECES]; /* squares now; NO_SQUARE once taken */
	uint8_t victim;           /* square now; runs of checks: the king's */
};

struct cxq {
	struct cxq_run check[2]; /* by side; length 0: no run */
	struct cxq_run chase[2][CXQ_VICTIMS];
	int chase_count[2];
	bool forcing; /* the last move checked or chased */
	int effective[2];
	int progress[2]; /* moves since the last progress, */
	int since;       /* which this ply made; 0 none */
};

/* What one move was by this rule set. */
struct cxq_chase {
	uint8_t attacker, victim; /* squares after the move */
	bool is_protected;
};

/* checks: the move, the game's ply-th, gives check. */
void cxq_step(struct cxq *cxq, const struct board *before, const struct board *after,
    struct move move, bool checks, int ply);
/* The chases that this move makes; returns how many. */
int cxq_chases(const struct board *before, const struct board *after, struct move move,
    struct cxq_chase out[MOVES_MAX]);
/* 6, 12 or 18. */
int cxq_limit(const struct cxq_run *run);
/* Is one more too many? */
bool cxq_is_at_limit(const struct cxq_run *run);
/* That side's run of chases nearest to its limit, or a run of length 0. */
const struct cxq_run *cxq_longest_chase(const struct cxq *cxq, enum side side);

#endif
