/* SPDX-License-Identifier: ISC */
/*
 * Games: rows and plies, their clocks, what is said about them, and who observes
 * (games.h).
 *
 * The moves of the row are the game; length, turn and opening stand beside them for
 * lists only and are written with them.  What else is kept of a move is a row of ply.
 */
#include "store/games.h"

#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "rules/movegen.h"
#include "store/games_internal.h"
#include "store/players.h"

/* What else changes when a clock is put ?1 seconds later.  `due` may be too early; where a
 * weekend or a vacation may lie between, the deadline is reckoned anew. */
#define LATER \
	", deadline = iif(deadline = 0, 0, deadline + ?1), due = iif(weekend_off OR EXISTS" \
	" (SELECT 1 FROM vacation WHERE player IN (red, green)), 1, due)"

/* So many of the first moves as "H3-E3 H10-G8 ...".  Stored: the form never changes. */
static void
line_write(const struct game *game, int count, char *end)
{
	*end = '\0';
	for (int i = 0; i < count; i++) {
		if (i > 0)
			*end++ = ' ';
		end = move_write(game->moves[i], end);
	}
}

void
opening_write(const struct game *game, char out[OPENING_SIZE])
{
	int plies = game->length < OPENING_PLIES ? game->length : OPENING_PLIES;

	line_write(game, strcmp(game->start_fen, FEN_START) == 0 ? plies : 0, out);
}

int
games_damaged(struct store *store, int64_t id, const char *what, struct err *err)
{
	return err_set(err, "%s: game %lld is damaged: %s", store->path, (long long)id, what);
}

int
games_illegal(struct store *store, const struct game *game, int ply, struct err *err)
{
	char text[8], what[64];

	move_write(game->moves[ply - 1], text);
	str_format(what, sizeof what, "ply %d: %s is not a legal move", ply, text);
	return games_damaged(store, game->id, what, err);
}

/* Returns the first thing wrong, or NULL; *line are the moves that follow, *length how many, and
 * *turns what the game counts when they are played. */
static const char *
read_game(struct query *q, struct game *game, const char **line, int *length, int *turns)
{
	const char *rules, *fen, *ending, *why;
	int64_t draw_by, undo_by;

	game->id = query_int(q);
	game->state = (enum game_state)query_int(q);
	for (int side = RED; side <= GREEN; side++) {
		game->seat[side].player = query_int(q);
		query_copy(q, game->seat[side].userid, sizeof game->seat[side].userid);
	}
	game->challenger = (enum side)query_int(q);
	rules = query_text(q, game->arena);
	game->rules_version = query_small(q);
	game->is_rated = query_int(q) != 0;
	game->is_private = query_int(q) != 0;
	fen = query_text(q, game->arena);
	*length = query_small(q);
	game->refused[RED] = query_small(q);
	game->refused[GREEN] = query_small(q);
	draw_by = query_int(q);
	game->draw_offered = draw_by >= 0;
	game->draw_by = draw_by == GREEN ? GREEN : RED;
	game->draw_last[RED] = query_small(q);
	game->draw_last[GREEN] = query_small(q);
	undo_by = query_int(q);
	game->undo_offered = undo_by >= 0;
	game->undo_by = undo_by == GREEN ? GREEN : RED;
	game->undo_last[RED] = query_small(q);
	game->undo_last[GREEN] = query_small(q);
	game->result = (enum result)query_int(q);
	ending = query_text(q, game->arena);
	game->created = query_int(q);
	game->started = query_int(q);
	game->ended = query_int(q);
	game->turn_since = query_int(q);
	game->terms.nag = query_int(q);
	game->terms.move = query_int(q);
	game->terms.bank = query_int(q);
	game->terms.increment = query_int(q);
	game->terms.is_weekend_off = query_int(q) != 0;
	game->terms.no_vacation = query_int(q) != 0;
	game->terms.by_claim = query_int(q) != 0;
	for (int side = RED; side <= GREEN; side++) {
		game->bank[side] = query_int(q);
		game->given[side] = query_int(q);
	}
	game->reminded = query_int(q);
	game->is_claimed = query_int(q) != 0;
	*turns = query_small(q);
	for (int side = RED; side <= GREEN; side++) {
		game->calendar[side].zone = query_text(q, game->arena);
		game->calendar[side].reminders = query_text(q, game->arena);
	}
	*line = query_text(q, game->arena);
	if (!ruleset_find(rules, &game->rules))
		return "no such rule set";
	if (!ending_find(ending, &game->ending))
		return "no such ending";
	if (strcmp(fen, game->start_fen) != 0 && !game_set_start(game, fen, &why))
		return why;
	return NULL;
}

