/* SPDX-License-Identifier: ISC */
/*
 * The Asian repetition judge: direct and cut threats of a move, and the levels
 * they add up to over a stretch.
 *
 * Invariant: after every move, number[] holds for each occupied square the
 * number its piece had where the stretch began.  Each element of the definition
 * stands on a line of its own; tests/mutate/repeat.sh removes them one by one.
 */
#include <string.h>

#include "rules/movegen.h"
#include "rules/referee/repeat.h"
#include "rules/shape.h"

static bool
may_attack(uint8_t piece)
{
	return piece_type(piece) != KING && piece_type(piece) != SOLDIER;
}

static bool
may_be_victim(const struct board *board, uint8_t square)
{
	uint8_t piece = board->at[square];

	if (piece_type(piece) == SOLDIER)
		return !square_is_home(square, piece_side(piece));
	return piece_type(piece) != KING;
}

bool
attack_may_chase(const struct board *board, struct move capture)
{
	return may_attack(board->at[capture.from]) && may_be_victim(board, capture.to);
}

/* Of these captures, those that may chase. */
static int
keep_attacks(const struct board *board, int count, struct move captures[])
{
	int kept = 0;

	for (int i = 0; i < count; i++)
		if (attack_may_chase(board, captures[i]))
			captures[kept++] = captures[i];
	return kept;
}

int
attacks_list(const struct board *board, enum side side, struct move out[MOVES_MAX])
{
	return keep_attacks(board, captures_standing(board, side, out), out);
}

int
attacks_from(const struct board *board, uint8_t from, struct move out[MOVES_MAX])
{
	return keep_attacks(board, captures_from(board, from, out), out);
}

bool
capture_stands(const struct board *board, struct move capture)
{
	struct move captures[MOVES_MAX];
	int count = captures_from(board, capture.from, captures);

	return move_is_among(captures, count, capture);
}

bool
piece_can_take(const struct board *board, struct move move)
{
	struct board turned = *board;

	board_set_turn(&turned, piece_side(board->at[move.from]));
	return move_is_legal(&turned, move);
}

bool
capture_is_answered(const struct board *board, struct move capture)
{
	enum side victims = piece_side(board->at[capture.to]);
	struct board after = *board;
	struct move answers[MOVES_MAX];
	int count;

	board_set_turn(&after, side_other(victims));
	board_play(&after, capture);
	if (!square_is_attacked(&after, capture.to, victims))
		return false;
	count = captures_legal(&after, victims, answers);
	for (int i = 0; i < count; i++)
		if (answers[i].to == capture.to)
			return true;
	return false;
}

static bool
is_major(enum piece_type type)
{
	return type == ROOK || type == HORSE || type == CANNON;
}

bool
attack_threatens(const struct board *board, struct move capture)
{
	enum piece_type attacker = piece_type(board->at[capture.from]);
	enum piece_type victim = piece_type(board->at[capture.to]);
	struct move back = { capture.to, capture.from };

	if (victim == ROOK && (attacker == HORSE || attacker == CANNON))
		return true;
	if (is_major(victim) && (attacker == GUARD || attacker == ELEPHANT))
		return true;
	if (attacker == victim && piece_can_take(board, back))
		return false;
	return !capture_is_answered(board, capture);
}

void
threats_list(
    const struct board *before, const struct board *after, struct move move, struct effect *effect)
{
	enum side side = (enum side)before->turn;
	struct move old[MOVES_MAX], now[MOVES_MAX];
	int old_count = attacks_list(before, side, old);
	int now_count = attacks_list(after, side, now);

	for (int i = 0; i < now_count && effect->threat_count < THREATS_MAX; i++) {
		struct move earlier = now[i];
		bool stood;

		if (earlier.from == move.to)
			earlier.from = move.from;
		stood = move_is_among(old, old_count, earlier);
		if (stood && attack_threatens(before, earlier))
			continue;
		if (!attack_threatens(after, now[i]))
			continue;
		effect->threats[effect->threat_count++] =
		    (struct threat){ .attacker = now[i].from, .victim = now[i].to, .cut = stood };
	}
}

/* The pieces that `side` really threatens, by number. */
static uint32_t
threatened(const struct repeat *repeat, const struct board *board, enum side side)
{
	struct move attacks[MOVES_MAX];
	int count = attacks_list(board, side, attacks);
	uint32_t victims = 0;

	for (int i = 0; i < count; i++) {
		uint32_t victim = UINT32_C(1) << repeat->number[attacks[i].to];

		if ((victims & victim) == 0 && attack_threatens(board, attacks[i]))
			victims |= victim;
	}
	return victims;
}

