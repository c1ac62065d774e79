/* SPDX-License-Identifier: ISC */
/*
 * As much BER as leads to the content: first children only, and what stands before them.
 * Lengths may be left open, and the content in pieces: programs that sign while
 * they send write that.
 */
#include "mail/read/signed.h"

#include <string.h>

enum tag {
	TAG_END = 0x00,
	TAG_INTEGER = 0x02,
	TAG_OCTETS = 0x04,
	TAG_OID = 0x06,
	TAG_PIECES = 0x24, /* octets, in several */
	TAG_SEQUENCE = 0x30,
	TAG_SET = 0x31,
	TAG_CONTENT = 0xA0,
	TAG_CONSTRUCTED = 0x20 /* of any tag: its bit */
};

#define LENGTH_BYTES_MAX 4
#define PIECES_DEPTH_MAX 4

struct ber {
	const unsigned char *at, *end;
};

struct ber_value {
	int tag;
	bool is_open; /* to its end mark; until then `bytes` is all that follows */
	struct ber bytes;
};

/* The next value; behind its head if it is open, else behind it. */
static bool
read_value(struct ber *ber, struct ber_value *value)
{
	size_t length, count;

	if (ber->end - ber->at < 2)
		return false;
	value->tag = *ber->at++;
	length = *ber->at++;
	value->is_open = length == 0x80;
	if (length > 0x80) {
		count = length & 0x7F;
		if (count > LENGTH_BYTES_MAX || (size_t)(ber->end - ber->at) < count)
			return false;
		for (length = 0; count > 0; count--)
			length = length << 8 | *ber->at++;
	}
	if (value->is_open)
		length = (size_t)(ber->end - ber->at);
	if (length > (size_t)(ber->end - ber->at))
		return false;
	value->bytes = (struct ber){ ber->at, ber->at + length };
	if (!value->is_open)
		ber->at += length;
	return true;
}

static bool
enter(struct ber *ber, int tag)
{
	struct ber_value value;

	if (!read_value(ber, &value) || value.tag != tag)
		return false;
	*ber = value.bytes;
	return true;
}

static bool
pass_over(struct ber *ber, int tag)
{
	struct ber_value value;
	size_t open;

	if (!read_value(ber, &value) || value.tag != tag)
		return false;
	for (open = value.is_open; open > 0;) {
		if (!read_value(ber, &value))
			return false;
		if (value.tag == TAG_END)
			open--;
		else
			open += value.is_open;
	}
	return true;
}

/* OIDs of PKCS #7 differ in their last byte. */
static bool
is_kind(struct ber *ber, unsigned char kind)
{
	static const unsigned char oid[] = { 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07 };
	struct ber_value value;

	return read_value(ber, &value) && value.tag == TAG_OID && !value.is_open &&
	    value.bytes.end - value.bytes.at == sizeof oid + 1 &&
	    memcmp(value.bytes.at, oid, sizeof oid) == 0 && value.bytes.at[sizeof oid] == kind;
}

/* Pieces within pieces are as deep as their marks; what follows the last is no octets. */
static bool
read_octets(struct str *out, struct ber *ber)
{
	struct ber_value value;
	size_t open = 0;
	bool is_first = true;

	while (is_first || open > 0) {
		if (!read_value(ber, &value))
			return !is_first && ber->at == ber->end;
		if (value.tag == TAG_OCTETS && !value.is_open)
			str_addn(out, (const char *)value.bytes.at,
			    (size_t)(value.bytes.end - value.bytes.at));
		else if (value.tag == TAG_END && open > 0)
			open--;
		else if (value.tag == TAG_PIECES && open < PIECES_DEPTH_MAX)
			open += value.is_open;
		else
			return false;
		/* Of pieces with a length only the outermost have one in practice. */
		if (value.tag == TAG_PIECES && !value.is_open) {
			*ber = value.bytes;
			open++;
		}
		is_first = false;
	}
	return true;
}

bool
signed_content(struct str *out, const unsigned char *bytes, size_t length)
{
	struct ber ber = { bytes, bytes + length };

	return enter(&ber, TAG_SEQUENCE) && is_kind(&ber, 2) && enter(&ber, TAG_CONTENT) &&
	    enter(&ber, TAG_SEQUENCE) && pass_over(&ber, TAG_INTEGER) && pass_over(&ber, TAG_SET) &&
	    enter(&ber, TAG_SEQUENCE) && is_kind(&ber, 1) && enter(&ber, TAG_CONTENT) &&
	    read_octets(out, &ber);
}
