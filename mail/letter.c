/* SPDX-License-Identifier: ISC */
/*
 * A stranger's bytes to a struct letter: the order of the steps.
 *
 * Line ends are made one kind, the header is split, the body bounded and read,
 * then judged.  Memory and time are linear in the policy's size limit; a larger
 * letter is read by its header alone.  The steps themselves are elsewhere.
 */
#include "mail/letter.h"

#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/token.h"
#include "base/utf8.h"
#include "mail/charset.h"
#include "mail/clean.h"
#include "mail/guard.h"
#include "mail/headers.h"
#include "mail/mailboxes.h"
#include "mail/mime.h"
#include "mail/quote.h"

#define MAILBOXES_MAX	256	/* looked at in one letter's recipients */

void
letter_setup(void)
{
	mime_setup();
	charset_setup();
}

/* A letter's bytes with one kind of line end and without NULs. */
struct raw {
	char	*bytes;
	size_t	 length;
};

/* Behind the blank lines, also of blanks, at the beginning. */
static const char *
skip_leading(const char *bytes, const char *end)
{
	const char *line = bytes;

	for (; bytes < end && memchr(" \t\r\n", *bytes, 4) != NULL; bytes++) {
		if (*bytes == '\r' || *bytes == '\n')
			line = bytes + 1;
	}
	return line;
}

/* Mail.md 4: LF, CRLF or bare CR; an mbox "From " line and blank lines before. */
static struct raw
raw_of(struct arena *arena, const char *bytes, size_t length)
{
	const char	*end = bytes + length, *at = skip_leading(bytes, end);
	struct raw	 raw;

	if (end - at > 5 && memcmp(at, "From ", 5) == 0) {
		while (at < end && *at != '\n' && *at != '\r')
			at++;
		at = skip_leading(at, end);
	}
	raw.bytes = arena_strndup(arena, at, (size_t)(end - at));
	raw.length = clean_line_ends(raw.bytes, (size_t)(end - at));
	return raw;
}

/* The charset of 8-bit header bytes is most likely the body's. */
static const char *
label_of(struct arena *arena, const struct headers *headers)
{
	const char *type = headers_get(headers, "Content-Type"), *charset;

	if (type == NULL || (charset = str_find_nocase(type, "charset=")) == NULL)
		return NULL;
	charset += strlen("charset=");
	charset += *charset == '"';
	return arena_strndup(arena, charset, strcspn(charset, "\"; \t"));
}

static void
read_from(struct letter *letter, struct arena *arena, const struct headers *headers,
    const char *label)
{
	struct mailbox mailbox = { .name = "" };

	for (int i = 0; i < headers->count; i++) {
		const char *at = headers->list[i].value;

		if (!str_equal_nocase(headers->list[i].name, "From"))
			continue;
		while (letter->from_count < MAILBOXES_MAX &&
		    mailbox_next(arena, &at, &mailbox)) {
			letter->from_count++;
			letter->from = mailbox.address;
		}
	}
	letter->from_name = header_decode(arena, mailbox.name, label);
	if (letter->from_count != 1)
		letter->from = NULL;
}

static void
add_recipients(struct letter *letter, struct arena *arena, const char *value, int *looked)
{
	struct mailbox mailbox;

	while (letter->recipient_count < LETTER_ADDRESSES_MAX && (*looked)++ < MAILBOXES_MAX &&
	    mailbox_next(arena, &value, &mailbox)) {
		if (mailbox.address != NULL)
			letter->recipients[letter->recipient_count++] = mailbox.address;
	}
}

static void
read_recipients(struct letter *letter, struct arena *arena, const struct headers *headers)
{
	static const char *const names[] = { "Delivered-To", "X-Original-To", "Envelope-To", "To",
	    "Cc" };
	int looked = 0;

	for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
		for (int i = 0; i < headers->count; i++) {
			if (str_equal_nocase(headers->list[i].name, names[n]))
				add_recipients(letter, arena, headers->list[i].value, &looked);
		}
	}
}

static void
read_references(struct letter *letter, struct arena *arena, const struct headers *headers)
{
	const char	*reply = headers_get(headers, "In-Reply-To");
	const char	*list = headers_get(headers, "References");
	const char	*kept[LETTER_ADDRESSES_MAX];
	int		 count = 0;
	char		*id;

	if (reply != NULL && (id = header_next_id(arena, &reply)) != NULL)
		letter->references[letter->reference_count++] = id;
	while (list != NULL && (id = header_next_id(arena, &list)) != NULL)
		kept[count++ % LETTER_ADDRESSES_MAX] = id;
	for (int i = 0; i < count && letter->reference_count < LETTER_ADDRESSES_MAX; i++)
		letter->references[letter->reference_count++] =
		    kept[(count - 1 - i) % LETTER_ADDRESSES_MAX];
}

