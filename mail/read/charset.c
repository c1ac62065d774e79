/* SPDX-License-Identifier: ISC */
/*
 * Bytes to UTF-8: which charset they are in, and the conversion.
 *
 * The label is asked first, then whether the bytes are UTF-8; of what was labelled
 * the superset is taken.  Language is not judged, but of Russian the case of its
 * letters, which tells two charsets apart.  What comes out is NUL-terminated and made of whole
 * characters.  Work is linear in the input: after a number of undecodable bytes the rest is read as
 * ASCII.
 *
 * Encoded words of header values are read leniently.  Neighbouring words of one charset
 * are joined before they are converted, because many programs split a character between
 * them.  Text that only resembles a word is kept as it is.
 */
#include "mail/read/charset.h"

#include <ctype.h>
#include <errno.h>
#include <glib.h>
#include <iconv.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/quote/span.h"

#define FREQUENT          2    /* charsets met every day */
#define BAD_BYTES_MAX     2000 /* each costs one call of iconv */
#define CHARSET_LABEL_MAX 40   /* bytes */
#define RUSSIAN_MIN       5    /* letters that Russian without a label is known by */
#define HZ                "hz-gb-2312"
#define WORDS_MAX         60         /* groups of encoded words converted in one field */
#define HEADER_MAX        (8 * 1024) /* bytes of one field; the rest is dropped */

/* A label that does not say which byte of each unit comes first. */
static const char WIDE[] = "wide";

static const struct alias {
	const char *label;
	const char *charset;
} aliases[] = { { "gb_2312-80", "gb18030" }, { "gb-2312", "gb18030" }, { "cp936", "gb18030" },
	{ "ms936", "gb18030" }, { "windows-936", "gb18030" }, { "euc-cn", "gb18030" },
	{ "gb18030", "gb18030" }, { "chinese", "gb18030" }, { "iso-ir-58", "gb18030" },
	{ "big-5", "big5-hkscs" }, { "cp950", "big5-hkscs" }, { "iso-8859-1", "windows-1252" },
	{ "iso8859-1", "windows-1252" }, { "iso_8859-1", "windows-1252" },
	{ "latin1", "windows-1252" }, { "l1", "windows-1252" }, { "cp1252", "windows-1252" },
	{ "windows-1252", "windows-1252" }, { "iso-8859-9", "windows-1254" },
	{ "iso-8859-11", "cp874" }, { "tis-620", "cp874" }, { "shift_jis", "cp932" },
	{ "shift-jis", "cp932" }, { "x-sjis", "cp932" }, { "ks_c_5601-1987", "uhc" },
	{ "euc-kr", "uhc" }, { "ks_c_5601", "uhc" }, { "iso-8859-8-i", "iso-8859-8" },
	{ "unicode-1-1-utf-7", "utf-7" }, { "unicode-2-0-utf-7", "utf-7" },
	{ "windows-949", "uhc" }, { "mac-roman", "macintosh" }, { "win-1251", "windows-1251" },
	{ "cp-1251", "windows-1251" }, { "hz-gb-2312", HZ }, { "hz", HZ }, { "ucs-2", WIDE },
	{ "iso-10646-ucs-2", WIDE }, { "unicode", WIDE }, { "utf-16", WIDE }, { "utf8", "utf-8" },
	{ "utf-8", "utf-8" } };

/* Charsets written in 7 bits, and in wide units: an ASCII look proves nothing. */
static const char *const seven_bits[] = { "iso-2022", "hz-gb", "utf-7" };
static const char *const wide_units[] = { "utf-16", "utf-32", "ucs-" };

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

static const char *
charset_of_label(const char *label)
{
	/* Letters come in these.  Of the others that iconv knows some are slow, and each
	 * is code that strangers could reach. */
	static const char *const families[] = { "iso-8859-", "iso8859-", "iso_8859-", "iso-2022-",
		"windows-", "cp", "ibm", "koi", "mac", "euc", "utf", "ucs", "iso-10646-", "viscii",
		"tcvn", "tis-", "iso-ir-", "latin", "shift", "sjis", "ms", "uhc", "johab",
		"armscii", "georgian", "hp-roman", "big", "gb", "arabic", "cyrillic", "greek",
		"hebrew", "l", "ptcp", "rk1048", "cn-" };
	size_t length = label != NULL ? strlen(label) : 0;
	iconv_t cd;

	if (length == 0 || length > CHARSET_LABEL_MAX ||
	    strspn(label,
		"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
		"abcdefghijklmnopqrstuvwxyz0123456789-_.:+") != length)
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
	if (!STARTS_AS(label, families) || (cd = iconv_open("utf-8", label)) == (iconv_t)-1)
		return NULL;
	iconv_close(cd);
	return label;
}

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
		if (p[i] < 0x80) {
			i += utf8_ascii(bytes + i, length - i) - 1;
			continue;
		}
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

