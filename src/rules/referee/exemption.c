/* SPDX-License-Identifier: ISC */
/*
 * Attacks that are no chases, and why not; threats, and why they are real.
 *
 * For the words of a verdict only: the judge (rules/referee/repeat.c) decides what a
 * chase is, and what it leaves out is looked at here once more.
 */
#include "rules/movegen.h"
#include "rules/referee/judges.h"
#include "rules/shape.h"

static bool
stood_before(const struct move *old, int count, struct move move, struct move attack)
{
	if (attack.from == move.to)
		attack.from = move.from;
	for (int i = 0; i < count; i++)
		if (move_equal(old[i], attack))
			return true;
	return false;
}

static bool
is_one_of(const struct move *list, int count, struct move move)
{
	for (int i = 0; i < count; i++)
		if (move_equal(list[i], move))
			return true;
	return false;
}

enum exemption
exemption_of(const struct board *board, struct move attack)
{
	enum piece_type attacker = piece_type(board->at[attack.from]);
	struct move back = { attack.to, attack.from };

	if (attacker == KING || attacker == SOLDIER)
		return EXEMPT_ATTACKER;
	if (attacker == piece_type(board->at[attack.to]) && piece_can_take(board, back))
		return EXEMPT_EXCHANGE;
	return EXEMPT_PROTECTED;
}

enum exemption
exemption_find(
    const struct board *before, const struct board *after, struct move move, struct move *attack)
{
	enum side side = (enum side)before->turn;
	struct move old[MOVES_MAX], now[MOVES_MAX], real[MOVES_MAX];
	int old_count = captures_legal(before, side, old);
	int now_count = captures_legal(after, side, now);
	int real_count = attacks_list(after, side, real);
	enum exemption best = EXEMPT_NONE;

	for (int i = 0; i < now_count; i++) {
		enum exemption exemption = exemption_of(after, now[i]);

		if (stood_before(old, old_count, move, now[i]))
			continue;
		if (exemption != EXEMPT_ATTACKER && !is_one_of(real, real_count, now[i]))
			exemption = EXEMPT_UNCROSSED;
		if (best == EXEMPT_NONE || exemption < best) {
			best = exemption;
			*attack = now[i];
		}
	}
	return best;
}

enum threat_reason
threat_reason(const struct board *board, struct move capture)
{
	enum side victims = piece_side(board->at[capture.to]);
	struct board after = *board;

	if (capture_is_answered(board, capture))
		return THREAT_GREATER;
	board_set_turn(&after, side_other(victims));
	board_play(&after, capture);
	return square_is_attacked(&after, capture.to, victims) ? THREAT_FAKE_ROOT :
								 THREAT_UNPROTECTED;
}

#define CHECKS_DEEP 3 /* of a series of checks that is looked for */

static bool mates_by_checks(const struct board *board, int checks);

/* Does every answer to this check lead to mate by so many more? */
static bool
mates_after(const struct board *board, int checks)
{
	struct move moves[MOVES_MAX];
	int count = moves_legal(board, moves);

	for (int i = 0; i < count; i++) {
		struct board next = *board;

		if (checks == 0)
			return false;
		board_play(&next, moves[i]);
		if (!mates_by_checks(&next, checks))
			return false;
	}
	return true;
}

/* The side to move mates by at most so many checks in a row. */
static bool
mates_by_checks(const struct board *board, int checks)
{
	struct move moves[MOVES_MAX];
	int count = moves_legal(board, moves);

	for (int i = 0; i < count; i++) {
		struct board next = *board;

		board_play(&next, moves[i]);
		if (side_in_check(&next, (enum side)next.turn) && mates_after(&next, checks - 1))
			return true;
	}
	return false;
}

bool
mate_threatened(const struct board *board)
{
	struct board again = *board;

	board_set_turn(&again, side_other((enum side)board->turn));
	return mates_by_checks(&again, CHECKS_DEEP);
}
