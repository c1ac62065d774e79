/* SPDX-License-Identifier: ISC */
/*
 * What announces a quote: "On … wrote:", or a block of header lines.
 *
 * An attribution ends in a colon and has two of: a verb of writing, a date or
 * time, an address.  So an unknown language is recognised by date and address,
 * and a bare "Fred wrote:" by a verb at its very end.
 *
 * Blocks have the labels that Outlook, Foxmail, QQ, NetEase, Lotus and others write,
 * with a colon of either width, in bold, or in the cells of a drawn table.
 */
#include "mail/quote/attribution.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "mail/quote/phrases.h"

#define ATTRIBUTION_LINES 4
#define ATTRIBUTION_BYTES 600
#define BARE_BYTES        120
#define DATE_BYTES        30 /* of a line with nothing but a date */
#define NAME_WORDS        4  /* "Quoting Fred B. Stone" */
#define STAMP_BYTES       240
#define VERB_BYTES        60 /* what stands after an address */
#define STARTED_BYTES     12 /* "at 18:32:" is an attribution's end */

#define LABEL_BYTES 48
#define LABEL_WORDS 3
#define BLOCK_LINES 8   /* in which a block's second label stands */
#define BLOCK_BYTES 300 /* of a block in one line that are looked at */
#define SET_APART   3   /* blanks before a label without colon */
#define INDENTED    8   /* blanks before all lines of a table of Notes */
#define TABLE_LINES 14

static size_t
digits_at(struct span span, size_t at)
{
	size_t n = 0;

	while (at + n < span.length && span.at[at + n] >= '0' && span.at[at + n] <= '9')
		n++;
	return n;
}

/* "21/11/26", "21. 11. 26": a date whose year is short. */
static bool
is_short_date(struct span span, size_t at)
{
	for (int part = 1; part <= 3; part++) {
		size_t n = digits_at(span, at);

		if (n == 0 || n > 2)
			return false;
		at += n;
		if (part == 3)
			return n == 2;
		if (at == span.length || strchr("/.-", span.at[at]) == NULL)
			return false;
		at++;
		if (at < span.length && span.at[at] == ' ')
			at++;
	}
	return false;
}

/* What of a date a span shows: a year, hours and minutes. */
struct date {
	bool year, time;
};

static struct date
date_in(struct span span)
{
	struct date date = { false, false };

	for (size_t i = 0; i < span.length;) {
		size_t n, end;

		if (span.at[i] < '0' || span.at[i] > '9') {
			i++;
			continue;
		}
		n = digits_at(span, i);
		end = i + n;
		date.year |= (n == 4 && (span.at[i] == '2' || span.at[i] == '1')) ||
		    is_short_date(span, i);
		date.time |= n <= 2 && end < span.length && strchr(":.h", span.at[end]) != NULL &&
		    digits_at(span, end + 1) == 2;
		i = end;
	}
	return date;
}

static bool
has_date(struct span span)
{
	struct date date = date_in(span);

	return date.year || date.time;
}

static bool
has_address(struct span span)
{
	if (memchr(span.at, '@', span.length) == NULL)
		return false;
	for (size_t i = 1; i + 1 < span.length; i++) {
		if (span.at[i] == '@' && !isspace((unsigned char)span.at[i - 1]) &&
		    !isspace((unsigned char)span.at[i + 1]))
			return true;
	}
	return false;
}

/* Takes off the stars of "*On … wrote:*", bold in a text part, then the colon; false when
 * there is no colon. */
static bool
take_colon(struct span *span)
{
	static const char *const colons[] = { ":", "：", "៖", "︰", "﹕", "∶", "։", "՝", "፦", "ঃ" };
	bool found = false;

	while (span->length > 1 && strchr("*_", *span->at) != NULL)
		*span = span_trim(span->at + 1, span->at + span->length);
	while (span->length > 1 && strchr("*_", span->at[span->length - 1]) != NULL)
		*span = span_trim(span->at, span->at + span->length - 1);
	for (size_t i = 0; i < sizeof colons / sizeof *colons && !found; i++) {
		found = span_ends(*span, colons[i]);
		span->length -= found ? strlen(colons[i]) : 0;
	}
	if (!found)
		return false;
	*span = span_trim(span->at, span->at + span->length);
	while (span_ends(*span, "\u00a0"))
		span->length -= strlen("\u00a0");
	return true;
}

