/* SPDX-License-Identifier: ISC */
/*
 * Forced mates (mate.h).
 *
 * Most moves are met by the same answer, so the one that met the last is tried first.
 */
#include "rules/mate.h"

#include "rules/movegen.h"

struct mate_search {
	bool checks_only;
	struct move met[MATE_MAX + 1]; /* by moves that are left: the last answer that helped */
};

static bool is_lost(struct mate_search *search, struct board *board, int left, struct move *reply);

/* Does the move force it, with `left` more after it? */
static bool
move_forces(struct mate_search *search, struct board *board, struct move move, int left)
{
	uint8_t taken = board_play(board, move);
	struct move reply;
	bool forces;

	if (left == 0)
		forces = !moves_any(board);
	else if (search->checks_only && !side_in_check(board, (enum side)board->turn))
		forces = false;
	else
		forces = is_lost(search, board, left, &reply);
	board_unplay(board, move, taken);
	return forces;
}

static bool
is_won(struct mate_search *search, struct board *board, int moves)
{
	struct move list[MOVES_MAX];
	int count = moves_legal(board, list);

	for (int i = 0; i < count; i++)
		if (move_forces(search, board, list[i], moves - 1))
			return true;
	return false;
}

/* Is it won for the other after this reply? */
static bool
reply_loses(struct mate_search *search, struct board *board, struct move reply, int left)
{
	uint8_t taken = board_play(board, reply);
	bool loses = is_won(search, board, left);

	board_unplay(board, reply, taken);
	return loses;
}

static bool
is_lost(struct mate_search *search, struct board *board, int left, struct move *reply)
{
	struct move list[MOVES_MAX];
	int count = moves_legal(board, list);

	*reply = search->met[left];
	if (move_is_among(list, count, *reply) && !reply_loses(search, board, *reply, left))
		return false;
	for (int i = 0; i < count; i++) {
		if (move_equal(list[i], search->met[left]))
			continue;
		if (!reply_loses(search, board, list[i], left)) {
			*reply = search->met[left] = list[i];
			return false;
		}
	}
	return true;
}

static int
find_distance(const struct board *board, int most, bool checks_only)
{
	struct mate_search search = { .checks_only = checks_only };
	struct board copy = *board;

	for (int moves = 1; moves <= most; moves++)
		if (is_won(&search, &copy, moves))
			return moves;
	return 0;
}

int
mate_distance(const struct board *board, int most)
{
	return find_distance(board, most, false);
}

int
mate_distance_by_checks(const struct board *board, int most)
{
	return find_distance(board, most, true);
}

int
mate_moves(const struct board *board, int most, struct move out[MOVES_MAX])
{
	struct mate_search search = { .checks_only = false };
	struct board copy = *board;
	struct move list[MOVES_MAX];
	int count = moves_legal(board, list), found = 0;

	for (int i = 0; i < count; i++)
		for (int left = 0; left < most; left++)
			if (move_forces(&search, &copy, list[i], left)) {
				out[found++] = list[i];
				break;
			}
	return found;
}

bool
mate_can_be_met(const struct board *board, int most, struct move *reply)
{
	struct move list[MOVES_MAX];
	int count = moves_legal(board, list);

	for (int i = 0; i < count; i++) {
		struct board after = *board;

		board_play(&after, list[i]);
		if (mate_distance(&after, most) == 0) {
			*reply = list[i];
			return true;
		}
	}
	return false;
}

bool
mate_line(const struct board *board, int moves, struct move *line)
{
	struct move list[MOVES_MAX], replies[MOVES_MAX];
	struct board after = *board;
	int count;

	if (mate_distance(board, moves) != moves)
		return false;
	count = mate_moves(board, moves, list);
	line[0] = list[0];
	if (moves == 1)
		return true;
	if (count != 1)
		return false;
	board_play(&after, line[0]);
	count = moves_legal(&after, replies);
	for (int i = 0; i < count; i++) {
		struct board next = after;

		board_play(&next, replies[i]);
		line[1] = replies[i];
		if (mate_line(&next, moves - 1, line + 2))
			return true;
	}
	return false;
}
