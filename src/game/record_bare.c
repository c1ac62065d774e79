/* SPDX-License-Identifier: ISC */
/*
 * Lists of moves without a format: moves with or without numbers, above them a FEN, a line
 * "one - other" or words; an empty line with words below it begins the next game.  Or what an
 * engine is given, or nothing but the digits of DhtmlXQ's movelist.  Any text may come here, so
 * what cannot be played to its end is no game, unless it holds several legal moves.
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "game/record_internal.h"

#define BLANKS      " \t\r\n"
#define FEW_MOVES   4 /* prose may hold so many that are legal */
#define FEN_SLASHES 9

static const char *
line_end(const char *text)
{
	return text + strcspn(text, "\r\n");
}

/* Is there an empty line before what follows text? */
static bool
is_gap(const char *text)
{
	int ends = 0;

	for (; *text != '\0' && strchr(BLANKS, *text) != NULL; text++)
		ends += *text == '\n';
	return ends > 1;
}

static bool
is_fen(const char *line)
{
	int slashes = 0;

	for (; strchr(BLANKS, *line) == NULL; line++)
		slashes += *line == '/';
	return slashes == FEN_SLASHES;
}

/* "one - other" are the players, what stands below them is the event. */
static void
read_title(struct arena *arena, struct record *record, const char *line)
{
	const char *end = line_end(line), *dash = strstr(line, " - ");

	while (end > line && strchr(BLANKS, end[-1]) != NULL)
		end--;
	if (dash != NULL && dash + 3 < end && record->fields[FIELD_RED] == NULL) {
		record->fields[FIELD_RED] = arena_strndup(arena, line, (size_t)(dash - line));
		record->fields[FIELD_GREEN] = arena_strndup(
		    arena, dash + 3, (size_t)(end - dash) - 3);
	} else if (record->fields[FIELD_EVENT] == NULL) {
		record->fields[FIELD_EVENT] = arena_strndup(arena, line, (size_t)(end - line));
	}
}

/*
 * Engines are given "position fen …/… w - - 0 1 moves h2e2 …"; others write the FEN, a side, and
 * the moves behind it.  Reads what stands before the moves; returns where they begin, or text.
 */
static const char *
read_position(struct record *record, struct arena *arena, const char *text, bool *good)
{
	static const char *const words[] = { "position", "startpos", "fen" };
	const char *at = text, *moves;
	size_t length;

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (str_starts_nocase(at, words[i]) && strchr(" \t", at[strlen(words[i])]) != NULL)
			at += strlen(words[i]) + strspn(at + strlen(words[i]), " \t");
	if (is_fen(at)) {
		length = strcspn(at, BLANKS);
		length += strspn(at + length, " \t");
		length += strcspn(at + length, BLANKS ",;");
		moves = at + length;
		/* "- - 0 1" */
		moves += strspn(moves, " \t-0123456789,;");
		if (!text_line_has_move(moves))
			return text;
		*good &= record_set_start(record, arena, arena_strndup(arena, at, length));
		at = moves;
	}
	if (str_starts_nocase(at, "moves "))
		at += strlen("moves ");
	return at;
}

/* Reads the game whose first line stands at text; returns where the next one's does, or the end. */
static const char *
read_game(struct record_list *list, const char *text)
{
	struct record *record = record_new(list->arena, 0);
	struct segments segments;
	bool has_moves = false, good = true;

	segments_init(&segments, list->arena);
	while (*text != '\0') {
		const char *end;

		if (!has_moves)
			text = read_position(record, list->arena, text, &good);
		end = line_end(text);
		if (text_line_has_move(text)) {
			has_moves = true;
			segments_add_text(&segments, text, (size_t)(end - text) + (*end != '\0'));
		} else if (has_moves) {
			segments_add_text(&segments, text, (size_t)(end - text));
		} else if (is_fen(text)) {
			good &= record_set_start(record, list->arena,
			    arena_strndup(list->arena, text, (size_t)(end - text)));
		} else {
			read_title(list->arena, record, text);
		}
		text = end + strspn(end, BLANKS);
		if (has_moves && is_gap(end) && !text_line_has_move(text) &&
		    result_mark_length(text) == 0)
			break;
	}
	record_note_segments(record, list->arena, &segments);
	if (good && segments_play(&segments, false, false, record) &&
	    (record->error == NULL || record->length > FEW_MOVES))
		record_list_add(list, record);
	return text;
}

/* Only digits, four a move. */
static bool
is_movelist(const char *text)
{
	size_t digits = 0;

	for (; *text != '\0'; text++) {
		if (isdigit((unsigned char)*text))
			digits++;
		else if (strchr(BLANKS, *text) == NULL)
			return false;
	}
	return digits > 0 && digits % 4 == 0;
}

/* Digits of squares whose ranks are counted from Red's side, as DhtmlXQ counts them. */
static char *
turn_ranks(struct arena *arena, const char *digits)
{
	char *turned = arena_strdup(arena, digits);
	bool is_rank = false;

	for (char *at = turned; *at != '\0'; at++)
		if (isdigit((unsigned char)*at)) {
			if (is_rank)
				*at = (char)('0' + '9' - *at);
			is_rank = !is_rank;
		}
	return turned;
}

/* Ranks are counted from Green's side, and by some programs from Red's: only one of both ways
 * plays the first move. */
static void
read_movelist(struct record_list *list, const char *digits)
{
	static const char form[] = "[DhtmlXQ][DhtmlXQ_movelist]%s[/DhtmlXQ_movelist][/DhtmlXQ]";
	struct record_list turned = { .arena = list->arena, .end = &turned.first };

	dhtmlxq_read(&turned, arena_printf(list->arena, form, turn_ranks(list->arena, digits)));
	if (turned.first != NULL && turned.first->length > 0)
		record_list_add(list, turned.first);
	else
		dhtmlxq_read(list, arena_printf(list->arena, form, digits));
}

void
bare_read(struct record_list *list, const char *text)
{
	if (is_movelist(text)) {
		read_movelist(list, text);
		return;
	}
	for (text += strspn(text, BLANKS); *text != '\0';)
		text = read_game(list, text);
}
