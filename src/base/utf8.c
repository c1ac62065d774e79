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
#include "base/hanzi.h"
#include "base/str.h"

#define REPLACEMENT 0xfffd
#define MARKS_MAX   30 /* in a row; no script needs as many (UAX 15, 13) */

size_t
utf8_ascii(const char *bytes, size_t length)
{
	size_t n = 0;

	while (n < length && (signed char)bytes[n] >= 0)
		n++;
	return n;
}

bool
utf8_is_ascii(const char *text)
{
	size_t length = strlen(text);

	return utf8_ascii(text, length) == length;
}

/* The bytes of the character at `at`, of which `length` may be looked at (-1: as many as there are
 * before a NUL); 0: it is malformed. */
static size_t
decode(const char *at, utf8proc_ssize_t length, uint32_t *c)
{
	utf8proc_int32_t read;
	utf8proc_ssize_t n = utf8proc_iterate((const uint8_t *)at, length, &read);

	*c = (uint32_t)read;
	return n > 0 ? (size_t)n : 0;
}

bool
utf8_is_valid(const char *bytes, size_t length)
{
	uint32_t c;

	while (length > 0) {
		size_t n = (signed char)*bytes >= 0 ? utf8_ascii(bytes, length) :
						      decode(bytes, (utf8proc_ssize_t)length, &c);

		if (n == 0)
			return false;
		bytes += n;
		length -= n;
	}
	return true;
}

uint32_t
utf8_next(const char **text)
{
	uint32_t c;
	size_t n;

	if ((signed char)**text >= 0)
		return **text != '\0' ? (uint32_t) * (*text)++ : 0;
	n = decode(*text, -1, &c);
	if (n == 0) {
		*text += 1;
		return REPLACEMENT;
	}
	*text += n;
	return c;
}

size_t
utf8_encode(uint32_t c, char out[4])
{
	return (size_t)utf8proc_encode_char((utf8proc_int32_t)c, (uint8_t *)out);
}

bool
utf8_is_alnum(uint32_t c)
{
	utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);

	return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) ||
	    (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO);
}

bool
utf8_is_capitalised(const char *word)
{
	utf8proc_int32_t first = (utf8proc_int32_t)utf8_next(&word),
			 second = (utf8proc_int32_t)utf8_next(&word);

	return utf8proc_category(first) == UTF8PROC_CATEGORY_LU &&
	    utf8proc_category(second) == UTF8PROC_CATEGORY_LL;
}

bool
utf8_begins_han(const char *text)
{
	return utf8_next(&text) >= FIRST_HAN;
}

bool
utf8_is_small(const char *text)
{
	return utf8proc_category((utf8proc_int32_t)utf8_next(&text)) == UTF8PROC_CATEGORY_LL;
}

uint32_t
utf8_letter(uint32_t c, uint32_t *marks)
{
	utf8proc_int32_t parts[8];
	utf8proc_ssize_t count;
	uint32_t letter = 0;

	if (c < 0x80)
		return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
	if (c == 0x110 || c == 0x111) { /* đ, which has no parts */
		*marks += c & ~1u;
		return 'D';
	}
	count = utf8proc_decompose_char((utf8proc_int32_t)c, parts, sizeof parts / sizeof parts[0],
	    UTF8PROC_DECOMPOSE | UTF8PROC_STABLE, NULL);
	if (count < 1 || count > (utf8proc_ssize_t)(sizeof parts / sizeof parts[0]))
		return c;
	for (utf8proc_ssize_t i = 0; i < count; i++)
		if (utf8proc_category(parts[i]) == UTF8PROC_CATEGORY_MN)
			*marks += (uint32_t)parts[i];
		else
			letter = (uint32_t)utf8proc_toupper(parts[i]);
	return letter;
}

