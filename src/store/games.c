/* SPDX-License-Identifier: ISC */
/*
 * Games: rows and plies (games.h).
 *
 * The plies are the game; length, turn and opening stand in the row for lists
 * only and are written with it.
 */
#include "store/games.h"

#include <string.h>

#include "base/err.h"
#include "rules/movegen.h"
#include "store/opening.h"
#include "store/stmt.h"

static int
damaged(struct store *store, int64_t id, const char *what, struct err *err)
{
	return err_set(err, "%s: game %lld is damaged: %s", store->path, (long long)id, what);
}

static void
read_seat(struct query *q, struct seat *seat)
{
	seat->player = query_int(q);
	query_copy(q, seat->userid, sizeof seat->userid);
}

static void
read_draws(struct query *q, struct game *game)
{
	int64_t draw_by = query_int(q);

	game->draw_offered = draw_by >= 0;
	game->draw_by = draw_by == GREEN ? GREEN : RED;
	game->draw_last[RED] = query_small(q);
	game->draw_last[GREEN] = query_small(q);
}

static void
read_times(struct query *q, struct game *game)
{
	game->created = query_int(q);
	game->started = query_int(q);
	game->ended = query_int(q);
	game->turn_since = query_int(q);
	game->nagtime = query_small(q);
	game->forfeittime = query_small(q);
	game->nagged = query_int(q) != 0;
}

/* Returns the first thing wrong, or NULL; *length is how many plies follow. */
static const char *
read_game(struct query *q, struct game *game, int *length)
{
	const char *rules, *fen, *ending, *why;

	game->id = query_int(q);
	game->state = (enum game_state)query_int(q);
	read_seat(q, &game->seat[RED]);
	read_seat(q, &game->seat[GREEN]);
	game->challenger = (enum side)query_int(q);
	rules = query_text(q, game->arena);
	game->rules_version = query_small(q);
	game->is_rated = query_int(q) != 0;
	game->is_private = query_int(q) != 0;
	fen = query_text(q, game->arena);
	*length = query_small(q);
	game->refused[RED] = query_small(q);
	game->refused[GREEN] = query_small(q);
	read_draws(q, game);
	game->result = (enum result)query_int(q);
	ending = query_text(q, game->arena);
	read_times(q, game);
	if (!ruleset_find(rules, &game->rules))
		return "no such rule set";
	if (!ending_find(ending, &game->ending))
		return "no such ending";
	if (strcmp(fen, game->start_fen) != 0 && !game_set_start(game, fen, &why))
		return why;
	return NULL;
}

static int
replay_ply(struct query *q, struct game *game, struct err *err)
{
	int number = query_small(q);
	char text[16];
	struct move move;
	struct ply ply;

	query_copy(q, text, sizeof text);
	ply.received = query_int(q);
	ply.committed = query_int(q);
	ply.answered = query_int(q);
	ply.letter = query_int(q);
	if (number != game->length + 1)
		return err_set(err, "%s: game %lld is damaged: ply %d is missing", q->store->path,
		    (long long)game->id, game->length + 1);
	if (!move_read(text, &move) || !move_is_legal(&game->board, move))
		return err_set(err, "%s: game %lld is damaged: ply %d: %s is not a legal move",
		    q->store->path, (long long)game->id, number, text);
	game_replay(game, move, &ply);
	return 0;
}

static int
replay(struct store *store, struct game *game, int length, struct err *err)
{
	struct query q;
	int more;

	query_start(&q, store, "read a game's moves",
	    "SELECT ply, move, received, committed,"
	    " answered, letter FROM ply WHERE game = ? ORDER BY ply");
	query_put_int(&q, game->id);
	while ((more = query_next(&q, err)) == 1) {
		if (replay_ply(&q, game, err) == -1) {
			query_end(&q);
			return -1;
		}
	}
	if (more == -1)
		return -1;
	if (game->length != length)
		return damaged(store, game->id, "its last moves are missing", err);
	return 1;
}

int
games_get(struct store *store, struct arena *arena, int64_t id, struct game **out, struct err *err)
{
	struct query q;
	struct game *game;
	const char *why;
	int found, length;

	query_start(&q, store, "read a game",
	    "SELECT game.id, game.state,"
	    " red, ifnull(r.userid, red_name), green, ifnull(g.userid, green_name),"
	    " challenger, rules, rules_version, is_rated, is_private, start_fen, length,"
	    " refused_red, refused_green, draw_by, draw_last_red, draw_last_green, result,"
	    " ending, game.created, started, ended, turn_since, nagtime, forfeittime, nagged FROM game"
	    " LEFT JOIN player AS r ON r.id = red LEFT JOIN player AS g ON g.id = green"
	    " WHERE game.id = ?");
	query_put_int(&q, id);
	found = query_next(&q, err);
	if (found != 1)
		return found;
	game = game_new(arena, 0);
	why = read_game(&q, game, &length);
	query_end(&q);
	if (why != NULL)
		return damaged(store, id, why, err);
	if (replay(store, game, length, err) == -1)
		return -1;
	*out = game;
	return 1;
}

/* Everything of the row but the id and what put_indexed puts. */
static void
put_game(struct query *q, const struct game *game)
{
	query_put_int(q, game->state);
	query_put_int(q, game->challenger);
	query_put_text(q, ruleset_name(game->rules));
	query_put_int(q, game->rules_version);
	query_put_int(q, game->is_rated);
	query_put_int(q, game->is_private);
	query_put_text(q, game->start_fen);
	query_put_int(q, game->length);
	query_put_int(q, game_turn(game));
	query_put_int(q, game->refused[RED]);
	query_put_int(q, game->refused[GREEN]);
	query_put_int(q, game->draw_offered ? (int)game->draw_by : -1);
	query_put_int(q, game->draw_last[RED]);
	query_put_int(q, game->draw_last[GREEN]);
	query_put_int(q, game->result);
	query_put_text(q, ending_name(game->ending));
	query_put_int(q, game->created);
	query_put_int(q, game->started);
	query_put_int(q, game->ended);
	query_put_int(q, game->turn_since);
	query_put_int(q, game->nagtime);
	query_put_int(q, game->forfeittime);
	query_put_int(q, game->nagged);
}

