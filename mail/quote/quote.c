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
#include "base/str.h"
#include "base/utf8.h"

#define LINES_MAX         2000 /* of new text; what is behind is dropped */
#define ATTRIBUTION_LINES 4
#define ATTRIBUTION_BYTES 600
#define HEADER_WINDOW     8 /* lines in which a block's second label stands */
#define INDENTED          8 /* blanks before all lines of a table of Notes */
#define TABLE_LINES       14
#define BLANK_LINES_MAX   50 /* between an attribution and its quote */
#define WRAPPED_COLUMNS   55 /* a quoted line that long may go on unquoted */

enum mark { NOTHING, QUOTED, ATTRIBUTION, MOBILE, ARMOUR, CUT };

static const char *
line_stop(const char *at)
{
	return at + strcspn(at, "\n");
}

static const char *
line_next(const char *at)
{
	const char *stop = line_stop(at);

	return *stop == '\n' ? stop + 1 : stop;
}

static struct span
line_at(const char *at)
{
	return span_trim(at, line_stop(at));
}

static const char *
skip_blank_lines(const char *at)
{
	while (*at != '\0' && line_at(at).length == 0)
		at = line_next(at);
	return at;
}

static const char *
skip_paragraph(const char *at)
{
	while (*at != '\0' && line_at(at).length > 0)
		at = line_next(at);
	return at;
}

/* Is the next line with something on it a quoted one? */
static bool
quote_follows(const char *at)
{
	for (int blank = 0; blank < BLANK_LINES_MAX && *at != '\0'; blank++) {
		if (line_at(at).length > 0)
			return line_is_quoted(line_at(at));
		at = line_next(at);
	}
	return false;
}

/* "… <fred@players.test": the next line's ">" closes this, it quotes nothing. */
static bool
has_open_angle(struct span span)
{
	const char *open = memrchr(span.at, '<', span.length);

	return open != NULL && memchr(open, '>', span.length - (size_t)(open - span.at)) == NULL;
}

/* "<fred@players.test> wrote": the name stands in the line before. */
static bool
is_bracketed(struct span line)
{
	return line.length > 0 && strchr("<[(", *line.at) != NULL &&
	    memchr(line.at, '@', line.length) != NULL;
}

/* Can this line be the next of an attribution, or its first?  A line that begins
 * one itself goes on with none, unless an address has just ended. */
static bool
goes_on(struct span before, struct span line)
{
	if (line.length == 0 || (line_is_quoted(line) && !has_open_angle(before)))
		return false;
	return before.length == 0 || span_ends(before, ">") || !line_begins_with_starter(line);
}

/* An attribution of one to four lines; *behind is the line after it. */
static bool
is_attribution(const char *at, const char **behind)
{
	const char *end = at;

	for (int lines = 1; lines <= ATTRIBUTION_LINES; lines++) {
		struct span whole;

		if (!goes_on(span_trim(at, end > at ? end - 1 : at), line_at(end)))
			return false;
		whole = span_trim(at, line_stop(end));
		end = line_next(end);
		if (whole.length > ATTRIBUTION_BYTES)
			return false;
		if (span_is_attribution(whole, lines > 1, quote_follows(end))) {
			*behind = end;
			return true;
		}
		if (lines == 1 && !line_may_begin_attribution(whole) && !is_bracketed(line_at(end)))
			return false;
	}
	return false;
}

/* "On … wrote:> …": the first line of the quote was run into its announcement. */
static bool
is_run_together(struct span line)
{
	const char *mark = memmem(line.at, line.length, ":>", 2);

	return mark != NULL &&
	    span_is_attribution(
		(struct span){ line.at, (size_t)(mark + 1 - line.at) }, false, true);
}

/* "From: …" with a second label near, as Outlook writes above a quote. */
static bool
is_header_block(struct arena *arena, const char *at)
{
	int labels = 0;
	int kind = line_is_header(arena, line_at(at));

	if (kind != 1)
		return kind == 2;
	for (int i = 0; i < HEADER_WINDOW && *at != '\0'; i++) {
		labels += line_is_header(arena, line_at(at)) > 0;
		if (labels >= 2)
			return true;
		at = line_next(at);
	}
	return false;
}

/* Four lines "label: something" or more, a date with its time among them: the
 * same in a language that is not known. */
static bool
is_foreign_block(const char *at)
{
	int lines = 0;
	bool stamped = false;

	for (; lines < HEADER_WINDOW && line_has_label(line_at(at)); lines++) {
		stamped |= span_has_stamp(line_at(at));
		at = line_next(at);
	}
	return lines >= 4 && stamped;
}

/* The table above a quote of Notes, all of it far to the right: name and date at
 * its left, labels of which three stand in their order at the ends of lines. */
static bool
is_notes_table(struct arena *arena, const char *at)
{
	int labels = 0;

	if (strspn(at, " ") < INDENTED)
		return false;
	for (int i = 0; i < TABLE_LINES && *at != '\0' && labels < 3; i++) {
		labels += line_ends_in_label(arena, line_at(at));
		at = line_next(at);
	}
	return labels == 3;
}