static void
tally_begin(struct conduct_tally *tally)
{
	*tally = (struct conduct_tally){ .direct = { UINT32_MAX, UINT32_MAX },
		.any = { UINT32_MAX, UINT32_MAX },
		.unsaved = { UINT32_MAX, UINT32_MAX },
		.checks = { true, true } };
}

static void
tally_move(struct conduct_tally *tally, enum side side, const struct effect *effect,
    uint32_t direct, uint32_t any)
{
	tally->direct[side] &= direct;
	tally->any[side] &= any;
	tally->unsaved[side] &= effect->unsaved;
	tally->checks[side] &= effect->check;
	tally->moves[side]++;
}

static enum conduct_level
tally_level(const struct conduct_tally *tally, enum side side)
{
	if (tally->moves[side] == 0)
		return LEVEL_PERMITTED;
	if (tally->checks[side])
		return LEVEL_CHECK;
	if ((tally->direct[side] & ~tally->unsaved[side]) != 0)
		return LEVEL_CHASE;
	if ((tally->any[side] & ~tally->unsaved[side]) != 0)
		return LEVEL_CUT;
	return LEVEL_PERMITTED;
}

void
repeat_begin(struct repeat *repeat, const struct board *board)
{
	uint8_t next = 0;

	memset(repeat, 0, sizeof(*repeat));
	repeat->start = repeat->board = *board;
	for (uint8_t square = 0; square < SQUARES; square++)
		if (board->at[square] != NO_PIECE)
			repeat->number[square] = (uint8_t)(next++ % 32);
	tally_begin(&repeat->whole);
	tally_begin(&repeat->round);
}

void
repeat_move(struct repeat *repeat, struct move move, struct effect *effect)
{
	struct board before = repeat->board;
	enum side side = (enum side)before.turn;
	uint32_t direct = 0, any = 0;

	board_play(&repeat->board, move);
	repeat->number[move.to] = repeat->number[move.from];
	effect->threat_count = 0;
	effect->unsaved = 0;
	effect->check = side_in_check(&repeat->board, side_other(side));
	if (!effect->check)
		threats_list(&before, &repeat->board, move, effect);
	for (int i = 0; i < effect->threat_count; i++) {
		uint32_t victim = UINT32_C(1) << repeat->number[effect->threats[i].victim];

		any |= victim;
		if (!effect->threats[i].cut)
			direct |= victim;
	}
	/* Of a move that threatens nothing it does not matter. */
	if (any != 0)
		effect->unsaved = threatened(repeat, &before, side);
	tally_move(&repeat->whole, side, effect, direct, any);
	tally_move(&repeat->round, side, effect, direct, any);
	if (board_equal(&repeat->board, &repeat->start)) {
		enum conduct_level red = tally_level(&repeat->round, RED);
		enum conduct_level green = tally_level(&repeat->round, GREEN);

		repeat->lost_round[RED] |= red > green;
		repeat->lost_round[GREEN] |= green > red;
		tally_begin(&repeat->round);
	}
}

enum conduct_level
repeat_level(const struct repeat *repeat, enum side side)
{
	return tally_level(&repeat->whole, side);
}

bool
repeat_loser(const struct repeat *repeat, enum side *loser)
{
	enum conduct_level red = repeat_level(repeat, RED), green = repeat_level(repeat, GREEN);
	enum side worse = green > red ? GREEN : RED;

	if (red == green)
		return false;
	if (repeat_level(repeat, worse) == LEVEL_CUT && !repeat->lost_round[worse])
		return false;
	*loser = worse;
	return true;
}

uint8_t
repeat_victim(const struct repeat *repeat, enum side side)
{
	enum conduct_level level = repeat_level(repeat, side);
	uint32_t victims = level == LEVEL_CHASE ? repeat->whole.direct[side] :
						  repeat->whole.any[side];

	victims &= ~repeat->whole.unsaved[side];
	if (level != LEVEL_CHASE && level != LEVEL_CUT)
		return NO_SQUARE;
	for (uint8_t square = 0; square < SQUARES; square++)
		if (repeat->board.at[square] != NO_PIECE && (victims >> repeat->number[square] & 1))
			return square;
	return NO_SQUARE;
}
