/* SPDX-License-Identifier: ISC */
/*
 * The stairs: the rules one by one, as BrainKing tells them, and a year of fifty players, in which
 * what must always hold is looked at after each thing that happens.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "game/stairs.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define NOW      (20000 * DAY)

static void
meetings(void **state)
{
	/* On step 6 one may challenge those on 6, 5, 4 and 3. */
	static const struct {
		int64_t other;
		int step, by_step;
		int64_t is_played;
		bool plays;
		int64_t last;
		enum meeting want;
	} rows[] = {
		{ 2, 6, 6, 0, false, 0, MEETING_FREE },
		{ 2, 3, 6, 0, false, 0, MEETING_FREE },
		{ 2, 2, 6, 0, false, 0, MEETING_FAR },
		{ 2, 7, 6, 0, false, 0, MEETING_ABOVE },
		{ 2, 1, 1, 0, false, 0, MEETING_FREE },
		{ 1, 6, 6, 0, false, 0, MEETING_SELF },
		{ 2, 6, 6, 9, false, 0, MEETING_TAKEN },
		{ 2, 6, 6, 0, true, 0, MEETING_PLAYING },
		{ 2, 6, 6, 9, true, 0, MEETING_PLAYING },
		{ 2, 6, 6, 0, false, NOW, MEETING_LATELY },
		{ 2, 6, 6, 0, false, NOW - 14 * DAY + 1, MEETING_LATELY },
		{ 2, 6, 6, 0, false, NOW - 14 * DAY, MEETING_FREE },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct climber by = { .seat.player = 1, .step = rows[i].by_step };
		const struct climber other = { .seat.player = rows[i].other,
			.step = rows[i].step,
			.is_played = rows[i].is_played };

		print_message("row %zu\n", i);
		assert_int_equal(
		    stairs_meeting(&by, &other, rows[i].plays, rows[i].last, NOW), rows[i].want);
	}
}

static void
steps(void **state)
{
	(void)state;
	assert_int_equal(stairs_step(4, RESULT_RED, RED), 5);
	assert_int_equal(stairs_step(4, RESULT_RED, GREEN), 3);
	assert_int_equal(stairs_step(4, RESULT_GREEN, RED), 3);
	assert_int_equal(stairs_step(4, RESULT_GREEN, GREEN), 5);
	assert_int_equal(stairs_step(4, RESULT_DRAW, RED), 4);
	assert_int_equal(stairs_step(4, RESULT_CANCELLED, GREEN), 4);
	assert_int_equal(stairs_step(1, RESULT_GREEN, RED), 1);
	assert_true(stairs_leaves(RESULT_GREEN, ENDING_TIME, RED));
	assert_true(stairs_leaves(RESULT_RED, ENDING_CLOSED, GREEN));
	assert_false(stairs_leaves(RESULT_GREEN, ENDING_TIME, GREEN));
	assert_false(stairs_leaves(RESULT_DRAW, ENDING_TIME, RED));
	assert_false(stairs_leaves(RESULT_GREEN, ENDING_RESIGNATION, RED));
	assert_int_equal(stairs_challenger_side(0, 0), GREEN);
	assert_int_equal(stairs_challenger_side(-1, 0), RED);
	assert_int_equal(stairs_challenger_side(1, 0), GREEN);
}

