/* SPDX-License-Identifier: ISC */
/*
 * The manner of a side's play over some moves (summary.h).
 */
#include <string.h>

#include "rules/referee/internal.h"
#include "rules/referee/summary.h"

#define BIT(n)   (UINT32_C(1) << (n))
#define TOLD_MAX 128 /* plies of a loop that are looked at */
#define MAJORS   (BIT(ROOK) | BIT(HORSE) | BIT(CANNON))

/* What all of a side's moves have in common, and what they hold together. */
struct masks {
	uint32_t direct, threatened, attacked; /* victims, by number, of every move */
	uint32_t unsaved;                      /* … and under threat before every move */
	uint32_t ever;                         /* … threatened by some move */
	uint32_t exempted[EXEMPTIONS];         /* … attacked so by some move */
	uint32_t fled;                         /* the other side's pieces that moved */
};

static struct masks
count_moves(const struct conduct *told, int count, enum side side, struct summary *out)
{
	struct masks masks = { UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, 0, { 0 }, 0 };

	for (int i = 0; i < count; i++) {
		const struct conduct *now = &told[i];
		uint32_t attacked = now->threatened;
		bool threat = now->kind == CONDUCT_CHASE || now->kind == CONDUCT_CUT;

		if (piece_side(now->moved_piece) != side) {
			masks.fled |= BIT(now->moved_number);
			continue;
		}
		for (int e = 0; e < EXEMPTIONS; e++) {
			masks.exempted[e] |= now->exempted[e];
			attacked |= now->exempted[e];
		}
		masks.direct &= now->direct;
		masks.threatened &= now->threatened;
		masks.attacked &= attacked;
		masks.unsaved &= now->unsaved;
		masks.ever |= now->threatened;
		out->moves++;
		out->checks += now->kind == CONDUCT_CHECK;
		out->chases += now->kind == CONDUCT_CHASE;
		out->cuts += now->kind == CONDUCT_CUT;
		out->kills += now->kill;
		out->after_checks += now->winning.square != NO_SQUARE;
		out->kills_or_threats += now->kill || threat;
		out->after_checks_or_threats += now->winning.square != NO_SQUARE || threat;
		out->blocks += now->blocked.square != NO_SQUARE;
		out->idle += now->kind == CONDUCT_PERMITTED && now->attack_count == 0 && !now->kill;
	}
	return masks;
}

/* Adds the piece of that number as it stands after the last move. */
static void
add_victim(const struct conduct *told, int count, enum side side, int number, struct summary *out)
{
	struct piece_at at = { NO_SQUARE, NO_PIECE };

	for (int i = 0; i < count; i++) {
		if (at.square == told[i].move.from)
			at.square = told[i].move.to;
		if (piece_side(told[i].moved_piece) != side)
			continue;
		for (int j = 0; j < told[i].attack_count; j++) {
			const struct attack *attack = &told[i].attacks[j];

			if (attack->number != number)
				continue;
			at = attack->victim;
			out->takers |= attack->takers;
			out->taker_types |= attack->taker_types;
		}
	}
	out->victims_in_all++;
	if (at.square != NO_SQUARE && out->victim_count < VICTIMS_TOLD)
		out->victims[out->victim_count++] = at;
}

static void
add_victims(
    const struct conduct *told, int count, enum side side, uint32_t numbers, struct summary *out)
{
	for (int number = 0; number < 32; number++)
		if (numbers & BIT(number))
			add_victim(told, count, side, number, out);
}

/* The one piece that every move is about. */
static void
set_victim(
    const struct conduct *told, int count, enum side side, uint32_t numbers, struct summary *out)
{
	int number = __builtin_ctz(numbers);

	add_victim(told, count, side, number, out);
	for (int i = 0; i < count; i++) {
		if (piece_side(told[i].moved_piece) != side)
			continue;
		out->direct += (told[i].direct & BIT(number)) != 0;
		out->cut += (told[i].threatened & ~told[i].direct & BIT(number)) != 0;
	}
}

