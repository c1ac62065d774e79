/* SPDX-License-Identifier: ISC */
/*
 * Reads the parts and picks the text a person wrote.
 *
 * First a scan of our own asks how much GMime would have to keep.  It counts at
 * least every part and header line that a MIME parser can see, in one pass without
 * memory of its own; where the spelling of a boundary leaves doubt, every line that
 * begins with "--" counts.  It turns letters in the letter into plain parts, so that
 * nothing nests but multiparts.
 *
 * Then GMime reads.  The received object is never written: GMime 3 can loop when it
 * writes some of them out again.  Letters inside the letter give no text (they are
 * quotes); attachments are not looked into.  What was signed with its text inside, or
 * does not name its boundary, is opened once in a letter, and counted anew.
 */
#include "mail/read/mime.h"

#include <gmime/gmime.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/quote/span.h"
#include "mail/read/body.h"
#include "mail/read/charset.h"
#include "mail/read/frame.h"
#include "mail/read/headers.h"
#include "mail/read/html.h"
#include "mail/read/signed.h"

/* Caps of one letter, all parts together. */
#define PARTS_MAX             500
#define BOUNDARIES_MAX        30
#define PART_HEADER_LINES_MAX 3000
#define PART_HEADER_BYTES_MAX (64 * 1024)
#define BODY_LINES_MAX        60000 /* GMime works by lines; fewer where many begin like boundaries */
#define DEPTH_MAX             40

#define LEAF             "xessage" /* what "message" is disguised as: nothing that GMime opens */
#define COMPARED_AT_ONCE 8         /* boundaries, in the time of one line */
#define BLANK_MAX        256       /* bytes: a part with more is not asked whether it is empty */
#define HTML_HEAD        1024      /* bytes in which HTML names its charset */
#define ADDITIONS        "<[*_"    /* what a plain text adds to the words: links, stars */
#define PLACEHOLDER_MAX  300       /* bytes of "this letter needs a reader of HTML" */
#define FLOWED_COLUMNS   55        /* a narrower line was not broken by a program */
#define BLANKS           " \t\n"

struct scan {
	struct span boundary[BOUNDARIES_MAX];
	int boundaries;
	bool first[256]; /* first bytes of boundaries */
	bool loose;      /* a boundary spelled in an odd way */
	bool in_header;
	int parts, header_lines;
	size_t header_bytes;
};

struct part_reader {
	struct mime *mime;
	struct arena *arena;
	struct str text;
	const struct mime_labels *instead;
	size_t budget;        /* bytes of text that may still be read */
	bool named;           /* reads texts that have a name, instead of those without */
	bool has_named;       /* some were passed over */
	GMimeObject *wrapper; /* the part in whose place `inside` is read; NULL: none */
	GMimeObject *inside;
};

static void read_object(struct part_reader *reader, GMimeObject *object, int depth);

/* What of a line follows a position in it, and the blanks there. */
static struct span
rest_after(struct span line, const char *at)
{
	return span_trim(at, line.at + line.length);
}

/* Notes the boundary in what follows the parameter's name, "= value" or not. */
static void
add_boundary(struct scan *scan, struct span rest)
{
	size_t n = 0;

	if (span_starts(rest, "=")) {
		rest = rest_after(rest, rest.at + 1);
		if (span_starts(rest, "\""))
			rest = (struct span){ rest.at + 1, rest.length - 1 };
		while (n < rest.length && strchr("\"; \t", rest.at[n]) == NULL)
			n++;
	}
	if (n == 0 || memchr(rest.at, '\\', n) != NULL || memchr(rest.at, '(', n) != NULL ||
	    scan->boundaries == BOUNDARIES_MAX) {
		scan->loose = true;
		return;
	}
	scan->boundary[scan->boundaries++] = (struct span){ rest.at, n };
	scan->first[(unsigned char)*rest.at] = true;
}

/* A type "message" or a subtype "digest" (whose parts are letters unless they
 * say otherwise) loses its first letter. */
