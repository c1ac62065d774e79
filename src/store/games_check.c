/* SPDX-License-Identifier: ISC */
/*
 * What is wrong with one game (games.h): its moves, its turns, and what stands in its row
 * because it follows from them.
 *
 * Finds all that reading a game leaves out, because it was right when it was stored.
 */
#include <string.h>

#include "base/arena.h"
#include "rules/movegen.h"
#include "store/games_internal.h"

/* A game gone through turn by turn: what stays, and above it the moves that are taken back. */
struct walkthrough {
	const struct game *game;
	const struct undone **line; /* of these, `stacked` are on the board */
	int stacked, length;
};

static bool
line_is_legal(const struct walkthrough *walk)
{
	struct board board;

	game_board_at(walk->game, walk->length - walk->stacked, &board);
	for (int i = 0; i < walk->stacked; i++) {
		if (!move_is_legal(&board, walk->line[i]->move))
			return false;
		board_play(&board, walk->line[i]->move);
	}
	return true;
}

/* `now`: what was played at that turn and taken back later, or taken back at it; NULL. */
static const char *
walk_turn(struct walkthrough *walk, int turn, const struct undone *now)
{
	const struct game *game = walk->game;

	if (now == NULL) {
		if (walk->stacked > 0 || walk->length >= game->length ||
		    game->plies[walk->length++].turn != turn)
			return "its turns are not those of its moves";
		return NULL;
	}
	if (now->back == turn) {
		if (walk->stacked == 0 || walk->line[--walk->stacked] != now ||
		    now->ply != walk->length)
			return "moves were taken back in another order";
		walk->length--;
		return NULL;
	}
	if (now->ply != ++walk->length)
		return "a move taken back was not the next one";
	walk->line[walk->stacked++] = now;
	return line_is_legal(walk) ? NULL : "a move taken back is not legal";
}

/* The moves on the board, as they were played.  0 or -1. */
static int
check_moves(struct store *store, const struct game *game, struct err *err)
{
	struct board board = game->start;

	for (int i = 0; i < game->length; i++) {
		if (!move_is_legal(&board, game->moves[i]))
			return games_illegal(store, game, i + 1, err);
		board_play(&board, game->moves[i]);
	}
	return 0;
}

/* Each turn has played the next move, or has taken the last one back.  0 or -1. */
static int
check_turns(struct store *store, const struct game *game, const char **wrong, struct err *err)
{
	struct arena *arena = arena_new();
	struct undone *undone;
	int count = undone_list(store, arena, game->id, &undone, err);
	int turns = game->length + 2 * count;
	struct walkthrough walk = { .game = game };

	walk.line = arena_alloc(arena, (size_t)(turns + 1) * sizeof *walk.line);
	for (int turn = 1; turn <= turns && count != -1 && *wrong == NULL; turn++) {
		const struct undone *now = NULL;

		for (int i = 0; i < count && now == NULL; i++)
			if (undone[i].turn == turn || undone[i].back == turn)
				now = &undone[i];
		*wrong = walk_turn(&walk, turn, now);
	}
	arena_free(arena);
	return count == -1 ? -1 : 0;
}

/* What the row says besides its moves and its clock.  0 or -1. */
static int
check_row(struct store *store, const struct game *game, const char **wrong, struct err *err)
{
	struct query q;
	char opening[OPENING_SIZE], stored[OPENING_SIZE];
	int64_t due = game_due(game), clock = game_deadline(game), turn, deadline, row_due;
	int found;

	query_start(&q, store, "check a game",
	    "SELECT turn, deadline, due, opening FROM game WHERE id = ?", WITH(INT(game->id)));
	if ((found = query_next(&q, err)) == -1)
		return -1;
	*wrong = found == 0 ? "it is missing" : NULL;
	if (found == 0)
		return 0;
	turn = query_int(&q);
	deadline = query_int(&q);
	row_due = query_int(&q);
	query_copy(&q, stored, sizeof stored);
	query_end(&q);
	opening_write(game, opening);
	if (turn != (int64_t)game_turn(game))
		*wrong = game_turn(game) == RED ? "it says that Green is to move, but it is Red" :
						  "it says that Red is to move, but it is Green";
	else if (strcmp(opening, stored) != 0)
		*wrong = "its opening is not that of its moves";
	else if ((row_due == 0) != (due == 0) || row_due > due)
		*wrong = "its clock is looked at too late";
	else if (row_due == 0 && clock == 0 && deadline != 0)
		*wrong = "it has a deadline, but no clock runs";
	/* Nothing is due either when only a claim is waited for. */
	else if (row_due != 1 && deadline != clock)
		*wrong = "its deadline is not that of its clock";
	return 0;
}

int
games_check(struct store *store, struct game *game, const char **wrong, struct err *err)
{
	if (games_plies(store, game, err) == -1 || check_moves(store, game, err) == -1 ||
	    check_row(store, game, wrong, err) == -1)
		return -1;
	return *wrong == NULL ? check_turns(store, game, wrong, err) : 0;
}