static void
put_indexed(struct query *q, const struct game *game, const char *opening)
{
	query_put_id(q, game->seat[RED].player);
	query_put_id(q, game->seat[GREEN].player);
	query_put_text(q, opening);
}

static int
add_ply(struct store *store, const struct game *game, int i, struct err *err)
{
	struct query q;
	char text[8];

	move_write(game->moves[i], text);
	query_start(&q, store, "add a move",
	    "INSERT INTO ply (game, ply, move, received,"
	    " committed, answered, letter) VALUES (?, ?, ?, ?, ?, ?, ?)");
	query_put_int(&q, game->id);
	query_put_int(&q, i + 1);
	query_put_text(&q, text);
	query_put_int(&q, game->plies[i].received);
	query_put_int(&q, game->plies[i].committed);
	query_put_int(&q, game->plies[i].answered);
	query_put_id(&q, game->plies[i].letter);
	return query_run(&q, err);
}

static int
add_plies(struct store *store, const struct game *game, int stored, struct err *err)
{
	for (int i = stored; i < game->length; i++) {
		if (add_ply(store, game, i, err) == -1)
			return -1;
	}
	return 0;
}

int
games_add(struct store *store, struct game *game, struct err *err)
{
	struct query q;
	char opening[OPENING_SIZE];

	opening_write(game, opening);
	query_start(&q, store, "add a game",
	    "INSERT INTO game (state, challenger, rules,"
	    " rules_version, is_rated, is_private, start_fen, length, turn, refused_red,"
	    " refused_green, draw_by, draw_last_red, draw_last_green, result, ending, created,"
	    " started, ended, turn_since, nagtime, forfeittime, nagged, red, green, opening,"
	    " red_name, green_name)"
	    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
	    " ?, ?)");
	put_game(&q, game);
	put_indexed(&q, game, opening);
	for (int side = RED; side <= GREEN; side++)
		query_put_text(&q, game->seat[side].player == 0 ? game->seat[side].userid : "");
	if (query_run_id(&q, &game->id, err) == -1)
		return -1;
	return add_plies(store, game, 0, err);
}

static int
stored_length(struct store *store, int64_t id, int64_t *length, struct err *err)
{
	struct query q;

	query_start(&q, store, "read a game's length", "SELECT length FROM game WHERE id = ?");
	query_put_int(&q, id);
	return query_number(&q, length, err);
}

static int
save_row(struct store *store, const struct game *game, struct err *err)
{
	struct query q;

	query_start(&q, store, "save a game",
	    "UPDATE game SET state = ?, challenger = ?,"
	    " rules = ?, rules_version = ?, is_rated = ?, is_private = ?, start_fen = ?,"
	    " length = ?, turn = ?, refused_red = ?, refused_green = ?, draw_by = ?,"
	    " draw_last_red = ?, draw_last_green = ?, result = ?, ending = ?, created = ?,"
	    " started = ?, ended = ?, turn_since = ?, nagtime = ?, forfeittime = ?, nagged = ?"
	    " WHERE id = ?");
	put_game(&q, game);
	query_put_int(&q, game->id);
	return query_run_one(&q, err);
}

/* SQLite writes the index of every column it is told to set, changed or not. */
static int
save_indexed(struct store *store, const struct game *game, struct err *err)
{
	struct query q;
	char opening[OPENING_SIZE];

	opening_write(game, opening);
	query_start(&q, store, "save a game's seats",
	    "UPDATE game SET red = ?1, green = ?2,"
	    " opening = ?3 WHERE id = ?4 AND (red IS NOT ?1 OR green IS NOT ?2"
	    " OR opening <> ?3)");
	put_indexed(&q, game, opening);
	query_put_int(&q, game->id);
	return query_run(&q, err);
}

int
games_save(struct store *store, const struct game *game, struct err *err)
{
	int64_t stored;

	if (stored_length(store, game->id, &stored, err) == -1)
		return -1;
	if (stored > game->length)
		return err_set(err, "%s: cannot save game %lld: more moves are stored than it has",
		    store->path, (long long)game->id);
	if (save_row(store, game, err) == -1 || save_indexed(store, game, err) == -1)
		return -1;
	return add_plies(store, game, (int)stored, err);
}

int
games_answered(struct store *store, int64_t game, int ply, int64_t when, struct err *err)
{
	struct query q;
	int64_t waited;
	int found;

	query_start(&q, store, "note that a letter was taken",
	    "UPDATE ply SET answered = ?3"
	    " WHERE game = ?1 AND ply = ?2 AND answered = 0 RETURNING max(0, ?3 - committed)");
	query_put_int(&q, game);
	query_put_int(&q, ply);
	query_put_int(&q, when);
	found = query_next(&q, err);
	if (found != 1)
		return found;
	waited = query_int(&q);
	if (query_run(&q, err) == -1)
		return -1;
	query_start(&q, store, "add waiting time to a clock",
	    "UPDATE game"
	    " SET turn_since = turn_since + ? WHERE id = ? AND state = 1 AND length = ?");
	query_put_int(&q, waited);
	query_put_int(&q, game);
	query_put_int(&q, ply);
	return query_run(&q, err);
}