/* Words of people who talk about a date. */
static bool
is_talk(struct span span)
{
	size_t start = 0;

	for (size_t i = 0; i <= span.length; i++) {
		struct span word = { span.at + start, i - start };

		if (i < span.length && span.at[i] != ' ' && span.at[i] != '\n')
			continue;
		start = i + 1;
		if (phrases_hold(PHRASES_TALK, word))
			return true;
	}
	return false;
}

/* "Quoting Fred <fred@players.test>" in any language. */
static bool
is_named(struct span span)
{
	size_t words = 0;

	if (!span_ends(span, ">") || is_talk(span))
		return false;
	for (size_t i = 0; i < span.length && span.at[i] != '<'; i++)
		words += span.at[i] != ' ' && (i == 0 || span.at[i - 1] == ' ');
	return words > 0 && words <= NAME_WORDS;
}

/* Do people talk about a date or an address, rather than a program? */
static bool
is_sentence(struct span span)
{
	return memchr(span.at, '<', span.length) == NULL && is_talk(span) &&
	    !phrases_end(PHRASES_WROTE_ALONE, span);
}

/* Date, address, verb, or a quote right below: two of them, and no words of people who talk
 * about such things. */
static bool
has_two(struct span span, struct date date, bool before_quote)
{
	bool address = has_address(span);

	if (address && is_named(span))
		return true;
	if (!date.year && !date.time && !address)
		return false;
	if (!(date.year && date.time) && !(address && (date.year || date.time)) && !before_quote &&
	    !phrases_stand_in(PHRASES_WROTE, span))
		return false;
	return before_quote || !is_sentence(span);
}

/* "2016-03-03 17:21 GMT+01:00 Some One", an old program of Google's. */
static bool
is_dated_name(struct span span)
{
	if (digits_at(span, 0) != 4 || span.length < 20 || span.at[4] != '-' ||
	    digits_at(span, 5) != 2 || span.at[7] != '-' || digits_at(span, 8) != 2)
		return false;
	span.length = span.length < DATE_BYTES ? span.length : DATE_BYTES;
	return span_has(span, " GMT") || span_has(span, " UTC");
}

/* Attributions that end without a colon. */
static bool
is_without_colon(struct span span, struct date date, bool before_quote)
{
	bool address = has_address(span), angle = span_ends(span, ">");

	/* Right above a quote: "On … 18:32 Fred wrote", "2016/2/1 Fred <fred@players.test>". */
	if (before_quote && date.year &&
	    ((address && (date.time || angle)) ||
		(date.time && phrases_end(PHRASES_WROTE_ALONE, span))))
		return true;
	if (date.year && date.time && angle && address && phrases_stand_in(PHRASES_WROTE, span))
		return true;
	return is_dated_name(span) || span_has(span, "wrote in message") ||
	    span_has(span, "schrieb im newsbeitrag");
}

/* "Fred <fred@players.test>" and, below, "1.2.2016 18:32": as Notes writes. */
static bool
is_name_and_date(struct span span)
{
	const char *second = memrchr(span.at, '\n', span.length);
	struct span first, last;

	if (second == NULL)
		return false;
	first = span_trim(span.at, second);
	last = span_trim(second + 1, span.at + span.length);
	return last.length <= DATE_BYTES && isdigit((unsigned char)*last.at) &&
	    date_in(last).year && date_in(last).time && span_ends(first, ">") &&
	    has_address(first) && memchr(first.at, '\n', first.length) == NULL;
}

/* The ASCII digit of one in another script: Arabic, Persian, Indic, Thai, Lao, Tibetan,
 * Burmese, Khmer, Mongolian or full-width; 0: it is none. */
