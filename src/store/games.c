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
#include "store/columns.h"
#include "store/games_internal.h"
#include "store/players.h"
#include "store/positions.h"
#include "store/ratings.h"
#include "store/stairs.h"
#include "store/tournaments.h"

/* A game, and what its row says in another way. */
struct game_row {
	struct game game;
	const char *name[2]; /* of players of imported games; else "" */
	char opening[OPENING_SIZE];
	const char *start_fen, *moves;
	int length, turns;
	int draw_by, undo_by; /* -1: nobody offers */
	enum side turn;
	int64_t deadline, due;
};

#define C(name, member, uses) COLUMN(name, struct game_row, member, uses)
#define SEAT(name, side) \
	COLUMN_OF(COLUMN_ID, name, NULL, struct game_row, game.seat[side].player, ALWAYS)
/* enum tournament_state */
#define TOURNAMENT_IS(value) \
	"EXISTS (SELECT 1 FROM tournament WHERE tournament.id = game.tournament AND" \
	" tournament.state = " value ")"
static const struct column game_columns[] = {
	C("id", game.id, LISTED),
	C("state", game.state, ALWAYS),
	SEAT("red", RED),
	SEAT("green", GREEN),
	COLUMN_AS("ifnull(r.userid, red_name)", struct game_row, game.seat[RED].userid),
	COLUMN_AS("ifnull(g.userid, green_name)", struct game_row, game.seat[GREEN].userid),
	C("red_name", name[RED], ADDED),
	C("green_name", name[GREEN], ADDED),
	C("challenger", game.challenger, ALWAYS),
	COLUMN_OF(COLUMN_RULES, "rules", NULL, struct game_row, game.rules, ALWAYS),
	C("rules_version", game.rules_version, ALWAYS),
	C("is_rated", game.is_rated, ALWAYS),
	C("unrated", game.unrated, ALWAYS),
	C("is_private", game.is_private, ALWAYS),
	C("tournament", game.tournament, LISTED | ADDED),
	COLUMN_AS(TOURNAMENT_IS("1"), struct game_row, game.is_tournament_on),
	COLUMN_AS(TOURNAMENT_IS("3"), struct game_row, game.is_tournament_off),
	C("is_stairs", game.is_stairs, LISTED | ADDED),
	C("start_fen", start_fen, ALWAYS),
	C("moves", moves, ALWAYS),
	C("length", length, ALWAYS),
	C("opening", opening, ADDED | SAVED),
	C("turns", turns, ALWAYS),
	C("turn", turn, ADDED | SAVED),
	C("refused_red", game.refused[RED], ALWAYS),
	C("refused_green", game.refused[GREEN], ALWAYS),
	C("draw_by", draw_by, ALWAYS),
	C("draw_last_red", game.draw.last[RED], ALWAYS),
	C("draw_last_green", game.draw.last[GREEN], ALWAYS),
	C("undo_by", undo_by, ALWAYS),
	C("undo_last_red", game.undo.last[RED], ALWAYS),
	C("undo_last_green", game.undo.last[GREEN], ALWAYS),
	C("result", game.result, ALWAYS),
	COLUMN_OF(COLUMN_ENDING, "ending", NULL, struct game_row, game.ending, ALWAYS),
	C("created", game.created, ALWAYS),
	C("started", game.started, ALWAYS),
	C("ended", game.ended, ALWAYS),
	C("turn_since", game.turn_since, ALWAYS),
	C("nagtime", game.terms.nag, ALWAYS),
	C("forfeittime", game.terms.move, ALWAYS),
	C("bank", game.terms.bank, ALWAYS),
	C("increment", game.terms.increment, ALWAYS),
	C("weekend_off", game.terms.is_weekend_off, ALWAYS),
	C("no_vacation", game.terms.no_vacation, ALWAYS),
	C("by_claim", game.terms.by_claim, ALWAYS),
	COLUMN_AS("ifnull((SELECT vacations FROM tournament WHERE tournament.id ="
		  " game.tournament), 0)",
	    struct game_row, game.terms.vacation_days),
	C("bank_red", game.bank[RED], ALWAYS),
	C("bank_green", game.bank[GREEN], ALWAYS),
	C("given_red", game.given[RED], ALWAYS),
	C("given_green", game.given[GREEN], ALWAYS),
	C("gifts_red", game.gifts[RED], ALWAYS),
	C("gifts_green", game.gifts[GREEN], ALWAYS),
	C("reminded", game.reminded, ALWAYS),
	C("claimed", game.is_claimed, ALWAYS),
	COLUMN_AS("ifnull(aside.begins, 0)", struct game_row, game.held.from),
	COLUMN_AS("ifnull(aside.ends, 0)", struct game_row, game.held.to),
	COLUMN_AS("ifnull(aside.is_told, 0)", struct game_row, game.is_held_told),
	C("deadline", deadline, ADDED | SAVED),
	C("due", due, ADDED | SAVED),
	COLUMN_AS("ifnull(r.zone, '')", struct game_row, game.calendar[RED].zone),
	COLUMN_AS("ifnull(r.reminders, '')", struct game_row, game.calendar[RED].reminders),
	COLUMN_AS("ifnull(g.zone, '')", struct game_row, game.calendar[GREEN].zone),
	COLUMN_AS("ifnull(g.reminders, '')", struct game_row, game.calendar[GREEN].reminders),
};
static const struct table game_table = TABLE("game", struct game_row, game_columns);
#undef C
#undef SEAT

