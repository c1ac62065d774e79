/* SPDX-License-Identifier: ISC */
/*
 * Glicko-2 against the example of the paper, and figures reckoned beside it by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/clock.h"
#include "game/rating.h"

#define NOW INT64_C(1795000000)

#define assert_near(is, want, slack) assert_true(fabs((is) - (want)) <= (slack))

static const struct rating glickman = { 1500, 200, 0.06, 0 };
static const struct rated_game games[] = { { { 1400, 30, 0.06, 0 }, 1 },
	{ { 1550, 100, 0.06, 0 }, 0 }, { { 1700, 300, 0.06, 0 }, 0 } };

/* The paper prints 1464.06: what lies between is rounded there. */
static void
paper(void **state)
{
	struct rating after = rating_period(&glickman, games, 3);

	(void)state;
	assert_near(after.rating, 1464.0507, 0.00005);
	assert_near(after.deviation, 151.5165, 0.00005);
	assert_near(after.volatility, 0.0599960, 0.00000005);
	after = glickman;
	for (int i = 0; i < 3; i++)
		after = rating_period(&after, &games[i], 1);
	assert_near(after.rating, 1463.7884, 0.00005);
	assert_near(after.deviation, 151.8732, 0.00005);
	assert_near(after.volatility, 0.0599975, 0.00000005);
}

static const struct {
	const char *name;
	double rating[2], deviation[2], score, want[2], sure[2];
} pairs[] = {
	{ "new beats new", { 1500, 1500 }, { 350, 350 }, 1, { 1662.31, 1337.69 },
	    { 290.32, 290.32 } },
	{ "new draws with a strong one", { 1500, 1700 }, { 350, 50 }, 0.5, { 1603.69, 0 },
	    { 266.32, 0 } },
	{ "the weaker wins", { 1612, 1675 }, { 75, 60 }, 1, { 1630.26, 1663.14 },
	    { 74.09, 60.06 } },
	/* Each side is reckoned with what the other was before. */
	{ "a new one beats a strong one", { 1500, 1700 }, { 350, 50 }, 1, { 1805.30, 1693.19 },
	    { 0 } },
	{ "a draw with a stronger one is no loss", { 1600, 1640 }, { 70, 70 }, 0.5, { 1601.52, 0 },
	    { 0 } },
};

static void
single_games(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		struct rating known[2], before[2], after[2];

		for (int side = 0; side < 2; side++)
			known[side] = (struct rating){ pairs[i].rating[side],
				pairs[i].deviation[side], 0.06, NOW };
		rating_game(known, pairs[i].score, NOW, before, after);
		for (int side = 0; side < 2; side++) {
			print_message("%s, %d\n", pairs[i].name, side);
			assert_true(after[side].at == NOW);
			if (pairs[i].want[side] == 0)
				continue;
			assert_near(after[side].rating, pairs[i].want[side], 0.005);
			if (pairs[i].sure[side] != 0)
				assert_near(after[side].deviation, pairs[i].sure[side], 0.005);
		}
	}
}

static void
idle(void **state)
{
	const struct rating settled = { 1672, 60, 0.06, NOW }, fresh = rating_new();
	struct rating later = rating_on(&settled, NOW + 365 * DAY);

	(void)state;
	assert_near(later.deviation, 110.00, 0.005);
	assert_true(rating_is_settled(&later) && lround(later.deviation) == 110);
	later.deviation = 110.499; /* printed as 110 */
	assert_true(rating_is_settled(&later));
	later.deviation = 110.5;
	assert_false(rating_is_settled(&later));
	assert_true(rating_is_settled(&settled));
	assert_false(rating_is_settled(&fresh));
	later = rating_on(&settled, NOW + 36500 * DAY);
	assert_near(later.deviation, 350, 0);
	/* The days on which a rating stops to be settled. */
	for (int i = 0; i < 2; i++) {
		const double days[] = { 369.72, 289.17 };
		const struct rating sure = { 1672, i == 0 ? 60 : 74, 0.06, NOW };

		later = rating_on(&sure, NOW + (int64_t)((days[i] - 0.02) * DAY));
		assert_true(rating_is_settled(&later));
		later = rating_on(&sure, NOW + (int64_t)((days[i] + 0.02) * DAY));
		assert_false(rating_is_settled(&later));
	}
	/* A clock that was put back takes nothing away. */
	later = rating_on(&settled, NOW - DAY);
	assert_near(later.deviation, 60, 0);
}

/* Whatever the start, figures stay within their bounds, and who wins does not sink. */
static void
extremes(void **state)
{
	static const double ratings[] = { 100, 1500, 4000 }, sure[] = { 45, 110, 350 },
			    volatile_by[] = { 0.0001, 0.06, 0.5 };

	(void)state;
	for (int n = 0; n < 729; n++) {
		const struct rating known[2] = { { ratings[n % 3], sure[n / 3 % 3],
						     volatile_by[n / 9 % 3], NOW },
			{ ratings[n / 27 % 3], sure[n / 81 % 3], volatile_by[n / 243], NOW } };
		struct rating before[2], after[2];

		rating_game(known, 1, NOW + n * DAY, before, after);
		assert_true(after[0].rating >= before[0].rating);
		assert_true(after[1].rating <= before[1].rating && after[1].rating >= 100);
		for (int side = 0; side < 2; side++) {
			assert_true(after[side].deviation >= 45 && after[side].deviation <= 350);
			assert_true(after[side].volatility > 0 && after[side].volatility < 2);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(paper),
		cmocka_unit_test(single_games),
		cmocka_unit_test(idle),
		cmocka_unit_test(extremes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