static char
plain_digit(uint32_t c)
{
	uint32_t zero = c < 0x680 ? 0x660 :
	    c < 0x900             ? 0x6F0 :
	    c < 0xE00             ? (c & ~0x7Fu) + 0x66 :
	    c < 0xF00             ? (c & ~0x7Fu) + 0x50 :
	    c < 0x1000            ? 0xF20 :
	    c < 0x1080            ? 0x1040 :
	    c < 0x1700            ? 0x1090 :
	    c < 0x1800            ? 0x17E0 :
	    c < 0x2000            ? 0x1810 :
				    0xFF10;

	return c >= zero && c < zero + 10 ? (char)('0' + (c - zero)) : '\0';
}

/* Copies a span with the digits of other scripts as ASCII ones: into `out`, which holds as
 * many bytes.  The span may end within a character. */
static struct span
plain_digits(struct span span, char *out)
{
	const char *at = span.at, *end = span.at + span.length;
	size_t n = 0;

	while (at < end) {
		const char *start = at;
		char digit = (*at & 0x80) != 0 ? plain_digit(utf8_next(&at)) : *at++;

		at = at < end ? at : end;
		if (digit != '\0') {
			out[n++] = digit;
		} else {
			memcpy(out + n, start, (size_t)(at - start));
			n += (size_t)(at - start);
		}
	}
	return (struct span){ out, n };
}

static bool
is_ascii(struct span span)
{
	return utf8_ascii(span.at, span.length) == span.length;
}

/* "21.11.2026, 12:00, Fred <fred@players.test>"; or, with an empty line or a quote below, a verb
 * of some language after that. */
static bool
is_stamp(struct span span, struct date date, bool before_gap)
{
	const char *close;
	struct span rest;

	if (!date.year || !date.time || span.length > STAMP_BYTES)
		return false;
	close = memrchr(span.at, '>', span.length);
	/* "Fred---21.11.2026 12:00:10---From: Fred", as Notes writes; "Quoting Fred (…)". */
	if (span_has(span, "---") || span_starts(span, "quoting "))
		return true;
	if (close == NULL || !has_address(span))
		return false;
	rest = span_trim(close + 1, span.at + span.length);
	if (rest.length > VERB_BYTES)
		return false;
	if (rest.length == 0)
		return digits_at(span, 0) > 0;
	return span_ends(rest, "-") || (before_gap && !is_talk(span));
}

/* What stands around the lines of an attribution. */
struct place {
	bool several;      /* it has several lines */
	bool before_quote; /* a quote with marks is below */
	bool before_gap;   /* an empty line, or such a quote */
};

/* Does this span, one line or several, announce a quote? */
static bool
is_attribution(struct span span, struct place place)
{
	bool several = place.several, before_quote = place.before_quote;
	struct date date = date_in(span); /* the same without its colon */

	if (is_stamp(span, date, place.before_gap))
		return true;
	if (!take_colon(&span))
		return several ? is_name_and_date(span) :
				 is_without_colon(span, date, before_quote);
	/* "Fred wrote" and no more; right above a quote the verb may come first. */
	if (!several && span.length <= BARE_BYTES && (before_quote || !span_starts(span, "as ")) &&
	    (phrases_end(PHRASES_WROTE_ALONE, span) ||
		(before_quote && phrases_start(PHRASES_WROTE_ALONE, span))))
		return true;
	return has_two(span, date, before_quote && !several) ||
	    (phrases_start(PHRASES_WROTE_START, span) &&
		phrases_stand_in(PHRASES_WROTE_ALONE, span));
}

bool
attribution_is_run_together(struct span line)
{
	const char *mark = memmem(line.at, line.length, ":>", 2);

	return mark != NULL &&
	    is_attribution((struct span){ line.at, (size_t)(mark + 1 - line.at) },
		(struct place){ false, true, true });
}

/* Could an attribution begin here: "On", a date, an address?  "<fred@players.test>
 * wrote" can follow a name alone. */
