/* SPDX-License-Identifier: ISC */
/*
 * The formats of records: their names, which one a file has, and who reads and
 * writes it (record_pgn.c, record_wxf.c, record_dhtmlxq.c, record_xqf.c,
 * record_cbf.c, record_text.c, record_bare.c).
 */
#include <string.h>

#include "base/err.h"
#include "base/str.h"
#include "base/utf8.h"
#include "game/record_internal.h"

static const struct {
	const char *name, *suffix;
	enum notation moves; /* of the kinds of PGN */
} formats[] = {
	[RECORD_PGN] = { "pgn", "pgn", NOTATION_CHINESE },
	[RECORD_PGN_WXF] = { "pgn-wxf", "pgn", NOTATION_WXF },
	[RECORD_PGN_ICCS] = { "iccs", "pgn", NOTATION_ICCS },
	[RECORD_DHTMLXQ] = { .name = "dhtmlxq", .suffix = "txt" },
	[RECORD_WXF] = { .name = "wxf", .suffix = "wxf" },
	[RECORD_XQF] = { .name = "xqf", .suffix = "xqf" },
};

bool
record_format_find(const char *name, enum record_format *format)
{
	if (str_equal_nocase(name, "chinese"))
		name = "pgn";
	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
		if (str_equal_nocase(name, formats[i].name)) {
			*format = (enum record_format)i;
			return true;
		}
	return false;
}

bool
record_is_form(const char *name)
{
	enum record_format format;

	return record_format_find(name, &format) || str_equal_nocase(name, "signed") ||
	    str_equal_nocase(name, "gif");
}

const char *
record_format_suffix(enum record_format format)
{
	return formats[format].suffix;
}

static bool
is_before(const char *a, const char *b)
{
	return a != NULL && (b == NULL || a < b);
}

/* Comments and names may hold anything: what begins first is what the file is. */
static void
read_by_first_mark(struct record_list *list, const char *text)
{
	const char *dhtmlxq = str_find_nocase(text, "[DhtmlXQ");
	const char *wxf = wxf_start(text);
	const char *pgn = pgn_begin(text, true);
	const char *heads = text_begin(text);
	const char *cbf = cbf_begin(text);

	for (const char *at = text; wxf != NULL && at < wxf; at += strcspn(at, "\r\n")) {
		at += strspn(at, " \t\r\n");
		if (at < wxf && str_starts_nocase(at, "FORMAT"))
			wxf = at;
	}
	if (is_before(cbf, heads) && is_before(cbf, dhtmlxq) && is_before(cbf, wxf) &&
	    is_before(cbf, pgn))
		cbf_read(list, text);
	else if (is_before(heads, dhtmlxq) && is_before(heads, wxf) && is_before(heads, pgn))
		text_read(list, text);
	else if (is_before(dhtmlxq, wxf) && is_before(dhtmlxq, pgn))
		dhtmlxq_read(list, text);
	else if (is_before(wxf, pgn))
		wxf_read(list, text);
	else
		pgn_read(list, text);
}

/* Texts of a file reach people, and XML, as text alone; a letter and its marks are one. */
static const char *
clean(struct arena *arena, const char *text, bool keep_lines)
{
	return text == NULL ? NULL :
			      utf8_nfc(arena, utf8_clean(arena, text, strlen(text), keep_lines));
}

static void
clean_texts(struct arena *arena, struct record *record)
{
	for (int i = 0; i < RECORD_FIELDS; i++)
		record->fields[i] = clean(arena, record->fields[i], false);
	for (int i = 0; i <= record->length; i++)
		record->comments[i] = clean(arena, record->comments[i], true);
}

int
record_read(struct arena *arena, const char *bytes, size_t size, struct record **first, int *count,
    struct err *err)
{
	struct record_list list = { .arena = arena, .end = &list.first };
	bool is_xqf = size > 2 && memcmp(bytes, "XQ", 2) == 0 && bytes[2] < ' ';

	if (is_xqf) {
		xqf_read(&list, (const unsigned char *)bytes, size);
	} else {
		const char *text = text_decode(arena, bytes, size);

		read_by_first_mark(&list, text);
		if (list.count == 0)
			bare_read(&list, text);
	}
	if (list.count == 0)
		return err_set(err, is_xqf ? "a game without a move" : "no game of a known format");
	for (struct record *record = list.first; record != NULL; record = record->next)
		clean_texts(arena, record);
	*first = list.first;
	*count = list.count;
	return 0;
}

void
record_write(struct str *out, const struct record *record, enum record_format format)
{
	switch (format) {
	case RECORD_DHTMLXQ:
		dhtmlxq_write(out, record);
		break;
	case RECORD_WXF:
		wxf_write(out, record);
		break;
	case RECORD_XQF:
		xqf_write(out, record);
		break;
	default:
		pgn_write(out, record, formats[format].moves);
		break;
	}
}