/* "----- Original Message -----", "> From: Fred": Zimbra marks what it quotes. */
static enum mark
delimiter_mark(struct span line, const char *behind)
{
	struct span next = line_at(behind);

	return span_starts(line, "---") && line_is_quoted(next) && span_has(next, ":") ?
	    ATTRIBUTION :
	    CUT;
}

static enum mark
mark_at(struct arena *arena, const char *at, const char **behind)
{
	struct span line = line_at(at);

	*behind = line_next(at);
	if (line.length == 0)
		return NOTHING;
	if (line_is_armour(line)) {
		*behind = skip_paragraph(at);
		return ARMOUR;
	}
	if (line_is_delimiter(line))
		return delimiter_mark(line, *behind);
	if (line_is_quoted(line))
		return QUOTED;
	if (is_run_together(line) || is_header_block(arena, at) || is_foreign_block(at) ||
	    is_notes_table(arena, at))
		return CUT;
	if (line_is_mobile_signature(line))
		return MOBILE;
	return is_attribution(at, behind) ? ATTRIBUTION : NOTHING;
}

static size_t
columns(struct span line)
{
	size_t count = 0;

	for (size_t i = 0; i < line.length; i++)
		count += ((unsigned char)line.at[i] & 0xC0) != 0x80;
	return count;
}

/* Behind a block of ">" lines, with the tails that a careless program wrapped
 * off its long lines. */
static const char *
skip_quoted(const char *at)
{
	bool tail = false;

	for (;;) {
		struct span line = line_at(at);
		const char *below = skip_blank_lines(at);

		if (line_is_quoted(line))
			tail = columns(line) >= WRAPPED_COLUMNS;
		else if (line.length == 0 && below != at)
			tail = false;
		else if (!tail)
			return at;
		if (line.length == 0 && !line_is_quoted(line_at(below)))
			return below;
		at = line.length == 0 ? below : line_next(at);
		if (*at == '\0')
			return at;
	}
}

/* Behind what mail servers put on top, with the lines they were wrapped into. */
static const char *
skip_banners(const char *at)
{
	while (line_is_banner(line_at(at))) {
		size_t last;

		do {
			last = columns(line_at(at));
			at = line_next(at);
		} while (last >= WRAPPED_COLUMNS && line_at(at).length > 0);
		at = skip_blank_lines(at);
	}
	return at;
}

/* Nothing stands above this mark: where reading goes on, NULL: nowhere. */
static const char *
step_over(const char *at, enum mark mark, const char *behind)
{
	if (mark == QUOTED)
		return skip_quoted(at);
	if (mark == MOBILE || mark == ARMOUR)
		return behind;
	if (mark == ATTRIBUTION && quote_follows(behind))
		return skip_quoted(skip_blank_lines(behind));
	return NULL;
}

static const char *
trim_end(const char *start, const char *end)
{
	while (end > start && strchr(" \t\n", end[-1]) != NULL)
		end--;
	return end;
}

/* Without the marks that trackers leave at the end. */
static const char *
drop_trackers(const char *start, const char *end)
{
	static const char tracker[] = "\u1427";
	const size_t n = strlen(tracker);

	end = trim_end(start, end);
	while ((size_t)(end - start) >= n && memcmp(end - n, tracker, n) == 0)
		end = trim_end(start, end - n);
	return end;
}

/* Foxmail puts the writer's address above the quote: nobody's business. */
static const char *
drop_address(const char *start, const char *end)
{
	const char *line = memrchr(start, '\n', (size_t)(end - start));

	line = line != NULL ? line + 1 : start;
	return line_is_address(span_trim(line, end)) ? trim_end(start, line) : end;
}

/* *end is where a quote begins, or the end of all. */
static char *
finish(struct arena *arena, const char *start, const char *end)
{
	bool before_quote = *end != '\0';
	char *text;

	end = drop_trackers(start, end);
	if (before_quote)
		end = drop_address(start, end);
	if (end == start)
		return arena_strdup(arena, "");
	text = arena_alloc(arena, (size_t)(end - start) + 2);
	memcpy(text, start, (size_t)(end - start));
	text[end - start] = '\n';
	text[end - start + 1] = '\0';
	return text;
}

char *
quote_cut(struct arena *arena, const char *whole)
{
	const char *at = skip_banners(skip_blank_lines(whole)), *start = NULL, *behind;
	bool phone = false; /* its signature is the last mark above the text */

	for (int lines = 0; *at != '\0' && lines < LINES_MAX; lines++) {
		enum mark mark = mark_at(arena, at, &behind);

		if (mark != NOTHING && start != NULL)
			break;
		if (mark == NOTHING) {
			start = start != NULL ? start : at;
			at = line_next(at);
			continue;
		}
		if ((at = step_over(at, mark, behind)) == NULL)
			return arena_strdup(arena, "");
		phone = mark == MOBILE;
		at = skip_blank_lines(at);
	}
	/* Below a telephone's signature stands the letter it answers, unless that has a
	 * mark of its own. */
	if (start == NULL || (phone && *at == '\0'))
		return arena_strdup(arena, "");
	return finish(arena, start, at);
}
