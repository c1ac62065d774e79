/* SPDX-License-Identifier: ISC */
/*
 * A walk through a game: position, check runs, quiet moves, recurrences.
 *
 * Invariant: `base` is the position after base_ply plies, and every position
 * since has left its mark.  Positions are compared whole; the marks only say
 * quickly that there is nothing to compare.
 */
#include <string.h>

#include "rules/movegen.h"
#include "rules/referee/walk.h"
#include "rules/shape.h"

#define CHECKS_COUNTED 10
#define KEPT_MAX       1000 /* plies */
#define NEAR           8    /* plies that are soon walked again */

static void
marks_clear(struct walk *walk)
{
	walk->base = walk->board;
	walk->base_ply = walk->ply;
	memset(walk->marks, 0, sizeof(walk->marks));
	walk->recurred = false;
}

static void
marks_add(struct walk *walk)
{
	walk->marked_before = walk_has_mark(walk, &walk->board);
	walk->recurred |= walk->marked_before;
	walk->marks[walk->board.key % MARKS / 64] |= UINT64_C(1) << walk->board.key % 64;
}

bool
walk_has_mark(const struct walk *walk, const struct board *board)
{
	return walk->marks[board->key % MARKS / 64] >> board->key % 64 & 1;
}

void
walk_start(struct walk *walk, enum ruleset rules, const struct board *board)
{
	memset(walk, 0, sizeof(*walk));
	walk->board = *board;
	walk->rules = rules;
	walk->in_check = side_in_check(board, (enum side)board->turn);
	marks_clear(walk);
	marks_add(walk);
}

/* The last move checked. */
static void
run_extend(struct check_run *run, const struct board *board, enum side side, struct move move)
{
	struct check_run old = *run;

	run->moved = old.moved > 0 && old.mover == move.from ? old.moved + 1 : 1;
	run->mover = move.to;
	run->checker_count = checkers(board, side, run->checker);
	for (int i = 0; i < run->checker_count; i++) {
		uint8_t before = run->checker[i] == move.to ? move.from : run->checker[i];

		run->attacked[i] = 1;
		for (int j = 0; j < old.checker_count; j++)
			if (old.checker[j] == before)
				run->attacked[i] = old.attacked[j] + 1;
	}
}

int
check_run_length(const struct check_run *run, uint8_t *checker)
{
	int length = 0;

	*checker = NO_SQUARE;
	for (int i = 0; i < run->checker_count; i++) {
		if (run->attacked[i] > length) {
			length = run->attacked[i];
			*checker = run->checker[i];
		}
	}
	if (run->moved < length)
		length = run->moved;
	if (run->answered + 1 < length)
		length = run->answered + 1;
	return length;
}

static void
quiet_step(struct quiet_count *quiet, enum side side, bool checks, bool captures, int ply)
{
	bool counted = !quiet->uncounted_check;

	if (captures) {
		*quiet = (struct quiet_count){ .since = ply };
		return;
	}
	if (checks && quiet->checks[side] == CHECKS_COUNTED)
		counted = false;
	if (counted) {
		quiet->moves[side]++;
		quiet->checks[side] += checks;
	} else {
		quiet->uncounted[side]++;
	}
	quiet->uncounted_check = checks && !counted;
}

void
walk_step(struct walk *walk, struct move move)
{
	enum side side = (enum side)walk->board.turn;
	bool advances = piece_type(walk->board.at[move.from]) == SOLDIER &&
	    square_file(move.from) == square_file(move.to);
	struct board before;

	if (walk->rules == RULES_CXQ)
		before = walk->board;
	walk->captured = board_play(&walk->board, move) != NO_PIECE;
	walk->ply++;
	walk->in_check = side_in_check(&walk->board, side_other(side));
	if (walk->rules == RULES_CXQ) {
		cxq_step(&walk->cxq, &before, &walk->board, move, walk->in_check, walk->ply);
	} else {
		struct check_run *answered = &walk->run[side_other(side)];

		if (answered->moved > 0) {
			bool same = answered->answered > 0 && answered->answerer == move.from;

			answered->answered = same ? answered->answered + 1 : 1;
			answered->answerer = move.to;
		}
		if (walk->in_check)
			run_extend(&walk->run[side], &walk->board, side, move);
		else
			walk->run[side] = (struct check_run){ 0 };
		quiet_step(&walk->quiet, side, walk->in_check, walk->captured, walk->ply);
	}
	/* No position before a capture or a soldier's step forward can come back. */
	if (walk->captured || advances)
		marks_clear(walk);
	marks_add(walk);
}

/* The last walk: of one game's moves several things are asked in a row. */
static struct {
	struct walk walk;
	enum ruleset rules;
	struct board start;
	struct move moves[KEPT_MAX];
} kept;

static bool
goes_on(const struct history *h, int plies)
{
	return kept.walk.ply > 0 && kept.walk.ply <= plies && kept.rules == h->rules &&
	    board_equal(&kept.start, &h->start) &&
	    memcmp(kept.moves, h->moves, (size_t)kept.walk.ply * sizeof *h->moves) == 0;
}

void
walk_through(struct walk *walk, const struct history *h, int short_of)
{
	int plies = h->length - short_of;
	bool is_near = goes_on(h, plies) && plies - kept.walk.ply < NEAR;

	if (goes_on(h, plies))
		*walk = kept.walk;
	else
		walk_start(walk, h->rules, &h->start);
	while (walk->ply < plies)
		walk_step(walk, h->moves[walk->ply]);
	/* A move that is tried is not kept, or the next would begin anew. */
	if (!is_near && plies > 0 && plies <= KEPT_MAX) {
		kept.walk = *walk;
		kept.rules = h->rules;
		kept.start = h->start;
		memcpy(kept.moves, h->moves, (size_t)plies * sizeof *h->moves);
	}
}

void
recurrence_find(const struct walk *walk, const struct move *moves, struct recurrence *out)
{
	struct board board = walk->base;

	out->occurrences = 1;
	if (!walk->marked_before)
		return;
	for (int ply = walk->base_ply; ply < walk->ply; ply++) {
		if (ply > walk->base_ply)
			board_play(&board, moves[ply - 1]);
		if (board.key != walk->board.key || !board_equal(&board, &walk->board))
			continue;
		if (out->occurrences++ == 1) {
			out->first = ply;
			out->board = board;
		}
		out->previous = ply;
	}
}
