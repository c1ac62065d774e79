/* SPDX-License-Identifier: ISC */
/*
 * Tags of HTML, and what mail programs mean by them.
 *
 * Tolerant: reads what browsers read, in one pass.  Knows the names that mail
 * programs give to the containers of quotes and signatures; a name that is
 * missing here is caught by its text (quote.c) in most letters.
 */
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "mail/html.h"

/* "quote" stands in most of their names, "signature" in those of signatures. */
static const char *const quote_names[] = {
	"quote", "gmail_attr", "moz-cite-prefix", "moz-email-headers-table", "isreplycontent",
	"zmail_extra", "outlookmessageheader", "aolmsgpart", "aolreplacedbody", "replymessage",
	"mail-editor-reference-message", "original-content", "originalmessage", "hs_reply",
	"history_container", "xm_compose_origin",
};
static const char *const cut_names[] = {
	"divrplyfwdmsg", "appendonsend", "stopspelling", "replysplit", "x_divrplyfwdmsg",
	"spmailquote", "ms-outlook-mobile-reference-message", "mailmsgheader", "originbody",
	"_mailoriginal",
};
static const char *const drop_names[] = { "signature", "divneteasemailcard" };

#define SHORTEST_NAME	5	/* of the tables above */

/* Styles of what is not shown; a number goes on until something that is no
 * zero: "opacity:0.9" and "font-size:0.8em" can be read. */
static const char *const hidden_styles[] = {
	"display:none", "visibility:hidden", "mso-hide:all",
};
static const char *const hidden_zeros[] = {
	"font-size:0", "max-height:0", "opacity:0",
};

static const char *
skip_past(const char *at, const char *word)
{
	const char *found = strstr(at, word);

	return found != NULL ? found + strlen(word) : at + strlen(at);
}

static void
add_hint(char *out, size_t size, const char *value, size_t length, bool blanks)
{
	size_t n = strlen(out);

	for (size_t i = 0; i < length && n + 2 < size; i++) {
		if (blanks || !isspace((unsigned char)value[i]))
			out[n++] = (char)tolower((unsigned char)value[i]);
	}
	if (blanks && n + 1 < size)
		out[n++] = ' ';
	out[n] = '\0';
}

static void
keep_attribute(struct html_tag *tag, const char *name, size_t name_length, const char *value,
    size_t length)
{
	static const char *const kept[] = { "id", "class", "type", "name" };

	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
		if (name_length == strlen(kept[i]) && strncasecmp(name, kept[i], name_length) == 0)
			add_hint(tag->hints, sizeof tag->hints, value, length, true);
	}
	if (name_length == 6 && strncasecmp(name, "hidden", 6) == 0)
		tag->hidden = true;
	if (name_length == 5 && strncasecmp(name, "style", 5) == 0)
		add_hint(tag->style, sizeof tag->style, value, length, false);
}

/* One attribute; returns behind it. */
static const char *
read_attribute(const char *at, struct html_tag *tag)
{
	const char	*name = at, *value;
	size_t		 name_length = strcspn(at + 1, " \t\n\f/>=") + 1, length;
	char		 stop[2] = "";

	at += name_length;
	at += strspn(at, " \t\n\f");
	if (*at != '=') {
		keep_attribute(tag, name, name_length, "", 0);
		return at;
	}
	at++;
	at += strspn(at, " \t\n\f");
	if (*at == '"' || *at == '\'') {
		stop[0] = *at++;
		value = at;
		length = strcspn(at, stop);
		at += length + (at[length] != '\0');
	} else {
		value = at;
		length = strcspn(at, " \t\n\f>");
		at += length;
	}
	keep_attribute(tag, name, name_length, value, length);
	return at;
}

const char *
html_tag_read(const char *at, struct html_tag *tag)
{
	size_t n = 0;

	tag->name[0] = tag->hints[0] = tag->style[0] = '\0';
	tag->closing = tag->hidden = false;
	at++;
	if (strncmp(at, "!--", 3) == 0)
		return skip_past(at + 1, "-->");
	if (*at == '!' || *at == '?')
		return skip_past(at, ">");
	tag->closing = *at == '/';
	at += tag->closing;
	if (!isalpha((unsigned char)*at))
		return NULL;
	for (; *at != '\0' && strchr(" \t\n\f/>", *at) == NULL; at++) {
		if (n + 1 < sizeof tag->name)
			tag->name[n++] = (char)tolower((unsigned char)*at);
	}
	tag->name[n] = '\0';
	for (;;) {
		at += strspn(at, " \t\n\f/");
		if (*at == '\0')
			return at;
		if (*at == '>')
			return at + 1;
		at = read_attribute(at, tag);
	}
}

static bool
has_any(const char *hints, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strstr(hints, names[i]) != NULL)
			return true;
	}
	return false;
}

#define HAS_ANY(hints, names) has_any((hints), (names), sizeof(names) / sizeof *(names))

/* Outlook draws a line above the header block of the letter it quotes. */
static bool
is_outlook_line(const char *style)
{
	return strstr(style, "border-top:solid#") != NULL && strstr(style, "padding:3.0pt0") != NULL;
}

/* A line along the left side: how many programs draw a quote. */
static bool
is_barred(const char *style)
{
	const char *bar = strstr(style, "border-left:");

	if (bar == NULL)
		return false;
	bar += strlen("border-left:");
	return *bar != '0' && strncmp(bar, "none", 4) != 0 && strncmp(bar, "medium", 6) != 0;
}

static bool
is_hidden(const char *style)
{
	if (HAS_ANY(style, hidden_styles))
		return true;
	for (size_t i = 0; i < sizeof hidden_zeros / sizeof *hidden_zeros; i++) {
		const char *found = strstr(style, hidden_zeros[i]);

		if (found == NULL)
			continue;
		found += strlen(hidden_zeros[i]);
		if (found[strspn(found, ".0")] < '1' || found[strspn(found, ".0")] > '9')
			return true;
	}
	return false;
}

enum html_hint
html_tag_hint(const struct html_tag *tag)
{
	/* "details" are folded away until somebody asks for them. */
	if (str_equal(tag->name, "blockquote") || str_equal(tag->name, "details"))
		return HINT_QUOTE;
	if (strlen(tag->hints) >= SHORTEST_NAME) {
		if (HAS_ANY(tag->hints, cut_names))
			return HINT_CUT;
		if (HAS_ANY(tag->hints, quote_names))
			return HINT_QUOTE;
		if (HAS_ANY(tag->hints, drop_names))
			return HINT_DROP;
	}
	if (tag->hidden || is_hidden(tag->style))
		return HINT_DROP;
	if (is_outlook_line(tag->style))
		return HINT_CUT;
	return is_barred(tag->style) ? HINT_QUOTE : HINT_NONE;
}
