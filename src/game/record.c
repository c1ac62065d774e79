/* SPDX-License-Identifier: ISC */
/*
 * Records: their fields, results, moves, comments and start positions, by whatever
 * format they are read or written (record_file.c chooses it).
 */
#include "game/record.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "game/record_internal.h"
#include "rules/fen.h"
#include "rules/status.h"

const struct field_names field_names[RECORD_FIELDS] = {
	[FIELD_TITLE] = { "Title", NULL, "title", NULL, "GAME", 0x50, 64 },
	[FIELD_EVENT] = { "Event", NULL, "event", NULL, "EVENT", 0xd0, 64 },
	[FIELD_SITE] = { "Site", "Place", "place", NULL, "PLACE", 0x120, 16 },
	[FIELD_DATE] = { "Date", NULL, "date", NULL, "DATE", 0x110, 16 },
	[FIELD_ROUND] = { "Round", NULL, "round", NULL, "ROUND", 0, 0 },
	[FIELD_RED] = { "Red", "White", "red", "redname", "RED", 0x130, 16 },
	[FIELD_GREEN] = { "Black", "Green", "black", "blackname", "BLACK", 0x140, 16 },
	[FIELD_RED_TEAM] = { "RedTeam", NULL, "redteam", NULL, NULL, 0, 0 },
	[FIELD_GREEN_TEAM] = { "BlackTeam", "GreenTeam", "blackteam", NULL, NULL, 0, 0 },
	[FIELD_TIME_CONTROL] = { "TimeControl", NULL, "timerule", NULL, "TIME", 0x150, 64 },
	[FIELD_TERMINATION] = { "Termination", NULL, "endtype", NULL, NULL, 0, 0 },
	[FIELD_OPENING] = { "Opening", NULL, "open", NULL, "OPENING", 0, 0 },
	[FIELD_ANNOTATOR] = { "Annotator", "Author", "remark", NULL, "AUTHOR", 0x1d0, 16 },
	[FIELD_RULES] = { "Rules", NULL, NULL, NULL, NULL, 0, 0 },
};

struct record *
record_new(struct arena *arena, int length)
{
	struct record *record = arena_alloc(arena, sizeof *record);
	size_t count = (size_t)length;

	board_start(&record->start);
	record->moves = arena_alloc(arena, (count + 1) * sizeof *record->moves);
	record->comments = arena_alloc(arena, (count + 1) * sizeof *record->comments);
	record->times = arena_alloc(arena, (count + 1) * sizeof *record->times);
	return record;
}

struct record *
record_from_game(struct arena *arena, const struct game *game)
{
	struct record *record = record_new(arena, game->length);
	struct civil day = clock_civil(game->started, 0);

	record->start = game->start;
	record->length = game->length;
	for (int i = 0; i < game->length; i++) {
		record->moves[i] = game->moves[i];
		record->times[i] = game->plies[i].committed;
	}
	record->result = game->result == RESULT_UNKNOWN ? RESULT_NONE : game->result;
	record->fields[FIELD_EVENT] = arena_printf(arena, "Board %lld", (long long)game->id);
	record->fields[FIELD_RED] = arena_strdup(arena, game->seat[RED].userid);
	record->fields[FIELD_GREEN] = arena_strdup(arena, game->seat[GREEN].userid);
	record->fields[FIELD_RULES] = ruleset_name(game->rules);
	if (game->started != 0)
		record->fields[FIELD_DATE] = arena_printf(
		    arena, "%04d.%02d.%02d", day.year, day.month, day.day);
	if (game->ending != ENDING_NONE)
		record->fields[FIELD_TERMINATION] = ending_name(game->ending);
	return record;
}

bool
record_starts_elsewhere(const struct record *record)
{
	struct board start;

	board_start(&start);
	return !board_equal(&record->start, &start);
}

bool
record_set_start(struct record *record, struct arena *arena, const char *fen)
{
	const char *wrong = fen_read(fen, &record->start);

	if (wrong != NULL)
		record->error = arena_printf(arena, "the start position: %s", wrong);
	return wrong == NULL;
}

void
record_note(struct record *record, struct arena *arena, const char *text)
{
	record->note = record->note == NULL ? text :
					      arena_printf(arena, "%s; %s", record->note, text);
}

void
record_note_variations(struct record *record, struct arena *arena, int count)
{
	if (count > 0)
		record_note(record, arena,
		    arena_printf(arena, "%d variation%s left out", count, count == 1 ? "" : "s"));
}

void
record_note_segments(struct record *record, struct arena *arena, const struct segments *segments)
{
	if (segments->open)
		record_note(record, arena, "a comment has no end");
	if (segments->depth > 0)
		record_note(record, arena, "a variation has no end");
	record_note_variations(record, arena, segments->variations);
}

bool
record_push(struct record *record, struct arena *arena, struct board *board, struct move move)
{
	struct refusal_why why;
	char text[8], reason[160];

	if (move.from >= SQUARES || move.to >= SQUARES) {
		record->error = arena_printf(arena, "ply %d: no such square", record->length + 1);
		return false;
	}
	if (move_judge(board, move, &why) != MOVE_LEGAL) {
		move_write(move, text);
		refusal_write(&why, reason, sizeof reason);
		record->error = arena_printf(
		    arena, "ply %d: %s: %s", record->length + 1, text, reason);
		return false;
	}
	board_play(board, move);
	record->moves[record->length++] = move;
	return true;
}

