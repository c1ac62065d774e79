/* SPDX-License-Identifier: ISC */
/*
 * Xiangqi and its rules on chases once more, as plainly as they can be said, to
 * compare src/rules with (the oracle, and unit tests of src/rules): letters on ninety
 * points, every pair of points asked.
 *
 * Nothing of src/ is used, and nothing is decided or counted here: what a move
 * did is told, and each test adds that up in its own plain way.  Points are counted
 * as squares are in src/: A1 is 0, B1 is 1, A2 is 9; a piece keeps its number
 * wherever it goes.  Attacks are captures that leave the king under no check but those
 * that stand already, as the repetition judge has them.
 */
#ifndef ORACLE_NAIVE_H
#define ORACLE_NAIVE_H

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

/* A FEN's placement and side to move; pieces are numbered in the order of points. */
static inline void
naive_read(struct naive *p, const char *fen)
{
	int number = 0;

	memset(p, 0, sizeof(*p));
	memset(p->at, '.', POINTS);
	for (int y = 9; y >= 0; y--, fen++)
		for (int x = 0; x < 9; fen++) {
			if (isdigit((unsigned char)*fen))
				x += *fen - '0';
			else
				p->at[9 * y + x++] = *fen;
		}
	p->red_moves = *fen != 'b';
	for (int point = 0; point < POINTS; point++)
		if (p->at[point] != '.')
			p->number[point] = (uint8_t)number++;
}

static inline void
naive_write(const struct naive *p, char out[128])
{
	for (int y = 9; y >= 0; y--) {
		for (int x = 0; x < 9; x++)
			*out++ = p->at[9 * y + x] == '.' ? '1' : p->at[9 * y + x];
		*out++ = y > 0 ? '/' : ' ';
	}
	strcpy(out, p->red_moves ? "w" : "b");
}

static inline bool
naive_is_red(char piece)
{
	return isupper((unsigned char)piece) != 0;
}