static void
closing(void **state)
{
	static const struct {
		int count, was[6], want[6];
	} rows[] = {
		{ 0, { 0 }, { 0 } },
		{ 1, { 9 }, { 1 } },
		{ 3, { 1, 2, 3 }, { 1, 2, 3 } },
		{ 3, { 5, 1, 1 }, { 2, 1, 1 } },
		{ 6, { 7, 3, 9, 3, 1, 9 }, { 3, 2, 4, 2, 1, 4 } },
		{ 2, { 4, 2 }, { 2, 1 } },
	};
	static const struct {
		const char *now, *want;
	} days[] = {
		{ "2026-11-21T18:05:00Z", "2026-12-01" },
		{ "2026-12-31T23:59:59Z", "2027-01-01" },
		{ "2028-02-29T00:00:00Z", "2028-03-01" },
		{ "2100-02-28T12:00:00Z", "2100-03-01" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		int steps[6];

		memcpy(steps, rows[i].was, sizeof steps);
		stairs_close(steps, rows[i].count);
		print_message("row %zu\n", i);
		assert_memory_equal(steps, rows[i].want, (size_t)rows[i].count * sizeof *steps);
	}
	for (size_t i = 0; i < COUNT(days); i++) {
		int64_t now, want;

		assert_true(clock_parse_iso(days[i].now, &now));
		assert_true(clock_parse_iso(days[i].want, &want));
		assert_int_equal(stairs_closing(now), want);
		assert_int_equal(stairs_month(want), stairs_month(now) + 1);
		assert_int_equal(stairs_month(want - 1), stairs_month(now));
	}
}

#define PLAYERS 50
#define GAMES   20000

/* A game of the year. */
struct played {
	int challenger, challenged;
	bool is_over;
	int64_t ends;
};
static struct {
	struct climber who[PLAYERS];
	int wins[PLAYERS]; /* since he came */
	struct played games[GAMES];
	int count, changes, left, full;
} year;

static int
random_below(int most)
{
	static uint64_t seed = 20261121;

	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (int)((seed >> 33) % (unsigned)most);
}

/* Counted anew from the games, and not from what the climbers say. */
static void
check_year(int64_t now)
{
	for (int i = 0; i < PLAYERS; i++) {
		int by = 0, of = 0;

		for (int g = 0; g < year.count; g++) {
			by += !year.games[g].is_over && year.games[g].challenger == i;
			of += !year.games[g].is_over && year.games[g].challenged == i;
		}
		assert_true(by <= 1 && of <= 1);
		year.full += by + of == 2;
		assert_true(year.who[i].step >= 1);
		assert_true(year.who[i].step <= year.wins[i] + 1);
	}
	for (int g = 0; g < year.count; g++)
		for (int h = g + 1; h < year.count; h++) {
			const struct played *a = &year.games[g], *b = &year.games[h];

			if ((a->challenger != b->challenger || a->challenged != b->challenged) &&
			    (a->challenger != b->challenged || a->challenged != b->challenger))
				continue;
			/* The later of the same two began when the first was over for long. */
			assert_true(a->is_over);
			assert_true(b->is_over || now >= a->ends + 14 * DAY);
		}
}

static void
begin(int i, int64_t now)
{
	struct climber *by = &year.who[i], *other = &year.who[random_below(PLAYERS)];
	int k = (int)(other - year.who);
	bool plays = false;
	int64_t last = 0;

	for (int g = 0; g < year.count; g++) {
		const struct played *p = &year.games[g];

		if ((p->challenger != i || p->challenged != k) &&
		    (p->challenger != k || p->challenged != i))
			continue;
		plays |= !p->is_over;
		last = p->is_over && p->ends > last ? p->ends : last;
	}
	if (by->challenges != 0 || stairs_meeting(by, other, plays, last, now) != MEETING_FREE)
		return;
	assert_true(year.count < GAMES && other->step <= by->step && by->step - other->step <= 3);
	by->challenges = other->is_played = year.count + 1;
	year.games[year.count++] = (struct played){ i, k, false,
		now + (int64_t)(1 + random_below(40)) * DAY };
}

static void
end(struct played *p)
{
	static const enum result results[] = { RESULT_RED, RESULT_GREEN, RESULT_DRAW };
	static const enum ending endings[] = { ENDING_CHECKMATE, ENDING_RESIGNATION, ENDING_TIME };
	enum result result = results[random_below(3)];
	enum ending ending = result == RESULT_DRAW ? ENDING_AGREEMENT : endings[random_below(3)];

	p->is_over = true;
	year.who[p->challenger].challenges = year.who[p->challenged].is_played = 0;
	for (int side = RED; side <= GREEN; side++) {
		int i = side == RED ? p->challenger : p->challenged;
		struct climber *who = &year.who[i];
		bool won = result == (side == RED ? RESULT_RED : RESULT_GREEN);
		int was = who->step, step = stairs_step(was, result, side);

		/* One game moves by one step at most, and in its own direction. */
		assert_int_equal(step - was,
		    won                       ? 1 :
			result == RESULT_DRAW ? 0 :
			was == 1              ? 0 :
						-1);
		year.changes += step != was;
		year.wins[i] += won;
		who->step = step;
		/* He comes back at once. */
		if (stairs_leaves(result, ending, side)) {
			who->step = 1;
			year.wins[i] = 0;
			year.left++;
		}
	}
}

static void
a_year(void **state)
{
	int64_t month = stairs_month(NOW);
	int closed = 0, highest = 0;

	(void)state;
	for (int i = 0; i < PLAYERS; i++)
		year.who[i] = (struct climber){ .seat.player = i + 1, .step = 1 };
	for (int64_t now = NOW; now < NOW + 365 * DAY; now += DAY) {
		for (int g = 0; g < year.count; g++)
			if (!year.games[g].is_over && year.games[g].ends <= now)
				end(&year.games[g]);
		for (int i = 0; i < PLAYERS; i++)
			begin(i, now);
		if (stairs_month(now) != month) {
			int steps[PLAYERS], top = 0;

			for (int i = 0; i < PLAYERS; i++)
				steps[i] = year.who[i].step;
			stairs_close(steps, PLAYERS);
			for (int i = 0; i < PLAYERS; i++)
				for (int k = 0; k < PLAYERS; k++)
					assert_int_equal(steps[i] < steps[k],
					    year.who[i].step < year.who[k].step);
			for (int i = 0; i < PLAYERS; i++) {
				assert_true(steps[i] <= year.who[i].step);
				year.who[i].step = steps[i];
				top = steps[i] > top ? steps[i] : top;
			}
			/* None is empty. */
			for (int step = 1; step <= top; step++) {
				int here = 0;

				for (int i = 0; i < PLAYERS; i++)
					here += steps[i] == step;
				assert_true(here > 0);
			}
			month = stairs_month(now);
			closed++;
			highest = top > highest ? top : highest;
		}
		if ((now - NOW) / DAY % 7 == 0)
			check_year(now);
	}
	check_year(NOW + 365 * DAY);
	print_message("%d games, %d steps, %d left, highest %d\n", year.count, year.changes,
	    year.left, highest);
	/* It was a year in which all of it happened. */
	assert_int_equal(closed, 12);
	assert_true(year.count > 300 && year.changes > 200 && year.left > 20 && highest > 3 &&
	    year.full > 20);
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(meetings), cmocka_unit_test(steps),
		cmocka_unit_test(closing), cmocka_unit_test(a_year) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
