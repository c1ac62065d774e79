/* SPDX-License-Identifier: ISC */
/*
 * Why a move is refused: reasons a player can act on (riverpost-commands(7)).
 *
 * rules/status.h finds them, rules/shape.h those of each piece.
 */
#ifndef RULES_REFUSAL_H
#define RULES_REFUSAL_H

#include "rules/board.h"

/* The name of each, as refusal_name() gives it, is also the name of its words in
 * the templates. */
#define REFUSALS(X) \
	X(LEGAL, "legal") \
	X(NO_SUCH_SQUARE, "no-such-square") \
	X(NO_PIECE, "no-piece")       /* nothing stands on `from` */ \
	X(NOT_YOURS, "not-yours")     /* the other side's piece */ \
	X(OWN_PIECE, "own-piece")     /* own piece on the target */ \
	X(NO_STEP, "no-step")         /* from and to are the same */ \
	X(WRONG_SHAPE, "wrong-shape") /* that piece does not move so */ \
	X(BLOCKED, "blocked")         /* at .square (leg, eye or path) */ \
	X(LEAVES_PALACE, "leaves-palace") \
	X(CROSSES_RIVER, "crosses-river")   /* elephants */ \
	X(BACKWARD, "backward")             /* soldiers */ \
	X(SIDEWAYS_EARLY, "sideways-early") /* a soldier that has not crossed */ \
	X(SCREENS, "screens")           /* a cannon's capture needs exactly one; .count found */ \
	X(LEAVES_CHECK, "leaves-check") /* king is (still) in check from .square */ \
	X(KINGS_FACE, "kings-face") \
	X(GAME_OVER, "game-over")
#define REFUSAL_ID(name, word) MOVE_##name,
enum refusal { REFUSALS(REFUSAL_ID) };

struct refusal_why {
	enum refusal refusal;
	uint8_t square;    /* MOVE_BLOCKED, MOVE_LEAVES_CHECK; else NO_SQUARE */
	int count;         /* MOVE_SCREENS */
	bool was_in_check; /* MOVE_LEAVES_CHECK: before the move already */
};

const char *refusal_name(enum refusal refusal); /* "legal", "no-piece", "blocked" … */
/* The name with its square or number, for the command line: "blocked C4", "screens 2". */
void refusal_write(const struct refusal_why *why, char *out, size_t size);

#endif
