/* SPDX-License-Identifier: ISC */
/*
 * Words beyond the cut (quote.h): below a rule, between quoted lines.
 *
 * The cutter stops early, so that no command in a quote ever runs; here nothing can run, and what
 * is lost are a person's words.  In doubt a line that follows a quoted one is a part of it:
 * programs forget their mark on what they wrap.
 */
#include "mail/quote/quote.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/str.h"
#include "mail/quote/line.h"
#include "mail/quote/phrases.h"
#include "mail/quote/quote_internal.h"

#define CLOSE_LINES     4  /* of an answer right below a quoted line */
#define APART_LINES     12 /* set apart below a quote */
#define APART_BYTES     400
#define RULE_LINES      60 /* below a rule */
#define UNMARKED_LINES  4  /* where the letter that is answered may stand, which is longer */
#define SIGNATURE_LINES 8  /* as many again where it names several ways to reach its writer */
#define SENTENCE_WORDS  3  /* of a line that ends as a sentence does */
#define SMALL_WORDS     4  /* of one that does not */
#define LAST_LETTERS    4  /* of "Co.", "Ltd." */
#define MEASURED_LINES  8  /* of a quote whose width is known */
#define BETWEEN_COLUMNS 15 /* by which a line between two quoted ones has to be shorter */
#define BYTES_MAX       (16 * 1024) /* of the letter; nothing below is looked at */
#define NAME_MIN        2
#define NAME_BREAKS     " ._-\"'()@,"

enum place { NOWHERE, IN_QUOTE, BELOW_RULE, BELOW_DEVICE };

/* A letter whose words are gathered. */
struct gatherer {
	struct arena *arena;
	const char *name;
	struct str words;
	const char *left; /* what was left out and may be words; NULL */
	enum place place;
	struct span mark;  /* of the quote */
	struct span above; /* the quoted line right above; of no length: none is */
	size_t width;      /* columns at which the quote may be wrapped */
	bool is_careless;  /* only some of its lines have the mark: all is quote */
	bool has_text;     /* there is a new text beside the words */
};

/* Lines of text, with empty ones between. */
struct unmarked {
	const char *at, *end;
	int count;
};

/* How a quote was marked: where it was wrapped, and whether its marks can be trusted. */
static void
measure(struct gatherer *g, const char *at, const char *stop)
{
	int marked = 0, run = 0, longest = 0, bare = 0;
	size_t widest = 0;
	bool close = false; /* below a marked line, without an empty one between */

	for (; at < stop && *at != '\0'; at = line_next(at)) {
		struct span line = line_at(at), mark = line_quote_mark(at, false);

		if (line_is_quoted(line) || mark.length > 0) {
			size_t wide = quote_columns(g->arena, line);

			widest = wide > widest ? wide : widest;
			marked++;
			run = 0;
			close = true;
		} else if (line.length == 0) {
			close = false;
		} else {
			bare++;
			run += close;
			longest = run > longest ? run : longest;
		}
	}
	g->width = marked >= MEASURED_LINES && widest < WRAPPED_COLUMNS ? widest : WRAPPED_COLUMNS;
	if (g->width < BETWEEN_COLUMNS)
		g->width = BETWEEN_COLUMNS;
	g->is_careless = longest > CLOSE_LINES || (marked == 1 && bare > CLOSE_LINES);
}

/* "Co.", "Ltd." at a line's end is no end of a sentence. */
static bool
ends_sentence(struct span line)
{
	static const char *const ends[] = { "!", "?", ":", "。", "！", "？", "…", "：" };
	size_t last = 0;

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (span_ends(line, ends[i]))
			return true;
	if (!span_ends(line, "."))
		return false;
	while (last + 1 < line.length && line.at[line.length - 2 - last] != ' ')
		last++;
	return last > LAST_LETTERS || !isupper((unsigned char)line.at[line.length - 1 - last]);
}

