/* SPDX-License-Identifier: ISC */
/*
 * A letter of the server to bytes: fields in a fixed order, then its parts.
 *
 * Boundaries come from the Message-ID, so that the same draft gives the same bytes.  No line
 * is longer than 76 columns, but for words of others; dots and "From " are coded where relays
 * and mailboxes change them.  The server's own
 * addresses and ids that could break a field are refused, a stranger's left out.
 */
#include "mail/write/compose.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "base/token.h"
#include "base/utf8.h"
#include "mail/read/headers.h"

#define COLUMNS    76
#define WORD_MAX   60 /* a longer word of plain text is encoded to fold it */
#define CHUNK_MAX  39 /* bytes in one encoded word: 64 columns, beside "Subject:" */
#define LINE_BYTES 57 /* bytes in one line of base64: 76 columns */

struct compose {
	struct arena *arena;
	const struct draft *draft;
	struct str out;
	char digest[65]; /* of the Message-ID: names the boundaries */
};

/* Adds "Name: value", folded at its blanks; nothing where there is no value. */
static void
add_field(struct compose *compose, const char *name, const char *value)
{
	size_t column = strlen(name) + 1;

	if (value == NULL)
		return;
	str_add(&compose->out, name);
	str_addc(&compose->out, ':');
	while (*(value += strspn(value, " ")) != '\0') {
		size_t n = strcspn(value, " ");

		if (column > 0 && column + 1 + n > COLUMNS) {
			str_add(&compose->out, "\r\n");
			column = 0;
		}
		str_addc(&compose->out, ' ');
		str_addn(&compose->out, value, n);
		column += n + 1;
		value += n;
	}
	str_add(&compose->out, "\r\n");
}

static void
add_base64(struct str *out, const char *bytes, size_t length)
{
	char line[COLUMNS + 1];

	base64_encode(line, sizeof line, bytes, length);
	str_add(out, line);
}

/* RFC 2047 words of whole characters. */
static const char *
encode_words(struct arena *arena, const char *text)
{
	struct str words;

	str_init(&words, arena, 0);
	while (*text != '\0') {
		const char *end = text, *next = text;

		while (*next != '\0' && (utf8_next(&next), next - text <= CHUNK_MAX))
			end = next;
		str_add(&words, "=?utf-8?B?");
		add_base64(&words, text, (size_t)(end - text));
		str_add(&words, "?= ");
		text = end;
	}
	return words.data;
}

/* Is this printable ASCII in words that fold, and nothing that reads as an encoded word? */
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

static const char *
free_text(struct arena *arena, const char *text)
{
	text = utf8_clean(arena, text, strlen(text), false);
	return is_simple(text) ? text : encode_words(arena, text);
}

/* "Name <id>": the name as atoms, quoted, or as RFC 2047 words; "id" without a name. */
static const char *
mailbox(struct arena *arena, const char *name, const char *id)
{
	const char *c;

	if (name == NULL || *name == '\0')
		return id;
	c = name = utf8_clean(arena, name, strlen(name), false);
	if (!is_simple(name) || strpbrk(name, "\"\\") != NULL)
		return arena_printf(arena, "%s <%s>", encode_words(arena, name), id);
	while (isalnum((unsigned char)*c) || (*c != '\0' && strchr(" !#$%&'*+-/=?^_`{|}~", *c)))
		c++;
	return arena_printf(arena, *c == '\0' ? "%s <%s>" : "\"%s\" <%s>", name, id);
}

/* Adds "Name: <id> <id>", or nothing.  A stranger's id may have bytes that RFC 5322 allows in no
 * field, or be too long for a line: it is not repeated. */
static void
add_ids(struct compose *compose, const char *name, const char *const *ids, int count)
{
	struct str value;

	str_init(&value, compose->arena, 0);
	for (int i = 0; i < count; i++) {
		if (ids[i] != NULL && utf8_is_ascii(ids[i]) && header_is_token(ids[i]))
			str_addf(&value, "<%s> ", ids[i]);
	}
	if (value.length > 0)
		add_field(compose, name, value.data);
}

