/* SPDX-License-Identifier: ISC */
/*
 * CBF, the XML of the Chinese chess bridge (象棋桥): a Head of elements, then a MoveList.
 *
 * A move is value="77-47", squares as in DhtmlXQ; the first, "00-00", is none and has the
 * comment before all.  What follows the first end="1" are variations, which are left out.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "game/record_internal.h"

#define RECORD_OPEN  "<ChineseChessRecord"
#define RECORD_CLOSE "</ChineseChessRecord"
#define MOVE_OPEN    "<Move "
#define LAST_MARK    "end=\"1\""

static const char cdata_open[] = "<![CDATA[", cdata_close[] = "]]>";

/* The first `word` between text and end; NULL: there is none. */
static const char *
find(const char *text, const char *end, const char *word)
{
	const char *found = strstr(text, word);

	return found != NULL && found < end ? found : NULL;
}

/* Adds the character that "&amp;" or "&#20851;" stands for; returns its length, 0: it is none. */
static size_t
add_entity(struct str *out, const char *text)
{
	static const struct {
		const char *name;
		char c;
	} names[] = { { "&amp;", '&' }, { "&lt;", '<' }, { "&gt;", '>' }, { "&quot;", '"' },
		{ "&apos;", '\'' } };
	char bytes[4], *stop;
	long code;

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (strncmp(text, names[i].name, strlen(names[i].name)) == 0) {
			str_addc(out, names[i].c);
			return strlen(names[i].name);
		}
	if (text[1] != '#')
		return 0;
	code = text[2] == 'x' ? strtol(text + 3, &stop, 16) : strtol(text + 2, &stop, 10);
	if (*stop != ';' || (code < ' ' && code != '\n') || code > 0x10ffff ||
	    (code >= 0xd800 && code <= 0xdfff))
		return 0;
	str_addn(out, bytes, utf8_encode((uint32_t)code, bytes));
	return (size_t)(stop - text) + 1;
}

/* What stands between text and end, without blanks around it; NULL: nothing. */
static const char *
content(struct arena *arena, const char *text, const char *end)
{
	struct str out;
	bool is_cdata = false;

	str_init(&out, arena, 0);
	while (text < end) {
		size_t length = 0;

		if (strncmp(text, is_cdata ? cdata_close : cdata_open,
			strlen(is_cdata ? cdata_close : cdata_open)) == 0) {
			length = strlen(is_cdata ? cdata_close : cdata_open);
			is_cdata = !is_cdata;
		} else if (*text == '&' && !is_cdata) {
			length = add_entity(&out, text);
		}
		if (length == 0)
			str_addc(&out, text[length++]);
		text += length;
	}
	while (out.length > 0 && isspace((unsigned char)out.data[out.length - 1]))
		out.data[--out.length] = '\0';
	text = out.data + strspn(out.data, " \t\r\n");
	return *text != '\0' ? text : NULL;
}

/* The content of <name>…</name> between text and end. */
static const char *
element(struct arena *arena, const char *text, const char *end, const char *name)
{
	const char *open = find(text, end, arena_printf(arena, "<%s>", name));
	const char *close = find(text, end, arena_printf(arena, "</%s>", name));

	return open != NULL && close > open ? content(arena, open + strlen(name) + 2, close) : NULL;
}

static void
read_head(struct record *record, struct arena *arena, const char *text, const char *end)
{
	static const struct {
		const char *name;
		enum record_field field;
	} elements[] = { { "Name", FIELD_TITLE }, { "Contest", FIELD_EVENT },
		{ "Site", FIELD_SITE }, { "Date", FIELD_DATE }, { "Round", FIELD_ROUND },
		{ "Red", FIELD_RED }, { "Black", FIELD_GREEN }, { "RedTeam", FIELD_RED_TEAM },
		{ "BlackTeam", FIELD_GREEN_TEAM }, { "TimeRule", FIELD_TIME_CONTROL },
		{ "Commentator", FIELD_ANNOTATOR } };
	static const char *const results[] = { "*", "1-0", "0-1", "1/2-1/2" };
	const char *result = element(arena, text, end, "RecordResult");
	const char *fen = element(arena, text, end, "FEN");

	for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++)
		record->fields[elements[i].field] = element(arena, text, end, elements[i].name);
	if (result != NULL && strlen(result) == 1 && *result >= '0' && *result <= '3')
		result = results[*result - '0'];
	if (result != NULL)
		record_take_result(record, arena, result);
	if (fen != NULL)
		record_set_start(record, arena, fen);
}

/* "77" */
static uint8_t
read_square(const char *text)
{
	if (*text < '0' || *text > '8' || !isdigit((unsigned char)text[1]))
		return NO_SQUARE;
	return square_at(text[0] - '0', '9' - text[1]);
}

/* Plays the move whose element stands at text; returns where that ends, NULL: it cannot be played.
 */
static const char *
read_move(struct record *record, struct arena *arena, struct board *board, const char *text,
    const char *end)
{
	static const char value_word[] = "value=\"", nothing[] = "00-00";
	const char *tag_end = find(text, end, ">"), *value, *comment, *close;

	if (tag_end == NULL)
		tag_end = end - 1;
	value = find(text, tag_end, value_word);
	value = value != NULL ? value + strlen(value_word) : "";
	if (strncmp(value, nothing, strlen(nothing)) != 0) {
		struct move move = { NO_SQUARE, NO_SQUARE };

		if (strcspn(value, "\"") == strlen(nothing))
			move = (struct move){ read_square(value), read_square(value + 3) };
		if (!record_push(record, arena, board, move))
			return NULL;
	}
	if (tag_end[-1] == '/')
		return tag_end;
	close = find(tag_end, end, "</Move>");
	if (close == NULL)
		close = end;
	comment = content(arena, tag_end + 1, close);
	if (comment != NULL)
		record_set_comment(record, record->length, comment);
	return close;
}

static struct record *
read_game(struct arena *arena, const char *text, const char *end)
{
	const char *moves = find(text, end, "<MoveList");
	struct record *record;
	struct board board;
	int count = 0, variations = 0;
	bool is_over = false;

	if (moves == NULL)
		moves = end;
	for (const char *at = moves; (at = find(at, end, MOVE_OPEN)) != NULL; at++)
		count++;
	record = record_new(arena, count);
	read_head(record, arena, text, moves);
	board = record->start;
	while (record->error == NULL && (moves = find(moves, end, MOVE_OPEN)) != NULL) {
		const char *tag_end = moves + strcspn(moves, ">");
		bool is_last = find(moves, tag_end, LAST_MARK) != NULL;

		variations += is_over && is_last;
		moves = is_over ? tag_end : read_move(record, arena, &board, moves, end);
		is_over |= is_last;
		if (moves == NULL)
			break;
	}
	record_note_variations(record, arena, variations);
	return record;
}

const char *
cbf_begin(const char *text)
{
	return strstr(text, RECORD_OPEN);
}

void
cbf_read(struct record_list *list, const char *text)
{
	while ((text = cbf_begin(text)) != NULL) {
		const char *end = strstr(text, RECORD_CLOSE);

		if (end == NULL)
			end = text + strlen(text);
		record_list_add(list, read_game(list->arena, text, end));
		text = end;
	}
}
