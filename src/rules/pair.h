/* SPDX-License-Identifier: ISC */
/*
 * A position and its mirror image, left and right exchanged: what is found by the one is found by
 * the other.  A plain value.
 *
 * Their key is stored (store/positions.h): it never changes.
 */
#ifndef RULES_PAIR_H
#define RULES_PAIR_H

#include "rules/board.h"

struct pair {
	struct board board, mirror;
};

void pair_set(struct pair *pair, const struct board *board);
/* As board_play. */
void pair_play(struct pair *pair, struct move move);

/* The smaller of the two boards' keys, as a signed number. */
int64_t pair_key(const struct pair *pair);
/* Is the board that which the key is not of? */
bool pair_is_mirrored(const struct pair *pair);
/* Are both boards the same? */
bool pair_is_symmetric(const struct pair *pair);

/* Is it the same position, side to move included, or an image of it: left and right exchanged, the
 * two sides, or both?  What is good in the one is good in the other. */
bool pair_is_image(const struct board *a, const struct board *b);

struct move move_mirrored(struct move move);

#endif
