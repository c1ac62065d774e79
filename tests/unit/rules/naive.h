/* SPDX-License-Identifier: ISC */
/*
 * Xiangqi once more, as plainly as it can be said, for holding the rules layer
 * against: letters on ninety points, every pair of points asked.
 *
 * Nothing of src/ is used.  Points are counted as squares are there: A1 is 0,
 * B1 is 1, A2 is 9; a piece keeps its number wherever it goes.
 */
#ifndef RULES_NAIVE_H
#define RULES_NAIVE_H

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define POINTS 90

struct naive {
	char at[POINTS]; /* FEN's letters, '.' for none */
	uint8_t number[POINTS];
	bool red_moves;
};

static inline bool
naive_is_red(char piece)
{
	return isupper((unsigned char)piece) != 0;
}

static inline bool
naive_owns(const struct naive *p, bool red, int point)
{
	return p->at[point] != '.' && naive_is_red(p->at[point]) == red;
}

/* Where that side's pieces stand; returns how many. */
static inline int
naive_men(const struct naive *p, bool red, int out[POINTS])
{
	int count = 0;

	for (int point = 0; point < POINTS; point++)
		if (naive_owns(p, red, point))
			out[count++] = point;
	return count;
}

static inline bool
naive_crossed(int point, bool red)
{
	return red ? point >= 45 : point < 45;
}

static inline int
naive_between(const struct naive *p, int from, int to)
{
	int step = from % 9 == to % 9 ? 9 : 1;
	int low = from < to ? from : to, high = from < to ? to : from;
	int count = 0;

	for (int point = low + step; point < high; point += step)
		count += p->at[point] != '.';
	return count;
}

static inline bool
naive_palace(int point, bool red)
{
	return point % 9 >= 3 && point % 9 <= 5 && (red ? point < 27 : point >= 63);
}

static inline bool
naive_soldier(int from, int dx, int dy, bool red)
{
	if (dx == 0)
		return dy == (red ? 1 : -1);
	return dy == 0 && abs(dx) == 1 && naive_crossed(from, red);
}

/* Could the piece on from go to the other point, kings' safety aside? */
static inline bool
naive_reaches(const struct naive *p, int from, int to)
{
	bool red = naive_is_red(p->at[from]);
	int dx = to % 9 - from % 9, dy = to / 9 - from / 9;
	int wide = abs(dx), high = abs(dy);
	bool straight = (dx == 0) != (dy == 0);

	switch (toupper((unsigned char)p->at[from])) {
	case 'K':
		return wide + high == 1 && naive_palace(to, red);
	case 'A':
		return wide == 1 && high == 1 && naive_palace(to, red);
	case 'B':
		return wide == 2 && high == 2 && !naive_crossed(to, red) &&
		    p->at[from + dy / 2 * 9 + dx / 2] == '.';
	case 'N':
		return wide * high == 2 && p->at[from + dy / 2 * 9 + dx / 2] == '.';
	case 'R':
		return straight && naive_between(p, from, to) == 0;
	case 'C':
		return straight && naive_between(p, from, to) == (p->at[to] != '.');
	default:
		return naive_soldier(from, dx, dy, red);
	}
}

static inline int
naive_king(const struct naive *p, bool red)
{
	const char *found = memchr(p->at, red ? 'K' : 'k', POINTS);

	return (int)(found - p->at);
}

/* The numbers of the pieces that attack that king, as bits. */
static inline uint32_t
naive_checkers(const struct naive *p, bool red)
{
	int king = naive_king(p, red);
	uint32_t numbers = 0;

	for (int point = 0; point < POINTS; point++)
		if (naive_owns(p, !red, point) && naive_reaches(p, point, king))
			numbers |= UINT32_C(1) << p->number[point];
	return numbers;
}

static inline bool
naive_is_safe(const struct naive *p, bool red)
{
	int a = naive_king(p, true), b = naive_king(p, false);

	return naive_checkers(p, red) == 0 && (a % 9 != b % 9 || naive_between(p, a, b) > 0);
}

static inline void
naive_play(struct naive *p, int from, int to)
{
	p->at[to] = p->at[from];
	p->number[to] = p->number[from];
	p->at[from] = '.';
	p->red_moves = !p->red_moves;
}

/* Whoever is to move. */
static inline bool
naive_legal(const struct naive *p, int from, int to)
{
	struct naive after = *p;
	bool red = naive_is_red(p->at[from]);

	if (p->at[from] == '.' || naive_owns(p, red, to) || !naive_reaches(p, from, to))
		return false;
	naive_play(&after, from, to);
	return naive_is_safe(&after, red);
}

static inline bool
naive_equal(const struct naive *a, const struct naive *b)
{
	return a->red_moves == b->red_moves && memcmp(a->at, b->at, POINTS) == 0;
}

#endif
