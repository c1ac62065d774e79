/* SPDX-License-Identifier: ISC */
/*
 * The key of names that look alike (lookalike.h).
 *
 * Each character is decomposed (NFKD), loses its marks, and becomes what readers take it for;
 * then two that stand together and look like one become that one.  Errs on the side of
 * likeness: a name that is refused costs a second try, one that is let through a game.
 */
#include "base/lookalike.h"

#include <stdint.h>
#include <string.h>
#include <utf8proc.h>

#include "base/utf8.h"

#define PARTS_MAX 20 /* of one character; the longest, U+FDFA, has 18 */

/* Of ASCII, what looks like the letter in the same place. */
static const char like[] = "01234579i8!|$@", letters[] = "olzeastglbllsa";

/* Of the rest, what looks like the letter at its row's end. */
static const struct {
	const char *those;
	char letter;
} rows[] = {
	{ "ɑαаΑА", 'a' },
	{ "βвьΒВЬ", 'b' },
	{ "¢ϲсСς", 'c' },
	{ "đĐðԁ", 'd' },
	{ "€εеєзΕЕЄЗэЭ", 'e' },
	{ "ƒſ", 'f' },
	{ "ɡ", 'g' },
	{ "ħĦһнΗН", 'h' },
	{ "јЈȷ", 'j' },
	{ "κкΚК", 'k' },
	{ "ıłŁɩιіІΙӏӀ", 'l' },
	{ "мΜМ", 'm' },
	{ "ηпПΝ", 'n' },
	{ "øØοоσΟО", 'o' },
	{ "ρрΡР", 'p' },
	{ "ԛ", 'q' },
	{ "гГ", 'r' },
	{ "ѕЅ", 's' },
	{ "ŧŦτтΤТ", 't' },
	{ "υμ", 'u' },
	{ "ν", 'v' },
	{ "ωѡԝ", 'w' },
	{ "χхΧХ", 'x' },
	{ "γуΥУ", 'y' },
	{ "ζΖ", 'z' },
};

/* Two that look like one. */
static const char pairs[][4] = { "rnm", "vvw", "cld" };

/* The letter that it is taken for; 0: none. */
static uint32_t
letter_of(uint32_t c)
{
	const char *found;

	if (c < 0x80) {
		c |= c >= 'A' && c <= 'Z' ? 0x20 : 0;
		found = strchr(like, (int)c);
		return found != NULL     ? (uint32_t)letters[found - like] :
		    c >= 'a' && c <= 'z' ? c :
					   0;
	}
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const char *at = rows[i].those;
		uint32_t one;

		while ((one = utf8_next(&at)) != 0)
			if (one == c)
				return (uint32_t)rows[i].letter;
	}
	return 0;
}

/* A part of a decomposed character as it stands in a key; 0: it does not. */
static uint32_t
part_of(utf8proc_int32_t part)
{
	uint32_t c = letter_of((uint32_t)part);

	if (c != 0)
		return c;
	switch (utf8proc_category(part)) {
	case UTF8PROC_CATEGORY_LU:
	case UTF8PROC_CATEGORY_LL:
	case UTF8PROC_CATEGORY_LT:
	case UTF8PROC_CATEGORY_LO:
	case UTF8PROC_CATEGORY_ND:
	case UTF8PROC_CATEGORY_NL:
	case UTF8PROC_CATEGORY_NO:
	case UTF8PROC_CATEGORY_SO:
		return (uint32_t)utf8proc_tolower(part);
	default:
		return 0;
	}
}

static void
add(char key[LOOKALIKE_SIZE], size_t *used, uint32_t c)
{
	char bytes[4];
	size_t n = utf8_encode(c, bytes);

	for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
		if (*used > 0 && key[*used - 1] == pairs[i][0] && c == (uint32_t)pairs[i][1]) {
			key[*used - 1] = pairs[i][2];
			return;
		}
	if (*used + n >= LOOKALIKE_SIZE)
		return;
	memcpy(key + *used, bytes, n);
	*used += n;
}

void
lookalike_key(const char *name, size_t length, char key[LOOKALIKE_SIZE])
{
	const char *end = name + length;
	size_t used = 0;
	uint32_t c;

	while (name < end && (c = utf8_next(&name)) != 0) {
		utf8proc_int32_t parts[PARTS_MAX];
		utf8proc_ssize_t count = 1;

		/* What has a row of its own is not what it decomposes into: ſ is no s here. */
		parts[0] = (utf8proc_int32_t)c;
		if (c >= 0x80 && letter_of(c) == 0)
			count = utf8proc_decompose_char((utf8proc_int32_t)c, parts, PARTS_MAX,
			    UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_STABLE, NULL);
		for (utf8proc_ssize_t i = 0; i < count && i < PARTS_MAX; i++)
			if ((c = part_of(parts[i])) != 0)
				add(key, &used, c);
	}
	key[used] = '\0';
}
