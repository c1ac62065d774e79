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

/* Over the leg straight ahead, then one aside. */
#define HORSE_FILEWISE(f, r, up) \
	{ \
		BOARD(f, r + up), \
		{ \
			BOARD(f - 1, r + 2 * up), BOARD(f + 1, r + 2 * up) \
		} \
	}
#define HORSE_RANKWISE(f, r, right) \
	{ \
		BOARD(f + right, r), \
		{ \
			BOARD(f + 2 * right, r - 1), BOARD(f + 2 * right, r + 1) \
		} \
	}
#define HORSE(f, r) \
	{ \
		HORSE_FILEWISE(f, r, 1), HORSE_FILEWISE(f, r, -1), HORSE_RANKWISE(f, r, 1), \
		    HORSE_RANKWISE(f, r, -1) \
	}

/* Two horses share the leg that is one point diagonally off their target. */
#define THREAT(f, r, right, up) \
	{ \
		BOARD(f + right, r + up), \
		{ \
			BOARD(f + right, r + 2 * up), BOARD(f + 2 * right, r + up) \
		} \
	}
#define HORSE_THREAT(f, r) \
	{ \
		THREAT(f, r, 1, 1), THREAT(f, r, 1, -1), THREAT(f, r, -1, 1), THREAT(f, r, -1, -1) \
	}

#define STRIDE(HOME, f, r, right, up) \
	{ \
		BOARD(f + right, r + up), \
		{ \
			HOME(f + 2 * right, r + 2 * up), OUTSIDE \
		} \
	}
#define ELEPHANT_STEPS(HOME, f, r) \
	{ \
		STRIDE(HOME, f, r, 1, 1), STRIDE(HOME, f, r, 1, -1), STRIDE(HOME, f, r, -1, 1), \
		    STRIDE(HOME, f, r, -1, -1) \
	}

#define GUARD_STEPS(PALACE, f, r) \
	{ \
		PALACE(f + 1, r + 1), PALACE(f + 1, r - 1), PALACE(f - 1, r + 1), \
		    PALACE(f - 1, r - 1) \
	}
#define KING_STEPS(PALACE, f, r) \
	{ \
		PALACE(f, r + 1), PALACE(f, r - 1), PALACE(f + 1, r), PALACE(f - 1, r) \
	}

/* Sideways steps begin and end on the far half. */
#define SOLDIER_STEPS(FAR, f, r, up) \
	{ \
		BOARD(f, r + up), FAR(f - 1, r), FAR(f + 1, r) \
	}

#define SQUARE(f, r) \
	{ \
		.horse = HORSE(f, r), .horse_threat = HORSE_THREAT(f, r), \
		.elephant = { ELEPHANT_STEPS(RED_HOME, f, r), ELEPHANT_STEPS(GREEN_HOME, f, r) }, \
		.guard = { GUARD_STEPS(RED_PALACE, f, r), GUARD_STEPS(GREEN_PALACE, f, r) }, \
		.king = { KING_STEPS(RED_PALACE, f, r), KING_STEPS(GREEN_PALACE, f, r) }, \
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