#define TIME_MARK "[%at "

void
record_set_comment(struct record *record, int ply, const char *text)
{
	char stamp[24];
	size_t length;

	text += strspn(text, " \t\r\n");
	if (ply > 0 && strncmp(text, TIME_MARK, strlen(TIME_MARK)) == 0) {
		const char *at = text + strlen(TIME_MARK);

		length = strcspn(at, "]");
		if (at[length] == ']' && length < sizeof stamp) {
			str_format(stamp, sizeof stamp, "%.*s", (int)length, at);
			if (clock_parse_iso(stamp, &record->times[ply - 1]))
				text = at + length + 1;
		}
		text += strspn(text, " \t\r\n");
	}
	record->comments[ply] = *text != '\0' ? text : NULL;
}

const char *
comment_with_time(struct arena *arena, const struct record *record, int ply)
{
	const char *comment = record->comments[ply];
	char stamp[32];

	if (ply == 0 || record->times[ply - 1] == 0)
		return comment;
	clock_format_iso(stamp, sizeof stamp, record->times[ply - 1]);
	return arena_printf(arena, "%s%s]%s%s", TIME_MARK, stamp, comment != NULL ? " " : "",
	    comment != NULL ? comment : "");
}

void
record_list_add(struct record_list *list, struct record *record)
{
	bool empty = record->length == 0 && !record_starts_elsewhere(record) &&
	    record->error == NULL && record->result == RESULT_NONE;

	for (int i = 0; i < RECORD_FIELDS; i++)
		empty = empty && record->fields[i] == NULL;
	if (!empty) {
		*list->end = record;
		list->end = &record->next;
		list->count++;
	}
}

static const struct {
	const char *word;
	enum result result;
} results[] = { { "1/2", RESULT_DRAW }, { "0.5", RESULT_DRAW }, { "½", RESULT_DRAW },
	{ "红胜", RESULT_RED }, { "紅勝", RESULT_RED }, { "红先胜", RESULT_RED },
	{ "紅先勝", RESULT_RED }, { "黑负", RESULT_RED }, { "黑負", RESULT_RED },
	{ "黑先负", RESULT_RED }, { "黑先負", RESULT_RED }, { "黑胜", RESULT_GREEN },
	{ "黑勝", RESULT_GREEN }, { "黑先胜", RESULT_GREEN }, { "黑先勝", RESULT_GREEN },
	{ "红负", RESULT_GREEN }, { "紅負", RESULT_GREEN }, { "红先负", RESULT_GREEN },
	{ "紅先負", RESULT_GREEN }, { "红方胜", RESULT_RED }, { "紅方勝", RESULT_RED },
	{ "先胜", RESULT_RED }, { "先勝", RESULT_RED }, { "黑方负", RESULT_RED },
	{ "黑方負", RESULT_RED }, { "黑方胜", RESULT_GREEN }, { "黑方勝", RESULT_GREEN },
	{ "先负", RESULT_GREEN }, { "先負", RESULT_GREEN }, { "红方负", RESULT_GREEN },
	{ "紅方負", RESULT_GREEN }, { "和棋", RESULT_DRAW }, { "和局", RESULT_DRAW },
	{ "和", RESULT_DRAW }, { "红先和", RESULT_DRAW }, { "紅先和", RESULT_DRAW },
	{ "黑先和", RESULT_DRAW }, { "先和", RESULT_DRAW }, { "平局", RESULT_DRAW } };

/* Points of one side at *text, in halves, -1: none; *text moves behind them. */
static int
read_side(const char **text)
{
	static const struct {
		const char *word;
		int halves;
	} points[] = { { "1/2", 1 }, { "0.5", 1 }, { "½", 1 }, { "1", 2 }, { "0", 0 }, { "１", 2 },
		{ "０", 0 } };

	for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
		if (strncmp(*text, points[i].word, strlen(points[i].word)) == 0) {
			*text += strlen(points[i].word);
			return points[i].halves;
		}
	return -1;
}

/* "1-0", "1/2 : 1/2" and "0-1" at *text, with blanks, dashes and colons as people write them;
 * *text moves behind it. */
static enum result
read_points(const char **text)
{
	static const char *const dashes[] = { "-", ":", "–", "—", "−", "：", "－" };
	const char *at = *text;
	size_t length = 0;
	int red = read_side(&at), green;

	at += strspn(at, " ");
	for (size_t i = 0; i < sizeof dashes / sizeof dashes[0] && length == 0; i++)
		if (strncmp(at, dashes[i], strlen(dashes[i])) == 0)
			length = strlen(dashes[i]);
	if (red == -1 || length == 0)
		return RESULT_NONE;
	at += length + strspn(at + length, " ");
	green = read_side(&at);
	if (green == -1 || red + green != 2 || isdigit((unsigned char)*at) || *at == ':')
		return RESULT_NONE;
	*text = at;
	return red == 2 ? RESULT_RED : red == 0 ? RESULT_GREEN : RESULT_DRAW;
}

