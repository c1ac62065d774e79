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
#include "mail/quote/attribution.h"
#include "mail/quote/line.h"

#define LINES_MAX       2000 /* of new text; the rest is dropped */
#define WRAPPED_COLUMNS 55   /* a quoted line that long may continue without its mark */

enum mark { NOTHING, QUOTED, ATTRIBUTION, MOBILE, ARMOUR, CUT };

/* The mark that stands at a line; *next is the line after it. */
static enum mark
mark_at(struct arena *arena, const char *at, const char **next)
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
	/* "----- Original Message -----", "> From: Fred": Zimbra marks what it quotes. */
	if (line_is_delimiter(line))
		return span_starts(line, "---") && line_is_quoted(line_at(*next)) &&
			span_has(line_at(*next), ":") ?
		    ATTRIBUTION :
		    CUT;
	if (line_is_quoted(line))
		return QUOTED;
	if (attribution_is_run_together(line) || attribution_block_at(arena, at))
		return CUT;
	if (line_is_mobile_signature(line))
		return MOBILE;
	return attribution_at(at, next) ? ATTRIBUTION : NOTHING;
}

static size_t
columns(struct span line)
{
	size_t count = 0;

	for (size_t i = 0; i < line.length; i++)
		count += ((unsigned char)line.at[i] & 0xC0) != 0x80;
	return count;
}

/* What follows a block of ">" lines, with the tails that a careless program wrapped
 * off its long lines. */
static const char *
skip_quoted(const char *at)
{
	bool tail = false;

	for (;;) {
		struct span line = line_at(at);
		const char *below = line_skip_blank(at);

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

/* What follows the banners of mail servers, with the lines they were wrapped into. */
static const char *
skip_banners(const char *at)
{
	while (line_is_banner(line_at(at))) {
		size_t last;

		do {
			last = columns(line_at(at));
			at = line_next(at);
		} while (last >= WRAPPED_COLUMNS && line_at(at).length > 0);
		at = line_skip_blank(at);
	}
	return at;
}

static const char *
trim_end(const char *start, const char *end)
{
	while (end > start && strchr(" \t\n", end[-1]) != NULL)
		end--;
	return end;
}

/* The text from `start` to `end`, where a quote begins, or the end of all. */
static char *
new_text(struct arena *arena, const char *start, const char *end)
{
	static const char tracker[] = "\u1427"; /* left at the end by programs that track */
	const size_t n = strlen(tracker);
	bool before_quote = *end != '\0';
	char *text;

	end = trim_end(start, end);
	while ((size_t)(end - start) >= n && memcmp(end - n, tracker, n) == 0)
		end = trim_end(start, end - n);
	/* Foxmail puts the writer's address above the quote: nobody's business. */
	if (before_quote) {
		const char *line = memrchr(start, '\n', (size_t)(end - start));

		line = line != NULL ? line + 1 : start;
		if (line_is_address(span_trim(line, end)))
			end = trim_end(start, line);
	}
	if (end == start)
		return arena_strdup(arena, "");
	text = arena_alloc(arena, (size_t)(end - start) + 2);
	memcpy(text, start, (size_t)(end - start));
	text[end - start] = '\n';
	return text;
}

char *
quote_cut(struct arena *arena, const char *whole)
{
	const char *at = skip_banners(line_skip_blank(whole)), *start = NULL, *next;
	bool phone = false; /* its signature is the last mark above the text */

	for (int lines = 0; *at != '\0' && lines < LINES_MAX; lines++) {
		enum mark mark = mark_at(arena, at, &next);

		if (mark == NOTHING) {
			start = start != NULL ? start : at;
			at = line_next(at);
			continue;
		}
		if (start != NULL)
			break;
		/* Nothing stands above this mark: does reading go on below it? */
		if (mark == QUOTED)
			at = skip_quoted(at);
		else if (mark == MOBILE || mark == ARMOUR)
			at = next;
		else if (mark == ATTRIBUTION && line_quote_follows(next))
			at = skip_quoted(line_skip_blank(next));
		else
			return arena_strdup(arena, "");
		phone = mark == MOBILE;
		at = line_skip_blank(at);
	}
	/* Below a telephone's signature stands the letter it answers, unless that has a
	 * mark of its own. */
	if (start == NULL || (phone && *at == '\0'))
		return arena_strdup(arena, "");
	return new_text(arena, start, at);
}