/* "<>" gives "", "<a@b>" a@b; what is neither is kept as a word. */
static const char *
path_of(struct arena *arena, const char *value)
{
	const char *address;

	if (value == NULL)
		return NULL;
	value += strspn(value, " \t<");
	value = arena_strndup(arena, value, strcspn(value, "> \t"));
	if (address_normalise(arena, value, &address))
		return address;
	return utf8_clean(arena, value, strlen(value), false);
}

static const char *
clean_or_null(struct arena *arena, const char *value)
{
	return value != NULL ? utf8_clean(arena, value, strlen(value), false) : NULL;
}

static void
read_headers(struct letter *letter, struct arena *arena, const struct headers *headers)
{
	const char	*label = label_of(arena, headers);
	const char	*subject = headers_get(headers, "Subject");
	const char	*id = headers_get(headers, "Message-ID");
	bool		 was_answer = false;

	letter->return_path = path_of(arena, headers_get(headers, "Return-Path"));
	letter->subject = subject != NULL ? header_decode(arena, subject, label) : "";
	letter->message_id = id != NULL ? clean_or_null(arena, header_next_id(arena, &id)) : NULL;
	letter->date = clean_or_null(arena, headers_get(headers, "Date"));
	read_from(letter, arena, headers, label);
	read_recipients(letter, arena, headers);
	read_references(letter, arena, headers);
	subject_strip(arena, letter->subject, &was_answer);
	letter->is_answer = was_answer || letter->reference_count > 0;
}

/* Mail.md 5: a letter taken twice has the same digest whatever way it came.
 * `rest` is what of a too large letter was not looked at. */
static void
make_digest(struct letter *letter, const struct headers *headers, const struct raw *raw,
    struct piece rest)
{
	static const char *const names[] = { "From", "Date", "Message-ID", "Subject" };
	struct piece	pieces[10];
	size_t		n = 0, end = raw->length;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = headers_get(headers, names[i]);

		value = value != NULL ? value : "";
		pieces[n++] = (struct piece){ value, strlen(value) };
		pieces[n++] = (struct piece){ "\n", 1 };
	}
	while (end > headers->body && strchr(" \t\n", raw->bytes[end - 1]) != NULL)
		end--;
	pieces[n++] = (struct piece){ raw->bytes + headers->body, end - headers->body };
	pieces[n++] = rest;
	digest_pieces(pieces, n, letter->digest);
}

/* What GMime is given: the fields that tell how to read the body, and the body. */
static struct raw
content_of(struct arena *arena, const struct headers *headers, const struct raw *raw)
{
	static const char *const names[] = { "Content-Type", "Content-Transfer-Encoding",
	    "Content-Disposition" };
	struct str	head;
	struct raw	content;
	size_t		body = raw->length - headers->body;

	str_init(&head, arena, 64 * 1024);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = headers_get(headers, names[i]);

		if (value != NULL)
			str_addf(&head, "%s: %s\n", names[i], value);
	}
	str_add(&head, "\n");
	content.length = head.length + body;
	content.bytes = arena_alloc(arena, content.length + 1);
	memcpy(content.bytes, head.data, head.length);
	memcpy(content.bytes + head.length, raw->bytes + headers->body, body);
	return content;
}

static void
read_body(struct letter *letter, struct arena *arena, struct mime *mime, const struct raw *content)
{
	mime_read(mime, arena, content->bytes, content->length);
	letter->charset = mime->charset;
	letter->whole = clean_text(arena, mime->text);
	letter->text = quote_cut(arena, letter->whole);
}

void
letter_read(struct letter *letter, struct arena *arena, const char *bytes, size_t length,
    const struct letter_policy *policy)
{
	struct mime	mime = { .text = "", .charset = "us-ascii" };
	struct headers	headers;
	struct raw	raw, content;
	size_t		looked;

	memset(letter, 0, sizeof *letter);
	letter->charset = mime.charset;
	letter->text = letter->whole = "";
	letter->too_large = length > policy->bytes_max;
	looked = letter->too_large ? policy->bytes_max : length;
	raw = raw_of(arena, bytes, looked);
	headers_read(&headers, arena, raw.bytes, raw.length);
	read_headers(letter, arena, &headers);
	make_digest(letter, &headers, &raw, (struct piece){ bytes + looked, length - looked });
	letter->dmarc = auth_dmarc(arena, &headers, policy->auth_server, letter->from);
	if (!letter->too_large && !headers.crowded) {
		content = content_of(arena, &headers, &raw);
		if (!mime_bound(content.bytes, content.length))
			headers.crowded = true;
		else
			read_body(letter, arena, &mime, &content);
	}
	guard_judge(letter, arena, &headers, &mime, policy);
	if (headers.count == 0 || headers.crowded) {
		letter->kind = LETTER_UNREADABLE;
		letter->kind_reason = headers.count == 0 ? "no header" : "too many parts or fields";
	}
}
