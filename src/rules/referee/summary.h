/* SPDX-License-Identifier: ISC */
/*
 * What a side's moves come to, taken together: the manner of its play, in figures,
 * and the article of the book that forbids or permits it.
 *
 * Made from what each move was (explain.h), for the words of a verdict: the verdict
 * itself is repeat.h's, and says the same.
 */
#ifndef RULES_REFEREE_SUMMARY_H
#define RULES_REFEREE_SUMMARY_H

#include "rules/referee/explain.h"

/* Each with its name in templates, the word "did".  Of two that are permitted the earlier one is
 * told of: attacks first, then what is threatened, then what merely happened. */
#define MANNERS(X) \
	X(UNSAVED, "unsaved")         /* every move threatens one piece, which was never saved */ \
	X(IN_TURN, "in-turn")         /* every move chases, no piece on every move */ \
	X(PROTECTED, "protected")     /* one victim on every move, protected at times */ \
	X(EXCHANGE, "exchange")       /* … which could take too, at times */ \
	X(ATTACKER, "attacker")       /* … attacked by a king or soldier, at times */ \
	X(UNCROSSED, "uncrossed")     /* … a soldier that has not crossed */ \
	X(OPENED, "opened")           /* cxq: … by pieces that did not move, at times */ \
	X(CHECK_CHASE, "check-chase") /* each move checks or chases */ \
	X(CHECK_KILL, "check-kill")   /* … checks or threatens mate */ \
	X(CHECK_IDLE, "check-idle")   /* some check, none chases */ \
	X(CHECK_MIXED, "check-mixed") /* some check, some chase, some neither */ \
	X(BLOCK, "block")             /* every move bars a piece that threatens mate */ \
	X(KILL, "kill")               /* every move threatens mate */ \
	X(KILL_CHASE, "kill-chase")   /* … or chases */ \
	X(CHASE_AFTER_CHECK, "chase-after-check") /* chases, and threats to take after a check */ \
	X(AFTER_CHECK, "after-check")             /* only those threats */ \
	X(PINNED, "pinned")         /* one victim on every move, but the attacker is pinned */ \
	X(STOOD, "stood")           /* … but the attack stood before each move */ \
	X(CHASE_IDLE, "chase-idle") /* some chase, some do not */ \
	X(ATTACKS, "attacks")       /* every move attacks something that may be attacked */ \
	X(IDLE, "idle") \
	/* Forbidden: */ \
	X(CHECK, "check") /* every move checks */ \
	X(CHASE, "chase") /* … chases one and the same piece */ \
	X(CUT, "cut")     /* … chases it or cuts off its protection */
#define MANNER_ID(name, word) MANNER_##name,
enum manner { MANNERS(MANNER_ID) };

#define VICTIMS_TOLD 4

struct summary {
	enum manner manner;
	const char *article; /* as verdict->article; NULL: no article tells of it */
	int moves, checks;
	int chases, cuts; /* moves that chase directly; that only cut */
	int kills, after_checks, blocks, idle;
	int kills_or_threats, after_checks_or_threats; /* moves that do either */
	/* Where one piece is meant, that one alone; in turn and with other chases, all that were
	 * threatened, at most so many.
	 * Where they stand after the last move. */
	struct piece_at victims[VICTIMS_TOLD];
	int victim_count;
	int victims_in_all;
	int direct, cut; /* moves that threaten the one piece directly, by cutting alone */
	int exempted;    /* moves that attack it only in the manner told */
	/* All that could take the victims: by number, and 1 << type. */
	uint32_t takers, taker_types;
};

/* Of `side`'s moves among these. */
void summary_of(const struct conduct *told, int count, enum side side, struct summary *out);
/* The article to name, as verdict->article: looks deeper, at what permitted moves
 * threaten, and takes longer. */
const char *referee_article(const struct history *h, const struct verdict *verdict);

#endif
