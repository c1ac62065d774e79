/* SPDX-License-Identifier: ISC */
/*
 * Single lines that mark a quote by their form (">" marks, rules, delimiters,
 * signature marks), signatures of telephones, and banners of mail servers.
 *
 * A banner, "CAUTION: external sender", is not the writer's words, and a command may
 * stand below it.  It is only looked for at the very top, and strictly: a person may
 * write "Caution!" too.
 */
#include "mail/quote/line.h"

#include <ctype.h>
#include <string.h>

#include "mail/quote/phrases.h"

#define DELIMITER_BYTES 200
#define LABEL_BYTES     40
#define MOBILE_BYTES    140
#define OUTLOOK_BYTES   90
#define BANNER_BYTES    400
#define MARKING_BYTES   70
#define RULE_BYTES      5
#define BLANK_LINES_MAX 50 /* between an attribution and its quote */
#define FRAME           "-----"
#define NAME_BYTES      32 /* of a name in front of each quoted line */
#define MARK_SIGNS      4  /* that one mark is made of */
#define MARK_INDENT     3  /* blanks in front of a mark */
#define MARK_WINDOW     6  /* lines in which it stands again */

static struct span
after(struct span line, size_t bytes)
{
	return (struct span){ line.at + bytes, line.length - bytes };
}

struct span
line_at(const char *text)
{
	return span_trim(text, text + strcspn(text, "\n"));
}

const char *
line_next(const char *text)
{
	text += strcspn(text, "\n");
	return *text == '\n' ? text + 1 : text;
}

const char *
line_skip_blank(const char *text)
{
	while (*text != '\0' && line_at(text).length == 0)
		text = line_next(text);
	return text;
}

bool
line_is_quoted(struct span line)
{
	size_t n = 0;

	if (span_starts(line, ">") || span_starts(line, "＞") || span_starts(line, "&gt;"))
		return true;
	/* "JD> …", as some old programs mark whom they quote. */
	while (n < line.length && n < 4 && isupper((unsigned char)line.at[n]))
		n++;
	return n > 0 && n + 1 < line.length && line.at[n] == '>' &&
	    (line.at[n + 1] == ' ' || line.at[n + 1] == '>');
}

/* The bytes of "Riverpost>", one or two words. */
static size_t
name_mark(struct span line)
{
	size_t n = 0, words = 1;

	while (n < line.length && n <= NAME_BYTES && line.at[n] != '>') {
		if (line.at[n] == ' ')
			words++;
		else if (!isalnum((unsigned char)line.at[n]) && (line.at[n] & 0x80) == 0 &&
		    strchr("._-'", line.at[n]) == NULL)
			return 0;
		n++;
	}
	if (n == 0 || n > NAME_BYTES || n == line.length || line.at[n - 1] == ' ' || words > 2)
		return 0;
	return n + 1;
}

/* The bytes of a mark that needs company: "R>", "|", ":", "»", and below an attribution
 * whatever signs a program was told to use. */
static size_t
weak_mark(struct span line, bool announced)
{
	static const char *const signs[] = { "|", ":", "»", "›", "│", "┃", "｜", "¦", "❯", "}", "%",
		"<", "!", "=", "~", ">", "$", "&", "/", ";" };
	const size_t narrow = 10; /* of them mark quotes that nothing announces */
	size_t n = name_mark(line);
	bool found = n == 0;

	for (int i = 0; i < MARK_SIGNS && found; i++) {
		found = false;
		if (n < line.length && isalnum((unsigned char)line.at[n]))
			break;
		for (size_t j = 0;
		     j < (announced ? sizeof signs / sizeof *signs : narrow) && !found; j++) {
			found = span_starts(after(line, n), signs[j]);
			n += found ? strlen(signs[j]) : 0;
		}
	}
	return n == line.length || line.at[n] == ' ' || line.at[0] == '|' ? n : 0;
}

struct span
line_quote_mark(const char *text, bool announced)
{
	struct span line = line_at(text), mark = { line.at, 0 };
	int seen = 1, needed;

	if (line_is_quoted(line) || line.length == 0 || line.at - text > MARK_INDENT)
		return mark;
	mark.length = weak_mark(line, announced);
	/* People set words apart by a bar, and draw tables. */
	needed = announced || *line.at != '|' ? 2 : 3;
	if (needed == 3 && line.length > 1 && span_ends(line, "|"))
		return (struct span){ line.at, 0 };
	for (int i = 0; i < MARK_WINDOW && mark.length > 0; i++) {
		text = line_next(text);
		seen += strncmp(line_at(text).at, mark.at, mark.length) == 0;
	}
	if (seen < needed)
		mark.length = 0;
	return mark;
}

