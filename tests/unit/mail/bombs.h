/* SPDX-License-Identifier: ISC */
/*
 * Letters that cost as much as strangers can make them, of any size.
 */
#ifndef TESTS_MAIL_BOMBS_H
#define TESTS_MAIL_BOMBS_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define BOMB_UNIT   (256 * 1024)
#define HEADER_MOST 250000 /* bytes; more is not read */

#define FROM          "From: a@b.test\nSubject: s\n"
#define TEXT          FROM "\n"
#define PART(type)    FROM "Content-Type: " type "\n\n"
#define CHARSET(name) PART("text/plain; charset=" name)
#define MIXED         PART("multipart/mixed; boundary=b")
#define NESTED        MIXED "--b\nContent-Type: message/rfc822\n\n"

/* A letter is a beginning, a piece repeated, and an end. */
/* A few dozens, of each kind of selector. */
#define RULES4(x) \
	"." x "1{color:red}" \
	"p ." x "2{opacity:0}" \
	"[" x "3]{color:red}" \
	"b>i." x "4{font:1px a}"
#define RULES \
	RULES4("a") \
	RULES4("b") RULES4("c") RULES4("d") RULES4("e") RULES4("f") RULES4("g") RULES4("h")

#define TEN(x)     x x x x x x x x x x
#define HUNDRED(x) TEN(TEN(x))