/* Reads one move and what parts it from the next; false: it is none. */
static bool
line_next(const char **line, struct move *move)
{
	if (!square_read(line, &move->from) || *(*line)++ != '-' || !square_read(line, &move->to))
		return false;
	if (**line == ' ' && (*line)[1] != '\0')
		++*line;
	else if (**line != '\0')
		return false;
	return true;
}

/* Plays the moves that are stored.  That each is legal was asked when it was played. */
static int
replay(struct store *store, struct game *game, const char *line, int length, struct err *err)
{
	struct move *moves = arena_bytes(game->arena, (strlen(line) / 5 + 1) * sizeof *moves);
	char wrong[64] = "";
	int count = 0, played;

	while (*line != '\0' && wrong[0] == '\0') {
		const char *at = line;
		char word[11];

		if (line_next(&line, &moves[count])) {
			count++;
			continue;
		}
		str_copy(word, sizeof word, at);
		word[strcspn(word, " ")] = '\0';
		str_format(wrong, sizeof wrong, "ply %d: %s is not a legal move", count + 1, word);
	}
	played = game_replay_all(game, moves, count);
	if (played < count) {
		game->moves[played] = moves[played];
		return games_illegal(store, game, played + 1, err);
	}
	if (wrong[0] != '\0')
		return games_damaged(store, game->id, wrong, err);
	if (count > 0 && side_in_check(&game->board, side_other(game_turn(game))))
		return games_illegal(store, game, count, err);
	if (count < length)
		return games_damaged(store, game->id, "its last moves are missing", err);
	if (count > length)
		return games_damaged(store, game->id, "it has more moves than it counts", err);
	return 0;
}

int
games_plies(struct store *store, struct game *game, struct err *err)
{
	struct query q;
	int read = 0, more;

	query_start(&q, store, "read a game's plies",
	    "SELECT ply, received, committed, answered, letter, turn FROM ply WHERE game = ?"
	    " ORDER BY ply");
	query_put_int(&q, game->id);
	while ((more = query_next(&q, err)) == 1 && query_small(&q) == read + 1 &&
	    read < game->length) {
		struct ply *ply = &game->plies[read++];

		ply->received = query_int(&q);
		ply->committed = query_int(&q);
		ply->answered = query_int(&q);
		ply->letter = query_int(&q);
		ply->turn = query_int(&q);
	}
	if (more == 1)
		query_end(&q);
	if (more != -1 && (more == 1 || read < game->length)) {
		char wrong[64];

		str_format(wrong, sizeof wrong,
		    read < game->length ? "ply %d is missing" : "ply %d was not played", read + 1);
		return games_damaged(store, game->id, wrong, err);
	}
	return more;
}

/* The vacations that bear on a game that is not over. */
static int
read_vacations(struct store *store, struct game *game, struct err *err)
{
	for (int side = RED; side <= GREEN && game->state != GAME_OVER; side++) {
		struct calendar *calendar = &game->calendar[side];

		calendar->off_count = vacations_list(store, game->arena, game->seat[side].player,
		    game->turn_since, &calendar->off, err);
		if (calendar->off_count == -1)
			return -1;
	}
	return 0;
}