/* A result at *text, which moves behind it. */
static enum result
read_result(const char **text)
{
	enum result result = read_points(text);

	for (size_t i = 0; i < sizeof results / sizeof results[0] && result == RESULT_NONE; i++)
		if (strncmp(*text, results[i].word, strlen(results[i].word)) == 0) {
			*text += strlen(results[i].word);
			result = results[i].result;
		}
	return result;
}

enum result
result_read(const char *text)
{
	text += strspn(text, " \t\r\n(");
	return read_result(&text);
}

enum result
result_read_words(const char *text)
{
	static const struct {
		const char *side, *verbs[3];
		enum result result;
	} words[] = { { "red ", { "win", "won", "victory" }, RESULT_RED },
		{ "white ", { "win", "won", "victory" }, RESULT_RED },
		{ "black ", { "win", "won", "victory" }, RESULT_GREEN },
		{ "green ", { "win", "won", "victory" }, RESULT_GREEN },
		{ "red ", { "resign", "lose", "lost" }, RESULT_GREEN },
		{ "white ", { "resign", "lose", "lost" }, RESULT_GREEN },
		{ "black ", { "resign", "lose", "lost" }, RESULT_RED },
		{ "green ", { "resign", "lose", "lost" }, RESULT_RED },
		{ "draw", { "" }, RESULT_DRAW } };

	text += strspn(text, " \t\r\n(");
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		for (int n = 0; n < 3 && words[i].verbs[n] != NULL; n++)
			if (str_starts_nocase(text, words[i].side) &&
			    str_starts_nocase(text + strlen(words[i].side), words[i].verbs[n]))
				return words[i].result;
	return RESULT_NONE;
}

void
record_take_result(struct record *record, struct arena *arena, const char *value)
{
	static const char *const unknown[] = { "", "*", "0", "?", "-", "none", "unknown", "n/a",
		"未知", "不详", "不詳" };

	value += strspn(value, " \t\r\n");
	record->result = result_read(value);
	if (record->result == RESULT_NONE)
		record->result = result_read_words(value);
	for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
		if (str_equal_nocase(value, unknown[i]))
			return;
	if (record->result == RESULT_NONE)
		record_note(record, arena,
		    arena_printf(arena, "its Result \"%.40s\" is not one that is known", value));
}

size_t
result_mark_length(const char *text)
{
	const char *end = text;

	if (*text == '*')
		end++;
	else if (read_result(&end) == RESULT_NONE)
		return 0;
	return strchr(" \t\r\n{()[;", *end) != NULL ? (size_t)(end - text) : 0;
}

const char *
result_text(enum result result)
{
	static const char *const texts[] = {
		[RESULT_RED] = "1-0", [RESULT_GREEN] = "0-1", [RESULT_DRAW] = "1/2-1/2"
	};

	return result == RESULT_NONE || result == RESULT_CANCELLED ? "*" : texts[result];
}

/*
 * Red's pieces are listed from Red's right, Green's from Red's left, so that the
 * start position comes out exactly as the programs of these formats write it.
 */
static const char slot_letters[] = "RHEGKGEHRCCSSSSSrhegkgehrccsssss";

void
slots_from_board(const struct board *board, uint8_t slots[SLOTS])
{
	bool used[SQUARES] = { false };

	for (int i = 0; i < SLOTS; i++) {
		slots[i] = NO_SQUARE;
		for (int n = 0; n < SQUARES && slots[i] == NO_SQUARE; n++) {
			int file = i < SLOTS / 2 ? FILES - 1 - n / RANKS : n / RANKS;
			uint8_t square = square_at(file, n % RANKS);

			if (!used[square] && piece_letter(board->at[square]) == slot_letters[i]) {
				slots[i] = square;
				used[square] = true;
			}
		}
	}
}

/* Through FEN, whose reader refuses positions that no game can reach. */
static bool
read_slots(struct board *board, const uint8_t slots[SLOTS], enum side turn)
{
	char placement[SQUARES], fen[FEN_SIZE], *at = fen;

	memset(placement, '1', sizeof placement);
	for (int i = 0; i < SLOTS; i++)
		if (slots[i] < SQUARES)
			placement[slots[i]] = slot_letters[i];
	for (int rank = RANKS - 1; rank >= 0; rank--) {
		memcpy(at, placement + square_at(0, rank), FILES);
		at += FILES;
		*at++ = rank > 0 ? '/' : ' ';
	}
	*at++ = turn == RED ? 'w' : 'b';
	*at = '\0';
	return fen_read(fen, board) == NULL;
}

bool
board_from_slots(struct board *board, const uint8_t slots[SLOTS], uint8_t first, enum side turn)
{
	for (int i = 0; i < SLOTS && first != NO_SQUARE; i++)
		if (slots[i] == first)
			turn = i < SLOTS / 2 ? RED : GREEN;
	return read_slots(board, slots, turn) ||
	    (first == NO_SQUARE && read_slots(board, slots, side_other(turn)));
}