static void
disguise(char *bytes, struct span line, const char *word)
{
	const char *found;

	while ((found = span_find(line, word)) != NULL) {
		bytes[found - bytes] = *LEAF;
		line = rest_after(line, found);
	}
}

static bool
is_boundary(const struct scan *scan, struct span line)
{
	if (line.length < 2 || line.at[0] != '-' || line.at[1] != '-')
		return false;
	if (scan->loose)
		return true;
	if (line.length == 2 || !scan->first[(unsigned char)line.at[2]])
		return false;
	for (int i = 0; i < scan->boundaries; i++) {
		struct span b = scan->boundary[i];

		if (b.length + 2 <= line.length && memcmp(b.at, line.at + 2, b.length) == 0)
			return true;
	}
	return false;
}

static bool
scan_is_over(const struct scan *scan)
{
	return scan->parts > PARTS_MAX || scan->header_lines > PART_HEADER_LINES_MAX ||
	    scan->header_bytes > PART_HEADER_BYTES_MAX || scan->boundaries == BOUNDARIES_MAX;
}

bool
mime_bound(char *bytes, size_t *length)
{
	struct scan scan = { .in_header = true };
	char *at = bytes, *end = bytes + *length;
	const char *found;

	for (int lines = 0; at < end && lines < BODY_LINES_MAX && !scan_is_over(&scan); lines++) {
		char *stop = memchr(at, '\n', (size_t)(end - at));
		struct span line = { at, (size_t)((stop != NULL ? stop : end) - at) };

		if (is_boundary(&scan, line)) {
			scan.parts++;
			scan.in_header = true;
		} else if (line.length == 0) {
			scan.in_header = false;
		} else if (scan.in_header) {
			struct span rest = line;

			scan.header_lines++;
			scan.header_bytes += line.length;
			disguise(bytes, line, "message");
			disguise(bytes, line, "digest");
			/* One line may hold several boundaries; a parser may take any. */
			while (!scan.loose && (found = span_find(rest, "boundary")) != NULL) {
				rest = rest_after(rest, found + strlen("boundary"));
				add_boundary(&scan, rest);
			}
		}
		/* GMime compares what begins as a boundary with each that is open. */
		if (line.length > 2 && memcmp(line.at, "--", 2) == 0)
			lines += scan.boundaries / COMPARED_AT_ONCE;
		at += line.length + (stop != NULL);
	}
	*at = '\0';
	*length = (size_t)(at - bytes);
	return !scan_is_over(&scan);
}

void
mime_setup(void)
{
	g_mime_init();
}

static bool
is_type(GMimeObject *object, const char *type, const char *subtype)
{
	return g_mime_content_type_is_type(g_mime_object_get_content_type(object), type, subtype);
}

/* *used (not of what programs tell one another: NULL) is the charset that was taken. */
static char *
part_text(struct part_reader *reader, GMimeObject *object, const char **used)
{
	size_t budget = reader->budget;
	const char *label = g_mime_object_get_content_type_parameter(object, "charset");
	GByteArray *bytes = used != NULL ? body_text(object, label) : body_bytes(object);
	size_t length = bytes->len < budget ? bytes->len : budget;
	char *text;

	/* Cut, but not within a character. */
	while (bytes->len > budget && length > 0 && budget - length < 4 &&
	    (bytes->data[length] & 0xC0) == 0x80)
		length--;
	/* What HTML says about itself. */
	if (label == NULL && length > 0 && is_type(object, "text", "html"))
		label = charset_label(reader->arena,
		    arena_strndup(reader->arena, (const char *)bytes->data,
			length < HTML_HEAD ? length : HTML_HEAD));
	if (reader->instead->charset != NULL)
		label = reader->instead->charset;
	text = charset_to_utf8(reader->arena, (const char *)bytes->data, length, label, used);
	reader->budget -= length;
	g_byte_array_unref(bytes);
	clean_line_ends(text, strlen(text));
	return text;
}

