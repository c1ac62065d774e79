/* SPDX-License-Identifier: ISC */
/*
 * Charsets: label, UTF-8 check, then the superset of what was labelled.
 *
 * Invariant: what comes out is NUL-terminated and made of whole characters.
 * Work is linear in the input: after a number of undecodable bytes the rest is
 * read as ASCII.  Does not judge language.
 */
#include "mail/charset.h"

#include <errno.h>
#include <iconv.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"

#define BAD_BYTES_MAX	2000	/* each costs one call of iconv */

static const struct alias {
	const char	*label;
	const char	*charset;
} aliases[] = {
	{ "gb2312", "gb18030" }, { "gb_2312-80", "gb18030" }, { "gb-2312", "gb18030" },
	{ "gbk", "gb18030" }, { "x-gbk", "gb18030" }, { "cp936", "gb18030" },
	{ "ms936", "gb18030" }, { "windows-936", "gb18030" }, { "euc-cn", "gb18030" },
	{ "gb18030", "gb18030" }, { "chinese", "gb18030" }, { "iso-ir-58", "gb18030" },
	{ "big5", "big5-hkscs" }, { "big-5", "big5-hkscs" }, { "cn-big5", "big5-hkscs" },
	{ "x-x-big5", "big5-hkscs" }, { "cp950", "big5-hkscs" }, { "big5-hkscs", "big5-hkscs" },
	{ "iso-8859-1", "windows-1252" }, { "iso8859-1", "windows-1252" },
	{ "iso_8859-1", "windows-1252" }, { "latin1", "windows-1252" },
	{ "l1", "windows-1252" }, { "cp1252", "windows-1252" }, { "windows-1252", "windows-1252" },
	{ "iso-8859-9", "windows-1254" }, { "iso-8859-11", "cp874" }, { "tis-620", "cp874" },
	{ "shift_jis", "cp932" }, { "shift-jis", "cp932" }, { "x-sjis", "cp932" },
	{ "ks_c_5601-1987", "uhc" }, { "euc-kr", "uhc" }, { "ks_c_5601", "uhc" },
	{ "iso-8859-8-i", "iso-8859-8" }, { "unicode-1-1-utf-7", "utf-7" },
	{ "utf8", "utf-8" }, { "utf-8", "utf-8" },
};

/* Charsets written in 7 bits or wide units: an ASCII or UTF-8 look proves nothing. */
static const char *const stateful[] = { "iso-2022", "hz-gb", "utf-7", "utf-16", "utf-32", "ucs-" };

/* Converters kept open for the life of the program (which has one thread). */
static struct converter {
	const char	*charset;
	iconv_t		 cd;
} converters[] = {
	{ "gb18030", NULL }, { "big5-hkscs", NULL }, { "windows-1252", NULL }, { "koi8-r", NULL },
	{ "windows-1251", NULL }, { "cp932", NULL }, { "uhc", NULL },
};

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

static bool
label_is_sound(const char *label)
{
	size_t length = strlen(label);

	return length > 0 && length <= 40 && strspn(label, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789-_.:+") == length;
}

static bool
is_known(const char *label)
{
	iconv_t cd;

	if (str_equal_nocase(label, "us-ascii") || str_equal_nocase(label, "ascii"))
		return false;
	cd = iconv_open("utf-8", label);
	if (cd == (iconv_t)-1)
		return false;
	iconv_close(cd);
	return true;
}

static const char *
charset_of_label(const char *label)
{
	if (label == NULL || !label_is_sound(label))
		return NULL;
	for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++) {
		if (str_equal_nocase(label, aliases[i].label))
			return aliases[i].charset;
	}
	/* Programs invent names: "eucgb2312_cn", "x-gbk-1", "big5-eten". */
	if (str_find_nocase(label, "gb2312") != NULL || str_find_nocase(label, "gbk") != NULL)
		return "gb18030";
	if (str_find_nocase(label, "big5") != NULL)
		return "big5-hkscs";
	return is_known(label) ? label : NULL;
}

static bool
is_stateful(const char *charset)
{
	for (size_t i = 0; i < sizeof stateful / sizeof *stateful; i++) {
		if (str_starts_nocase(charset, stateful[i]))
			return true;
	}
	return false;
}

/* What the high bytes look like, to settle between a label and UTF-8. */
struct look {
	size_t	high;		/* bytes above 0x7F */
	size_t	paired;		/* of these, in pairs as GB 2312 writes hanzi */
	bool	long_utf8;	/* a UTF-8 sequence of three or more bytes */
};

static struct look
look_at(const char *bytes, size_t length)
{
	struct look look = { 0 };
	const unsigned char *p = (const unsigned char *)bytes;

	for (size_t i = 0; i < length; i++) {
		if (p[i] < 0x80)
			continue;
		look.high++;
		if (p[i] >= 0xE0 && i + 2 < length && (p[i + 1] & 0xC0) == 0x80 &&
		    (p[i + 2] & 0xC0) == 0x80)
			look.long_utf8 = true;
		if (p[i] >= 0xA1 && p[i] <= 0xF7 && i + 1 < length && p[i + 1] >= 0xA1) {
			look.high++;
			look.paired += 2;
			i++;
		}
	}
	return look;
}

/* Without a usable label: hanzi stand in pairs of high bytes, accents alone. */
static const char *
guess(const struct look *look)
{
	return look->high > 1 && look->paired * 10 >= look->high * 9 ? "gb18030" : "windows-1252";
}

/* Two-byte sequences of UTF-8 alone may be hanzi of such a charset by accident. */
static bool
is_chinese(const char *charset)
{
	return str_equal(charset, "gb18030") || str_equal(charset, "big5-hkscs");
}

static const char *
choose(const char *bytes, size_t length, const char *label)
{
	const char	*charset = charset_of_label(label);
	struct look	 look;

	if (charset != NULL && is_stateful(charset))
		return charset;
	look = look_at(bytes, length);
	if (look.high == 0)
		return charset != NULL ? charset : "us-ascii";
	if (utf8_is_valid(bytes, length) && (look.long_utf8 || !is_chinese(charset)))
		return "utf-8";
	/* A label of UTF-8 with stray bytes is still UTF-8 if most of it reads so. */
	if (charset == NULL || (str_equal(charset, "utf-8") && !look.long_utf8))
		return guess(&look);
	return charset;
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
	size_t	 room = length * 3 + 4, left = length, bad = 0, n;
	char	*out = arena_alloc(arena, room + 1), *end = out;
	char	*in = (char *)(uintptr_t)bytes;	/* iconv's prototype wants it writable */

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

char *
charset_to_utf8(struct arena *arena, const char *bytes, size_t length, const char *label,
    const char **used)
{
	const char	*charset;
	iconv_t		 cd = (iconv_t)-1;
	char		*text;

	if (length == 0)	/* perhaps no pointer either */
		bytes = "";
	charset = choose(bytes, length, label);
	if (!str_equal(charset, "utf-8") && !str_equal(charset, "us-ascii"))
		cd = converter_open(charset);
	if (used != NULL)
		*used = arena_strdup(arena, charset);
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
