/* SPDX-License-Identifier: ISC */
/*
 * Glicko-2 (rating.h); steps are those of the paper.
 */
#include "game/rating.h"

#include <math.h>

#include "base/clock.h"

#define SCALE    173.7178
#define CENTRE   1500.0
#define TAU      0.5
#define PRECISE  0.000001
#define PERIOD   (4.665 * DAY)
#define HALVINGS 200 /* more than any start needs */
#define PI       3.14159265358979323846

struct rating
rating_new(void)
{
	return (struct rating){ CENTRE, DEVIATION_START, 0.06, 0 };
}

static double
g(double phi)
{
	return 1 / sqrt(1 + 3 * phi * phi / (PI * PI));
}

static double
expected(double mu, const struct rating *b)
{
	return 1 / (1 + exp(-g(b->deviation / SCALE) * (mu - (b->rating - CENTRE) / SCALE)));
}

double
rating_expected(const struct rating *a, const struct rating *b)
{
	return expected((a->rating - CENTRE) / SCALE, b);
}

struct surprise {
	double delta, phi, v, a;
};

/* Step 5, 1. */
static double
f(double x, const struct surprise *s)
{
	double e = exp(x), spread = s->phi * s->phi + s->v + e;

	return e * (s->delta * s->delta - spread) / (2 * spread * spread) -
	    (x - s->a) / (TAU * TAU);
}

/* Step 5: by the Illinois algorithm. */
static double
new_volatility(const struct surprise *s)
{
	double rest = s->delta * s->delta - s->phi * s->phi - s->v;
	double low = s->a, high, f_low, f_high;

	if (rest > 0)
		high = log(rest);
	else
		for (high = s->a - TAU; f(high, s) < 0;)
			high -= TAU;
	f_low = f(low, s);
	f_high = f(high, s);
	for (int i = 0; i < HALVINGS && fabs(high - low) > PRECISE; i++) {
		double middle = low + (low - high) * f_low / (f_high - f_low);
		double f_middle = f(middle, s);

		if (f_middle * f_high <= 0) {
			low = high;
			f_low = f_high;
		} else {
			f_low /= 2;
		}
		high = middle;
		f_high = f_middle;
	}
	return exp(low / 2);
}

struct rating
rating_period(const struct rating *before, const struct rated_game *games, int count)
{
	double mu = (before->rating - CENTRE) / SCALE, phi = before->deviation / SCALE;
	double information = 0, sum = 0, grown;
	struct surprise s = { .phi = phi, .a = 2 * log(before->volatility) };
	struct rating after = *before;

	for (int i = 0; i < count; i++) {
		double weight = g(games[i].against.deviation / SCALE);
		double e = expected(mu, &games[i].against);

		information += weight * weight * e * (1 - e);
		sum += weight * (games[i].score - e);
	}
	s.v = 1 / information;
	s.delta = s.v * sum;
	after.volatility = new_volatility(&s);
	grown = phi * phi + after.volatility * after.volatility;
	phi = 1 / sqrt(1 / grown + information);
	after.rating = CENTRE + SCALE * (mu + phi * phi * sum);
	after.deviation = SCALE * phi;
	return after;
}

struct rating
rating_on(const struct rating *rating, int64_t now)
{
	struct rating grown = *rating;
	double idle = rating->at != 0 && now > rating->at ? (double)(now - rating->at) : 0;
	double growth = SCALE * rating->volatility;

	grown.deviation = sqrt(
	    rating->deviation * rating->deviation + growth * growth * idle / PERIOD);
	if (grown.deviation > DEVIATION_START)
		grown.deviation = DEVIATION_START;
	return grown;
}

void
rating_game(const struct rating known[2], double score, int64_t now, struct rating before[2],
    struct rating after[2])
{
	before[0] = rating_on(&known[0], now);
	before[1] = rating_on(&known[1], now);
	for (int i = 0; i < 2; i++) {
		const struct rated_game game = { before[1 - i], i == 0 ? score : 1 - score };

		after[i] = rating_period(&before[i], &game, 1);
		after[i].rating = fmax(after[i].rating, RATING_FLOOR);
		after[i].deviation = fmin(
		    fmax(after[i].deviation, DEVIATION_FLOOR), DEVIATION_START);
		after[i].volatility = fmin(after[i].volatility, VOLATILITY_MOST);
		after[i].at = now;
	}
}

bool
rating_is_settled(const struct rating *rating)
{
	return rating->deviation < DEVIATION_SETTLED;
}

bool
rating_shares(const struct rating *one, const struct rating *other)
{
	return lround(one->rating) == lround(other->rating);
}