bool
line_has_mark(struct span line, struct span mark)
{
	return line_is_quoted(line) ||
	    (mark.length > 0 && line.length >= mark.length &&
		memcmp(line.at, mark.at, mark.length) == 0);
}

bool
line_quote_follows(const char *text)
{
	for (int blank = 0; blank < BLANK_LINES_MAX && *text != '\0'; blank++) {
		if (line_at(text).length > 0)
			return line_is_quoted(line_at(text)) ||
			    line_quote_mark(text, false).length > 0;
		text = line_next(text);
	}
	return false;
}

/* The length of one character that rules are drawn with; 0: it is not one. */
static size_t
rule_character(struct span line)
{
	static const char *const wide[] = { "—", "–", "─", "━", "═", "－", "＿", "＝", "‐", "‑",
		"−", "―" };

	if (line.length > 0 && strchr("-_=*#~+", line.at[0]) != NULL)
		return 1;
	for (size_t i = 0;
	     line.length > 0 && (*line.at & 0x80) != 0 && i < sizeof wide / sizeof *wide; i++) {
		if (span_starts(line, wide[i]))
			return strlen(wide[i]);
	}
	return 0;
}

/* How often the line's first character stands at its beginning. */
static size_t
rule_run(struct span line, size_t character)
{
	size_t at = 0;

	while (at + character <= line.length && memcmp(line.at + at, line.at, character) == 0)
		at += character;
	return at / character;
}

/* How many characters of rules stand at the line's end. */
static size_t
rule_tail(struct span line)
{
	size_t tail = 0;

	while (line.length > 0) {
		size_t n = 1;

		while (n < line.length && n < 4 && (line.at[line.length - n] & 0xC0) == 0x80)
			n++;
		if (rule_character((struct span){ line.at + line.length - n, n }) != n)
			break;
		line.length -= n;
		tail++;
	}
	return tail;
}

/* "----- words -----". */
static bool
is_framed(struct span line, size_t run)
{
	size_t tail = rule_tail(line);
	struct span words = after(line, run), label;
	const char *frame = memmem(words.at, words.length, FRAME, strlen(FRAME));

	/* Stars are emphasis unless the words are known. */
	if (run >= 4 && tail >= 4 && strchr("*~#+", *line.at) == NULL)
		return true;
	if (run >= 2 && tail >= 2)
		return phrases_stand_in(PHRASES_FRAME, line);
	/* "----邮件原文----发件人:Fred", with frames of four. */
	if (frame == NULL && run >= 4)
		frame = memmem(words.at, words.length, "----", 4);
	if (run < 4 || frame == NULL)
		return false;
	/* "----- words -----From: Fred": Samsung and Yahoo go on in the same line. */
	label = after(words, (size_t)(frame - words.at));
	label = after(label, rule_run(label, 1));
	label.length = label.length < LABEL_BYTES ? label.length : LABEL_BYTES;
	return span_has(label, ":") || span_has(label, "：") ||
	    phrases_stand_in(PHRASES_FRAME, line);
}

/* "| |": what is left of the table around a signature. */
static bool
is_cell_frame(struct span line)
{
	size_t bars = 0;

	for (size_t i = 0; i < line.length; i++) {
		if (line.at[i] != '|' && line.at[i] != ' ')
			return false;
		bars += line.at[i] == '|';
	}
	return bars >= 2;
}

/* "*----- Original Message -----*": bold in a text part; "- -- ": a signed text
 * marks its dashes so (RFC 4880, 7.1).  Of a line that is too long, the frame it begins with. */
static struct span
bare_rule(struct span line)
{
	if (line.length > DELIMITER_BYTES)
		return (struct span){ line.at, span_starts(line, FRAME) ? DELIMITER_BYTES : 0 };
	if (line.length > 4 && span_starts(line, "*-") && span_ends(line, "*"))
		line = (struct span){ line.at + 1, line.length - 2 };
	if (span_starts(line, "- -"))
		line = after(line, 2);
	return line;
}

