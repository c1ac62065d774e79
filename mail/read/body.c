/* SPDX-License-Identifier: ISC */
/*
 * Transfer encodings, as labelled and as they look.
 *
 * Gateways write warnings above what is encoded, and lose labels.  Base64 is known by what it
 * decodes to.  Quoted-printable is known by what only it writes; one "=" that it would have
 * encoded says that it is none, but for that of a move in WXF ("C2=5"): what is half
 * encoded was written by a program, and the move by a person.
 */
#include "mail/read/body.h"

#include <stdbool.h>
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "mail/quote/span.h"
#include "mail/read/mime.h"

#define ENCODED_MAX  (4 * MIME_TEXT_MAX) /* a byte is coded in three, besides line ends */
#define ENCODED_HEAD 256                 /* bytes by which an encoding is recognised */
#define BASE64       "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
#define BASE64_MIN   16 /* characters: fewer may be a word */
#define TRIES_MAX    8  /* lines that may begin with base64; each costs all that follows */
#define HEX          "0123456789ABCDEF"
#define SOFT_MIN     50 /* bytes of a line that is broken softly */

/* Base64 has no blanks between its characters; the first line of a text that is only
 * called so may have some.  Lists put a plain footer below real Base64. */
static bool
is_base64(const char *bytes, size_t length)
{
	size_t i = 0;

	while (i < length && (unsigned char)bytes[i] <= ' ')
		i++;
	for (; i + 1 < length && bytes[i] != '\n' && bytes[i] != '\r'; i++) {
		if (bytes[i] == ' ' && bytes[i + 1] > ' ')
			return false;
	}
	return true;
}

static GMimeStream *
stream_of(GMimeDataWrapper *data)
{
	GMimeStream *in = g_mime_data_wrapper_get_stream(data);

	g_mime_stream_reset(in);
	if (in->bound_end - in->bound_start > ENCODED_MAX)
		g_mime_stream_set_bounds(in, in->bound_start, in->bound_start + ENCODED_MAX);
	return in;
}

static GMimeStream *
stream_into(GByteArray *bytes)
{
	GMimeStream *out = g_mime_stream_mem_new_with_byte_array(bytes);

	g_mime_stream_mem_set_owner(GMIME_STREAM_MEM(out), FALSE);
	return out;
}

GByteArray *
body_bytes(GMimeObject *part)
{
	GMimeDataWrapper *data = g_mime_part_get_content(GMIME_PART(part));
	GByteArray *bytes = g_byte_array_new();
	GMimeStream *out = stream_into(bytes);
	char head[ENCODED_HEAD];
	ssize_t n;

	if (data != NULL) {
		n = g_mime_stream_read(stream_of(data), head, sizeof head);
		if (g_mime_data_wrapper_get_encoding(data) == GMIME_CONTENT_ENCODING_BASE64 &&
		    n > 0 && !is_base64(head, (size_t)n))
			g_mime_data_wrapper_set_encoding(data, GMIME_CONTENT_ENCODING_DEFAULT);
		g_mime_data_wrapper_write_to_stream(data, out);
	}
	g_object_unref(out);
	return bytes;
}

static GByteArray *
encoded_bytes(GMimeDataWrapper *data)
{
	GByteArray *bytes = g_byte_array_new();
	GMimeStream *out = stream_into(bytes);

	g_mime_stream_write_to_stream(stream_of(data), out);
	g_object_unref(out);
	return bytes;
}

static bool
is_text(const GByteArray *bytes, const char *charset)
{
	static const char *const in_utf8[] = { "utf-8", "utf8", "us-ascii" };

	for (size_t i = 0; i < bytes->len; i++)
		if (bytes->data[i] < ' ' && memchr("\t\n\r\f\v\x1b", bytes->data[i], 6) == NULL)
			return false;
	return (charset != NULL &&
		   str_index(in_utf8, sizeof in_utf8 / sizeof *in_utf8, charset) < 0) ||
	    utf8_is_valid((const char *)bytes->data, bytes->len);
}

/* A line at a time; what is left becomes shorter by it. */
static struct span
take_line(struct span *rest)
{
	const char *stop = memchr(rest->at, '\n', rest->length);
	size_t length = stop != NULL ? (size_t)(stop - rest->at) : rest->length;
	struct span line = span_trim(rest->at, rest->at + length);

	length += stop != NULL;
	*rest = (struct span){ rest->at + length, rest->length - length };
	return line;
}

/* Characters of base64, and nothing but "=" behind them. */
static bool
is_base64_line(struct span line)
{
	size_t n = 0, padded;

	while (n < line.length && memchr(BASE64, line.at[n], strlen(BASE64)) != NULL)
		n++;
	for (padded = n; padded < line.length && line.at[padded] == '='; padded++)
		;
	return n > 0 && padded == line.length;
}

static bool
begins_as_base64(const GByteArray *encoded)
{
	struct span rest = { (const char *)encoded->data, encoded->len }, line = { NULL, 0 };

	while (line.length == 0 && rest.length > 0)
		line = take_line(&rest);
	return is_base64_line(line);
}

/* What the lines from here on say as base64, to the first that is none; NULL: nothing. */
static GByteArray *
decode_lines(struct span rest, const char *charset)
{
	GByteArray *bytes = g_byte_array_new();
	size_t length = 0;
	gint state = 0;
	guint save = 0;
	bool is_last = false;

	while (!is_last && rest.length > 0) {
		struct span line = take_line(&rest);
		guint before = bytes->len;

		if (line.length == 0)
			continue;
		if (!is_base64_line(line))
			break;
		length += line.length;
		is_last = line.at[line.length - 1] == '=';
		g_byte_array_set_size(bytes, before + (guint)line.length + 4);
		g_byte_array_set_size(bytes,
		    before +
			(guint)g_base64_decode_step(
			    line.at, line.length, bytes->data + before, &state, &save));
	}
	if (length >= BASE64_MIN && length % 4 == 0 && is_text(bytes, charset))
		return bytes;
	g_byte_array_unref(bytes);
	return NULL;
}

