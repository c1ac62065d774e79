/* SPDX-License-Identifier: ISC */
/*
 * A letter of ours to bytes: fields in a fixed order, then its parts.
 *
 * The same struct outgoing gives the same bytes (boundaries come from the
 * Message-ID).  Addresses and ids of ours that could break a field are refused,
 * a stranger's left out; free text is cleaned.  Written by hand, because what goes out must be
 * stable.
 */
#include "mail/write/build.h"

#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "base/token.h"
#include "mail/read/headers.h"
#include "mail/write/encode.h"

struct build {
	struct str out;
	const struct outgoing *from;
	char digest[65]; /* of the Message-ID: names the boundaries */
	int boundaries;
};

struct boundary {
	char text[40];
};

/* What goes raw into a field must not be able to end it. */
static int
check(const struct outgoing *from, struct err *err)
{
	const struct {
		const char *name, *value;
		bool needed;
	} fields[] = { { "From", from->from, true }, { "To", from->to, true },
		{ "Message-ID", from->message_id, true }, { "Reply-To", from->reply_to, false },
		{ "List-Unsubscribe", from->list_unsubscribe, false },
		{ "X-Loop", from->loop_id, false } };

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		if (fields[i].value == NULL ? fields[i].needed : !header_is_token(fields[i].value))
			return err_set(err, "letter: %s is missing or unsound", fields[i].name);
	}
	return 0;
}

static void
add_angle(struct build *build, struct field *field, const char *text)
{
	field_word(field, arena_printf(build->out.arena, "<%s>", text));
}

/* A stranger's id may have bytes that RFC 5322 allows in no field, or be too long
 * for a line: it is not repeated. */
static bool
is_repeatable(const char *id)
{
	const char *end = id;

	while (*end != '\0' && (unsigned char)*end < 0x80)
		end++;
	return *end == '\0' && header_is_token(id);
}

/* "Name: <text>"; nothing for NULL. */
static void
add_id_field(struct build *build, const char *name, const char *text)
{
	struct field field;

	if (text == NULL || !is_repeatable(text))
		return;
	field_begin(&field, &build->out, name);
	add_angle(build, &field, text);
	field_end(&field);
}

static void
add_mailbox(struct build *build, const char *name, const char *display, const char *address)
{
	struct field field;

	field_begin(&field, &build->out, name);
	if (display != NULL && *display != '\0') {
		field_name(&field, display);
		add_angle(build, &field, address);
	} else {
		field_word(&field, address);
	}
	field_end(&field);
}

static void
add_text_field(struct build *build, const char *name, const char *text)
{
	struct field field;

	field_begin(&field, &build->out, name);
	field_text(&field, text);
	field_end(&field);
}

/* "Words <id>" of List-Id: only the words may need encoding. */
static void
add_list_id(struct build *build)
{
	const char *list = build->from->list_id, *open;
	struct arena *arena = build->out.arena;
	struct field field;
	char *id;

	if (list == NULL || (open = strrchr(list, '<')) == NULL)
		return;
	id = arena_strndup(arena, open + 1, strcspn(open + 1, ">"));
	if (!header_is_token(id))
		return;
	field_begin(&field, &build->out, "List-Id");
	if (open > list)
		field_name(
		    &field, arena_strndup(arena, list, (size_t)(open - list) - (open[-1] == ' ')));
	add_angle(build, &field, id);
	field_end(&field);
}

static void
add_references(struct build *build)
{
	struct field field;
	bool begun = false;

	for (int i = 0; i < build->from->reference_count; i++) {
		if (!is_repeatable(build->from->references[i]))
			continue;
		if (!begun)
			field_begin(&field, &build->out, "References");
		begun = true;
		add_angle(build, &field, build->from->references[i]);
	}
	if (begun)
		field_end(&field);
}

static void
add_headers(struct build *build)
{
	const struct outgoing *from = build->from;
	char date[64];

	clock_format_rfc5322(date, sizeof date, from->date);
	add_mailbox(build, "From", from->from_name, from->from);
	if (from->reply_to != NULL)
		add_mailbox(build, "Reply-To", NULL, from->reply_to);
	add_mailbox(build, "To", from->to_name, from->to);
	add_text_field(build, "Subject", from->subject != NULL ? from->subject : "");
	add_text_field(build, "Date", date);
	add_id_field(build, "Message-ID", from->message_id);
	add_id_field(build, "In-Reply-To", from->in_reply_to);
	add_references(build);
	add_text_field(build, "Auto-Submitted",
	    from->auto_submitted == AUTO_REPLIED ? "auto-replied" : "auto-generated");
	add_list_id(build);
	add_id_field(build, "List-Unsubscribe", from->list_unsubscribe);
	if (from->loop_id != NULL)
		add_text_field(build, "X-Loop", from->loop_id);
	add_text_field(build, "X-Auto-Response-Suppress", "All");
	add_text_field(build, "MIME-Version", "1.0");
}

