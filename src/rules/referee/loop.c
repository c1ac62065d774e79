/* SPDX-License-Identifier: ISC */
/*
 * Loops under the rule sets `server` and `asian`: announcements, refusals,
 * draws and losses; and the check limit of `server`.
 *
 * Every recurrence is judged on its own stretch, from the first occurrence to
 * the present one: a side is guilty by what it did, not by what was said of it
 * before.  A refusal needs something else to play; where there is nothing, a
 * fourth check is played and a losing repetition loses (riverpost-commands(7)).
 */
#include "rules/referee/judges.h"

#define ATTEMPTS_ALLOWED 2 /* the third one loses (seed 000, 4.3) */

static enum verdict_reason
reason_of(enum conduct_level level)
{
	switch (level) {
	case LEVEL_CHECK:
		return REASON_PERPETUAL_CHECK;
	case LEVEL_CHASE:
		return REASON_PERPETUAL_CHASE;
	case LEVEL_CUT:
		return REASON_PERPETUAL_CUT;
	case LEVEL_PERMITTED:
		break;
	}
	return REASON_REPETITION;
}

static void
weigh(const struct repeat *repeat, struct verdict *verdict)
{
	enum conduct_level red = repeat_level(repeat, RED), green = repeat_level(repeat, GREEN);

	verdict->level[RED] = (int)red;
	verdict->level[GREEN] = (int)green;
	verdict->victim[RED] = repeat_victim(repeat, RED);
	verdict->victim[GREEN] = repeat_victim(repeat, GREEN);
	verdict->loser_known = red != green;
	verdict->loser = green > red ? GREEN : RED;
	if (verdict->loser_known)
		verdict->reason = reason_of(green > red ? green : red);
	else
		verdict->reason = red == LEVEL_PERMITTED ? REASON_REPETITION : REASON_MUTUAL;
}

static void
refuse_check(
    const struct history *h, const struct walk *walk, enum side mover, struct verdict *verdict)
{
	if (!check_is_forbidden(walk) || !alternatives_instead(h, verdict))
		return;
	verdict->kind = VERDICT_REFUSED;
	verdict->reason = REASON_CHECK_LIMIT;
	verdict->article = "004:c";
	verdict->loser = mover;
	verdict->loser_known = true;
	verdict->level[mover] = LEVEL_CHECK;
	verdict->loop_last = walk->ply;
	verdict->loop_first = walk->ply - 2 * (verdict->used - 1);
}

static void
refuse_loop(const struct history *h, enum side mover, struct verdict *verdict)
{
	bool other = alternatives_instead(h, verdict);

	verdict->attempts = h->refused[mover] + 1;
	if (other && verdict->attempts <= ATTEMPTS_ALLOWED)
		verdict->kind = VERDICT_REFUSED;
	else
		verdict->kind = VERDICT_LOSS;
}

/* The third or a later occurrence: what becomes of it. */
static void
decide(const struct history *h, enum side mover, struct verdict *verdict)
{
	if (!verdict->loser_known)
		verdict->kind = VERDICT_DRAW;
	else if (h->rules == RULES_ASIAN)
		verdict->kind = VERDICT_LOSS;
	else if (verdict->loser == mover)
		refuse_loop(h, mover, verdict);
	else
		verdict->kind = VERDICT_WARN;
}

static void
judge_recurrence(
    const struct history *h, const struct walk *walk, enum stage stage, struct verdict *verdict)
{
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
	if (seen.occurrences == 2)
		verdict->kind = VERDICT_WARN;
	else
		decide(h, side_other((enum side)walk->board.turn), verdict);
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
		refuse_check(h, walk, mover, verdict);
	}
	if (verdict->kind == VERDICT_NONE)
		judge_recurrence(h, walk, stage, verdict);
}