/* The base64 in a body: below plain words if it is called so, else all of it; NULL: none. */
static GByteArray *
find_base64(const GByteArray *encoded, const char *charset, bool is_called_so)
{
	struct span rest = { (const char *)encoded->data, encoded->len };

	for (int tries = 0; tries < TRIES_MAX && rest.length > 0;) {
		struct span from = rest, line = take_line(&rest);
		GByteArray *bytes = NULL;

		if (line.length == 0)
			continue;
		if (is_base64_line(line)) {
			bytes = decode_lines(from, charset);
			tries++;
		}
		if (bytes != NULL || !is_called_so)
			return bytes;
	}
	return NULL;
}

/* Two digits as quoted-printable writes them; -1: none. */
static int
escaped(const char *at, const char *end)
{
	const char *high, *low;

	if (end - at < 3 || at[0] != '=' || (high = memchr(HEX, at[1], 16)) == NULL ||
	    (low = memchr(HEX, at[2], 16)) == NULL)
		return -1;
	return (int)(high - HEX) << 4 | (int)(low - HEX);
}

/* A line end behind "=", or behind an escape; NULL: more of the line. */
static const char *
line_end(const char *at, const char *end)
{
	while (at < end && memchr(" \t\r", *at, 3) != NULL)
		at++;
	return at == end || *at == '\n' ? at : NULL;
}

/* "C2=5": a digit or a sign in front, one digit behind. */
static bool
is_in_move(const char *start, const char *at, const char *end)
{
	return at > start && strchr("123456789+-.", at[-1]) != NULL && end - at > 1 &&
	    at[1] >= '1' && at[1] <= '9' && (end - at == 2 || memchr(HEX, at[2], 16) == NULL);
}

/* "--time=20", "--time=90d" */
static bool
is_in_option(const char *start, const char *at)
{
	const char *name = at;

	while (name > start && (g_ascii_isalpha(name[-1]) || name[-1] == '-'))
		name--;
	/* Programs make one dash, U+2013 or U+2014, of two. */
	return name < at &&
	    (*name == '-' || (name - start > 2 && memcmp(name - 3, "\xe2\x80", 2) == 0));
}

/* An "=" as only quoted-printable has it. */
static bool
is_sign(const char *start, const char *at, const char *end)
{
	int byte = escaped(at, end);

	if (byte != '=' && is_in_option(start, at))
		return false;
	if (byte < 0x80)
		return byte == '=' || ((byte == ' ' || byte == '\t') && line_end(at + 3, end));
	return escaped(at + 3, end) >= 0x80 ||
	    (at > start && g_ascii_isalpha(at[-1]) && at + 3 < end && g_ascii_islower(at[3]));
}

/* A long line that goes on below its "=". */
static bool
is_soft(const char *line, const char *at, const char *end)
{
	const char *stop = line_end(at + 1, end);

	return at - line >= SOFT_MIN && stop != NULL && end - stop > 1 && stop[1] != '\n';
}

static bool
is_quoted_printable(const char *start, const char *end)
{
	const char *line = start;
	bool is = false;

	for (const char *at = start; at < end; at++) {
		if (*at == '\n')
			line = at + 1;
		if (*at != '=')
			continue;
		if (escaped(at, end) >= 0) {
			is |= is_sign(start, at, end);
			at += 2;
		} else if (is_soft(line, at, end)) {
			is = true;
		} else if (!is_in_move(start, at, end)) {
			return false;
		}
	}
	return is;
}

static void
undo_quoted_printable(GByteArray *bytes)
{
	const char *at = (const char *)bytes->data, *end = at + bytes->len, *stop;
	guint kept = 0;

	while (at < end) {
		int byte = escaped(at, end);

		if (*at == '=' && byte < 0 && (stop = line_end(at + 1, end)) != NULL) {
			at = stop + (stop < end);
			continue;
		}
		bytes->data[kept++] = byte > 0 ? (guint8)byte : (guint8)*at;
		at += byte > 0 ? 3 : 1;
	}
	g_byte_array_set_size(bytes, kept);
}

GByteArray *
body_text(GMimeObject *part, const char *charset)
{
	GMimeDataWrapper *data = g_mime_part_get_content(GMIME_PART(part));
	GMimeContentEncoding label = data != NULL ? g_mime_data_wrapper_get_encoding(data) :
						    GMIME_CONTENT_ENCODING_DEFAULT;
	bool is_called_base64 = label == GMIME_CONTENT_ENCODING_BASE64;
	GByteArray *bytes = body_bytes(part), *encoded, *found;

	if (data == NULL ||
	    (is_called_base64 && g_mime_data_wrapper_get_encoding(data) == label &&
		is_text(bytes, charset)))
		return bytes;
	encoded = encoded_bytes(data);
	found = find_base64(encoded, charset, is_called_base64);
	/* What is only called base64 stands there as it is. */
	if (found == NULL && is_called_base64 && !begins_as_base64(encoded)) {
		found = g_byte_array_ref(encoded);
		label = GMIME_CONTENT_ENCODING_DEFAULT;
	}
	g_byte_array_unref(encoded);
	if (found != NULL) {
		g_byte_array_unref(bytes);
		bytes = found;
	}
	if (label != GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE &&
	    label != GMIME_CONTENT_ENCODING_BASE64 && bytes->len > 0 &&
	    is_quoted_printable((const char *)bytes->data, (const char *)bytes->data + bytes->len))
		undo_quoted_printable(bytes);
	return bytes;
}