/* The settings of the players, which a game that was not read does not know. */
static int
read_calendars(struct store *store, struct game *game, struct err *err)
{
	for (int side = RED; side <= GREEN; side++) {
		struct query q;
		int found;

		query_start(&q, store, "read a player's zone",
		    "SELECT zone, reminders FROM player WHERE id = ?");
		query_put_int(&q, game->seat[side].player);
		if ((found = query_next(&q, err)) == -1)
			return -1;
		if (found == 1) {
			game->calendar[side].zone = query_text(&q, game->arena);
			game->calendar[side].reminders = query_text(&q, game->arena);
		}
		query_end(&q);
	}
	return read_vacations(store, game, err);
}

int
games_get(struct store *store, struct arena *arena, int64_t id, struct game **out, struct err *err)
{
	struct query q;
	struct game *game;
	const char *why, *line;
	int found, length, turns;

	query_start(&q, store, "read a game",
	    "SELECT game.id, game.state, red, ifnull(r.userid, red_name), green,"
	    " ifnull(g.userid, green_name), challenger, rules, rules_version, is_rated,"
	    " is_private, start_fen, length, refused_red, refused_green, draw_by,"
	    " draw_last_red, draw_last_green, undo_by, undo_last_red, undo_last_green, result,"
	    " ending, game.created, started, ended,"
	    " turn_since, nagtime, forfeittime, bank, increment, weekend_off, no_vacation,"
	    " by_claim, bank_red, given_red, bank_green, given_green, reminded, claimed, turns,"
	    " ifnull(r.zone, ''), ifnull(r.reminders, ''), ifnull(g.zone, ''),"
	    " ifnull(g.reminders, ''), moves FROM game LEFT JOIN player AS r ON r.id = red LEFT JOIN"
	    " player AS g ON g.id = green WHERE game.id = ?");
	query_put_int(&q, id);
	found = query_next(&q, err);
	if (found != 1)
		return found;
	game = game_new(arena, 0);
	why = read_game(&q, game, &line, &length, &turns);
	query_end(&q);
	if (why != NULL)
		return games_damaged(store, id, why, err);
	if (read_vacations(store, game, err) == -1 || replay(store, game, line, length, err) == -1)
		return -1;
	if (game->undo_offered &&
	    (game->undo_last[game->undo_by] > length || game_undo_offered_to(game) == -1))
		return games_damaged(store, id, "it asks for a move back that was not played", err);
	game->turns = turns;
	*out = game;
	return 1;
}

/* Everything of the row but the id, the opening, and what put_outcome puts. */
static void
put_game(struct query *q, const struct game *game)
{
	char *line = arena_bytes(game->arena, (size_t)game->length * 8 + 1);

	line_write(game, game->length, line);
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
	query_put_int(q, game->undo_offered ? (int)game->undo_by : -1);
	query_put_int(q, game->undo_last[RED]);
	query_put_int(q, game->undo_last[GREEN]);
	query_put_int(q, game->created);
	query_put_int(q, game->started);
	query_put_int(q, game->turn_since);
	query_put_int(q, game->terms.nag);
	query_put_int(q, game->terms.move);
	query_put_int(q, game->terms.bank);
	query_put_int(q, game->terms.increment);
	query_put_int(q, game->terms.is_weekend_off);
	query_put_int(q, game->terms.no_vacation);
	query_put_int(q, game->terms.by_claim);
	for (int side = RED; side <= GREEN; side++) {
		query_put_int(q, game->bank[side]);
		query_put_int(q, game->given[side]);
	}
	query_put_int(q, game->reminded);
	query_put_int(q, game->is_claimed);
	query_put_int(q, game_deadline(game));
	query_put_int(q, game_due(game));
	query_put_int(q, game->turns);
	query_put_text(q, line);
}

/* What seldom changes: indexes have it, and SQLite writes the index of every column that it is
 * told to set, changed or not. */
static void
put_outcome(struct query *q, const struct game *game)
{
	query_put_int(q, game->state);
	query_put_int(q, game->result);
	query_put_text(q, ending_name(game->ending));
	query_put_int(q, game->ended);
	query_put_id(q, game->seat[RED].player);
	query_put_id(q, game->seat[GREEN].player);
}

