/* SPDX-License-Identifier: ISC */
/*
 * What each move of a stretch was (explain.h).
 *
 * Where a side is found to chase one piece, its moves are described by what they
 * did to that piece first.  Of a permitted move the attacks most worth telling are
 * kept, by the order of enum exemption; the masks hold all of them.
 */
#include <string.h>

#include "rules/movegen.h"
#include "rules/referee/internal.h"
#include "rules/shape.h"

#define BIT(n)        (UINT32_C(1) << (n))
#define EXEMPTED_TOLD 2      /* victims of a permitted move */
#define NODES         400000 /* looked at for threats of mate, in all */

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

struct telling {
	const struct history *h;
	struct repeat repeat; /* the stretch so far */
	uint8_t victim[2];    /* where the piece that each side chases stands now */
	int round;
	int nodes; /* still to look at for threats of mate */
	/* Of the move before: */
	bool threatened[SQUARES];
	bool killed;
	uint8_t moved_to;
};

/* A move seen from both of its sides. */
struct played {
	const struct telling *telling;
	const struct board *before, *after;
	struct move move;
	enum side side;
};

static struct piece_at
piece_on(const struct board *board, uint8_t square)
{
	return (struct piece_at){ square, square == NO_SQUARE ? NO_PIECE : board->at[square] };
}

static bool
takes_by_shape(const struct board *board, struct move capture)
{
	struct refusal_why why;

	return shape_judge(board, capture, true, &why) == MOVE_LEGAL;
}

/* Who would take back after this capture, lawfully or (fake) by shape alone. */
static struct piece_at
root_of(const struct board *board, struct move capture, bool fake)
{
	enum side victims = piece_side(board->at[capture.to]);
	struct board after = *board;

	board_set_turn(&after, side_other(victims));
	board_play(&after, capture);
	for (uint8_t from = 0; from < SQUARES; from++) {
		struct move back = { from, capture.to };

		if (after.at[from] == NO_PIECE || piece_side(after.at[from]) != victims)
			continue;
		if (fake ? takes_by_shape(&after, back) : move_is_legal(&after, back))
			return piece_on(board, from);
	}
	return piece_on(board, NO_SQUARE);
}

enum threat_reason
threat_reason(const struct board *board, struct move capture)
{
	if (capture_is_answered(board, capture))
		return THREAT_GREATER;
	return root_of(board, capture, true).square != NO_SQUARE ? THREAT_FAKE_ROOT :
								   THREAT_UNPROTECTED;
}

static void
attack_extend(struct attack *attack, const struct played *step, uint8_t from)
{
	const struct move capture = { from, attack->victim.square };
	int n = attack->attacker_count;

	if (n == ATTACKERS_TOLD)
		return;
	attack->attackers[n] = piece_on(step->after, from);
	attack->discovered[n] = from != step->move.to && !capture_stands(step->before, capture);
	attack->freed[n] = attack->discovered[n] && takes_by_shape(step->before, capture);
	attack->attacker_count++;
}

/* The attack on that victim among those told; a new one if there is room; NULL. */
static struct attack *
attack_on(struct conduct *out, const struct played *step, uint8_t victim)
{
	struct move captures[MOVES_MAX];
	struct attack *attack;
	int count;

	for (int i = 0; i < out->attack_count; i++)
		if (out->attacks[i].victim.square == victim)
			return &out->attacks[i];
	if (out->attack_count == ATTACKS_TOLD)
		return NULL;
	attack = &out->attacks[out->attack_count++];
	attack->victim = piece_on(step->after, victim);
	attack->number = step->telling->repeat.number[victim];
	attack->root = attack->companion = piece_on(step->after, NO_SQUARE);
	count = captures_legal(step->after, step->side, captures);
	for (int i = 0; i < count; i++) {
		if (captures[i].to != victim)
			continue;
		attack->takers |= BIT(step->telling->repeat.number[captures[i].from]);
		attack->taker_types |= BIT(piece_type(step->after->at[captures[i].from]));
	}
	return attack;
}

