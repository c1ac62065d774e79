/* SPDX-License-Identifier: ISC */
/*
 * What the moves of a game did, on the naive board: checks, the Asian rules'
 * threats and CXQ's chases, each found by asking every pair of points.
 *
 * Nothing is decided here.
 */
#ifndef RULES_NAIVE_ACTS_H
#define RULES_NAIVE_ACTS_H

#include "unit/rules/naive.h"

#define PLIES 56 /* too few for CXQ's 30 moves a side */

/* What a move did: bits are the numbers of pieces. */
struct act {
	uint8_t from, to;
	uint8_t mover;
	bool only_move;
	uint32_t checkers;
	uint32_t direct, any; /* Asian victims */
	uint32_t chased;      /* CXQ victims, and by whom */
	uint32_t chasers[32];
};

struct game {
	struct naive position[PLIES + 1];
	struct act act[PLIES + 1]; /* act[n] led to position[n] */
	int length;
};

/* Attacks of one side: by attacker, the victims; all, those that threaten. */
struct attacks {
	uint32_t raw[32], bad[32];
};

static struct game game;

static int
kind(const struct naive *p, int point)
{
	return toupper((unsigned char)p->at[point]);
}

/* Of pieces of two sides. */
static bool
is_attack(const struct naive *p, int from, int to)
{
	if (strchr("KP", kind(p, from)) != NULL || kind(p, to) == 'K')
		return false;
	if (kind(p, to) == 'P' && !naive_crossed(to, naive_is_red(p->at[to])))
		return false;
	return naive_legal(p, from, to);
}

static bool
is_answered(const struct naive *p, int from, int to)
{
	struct naive after = *p;
	bool red = naive_is_red(p->at[from]);

	naive_play(&after, from, to);
	for (int point = 0; point < POINTS; point++)
		if (naive_owns(&after, !red, point) && naive_legal(&after, point, to))
			return true;
	return false;
}

static bool
is_offer(const struct naive *p, int from, int to)
{
	return kind(p, from) == kind(p, to) && naive_legal(p, to, from);
}

static bool
threatens(const struct naive *p, int from, int to)
{
	if (kind(p, to) == 'R' && strchr("NC", kind(p, from)) != NULL)
		return true;
	if (strchr("RNC", kind(p, to)) != NULL && strchr("AB", kind(p, from)) != NULL)
		return true;
	return !is_offer(p, from, to) && !is_answered(p, from, to);
}

static void
list_attacks(const struct naive *p, bool red, struct attacks *out)
{
	int men[POINTS], others[POINTS];
	int count = naive_men(p, red, men), other_count = naive_men(p, !red, others);

	memset(out, 0, sizeof(*out));
	for (int i = 0; i < count * other_count; i++) {
		int from = men[i / other_count], to = others[i % other_count];

		if (!is_attack(p, from, to))
			continue;
		out->raw[p->number[from]] |= UINT32_C(1) << p->number[to];
		if (threatens(p, from, to))
			out->bad[p->number[from]] |= UINT32_C(1) << p->number[to];
	}
}

static void
find_threats(const struct naive *before, const struct naive *after, struct act *act)
{
	struct attacks old, now;

	if (act->checkers != 0)
		return;
	list_attacks(before, before->red_moves, &old);
	list_attacks(after, before->red_moves, &now);
	for (int i = 0; i < 32; i++) {
		act->direct |= now.bad[i] & ~old.raw[i];
		act->any |= now.bad[i] & ~old.bad[i];
	}
}

/* Is it CXQ's chase: by the piece moved, or a cannon that could not before? */
static bool
is_chase(const struct naive *before, const struct naive *after, int moved, int from, int to)
{
	if (!is_attack(after, from, to) || is_offer(after, from, to))
		return false;
	if (from != moved && (kind(after, from) != 'C' || naive_legal(before, from, to)))
		return false;
	if (kind(after, to) == 'R' && strchr("NC", kind(after, from)) != NULL)
		return true;
	return !is_answered(after, from, to);
}

static void
find_chases(const struct naive *before, const struct naive *after, struct act *act)
{
	int men[POINTS], others[POINTS];
	int count = naive_men(after, before->red_moves, men);
	int other_count = naive_men(after, after->red_moves, others);

	for (int i = 0; i < count * other_count; i++) {
		int from = men[i / other_count], to = others[i % other_count];

		if (!is_chase(before, after, act->to, from, to))
			continue;
		act->chased |= UINT32_C(1) << after->number[to];
		act->chasers[after->number[to]] |= UINT32_C(1) << after->number[from];
	}
}

static int
count_moves(const struct naive *p)
{
	int men[POINTS], count = naive_men(p, p->red_moves, men), moves = 0;

	for (int i = 0; i < count * POINTS; i++)
		moves += naive_legal(p, men[i / POINTS], i % POINTS);
	return moves;
}

static void
game_add(int from, int to)
{
	const struct naive *before = &game.position[game.length];
	struct naive *after = &game.position[game.length + 1];
	struct act *act = &game.act[++game.length];

	*after = *before;
	naive_play(after, from, to);
	memset(act, 0, sizeof(*act));
	act->from = (uint8_t)from;
	act->to = (uint8_t)to;
	act->mover = after->number[to];
	act->only_move = count_moves(before) == 1;
	act->checkers = naive_checkers(after, after->red_moves);
	find_threats(before, after, act);
	find_chases(before, after, act);
}

#endif
