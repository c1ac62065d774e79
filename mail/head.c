/* SPDX-License-Identifier: ISC */
/*
 * What decides who wrote a letter, which letter it is and whom it answers.
 *
 * Bounded code of our own, for the server itself: linear in the bytes looked
 * at, no charset is converted, no part is opened.  What people read in a letter
 * is decoded elsewhere.
 */
#include "mail/head.h"

#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/token.h"
#include "base/utf8.h"
#include "mail/guard/auth.h"
#include "mail/guard/guard.h"
#include "mail/read/address.h"
#include "mail/read/subject.h"

#define MAILBOXES_MAX   256 /* looked at in one letter's recipients */
#define IN_REPLY_TO_MAX 8   /* letters answered at once (RFC 5322, 3.6.4) */

/* What follows the empty and blank lines at the beginning. */
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

/* Is one of the lines empty? */
static bool
has_empty_line(const char *at, const char *end)
{
	while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
		for (at++; at < end && *at == '\r'; at++)
			;
		if (at < end && *at == '\n')
			return true;
	}
	return false;
}

/* A letter whose lines end in bare CR, below header lines of mail servers and above an end of the
 * file that do not: their LFs are no reason to take its own ends for blanks. */
static void
end_lines(char *bytes, size_t length)
{
	char *end = bytes + length, *last, *own;

	while (end > bytes && (end[-1] == '\r' || end[-1] == '\n'))
		end--;
	last = memrchr(bytes, '\n', (size_t)(end - bytes));
	own = last != NULL ? last + 1 : bytes;
	if (memmem(own, (size_t)(bytes + length - own), "\r\r", 2) == NULL ||
	    has_empty_line(bytes, own))
		return;
	for (; own < end; own++)
		if (*own == '\r')
			*own = '\n';
}

/* mail 4: LF, CRLF or bare CR; an mbox "From " line and blank lines before. */
static void
tidy(struct head *head, struct arena *arena, const char *bytes, size_t length)
{
	const char *end = bytes + length, *at = skip_leading(bytes, end);

	if (end - at > 5 && memcmp(at, "From ", 5) == 0) {
		while (at < end && *at != '\n' && *at != '\r')
			at++;
		at = skip_leading(at, end);
	}
	head->length = (size_t)(end - at);
	head->bytes = arena_bytes(arena, HEAD_ROOM + head->length + 1);
	head->bytes += HEAD_ROOM;
	memcpy(head->bytes, at, head->length);
	end_lines(head->bytes, head->length);
	head->length = clean_line_ends(head->bytes, head->length);
}

static void
read_from(struct letter *letter, struct head *head, struct arena *arena)
{
	struct mailbox mailbox = { .name = "" };
	bool one_field = headers_count(&head->headers, "From") == 1;

	for (int i = 0; i < head->headers.count; i++) {
		const char *at = head->headers.list[i].value;

		if (!str_equal_nocase(head->headers.list[i].name, "From"))
			continue;
		while (letter->from_count < MAILBOXES_MAX &&
		    address_next_mailbox(arena, &at, &mailbox)) {
			letter->from_count++;
			letter->from = mailbox.address;
		}
	}
	if (one_field && letter->from_count > 0 &&
	    (letter->from_count != 1 || letter->from == NULL) &&
	    address_sole_mailbox(arena, headers_get(&head->headers, "From"), &mailbox)) {
		letter->from_count = 1;
		letter->from = mailbox.address;
	}
	head->from_name = mailbox.name;
	/* A second field counts whatever it holds: others may read the letter by that one. */
	if (letter->from_count != 1 || !one_field)
		letter->from = NULL;
}

static void
read_recipients(struct letter *letter, struct arena *arena, const struct headers *headers)
{
	static const char *const names[] = { "Delivered-To", "X-Original-To", "Envelope-To", "To",
		"Cc" };
	struct mailbox mailbox;
	int looked = 0;

	for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
		for (int i = 0; i < headers->count; i++) {
			const char *at = headers->list[i].value;

			if (!str_equal_nocase(headers->list[i].name, names[n]))
				continue;
			while (letter->recipient_count < LETTER_ADDRESSES_MAX &&
			    looked++ < MAILBOXES_MAX &&
			    address_next_mailbox(arena, &at, &mailbox)) {
				if (mailbox.address != NULL)
					letter->recipients[letter->recipient_count++] =
					    mailbox.address;
			}
		}
	}
}

