/* SPDX-License-Identifier: ISC */
/*
 * What the rule set `server` forbids: a fourth check in a row, and the move that
 * completes a losing repetition.
 *
 * Says so of one move alone.  What becomes of it is decided in loop.c, what can
 * be played instead in alternatives.c.
 */
#include "rules/movegen.h"
#include "rules/referee/internal.h"

bool
check_is_forbidden(const struct walk *walk)
{
	enum side mover = side_other((enum side)walk->board.turn);
	uint8_t checker;

	return walk->rules == RULES_SERVER && walk->in_check &&
	    check_run_length(&walk->run[mover], &checker) > CHECKS_ALLOWED &&
	    moves_any(&walk->board);
}

bool
check_would_be_forbidden(const struct walk *before, struct move move)
{
	enum side mover = (enum side)before->board.turn;
	struct walk next;
	uint8_t checker;

	if (check_run_length(&before->run[mover], &checker) < CHECKS_ALLOWED)
		return false;
	next = *before;
	walk_step(&next, move);
	return check_is_forbidden(&next);
}

void
stretch_judge(const struct stretch *stretch, struct repeat *out)
{
	struct effect effect;

	repeat_begin(out, stretch->start);
	for (int i = 0; i < stretch->count - 1; i++)
		repeat_move(out, stretch->moves[i], &effect);
	repeat_move(out, stretch->last, &effect);
}

struct stretch
stretch_since(const struct recurrence *seen, const struct walk *walk, const struct move *moves,
    struct move last)
{
	return (struct stretch){ .start = &seen->board,
		.moves = moves + seen->first,
		.count = walk->ply - seen->first,
		.last = last };
}

bool
move_would_be_forbidden(const struct history *h, const struct walk *before, struct move move)
{
	enum side mover = (enum side)before->board.turn;
	struct walk next = *before;
	struct recurrence seen;
	struct stretch stretch;
	struct repeat repeat;
	enum side loser;

	walk_step(&next, move);
	if (check_is_forbidden(&next))
		return true;
	recurrence_find(&next, h->moves, &seen);
	if (seen.occurrences < 3)
		return false;
	stretch = stretch_since(&seen, &next, h->moves, move);
	stretch_judge(&stretch, &repeat);
	return repeat_loser(&repeat, &loser) && loser == mover;
}
