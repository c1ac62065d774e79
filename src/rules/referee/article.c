/* SPDX-License-Identifier: ISC */
/*
 * Which article of the Asian rule book a loop's verdict rests on.
 *
 * The verdict itself never depends on this: the book's articles are cases of
 * one definition (rules/referee/repeat.h), named here so that a player can look his
 * case up.  Losing chases are article_chase.c's.  What the moves do not show for
 * certain is named by a general rule: a wrong article would be worse than none.
 */
#include <string.h>

#include "rules/movegen.h"
#include "rules/referee/judges.h"

/* How a side behaved in a loop that nobody loses. */
struct habits {
	int moves, checks, chases;
	int exempted[EXEMPT_UNCROSSED + 1]; /* moves, by exemption */
	uint32_t every_move;                /* victims, by number, of all moves */
	uint32_t attackers[32];             /* attackers, by number, of each victim */
	uint32_t types;                     /* 1 << type, of all attackers */
	uint32_t victims;                   /* 1 << type, of all victims */
};

#define BIT(n) (UINT32_C(1) << (n))
/* Where nothing more special is found. */
#define ARTICLE_CHECKS "000:3.2"
#define ARTICLE_DRAW   "000:2.1"

#define TOLD_MAX 128 /* plies of a loop that are looked at */
#define MAJORS   (BIT(ROOK) | BIT(HORSE) | BIT(CANNON))

/* A piece that the move attacks, and all that can take it now. */
static void
note_victim(struct habits *habits, const struct repeat *repeat, const struct move *attacks,
    int count, uint8_t square)
{
	const uint8_t *number = repeat->number;

	habits->victims |= BIT(piece_type(repeat->board.at[square]));
	for (int i = 0; i < count; i++) {
		if (attacks[i].to != square)
			continue;
		habits->attackers[number[square]] |= BIT(number[attacks[i].from]);
		habits->types |= BIT(piece_type(repeat->board.at[attacks[i].from]));
	}
}

/* What the move attacks anew, or threatens by taking protection away. */
static void
note_attacks(struct habits *mover, const struct board *before, const struct repeat *repeat,
    struct move move, const struct effect *effect)
{
	struct move attacks[MOVES_MAX];
	int count = captures_legal(&repeat->board, (enum side)before->turn, attacks);
	uint32_t victims = 0;

	for (int i = 0; i < effect->threat_count; i++)
		victims |= BIT(repeat->number[effect->threats[i].victim]);
	for (int i = 0; i < count; i++) {
		struct move earlier = attacks[i];

		if (earlier.from == move.to)
			earlier.from = move.from;
		if (!piece_can_take(before, earlier))
			victims |= BIT(repeat->number[attacks[i].to]);
	}
	for (int i = 0; i < count; i++)
		if (victims & BIT(repeat->number[attacks[i].to]))
			note_victim(mover, repeat, attacks, count, attacks[i].to);
	mover->every_move &= victims;
}

static void
note_move(struct habits *mover, const struct board *before, const struct repeat *repeat,
    struct move move, const struct effect *effect)
{
	struct move attack;

	mover->moves++;
	mover->checks += effect->check;
	if (effect->check)
		return;
	note_attacks(mover, before, repeat, move, effect);
	if (effect->threat_count > 0)
		mover->chases++;
	else
		mover->exempted[exemption_find(before, &repeat->board, move, &attack)]++;
}

static void
watch(const struct stretch *stretch, struct habits habits[2])
{
	struct repeat repeat;
	struct effect effect;

	memset(habits, 0, 2 * sizeof(*habits));
	habits[RED].every_move = habits[GREEN].every_move = UINT32_MAX;
	repeat_begin(&repeat, stretch->start);
	for (int i = 0; i < stretch->count; i++) {
		const struct board before = repeat.board;
		struct move move = stretch_at(stretch, i);

		repeat_move(&repeat, move, &effect);
		note_move(&habits[before.turn], &before, &repeat, move, &effect);
	}
}

/* Several pieces on one protected piece; a rook on a cannon; a pinned piece of
 * the same kind, protected on some moves. */
static const char *
article_of_protected(const struct habits *habits)
{
	uint32_t victim = habits->every_move & -habits->every_move;
	uint32_t attackers;

	if (victim == 0)
		return "000:3.6";
	attackers = habits->attackers[__builtin_ctz(victim)];
	if ((attackers & (attackers - 1)) != 0 && (habits->victims & ~MAJORS) == 0)
		return "000:35";
	if (habits->types == BIT(ROOK) && habits->victims == BIT(CANNON))
		return "000:17";
	if (habits->types != habits->victims || habits->exempted[EXEMPT_EXCHANGE] > 0)
		return "000:3.6";
	return habits->types == BIT(ROOK) ? "000:27-draw" : "000:24-draw";
}