/* Does a person say something in this line? */
static bool
is_sentence(struct span line)
{
	int words = 0, small = 0;

	for (size_t i = 0; i < line.length; i++) {
		if (line.at[i] == ' ' || (i > 0 && line.at[i - 1] != ' '))
			continue;
		words++;
		small += islower((unsigned char)line.at[i]) != 0;
	}
	if ((*line.at & 0x80) != 0 && words < SENTENCE_WORDS)
		return ends_sentence(line);
	return (words >= SENTENCE_WORDS && ends_sentence(line)) ||
	    (small >= SMALL_WORDS && small * 2 > words) || (words == 2 && span_ends(line, ":"));
}

/* A telephone number, an address, a link. */
static bool
is_contact(struct span line)
{
	size_t digits = 0;

	for (size_t i = 0; i < line.length; i++)
		digits += isdigit((unsigned char)line.at[i]) != 0;
	return digits >= 6 || memchr(line.at, '@', line.length) != NULL || span_has(line, "://") ||
	    span_has(line, "www.");
}

/* Is the line's first word one of the writer's name? */
static bool
begins_with_name(struct span line, const char *name)
{
	size_t n = 0;

	while (n < line.length && strchr(NAME_BREAKS, line.at[n]) == NULL)
		n++;
	for (size_t length; *(name += strspn(name, NAME_BREAKS)) != '\0'; name += length) {
		length = strcspn(name, NAME_BREAKS);
		if (n >= NAME_MIN && length == n && strncasecmp(name, line.at, n) == 0)
			return true;
	}
	return false;
}

/* Short, with the writer's name above or a way to reach him, and no sentence in it. */
static bool
is_signature(const struct gatherer *g, struct unmarked lines)
{
	int ways = 0;

	for (const char *at = lines.at; at < lines.end; at = line_next(at)) {
		struct span line = line_at(at);

		if (line.length > 0 && is_sentence(line))
			return false;
		ways += is_contact(line);
	}
	if (lines.count > (ways > 1 ? 2 * SIGNATURE_LINES : SIGNATURE_LINES))
		return false;
	return ways > 0 || begins_with_name(line_at(lines.at), g->name);
}

/* What companies, mail servers and lists put below letters. */
static bool
is_footer(struct unmarked lines)
{
	for (const char *at = lines.at; at < lines.end; at = line_next(at))
		if (phrases_stand_in(PHRASES_FOOTER, line_at(at)) ||
		    phrases_stand_in(PHRASES_FOOTER_LIST, line_at(at)) ||
		    line_is_banner(line_at(at), false))
			return true;
	return false;
}

/* The unmarked lines from `at` on; close: up to an empty one. */
static struct unmarked
unmarked_at(struct gatherer *g, const char *at, const char *stop, bool close)
{
	struct unmarked lines = { at, at, 0 };
	const char *next;

	for (; at < stop && *at != '\0'; at = next) {
		struct span line = line_at(at);
		enum mark mark = quote_mark_at(g->arena, at, &next);

		if ((line.length == 0 && close) || (mark != NOTHING && mark != MOBILE) ||
		    (mark == MOBILE && line_is_device(line)) || line_has_mark(line, g->mark))
			break;
		if (line.length == 0)
			continue;
		lines.count++;
		lines.end = next;
	}
	return lines;
}

/* Can the lines be an answer to what is quoted, right above them or further up? */
static bool
answers_quote(struct gatherer *g, struct unmarked lines, struct span above)
{
	/* Between two quoted lines what is left of one may look short: blanks were dropped. */
	bool is_between = line_has_mark(line_at(lines.end), g->mark);

	if (g->is_careless)
		return false;
	if (above.length == 0)
		return lines.count <= APART_LINES && lines.end - lines.at <= APART_BYTES;
	return lines.count <= CLOSE_LINES &&
	    !quote_is_tail(quote_columns(g->arena, above), line_at(lines.at),
		is_between ? g->width - BETWEEN_COLUMNS : g->width);
}

static bool
is_words(struct gatherer *g, struct unmarked lines, struct span above)
{
	if (g->place == IN_QUOTE)
		return answers_quote(g, lines, above);
	/* With nothing above, what is longer may be the letter that is answered. */
	return lines.count <= (g->place == BELOW_RULE && g->has_text ? RULE_LINES : UNMARKED_LINES);
}

