/* SPDX-License-Identifier: ISC */
/*
 * Encodings of scores: UTF-8 and UTF-16 by their marks, else UTF-8 if it is
 * valid, else GB18030 or Big5, whichever makes more sense as xiangqi.
 *
 * Never fails: bytes that make no sense become '?'.
 */
#include <iconv.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "game/record_parts.h"

struct decoded {
	char	*text;
	size_t	 bad;		/* bytes that made no sense */
	size_t	 known;		/* characters that scores are made of */
};

/* Converts all of bytes; out has room for size_out, NUL included. */
static void
convert(iconv_t cd, const char *bytes, size_t size, char *out, size_t size_out,
    struct decoded *result)
{
	char	*in = (char *)(uintptr_t)bytes, *at = out;
	size_t	 room = size_out - 1;

	while (size > 0 && room > 0) {
		if (iconv(cd, &in, &size, &at, &room) != (size_t)-1 || size == 0 || room == 0)
			break;
		in++;
		size--;
		*at++ = '?';
		room--;
		result->bad++;
	}
	*at = '\0';
	result->text = out;
}

static void
count_known(struct decoded *result)
{
	const char	*at = result->text;
	uint32_t	 c;

	while ((c = utf8_next(&at)) != 0) {
		char	one[5] = "";

		if (c < 0x80)
			continue;
		utf8_encode(c, one);
		if (strstr("帥帅將将仕士相象俥車车傌馬马炮砲兵卒進进退平前後后中红紅黑胜勝负負和"
			   "一二三四五六七八九１２３４５６７８９", one) != NULL)
			result->known++;
	}
}

/* A copy without NUL bytes, which would end the text early. */
static char *
without_nul(struct arena *arena, const char *bytes, size_t size)
{
	char	*copy = arena_alloc(arena, size + 1);

	for (size_t i = 0; i < size; i++)
		copy[i] = bytes[i] != '\0' ? bytes[i] : ' ';
	return copy;
}

static struct decoded
decode_as(struct arena *arena, const char *charset, const char *bytes, size_t size)
{
	struct decoded	 result = { 0 };
	iconv_t		 cd = iconv_open("UTF-8", charset);
	size_t		 room = size * 4 + 1;

	if (cd == (iconv_t)-1) {
		result.text = arena_strdup(arena, "");
		result.bad = size;
		return result;
	}
	convert(cd, bytes, size, arena_alloc(arena, room), room, &result);
	iconv_close(cd);
	count_known(&result);
	return result;
}

char *
text_from_gb18030(struct arena *arena, const char *bytes, size_t size)
{
	return decode_as(arena, "GB18030", without_nul(arena, bytes, size), size).text;
}

static char *
decode_chinese(struct arena *arena, const char *bytes, size_t size)
{
	struct decoded	gb = decode_as(arena, "GB18030", bytes, size);
	struct decoded	big5 = decode_as(arena, "BIG5-HKSCS", bytes, size);

	if (big5.known + gb.bad > gb.known + big5.bad)
		return big5.text;
	return gb.text;
}

char *
text_decode(struct arena *arena, const char *bytes, size_t size)
{
	if (size >= 2 && (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0))
		return decode_as(arena, "UTF-16", bytes, size).text;
	if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) {
		bytes += 3;
		size -= 3;
	}
	bytes = without_nul(arena, bytes, size);
	if (utf8_is_valid(bytes, size))
		return (char *)(uintptr_t)bytes;
	return decode_chinese(arena, bytes, size);
}

size_t
text_to_gb18030(const char *text, char *out, size_t size)
{
	iconv_t		 cd = iconv_open("GB18030", "UTF-8");
	char		*at = out;
	size_t		 room = size - 1;

	*out = '\0';
	if (cd == (iconv_t)-1)
		return 0;
	while (*text != '\0') {
		const char	*next = text;
		char		*in = (char *)(uintptr_t)text;
		size_t		 left;

		utf8_next(&next);
		left = (size_t)(next - text);
		if (iconv(cd, &in, &left, &at, &room) == (size_t)-1)
			break;
		text = next;
	}
	*at = '\0';
	iconv_close(cd);
	return (size_t)(at - out);
}
