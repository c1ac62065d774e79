/* SPDX-License-Identifier: ISC */
/*
 * riverpost import and riverpost export: games in and out of files.
 *
 * An imported game is finished, unrated and public, between two names that are
 * not players here, so it changes nobody's history; its moves are not judged
 * again by a rule set.  Its result may be unknown.  It is stored once: a game with
 * the same names in whatever spelling, date, start and moves is already there, also
 * when it was played here and exported; of a longer game with known players and the
 * same result the date may be known in part, "1987.06.??".
 */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cli/admin.h"
#include "cli/cli.h"
#include "config/config.h"
#include "game/game.h"
#include "game/record.h"
#include "rules/status.h"
#include "store/db.h"
#include "store/games.h"
#include "store/positions.h"
#include "store/scores.h"

#define BATCH       200          /* games a commit: a running server must not wait long */
#define ENTERED     (25 * BATCH) /* games whose positions are entered at once */
#define NUMBERS_MAX 100000
#define LATEST      (400 * DAY) /* no forfeit time is longer */
#define SURE_PLIES  20 /* that two players will hardly play twice, in a year that is not known */

/* A number of at most `digits` digits at *text, which moves past it and the
 * separator; 0 if it is unknown ("??"). */
static int
read_part(const char **text, int digits)
{
	int value = 0;

	while (digits-- > 0 && isdigit((unsigned char)**text))
		value = value * 10 + *(*text)++ - '0';
	while (**text != '\0' && !isdigit((unsigned char)**text))
		(*text)++;
	return value;
}

/* "1987.06.21", "1987-6-21", "1987.??.??", "1987年6月21日"; what is not known is 0. */
static struct civil
date_read(const char *text)
{
	struct civil date = { 0 };

	if (text == NULL || !isdigit((unsigned char)text[0]))
		return date;
	date.year = read_part(&text, 4);
	date.month = read_part(&text, 2);
	date.day = read_part(&text, 2);
	return date.year < 1000 || date.month > 12 || date.day > 31 ? (struct civil){ 0 } : date;
}

/* As far as it is known: "1987", "1987-06", "1987-06-21"; "" when nothing is. */
static void
date_known(const char *text, char out[16])
{
	struct civil date = date_read(text);
	size_t known = date.day != 0 ? 10 : date.month != 0 ? 7 : date.year != 0 ? 4 : 0;

	str_format(out, 16, "%04d-%02d-%02d", date.year, date.month, date.day);
	out[known] = '\0';
}

/* Whole characters, as many as there is room for. */
static void
archive_name(struct arena *arena, const char *text, char out[SEAT_NAME_SIZE])
{
	struct str name;

	str_init(&name, arena, SEAT_NAME_SIZE - 1);
	str_add(&name, text != NULL ? text : "");
	str_copy(out, SEAT_NAME_SIZE, name.length > 0 ? name.data : "?");
}

/* By the Termination of the score; without one it is not known. */
static enum ending
ending_of_score(const char *text)
{
	enum ending ending;

	if (text != NULL && ending_find(text, &ending) && ending != ENDING_NONE &&
	    ending <= ENDING_ADJUDICATION)
		return ending;
	if (text != NULL && str_find_nocase(text, "time") != NULL)
		return ENDING_TIME;
	if (text != NULL && str_find_nocase(text, "adjudication") != NULL)
		return ENDING_ADJUDICATION;
	return ENDING_UNKNOWN;
}

/* How it ended, from the last position and what the score says. */
static const char *
set_end(struct game *game, const struct record *record)
{
	enum status status = board_status(&game->board);
	enum result won = game_turn(game) == RED ? RESULT_GREEN : RESULT_RED;
	bool is_mate = status == STATUS_CHECKMATE || status == STATUS_STALEMATE;

	game->result = record->result;
	if (record->result == RESULT_NONE)
		game->result = is_mate ? won : RESULT_UNKNOWN;
	if (game->result == RESULT_UNKNOWN && game->length == 0)
		return "it has neither moves nor a result";
	if (is_mate && game->result != won)
		return "its result is not that of its last position";
	if (is_mate)
		game->ending = status == STATUS_CHECKMATE ? ENDING_CHECKMATE : ENDING_STALEMATE;
	else if (game->result == RESULT_UNKNOWN)
		game->ending = ENDING_UNKNOWN;
	else
		game->ending = ending_of_score(record->fields[FIELD_TERMINATION]);
	return NULL;
}