/* What the label means for these bytes; NULL: nothing. */
static const char *
charset_named(const char *bytes, size_t length, const char *label)
{
	const char *charset = charset_of_label(label);

	/* The mark of two-byte units, U+FEFF in either order. */
	if (length >= 2 &&
	    (memcmp(bytes, "\xFE\xFF", 2) == 0 || memcmp(bytes, "\xFF\xFE", 2) == 0) &&
	    !STARTS_AS(charset, seven_bits) && !STARTS_AS(charset, wide_units))
		return "utf-16";
	if (charset == WIDE) {
		size_t zeros[2] = { 0, 0 };

		/* Their order is told by the zeros beside ASCII.  Without zeros these are
		 * single bytes, whatever the label says. */
		for (size_t i = 0; i < length; i++)
			zeros[i & 1] += bytes[i] == '\0';
		if (zeros[0] == zeros[1])
			return NULL;
		return zeros[0] > zeros[1] ? "utf-16be" : "utf-16le";
	}
	/* The escape to the Japanese character set: nothing else looks like it. */
	if (charset == NULL && memchr(bytes, '\x1b', length) != NULL &&
	    (memmem(bytes, length, "\x1b$B", 3) != NULL ||
		memmem(bytes, length, "\x1b$@", 3) != NULL))
		return "iso-2022-jp";
	return charset;
}

/* The words of Russian bytes by their case, in which windows-1251 and KOI8-R are each other's
 * mirrors: a small letter of one is a capital of the other. */
struct russian {
	size_t titles[2]; /* a capital and small letters: in windows-1251, in KOI8-R */
	size_t small[2];  /* small letters alone */
	size_t letters;
	bool is_other; /* there are other high bytes, mixed words or Latin letters in them */
};

enum { IN_1251, IN_KOI8 };

/* The word from begin to end. */
static void
look_at_word(
    struct russian *look, const unsigned char *bytes, size_t begin, size_t end, size_t length)
{
	size_t high = 0, rest = end - begin - 1; /* in the upper half, of those behind the first */
	int charset;

	look->letters += end - begin;
	look->is_other |= (begin > 0 && isalpha(bytes[begin - 1])) ||
	    (end < length && isalpha(bytes[end]));
	for (size_t i = begin + 1; i < end; i++)
		high += bytes[i] >= 0xE0;
	if (high != 0 && high != rest)
		look->is_other = true;
	if (rest == 0 || (high != 0 && high != rest))
		return;
	charset = high > 0 ? IN_1251 : IN_KOI8;
	if ((bytes[begin] >= 0xE0) == (high > 0))
		look->small[charset]++;
	else
		look->titles[charset]++;
}

static struct russian
look_for_russian(const char *bytes, size_t length)
{
	struct russian look = { 0 };
	const unsigned char *p = (const unsigned char *)bytes;

	for (size_t i = 0, end; i < length; i = end + 1) {
		for (end = i; end < length && p[end] >= 0xC0;)
			end++;
		if (end > i)
			look_at_word(&look, p, i, end, length);
		look.is_other |= end < length && p[end] >= 0x80;
	}
	return look;
}

/* The charset that Russian bytes are in, whatever their label or without any; NULL: by them it
 * cannot be told. */
static const char *
charset_of_russian(const char *bytes, size_t length, const char *charset)
{
	bool is_koi8 = charset != NULL && str_starts_nocase(charset, "koi8");
	struct russian look;

	if (charset != NULL && !is_koi8 && !str_equal_nocase(charset, "windows-1251"))
		return NULL;
	look = look_for_russian(bytes, length);
	if (charset != NULL) {
		/* Small letters of the other one may be capitals of this one. */
		if (look.titles[is_koi8] + look.small[is_koi8] > 0 || look.titles[!is_koi8] == 0)
			return NULL;
		return is_koi8 ? "windows-1251" : "koi8-r";
	}
	if (look.is_other || look.letters < RUSSIAN_MIN)
		return NULL;
	for (int i = IN_1251; i <= IN_KOI8; i++)
		if (look.titles[!i] + look.small[!i] == 0)
			return i == IN_KOI8 ? "koi8-r" : "windows-1251";
	return NULL;
}