bool
line_is_delimiter(struct span line)
{
	size_t character, run;

	if (phrases_hold(PHRASES_ORIGINAL, line) || is_cell_frame(line))
		return true;
	line = bare_rule(line);
	if (line.length == 0)
		return false;
	/* ">>> Fred <fred@players.test> 1.2.2016 18:32 >>>", above a quote without marks. */
	if (line.length > 8 && span_starts(line, ">>>") && span_ends(line, ">>>"))
		return true;
	if ((character = rule_character(line)) == 0)
		return phrases_start(PHRASES_FORWARD, line);
	run = rule_run(line, character);
	/* Nothing but dashes and the like.  Two hyphens are a signature mark, of other
	 * characters it takes a drawn line. */
	if (run * character == line.length &&
	    run >= (size_t)(*line.at == '-' ? 2 :
			   character > 1    ? 1 :
					      5))
		return true;
	return is_framed(line, run);
}

bool
line_is_rule(struct span line)
{
	size_t character = rule_character(line), run;

	if (character == 0)
		return false;
	run = rule_run(line, character);
	return run * character == line.length && (character > 1 || run > 2);
}

bool
line_is_address(struct span line)
{
	const char *at = memchr(line.at, '@', line.length);

	if (at == NULL || at == line.at || at + 1 == line.at + line.length)
		return false;
	for (size_t i = 0; i < line.length; i++) {
		if (isspace((unsigned char)line.at[i]))
			return false;
	}
	return true;
}

/* Without what a telephone's signature may be framed by. */
static struct span
unbracketed(struct span line)
{
	while (line.length > 1 && strchr("[(<*_~- ", *line.at) != NULL)
		line = after(line, 1);
	return line;
}

bool
line_is_mobile_signature(struct span line)
{
	if (line.length > MOBILE_BYTES || line.length == 0)
		return false;
	line = unbracketed(line);
	if (phrases_begin(PHRASES_TELEPHONE, line) || phrases_end(PHRASES_TELEPHONE_END, line) ||
	    phrases_begin(PHRASES_CARRIER, line))
		return true;
	if (span_ends(line, "gönderildi") && (span_has(line, "mdan") || span_has(line, "mden")))
		return true;
	/* "Get Outlook for Android" in any language. */
	return line.length <= OUTLOOK_BYTES && span_has(line, "outlook") &&
	    (span_has(line, "android") || span_has(line, " ios") || span_starts(line, "ios"));
}

bool
line_is_device(struct span line)
{
	return phrases_stand_in(PHRASES_TELEPHONE_DEVICE, line) ||
	    phrases_begin(PHRASES_CARRIER, unbracketed(line));
}

/* Without frames and warning signs around it. */
static struct span
unframed(struct span line)
{
	static const char *const frames[] = { "[", "*", "!", "#", "|", "-", "=", "(", " ", "<", "⚠",
		"\ufe0f", "【", "［", "🛑", "⛔", "❗", "🚨", "📧", "✉" };

	for (size_t i = 0; i < sizeof frames / sizeof *frames;) {
		size_t n = strlen(frames[i]);

		if (n <= line.length && memcmp(line.at, frames[i], n) == 0) {
			line = after(line, n);
			i = 0;
		} else {
			i++;
		}
	}
	while (line.length > 0 && strchr("*|-=# )>]", line.at[line.length - 1]) != NULL)
		line.length--;
	return line;
}

bool
line_is_banner(struct span line, bool below)
{
	struct span words;

	if (line.length > BANNER_BYTES)
		return false;
	words = unframed(line);
	/* A bracket may be part of one: "external]". */
	return phrases_begin(PHRASES_BANNER, after(line, (size_t)(words.at - line.at))) ||
	    phrases_begin(PHRASES_CARRIER, words) || phrases_hold(PHRASES_BANNER_WHOLE, words) ||
	    (below && phrases_begin(PHRASES_BANNER_MORE, words));
}

bool
line_is_marking(struct span line)
{
	if (line.length > MARKING_BYTES || span_has(line, "!") || span_has(line, "?"))
		return false;
	return phrases_start(PHRASES_MARKING, line) || phrases_hold(PHRASES_MARKING_WHOLE, line);
}

bool
line_is_frame(struct span line)
{
	size_t wide = rule_character(line);

	if (line.length < RULE_BYTES || wide == 0)
		return false;
	if (wide > 1)
		return rule_run(line, wide) * wide == line.length;
	for (size_t i = 0; i < line.length; i++)
		if (strchr("-_=*#~+|", line.at[i]) == NULL)
			return false;
	return true;
}
