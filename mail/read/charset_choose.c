/* SPDX-License-Identifier: ISC */
/*
 * Which charset some bytes are in: label, UTF-8 check, then the superset of what
 * was labelled.
 *
 * Does not judge language.
 */
#include <iconv.h>
#include <stdbool.h>
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "mail/read/charset.h"

/* A label that does not say which byte of each unit comes first. */
static const char WIDE[] = "wide";

static const struct alias {
	const char *label;
	const char *charset;
} aliases[] = { { "gb2312", "gb18030" }, { "gb_2312-80", "gb18030" }, { "gb-2312", "gb18030" },
	{ "gbk", "gb18030" }, { "x-gbk", "gb18030" }, { "cp936", "gb18030" },
	{ "ms936", "gb18030" }, { "windows-936", "gb18030" }, { "euc-cn", "gb18030" },
	{ "gb18030", "gb18030" }, { "chinese", "gb18030" }, { "iso-ir-58", "gb18030" },
	{ "big5", "big5-hkscs" }, { "big-5", "big5-hkscs" }, { "cn-big5", "big5-hkscs" },
	{ "x-x-big5", "big5-hkscs" }, { "cp950", "big5-hkscs" }, { "big5-hkscs", "big5-hkscs" },
	{ "iso-8859-1", "windows-1252" }, { "iso8859-1", "windows-1252" },
	{ "iso_8859-1", "windows-1252" }, { "latin1", "windows-1252" }, { "l1", "windows-1252" },
	{ "cp1252", "windows-1252" }, { "windows-1252", "windows-1252" },
	{ "iso-8859-9", "windows-1254" }, { "iso-8859-11", "cp874" }, { "tis-620", "cp874" },
	{ "shift_jis", "cp932" }, { "shift-jis", "cp932" }, { "x-sjis", "cp932" },
	{ "ks_c_5601-1987", "uhc" }, { "euc-kr", "uhc" }, { "ks_c_5601", "uhc" },
	{ "iso-8859-8-i", "iso-8859-8" }, { "unicode-1-1-utf-7", "utf-7" },
	{ "unicode-2-0-utf-7", "utf-7" }, { "windows-949", "uhc" }, { "mac-roman", "macintosh" },
	{ "win-1251", "windows-1251" }, { "cp-1251", "windows-1251" }, { "hz-gb-2312", CHARSET_HZ },
	{ "hz", CHARSET_HZ }, { "ucs-2", WIDE }, { "iso-10646-ucs-2", WIDE }, { "unicode", WIDE },
	{ "utf-16", WIDE }, { "utf8", "utf-8" }, { "utf-8", "utf-8" } };

/* Charsets written in 7 bits, and in wide units: an ASCII look proves nothing. */
static const char *const seven_bits[] = { "iso-2022", "hz-gb", "utf-7" };
static const char *const wide_units[] = { "utf-16", "utf-32", "ucs-" };

static bool
label_is_sound(const char *label)
{
	size_t length = strlen(label);

	return length > 0 && length <= 40 &&
	    strspn(label,
		"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
		"abcdefghijklmnopqrstuvwxyz0123456789-_.:+") == length;
}

/* Letters come in these; of the others that iconv knows some are slow, and each
 * is code that strangers could reach. */
static bool
is_known(const char *label)
{
	static const char *const families[] = { "iso-8859-", "iso8859-", "iso_8859-", "iso-2022-",
		"windows-", "cp", "ibm", "koi", "mac", "euc", "utf", "ucs", "iso-10646-", "viscii",
		"tcvn", "tis-", "iso-ir-", "latin", "shift", "sjis", "ms", "uhc", "johab",
		"armscii", "georgian", "hp-roman", "big", "gb", "arabic", "cyrillic", "greek",
		"hebrew", "l", "ptcp", "rk1048", "cn-" };

	for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
		iconv_t cd;

		if (!str_starts_nocase(label, families[i]))
			continue;
		cd = iconv_open("utf-8", label);
		if (cd != (iconv_t)-1)
			iconv_close(cd);
		return cd != (iconv_t)-1;
	}
	return false;
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
	if (str_starts_nocase(label, "x-"))
		return charset_of_label(label + 2);
	/* Programs invent names: "eucgb2312_cn", "x-gbk-1", "big5-eten". */
	if (str_find_nocase(label, "gb2312") != NULL || str_find_nocase(label, "gbk") != NULL)
		return "gb18030";
	if (str_find_nocase(label, "big5") != NULL)
		return "big5-hkscs";
	return is_known(label) ? label : NULL;
}

