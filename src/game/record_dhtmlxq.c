/* SPDX-License-Identifier: ISC */
/*
 * DhtmlXQ: [DhtmlXQ_name]value[/DhtmlXQ_name] between [DhtmlXQ] and [/DhtmlXQ], or
 * [DhtmlXQHTML] and its end in pages.
 *
 * A square is two digits, x from the left and y from the top; `binit` holds the
 * 32 pieces, `movelist` four digits a move, `comment3` what follows the
 * third move, "||" for a line's end.  The side to move is that of the first
 * piece moved; `fen` says it where nothing is moved.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "game/record_internal.h"
#include "rules/fen.h"

#define OPEN  "[DhtmlXQ"
#define CLOSE "[/DhtmlXQ"

struct field {
	char name[32];
	char *value;
};

/* Reads the next field from *text on; false when there is none before end. */
static bool
field_next(struct arena *arena, const char **text, const char *end, struct field *field)
{
	const char *open = *text, *name, *value, *close;
	size_t length;

	for (;;) {
		open = str_find_nocase(open, OPEN);
		if (open == NULL || open >= end)
			return false;
		open += strlen(OPEN);
		name = open + 1;
		length = strcspn(name, "]\r\n[");
		if (*open == '_' && name[length] == ']' && length < sizeof field->name)
			break;
	}
	value = name + length + 1;
	close = str_find_nocase(value, CLOSE);
	if (close == NULL || close > end)
		close = end;
	str_format(field->name, sizeof field->name, "%.*s", (int)length, name);
	field->value = arena_strndup(arena, value, (size_t)(close - value));
	*text = close;
	return true;
}

/* "a||b" is two lines. */
static char *
lines_of(char *text)
{
	char *to = text;

	for (const char *from = text; *from != '\0'; from++) {
		if (from[0] == '|' && from[1] == '|') {
			*to++ = '\n';
			from++;
		} else
			*to++ = *from;
	}
	*to = '\0';
	return text;
}

/* Two digits as a square; NO_SQUARE for 99 and nonsense. */
static uint8_t
square_of(const char *text)
{
	if (!isdigit((unsigned char)text[0]) || !isdigit((unsigned char)text[1]) || text[0] > '8')
		return NO_SQUARE;
	return square_at(text[0] - '0', '9' - text[1]);
}

/* What the fields hold, before it is put together. */
struct game_text {
	const char *binit, *fen, *moves;
	struct comment {
		struct field field;
		struct comment *next;
	} * comments, **end;
	int variations;
};

static void
take_field(
    struct arena *arena, struct record *record, struct game_text *text, const struct field *field)
{
	if (strspn(field->value, " \t\r\n") == strlen(field->value))
		return;
	if (str_equal_nocase(field->name, "binit"))
		text->binit = field->value;
	else if (str_equal_nocase(field->name, "fen"))
		text->fen = field->value;
	else if (str_equal_nocase(field->name, "movelist"))
		text->moves = field->value;
	else if (str_equal_nocase(field->name, "result"))
		record_take_result(record, arena, field->value);
	else if (str_starts_nocase(field->name, "move_"))
		text->variations++;
	else if (str_starts_nocase(field->name, "comment")) {
		*text->end = arena_alloc(arena, sizeof **text->end);
		(*text->end)->field = *field;
		text->end = &(*text->end)->next;
	}
	for (int i = 0; i < RECORD_FIELDS; i++)
		if (field_names[i].dhtmlxq != NULL &&
		    (str_equal_nocase(field->name, field_names[i].dhtmlxq) ||
			(record->fields[i] == NULL && field_names[i].dhtmlxq_other != NULL &&
			    str_equal_nocase(field->name, field_names[i].dhtmlxq_other))))
			record->fields[i] = lines_of(field->value);
}

/* The digits of a value, in place of everything between them. */
static char *
digits_of(struct arena *arena, const char *value)
{
	char *digits = arena_alloc(arena, strlen(value) + 1);
	size_t n = 0;

	for (; *value != '\0'; value++)
		if (isdigit((unsigned char)*value))
			digits[n++] = *value;
	return digits;
}

static bool
set_start(
    struct arena *arena, struct record *record, const struct game_text *text, const char *moves)
{
	uint8_t slots[SLOTS], first = *moves != '\0' ? square_of(moves) : NO_SQUARE;
	const char *digits;

	if (text->fen != NULL && (text->binit == NULL || *moves == '\0'))
		return record_set_start(record, arena, text->fen);
	if (text->binit == NULL)
		return true;
	memset(slots, NO_SQUARE, SLOTS);
	digits = digits_of(arena, text->binit);
	for (int i = 0; i < SLOTS && strlen(digits) >= 2; i++, digits += 2)
		slots[i] = square_of(digits);
	if (board_from_slots(&record->start, slots, first, RED))
		return true;
	record->error = "the start position cannot be one";
	return false;
}