static bool
is_attacker(const struct attack *attack, uint8_t square)
{
	for (int i = 0; i < attack->attacker_count; i++)
		if (attack->attackers[i].square == square)
			return true;
	return false;
}

static struct move
earlier_of(const struct played *step, struct move attack)
{
	if (attack.from == step->move.to)
		attack.from = step->move.from;
	return attack;
}

/* Under cxq a piece that moves attacks anew. */
static bool
attack_stood(const struct played *step, struct move attack)
{
	if (step->telling->h->rules == RULES_CXQ && attack.from == step->move.to)
		return false;
	return capture_stands(step->before, earlier_of(step, attack));
}

/* What else came to attack the victim. */
static void
tell_companion(const struct played *step, struct attack *attack)
{
	struct move captures[MOVES_MAX];
	int count = captures_legal(step->after, step->side, captures);

	for (int i = 0; i < count; i++) {
		enum exemption exemption = exemption_of(step->after, captures[i]);

		if (captures[i].to != attack->victim.square || exemption == EXEMPT_PROTECTED ||
		    attack_stood(step, captures[i]))
			continue;
		attack->companion = piece_on(step->after, captures[i].from);
		attack->companion_is = exemption;
	}
}

/* Adds the threats of one kind to one victim (NO_SQUARE: to all that are left). */
static void
tell_threats(const struct played *step, const struct effect *effect, uint8_t victim, bool cut,
    struct conduct *out)
{
	for (int i = 0; i < effect->threat_count; i++) {
		const struct threat *threat = &effect->threats[i];
		struct move capture = { threat->attacker, threat->victim };
		enum conduct_kind kind = cut ? CONDUCT_CUT : CONDUCT_CHASE;
		struct attack *attack;
		struct move back;

		if (threat->cut != cut || (victim != NO_SQUARE && threat->victim != victim) ||
		    (attack = attack_on(out, step, threat->victim)) == NULL)
			continue;
		/* Told already: a chase that is a cut too, or this side's victim. */
		if (attack->attacker_count > 0 &&
		    (attack->kind != kind || is_attacker(attack, capture.from)))
			continue;
		attack_extend(attack, step, capture.from);
		if (attack->attacker_count > 1)
			continue;
		attack->kind = kind;
		attack->reason = threat_reason(step->after, capture);
		if (attack->reason == THREAT_FAKE_ROOT)
			attack->root = root_of(step->after, capture, true);
		back = earlier_of(step, capture);
		back = (struct move){ back.to, back.from };
		tell_companion(step, attack);
		attack->unequal = cut &&
		    piece_type(step->after->at[capture.from]) == piece_type(attack->victim.piece) &&
		    piece_can_take(step->before, back);
	}
}

/* Why this attack by shape, which is no threat that the move made, is none;
 * EXEMPT_NONE: not worth a word. */
static enum exemption
exemption_by_rules(const struct played *step, struct move attack)
{
	struct move earlier = earlier_of(step, attack);
	bool may_chase = attack_may_chase(step->after, attack);
	bool moved = attack.from == step->move.to;

	if (!piece_can_take(step->after, attack))
		return may_chase && !takes_by_shape(step->before, earlier) ? EXEMPT_PINNED :
									     EXEMPT_NONE;
	if (attack_stood(step, attack))
		return may_chase && attack_threatens(step->after, attack) &&
			(moved || side_in_check(step->before, step->side)) ?
		    EXEMPT_STOOD :
		    EXEMPT_NONE;
	if (step->telling->h->rules == RULES_CXQ && may_chase && !moved &&
	    piece_type(step->after->at[attack.from]) != CANNON)
		return EXEMPT_OPENED;
	if (!may_chase && exemption_of(step->after, attack) != EXEMPT_ATTACKER)
		return EXEMPT_UNCROSSED;
	return exemption_of(step->after, attack);
}

