/* SPDX-License-Identifier: ISC */
/*
 * The referee against a naive judge, over random loops of random positions,
 * under all three rule sets.
 *
 * The naive judge (unit/rules/naive.h) remembers all and looks back over the whole
 * game after each move.  Loops hold no captures, so mates, dead positions and
 * counts of quiet moves are left to other tests.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "rules/fen.h"
#include "rules/referee/internal.h"
#include "unit/rules/naive.h"

#define GAMES 1500
#define PLIES 56 /* too few for CXQ's 30 moves a side */

/* What a move did: bits are the numbers of pieces. */
struct act {
	uint8_t from, to;
	uint8_t mover;
	bool only_move;
	bool chases;
	uint32_t checkers;
	uint32_t direct, any; /* Asian victims */
	uint32_t chasers[32]; /* CXQ: by victim */
};

static struct {
	struct naive position[PLIES + 1];
	struct act act[PLIES + 1]; /* act[n] led to position[n] */
	int length;
} game;

struct ruling {
	char word; /* n, w, r, d or l */
	int ply;
	bool known, red; /* who loses or must vary, if anybody */
};

static int seen[RULESETS][128]; /* by the ruling's word */

static uint64_t seed = 1;

static int
chance(int below)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (int)((seed >> 33) % (uint64_t)below);
}

static void
game_add(int from, int to)
{
	const struct naive *before = &game.position[game.length];
	struct naive *after = &game.position[game.length + 1];
	struct act *act = &game.act[++game.length];
	uint8_t moves[MOVES_MAX][2];

	*after = *before;
	naive_play(after, from, to);
	*act = (struct act){ .from = (uint8_t)from, .to = (uint8_t)to };
	act->mover = after->number[to];
	act->only_move = naive_moves(before, before->red_moves, false, moves) == 1;
	act->checkers = naive_checkers(after, after->red_moves);
	naive_threats(before, after, &act->direct, &act->any);
	act->chases = naive_list_chases(before, after, to, act->chasers);
}

static bool
is_fourth_check(int ply)
{
	uint32_t same = game.act[ply].checkers;

	if (ply < 7)
		return false;
	for (int back = 1; back <= 6; back++) {
		const struct act *act = &game.act[ply - back];

		if (act->mover != game.act[back % 2 == 0 ? ply : ply - 1].mover)
			return false;
		if (back % 2 == 0)
			same &= act->checkers;
	}
	return same != 0;
}

/* 3 check, 2 chase, 1 by cutting, 0: by one side, plies first to last. */
static int
level(int first, int last, bool red)
{
	uint32_t direct = UINT32_MAX, any = UINT32_MAX;
	bool checks = true;

	for (int ply = first; ply <= last; ply++) {
		if (game.position[ply - 1].red_moves != red)
			continue;
		checks = checks && game.act[ply].checkers != 0;
		direct &= game.act[ply].direct;
		any &= game.act[ply].any;
	}
	return checks ? 3 : direct != 0 ? 2 : any != 0;
}

/* Over all from first to ply; by level 1, only who also loses a round between two
 * occurrences. */
static bool
loses(int first, int ply, bool red)
{
	int mine = level(first + 1, ply, red);

	if (mine <= level(first + 1, ply, !red))
		return false;
	if (mine > 1)
		return true;
	for (int from = first, to = first + 1; to <= ply; to++) {
		if (!naive_equal(&game.position[to], &game.position[ply]))
			continue;
		if (level(from + 1, to, red) > level(from + 1, to, !red))
			return true;
		from = to;
	}
	return false;
}

static int
occurrences(int ply, int *first)
{
	int count = 0;

	for (int back = ply; back >= 0; back--) {
		if (!naive_equal(&game.position[back], &game.position[ply]))
			continue;
		count++;
		*first = back;
	}
	return count;
}

