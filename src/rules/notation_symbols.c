/* SPDX-License-Identifier: ISC */
/*
 * Text into symbols: what NFKC would do to the few characters a move is made
 * of, plus the dashes, pluses and dots that mail programs and input methods
 * put in their places.
 *
 * One symbol at a time, without memory of those before it.
 */
#include <string.h>
#include <uchar.h>

#include "base/utf8.h"
#include "rules/notation_parts.h"

#define FIRST_HANZI 0x2e80 /* radicals; letters of alphabets stand before */

/* Characters that stand for an ASCII one. */
static const struct {
	const char32_t *many;
	char one;
} same[] = {
	{ U"\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
	  "\u202f\u205f\u3000",
	    ' ' },
	{ U"\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\u2043\u207b\u208b\u02d7\u2796"
	  "\u30fc\uff5e\u2500\u2501\u2192\u21d2",
	    '-' },
	{ U"\ufe62\u207a\u208a\u2795", '+' },
	{ U"\ufe66\u207c\u208c", '=' },
	{ U"\u3002\u00b7\u30fb\u2022\u2219\u22c5\ufe52\uff61\u2026\u22ef", '.' },
	{ U"\u00d7\u2715\u2716", 'X' },
	{ U"\u3001", ')' },
	{ U"\u203c", '!' },
	{ U"\u2047\u2048\u2049", '?' },
};

/* Radicals and compatibility forms (⻋, ⾺ …) come out of copied PDF files. */
static const char32_t *const hanzi_pieces[] = {
	[ROOK] = U"車车俥伡⻋⾞\uf902",
	[HORSE] = U"馬马傌㐷⻢⾺",
	[CANNON] = U"炮砲包",
	[SOLDIER] = U"兵卒",
	[GUARD] = U"仕士⼠",
	[ELEPHANT] = U"相象像",
	[KING] = U"帥帅將将",
};
static const char *const ascii_pieces[] = { [ROOK] = "R",
	[HORSE] = "HN",
	[CANNON] = "C",
	[SOLDIER] = "PS",
	[GUARD] = "AG",
	[ELEPHANT] = "EBM",
	[KING] = "K" };
static const char32_t *const hanzi_digits[] = { U"", U"一壹⼀", U"二貳贰⼆", U"三參叁", U"四肆",
	U"五伍", U"六陸陆", U"七柒", U"八捌⼋", U"九玖" };
static const char32_t *const hanzi_marks[] = { U"前", U"中", U"後后" };
static const char32_t *const hanzi_ways[] = { U"進进", U"退", U"平" };

/* Zero-width characters, direction marks, variation selectors, soft hyphens. */
static bool
is_invisible(uint32_t c)
{
	return c == 0xad || (c >= 0x200b && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) ||
	    (c >= 0x2060 && c <= 0x2069) || (c >= 0xfe00 && c <= 0xfe0f) || c == 0xfeff;
}

static bool
has_character(const char32_t *set, uint32_t c)
{
	for (; *set != 0; set++)
		if (*set == c)
			return true;
	return false;
}

static uint32_t
plain_character(uint32_t c)
{
	/* Most characters by far are ASCII or hanzi, which stay as they are. */
	static const struct {
		uint32_t first, last, to;
	} ranges[] = {
		{ ' ', '`', ' ' }, { 0x3400, 0xf8ff, 0x3400 }, { 'a', 'z', 'A' },
		{ 0xff41, 0xff5a, 'A' }, { 0xff01, 0xff40, '!' }, { 0x430, 0x44f, 0x410 }, /* а-я */
		{ 0x2460, 0x2468, '1' }                                                    /* ① */
	};

	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
		if (c >= ranges[i].first && c <= ranges[i].last)
			return c - ranges[i].first + ranges[i].to;
	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
		if (has_character(same[i].many, c))
			return (uint32_t)same[i].one;
	return c;
}

static unsigned
set_bits(const char32_t *const *sets, size_t count, uint32_t c)
{
	unsigned bits = 0;

	for (size_t i = 0; i < count; i++)
		if (sets[i] != NULL && has_character(sets[i], c))
			bits |= 1u << i;
	return bits;
}

static void
classify_hanzi(struct symbol *symbol)
{
	if (symbol->c < FIRST_HANZI)
		return;
	symbol->types = set_bits(hanzi_pieces, KING + 1, symbol->c);
	symbol->marks = set_bits(hanzi_marks, 3, symbol->c);
	symbol->ways = set_bits(hanzi_ways, 3, symbol->c);
	for (int i = 1; i <= 9; i++)
		if (has_character(hanzi_digits[i], symbol->c))
			symbol->digit = i;
	symbol->hanzi = symbol->types != 0 || symbol->marks != 0 || symbol->ways != 0 ||
	    symbol->digit != NO_DIGIT;
}

