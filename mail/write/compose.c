/* SPDX-License-Identifier: ISC */
/*
 * A letter of the server to bytes: fields in a fixed order, then its parts.
 *
 * GMime writes what has several parts; boundaries come from the Message-ID, so that the same
 * draft gives the same bytes.  The fields and quoted-printable are written here,
 * because GMime's encoded words and soft breaks go past column 76, and it leaves
 * dots and "From " where relays and mailboxes change them.  The server's own
 * addresses and ids that could break a field are refused, a stranger's left out.
 */
#include "mail/write/compose.h"

#include <ctype.h>
#include <gmime/gmime.h>
#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "base/token.h"
#include "base/utf8.h"
#include "mail/read/headers.h"
#include "mail/read/mime.h"

#define TEXT_TYPE "text/plain; charset=utf-8"
#define COLUMNS   76
#define WORD_MAX  60 /* a longer word of plain text is encoded to fold it */
#define CHUNK_MAX 39 /* bytes in one encoded word: 64 columns, beside "Subject:" */

struct compose {
	struct arena *arena;
	const struct draft *draft;
	struct str out;
	char digest[65]; /* of the Message-ID: names the boundaries */
	int boundaries;
};

/* Adds "Name: value", folded at its blanks. */
static void
add_field(struct compose *compose, const char *name, const char *value)
{
	size_t column = strlen(name) + 1;

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

/* RFC 2047 words of whole characters. */
static const char *
encode_words(struct arena *arena, const char *text)
{
	struct str words;

	str_init(&words, arena, 0);
	while (*text != '\0') {
		const char *end = text, *next = text;
		char *coded;

		while (*next != '\0' && (utf8_next(&next), next - text <= CHUNK_MAX))
			end = next;
		coded = g_base64_encode((const guchar *)text, (gsize)(end - text));
		str_addf(&words, "=?utf-8?B?%s?= ", coded);
		g_free(coded);
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

/* A stranger's id may have bytes that RFC 5322 allows in no field, or be too long
 * for a line: it is not repeated. */
static bool
is_repeatable(const char *id)
{
	return g_str_is_ascii(id) && header_is_token(id);
}

/* Adds "Name: <id> <id>" of those that can be repeated, or nothing. */
static void
add_ids(struct compose *compose, const char *name, const char *const *ids, int count)
{
	struct str value;

	str_init(&value, compose->arena, 0);
	for (int i = 0; i < count; i++) {
		if (ids[i] == NULL || !is_repeatable(ids[i]))
			continue;
		str_addc(&value, '<');
		str_add(&value, ids[i]);
		str_add(&value, "> ");
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
	if (draft->reply_to != NULL)
		add_field(compose, "Reply-To", draft->reply_to);
	add_field(compose, "To", mailbox(compose->arena, draft->to_name, draft->to));
	add_field(compose, "Subject",
	    free_text(compose->arena, draft->subject != NULL ? draft->subject : ""));
	add_field(compose, "Date", date);
	add_ids(compose, "Message-ID", &draft->message_id, 1);
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

/* How many characters at the beginning of the text go out as they are, where a line has begun. */
static size_t
plain_length(const char *text, size_t most)
{
	static const bool plain[256] = { [' ' ... '<'] = true, ['>' ... '~'] = true };
	size_t n = 0;

	while (n < most && plain[(unsigned char)text[n]])
		n++;
	/* A blank that ends a line is written as =20. */
	return n > 0 && text[n - 1] == ' ' && (text[n] == '\n' || text[n] == '\0') ? n - 1 : n;
}

/* Adds the text as quoted-printable with \n line ends; false when it can go out as it
 * is: ASCII, short lines that end, nothing that relays change. */
static bool
add_quoted(struct str *out, const char *text)
{
	static const char digits[] = "0123456789ABCDEF";
	/* Boundaries contain "=_", quoted-printable and base64 never do. */
	bool needed = strstr(text, "=_") != NULL;
	size_t column = 0, n;

	for (const char *p = text; *p != '\0'; p++) {
		if (column > 0 && (n = plain_length(p, COLUMNS - 1 - column)) > 0) {
			str_addn(out, p, n);
			column += n;
			p += n - 1;
			continue;
		}
		if (*p == '\n') {
			str_addc(out, '\n');
			column = 0;
			continue;
		}
		/* The last column is the soft break's. */
		if (column + (needs_code(p, false) ? 3 : 1) > COLUMNS - 1) {
			str_add(out, "=\n");
			column = 0;
			needed = true;
		}
		if (needs_code(p, column == 0)) {
			str_addc(out, '=');
			str_addc(out, digits[(unsigned char)*p >> 4]);
			str_addc(out, digits[*p & 15]);
			needed |= *p != '=';
			column += 3;
		} else {
			str_addc(out, *p);
			column++;
		}
	}
	if (column > 0) {
		str_addc(out, '\n');
		needed = true;
	}
	return needed;
}

/* Text comes encoded already. */
static GMimeObject *
make_part(const char *type, const char *bytes, size_t length, GMimeContentEncoding encoding)
{
	GMimeContentType *parsed = g_mime_content_type_parse(NULL, type);
	GMimePart *part = g_mime_part_new();
	GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes, length);
	GMimeDataWrapper *content = g_mime_data_wrapper_new_with_stream(stream,
	    encoding == GMIME_CONTENT_ENCODING_BASE64 ? GMIME_CONTENT_ENCODING_DEFAULT : encoding);

	g_mime_object_set_content_type(GMIME_OBJECT(part), parsed);
	g_mime_part_set_content_encoding(part, encoding);
	g_mime_part_set_content(part, content);
	g_object_unref(content);
	g_object_unref(stream);
	g_object_unref(parsed);
	return GMIME_OBJECT(part);
}

/* The text as it goes out; *encoding becomes what it is by then. */
static const char *
encode_text(struct compose *compose, const char *text, GMimeContentEncoding *encoding)
{
	struct str quoted;

	str_init(&quoted, compose->arena, 0);
	*encoding = add_quoted(&quoted, text) ? GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE :
						GMIME_CONTENT_ENCODING_7BIT;
	compose->out.full |= quoted.full;
	return *encoding == GMIME_CONTENT_ENCODING_7BIT ? text : quoted.data;
}

static GMimeObject *
make_text(struct compose *compose, const char *type, const char *text)
{
	GMimeContentEncoding encoding;

	text = encode_text(compose, text, &encoding);
	return make_part(type, text, strlen(text), encoding);
}

/* A letter that is one text, which needs no GMime. */
static void
add_text(struct compose *compose, const char *text)
{
	GMimeContentEncoding encoding;

	text = encode_text(compose, text, &encoding);
	add_field(compose, "Content-Type", TEXT_TYPE);
	add_field(compose, "Content-Transfer-Encoding",
	    encoding == GMIME_CONTENT_ENCODING_7BIT ? "7bit" : "quoted-printable");
	str_add(&compose->out, "\r\n");
	while (*text != '\0') {
		size_t n = strcspn(text, "\n");

		str_addn(&compose->out, text, n);
		text += n;
		if (*text == '\n') {
			str_add(&compose->out, "\r\n");
			text++;
		}
	}
}

static GMimeObject *
make_attachment(
    struct compose *compose, const struct attachment *attachment, const char *disposition)
{
	const char *name = utf8_clean(
	    compose->arena, attachment->name, strlen(attachment->name), false);
	GMimeObject *part = make_part(
	    attachment->type, attachment->bytes, attachment->length, GMIME_CONTENT_ENCODING_BASE64);
	GMimeParamList *parameters;

	if (attachment->content_id != NULL && is_repeatable(attachment->content_id))
		g_mime_object_set_content_id(part, attachment->content_id);
	g_mime_object_set_disposition(part, disposition);
	parameters = g_mime_content_disposition_get_parameters(
	    g_mime_object_get_content_disposition(part));
	g_mime_param_list_set_parameter(parameters, "filename", name);
	g_mime_param_set_charset(g_mime_param_list_get_parameter(parameters, "filename"), "utf-8");
	return part;
}

/* Moves the part into the multipart. */
static void
add_part(GMimeMultipart *multipart, GMimeObject *part)
{
	g_mime_multipart_add(multipart, part);
	g_object_unref(part);
}

static GMimeMultipart *
make_multipart(struct compose *compose, const char *subtype, GMimeObject *first)
{
	GMimeMultipart *multipart = g_mime_multipart_new_with_subtype(subtype);

	g_mime_multipart_set_boundary(multipart,
	    arena_printf(compose->arena, "=_%.24s_%d", compose->digest, compose->boundaries++));
	add_part(multipart, first);
	return multipart;
}

/* The part, with the attachments that belong to it in a multipart around both. */
static GMimeObject *
with_attachments(struct compose *compose, GMimeObject *part, bool in_html)
{
	const struct draft *draft = compose->draft;
	GMimeMultipart *multipart = NULL;

	for (int i = 0; i < draft->attachment_count; i++) {
		const struct attachment *attachment = &draft->attachments[i];

		/* A picture belongs to the HTML part when there is one to show it. */
		if ((draft->html != NULL && attachment->content_id != NULL) != in_html)
			continue;
		if (multipart == NULL) {
			multipart = make_multipart(compose, in_html ? "related" : "mixed", part);
			part = GMIME_OBJECT(multipart);
			if (in_html)
				g_mime_object_set_content_type_parameter(part, "type", "text/html");
		}
		add_part(multipart,
		    make_attachment(compose, attachment, in_html ? "inline" : "attachment"));
	}
	return part;
}

/* The text, the HTML as its equal if there is one, and the attachments. */
static void
add_parts(struct compose *compose, const char *text)
{
	const struct draft *draft = compose->draft;
	GMimeFormatOptions *options;
	GMimeObject *body;
	char *bytes;

	mime_setup();
	digest_pieces(
	    &(struct piece){ draft->message_id, strlen(draft->message_id) }, 1, compose->digest);
	options = g_mime_format_options_new();
	body = make_text(compose, TEXT_TYPE, text);
	if (draft->html != NULL) {
		GMimeMultipart *alternative = make_multipart(compose, "alternative", body);
		GMimeObject *html = make_text(compose, "text/html; charset=utf-8", draft->html);

		add_part(alternative, with_attachments(compose, html, true));
		body = GMIME_OBJECT(alternative);
	}
	body = with_attachments(compose, body, false);
	g_mime_format_options_set_newline_format(options, GMIME_NEWLINE_FORMAT_DOS);
	bytes = g_mime_object_to_string(body, options);
	str_add(&compose->out, bytes);
	g_free(bytes);
	g_object_unref(body);
	g_mime_format_options_free(options);
}

int
compose_letter(struct arena *arena, const struct draft *draft, const char **bytes, size_t *length,
    struct err *err)
{
	struct compose compose = { .arena = arena, .draft = draft };
	const char *text = draft->text != NULL ? draft->text : "";
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
	if (draft->html == NULL && draft->attachment_count == 0)
		add_text(&compose, text);
	else
		add_parts(&compose, text);
	if (compose.out.full)
		return err_set(err, "letter: too large to send");
	*bytes = compose.out.data;
	*length = compose.out.length;
	return 0;
}
