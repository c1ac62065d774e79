/* SPDX-License-Identifier: ISC */
/*
 * The charsets of scores: UTF-8, GB18030, Big5 or Windows-1252 (Latin-1 among it), for
 * each game by itself, since files are put together from several sources; UTF-16 for a
 * whole file.
 *
 * Nearly all bytes make sense as GB18030, so that has to be earned: an accent before a
 * brace would swallow it, and with it the game.
 */
#include <ctype.h>
#include <iconv.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "game/record_internal.h"

#define REPLACEMENT    "\xef\xbf\xbd"
#define NO_BREAK_SPACE "\xc2\xa0"
#define IS_HIGH(c)     ((unsigned char)(c) >= 0x80)

static const char *const names[] = { [CHARSET_UTF_8] = "UTF-8",
	[CHARSET_GB18030] = "GB18030",
	[CHARSET_BIG5] = "BIG5-HKSCS",
	[CHARSET_CP1252] = "CP1252" };

/* A text in one charset, and what speaks for that one. */
struct decoded {
	struct str text;
	size_t good, bad; /* bytes beyond ASCII that make sense, and that do not */
	size_t known;     /* characters that scores are made of */
	size_t common;    /* frequent hanzi */
	size_t odd;       /* rare hanzi whose second byte is ASCII */
	size_t inside;    /* hanzi that would begin inside a Latin word */
	size_t braces;    /* that are the second byte of a hanzi */
	size_t private;   /* characters of the private areas */
};

/* Bytes of the character at text, as its first two tell; 1 where they tell nothing. */
static size_t
character_length(enum charset charset, const char *text, size_t size)
{
	unsigned char lead = (unsigned char)text[0], next = size > 1 ? (unsigned char)text[1] : 0;

	if (lead < 0x80 || charset == CHARSET_CP1252)
		return 1;
	if (charset == CHARSET_UTF_8) {
		size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;

		return length <= size && utf8_is_valid(text, length) ? length : 1;
	}
	if (charset == CHARSET_GB18030 && isdigit(next))
		return size >= 4 ? 4 : 1;
	return next >= 0x40 ? 2 : 1;
}

/* A hanzi of the first plane of Big5, which has the frequent ones. */
static bool
is_frequent(iconv_t to_big5, const char *character)
{
	char *in = (char *)character, bytes[4], *out = bytes;
	size_t size = strlen(in), room = sizeof bytes;

	return iconv(to_big5, &in, &size, &out, &room) != (size_t)-1 && out == bytes + 2 &&
	    (unsigned char)bytes[0] >= 0xa4 && (unsigned char)bytes[0] <= 0xc6;
}

/* Counts what the hanzi of two bytes at text says for its charset. */
static void
weigh(struct decoded *d, enum charset charset, const char *text, bool in_word, bool is_frequent_one)
{
	unsigned char lead = (unsigned char)text[0];
	/* GB 2312 has its frequent ones first, too, but only the simplified ones. */
	bool common = is_frequent_one ||
	    (charset == CHARSET_GB18030 && IS_HIGH(text[1]) && lead >= 0xb0 && lead <= 0xd7);

	d->common += common;
	d->odd += !common && !IS_HIGH(text[1]);
	d->inside += in_word && isalpha((unsigned char)text[1]);
	d->braces += text[1] == '{' || text[1] == '}';
}

/* One character of `length` bytes, beyond ASCII; false when the charset has none such. */
static bool
add_character(struct decoded *d, iconv_t cd, iconv_t to_big5, enum charset charset,
    const char *text, size_t length, bool in_word)
{
	char *in = (char *)text, one[8] = "", *out = one;
	const char *next = one;
	size_t size = length, room = sizeof one - 1;
	uint32_t c;

	iconv(cd, NULL, NULL, NULL, NULL);
	if (iconv(cd, &in, &size, &out, &room) == (size_t)-1 || size > 0)
		return false;
	/* A3 A0 is a wide blank in what is about (WHATWG Encoding Standard, 10.2.1). */
	if (charset == CHARSET_GB18030 && length == 2 && memcmp(text, "\xa3\xa0", 2) == 0)
		str_copy(one, sizeof one, "　");
	c = utf8_next(&next);
	d->private += (c >= 0xe000 && c <= 0xf8ff) || c >= 0xf0000;
	d->known += strstr("帥帅將将仕士相象俥車车傌馬马炮砲兵卒進进退平前後后中红紅黑胜勝负負和"
			   "一二三四五六七八九１２３４５６７８９",
			one) != NULL;
	if (length == 2 && (charset == CHARSET_GB18030 || charset == CHARSET_BIG5))
		weigh(d, charset, text, in_word, is_frequent(to_big5, one));
	d->good += length;
	str_add(&d->text, one);
	return true;
}

