/* SPDX-License-Identifier: ISC */
/*
 * Loops and limits under each rule set: announcements, refusals, draws and losses.
 *
 * `server` and `asian`: every recurrence is judged on its own stretch, from the
 * first occurrence to the present one: a side is guilty by what it did, not by
 * what was said of it before.  A refusal needs something else to play; where
 * there is nothing, a fourth check is played and a losing repetition loses
 * (riverpost-rules(7)).
 *
 * `cxq` (seed 001): a side that goes on checking, or chasing one unprotected
 * piece, comes to its limit sooner or later; a repetition inside such a run is
 * therefore not a draw.  A run is announced one move before its limit and at it.
 */
#include "rules/referee/internal.h"

/* Of what the two sides did. */
static enum verdict_reason
reason_of(enum conduct_level a, enum conduct_level b)
{
	static const enum verdict_reason reasons[] = {
		[LEVEL_PERMITTED] = REASON_REPETITION,
		[LEVEL_CUT] = REASON_PERPETUAL_CUT,
		[LEVEL_CHASE] = REASON_PERPETUAL_CHASE,
		[LEVEL_CHECK] = REASON_PERPETUAL_CHECK,
	};

	return a == b && a != LEVEL_PERMITTED ? REASON_MUTUAL : reasons[a > b ? a : b];
}

static void
weigh(const struct repeat *repeat, struct verdict *verdict)
{
	enum conduct_level red = repeat_level(repeat, RED), green = repeat_level(repeat, GREEN);

	verdict->level[RED] = (int)red;
	verdict->level[GREEN] = (int)green;
	verdict->victim[RED] = repeat_victim(repeat, RED);
	verdict->victim[GREEN] = repeat_victim(repeat, GREEN);
	verdict->loser_known = repeat_loser(repeat, &verdict->loser);
	verdict->reason = reason_of(red, green);
	/* Cuts that lose no round are permitted. */
	if (red != green && !verdict->loser_known) {
		verdict->reason = REASON_REPETITION;
		verdict->level[RED] = verdict->level[GREEN] = LEVEL_PERMITTED;
		verdict->victim[RED] = verdict->victim[GREEN] = NO_SQUARE;
	}
}

static void
judge_recurrence(
    const struct history *h, const struct walk *walk, enum stage stage, struct verdict *verdict)
{
	enum side mover = side_other((enum side)walk->board.turn);
	struct recurrence seen;
	struct stretch stretch;
	struct repeat repeat;

	recurrence_find(walk, h->moves, &seen);
	verdict->occurrences = seen.occurrences;
	if (seen.occurrences < 2 || (seen.occurrences == 2 && stage == STAGE_PASSING))
		return;
	stretch = stretch_since(&seen, walk, h->moves, h->moves[h->length - 1]);
	stretch_judge(&stretch, &repeat);
	weigh(&repeat, verdict);
	verdict->loop_first = seen.first + 1;
	verdict->loop_last = walk->ply;
	verdict->loop_length = walk->ply - seen.previous;
	verdict->article = article_of(&stretch, verdict);
	if (seen.occurrences == 2) {
		verdict->kind = VERDICT_WARN;
	} else if (!verdict->loser_known) {
		verdict->kind = VERDICT_DRAW;
	} else if (h->rules == RULES_ASIAN) {
		verdict->kind = VERDICT_LOSS;
	} else if (verdict->loser != mover) {
		verdict->kind = VERDICT_WARN;
	} else {
		bool other = alternatives_instead(h, verdict);

		verdict->attempts = h->refused[mover] + 1;
		verdict->kind = other && verdict->attempts <= ATTEMPTS_REFUSED ? VERDICT_REFUSED :
										 VERDICT_LOSS;
	}
	if (verdict->kind == VERDICT_WARN)
		alternatives_next(h, walk, &h->moves[seen.previous], verdict);
}

void
loop_judge(
    const struct history *h, const struct walk *walk, enum stage stage, struct verdict *verdict)
{
	enum side mover = side_other((enum side)walk->board.turn);

	if (h->rules == RULES_SERVER && walk->in_check) {
		verdict->used = check_run_length(&walk->run[mover], &verdict->checker);
		verdict->allowed = CHECKS_ALLOWED;
		if (check_is_forbidden(walk) && alternatives_instead(h, verdict)) {
			verdict->kind = VERDICT_REFUSED;
			verdict->reason = REASON_CHECK_LIMIT;
			verdict->article = "004:c";
			verdict->loser = mover;
			verdict->loser_known = true;
			verdict->level[mover] = LEVEL_CHECK;
			verdict->loop_last = walk->ply;
			verdict->loop_first = walk->ply - 2 * (verdict->used - 1);
		}
	}
	if (verdict->kind == VERDICT_NONE)
		judge_recurrence(h, walk, stage, verdict);
}