static void
classify_ascii(struct symbol *symbol)
{
	static const struct {
		char c;
		unsigned marks, ways;
	} signs[] = {
		{ '+', MARK_FRONT, WAY_FORWARD },
		{ '-', MARK_REAR, WAY_BACKWARD },
		{ '=', 0, WAY_SIDEWAYS },
		{ '.', MARK_MIDDLE, WAY_SIDEWAYS },
	};

	for (int type = ROOK; type <= KING; type++)
		if (strchr(ascii_pieces[type], (int)symbol->c) != NULL)
			symbol->types |= 1u << type;
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if ((uint32_t)signs[i].c == symbol->c) {
			symbol->marks = signs[i].marks;
			symbol->ways = signs[i].ways;
		}
}

/* Bytes of text that are this name, or 0; c: the text's first character, plain,
 * as that of the name is. */
static size_t
match_name(const char *text, uint32_t c, const char *name)
{
	const char *at = text;

	if (utf8_next(&name) != c)
		return 0;
	utf8_next(&at);
	while (*name != '\0' && *name != ' ')
		if (plain_character(utf8_next(&name)) != plain_character(utf8_next(&at)))
			return 0;
	return (size_t)(at - text);
}

/* Bytes of text that are one of the names (longest first does not matter: the
 * caller keeps the longest match of all entries), or 0. */
static size_t
match_names(const char *text, uint32_t c, const char *names)
{
	size_t best = 0, length;

	while (*names != '\0') {
		if ((length = match_name(text, c, names)) > best)
			best = length;
		while (*names != '\0' && *names != ' ')
			names++;
		while (*names == ' ')
			names++;
	}
	return best;
}

/* Gives the symbol the meanings of the longest name at text; returns its bytes. */
static size_t
classify_letters(const char *text, const struct notation_letters *letters, struct symbol *symbol)
{
	const struct {
		const char *names;
		unsigned *bits;
		unsigned bit;
	} entries[] = {
		{ letters->front, &symbol->marks, MARK_FRONT },
		{ letters->middle, &symbol->marks, MARK_MIDDLE },
		{ letters->rear, &symbol->marks, MARK_REAR },
		{ letters->forward, &symbol->ways, WAY_FORWARD },
		{ letters->backward, &symbol->ways, WAY_BACKWARD },
		{ letters->sideways, &symbol->ways, WAY_SIDEWAYS },
		{ letters->pieces[ROOK], &symbol->types, 1u << ROOK },
		{ letters->pieces[HORSE], &symbol->types, 1u << HORSE },
		{ letters->pieces[CANNON], &symbol->types, 1u << CANNON },
		{ letters->pieces[SOLDIER], &symbol->types, 1u << SOLDIER },
		{ letters->pieces[GUARD], &symbol->types, 1u << GUARD },
		{ letters->pieces[ELEPHANT], &symbol->types, 1u << ELEPHANT },
		{ letters->pieces[KING], &symbol->types, 1u << KING },
	};
	size_t longest = 0, length[sizeof(entries) / sizeof(entries[0])];

	if (symbol->c >= FIRST_HANZI)
		return 0;
	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++) {
		length[i] = match_names(text, symbol->c, entries[i].names);
		if (length[i] > longest)
			longest = length[i];
	}
	for (size_t i = 0; longest > 0 && i < sizeof(entries) / sizeof(entries[0]); i++)
		if (length[i] == longest)
			*entries[i].bits |= entries[i].bit;
	return longest;
}

/* Gives the symbol that begins at text its meanings; returns the bytes of a
 * name, or 0 where it is a single character. */
static size_t
classify(const char *text, const struct notation_letters *letters, struct symbol *symbol)
{
	size_t named = 0;

	if (symbol->c >= '0' && symbol->c <= '9')
		symbol->digit = (int)(symbol->c - '0');
	else if (letters != NULL)
		named = classify_letters(text, letters, symbol);
	if (named == 0 && symbol->c >= 0x80)
		classify_hanzi(symbol);
	else if (letters == NULL)
		classify_ascii(symbol);
	return named;
}

bool
symbol_next(
    const char *text, const char **at, const struct notation_letters *letters, struct symbol *out)
{
	const char *start;
	size_t named;
	uint32_t c;

	do {
		start = *at;
		c = utf8_next(at);
	} while (is_invisible(c));
	if (c == 0 || c == '\n' || c == '\r') {
		*at = start;
		return false;
	}
	*out = (struct symbol){ .c = plain_character(c), .digit = NO_DIGIT };
	named = classify(start, letters, out);
	if (named > 0)
		*at = start + named;
	out->end = (size_t)(*at - text);
	return true;
}
