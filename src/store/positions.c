/* SPDX-License-Identifier: ISC */
/*
 * The index of positions (positions.h).
 *
 * A row of `position` has the key of a position, a game, and the first ply of it that reached it.
 * Rows of `played` say of a common position how games went on from there, and ended: by ways.  A
 * way is the next move as it is on the board that the key is of, with what WAY_ values say; WAY_END
 * where the game ended.  game.placed says as what a game was entered: its result and why it stands
 * apart; 0 not, PLACED_NOT: its moves cannot be read.
 */
#include "store/positions.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "rules/pair.h"
#include "store/games_internal.h"
#include "store/machines.h"
#include "store/positions_internal.h"

#define WAITS "state = 2 AND is_private = 0 AND result <> 4 AND placed = 0"

/* --- what a game enters */

int
positions_placed(enum result result, enum apart apart)
{
	return (int)result | (int)apart << 3;
}

enum apart
positions_apart(bool has_machine, const char *start_fen, int length)
{
	return has_machine                    ? APART_MACHINE :
	    strcmp(start_fen, FEN_START) != 0 ? APART_ELSEWHERE :
	    length < POSITION_PLIES           ? APART_SHORT :
						APART_NOT;
}

int
positions_way(const struct pair *pair, const struct move *next)
{
	bool is_mirrored = pair_is_mirrored(pair);
	int number, other;

	if (next == NULL)
		return WAY_END | (is_mirrored ? WAY_MIRRORED : 0);
	number = move_to_number(*next);
	other = move_to_number(move_mirrored(*next));
	if (pair_is_symmetric(pair))
		is_mirrored = other < number;
	return is_mirrored ? other | WAY_MIRRORED : number;
}

static int
by_key(const void *a, const void *b)
{
	const struct placing *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->game != y->game ? (x->game < y->game ? -1 : 1) : x->ply - y->ply;
}

int
positions_of(const struct scored_game *game, struct placing *out)
{
	struct pair pair;
	int count = 0;

	pair_set(&pair, &game->start);
	for (int i = 0; i <= game->length; i++) {
		const struct move *next = i < game->length ? &game->moves[i] : NULL;

		out[i] = (struct placing){ .key = pair_key(&pair),
			.game = game->id,
			.ply = i,
			.placed = game->placed,
			.way = positions_way(&pair, next) |
			    (game->placed >> 3 != APART_NOT ? WAY_APART : 0) };
		if (next != NULL)
			pair_play(&pair, *next);
	}
	qsort(out, (size_t)game->length + 1, sizeof *out, by_key);
	for (int i = 0; i <= game->length; i++)
		if (count == 0 || out[count - 1].key != out[i].key)
			out[count++] = out[i];
	return count;
}

bool
positions_read_game(struct query *q, struct arena *arena, struct scored_game *out)
{
	const char *fen, *line;

	out->id = query_int(q);
	out->placed = query_small(q);
	fen = query_text(q, arena);
	line = query_text(q, arena);
	out->is_usual = strcmp(fen, FEN_START) == 0;
	out->moves = arena_bytes(arena, (strlen(line) / 5 + 1) * sizeof *out->moves);
	out->length = 0;
	if (out->is_usual)
		board_start(&out->start);
	else if (fen_read(fen, &out->start) != NULL)
		return false;
	while (*line != '\0')
		if (!moves_line_next(&line, &out->moves[out->length++]))
			return false;
	return true;
}

bool
positions_are_playable(const struct scored_game *game)
{
	struct board board = game->start;

	return board_play_all(&board, game->moves, game->length, NULL) == game->length;
}

/* --- entries into the tables, and out of them */

/* One game more, or fewer, went that way. */
static int
add_played(struct store *store, const struct placing *entry, int times, struct err *err)
{
	enum result result = (enum result)(entry->placed & 7);
	const struct value values[] = { INT(entry->key), INT(entry->way),
		INT(times * (result == RESULT_RED)), INT(times * (result == RESULT_GREEN)),
		INT(times * (result == RESULT_DRAW)), INT(times * (result == RESULT_UNKNOWN)),
		{ VALUES_END, 0, NULL, 0 } };

	if (query_do(store, "count what was played in a position",
		"UPDATE played SET red = red + ?3, green = green + ?4, drawn = drawn + ?5,"
		" unknown = unknown + ?6 WHERE key = ?1 AND way = ?2",
		values, err) == -1)
		return -1;
	if (sqlite3_changes(store->db) > 0)
		return 0;
	return query_do(store, "begin to count what was played in a position",
	    "INSERT INTO played (key, way, red, green, drawn, unknown)"
	    " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
	    values, err);
}

