/* SPDX-License-Identifier: ISC */
/*
 * What was played in a position (positions.h): found in the index, or by playing all games.
 *
 * A key is only a hint where games are looked at: what is found is compared as a board.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "rules/pair.h"
#include "store/positions_internal.h"

struct search {
	struct arena *arena;
	struct pair pair; /* of the board that is asked for */
	bool is_mirrored, is_symmetric;
	int64_t after;
	int limit; /* of games that are listed */
	struct found_position *out;
};

static void
search_begin(struct search *search, struct arena *arena, const struct board *board, int64_t after,
    int limit, struct found_position *out)
{
	*out = (struct found_position){ .is_whole = true };
	*search = (struct search){
		.arena = arena, .after = after > 0 ? after : INT64_MAX, .limit = limit, .out = out
	};
	pair_set(&search->pair, board);
	search->is_mirrored = pair_is_mirrored(&search->pair);
	search->is_symmetric = pair_is_symmetric(&search->pair);
}

static void
add_scored(struct scored *to, const struct scored *more)
{
	to->red += more->red;
	to->green += more->green;
	to->drawn += more->drawn;
	to->unknown += more->unknown;
	to->games += more->red + more->green + more->drawn + more->unknown;
}

/* Games went that way on. */
static void
count_way(struct search *search, int way, const struct scored *scored)
{
	struct found_position *out = search->out;
	struct move move = move_of_number(WAY_MOVE(way));
	bool is_mirrored = ((way & WAY_MIRRORED) != 0) != search->is_mirrored;
	int games = scored->red + scored->green + scored->drawn + scored->unknown, at = 0;

	if (way & WAY_APART) {
		out->apart += games;
		return;
	}
	if (search->is_mirrored && WAY_MOVE(way) != WAY_END)
		move = move_mirrored(move);
	while (at < out->move_count && !move_equal(out->moves[at].move, move))
		at++;
	if (at == out->move_count) {
		out->moves = arena_grow(search->arena, out->moves, (size_t)at, sizeof *out->moves);
		out->moves[out->move_count++] = (struct continuation){ .move = move };
	}
	add_scored(&out->moves[at].scored, scored);
	add_scored(&out->scored, scored);
	out->moves[at].mirrored += is_mirrored ? games : 0;
	if (!search->is_symmetric)
		out->mirrored += is_mirrored ? games : 0;
}

static void
count_game(struct search *search, int way, enum result result)
{
	count_way(search, way,
	    &(struct scored){ .red = result == RESULT_RED,
		.green = result == RESULT_GREEN,
		.drawn = result == RESULT_DRAW,
		.unknown = result == RESULT_UNKNOWN });
}

static int
more_often(const void *a, const void *b)
{
	const struct continuation *x = a, *y = b;

	if (x->scored.games != y->scored.games)
		return y->scored.games - x->scored.games;
	return move_to_number(x->move) - move_to_number(y->move);
}

static void
search_end(struct search *search)
{
	struct found_position *out = search->out;

	/* Of a move and its mirror image that one is named which was played more often. */
	for (int i = 0; search->is_symmetric && i < out->move_count; i++) {
		struct continuation *move = &out->moves[i];

		if (2 * move->mirrored > move->scored.games) {
			move->move = move_mirrored(move->move);
			move->mirrored = move->scored.games - move->mirrored;
		}
	}
	if (out->move_count > 0)
		qsort(out->moves, (size_t)out->move_count, sizeof *out->moves, more_often);
}

/* --- games */

/* Goes to the first ply with the position: it, *pair there; -1: the game never has it. */
static int
find_ply(const struct search *search, const struct scored_game *game, int from, int to,
    struct pair *pair)
{
	struct board board = game->start;

	board_play_all(&board, game->moves, from, NULL);
	pair_set(pair, &board);
	for (int i = from;; i++) {
		if (board_equal(&pair->board, &search->pair.board) ||
		    board_equal(&pair->board, &search->pair.mirror))
			return i;
		if (i >= to)
			return -1;
		pair_play(pair, game->moves[i]);
	}
}

#define GAME_COLUMNS \
	"game.id, placed, start_fen, moves, result, started, ended, ifnull(r.userid, red_name)," \
	" ifnull(g.userid, green_name), ifnull(imported.date, ''), ifnull(r.level, 0)" \
	" + ifnull(g.level, 0) > 0"
#define GAME_JOINS \
	" LEFT JOIN imported ON imported.game = game.id LEFT JOIN player AS r ON r.id = red" \
	" LEFT JOIN player AS g ON g.id = green "

/* Reads a row of GAME_COLUMNS. */
static bool
read_row(
    struct query *q, struct arena *arena, struct scored_game *scored, struct position_game *out)
{
	bool is_read = positions_read_game(q, arena, scored);