static bool
is_attachment(GMimeObject *object)
{
	return str_equal_nocase(g_mime_object_get_disposition(object), "attachment");
}

/* Telephones and gateways give names to what was written, too. */
static bool
is_named_part(GMimeObject *object, int depth)
{
	return depth > 0 && g_mime_part_get_filename(GMIME_PART(object)) != NULL;
}

static bool
is_flag(GMimeObject *object, const char *name, const char *value)
{
	return str_equal_nocase(g_mime_object_get_content_type_parameter(object, name), value);
}

/* People write in few types; any other text is a document.  A text of unknown type is
 * read where it is the whole letter (RFC 2046, 4.1.4). */
static bool
is_shown(GMimeObject *object, int depth)
{
	static const char *const written[] = { "plain", "html", "markdown", "x-markdown" };
	static const char *const hidden[] = { "calendar", "csv", "x-vcard", "vcard", "directory",
		"rfc822-headers" };

	const char *subtype = g_mime_content_type_get_media_subtype(
	    g_mime_object_get_content_type(object));
	bool is_text = is_type(object, "text", "*");

	if (is_text && str_index(written, sizeof written / sizeof *written, subtype) >= 0)
		return true;
	if (is_text && str_index(hidden, sizeof hidden / sizeof *hidden, subtype) >= 0)
		return false;
	return depth == 0 && (is_text || is_type(object, "plain", "text"));
}

/* Does the line of `length` bytes flow into the next one?  At the top, only where it was broken
 * because the first word there did not fit.  Hanzi are words. */
static bool
is_soft(struct arena *arena, const char *line, size_t length, const char *next, bool is_top)
{
	size_t word = 0;

	if (length == 0 || line[length - 1] != ' ')
		return false;
	next += strspn(next, "> ");
	while (next[word] > ' ' && (next[word] & 0x80) == 0)
		word++;
	return !is_top ||
	    utf8_width(arena_strndup(arena, line, length)) + (word > 0 ? word : 2) >=
	    FLOWED_COLUMNS;
}

/* A line of a text begins, so deep in quotes. */
static void
begin_line(struct str *out, size_t depth)
{
	if (out->length > 0)
		str_addc(out, '\n');
	for (size_t i = 0; i < depth; i++)
		str_addc(out, '>');
	if (depth > 0)
		str_addc(out, ' ');
}

/* Hanzi, and the marks between them. */
static bool
is_hanzi(uint32_t c)
{
	return (c >= 0x3000 && c <= 0x9fff) || (c >= 0xff00 && c <= 0xff60) ||
	    (c >= 0x20000 && c <= 0x3ffff);
}

/* Drops the blank of a soft break between hanzi, where Chinese has none. */
static void
drop_joint(struct str *out, const char *line)
{
	size_t at = out->length;

	if (at < 2 || out->data[at - 1] != ' ' || !is_hanzi(utf8_next(&line)))
		return;
	for (at--; at > 0 && (out->data[--at] & 0xc0) == 0x80;)
		;
	if (is_hanzi(utf8_next(&(const char *){ out->data + at })))
		out->data[--out->length] = '\0';
}

/* format=flowed (RFC 3676, 4): soft line breaks undone, space-stuffing taken off.
 * Lines are joined only at one depth of quoting, and the signature mark never is;
 * quote marks are kept as they were.  The first lines are whole where they are short: behind what
 * stands alone somebody, or his telephone, left a blank.  is_fixed: soft breaks stay. */
