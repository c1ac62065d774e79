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

/* May a line end at the blanks here, *at behind the first of which?  *at: behind them all.  Not
 * where a command may follow, which would begin a line. */
static bool
may_break(const char **at)
{
	bool follows_colon = (*at)[-2] == ':';

	*at += strspn(*at, " ");
	return **at != '"' && !follows_colon;
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

/* Where the part of `line` that fits ends, in bytes; *next: where it goes on.  hard: also
 * within a word, and at any blank. */
static size_t
find_break(const char *line, size_t length, size_t columns, bool hard, size_t *next)
{
	static const wchar_t closing[] = L"、。，．：；！？）》"; /* must not begin a line */
	const char *at = line, *end = line + length;
	size_t fits = utf8_prefix(line, columns), best = 0;
	size_t whole = 0; /* where the address ends that was begun last */
	bool in_words = false, before_wide = false, begins = true;

	*next = length;
	while (at < end) {
		size_t before = (size_t)(at - line), address;
		uint32_t c = utf8_next(&at);

		if (begins && hard && (address = address_length(line + before, end)) > 0) {
			if (before_wide)
				best = *next = before;
			whole = before + address;
		}
		if (before > fits) {
			if (best > 0)
				return best;
			if (hard && before >= whole && c != ' ' && whole <= fits)
				return *next = cut_word(line, fits);
		}
		begins = c == ' ' || is_ideograph(c);
		if (c == ' ' && in_words) {
			if (may_break(&at) || hard) {
				best = before;
				*next = (size_t)(at - line);
			}
		} else if (is_ideograph(c) && (before_wide || (before > 0 && before == whole)) &&
		    wcschr(closing, (wchar_t)c) == NULL) {
			best = *next = before;
		}
		in_words |= c != ' ';
		before_wide = is_ideograph(c);
	}
	/* Its last character alone does not fit. */
	if (best > 0 && best <= fits)
		return best;
	if (hard && whole <= fits)
		return *next = cut_word(line, fits);
	*next = length;
	return length;
}

const char *
wrap(struct arena *arena, const char *text, unsigned columns, bool hard)
{
	struct str out;

	str_init(&out, arena, 0);
	for (;; text++) {
		size_t length = strcspn(text, "\n"), indent = strspn(text, " "), room = columns;
		size_t next, end;

		if (indent > columns / 2)
			indent = 0;
		/* No character is wider than its bytes. */
		while (length > room && utf8_prefix(text, room) < length) {
			end = find_break(text, length, room, hard, &next);
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
