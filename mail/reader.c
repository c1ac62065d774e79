/* SPDX-License-Identifier: ISC */
/*
 * A stranger's bytes to a struct letter: the order of the steps.
 *
 * The header is read, the body bounded and read, then the letter judged.  Memory and time
 * are linear in the policy's size limit; a larger letter is read by its header
 * alone.  The steps themselves are elsewhere.
 */
#include "mail/reader.h"

#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "mail/guard/guard.h"
#include "mail/head.h"
#include "mail/quote/litter.h"
#include "mail/quote/quote.h"
#include "mail/read/charset.h"
#include "mail/read/frame.h"
#include "mail/read/html.h"
#include "mail/read/mime.h"
#include "mail/read/subject.h"

void
reader_setup(void)
{
	mime_setup();
}

#define BLANKS     " \t\n"
#define OTHERS_MAX (32 * 1024) /* bytes of a text of which there are other readings */
#define PGP_BEGINS "-----BEGIN PGP MESSAGE-----" /* all of such a text is encrypted */

static void
read_words(struct letter *letter, struct arena *arena, const struct head *head)
{
	const char *type = headers_get(&head->headers, "Content-Type"), *label;
	const char *subject = headers_get(&head->headers, "Subject");
	bool was_answer = false;

	/* The charset of 8-bit header bytes is most likely the body's. */
	label = type != NULL ? charset_label(arena, type) : NULL;
	letter->from_name = charset_decode_words(arena, head->from_name, label);
	letter->subject = subject != NULL ? charset_decode_words(arena, subject, label) : "";
	subject_strip(arena, letter->subject, &was_answer);
	letter->is_answer |= was_answer;
}

/* Is the first thing below the new text encrypted?  Its mark ends a text as those of quotes do. */
static bool
is_pgp_below(const struct letter *letter)
{
	const char *whole = letter->whole + strspn(letter->whole, BLANKS);
	const char *text = letter->text + strspn(letter->text, BLANKS);
	size_t length = strlen(text);

	while (length > 0 && strchr(BLANKS, text[length - 1]) != NULL)
		length--;
	if (strncmp(whole, text, length) != 0)
		return false;
	whole += length;
	return str_starts_nocase(whole + strspn(whole, BLANKS), PGP_BEGINS);
}

static bool
is_blank(const char *text)
{
	return text[strspn(text, BLANKS)] == '\0';
}

/* The new text, of parts with a name where no other has words. */
static void
read_text(struct letter *letter, struct arena *arena, const struct mime *mime)
{
	const char *texts[] = { mime->text, mime->named };
	const char *name = arena_printf(
	    arena, "%s %s", letter->from_name, letter->from != NULL ? letter->from : "");
	bool is_pgp;

	for (size_t i = 0; i < 2 && is_blank(letter->text) && is_blank(letter->more); i++) {
		if (i > 0 && *texts[i] == '\0')
			continue;
		letter->whole = utf8_clean(arena, texts[i], strlen(texts[i]), true);
		letter->text = quote_cut(arena, letter->whole);
		letter->more = quote_more(arena, letter->whole, name, &letter->left);
	}
	is_pgp = is_pgp_below(letter);
	letter->text = litter_drop(arena, letter->text);
	letter->more = litter_drop(arena, letter->more);
	letter->left = litter_drop(arena, letter->left);
	letter->is_sealed = mime->is_sealed || is_pgp;
	if (*letter->text == '\0')
		letter->unread = is_pgp   ? UNREAD_ENCRYPTED :
		    *letter->more == '\0' ? mime->unread :
					    UNREAD_NONE;
}

static const char *
new_text(struct arena *arena, const char *whole)
{
	return litter_drop(arena, quote_cut(arena, utf8_clean(arena, whole, strlen(whole), true)));
}

/* Adds a text, not yet cut, to the others unless it is one of them, or empty. */
static void
add_other(struct letter *letter, struct arena *arena, const char *whole)
{
	const char *text;
	int i = 0;

	if (whole == NULL)
		return;
	text = new_text(arena, whole);
	while (i < LETTER_OTHERS_MAX && letter->others[i] != NULL &&
	    strcmp(letter->others[i], text) != 0)
		i++;
	if (i < LETTER_OTHERS_MAX && letter->others[i] == NULL &&
	    text[strspn(text, BLANKS)] != '\0' && strcmp(letter->text, text) != 0)
		letter->others[i] = text;
}

