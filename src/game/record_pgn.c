/* SPDX-License-Identifier: ISC */
/*
 * PGN for xiangqi.
 *
 * Read: tags in any case and order, several on a line, values with or without
 * quotes; `{}` nested, `;` and `%` lines; variations skipped.  A game begins where tags
 * follow moves or a tag comes again, and behind the result of another; an empty line with
 * a tag below it ends every bracket that nothing has ended.  Written: UTF-8, one shape, the first
 * tag always [Game "Chinese Chess"].
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
	const char *limit; /* where brackets without an end do; NULL: not looked for yet */
	/* Of the game being read: */
	struct record *record;
	struct segments segments;
	bool format_known, iccs;
	const char *fen;
	struct str tags; /* names so far, a line each */
	int variations;
	bool has_open_variation;
	bool has_moves; /* or what looks like some */
};

/* Where the line at text ends. */
static const char *
line_end(const char *text)
{
	return text + strcspn(text, "\r\n");
}

/* Where the tag at text ends, if it is one: some programs break a value's line. */
static const char *
tag_end(const char *text)
{
	const char *end = line_end(text), *quote = memchr(text, '"', (size_t)(end - text)), *close;

	if (quote == NULL || memchr(quote + 1, '"', (size_t)(end - quote) - 1) != NULL)
		return end;
	close = strchr(quote + 1, '"');
	if (close == NULL || close[1] != ']')
		return end;
	for (const char *at = quote; at < close; at++)
		if (*at == '{' || (*at == '\n' && at[1] == '['))
			return end;
	return close + 2;
}

/* "[Name value]" stands at text. */
static bool
is_tag(const char *text)
{
	const char *end = tag_end(text), *close;
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
		value[n++] = text[i] == '\n' ? ' ' : text[i];
	}
	while (n > 0 && strchr(" \t", value[n - 1]) != NULL)
		value[--n] = '\0';
	return strspn(value, "?.- ") == n ? NULL : value + strspn(value, " \t");
}

/* The quote that ends a value: the first one that a ']' follows, else the last. */
static const char *
closing_quote(const char *text, const char *end, const char *quote)
{
	size_t length = strlen(quote);
	const char *last = NULL;

	for (; text < end; text++) {
		if (*text == '\\' && text + 1 < end)
			text++;
		else if (strncmp(text, quote, length) == 0) {
			last = text;
			if (text[length + strspn(text + length, " \t")] == ']')
				return text;
		}
	}
	return last;
}

/* The value at *text in quotes: where it ends.  *text moves to its beginning, *behind is what
 * follows its closing quote.  NULL: it has none. */
static const char *
quoted_value(const char **text, const char *end, const char **behind)
{
	static const char *const quotes[][2] = { { "\"", "\"" }, { "'", "'" }, { "“", "”" } };

	for (size_t i = 0; i < sizeof quotes / sizeof quotes[0]; i++) {
		size_t length = strlen(quotes[i][0]);
		const char *stop;

		if (strncmp(*text, quotes[i][0], length) != 0)
			continue;
		stop = closing_quote(*text + length, end, quotes[i][1]);
		if (stop == NULL)
			return NULL;
		*text += length;
		*behind = stop + strlen(quotes[i][1]);
		return stop;
	}
	return NULL;
}

/* Values that name no notation decide nothing. */
static void
read_format(struct pgn *pgn, const char *value)
{
	const char *format = arena_strndup(pgn->arena, value, strcspn(value, " \t"));

	pgn->iccs = str_equal_nocase(format, "ICCS") || str_equal_nocase(format, "UCCI");
	pgn->format_known = pgn->iccs || str_equal_nocase(format, "WXF") ||
	    str_equal_nocase(format, "Chinese");
}

/* Reads the tag at pgn->at; false when this game has it already, or one with its name. */
static bool
read_tag(struct pgn *pgn)
{
	const char *end = tag_end(pgn->at), *value, *stop;
	const char *name = pgn->at + 1 + strspn(pgn->at + 1, " \t");
	size_t length = strcspn(name, " \t\"'");

	value = name + length + strspn(name + length, " \t");
	name = arena_printf(pgn->arena, "\n%.*s\n", (int)length, name);
	if (str_find_nocase(pgn->tags.data, name) != NULL)
		return false;
	str_add(&pgn->tags, name);
	name = arena_strndup(pgn->arena, name + 1, length);
	stop = quoted_value(&value, end, &pgn->at);
	if (stop != NULL) {
		pgn->at += strspn(pgn->at, " \t");
		pgn->at += *pgn->at == ']';
	} else {
		stop = memchr(value, ']', (size_t)(end - value)); /* is_tag saw it */
		pgn->at = stop + 1;
	}
	value = tag_value(pgn->arena, value, (size_t)(stop - value));
	if (value == NULL)
		return true;
	if (str_equal_nocase(name, "Result")) {
		record_take_result(pgn->record, pgn->arena, value);
	} else if (str_equal_nocase(name, "FEN")) {
		pgn->fen = value;
	} else if (str_equal_nocase(name, "Format")) {
		read_format(pgn, value);
	}
	for (int i = 0; i < RECORD_FIELDS; i++)
		if (str_equal_nocase(name, field_names[i].pgn) ||
		    (field_names[i].pgn_other != NULL &&
			str_equal_nocase(name, field_names[i].pgn_other)))
			pgn->record->fields[i] = value;
	return true;
}

/* The first tag below an empty line; the end of the text if there is none. */
static const char *
find_limit(const char *text)
{
	for (; *text != '\0'; text += strcspn(text, "\n")) {
		size_t gap = strspn(text, "\r\n");

		if (gap > 1 && is_tag(text + gap) && memchr(text, '\n', gap - 1) != NULL)
			return text + gap;
		text += gap;
	}
	return text;
}

