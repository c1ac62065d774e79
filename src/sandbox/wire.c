/* SPDX-License-Identifier: ISC */
/*
 * A letter as bytes between reader and server.
 *
 * The server trusts nothing: each length is checked against what is left,
 * each number against its range, each text for being UTF-8 without controls
 * and with a NUL after it.  One table says for both sides what is told; who wrote
 * the letter is not in it: the server reads that itself (head_read).
 */
#include "sandbox/wire.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "base/utf8.h"

#define NONE          UINT32_MAX    /* length of a text that is NULL */
#define ANSWER_ROOM   (1024 * 1024) /* for names, reports, empty letters */
#define ANSWER_FACTOR 8             /* each byte of the text up to three, and quote marks */

enum type { NUMBER, FLAG, LINE, TEXT };

static const struct field {
	size_t offset;
	enum type type;
	int max;     /* of a NUMBER, from 0 */
	bool needed; /* not NULL */
} fields[] = {
#define FIELD(member, ...) \
	{ \
		offsetof(struct letter, member), __VA_ARGS__ \
	}
	FIELD(kind, NUMBER, LETTER_UNREADABLE, false),
	FIELD(kind_reason, LINE, 0, false),
	FIELD(may_command, FLAG, 0, false),
	FIELD(bounce.permanent, FLAG, 0, false),
	FIELD(bounce.delayed, FLAG, 0, false),
	FIELD(bounce.recipient, LINE, 0, false),
	FIELD(bounce.status, LINE, 0, false),
	FIELD(bounce.message_id, LINE, 0, false),
	FIELD(from_name, LINE, 0, true),
	FIELD(subject, LINE, 0, true),
	FIELD(is_answer, FLAG, 0, false),
	FIELD(has_html, FLAG, 0, false),
	FIELD(charset, LINE, 0, true),
	FIELD(text, TEXT, 0, true),
	FIELD(others[0], TEXT, 0, false),
	FIELD(others[1], TEXT, 0, false),
	FIELD(others[2], TEXT, 0, false),
	FIELD(others[3], TEXT, 0, false),
	FIELD(lines, TEXT, 0, false),
	FIELD(more, TEXT, 0, true),
	FIELD(left, TEXT, 0, true),
	FIELD(unread, NUMBER, UNREAD_ATTACHED, false),
	FIELD(is_sealed, FLAG, 0, false),
	FIELD(is_reaction, FLAG, 0, false),
	FIELD(is_recall, FLAG, 0, false),
#undef FIELD
};
#define FIELDS (sizeof fields / sizeof *fields)

_Static_assert(LETTER_OTHERS_MAX == 4, "each is told");
_Static_assert(sizeof(enum letter_kind) == sizeof(int) && sizeof(enum letter_unread) == sizeof(int),
    "enums travel as int");

bool
wire_receive(int fd, void *out, size_t size)
{
	for (char *at = out; size > 0;) {
		ssize_t n = read(fd, at, size);

		if (n == -1 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += n;
		size -= (size_t)n;
	}
	return true;
}

size_t
answer_max(size_t length, const struct letter_policy *policy)
{
	size_t read = length < policy->bytes_max ? length : policy->bytes_max;

	return ANSWER_FACTOR * read + ANSWER_ROOM;
}

void
answer_pack(struct str *out, const struct letter *letter)
{
	for (const struct field *f = fields; f < fields + FIELDS; f++) {
		const char *at = (const char *)letter + f->offset;
		const char *text;
		uint32_t length;

		if (f->type == NUMBER) {
			str_addn(out, at, sizeof(int));
		} else if (f->type == FLAG) {
			str_addc(out, *(const bool *)at);
		} else {
			memcpy(&text, at, sizeof text);
			length = text != NULL ? (uint32_t)strlen(text) : NONE;
			str_addn(out, (const char *)&length, sizeof length);
			if (text != NULL)
				str_addn(out, text, (size_t)length + 1);
		}
	}
}

/* What is left of an answer. */
struct rest {
	const char *at;
	size_t left;
};

static const char *
take(struct rest *rest, size_t size)
{
	const char *at = rest->at;

	if (size > rest->left)
		return NULL;
	rest->at += size;
	rest->left -= size;
	return at;
}

static bool
is_valid(const char *text, size_t length, bool lines)
{
	if (!utf8_is_valid(text, length))
		return false;
	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c == 0x7f || (c < ' ' && !(lines && (c == '\n' || c == '\t'))))
			return false;
	}
	return true;
}

static bool
unpack_field(struct rest *rest, const struct field *field, struct letter *letter)
{
	char *out = (char *)letter + field->offset;
	const char *bytes, *text = NULL;
	uint32_t length;
	int number;

	switch (field->type) {
	case NUMBER:
		if ((bytes = take(rest, sizeof number)) == NULL)
			return false;
		memcpy(&number, bytes, sizeof number);
		memcpy(out, &number, sizeof number);
		return number >= 0 && number <= field->max;
	case FLAG:
		if ((bytes = take(rest, 1)) == NULL || (*bytes != 0 && *bytes != 1))
			return false;
		*(bool *)out = *bytes == 1;
		return true;
	default: /* LINE, TEXT */
		if ((bytes = take(rest, sizeof length)) == NULL)
			return false;
		memcpy(&length, bytes, sizeof length);
		if (length != NONE &&
		    ((text = take(rest, (size_t)length + 1)) == NULL || text[length] != '\0' ||
			!is_valid(text, length, field->type == TEXT)))
			return false;
		memcpy(out, &text, sizeof text);
		return text != NULL || !field->needed;
	}
}

bool
answer_unpack(struct letter *letter, const char *bytes, size_t length)
{
	struct rest rest = { bytes, length };

	for (size_t i = 0; i < FIELDS; i++)
		if (!unpack_field(&rest, &fields[i], letter))
			return false;
	return rest.left == 0 && (letter->kind == LETTER_PERSON || letter->kind_reason != NULL);
}