/* The text of all parts; of those with a name where no other has words. */
static const char *
words_of(const struct mime *mime)
{
	return is_blank(mime->text) ? mime->named : mime->text;
}

/* The readings of a text whose label may be wrong. */
static void
read_others(struct letter *letter, struct arena *arena, const struct mime *mime,
    const char *content, size_t length)
{
	static const char *const charsets[] = { "gb18030", "big5" };
	const char *text = words_of(mime);

	if (strlen(text) > OTHERS_MAX)
		return;
	if (strchr(letter->text, '&') != NULL)
		add_other(letter, arena, html_entities(arena, text));
	if (utf8_is_ascii(letter->text))
		return;
	add_other(letter, arena, charset_undo(arena, text));
	/* What reads as UTF-8 is nothing else. */
	for (size_t i = 0;
	     i < sizeof charsets / sizeof *charsets && strcmp(mime->charset, "utf-8") != 0; i++) {
		const struct mime_labels labels = { .charset = charsets[i] };
		struct mime other;

		mime_read(&other, arena, content, length, &labels);
		add_other(letter, arena, words_of(&other));
	}
}

/* The text before its lines were joined. */
static void
read_lines(struct letter *letter, struct arena *arena, const char *content, size_t length)
{
	static const struct mime_labels labels = { .is_fixed = true };
	struct mime fixed;

	mime_read(&fixed, arena, content, length, &labels);
	letter->lines = new_text(arena, words_of(&fixed));
}

/* False when the body has more parts or fields than are read. */
static bool
read_body(struct letter *letter, struct arena *arena, struct mime *mime, const struct head *head)
{
	static const char *const names[] = { "Content-Type", "Content-Transfer-Encoding",
		"Content-Disposition" };
	static const struct mime_labels as_written = { NULL, false };
	struct str fields;
	size_t length;
	char *content;

	/* GMime is given the fields that tell how to read the body, and the body.  They are
	 * written over the header, which holds these fields and is read already: a blank
	 * after each colon, the empty line and a type made here are all that can be new. */
	str_init(&fields, arena, 64 * 1024);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = headers_get(&head->headers, names[i]);

		if (i == 0)
			value = frame_type(arena, value, head->bytes + head->headers.body);
		/* "Content-Type: text", from before MIME, is plain (RFC 2045, 5.2). */
		if (value != NULL && (i > 0 || strpbrk(value, "/=") != NULL))
			str_addf(&fields, "%s: %s\n", names[i], value);
	}
	str_add(&fields, "\n");
	content = head->bytes + head->headers.body - fields.length;
	memcpy(content, fields.data, fields.length);
	length = (size_t)(head->bytes + head->length - content);
	if (!mime_bound(content, &length))
		return false;
	mime_read(mime, arena, content, length, &as_written);
	letter->charset = mime->charset;
	letter->has_html = mime->has_html;
	read_text(letter, arena, mime);
	read_others(letter, arena, mime, content, length);
	if (mime->has_joints && strlen(words_of(mime)) <= OTHERS_MAX)
		read_lines(letter, arena, content, length);
	return true;
}

static void
read_rest(struct letter *letter, struct arena *arena, struct head *head)
{
	struct mime mime = { .text = "", .charset = "us-ascii" };

	read_words(letter, arena, head);
	if (letter->kind != LETTER_UNREADABLE && !letter->too_large &&
	    !read_body(letter, arena, &mime, head) && letter->kind != LETTER_LOOP) {
		letter->kind = LETTER_UNREADABLE;
		letter->kind_reason = "too many parts or fields";
	}
	letter->is_reaction = mime.is_reaction || wording_is_reaction(arena, letter->text);
	letter->is_recall = wording_is_recall(arena, letter->subject, letter->text);
	guard_judge(letter, arena, &head->headers, &mime);
}

void
reader_read(struct letter *letter, struct arena *arena, const char *bytes, size_t length,
    const struct letter_policy *policy)
{
	struct head head;

	head_split(&head, letter, arena, bytes, length, policy);
	head_digest(letter, &head);
	read_rest(letter, arena, &head);
	head_digest_text(letter, arena);
}

void
reader_read_apart(struct letter *letter, struct arena *arena, const char *bytes, size_t length,
    const struct letter_policy *policy)
{
	struct head head;

	head_split(&head, letter, arena, bytes, length, policy);
	read_rest(letter, arena, &head);
}
