/* SPDX-License-Identifier: ISC */
/*
 * Limits and loops under the rule set `cxq` (seed 001).
 *
 * A side that goes on checking, or chasing one unprotected piece, comes to its
 * limit sooner or later; a repetition inside such a run is therefore no draw.
 * A run is announced one move before its limit and again at it.
 */
#include "rules/referee/judges.h"

static bool
run_is_over(const struct cxq_run *run)
{
	return run->length > cxq_limit(run);
}

static bool
run_is_near(const struct cxq_run *run, int margin)
{
	return run->length > 0 && run->length >= cxq_limit(run) - margin;
}

static void
set_outcome(
    struct verdict *verdict, enum verdict_kind decided, enum verdict_reason reason, enum side loser)
{
	verdict->reason = reason;
	verdict->loser_known = reason != REASON_MUTUAL;
	verdict->loser = loser;
	if (decided == VERDICT_WARN)
		verdict->kind = VERDICT_WARN;
	else
		verdict->kind = verdict->loser_known ? VERDICT_LOSS : VERDICT_DRAW;
}

static void
set_count(
    struct verdict *verdict, enum side mover, enum conduct_level level, const struct cxq_run *run)
{
	verdict->used = run->length;
	verdict->allowed = cxq_limit(run);
	verdict->level[mover] = (int)level;
}

static void
set_run(struct verdict *verdict, const struct walk *walk, const struct cxq_run *run)
{
	verdict->loop_last = walk->ply;
	verdict->loop_first = walk->ply - 2 * (run->length - 1);
	verdict->article = "001";
}

/* What overstepping (or, `margin` 1, nearly reaching) the limit comes to: both
 * sides of the same kind draw, check against chase loses. */
static void
judge_check(const struct walk *walk, enum side mover, int margin, enum verdict_kind decided,
    struct verdict *verdict)
{
	enum side other = side_other(mover);
	bool both = run_is_near(&walk->cxq.check[other], margin);

	set_run(verdict, walk, &walk->cxq.check[mover]);
	set_count(verdict, mover, LEVEL_CHECK, &walk->cxq.check[mover]);
	verdict->level[other] = both ? LEVEL_CHECK : LEVEL_PERMITTED;
	set_outcome(verdict, decided, both ? REASON_MUTUAL : REASON_PERPETUAL_CHECK, mover);
}

static void
judge_chase(const struct walk *walk, enum side mover, int margin, enum verdict_kind decided,
    struct verdict *verdict)
{
	enum side other = side_other(mover);
	const struct cxq_run *run = cxq_longest_chase(&walk->cxq, mover);
	const struct cxq_run *theirs = cxq_longest_chase(&walk->cxq, other);

	set_run(verdict, walk, run);
	set_count(verdict, mover, LEVEL_CHASE, run);
	verdict->victim[mover] = run->victim;
	if (run_is_near(&walk->cxq.check[other], margin)) {
		verdict->level[other] = LEVEL_CHECK;
		set_outcome(verdict, decided, REASON_PERPETUAL_CHECK, other);
	} else if (run_is_near(theirs, margin)) {
		verdict->level[other] = LEVEL_CHASE;
		verdict->victim[other] = theirs->victim;
		set_outcome(verdict, decided, REASON_MUTUAL, mover);
	} else {
		set_outcome(verdict, decided, REASON_PERPETUAL_CHASE, mover);
	}
}

/* Does a run of that side fill the whole loop, so that its limit decides? */
static bool
run_fills(const struct cxq *cxq, enum side side, int plies)
{
	if (cxq->check[side].length * 2 >= plies)
		return true;
	for (int i = 0; i < cxq->chase_count[side]; i++)
		if (cxq->chase[side][i].length * 2 >= plies)
			return true;
	return false;
}

static void
set_repetition(const struct walk *walk, const struct recurrence *seen, struct verdict *verdict)
{
	verdict->kind = seen->occurrences == 2 ? VERDICT_WARN : VERDICT_DRAW;
	verdict->reason = REASON_REPETITION;
	verdict->loser_known = false;
	verdict->level[RED] = verdict->level[GREEN] = LEVEL_PERMITTED;
	verdict->victim[RED] = verdict->victim[GREEN] = NO_SQUARE;
	verdict->used = verdict->allowed = 0;
	verdict->article = "001";
	verdict->loop_first = seen->first + 1;
	verdict->loop_last = walk->ply;
}

/* A third occurrence draws even where a run, shorter than the stretch, comes
 * near its limit just then. */
static void
judge_recurrence(
    const struct history *h, const struct walk *walk, enum stage stage, struct verdict *verdict)
{
	struct recurrence seen;
	int plies;

	recurrence_find(walk, h->moves, &seen);
	verdict->occurrences = seen.occurrences;
	if (seen.occurrences < 2)
		return;
	verdict->loop_length = walk->ply - seen.previous;
	plies = walk->ply - seen.first;
	if ((verdict->kind == VERDICT_NONE || seen.occurrences > 2) &&
	    !run_fills(&walk->cxq, RED, plies) && !run_fills(&walk->cxq, GREEN, plies))
		set_repetition(walk, &seen, verdict);
	if (verdict->kind == VERDICT_WARN && stage == STAGE_LAST)
		alternatives_next(h, walk, &h->moves[seen.previous], verdict);
}

void
limit_judge(
    const struct history *h, const struct walk *walk, enum stage stage, struct verdict *verdict)
{
	enum side mover = side_other((enum side)walk->board.turn);
	const struct cxq_run *check = &walk->cxq.check[mover];
	const struct cxq_run *chase = cxq_longest_chase(&walk->cxq, mover);

	if (run_is_over(check))
		judge_check(walk, mover, 0, VERDICT_LOSS, verdict);
	else if (run_is_over(chase))
		judge_chase(walk, mover, 0, VERDICT_LOSS, verdict);
	else if (run_is_near(check, 1))
		judge_check(walk, mover, 1, VERDICT_WARN, verdict);
	else if (run_is_near(chase, 1))
		judge_chase(walk, mover, 1, VERDICT_WARN, verdict);
	else if (check->length > 0)
		set_count(verdict, mover, LEVEL_CHECK, check);
	else if (chase->length > 0)
		set_count(verdict, mover, LEVEL_CHASE, chase);
	if (verdict->kind == VERDICT_NONE || verdict->kind == VERDICT_WARN)
		judge_recurrence(h, walk, stage, verdict);
}