static bool
may_begin(struct span line, struct span next)
{
	char plain[ATTRIBUTION_BYTES + 1];

	if (!is_ascii(line) && line.length <= ATTRIBUTION_BYTES)
		line = plain_digits(line, plain);
	if (line.at[0] == '"' || memchr(line.at, '@', line.length) != NULL ||
	    memchr(line.at, '<', line.length) != NULL || has_date(line) ||
	    span_ends(line, " wrote in") || phrases_start(PHRASES_WROTE_START, line))
		return true;
	return next.length > 0 && strchr("<[(", *next.at) != NULL &&
	    memchr(next.at, '@', next.length) != NULL;
}

/* Can `line` follow the lines `before` of an attribution? */
static bool
goes_on(struct span before, struct span line)
{
	const char *open = memrchr(before.at, '<', before.length);

	if (line.length == 0)
		return false;
	/* "… <fred@players.test": the next line's ">" closes this, it quotes nothing. */
	if (line_is_quoted(line) &&
	    (open == NULL || memchr(open, '>', before.length - (size_t)(open - before.at)) != NULL))
		return false;
	/* A line that could begin one itself follows only after an address. */
	return before.length == 0 || span_ends(before, ">") || line.length < STARTED_BYTES ||
	    !phrases_start(PHRASES_WROTE_START, line) || !has_date(line);
}

bool
attribution_at(const char *text, const char **next)
{
	char plain[ATTRIBUTION_BYTES + 1];
	const char *end = text;

	for (int lines = 1; lines <= ATTRIBUTION_LINES; lines++) {
		struct span whole;
		bool quoted;

		if (!goes_on(span_trim(text, end > text ? end - 1 : text), line_at(end)))
			return false;
		whole = span_trim(text, end + strcspn(end, "\n"));
		end = line_next(end);
		if (whole.length > ATTRIBUTION_BYTES)
			return false;
		quoted = line_quote_follows(end);
		if (!is_ascii(whole))
			whole = plain_digits(whole, plain);
		if (is_attribution(whole,
			(struct place){ lines > 1, quoted, quoted || line_at(end).length == 0 })) {
			*next = end;
			return true;
		}
		if (lines == 1 && !may_begin(whole, line_at(end)))
			return false;
	}
	return false;
}

enum label { LABEL_NONE, LABEL_KNOWN, LABEL_SUFFICIENT /* needs no second */ };

/* The label of a line "label: …", or an empty span. */
static struct span
label_of(struct span line)
{
	const char *at = line.at, *end = line.at + line.length, *stop;

	while (at < end && strchr("|*_>\" \t", *at) != NULL)
		at++;
	end = end - at > LABEL_BYTES ? at + LABEL_BYTES : end;
	for (stop = at; stop < end && *stop != ':' && *stop != '|'; stop++)
		if (strncmp(stop, "：", strlen("：")) == 0)
			break;
	if (stop == end)
		return (struct span){ at, 0 };
	while (stop > at && strchr("*_ \t", stop[-1]) != NULL)
		stop--;
	while (stop - at > 3 && memcmp(stop - 3, "\u3000", 3) == 0)
		stop -= 3;
	return (struct span){ at, (size_t)(stop - at) };
}

/* Ä and Т fold like A and T. */
static struct span
folded(struct arena *arena, struct span label)
{
	const char *text;

	if (is_ascii(label))
		return label;
	text = utf8_fold(arena, arena_strndup(arena, label.at, label.length));
	return (struct span){ text, strlen(text) };
}

/* Is it, folded, one of these labels?  Chinese ones are often set apart by blanks: 主  题. */
static bool
is_label(struct span label, enum phrases list)
{
	char bare[LABEL_BYTES];
	size_t n = 0;

	if (phrases_hold(list, label))
		return true;
	if ((unsigned char)*label.at < 0xE0 || label.length > sizeof bare)
		return false;
	for (size_t i = 0; i < label.length; i++) {
		if (label.at[i] != ' ')
			bare[n++] = label.at[i];
	}
	return n < label.length && phrases_hold(list, (struct span){ bare, n });
}

