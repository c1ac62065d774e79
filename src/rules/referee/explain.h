/* SPDX-License-Identifier: ISC */
/*
 * What each move of a game was, for the words of a verdict: a check, a chase and
 * why it is a real one, or what a permitted move does.
 *
 * The judge (repeat.h) decides what a chase is; what it leaves out is looked at
 * here again, more slowly.
 */
#ifndef RULES_REFEREE_EXPLAIN_H
#define RULES_REFEREE_EXPLAIN_H

#include "rules/referee/referee.h"

enum conduct_kind { CONDUCT_PERMITTED, CONDUCT_CHECK, CONDUCT_CHASE, CONDUCT_CUT };

/* Why an attack is not a chase, with its name in templates, the word "point"; the last two are
 * no attacks that the move made. */
#define EXEMPTS(X) \
	X(NONE, "none") \
	X(PROTECTED, "protected") /* the victim has a real root */ \
	X(EXCHANGE, "exchange")   /* same kind of piece, which can take too: an offer */ \
	X(ATTACKER, "attacker")   /* a king or a soldier attacks */ \
	X(UNCROSSED, "uncrossed") /* a soldier that has not crossed is attacked */ \
	X(OPENED, "opened")       /* cxq: by a piece that did not move, and is no cannon */ \
	X(PINNED, "pinned")       /* the attacker may not take: its own king would be taken */ \
	X(STOOD, "stood")         /* the attack stood before the move */
#define EXEMPT_ID(name, word) EXEMPT_##name,
enum exemption { EXEMPTS(EXEMPT_ID) EXEMPTIONS };

/* Why a threat is a real one. */
enum threat_reason {
	THREAT_NONE,
	THREAT_UNPROTECTED, /* nothing protects the victim */
	THREAT_FAKE_ROOT,   /* what protects it could not take back */
	THREAT_GREATER      /* protected, but worth more than the attacker */
};

struct piece_at {
	uint8_t square, piece; /* NO_SQUARE, NO_PIECE: none */
};

#define ATTACKERS_TOLD 4
#define ATTACKS_TOLD   6

/* One piece under attack after a move; squares are those after the move. */
struct attack {
	enum conduct_kind kind; /* CHASE or CUT; PERMITTED: .exemption says why */
	struct piece_at victim;
	uint8_t number; /* the victim's among the explained moves, wherever it goes: 0-31 */
	struct piece_at attackers[ATTACKERS_TOLD];
	bool discovered[ATTACKERS_TOLD]; /* that attacker did not move, */
	bool freed[ATTACKERS_TOLD];      /* and was pinned before */
	int attacker_count;
	/* All that can take it now, new or not: by number, and 1 << type. */
	uint32_t takers, taker_types;
	enum threat_reason reason; /* CHASE and CUT: of the first attacker */
	enum exemption exemption;
	struct piece_at root; /* PROTECTED: who would take back; FAKE_ROOT: who cannot */
	/* CHASE, CUT: what came to attack the victim too, and does not chase it: offered in
	 * exchange (EXEMPT_EXCHANGE), or a king or soldier (EXEMPT_ATTACKER). */
	struct piece_at companion;
	enum exemption companion_is;
	bool unequal; /* CUT: the victim could take the attacker before, not now */
};

/* What one move was. */
struct conduct {
	int ply;   /* 1-based ply in the game */
	int round; /* 1-based: begins anew where the first explained position stands again */
	struct move move;
	uint8_t moved_piece, taken_piece;
	uint8_t moved_number; /* of the piece, as attack.number */
	enum conduct_kind kind;
	/* Checkers, as attackers of the king: CHECK only. */
	struct attack check;
	/* CHASE, CUT: every victim, a side's victim of the verdict first.  CHECK: what it
	 * would chase if it were no check.  PERMITTED: the attacks most worth telling. */
	struct attack attacks[ATTACKS_TOLD];
	int attack_count;
	/* Victims by number: threatened directly, threatened in any way, attacked without
	 * chasing. */
	uint32_t direct, threatened, exempted[EXEMPTIONS];
	uint32_t unsaved;        /* CHASE, CUT: … that were threatened before the move, too */
	bool answers;            /* its side was in check */
	bool flees;              /* the moved piece was threatened by the move before */
	bool kill;               /* no check, but mate by checks threatens next */
	struct piece_at winning; /* what it threatens to take after a check (PERMITTED) */
	struct piece_at blocked; /* the piece that threatened mate, whose way it bars */
};

/* Explains the plies verdict->loop_first … loop_last; returns how many were written (at
 * most max).  h holds them all.  Under `cxq` a chase is that rule set's own (seed 001)
 * and CONDUCT_CUT unknown. */
int referee_explain(
    const struct history *h, const struct verdict *verdict, struct conduct *out, int max);

#endif
