/* SPDX-License-Identifier: ISC */
/*
 * RFC 2047 words in header values, read leniently.
 *
 * Neighbouring words of one charset are joined before they are converted,
 * because many programs split a character between them.  Text that only
 * resembles a word is kept as it is.
 */
#include "mail/read/rfc2047.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/read/charset.h"

#define WORDS_MAX 60         /* groups of encoded words converted in one field */
#define VALUE_MAX (8 * 1024) /* of one field; the rest is dropped */

/* `=?charset?B?text?=`. */
struct encoded_word {
	const char *charset, *text;
	size_t charset_length, text_length;
	bool base64;
	const char *end;
};

/* Neighbouring words of one charset. */
struct pending {
	char charset[64];
	struct str bytes; /* decoded, not yet converted */
	int flushed;      /* groups converted so far */
};

static bool
read_word(const char *at, struct encoded_word *word)
{
	const char *q1, *q2, *end, *star;

	if (at[0] != '=' || at[1] != '?')
		return false;
	word->charset = at + 2;
	q1 = word->charset + strcspn(word->charset, "? \t");
	if (q1 == word->charset || *q1 != '?' || strchr("bBqQ", q1[1]) == NULL || q1[1] == '\0')
		return false;
	q2 = q1 + 2;
	word->text = q2 + 1;
	if (*q2 != '?' || (end = strstr(word->text, "?=")) == NULL)
		return false;
	word->charset_length = (size_t)(q1 - word->charset);
	star = memchr(word->charset, '*', word->charset_length);
	if (star != NULL) /* RFC 2231, 5: a language follows the charset */
		word->charset_length = (size_t)(star - word->charset);
	word->base64 = tolower((unsigned char)q1[1]) == 'b';
	word->text_length = (size_t)(end - word->text);
	word->end = end + 2;
	return true;
}

static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)tolower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void
decode_q(struct str *out, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '=' && i + 2 < length && hex_digit(text[i + 1]) >= 0 &&
		    hex_digit(text[i + 2]) >= 0) {
			str_addc(out, (char)(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2])));
			i += 2;
		} else {
			str_addc(out, text[i] == '_' ? ' ' : text[i]);
		}
	}
}

static void
decode_b(struct str *out, const char *text, size_t length)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *digit;
	unsigned bits = 0;
	int count = 0;

	for (size_t i = 0; i < length; i++) {
		if (text[i] == '\0' || (digit = strchr(digits, text[i])) == NULL)
			continue;
		bits = (bits << 6 | (unsigned)(digit - digits)) & 0xFFFFFFU;
		count += 6;
		if (count >= 8) {
			count -= 8;
			str_addc(out, (char)(bits >> count & 0xFF));
		}
	}
}

static void
flush(struct pending *pending, struct str *out)
{
	if (pending->bytes.length == 0)
		return;
	pending->flushed++;
	str_add(out,
	    charset_to_utf8(
		out->arena, pending->bytes.data, pending->bytes.length, pending->charset, NULL));
	str_truncate(&pending->bytes, 0);
}

char *
rfc2047_decode(struct arena *arena, const char *value, const char *label)
{
	struct pending pending = { .charset = "" };
	struct str out;
	struct encoded_word word;
	const char *at = charset_to_utf8(arena, value, strnlen(value, VALUE_MAX), label, NULL);
	const char *end;
	char charset[sizeof pending.charset];

	str_init(&out, arena, 0);
	str_init(&pending.bytes, arena, 0);
	while (*at != '\0') {
		if (pending.flushed < WORDS_MAX && read_word(at, &word)) {
			str_format(charset, sizeof charset, "%.*s", (int)word.charset_length % 60,
			    word.charset);
			if (!str_equal_nocase(charset, pending.charset))
				flush(&pending, &out);
			str_copy(pending.charset, sizeof pending.charset, charset);
			(word.base64 ? decode_b : decode_q)(
			    &pending.bytes, word.text, word.text_length);
			at = word.end;
			/* Blanks between two words belong to the folding. */
			if (read_word(at + strspn(at, " \t"), &word))
				at += strspn(at, " \t");
			continue;
		}
		flush(&pending, &out);
		/* Plain text goes on to where the next "=?" may begin a word. */
		end = strstr(at + 1, "=?");
		end = end != NULL ? end : at + strlen(at);
		str_addn(&out, at, (size_t)(end - at));
		at = end;
	}
	flush(&pending, &out);
	return utf8_clean(arena, out.data, out.length, false);
}