/* The loop below comes to all attacks on one victim in a row. */
static void
tell_exempted(
    const struct played *step, enum exemption exemption, struct move attack, struct conduct *out)
{
	int count = out->attack_count;
	bool same = count > 0 && out->attacks[count - 1].victim.square == attack.to;
	struct attack *told;

	if (!same && count == EXEMPTED_TOLD)
		return;
	told = attack_on(out, step, attack.to);
	attack_extend(told, step, attack.from);
	told->exemption = exemption;
	if (exemption == EXEMPT_PROTECTED && !same)
		told->root = root_of(step->after, attack, false);
}

/* All attacks that are no threats: the masks, and for a permitted move the best. */
static void
tell_exemptions(const struct played *step, struct conduct *out)
{
	const struct board *after = step->after;
	enum exemption best = EXEMPTIONS;

	for (int pass = 0; pass < 2; pass++) {
		for (int i = 0; i < SQUARES * SQUARES; i++) {
			struct move attack = { (uint8_t)(i % SQUARES), (uint8_t)(i / SQUARES) };
			uint8_t from = after->at[attack.from], to = after->at[attack.to];
			enum exemption exemption;
			uint32_t bit;

			if (from == NO_PIECE || to == NO_PIECE || piece_side(from) != step->side ||
			    piece_side(to) == step->side || piece_type(to) == KING ||
			    !takes_by_shape(after, attack))
				continue;
			bit = BIT(step->telling->repeat.number[attack.to]);
			exemption = exemption_by_rules(step, attack);
			if (exemption == EXEMPT_NONE || (out->threatened & bit) != 0)
				continue;
			out->exempted[exemption] |= bit;
			if (exemption < best)
				best = exemption;
			if (pass == 1 && exemption == best)
				tell_exempted(step, exemption, attack, out);
		}
		if (out->kind != CONDUCT_PERMITTED)
			return;
	}
}

static void
tell_check(const struct played *step, struct conduct *out)
{
	uint8_t squares[16];
	int count = checkers(step->after, step->side, squares);

	out->check.victim = piece_on(step->after, step->after->king[side_other(step->side)]);
	for (int i = 0; i < count; i++)
		attack_extend(&out->check, step, squares[i]);
}

/* The same threats, by the rule set `cxq`. */
static void
list_cxq(const struct played *step, struct effect *effect)
{
	struct cxq_chase chases[MOVES_MAX];
	int count = cxq_chases(step->before, step->after, step->move, chases);

	effect->threat_count = 0;
	for (int i = 0; i < count && effect->threat_count < THREATS_MAX; i++)
		if (!chases[i].is_protected)
			effect->threats[effect->threat_count++] = (struct threat){
				.attacker = chases[i].attacker, .victim = chases[i].victim
			};
}

static void
tell_attacks(const struct played *step, const struct effect *effect, struct conduct *out)
{
	uint8_t victim = step->telling->victim[step->side];

	for (int i = 0; i < effect->threat_count; i++) {
		uint32_t bit = BIT(step->telling->repeat.number[effect->threats[i].victim]);

		out->threatened |= bit;
		if (!effect->threats[i].cut)
			out->direct |= bit;
	}
	if (victim != NO_SQUARE) {
		tell_threats(step, effect, victim, false, out);
		tell_threats(step, effect, victim, true, out);
	}
	tell_threats(step, effect, NO_SQUARE, false, out);
	tell_threats(step, effect, NO_SQUARE, true, out);
}

/* What a move without check aims at. */
static void
tell_aims(struct telling *telling, const struct played *step, struct conduct *out)
{
	out->kill = aims_at_mate(step->after, step->side, &telling->nodes);
	if (!out->kill && (out->kind == CONDUCT_PERMITTED || out->kind == CONDUCT_CUT))
		out->winning = piece_on(step->after, aims_after_check(step->before, step->after));
	if (telling->killed && aims_to_block(step->before, step->move, telling->moved_to))
		out->blocked = piece_on(step->after, telling->moved_to);
}