/* Some moves check, not all. */
static enum manner
manner_of_checks(const struct summary *out)
{
	int others = out->moves - out->checks;

	if (out->chases == 0 && out->cuts == 0)
		return out->kills == others ? MANNER_CHECK_KILL : MANNER_CHECK_IDLE;
	return out->chases == others ? MANNER_CHECK_CHASE : MANNER_CHECK_MIXED;
}

/* By what the one piece that every move attacks is not always chased; false: there is
 * none.  An attack that stands is worth a word only on a piece that tries to leave it, and
 * that no move attacks anew. */
static bool
set_manner_of_attacks(const struct conduct *told, int count, enum side side,
    const struct masks *masks, struct summary *out)
{
	static const enum manner manners[EXEMPTIONS] = {
		[EXEMPT_PROTECTED] = MANNER_PROTECTED,
		[EXEMPT_EXCHANGE] = MANNER_EXCHANGE,
		[EXEMPT_ATTACKER] = MANNER_ATTACKER,
		[EXEMPT_UNCROSSED] = MANNER_UNCROSSED,
		[EXEMPT_OPENED] = MANNER_OPENED,
		[EXEMPT_PINNED] = MANNER_PINNED,
		[EXEMPT_STOOD] = MANNER_STOOD,
	};
	uint32_t victim = masks->attacked & -masks->attacked;
	int e = EXEMPT_NONE + 1;

	while (e < EXEMPT_STOOD && (masks->exempted[e] & victim) == 0)
		e++;
	if (e == EXEMPT_STOOD && (masks->fled & ~masks->ever & victim) == 0)
		return false;
	out->manner = manners[e];
	set_victim(told, count, side, victim, out);
	for (int i = 0; i < count; i++)
		out->exempted += piece_side(told[i].moved_piece) == side &&
		    (told[i].exempted[e] & victim) != 0;
	return true;
}

static enum manner
manner_of_others(const struct summary *out)
{
	int threats = out->chases + out->cuts;

	if (out->kills == out->moves)
		return MANNER_KILL;
	if (out->blocks == out->moves && threats == 0)
		return MANNER_BLOCK;
	if (threats > 0 && out->kills_or_threats == out->moves)
		return MANNER_KILL_CHASE;
	if (threats > 0 && out->after_checks_or_threats == out->moves)
		return MANNER_CHASE_AFTER_CHECK;
	if (threats > 0)
		return MANNER_CHASE_IDLE;
	return out->idle == 0 ? MANNER_ATTACKS : MANNER_IDLE;
}

/* Which article permits attacks on one piece that is protected at times: several
 * pieces attack it; a rook a cannon; a pinned piece of the same kind. */
static const char *
article_of_protected(const struct summary *out, const struct masks *masks)
{
	uint32_t victim = BIT(piece_type(out->victims[0].piece));

	if ((out->takers & (out->takers - 1)) != 0 && (victim & MAJORS) != 0)
		return "000:35";
	if (out->taker_types == BIT(ROOK) && victim == BIT(CANNON))
		return "000:17";
	if (out->taker_types != victim || masks->exempted[EXEMPT_EXCHANGE] != 0)
		return "000:3.6";
	return victim == BIT(ROOK) ? "000:27-draw" : "000:24-draw";
}

static bool
are_rooks(const struct summary *out)
{
	for (int i = 0; i < out->victim_count; i++)
		if (piece_type(out->victims[i].piece) != ROOK)
			return false;
	return true;
}

