/* SPDX-License-Identifier: ISC */
/*
 * Bodies: plain, quoted-printable, base64; CRLF, lines of at most 76.
 *
 * Also guards what relays and mailboxes change: blanks at a line's end, "From "
 * and dots at its beginning.
 */
#include <string.h>

#include "mail/write/encode.h"

/* Relays and mailboxes change such lines. */
static bool
is_touchy(const char *line, size_t length)
{
	if (length == 0)
		return false;
	return line[0] == '.' || line[length - 1] == ' ' || line[length - 1] == '\t' ||
	    strncmp(line, "From ", 5) == 0;
}

static bool
line_is_plain(const char *line, size_t length)
{
	if (length > ENCODE_COLUMNS || is_touchy(line, length))
		return false;
	for (size_t i = 0; i < length; i++) {
		if ((line[i] < ' ' || line[i] > '~') && line[i] != '\t')
			return false;
		/* Boundaries contain it, quoted-printable and base64 never do. */
		if (line[i] == '=' && line[i + 1] == '_')
			return false;
	}
	return true;
}

bool
encode_is_plain(const char *text)
{
	while (*text != '\0') {
		size_t n = strcspn(text, "\n");

		if (!line_is_plain(text, n))
			return false;
		text += n + (text[n] == '\n');
	}
	return true;
}

void
encode_plain(struct str *out, const char *text)
{
	while (*text != '\0') {
		size_t n = strcspn(text, "\n");

		str_addn(out, text, n);
		str_add(out, "\r\n");
		text += n + (text[n] == '\n');
	}
}

/* Must this character of a line be written as =XX? */
static bool
needs_code(const char *line, size_t at, size_t length)
{
	char c = line[at];

	if (at == 0 && (c == '.' || strncmp(line, "From ", 5) == 0))
		return true;
	if (c == ' ' || c == '\t')
		return at + 1 == length;
	return c < '!' || c > '~' || c == '=';
}

static void
quote_line(struct str *out, const char *line, size_t length)
{
	size_t column = 0;

	for (size_t i = 0; i < length; i++) {
		bool code = needs_code(line, i, length);
		size_t width = code ? 3 : 1;

		/* The last column is the soft break's. */
		if (column + width > ENCODE_COLUMNS - 1) {
			str_add(out, "=\r\n");
			column = 0;
		}
		if (code)
			str_addf(out, "=%02X", (unsigned char)line[i]);
		else
			str_addc(out, line[i]);
		column += width;
	}
	str_add(out, "\r\n");
}

void
encode_quoted(struct str *out, const char *text)
{
	while (*text != '\0') {
		size_t n = strcspn(text, "\n");

		quote_line(out, text, n);
		text += n + (text[n] == '\n');
	}
}

void
encode_base64(struct str *out, const char *bytes, size_t length)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const unsigned char *in = (const unsigned char *)bytes;

	for (size_t i = 0; i < length; i += 3) {
		size_t left = length - i;
		unsigned bits = (unsigned)in[i] << 16;
		char four[4];

		bits |= left > 1 ? (unsigned)in[i + 1] << 8 : 0;
		bits |= left > 2 ? in[i + 2] : 0;
		for (int j = 0; j < 4; j++)
			four[j] = digits[bits >> (18 - 6 * j) & 63];
		if (left < 3)
			four[3] = '=';
		if (left < 2)
			four[2] = '=';
		str_addn(out, four, 4);
		if ((i / 3 + 1) % (ENCODE_COLUMNS / 4) == 0)
			str_add(out, "\r\n");
	}
	if (((length + 2) / 3) % (ENCODE_COLUMNS / 4) != 0)
		str_add(out, "\r\n");
}
