/* SPDX-License-Identifier: ISC */
/*
 * Counting for the `cxq` rule set (seed 001).
 *
 * Invariant: squares in runs are where the pieces stand after the last move;
 * a run whose row is broken is gone at once.  Verdicts are rules/referee/referee.c's.
 */
#include <string.h>

#include "rules/line_masks.h"
#include "rules/movegen.h"
#include "rules/referee/cxq.h"
#include "rules/referee/repeat.h"
#include "rules/shape.h"

#define LIMIT_PER_PIECE 6

static const struct cxq_run no_run = { .victim = NO_SQUARE };

static bool
is_offer(const struct board *board, struct move attack)
{
	struct move back = { attack.to, attack.from };

	return piece_type(board->at[attack.from]) == piece_type(board->at[attack.to]) &&
	    piece_can_take(board, back);
}

static bool
attack_is_protected(const struct board *board, struct move attack)
{
	enum piece_type attacker = piece_type(board->at[attack.from]);

	if (piece_type(board->at[attack.to]) == ROOK && (attacker == CANNON || attacker == HORSE))
		return false;
	return capture_is_answered(board, attack);
}

static int
keep_chases(const struct board *after, const struct move *attacks, int count, struct cxq_chase *out)
{
	int kept = 0;

	for (int i = 0; i < count; i++)
		if (!is_offer(after, attacks[i]))
			out[kept++] = (struct cxq_chase){ attacks[i].from, attacks[i].to,
				attack_is_protected(after, attacks[i]) };
	return kept;
}

/* What a piece that has not moved attacks now and did not before. */
static int
attacks_opened(
    const struct board *before, const struct board *after, uint8_t from, struct move out[MOVES_MAX])
{
	struct move old[MOVES_MAX];
	int count = attacks_from(after, from, out);
	int old_count = count > 0 ? captures_from(before, from, old) : 0;
	int kept = 0;

	for (int i = 0; i < count; i++) {
		bool stood = false;

		for (int j = 0; j < old_count; j++)
			stood |= move_equal(old[j], out[i]);
		if (!stood)
			out[kept++] = out[i];
	}
	return kept;
}

static bool
is_in_line(uint8_t a, uint8_t b)
{
	return square_file(a) == square_file(b) || square_rank(a) == square_rank(b);
}

/* Only where something moved on its lines, or where it could not leave its place
 * because of a check or of where the king stood. */
static bool
cannon_may_open(const struct board *before, uint8_t cannon, struct move move)
{
	enum side side = (enum side)before->turn;

	return is_in_line(cannon, move.from) || is_in_line(cannon, move.to) ||
	    before->king[side] == move.from || side_in_check(before, side);
}

/* By the piece moved, or by a cannon that could not before. */
int
cxq_chases(const struct board *before, const struct board *after, struct move move,
    struct cxq_chase out[MOVES_MAX])
{
	const uint8_t *men = after->men[before->turn];
	struct move attacks[MOVES_MAX];
	int kept = keep_chases(after, attacks, attacks_from(after, move.to, attacks), out);

	for (int i = MEN_CANNONS; i < MEN_SOLDIERS; i++) {
		if (men[i] == NO_SQUARE || men[i] == move.to ||
		    !cannon_may_open(before, men[i], move))
			continue;
		kept += keep_chases(
		    after, attacks, attacks_opened(before, after, men[i], attacks), out + kept);
	}
	return kept;
}

int
cxq_limit(const struct cxq_run *run)
{
	return LIMIT_PER_PIECE * (run->used_count > 1 ? run->used_count : 1);
}

const struct cxq_run *
cxq_longest_chase(const struct cxq *cxq, enum side side)
{
	const struct cxq_run *best = &no_run;

	for (int i = 0; i < cxq->chase_count[side]; i++) {
		const struct cxq_run *run = &cxq->chase[side][i];

		if (best->length == 0 ||
		    run->length - cxq_limit(run) > best->length - cxq_limit(best))
			best = run;
	}
	return best;
}

static void
run_use(struct cxq_run *run, uint8_t square)
{
	for (int i = 0; i < run->used_count; i++)
		if (run->used[i] == square)
			return;
	if (run->used_count < CXQ_PIECES)
		run->used[run->used_count++] = square;
}

/* A move by either side carries the squares of a run along. */
static void
run_follow(struct cxq_run *run, struct move move)
{
	for (int i = 0; i < run->used_count; i++) {
		if (run->used[i] == move.to)
			run->used[i] = NO_SQUARE;
		else if (run->used[i] == move.from)
			run->used[i] = move.to;
	}
	if (run->victim == move.from)
		run->victim = move.to;
}

static void
follow_all(struct cxq *cxq, struct move move)
{
	for (int side = RED; side <= GREEN; side++) {
		run_follow(&cxq->check[side], move);
		for (int i = 0; i < cxq->chase_count[side]; i++)
			run_follow(&cxq->chase[side][i], move);
	}
}

static struct cxq_run
run_find(const struct cxq_run *runs, int count, uint8_t victim)
{
	for (int i = 0; i < count; i++)
		if (runs[i].victim == victim)
			return runs[i];
	return (struct cxq_run){ .victim = victim };
}

static void
step_checks(struct cxq_run *run, const struct board *board, enum side side, bool checks)
{
	uint8_t squares[16];
	int count;

	if (!checks) {
		*run = no_run;
		return;
	}
	run->length++;
	run->victim = board->king[side_other(side)];
	count = checkers(board, side, squares);
	for (int i = 0; i < count; i++)
		run_use(run, squares[i]);
}

static void
step_chases(struct cxq *cxq, enum side side, const struct cxq_chase *chases, int count)
{
	struct cxq_run *runs = cxq->chase[side];
	struct cxq_run old[CXQ_VICTIMS];
	int old_count = cxq->chase_count[side];
	int next = 0;

	memcpy(old, runs, sizeof(old));
	for (int i = 0; i < count; i++) {
		int at = 0;

		if (chases[i].is_protected)
			continue;
		while (at < next && runs[at].victim != chases[i].victim)
			at++;
		if (at == CXQ_VICTIMS)
			continue;
		if (at == next) {
			runs[next] = run_find(old, old_count, chases[i].victim);
			runs[next++].length++;
		}
		run_use(&runs[at], chases[i].attacker);
	}
	cxq->chase_count[side] = next;
}

static bool
is_progress(const struct board *before, struct move move)
{
	bool red = before->turn == RED;
	bool crossed = (square_rank(move.from) >= RANKS / 2) == red;

	if (before->at[move.to] != NO_PIECE)
		return true;
	return piece_type(before->at[move.from]) == SOLDIER && crossed &&
	    square_file(move.from) == square_file(move.to);
}

void
cxq_step(struct cxq *cxq, const struct board *before, const struct board *after, struct move move,
    bool checks)
{
	enum side side = (enum side)before->turn;
	struct cxq_chase chases[MOVES_MAX];
	int count = cxq_chases(before, after, move, chases);
	bool forcing = checks || count > 0;

	follow_all(cxq, move);
	step_checks(&cxq->check[side], after, side, checks);
	step_chases(cxq, side, chases, count);
	if (!forcing && !cxq->forcing)
		cxq->effective[side]++;
	cxq->forcing = forcing;
	if (is_progress(before, move))
		memset(cxq->progress, 0, sizeof(cxq->progress));
	else
		cxq->progress[side]++;
}
