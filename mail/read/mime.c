/* SPDX-License-Identifier: ISC */
/*
 * Reads the parts by GMime and picks the text a person wrote.
 *
 * The received object is only read: GMime 3 can loop when it writes some of
 * them out again.  Letters inside the letter give no text (they are quotes);
 * attachments are not looked into.
 */
#include "mail/read/mime.h"

#include <gmime/gmime.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "mail/read/charset.h"
#include "mail/read/clean.h"

#define DEPTH_MAX       40
#define LEAF            MIME_LEAF_TYPE
#define READ_SIZE       16384
#define ENCODED_HEAD    256    /* bytes by which an encoding is recognised */
#define HTML_HEAD       1024   /* bytes in which HTML names its charset */
#define ADDITIONS       "<[*_" /* what a plain text adds to the words: links, stars */
#define PLACEHOLDER_MAX 300    /* bytes of "this letter needs a reader of HTML" */

struct reader {
	struct mime *mime;
	struct arena *arena;
	struct str text;
	size_t budget; /* bytes of text that may still be read */
};

static void read_object(struct reader *reader, GMimeObject *object, int depth);

void
mime_setup(void)
{
	static bool done;

	if (!done)
		g_mime_init();
	done = true;
}

static bool
is_type(GMimeObject *object, const char *type, const char *subtype)
{
	return g_mime_content_type_is_type(g_mime_object_get_content_type(object), type, subtype);
}

/* Base64 has no blanks between its characters; the first line of a text that is only
 * called so may.  Lists put a plain footer below real Base64. */
static bool
is_base64(const char *bytes, size_t length)
{
	size_t i = 0;

	while (i < length && (unsigned char)bytes[i] <= ' ')
		i++;
	for (; i + 1 < length && bytes[i] != '\n' && bytes[i] != '\r'; i++) {
		if (bytes[i] == ' ' && bytes[i + 1] > ' ')
			return false;
	}
	return true;
}

/* What the part's transfer encoding really is. */
static GMimeContentEncoding
encoding_of(GMimeDataWrapper *data, GMimeStream *raw)
{
	GMimeContentEncoding encoding = g_mime_data_wrapper_get_encoding(data);
	char front[ENCODED_HEAD];
	ssize_t n;

	g_mime_stream_reset(raw);
	n = g_mime_stream_read(raw, front, sizeof front);
	g_mime_stream_reset(raw);
	return encoding == GMIME_CONTENT_ENCODING_BASE64 && n > 0 && !is_base64(front, (size_t)n) ?
	    GMIME_CONTENT_ENCODING_DEFAULT :
	    encoding;
}

/* The part's first bytes, transfer encoding undone, at most `most` of them; to be
 * unreferenced. */
static GByteArray *
content(GMimeObject *object, size_t most)
{
	GMimeDataWrapper *data = g_mime_part_get_content(GMIME_PART(object));
	GByteArray *bytes = g_byte_array_new();
	GMimeStream *raw, *decoded;
	GMimeFilter *filter;
	char buffer[READ_SIZE];
	ssize_t n;

	if (data == NULL)
		return bytes;
	raw = g_mime_data_wrapper_get_stream(data);
	decoded = g_mime_stream_filter_new(raw);
	filter = g_mime_filter_basic_new(encoding_of(data, raw), FALSE);
	g_mime_stream_filter_add(GMIME_STREAM_FILTER(decoded), filter);
	while (bytes->len < most && (n = g_mime_stream_read(decoded, buffer, sizeof buffer)) > 0)
		g_byte_array_append(bytes, (guint8 *)buffer, (guint)n);
	g_object_unref(filter);
	g_object_unref(decoded);
	return bytes;
}

/* Cut to that length, and there not within a character. */
static size_t
whole_length(const GByteArray *bytes, size_t most)
{
	size_t length = most;

	if (bytes->len <= most)
		return bytes->len;
	while (length > 0 && most - length < 4 && (bytes->data[length] & 0xC0) == 0x80)
		length--;
	return length;
}

/* What HTML says about itself, for parts without a label; NULL: nothing. */
static const char *
html_label(struct arena *arena, const char *bytes, size_t length)
{
	const char *head = arena_strndup(arena, bytes, length < HTML_HEAD ? length : HTML_HEAD);
	const char *label = str_find_nocase(head, "charset=");

	if (label == NULL)
		return NULL;
	label += strlen("charset=");
	label += strspn(label, "\"' ");
	return arena_strndup(arena, label, strcspn(label, "\"'/> ;"));
}