/* With keep_braces no brace is part of a hanzi: what comes before it makes no sense then. */
static void
decode(struct decoded *d, struct arena *arena, enum charset charset, const char *bytes, size_t size,
    bool keep_braces)
{
	iconv_t cd = iconv_open("UTF-8", names[charset]);
	iconv_t to_big5 = iconv_open("BIG5", "UTF-8");
	bool is_able = cd != (iconv_t)-1 && to_big5 != (iconv_t)-1, in_word = false;

	*d = (struct decoded){ 0 };
	str_init(&d->text, arena, 0);
	for (size_t at = 0, length; at < size; at += length) {
		length = utf8_ascii(bytes + at, size - at);
		if (length > 0) {
			str_addn(&d->text, bytes + at, length);
			in_word = isalpha((unsigned char)bytes[at + length - 1]);
			continue;
		}
		length = character_length(charset, bytes + at, size - at);
		if (!is_able ||
		    (keep_braces && length == 2 && strchr("{}", bytes[at + 1]) != NULL) ||
		    !add_character(d, cd, to_big5, charset, bytes + at, length, in_word)) {
			str_add(&d->text, REPLACEMENT);
			d->bad++;
			length = 1;
		}
		in_word = false;
	}
	if (cd != (iconv_t)-1)
		iconv_close(cd);
	if (to_big5 != (iconv_t)-1)
		iconv_close(to_big5);
}

static bool
braces_match(const char *text)
{
	int depth = 0;

	for (; *text != '\0' && depth >= 0; text++)
		depth += (*text == '{') - (*text == '}');
	return depth == 0;
}

/* A text that cannot be all hanzi keeps the braces that they would swallow. */
static void
decode_hanzi(
    struct decoded *d, struct arena *arena, enum charset charset, const char *bytes, size_t size)
{
	decode(d, arena, charset, bytes, size, false);
	if (d->braces > 0 && !braces_match(d->text.data))
		decode(d, arena, charset, bytes, size, true);
}

static bool
is_plausible(const struct decoded *d)
{
	/* One may come of a hanzi that was cut in two. */
	return d->private * 5 <= d->known && d->bad * 2 <= d->good && d->common + d->known > 0 &&
	    (d->known > 0 || d->odd + d->inside == 0);
}

enum charset
charset_guess(struct arena *arena, const char *bytes, size_t size)
{
	struct decoded utf_8, gb, big5;
	bool is_gb, is_big5;

	if (utf8_is_valid(bytes, size))
		return CHARSET_UTF_8;
	decode(&utf_8, arena, CHARSET_UTF_8, bytes, size, false);
	decode_hanzi(&gb, arena, CHARSET_GB18030, bytes, size);
	decode_hanzi(&big5, arena, CHARSET_BIG5, bytes, size);
	if (utf_8.good >= 3 * utf_8.bad && utf_8.known >= gb.known && utf_8.known >= big5.known)
		return CHARSET_UTF_8;
	is_gb = is_plausible(&gb);
	is_big5 = is_plausible(&big5);
	if (is_gb && is_big5)
		is_gb = big5.known + gb.bad <= gb.known + big5.bad;
	return is_gb ? CHARSET_GB18030 : is_big5 ? CHARSET_BIG5 : CHARSET_CP1252;
}

char *
charset_decode(struct arena *arena, enum charset charset, const char *bytes, size_t size)
{
	struct decoded d;
	char *copy = arena_strndup(arena, bytes, size);

	/* They would end the text early. */
	for (size_t i = 0; i < size; i++)
		if (copy[i] == '\0')
			copy[i] = ' ';
	if (charset == CHARSET_UTF_8 && utf8_is_valid(copy, size))
		return copy;
	if (charset == CHARSET_UTF_8 || charset == CHARSET_CP1252)
		decode(&d, arena, charset, copy, size, false);
	else
		decode_hanzi(&d, arena, charset, copy, size);
	return d.text.data;
}

/* A game ends before a line with a bracket that follows other text than such lines. */
static size_t
game_length(const char *bytes, size_t size)
{
	bool has_moves = false;

	for (size_t at = 0; at < size;) {
		const char *end = memchr(bytes + at, '\n', size - at);
		size_t next = end != NULL ? (size_t)(end - bytes) + 1 : size;

		if (bytes[at] == '[' && has_moves)
			return at;
		has_moves |= strchr("[\r\n", bytes[at]) == NULL;
		at = next;
	}
	return size;
}

