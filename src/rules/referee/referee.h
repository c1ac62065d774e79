/* SPDX-License-Identifier: ISC */
/*
 * The three rule sets and the referee: what a move list comes to.
 *
 * The referee looks at a whole game (start position and moves) whose moves are
 * all legal by the basic rules, and says what the LAST move brings about under
 * a rule set: nothing, an announcement, a refusal, a draw or a loss.  It keeps
 * no state; the one thing a refused move changes, the count of attempts, is
 * the caller's (struct history.refused).
 *
 * Order (riverpost-rules(7)): mate or stalemate, repetition (and the check limit), dead
 * position, no-capture limit, length limit.
 *
 * Where the sources leave room (cxq: rules/referee/cxq.h):
 *  - A run of the check limit is looked for backwards from the last check: four
 *    checks by which one piece moved, which one piece answered, and after each
 *    of which one and the same piece attacked the king.
 *  - Every recurrence is judged on its own stretch, first to present occurrence.
 *    `server`: when that finds the other side at fault, the move is played and
 *    announced (VERDICT_WARN).
 *  - A move is refused only while something else can be played that is not
 *    itself refused; else a fourth check is played, and a losing repetition
 *    loses.
 *  - Of the 60 moves without a capture, a check beyond a side's tenth is not
 *    counted, nor the answer to it.
 */
#ifndef RULES_REFEREE_REFEREE_H
#define RULES_REFEREE_REFEREE_H

#include "rules/board.h"

enum ruleset { RULES_SERVER, RULES_ASIAN, RULES_CXQ };
#define RULESETS 3

const char *ruleset_name(enum ruleset rules); /* "server", "asian", "cxq" */
bool ruleset_find(const char *name, enum ruleset *rules);
/* Raised when verdicts of a rule set may change; each game row keeps its own. */
#define RULESET_VERSION 4

/* Attempts at a losing repetition that are refused; the next one loses (seed 000, 4.3). */
#define ATTEMPTS_REFUSED 2

struct history {
	enum ruleset rules;
	struct board start;
	const struct move *moves;
	int length;     /* plies */
	int refused[2]; /* earlier refused losing repetitions, by side */
};

/* Each with its name in templates, the word "verdict". */
#define VERDICTS(X) \
	X(NONE, "none") \
	X(WARN, "warn")       /* played; announced what follows if it goes on */ \
	X(REFUSED, "refused") /* server rules: the last move must not be played */ \
	X(DRAW, "draw") \
	X(LOSS, "loss") /* .loser */
#define VERDICT_ID(name, word) VERDICT_##name,
enum verdict_kind { VERDICTS(VERDICT_ID) };

/* Why; verdict_reason_name() gives the name used on the command line and in
 * the templates. */
#define REASONS(X) \
	X(NONE, "none") \
	X(CHECKMATE, "checkmate") \
	X(STALEMATE, "stalemate") \
	X(CHECK_LIMIT, "check-limit") /* server: 4th consecutive check */ \
	X(PERPETUAL_CHECK, "perpetual-check") \
	X(PERPETUAL_CHASE, "perpetual-chase") \
	X(PERPETUAL_CUT, "perpetual-cut") /* chase by cutting protection, level 1 */ \
	X(REPETITION, "repetition")       /* permitted loop: draw */ \
	X(MUTUAL, "mutual")               /* both sides the same violation: draw */ \
	X(DEAD_POSITION, "dead-position") \
	X(NO_CAPTURE, "no-capture")           /* 60 moves; cxq: progress rule, 30 */ \
	X(EFFECTIVE_MOVES, "effective-moves") /* cxq: 120 */ \
	X(LENGTH, "length")                   /* cxq: 300 */
#define REASON_ID(name, word) REASON_##name,
enum verdict_reason { REASONS(REASON_ID) };

#define VERDICT_MOVES_MAX 8

struct verdict {
	enum verdict_kind kind;
	enum verdict_reason reason;
	enum side loser;  /* LOSS, REFUSED, WARN (who must vary) */
	bool loser_known; /* WARN: false when a draw would follow */
	/* Static, language-free; or NULL. "000:18": seed 000, article 18 of its
	 * details; "000:2.3", "000:3.9": its basic principles and general rules;
	 * "000:add": its additional illustrations; "004:c", "001". */
	const char *article;
	/* The loop, where the reason is one (plies 1-based, loop_first..loop_last). */
	int occurrences;           /* of the position now on the board */
	int loop_first, loop_last; /* the judged stretch */
	int loop_length;           /* plies of its last round */
	/* By side: 0-3, riverpost-rules(7). With a count: 3 checks are counted, 2 chases. */
	int level[2];
	uint8_t victim[2]; /* by side: the piece that side chases, its square now; or NO_SQUARE */
	/* The count of the check limit (server) or of consecutive checks/chases (cxq). */
	int used, allowed; /* by the side that has just moved; 0,0: none */
	uint8_t checker;   /* server: the square of the piece that checks */
	int attempts;      /* REFUSED for repetition: which attempt (1, 2) */
	/* By side, the moves that a limit of moves counts, and how many it leaves out, since
	 * that ply (0: the beginning): those without a capture (cxq: without progress), or
	 * those of the reason. */
	int counted[2], uncounted[2], counted_since;
	/* WARN, REFUSED: moves that leave the loop, for the side that must vary. */
	struct move alternatives[VERDICT_MOVES_MAX];
	int alternative_count;
};

/* Judges the position h begins from: over before any move, or NONE. */
void referee_start(const struct history *h, struct verdict *verdict);
/* Judges the last move of h (length 0: NONE). */
void referee_judge(const struct history *h, struct verdict *verdict);
/* Can no next move be refused or end the game, but by mate or by what is taken or counted
 * for a draw?  Quick; false also where that is not sure. */
bool referee_is_calm(const struct history *h);
/* Judges every move in turn, in one pass; stops at the first refusal, draw or
 * loss.  Returns the ply judged last. */
int referee_replay(const struct history *h, struct verdict *verdict);

/* How far a game has come to a limit of its rule set, with its name in templates, the word
 * "counted". */
#define LIMITS(X) \
	/* Of one side, until its run is broken: */ \
	X(CHECK_RUN, "check-limit") /* server: checks with one piece, answered by one piece */ \
	X(CHECKS, "checks")         /* cxq */ \
	X(CHASES, "chases")         /* cxq: of one unprotected piece */ \
	/* Of both; the game is then a draw: */ \
	X(NO_CAPTURE, "no-capture") /* server, asian: moves of each side, checks if they count */ \
	X(PROGRESS, "progress")     /* cxq */ \
	X(EFFECTIVE, "effective-moves") /* cxq */ \
	X(LENGTH, "length")             /* cxq */
#define LIMIT_ID(name, word) LIMIT_##name,
enum limit_kind { LIMITS(LIMIT_ID) };
struct limit_count {
	enum limit_kind kind;
	enum side side; /* of a run */
	int used, allowed;
	uint8_t square; /* CHECK_RUN: of the piece that checks; CHASES: the victim's */
	bool fatal;     /* cxq: one more by that side, which is to move, loses */
};
#define LIMIT_COUNTS_MAX 7
/* Those that are above zero, whoever moved last; h may be of any length. */
int referee_counts(const struct history *h, struct limit_count out[LIMIT_COUNTS_MAX]);
const char *verdict_reason_name(enum verdict_reason reason);

#endif