static char *
unflow(struct part_reader *reader, const char *text, bool delsp)
{
	struct arena *arena = reader->arena;
	struct str out;
	size_t last_depth = 0;
	bool soft = false;    /* the last line flows into the next */
	bool is_top = !delsp; /* every line so far was whole, and had a blank at its end */

	str_init(&out, arena, 0);
	while (*text != '\0') {
		size_t n = strcspn(text, "\n"), depth = strspn(text, ">");
		const char *line = text + depth + (text[depth] == ' ');
		size_t length = n - (size_t)(line - text);
		bool mark = length == 3 && memcmp(line, "-- ", 3) == 0;

		reader->mime->has_joints |= soft && last_depth == depth && !mark;
		if (!soft || last_depth != depth || mark || reader->instead->is_fixed)
			begin_line(&out, depth);
		else
			drop_joint(&out, line);
		soft = !mark && is_soft(arena, line, length, text + n + (text[n] == '\n'), is_top);
		is_top &= !soft && (length == 0 || line[length - 1] == ' ');
		str_addn(&out, line, length - (soft && delsp));
		last_depth = depth;
		text += n + (text[n] == '\n');
	}
	str_addc(&out, '\n');
	return out.data;
}

/* Telephones take digits for numbers to call and mark them, "b3-e3<tel:33>". */
static void
drop_calls(char *text)
{
	static const char mark[] = "<tel:";
	char *end = strstr(text, mark);

	if (end == NULL)
		return;
	for (const char *at = end; *at != '\0';) {
		size_t length = strlen(mark);

		if (strncmp(at, mark, length) == 0) {
			length += strspn(at + length, "+0123456789-.,;*#()%");
			if (at[length] == '>') {
				at += length + 1;
				continue;
			}
		}
		*end++ = *at++;
	}
	*end = '\0';
}

/* HTML that is called plain: it begins with a tag, or its first line ends in one. */
static bool
is_html(const char *text)
{
	static const char *const begins[] = { "<html", "<!doctype html", "<body", "<div>", "<div ",
		"<p>", "<p ", "<span", "<font", "<table" };
	static const char *const ends[] = { "<br>", "<br/>", "<br />", "</p>", "</div>" };
	struct span line = span_trim(text, text + strcspn(text, "\n"));

	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (str_starts_nocase(text, begins[i]))
			return true;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (span_ends(line, ends[i]))
			return true;
	return false;
}

static void
read_text(struct part_reader *reader, GMimeObject *object)
{
	const char *used = "us-ascii";
	char *text = part_text(reader, object, &used);
	const char *start;

	start = text + strspn(text, " \t\n");
	if (is_type(object, "text", "html") || is_html(start)) {
		reader->mime->has_html = true;
		text = html_lines(reader->arena, text);
	} else if (is_flag(object, "format", "flowed")) {
		text = unflow(reader, text, is_flag(object, "delsp", "yes"));
	}
	drop_calls(text);
	if (text[strspn(text, BLANKS)] == '\0')
		return;
	if (reader->text.length == 0)
		reader->mime->charset = used;
	else
		str_add(&reader->text, "\n");
	str_add(&reader->text, text);
	if (reader->text.data[reader->text.length - 1] != '\n')
		str_add(&reader->text, "\n");
}

static void
read_report_part(struct part_reader *reader, GMimeObject *object)
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
	    is_type(object, LEAF, "feedback-report"))
		mime->notification = true;
	/* What calendars send one another (RFC 6047, 2.4); one that is only attached is
	 * a person's document. */
	else if (is_type(object, "text", "calendar") && !is_attachment(object) &&
	    g_mime_object_get_content_type_parameter(object, "method") != NULL)
		mime->notification = true;
}

/* The first text of one kind, plain or not. */
static void
read_version(struct part_reader *reader, GMimeMultipart *multipart, bool plain, int depth)
{
	size_t before = reader->text.length;
	int count = g_mime_multipart_get_count(multipart);

	for (int i = 0; i < count && reader->text.length == before; i++) {
		GMimeObject *part = g_mime_multipart_get_part(multipart, i);

		if (is_type(part, "text", "plain") == plain)
			read_object(reader, part, depth + 1);
	}
}