/*
 * A score as a game.  NULL with *out in the arena; else why not, in English: a
 * move that cannot be read, a result that the last position denies.
 */
static const char *
archive_game(struct arena *arena, const struct record *record, int64_t now, struct game **out)
{
	struct game *game = game_new(arena, now);
	const char *rules = record->fields[FIELD_RULES], *why;
	struct civil date = date_read(record->fields[FIELD_DATE]);
	char fen[FEN_SIZE];
	int64_t last;

	if (record->error != NULL)
		return record->error;
	fen_write(&record->start, 0, 1, fen);
	if (!game_set_start(game, fen, &why))
		return why;
	if (rules == NULL || !ruleset_find(rules, &game->rules))
		game->rules = RULES_ASIAN;
	for (int i = 0; i < record->length; i++)
		game_replay(game, record->moves[i],
		    &(struct ply){ .committed = record->times[i], .spent = -1 });
	if ((why = set_end(game, record)) != NULL)
		return why;
	archive_name(arena, record->fields[FIELD_RED], game->seat[RED].userid);
	archive_name(arena, record->fields[FIELD_GREEN], game->seat[GREEN].userid);
	/* A missing month or day is taken for the first. */
	date.month += date.month == 0;
	date.day += date.day == 0;
	game->started = date.year == 0 ? 0 : clock_from_civil(&date, 0);
	game->created = game->turn_since = game->started;
	last = record->length > 0 ? record->times[record->length - 1] : 0;
	game->ended = last > game->started ? last : game->started;
	game->state = GAME_OVER;
	*out = game;
	return NULL;
}

/* "Семёнов" and "Семенов", "王小明" and "王 小明", "胡榮華" and "胡荣华". */
static bool
is_same_name(struct arena *arena, const char *a, const char *b)
{
	const char *bare = utf8_bare(arena, a);

	return strcmp(a, b) == 0 || (bare[0] != '\0' && strcmp(bare, utf8_bare(arena, b)) == 0);
}

/* Version 0.2 and older ones stored no more of a name than a userid has room for. */
static bool
was_cut(const char *name, const char *stored)
{
	size_t length = strlen(stored);

	return length + 4 >= USERID_SIZE && length < USERID_SIZE && strlen(name) >= USERID_SIZE &&
	    strncmp(name, stored, length) == 0;
}

static bool
is_same_player(struct arena *arena, const char *name, const char *stored)
{
	return was_cut(name, stored) || is_same_name(arena, name, stored);
}

/* May the game, whose day differs, be the other one, of which less is known, or more?  date: as far
 * as it is known; stored: as well, "" of a game that was played here, whose day is. */
static bool
archive_may_be(
    const struct game *game, const char *date, const struct game *other, const char *stored)
{
	struct civil day = clock_civil(other->started, 0);
	char known[16];
	size_t n = strlen(date), m;

	str_copy(known, sizeof known, stored);
	if (other->seat[RED].player != 0 || other->seat[GREEN].player != 0)
		str_format(known, sizeof known, "%04d-%02d-%02d", day.year, day.month, day.day);
	m = strlen(known);
	return game->length >= SURE_PLIES && game->result == other->result &&
	    strcmp(game->seat[RED].userid, "?") != 0 &&
	    strcmp(game->seat[GREEN].userid, "?") != 0 && strncmp(date, known, n < m ? n : m) == 0;
}

static bool
archive_is_same(struct arena *arena, const struct game *a, const char *date, const struct game *b,
    const char *stored)
{
	return a->length == b->length && strcmp(a->start_fen, b->start_fen) == 0 &&
	    memcmp(a->moves, b->moves, (size_t)a->length * sizeof *a->moves) == 0 &&
	    is_same_player(arena, a->seat[RED].userid, b->seat[RED].userid) &&
	    is_same_player(arena, a->seat[GREEN].userid, b->seat[GREEN].userid) &&
	    (a->started / DAY == b->started / DAY || archive_may_be(a, date, b, stored));
}