static void
judge_loop(int ply, bool server, struct ruling *out)
{
	bool mover = game.position[ply - 1].red_moves;
	bool refuses = server && !game.act[ply].only_move;
	int first, count = occurrences(ply, &first);
	bool red, green;

	if (refuses && is_fourth_check(ply)) {
		*out = (struct ruling){ 'r', ply, true, mover };
		return;
	}
	if (count < 2)
		return;
	red = loses(first, ply, true);
	green = loses(first, ply, false);
	*out = (struct ruling){ 'w', ply, red || green, red };
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
run_left(int ply, int victim, int *length)
{
	uint32_t used = 0;
	int limit = 6;

	*length = 0;
	for (; ply > 0; ply -= 2, ++*length) {
		uint32_t by = victim == 32 ? game.act[ply].checkers : game.act[ply].chasers[victim];

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
chase_left(int ply)
{
	int least = 18, length;

	for (int victim = 0; victim < 32; victim++) {
		int left = run_left(ply, victim, &length);

		least = left < least ? left : least;
	}
	return least;
}

/* margin 0: the limit is overstepped; 2: it is announced. */
static bool
judge_runs(int ply, int margin, struct ruling *out)
{
	bool mover = game.position[ply - 1].red_moves;
	int length, other = margin == 0 ? 0 : 1;
	bool they_check = run_left(ply - 1, 32, &length) <= other;

	*out = (struct ruling){ margin == 0 ? 'l' : 'w', ply, true, mover };
	if (run_left(ply, 32, &length) < margin) {
		out->known = !they_check;
	} else if (chase_left(ply) < margin) {
		if (they_check)
			out->red = !mover;
		else
			out->known = chase_left(ply - 1) > other;
	} else {
		*out = (struct ruling){ 'n', ply, false, false };
		return false;
	}
	if (!out->known && margin == 0)
		out->word = 'd';
	return true;
}

static bool
run_fills(int first, int last)
{
	for (int victim = 0; victim <= 32; victim++) {
		int mine, theirs;

		run_left(last, victim, &mine);
		run_left(last - 1, victim, &theirs);
		if (2 * mine >= last - first || 2 * theirs >= last - first)
			return true;
	}
	return false;
}

static void
judge_cxq(int ply, struct ruling *out)
{
	int first, count = occurrences(ply, &first);

	if (judge_runs(ply, 0, out))
		return;
	judge_runs(ply, 2, out);
	if (count < 2 || run_fills(first, ply))
		return;
	if (count > 2)
		*out = (struct ruling){ 'd', ply, false, false };
	else if (out->word == 'n')
		*out = (struct ruling){ 'w', ply, false, false };
}

static struct ruling
judge_naively(enum ruleset rules)
{
	struct ruling ruling = { 0 };

	for (int ply = 1; ply <= game.length; ply++) {
		ruling = (struct ruling){ 'n', ply, false, false };
		if (rules == RULES_CXQ)
			judge_cxq(ply, &ruling);
		else
			judge_loop(ply, rules == RULES_SERVER, &ruling);
		if (ruling.word != 'n' && ruling.word != 'w')
			break;
	}
	return ruling;
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

/* Each side has a rook or a horse, so that nothing is dead. */
static bool
random_position(struct naive *p)
{
	char fen[128];
	struct board board;
	int number = 0;

	memset(p, 0, sizeof(*p));
	memset(p->at, '.', POINTS);
	p->red_moves = chance(2) == 0;
	for (int side = 0; side < 2; side++) {
		place(p, 'K', side == 0);
		place(p, "RN"[chance(2)], side == 0);
		for (int more = chance(7); more > 0; more--)
			place(p, "RNCCPPAB"[chance(8)], side == 0);
	}
	for (int point = 0; point < POINTS; point++)
		if (p->at[point] != '.')
			p->number[point] = (uint8_t)number++;
	naive_write(p, fen);
	return fen_read(fen, &board) == NULL;
}

static bool
add_quiet(int from, int to)
{
	const struct naive *p = &game.position[game.length];

	if (p->at[to] != '.' || !naive_owns(p, p->red_moves, from) || !naive_legal(p, from, to))
		return false;
	game_add(from, to);
	return true;
}

static bool
add_random(void)
{
	for (int tries = 0; tries < 2000; tries++)
		if (add_quiet(chance(POINTS), chance(POINTS)))
			return true;
	return false;
}

/* Both sides out and back, perhaps with the first move of another loop.
 * Returns how many of the moves are forcing; -1: tried in vain. */
static int
find_loop(const struct naive *start, const struct act *other, struct act loop[4])
{
	int forcing = 0;
	bool begun;

	game.length = 0;
	game.position[0] = *start;
	begun = other != NULL ? add_quiet(other->from, other->to) : add_random();
	if (!begun || !add_random() || !add_quiet(game.act[1].to, game.act[1].from) ||
	    !add_quiet(game.act[2].to, game.act[2].from))
		return -1;
	for (int i = 0; i < 4; i++) {
		loop[i] = game.act[i + 1];
		forcing += loop[i].checkers != 0 || loop[i].any != 0 || loop[i].chases;
	}
	return forcing;
}

/* Two loops in random order, begun anywhere. */
static void
play_loops(const struct naive *start, struct act loops[2][4])
{
	struct naive first = *start;
	int mixed = chance(3), skip = chance(4), plies = 9 + chance(PLIES - 12);

	for (int i = 0; i < skip; i++)
		naive_play(&first, loops[0][i].from, loops[0][i].to);
	game.length = 0;
	game.position[0] = first;
	for (int round = 0; game.length < plies; round++) {
		const struct act *loop = loops[round > 0 && mixed > 0 ? chance(2) : 0];

		for (int i = round == 0 ? skip : 0; i < 4; i++)
			game_add(loop[i].from, loop[i].to);
	}
}

static void
random_game(void)
{
	struct naive start;
	struct act loops[2][4];
	bool found = false;

	while (!found) {
		if (!random_position(&start))
			continue;
		for (int tries = 0; tries < 30 && !found; tries++)
			found = find_loop(&start, NULL, loops[0]) >= (chance(20) > 0 ? 3 : 0);
	}
	memcpy(loops[1], loops[0], sizeof(loops[0]));
	for (int tries = 0; tries < 4; tries++) {
		struct act other[4];

		if (find_loop(&start, tries % 2 == 0 ? loops[0] : NULL, other) > 0)
			memcpy(loops[1], other, sizeof(other));
	}
	play_loops(&start, loops);
}

static struct ruling
ask_referee(enum ruleset rules)
{
	struct move moves[PLIES];
	struct history h = { .rules = rules, .moves = moves, .length = game.length };
	struct verdict verdict;
	struct ruling ruling = { 0 };
	char fen[128];

	naive_write(&game.position[0], fen);
	assert_null(fen_read(fen, &h.start));
	for (int i = 0; i < game.length; i++)
		moves[i] = (struct move){ game.act[i + 1].from, game.act[i + 1].to };
	ruling.ply = referee_replay(&h, &verdict);
	ruling.known = verdict.loser_known;
	ruling.red = verdict.loser_known && verdict.loser == RED;
	ruling.word = "nwrdl"[verdict.kind];
	return ruling;
}

static void
random_loops(void **state)
{
	(void)state;
	for (int i = 0; i < GAMES; i++) {
		random_game();
		for (int rules = 0; rules < RULESETS; rules++) {
			struct ruling want = judge_naively((enum ruleset)rules);
			struct ruling got = ask_referee((enum ruleset)rules);

			want.red = want.known && want.red;
			seen[rules][(int)want.word]++;
			if (want.word != got.word || want.ply != got.ply ||
			    want.known != got.known || want.red != got.red)
				fail_msg("game %d, rules %d: %c %d %d%d, not %c %d %d%d", i, rules,
				    got.word, got.ply, got.known, got.red, want.word, want.ply,
				    want.known, want.red);
		}
	}
}

/* The loops above are of use only if they come to every kind of end. */
static void
all_rulings_came_up(void **state)
{
	(void)state;
	assert_true(seen[RULES_SERVER]['r'] > GAMES / 50);
	for (int rules = 0; rules < RULESETS; rules++)
		assert_true(seen[rules]['d'] > GAMES / 50);
	assert_true(seen[RULES_ASIAN]['l'] > GAMES / 50);
	assert_true(seen[RULES_CXQ]['l'] > GAMES / 50);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_loops),
		cmocka_unit_test(all_rulings_came_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
