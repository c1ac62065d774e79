/* SPDX-License-Identifier: ISC */
/*
 * A letter as bytes between reader and server.
 *
 * The server trusts nothing: each length is checked against what is left,
 * each number against its range, each text for being UTF-8 without controls
 * and with a NUL after it.  One table says for both sides what is told; who wrote
 * the letter is not in it: the server reads that itself (head_read).
 */
#include "sandbox/internal.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/head.h"

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
	FIELD(bounce.permanent, FLAG, 0, false),
	FIELD(bounce.delayed, FLAG, 0, false),
	FIELD(bounce.recipient, LINE, 0, false),
	FIELD(bounce.status, LINE, 0, false),
	FIELD(bounce.message_id, LINE, 0, false),
	FIELD(from_name, LINE, 0, true),
	FIELD(subject, LINE, 0, true),
	FIELD(is_answer, FLAG, 0, false),
	FIELD(charset, LINE, 0, true),
	FIELD(text, TEXT, 0, true),
#undef FIELD
};
#define FIELDS (sizeof fields / sizeof *fields)

_Static_assert(sizeof(enum letter_kind) == sizeof(int), "enums travel as int");

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

void
question_make(struct question *question, size_t length, const struct letter_policy *policy)
{
	const char *const words[] = { policy->address, policy->loop_id, policy->auth_server };

	memset(question, 0, sizeof *question);
	question->length = length;
	question->bytes_max = policy->bytes_max;
	for (size_t i = 0; i < 3; i++)
		question->words[i] = words[i] != NULL ? strlen(words[i]) : SIZE_MAX;
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
unpack_text(struct rest *rest, enum type type, bool needed, const char **out)
{
	const char *bytes = take(rest, sizeof(uint32_t));
	uint32_t length;

	if (bytes == NULL)
		return false;
	memcpy(&length, bytes, sizeof length);
	*out = NULL;
	if (length == NONE)
		return !needed;
	return (*out = take(rest, (size_t)length + 1)) != NULL && (*out)[length] == '\0' &&
	    is_valid(*out, length, type == TEXT);
}

static bool
unpack_field(struct rest *rest, const struct field *field, struct letter *letter)
{
	char *out = (char *)letter + field->offset;
	const char *text;
	int number;

	switch (field->type) {
	case NUMBER:
		if ((text = take(rest, sizeof number)) == NULL)
			return false;
		memcpy(&number, text, sizeof number);
		memcpy(out, &number, sizeof number);
		return number >= 0 && number <= field->max;
	case FLAG:
		if ((text = take(rest, 1)) == NULL || (*text != 0 && *text != 1))
			return false;
		*(bool *)out = *text == 1;
		return true;
	case LINE:
	case TEXT:
		if (!unpack_text(rest, field->type, field->needed, &text))
			return false;
		memcpy(out, &text, sizeof text);
	}
	return true;
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