const char *
utf8_skip_mark(const char *text)
{
	bool has_mark = strncmp(text, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0;

	return has_mark ? text + strlen(BYTE_ORDER_MARK) : text;
}

size_t
utf8_length(const char *text)
{
	size_t length = 0;

	for (; *text != '\0'; length++)
		utf8_next(&text);
	return length;
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

/* Marks in a row beyond MARKS_MAX are dropped: they are put into an order in quadratic
 * time. */
static const char *
without_piles(struct arena *arena, const char *text)
{
	char *copy = arena_strdup(arena, text), *end = copy;
	uint32_t c;

	for (int marks = 0; (c = utf8_next(&text)) != 0;) {
		utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);
		/* The two halfwidth sound marks become marks when they are mapped. */
		bool is_mark = category == UTF8PROC_CATEGORY_MN ||
		    category == UTF8PROC_CATEGORY_MC || category == UTF8PROC_CATEGORY_ME ||
		    c == 0xff9e || c == 0xff9f;

		marks = is_mark ? marks + 1 : 0;
		if (marks <= MARKS_MAX)
			end += utf8_encode(c, end);
	}
	*end = '\0';
	return copy;
}

/* Is the character itself in every form and when folded, whatever stands beside it that is so, too?
 * Small letters of most European languages and Vietnamese, hanzi, and their marks. */
static bool
is_settled(uint32_t c)
{
	static const uint32_t vietnamese[] = { 0x103, 0x111, 0x129, 0x169, 0x1a1, 0x1b0 };

	if ((c >= 0x4e00 && c <= 0x9fff) || c == 0x3001 || c == 0x3002 ||
	    (c >= 0x430 && c <= 0x45f) || (c >= 0xe0 && c <= 0xff))
		return true;
	if (c >= 0x1ea0 && c <= 0x1ef9)
		return c % 2 == 1;
	for (size_t i = 0; i < sizeof vietnamese / sizeof vietnamese[0]; i++)
		if (c == vietnamese[i])
			return true;
	return false;
}

/* Are all characters so, but for ASCII? */
static bool
are_settled(const char *text)
{
	uint32_t c;

	while ((c = utf8_next(&text)) != 0)
		if (c >= 0x80 && !is_settled(c))
			return false;
	return true;
}

static char *
map(struct arena *arena, const char *text, utf8proc_option_t options)
{
	utf8proc_uint8_t *mapped = NULL;
	size_t length = strlen(text);
	const char *valid = text;
	char *copy;

	if (utf8_ascii(text, length) == length || are_settled(text)) {
		/* Every form of ASCII is itself, but for case. */
		copy = arena_strndup(arena, text, length);
		for (char *at = copy; (options & UTF8PROC_CASEFOLD) != 0 && *at != '\0'; at++)
			if (*at >= 'A' && *at <= 'Z')
				*at = (char)(*at - 'A' + 'a');
		return copy;
	}
	if (!utf8_is_valid(text, length))
		valid = utf8_clean(arena, text, length, true);
	valid = without_piles(arena, valid);
	if (utf8proc_map((const uint8_t *)valid, 0, &mapped, UTF8PROC_NULLTERM | options) < 0)
		return arena_strdup(arena, valid);
	copy = arena_strdup(arena, (const char *)mapped);
	free(mapped);
	return copy;
}

char *
utf8_nfc(struct arena *arena, const char *text)
{
	return map(arena, text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

/* "3" in the frame of a key, as telephones have digits, is "3". */
static const char *
without_keys(struct arena *arena, const char *text)
{
	static const char key[] = "\u20e3", variant[] = "\ufe0f";
	char *copy, *end;

	if (strstr(text, key) == NULL)
		return text;
	end = copy = arena_strdup(arena, text);
	for (const char *at = copy; *at != '\0';)
		if (strncmp(at, key, strlen(key)) == 0 ||
		    strncmp(at, variant, strlen(variant)) == 0)
			at += strlen(key);
		else
			*end++ = *at++;
	*end = '\0';
	return copy;
}

char *
utf8_fold(struct arena *arena, const char *text)
{
	text = without_keys(arena, text);
	return map(
	    arena, text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD);
}

char *
utf8_nfkc(struct arena *arena, const char *text)
{
	return map(arena, text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
}

char *
utf8_bare(struct arena *arena, const char *text)
{
	struct str out;
	uint32_t before = 0, c;

	str_init(&out, arena, 0);
	for (text = utf8_fold(arena, text); (c = utf8_next(&text)) != 0;) {
		uint32_t marks = 0, letter = utf8_letter(c, &marks);
		char bytes[5] = "";
		size_t length;
		const char *simplified;

		if (!utf8_is_alnum(letter) ||
		    (letter == 'E' && (before == 'A' || before == 'O' || before == 'U')))
			continue;
		length = utf8_encode(letter, bytes);
		simplified = hanzi_simplified(bytes);
		str_addn(&out, simplified != NULL ? simplified : bytes, length);
		before = letter;
	}
	return out.data;
}

/* Controls, format characters, fillers that show nothing; variation selectors
 * stay, emoji and hanzi need them. */
static bool
is_invisible(uint32_t c)
{
	const utf8proc_property_t *property;

	if (c < 0x80)
		return c < ' ' || c == 0x7f;
	property = utf8proc_get_property((utf8proc_int32_t)c);
	if (property->ignorable)
		return c < 0xfe00 || c > 0xfe0f;
	switch (property->category) {
	case UTF8PROC_CATEGORY_CC:
	case UTF8PROC_CATEGORY_CF:
	case UTF8PROC_CATEGORY_ZL:
	case UTF8PROC_CATEGORY_ZP:
	case UTF8PROC_CATEGORY_CO:
	case UTF8PROC_CATEGORY_CN:
		return true;
	}
	return false;
}

/* \n \v \f \r, NEL, LINE and PARAGRAPH SEPARATOR. */
static bool
ends_line(uint32_t c)
{
	return (c >= 0x0a && c <= 0x0d) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

/* As what a blank is kept: a blank, a tab or a newline; NUL for anything else. */
static char
blank_of(uint32_t c)
{
	if (c > ' ' && c < 0x80)
		return '\0';
	if (ends_line(c))
		return '\n';
	/* Word processors have many; the ideographic one is as wide as what stands around it. */
	if (c == ' ' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f ||
	    c == 0x205f)
		return ' ';
	return c == '\t' ? '\t' : '\0';
}

static void
add_character(struct str *out, uint32_t c)
{
	char bytes[4];

	if (c < 0x80)
		str_addc(out, (char)c);
	else
		str_addn(out, bytes, utf8_encode(c, bytes));
}

char *
utf8_clean(struct arena *arena, const char *bytes, size_t length, bool keep_lines)
{
	const uint8_t *at = (const uint8_t *)bytes;
	struct str out;
	bool after_cr = false, in_word = false; /* the last character was part of a word */
	uint32_t joiner = 0;                    /* held back until the word goes on */

	str_init(&out, arena, 0);
	while (length > 0) {
		uint32_t c = *at;
		size_t n = c < 0x80 ? 1 : decode((const char *)at, (utf8proc_ssize_t)length, &c);

		if (n == 0) {
			c = REPLACEMENT;
			n = 1;
		}
		at += n;
		length -= n;
		if (blank_of(c) != '\0') {
			if (c != '\n' || !after_cr)
				str_addc(&out, keep_lines ? blank_of(c) : ' ');
			in_word = false;
			joiner = 0;
		} else if (c == 0x200c || c == 0x200d) {
			joiner = in_word ? c : 0;
		} else if (!is_invisible(c)) {
			if (joiner != 0)
				add_character(&out, joiner);
			add_character(&out, c);
			in_word = true;
			joiner = 0;
		}
		after_cr = c == '\r';
	}
	return out.data;
}