/* Adds the plies from `stored` on. */
static int
add_plies(struct store *store, const struct game *game, int stored, struct err *err)
{
	for (int i = stored; i < game->length; i++) {
		const struct ply *ply = &game->plies[i];
		struct query q;

		query_start(&q, store, "add a ply",
		    "INSERT INTO ply (game, ply, received, committed, answered, letter, turn)"
		    " VALUES (?, ?, ?, ?, ?, ?, ?)");
		query_put_int(&q, game->id);
		query_put_int(&q, i + 1);
		query_put_int(&q, ply->received);
		query_put_int(&q, ply->committed);
		query_put_int(&q, ply->answered);
		query_put_id(&q, ply->letter);
		query_put_int(&q, ply->turn);
		if (query_run(&q, err) == -1)
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
	    "INSERT INTO game (challenger, rules, rules_version, is_rated, is_private, start_fen,"
	    " length, turn, refused_red, refused_green, draw_by, draw_last_red, draw_last_green,"
	    " undo_by, undo_last_red, undo_last_green, created, started, turn_since, nagtime,"
	    " forfeittime, bank, increment, weekend_off, no_vacation, by_claim, bank_red, given_red,"
	    " bank_green, given_green, reminded, claimed, deadline, due, turns, moves, state, result,"
	    " ending, ended, red, green, opening, red_name, green_name) VALUES (?, ?, ?, ?, ?, ?, ?,"
	    " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
	    " ?, ?, ?, ?, ?, ?, ?, ?, ?)");
	put_game(&q, game);
	put_outcome(&q, game);
	query_put_text(&q, opening);
	for (int side = RED; side <= GREEN; side++)
		query_put_text(&q, game->seat[side].player == 0 ? game->seat[side].userid : "");
	if (query_run_id(&q, &game->id, err) == -1 || read_calendars(store, game, err) == -1)
		return -1;
	return add_plies(store, game, 0, err);
}

static int
stored_length(struct store *store, const struct game *game, int64_t *out, struct err *err)
{
	struct query q;

	query_start(&q, store, "read a game's length", "SELECT length FROM game WHERE id = ?");
	query_put_int(&q, game->id);
	return query_number(&q, out, err);
}

int
games_save(struct store *store, const struct game *game, struct err *err)
{
	struct query q;
	int64_t stored;
	char opening[OPENING_SIZE];

	if (stored_length(store, game, &stored, err) == -1)
		return -1;
	if (stored > game->length)
		return err_set(err, "%s: cannot save game %lld: more moves are stored than it has",
		    store->path, (long long)game->id);

	query_start(&q, store, "save a game",
	    "UPDATE game SET challenger = ?, rules = ?, rules_version = ?, is_rated = ?, is_private"
	    " = ?, start_fen = ?, length = ?, turn = ?, refused_red = ?, refused_green = ?, draw_by"
	    " = ?, draw_last_red = ?, draw_last_green = ?, undo_by = ?, undo_last_red = ?,"
	    " undo_last_green = ?, created = ?, started = ?, turn_since = ?, nagtime = ?,"
	    " forfeittime = ?, bank = ?, increment = ?, weekend_off = ?, no_vacation = ?, by_claim"
	    " = ?, bank_red = ?, given_red = ?, bank_green = ?, given_green = ?, reminded = ?,"
	    " claimed = ?, deadline = ?, due = ?, turns = ?, moves = ? WHERE id = ?");
	put_game(&q, game);
	query_put_int(&q, game->id);
	if (query_run_one(&q, err) == -1)
		return -1;

	query_start(&q, store, "save a game's outcome",
	    "UPDATE game SET state = ?1, result = ?2, ending = ?3, ended = ?4, red = ?5, green = ?6"
	    " WHERE id = ?7 AND (state <> ?1 OR result <> ?2 OR ending <> ?3 OR ended <> ?4 OR red"
	    " IS NOT ?5 OR green IS NOT ?6)");
	put_outcome(&q, game);
	query_put_int(&q, game->id);
	if (query_run(&q, err) == -1)
		return -1;
	if (stored < OPENING_PLIES || game->length < OPENING_PLIES) {
		opening_write(game, opening);
		query_start(&q, store, "save a game's opening",
		    "UPDATE game SET opening = ?1 WHERE id = ?2 AND opening <> ?1");
		query_put_text(&q, opening);
		query_put_int(&q, game->id);
		if (query_run(&q, err) == -1)
			return -1;
	}
	return add_plies(store, game, (int)stored, err);
}