static const struct column calendar_columns[] = {
	COLUMN("zone", struct calendar, zone, LISTED),
	COLUMN("reminders", struct calendar, reminders, LISTED),
};
static const struct table calendars = TABLE("player", struct calendar, calendar_columns);

/* A ply, with its place. */
struct ply_row {
	struct ply ply;
	int64_t game;
	int number;
};

static const struct column ply_columns[] = {
	COLUMN("ply", struct ply_row, number, LISTED | ADDED),
	COLUMN("game", struct ply_row, game, ADDED),
	COLUMN("received", struct ply_row, ply.received, LISTED | ADDED),
	COLUMN("committed", struct ply_row, ply.committed, LISTED | ADDED),
	COLUMN("answered", struct ply_row, ply.answered, LISTED | ADDED),
	COLUMN_OF(COLUMN_ID, "letter", NULL, struct ply_row, ply.letter, LISTED | ADDED),
	COLUMN("turn", struct ply_row, ply.turn, LISTED | ADDED),
	COLUMN("spent", struct ply_row, ply.spent, LISTED | ADDED),
};
static const struct table ply_table = TABLE("ply", struct ply_row, ply_columns);

#define C(name, member, uses) COLUMN(name, struct talk, member, uses)
static const struct column talk_columns[] = {
	C("game", game, LISTED | ADDED),
	COLUMN_OF(COLUMN_ID, "player", NULL, struct talk, player, LISTED | ADDED),
	COLUMN_AS("userid", struct talk, userid),
	C("ply", ply, LISTED | ADDED),
	C("kind", kind, LISTED | ADDED),
	C("text", text, LISTED | ADDED),
	C("at", at, LISTED | ADDED),
};
static const struct table talk_table = TABLE("talk", struct talk, talk_columns);
#undef C

/* What else changes when a clock is put ?1 seconds later.  `due` may be too early; where a
 * weekend or a vacation may lie between, the deadline is reckoned anew. */
#define LATER \
	", deadline = iif(deadline = 0, 0, deadline + ?1), due = iif(weekend_off OR EXISTS" \
	" (SELECT 1 FROM vacation WHERE player IN (red, green)), 1, due)"

void
opening_write(const struct game *game, char out[OPENING_SIZE])
{
	int plies = game->length < OPENING_PLIES ? game->length : OPENING_PLIES;

	moves_line(game, strcmp(game->start_fen, FEN_START) == 0 ? plies : 0, out);
}