/* The beginning of the year, from which on a game is looked for whose day is not known. */
static int64_t
year_of(int64_t time)
{
	struct civil day = clock_civil(time, 0);

	return time == 0 ?
	    0 :
	    clock_from_civil(&(struct civil){ .year = day.year, .month = 1, .day = 1 }, 0);
}

/* 1 when the store has this game already (names, date, start, moves), 0, -1.  Looked for
 * among games with the same moves; from another start, for which moves are not indexed,
 * among those that ended about then (a game played here ends after its last move, when
 * somebody resigns or is late). */
static int
archive_find(struct store *store, struct arena *arena, const struct game *game, const char *date,
    const char *score, struct err *err)
{
	struct game_filter filter = {
		.of_state = { false, false, true }, .viewer = -1, .limit = INT_MAX
	};
	struct game_line *lines;
	char *moves = arena_bytes(arena, (size_t)game->length * 8 + 1);
	int count;

	if (strcmp(game->start_fen, FEN_START) == 0) {
		moves_line(game, game->length, moves);
		filter.opening = moves;
	} else {
		filter.since = year_of(game->ended);
		filter.until = game->ended + LATEST;
	}
	count = games_list(store, arena, &filter, &lines, err);
	for (int i = 0; i < count; i++) {
		const char *other_score = "";
		struct game *other;

		if (lines[i].length != game->length)
			continue;
		if (games_get(store, arena, lines[i].id, &other, err) != 1)
			return -1;
		if (!archive_is_same(arena, game, date, other, lines[i].date))
			continue;
		/* Without moves, games look alike that are not the same. */
		if (game->length == 0 &&
		    scores_get(store, arena, other->id, &other_score, err) == -1)
			return -1;
		if (game->length > 0 || strcmp(score, other_score) == 0)
			return 1;
	}
	return count == -1 ? -1 : 0;
}

/* Enters the positions of what was stored, with many games at once, as each batch writes to nearly
 * all pages of the index.  What is left, after a failure too, the server enters. */
static int
enter_positions(struct store *store, struct err *err)
{
	if (store_begin(store, err) == -1)
		return -1;
	return store_finish(store, positions_enter(store, ENTERED, err), err);
}

struct import {
	struct admin *admin;
	struct arena *arena; /* of one game */
	int open;            /* stored since the last commit */
	int stored, known, left_out;
	int unread;          /* files */
	int64_t first, last; /* numbers of those stored */
};

/* Stores a game that is not known yet. */
static int
import_record(struct import *import, const struct record *record, const char *file, int number,
    struct err *err)
{
	struct store *store = import->admin->server.store;
	struct game *game = NULL;
	const char *why = archive_game(import->arena, record, import->admin->now, &game);
	struct str score;
	char date[16];
	int known;

	if (why != NULL) {
		fprintf(stderr, "riverpost: %s: game %d: %s\n", file, number, why);
		import->left_out++;
		return 0;
	}
	if (record->note != NULL)
		fprintf(stderr, "riverpost: %s: game %d: %s\n", file, number, record->note);
	str_init(&score, import->arena, 0);
	record_write(&score, record, RECORD_PGN_ICCS);
	date_known(record->fields[FIELD_DATE], date);
	if ((known = archive_find(store, import->arena, game, date, score.data, err)) != 0) {
		import->known += known == 1;
		return known == -1 ? -1 : 0;
	}
	if (import->open == 0 && store_begin(store, err) == -1)
		return -1;
	if (games_add(store, game, err) == -1 ||
	    scores_keep(store, game->id, score.data, date, err) == -1)
		return store_finish(store, -1, err);
	if (import->first == 0)
		import->first = game->id;
	import->last = game->id;
	import->stored++;
	import->open = (import->open + 1) % BATCH;
	if (import->open > 0)
		return 0;
	if (store_commit(store, err) == -1)
		return -1;
	return import->stored % ENTERED == 0 && enter_positions(store, err) == -1 ? -1 : 0;
}