int
games_take_back(struct store *store, const struct game *game, int64_t now, struct err *err)
{
	struct query q;
	int64_t stored;

	if (stored_length(store, game, &stored, err) == -1)
		return -1;
	for (int i = game->length; i < stored; i++) {
		char text[8];

		move_write(game->moves[i], text);
		query_start(&q, store, "keep a move taken back",
		    "INSERT INTO undone (game, back, turn, at, told, ply, move, received, committed,"
		    " answered, letter) SELECT game, ?3, turn, ?4, 0, ply, ?5, received, committed,"
		    " answered, letter FROM ply WHERE game = ?1 AND ply = ?2");
		query_put_int(&q, game->id);
		query_put_int(&q, i + 1);
		query_put_int(&q, game->turns - (i - game->length));
		query_put_int(&q, now);
		query_put_text(&q, text);
		if (query_run_one(&q, err) == -1)
			return -1;
	}
	query_start(&q, store, "take moves back", "DELETE FROM ply WHERE game = ?1 AND ply > ?2");
	query_put_int(&q, game->id);
	query_put_int(&q, game->length);
	if (query_run(&q, err) == -1)
		return -1;
	query_start(&q, store, "keep what was said at them",
	    "UPDATE talk SET ply = ?2 WHERE game = ?1 AND ply > ?2");
	query_put_int(&q, game->id);
	query_put_int(&q, game->length);
	if (query_run(&q, err) == -1)
		return -1;
	query_start(&q, store, "shorten a game", "UPDATE game SET length = ?2 WHERE id = ?1");
	query_put_int(&q, game->id);
	query_put_int(&q, game->length);
	return query_run_one(&q, err) == -1 ? -1 : games_save(store, game, err);
}

int
undone_list(
    struct store *store, struct arena *arena, int64_t game, struct undone **out, struct err *err)
{
	struct query q;
	struct undone *rows = NULL;
	int count = 0, more;

	query_start(&q, store, "read moves taken back",
	    "SELECT ply, move, turn, back FROM undone WHERE game = ? ORDER BY back");
	query_put_int(&q, game);
	while ((more = query_next(&q, err)) == 1) {
		char text[16];

		rows = rows_more(arena, rows, count, sizeof *rows);
		rows[count].ply = query_small(&q);
		query_copy(&q, text, sizeof text);
		rows[count].turn = query_small(&q);
		rows[count].back = query_small(&q);
		if (!move_read(text, &rows[count].move)) {
			query_end(&q);
			return games_damaged(store, game, "a move taken back is none", err);
		}
		count++;
	}
	*out = rows;
	return more == 0 ? count : -1;
}

/* What the turn was given meanwhile is part of the time that passed. */
#define WAITED(since) "max(0, ?3 - max(" since ", (SELECT turn_since FROM game WHERE id = ?1)))"

/* Notes it at the move that began the turn, or at the one that was taken back then, unless it was
 * noted before: 1 with the time that had passed, 0 or -1. */
static int
note_taken(
    struct store *store, int64_t game, int turn, int64_t when, int64_t *waited, struct err *err)
{
	/* The moves are looked through from the last. */
	static const char *const find[] = {
		"SELECT ply, " WAITED("committed") " FROM ply WHERE game = ?1 AND turn = ?2 AND"
						   " answered = 0 ORDER BY ply DESC LIMIT 1",
		"SELECT back, " WAITED(
		    "at") " FROM undone WHERE game = ?1 AND back = ?2 AND told = 0",
	};
	static const char *const note[] = {
		"UPDATE ply SET answered = ?3 WHERE game = ?1 AND ply = ?2",
		"UPDATE undone SET told = ?3 WHERE game = ?1 AND back = ?2",
	};
	struct query q;
	int64_t place;
	int found = 0, i;

