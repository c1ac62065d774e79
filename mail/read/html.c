/* SPDX-License-Identifier: ISC */
/*
 * HTML to lines, streaming: one pass, no tree.
 *
 * Quote containers become lines that begin with "> ", a mark below which all
 * text is old becomes a line of dashes with words, signatures and hidden
 * text vanish; cutting is left to quote.c.  Does not follow links, does not
 * draw tables.
 */
#include "mail/read/html.h"

#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/read/mime.h"

#define CONTAINERS_MAX 64

/* An open container: closed by the end tag that leaves `inner` below zero. */
struct container {
	char name[TAG_NAME_SIZE];
	int inner;
	enum html_hint hint;
	bool gmail;
};

struct html {
	struct str out;
	struct container stack[CONTAINERS_MAX];
	int depth;
	int quotes, drops, pres; /* containers open, by what their hint says */
	bool line_empty, space;  /* space: a blank is due before the next word */
	bool pre;                /* within <pre> */
};

static void
begin_line(struct html *html)
{
	if (html->line_empty && html->quotes > 0)
		str_add(&html->out, "> ");
	html->line_empty = false;
}

static void
end_line(struct html *html)
{
	if (!html->line_empty)
		str_addc(&html->out, '\n');
	html->line_empty = true;
	html->space = false;
}

static void
break_line(struct html *html)
{
	if (html->drops > 0)
		return;
	begin_line(html);
	end_line(html);
}

static void
add_run(struct html *html, const char *bytes, size_t length)
{
	if (html->drops > 0 || length == 0)
		return;
	if (html->space && !html->line_empty)
		str_addc(&html->out, ' ');
	html->space = false;
	begin_line(html);
	str_addn(&html->out, bytes, length);
}

static void
add_space(struct html *html, char c)
{
	if (!html->pre && html->pres == 0)
		html->space = true;
	else if (c == '\n')
		break_line(html);
	else
		add_run(html, " ", 1);
}

/* Closes container number i and what was left open inside. */
static void
close_container(struct html *html, int i)
{
	bool quoted = html->quotes > 0;
	bool gmail = html->stack[i].gmail && str_equal(html->stack[i].name, "blockquote");
	struct container *div = i > 0 ? &html->stack[i - 1] : NULL; /* the one around it */

	if (quoted)
		end_line(html);
	for (; html->depth > i; html->depth--) {
		html->quotes -= html->stack[html->depth - 1].hint == HINT_QUOTE;
		html->drops -= html->stack[html->depth - 1].hint == HINT_DROP;
		html->pres -= html->stack[html->depth - 1].hint == HINT_PRE;
	}
	/* Gmail's <div class="gmail_quote"> holds the quote, in a blockquote of its own,
	 * and after that what was typed below it. */
	if (gmail && div != NULL && div->gmail && div->hint == HINT_QUOTE && div->inner == 0 &&
	    str_equal(div->name, "div")) {
		div->hint = HINT_NONE;
		html->quotes--;
	}
	/* Sets what follows a quote apart from its last line. */
	if (quoted && html->quotes == 0)
		str_addc(&html->out, '\n');
}

/* Counts a tag within the innermost container of its name; may close it. */
static void
count_tag(struct html *html, const struct html_tag *tag)
{
	int i = html->depth - 1;

	while (i >= 0 && !str_equal(html->stack[i].name, tag->name))
		i--;
	if (i < 0)
		return;
	if (!tag->closing)
		html->stack[i].inner++;
	else if (html->stack[i].inner-- == 0)
		close_container(html, i);
}