static void
add_headers(struct compose *compose)
{
	const struct draft *draft = compose->draft;
	char date[64];

	clock_format_rfc5322(date, sizeof date, draft->date);
	add_field(compose, "From", mailbox(compose->arena, draft->from_name, draft->from));
	add_field(compose, "Reply-To", draft->reply_to);
	add_field(compose, "To", mailbox(compose->arena, draft->to_name, draft->to));
	add_field(compose, "Subject",
	    free_text(compose->arena, draft->subject != NULL ? draft->subject : ""));
	add_field(compose, "Date", date);
	/* In one line: programs are known that lose a folded one. */
	str_addf(&compose->out, "Message-ID: <%s>\r\n", draft->message_id);
	add_ids(compose, "In-Reply-To", &draft->in_reply_to, 1);
	add_ids(compose, "References", draft->references, draft->reference_count);
	add_field(compose, "Auto-Submitted",
	    draft->auto_submitted == AUTO_REPLIED ? "auto-replied" : "auto-generated");
	if (draft->list_id != NULL)
		add_field(
		    compose, "List-Id", mailbox(compose->arena, draft->list_name, draft->list_id));
	add_ids(compose, "List-Unsubscribe", &draft->list_unsubscribe, 1);
	if (draft->loop_id != NULL)
		add_field(compose, "X-Loop", free_text(compose->arena, draft->loop_id));
	add_field(compose, "X-Auto-Response-Suppress", "All");
	add_field(compose, "MIME-Version", "1.0");
}

/* Must this character be written as =XX (RFC 2045, 6.7)? */
static bool
needs_code(const char *at, bool starts_line)
{
	if (starts_line && (*at == '.' || strncmp(at, "From ", 5) == 0))
		return true;
	if (*at == ' ' || *at == '\t')
		return at[1] == '\n' || at[1] == '\0';
	return *at < '!' || *at > '~' || *at == '=';
}

/* Adds the text as quoted-printable with \n line ends; false when it can go out as it
 * is: ASCII, short lines that end, nothing that relays change. */
static bool
add_quoted(struct str *out, const char *text)
{
	static const char digits[] = "0123456789ABCDEF";
	/* Boundaries contain "=_", quoted-printable and base64 never do. */
	bool needed = strstr(text, "=_") != NULL;
	const char *plain = text, *p; /* from plain to p goes out as it is */
	size_t column = 0;

	for (p = text; *p != '\0'; p++) {
		bool coded = needs_code(p, column == 0);

		if (*p == '\n') {
			column = 0;
			continue;
		}
		/* The last column is the soft break's. */
		if (column + (coded ? 3 : 1) > COLUMNS - 1) {
			str_addn(out, plain, (size_t)(p - plain));
			str_add(out, "=\n");
			plain = p;
			column = 0;
			needed = true;
			coded = needs_code(p, true);
		}
		if (coded) {
			const char code[] = { '=', digits[(unsigned char)*p >> 4],
				digits[*p & 15] };

			str_addn(out, plain, (size_t)(p - plain));
			str_addn(out, code, sizeof code);
			plain = p + 1;
			needed |= *p != '=';
		}
		column += coded ? 3 : 1;
	}
	str_addn(out, plain, (size_t)(p - plain));
	if (column > 0) {
		str_addc(out, '\n');
		needed = true;
	}
	return needed;
}

/* A text, with the fields that say how it is to be read. */
static void
add_text(struct compose *compose, const char *type, const char *text)
{
	struct str quoted;
	bool is_quoted;

	str_init(&quoted, compose->arena, 0);
	is_quoted = add_quoted(&quoted, text);
	compose->out.full |= quoted.full;
	add_field(compose, "Content-Type", type);
	add_field(compose, "Content-Transfer-Encoding", is_quoted ? "quoted-printable" : "7bit");
	str_add(&compose->out, "\r\n");
	text = is_quoted ? quoted.data : text;
	for (const char *end; *(end = strchrnul(text, '\n')) != '\0'; text = end + 1) {
		str_addn(&compose->out, text, (size_t)(end - text));
		str_add(&compose->out, "\r\n");
	}
}

/* A file's name as a parameter: "filename=a.png", or coded (RFC 2231, 4). */
static const char *
file_name(struct arena *arena, const char *name)
{
	struct str coded;
	bool plain = *name != '\0';

	str_init(&coded, arena, 0);
	str_add(&coded, "filename*=UTF-8''");
	for (const char *c = name = utf8_clean(arena, name, strlen(name), false); *c != '\0'; c++) {
		bool plain_here = isalnum((unsigned char)*c) || strchr("-._", *c) != NULL;

		str_addf(&coded, plain_here ? "%c" : "%%%02X", (unsigned char)*c);
		plain &= plain_here;
	}
	return plain ? arena_printf(arena, "filename=%s", name) : coded.data;
}

