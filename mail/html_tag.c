/* SPDX-License-Identifier: ISC */
/*
 * Tags of HTML, and what mail programs mean by them.
 *
 * Tolerant: reads what browsers read, in one pass.  Knows the names that mail
 * programs give to the containers of quotes and signatures; a name that is
 * missing here is caught by its text (quote.c) in most letters.
 */
#include <ctype.h>
#include <stdlib.h>
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

/* By name. */
static const struct element {
	const char	*name;
	unsigned	 kinds;
} elements[] = {
	{ "address", TAG_BLOCK }, { "article", TAG_BLOCK | TAG_HOLDER },
	{ "aside", TAG_BLOCK | TAG_HOLDER }, { "blockquote", TAG_BLOCK | TAG_HOLDER },
	{ "body", TAG_BLOCK }, { "button", TAG_RAW }, { "center", TAG_BLOCK },
	{ "dd", TAG_BLOCK }, { "details", TAG_BLOCK | TAG_HOLDER },
	{ "div", TAG_BLOCK | TAG_HOLDER }, { "dl", TAG_BLOCK }, { "dt", TAG_BLOCK },
	{ "fieldset", TAG_BLOCK }, { "footer", TAG_BLOCK }, { "form", TAG_BLOCK },
	{ "h1", TAG_BLOCK }, { "h2", TAG_BLOCK }, { "h3", TAG_BLOCK }, { "h4", TAG_BLOCK },
	{ "h5", TAG_BLOCK }, { "h6", TAG_BLOCK }, { "header", TAG_BLOCK },
	{ "html", TAG_BLOCK }, { "iframe", TAG_RAW }, { "li", TAG_BLOCK },
	{ "noembed", TAG_RAW }, { "noscript", TAG_RAW }, { "object", TAG_RAW },
	{ "ol", TAG_BLOCK }, { "p", TAG_BLOCK }, { "pre", TAG_BLOCK }, { "script", TAG_RAW },
	{ "section", TAG_BLOCK | TAG_HOLDER }, { "select", TAG_RAW }, { "span", TAG_HOLDER },
	{ "style", TAG_RAW }, { "summary", TAG_BLOCK }, { "svg", TAG_RAW },
	{ "table", TAG_BLOCK | TAG_HOLDER }, { "tbody", TAG_BLOCK }, { "td", TAG_HOLDER },
	{ "template", TAG_RAW }, { "textarea", TAG_RAW }, { "thead", TAG_BLOCK },
	{ "title", TAG_BLOCK | TAG_RAW }, { "tr", TAG_BLOCK }, { "ul", TAG_BLOCK },
	{ "xml", TAG_RAW }, { "xmp", TAG_RAW },
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

static int
compare_names(const void *name, const void *element)
{
	return strcmp(name, ((const struct element *)element)->name);
}

static unsigned
kinds_of(const char *name)
{
	const struct element *found = bsearch(name, elements, sizeof elements / sizeof *elements,
	    sizeof *elements, compare_names);

	return found != NULL ? found->kinds : 0;
}

const char *
html_tag_read(const char *at, struct html_tag *tag)
{
	size_t n = 0;

	tag->kinds = 0;
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
	for (size_t end = strcspn(at, " \t\n\f/>"); end > 0; end--, at++) {
		if (n + 1 < sizeof tag->name)
			tag->name[n++] = (char)tolower((unsigned char)*at);
	}
	tag->name[n] = '\0';
	tag->kinds = kinds_of(tag->name);
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

static enum html_hint
style_hint(const char *style)
{
	if (is_hidden(style))
		return HINT_DROP;
	if (is_outlook_line(style))
		return HINT_CUT;
	return is_barred(style) ? HINT_QUOTE : HINT_NONE;
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
	if (tag->hidden)
		return HINT_DROP;
	return *tag->style != '\0' ? style_hint(tag->style) : HINT_NONE;
}
