/* SPDX-License-Identifier: ISC */
/*
 * The safety of a king: is it attacked, and which moves could make it so.
 *
 * Only what can attack a king is looked at: rook, horse, cannon, soldier and
 * the other king along an open file.  Works from at[] and the lines alone, not
 * from men[], so that a caller may try a move by halves.
 */
#ifndef RULES_SAFETY_H
#define RULES_SAFETY_H

#include "rules/board.h"

/* Would a king on `square` be attacked by side `by`? */
bool king_is_attacked(const struct board *board, uint8_t square, enum side by);

/*
 * Whose moves must be tried before they can be called safe: those of the pieces
 * in `watched`, which are the king and what stands as a screen, a leg or in a
 * line before it.  In check, or before a cannon with an open line to the king
 * (any piece that came between would be a screen), everyone's: `all`.
 */
struct watch {
	bool all;
	uint64_t watched[2]; /* bit n % 64 of word n / 64: square n */
};

void watch_king(const struct board *board, enum side side, struct watch *watch);

static inline bool
watch_has(const struct watch *watch, uint8_t square)
{
	return watch->all || (watch->watched[square / 64] >> square % 64 & 1) != 0;
}

#endif
