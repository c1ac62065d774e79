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
#include "game/record_internal.h"

struct decoded {
	char *text;
	size_t bad;   /* bytes that made no sense */
	size_t known; /* characters that scores are made of */
};

/* NUL bytes would end the text early. */
static void
blank_nul(char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (bytes[i] == '\0')
			bytes[i] = ' ';
}

static struct decoded
decode_as(struct arena *arena, const char *charset, char *bytes, size_t size)
{
	struct decoded result = { .bad = size };
	iconv_t cd = iconv_open("UTF-8", charset);
	size_t room = size * 4;
	const char *next;
	char *at = arena_alloc(arena, room + 1);
	uint32_t c;

	next = result.text = at;
	if (cd == (iconv_t)-1)
		return result;
	result.bad = 0;
	while (size > 0 && room > 0) {
		if (iconv(cd, &bytes, &size, &at, &room) != (size_t)-1 || size == 0 || room == 0)
			break;
		bytes++;
		size--;
		*at++ = '?';
		room--;
		result.bad++;
	}
	*at = '\0';
	iconv_close(cd);
	while ((c = utf8_next(&next)) != 0) {
		char one[5] = "";

		if (c < 0x80)
			continue;
		utf8_encode(c, one);
		if (strstr("帥帅將将仕士相象俥車车傌馬马炮砲兵卒進进退平前後后中红紅黑胜勝负負和"
			   "一二三四五六七八九１２３４５６７８９",
			one) != NULL)
			result.known++;
	}
	return result;
}

char *
text_from_gb18030(struct arena *arena, const char *bytes, size_t size)
{
	char *copy = arena_strndup(arena, bytes, size);

	blank_nul(copy, size);
	return decode_as(arena, "GB18030", copy, size).text;
}

char *
text_decode(struct arena *arena, const char *bytes, size_t size)
{
	char *copy = arena_strndup(arena, bytes, size);
	struct decoded gb, big5;

	if (size >= 2 && (memcmp(copy, "\xff\xfe", 2) == 0 || memcmp(copy, "\xfe\xff", 2) == 0))
		return decode_as(arena, "UTF-16", copy, size).text;
	if (size >= 3 && memcmp(copy, "\xef\xbb\xbf", 3) == 0) {
		copy += 3;
		size -= 3;
	}
	blank_nul(copy, size);
	if (utf8_is_valid(copy, size))
		return copy;
	gb = decode_as(arena, "GB18030", copy, size);
	big5 = decode_as(arena, "BIG5-HKSCS", copy, size);
	return big5.known + gb.bad > gb.known + big5.bad ? big5.text : gb.text;
}

/* One character at a time, so that none is cut and the first that GB18030 lacks
 * ends the text. */
size_t
text_to_gb18030(const char *text, char *out, size_t size)
{
	iconv_t cd = iconv_open("GB18030", "UTF-8");
	char *at = out;
	size_t room = size - 1;

	*out = '\0';
	if (cd == (iconv_t)-1)
		return 0;
	while (*text != '\0') {
		const char *next = text;
		char one[5], *in = one;
		size_t left;

		utf8_next(&next);
		left = (size_t)(next - text);
		memcpy(one, text, left);
		if (iconv(cd, &in, &left, &at, &room) == (size_t)-1)
			break;
		text = next;
	}
	*at = '\0';
	iconv_close(cd);
	return (size_t)(at - out);
}