	if (!is_read)
		return false;
	*out = (struct position_game){ .line.id = scored->id, .line.state = GAME_OVER };
	out->line.result = (enum result)query_small(q);
	out->line.started = query_int(q);
	out->line.ended = query_int(q);
	query_copy(q, out->line.seat[RED].userid, SEAT_NAME_SIZE);
	query_copy(q, out->line.seat[GREEN].userid, SEAT_NAME_SIZE);
	query_copy(q, out->line.date, sizeof out->line.date);
	out->line.length = scored->length;
	out->apart = positions_apart(
	    query_small(q) != 0, scored->is_usual ? FEN_START : "", scored->length);
	return true;
}

/* Counts a game and lists it, as far as either is asked for. */
static void
add_game(struct search *search, const struct scored_game *scored, struct position_game *game,
    const struct pair *pair, bool is_counted)
{
	struct found_position *out = search->out;
	const struct move *next = game->ply < scored->length ? &scored->moves[game->ply] : NULL;

	if (is_counted)
		count_game(search,
		    positions_way(pair, next) | (game->apart != APART_NOT ? WAY_APART : 0),
		    game->line.result);
	if (game->line.id >= search->after)
		return;
	if (out->game_count == search->limit) {
		out->goes_on = true;
		return;
	}
	if (next != NULL)
		game->next = *next;
	game->number = (game->ply + scored->start.turn) / 2 + 1;
	game->is_mirrored = !board_equal(&pair->board, &search->pair.board);
	out->games = arena_grow(
	    search->arena, out->games, (size_t)out->game_count, sizeof *out->games);
	out->games[out->game_count++] = *game;
}

/* --- by the index */

/* What is kept of a common position; how many rows, or -1. */
static int
read_played(struct store *store, struct search *search, struct err *err)
{
	struct query q;
	int count = 0, more;

	query_start(&q, store, "read what was played in a position",
	    "SELECT way, red, green, drawn, unknown FROM played WHERE key = ?",
	    WITH(INT(pair_key(&search->pair))));
	while ((more = query_next(&q, err)) == 1) {
		struct scored scored = { 0 };
		int way = query_small(&q);

		scored.red = query_small(&q);
		scored.green = query_small(&q);
		scored.drawn = query_small(&q);
		scored.unknown = query_small(&q);
		count_way(search, way, &scored);
		count++;
	}
	return more == -1 ? -1 : count;
}

int
positions_find(struct store *store, struct arena *arena, const struct board *board, int64_t after,
    int limit, struct found_position *out, struct err *err)
{
	struct arena *scratch;
	struct search search;
	struct query q;
	int common, waiting, more;

	search_begin(&search, arena, board, after, limit, out);
	if ((waiting = positions_waiting(store, err)) == -1 ||
	    (common = read_played(store, &search, err)) == -1)
		return -1;
	out->is_whole = waiting == 0;
	scratch = arena_new();
	query_start(&q, store, "read the games of a position",
	    "SELECT position.ply, " GAME_COLUMNS
	    " FROM position JOIN game ON game.id = position.game" GAME_JOINS
	    "WHERE key = ?1 AND position.game < ?2 ORDER BY position.game DESC LIMIT ?3",
	    WITH(INT(pair_key(&search.pair)), INT(common > 0 ? search.after : INT64_MAX),
		INT(common > 0 ? limit + 1 : INT64_MAX)));
	while ((more = query_next(&q, err)) == 1) {
		struct position_game game;
		struct scored_game scored;
		struct pair pair;
		int ply = query_small(&q);

		if (read_row(&q, scratch, &scored, &game) && ply <= scored.length) {
			game.ply = ply;
			if (find_ply(&search, &scored, ply, ply, &pair) == ply)
				add_game(&search, &scored, &game, &pair, common == 0);
		}
		arena_clear(scratch);
	}
	arena_free(scratch);
	search_end(&search);
	return more == -1 ? -1 : 0;
}

/* --- without it */

int
positions_scan(struct store *store, struct arena *arena, const struct board *board, int limit,
    struct found_position *out, struct err *err)
{
	struct arena *scratch = arena_new();
	struct search search;
	struct query q;
	int more;

	search_begin(&search, arena, board, 0, limit, out);
	query_start(&q, store, "read all finished games",
	    "SELECT " GAME_COLUMNS " FROM game" GAME_JOINS
	    "WHERE game.state = 2 AND is_private = 0 AND result <> 4 ORDER BY game.id DESC",
	    NULL);
	while ((more = query_next(&q, err)) == 1) {
		struct position_game game;
		struct scored_game scored;
		struct pair pair;

		if (read_row(&q, scratch, &scored, &game) && positions_are_playable(&scored) &&
		    (game.ply = find_ply(&search, &scored, 0, scored.length, &pair)) != -1)
			add_game(&search, &scored, &game, &pair, true);
		arena_clear(scratch);
	}
	arena_free(scratch);
	search_end(&search);
	return more == -1 ? -1 : 0;
}