	for (i = 0; i < 2 && found == 0; i++) {
		query_start(&q, store, "look for the move that a letter told", find[i]);
		query_put_int(&q, game);
		query_put_int(&q, turn);
		query_put_int(&q, when);
		found = query_next(&q, err);
	}
	if (found != 1)
		return found;
	place = query_int(&q);
	*waited = query_int(&q);
	query_end(&q);
	query_start(&q, store, "note that a letter was taken", note[i - 1]);
	query_put_int(&q, game);
	query_put_int(&q, place);
	query_put_int(&q, when);
	return query_run_one(&q, err) == -1 ? -1 : 1;
}

int
games_answered(struct store *store, int64_t game, int turn, int64_t when, struct err *err)
{
	struct query q;
	int64_t waited;
	int found = note_taken(store, game, turn, when, &waited, err);

	if (found != 1 || waited == 0)
		return found == -1 ? -1 : 0;
	query_start(&q, store, "add waiting time to a clock",
	    "UPDATE game SET turn_since = turn_since + ?1" LATER
	    " WHERE id = ?2 AND state = 1 AND turns = ?3");
	query_put_int(&q, waited);
	query_put_int(&q, game);
	query_put_int(&q, turn);
	return query_run(&q, err);
}

int
games_count(struct store *store, int64_t player, struct err *err)
{
	struct query q;

	query_start(&q, store, "count games",
	    "SELECT count(*) FROM game WHERE state < 2 AND (red = ?1 OR green = ?1)");
	query_put_int(&q, player);
	return query_count(&q, err);
}

int
games_taken(struct store *store, int64_t player, struct err *err)
{
	struct query q;

	query_start(&q, store, "count games",
	    "SELECT count(*) FROM game WHERE state < 2 AND (red = ?1 OR green = ?1)"
	    " AND (state = 1 OR iif(challenger = 0, red, green) = ?1)");
	query_put_int(&q, player);
	return query_count(&q, err);
}

int
games_tally(struct store *store, int64_t player, struct tally *out, struct err *err)
{
	struct query q;

	query_start(&q, store, "count a player's results",
	    "SELECT coalesce(sum(state = 1), 0), coalesce(sum(result = iif(red = ?1, ?2, ?3)), 0),"
	    " coalesce(sum(result = iif(red = ?1, ?3, ?2)), 0), coalesce(sum(result = ?4), 0),"
	    " coalesce(sum(result = iif(red = ?1, ?3, ?2) AND ending = 'time'), 0)"
	    " FROM game WHERE (red = ?1 OR green = ?1) AND red IS NOT NULL AND green IS NOT NULL"
	    " AND is_private = 0 AND state <> 0");
	query_put_int(&q, player);
	query_put_int(&q, RESULT_RED);
	query_put_int(&q, RESULT_GREEN);
	query_put_int(&q, RESULT_DRAW);
	if (query_next(&q, err) != 1)
		return -1;
	out->open = query_small(&q);
	out->won = query_small(&q);
	out->lost = query_small(&q);
	out->drawn = query_small(&q);
	out->late = query_small(&q);
	query_end(&q);
	return 0;
}

int
read_ids(struct query *q, struct arena *arena, int64_t **out, struct err *err)
{
	int64_t *ids = NULL;
	int count = 0, more;

	while ((more = query_next(q, err)) == 1) {
		ids = rows_more(arena, ids, count, sizeof *ids);
		ids[count++] = query_int(q);
	}
	*out = ids;
	return more == 0 ? count : -1;
}

int
games_all(struct store *store, struct arena *arena, int64_t **out, struct err *err)
{
	struct query q;

	query_start(&q, store, "list all games", "SELECT id FROM game ORDER BY id");
	return read_ids(&q, arena, out, err);
}