/* Counts what was played in a position that has just become common. */
static int
count_played(struct store *store, int64_t key, struct err *err)
{
	struct arena *arena = arena_new();
	struct query q;
	int more, rc = 0;

	query_start(&q, store, "read the games of a position",
	    "SELECT position.ply, game.id, placed, start_fen, moves FROM position JOIN game ON"
	    " game.id = position.game WHERE key = ?",
	    WITH(INT(key)));
	while ((more = query_next(&q, err)) == 1) {
		struct scored_game game;
		struct pair pair;
		struct placing entry = { .key = key, .ply = query_small(&q) };

		if (positions_read_game(&q, arena, &game) && entry.ply <= game.length &&
		    board_play_all(&game.start, game.moves, entry.ply, NULL) == entry.ply) {
			pair_set(&pair, &game.start);
			entry.placed = game.placed;
			entry.way = positions_way(&pair,
					entry.ply < game.length ? &game.moves[entry.ply] : NULL) |
			    (game.placed >> 3 != APART_NOT ? WAY_APART : 0);
			rc = add_played(store, &entry, 1, err);
		}
		arena_clear(arena);
		if (rc == -1) {
			query_end(&q);
			break;
		}
	}
	arena_free(arena);
	return more == -1 ? -1 : rc;
}

enum { RARE, BECAME_COMMON, IS_COMMON };

static int
how_common(struct store *store, int64_t key, struct err *err)
{
	return query_count(store, "look how common a position is",
	    "SELECT iif(EXISTS (SELECT 1 FROM played WHERE key = ?1), 2, EXISTS (SELECT 1 FROM"
	    " position WHERE key = ?1 LIMIT 1 OFFSET ?2))",
	    WITH(INT(key), INT(POSITION_COMMON - 1)), err);
}

/* Entries of one key. */
static int
enter_place(struct store *store, const struct placing *entries, int count, struct err *err)
{
	int common;

	for (int i = 0; i < count; i++)
		if (query_do(store, "enter a position",
			"INSERT OR REPLACE INTO position (key, game, ply) VALUES (?, ?, ?)",
			WITH(INT(entries[i].key), INT(entries[i].game), INT(entries[i].ply)),
			err) == -1)
			return -1;
	common = how_common(store, entries[0].key, err);
	if (common == BECAME_COMMON)
		return count_played(store, entries[0].key, err);
	for (int i = 0; i < count && common == IS_COMMON; i++)
		if (add_played(store, &entries[i], 1, err) == -1)
			return -1;
	return common == -1 ? -1 : 0;
}

/* Entries in the order of their keys, which keeps those together that stand together. */
static int
enter(struct store *store, const struct placing *entries, int count, struct err *err)
{
	for (int i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count && entries[end].key == entries[i].key;)
			end++;
		if (enter_place(store, entries + i, end - i, err) == -1)
			return -1;
	}
	return 0;
}

static int
take_out(struct store *store, const struct placing *entry, struct err *err)
{
	int common;

	if (query_do(store, "take a position out",
		"DELETE FROM position WHERE key = ? AND game = ?",
		WITH(INT(entry->key), INT(entry->game)), err) == -1 ||
	    (common = how_common(store, entry->key, err)) == -1)
		return -1;
	if (common != IS_COMMON)
		return 0;
	if (add_played(store, entry, -1, err) == -1)
		return -1;
	return query_do(store, "forget what nobody has played",
	    "DELETE FROM played WHERE key = ? AND way = ? AND red = 0 AND green = 0 AND drawn = 0"
	    " AND unknown = 0",
	    WITH(INT(entry->key), INT(entry->way)), err);
}

static int
set_placed(struct store *store, int64_t game, int placed, struct err *err)
{
	return query_do_one(store, "note as what a game was entered",
	    "UPDATE game SET placed = ?2 WHERE id = ?1", WITH(INT(game), INT(placed)), err);
}

/* --- a game that changes */

/* As what the game is to stand in the index; 0 not, or -1. */
static int
wanted(struct store *store, const struct game *game, struct err *err)
{
	int has_machine;

	if (game->state != GAME_OVER || game->is_private || game->result == RESULT_CANCELLED)
		return 0;
	has_machine = machines_play(store, game, err);
	return has_machine == -1 ? -1 :
				   positions_placed(game->result,
				       positions_apart(has_machine, game->start_fen, game->length));
}

static int
read_placed(struct store *store, int64_t id, int64_t *out, struct err *err)
{
	return query_number(store, "look as what a game was entered",
	    "SELECT placed FROM game WHERE id = ?", WITH(INT(id)), out, err);
}

