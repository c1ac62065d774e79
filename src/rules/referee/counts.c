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
			square };
}

/* What the side's next check would go on from.  The answer to its last check counts,
 * once it is given: another piece's begins the run anew with that check. */
static int
checks_used(const struct walk *walk, enum side side, uint8_t *checker)
{
	const struct check_run *run = &walk->run[side];
	int used = 0;

	*checker = NO_SQUARE;
	if ((enum side)walk->board.turn != side)
		return check_run_length(run, checker);
	for (int i = 0; i < run->checker_count; i++) {
		uint8_t piece = walk->board.at[run->checker[i]];

		/* Taken by the answer. */
		if (piece == NO_PIECE || piece_side(piece) != side || run->attacked[i] <= used)
			continue;
		used = run->attacked[i];
		*checker = run->checker[i];
	}
	if (run->moved < used)
		used = run->moved;
	if (run->answered < used)
		used = run->answered;
	/* The piece that moves was taken, while another one checked. */
	if (used > 0 && piece_side(walk->board.at[run->mover]) != side)
		used = 0;
	return used;
}

static int
least(const int moves[2])
{
	return moves[RED] < moves[GREEN] ? moves[RED] : moves[GREEN];
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