static void
open_container(struct html *html, const struct html_tag *tag, enum html_hint hint)
{
	struct container *container;

	/* What stands before it in the line is not quoted. */
	if (hint == HINT_QUOTE && html->drops == 0)
		end_line(html);
	/* Nested deeper: one more of what is open already. */
	if (html->depth == CONTAINERS_MAX) {
		count_tag(html, tag);
		return;
	}
	container = &html->stack[html->depth++];
	str_copy(container->name, sizeof container->name, tag->name);
	container->inner = 0;
	container->hint = hint;
	container->gmail = strstr(tag->hints, "gmail_quote") != NULL;
	html->quotes += hint == HINT_QUOTE;
	html->drops += hint == HINT_DROP;
	html->pres += hint == HINT_PRE;
}

static void
add_line(struct html *html, const char *text)
{
	size_t n = strlen(text) + 1;

	if (html->drops > 0)
		return;
	end_line(html);
	/* A second such line below the first says nothing new. */
	if (html->out.length > n &&
	    strncmp(html->out.data + html->out.length - n, text, n - 1) == 0)
		return;
	add_run(html, text, n - 1);
	end_line(html);
}

static void
lay_out(struct html *html, const struct html_tag *tag)
{
	if ((tag->kinds & TAG_BREAK) != 0)
		break_line(html);
	else if ((tag->kinds & TAG_RULE) != 0)
		add_line(html, "----------");
	else if ((tag->kinds & TAG_CELL) != 0)
		html->space = true;
	else if ((tag->kinds & TAG_PRE) != 0)
		html->pre = !tag->closing;
	else if ((tag->kinds & TAG_PARAGRAPH) != 0 && tag->closing && html->drops == 0)
		str_addc(&html->out, '\n');
}

/* Blocks begin and end lines. */
static void
take_block(struct html *html, bool closing)
{
	const struct container *top = html->depth > 0 ? &html->stack[html->depth - 1] : NULL;

	/* A paragraph ends where the next block begins, too: what is not shown must not
	 * swallow the rest. */
	if (!closing && top != NULL && top->hint == HINT_DROP && str_equal(top->name, "p"))
		close_container(html, html->depth - 1);
	if (html->drops == 0)
		end_line(html);
}

static const char *
read_markup(struct html *html, const char *at)
{
	struct html_tag tag;
	const char *next = html_tag_read(at, &tag);
	enum html_hint hint;
	char close[TAG_NAME_SIZE + 3];

	if (next == NULL) {
		add_run(html, at, 1);
		return at + 1;
	}
	if (tag.name[0] == '\0')
		return next;
	hint = tag.closing ? HINT_NONE : html_tag_hint(&tag);
	if ((tag.kinds & TAG_BLOCK) != 0)
		take_block(html, tag.closing);
	if (hint == HINT_CUT)
		add_line(html, "-----Original Message-----");
	if ((tag.kinds & TAG_HOLDER) != 0) {
		if (hint == HINT_NONE || hint == HINT_CUT)
			count_tag(html, &tag);
		else
			open_container(html, &tag, hint);
	}
	lay_out(html, &tag);
	if (tag.closing || (tag.kinds & TAG_RAW) == 0)
		return next;
	str_format(close, sizeof close, "</%s", tag.name);
	at = str_find_nocase(next, close);
	return at != NULL ? at : next + strlen(next);
}

char *
html_lines(struct arena *arena, const char *text)
{
	struct html html = { .line_empty = true };

	/* Marks of quotes can be longer than the tags that set them. */
	str_init(&html.out, arena, MIME_TEXT_MAX);
	while (*text != '\0' && !html.out.full) {
		size_t run = strcspn(text, "<& \t\n\r\f");

		add_run(&html, text, run);
		text += run;
		if (*text == '<')
			text = read_markup(&html, text);
		else if (*text == '&') {
			const char *next = text + 1;
			uint32_t c = html_entity(text, &next);
			char bytes[4];

			if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
				add_space(&html, ' ');
			else if (c == 0)
				add_run(&html, "&", 1);
			else
				add_run(&html, bytes, utf8_encode(c, bytes));
			text = next;
		} else if (*text != '\0')
			add_space(&html, *text++);
	}
	end_line(&html);
	return html.out.data;
}