/* A side that attacked on every move, and what exempted it; NULL if it did not. */
static const char *
article_of_attacks(const struct habits *habits)
{
	if (habits->checks > 0 || habits->exempted[EXEMPT_NONE] > 0)
		return NULL;
	if (habits->exempted[EXEMPT_PROTECTED] > 0)
		return article_of_protected(habits);
	if (habits->exempted[EXEMPT_EXCHANGE] > 0)
		return "000:24-draw";
	if (habits->exempted[EXEMPT_ATTACKER] > 0)
		return habits->types & BIT(KING) ? "000:28" : "000:29";
	if (habits->exempted[EXEMPT_UNCROSSED] > 0)
		return habits->types == BIT(CANNON) ? "000:25-draw" : "000:3.3";
	return habits->types == BIT(CANNON) && habits->victims == BIT(ROOK) ? "000:16" : "000:32";
}

static bool
checks_and_chases(const struct habits *habits)
{
	return habits->checks > 0 && habits->checks + habits->chases == habits->moves;
}

/* General rules 2 to 9 and the articles that tell of them, and basic principle 1. */
static const char *
article_of_peace(const struct stretch *stretch)
{
	struct habits habits[2];
	const char *article;

	watch(stretch, habits);
	for (int side = RED; side <= GREEN; side++) {
		article = article_of_attacks(&habits[side]);
		if (article != NULL)
			return article;
	}
	if (checks_and_chases(&habits[RED]) || checks_and_chases(&habits[GREEN]))
		return "000:12";
	return habits[RED].checks > 0 || habits[GREEN].checks > 0 ? ARTICLE_CHECKS : ARTICLE_DRAW;
}

static bool
has_checked(const struct stretch *stretch, enum side side)
{
	struct repeat repeat;
	struct effect effect;
	bool checked = false;

	repeat_begin(&repeat, stretch->start);
	for (int i = 0; i < stretch->count; i++) {
		bool mine = repeat.board.turn == side;

		repeat_move(&repeat, stretch_at(stretch, i), &effect);
		checked |= mine && effect.check;
	}
	return checked;
}

/* Both chase for ever: a rook and a horse have an article of their own. */
static const char *
article_of_mutual(const struct stretch *stretch, const struct verdict *verdict)
{
	struct board end = *stretch->start;
	uint32_t victims = 0;

	if (verdict->level[RED] == LEVEL_CHECK)
		return "000:7";
	for (int i = 0; i < stretch->count; i++)
		board_play(&end, stretch_at(stretch, i));
	for (int side = RED; side <= GREEN; side++)
		victims |= BIT(piece_type(end.at[verdict->victim[side]]));
	return victims == (BIT(ROOK) | BIT(HORSE)) ? "000:22" : "000:2.2";
}

const char *
article_of(const struct stretch *stretch, const struct verdict *verdict)
{
	switch (verdict->reason) {
	case REASON_PERPETUAL_CHECK:
		return has_checked(stretch, side_other(verdict->loser)) ? "000:8" : "000:6";
	case REASON_PERPETUAL_CHASE:
		return article_of_chase(stretch, verdict->loser, verdict->victim[verdict->loser]);
	case REASON_PERPETUAL_CUT:
		return "000:add";
	case REASON_MUTUAL:
		return article_of_mutual(stretch, verdict);
	default:
		return article_of_peace(stretch);
	}
}

/* A side's moves in a loop. */
struct pressure {
	int checks, kills, others;
};

static void
press(struct pressure *pressure, const struct conduct *told)
{
	if (told->kind == CONDUCT_CHECK)
		pressure->checks++;
	else if (told->kill)
		pressure->kills++;
	else
		pressure->others++;
}

/* It threatens mate whenever it does not check. */
static bool
is_killing(const struct pressure *pressure)
{
	return pressure->kills > 0 && pressure->others == 0;
}

static const char *
article_of_kills(const struct conduct *told, int count)
{
	struct pressure sides[2] = { 0 };

	for (int i = 0; i < count; i++)
		press(&sides[piece_side(told[i].moved_piece)], &told[i]);
	if (is_killing(&sides[RED]) && is_killing(&sides[GREEN]))
		return sides[RED].checks > 0 && sides[GREEN].checks > 0 ? "000:11" : "000:10";
	for (int side = RED; side <= GREEN; side++)
		if (is_killing(&sides[side]))
			return sides[side].checks > 0 ? "000:11" : "000:9";
	return NULL;
}

const char *
referee_article(const struct history *h, const struct verdict *verdict)
{
	struct conduct told[TOLD_MAX];
	const char *article = verdict->article, *of_kills = NULL;

	if (article != NULL &&
	    (strcmp(article, ARTICLE_CHECKS) == 0 || strcmp(article, ARTICLE_DRAW) == 0))
		of_kills = article_of_kills(told, referee_explain(h, verdict, told, TOLD_MAX));
	return of_kills != NULL ? of_kills : article;
}
