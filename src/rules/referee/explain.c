/* SPDX-License-Identifier: ISC */
/*
 * What each move of a judged stretch was, for the words of a verdict: a check, a
 * chase and why it is a real one, or an attack and why it is not a chase.
 *
 * Where a side is found to chase one piece, its moves are described by what they did
 * to that piece; else by the first threat they made.  The judge (repeat.c)
 * decides what a chase is; what it leaves out is looked at here again.
 */
#include <string.h>

#include "rules/movegen.h"
#include "rules/referee/internal.h"
#include "rules/shape.h"

#define ATTACKERS_TOLD 4
#define CHECKS_DEEP    3 /* of a series of checks that threatens mate */

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
	int old_count = captures_standing(before, side, old);
	int now_count = captures_legal(after, side, now);
	int real_count = attacks_list(after, side, real);
	enum exemption best = EXEMPT_NONE;

	for (int i = 0; i < now_count; i++) {
		struct move earlier = now[i];
		enum exemption exemption = exemption_of(after, now[i]);

		if (earlier.from == move.to)
			earlier.from = move.from;
		if (move_is_among(old, old_count, earlier))
			continue;
		if (exemption != EXEMPT_ATTACKER && !move_is_among(real, real_count, now[i]))
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

/* Could the side that has just moved mate, by one check or a few in a row, if it
 * were to move again (seed 000, 1: a kill)?  Slow. */
static bool
mate_threatened(const struct board *board)
{
	struct board again = *board;

	board_set_turn(&again, side_other((enum side)board->turn));
	return mates_by_checks(&again, CHECKS_DEEP);
}

struct telling {
	const struct history *h;
	struct repeat repeat; /* the stretch so far */
	uint8_t victim[2];    /* where each side's victim stands now */
};

static void
tell_attacker(struct conduct *out, uint8_t attacker)
{
	if (out->attacker_count < ATTACKERS_TOLD)
		out->attackers[out->attacker_count++] = attacker;
}

static void
tell_check(const struct board *board, enum side side, struct conduct *out)
{
	uint8_t squares[16];
	int count = checkers(board, side, squares);

	out->kind = CONDUCT_CHECK;
	out->victim = board->king[side_other(side)];
	for (int i = 0; i < count; i++)
		tell_attacker(out, squares[i]);
}

/* The threat most worth telling: to the side's victim, if it can be (NO_SQUARE:
 * to any piece), and direct rather than cut. */
static void
tell_threats(
    const struct board *board, const struct effect *effect, uint8_t victim, struct conduct *out)
{
	const struct threat *told = NULL;

	for (int i = 0; i < effect->threat_count; i++) {
		const struct threat *threat = &effect->threats[i];

		if (victim != NO_SQUARE && threat->victim != victim)
			continue;
		if (told == NULL || (told->cut && !threat->cut))
			told = threat;
	}
	if (told == NULL)
		return;
	out->kind = told->cut ? CONDUCT_CUT : CONDUCT_CHASE;
	out->victim = told->victim;
	for (int i = 0; i < effect->threat_count; i++)
		if (effect->threats[i].victim == told->victim &&
		    effect->threats[i].cut == told->cut)
			tell_attacker(out, effect->threats[i].attacker);
	out->reason = threat_reason(board, (struct move){ out->attackers[0], out->victim });
}

/* The same threats, by the rule set `cxq`. */
static void
list_cxq(
    const struct board *before, const struct board *after, struct move move, struct effect *effect)
{
	struct cxq_chase chases[MOVES_MAX];
	int count = cxq_chases(before, after, move, chases);

	effect->threat_count = 0;
	for (int i = 0; i < count && effect->threat_count < THREATS_MAX; i++)
		if (!chases[i].is_protected)
			effect->threats[effect->threat_count++] = (struct threat){
				.attacker = chases[i].attacker, .victim = chases[i].victim
			};
}

static void
tell_exemption(const struct board *before, const struct board *after, struct conduct *out)
{
	struct move attack;

	out->exemption = exemption_find(before, after, out->move, &attack);
	if (out->exemption == EXEMPT_NONE)
		return;
	out->victim = attack.to;
	tell_attacker(out, attack.from);
}

static void
tell_move(struct telling *telling, int ply, struct conduct *out)
{
	const struct board before = telling->repeat.board;
	enum side side = (enum side)before.turn;
	uint8_t *fleeing = &telling->victim[side_other(side)];
	struct effect effect;

	memset(out, 0, sizeof(*out));
	out->ply = ply;
	out->move = telling->h->moves[ply - 1];
	out->victim = NO_SQUARE;
	repeat_move(&telling->repeat, out->move, &effect);
	if (*fleeing == out->move.from)
		*fleeing = out->move.to;
	if (telling->h->rules == RULES_CXQ)
		list_cxq(&before, &telling->repeat.board, out->move, &effect);
	if (effect.check && telling->victim[side] == NO_SQUARE)
		tell_check(&telling->repeat.board, side, out);
	else
		tell_threats(&telling->repeat.board, &effect, telling->victim[side], out);
	out->kill = !effect.check && telling->h->rules != RULES_CXQ &&
	    mate_threatened(&telling->repeat.board);
	if (out->kind == CONDUCT_PERMITTED && telling->h->rules != RULES_CXQ)
		tell_exemption(&before, &telling->repeat.board, out);
	out->moved_piece = telling->repeat.board.at[out->move.to];
	if (out->victim != NO_SQUARE)
		out->victim_piece = telling->repeat.board.at[out->victim];
	for (int i = 0; i < out->attacker_count; i++)
		out->attacker_pieces[i] = telling->repeat.board.at[out->attackers[i]];
}

int
referee_explain(
    const struct history *h, const struct verdict *verdict, struct conduct *out, int max)
{
	struct telling telling = { .h = h };
	struct board board = h->start;
	int count = 0;

	if (verdict->loop_first == 0)
		return 0;
	for (int ply = 1; ply < verdict->loop_first; ply++)
		board_play(&board, h->moves[ply - 1]);
	repeat_begin(&telling.repeat, &board);
	for (int side = RED; side <= GREEN; side++) {
		uint8_t square = verdict->victim[side];

		/* From the end of the loop back to its beginning. */
		for (int ply = verdict->loop_last; ply >= verdict->loop_first; ply--)
			if (square == h->moves[ply - 1].to)
				square = h->moves[ply - 1].from;
		telling.victim[side] = square;
	}
	for (int ply = verdict->loop_first; ply <= verdict->loop_last && count < max; ply++)
		tell_move(&telling, ply, &out[count++]);
	return count;
}