static void
read_references(struct letter *letter, struct arena *arena, const struct headers *headers)
{
	const char *reply = headers_get(headers, "In-Reply-To");
	const char *list = headers_get(headers, "References");
	const char *kept[LETTER_ADDRESSES_MAX], *open, *close;
	int count = 0;
	char *id;

	while (reply != NULL && letter->reference_count < IN_REPLY_TO_MAX &&
	    (id = header_next_id(arena, &reply)) != NULL)
		letter->references[letter->reference_count++] = id;
	for (; list != NULL && (open = strchr(list, '<')) != NULL &&
	     (close = strchr(open, '>')) != NULL;
	     list = close)
		kept[count++ % LETTER_ADDRESSES_MAX] = open;
	for (; count > 0 && letter->reference_count < LETTER_ADDRESSES_MAX; count--)
		letter->references[letter->reference_count++] = header_next_id(
		    arena, &kept[(count - 1) % LETTER_ADDRESSES_MAX]);
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

/* A Message-ID that our answer can name as it is; any other is treated as missing. */
static const char *
id_or_null(struct arena *arena, const char *value)
{
	const char *id = value != NULL ? header_next_id(arena, &value) : NULL;

	return id != NULL && header_is_token(id) && utf8_is_ascii(id) ? id : NULL;
}

void
head_digest(struct letter *letter, const struct head *head)
{
	static const char *const names[] = { "From", "Date", "Message-ID", "Subject" };
	struct piece pieces[10];
	size_t n = 0, end = head->length, body = head->headers.body;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = headers_get(&head->headers, names[i]);

		value = value != NULL ? value : "";
		pieces[n++] = (struct piece){ value, strlen(value) };
		pieces[n++] = (struct piece){ "\n", 1 };
	}
	while (end > body && strchr(" \t\n", head->bytes[end - 1]) != NULL)
		end--;
	pieces[n++] = (struct piece){ head->bytes + body, end - body };
	pieces[n++] = (struct piece){ head->rest, head->rest_length };
	digest_pieces(pieces, n, letter->digest);
	memcpy(letter->digest_bytes, letter->digest, sizeof letter->digest);
}

/* mail 5: a letter taken twice has the same digest whichever way it came.  Gateways and lists
 * change tags, footers, line ends and encodings. */
void
head_digest_text(struct letter *letter, struct arena *arena)
{
	const char *fields[5] = { letter->from, letter->date, letter->message_id_text };
	struct piece pieces[10];
	bool was_answer;
	struct str bare;
	size_t n = 0;

	if ((letter->kind != LETTER_PERSON && !letter->may_command) || letter->too_large ||
	    letter->unread != UNREAD_NONE)
		return;
	fields[3] = subject_unlabel(arena, subject_strip(arena, letter->subject, &was_answer));
	str_init(&bare, arena, strlen(letter->text) + 1);
	for (const char *at = utf8_nfkc(arena, letter->text); *at != '\0'; at++)
		if (strchr(" \t\n", *at) == NULL)
			str_addc(&bare, *at);
	fields[4] = bare.data;
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		const char *field = fields[i] != NULL ? fields[i] : "";

		pieces[n++] = (struct piece){ field, strlen(field) };
		pieces[n++] = (struct piece){ "\n", 1 };
	}
	digest_pieces(pieces, n, letter->digest);
}

void
head_split(struct head *head, struct letter *letter, struct arena *arena, const char *bytes,
    size_t length, const struct letter_policy *policy)
{
	size_t looked = length < policy->bytes_max ? length : policy->bytes_max;
	const struct headers *headers = &head->headers;
	const char *date, *id, *language;

	memset(letter, 0, sizeof *letter);
	letter->too_large = length > looked;
	letter->from_name = letter->subject = letter->text = letter->more = letter->left =
	    letter->whole = "";
	letter->charset = "us-ascii";
	head->rest = bytes + looked;
	head->rest_length = length - looked;
	tidy(head, arena, bytes, looked);
	headers_read(&head->headers, arena, head->bytes, head->length);
	letter->return_path = path_of(arena, headers_get(headers, "Return-Path"));
	if ((id = headers_get(headers, "Message-ID")) != NULL)
		letter->message_id_text = utf8_clean(arena, id, strlen(id), false);
	letter->message_id = id_or_null(arena, id);
	if ((date = headers_get(headers, "Date")) != NULL)
		letter->date = utf8_clean(arena, date, strlen(date), false);
	if ((language = headers_get(headers, "Content-Language")) != NULL)
		letter->language = utf8_clean(arena, language, strlen(language), false);
	read_from(letter, head, arena);
	read_recipients(letter, arena, headers);
	read_references(letter, arena, headers);
	letter->is_answer = letter->reference_count > 0;
	letter->dmarc = auth_dmarc(arena, headers, policy->auth_server, letter->from);
	guard_head(letter, arena, headers, policy);
}

void
head_read(struct letter *letter, struct arena *arena, const char *bytes, size_t length,
    const struct letter_policy *policy)
{
	struct head head;

	head_split(&head, letter, arena, bytes, length, policy);
	head_digest(letter, &head);
}