static struct boundary
begin_multipart(struct build *build, const char *subtype, const char *more)
{
	struct boundary boundary;

	str_format(
	    boundary.text, sizeof boundary.text, "=_%.24s_%d", build->digest, build->boundaries++);
	str_addf(&build->out, "Content-Type: multipart/%s%s;\r\n boundary=\"%s\"\r\n", subtype,
	    more, boundary.text);
	return boundary;
}

static void
next_part(struct build *build, const struct boundary *boundary)
{
	str_addf(&build->out, "\r\n--%s\r\n", boundary->text);
}

static void
end_multipart(struct build *build, const struct boundary *boundary)
{
	str_addf(&build->out, "\r\n--%s--\r\n", boundary->text);
}

static void
add_text_part(struct build *build, const char *subtype, const char *text)
{
	bool plain = encode_is_plain(text);

	str_addf(&build->out,
	    "Content-Type: text/%s; charset=utf-8\r\n"
	    "Content-Transfer-Encoding: %s\r\n\r\n",
	    subtype, plain ? "7bit" : "quoted-printable");
	if (plain)
		encode_plain(&build->out, text);
	else
		encode_quoted(&build->out, text);
}

/* A file name in a parameter: quoted, or percent-encoded by RFC 2231. */
static void
add_file_name(struct build *build, const char *name)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				    "0123456789._-";

	if (strspn(name, plain) == strlen(name)) {
		str_addf(&build->out, ";\r\n filename=\"%s\"", name);
		return;
	}
	str_add(&build->out, ";\r\n filename*=utf-8''");
	for (; *name != '\0'; name++) {
		if (strchr(plain, *name) != NULL)
			str_addc(&build->out, *name);
		else
			str_addf(&build->out, "%%%02X", (unsigned char)*name);
	}
}

static void
add_attachment(struct build *build, const struct attachment *attachment, bool in_html)
{
	struct field field;

	field_begin(&field, &build->out, "Content-Type");
	field_text(&field, attachment->type);
	field_end(&field);
	str_add(&build->out, "Content-Transfer-Encoding: base64\r\n");
	if (in_html)
		add_id_field(build, "Content-ID", attachment->content_id);
	str_addf(&build->out, "Content-Disposition: %s", in_html ? "inline" : "attachment");
	add_file_name(build, attachment->name);
	str_add(&build->out, "\r\n\r\n");
	encode_base64(&build->out, attachment->bytes, attachment->length);
}

/* A picture belongs to the HTML part when there is one to show it. */
static bool
is_in_html(const struct outgoing *from, const struct attachment *attachment)
{
	return from->html != NULL && attachment->content_id != NULL;
}

static int
count_attachments(const struct outgoing *from, bool in_html)
{
	int count = 0;

	for (int i = 0; i < from->attachment_count; i++)
		count += is_in_html(from, &from->attachments[i]) == in_html;
	return count;
}

static void
add_attachments(struct build *build, const struct boundary *boundary, bool in_html)
{
	for (int i = 0; i < build->from->attachment_count; i++) {
		const struct attachment *attachment = &build->from->attachments[i];

		if (is_in_html(build->from, attachment) != in_html)
			continue;
		next_part(build, boundary);
		add_attachment(build, attachment, in_html);
	}
}

static void
add_html(struct build *build)
{
	struct boundary related;

	if (count_attachments(build->from, true) == 0) {
		add_text_part(build, "html", build->from->html);
		return;
	}
	related = begin_multipart(build, "related", "; type=\"text/html\"");
	next_part(build, &related);
	add_text_part(build, "html", build->from->html);
	add_attachments(build, &related, true);
	end_multipart(build, &related);
}

/* The text, and the HTML as its equal if there is one. */
static void
add_words(struct build *build)
{
	const char *text = build->from->text != NULL ? build->from->text : "";
	struct boundary alternative;

	if (build->from->html == NULL) {
		add_text_part(build, "plain", text);
		return;
	}
	alternative = begin_multipart(build, "alternative", "");
	next_part(build, &alternative);
	add_text_part(build, "plain", text);
	next_part(build, &alternative);
	add_html(build);
	end_multipart(build, &alternative);
}

int
letter_build(struct arena *arena, const struct outgoing *outgoing, const char **bytes,
    size_t *length, struct err *err)
{
	struct build build = { .from = outgoing };
	struct boundary mixed;

	if (check(outgoing, err) == -1)
		return -1;
	str_init(&build.out, arena, 0);
	digest_pieces(
	    &(struct piece){ outgoing->message_id, strlen(outgoing->message_id) }, 1, build.digest);
	add_headers(&build);
	if (count_attachments(outgoing, false) == 0) {
		add_words(&build);
	} else {
		mixed = begin_multipart(&build, "mixed", "");
		next_part(&build, &mixed);
		add_words(&build);
		add_attachments(&build, &mixed, false);
		end_multipart(&build, &mixed);
	}
	if (build.out.full)
		return err_set(err, "letter: too large to send");
	*bytes = build.out.data;
	*length = build.out.length;
	return 0;
}
