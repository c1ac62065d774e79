/* SPDX-License-Identifier: ISC */
/*
 * UTF-8 over utf8proc.  Malformed input never fails: each bad byte becomes
 * U+FFFD.
 */
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/arena.h"
#include "base/str.h"

#define REPLACEMENT 0xfffd
#define MARKS_MAX   30 /* in a row; no script needs as many (UAX 15, 13) */

bool
utf8_is_valid(const char *bytes, size_t length)
{
	const uint8_t *at = (const uint8_t *)bytes;
	utf8proc_int32_t c;

	while (length > 0) {
		utf8proc_ssize_t n = *at < 0x80 ?
		    1 :
		    utf8proc_iterate(at, (utf8proc_ssize_t)length, &c);

		if (n <= 0)
			return false;
		at += n;
		length -= (size_t)n;
	}
	return true;
}

uint32_t
utf8_next(const char **text)
{
	utf8proc_int32_t c;
	utf8proc_ssize_t n;

	if (**text == '\0')
		return 0;
	n = utf8proc_iterate((const uint8_t *)*text, -1, &c);
	if (n <= 0) {
		*text += 1;
		return REPLACEMENT;
	}
	*text += n;
	return (uint32_t)c;
}

size_t
utf8_encode(uint32_t c, char out[4])
{
	return (size_t)utf8proc_encode_char((utf8proc_int32_t)c, (uint8_t *)out);
}

size_t
utf8_width(const char *text)
{
	size_t width = 0;
	uint32_t c;

	while ((c = utf8_next(&text)) != 0)
		width += (size_t)utf8proc_charwidth((utf8proc_int32_t)c);
	return width;
}

size_t
utf8_prefix(const char *text, size_t columns)
{
	const char *at = text, *end = text;
	size_t width = 0;
	uint32_t c;

	while ((c = utf8_next(&at)) != 0) {
		width += (size_t)utf8proc_charwidth((utf8proc_int32_t)c);
		if (width > columns)
			break;
		end = at;
	}
	return (size_t)(end - text);
}

/* What every form of ASCII is: itself, but for case. */
static char *
map_ascii(struct arena *arena, const char *text, size_t length, bool fold)
{
	char *copy = arena_strndup(arena, text, length);

	for (char *at = copy; fold && *at != '\0'; at++)
		if (*at >= 'A' && *at <= 'Z')
			*at = (char)(*at - 'A' + 'a');
	return copy;
}

static size_t
ascii_length(const char *text)
{
	size_t n = 0;

	while (text[n] != '\0' && ((unsigned char)text[n]) < 0x80)
		n++;
	return n;
}

/* The two halfwidth sound marks become marks when they are mapped. */
static bool
is_mark(uint32_t c)
{
	utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);

	return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC ||
	    category == UTF8PROC_CATEGORY_ME || c == 0xff9e || c == 0xff9f;
}

/* Marks in a row are put into an order in quadratic time. */
static const char *
without_piles(struct arena *arena, const char *text)
{
	char *copy = arena_strdup(arena, text), *end = copy;
	uint32_t c;

	for (int marks = 0; (c = utf8_next(&text)) != 0;) {
		marks = is_mark(c) ? marks + 1 : 0;
		if (marks <= MARKS_MAX)
			end += utf8_encode(c, end);
	}
	*end = '\0';
	return copy;
}

static char *
map(struct arena *arena, const char *text, utf8proc_option_t options)
{
	size_t ascii = ascii_length(text);
	const char *sound = text;
	utf8proc_uint8_t *mapped = NULL;
	char *copy;

	if (text[ascii] == '\0')
		return map_ascii(arena, text, ascii, (options & UTF8PROC_CASEFOLD) != 0);
	if (!utf8_is_valid(text, strlen(text)))
		sound = utf8_clean(arena, text, strlen(text), true);
	sound = without_piles(arena, sound);
	if (utf8proc_map((const uint8_t *)sound, 0, &mapped, UTF8PROC_NULLTERM | options) < 0)
		return arena_strdup(arena, sound);
	copy = arena_strdup(arena, (const char *)mapped);
	free(mapped);
	return copy;
}

char *
utf8_nfc(struct arena *arena, const char *text)
{
	return map(arena, text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

char *
utf8_fold(struct arena *arena, const char *text)
{
	return map(
	    arena, text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD);
}

char *
utf8_nfkc(struct arena *arena, const char *text)
{
	return map(arena, text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
}

static bool
is_joiner(uint32_t c)
{
	return c == 0x200c || c == 0x200d;
}

/* Controls, format characters, fillers that show nothing; variation selectors
 * stay, emoji and hanzi need them. */
static bool
is_invisible(uint32_t c)
{
	utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);

	if (utf8proc_get_property((utf8proc_int32_t)c)->ignorable)
		return c < 0xfe00 || c > 0xfe0f;
	return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF ||
	    category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP ||
	    category == UTF8PROC_CATEGORY_CO || category == UTF8PROC_CATEGORY_CN;
}

/* Line ends of every kind but \n: \v \f \r, NEL, LINE and PARAGRAPH SEPARATOR. */
static bool
is_line_end(uint32_t c)
{
	return (c >= 0x0b && c <= 0x0d) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

struct cleaning {
	struct str out;
	bool keep_lines;
	bool after_cr;
	bool in_word;    /* the last character was part of a word */
	uint32_t joiner; /* held back until the word goes on */
};

static void
add_character(struct str *out, uint32_t c)
{
	char bytes[4];

	str_addn(out, bytes, utf8_encode(c, bytes));
}

/* Word processors have many; the ideographic one is as wide as what stands around. */
static bool
is_narrow_space(uint32_t c)
{
	return c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f ||
	    c == 0x205f;
}

static bool
is_blank(uint32_t c)
{
	return c == ' ' || c == '\t' || c == '\n' || is_line_end(c) || is_narrow_space(c);
}

static void
clean_blank(struct cleaning *cl, uint32_t c)
{
	if (c == '\n' && cl->after_cr)
		return;
	if (is_line_end(c))
		c = '\n';
	str_addc(&cl->out, cl->keep_lines && (c == '\n' || c == '\t') ? (char)c : ' ');
	cl->in_word = false;
	cl->joiner = 0;
}

static void
clean_visible(struct cleaning *cl, uint32_t c)
{
	if (cl->joiner != 0)
		add_character(&cl->out, cl->joiner);
	add_character(&cl->out, c);
	cl->in_word = true;
	cl->joiner = 0;
}

static void
clean_character(struct cleaning *cl, uint32_t c)
{
	if (is_blank(c))
		clean_blank(cl, c);
	else if (is_joiner(c))
		cl->joiner = cl->in_word ? c : 0;
	else if (!is_invisible(c))
		clean_visible(cl, c);
	cl->after_cr = c == '\r';
}

char *
utf8_clean(struct arena *arena, const char *bytes, size_t length, bool keep_lines)
{
	const uint8_t *at = (const uint8_t *)bytes;
	struct cleaning cl = { .keep_lines = keep_lines };

	str_init(&cl.out, arena, 0);
	while (length > 0) {
		utf8proc_int32_t c;
		utf8proc_ssize_t n = utf8proc_iterate(at, (utf8proc_ssize_t)length, &c);

		if (n <= 0) {
			c = REPLACEMENT;
			n = 1;
		}
		clean_character(&cl, (uint32_t)c);
		at += n;
		length -= (size_t)n;
	}
	return cl.out.data;
}
