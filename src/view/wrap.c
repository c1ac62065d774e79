/* SPDX-License-Identifier: ISC */
/*
 * Long lines broken (wrap.h).
 */
#include "view/wrap.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>

#include "base/str.h"
#include "base/utf8.h"

#define JOINER   0x200d
#define WORD_MAX 990 /* bytes of a line of its own (RFC 5322, 2.1.1) */

/* Hanzi, kana and full-width signs may stand at either side of a break. */
static bool
is_ideograph(uint32_t c)
{
	return (c >= 0x3000 && c <= 0x9fff) || (c >= 0xf900 && c <= 0xfaff) ||
	    (c >= 0xff00 && c <= 0xffef);
}

/* Where a word that is too long is cut: `fits`, or before what would lose its joiner or its
 * colour of skin. */
static size_t
cut_word(const char *line, size_t fits)
{
	const char *at = line;
	size_t cut = 0;
	bool joined = true;

	while ((size_t)(at - line) <= fits) {
		size_t before = (size_t)(at - line);
		uint32_t c = utf8_next(&at);

		if (!joined && c != JOINER && (c < 0x1f3fb || c > 0x1f3ff))
			cut = before;
		joined = c == JOINER;
	}
	return cut > 0 ? cut : fits;
}

/* The bytes of the word that begins here, where it is an address or a link, which nobody can use
 * in pieces; 0: it is another. */
static size_t
address_length(const char *word, const char *end)
{
	const char *at = word, *stop = word;
	uint32_t c;

	while (
	    at < end && stop - word <= WORD_MAX && (c = utf8_next(&at)) != ' ' && !is_ideograph(c))
		stop = at;
	if (stop - word > WORD_MAX ||
	    (memchr(word, '@', (size_t)(stop - word)) == NULL &&
		memmem(word, (size_t)(stop - word), "://", 3) == NULL))
		return 0;
	return (size_t)(stop - word);
}

/* The end of the quotation that begins here, within the line, at its closing mark; NULL: none does.
 * Languages have their own marks. */
static const char *
quotation_end(const char *at, const char *end)
{
	static const struct {
		const char *opens, *closes;
	} marks[] = { { "\"", "\"" }, { "“", "”" }, { "„", "“" }, { "«", "»" }, { "「", "」" } };

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		size_t length = strlen(marks[i].opens);

		if ((size_t)(end - at) > length && strncmp(at, marks[i].opens, length) == 0)
			return memmem(at + length, (size_t)(end - at) - length, marks[i].closes,
			    strlen(marks[i].closes));
	}
	return NULL;
}

static bool
is_sentence(const char *begin, const char *end)
{
	static const char *const stops[] = { ".", "!", "?", "。", "！", "？" };

	for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
		size_t length = strlen(stops[i]);

		if ((size_t)(end - begin) >= length && strncmp(end - length, stops[i], length) == 0)
			return true;
	}
	return false;
}

/* A line that is looked through for where it may end. */
struct breaker {
	const char *line, *end;
	size_t columns;
	bool hard;
	size_t best, next; /* the last place, in bytes, and where the line goes on then; 0 none */
	size_t whole;      /* where the last address ends */
	size_t kept;       /* where what stays on one line does */
	bool in_words;     /* past the blanks in front */
	bool before_wide;  /* an ideograph is the last character */
	bool opened;       /* … or a sign that must not end a line */
	bool paused;  /* … or a comma of full width, behind which Latin words may begin one */
	bool counted; /* … or a digit: "12月2日" */
	bool begins;  /* a word may begin here */
};

/* May a line end at the blanks here, *at behind the first of which?  *at: behind them all.  Not
 * where a command may follow, which would begin a line, nor within a short one. */
static bool
may_break(const struct breaker *b, const char **at)
{
	bool follows_colon = (*at)[-2] == ':', is_kept = *at <= b->line + b->kept;

	*at += strspn(*at, " ");
	return b->hard || (quotation_end(*at, b->end) == NULL && !follows_colon && !is_kept);
}

/* A short command stays on one line: in quotation marks, or behind a colon to the end of what is no
 * sentence. */
static void
keep_command(struct breaker *b, const char *at)
{
	const char *before = at > b->line ? at - 1 : " ", *end = NULL;
	bool follows_wide = at - b->line >= 3 && strncmp(at - 3, "：", 3) == 0;

	if (*at != '"' || strchr(" (", *before) != NULL)
		end = quotation_end(at, b->end);
	if (end == NULL && ((*at == ' ' && *before == ':') || follows_wide) &&
	    !is_sentence(b->line, b->end))
		end = b->end;
	if (end != NULL && (size_t)(end - at) <= utf8_prefix(at, b->columns / 2))
		b->kept = (size_t)(end - b->line);
}

/* May a line begin with the character at `at`: a hanzi, or a word behind a comma of full width? */
static bool
may_begin(const struct breaker *b, const char *at, uint32_t c)
{
	/* What must not begin one. */
	static const wchar_t closing[] = L"、。，．：；！？）》」』…";

	return b->in_words && !b->opened && !b->counted && (size_t)(at - b->line) >= b->kept &&
	    (is_ideograph(c) || (b->paused && utf8_is_alnum(c))) &&
	    wcschr(closing, (wchar_t)c) == NULL && quotation_end(at, b->end) == NULL;
}

