/* SPDX-License-Identifier: ISC */
/*
 * Counting for the `cxq` rule set (seed 001).
 *
 * Invariant: squares in runs are where the pieces stand after the last move; a run
 * that a move does not continue is gone at once.  Verdicts are loop.c's.
 */
#include <string.h>

#include "rules/board_lines.h"
#include "rules/movegen.h"
#include "rules/referee/cxq.h"
#include "rules/referee/repeat.h"
#include "rules/shape.h"

#define LIMIT_PER_PIECE 6

static const struct cxq_run no_run = { .victim = NO_SQUARE };

/* What the piece now on `now`, before on `was`, attacks and, unless it has moved, did not attack
 * before: the square of a victim is the same.  A piece of the same type that can take too is
 * offered an exchange. */
static int
piece_chases(const struct board *before, const struct board *after, uint8_t was, uint8_t now,
    struct cxq_chase *out)
{
	struct move attacks[MOVES_MAX], old[MOVES_MAX];
	int count = attacks_from(after, now, attacks);
	int old_count = count > 0 && was == now ? captures_from(before, was, old) : 0;
	int kept = 0;

	for (int i = 0; i < count; i++) {
		uint8_t to = attacks[i].to;
		enum piece_type attacker = piece_type(after->at[now]);
		enum piece_type victim = piece_type(after->at[to]);
		bool rook_is_won = victim == ROOK && (attacker == CANNON || attacker == HORSE);

		if (move_is_among(old, old_count, (struct move){ was, to }) ||
		    (attacker == victim && piece_can_take(after, (struct move){ to, now })))
			continue;
		out[kept++] = (struct cxq_chase){ now, to,
			!rook_is_won && capture_is_answered(after, attacks[i]) };
	}
	return kept;
}

static bool
is_in_line(uint8_t a, uint8_t b)
{
	return square_file(a) == square_file(b) || square_rank(a) == square_rank(b);
}

/* By the piece moved, or by a cannon. */
int
cxq_chases(const struct board *before, const struct board *after, struct move move,
    struct cxq_chase out[MOVES_MAX])
{
	const uint8_t *men = after->men[before->turn];
	int kept = piece_chases(before, after, move.from, move.to, out);

	for (int i = MEN_CANNONS; i < MEN_SOLDIERS; i++) {
		if (men[i] == NO_SQUARE || men[i] == move.to)
			continue;
		/* Only where something moved on its lines, or where the king's place held
		 * it. */
		if (is_in_line(men[i], move.from) || is_in_line(men[i], move.to) ||
		    before->king[before->turn] == move.from)
			kept += piece_chases(before, after, men[i], men[i], out + kept);
	}
	return kept;
}

int
cxq_limit(const struct cxq_run *run)
{
	return LIMIT_PER_PIECE * (run->used_count > 1 ? run->used_count : 1);
}

bool
cxq_is_at_limit(const struct cxq_run *run)
{
	return run->length > 0 && run->length >= cxq_limit(run);
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
			runs[next] = (struct cxq_run){ .victim = chases[i].victim };
			for (int j = 0; j < old_count; j++)
				if (old[j].victim == chases[i].victim)
					runs[next] = old[j];
			runs[next++].length++;
		}
		run_use(&runs[at], chases[i].attacker);
	}
	cxq->chase_count[side] = next;
}

void
cxq_step(struct cxq *cxq, const struct board *before, const struct board *after, struct move move,
    bool checks, int ply)
{
	enum side side = (enum side)before->turn;
	struct cxq_chase chases[MOVES_MAX];
	int count = cxq_chases(before, after, move, chases);
	bool forcing = checks || count > 0;
	struct cxq_run *run = &cxq->check[side];
	bool advances = piece_type(before->at[move.from]) == SOLDIER &&
	    !square_is_home(move.from, side) && square_file(move.from) == square_file(move.to);

	for (int each = RED; each <= GREEN; each++) {
		run_follow(&cxq->check[each], move);
		for (int i = 0; i < cxq->chase_count[each]; i++)
			run_follow(&cxq->chase[each][i], move);
	}
	if (checks) {
		uint8_t squares[16];
		int checking = checkers(after, side, squares);

		run->length++;
		run->victim = after->king[side_other(side)];
		for (int i = 0; i < checking; i++)
			run_use(run, squares[i]);
	} else {
		*run = no_run;
	}
	step_chases(cxq, side, chases, count);
	if (!forcing && !cxq->forcing)
		cxq->effective[side]++;
	cxq->forcing = forcing;
	if (before->at[move.to] != NO_PIECE || advances) {
		memset(cxq->progress, 0, sizeof(cxq->progress));
		cxq->since = ply;
	} else {
		cxq->progress[side]++;
	}
}
