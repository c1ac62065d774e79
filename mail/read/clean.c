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

#define SHORT_RUN 8 /* bytes that are looked at in less time than it takes to call strcspn */

size_t
clean_line_ends(char *text, size_t length)
{
	char alone = memchr(text, '\n', length) == NULL ? '\n' : ' ';
	size_t kept = 0, run = 0; /* run: CRs not yet judged */

	text[length] = '\0';
	for (size_t i = 0; i < length;) {
		size_t plain = 0;

		while (plain < SHORT_RUN && text[i + plain] != '\r' && text[i + plain] != '\0')
			plain++;
		if (plain == SHORT_RUN)
			plain += strcspn(text + i + plain, "\r");
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

/* Length of the character at `at`, beyond ASCII, when it is a common one, which is nothing to
 * drop or to replace; 0 otherwise. */
static size_t
common_length(const unsigned char *at)
{
	/* European letters but for the soft hyphen, Hebrew, Arabic; hanzi and kana (but for
	 * U+3164, a filler), Vietnamese letters, dashes and quotation marks, symbols, hangul,
	 * wide letters, the scripts from India to Georgia, what stands for bytes that cannot
	 * be read. */
	static const struct range {
		unsigned first, last;
	} two[] = { { 0xAE, 0x2FF }, { 0x370, 0x5FF }, { 0x620, 0x6DC }, { 0xA1, 0xAC } },
	  three[] = { { 0x3165, 0x9FFF }, { 0x2080, 0x3163 }, { 0xB000, 0xCFFF },
		  { 0xFF01, 0xFF3F }, { 0x1E00, 0x1EFF }, { 0x2010, 0x2027 }, { 0x0900, 0x10FF },
		  { 0xFFFD, 0xFFFD } };
	const struct range *ranges = two;
	size_t count = sizeof two / sizeof *two, length = 2;
	unsigned character;

	if (at[0] < 0xC2 || at[0] >= 0xF0 || !is_tail(at[1]))
		return 0;
	character = (at[0] & 0x1Fu) << 6 | (at[1] & 0x3Fu);
	if (at[0] >= 0xE0) {
		if (!is_tail(at[2]) || (at[0] == 0xE0 && at[1] < 0xA0))
			return 0;
		character = (at[0] & 0x0Fu) << 12 | (at[1] & 0x3Fu) << 6 | (at[2] & 0x3Fu);
		ranges = three;
		count = sizeof three / sizeof *three;
		length = 3;
	}
	for (size_t i = 0; i < count; i++) {
		if (character >= ranges[i].first && character <= ranges[i].last)
			return length;
	}
	return 0;
}

/* … of ASCII. */
static bool
is_plain(char c)
{
	return (c >= ' ' && c < 0x7F) || c == '\n' || c == '\t';
}

/* What follows the common characters at `at`. */
static const char *
skip_common(const char *at)
{
	for (;;) {
		size_t n;

		while (is_plain(*at))
			at++;
		if ((n = common_length((const unsigned char *)at)) == 0)
			return at;
		at += n;
	}
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
		const char *end = skip_common(text);

		str_addn(&out, text, (size_t)(end - text));
		while (is_dropped(*end))
			end++;
		for (text = end; *end != '\0' && !is_dropped(*end) && !is_plain(*end) &&
		     common_length((const unsigned char *)end) == 0;)
			end++;
		if (end > text)
			utf8_add_clean(&out, text, (size_t)(end - text), true);
		text = end;
	}
	return out.data;
}