/* Steps over one character or a whole address. */
static const char *
step(struct breaker *b, const char *at)
{
	/* What must not end a line. */
	static const wchar_t opening[] = L"（《「『“(", pauses[] = L"、，；。";
	size_t before = (size_t)(at - b->line);
	size_t address = b->hard && b->begins ? address_length(at, b->end) : 0;
	const char *next = at;
	uint32_t c = utf8_next(&next);

	keep_command(b, at);
	if (address > 0) {
		if (b->before_wide)
			b->best = b->next = before;
		b->whole = before + address;
		next = at + address;
	} else if (c == ' ' && b->in_words) {
		if (may_break(b, &next)) {
			b->best = before;
			b->next = (size_t)(next - b->line);
		}
	} else if (may_begin(b, at, c)) {
		b->best = b->next = before;
	}
	b->in_words |= c != ' ';
	b->opened = wcschr(opening, (wchar_t)c) != NULL;
	b->paused = wcschr(pauses, (wchar_t)c) != NULL;
	b->counted = c >= '0' && c <= '9';
	b->before_wide = is_ideograph(c);
	b->begins = c == ' ' || b->before_wide;
	return next;
}

/* Characters that are as wide as a hanzi where people write hanzi, and half as wide elsewhere (UAX
 * 11, "ambiguous"), as far as letters have them. */
static bool
is_ambiguous(uint32_t c)
{
	static const struct {
		uint16_t first, last;
	} ranges[] = { { 0xa7, 0xa8 }, { 0xb0, 0xb1 }, { 0xb7, 0xb7 }, { 0xbc, 0xbe },
		{ 0xd7, 0xd7 }, { 0xf7, 0xf7 }, { 0x391, 0x3c9 }, { 0x401, 0x401 },
		{ 0x410, 0x451 }, { 0x2013, 0x2016 }, { 0x2018, 0x2019 }, { 0x201c, 0x201d },
		{ 0x2025, 0x2026 }, { 0x2030, 0x2030 }, { 0x203b, 0x203b }, { 0x2190, 0x2199 },
		{ 0x2500, 0x254b }, { 0x25a0, 0x25a1 }, { 0x25cb, 0x25cb }, { 0x25cf, 0x25cf } };

	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (c >= ranges[i].first && c <= ranges[i].last)
			return true;
	return false;
}

/* Letters that may be as wide as hanzi: Greek and Cyrillic ones. */
static bool
is_ambiguous_letter(uint32_t c)
{
	return is_ambiguous(c) && c >= 0x391 && c <= 0x451;
}

/* Has the line hanzi, and not more Cyrillic or Greek letters, whose readers see them narrow? */
static bool
is_wide_line(const char *line, size_t length)
{
	const char *end = line + length;
	size_t hanzi = 0, letters = 0;

	while (line < end) {
		uint32_t c = utf8_next(&line);

		hanzi += is_ideograph(c);
		letters += is_ambiguous_letter(c);
	}
	return hanzi > 0 && hanzi >= letters;
}

bool
wrap_is_wide(const char *text)
{
	return is_wide_line(text, strlen(text));
}

size_t
wrap_width(const char *text, bool wide)
{
	size_t width = utf8_width(text);

	while (wide && *text != '\0')
		width += is_ambiguous(utf8_next(&text));
	return width;
}

/* Bytes of `line` that fit; wide: as wrap_is_wide. */
static size_t
fitting(const char *line, size_t columns, bool wide)
{
	size_t fits = utf8_prefix(line, columns), more = 0;
	const char *at = line;

	if (!wide)
		return fits;
	for (const char *before = at; at < line + fits; before = at) {
		more += is_ambiguous(utf8_next(&at));
		/* What stands before it leaves so many columns less. */
		if (more > columns || utf8_prefix(line, columns - more) < (size_t)(at - line))
			return (size_t)(before - line);
	}
	return fits;
}

/* Where the part of `line` that fits ends, in bytes; *next: where it goes on.  hard: also
 * within a word, and at any blank. */
static size_t
find_break(const char *line, size_t length, size_t columns, bool hard, bool wide, size_t *next)
{
	struct breaker b = {
		.line = line, .end = line + length, .columns = columns, .hard = hard, .begins = true
	};
	size_t fits = fitting(line, columns, wide);
	const char *at = line;

	/* An address that is longer goes on to its end. */
	while (at < b.end && (at <= line + fits || (b.best == 0 && (!hard || b.whole > fits))))
		at = step(&b, at);
	/* Its last character alone does not fit. */
	if (b.best > 0 && (at < b.end || b.best <= fits)) {
		*next = b.next;
		return b.best;
	}
	*next = length;
	if (hard && b.whole <= fits)
		*next = cut_word(line, fits);
	return *next;
}

const char *
wrap(struct arena *arena, const char *text, unsigned columns, bool hard)
{
	struct str out;

	str_init(&out, arena, 0);
	for (;; text++) {
		size_t length = strcspn(text, "\n"), indent = strspn(text, " "), room = columns;
		size_t next, end;
		bool wide = length > columns && is_wide_line(text, length);

		if (indent > columns / 2)
			indent = 0;
		/* No character is wider than its bytes. */
		while (length > room && fitting(text, room, wide) < length) {
			end = find_break(text, length, room, hard, wide, &next);
			if (next >= length)
				break;
			while (end > 0 && text[end - 1] == ' ')
				end--;
			str_addn(&out, text, end);
			str_addf(&out, "\n%*s", (int)indent, "");
			next += strspn(text + next, " ");
			text += next;
			length -= next;
			room = columns - indent;
		}
		str_addn(&out, text, length);
		text += length;
		if (*text == '\0')
			return out.data;
		str_addc(&out, '\n');
	}
}
