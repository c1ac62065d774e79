/* SPDX-License-Identifier: ISC */
/*
 * A position and its mirror image, left and right exchanged, as one place: what is found by the
 * one is found by the other.  A plain value.
 *
 * The key of a place is stored (store/positions.h): it never changes.
 */
#ifndef RULES_PLACE_H
#define RULES_PLACE_H

#include "rules/board.h"

struct place {
	struct board board, mirror;
};

void place_set(struct place *place, const struct board *board);
/* As board_play. */
void place_play(struct place *place, struct move move);

/* The smaller of the two boards' keys, as a signed number. */
int64_t place_key(const struct place *place);
/* Is the board that which the key is not of? */
bool place_is_mirrored(const struct place *place);
/* Are both boards the same? */
bool place_is_symmetric(const struct place *place);

struct move move_mirrored(struct move move);

#endif