/* The charset to read the bytes by: static, or `label` itself. */
static const char *
charset_choose(const char *bytes, size_t length, const char *label)
{
	const char *charset = charset_named(bytes, length, label);
	bool may_look_like_utf8 = str_equal(charset, "gb18030") ||
	    str_equal(charset, "big5-hkscs") || STARTS_AS(charset, seven_bits);
	const char *russian;
	struct look look;

	if (STARTS_AS(charset, wide_units))
		return charset;
	look = look_at(bytes, length);
	if (look.high == 0)
		return charset != NULL ? charset : "us-ascii";
	/* Labels lie; but a sequence of two bytes may be a hanzi by accident. */
	if ((look.long_utf8 || !may_look_like_utf8) && utf8_is_valid(bytes, length))
		return "utf-8";
	if ((russian = charset_of_russian(bytes, length, charset)) != NULL)
		return russian;
	/* A label of UTF-8 with stray bytes is still UTF-8 if most of it reads so. */
	if (charset != NULL && (look.long_utf8 || !str_equal(charset, "utf-8")))
		return charset;
	/* Without a usable label: hanzi stand in pairs of high bytes, accents alone. */
	return look.high > 1 && look.paired * 10 >= look.high * 9 ? "gb18030" : "windows-1252";
}

void
charset_setup(bool all)
{
	/* Each is a library or two, which stays loaded as long as a converter is open. */
	static const char *const common[] = { "gb18030", "windows-1252", "big5-hkscs", "koi8-r",
		"windows-1251", "cp932", "uhc" };

	static iconv_t kept[sizeof common / sizeof *common];

	for (size_t i = 0; i < (all ? sizeof kept / sizeof *kept : FREQUENT); i++)
		kept[i] = iconv_open("utf-8", common[i]);
}

