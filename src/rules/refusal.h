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
enum refusal {
	MOVE_LEGAL,
	MOVE_NO_SUCH_SQUARE,
	MOVE_NO_PIECE,    /* nothing stands on `from` */
	MOVE_NOT_YOURS,   /* the other side's piece */
	MOVE_OWN_PIECE,   /* own piece on the target */
	MOVE_NO_STEP,     /* from and to are the same */
	MOVE_WRONG_SHAPE, /* that piece does not move so */
	MOVE_BLOCKED,     /* at .square (leg, eye or path) */
	MOVE_LEAVES_PALACE,
	MOVE_CROSSES_RIVER,  /* elephants */
	MOVE_BACKWARD,       /* soldiers */
	MOVE_SIDEWAYS_EARLY, /* a soldier that has not crossed */
	MOVE_SCREENS,        /* a cannon's capture needs exactly one; .count found */
	MOVE_LEAVES_CHECK,   /* king is (still) in check from .square */
	MOVE_KINGS_FACE,
	MOVE_GAME_OVER
};

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