/* But for what programs write of how secret it is. */
static void
add(struct gatherer *g, struct unmarked lines)
{
	size_t start;

	if (g->words.length > 0)
		str_add(&g->words, "\n");
	start = g->words.length;
	for (const char *at = lines.at, *next; at < lines.end; at = next) {
		next = line_next(at);
		if (!line_is_marking(line_at(at)))
			str_addn(&g->words, at, (size_t)(next - at));
	}
	if (g->words.length == start && start > 0)
		str_truncate(&g->words, start - 1);
	else if (g->words.length > start && g->words.data[g->words.length - 1] != '\n')
		str_add(&g->words, "\n");
}

/* Remembers of what is left out the first line that a person may have written. */
static void
leave(struct gatherer *g, struct unmarked lines)
{
	for (const char *at = lines.at; at < lines.end && g->left == NULL; at = line_next(at)) {
		struct span line = line_at(at);

		if (line.length > 0 && is_sentence(line))
			g->left = arena_strndup(g->arena, line.at, line.length);
	}
}

/* Goes into what a mark announces; false: nothing below it is new. */
static bool
enter(struct gatherer *g, enum mark mark, const char *at, const char *next)
{
	struct span line = line_at(at);

	switch (mark) {
	case QUOTED:
		if (g->place != IN_QUOTE)
			g->mark = line_quote_mark(at, true);
		g->place = IN_QUOTE;
		g->above = line;
		return true;
	case ATTRIBUTION:
		g->mark = line_quote_mark(line_skip_blank(next), true);
		g->place = IN_QUOTE;
		return quote_begins(next);
	case MOBILE:
		g->place = BELOW_DEVICE;
		return true;
	case CUT:
		/* Below a quote, companies draw one. */
		if (g->place == IN_QUOTE)
			return false;
		g->place = BELOW_RULE;
		return line_is_rule(line);
	default:
		return false;
	}
}

/* Takes the unmarked lines from `at` on, or leaves them; returns what follows. */
static const char *
take(struct gatherer *g, enum mark mark, const char *at, const char *stop)
{
	struct span above = g->above;
	struct unmarked lines;

	g->above.length = 0;
	/* What resembles a telephone's signature is words itself. */
	if (mark == MOBILE && g->place == NOWHERE)
		g->place = BELOW_RULE;
	lines = unmarked_at(g, at, stop, above.length > 0);
	if (lines.count == 0)
		return line_next(at);
	if (g->place == NOWHERE || is_footer(lines) || is_signature(g, lines) ||
	    (mark == MOBILE && lines.count == 1 && !g->has_text))
		return lines.end;
	if (is_words(g, lines, above))
		add(g, lines);
	else if (g->has_text && !g->is_careless && g->place != BELOW_DEVICE)
		leave(g, lines);
	return lines.end;
}

/* The words from `at` to `stop`. */
static void
gather(struct gatherer *g, const char *at, const char *stop)
{
	const char *next;

	measure(g, at, stop);
	g->place = NOWHERE;
	g->above.length = 0;
	for (; at < stop && *at != '\0'; at = next) {
		struct span line = line_at(at);
		enum mark mark = quote_mark_at(g->arena, at, &next);

		if (line.length == 0) {
			g->above.length = 0;
			continue;
		}
		if (mark == NOTHING && g->place == IN_QUOTE && line_has_mark(line, g->mark))
			mark = QUOTED;
		if (mark == NOTHING || (mark == MOBILE && !line_is_device(line)))
			next = take(g, mark, at, stop);
		else if (!enter(g, mark, at, next))
			return;
	}
}

char *
quote_more(struct arena *arena, const char *whole, const char *name, const char **left)
{
	struct gatherer g = { .arena = arena, .name = name };
	const char *start, *end, *stop = whole + strnlen(whole, BYTES_MAX);

	str_init(&g.words, arena, 0);
	g.has_text = quote_find(arena, whole, &start, &end);
	/* Where the text is an answer below a quote, others may stand above it. */
	if (g.has_text)
		gather(&g, whole, start);
	if (end < stop)
		gather(&g, end, stop);
	*left = g.left != NULL ? g.left : "";
	return g.words.data;
}