static int
import_file(struct import *import, const char *path, struct err *err)
{
	struct arena *arena = arena_new();
	struct record *record;
	struct str bytes;
	struct err why;
	int count, rc = 0, number = 0;

	if (file_read(path, arena, CLI_FILE_MAX, &bytes, &why) == -1) {
		fprintf(stderr, "riverpost: %s\n", why.text);
		import->unread++;
	} else if (record_read(arena, bytes.data, bytes.length, &record, &count, &why) == -1) {
		fprintf(stderr, "riverpost: %s: %s\n", path, why.text);
		import->unread++;
	} else {
		for (; record != NULL && rc == 0; record = record->next) {
			rc = import_record(import, record, path, ++number, err);
			arena_clear(import->arena);
		}
	}
	arena_free(arena);
	return rc;
}

/* What was stored before a failure stays: the same command goes on from there. */
static int
import_run(struct admin *admin, char **args, struct err *err)
{
	struct import import = { .admin = admin, .arena = arena_new() };
	struct err ignored;
	int rc = 0;

	for (int i = 0; args[i] != NULL && rc == 0; i++)
		rc = import_file(&import, args[i], err);
	if (import.open > 0 && store_commit(admin->server.store, rc == 0 ? err : &ignored) == -1)
		rc = -1;
	if (rc == 0 && import.stored % ENTERED > 0 &&
	    enter_positions(admin->server.store, err) == -1)
		rc = -1;
	arena_free(import.arena);
	if (rc == -1)
		return -1;
	str_addf(&admin->output, "%d stored", import.stored);
	if (import.stored > 0)
		str_addf(&admin->output, " (games %lld to %lld)", (long long)import.first,
		    (long long)import.last);
	str_addf(&admin->output, ", %d known already, %d left out", import.known, import.left_out);
	if (import.unread > 0)
		str_addf(&admin->output, ", %d file%s not read", import.unread,
		    import.unread == 1 ? "" : "s");
	str_addc(&admin->output, '\n');
	return import.left_out + import.unread > 0 ? ACTION_TROUBLE : ACTION_DONE;
}

const struct action cli_import[] = { { "import", 1, INT_MAX, ACTION_BY_ITSELF, import_run } };

static int
export_game(struct admin *admin, struct game *game, enum record_format format, struct err *err)
{
	struct record *record;
	struct str out;

	if (scores_record(admin->server.store, game->arena, game, &record, err) == -1)
		return -1;
	if (game->seat[RED].player != 0 || game->seat[GREEN].player != 0)
		record->fields[FIELD_SITE] = admin->server.config->name;
	str_init(&out, game->arena, 0);
	record_write(&out, record, format);
	if (out.full)
		return err_set(err, "game %lld is too large", (long long)game->id);
	if (fwrite(out.data, 1, out.length, stdout) != out.length)
		return err_system(err, "cannot write game %lld", (long long)game->id);
	return 0;
}

static int
export_all(struct admin *admin, enum record_format format, struct err *err)
{
	struct game_filter filter = { .of_state = { false, false, true }, .limit = INT_MAX };
	struct arena *arena = arena_new();
	struct game_line *lines;
	struct game *game;
	int rc = 0;
	int count = games_list(admin->server.store, admin->arena, &filter, &lines, err);

	for (int i = 0; i < count && rc == 0; i++) {
		if (games_get(admin->server.store, arena, lines[i].id, &game, err) != 1)
			rc = -1;
		else
			rc = export_game(admin, game, format, err);
		arena_clear(arena);
	}
	arena_free(arena);
	return count == -1 ? -1 : rc;
}

static int
export_run(struct admin *admin, char **args, struct err *err)
{
	enum record_format format = RECORD_PGN_WXF;
	struct game *game;
	int count = 0;

	for (int i = 0; args[i] != NULL; i++) {
		if (strncmp(args[i], "--format=", 9) != 0)
			args[count++] = args[i];
		else if (!record_format_find(args[i] + 9, &format))
			return cli_wrong(args[i],
			    "there is no such format; there are pgn-wxf, pgn, wxf, iccs, chinese, dhtmlxq and xqf");
	}
	if (format == RECORD_XQF && count != 1)
		return err_set(err, "an XQF file holds one game: name one number");
	if (count == 0)
		return export_all(admin, format, err);
	for (int i = 0; i < count; i++)
		if (admin_game(admin, args[i], NULL, &game, err) == -1 ||
		    export_game(admin, game, format, err) == -1)
			return -1;
	return 0;
}

const struct action cli_export[] = { { "export", 0, NUMBERS_MAX, ACTION_READS, export_run } };
