/* SPDX-License-Identifier: ISC */
/*
 * The table of short steps, worked out by the preprocessor from file f and
 * rank r of each square.
 */
#include "rules/leaps.h"

#define BETWEEN(low, n, high) ((low) <= (n) && (n) <= (high))
#define IF(condition, f, r)   (uint8_t)((condition) ? (r)*FILES + (f) : OUTSIDE)

#define BOARD(f, r)        IF(BETWEEN(0, f, 8) && BETWEEN(0, r, 9), f, r)
#define RED_HOME(f, r)     IF(BETWEEN(0, f, 8) && BETWEEN(0, r, 4), f, r)
#define GREEN_HOME(f, r)   IF(BETWEEN(0, f, 8) && BETWEEN(5, r, 9), f, r)
#define RED_PALACE(f, r)   IF(BETWEEN(3, f, 5) && BETWEEN(0, r, 2), f, r)
#define GREEN_PALACE(f, r) IF(BETWEEN(3, f, 5) && BETWEEN(7, r, 9), f, r)

/* The four ways along file and rank, and the four between them. */
#define STRAIGHT(STEP, PLACE, f, r) \
	{ \
		STEP(PLACE, f, r, 0, 1), STEP(PLACE, f, r, 0, -1), STEP(PLACE, f, r, 1, 0), \
		    STEP(PLACE, f, r, -1, 0) \
	}
#define DIAGONAL(STEP, PLACE, f, r) \
	{ \
		STEP(PLACE, f, r, 1, 1), STEP(PLACE, f, r, 1, -1), STEP(PLACE, f, r, -1, 1), \
		    STEP(PLACE, f, r, -1, -1) \
	}

#define LEAP(over, a, b) \
	{ \
		over, \
		{ \
			a, b \
		} \
	}
#define ONE_STEP(PLACE, f, r, right, up) PLACE(f + right, r + up)
#define STRIDE(HOME, f, r, right, up) \
	LEAP(BOARD(f + right, r + up), HOME(f + 2 * right, r + 2 * up), OUTSIDE)
/* Over the leg straight ahead, then one to either side. */
#define HORSE(PLACE, f, r, right, up) \
	LEAP(PLACE(f + right, r + up), PLACE(f + 2 * right - !(right), r + 2 * up - !(up)), \
	    PLACE(f + 2 * right + !(right), r + 2 * up + !(up)))
/* Two horses share the leg that is one point diagonally off their target. */
#define THREAT(PLACE, f, r, right, up) \
	LEAP(PLACE(f + right, r + up), PLACE(f + right, r + 2 * up), PLACE(f + 2 * right, r + up))
/* Sideways steps begin and end on the far half. */
#define SOLDIER_STEPS(FAR, f, r, up) \
	{ \
		BOARD(f, r + up), FAR(f - 1, r), FAR(f + 1, r) \
	}

#define SQUARE(f, r) \
	{ \
		.horse = STRAIGHT(HORSE, BOARD, f, r), \
		.horse_threat = DIAGONAL(THREAT, BOARD, f, r), \
		.elephant = { DIAGONAL(STRIDE, RED_HOME, f, r), \
			DIAGONAL(STRIDE, GREEN_HOME, f, r) }, \
		.guard = { DIAGONAL(ONE_STEP, RED_PALACE, f, r), \
			DIAGONAL(ONE_STEP, GREEN_PALACE, f, r) }, \
		.king = { STRAIGHT(ONE_STEP, RED_PALACE, f, r), \
			STRAIGHT(ONE_STEP, GREEN_PALACE, f, r) }, \
		.soldier = { SOLDIER_STEPS(GREEN_HOME, f, r, 1), \
			SOLDIER_STEPS(RED_HOME, f, r, -1) }, \
		.soldier_threat = { SOLDIER_STEPS(GREEN_HOME, f, r, -1), \
			SOLDIER_STEPS(RED_HOME, f, r, 1) }, \
	}
#define RANK(r) \
	SQUARE(0, r), SQUARE(1, r), SQUARE(2, r), SQUARE(3, r), SQUARE(4, r), SQUARE(5, r), \
	    SQUARE(6, r), SQUARE(7, r), SQUARE(8, r)

const struct leaps leaps_from[SQUARES] = { RANK(0), RANK(1), RANK(2), RANK(3), RANK(4), RANK(5),
	RANK(6), RANK(7), RANK(8), RANK(9) };
