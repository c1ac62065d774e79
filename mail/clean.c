/* SPDX-License-Identifier: ISC */
/*
 * Line ends, and invisible characters.
 *
 * The second only saves work: what is plainly a letter of a common script is
 * copied, anything else goes through utf8_clean.
 */
#include "mail/clean.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"

/* Of the text up to a CR or NUL. */
static size_t
plain_length(const char *text)
{
	size_t n = 0;

	while (text[n] != '\r' && text[n] != '\0')
		n++;
	return n;
}

size_t
clean_line_ends(char *text, size_t length)
{
	char	alone = memchr(text, '\n', length) == NULL ? '\n' : ' ';
	size_t	kept = 0, run = 0;	/* run: CRs not yet judged */

	text[length] = '\0';
	for (size_t i = 0; i < length;) {
		size_t plain = plain_length(text + i);

		if (plain > 0) {
			if (text[i] != '\n') {
				memset(text + kept, alone, run);
				kept += run;
			}
			run = 0;
			if (kept != i)
				memmove(text + kept, text + i, plain);
			kept += plain;
		}
		for (i += plain; i < length && (text[i] == '\r' || text[i] == '\0'); i++)
			run += text[i] == '\r';
	}
	memset(text + kept, alone, run);
	kept += run;
	text[kept] = '\0';
	return kept;
}

static bool
is_tail(unsigned char c)
{
	return (c & 0xC0) == 0x80;
}

/* Three-byte characters without controls among them: Vietnamese letters,
 * symbols from U+2080 on, kana, hanzi, most of hangul. */
static bool
is_common_triple(const unsigned char *at)
{
	if (!is_tail(at[1]) || !is_tail(at[2]))
		return false;
	if (at[0] == 0xE1)
		return at[1] >= 0xB8;
	if (at[0] == 0xE2)
		return at[1] >= 0x82;
	if (at[0] == 0xE3)	/* but for U+3164, a filler */
		return at[1] != 0x85 || at[2] != 0xA4;
	return (at[0] >= 0xE4 && at[0] <= 0xE9) || at[0] == 0xEB || at[0] == 0xEC;
}

/* U+00C0 to U+02FF, U+0400 to U+04FF. */
static bool
is_common_pair(const unsigned char *at)
{
	return ((at[0] >= 0xC3 && at[0] <= 0xCB) || (at[0] >= 0xD0 && at[0] <= 0xD3)) &&
	    is_tail(at[1]);
}

/* Length of the character at `at` when it needs no look; 0 otherwise. */
static size_t
common_length(const unsigned char *at)
{
	if (at[0] < 0x7F)
		return at[0] >= ' ' || at[0] == '\n' || at[0] == '\t';
	if (at[0] < 0xE0)
		return is_common_pair(at) ? 2 : 0;
	return is_common_triple(at) ? 3 : 0;
}

char *
clean_text(struct arena *arena, const char *text)
{
	struct str out;

	str_init(&out, arena, 0);
	while (*text != '\0') {
		const char	*end = text;
		size_t		 n;

		while (*end != '\0' && (n = common_length((const unsigned char *)end)) > 0)
			end += n;
		str_addn(&out, text, (size_t)(end - text));
		text = end;
		while (*end != '\0' && common_length((const unsigned char *)end) == 0)
			end++;
		if (end > text)
			str_add(&out, utf8_clean(arena, text, (size_t)(end - text), true));
		text = end;
	}
	return out.data;
}
