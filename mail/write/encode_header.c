/* SPDX-License-Identifier: ISC */
/*
 * Header fields: folding and RFC 2047 words.
 *
 * Fields are folded at 76 columns between words.  Text that is not plain
 * printable ASCII, or would not fold, goes out as encoded words of whole
 * characters.
 */
#include <ctype.h>
#include <string.h>

#include "base/utf8.h"
#include "mail/write/encode.h"

#define WORD_MAX  60 /* a longer word of plain text is encoded to fold it */
#define CHUNK_MAX 39 /* bytes in one encoded word: 64 columns, beside "Subject:" */

void
field_begin(struct field *field, struct str *out, const char *name)
{
	field->out = out;
	str_addf(out, "%s:", name);
	field->column = strlen(name) + 1;
}

void
field_end(struct field *field)
{
	str_add(field->out, "\r\n");
}

void
field_word(struct field *field, const char *word)
{
	size_t length = strlen(word);

	if (field->column > 1 && field->column + 1 + length > ENCODE_COLUMNS) {
		str_add(field->out, "\r\n");
		field->column = 0;
	}
	str_addc(field->out, ' ');
	str_addn(field->out, word, length);
	field->column += length + 1;
}

/* One encoded word, of `length` bytes of whole characters. */
static void
add_encoded(struct field *field, const char *text, size_t length)
{
	struct str word;

	str_init(&word, field->out->arena, 0);
	str_add(&word, "=?utf-8?B?");
	encode_base64(&word, text, length);
	str_trim(&word);
	str_add(&word, "?=");
	field_word(field, word.data);
}

static void
encode_words(struct field *field, const char *text)
{
	const char *start = text, *last = text;

	while (*last != '\0') {
		const char *next = last;

		utf8_next(&next);
		if ((size_t)(next - start) > CHUNK_MAX) {
			add_encoded(field, start, (size_t)(last - start));
			start = last;
		}
		last = next;
	}
	if (last > start)
		add_encoded(field, start, (size_t)(last - start));
}

/* Printable ASCII in words that fold, nothing that reads as an encoded word. */
static bool
is_simple(const char *text)
{
	size_t word = 0;

	for (const char *p = text; *p != '\0'; p++) {
		if (*p < ' ' || *p > '~')
			return false;
		word = *p == ' ' ? 0 : word + 1;
		if (word > WORD_MAX)
			return false;
	}
	return strstr(text, "=?") == NULL && strstr(text, "  ") == NULL;
}

static void
add_words(struct field *field, const char *text)
{
	while (*(text += strspn(text, " ")) != '\0') {
		char word[WORD_MAX + 1];
		size_t n = strcspn(text, " ");

		str_format(word, sizeof word, "%.*s", (int)n, text);
		field_word(field, word);
		text += n;
	}
}

static char *
cleaned(const struct field *field, const char *text)
{
	return utf8_clean(field->out->arena, text, strlen(text), false);
}

void
field_text(struct field *field, const char *text)
{
	text = cleaned(field, text);
	if (is_simple(text))
		add_words(field, text);
	else
		encode_words(field, text);
}

static bool
is_atoms(const char *name)
{
	for (; *name != '\0'; name++) {
		if (!isalnum((unsigned char)*name) && strchr(" !#$%&'*+-/=?^_`{|}~", *name) == NULL)
			return false;
	}
	return true;
}

void
field_name(struct field *field, const char *name)
{
	struct str quoted;

	name = cleaned(field, name);
	if (!is_simple(name) || strlen(name) > WORD_MAX) {
		encode_words(field, name);
		return;
	}
	if (is_atoms(name)) {
		add_words(field, name);
		return;
	}
	str_init(&quoted, field->out->arena, 0);
	str_addc(&quoted, '"');
	for (; *name != '\0'; name++) {
		if (*name == '"' || *name == '\\')
			str_addc(&quoted, '\\');
		str_addc(&quoted, *name);
	}
	str_addc(&quoted, '"');
	field_word(field, quoted.data);
}
