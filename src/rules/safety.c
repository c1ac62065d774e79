/* SPDX-License-Identifier: ISC */
/*
 * The safety of a king, looked at from the king.
 *
 * On each of its four lines the first three pieces tell everything: a rook
 * reaches over none, a cannon over one, so a rook behind one piece and a cannon
 * behind two are held off by those pieces' staying.  A horse is held off by its
 * leg.  rules/movegen.c tries the moves this cannot call safe.
 */
#include "rules/safety.h"

#include "rules/lines.h"
#include "rules/steps.h"

static bool
is_rook_or_facing_king(uint8_t piece, enum direction direction)
{
	return piece_type(piece) == ROOK ||
	    (piece_type(piece) == KING && (direction == UP || direction == DOWN));
}

static bool
attacked_along(const struct board *board, uint8_t square, enum direction direction, enum side by)
{
	struct ray ray = ray_from(board, square, direction);
	uint32_t first = bit_lowest(ray.all) & ray.of[by];
	uint32_t second = bit_lowest(bits_beyond(ray.all)) & ray.of[by];

	if (first != 0 &&
	    is_rook_or_facing_king(board->at[ray_square(square, direction, first)], direction))
		return true;
	return second != 0 &&
	    piece_type(board->at[ray_square(square, direction, second)]) == CANNON;
}

static bool
attacked_by_horse(const struct board *board, uint8_t square, enum side by)
{
	uint8_t horse = piece_of(by, HORSE);

	for (int i = 0; i < 4; i++) {
		const struct leap *threat = &steps_from[square].horse_threat[i];

		if (board->at[threat->over] == NO_PIECE &&
		    (board->at[threat->to[0]] == horse || board->at[threat->to[1]] == horse))
			return true;
	}
	return false;
}

static bool
attacked_by_soldier(const struct board *board, uint8_t square, enum side by)
{
	const uint8_t *from = steps_from[square].soldier_threat[by];
	uint8_t soldier = piece_of(by, SOLDIER);

	return board->at[from[0]] == soldier || board->at[from[1]] == soldier ||
	    board->at[from[2]] == soldier;
}

bool
king_is_attacked(const struct board *board, uint8_t square, enum side by)
{
	for (enum direction direction = 0; direction < DIRECTIONS; direction++)
		if (attacked_along(board, square, direction, by))
			return true;
	return attacked_by_horse(board, square, by) || attacked_by_soldier(board, square, by);
}

static void
watch_square(struct watch *watch, uint8_t square)
{
	watch->watched[square / 64] |= 1ull << square % 64;
}

/* How many pieces before it just hold an enemy piece off: one more than it
 * attacks over.  -1: it threatens no king along a line. */
static int
held_off_by(uint8_t piece, enum direction direction)
{
	if (is_rook_or_facing_king(piece, direction))
		return 1;
	return piece_type(piece) == CANNON ? 2 : -1;
}

static void
watch_line(const struct board *board, uint8_t king, enum direction direction, enum side by,
    struct watch *watch)
{
	struct ray ray = ray_from(board, king, direction);
	uint32_t bits = ray.all;
	uint8_t before[2] = { 0 };

	if (ray.of[by] == 0)
		return;
	for (int n = 0; n <= 2 && bits_beyond(bits) != 0; n++) {
		uint8_t square = ray_square(king, direction, bits);
		bool hostile = (bit_lowest(bits) & ray.of[by]) != 0;
		int needs = hostile ? held_off_by(board->at[square], direction) : -1;

		if (needs == n) {
			for (int i = 0; i < n; i++)
				watch_square(watch, before[i]);
		} else if (needs > n) {
			watch->all = true;
		}
		if (n < 2)
			before[n] = square;
		bits = bits_beyond(bits);
	}
}

static void
watch_horses(const struct board *board, uint8_t king, enum side by, struct watch *watch)
{
	uint8_t horse = piece_of(by, HORSE);

	for (int i = 0; i < 4; i++) {
		const struct leap *threat = &steps_from[king].horse_threat[i];

		if (board->at[threat->to[0]] != horse && board->at[threat->to[1]] != horse)
			continue;
		if (board->at[threat->over] == NO_PIECE)
			watch->all = true;
		else
			watch_square(watch, threat->over);
	}
}

void
watch_king(const struct board *board, enum side side, struct watch *watch)
{
	uint8_t king = board->king[side];
	enum side by = side_other(side);

	*watch = (struct watch){ .all = attacked_by_soldier(board, king, by) };
	watch_square(watch, king);
	for (enum direction direction = 0; direction < DIRECTIONS; direction++)
		watch_line(board, king, direction, by, watch);
	watch_horses(board, king, by, watch);
}
