/* SPDX-License-Identifier: ISC */
/*
 * Moves that leave a loop: what a refused or warned player may do instead.
 *
 * Moves that reach a position not seen since the last capture come first; only
 * where there is none are others named.  Nothing that would itself be refused
 * is ever named.
 */
#include "rules/movegen.h"
#include "rules/referee/internal.h"

static bool
was_seen(const struct history *h, const struct walk *at, const struct board *board, int plies)
{
	struct board earlier = at->base;

	for (int ply = at->base_ply; ply <= plies; ply++) {
		if (ply > at->base_ply)
			board_play(&earlier, h->moves[ply - 1]);
		if (earlier.key == board->key)
			return true;
	}
	return false;
}

/* The legal moves, those of each piece apart, so that the first few are of as many pieces. */
static int
moves_spread(const struct board *board, struct move out[MOVES_MAX])
{
	struct move moves[MOVES_MAX];
	int count = moves_legal(board, moves), rank[MOVES_MAX], filled = 0;

	for (int i = 0; i < count; i++) {
		rank[i] = 0;
		for (int j = 0; j < i; j++)
			rank[i] += moves[j].from == moves[i].from;
	}
	for (int round = 0; filled < count; round++)
		for (int i = 0; i < count; i++)
			if (rank[i] == round)
				out[filled++] = moves[i];
	return count;
}

/* Legal moves of the side to move in `at`, to positions which the game's first
 * `plies` plies did not reach. */
static void
add_new(const struct history *h, const struct walk *at, int plies, struct verdict *verdict)
{
	struct move moves[MOVES_MAX];
	int count = moves_spread(&at->board, moves);

	for (int i = 0; i < count && verdict->alternative_count < VERDICT_MOVES_MAX; i++) {
		struct board board = at->board;

		board_play(&board, moves[i]);
		if (walk_has_mark(at, &board) && was_seen(h, at, &board, plies))
			continue;
		if (!check_would_be_forbidden(at, moves[i]))
			verdict->alternatives[verdict->alternative_count++] = moves[i];
	}
}

/* The same, or where there are none, any move but `stays`, which keeps to the loop. */
static void
add_leaving(const struct history *h, const struct walk *at, int plies, struct move stays,
    struct verdict *verdict)
{
	struct move moves[MOVES_MAX];
	int count;

	add_new(h, at, plies, verdict);
	if (verdict->alternative_count > 0)
		return;
	count = moves_spread(&at->board, moves);
	for (int i = 0; i < count && verdict->alternative_count < VERDICT_MOVES_MAX; i++)
		if (!move_equal(moves[i], stays) && !check_would_be_forbidden(at, moves[i]))
			verdict->alternatives[verdict->alternative_count++] = moves[i];
}

bool
alternatives_instead(const struct history *h, struct verdict *verdict)
{
	struct walk before;
	struct move moves[MOVES_MAX];
	int count;

	walk_through(&before, h, 1);
	verdict->alternative_count = 0;
	add_new(h, &before, before.ply, verdict);
	if (verdict->alternative_count > 0)
		return true;
	count = moves_spread(&before.board, moves);
	for (int i = 0; i < count && verdict->alternative_count < VERDICT_MOVES_MAX; i++)
		if (!move_would_be_forbidden(h, &before, moves[i]))
			verdict->alternatives[verdict->alternative_count++] = moves[i];
	return verdict->alternative_count > 0;
}

void
alternatives_next(const struct history *h, const struct walk *walk, const struct move *round,
    struct verdict *verdict)
{
	struct walk at = *walk;
	bool mover_varies = verdict->loser_known && verdict->loser != (enum side)walk->board.turn;

	verdict->alternative_count = 0;
	if (!mover_varies) {
		add_leaving(h, &at, walk->ply, round[0], verdict);
		if (verdict->alternative_count > 0 || verdict->loser_known)
			return;
	}
	walk_step(&at, round[0]);
	add_leaving(h, &at, walk->ply, round[1], verdict);
}