static void
tell_move(struct telling *telling, int ply, struct conduct *out)
{
	const struct board before = telling->repeat.board;
	struct played step = { .telling = telling,
		.before = &before,
		.after = &telling->repeat.board,
		.move = telling->h->moves[ply - 1],
		.side = (enum side)before.turn };
	uint8_t *fleeing = &telling->victim[side_other(step.side)];
	bool cxq = telling->h->rules == RULES_CXQ;
	struct effect effect;

	memset(out, 0, sizeof(*out));
	out->winning = out->blocked = piece_on(&before, NO_SQUARE);
	out->ply = ply;
	out->round = telling->round;
	out->move = step.move;
	out->moved_piece = before.at[step.move.from];
	out->taken_piece = before.at[step.move.to];
	out->moved_number = telling->repeat.number[step.move.from];
	out->answers = side_in_check(&before, step.side);
	out->flees = telling->threatened[step.move.from];
	repeat_move(&telling->repeat, step.move, &effect);
	if (*fleeing == step.move.from)
		*fleeing = step.move.to;
	out->unsaved = cxq ? 0 : effect.unsaved;
	if (cxq)
		list_cxq(&step, &effect);
	else if (effect.check)
		threats_list(&before, step.after, step.move, &effect);
	tell_attacks(&step, &effect, out);
	if (effect.check) {
		out->kind = CONDUCT_CHECK;
		tell_check(&step, out);
		/* Under cxq it is a chase as well. */
		if (!cxq)
			out->direct = out->threatened = 0;
	} else {
		if (out->attack_count > 0)
			out->kind = out->attacks[0].kind;
		tell_exemptions(&step, out);
		tell_aims(telling, &step, out);
	}
	memset(telling->threatened, 0, sizeof(telling->threatened));
	for (int i = 0; i < effect.threat_count && !effect.check; i++)
		telling->threatened[effect.threats[i].victim] = true;
	telling->killed = out->kill;
	telling->moved_to = step.move.to;
	telling->round += board_equal(step.after, &telling->repeat.start);
}

/* The position after so many plies. */
static void
stand_at(struct telling *telling, int plies)
{
	struct board board = telling->h->start;

	board_play_all(&board, telling->h->moves, plies, NULL);
	repeat_begin(&telling->repeat, &board);
}

/* Looks at the move before the first one: that of the game, or where the game begins
 * with the loop, the move that closes it. */
static void
look_back(struct telling *telling, const struct verdict *verdict)
{
	int ply = verdict->loop_first - 1;
	struct conduct unused;

	if (ply == 0) {
		stand_at(telling, verdict->loop_last);
		if (!board_equal(&telling->repeat.board, &telling->h->start))
			return;
		ply = verdict->loop_last;
	}
	stand_at(telling, ply - 1);
	tell_move(telling, ply, &unused);
	telling->round = 1;
}

int
referee_explain(
    const struct history *h, const struct verdict *verdict, struct conduct *out, int max)
{
	struct telling telling = {
		.h = h, .round = 1, .nodes = NODES, .victim = { NO_SQUARE, NO_SQUARE }
	};
	int count = 0;

	if (verdict->loop_first == 0)
		return 0;
	look_back(&telling, verdict);
	for (int side = RED; side <= GREEN; side++) {
		uint8_t square = verdict->victim[side];

		/* From the end of the loop back to its beginning. */
		for (int ply = verdict->loop_last; ply >= verdict->loop_first; ply--)
			if (square == h->moves[ply - 1].to)
				square = h->moves[ply - 1].from;
		telling.victim[side] = square;
	}
	stand_at(&telling, verdict->loop_first - 1);
	for (int ply = verdict->loop_first; ply <= verdict->loop_last && count < max; ply++)
		tell_move(&telling, ply, &out[count++]);
	return count;
}
