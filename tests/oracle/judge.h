/* SPDX-License-Identifier: ISC */
/*
 * What a game without captures comes to under each rule set, as slowly and plainly
 * as riverpost-rules(7) says it.  Nothing of src/ is used.
 */
#ifndef ORACLE_JUDGE_H
#define ORACLE_JUDGE_H

#include "oracle/naive.h"

#define PLIES 56 /* too few for CXQ's 30 moves a side */

enum played_rules { PLAYED_SERVER, PLAYED_ASIAN, PLAYED_CXQ };

/* What a move did: bits are the numbers of pieces. */
struct act {
	uint8_t from, to;
	uint8_t mover;
	bool only_move;
	bool chases;
	bool keeps_attack; /* was in check, and had an attack that does not answer it */
	uint32_t checkers;
	uint32_t direct, any; /* Asian victims */
	uint32_t standing;    /* … and what was threatened before the move */
	uint32_t chasers[32]; /* CXQ: by victim */
};

struct played {
	struct naive position[PLIES + 1];
	struct act act[PLIES + 1]; /* act[n] led to position[n] */
	int length;
};

struct ruling {
	char word;         /* n none, w warned, r refused, d draw, l loss */
	int ply;           /* the last one judged */
	bool known, red;   /* who loses or must vary, if anybody */
	bool cuts_excused; /* the graver side does not lose: no round is lost */
	bool unsaved;      /* some piece was threatened by every move, and never saved */
};

void played_begin(struct played *game, const struct naive *start);
/* A legal move that captures nothing, while length < PLIES. */
void played_add(struct played *game, int from, int to);
/* Stops at the first refusal, draw or loss. */
struct ruling played_judge(const struct played *game, enum played_rules rules);

#endif
