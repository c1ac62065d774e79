/* SPDX-License-Identifier: ISC */
/*
 * Random pieces on the naive board, and its position as a FEN.
 *
 * Points where a piece can never stand are left out; whether the whole position
 * could arise is the caller's question.
 */
#ifndef RULES_NAIVE_RANDOM_H
#define RULES_NAIVE_RANDOM_H

#include "unit/rules/naive.h"

static uint64_t seed = 1;

static int
chance(int below)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (int)((seed >> 33) % (uint64_t)below);
}

static bool
may_stand(char piece, bool red, int point)
{
	int x = point % 9, y = red ? point / 9 : 9 - point / 9;

	switch (piece) {
	case 'K':
		return naive_palace(point, red);
	case 'A':
		return naive_palace(point, red) && (x + y) % 2 == 1;
	case 'B':
		return y <= 4 && y % 2 == 0 && x % 4 == (y == 2 ? 0 : 2);
	case 'P':
		return y >= 5 || (y == 3 && x % 2 == 0);
	default:
		return true;
	}
}

/* Nothing is placed where no point is found. */
static void
place(struct naive *p, char piece, bool red)
{
	for (int tries = 0; tries < 1000; tries++) {
		int point = chance(POINTS);

		if (p->at[point] != '.' || !may_stand(piece, red, point))
			continue;
		p->at[point] = red ? piece : (char)tolower((unsigned char)piece);
		return;
	}
}

static void
write_fen(const struct naive *p, char out[128])
{
	for (int y = 9; y >= 0; y--) {
		for (int x = 0; x < 9; x++)
			*out++ = p->at[9 * y + x] == '.' ? '1' : p->at[9 * y + x];
		*out++ = y > 0 ? '/' : ' ';
	}
	strcpy(out, p->red_moves ? "w" : "b");
}

#endif
