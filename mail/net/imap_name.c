/* SPDX-License-Identifier: ISC */
/*
 * Modified UTF-7 (imap_name.h): what is not printable ASCII is UTF-16 in a base64 of its own,
 * between "&" and "-".
 */
#include "mail/net/imap_name.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,";

static bool
is_plain(uint32_t c)
{
	return c >= ' ' && c <= '~';
}

/* Does what stands behind a "&" encode something that has to be encoded?  Then its length, without
 * the "-"; else 0. */
static size_t
encoded_length(const char *text)
{
	size_t length = strspn(text, digits);
	uint32_t bits = 0;
	int have = 0;

	if (length == 0 || text[length] != '-')
		return 0;
	for (size_t i = 0; i < length; i++) {
		bits = bits << 6 | (uint32_t)(strchr(digits, text[i]) - digits);
		have += 6;
		if (have < 16)
			continue;
		have -= 16;
		if (is_plain(bits >> have & 0xffff))
			return 0;
		bits &= (1u << have) - 1;
	}
	return have < 6 && bits == 0 ? length : 0;
}

static bool
is_encoded(const char *folder)
{
	for (const char *at = folder; *at != '\0'; at++) {
		if (!is_plain((unsigned char)*at))
			return false;
		if (*at != '&')
			continue;
		if (at[1] != '-' && encoded_length(at + 1) == 0)
			return false;
		at += strcspn(at, "-");
	}
	return true;
}

/* A piece being encoded: bits that are not written yet. */
struct piece_out {
	struct str *out;
	uint32_t bits;
	int have;
};

static void
add_unit(struct piece_out *piece, uint32_t unit)
{
	piece->bits = piece->bits << 16 | unit;
	for (piece->have += 16; piece->have >= 6;) {
		piece->have -= 6;
		str_addc(piece->out, digits[piece->bits >> piece->have & 63]);
	}
	piece->bits &= (1u << piece->have) - 1;
}

static void
end_piece(struct piece_out *piece)
{
	if (piece->have > 0)
		str_addc(piece->out, digits[piece->bits << (6 - piece->have) & 63]);
	str_addc(piece->out, '-');
	piece->bits = 0;
	piece->have = 0;
}

const char *
imap_name(struct arena *arena, const char *folder)
{
	struct str out;
	struct piece_out piece = { .out = &out };
	bool inside = false;
	uint32_t c;

	if (is_encoded(folder))
		return folder;
	str_init(&out, arena, 0);
	while ((c = utf8_next(&folder)) != 0) {
		if (inside && is_plain(c))
			end_piece(&piece);
		if (!inside && !is_plain(c))
			str_addc(&out, '&');
		inside = !is_plain(c);
		if (c == '&')
			str_add(&out, "&-");
		else if (!inside)
			str_addc(&out, (char)c);
		if (inside && c > 0xffff) {
			add_unit(&piece, 0xd800 + ((c - 0x10000) >> 10));
			add_unit(&piece, 0xdc00 + ((c - 0x10000) & 0x3ff));
		} else if (inside) {
			add_unit(&piece, c);
		}
	}
	if (inside)
		end_piece(&piece);
	return out.data;
}