/* Scores are full of ASCII, of which UTF-16 makes every other byte 0. */
static const char *
utf_16_name(const char *bytes, size_t size)
{
	size_t zeros[2] = { 0 };

	if (size >= 2 && (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0))
		return "UTF-16";
	for (size_t i = 0; i < size; i++)
		zeros[i % 2] += bytes[i] == '\0';
	if (zeros[1] > size / 8 && zeros[0] < zeros[1] / 8)
		return "UTF-16LE";
	return zeros[0] > size / 8 && zeros[1] < zeros[0] / 8 ? "UTF-16BE" : NULL;
}

static char *
decode_utf_16(struct arena *arena, const char *name, const char *bytes, size_t size)
{
	iconv_t cd = iconv_open("UTF-8", name);
	size_t room = size * 2 + 4;
	char *in = (char *)bytes, *text = arena_alloc(arena, room + 1), *out = text;

	while (cd != (iconv_t)-1 && size > 1 && iconv(cd, &in, &size, &out, &room) == (size_t)-1 &&
	    size > 1 && room >= strlen(REPLACEMENT)) {
		in += 2;
		size -= 2;
		memcpy(out, REPLACEMENT, strlen(REPLACEMENT));
		out += strlen(REPLACEMENT);
		room -= strlen(REPLACEMENT);
	}
	if (cd != (iconv_t)-1)
		iconv_close(cd);
	return charset_decode(arena, CHARSET_UTF_8, text, (size_t)(out - text));
}

/* Is each line marked with a '>', as quoted in a letter? */
static bool
is_quoted(const char *text)
{
	bool any = false;

	for (; *text != '\0'; text += strcspn(text, "\n")) {
		text += strspn(text, "\r\n");
		if (*text != '>' && *text != '\0')
			return false;
		any |= *text == '>';
	}
	return any;
}

/* The marks are taken off, and blanks that pages put into tags made plain. */
static char *
unify_lines(char *text)
{
	bool quoted = is_quoted(text);
	char *to = text;

	for (const char *from = text; *from != '\0';) {
		size_t marks = quoted ? strspn(from, ">") : 0;
		size_t length;
		bool in_tag;

		from += marks + (marks > 0 && from[marks] == ' ');
		length = strcspn(from, "\n");
		in_tag = *from == '[';
		for (const char *end = from + length; from < end;) {
			in_tag = in_tag && *from != '"';
			if (in_tag && strncmp(from, NO_BREAK_SPACE, strlen(NO_BREAK_SPACE)) == 0) {
				*to++ = ' ';
				from += strlen(NO_BREAK_SPACE);
			} else {
				*to++ = *from++;
			}
		}
		if (*from == '\n')
			*to++ = *from++;
	}
	*to = '\0';
	return text;
}

/* Lines end with "\n" alone. */
static char *
unify_line_ends(char *text)
{
	char *to = text;

	for (const char *from = text; *from != '\0'; from++)
		if (*from != '\r')
			*to++ = *from;
		else if (from[1] != '\n')
			*to++ = '\n';
	*to = '\0';
	return unify_lines(text);
}

char *
text_decode(struct arena *arena, const char *bytes, size_t size)
{
	const char *utf_16 = utf_16_name(bytes, size);
	struct str text;

	if (utf_16 != NULL)
		return unify_line_ends(decode_utf_16(arena, utf_16, bytes, size));
	if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) {
		bytes += 3;
		size -= 3;
	}
	str_init(&text, arena, 0);
	for (size_t at = 0, length; at < size; at += length) {
		length = game_length(bytes + at, size - at);
		str_add(&text,
		    charset_decode(
			arena, charset_guess(arena, bytes + at, length), bytes + at, length));
	}
	return unify_line_ends(text.data);
}

/* iconv cuts no character; the first that GB18030 lacks ends the text. */
size_t
text_to_gb18030(const char *text, char *out, size_t size)
{
	iconv_t cd = iconv_open("GB18030", "UTF-8");
	char *in = (char *)text, *at = out;
	size_t left = strlen(text), room = size - 1;

	if (cd != (iconv_t)-1) {
		iconv(cd, &in, &left, &at, &room);
		iconv_close(cd);
	}
	*at = '\0';
	return (size_t)(at - out);
}
