/* SPDX-License-Identifier: ISC */
/*
 * The index of positions held against the games (positions.h): each game is played through, and
 * what it enters is looked for; what is left over belongs to no game.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "store/positions_internal.h"

/* A row of `played`, from which each game is taken off. */
struct played_way {
	int64_t key;
	int way;
	int left[RESULT_UNKNOWN + 1]; /* by enum result */
};

struct reckoned {
	struct store *store;
	struct arena *arena; /* of what is found */
	const char *first;
	int wrong;
	int64_t entries;
	struct played_way *played; /* by key and way */
	size_t played_count;
};

static void
note(struct reckoned *count, const char *what, int64_t game)
{
	if (count->wrong++ == 0)
		count->first = game == 0 ?
		    what :
		    arena_printf(count->arena, "game %lld: %s", (long long)game, what);
}

static int
by_way(const void *a, const void *b)
{
	const struct played_way *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->way - y->way;
}

static int
read_played(struct reckoned *count, struct err *err)
{
	struct query q;
	int more;

	query_start(&q, count->store, "read what was played",
	    "SELECT key, way, red, green, drawn, unknown FROM played ORDER BY key, way", NULL);
	while ((more = query_next(&q, err)) == 1) {
		struct played_way *row;

		count->played = arena_grow(
		    count->arena, count->played, count->played_count, sizeof *count->played);
		row = &count->played[count->played_count++];
		*row = (struct played_way){ .key = query_int(&q) };
		row->way = query_small(&q);
		row->left[RESULT_RED] = query_small(&q);
		row->left[RESULT_GREEN] = query_small(&q);
		row->left[RESULT_DRAW] = query_small(&q);
		row->left[RESULT_UNKNOWN] = query_small(&q);
	}
	return more;
}

/* Has the key any row? */
static bool
is_common(const struct reckoned *count, int64_t key)
{
	size_t low = 0, high = count->played_count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (count->played[middle].key < key)
			low = middle + 1;
		else
			high = middle;
	}
	return low < count->played_count && count->played[low].key == key;
}

static int
check_entry(struct reckoned *count, const struct placing *entry, struct err *err)
{
	struct played_way sought = { .key = entry->key, .way = entry->way }, *row;
	int ply = query_count(count->store, "look a position up",
	    "SELECT ifnull((SELECT ply + 1 FROM position WHERE key = ? AND game = ?), 0)",
	    WITH(INT(entry->key), INT(entry->game)), err);

	if (ply == -1)
		return -1;
	count->entries++;
	if (ply != entry->ply + 1)
		note(count, "a position of it is not found where it was", entry->game);
	if (!is_common(count, entry->key))
		return 0;
	row = bsearch(&sought, count->played, count->played_count, sizeof *row, by_way);
	if (row == NULL)
		note(count, "what was played in a position of it is not counted", entry->game);
	else
		row->left[entry->placed & 7]--;
	return 0;
}

static int
check_game(struct reckoned *count, struct query *q, struct err *err)
{
	struct arena *arena = arena_new();
	struct scored_game game;
	int rc = 0;

	if (positions_read_game(q, arena, &game) && positions_are_playable(&game)) {
		struct placing *entries = arena_bytes(
		    arena, ((size_t)game.length + 1) * sizeof *entries);
		int result = query_small(q), has_machine = query_small(q);
		bool is_shown = query_small(q) != 0;
		int placed = positions_placed((enum result)result,
		    positions_apart(has_machine != 0, game.is_usual ? FEN_START : "", game.length));
		int entered = positions_of(&game, entries);

		if (!is_shown || game.placed != placed)
			note(count, "its positions are not entered as what it is", game.id);
		for (int i = 0; i < entered && rc == 0; i++)
			rc = check_entry(count, &entries[i], err);
	}
	arena_free(arena);
	return rc;
}

int
positions_check(struct store *store, struct arena *arena, const char **first, struct err *err)
{
	struct reckoned count = { .store = store, .arena = arena };
	struct query q;
	int64_t entries;
	int more, rc = 0;

	if (read_played(&count, err) == -1)
		return -1;
	query_start(&q, store, "read the games that were entered",
	    "SELECT id, placed, start_fen, moves, result, EXISTS (SELECT 1 FROM player WHERE id IN"
	    " (red, green) AND level > 0), state = 2 AND is_private = 0 AND result <> 4 FROM game"
	    " WHERE placed > 0",
	    NULL);
	while ((more = query_next(&q, err)) == 1)
		if ((rc = check_game(&count, &q, err)) == -1) {
			query_end(&q);
			break;
		}
	if (more == -1 || rc == -1 ||
	    query_number(store, "count positions", "SELECT count(*) FROM position", NULL, &entries,
		err) == -1)
		return -1;
	if (entries != count.entries)
		note(&count, "there are positions of games that do not have them", 0);
	for (size_t i = 0; i < count.played_count; i++)
		for (int result = RESULT_RED; result <= RESULT_UNKNOWN; result++)
			if (count.played[i].left[result] != 0)
				note(&count, "moves are counted that were not played", 0);
	*first = count.first;
	return count.wrong;
}