static char *
part_text(struct reader *reader, GMimeObject *object, const char **used)
{
	GByteArray *bytes = content(object, reader->budget + 1);
	size_t length = whole_length(bytes, reader->budget);
	const char *label = g_mime_object_get_content_type_parameter(object, "charset");
	char *text;

	if (label == NULL && length > 0 && is_type(object, "text", "html"))
		label = html_label(reader->arena, (const char *)bytes->data, length);
	text = charset_to_utf8(reader->arena, (const char *)bytes->data, length, label, used);
	reader->budget -= length;
	g_byte_array_unref(bytes);
	clean_line_ends(text, strlen(text));
	return text;
}

static bool
is_attachment(GMimeObject *object, int depth)
{
	const char *disposition = g_mime_object_get_disposition(object);

	if (str_equal_nocase(disposition, "attachment"))
		return true;
	return depth > 0 && g_mime_part_get_filename(GMIME_PART(object)) != NULL;
}

static bool
is_flag(GMimeObject *object, const char *name, const char *value)
{
	return str_equal_nocase(g_mime_object_get_content_type_parameter(object, name), value);
}

/* People write in few types; what else is text is a document.  As the whole of a
 * letter an unknown one is read (RFC 2046, 4.1.4). */
static bool
is_shown(GMimeObject *object, int depth)
{
	static const char *const written[] = { "plain", "html", "markdown", "x-markdown" };
	static const char *const hidden[] = { "calendar", "csv", "x-vcard", "vcard", "directory",
		"rfc822-headers" };

	for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
		if (is_type(object, "text", written[i]))
			return true;
	}
	for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
		if (is_type(object, "text", hidden[i]))
			return false;
	}
	return depth == 0 && (is_type(object, "text", "*") || is_type(object, "plain", "text"));
}

/* HTML, also where it is called plain. */
static bool
is_html(GMimeObject *object, const char *text)
{
	text += strspn(text, " \t\n");
	return is_type(object, "text", "html") || str_starts_nocase(text, "<html") ||
	    str_starts_nocase(text, "<!doctype html");
}

static void
read_text(struct reader *reader, GMimeObject *object)
{
	const char *used = "us-ascii";
	char *text = part_text(reader, object, &used);

	if (is_html(object, text))
		text = html_lines(reader->arena, text);
	else if (is_flag(object, "format", "flowed"))
		text = flowed_join(reader->arena, text, is_flag(object, "delsp", "yes"));
	if (text[strspn(text, " \t\n")] == '\0')
		return;
	if (reader->text.length == 0)
		reader->mime->charset = used;
	else
		str_add(&reader->text, "\n");
	str_add(&reader->text, text);
	if (reader->text.data[reader->text.length - 1] != '\n')
		str_add(&reader->text, "\n");
}

/* What calendars send one another (RFC 6047, 2.4); one that is only attached is a
 * person's document. */
static bool
is_appointment(GMimeObject *object)
{
	return is_type(object, "text", "calendar") && !is_attachment(object, 0) &&
	    g_mime_object_get_content_type_parameter(object, "method") != NULL;
}

static void
read_report_part(struct reader *reader, GMimeObject *object)
{
	struct mime *mime = reader->mime;

	if (is_type(object, LEAF, "delivery-status") ||
	    is_type(object, LEAF, "global-delivery-status"))
		mime->status = part_text(reader, object, NULL);
	else if (mime->returned == NULL &&
	    (is_type(object, "text", "rfc822-headers") || is_type(object, LEAF, "rfc822") ||
		is_type(object, LEAF, "global")))
		mime->returned = part_text(reader, object, NULL);
	else if (is_type(object, LEAF, "disposition-notification") ||
	    is_type(object, LEAF, "feedback-report") || is_appointment(object))
		mime->notification = true;
}

/* The first text of one kind, plain or not. */
static void
read_version(struct reader *reader, GMimeMultipart *multipart, bool plain, int depth)
{
	size_t before = reader->text.length;
	int count = g_mime_multipart_get_count(multipart);

	for (int i = 0; i < count && reader->text.length == before; i++) {
		GMimeObject *part = g_mime_multipart_get_part(multipart, i);

		if (is_type(part, "text", "plain") == plain)
			read_object(reader, part, depth + 1);
	}
}

/* Blanks and line ends at `at`; *ends: with a line end among them. */
static size_t
blanks(const char *at, bool *ends)
{
	size_t length = 0;

	for (*ends = false;; length++) {
		if (at[length] == '\n')
			*ends = true;
		else if (at[length] == '\xc2' && at[length + 1] == '\xa0')
			length++;
		else if (at[length] != ' ' && at[length] != '\t')
			return length;
	}
}

