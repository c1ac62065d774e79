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

enum manner {
	MANNER_CHECK, /* forbidden: every move checks */
	MANNER_CHASE, /* … chases one and the same piece */
	MANNER_CUT,   /* … chases it or cuts off its protection */
	/* Permitted: */
	MANNER_IN_TURN,           /* every move chases, no piece on every move */
	MANNER_PROTECTED,         /* one victim on every move, protected at times */
	MANNER_EXCHANGE,          /* … which could take too, at times */
	MANNER_ATTACKER,          /* … attacked by a king or soldier, at times */
	MANNER_UNCROSSED,         /* … a soldier that has not crossed */
	MANNER_OPENED,            /* cxq: … by pieces that did not move, at times */
	MANNER_PINNED,            /* … but the attacker is pinned */
	MANNER_STOOD,             /* … but the attack stood before each move */
	MANNER_CHECK_CHASE,       /* each move checks or chases */
	MANNER_CHECK_KILL,        /* … checks or threatens mate */
	MANNER_CHECK_IDLE,        /* some check, none chases */
	MANNER_CHECK_MIXED,       /* some check, some chase, some neither */
	MANNER_KILL,              /* every move threatens mate */
	MANNER_KILL_CHASE,        /* … or chases */
	MANNER_CHASE_AFTER_CHECK, /* chases, and threats to take after a check */
	MANNER_AFTER_CHECK,       /* only those threats */
	MANNER_BLOCK,             /* every move bars a piece that threatens mate */
	MANNER_CHASE_IDLE,        /* some chase, some do not */
	MANNER_ATTACKS,           /* every move attacks something that may be attacked */
	MANNER_IDLE
};

#define VICTIMS_TOLD 4

struct summary {
	enum manner manner;
	const char *article; /* as verdict->article; NULL: no article tells of it */
	int moves, checks;
	int chases, cuts; /* moves that chase directly; that only cut */
	int kills, after_checks, blocks, idle;
	/* Where one piece is meant (up to MANNER_CUT, MANNER_PROTECTED to _STOOD): that one
	 * alone; in turn and with other chases, all that were threatened, at most so many.
	 * Where they stand after the last move. */
	struct piece_at victims[VICTIMS_TOLD];
	int victim_count;
	int victims_in_all;
	int direct, cut; /* moves that threaten the one piece directly, by cutting alone */
	/* All that could take the victims: by number, and 1 << type. */
	uint32_t takers, taker_types;
};

/* Of `side`'s moves among these. */
void summary_of(const struct conduct *told, int count, enum side side, struct summary *out);
/* The article to name, as verdict->article: looks deeper, at what permitted moves
 * threaten, and takes longer. */
const char *referee_article(const struct history *h, const struct verdict *verdict);

#endif
