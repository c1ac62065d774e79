/* SPDX-License-Identifier: ISC */
/*
 * What programs leave among a person's words (litter.h).
 *
 * Strict, since people speak of pictures and viruses, too: a stand-in has its form, a scanner's
 * line begins as the lists say.
 */
#include "mail/quote/litter.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "mail/quote/line.h"
#include "mail/quote/phrases.h"

#define PICTURE_BYTES  200 /* of a stand-in */
#define NOTICE_PHRASES 2   /* in one paragraph */
#define OBJECT         "\ufffc"
#define FRAMES         "[(<*_-~ " /* in front of a scanner's words */

static struct span
after(struct span span, size_t bytes)
{
	return (struct span){ span.at + bytes, span.length - bytes };
}

/* "cid:image001.png@01D", "image: cat.png", "Bild": what stands between square brackets. */
static bool
is_picture(struct span inside)
{
	const char *colon = memchr(inside.at, ':', inside.length);
	struct span label = inside;

	if (span_starts(inside, "cid:"))
		return true;
	if (colon != NULL)
		label.length = (size_t)(colon - inside.at);
	return phrases_hold(PHRASES_PICTURE, label);
}

/* The bytes of the stand-in that begins here; 0: none does. */
static size_t
stand_in(struct span rest)
{
	char close = *rest.at == '[' ? ']' : '>';
	const char *end;
	struct span inside;

	if (span_starts(rest, OBJECT))
		return strlen(OBJECT);
	if (*rest.at != '[' && *rest.at != '<')
		return 0;
	rest.length = rest.length < PICTURE_BYTES ? rest.length : PICTURE_BYTES;
	if ((end = memchr(rest.at, close, rest.length)) == NULL)
		return 0;
	inside = span_trim(rest.at + 1, end);
	if (close == ']' ? is_picture(inside) :
			   memchr(inside.at, '/', inside.length) == NULL &&
		    phrases_end(PHRASES_PICTURE_FILE, inside))
		return (size_t)(end + 1 - rest.at);
	return 0;
}

/* How many bytes there are before the next that may begin a stand-in, and at least one. */
static size_t
plain_bytes(struct span rest)
{
	size_t n = 1;

	while (n < rest.length && rest.at[n] != '[' && rest.at[n] != '<' && rest.at[n] != *OBJECT)
		n++;
	return n;
}

/* Adds the line without stand-ins; false: it held nothing else. */
static bool
add_line(struct str *out, struct span line)
{
	size_t start = out->length;
	bool found = false;

	while (line.length > 0) {
		size_t n = stand_in(line);

		if (n > 0) {
			found = true;
			str_add(out, " ");
		} else {
			n = plain_bytes(line);
			str_addn(out, line.at, n);
		}
		line = after(line, n);
	}
	if (found) {
		struct span left = span_trim(out->data + start, out->data + out->length);

		str_truncate(out, (size_t)(left.at + left.length - out->data));
		if (left.length == 0)
			str_truncate(out, start);
	}
	return !found || out->length > start;
}

static bool
is_scanners(struct span line)
{
	while (line.length > 0 && strchr(FRAMES, *line.at) != NULL)
		line = after(line, 1);
	return line.length > 0 && phrases_begin(PHRASES_SCANNER, line);
}

/* The bytes up to an empty line. */
static size_t
paragraph_length(const char *text)
{
	const char *at = text;

	while (*at != '\0' && line_at(at).length > 0)
		at = line_next(at);
	return (size_t)(at - text);
}

/* A company's notice: "This e-mail and any attachments are confidential and …", however it is
 * wrapped. */
static bool
is_notice(struct arena *arena, const char *text, size_t length)
{
	const struct words *words = phrases(PHRASES_FOOTER);
	char *line = arena_strndup(arena, text, length);
	int found = 0;

	for (char *at = line; *at != '\0'; at++)
		*at = (char)(*at == '\n' ? ' ' : tolower((unsigned char)*at));
	for (size_t i = 0; i < words->count && found < NOTICE_PHRASES; i++)
		found += strstr(line, words->list[i]) != NULL;
	return found == NOTICE_PHRASES;
}

/* The text without notices; in its first paragraph a person's words may stand above one. */
static char *
without_notices(struct arena *arena, const char *text)
{
	struct str out;
	bool is_first = true;

	str_init(&out, arena, strlen(text) + 1);
	while (*text != '\0') {
		size_t length = paragraph_length(text), blank = 0;

		if (!is_notice(arena, text, length) ||
		    (is_first && !phrases_stand_in(PHRASES_FOOTER, line_at(text))))
			str_addn(&out, text, length);
		is_first = is_first && length == 0;
		text += length;
		while (text[blank] != '\0' && line_at(text + blank).length == 0)
			blank = (size_t)(line_next(text + blank) - text);
		str_addn(&out, text, blank);
		text += blank;
	}
	return out.data;
}

char *
litter_drop(struct arena *arena, const char *text)
{
	struct str out;
	bool below = false; /* a scanner's line is the last above with something on it */

	text = without_notices(arena, text);
	str_init(&out, arena, strlen(text) + 1);
	for (const char *next; *text != '\0'; text = next) {
		struct span line = line_at(text), all = { text, strcspn(text, "\n") };

		next = line_next(text);
		if (line.length > 0)
			below = is_scanners(line) ||
			    (below && phrases_begin(PHRASES_SCANNER_LINK, line));
		if (line.length > 0 && below)
			continue;
		if (add_line(&out, all) && text[all.length] == '\n')
			str_addc(&out, '\n');
	}
	/* As the text was, it ends with a line. */
	while (out.length > 0 && strchr(" \t\n", out.data[out.length - 1]) != NULL)
		str_truncate(&out, out.length - 1);
	if (out.length > 0)
		str_addc(&out, '\n');
	return out.data;
}