/* The letter in upper case. */
static inline int
naive_kind(const struct naive *p, int point)
{
	return toupper((unsigned char)p->at[point]);
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

	switch (naive_kind(p, from)) {
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
naive_kings_face(const struct naive *p)
{
	int a = naive_king(p, true), b = naive_king(p, false);

	return a % 9 == b % 9 && naive_between(p, a, b) == 0;
}

static inline void
naive_play(struct naive *p, int from, int to)
{
	p->at[to] = p->at[from];
	p->number[to] = p->number[from];
	p->at[from] = '.';
	p->number[from] = 0;
	p->red_moves = !p->red_moves;
}

/* Whoever is to move.  A king is never taken. */
static inline bool
naive_legal(const struct naive *p, int from, int to)
{
	struct naive after = *p;
	bool red = naive_is_red(p->at[from]);

	if (p->at[from] == '.' || naive_owns(p, red, to) || naive_kind(p, to) == 'K' ||
	    !naive_reaches(p, from, to))
		return false;
	naive_play(&after, from, to);
	return naive_checkers(&after, red) == 0 && !naive_kings_face(&after);
}

static inline bool
naive_equal(const struct naive *a, const struct naive *b)
{
	return a->red_moves == b->red_moves && memcmp(a->at, b->at, POINTS) == 0;
}

/* That side's moves, or its captures alone; returns how many. */
static inline int
naive_moves(const struct naive *p, bool red, bool captures, uint8_t out[][2])
{
	int men[POINTS], count = naive_men(p, red, men), moves = 0;

	for (int i = 0; i < count * POINTS; i++) {
		int from = men[i / POINTS], to = i % POINTS;

		if ((captures && p->at[to] == '.') || !naive_legal(p, from, to))
			continue;
		out[moves][0] = (uint8_t)from;
		out[moves++][1] = (uint8_t)to;
	}
	return moves;
}

/* Of pieces of two sides; checks that stand are left out of account. */
static inline bool
naive_attacks(const struct naive *p, int from, int to)
{
	bool red = naive_is_red(p->at[from]);
	struct naive after = *p;

	if (strchr("KP", naive_kind(p, from)) != NULL || naive_kind(p, to) == 'K')
		return false;
	if (naive_kind(p, to) == 'P' && !naive_crossed(to, naive_is_red(p->at[to])))
		return false;
	if (!naive_reaches(p, from, to))
		return false;
	naive_play(&after, from, to);
	return (naive_checkers(&after, red) & ~naive_checkers(p, red)) == 0 &&
	    (!naive_kings_face(&after) || naive_kings_face(p));
}

static inline bool
naive_answered(const struct naive *p, int from, int to)
{
	struct naive after = *p;
	bool red = naive_is_red(p->at[from]);

	naive_play(&after, from, to);
	for (int point = 0; point < POINTS; point++)
		if (naive_owns(&after, !red, point) && naive_legal(&after, point, to))
			return true;
	return false;
}

static inline bool
naive_offers(const struct naive *p, int from, int to)
{
	return naive_kind(p, from) == naive_kind(p, to) && naive_legal(p, to, from);
}

static inline bool
naive_threatens(const struct naive *p, int from, int to)
{
	if (naive_kind(p, to) == 'R' && strchr("NC", naive_kind(p, from)) != NULL)
		return true;
	if (strchr("RNC", naive_kind(p, to)) != NULL && strchr("AB", naive_kind(p, from)) != NULL)
		return true;
	return !naive_offers(p, from, to) && !naive_answered(p, from, to);
}

/* Attacks of one side: by attacker, the victims; all, and those that threaten. */
struct naive_attacks {
	uint32_t raw[32], bad[32];
};

static inline void
naive_list_attacks(const struct naive *p, bool red, struct naive_attacks *out)
{
	int men[POINTS], others[POINTS];
	int count = naive_men(p, red, men), other_count = naive_men(p, !red, others);

	memset(out, 0, sizeof(*out));
	for (int i = 0; i < count * other_count; i++) {
		int from = men[i / other_count], to = others[i % other_count];

		if (!naive_attacks(p, from, to))
			continue;
		out->raw[p->number[from]] |= UINT32_C(1) << p->number[to];
		if (naive_threatens(p, from, to))
			out->bad[p->number[from]] |= UINT32_C(1) << p->number[to];
	}
}

/* The victims, by number, that a move threatens directly, and those that it
 * threatens directly or by cutting protection; a check threatens none.  standing: those
 * that were under threat before it. */
static inline void
naive_threats(const struct naive *before, const struct naive *after, uint32_t *direct,
    uint32_t *any, uint32_t *standing)
{
	struct naive_attacks old, now;

	*direct = *any = *standing = 0;
	if (naive_checkers(after, after->red_moves) != 0)
		return;
	naive_list_attacks(before, before->red_moves, &old);
	naive_list_attacks(after, before->red_moves, &now);
	for (int i = 0; i < 32; i++) {
		*direct |= now.bad[i] & ~old.raw[i];
		*any |= now.bad[i] & ~old.bad[i];
		*standing |= old.bad[i];
	}
}

/* CXQ's chases, by the piece that moved to `moved`, or by another cannon that could not
 * take before: by victim, the chasers of an unprotected piece (a rook always is, for
 * cannon and horse).
 * True when there was a chase at all, of a protected piece too. */
static inline bool
naive_list_chases(
    const struct naive *before, const struct naive *after, int moved, uint32_t chasers[32])
{
	int men[POINTS], others[POINTS];
	int count = naive_men(after, before->red_moves, men);
	int other_count = naive_men(after, after->red_moves, others);
	bool any = false;

	memset(chasers, 0, 32 * sizeof(*chasers));
	for (int i = 0; i < count * other_count; i++) {
		int from = men[i / other_count], to = others[i % other_count], was = 0;

		if (!naive_attacks(after, from, to) || naive_offers(after, from, to))
			continue;
		if (from != moved && naive_kind(after, from) != 'C')
			continue;
		while (before->at[was] == '.' || before->number[was] != after->number[from])
			was++;
		if (from != moved && naive_attacks(before, was, to))
			continue;
		any = true;
		if ((naive_kind(after, to) == 'R' &&
			strchr("NC", naive_kind(after, from)) != NULL) ||
		    !naive_answered(after, from, to))
			chasers[after->number[to]] |= UINT32_C(1) << after->number[from];
	}
	return any;
}

#endif