static const char *
article_of_manner(const struct summary *out, const struct masks *masks)
{
	static const char *const articles[] = {
		[MANNER_CHECK] = "000:6",
		[MANNER_CHASE] = "000:3.3",
		[MANNER_CUT] = "000:add",
		[MANNER_UNSAVED] = "000:3.3-draw",
		[MANNER_EXCHANGE] = "000:24-draw",
		[MANNER_PINNED] = "000:27-pinned",
		[MANNER_STOOD] = "000:add-2",
		[MANNER_CHECK_CHASE] = "000:12",
		[MANNER_CHECK_KILL] = "000:11",
		[MANNER_CHECK_IDLE] = "000:13",
		[MANNER_KILL_CHASE] = "000:3.2",
		[MANNER_KILL] = "000:9",
		[MANNER_CHASE_AFTER_CHECK] = "000:14",
		[MANNER_AFTER_CHECK] = "000:38",
		[MANNER_BLOCK] = "000:39",
	};
	bool by_cannons = out->taker_types == BIT(CANNON);

	switch (out->manner) {
	case MANNER_IN_TURN:
		return by_cannons && are_rooks(out) ? "000:16" : "000:32";
	case MANNER_CHECK_MIXED:
		/* To the book a threat by cutting alone is idle (diagram 15). */
		return out->chases == 0 ? "000:13" : "000:3.2";
	case MANNER_PROTECTED:
		return article_of_protected(out, masks);
	case MANNER_ATTACKER:
		return (out->taker_types & BIT(KING)) != 0 ? "000:28" : "000:29";
	case MANNER_UNCROSSED:
		return by_cannons ? "000:25-draw" : "000:3.3";
	default:
		return articles[out->manner];
	}
}

void
summary_of(const struct conduct *told, int count, enum side side, struct summary *out)
{
	struct masks masks;

	memset(out, 0, sizeof(*out));
	out->manner = MANNER_IDLE;
	masks = count_moves(told, count, side, out);
	if (out->moves == 0)
		return;
	if (out->checks == out->moves) {
		out->manner = MANNER_CHECK;
	} else if ((masks.direct & ~masks.unsaved) != 0) {
		out->manner = MANNER_CHASE;
		set_victim(told, count, side, masks.direct & ~masks.unsaved, out);
	} else if ((masks.threatened & ~masks.unsaved) != 0) {
		out->manner = MANNER_CUT;
		set_victim(told, count, side, masks.threatened & ~masks.unsaved, out);
	} else if (masks.threatened != 0) {
		out->manner = MANNER_UNSAVED;
		set_victim(told, count, side, masks.threatened, out);
	} else if (out->chases + out->cuts == out->moves) {
		out->manner = MANNER_IN_TURN;
		add_victims(told, count, side, masks.ever, out);
	} else if (out->checks > 0) {
		out->manner = manner_of_checks(out);
		add_victims(told, count, side, masks.ever, out);
	} else if (out->after_checks == out->moves && out->chases == 0) {
		out->manner = MANNER_AFTER_CHECK;
	} else if (!set_manner_of_attacks(told, count, side, &masks, out)) {
		out->manner = manner_of_others(out);
		add_victims(told, count, side, masks.ever, out);
	}
	out->article = article_of_manner(out, &masks);
}

static bool
is_killing(const struct summary *side)
{
	return side->manner == MANNER_KILL || side->manner == MANNER_CHECK_KILL;
}

/* The article for a loop in which these two were permitted. */
static const char *
article_of_two(const struct summary sides[2])
{
	const struct summary *red = &sides[RED], *green = &sides[GREEN], *told;

	/* Cuts over all the rounds, and no round lost by them. */
	if (red->manner == MANNER_CUT || green->manner == MANNER_CUT)
		return "000:add-3";
	if (is_killing(red) && is_killing(green))
		return red->checks > 0 && green->checks > 0 ? "000:11" : "000:10";
	told = green->manner < red->manner ? green : red;
	return told->article != NULL ? told->article : "000:2.1";
}

const char *
referee_article(const struct history *h, const struct verdict *verdict)
{
	struct conduct told[TOLD_MAX];
	struct summary sides[2];
	int count;

	if (verdict->reason != REASON_REPETITION || verdict->article == NULL ||
	    h->rules == RULES_CXQ)
		return verdict->article;
	count = referee_explain(h, verdict, told, TOLD_MAX);
	for (int side = RED; side <= GREEN; side++)
		summary_of(told, count, (enum side)side, &sides[side]);
	return article_of_two(sides);
}