static const struct bomb {
	const char *name, *begin, *piece, *end;
	size_t size; /* bytes of pieces in a letter of 256 KiB; 0: up to the limit */
} bombs[] = {
	{ "parts", MIXED, "--b\n\n", "", 0 },
	{ "parts with fields", MIXED, "--b\nA: b\n\nx\n", "", 0 },
	{ "parts, boundary in pieces", PART("multipart/mixed; boundary*0=\"b\"; boundary*1=\"c\""),
	    "--bc\n\n", "", 0 },
	{ "parts, boundary empty", PART("multipart/mixed; boundary=\"\""), "--\n\n", "", 0 },
	{ "parts, boundary escaped", PART("multipart/mixed; boundary=\"\\b\""), "--b\n\n", "", 0 },
	{ "parts, boundary after comments", PART("multipart/mixed; (x) boundary (y) = (z) b"),
	    "--b\n\n", "", 0 },
	{ "parts, boundary folded", PART("multipart/mixed;\n boundary\n =\n b"), "--b\n\n", "", 0 },
	{ "nested multiparts", FROM, "Content-Type: multipart/mixed; boundary=b\n\n--b\n", "", 0 },
	{ "nested letters", FROM, "Content-Type: message/rfc822\n\n", "", 0 },
	{ "nested digests", FROM, "Content-Type: multipart/digest; boundary=b\n\n--b\n\n", "", 0 },
	{ "letters attached", MIXED, "--b\nContent-Type: message/rfc822\n\nFrom: a@b\n\nx\n", "",
	    0 },
	{ "parentheses in a letter's From", NESTED "From: ", "(", "\n\nx\n", 120000 },
	{ "addresses in a letter's To", NESTED "To: ", "a,", "\n\nx\n", 200000 },
	{ "ids in a letter's References", NESTED "References: ", "<a>", "\n\nx\n", 180000 },
	{ "charsets in parts", MIXED,
	    "--b\nContent-Type: text/plain; charset=cp775\n\n\xe9\n"
	    "--b\nContent-Type: text/plain; charset=cp1250\n\n\xe9\n",
	    "", 22800 },
	{ "fields", "", "A: b\n", "", 0 },
	{ "fields in a part", MIXED "--b\n", "A: b\n", "", 0 },
	{ "Received", FROM, "Received: x\n", "\nhi\n", 12000 },
	{ "parentheses in From", "From: ", "(", " a@b.test\n\nhi\n", 120000 },
	{ "brackets in From", "From: ", "<", " a@b.test\n\nhi\n", 120000 },
	{ "quotes in From", "From: ", "\"", " a@b.test\n\nhi\n", 120000 },
	{ "mailboxes in From", "From: ", "a@b.test,", "\n\nhi\n", 120000 },
	{ "commas in To", FROM "To: ", ",", "\n\nhi\n", 120000 },
	{ "words in To", FROM "To: ", "x,", "\n\nhi\n", 120000 },
	{ "ids", FROM "References: ", "<a>", "\n\nhi\n", 120000 },
	{ "half encoded words", "From: a@b.test\nSubject: ", "=?a?b?", "\n\nhi\n", 120000 },
	{ "charsets in Subject",
	    "From: a@b.test\nSubject: ", "=?cp1250?Q?=E9?= =?cp775?Q?=E9?= ", "\n\nhi\n", 120000 },
	{ "unknown charsets in From", "From: ", "=?x1?Q?=E9?= =?x2?Q?=E9?= <a@b.test>,", "\n\nhi\n",
	    120000 },
	{ "answer marks", "From: a@b.test\nSubject: ", "Re: ", "\n\nhi\n", 120000 },
	{ "marks on a letter in Subject", "From: a@b.test\nSubject: a", "\u0301\u0316", "\n\nhi\n",
	    7800 },
	{ "parentheses in Content-Type", FROM "Content-Type: text/plain; ", "(", "\n\nhi\n",
	    120000 },
	{ "parameters", FROM "Content-Type: text/plain; ", "a=b; ", "\n\nhi\n", 120000 },
	{ "parameters in pieces", FROM "Content-Type: text/plain; ", "a*1=b; ", "\n\nhi\n", 60000 },
	{ "parentheses in Authentication-Results", "Authentication-Results: ", "(",
	    "\n" TEXT "hi\n", 120000 },
	{ "an endless boundary", FROM "Content-Type: multipart/mixed; boundary=", "b", "\n\n--b\n",
	    120000 },
	{ "many boundaries", FROM "Content-Type: multipart/mixed; ", "boundary=b; ",
	    "\n\n--b\n\nx\n", 60000 },
	{ "almost boundaries", MIXED, "--\n", "", 0 },
	{ "base64 of nothing", FROM "Content-Transfer-Encoding: base64\n\n", "====\n", "", 0 },
	{ "base64 of NULs", FROM "Content-Transfer-Encoding: base64\n\n", "AAAAAAAA\n", "", 0 },
	{ "a zip of nothing",
	    FROM "Content-Type: application/zip\nContent-Transfer-Encoding: base64\n\n",
	    "UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==\n", "", 0 },
	{ "soft breaks", FROM "Content-Transfer-Encoding: quoted-printable\n\n", "=E7=\n", "", 0 },
	{ "uuencode", FROM "Content-Transfer-Encoding: x-uuencode\n\n", "begin 644 a\nM\n", "", 0 },
	{ "wrong gb18030", CHARSET("gb18030"), "\xff\n", "", 0 },
	{ "wrong utf-8", CHARSET("utf-8"), "\xe7\x82\xae\xff\n", "", 0 },
	{ "wrong utf-16", CHARSET("utf-16"), "\xd8\xd8", "", 0 },
	{ "utf-7", CHARSET("utf-7"), "+ADw-", "", 0 },
	{ "iso-2022-cn-ext", CHARSET("iso-2022-cn-ext"), "\x1b", "", 0 },
	{ "hanzi", CHARSET("utf-8"), "炮二平五", "", 0 },
	{ "hanzi in gb2312", CHARSET("gb2312"), "\xc5\xda\xb6\xfe", "", 0 },
	{ "euro signs", CHARSET("windows-1252"), "\x80", "", 0 },
	{ "bare CRs", TEXT, "\r", "", 0 },
	{ "bare CRs and text", TEXT, "a\r", "", 0 },
	{ "empty lines", TEXT "a\n", "\n", "b\n", 0 },
	{ "short lines", TEXT, "a\n", "", 0 },
	{ "lines with colons", TEXT, "x:\n", "", 0 },
	{ "lines with labels", TEXT, "ж:\n", "", 0 },
	{ "lines with labels and words of writing", TEXT,
	    "On wrote: a@b.c 1.2.16 schrieb x On wrote: a@b.c 1.2.16 "
	    "schrieb x On wrote: a@b.c 1.2.16 schrieb x\n",
	    "", 0 },
	{ "warnings of mail servers", TEXT, "[EXTERNAL] x\n", "", 0 },
	{ "frames of two kinds", TEXT, "-----—————————— x —————x\n", "", 0 },
	{ "frames of one letter", TEXT, "----- " TEN("mememememememe") " --\n", "", 0 },
	{ "letters with marks", CHARSET("utf-8"), "a\u0301", "", 0 },
	{ "marks alone", TEXT, "\u0301", "", 0 },
	{ "lines of marks", TEXT "h2e2\n\n", TEN("\u0301\u0301\u0301") "\n", "", 16000 },
	{ "lines of letters", TEXT "h2e2\n\n", "\u0444\n", "", 1400 },
	{ "lines of letters with marks", TEXT "h2e2\n\n", "o\u0302\u0301\u0302\u0301\n", "", 4800 },
	{ "labels of other scripts", CHARSET("utf-8"), "\u0e01:\n", "", 0 },
	{ "moves with words behind", TEXT "h2e2\n\n", TEN("炮2平5 ") "\n", "", 15000 },
	{ "spaces of other widths", CHARSET("utf-8"), "\u2003\n", "", 0 },
	{ "signatures in HTML", PART("text/html"), "<span class=signature>a</div>", "", 0 },
	{ "struck out HTML", PART("text/html"), "<s></s>", "", 0 },
	{ "hidden paragraphs", PART("text/html"), "<p hidden>a", "", 0 },
	{ "containers in containers of Gmail", PART("text/html"),
	    "<div class=gmail_quote><blockquote class=gmail_quote></blockquote>x", "", 0 },
	{ "escapes", TEXT, "\x1b$", "", 0 },
	{ "hz", CHARSET("hz-gb-2312"), "~{!~~}", "", 0 },
	{ "hidden HTML", PART("text/html"), "<div style='opacity:0.00000000'>a", "", 0 },
	{ "drawings in HTML", PART("text/html"), "<svg></svg>", "", 0 },
	{ "lines with addresses", TEXT, "x a@b:\n", "", 0 },
	{ "lines with brackets", TEXT, "a@b <\n", "", 0 },
	{ "lines with times", TEXT, "On 10:00\n", "", 0 },
	{ "quoted lines", TEXT, "> a\n", "", 0 },
	{ "quoted lines apart", TEXT, "> a\n\n\n\n", "", 0 },
	{ "attributions", TEXT, "On 10:00 x wrote:\n> a\n\n", "", 0 },
	{ "one line", TEXT, "On 10:00 a@b <", "", 0 },
	{ "a plan that breaks off", TEXT "if a1a2 ", "x ", "\n", 0 },
	{ "a long plan", TEXT, "if a1a2 then a1a2, ", "\n", 0 },
	{ "flowed", PART("text/plain; format=flowed"), "a \n", "", 0 },
	{ "flowed depths", PART("text/plain; format=flowed"), ">", "", 0 },
	{ "nested tables", PART("text/html"), "<table><tr><td>", "", 0 },
	{ "nested quotes", PART("text/html"), "<blockquote>a</div>", "", 0 },
	{ "angle brackets", PART("text/html"), "<", "", 0 },
	{ "unknown entities", PART("text/html"), "&zz;", "", 0 },
	{ "open quotes", PART("text/html"), "<a b='", "", 0 },
	{ "named tags", PART("text/html"), "<b id=xxxxxxxx>", "", 0 },
	{ "open comments", PART("text/html"), "<!--", "", 0 },
	{ "open styles", PART("text/html"), "<style>", "", 0 },
	{ "closed styles", PART("text/html"), "<style></style>", "", 0 },
	{ "breaks", PART("text/html"), "<br>", "", 0 },
	{ "rules", PART("text/html"), "<hr>", "", 0 },
	{ "quoted breaks", PART("text/html") "<blockquote>", "<br>", "", 0 },
	{ "styles in tags", PART("text/html"), "<b style='color:#123456;font-size:9px'>a</b>", "",
	    0 },
	{ "colours within colours", PART("text/html"), "<font color=red>a", "", 0 },
	{ "hidden tags of all kinds", PART("text/html") "<p hidden>",
	    "<b><p><td><li></i></div></tr>", "", 0 },
	{ "rules in a style", PART("text/html") "<style>", ".a{color:red}", "", 0 },
	{ "open brackets in a style", PART("text/html") "<style>", "a{([\"", "", 0 },
	{ "media in media", PART("text/html") "<style>", "@media a{", "", 0 },
	{ "escapes in a style", PART("text/html") "<style>a{", "\\61", "", 0 },
	{ "all classes that rules ask for",
	    PART("text/html") "<style>" TEN(TEN(".d.c.b.a{color:red}")) "</style>",
	    "<b class='a b c e f g h i j k d'>", "", 0 },
	{ "elements around that rules ask for",
	    PART("text/html") "<style>" TEN(TEN(".d .c .b .a{color:red}")) "</style>",
	    "<b class='a b c d'>", "", 0 },
	{ "rules for all",
	    PART("text/html") "<style>" TEN("*{color:red;opacity:1;left:1px;top:1px}") "</style>",
	    "<b>", "", 0 },
	{ "styles in parts", MIXED,
	    "--b\nContent-Type: text/html\n\n<style>a{color:red}</style>" TEN(
		TEN("hi, hi, hi, hi, hi, hi\n")),
	    "", 0 },
	{ "below many others", PART("text/html") "<p hidden><x>" TEN(TEN("<i>")) TEN("<i><i><i>"),
	    "<x>", "", 0 },
	{ "tags with classes", PART("text/html") "<style>" RULES "</style>",
	    "<b class='a b c d e'>a</b>", "", 0 },
	{ "attributes that rules ask for", PART("text/html") "<style>" RULES "</style><p ", "x=1 ",
	    "", 0 },
	{ "a long style", PART("text/html") "<p style='", "color:red;", "'>", 0 },
	{ "short styles", PART("text/html"), "<p style=color:rgb(1,2,3)>", "", 0 },
	{ "a long class", PART("text/html") "<style>.a{opacity:0}</style><p class='", "a ", "'>",
	    0 },
	{ "scripts", PART("text/html"), "<script></script>", "", 0 },
	{ "scripts in scripts", PART("text/html"), "<script><!--<script></script>", "", 0 },
	{ "templates", PART("text/html") "<style></style>", "<template>", "", 0 },
	{ "marks of many kinds", TEXT, "x> a\ny> a\n", "", 0 },
	{ "bars", TEXT, "| a |\n", "", 0 },
	{ "tails", TEXT, "> a\nb\n\nc\n", "", 0 },
	{ "frames of Yandex", TEXT, "---\na;\n", "", 0 },
	{ "digits of other scripts", CHARSET("utf-8"), "\u1041\u1042:\u1043\u1044 \u1041:\n", "",
	    0 },
	{ "one mark at either end", TEXT "> a\n", "b c d e f g h i j k l m n o p\n", "> c\n", 0 },
	{ "tails of a long line", TEXT "> " TEN(HUNDRED("aaaaaaaaa ")) "\n", "b\n", "", 0 },
	{ "labels in a line", CHARSET("utf-8"),
	    "От: " TEN("ж:ж:ж:ж:ж:ж:ж:ж:ж:") "\nx\nx\nx\nx\nx\nx\nx\n", "", 0 },
	{ "long lines with times", TEXT, "On 10:00 " TEN(TEN("a b. ")) "\n", "", 0 },
	{ "long lines of names", TEXT, "x " TEN(TEN("<a@b ")) "<\n", "", 0 },
	{ "indented lines", TEXT, "          a\n", "", 0 },
	{ "lines like signatures", TEXT, "envoyé von sent gesendet von verzonden obter\n", "", 0 },
	{ "warnings in frames", TEXT, "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[EXT]\n", "", 0 },
	{ "media of styles", PART("text/html"), "<style media='" HUNDRED(TEN("tv,")) "'></style>",
	    "", 0 },
	{ "words in a background", PART("text/html"),
	    "<p style='background:" HUNDRED(TEN("a ")) "'>", "", 0 },
	{ "colours in a gradient", PART("text/html"),
	    "<p style='background:gradient(" HUNDRED(TEN("red ")) ")'>", "", 0 },
	{ "filters", PART("text/html"), "<p style='filter:alpha(opacity=5)'>", "", 0 },
	{ "short declarations", PART("text/html"), "<p style='" HUNDRED(TEN("top:1;")) "'>", "",
	    0 },
	{ "names almost of quotes", PART("text/html"), "<b class=" TEN("momomohoao") ">", "", 0 },
	{ "ampersands", PART("text/html"), "&", "", 0 },
	{ "numbers as entities", PART("text/html"), "&#1;", "", 0 },
	{ "entities in a class", PART("text/html"), "<b class='&amp;&zz;&#65;'>", "", 0 },
	{ "blinking rows", PART("text/html"), "<table><tr><td>a", "", 0 },
	{ "rows in rows", PART("text/html") "<p hidden><table>", "<tr><td><tr>", "", 0 },
	{ "struck items", PART("text/html"), "<s><li>", "", 0 },
	{ "pictures behind cells", PART("text/html"), "<td style='background:url(x)'><tr>", "", 0 },
	{ "quotes in quotes", PART("text/html"), "<blockquote>", "", 0 },
	{ "parameters in charsets", FROM "Content-Type: text/plain; ", "a*=cp1250''%E9;",
	    "\n\nhi\n", 60000 },
	{ "pieces in charsets", FROM "Content-Type: text/plain; ", "a*0*=cp775''%E9;a*1*=%E9;",
	    "\n\nhi\n", 60000 },
	{ "words in parameters", FROM "Content-Type: text/plain; ", "a=\"=?cp1250?Q?=E9?=\";",
	    "\n\nhi\n", 60000 },
	{ "charsets in dispositions", FROM "Content-Disposition: inline; ",
	    "a*=cp1250''%E9;b*=cp775''%E9;", "\n\nhi\n", 60000 },
	{ "quotes in Authentication-Results", "Authentication-Results: ", "\"", "\n" TEXT "hi\n",
	    240000 },
	{ "quotes in Received", FROM "Received: ", "\"", "\n\nhi\n", 240000 },
	{ "hosts in Received", FROM "Received: ", "by a ", "\n\nhi\n", 240000 },
	{ "bytes in Return-Path", "Return-Path: ", "\xff", "\n" TEXT "hi\n", 240000 },
	{ "fields of results", TEN(TEN("Authentication-Results: mx.example.org;x\n")) FROM "X: ",
	    "(", "\n\nhi\n", 200000 },
	{ "mailboxes in To", FROM "To: ", "Fred <fred@b.test>, ", "\n\nhi\n", 240000 },
	{ "folded References", FROM "References:", " <a@b>\n", "\n\nhi\n", 240000 },
	{ "words of a Subject", "From: a@b.test\nSubject: ", "bc ",
	    "\n\n" TEN(HUNDRED("aaaaaaaaa ")) "\n", 8000 },
	{ "marks of a Subject", "From: a@b.test\nSubject: ", "[a] (b) {c} ", "\n\nhi\n", 120000 },
	{ "codes of a report", "From: mailer-daemon@b.test\nSubject: undelivered\n\n", "4", "", 0 },
	{ "boundaries like others", PART("multipart/mixed; boundary=bbbbbbbbbbbbbbbbbbbbbbbbbbb0"),
	    "--bbbbbbbbbbbbbbbbbbbbbbbbbbb\n", "", 0 },
	{ "flowed quotes", PART("text/plain; format=flowed"), "> a \n>> a \n", "", 0 },
	{ "letters in letters in parts", MIXED,
	    "--b\nContent-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=c\n\n"
	    "--c\n\nx\n",
	    "", 0 },
	{ "types in parts", MIXED, "--b\nContent-Type: text/plain; a*0=b; a*1=c; charset=\"x\n", "",
	    0 },
	{ "turned letters", CHARSET("utf-8"), "\u202ea\u202c\u2066b\u2069", "", 0 },
	{ "NULs", TEXT,
	    "a\x01b"
	    "xxx",
	    "", 0 },
	{ "moves", TEXT, "h2e2\n", "", 0 },
	{ "words said", TEXT "say\n", "as fred secret1 if move 12 h2e2\n", "", 15000 },
	{ "plans", TEXT "h2e2\n", "if a1a2 then if\n", "", 15000 },
	{ "options", TEXT "show 1\n\n", "challenge a --x=1 --y=2\n", "", 15000 },
	{ "delivery reports",
	    FROM "Content-Type: multipart/report; boundary=b\n\n--b\n"
		 "Content-Type: message/delivery-status\n\n",
	    "Action: delayed\n\n", "", 0 },
	{ "words of a report", "From: mailer-daemon@b.test\nSubject: undelivered\n\n", "5.1.", "",
	    0 },
};
#define BOMBS (sizeof bombs / sizeof *bombs)

static inline size_t
bomb_pieces(const struct bomb *bomb, size_t limit)
{
	size_t around = strlen(bomb->begin) + strlen(bomb->end);
	size_t size = bomb->size == 0 ? limit - around : bomb->size * (limit / 1024) / 256;

	if (strstr(bomb->begin, "\n\n") == NULL && bomb->size != 0 && size > HEADER_MOST)
		size = HEADER_MOST;
	return size / strlen(bomb->piece);
}

/* The letter, of at most about `limit` bytes; to be freed. */
static inline char *
bomb_make(const struct bomb *bomb, size_t limit, size_t *length)
{
	size_t begin = strlen(bomb->begin), piece = strlen(bomb->piece), end = strlen(bomb->end);
	size_t count = bomb_pieces(bomb, limit);
	char *bytes = malloc(begin + count * piece + end + 1), *at = bytes;

	if (bytes == NULL)
		abort();
	memcpy(at, bomb->begin, begin);
	at += begin;
	for (size_t i = 0; i < count; i++, at += piece)
		memcpy(at, bomb->piece, piece);
	memcpy(at, bomb->end, end + 1);
	*length = begin + count * piece + end;
	return bytes;
}

#endif