int
positions_leave(struct store *store, const struct game *game, struct err *err)
{
	struct arena *arena;
	struct scored_game stored;
	struct query q;
	struct placing *entries;
	int64_t placed;
	int as, count = 0, rc = -1;

	if (read_placed(store, game->id, &placed, err) == -1 ||
	    (placed > 0 && (as = wanted(store, game, err)) == -1))
		return -1;
	if (placed <= 0 || placed == as)
		return 0;
	arena = arena_new();
	query_start(&q, store, "read a game's moves",
	    "SELECT id, placed, start_fen, moves FROM game WHERE id = ?", WITH(INT(game->id)));
	if (query_next(&q, err) == 1) {
		rc = 0;
		if (positions_read_game(&q, arena, &stored) && positions_are_playable(&stored)) {
			entries = arena_bytes(arena, ((size_t)stored.length + 1) * sizeof *entries);
			count = positions_of(&stored, entries);
		}
		query_end(&q);
	}
	for (int i = 0; i < count && rc == 0; i++)
		rc = take_out(store, &entries[i], err);
	arena_free(arena);
	return rc == -1 ? -1 : set_placed(store, game->id, 0, err);
}

int
positions_settle(struct store *store, const struct game *game, struct err *err)
{
	struct scored_game scored = {
		.id = game->id, .start = game->start, .moves = game->moves, .length = game->length
	};
	struct placing *entries;
	int64_t placed;

	if (game->state != GAME_OVER)
		return 0;
	if (read_placed(store, game->id, &placed, err) == -1 ||
	    (scored.placed = wanted(store, game, err)) == -1)
		return -1;
	if (placed > 0 || scored.placed == 0)
		return 0;
	if (set_placed(store, game->id, scored.placed, err) == -1)
		return -1;
	entries = arena_bytes(game->arena, ((size_t)game->length + 1) * sizeof *entries);
	return enter(store, entries, positions_of(&scored, entries), err);
}

/* --- many games */

struct batch {
	struct placing *entries;
	size_t count, room;
};

/* What a game that waits enters, and that it has. */
static int
add_to_batch(struct store *store, struct batch *batch, int64_t id, struct err *err)
{
	struct arena *arena = arena_new();
	struct scored_game game;
	struct query q;
	bool is_read;

	query_start(&q, store, "read a game to enter",
	    "SELECT id, placed, start_fen, moves, result, EXISTS (SELECT 1 FROM player WHERE id IN"
	    " (red, green) AND level > 0) FROM game WHERE id = ?",
	    WITH(INT(id)));
	if (query_next(&q, err) != 1) {
		arena_free(arena);
		return -1;
	}
	is_read = positions_read_game(&q, arena, &game) && positions_are_playable(&game);
	game.placed = PLACED_NOT;
	if (is_read) {
		enum result result = (enum result)query_small(&q);

		game.placed = positions_placed(result,
		    positions_apart(
			query_small(&q) != 0, game.is_usual ? FEN_START : "", game.length));
		if (batch->room < batch->count + (size_t)game.length + 1) {
			batch->room = 2 * batch->room + (size_t)game.length + 1;
			batch->entries = realloc(
			    batch->entries, batch->room * sizeof *batch->entries);
			if (batch->entries == NULL)
				abort();
		}
		batch->count += (size_t)positions_of(&game, batch->entries + batch->count);
	}
	query_end(&q);
	arena_free(arena);
	return set_placed(store, id, game.placed, err);
}

int
positions_enter(struct store *store, int limit, struct err *err)
{
	struct arena *arena = arena_new();
	struct batch batch = { NULL, 0, 0 };
	int64_t *ids;
	int count = query_ids(store, "list games to enter",
	    "SELECT id FROM game WHERE " WAITS " ORDER BY id LIMIT ?", WITH(INT(limit)), arena,
	    &ids, err);
	int rc = count;

	for (int i = 0; i < count && rc != -1; i++)
		if (add_to_batch(store, &batch, ids[i], err) == -1)
			rc = -1;
	if (rc > 0 && batch.count > 0) {
		qsort(batch.entries, batch.count, sizeof *batch.entries, by_key);
		if (enter(store, batch.entries, (int)batch.count, err) == -1)
			rc = -1;
	}
	free(batch.entries);
	arena_free(arena);
	return rc;
}

int
positions_waiting(struct store *store, struct err *err)
{
	return query_count(store, "look for games to enter",
	    "SELECT EXISTS (SELECT 1 FROM game WHERE " WAITS ")", NULL, err);
}
