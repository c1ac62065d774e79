/* SPDX-License-Identifier: ISC */
/*
 * The Asian repetition judge (seed 000): what the moves of a stretch between
 * two occurrences of a position were, and what each side's conduct comes to.
 *
 * Feed it the position before the stretch and then every move of it, in order:
 *
 *	repeat_begin(&repeat, &position);
 *	for (…)
 *		repeat_move(&repeat, move, &effect);
 *	level = repeat_level(&repeat, RED);
 *
 * The rule of rescue: a piece that stood under a real threat before every move of its
 * chaser was never saved, by its own flight or another's help, and so was not chased
 * (riverpost-rules(7), open points).
 *
 * A stretch holds no capture (a position cannot come back after one); pieces
 * are followed by identity through it.  The judge knows nothing of how often a
 * position occurred, of rule sets or of games: rules/referee/referee.h does.
 */
#ifndef RULES_REFEREE_REPEAT_H
#define RULES_REFEREE_REPEAT_H

#include "rules/board.h"

/* A side's conduct over a stretch; the higher one loses, equal ones draw
 * (seed 000, basic principles 1-4; but see repeat_loser). */
enum conduct_level {
	LEVEL_PERMITTED, /* anything else */
	LEVEL_CUT,       /* one victim on every move, at times only by cutting protection */
	LEVEL_CHASE,     /* one and the same victim, directly, on every move */
	LEVEL_CHECK      /* every move checks */
};

/* One piece comes to threaten another by a move. */
struct threat {
	uint8_t attacker; /* squares after the move */
	uint8_t victim;
	bool cut; /* the attack stood before, protection did not hold it off any more */
};

/* 10 pieces a side may chase, at no more than 8 victims each. */
#define THREATS_MAX 80

/* What one move was. A check is never a chase: no threats then. */
struct effect {
	bool check;
	int threat_count;
	struct threat threats[THREATS_MAX];
	/* Where there are threats: pieces (bits are numbers) that stood under a real threat
	 * already before the move, so that the moves between had not saved them. */
	uint32_t unsaved;
};

/* By side: what all moves have in common. */
struct conduct_tally {
	uint32_t direct[2]; /* pieces (bits are numbers) threatened on every move */
	uint32_t any[2];
	uint32_t unsaved[2]; /* … that stood under threat before every move */
	bool checks[2];      /* every move checked */
	int moves[2];
};

struct repeat {
	struct board start;
	struct board board;      /* after the moves so far */
	uint8_t number[SQUARES]; /* who stands there: a piece keeps its number, 0-31 */
	struct conduct_tally whole;
	struct conduct_tally round; /* since the position last stood */
	bool lost_round[2];         /* by side: it loses a round, judged by itself */
};

void repeat_begin(struct repeat *repeat, const struct board *board);
void repeat_move(struct repeat *repeat, struct move move, struct effect *effect);
enum conduct_level repeat_level(const struct repeat *repeat, enum side side);
/* Who loses by all of it; false: nobody.  By cutting protection, only who loses a
 * round between two occurrences as well (third additional illustration). */
bool repeat_loser(const struct repeat *repeat, enum side *loser);
/* Where the piece which that side chases stands now; NO_SQUARE at the levels
 * that have no victim. */
uint8_t repeat_victim(const struct repeat *repeat, enum side side);

/* The attacks of `side` (seed 000, general rules 3 and 9): captures without king
 * or soldier as attacker, and without king or uncrossed soldier as victim.  They
 * are legal, or fail only to answer a check that stands on the board: a side in
 * check keeps the attacks it had, and they are not new when its king has fled
 * (diagram 5; additional illustration 2). */
int attacks_list(const struct board *board, enum side side, struct move out[MOVES_MAX]);
/* Could this capture be a chase, by who takes whom? */
bool attack_may_chase(const struct board *board, struct move capture);
/* Those of them that the piece on `from` makes. */
int attacks_from(const struct board *board, uint8_t from, struct move out[MOVES_MAX]);
/* Can the victim's side legally take back on capture.to after this capture?
 * (A root that cannot is a fake one, seed 000, article 34.) */
bool capture_is_answered(const struct board *board, struct move capture);
/* Is this one of captures_standing(), whatever the pieces? */
bool capture_stands(const struct board *board, struct move capture);
/* Is this attack a real threat: does the capture win something? */
bool attack_threatens(const struct board *board, struct move capture);
/* The threats that the move made, from `before` to `after`, as if it were no check. */
void threats_list(
    const struct board *before, const struct board *after, struct move move, struct effect *effect);
/* Could the piece on move.from legally take the one on move.to if its side were to
 * move? */
bool piece_can_take(const struct board *board, struct move move);

#endif