int
games_due(struct store *store, struct arena *arena, int64_t now, int64_t **out, struct err *err)
{
	struct query q;

	query_start(&q, store, "list games that are due",
	    "SELECT id FROM game WHERE state <> 2 AND due BETWEEN 1 AND ? ORDER BY due, id");
	query_put_int(&q, now);
	return read_ids(&q, arena, out, err);
}

int
games_asked(struct store *store, int64_t game, int64_t letter, int64_t when, struct err *err)
{
	struct query q;

	query_start(&q, store, "add waiting time to the first clock",
	    "UPDATE game SET turn_since = ?3, due = 1 WHERE id = ?1 AND state = 1 AND length = 0"
	    " AND turn_since = started AND started < ?3 AND EXISTS (SELECT 1 FROM outbox WHERE"
	    " outbox.id = ?2 AND outbox.player = iif(turn = 0, red, green) AND outbox.created ="
	    " started) AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.game = ?1 AND outbox.id"
	    " <> ?2 AND outbox.player = iif(turn = 0, red, green) AND outbox.created = started"
	    " AND outbox.state = 1)");
	query_put_int(&q, game);
	query_put_int(&q, letter);
	query_put_int(&q, when);
	return query_run(&q, err);
}

int
games_look_again(struct store *store, int64_t player, struct err *err)
{
	return query_run_with(store, "look at a player's clocks",
	    "UPDATE game SET due = 1 WHERE state = 1 AND (red = ?1 OR green = ?1)", player, err);
}

int
games_give_back(struct store *store, int64_t seconds, struct err *err)
{
	/* A negative one makes `due` too late, and a reminder belongs to its turn.  OR ROLLBACK:
	 * SQLite need not keep every row as it was in memory. */
	return query_run_with(store, "give time back",
	    "UPDATE OR ROLLBACK game SET turn_since = turn_since + ?1, deadline = iif(deadline = 0, 0, deadline"
	    " + ?1), reminded = iif(reminded = 0, 0, reminded + ?1), due = 1 WHERE state <> 2",
	    seconds, err);
}

int
talk_add(struct store *store, const struct talk *talk, struct err *err)
{
	struct query q;

	query_start(&q, store, "add a comment",
	    "INSERT INTO talk (game, player, ply, kind, text, at) VALUES (?, ?, ?, ?, ?, ?)");
	query_put_int(&q, talk->game);
	query_put_id(&q, talk->player);
	query_put_int(&q, talk->ply);
	query_put_int(&q, talk->kind);
	query_put_text(&q, talk->text);
	query_put_int(&q, talk->at);
	return query_run(&q, err);
}

int
talk_list(
    struct store *store, struct arena *arena, int64_t game, struct talk **out, struct err *err)
{
	struct query q;
	struct talk *rows = NULL;
	int count = 0, more;

	query_start(&q, store, "read comments",
	    "SELECT game, player, userid, ply, kind, text, at FROM talk LEFT JOIN player ON"
	    " player.id = player WHERE game = ? ORDER BY talk.id");
	query_put_int(&q, game);
	while ((more = query_next(&q, err)) == 1) {
		rows = rows_more(arena, rows, count, sizeof *rows);
		rows[count].game = query_int(&q);
		rows[count].player = query_int(&q);
		rows[count].userid = query_text(&q, arena);
		rows[count].ply = query_small(&q);
		rows[count].kind = (enum talk_kind)query_int(&q);
		rows[count].text = query_text(&q, arena);
		rows[count].at = query_int(&q);
		count++;
	}
	*out = rows;
	return more == 0 ? count : -1;
}

int
observers_add(struct store *store, int64_t game, int64_t player, bool ends_only, struct err *err)
{
	struct query q;

	query_start(&q, store, "add an observer",
	    "INSERT INTO observer (game, player, ends_only) VALUES (?, ?, ?)"
	    " ON CONFLICT DO UPDATE SET ends_only = excluded.ends_only");
	query_put_int(&q, game);
	query_put_int(&q, player);
	query_put_int(&q, ends_only);
	return query_run(&q, err);
}

