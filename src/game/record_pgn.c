/* SPDX-License-Identifier: ISC */
/*
 * PGN for xiangqi.
 *
 * Read: tags in any case and order, several on a line, values with or without
 * quotes; `{}` nested, `;` and `%` lines; variations skipped; a game begins
 * where tags follow moves.  Written: UTF-8, one shape, the first tag always
 * [Game "Chinese Chess"].
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "game/record_internal.h"
#include "rules/fen.h"

struct pgn {
	struct arena *arena;
	const char *at;
	bool flat; /* parentheses do not match up */
	/* Of the game being read: */
	struct record *record;
	struct segments segments;
	bool format_known, iccs;
	const char *fen;
};

/* Where the line at text ends. */
static const char *
line_end(const char *text)
{
	return text + strcspn(text, "\r\n");
}

/* "[Name value]" stands at text. */
static bool
is_tag(const char *text)
{
	const char *end = line_end(text), *close;
	size_t name;

	if (*text != '[')
		return false;
	text += 1 + strspn(text + 1, " \t");
	if (!isalpha((unsigned char)*text))
		return false;
	for (name = 0; isalnum((unsigned char)text[name]) || text[name] == '_'; name++)
		;
	close = memchr(text, ']', (size_t)(end - text));
	return close != NULL && strchr(" \t\"'", text[name]) != NULL && text[name] != '\0';
}

/* The value between text and its quote's end, escapes undone; NULL if it says
 * nothing ("?", "????.??.??"). */
static const char *
tag_value(struct arena *arena, const char *text, size_t length)
{
	char *value = arena_alloc(arena, length + 1);
	size_t n = 0;

	for (size_t i = 0; i < length; i++) {
		if (text[i] == '\\' && i + 1 < length && strchr("\"\\", text[i + 1]) != NULL)
			i++;
		value[n++] = text[i];
	}
	return strspn(value, "?.- ") == n ? NULL : value;
}

/* The quote that ends a value: the first one that a ']' follows, else the last. */
static const char *
closing_quote(const char *text, const char *end)
{
	const char *last = NULL;

	for (; text < end; text++) {
		if (*text == '\\' && text + 1 < end)
			text++;
		else if (*text == '"') {
			last = text;
			if (text[1 + strspn(text + 1, " \t")] == ']')
				return text;
		}
	}
	return last;
}

static void
read_tag(struct pgn *pgn)
{
	const char *end = line_end(pgn->at), *value, *stop;
	const char *name = pgn->at + 1 + strspn(pgn->at + 1, " \t");
	size_t length = strcspn(name, " \t\"'");

	value = name + length + strspn(name + length, " \t");
	if (*value == '"' && (stop = closing_quote(value + 1, end)) != NULL) {
		value++;
		pgn->at = stop + 1;
		pgn->at += strspn(pgn->at, " \t");
		pgn->at += *pgn->at == ']';
	} else {
		stop = memchr(value, ']', (size_t)(end - value)); /* is_tag saw it */
		pgn->at = stop + 1;
	}
	name = arena_strndup(pgn->arena, name, length);
	value = tag_value(pgn->arena, value, (size_t)(stop - value));
	if (value == NULL)
		return;
	if (str_equal_nocase(name, "Result")) {
		pgn->record->result = result_read(value);
	} else if (str_equal_nocase(name, "FEN")) {
		pgn->fen = value;
	} else if (str_equal_nocase(name, "Format")) {
		pgn->format_known = true;
		pgn->iccs = str_equal_nocase(value, "ICCS");
	}
	for (int i = 0; i < RECORD_FIELDS; i++)
		if (str_equal_nocase(name, field_names[i].pgn) ||
		    (field_names[i].pgn_other != NULL &&
			str_equal_nocase(name, field_names[i].pgn_other)))
			pgn->record->fields[i] = value;
}

/* pgn->at is at a '(' : skips the variation, comments inside it too. */
static void
skip_variation(struct pgn *pgn)
{
	const char *at = pgn->at;
	int depth = 0;

	while (*at != '\0' && !pgn->flat) {
		if (*at == '{')
			at += strcspn(at, "}");
		depth += (*at == '(') - (*at == ')');
		if (*at != '\0')
			at++;
		if (depth == 0) {
			pgn->at = at;
			return;
		}
	}
	pgn->flat = true;
	pgn->at++;
}

