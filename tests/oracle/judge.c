/* SPDX-License-Identifier: ISC */
/*
 * The naive judge: remembers all that was played and looks back over the whole of
 * it after each move.
 *
 * Loops hold no captures, so mates, dead positions and counts of quiet moves are
 * left to other tests.
 */
#include "oracle/judge.h"

#define MOVES 256

void
played_begin(struct played *game, const struct naive *start)
{
	game->length = 0;
	game->position[0] = *start;
}

/* The same move from the same position, with every piece in its place. */
static const struct act *
find_act(const struct played *game, int from, int to)
{
	const struct naive *before = &game->position[game->length];

	for (int ply = game->length - 1; ply > 0; ply -= 2)
		if (game->act[ply].from == from && game->act[ply].to == to &&
		    naive_equal(&game->position[ply - 1], before) &&
		    memcmp(game->position[ply - 1].number, before->number, POINTS) == 0)
			return &game->act[ply];
	return NULL;
}

static bool
keeps_attack(const struct naive *p)
{
	if (naive_checkers(p, p->red_moves) == 0)
		return false;
	for (int i = 0; i < POINTS * POINTS; i++) {
		int from = i / POINTS, to = i % POINTS;

		if (naive_owns(p, p->red_moves, from) && naive_owns(p, !p->red_moves, to) &&
		    naive_attacks(p, from, to) && !naive_legal(p, from, to))
			return true;
	}
	return false;
}

void
played_add(struct played *game, int from, int to)
{
	const struct act *known = find_act(game, from, to);
	const struct naive *before = &game->position[game->length];
	struct naive *after = &game->position[game->length + 1];
	struct act *act = &game->act[++game->length];
	uint8_t moves[MOVES][2];

	*after = *before;
	naive_play(after, from, to);
	if (known != NULL) {
		*act = *known;
		return;
	}
	*act = (struct act){ .from = (uint8_t)from, .to = (uint8_t)to };
	act->mover = after->number[to];
	act->only_move = naive_moves(before, before->red_moves, false, moves) == 1;
	act->checkers = naive_checkers(after, after->red_moves);
	naive_threats(before, after, &act->direct, &act->any, &act->standing);
	act->keeps_attack = keeps_attack(before);
	act->chases = naive_list_chases(before, after, to, act->chasers);
}

static bool
is_fourth_check(const struct played *game, int ply)
{
	uint32_t same = game->act[ply].checkers;

	if (ply < 7)
		return false;
	for (int back = 1; back <= 6; back++) {
		const struct act *act = &game->act[ply - back];

		if (act->mover != game->act[back % 2 == 0 ? ply : ply - 1].mover)
			return false;
		if (back % 2 == 0)
			same &= act->checkers;
	}
	return same != 0;
}

/* 3 check, 2 chase, 1 by cutting, 0: by one side, plies first to last. */
static int
level(const struct played *game, int first, int last, bool red)
{
	uint32_t direct = UINT32_MAX, any = UINT32_MAX, standing = UINT32_MAX;
	bool checks = true;

	for (int ply = first; ply <= last; ply++) {
		if (game->position[ply - 1].red_moves != red)
			continue;
		checks = checks && game->act[ply].checkers != 0;
		direct &= game->act[ply].direct;
		any &= game->act[ply].any;
		standing &= game->act[ply].standing;
	}
	if (checks)
		return 3;
	/* Nobody answers a chase of what stands under threat all the time. */
	return (direct & ~standing) != 0 ? 2 : (any & ~standing) != 0;
}

/* Does every move of one side threaten a piece that was never saved? */
static bool
never_saved(const struct played *game, int first, int last, bool red)
{
	uint32_t any = UINT32_MAX;

	for (int ply = first; ply <= last; ply++)
		if (game->position[ply - 1].red_moves == red)
			any &= game->act[ply].any & game->act[ply].standing;
	return any != 0;
}

/* Over all from first to ply; by level 1, only who also loses a round between two
 * occurrences. */
static bool
loses(const struct played *game, int first, int ply, bool red)
{
	int mine = level(game, first + 1, ply, red);

	if (mine <= level(game, first + 1, ply, !red))
		return false;
	if (mine > 1)
		return true;
	for (int from = first, to = first + 1; to <= ply; to++) {
		if (!naive_equal(&game->position[to], &game->position[ply]))
			continue;
		if (level(game, from + 1, to, red) > level(game, from + 1, to, !red))
			return true;
		from = to;
	}
	return false;
}