int
games_damaged(struct store *store, int64_t id, const char *what, struct err *err)
{
	store_note_damage(store, id, what);
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

		if (moves_line_next(&line, &moves[count])) {
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
	struct arena *arena = arena_new();
	struct ply_row *rows;
	int count = rows_list(store, "read a game's plies", &ply_table,
	    "WHERE game = ? ORDER BY ply", WITH(INT(game->id)), arena, &rows, err);
	int read = 0, rc = count == -1 ? -1 : 0;
	char wrong[64];

	while (read < count && read < game->length && rows[read].number == read + 1) {
		game->plies[read] = rows[read].ply;
		read++;
	}
	if (rc == 0 && (read < count || read < game->length)) {
		str_format(wrong, sizeof wrong,
		    read < game->length ? "ply %d is missing" : "ply %d was not played", read + 1);
		rc = games_damaged(store, game->id, wrong, err);
	}
	arena_free(arena);
	return rc;
}

/* The vacations that bear on a game that is not over; where only so many days of them count, those
 * from its start on decide which.  It starts when it is made, if it has not. */
static int
read_vacations(struct store *store, struct game *game, struct err *err)
{
	int64_t start = game->started != 0 ? game->started : game->created;

	for (int side = RED; side <= GREEN && game->state != GAME_OVER; side++) {
		struct calendar *calendar = &game->calendar[side];
		const struct period *spans;
		struct period *counted;
		int days = game->terms.vacation_days;
		int count = vacations_list(store, game->arena, game->seat[side].player,
		    days > 0 ? start : game->turn_since, &spans, err);

		if (count == -1)
			return -1;
		calendar->off = spans;
		calendar->off_count = count;
		if (days == 0)
			continue;
		counted = arena_alloc(game->arena, (size_t)(count + 1) * sizeof *counted);
		calendar->off = counted;
		calendar->off_count = vacations_counted(
		    calendar->zone, start, days, spans, count, counted);
	}
	return 0;
}

int
games_get(struct store *store, struct arena *arena, int64_t id, struct game **out, struct err *err)
{
	struct game *game = game_new(arena, 0);
	struct game_row row = { .game = *game };
	const char *why;
	int found = row_find(store, "read a game", &game_table,
	    "LEFT JOIN player AS r ON r.id = red LEFT JOIN player AS g ON g.id = green"
	    " LEFT JOIN aside ON aside.game = game.id AND aside.turn = game.turns"
	    " WHERE game.id = ?",
	    WITH(INT(id)), arena, &row, err);

	if (found != 1)
		return found;
	*game = row.game;
	game->draw.is_open = row.draw_by >= 0;
	game->draw.by = row.draw_by == GREEN ? GREEN : RED;
	game->undo.is_open = row.undo_by >= 0;
	game->undo.by = row.undo_by == GREEN ? GREEN : RED;
	if (strcmp(row.start_fen, game->start_fen) != 0 &&
	    !game_set_start(game, row.start_fen, &why))
		return games_damaged(store, id, why, err);
	if (read_vacations(store, game, err) == -1 ||
	    replay(store, game, row.moves, row.length, err) == -1)
		return -1;
	if (game->undo.is_open &&
	    (game->undo.last[game->undo.by] > row.length || game_undo_offered_to(game) == -1))
		return games_damaged(store, id, "it asks for a move back that was not played", err);
	game->turns = row.turns;
	*out = game;
	return ratings_get(store, game, err) == -1 || stairs_get(store, game, err) == -1 ? -1 : 1;
}

/* The row as it is to be. */
static struct game_row
row_of(const struct game *game)
{
	char *line = arena_bytes(game->arena, (size_t)game->length * 8 + 1);
	struct game_row row = { .game = *game,
		.start_fen = game->start_fen,
		.moves = line,
		.length = game->length,
		.turns = game->turns,
		.turn = game_turn(game),
		.draw_by = game->draw.is_open ? (int)game->draw.by : -1,
		.undo_by = game->undo.is_open ? (int)game->undo.by : -1,
		.deadline = game_deadline(game),
		.due = game_due(game) };

	moves_line(game, game->length, line);
	opening_write(game, row.opening);
	for (int side = RED; side <= GREEN; side++)
		row.name[side] = game->seat[side].player == 0 ? game->seat[side].userid : "";
	return row;
}

/* Adds the plies from `stored` on. */
static int
add_plies(struct store *store, const struct game *game, int stored, struct err *err)
{
	for (int i = stored; i < game->length; i++) {
		struct ply_row row = { .ply = game->plies[i], .game = game->id, .number = i + 1 };

		if (row_add(store, "add a ply", &ply_table, &row, "", NULL, err) == -1)
			return -1;
	}
	return 0;
}

int
games_read_calendars(struct store *store, struct game *game, struct err *err)
{
	for (int side = RED; side <= GREEN; side++)
		if (row_find(store, "read a player's zone", &calendars, "WHERE id = ?",
			WITH(INT(game->seat[side].player)), game->arena, &game->calendar[side],
			err) == -1)
			return -1;
	return read_vacations(store, game, err);
}

int
games_add(struct store *store, struct game *game, struct err *err)
{
	struct game_row row;

	if (ratings_allow(store, game, game->created, err) == -1)
		return -1;
	row = row_of(game);
	if (row_add(store, "add a game", &game_table, &row, "", &game->id, err) == -1)
		return -1;
	/* A game that was not read knows nothing of them. */
	if (games_read_calendars(store, game, err) == -1)
		return -1;
	return add_plies(store, game, 0, err);
}

static int
stored_length(struct store *store, const struct game *game, int64_t *out, struct err *err)
{
	return query_number(store, "read a game's length", "SELECT length FROM game WHERE id = ?",
	    WITH(INT(game->id)), out, err);
}

int
games_save(struct store *store, struct game *game, struct err *err)
{
	struct game_row row;
	int64_t stored;

	if (stored_length(store, game, &stored, err) == -1)
		return -1;
	if (stored > game->length)
		return err_set(err, "%s: cannot save game %lld: more moves are stored than it has",
		    store->path, (long long)game->id);
	row = row_of(game);
	if (positions_leave(store, game, err) == -1 ||
	    row_save(store, "save a game", &game_table, &row, SAVED, "WHERE id = ?",
		WITH(INT(game->id)), err) == -1)
		return -1;
	if (add_plies(store, game, (int)stored, err) == -1)
		return -1;
	if (game->tournament != 0 && game->state == GAME_OVER &&
	    tournaments_look_again(store, game->tournament, err) == -1)
		return -1;
	if (positions_settle(store, game, err) == -1 || stairs_settle(store, game, err) == -1)
		return -1;
	return ratings_settle(store, game, err);
}

int
games_take_back(struct store *store, struct game *game, int64_t now, struct err *err)
{
	int64_t stored;

	if (stored_length(store, game, &stored, err) == -1)
		return -1;
	for (int i = game->length; i < stored; i++) {
		char text[8];

		move_write(game->moves[i], text);
		if (query_do_one(store, "keep a move taken back",
			"INSERT INTO undone (game, back, turn, at, told, ply, move, received,"
			" committed, answered, letter) SELECT game, ?3, turn, ?4, 0, ply, ?5,"
			" received, committed, answered, letter FROM ply WHERE game = ?1 AND"
			" ply = ?2",
			WITH(INT(game->id), INT(i + 1), INT(game->turns - (i - game->length)),
			    INT(now), TEXT(text)),
			err) == -1)
			return -1;
	}
	if (query_do(store, "take moves back", "DELETE FROM ply WHERE game = ?1 AND ply > ?2",
		WITH(INT(game->id), INT(game->length)), err) == -1 ||
	    query_do(store, "keep what was said at them",
		"UPDATE talk SET ply = ?2 WHERE game = ?1 AND ply > ?2",
		WITH(INT(game->id), INT(game->length)), err) == -1 ||
	    query_do_one(store, "shorten a game", "UPDATE game SET length = ?2 WHERE id = ?1",
		WITH(INT(game->id), INT(game->length)), err) == -1)
		return -1;
	return games_save(store, game, err);
}

int
undone_list(
    struct store *store, struct arena *arena, int64_t game, struct undone **out, struct err *err)
{
	struct query q;
	struct undone *rows = NULL;
	int count = 0, more;

	query_start(&q, store, "read moves taken back",
	    "SELECT ply, move, turn, back FROM undone WHERE game = ? ORDER BY back",
	    WITH(INT(game)));
	while ((more = query_next(&q, err)) == 1) {
		char text[16];

		rows = arena_grow(arena, rows, (size_t)count, sizeof *rows);
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

/* The move that began a turn, or the one that was taken back then, unless a letter has told it.  Of
 * a long game's moves the last are looked at first. */
static const struct {
	const char *find, *note;
} told[] = {
	{ "SELECT ply, " WAITED("committed") " FROM ply WHERE game = ?1 AND turn = ?2 AND"
					     " answered = 0 ORDER BY ply DESC LIMIT 1",
	    "UPDATE ply SET answered = ?3 WHERE game = ?1 AND ply = ?2" },
	{ "SELECT back, " WAITED("at") " FROM undone WHERE game = ?1 AND back = ?2 AND told = 0",
	    "UPDATE undone SET told = ?3 WHERE game = ?1 AND back = ?2" },
};
#define TOLD ((int)(sizeof told / sizeof told[0]))

/* Which of `told` it is, `place` in its table, and what has passed by `when`; TOLD: none, or it was
 * told before; -1. */
static int
find_untold(struct store *store, int64_t game, int turn, int64_t when, int64_t *place,
    int64_t *waited, struct err *err)
{
	*place = *waited = 0;
	for (int i = 0; i < TOLD; i++) {
		struct query q;
		int found;

		query_start(&q, store, "look for the move that a letter told", told[i].find,
		    WITH(INT(game), INT(turn), INT(when)));
		if ((found = query_next(&q, err)) == 1) {
			*place = query_int(&q);
			*waited = query_int(&q);
		}
		query_end(&q);
		if (found != 0)
			return found == 1 ? i : -1;
	}
	return TOLD;
}

int
games_waited(
    struct store *store, int64_t game, int turn, int64_t when, int64_t *waited, struct err *err)
{
	int64_t place;

	return find_untold(store, game, turn, when, &place, waited, err) == -1 ? -1 : 0;
}

int
games_answered(struct store *store, int64_t game, int turn, int64_t when, struct err *err)
{
	int64_t place, waited;
	int which = find_untold(store, game, turn, when, &place, &waited, err);

	if (which == -1 || which == TOLD)
		return which == -1 ? -1 : 0;
	if (query_do(store, "note that a letter was taken", told[which].note,
		WITH(INT(game), INT(place), INT(when)), err) == -1)
		return -1;
	return waited == 0 ? 0 : games_give(store, game, turn, waited, err);
}

int
games_give(struct store *store, int64_t game, int turn, int64_t seconds, struct err *err)
{
	if (query_do(store, "add waiting time to a clock",
		"UPDATE game SET turn_since = turn_since + ?1" LATER
		" WHERE id = ?2 AND state = 1 AND turns = ?3",
		WITH(INT(seconds), INT(game), INT(turn)), err) == -1)
		return -1;
	return sqlite3_changes(store->db);
}

int
games_turn_began(struct store *store, int64_t game, int turn, int64_t *at, struct err *err)
{
	return query_number(store, "look when a turn began",
	    "SELECT coalesce((SELECT committed FROM ply WHERE game = ?1 AND turn = ?2),"
	    " (SELECT at FROM undone WHERE game = ?1 AND back = ?2),"
	    " (SELECT committed FROM undone WHERE game = ?1 AND turn = ?2),"
	    " (SELECT max(started, created) FROM game WHERE id = ?1 AND ?2 = 0), 0)",
	    WITH(INT(game), INT(turn)), at, err);
}

int
games_count(struct store *store, int64_t player, struct err *err)
{
	return query_count(store, "count games",
	    "SELECT count(*) FROM game WHERE state < 2 AND (red = ?1 OR green = ?1)",
	    WITH(INT(player)), err);
}

int
games_taken(struct store *store, int64_t player, struct err *err)
{
	return query_count(store, "count games",
	    "SELECT count(*) FROM game WHERE state < 2 AND (red = ?1 OR green = ?1)"
	    " AND (state = 1 OR iif(challenger = 0, red, green) = ?1)",
	    WITH(INT(player)), err);
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
	    " AND is_private = 0 AND state <> 0",
	    WITH(INT(player), INT(RESULT_RED), INT(RESULT_GREEN), INT(RESULT_DRAW)));
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
games_all(struct store *store, struct arena *arena, int64_t **out, struct err *err)
{
	return query_ids(
	    store, "list all games", "SELECT id FROM game ORDER BY id", NULL, arena, out, err);
}

int
games_due(struct store *store, struct arena *arena, int64_t now, int64_t **out, struct err *err)
{
	return query_ids(store, "list games that are due",
	    "SELECT id FROM game WHERE state <> 2 AND due BETWEEN 1 AND ? ORDER BY due, id",
	    WITH(INT(now)), arena, out, err);
}

int
games_asked(struct store *store, int64_t game, int64_t letter, int64_t when, struct err *err)
{
	if (query_do(store, "add waiting time to the first clock",
		"UPDATE game SET turn_since = ?3, due = 1 WHERE id = ?1 AND state = 1 AND length = 0"
		" AND turn_since = started AND started < ?3 AND EXISTS (SELECT 1 FROM outbox WHERE"
		" outbox.id = ?2 AND outbox.player = iif(turn = 0, red, green) AND outbox.created ="
		" started) AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.game = ?1 AND outbox.id"
		" <> ?2 AND outbox.player = iif(turn = 0, red, green) AND outbox.created = started"
		" AND outbox.state = 1)",
		WITH(INT(game), INT(letter), INT(when)), err) == -1)
		return -1;
	return sqlite3_changes(store->db);
}

int
games_look_again(struct store *store, int64_t player, struct err *err)
{
	return query_do(store, "look at a player's clocks",
	    "UPDATE game SET due = 1 WHERE state = 1 AND (red = ?1 OR green = ?1)",
	    WITH(INT(player)), err);
}

int
games_give_back(struct store *store, int64_t seconds, struct err *err)
{
	/* What does not count of a turn moves with it. */
	if (query_do(store, "give time back to clocks that stand",
		"UPDATE aside SET begins = begins + ?1, ends = ends + ?1", WITH(INT(seconds)),
		err) == -1)
		return -1;
	/* A negative one makes `due` too late, and a reminder belongs to its turn.  OR ROLLBACK:
	 * SQLite need not keep every row as it was in memory. */
	return query_do(store, "give time back",
	    "UPDATE OR ROLLBACK game SET turn_since = turn_since + ?1, deadline = iif(deadline = 0,"
	    " 0, deadline + ?1), reminded = iif(reminded = 0, 0, reminded + ?1), due = 1"
	    " WHERE state <> 2",
	    WITH(INT(seconds)), err);
}

int
talk_add(struct store *store, const struct talk *talk, struct err *err)
{
	return row_add(store, "add a comment", &talk_table, talk, "", NULL, err);
}

int
talk_list(
    struct store *store, struct arena *arena, int64_t game, struct talk **out, struct err *err)
{
	return rows_list(store, "read comments", &talk_table,
	    "LEFT JOIN player ON player.id = player WHERE game = ? ORDER BY talk.id",
	    WITH(INT(game)), arena, out, err);
}

int
observers_add(struct store *store, int64_t game, int64_t player, bool ends_only, struct err *err)
{
	return query_do(store, "add an observer",
	    "INSERT INTO observer (game, player, ends_only) VALUES (?, ?, ?)"
	    " ON CONFLICT DO UPDATE SET ends_only = excluded.ends_only",
	    WITH(INT(game), INT(player), INT(ends_only)), err);
}

int
observers_remove(struct store *store, int64_t game, int64_t player, struct err *err)
{
	return query_do(store, "remove an observer",
	    "DELETE FROM observer WHERE game = ? AND player = ?", WITH(INT(game), INT(player)),
	    err);
}

int
games_seats(
    struct store *store, struct arena *arena, int64_t id, struct seat **out, struct err *err)
{
	return rows_list(store, "read who plays", &player_seats,
	    "WHERE id IN (SELECT red FROM game WHERE id = ?1 UNION SELECT green FROM game WHERE id ="
	    " ?1) ORDER BY userid",
	    WITH(INT(id)), arena, out, err);
}

int
observers_list(struct store *store, struct arena *arena, int64_t game, bool has_ended,
    struct seat **out, struct err *err)
{
	/* Nobody watches most games, which is soon seen. */
	int is_watched = query_count(store, "look for observers",
	    "SELECT EXISTS (SELECT 1 FROM observer WHERE game = ?1) OR EXISTS (SELECT 1 FROM game"
	    " JOIN follow ON followed = red WHERE game.id = ?1) OR EXISTS (SELECT 1 FROM game"
	    " JOIN follow ON followed = green WHERE game.id = ?1)",
	    WITH(INT(game)), err);

	*out = NULL;
	if (is_watched != 1)
		return is_watched;
	return rows_list(store, "read observers", &player_seats,
	    "WHERE id IN (SELECT player FROM observer WHERE game = ?1 AND ends_only <= ?2 UNION ALL"
	    " SELECT follow.player FROM game JOIN follow ON followed IN (red, green) WHERE game.id ="
	    " ?1 AND is_private = 0 AND started > 0 AND follow.player IS NOT red AND follow.player"
	    " IS NOT green AND NOT EXISTS (SELECT 1 FROM observer WHERE game = ?1 AND"
	    " observer.player = follow.player) GROUP BY follow.player HAVING min(ends_only) <= ?2)"
	    " ORDER BY userid",
	    WITH(INT(game), INT(has_ended)), arena, out, err);
}

int
observers_why(struct store *store, const struct game *game, int64_t player, bool *by_board,
    const struct seat *followed[2], struct err *err)
{
	int count = 0,
	    has = query_count(store, "look for an observer",
		"SELECT count(*) FROM observer WHERE game = ? AND player = ?",
		WITH(INT(game->id), INT(player)), err);

	*by_board = has == 1;
	for (int side = RED; side <= GREEN && has != -1 && !game->is_private && game->started > 0;
	     side++) {
		has = follows_has(store, game->seat[side].player, player, err);
		if (has == 1)
			followed[count++] = &game->seat[side];
	}
	return has == -1 ? -1 : count;
}

int
follows_add(struct store *store, int64_t followed, int64_t player, bool ends_only, struct err *err)
{
	/* What was chosen for one board counts before what is chosen for its players. */
	if (!ends_only &&
	    query_do(store, "follow games of which the end was wanted",
		"DELETE FROM observer WHERE player = ?2 AND ends_only = 1 AND game IN (SELECT id"
		" FROM game WHERE red = ?1 AND is_private = 0 AND started > 0 UNION ALL SELECT id"
		" FROM game WHERE green = ?1 AND is_private = 0 AND started > 0)",
		WITH(INT(followed), INT(player)), err) == -1)
		return -1;
	return query_do(store, "follow a player",
	    "INSERT INTO follow (followed, player, ends_only) VALUES (?, ?, ?)"
	    " ON CONFLICT DO UPDATE SET ends_only = excluded.ends_only",
	    WITH(INT(followed), INT(player), INT(ends_only)), err);
}

int
follows_remove(struct store *store, int64_t followed, int64_t player, struct err *err)
{
	return query_do(store, "follow a player no more",
	    "DELETE FROM follow WHERE followed = ? AND player = ?",
	    WITH(INT(followed), INT(player)), err);
}

int
follows_has(struct store *store, int64_t followed, int64_t player, struct err *err)
{
	return query_count(store, "look for one who is followed",
	    "SELECT count(*) FROM follow WHERE followed = ? AND player = ?",
	    WITH(INT(followed), INT(player)), err);
}

int
follows_count(struct store *store, int64_t player, struct err *err)
{
	return query_count(store, "count who is followed",
	    "SELECT count(*) FROM follow WHERE player = ?", WITH(INT(player)), err);
}

int
follows_forget(struct store *store, int64_t player, struct err *err)
{
	return query_do(store, "forget who is followed",
	    "DELETE FROM follow WHERE ?1 IN (player, followed)", WITH(INT(player)), err);
}
