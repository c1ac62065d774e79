/* SPDX-License-Identifier: ISC */
/*
 * The WXF file format: lines of a keyword and a value, then the moves between
 * `START{` and `}END`.
 *
 * Players' lines may go on with team and rating after a `;`, which are left
 * out.  Another start position stands in a FEN line; one in a SETUP is not read, and
 * such a game is refused.
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "game/record_internal.h"
#include "rules/fen.h"

static char *
value_of(struct arena *arena, const char *text, size_t length, bool is_player)
{
	char *value = arena_strndup(arena, text, length);

	if (is_player)
		value[strcspn(value, ";")] = '\0';
	length = strlen(value);
	while (length > 0 && strchr(" \t", value[length - 1]) != NULL)
		value[--length] = '\0';
	return length > 0 ? value : NULL;
}

/* What lines say of the moves. */
struct wxf_head {
	const char *format, *fen;
	bool has_setup;
};

static void
read_line(struct record *record, struct arena *arena, const char *line, struct wxf_head *head)
{
	size_t length = strcspn(line, "\r\n"), word = strcspn(line, " \t\r\n");
	const char *keyword = arena_strndup(arena, line, word);
	const char *value = line + word + strspn(line + word, " \t");

	length -= (size_t)(value - line) < length ? (size_t)(value - line) : length;
	if (str_equal_nocase(keyword, "RESULT"))
		record_take_result(record, arena, arena_strndup(arena, value, length));
	else if (str_equal_nocase(keyword, "FEN"))
		head->fen = value_of(arena, value, length, false);
	else if (str_equal_nocase(keyword, "FORMAT"))
		head->format = value_of(arena, value, length, false);
	else if (str_starts_nocase(keyword, "SETUP"))
		head->has_setup = true;
	for (int i = 0; i < RECORD_FIELDS; i++)
		if (field_names[i].wxf != NULL && str_equal_nocase(keyword, field_names[i].wxf))
			record->fields[i] = value_of(
			    arena, value, length, i == FIELD_RED || i == FIELD_GREEN);
}

/* Coordinates are ICCS where no FORMAT says what they are. */
static void
play(struct record *record, struct arena *arena, const struct wxf_head *head,
    const struct segments *segments)
{
	bool is_iccs = head->format == NULL || str_equal_nocase(head->format, "ICCS");
	bool is_algebraic = str_equal_nocase(head->format, "SALG") ||
	    str_equal_nocase(head->format, "LALG");

	if (head->has_setup)
		record->error = "its SETUP is not read, only a FEN line";
	else if (!is_iccs && !is_algebraic && !str_equal_nocase(head->format, "WXF"))
		record->error = arena_printf(arena,
		    "its FORMAT %.40s is not read, only WXF, ICCS, SALG and LALG", head->format);
	else if (head->fen != NULL && !record_set_start(record, arena, head->fen))
		return;
	else if (is_algebraic)
		segments_play_algebraic(segments, record);
	else
		segments_play(segments, true, is_iccs, record);
	record_note_segments(record, arena, segments);
}

const char *
wxf_start(const char *text)
{
	static const char word[] = "START";

	for (; (text = str_find_nocase(text, word)) != NULL; text++)
		if (text[strlen(word) + strspn(text + strlen(word), " \t")] == '{')
			return text;
	return NULL;
}

void
wxf_read(struct record_list *list, const char *text)
{
	const char *start;

	while ((start = wxf_start(text)) != NULL) {
		struct record *record = record_new(list->arena, 0);
		struct segments segments;
		struct wxf_head head = { NULL };

		for (; text < start; text += strcspn(text, "\r\n")) {
			text += strspn(text, " \t\r\n");
			if (text < start)
				read_line(record, list->arena, text, &head);
		}
		segments_init(&segments, list->arena);
		text = strchr(start, '{') + 1;
		while (*text != '\0' && *text != '}') {
			size_t length = strcspn(text, "{};");

			segments_add_text(&segments, text, length);
			text += length;
			if (*text == ';') {
				length = text_line_has_move(text + 1) ? 1 : strcspn(text, "\r\n}");
				segments_add_remark(&segments, text + 1, length - 1);
				text += length;
			}
			if (*text == '{')
				text = segments_add_comment(&segments, text, text + strlen(text));
		}
		text += *text == '}';
		if (str_starts_nocase(text, "END"))
			text += strlen("END");
		play(record, list->arena, &head, &segments);
		record_list_add(list, record);
	}
}

/* A brace would look like the moves' own; a ';' ends a player's name. */
static void
line_write(struct str *out, const char *keyword, const char *value, const char *end)
{
	const char *unfit = *end == ';' ? "\r\n{};" : "\r\n{}";

	str_addf(out, "%-16s", keyword);
	for (; *value != '\0'; value++)
		str_addc(out, strchr(unfit, *value) != NULL ? ' ' : *value);
	str_addf(out, "%s\n", end);
}

void
wxf_write(struct str *out, const struct record *record)
{
	char fen[FEN_SIZE];

	line_write(out, "FORMAT", "WXF", "");
	for (int i = 0; i < RECORD_FIELDS; i++)
		if (field_names[i].wxf != NULL && record->fields[i] != NULL)
			line_write(out, field_names[i].wxf, record->fields[i],
			    i == FIELD_RED || i == FIELD_GREEN ? ";;;" : "");
	line_write(out, "RESULT", result_text(record->result), "");
	if (record_starts_elsewhere(record)) {
		fen_write(&record->start, 0, 1, fen);
		line_write(out, "FEN", fen, "");
	}
	str_add(out, "START{\n");
	moves_write(out, record, NOTATION_WXF);
	str_add(out, "}END\n");
}
