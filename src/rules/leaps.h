/* SPDX-License-Identifier: ISC */
/*
 * The short steps of each square: where a horse, elephant, guard, king or
 * soldier on it may go, and from where a horse or soldier attacks it.
 *
 * Constant, laid out by the compiler.  A step that leaves the board, the
 * palace or the home half leads to OUTSIDE, where at[] holds the wall: neither
 * empty nor a piece, so that no caller needs to ask.
 */
#ifndef RULES_LEAPS_H
#define RULES_LEAPS_H

#include "rules/board.h"

struct leap {
	uint8_t over;  /* the leg or eye that must be empty */
	uint8_t to[2]; /* an elephant has one */
};

struct leaps {
	struct leap horse[4];
	struct leap horse_threat[4]; /* .to: where the attacking horse stands */
	struct leap elephant[2][4];  /* by side, as all below */
	uint8_t guard[2][4];
	uint8_t king[2][4];
	uint8_t soldier[2][3];
	uint8_t soldier_threat[2][3]; /* where that side's attacking soldier stands */
};

extern const struct leaps leaps_from[SQUARES];

#endif