/* A telephone's plain text has no line ends: where a line of the other version
 * ends, the words of this one run on ("h2e2Sent from my telephone"). */
static bool
has_lost_lines(const char *plain, const char *other)
{
	bool plain_ends, other_ends;

	plain += blanks(plain, &plain_ends);
	other += blanks(other, &other_ends);
	while (*plain != '\0' && *plain == *other) {
		plain++;
		plain += blanks(plain, &plain_ends);
		other++;
		other += blanks(other, &other_ends);
		if (other_ends && !plain_ends && *plain != '\0')
			return strchr(ADDITIONS, *plain) == NULL;
	}
	return false;
}

/* Of equal versions the plain one is read, unless it is empty, has lost its line
 * ends or only says that the other is to be read. */
static void
read_alternative(struct reader *reader, GMimeMultipart *multipart, int depth)
{
	size_t before = reader->text.length;
	int count = g_mime_multipart_get_count(multipart);
	const char *plain, *other, *charset;
	bool placeholder;

	/* A calendar's answer stands beside its words for people. */
	for (int i = 0; i < count; i++)
		read_report_part(reader, g_mime_multipart_get_part(multipart, i));
	read_version(reader, multipart, true, depth);
	plain = arena_strdup(reader->arena, reader->text.data + before);
	charset = reader->mime->charset;
	placeholder = *plain == '\0' ||
	    (strlen(plain) <= PLACEHOLDER_MAX && str_find_nocase(plain, "html") != NULL);
	str_truncate(&reader->text, before);
	read_version(reader, multipart, false, depth);
	other = reader->text.data + before;
	if (*other != '\0' && (placeholder || has_lost_lines(plain, other)))
		return;
	str_truncate(&reader->text, before);
	str_add(&reader->text, plain);
	reader->mime->charset = charset;
}

/* A multipart without parts is a text whose label lies. */
static void
read_prologue(struct reader *reader, GMimeMultipart *multipart)
{
	const char *text = g_mime_multipart_get_prologue(multipart);

	if (text != NULL && reader->text.length == 0)
		str_add(&reader->text,
		    charset_to_utf8(
			reader->arena, text, strlen(text), NULL, &reader->mime->charset));
}

static void
read_multipart(struct reader *reader, GMimeObject *object, int depth)
{
	GMimeMultipart *multipart = GMIME_MULTIPART(object);
	int count = g_mime_multipart_get_count(multipart);

	if (is_type(object, "multipart", "report") && reader->mime->report_type == NULL)
		reader->mime->report_type = arena_strdup(reader->arena,
		    g_mime_object_get_content_type_parameter(object, "report-type") ?: "");
	if (count == 0)
		read_prologue(reader, multipart);
	if (is_type(object, "multipart", "alternative")) {
		read_alternative(reader, multipart, depth);
		return;
	}
	/* The root of a related one, the signed part of a signed one. */
	if (is_type(object, "multipart", "related") || is_type(object, "multipart", "signed"))
		count = count > 0;
	for (int i = 0; i < count; i++)
		read_object(reader, g_mime_multipart_get_part(multipart, i), depth + 1);
}

static void
read_object(struct reader *reader, GMimeObject *object, int depth)
{
	if (object == NULL || depth > DEPTH_MAX)
		return;
	if (GMIME_IS_MULTIPART(object)) {
		read_multipart(reader, object, depth);
	} else if (GMIME_IS_PART(object)) {
		read_report_part(reader, object);
		if (is_shown(object, depth) && !is_attachment(object, depth))
			read_text(reader, object);
	}
}

void
mime_read(struct mime *mime, struct arena *arena, const char *bytes, size_t length)
{
	struct reader reader = { .mime = mime, .arena = arena, .budget = MIME_TEXT_MAX };
	GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes, length);
	GMimeParser *parser = g_mime_parser_new_with_stream(stream);
	GMimeObject *object;

	memset(mime, 0, sizeof *mime);
	str_init(&reader.text, arena, 0);
	g_mime_parser_set_persist_stream(parser, TRUE);
	object = g_mime_parser_construct_part(parser, NULL);
	mime->charset = "us-ascii";
	read_object(&reader, object, 0);
	mime->text = reader.text.data;
	if (object != NULL)
		g_object_unref(object);
	g_object_unref(parser);
	g_object_unref(stream);
}