static bool
starts_as(const char *charset, const char *const *names, size_t count)
{
	for (size_t i = 0; charset != NULL && i < count; i++) {
		if (str_starts_nocase(charset, names[i]))
			return true;
	}
	return false;
}

#define STARTS_AS(charset, names) starts_as((charset), (names), sizeof(names) / sizeof *(names))

/* What the high bytes look like, to settle between a label and UTF-8. */
struct look {
	size_t high;    /* bytes above 0x7F */
	size_t paired;  /* of these, in pairs as GB 2312 writes hanzi */
	bool long_utf8; /* a UTF-8 sequence of three or more bytes */
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

/* Begins with the mark of two-byte units, U+FEFF in either order? */
static bool
has_wide_mark(const char *bytes, size_t length)
{
	return length >= 2 &&
	    (memcmp(bytes, "\xFE\xFF", 2) == 0 || memcmp(bytes, "\xFF\xFE", 2) == 0);
}

/* The order of a text's two-byte units, told by the zeros beside its ASCII; NULL
 * when it has none: whatever its label says, these are single bytes. */
static const char *
wide_order(const char *bytes, size_t length)
{
	size_t zeros[2] = { 0, 0 };

	if (has_wide_mark(bytes, length))
		return "utf-16";
	for (size_t i = 0; i < length; i++)
		zeros[i & 1] += bytes[i] == '\0';
	if (zeros[0] == zeros[1])
		return NULL;
	return zeros[0] > zeros[1] ? "utf-16be" : "utf-16le";
}

/* The escape to the Japanese character set, which nothing else looks like. */
static bool
has_japanese_escape(const char *bytes, size_t length)
{
	return memmem(bytes, length, "\x1b$B", 3) != NULL ||
	    memmem(bytes, length, "\x1b$@", 3) != NULL;
}

/* What the label means for these bytes; NULL: nothing. */
static const char *
named(const char *bytes, size_t length, const char *label)
{
	const char *charset = charset_of_label(label);

	if (charset == WIDE)
		return wide_order(bytes, length);
	if (has_wide_mark(bytes, length) && !STARTS_AS(charset, seven_bits) &&
	    !STARTS_AS(charset, wide_units))
		return "utf-16";
	if (charset == NULL && has_japanese_escape(bytes, length))
		return "iso-2022-jp";
	return charset;
}

/* Labels lie.  A short sequence may be there by accident where others are expected. */
static bool
is_utf8(const char *bytes, size_t length, const struct look *look, const char *charset)
{
	return (look->long_utf8 || !(is_chinese(charset) || STARTS_AS(charset, seven_bits))) &&
	    utf8_is_valid(bytes, length);
}

const char *
charset_choose(const char *bytes, size_t length, const char *label)
{
	const char *charset = named(bytes, length, label);
	struct look look;

	if (STARTS_AS(charset, wide_units))
		return charset;
	look = look_at(bytes, length);
	if (look.high == 0)
		return charset != NULL ? charset : "us-ascii";
	if (is_utf8(bytes, length, &look, charset))
		return "utf-8";
	/* A label of UTF-8 with stray bytes is still UTF-8 if most of it reads so. */
	if (charset == NULL || (str_equal(charset, "utf-8") && !look.long_utf8))
		return guess(&look);
	return charset;
}