/* pgn->at is at a '(' : keeps a remark or a result, skips a variation, comments inside it too. */
static void
read_bracket(struct pgn *pgn)
{
	const char *at = pgn->at;
	size_t length = segments_remark_length(&pgn->segments, at, pgn->limit);
	int depth = 0;

	if (length > 0) {
		segments_add_bracket(&pgn->segments, at, length);
		pgn->at += length;
		return;
	}
	length = result_mark_length(at + 1);
	if (length > 0 && at[1 + length] == ')') {
		segments_add_text(&pgn->segments, at + 1, length);
		pgn->at += length + 2;
		return;
	}
	do {
		if (*at == '{')
			at += strcspn(at, "}");
		pgn->variations += *at == '(';
		depth += (*at == '(') - (*at == ')');
		if (*at != '\0')
			at++;
	} while (depth > 0 && at < pgn->limit);
	pgn->has_open_variation |= depth > 0;
	pgn->at = at < pgn->limit ? at : pgn->limit;
}

/* Behind a line of dashes at text, where only words stand up to the next tag or the end: those.
 * Else text. */
static const char *
skip_words_below(const char *text)
{
	const char *at = text;

	if (!text_line_is_rule(text))
		return text;
	for (; *at != '\0' && !is_tag(at); at = line_end(at) + strspn(line_end(at), " \t\r\n"))
		if (text_line_has_move(at))
			return text;
	return at;
}

/* At the first ';' of "C2=5;H8+7;H2+3;R9=8", a list. */
static bool
is_list(const char *text)
{
	const char *end = line_end(text);
	int moves = 0;

	while (text < end && *text == ';' && notation_is_move_like(text + 1)) {
		moves++;
		text += 1 + strcspn(text + 1, ";\r\n");
	}
	return text == end && moves >= 3;
}

static void
add_list(struct pgn *pgn, const char *text)
{
	char *moves = arena_strndup(pgn->arena, text, (size_t)(line_end(text) - text));

	for (char *at = moves; (at = strchr(at, ';')) != NULL;)
		*at = ' ';
	segments_add_text(&pgn->segments, moves, strlen(moves));
}

/* A bracket or a line that is no movetext; is_line: one begins here. */
static bool
is_aside(const char *text, bool is_line)
{
	return strchr("{(;", *text) != NULL ||
	    (is_line && (*text == '%' || skip_words_below(text) > text));
}

/* Such a one stands at pgn->at. */
static void
read_aside(struct pgn *pgn)
{
	const char *at = pgn->at;

	if (*at == '{') {
		pgn->at = segments_add_comment(&pgn->segments, at, pgn->limit);
	} else if (*at == '(') {
		read_bracket(pgn);
	} else if (*at == '-') {
		pgn->at = skip_words_below(at);
	} else {
		pgn->at = line_end(at);
		if (is_list(at))
			add_list(pgn, at);
		else if (*at == ';')
			segments_add_remark(&pgn->segments, at + 1, (size_t)(pgn->at - at) - 1);
	}
}

/* Reads up to the next game: its tags, or what follows a result and its comments. */
static void
read_moves(struct pgn *pgn)
{
	const char *from = pgn->at;
	bool line = true, word = true; /* at the beginning of one */
	bool is_over = false;

	while (*pgn->at != '\0' && !((line || is_over) && is_tag(pgn->at))) {
		const char *at = pgn->at;
		size_t mark = word ? result_mark_length(at) : 0;

		if (is_aside(at, line)) {
			segments_add_text(&pgn->segments, from, (size_t)(at - from));
			read_aside(pgn);
			from = pgn->at;
			/* Only tags stand where a bracket without an end ends. */
			line = *at == '-' || pgn->at == pgn->limit;
			word = true;
			continue;
		}
		word = strchr(" \t\r\n", *at) != NULL;
		if (is_over && !word)
			break;
		if (*at != ' ' && *at != '\t')
			line = *at == '\n' || *at == '\r';
		is_over |= mark > 0;
		pgn->at += mark > 0 ? mark : 1;
	}
	segments_add_text(&pgn->segments, from, (size_t)(pgn->at - from));
}

static void
read_game(struct pgn *pgn)
{
	bool good = true;

	pgn->record = record_new(pgn->arena, 0);
	pgn->format_known = pgn->iccs = pgn->has_open_variation = pgn->has_moves = false;
	pgn->fen = NULL;
	pgn->variations = 0;
	segments_init(&pgn->segments, pgn->arena);
	str_init(&pgn->tags, pgn->arena, 0);
	pgn->at += strspn(pgn->at, " \t\r\n");
	while (is_tag(pgn->at) && read_tag(pgn))
		pgn->at += strspn(pgn->at, " \t\r\n");
	if (pgn->limit == NULL || pgn->limit < pgn->at)
		pgn->limit = find_limit(pgn->at);
	read_moves(pgn);
	if (pgn->fen != NULL)
		good = record_set_start(pgn->record, pgn->arena, pgn->fen);
	if (good)
		pgn->has_moves = segments_play(
		    &pgn->segments, pgn->format_known, pgn->iccs, pgn->record);
	if (pgn->has_open_variation)
		record_note(pgn->record, pgn->arena, "a variation has no end");
	pgn->segments.variations += pgn->variations;
	record_note_segments(pgn->record, pgn->arena, &pgn->segments);
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

	if (pgn.at == NULL)
		pgn.at = text;
	while (*pgn.at != '\0') {
		read_game(&pgn);
		/* Prose is no game, but a result alone is one. */
		if (pgn.tags.length > 0 || pgn.has_moves || pgn.record->error == NULL)
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