int
observers_remove(struct store *store, int64_t game, int64_t player, struct err *err)
{
	struct query q;

	query_start(
	    &q, store, "remove an observer", "DELETE FROM observer WHERE game = ? AND player = ?");
	query_put_int(&q, game);
	query_put_int(&q, player);
	return query_run(&q, err);
}

/* Has it observers, or one of its players followers, whoever may be told? */
static int
is_watched(struct store *store, int64_t game, struct err *err)
{
	struct query q;

	query_start(&q, store, "look for observers",
	    "SELECT EXISTS (SELECT 1 FROM observer WHERE game = ?1) OR EXISTS (SELECT 1 FROM game"
	    " JOIN follow ON followed = red WHERE game.id = ?1) OR EXISTS (SELECT 1 FROM game"
	    " JOIN follow ON followed = green WHERE game.id = ?1)");
	query_put_int(&q, game);
	return query_count(&q, err);
}

/* most: 0 those who are told everything, 1 all. */
static int
list_observers(struct store *store, struct arena *arena, int64_t game, int most, struct seat **out,
    struct err *err)
{
	struct query q;
	struct seat *rows = NULL;
	int count = 0, more = is_watched(store, game, err);

	*out = NULL;
	if (more != 1)
		return more;
	query_start(&q, store, "read observers",
	    "SELECT player.id, userid FROM (SELECT player AS who, ends_only FROM observer"
	    " WHERE game = ?1 UNION ALL SELECT follow.player, min(ends_only) FROM game"
	    " JOIN follow ON followed IN (red, green) WHERE game.id = ?1 AND is_private = 0"
	    " AND started > 0 AND follow.player IS NOT red AND follow.player IS NOT green"
	    " AND NOT EXISTS (SELECT 1 FROM observer WHERE game = ?1"
	    " AND observer.player = follow.player) GROUP BY follow.player)"
	    " JOIN player ON player.id = who WHERE ends_only <= ?2 ORDER BY userid");
	query_put_int(&q, game);
	query_put_int(&q, most);
	while ((more = query_next(&q, err)) == 1) {
		rows = rows_more(arena, rows, count, sizeof *rows);
		rows[count].player = query_int(&q);
		query_copy(&q, rows[count].userid, sizeof rows[count].userid);
		count++;
	}
	*out = rows;
	return more == 0 ? count : -1;
}

int
observers_list(
    struct store *store, struct arena *arena, int64_t game, struct seat **out, struct err *err)
{
	return list_observers(store, arena, game, 1, out, err);
}

int
observers_told(struct store *store, struct arena *arena, int64_t game, bool has_ended,
    struct seat **out, struct err *err)
{
	return list_observers(store, arena, game, has_ended, out, err);
}

int
follows_add(struct store *store, int64_t followed, int64_t player, bool ends_only, struct err *err)
{
	struct query q;

	query_start(&q, store, "follow a player",
	    "INSERT INTO follow (followed, player, ends_only) VALUES (?, ?, ?)"
	    " ON CONFLICT DO UPDATE SET ends_only = excluded.ends_only");
	query_put_int(&q, followed);
	query_put_int(&q, player);
	query_put_int(&q, ends_only);
	return query_run(&q, err);
}

int
follows_remove(struct store *store, int64_t followed, int64_t player, struct err *err)
{
	struct query q;

	query_start(&q, store, "follow a player no more",
	    "DELETE FROM follow WHERE followed = ? AND player = ?");
	query_put_int(&q, followed);
	query_put_int(&q, player);
	return query_run(&q, err);
}

int
follows_count(struct store *store, int64_t player, struct err *err)
{
	struct query q;

	query_start(
	    &q, store, "count who is followed", "SELECT count(*) FROM follow WHERE player = ?");
	query_put_int(&q, player);
	return query_count(&q, err);
}

int
follows_forget(struct store *store, int64_t player, struct err *err)
{
	return query_run_with(store, "forget who is followed",
	    "DELETE FROM follow WHERE ?1 IN (player, followed)", player, err);
}