static bool
run_is_near(const struct cxq_run *run, int margin)
{
	return run->length > 0 && run->length >= cxq_limit(run) - margin;
}

static void
set_count(
    struct verdict *verdict, enum side mover, enum conduct_level level, const struct cxq_run *run)
{
	verdict->used = run->length;
	verdict->allowed = cxq_limit(run);
	verdict->level[mover] = (int)level;
}

/* What overstepping the limit of this run comes to (margin 1: announced, being near it): both
 * sides of the same kind draw, check against chase loses. */
static void
judge_run(const struct walk *walk, enum side mover, enum conduct_level level, int margin,
    struct verdict *verdict)
{
	enum side other = side_other(mover);
	const struct cxq_run *run = level == LEVEL_CHECK ? &walk->cxq.check[mover] :
							   cxq_longest_chase(&walk->cxq, mover);
	const struct cxq_run *theirs = cxq_longest_chase(&walk->cxq, other);
	enum conduct_level their_level = LEVEL_PERMITTED;

	if (run_is_near(&walk->cxq.check[other], margin))
		their_level = LEVEL_CHECK;
	else if (level == LEVEL_CHASE && run_is_near(theirs, margin))
		their_level = LEVEL_CHASE;
	set_count(verdict, mover, level, run);
	verdict->loop_last = walk->ply;
	verdict->loop_first = walk->ply - 2 * (run->length - 1);
	verdict->article = "001";
	verdict->level[other] = (int)their_level;
	if (level == LEVEL_CHASE)
		verdict->victim[mover] = run->victim;
	if (their_level == LEVEL_CHASE)
		verdict->victim[other] = theirs->victim;
	verdict->reason = reason_of(level, their_level);
	verdict->loser = their_level > level ? other : mover;
	verdict->loser_known = their_level != level;
	if (margin > 0)
		verdict->kind = VERDICT_WARN;
	else
		verdict->kind = verdict->loser_known ? VERDICT_LOSS : VERDICT_DRAW;
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

/* A third occurrence draws even where a run, shorter than the stretch, comes
 * near its limit just then. */
static void
judge_cxq_recurrence(
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
	    !run_fills(&walk->cxq, RED, plies) && !run_fills(&walk->cxq, GREEN, plies)) {
		verdict->kind = seen.occurrences == 2 ? VERDICT_WARN : VERDICT_DRAW;
		verdict->reason = REASON_REPETITION;
		verdict->loser_known = false;
		verdict->level[RED] = verdict->level[GREEN] = LEVEL_PERMITTED;
		verdict->victim[RED] = verdict->victim[GREEN] = NO_SQUARE;
		verdict->used = verdict->allowed = 0;
		verdict->article = "001";
		verdict->loop_first = seen.first + 1;
		verdict->loop_last = walk->ply;
	}
	if (verdict->kind == VERDICT_WARN && stage == STAGE_LAST)
		alternatives_next(h, walk, &h->moves[seen.previous], verdict);
}

void
loop_judge_cxq(
    const struct history *h, const struct walk *walk, enum stage stage, struct verdict *verdict)
{
	enum side mover = side_other((enum side)walk->board.turn);
	const struct cxq_run *check = &walk->cxq.check[mover];
	const struct cxq_run *chase = cxq_longest_chase(&walk->cxq, mover);

	if (check->length > cxq_limit(check))
		judge_run(walk, mover, LEVEL_CHECK, 0, verdict);
	else if (chase->length > cxq_limit(chase))
		judge_run(walk, mover, LEVEL_CHASE, 0, verdict);
	else if (run_is_near(check, 1))
		judge_run(walk, mover, LEVEL_CHECK, 1, verdict);
	else if (run_is_near(chase, 1))
		judge_run(walk, mover, LEVEL_CHASE, 1, verdict);
	else if (check->length > 0)
		set_count(verdict, mover, LEVEL_CHECK, check);
	else if (chase->length > 0)
		set_count(verdict, mover, LEVEL_CHASE, chase);
	if (verdict->kind == VERDICT_NONE || verdict->kind == VERDICT_WARN)
		judge_cxq_recurrence(h, walk, stage, verdict);
}
