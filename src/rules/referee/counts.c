/* SPDX-License-Identifier: ISC */
/*
 * How near a game has come to each limit of its rule set (referee.h).
 *
 * Says what stands now, after either side's move; what overstepping a limit comes to
 * is judged in loop.c and referee.c.
 */
#include "rules/referee/internal.h"

struct counts {
	struct limit_count *out;
	int count;
};

static void
add(struct counts *counts, enum limit_kind kind, enum side side, int used, int allowed,
    uint8_t square)
{
	if (used > 0)
		counts->out[counts->count++] = (struct limit_count){ kind, side, used, allowed,
			square, false };
}

/* Or was it taken? */
static bool
is_own(const struct walk *walk, uint8_t square, enum side side)
{
	uint8_t piece = walk->board.at[square];

	return piece != NO_PIECE && piece_side(piece) == side;
}

/* What the side's next check would go on from.  The answer to its last check counts,
 * once it is given: another piece's begins the run anew with that check. */
static int
checks_used(const struct walk *walk, enum side side, uint8_t *checker)
{
	struct check_run run = walk->run[side];

	if ((enum side)walk->board.turn == side) {
		run.answered--; /* the next one is not given yet */
		for (int i = 0; i < run.checker_count; i++)
			if (!is_own(walk, run.checker[i], side))
				run.attacked[i] = 0;
		if (!is_own(walk, run.mover, side))
			run.moved = 0;
	}
	return check_run_length(&run, checker);
}

static int
least(const int moves[2])
{
	return moves[RED] < moves[GREEN] ? moves[RED] : moves[GREEN];
}

/* Where the other side stands at its limit too, going on may be a draw, or even win (loop.c). */
static void
find_fatal(const struct walk *walk, struct counts *counts)
{
	enum side side = (enum side)walk->board.turn, other = side_other(side);
	bool they_check = cxq_is_at_limit(&walk->cxq.check[other]);
	bool they_chase = cxq_is_at_limit(cxq_longest_chase(&walk->cxq, other));

	for (int i = 0; i < counts->count; i++) {
		struct limit_count *run = &counts->out[i];

		run->fatal = run->kind <= LIMIT_CHASES && run->side == side &&
		    run->used >= run->allowed && !they_check &&
		    !(run->kind == LIMIT_CHASES && they_chase);
	}
}

static void
count_cxq(const struct walk *walk, struct counts *counts)
{
	const struct cxq *cxq = &walk->cxq;

	for (enum side side = RED; side <= GREEN; side++) {
		const struct cxq_run *check = &cxq->check[side];
		const struct cxq_run *chase = cxq_longest_chase(cxq, side);

		add(counts, LIMIT_CHECKS, side, check->length, cxq_limit(check), NO_SQUARE);
		add(counts, LIMIT_CHASES, side, chase->length, cxq_limit(chase), chase->victim);
	}
	find_fatal(walk, counts);
	add(counts, LIMIT_PROGRESS, RED, least(cxq->progress), CXQ_PROGRESS, NO_SQUARE);
	add(counts, LIMIT_EFFECTIVE, RED, least(cxq->effective), CXQ_EFFECTIVE, NO_SQUARE);
	add(counts, LIMIT_LENGTH, RED, walk->ply / 2, CXQ_LENGTH, NO_SQUARE);
}

int
referee_counts(const struct history *h, struct limit_count out[LIMIT_COUNTS_MAX])
{
	struct counts counts = { .out = out };
	struct walk walk;
	uint8_t checker;
	int used;

	walk_through(&walk, h, 0);
	if (h->rules == RULES_CXQ) {
		count_cxq(&walk, &counts);
		return counts.count;
	}
	for (enum side side = RED; h->rules == RULES_SERVER && side <= GREEN; side++) {
		used = checks_used(&walk, side, &checker);
		add(&counts, LIMIT_CHECK_RUN, side, used, CHECKS_ALLOWED, checker);
	}
	add(&counts, LIMIT_NO_CAPTURE, RED, least(walk.quiet.moves), QUIET_MOVES, NO_SQUARE);
	return counts.count;
}