static void
add_attachment(
    struct compose *compose, const struct attachment *attachment, const char *disposition)
{
	add_field(compose, "Content-Type", attachment->type);
	add_field(compose, "Content-Transfer-Encoding", "base64");
	add_ids(compose, "Content-Id", &attachment->content_id, 1);
	add_field(compose, "Content-Disposition",
	    arena_printf(compose->arena, "%s; %s", disposition,
		file_name(compose->arena, attachment->name)));
	str_add(&compose->out, "\r\n");
	for (size_t at = 0; at < attachment->length; at += LINE_BYTES) {
		size_t left = attachment->length - at;

		add_base64(
		    &compose->out, attachment->bytes + at, left < LINE_BYTES ? left : LINE_BYTES);
		str_add(&compose->out, "\r\n");
	}
}

static void
add_boundary(struct compose *compose, const char *boundary, const char *end)
{
	str_addf(&compose->out, "\r\n--%s%s\r\n", boundary, end);
}

/* Begins a multipart and its first part; returns the boundary. */
static const char *
begin_multipart(struct compose *compose, const char *type, int number)
{
	const char *boundary = arena_printf(compose->arena, "=_%.24s_%d", compose->digest, number);

	add_field(compose, "Content-Type",
	    arena_printf(compose->arena, "%s; boundary=\"%s\"", type, boundary));
	add_boundary(compose, boundary, "");
	return boundary;
}

/* A picture belongs to the HTML part when there is one to show it. */
static bool
is_picture(const struct draft *draft, int i)
{
	return draft->html != NULL && draft->attachments[i].content_id != NULL;
}

/* The last parts of a multipart: the pictures, or all else. */
static void
end_with_attachments(struct compose *compose, const char *boundary, bool pictures)
{
	const struct draft *draft = compose->draft;

	for (int i = 0; i < draft->attachment_count; i++) {
		if (is_picture(draft, i) != pictures)
			continue;
		add_boundary(compose, boundary, "");
		add_attachment(compose, &draft->attachments[i], pictures ? "inline" : "attachment");
	}
	add_boundary(compose, boundary, "--");
}

/* The text, the HTML as its equal if there is one, and the attachments. */
static void
add_body(struct compose *compose, const char *text)
{
	const struct draft *draft = compose->draft;
	const char *mixed = NULL, *equal, *related = NULL;
	int pictures = 0;

	digest_pieces(
	    &(struct piece){ draft->message_id, strlen(draft->message_id) }, 1, compose->digest);
	for (int i = 0; i < draft->attachment_count; i++)
		pictures += is_picture(draft, i);
	if (draft->attachment_count > pictures)
		mixed = begin_multipart(
		    compose, "multipart/mixed", (draft->html != NULL) + (pictures > 0));
	if (draft->html == NULL) {
		add_text(compose, "text/plain; charset=utf-8", text);
	} else {
		equal = begin_multipart(compose, "multipart/alternative", 0);
		add_text(compose, "text/plain; charset=utf-8", text);
		add_boundary(compose, equal, "");
		if (pictures > 0)
			related = begin_multipart(
			    compose, "multipart/related; type=\"text/html\"", 1);
		add_text(compose, "text/html; charset=utf-8", draft->html);
		if (related != NULL)
			end_with_attachments(compose, related, true);
		add_boundary(compose, equal, "--");
	}
	if (mixed != NULL)
		end_with_attachments(compose, mixed, false);
}

int
compose_letter(struct arena *arena, const struct draft *draft, const char **bytes, size_t *length,
    struct err *err)
{
	struct compose compose = { .arena = arena, .draft = draft };
	const struct {
		const char *name, *value;
		bool needed;
	} raw[] = { { "From", draft->from, true }, { "To", draft->to, true },
		{ "Message-ID", draft->message_id, true }, { "Reply-To", draft->reply_to, false },
		{ "List-Id", draft->list_id, false },
		{ "List-Unsubscribe", draft->list_unsubscribe, false },
		{ "X-Loop", draft->loop_id, false } };

	/* What goes raw into a field must not be able to end it. */
	for (size_t i = 0; i < sizeof raw / sizeof *raw; i++) {
		if (raw[i].value == NULL ? raw[i].needed : !header_is_token(raw[i].value))
			return err_set(err, "letter: %s is missing or invalid", raw[i].name);
	}
	str_init(&compose.out, arena, 0);
	add_headers(&compose);
	add_body(&compose, draft->text != NULL ? draft->text : "");
	if (compose.out.full)
		return err_set(err, "letter: too large to send");
	*bytes = compose.out.data;
	*length = compose.out.length;
	return 0;
}
