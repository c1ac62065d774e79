/* SPDX-License-Identifier: ISC */
/*
 * The quote cutter: from the top down to the first mark of a quote.
 *
 * Looks at most a few lines ahead and keeps nothing, so that a letter of a
 * million lines costs one pass.  Does not know commands.
 */
#include "mail/quote/quote.h"

#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "mail/quote/attribution.h"
#include "mail/quote/line.h"
#include "mail/quote/phrases.h"
#include "mail/quote/quote_internal.h"

#define BANNER_LINES 60          /* down to the end of one with marks */
#define FRAMED_LINES 6           /* "To: …;" */
#define LINES_MAX    2000        /* of new text; the rest is dropped */
#define BYTES_MAX    (64 * 1024) /* the same */

/* Does a quote with marks, at *next, stand below a line of dashes?  "----- Original Message
 * -----" and "> From: Fred", as Zimbra writes; "--------", "To: …;", "Subject: …;" and right
 * below an attribution, as Yandex does. */
static bool
frame_announces(const char *at, const char **next)
{
	if (!span_starts(line_at(at), "---"))
		return false;
	at = line_next(at);
	if (line_is_quoted(line_at(at)) && span_has(line_at(at), ":"))
		return true;
	for (int i = 0; i < FRAMED_LINES && span_ends(line_at(at), ";"); i++)
		at = line_next(at);
	if (!attribution_at(at, &at) || !line_quote_follows(at))
		return false;
	*next = at;
	return true;
}

enum mark
quote_mark_at(struct arena *arena, const char *at, const char **next)
{
	struct span line = line_at(at);

	*next = line_next(at);
	if (line.length == 0)
		return NOTHING;
	if (span_starts(line, "-----BEGIN PGP SIGNED MESSAGE-----")) {
		for (*next = at; **next != '\0' && line_at(*next).length > 0;)
			*next = line_next(*next);
		return ARMOUR;
	}
	if (line_is_delimiter(line))
		return frame_announces(at, next) ? ATTRIBUTION : CUT;
	if (line_is_quoted(line) || line_quote_mark(at, false).length > 0)
		return QUOTED;
	if (attribution_is_run_together(line) || attribution_block_at(arena, at))
		return CUT;
	if (line_is_mobile_signature(line))
		return MOBILE;
	return attribution_at(at, next) ? ATTRIBUTION : NOTHING;
}

size_t
quote_columns(struct arena *arena, struct span line)
{
	return utf8_width(arena_strndup(arena, line.at, line.length));
}

bool
quote_is_tail(size_t first, struct span second, size_t width)
{
	size_t word = 0;

	while (word < second.length && second.at[word] != ' ' && (second.at[word] & 0x80) == 0)
		word++;
	return first + 1 + (word > 0 ? word : 2) > width;
}

/* What follows a block of quoted lines.  Careless programs leave the mark out on what they
 * wrap off a line, so all is quoted down to an empty line.  NULL: nothing below is
 * certainly new. */
static const char *
skip_quoted(struct arena *arena, const char *at)
{
	struct span mark = line_quote_mark(at, true);
	bool is_followed = false; /* another marked line stands below the first */
	size_t first = 0;         /* columns of the first */
	int marked = 0;

	while (*at != '\0') {
		struct span line = line_at(at);
		const char *below = line_skip_blank(at);

		if (line_has_mark(line, mark)) {
			if (marked++ == 0)
				first = quote_columns(arena, line);
		} else if (line.length == 0 && !line_has_mark(line_at(below), mark)) {
			return below;
		} else if (line.length > 0 && marked == 1 && !is_followed &&
		    !quote_is_tail(first, line, WRAPPED_COLUMNS)) {
			/* Some programs mark the first line of a quote and no other. */
			while (*below != '\0' && !line_has_mark(line_at(below), mark))
				below = line_next(below);
			if (*below == '\0')
				return NULL;
			is_followed = true;
		}
		at = line.length == 0 ? below : line_next(at);
	}
	return at;
}

/* Is the text from `at` to `end` the beginning of what stands below?  Only letters and digits
 * count: programs put blanks between. */
static bool
is_preview(const char *at, const char *end, const char *below)
{
	while (at < end) {
		uint32_t c = utf8_next(&at), other = 0;

		if (!utf8_is_alnum(c))
			continue;
		while (*below != '\0' && !utf8_is_alnum(other = utf8_next(&below)))
			;
		if (c != other)
			return false;
	}
	return true;
}

/* What follows a banner with marks at both ends.  In front of it stands nothing, or how the text
 * below begins, as mailboxes show it. */
static const char *
skip_marked_banner(const char *whole)
{
	const char *at = whole, *begin = NULL;

	for (int lines = 0; lines < BANNER_LINES && *at != '\0' && !line_is_quoted(line_at(at));
	     lines++, at = line_next(at)) {
		if (begin == NULL && phrases_start(PHRASES_BANNER_BEGIN, line_at(at)))
			begin = at;
		if (begin == NULL || !phrases_end(PHRASES_BANNER_END, line_at(at)))
			continue;
		at = line_skip_blank(line_next(at));
		return is_preview(whole, begin, at) ? at : whole;
	}
	return whole;
}

/* Does a line of a banner go on in the next one?  Where it ends a sentence a short line below it
 * is the writer's. */