/* Reads up to the next game's tags. */
static void
read_moves(struct pgn *pgn)
{
	const char *from = pgn->at;
	bool line = true; /* at the beginning of one */

	while (*pgn->at != '\0' && !(line && is_tag(pgn->at))) {
		const char *at = pgn->at;

		if (strchr("{(;", *at) != NULL || (line && *at == '%')) {
			segments_add_text(&pgn->segments, from, (size_t)(at - from));
			if (*at == '{')
				pgn->at = segments_add_comment(&pgn->segments, at);
			else if (*at == '(')
				skip_variation(pgn);
			else
				pgn->at = line_end(at);
			from = pgn->at;
			line = false;
			continue;
		}
		line = *at == '\n' || *at == '\r' || (line && (*at == ' ' || *at == '\t'));
		pgn->at++;
	}
	segments_add_text(&pgn->segments, from, (size_t)(pgn->at - from));
}

static void
read_game(struct pgn *pgn)
{
	bool good = true;

	pgn->record = record_new(pgn->arena, 0);
	pgn->format_known = pgn->iccs = false;
	pgn->fen = NULL;
	segments_init(&pgn->segments, pgn->arena);
	pgn->at += strspn(pgn->at, " \t\r\n");
	while (is_tag(pgn->at)) {
		read_tag(pgn);
		pgn->at += strspn(pgn->at, " \t\r\n");
	}
	read_moves(pgn);
	if (pgn->fen != NULL)
		good = record_set_start(pgn->record, pgn->arena, pgn->fen);
	if (good)
		segments_play(&pgn->segments, pgn->format_known, pgn->iccs, pgn->record);
}

const char *
pgn_begin(const char *text, bool is_quoted)
{
	for (text += strspn(text, " \t\r\n"); *text != '\0'; text += strspn(text, " \t\r\n")) {
		const char *end = line_end(text);

		if (is_tag(text) && (!is_quoted || memchr(text, '"', (size_t)(end - text)) != NULL))
			return text;
		text = end;
	}
	return NULL;
}

void
pgn_read(struct record_list *list, const char *text)
{
	struct pgn pgn = { .arena = list->arena, .at = pgn_begin(text, false) };
	bool has_tags = pgn.at != NULL;

	if (!has_tags)
		pgn.at = text;
	while (*pgn.at != '\0') {
		read_game(&pgn);
		/* Prose is no game, but a result alone is one. */
		if (has_tags || pgn.record->length > 0 || pgn.record->error == NULL)
			record_list_add(list, pgn.record);
	}
}

static void
tag_write(struct str *out, const char *name, const char *value)
{
	str_addf(out, "[%s \"", name);
	for (; *value != '\0'; value++) {
		if (*value == '"' || *value == '\\')
			str_addc(out, '\\');
		str_addc(out, *value == '\n' || *value == '\r' ? ' ' : *value);
	}
	str_add(out, "\"]\n");
}

void
pgn_write(struct str *out, const struct record *record, enum notation form)
{
	static const struct {
		enum record_field field;
		const char *unknown; /* NULL: no tag then */
	} shape[] = { { FIELD_EVENT, "?" }, { FIELD_SITE, "?" }, { FIELD_DATE, "????.??.??" },
		{ FIELD_ROUND, "?" }, { FIELD_RED_TEAM, NULL }, { FIELD_RED, "?" },
		{ FIELD_GREEN_TEAM, NULL }, { FIELD_GREEN, "?" }, { FIELD_TITLE, NULL },
		{ FIELD_TIME_CONTROL, NULL }, { FIELD_TERMINATION, NULL }, { FIELD_OPENING, NULL },
		{ FIELD_ANNOTATOR, NULL }, { FIELD_RULES, NULL } };
	char fen[FEN_SIZE];

	tag_write(out, "Game", "Chinese Chess");
	for (size_t i = 0; i < sizeof shape / sizeof shape[0]; i++) {
		const char *value = shape[i].unknown;

		if (shape[i].field == FIELD_TITLE)
			tag_write(out, "Result", result_text(record->result));
		if (record->fields[shape[i].field] != NULL)
			value = record->fields[shape[i].field];
		if (value != NULL)
			tag_write(out, field_names[shape[i].field].pgn, value);
	}
	if (form == NOTATION_WXF || form == NOTATION_ICCS)
		tag_write(out, "Format", form == NOTATION_WXF ? "WXF" : "ICCS");
	if (record_starts_elsewhere(record)) {
		fen_write(&record->start, 0, 1, fen);
		tag_write(out, "FEN", fen);
	}
	str_addc(out, '\n');
	moves_write(out, record, form);
	str_addf(out, "%s\n", result_text(record->result));
}