/* "12" and "0_12" belong to the main line, "3_12" to a variation. */
static int
comment_ply(const char *name)
{
	char *end;
	long number;

	name += strlen("comment");
	number = strtol(name, &end, 10);
	if (*end == '_')
		number = number == 0 ? strtol(end + 1, &end, 10) : -1;
	return *end == '\0' && number >= 0 && number < 100000 ? (int)number : -1;
}

static struct record *
read_game(struct arena *arena, const char *at, const char *end)
{
	struct record head = { 0 }, *record;
	struct game_text text = { .end = &text.comments };
	struct field field;
	struct board board;
	const char *moves;

	while (field_next(arena, &at, end, &field))
		take_field(arena, &head, &text, &field);
	moves = digits_of(arena, text.moves != NULL ? text.moves : "");
	record = record_new(arena, (int)(strlen(moves) / 4));
	memcpy(record->fields, head.fields, sizeof record->fields);
	record->result = head.result;
	record->note = head.note;
	record_note_variations(record, arena, text.variations);
	if (!set_start(arena, record, &text, moves))
		return record;
	board = record->start;
	for (; strlen(moves) >= 4; moves += 4)
		if (!record_push(record, arena, &board,
			(struct move){ square_of(moves), square_of(moves + 2) }))
			break;
	for (struct comment *comment = text.comments; comment != NULL; comment = comment->next) {
		int ply = comment_ply(comment->field.name);

		if (ply >= 0 && ply <= record->length)
			record_set_comment(record, ply, lines_of(comment->field.value));
	}
	return record;
}

/* The first mark at which a game begins or ends, and no field: "[DhtmlXQ]", "[DhtmlXQHTML]"; NULL:
 * there is none. */
static const char *
find_mark(const char *text, const char *mark)
{
	while ((text = str_find_nocase(text, mark)) != NULL) {
		text += strlen(mark);
		if (*text != '_')
			return text;
	}
	return NULL;
}

void
dhtmlxq_read(struct record_list *list, const char *text)
{
	const char *start = find_mark(text, OPEN), *end;

	do {
		if (start != NULL)
			text = start;
		end = find_mark(text, CLOSE);
		if (end == NULL)
			end = text + strlen(text);
		record_list_add(list, read_game(list->arena, text, end));
		text = end;
	} while ((start = find_mark(text, OPEN)) != NULL);
}

/* A bracket that would look like the format's own becomes a parenthesis. */
static void
field_write(struct str *out, const char *name, const char *value)
{
	str_addf(out, OPEN "_%s]", name);
	for (; *value != '\0'; value++) {
		if (*value == '\n')
			str_add(out, "||");
		else if (str_starts_nocase(value, OPEN) || str_starts_nocase(value, CLOSE))
			str_addc(out, '(');
		else if (*value != '\r')
			str_addc(out, *value);
	}
	str_addf(out, CLOSE "_%s]\n", name);
}

static void
square_add(struct str *out, uint8_t square)
{
	if (square == NO_SQUARE)
		str_add(out, "99");
	else
		str_addf(out, "%d%d", square_file(square), RANKS - 1 - square_rank(square));
}

void
dhtmlxq_write(struct str *out, const struct record *record)
{
	static const char *const results[] = { [RESULT_RED] = "红胜",
		[RESULT_GREEN] = "黑胜",
		[RESULT_DRAW] = "和棋",
		[RESULT_CANCELLED] = NULL };
	uint8_t slots[SLOTS];
	char fen[FEN_SIZE];

	str_add(out, OPEN "]\n");
	for (int i = 0; i < RECORD_FIELDS; i++)
		if (field_names[i].dhtmlxq != NULL && record->fields[i] != NULL)
			field_write(out, field_names[i].dhtmlxq, record->fields[i]);
	if (results[record->result] != NULL)
		field_write(out, "result", results[record->result]);
	if (record_starts_elsewhere(record)) {
		fen_write(&record->start, 0, 1, fen);
		field_write(out, "fen", fen);
	}
	slots_from_board(&record->start, slots);
	str_add(out, OPEN "_binit]");
	for (int i = 0; i < SLOTS; i++)
		square_add(out, slots[i]);
	str_add(out, CLOSE "_binit]\n");
	str_add(out, OPEN "_movelist]");
	for (int i = 0; i < record->length; i++) {
		square_add(out, record->moves[i].from);
		square_add(out, record->moves[i].to);
	}
	str_add(out, CLOSE "_movelist]\n");
	for (int ply = 0; ply <= record->length; ply++) {
		/* Its readers show all of it to people: no time of the move. */
		const char *comment = record->comments[ply];
		char name[24];

		str_format(name, sizeof name, "comment%d", ply);
		if (comment != NULL)
			field_write(out, name, comment);
	}
	str_add(out, CLOSE "]\n");
}
