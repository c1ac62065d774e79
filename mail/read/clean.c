/* SPDX-License-Identifier: ISC */
/*
 * Line ends, and invisible characters.
 *
 * The second only saves work: what is plainly a letter of a common script is
 * copied, anything else goes through utf8_clean.
 */
#include "mail/read/clean.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"

size_t
clean_line_ends(char *text, size_t length)
{
	char alone = memchr(text, '\n', length) == NULL ? '\n' : ' ';
	size_t kept = 0, run = 0; /* run: CRs not yet judged */

	text[length] = '\0';
	for (size_t i = 0; i < length;) {
		size_t plain = strcspn(text + i, "\r");

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

/* Characters of three bytes without controls among them: hanzi and kana (but for
 * U+3164, a filler), Vietnamese letters, dashes and quotation marks, symbols,
 * hangul, wide letters, and what stands for bytes that cannot be read. */
static bool
is_common_triple(const unsigned char *at)
{
	static const struct {
		unsigned first, last;
	} ranges[] = { { 0x3165, 0x9FFF }, { 0x2080, 0x3163 }, { 0xB000, 0xCFFF },
		{ 0xFF01, 0xFF3F }, { 0x1E00, 0x1EFF }, { 0x2010, 0x2027 }, { 0xFFFD, 0xFFFD } };
	unsigned character;

	if (at[0] >= 0xF0 || !is_tail(at[1]) || !is_tail(at[2]))
		return false;
	character = (at[0] & 0x0Fu) << 12 | (at[1] & 0x3Fu) << 6 | (at[2] & 0x3Fu);
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
		if (character >= ranges[i].first && character <= ranges[i].last)
			return true;
	}
	return false;
}

/* Length of the character at `at` when it needs no look; 0 otherwise. */
static size_t
common_length(const unsigned char *at)
{
	if (at[0] < 0x7F)
		return at[0] >= ' ' || at[0] == '\n' || at[0] == '\t';
	if (at[0] >= 0xE0)
		return is_common_triple(at) ? 3 : 0;
	/* U+00A1 to U+02FF but for the soft hyphen, U+0400 to U+04FF. */
	if (at[0] == 0xC2)
		return at[1] > 0xA0 && at[1] < 0xC0 && at[1] != 0xAD ? 2 : 0;
	if ((at[0] < 0xC3 || at[0] > 0xCB) && (at[0] < 0xD0 || at[0] > 0xD3))
		return 0;
	return is_tail(at[1]) ? 2 : 0;
}

/* Control characters that neither end a line nor are blanks. */
static bool
is_dropped(char c)
{
	return c == 0x7F || (c > 0 && c < ' ' && strchr("\t\n\v\f\r", c) == NULL);
}

char *
clean_text(struct arena *arena, const char *text)
{
	struct str out;

	str_init(&out, arena, 0);
	while (*text != '\0') {
		const char *end = text;
		size_t n;

		while ((n = common_length((const unsigned char *)end)) > 0)
			end += n;
		str_addn(&out, text, (size_t)(end - text));
		while (is_dropped(*end))
			end++;
		for (text = end; *end != '\0' && !is_dropped(*end) &&
		     common_length((const unsigned char *)end) == 0;)
			end++;
		if (end > text)
			str_add(&out, utf8_clean(arena, text, (size_t)(end - text), true));
		text = end;
	}
	return out.data;
}
