/* SPDX-License-Identifier: ISC */
/*
 * Bytes to UTF-8, once their charset is chosen.
 *
 * Invariant: what comes out is NUL-terminated and made of whole characters.
 * Work is linear in the input: after a number of undecodable bytes the rest is
 * read as ASCII.
 */
#include "mail/read/charset.h"

#include <errno.h>
#include <iconv.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"

#define BAD_BYTES_MAX 2000 /* each costs one call of iconv */

/* Converters kept open for the life of the program (which has one thread). */
static struct converter {
	const char *charset;
	iconv_t cd;
} converters[] = { { "gb18030", NULL }, { "big5-hkscs", NULL }, { "windows-1252", NULL },
	{ "koi8-r", NULL }, { "windows-1251", NULL }, { "cp932", NULL }, { "uhc", NULL } };

static struct converter *
converter_find(const char *charset)
{
	for (size_t i = 0; i < sizeof converters / sizeof *converters; i++) {
		if (str_equal_nocase(charset, converters[i].charset))
			return &converters[i];
	}
	return NULL;
}

static iconv_t
converter_open(const char *charset)
{
	struct converter *kept = converter_find(charset);

	if (kept == NULL)
		return iconv_open("utf-8", charset);
	if (kept->cd == NULL)
		kept->cd = iconv_open("utf-8", charset);
	if (kept->cd != (iconv_t)-1)
		iconv(kept->cd, NULL, NULL, NULL, NULL);
	return kept->cd;
}

static void
converter_close(const char *charset, iconv_t cd)
{
	if (converter_find(charset) == NULL)
		iconv_close(cd);
}

void
charset_setup(void)
{
	for (size_t i = 0; i < sizeof converters / sizeof *converters; i++)
		converter_open(converters[i].charset);
}

static char *
copy_ascii(char *out, const char *in, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (in[i] != '\0')
			*out++ = (in[i] & 0x80) ? '?' : in[i];
	}
	return out;
}

static size_t
drop_nuls(char *text, size_t length)
{
	size_t kept = 0;

	if (memchr(text, '\0', length) == NULL)
		return length;
	for (size_t i = 0; i < length; i++) {
		if (text[i] != '\0')
			text[kept++] = text[i];
	}
	return kept;
}

/* One byte of the input becomes at most three of UTF-8. */
static char *
convert(iconv_t cd, struct arena *arena, const char *bytes, size_t length)
{
	size_t room = length * 3 + 4, left = length, bad = 0, n;
	char *out = arena_alloc(arena, room + 1), *end = out;
	char *in = (char *)(uintptr_t)bytes; /* iconv's prototype wants it writable */

	while (left > 0 && room > 4) {
		if (iconv(cd, &in, &left, &end, &room) != (size_t)-1)
			break;
		if (errno == E2BIG || ++bad > BAD_BYTES_MAX)
			break;
		n = utf8_encode(0xFFFD, end);
		end += n;
		room -= n;
		in++;
		left--;
	}
	if (left < room)
		end = copy_ascii(end, in, left);
	out[drop_nuls(out, (size_t)(end - out))] = '\0';
	return out;
}

/* HZ (RFC 1843), which iconv may not know: between "~{" and "~}", and at most to
 * the line's end, stand the bytes of GB 2312 without their high bits. */
static char *
hz_to_gb(struct arena *arena, const char *bytes, size_t *length)
{
	char *out = arena_alloc(arena, *length + 1);
	size_t n = 0;
	bool hanzi = false;

	for (size_t i = 0; i < *length; i++) {
		char next = i + 1 < *length ? bytes[i + 1] : '\0';

		hanzi &= bytes[i] != '\n';
		if (bytes[i] == '~' && next != '\0' && strchr("{}\n", next) != NULL) {
			hanzi = next == '{';
			i++;
		} else if (hanzi && next != '\0' && next != '\n') {
			out[n++] = (char)(bytes[i++] | 0x80);
			out[n++] = (char)(next | 0x80);
		} else {
			out[n++] = bytes[i];
			i += bytes[i] == '~' && next == '~';
		}
	}
	*length = n;
	return out;
}

char *
charset_to_utf8(
    struct arena *arena, const char *bytes, size_t length, const char *label, const char **used)
{
	const char *charset;
	iconv_t cd = (iconv_t)-1;
	char *text;

	if (length == 0) /* perhaps no pointer either */
		bytes = "";
	charset = charset_choose(bytes, length, label);
	if (used != NULL)
		*used = arena_strdup(arena, charset);
	if (str_equal(charset, CHARSET_HZ)) {
		bytes = hz_to_gb(arena, bytes, &length);
		charset = "gb18030";
	}
	if (!str_equal(charset, "utf-8") && !str_equal(charset, "us-ascii"))
		cd = converter_open(charset);
	if (cd != (iconv_t)-1) {
		text = convert(cd, arena, bytes, length);
		converter_close(charset, cd);
		return text;
	}
	text = arena_alloc(arena, length + 1);
	memcpy(text, bytes, length);
	text[drop_nuls(text, length)] = '\0';
	return text;
}