static size_t
drop_nuls(char *text, size_t length)
{
	const char *first = memchr(text, '\0', length);
	size_t kept = first != NULL ? (size_t)(first - text) : length;

	for (size_t i = kept; i < length; i++) {
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
	char *out = arena_bytes(arena, room + 1), *end = out;
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
	for (; left < room && left > 0; left--, in++) {
		if (*in != '\0')
			*end++ = (*in & 0x80) ? '?' : *in;
	}
	out[drop_nuls(out, (size_t)(end - out))] = '\0';
	return out;
}

/* HZ (RFC 1843), which iconv may not know: between "~{" and "~}", and at most to
 * the line's end, stand the bytes of GB 2312 without their high bits. */
static char *
hz_to_gb(struct arena *arena, const char *bytes, size_t *length)
{
	char *out = arena_bytes(arena, *length + 1);
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

const char *
charset_label(struct arena *arena, const char *text)
{
	const char *label = str_find_nocase(text, "charset=");

	if (label == NULL)
		return NULL;
	label += strlen("charset=");
	label += strspn(label, "\"' ");
	return arena_strndup(arena, label, strcspn(label, "\"'/>; \t"));
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
	if (str_equal(charset, HZ)) {
		bytes = hz_to_gb(arena, bytes, &length);
		charset = "gb18030";
	}
	if (!str_equal(charset, "utf-8") && !str_equal(charset, "us-ascii"))
		cd = iconv_open("utf-8", charset);
	if (cd != (iconv_t)-1) {
		text = convert(cd, arena, bytes, length);
		iconv_close(cd);
		return text;
	}
	text = arena_bytes(arena, length + 1);
	memcpy(text, bytes, length);
	text[drop_nuls(text, length)] = '\0';
	return text;
}

/* The byte that c is in windows-1252, or where that has none in ISO 8859-1; -1: it has none. */
static int
western_byte(uint32_t c)
{
	/* From 0x80 on. */
	static const uint16_t high[32] = { 0x20ac, 0, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021,
		0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0, 0x17d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d,
		0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0, 0x17e, 0x178 };

	for (int i = 0; i < 32 && c > 0xff; i++)
		if (high[i] == c)
			return 0x80 + i;
	return c <= 0xff ? (int)c : -1;
}

char *
charset_undo(struct arena *arena, const char *text)
{
	char *bytes = arena_bytes(arena, strlen(text) + 1), *end = bytes;
	int byte;

	for (uint32_t c; (c = utf8_next(&text)) != 0;) {
		if ((byte = western_byte(c)) == -1)
			return NULL;
		*end++ = (char)byte;
	}
	*end = '\0';
	return charset_to_utf8(arena, bytes, (size_t)(end - bytes), NULL, NULL);
}

/* `=?charset?B?text?=`. */
struct encoded_word {
	struct span charset, text;
	bool base64;
	const char *end;
};

/* Neighbouring words of one charset. */
struct pending {
	struct span charset;
	struct str bytes; /* decoded, not yet converted */
	int flushed;      /* groups converted so far */
};

static bool
read_word(const char *at, struct encoded_word *word)
{
	const char *charset = at + 2, *mark, *text, *end;

	if (at[0] != '=' || at[1] != '?')
		return false;
	mark = charset + strcspn(charset, "? \t");
	if (mark == charset || *mark != '?' || mark[1] == '\0' || strchr("bBqQ", mark[1]) == NULL ||
	    mark[2] != '?')
		return false;
	text = mark + 3;
	if ((end = strstr(text, "?=")) == NULL)
		return false;
	/* RFC 2231, 5: "charset*language". */
	word->charset = (struct span){ charset, strcspn(charset, "*?") };
	word->text = (struct span){ text, (size_t)(end - text) };
	word->base64 = (mark[1] | 0x20) == 'b';
	word->end = end + 2;
	return true;
}

static void
decode_q(struct str *out, struct span word)
{
	const char *text = word.at;

	for (size_t i = 0; i < word.length; i++) {
		if (text[i] == '=' && i + 2 < word.length && isxdigit((unsigned char)text[i + 1]) &&
		    isxdigit((unsigned char)text[i + 2])) {
			str_addc(out,
			    (char)(g_ascii_xdigit_value(text[i + 1]) << 4 |
				g_ascii_xdigit_value(text[i + 2])));
			i += 2;
		} else {
			str_addc(out, text[i] == '_' ? ' ' : text[i]);
		}
	}
}

static void
decode_b(struct str *out, struct span word)
{
	guchar *bytes = arena_bytes(out->arena, word.length + 4);
	gint state = 0;
	guint rest = 0;
	size_t n = g_base64_decode_step(word.at, word.length, bytes, &state, &rest);

	/* Some programs leave the end out. */
	n += g_base64_decode_step("==", 2, bytes + n, &state, &rest);
	str_addn(out, (const char *)bytes, n);
}

static void
flush(struct pending *pending, struct str *out)
{
	if (pending->bytes.length == 0)
		return;
	pending->flushed++;
	str_add(out,
	    charset_to_utf8(out->arena, pending->bytes.data, pending->bytes.length,
		arena_strndup(out->arena, pending->charset.at, pending->charset.length), NULL));
	str_truncate(&pending->bytes, 0);
}

char *
charset_decode_words(struct arena *arena, const char *value, const char *label)
{
	struct pending pending = { .charset = { "", 0 } };
	struct str out;
	struct encoded_word word;
	const char *at = charset_to_utf8(arena, value, strnlen(value, HEADER_MAX), label, NULL);
	const char *end;

	str_init(&out, arena, 0);
	str_init(&pending.bytes, arena, 0);
	while (*at != '\0') {
		if (pending.flushed < WORDS_MAX && read_word(at, &word)) {
			if (word.charset.length != pending.charset.length ||
			    strncasecmp(word.charset.at, pending.charset.at, word.charset.length) !=
				0)
				flush(&pending, &out);
			pending.charset = word.charset;
			(word.base64 ? decode_b : decode_q)(&pending.bytes, word.text);
			at = word.end;
			/* Blanks between two words belong to the folding. */
			if (read_word(at + strspn(at, " \t"), &word))
				at += strspn(at, " \t");
			continue;
		}
		flush(&pending, &out);
		/* Plain text goes on to where the next "=?" may begin a word. */
		end = strstr(at + 1, "=?");
		end = end != NULL ? end : at + strlen(at);
		str_addn(&out, at, (size_t)(end - at));
		at = end;
	}
	flush(&pending, &out);
	return utf8_clean(arena, out.data, out.length, false);
}
