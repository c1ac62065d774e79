/* SPDX-License-Identifier: ISC */
/*
 * The referee: the order in which a move is judged (riverpost-rules(7)).
 *
 * Mate or stalemate, repetition with the check limit, dead position, no
 * capture, length.  What each comes to is judged in loop.c; what is
 * counted on the way, in walk.c and cxq.c.
 */
#include <string.h>

#include "base/str.h"
#include "rules/movegen.h"
#include "rules/referee/internal.h"
#include "rules/status.h"

static const char *const ruleset_names[RULESETS] = {
	[RULES_SERVER] = "server",
	[RULES_ASIAN] = "asian",
	[RULES_CXQ] = "cxq",
};

#define REASON_NAME(name, word) word,
static const char *const reason_names[] = { REASONS(REASON_NAME) };

const char *
ruleset_name(enum ruleset rules)
{
	return ruleset_names[rules];
}

bool
ruleset_find(const char *name, enum ruleset *rules)
{
	int found = str_index(ruleset_names, RULESETS, name);

	if (found >= 0)
		*rules = (enum ruleset)found;
	return found >= 0;
}

const char *
verdict_reason_name(enum verdict_reason reason)
{
	return reason_names[reason];
}

static bool
judge_end(const struct walk *walk, struct verdict *verdict)
{
	if (moves_any(&walk->board))
		return false;
	verdict->kind = VERDICT_LOSS;
	verdict->reason = walk->in_check ? REASON_CHECKMATE : REASON_STALEMATE;
	verdict->loser = (enum side)walk->board.turn;
	verdict->loser_known = true;
	verdict->article = "004:a";
	return true;
}

static enum verdict_reason
limit_reached(const struct walk *walk)
{
	const struct cxq *cxq = &walk->cxq;
	const int *quiet = walk->quiet.moves;

	if (walk->rules != RULES_CXQ)
		return quiet[RED] >= QUIET_MOVES && quiet[GREEN] >= QUIET_MOVES ?
		    REASON_NO_CAPTURE :
		    REASON_NONE;
	if (cxq->progress[RED] >= CXQ_PROGRESS && cxq->progress[GREEN] >= CXQ_PROGRESS)
		return REASON_NO_CAPTURE;
	if (cxq->effective[RED] >= CXQ_EFFECTIVE && cxq->effective[GREEN] >= CXQ_EFFECTIVE)
		return REASON_EFFECTIVE_MOVES;
	return walk->ply >= 2 * CXQ_LENGTH ? REASON_LENGTH : REASON_NONE;
}

/* What the limit of moves counts which is this reason. */
static void
tell_counts(const struct walk *walk, enum verdict_reason reason, struct verdict *verdict)
{
	const struct cxq *cxq = &walk->cxq;

	for (int side = RED; side <= GREEN; side++) {
		int moves = (walk->ply + (side != walk->board.turn)) / 2;

		verdict->uncounted[side] = 0;
		if (walk->rules != RULES_CXQ) {
			verdict->counted[side] = walk->quiet.moves[side];
			verdict->uncounted[side] = walk->quiet.uncounted[side];
		} else if (reason == REASON_EFFECTIVE_MOVES) {
			verdict->counted[side] = cxq->effective[side];
			verdict->uncounted[side] = moves - cxq->effective[side];
		} else if (reason == REASON_LENGTH) {
			verdict->counted[side] = moves;
		} else {
			verdict->counted[side] = cxq->progress[side];
		}
	}
	verdict->counted_since = walk->rules != RULES_CXQ ? walk->quiet.since : cxq->since;
	if (reason == REASON_EFFECTIVE_MOVES || reason == REASON_LENGTH)
		verdict->counted_since = 0;
}

static void
judge_draws(const struct walk *walk, struct verdict *verdict)
{
	enum verdict_reason reason = limit_reached(walk);

	if ((walk->captured || walk->ply <= 1) && board_is_dead(&walk->board))
		reason = REASON_DEAD_POSITION;
	if (reason == REASON_NONE)
		return;
	verdict->kind = VERDICT_DRAW;
	verdict->reason = reason;
	verdict->loser_known = false;
	verdict->loop_first = verdict->loop_last = verdict->loop_length = 0;
	verdict->alternative_count = 0;
	verdict->article = NULL;
	if (reason == REASON_DEAD_POSITION)
		verdict->article = "004:f";
	else if (walk->rules == RULES_CXQ)
		verdict->article = "001";
	tell_counts(walk, reason, verdict);
}

static void
verdict_clear(struct verdict *verdict)
{
	memset(verdict, 0, sizeof(*verdict));
	verdict->victim[RED] = verdict->victim[GREEN] = NO_SQUARE;
	verdict->checker = NO_SQUARE;
	verdict->occurrences = 1;
}

/* A position with a move after it is not mate. */
static void
judge(const struct history *h, const struct walk *walk, enum stage stage, struct verdict *verdict)
{
	verdict_clear(verdict);
	tell_counts(walk, REASON_NO_CAPTURE, verdict);
	if (stage == STAGE_LAST && judge_end(walk, verdict))
		return;
	if (h->rules == RULES_CXQ)
		loop_judge_cxq(h, walk, stage, verdict);
	else
		loop_judge(h, walk, stage, verdict);
	if (verdict->kind == VERDICT_NONE || verdict->kind == VERDICT_WARN)
		judge_draws(walk, verdict);
}

void
referee_start(const struct history *h, struct verdict *verdict)
{
	struct walk walk;

	verdict_clear(verdict);
	walk_start(&walk, h->rules, &h->start);
	if (!judge_end(&walk, verdict))
		judge_draws(&walk, verdict);
}

void
referee_judge(const struct history *h, struct verdict *verdict)
{
	struct walk walk;

	verdict_clear(verdict);
	if (h->length == 0)
		return;
	walk_through(&walk, h, 0);
	judge(h, &walk, STAGE_LAST, verdict);
}

bool
referee_is_calm(const struct history *h)
{
	struct walk walk;
	enum side side;

	walk_through(&walk, h, 0);
	side = (enum side)walk.board.turn;
	if (walk.recurred)
		return false;
	if (h->rules == RULES_CXQ)
		return !cxq_is_at_limit(&walk.cxq.check[side]) &&
		    !cxq_is_at_limit(cxq_longest_chase(&walk.cxq, side));
	/* One more check can make the run no longer than that. */
	return walk.run[side].moved < CHECKS_ALLOWED;
}

int
referee_replay(const struct history *h, struct verdict *verdict)
{
	struct history so_far = *h;
	struct walk walk;

	verdict_clear(verdict);
	walk_start(&walk, h->rules, &h->start);
	for (so_far.length = 1; so_far.length <= h->length; so_far.length++) {
		walk_step(&walk, h->moves[so_far.length - 1]);
		judge(&so_far, &walk, so_far.length == h->length ? STAGE_LAST : STAGE_PASSING,
		    verdict);
		if (verdict->kind != VERDICT_NONE && verdict->kind != VERDICT_WARN)
			return so_far.length;
	}
	return h->length;
}