static bool
goes_on(struct arena *arena, const char *text)
{
	struct span line = line_at(text), below = line_at(line_next(text));

	if (below.length == 0 || line_is_frame(below) ||
	    quote_columns(arena, line) < WRAPPED_COLUMNS)
		return false;
	return quote_columns(arena, below) >= WRAPPED_COLUMNS / 2 ||
	    !(span_ends(line, ".") || span_ends(line, "!") || span_ends(line, "。"));
}

/* What follows the banners of mail servers, with the lines they were wrapped into and the rules
 * around them. */
static const char *
skip_banners(struct arena *arena, const char *at)
{
	for (bool below = false;; below = true) {
		const char *line = at;

		while (line_is_frame(line_at(line)))
			line = line_skip_blank(line_next(line));
		if (!line_is_banner(line_at(line), below) && !line_is_marking(line_at(line)))
			return at;
		while (goes_on(arena, line))
			line = line_next(line);
		line = line_next(line);
		/* One that is drawn right below it, or around it. */
		if (line_is_frame(line_at(line)) ||
		    (line_is_frame(line_at(at)) && line_is_frame(line_at(line_skip_blank(line)))))
			line = line_next(line_skip_blank(line));
		at = line_skip_blank(line);
	}
}

bool
quote_begins(const char *at)
{
	return line_quote_follows(at) || line_quote_mark(line_skip_blank(at), true).length > 0;
}

static const char *
trim_end(const char *start, const char *end)
{
	while (end > start && strchr(" \t\n", end[-1]) != NULL)
		end--;
	return end;
}

/* The end of the text from `start` to `end` without blanks and what says how secret it is. */
static const char *
without_markings(const char *start, const char *end)
{
	for (;;) {
		const char *line;

		end = trim_end(start, end);
		line = memrchr(start, '\n', (size_t)(end - start));
		line = line != NULL ? line + 1 : start;
		if (line == end || !line_is_marking(span_trim(line, end)))
			return end;
		end = line;
	}
}

/* Is the line the first, or is the one above it empty?  Else it goes on with what that says. */
static bool
is_set_apart(const char *start, const char *line)
{
	while (line > start && strchr(" \t", line[-1]) != NULL)
		line--;
	if (line == start)
		return true;
	for (line--; line > start && strchr(" \t", line[-1]) != NULL;)
		line--;
	return line == start || line[-1] == '\n';
}

/* The text from `start` to `end`, where a quote begins, or the end of all. */
static char *
new_text(struct arena *arena, const char *start, const char *end)
{
	static const char tracker[] = "\u1427"; /* left at the end by programs that track */
	const size_t n = strlen(tracker);
	bool before_quote = *end != '\0';
	char *text;

	end = without_markings(start, end);
	while ((size_t)(end - start) >= n && memcmp(end - n, tracker, n) == 0)
		end = trim_end(start, end - n);
	/* Foxmail puts the writer's address above the quote: nobody's business. */
	if (before_quote) {
		const char *line = memrchr(start, '\n', (size_t)(end - start));

		line = line != NULL ? line + 1 : start;
		if (line_is_address(span_trim(line, end)) && is_set_apart(start, line))
			end = trim_end(start, line);
	}
	if (end == start)
		return arena_strdup(arena, "");
	text = arena_alloc(arena, (size_t)(end - start) + 2);
	memcpy(text, start, (size_t)(end - start));
	text[end - start] = '\n';
	return text;
}

/* Nothing stands above a mark: where does reading go on below it?  NULL: it does not. */
static const char *
skip_mark(struct arena *arena, enum mark mark, const char *at, const char *next)
{
	if (mark == QUOTED)
		return skip_quoted(arena, at);
	if (mark == MOBILE || mark == ARMOUR)
		return next;
	if (mark == ATTRIBUTION && quote_begins(next))
		return skip_quoted(arena, line_skip_blank(next));
	return NULL;
}

bool
quote_find(struct arena *arena, const char *whole, const char **start, const char **end)
{
	const char *at = skip_marked_banner(line_skip_blank(whole)), *next;
	bool phone = false; /* its signature is the last mark above the text */
	bool gap = false;   /* an empty line is above, and text above that */

	at = skip_banners(arena, at);
	*start = NULL;
	*end = at;
	for (int lines = 0; *at != '\0' && lines < LINES_MAX && at - whole < BYTES_MAX; lines++) {
		enum mark mark = quote_mark_at(arena, at, &next);

		/* People set words apart by bars, that follow at once or stand alone. */
		if (mark == NOTHING || (*line_at(at).at == '|' && mark == QUOTED && !gap)) {
			*start = *start != NULL ? *start : at;
			gap = line_at(at).length == 0;
			at = line_next(at);
			continue;
		}
		if (*start != NULL)
			break;
		at = skip_mark(arena, mark, at, next);
		if (at == NULL)
			return false;
		phone = mark == MOBILE;
		at = line_skip_blank(at);
	}
	/* Below a telephone's signature stands the letter it answers, unless that has a
	 * mark of its own. */
	if (*start == NULL || (phone && *at == '\0'))
		return false;
	*end = at;
	return true;
}

char *
quote_cut(struct arena *arena, const char *whole)
{
	const char *start, *end;

	if (!quote_find(arena, whole, &start, &end))
		return arena_strdup(arena, "");
	return new_text(arena, start, end);
}