/* How many blanks and line ends stand at `at`; *ends: with a line end among them. */
static size_t
count_blanks(const char *at, bool *ends)
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

	plain += count_blanks(plain, &plain_ends);
	other += count_blanks(other, &other_ends);
	while (*plain != '\0' && *plain == *other) {
		plain++;
		plain += count_blanks(plain, &plain_ends);
		other++;
		other += count_blanks(other, &other_ends);
		if (other_ends && !plain_ends && *plain != '\0')
			return strchr(ADDITIONS, *plain) == NULL;
	}
	return false;
}

/* Of equal versions the plain one is read, unless it is empty, has lost its line
 * ends or only says that the other is to be read. */
static void
read_alternative(struct part_reader *reader, GMimeMultipart *multipart, int depth)
{
	size_t before = reader->text.length;
	int count = g_mime_multipart_get_count(multipart);
	const char *plain, *other, *charset;
	bool placeholder;

	/* A calendar's answer stands beside its words for people. */
	for (int i = 0; i < count && !reader->named; i++)
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

static bool
is_named(const char *name, const char *const *ends, size_t count)
{
	size_t length = name != NULL ? strlen(name) : 0;

	for (size_t i = 0; i < count; i++)
		if (length >= strlen(ends[i]) &&
		    str_equal_nocase(name + length - strlen(ends[i]), ends[i]))
			return true;
	return false;
}

/* What stands above the first boundary: nothing, words about MIME, or the text of a
 * program that has lost its first part. */
static void
read_prologue(struct part_reader *reader, GMimeMultipart *multipart)
{
	const char *prologue = g_mime_multipart_get_prologue(multipart);
	char *text;

	if (prologue == NULL || prologue[strspn(prologue, BLANKS "\r")] == '\0' ||
	    str_find_nocase(prologue, "mime") != NULL || str_find_nocase(prologue, "multi") != NULL)
		return;
	text = charset_to_utf8(
	    reader->arena, prologue, strlen(prologue), NULL, &reader->mime->charset);
	clean_line_ends(text, strlen(text));
	str_add(&reader->text, text);
}

static void
read_multipart(struct part_reader *reader, GMimeObject *object, int depth)
{
	GMimeMultipart *multipart = GMIME_MULTIPART(object);
	size_t before = reader->text.length;
	int count = g_mime_multipart_get_count(multipart);

	if (is_type(object, "multipart", "report") && reader->mime->report_type == NULL)
		reader->mime->report_type = arena_strdup(reader->arena,
		    g_mime_object_get_content_type_parameter(object, "report-type") ?: "");
	if (is_type(object, "multipart", "alternative"))
		read_alternative(reader, multipart, depth);
	else if (is_type(object, "multipart", "signed"))
		count = count > 0; /* the signed part */
	/* Of a related one the root, unless it only holds together what is related. */
	for (int i = 0; i < count && !is_type(object, "multipart", "alternative"); i++) {
		if (i > 0 && reader->text.length > before &&
		    is_type(object, "multipart", "related"))
			break;
		read_object(reader, g_mime_multipart_get_part(multipart, i), depth + 1);
	}
	if (reader->text.length == 0 && !reader->named &&
	    !is_type(object, "multipart", "encrypted"))
		read_prologue(reader, multipart);
}

static bool
is_pkcs7(GMimeObject *object)
{
	static const char *const ends[] = { ".p7m" };

	return is_type(object, "application", "pkcs7-mime") ||
	    is_type(object, "application", "x-pkcs7-mime") ||
	    is_named(g_mime_part_get_filename(GMIME_PART(object)), ends, 1);
}

/* Reads these bytes, header and body, in the place of `object`; once in a letter. */
static void
open_inside(struct part_reader *reader, GMimeObject *object, struct str *bytes)
{
	size_t length = clean_line_ends(bytes->data, bytes->length);
	GMimeStream *stream;
	GMimeParser *parser;

	if (!mime_bound(bytes->data, &length))
		return;
	stream = g_mime_stream_mem_new_with_buffer(bytes->data, length);
	parser = g_mime_parser_new_with_stream(stream);
	g_mime_parser_set_persist_stream(parser, TRUE);
	reader->inside = g_mime_parser_construct_part(parser, NULL);
	reader->wrapper = reader->inside != NULL ? object : NULL;
	g_object_unref(parser);
	g_object_unref(stream);
}

/* A part that was signed with its content inside, or a multipart that does not name its
 * boundary, is opened. */
static void
unwrap(struct part_reader *reader, GMimeObject *object)
{
	const char *prologue, *type, *found;
	struct str content;
	GByteArray *bytes;
	bool is_found;

	if (GMIME_IS_PART(object) && is_pkcs7(object)) {
		str_init(&content, reader->arena, 0);
		bytes = body_bytes(object);
		is_found = bytes->len > 0 && signed_content(&content, bytes->data, bytes->len);
		g_byte_array_unref(bytes);
		if (is_found)
			open_inside(reader, object, &content);
	} else if (GMIME_IS_MULTIPART(object) &&
	    g_mime_multipart_get_count(GMIME_MULTIPART(object)) == 0 &&
	    (prologue = g_mime_multipart_get_prologue(GMIME_MULTIPART(object))) != NULL) {
		type = arena_printf(reader->arena, "multipart/%s",
		    g_mime_content_type_get_media_subtype(g_mime_object_get_content_type(object)));
		found = frame_type(reader->arena, type, prologue);
		str_init(&content, reader->arena, 0);
		str_addf(&content, "Content-Type: %s\n\n%s", found, prologue);
		if (found != type)
			open_inside(reader, object, &content);
	}
}

static void
read_object(struct part_reader *reader, GMimeObject *object, int depth)
{
	if (object == NULL || depth > DEPTH_MAX)
		return;
	if (reader->wrapper == NULL)
		unwrap(reader, object);
	if (object == reader->wrapper) {
		read_object(reader, reader->inside, depth + 1);
	} else if (GMIME_IS_MULTIPART(object)) {
		read_multipart(reader, object, depth);
	} else if (GMIME_IS_PART(object)) {
		bool is_named = is_named_part(object, depth);

		if (!reader->named)
			read_report_part(reader, object);
		if (!is_shown(object, depth) || is_attachment(object))
			return;
		reader->has_named |= is_named;
		if (is_named == reader->named)
			read_text(reader, object);
	}
}

/* --- what there is in the place of a text */

/* The leaves of a letter, by kind. */
struct leaves {
	const struct part_reader *reader;
	bool text, trimming, sealed, encrypted, winmail, reaction, other;
};

/* Programs put these beside any text: logos, keys, signatures, cards. */
static bool
is_trimming(GMimeObject *object)
{
	static const char *const types[][2] = { { "image", "*" }, { "application", "pgp-keys" },
		{ "application", "pgp-signature" }, { "application", "pkcs7-signature" },
		{ "application", "x-pkcs7-signature" }, { "application", "pkix-cert" },
		{ "text", "vcard" }, { "text", "x-vcard" }, { "text", "directory" } };

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (is_type(object, types[i][0], types[i][1]))
			return true;
	return false;
}

/* Is there nothing in it?  What is longer than a few lines is not asked. */
static bool
is_blank(GMimeObject *object)
{
	GMimeDataWrapper *data = g_mime_part_get_content(GMIME_PART(object));
	GMimeStream *in = data != NULL ? g_mime_data_wrapper_get_stream(data) : NULL;
	GByteArray *bytes;
	bool is = true;

	if (in != NULL && in->bound_end - in->bound_start > BLANK_MAX)
		return false;
	bytes = body_bytes(object);
	for (size_t i = 0; i < bytes->len; i++)
		is &= memchr(" \t\r\n", bytes->data[i], 4) != NULL;
	g_byte_array_unref(bytes);
	return is;
}

/* Encrypted by the program that sent it, all of it: what stands beside it is a gateway's. */
static bool
is_sealed(GMimeObject *object)
{
	static const char *const names[] = { "encrypted.asc", ".rpmsg" };

	return is_pkcs7(object) || is_type(object, "application", "pgp-encrypted") ||
	    is_type(object, "application", "x-microsoft-rpmsg-message") ||
	    is_named(
		g_mime_part_get_filename(GMIME_PART(object)), names, sizeof names / sizeof *names);
}

static void
look_at_leaf(struct leaves *leaves, GMimeObject *object, int depth)
{
	static const char *const encrypted[] = { ".pgp", ".gpg" };
	static const char *const winmail[] = { "winmail.dat", "win.dat" };
	const char *name = g_mime_part_get_filename(GMIME_PART(object));

	if (is_flag(object, "smime-type", "certs-only"))
		leaves->trimming = true;
	else if (is_sealed(object))
		leaves->sealed = true;
	else if (is_named(name, encrypted, sizeof encrypted / sizeof *encrypted))
		leaves->encrypted = true;
	else if (is_type(object, "application", "ms-tnef") ||
	    is_type(object, "application", "vnd.ms-tnef") ||
	    is_named(name, winmail, sizeof winmail / sizeof *winmail))
		leaves->winmail = true;
	else if (is_shown(object, depth) && !is_attachment(object) && !is_named_part(object, depth))
		leaves->text = true;
	else if (is_trimming(object))
		leaves->trimming = true;
	else if (is_type(object, "text", "vnd.google.email-reaction+json"))
		leaves->reaction = true;
	else
		leaves->other |= !is_blank(object);
}

static void
look_at(struct leaves *leaves, GMimeObject *object, int depth)
{
	if (object == NULL || depth > DEPTH_MAX)
		return;
	if (object == leaves->reader->wrapper) {
		look_at(leaves, leaves->reader->inside, depth + 1);
	} else if (GMIME_IS_MULTIPART(object)) {
		int count = g_mime_multipart_get_count(GMIME_MULTIPART(object));

		leaves->sealed |= is_type(object, "multipart", "encrypted");
		for (int i = 0; i < count; i++)
			look_at(leaves, g_mime_multipart_get_part(GMIME_MULTIPART(object), i),
			    depth + 1);
	} else if (GMIME_IS_PART(object)) {
		look_at_leaf(leaves, object, depth);
	}
}

static void
find_unread(struct part_reader *reader, GMimeObject *object)
{
	struct leaves leaves = { .reader = reader };

	look_at(&leaves, object, 0);
	reader->mime->is_sealed = leaves.sealed;
	reader->mime->is_reaction = leaves.reaction;
	if (leaves.sealed || leaves.encrypted)
		reader->mime->unread = UNREAD_ENCRYPTED;
	else if (leaves.winmail)
		reader->mime->unread = UNREAD_WINMAIL;
	else if (leaves.other || (leaves.trimming && !leaves.text))
		reader->mime->unread = UNREAD_ATTACHED;
}

/* The texts that have a name, apart. */
static void
read_named(struct part_reader *reader, GMimeObject *object)
{
	const char *charset = reader->mime->charset;

	reader->named = true;
	str_init(&reader->text, reader->arena, 0);
	read_object(reader, object, 0);
	reader->mime->named = reader->text.data;
	if (reader->mime->text[strspn(reader->mime->text, BLANKS)] != '\0')
		reader->mime->charset = charset;
}

void
mime_read(struct mime *mime, struct arena *arena, const char *bytes, size_t length,
    const struct mime_labels *instead)
{
	struct part_reader reader = {
		.mime = mime, .arena = arena, .instead = instead, .budget = MIME_TEXT_MAX
	};
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
	mime->named = "";
	if (reader.has_named)
		read_named(&reader, object);
	find_unread(&reader, object);
	if (reader.inside != NULL)
		g_object_unref(reader.inside);
	if (object != NULL)
		g_object_unref(object);
	g_object_unref(parser);
	g_object_unref(stream);
}