/* "From: Fred Sent: Monday To: …": a block whose lines were run together. */
static bool
names_another(struct arena *arena, struct span line)
{
	size_t end = line.length < BLOCK_BYTES ? line.length : BLOCK_BYTES;

	for (size_t i = 0, word = 0; i < end; i++) {
		struct span label = { line.at + word, i - word };

		if (line.at[i] == ':' && word > 0 && label.length > 0 &&
		    is_label(folded(arena, label), PHRASES_LABEL))
			return true;
		if (!isalpha((unsigned char)line.at[i]) && (line.at[i] & 0x80) == 0)
			word = i + 1;
	}
	return false;
}

static enum label
label_in(struct arena *arena, struct span line)
{
	struct span label = folded(arena, label_of(line));

	if (label.length == 0)
		return LABEL_NONE;
	if (is_label(label, PHRASES_FROM_CERTAIN))
		return LABEL_SUFFICIENT;
	if (is_label(label, PHRASES_FROM))
		return memchr(line.at, '@', line.length) != NULL || names_another(arena, line) ?
		    LABEL_SUFFICIENT :
		    LABEL_KNOWN;
	return is_label(label, PHRASES_LABEL) ? LABEL_KNOWN : LABEL_NONE;
}

/* A line "label: something", in any language. */
static bool
has_label(struct span line)
{
	struct span label = label_of(line);
	size_t words = 1;

	if (label.length == 0 || label.length + 1 >= line.length)
		return false;
	for (size_t i = 0; i < label.length; i++) {
		if (isdigit((unsigned char)label.at[i]) || label.at[i] == ',' || label.at[i] == '@')
			return false;
		words += label.at[i] == ' ';
	}
	return words <= LABEL_WORDS;
}

/* Old versions of Notes set their labels at the right, without a colon. */
static bool
ends_in_label(struct arena *arena, struct span line)
{
	size_t start = line.length;

	while (start > 0 && line.at[start - 1] != ' ')
		start--;
	if (start > 0 &&
	    (start < SET_APART || line.at[start - 2] != ' ' || line.at[start - 3] != ' '))
		return false;
	line = (struct span){ line.at + start, line.length - start };
	return line.length > 0 && is_label(folded(arena, line), PHRASES_LABEL_RIGHT);
}

/* The table above a quote of Notes, all of it far to the right: name and date at
 * its left, labels of which three stand in their order at the ends of lines. */
static bool
is_notes_table(struct arena *arena, const char *text)
{
	int labels = 0;

	if (strspn(text, " ") < INDENTED)
		return false;
	for (int i = 0; i < TABLE_LINES && *text != '\0' && labels < 3; i++) {
		labels += ends_in_label(arena, line_at(text));
		text = line_next(text);
	}
	return labels == 3;
}

bool
attribution_block_at(struct arena *arena, const char *text)
{
	const char *at = text;
	enum label first = label_in(arena, line_at(text));
	int labels = 0;
	bool dated = false, addressed = false;

	/* "From: …" with a second label near, as Outlook writes. */
	if (first == LABEL_SUFFICIENT)
		return true;
	if (first == LABEL_KNOWN) {
		for (int i = 0; i < BLOCK_LINES && *at != '\0' && labels < 2; i++) {
			labels += label_in(arena, line_at(at)) != LABEL_NONE;
			at = line_next(at);
		}
		if (labels == 2)
			return true;
	}

	/* In a language that is not known: three lines "label: something" or more, a date with
	 * its time among them and an address, or four without one. */
	at = text;
	for (labels = 0; labels < BLOCK_LINES && has_label(line_at(at)); labels++) {
		struct span front = line_at(at);
		char plain[BARE_BYTES];
		struct date date;

		front.length = front.length < BARE_BYTES ? front.length : BARE_BYTES;
		date = date_in(plain_digits(front, plain));
		dated |= date.year && date.time;
		addressed |= has_address(front);
		at = line_next(at);
	}
	if (dated && labels >= (addressed ? 3 : 4))
		return true;
	return is_notes_table(arena, text);
}
