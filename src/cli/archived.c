/* SPDX-License-Identifier: ISC */
/*
 * Games of others (archive.h).
 */
#include "cli/archived.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "base/utf8.h"
#include "game/game.h"
#include "game/record.h"
#include "rules/status.h"
#include "store/games.h"

#define LATEST (400 * DAY) /* no forfeit time is longer */

/* A number of at most `digits` digits at *text, which moves behind it and the
 * separator; 0 when it is unknown ("??"). */
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

/* "1987.06.21", "1987-6-21", "1987.??.??", "1987年6月21日"; 0 unknown.  What is not
 * output is taken for the first. */
static int64_t
read_date(const char *text)
{
	struct civil date = { 0 };

	if (text == NULL || !isdigit((unsigned char)text[0]))
		return 0;
	date.year = read_part(&text, 4);
	date.month = read_part(&text, 2);
	date.day = read_part(&text, 2);
	if (date.year < 1000 || date.month > 12 || date.day > 31)
		return 0;
	date.month += date.month == 0;
	date.day += date.day == 0;
	return clock_from_civil(&date, 0);
}

/* Whole characters, as many as a userid has room for. */
static void
read_name(struct arena *arena, const char *text, char out[USERID_SIZE])
{
	const char *clean = utf8_clean(
		       arena, text != NULL ? text : "", text != NULL ? strlen(text) : 0, false),
		   *at = clean, *next = clean;

	while (next - clean < USERID_SIZE && *next != '\0') {
		at = next;
		utf8_next(&next);
	}
	if (next - clean < USERID_SIZE)
		at = next;
	memcpy(out, clean, (size_t)(at - clean));
	out[at - clean] = '\0';
	if (out[0] == '\0')
		str_copy(out, USERID_SIZE, "?");
}

static enum ending
ending_said(const char *text, enum result result)
{
	enum ending ending;

	if (text != NULL && ending_find(text, &ending) && ending != ENDING_NONE &&
	    ending <= ENDING_ADJUDICATION)
		return ending;
	if (text != NULL && str_find_nocase(text, "time") != NULL)
		return ENDING_TIME;
	if (text != NULL && str_find_nocase(text, "adjudication") != NULL)
		return ENDING_ADJUDICATION;
	return result == RESULT_DRAW ? ENDING_AGREEMENT : ENDING_RESIGNATION;
}

/* How it ended, from the last position and what the score says. */
static const char *
set_end(struct game *game, const struct record *record)
{
	enum status status = board_status(&game->board);
	enum result won = game_turn(game) == RED ? RESULT_GREEN : RESULT_RED;
	bool is_mate = status == STATUS_CHECKMATE || status == STATUS_STALEMATE;

	game->result = is_mate && record->result == RESULT_NONE ? won : record->result;
	if (game->result == RESULT_NONE || game->result == RESULT_CANCELLED)
		return "it has no result";
	if (is_mate && game->result != won)
		return "its result is not that of its last position";
	if (is_mate)
		game->ending = status == STATUS_CHECKMATE ? ENDING_CHECKMATE : ENDING_STALEMATE;
	else
		game->ending = ending_said(record->fields[FIELD_TERMINATION], game->result);
	return NULL;
}

static void
set_times(struct game *game, const struct record *record)
{
	int64_t last = record->times[record->length - 1];

	game->created = game->started = game->turn_since = read_date(record->fields[FIELD_DATE]);
	game->ended = last > game->started ? last : game->started;
}

const char *
archive_game(struct arena *arena, const struct record *record, int64_t now, struct game **out)
{
	struct game *game = game_new(arena, now);
	const char *rules = record->fields[FIELD_RULES], *why;
	char fen[FEN_SIZE];

	if (record->error != NULL)
		return record->error;
	if (record->length == 0)
		return "it has no moves";
	fen_write(&record->start, 0, 1, fen);
	if (!game_set_start(game, fen, &why))
		return why;
	if (rules == NULL || !ruleset_find(rules, &game->rules))
		game->rules = RULES_ASIAN;
	for (int i = 0; i < record->length; i++)
		game_replay(game, record->moves[i], &(struct ply){ .committed = record->times[i] });
	if ((why = set_end(game, record)) != NULL)
		return why;
	read_name(arena, record->fields[FIELD_RED], game->seat[RED].userid);
	read_name(arena, record->fields[FIELD_GREEN], game->seat[GREEN].userid);
	set_times(game, record);
	game->state = GAME_OVER;
	*out = game;
	return NULL;
}

static bool
is_same_day(int64_t a, int64_t b)
{
	return a / DAY == b / DAY;
}

static bool
is_same(const struct game *a, const struct game *b)
{
	return a->length == b->length && strcmp(a->start_fen, b->start_fen) == 0 &&
	    is_same_day(a->started, b->started) &&
	    strcmp(a->seat[RED].userid, b->seat[RED].userid) == 0 &&
	    strcmp(a->seat[GREEN].userid, b->seat[GREEN].userid) == 0 &&
	    memcmp(a->moves, b->moves, (size_t)a->length * sizeof *a->moves) == 0;
}

/* Which stored games it could be: by all its moves, or from another start, for
 * which moves are not indexed, by when it ended: one of ours, after the last
 * move, when somebody resigned or was late. */
static void
narrow(struct arena *arena, const struct game *game, struct game_filter *filter)
{
	struct str moves;
	char text[8];

	if (strcmp(game->start_fen, FEN_START) != 0) {
		filter->since = game->ended;
		filter->until = game->ended + LATEST;
		return;
	}
	str_init(&moves, arena, 0);
	for (int i = 0; i < game->length; i++) {
		move_write(game->moves[i], text);
		str_addf(&moves, "%s%s", i > 0 ? " " : "", text);
	}
	filter->opening = moves.data;
}

int
archive_find(struct store *store, struct arena *arena, const struct game *game, struct err *err)
{
	struct game_filter filter = {
		.of_state = { false, false, true }, .viewer = -1, .limit = INT_MAX
	};
	struct game_line *lines;
	int count;

	narrow(arena, game, &filter);
	count = games_list(store, arena, &filter, &lines, err);
	for (int i = 0; i < count; i++) {
		struct game *other;

		if (lines[i].length != game->length)
			continue;
		if (games_get(store, arena, lines[i].id, &other, err) != 1)
			return -1;
		if (is_same(game, other))
			return 1;
	}
	return count == -1 ? -1 : 0;
}
