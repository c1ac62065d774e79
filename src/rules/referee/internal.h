/* SPDX-License-Identifier: ISC */
/*
 * Between the referee's own files: who judges what.
 *
 * referee.c keeps the order of riverpost-rules(7) and asks the others; each fills in
 * its part of the verdict and leaves the rest alone.  While a verdict stays at
 * VERDICT_NONE or VERDICT_WARN, the next one is asked.
 */
#ifndef RULES_REFEREE_INTERNAL_H
#define RULES_REFEREE_INTERNAL_H

#include "rules/referee/explain.h"
#include "rules/referee/repeat.h"
#include "rules/referee/walk.h"

#define CHECKS_ALLOWED 3  /* seed 004, c */
#define QUIET_MOVES    60 /* riverpost-rules(7) */
/* Seed 001, its automatic draws. */
#define CXQ_PROGRESS  30
#define CXQ_EFFECTIVE 120
#define CXQ_LENGTH    300

/* The moves between two occurrences; the last is kept by itself, because a move
 * that is only being considered is judged too. */
struct stretch {
	const struct board *start;
	const struct move *moves; /* count - 1 of them */
	int count;
	struct move last;
};

static inline struct move
stretch_at(const struct stretch *stretch, int i)
{
	return i == stretch->count - 1 ? stretch->last : stretch->moves[i];
}

/*
 * Where in a game the judged move stands: what an announcement would say is not
 * worked out while further moves follow.
 */
enum stage { STAGE_PASSING, STAGE_LAST };

/* --- forbidden.c: what `server` refuses */

/* The stretch from the first occurrence to the walk's last move, which may be
 * another than the game's.  Borrows from seen and moves. */
struct stretch stretch_since(const struct recurrence *seen, const struct walk *walk,
    const struct move *moves, struct move last);
/* What all of its moves come to. */
void stretch_judge(const struct stretch *stretch, struct repeat *out);
/* Is the last move a check too many, and not mate? */
bool check_is_forbidden(const struct walk *walk);
/* Would this legal move be one? */
bool check_would_be_forbidden(const struct walk *before, struct move move);
/* Must this legal move be refused, for a check or a losing repetition, if
 * something else can be played?  h->moves must reach as far as `before`. */
bool move_would_be_forbidden(const struct history *h, const struct walk *before, struct move move);

/* --- alternatives.c: what can be played instead; fills in verdict->alternatives */

/* Instead of the last move, which is being refused; false when there is nothing
 * else to play. */
bool alternatives_instead(const struct history *h, struct verdict *verdict);
/* After the last move, for the side that must vary; where none must, for the side
 * to move, or else for the other.  `round`: the moves that followed when the
 * position stood before. */
void alternatives_next(const struct history *h, const struct walk *walk, const struct move *round,
    struct verdict *verdict);

/* --- loop.c: what recurrences and limits come to */

/* `server` and `asian`: check limit and loops. */
void loop_judge(
    const struct history *h, const struct walk *walk, enum stage stage, struct verdict *verdict);
/* `cxq`: limits of checks and chases, loops. */
void loop_judge_cxq(
    const struct history *h, const struct walk *walk, enum stage stage, struct verdict *verdict);

/* --- explain.c: what attacks are, for the words of a verdict */

/* The exemption of a legal attack on a piece that may be chased. */
enum exemption exemption_of(const struct board *board, struct move attack);
/* Why this capture threatens. */
enum threat_reason threat_reason(const struct board *board, struct move capture);

/* --- aims.c: what a quiet move aims at */

/* Could the side mate, by one check or a few in a row, if it were to move (seed 000, 1:
 * a kill)?  Slow: takes what it looks at off *nodes, and gives up when that is used. */
bool aims_at_mate(const struct board *board, enum side side, int *nodes);
/* A piece that the side which has moved would win by a check and then a capture, and
 * that it could neither win so nor take directly before; NO_SQUARE none. */
uint8_t aims_after_check(const struct board *before, const struct board *after);
/* Does the move stand in the way of the enemy rook or cannon on `menacing`? */
bool aims_to_block(const struct board *before, struct move move, uint8_t menacing);

/* --- article.c */

/* The article of seed 000 that a loop's verdict rests on. */
const char *article_of(const struct stretch *stretch, const struct verdict *verdict);

#endif
