/* SPDX-License-Identifier: ISC */
/*
 * Puzzles, and who has got which (puzzles.h).
 */
#include "store/puzzles.h"

#include "base/arena.h"
#include "base/str.h"
#include "store/columns.h"
#include "store/games_internal.h"

#define C(name, uses) COLUMN(#name, struct puzzle, name, uses)
static const struct column puzzle_columns[] = {
	C(id, LISTED),
	C(key, LISTED | ADDED),
	C(game, LISTED | ADDED),
	C(ply, LISTED | ADDED),
	C(moves, LISTED | ADDED),
	C(line, LISTED | ADDED),
};
static const struct table puzzles = TABLE("puzzle", struct puzzle, puzzle_columns);
#undef C

#define C(name, uses) COLUMN(#name, struct puzzle_attempt, name, uses)
static const struct column attempt_columns[] = {
	C(puzzle, LISTED | ADDED),
	C(player, LISTED | ADDED),
	C(asked, LISTED | ADDED),
	C(step, ALWAYS),
	C(wrong, ALWAYS),
	C(outcome, ALWAYS),
};
static const struct table attempts = TABLE("puzzling", struct puzzle_attempt, attempt_columns);
#undef C

bool
puzzle_line(const struct puzzle *puzzle, struct move out[MATE_PLIES])
{
	const char *line = puzzle->line;
	int count = 0;

	while (*line != '\0' && count < 2 * puzzle->moves - 1)
		if (!moves_line_next(&line, &out[count++]))
			return false;
	return *line == '\0' && count == 2 * puzzle->moves - 1;
}

int
puzzles_unseen(struct store *store, struct arena *arena, int64_t after, int limit, int64_t **games,
    struct err *err)
{
	return query_ids(store, "list games to look for puzzles in",
	    "SELECT id FROM game WHERE state = 2 AND is_private = 0 AND result <> 4 AND puzzled = 0"
	    " AND id > ? ORDER BY id LIMIT ?",
	    WITH(INT(after), INT(limit)), arena, games, err);
}

static int
add(struct store *store, int64_t game, const struct mate_puzzle *found, struct err *err)
{
	struct puzzle puzzle = {
		.key = found->key, .game = game, .ply = found->ply, .moves = found->moves
	};
	char line[MATE_PLIES * 8], *end = line;

	for (int i = 0; i < 2 * found->moves - 1; i++) {
		if (i > 0)
			*end++ = ' ';
		end = move_write(found->line[i], end);
	}
	puzzle.line = line;
	if (row_add(store, "add a puzzle", &puzzles, &puzzle, "ON CONFLICT (key) DO NOTHING", NULL,
		err) == -1)
		return -1;
	return sqlite3_changes(store->db);
}

int
puzzles_enter(
    struct store *store, int64_t game, const struct mate_puzzle *found, int count, struct err *err)
{
	int added = 0;

	if (query_do(store, "note that a game was looked at",
		"UPDATE game SET puzzled = 1 WHERE id = ? AND state = 2 AND is_private = 0 AND"
		" result <> 4 AND puzzled = 0",
		WITH(INT(game)), err) == -1)
		return -1;
	if (sqlite3_changes(store->db) == 0)
		return 0;
	for (int i = 0; i < count; i++) {
		int is_new = add(store, game, &found[i], err);

		if (is_new == -1)
			return -1;
		added += is_new;
	}
	return added;
}

int
puzzles_list(struct store *store, struct arena *arena, struct puzzle **out, struct err *err)
{
	return rows_list(store, "list puzzles", &puzzles, "ORDER BY id", NULL, arena, out, err);
}

int
puzzles_get(
    struct store *store, struct arena *arena, int64_t id, struct puzzle *out, struct err *err)
{
	return row_find(
	    store, "read a puzzle", &puzzles, "WHERE id = ?", WITH(INT(id)), arena, out, err);
}

int
puzzles_next(struct store *store, struct arena *arena, int64_t player, int moves, int64_t after,
    struct puzzle *out, struct err *err)
{
	return row_find(store, "look for a puzzle", &puzzles,
	    "WHERE moves = ?2 AND id > ?3 AND NOT EXISTS (SELECT 1 FROM puzzling WHERE player = ?1"
	    " AND puzzle = puzzle.id) AND NOT EXISTS (SELECT 1 FROM game WHERE id = puzzle.game"
	    " AND (red = ?1 OR green = ?1)) ORDER BY id LIMIT 1",
	    WITH(INT(player), INT(moves), INT(after)), arena, out, err);
}

int
attempts_get(struct store *store, int64_t player, int64_t puzzle, struct puzzle_attempt *out,
    struct err *err)
{
	return row_find(store, "look what became of a puzzle", &attempts,
	    "WHERE player = ? AND puzzle = ?", WITH(INT(player), INT(puzzle)), NULL, out, err);
}

int
attempts_open(struct store *store, int64_t player, struct puzzle_attempt *out, struct err *err)
{
	return row_find(store, "look for an open puzzle", &attempts,
	    "WHERE player = ? AND outcome = 0 ORDER BY asked DESC, puzzle DESC LIMIT 1",
	    WITH(INT(player)), NULL, out, err);
}

int
attempts_waiting_since(struct store *store, int64_t player, int64_t *since, struct err *err)
{
	return query_number(store, "look since when a puzzle waits",
	    "SELECT min(asked) FROM puzzling WHERE player = ? AND outcome = 0", WITH(INT(player)),
	    since, err);
}

int
attempts_add(struct store *store, const struct puzzle_attempt *attempt, struct err *err)
{
	return row_add(store, "ask a puzzle", &attempts, attempt, "", NULL, err);
}

int
attempts_save(struct store *store, const struct puzzle_attempt *attempt, struct err *err)
{
	return row_save(store, "note what became of a puzzle", &attempts, attempt, SAVED,
	    "WHERE player = ? AND puzzle = ?", WITH(INT(attempt->player), INT(attempt->puzzle)),
	    err);
}

int
attempts_count(
    struct store *store, int64_t player, int last, int *solved, int *given_up, struct err *err)
{
	struct query q;

	query_start(&q, store, "count puzzles",
	    "SELECT ifnull(sum(outcome = 1), 0), ifnull(sum(outcome = 2), 0) FROM (SELECT outcome"
	    " FROM puzzling WHERE player = ? AND outcome <> 0 ORDER BY asked DESC, puzzle DESC"
	    " LIMIT ?)",
	    WITH(INT(player), INT(last != 0 ? last : -1)));
	if (query_next(&q, err) != 1)
		return -1;
	*solved = query_small(&q);
	*given_up = query_small(&q);
	query_end(&q);
	return 0;
}