static int
occurrences(const struct played *game, int ply, int *first)
{
	int count = 0;

	for (int back = ply; back >= 0; back--) {
		if (!naive_equal(&game->position[back], &game->position[ply]))
			continue;
		count++;
		*first = back;
	}
	return count;
}

static void
judge_loop(const struct played *game, int ply, bool server, struct ruling *out)
{
	bool mover = game->position[ply - 1].red_moves;
	bool refuses = server && !game->act[ply].only_move;
	int first, count = occurrences(game, ply, &first);
	bool red, green;

	if (refuses && is_fourth_check(game, ply)) {
		*out = (struct ruling){ .word = 'r', .ply = ply, .known = true, .red = mover };
		return;
	}
	if (count < 2)
		return;
	red = loses(game, first, ply, true);
	green = loses(game, first, ply, false);
	*out = (struct ruling){ .word = 'w',
		.ply = ply,
		.known = red || green,
		.red = red,
		.unsaved = never_saved(game, first + 1, ply, true) ||
		    never_saved(game, first + 1, ply, false),
		.cuts_excused = !red && !green &&
		    level(game, first + 1, ply, true) != level(game, first + 1, ply, false) };
	if (count == 2)
		return;
	if (!out->known)
		out->word = 'd';
	else if (!server || out->red == mover)
		out->word = refuses ? 'r' : 'l';
}

/* Consecutive checks (victim 32) or chases of one piece, up to ply; what is
 * left of the limit. */
static int
run_left(const struct played *game, int ply, int victim, int *length)
{
	uint32_t used = 0;
	int limit = 6;

	*length = 0;
	for (; ply > 0; ply -= 2, ++*length) {
		uint32_t by = victim == 32 ? game->act[ply].checkers :
					     game->act[ply].chasers[victim];

		if (by == 0)
			break;
		used |= by;
	}
	for (int i = 0; i < 32 && limit < 18; i++)
		if (used >> i & 1 && (used & ((UINT32_C(1) << i) - 1)) != 0)
			limit += 6;
	return *length > 0 ? limit - *length : 18;
}

static int
chase_left(const struct played *game, int ply)
{
	int least = 18, length;

	for (int victim = 0; victim < 32; victim++) {
		int left = run_left(game, ply, victim, &length);

		least = left < least ? left : least;
	}
	return least;
}

/* margin 0: the limit is overstepped; 2: it is announced. */
static bool
judge_runs(const struct played *game, int ply, int margin, struct ruling *out)
{
	bool mover = game->position[ply - 1].red_moves;
	int length, other = margin == 0 ? 0 : 1;
	bool they_check = run_left(game, ply - 1, 32, &length) <= other;

	*out = (struct ruling){
		.word = margin == 0 ? 'l' : 'w', .ply = ply, .known = true, .red = mover
	};
	if (run_left(game, ply, 32, &length) < margin) {
		out->known = !they_check;
	} else if (chase_left(game, ply) < margin) {
		if (they_check)
			out->red = !mover;
		else
			out->known = chase_left(game, ply - 1) > other;
	} else {
		*out = (struct ruling){ .word = 'n', .ply = ply, .known = false, .red = false };
		return false;
	}
	if (!out->known && margin == 0)
		out->word = 'd';
	return true;
}

static bool
run_fills(const struct played *game, int first, int last)
{
	for (int victim = 0; victim <= 32; victim++) {
		int mine, theirs;

		run_left(game, last, victim, &mine);
		run_left(game, last - 1, victim, &theirs);
		if (2 * mine >= last - first || 2 * theirs >= last - first)
			return true;
	}
	return false;
}

static void
judge_cxq(const struct played *game, int ply, struct ruling *out)
{
	int first, count = occurrences(game, ply, &first);

	if (judge_runs(game, ply, 0, out))
		return;
	judge_runs(game, ply, 2, out);
	if (count < 2 || run_fills(game, first, ply))
		return;
	if (count > 2)
		*out = (struct ruling){ .word = 'd', .ply = ply, .known = false, .red = false };
	else if (out->word == 'n')
		*out = (struct ruling){ .word = 'w', .ply = ply, .known = false, .red = false };
}

struct ruling
played_judge(const struct played *game, enum played_rules rules)
{
	struct ruling ruling = { 0 };

	for (int ply = 1; ply <= game->length; ply++) {
		ruling = (struct ruling){ .word = 'n', .ply = ply, .known = false, .red = false };
		if (rules == PLAYED_CXQ)
			judge_cxq(game, ply, &ruling);
		else
			judge_loop(game, ply, rules == PLAYED_SERVER, &ruling);
		if (ruling.word != 'n' && ruling.word != 'w')
			break;
	}
	return ruling;
}
