/* SPDX-License-Identifier: ISC */
/*
 * HTML to lines, streaming: no tree, one pass, and before it one that gathers what <style>
 * says, where there is any.
 *
 * Quote containers become lines that begin with "> ", a mark below which all text is old
 * becomes a line of dashes with words; signatures and what cannot be seen vanish; cutting is
 * left to quote.c.  Does not follow links, does not draw tables.
 *
 * Only elements that change something are kept while they are open.  Within what is hidden
 * all are, so that broken markup ends it where it does in a browser.
 */
#include "mail/read/html.h"

#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/read/css.h"
#include "mail/read/mime.h"

#define CONTAINERS_MAX 128
#define STYLE_BYTES    4096 /* of one attribute; with more, what it is in is hidden */

/* An open container: closed by the end tag that leaves `inner` below zero. */
struct container {
	char name[TAG_NAME_SIZE];
	unsigned kinds;
	int inner;
	enum html_hint hint;
	bool gmail;
	struct html_look before; /* around it */
};

struct html {
	struct str out;
	struct container stack[CONTAINERS_MAX];
	int depth;
	int open[HINTS];         /* containers, by what their hint says */
	bool line_empty, space;  /* space: a blank is due before the next word */
	bool pre;                /* within <pre> */
	struct html_look look;   /* where the reader is */
	struct css_sheet *sheet; /* NULL: none */
	char value[STYLE_BYTES], plain[STYLE_BYTES];
};

static bool
is_seen(const struct html *html)
{
	return html->open[HINT_DROP] == 0 && html->look.seen;
}

static void
begin_line(struct html *html)
{
	if (html->line_empty && html->open[HINT_QUOTE] > 0)
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
	if (html->open[HINT_DROP] > 0)
		return;
	begin_line(html);
	end_line(html);
}

static void
add_run(struct html *html, const char *bytes, size_t length)
{
	if (!is_seen(html) || length == 0)
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
	if (!html->pre && html->open[HINT_PRE] == 0)
		html->space = true;
	else if (c == '\n')
		break_line(html);
	else
		add_run(html, " ", 1);
}

/* Takes container number i and what was left open inside off the stack; hidden <b> and the
 * like go on in the next block, as in a browser. */
static void
unstack(struct html *html, int i)
{
	bool keeps = (html->stack[i].kinds & (TAG_SCOPE | TAG_FORMAT)) == 0;
	int kept = i;

	html->look = html->stack[i].before;
	for (int j = i; j < html->depth; j++) {
		struct container *open = &html->stack[j];

		if (j > i && keeps && open->hint == HINT_DROP && (open->kinds & TAG_FORMAT) != 0) {
			html->stack[kept] = *open;
			html->stack[kept++].before = html->look;
		} else {
			html->open[open->hint]--;
		}
	}
	html->depth = kept;
}

/* Closes container number i and what was left open inside. */
static void
close_container(struct html *html, int i)
{
	bool quoted = html->open[HINT_QUOTE] > 0;
	bool gmail = html->stack[i].gmail && (html->stack[i].kinds & TAG_QUOTE) != 0;
	struct container *div = i > 0 ? &html->stack[i - 1] : NULL; /* the one around it */

	if (quoted)
		end_line(html);
	unstack(html, i);
	/* Gmail's <div class="gmail_quote"> holds the quote, in a blockquote of its own,
	 * and after that what was typed below it. */
	if (gmail && div != NULL && div->gmail && div->hint == HINT_QUOTE && div->inner == 0 &&
	    str_equal(div->name, "div")) {
		div->hint = HINT_NONE;
		html->open[HINT_QUOTE]--;
	}
	/* Sets what follows a quote apart from its last line. */
	if (quoted && html->open[HINT_QUOTE] == 0)
		str_addc(&html->out, '\n');
}

/* The innermost container of the tag's name; -1: there is none, or none that this end tag can
 * close: those of tables close only what is within the table, </span> only what is within its
 * block. */
static int
find_container(const struct html *html, const struct html_tag *tag)
{
	for (int i = html->depth - 1; i >= 0; i--) {
		unsigned kinds = html->stack[i].kinds;

		if (memcmp(html->stack[i].name, tag->name, TAG_NAME_SIZE) == 0)
			return i;
		if (!tag->closing)
			continue;
		if ((kinds & TAG_CELL) != 0 ? (tag->kinds & (TAG_ITEM | TAG_SCOPE)) == 0 :
					      (kinds & TAG_SCOPE) != 0)
			return -1;
		if ((kinds & TAG_BLOCK) != 0 &&
		    (tag->kinds & (TAG_BLOCK | TAG_FORMAT | TAG_CELL | TAG_UNSEEN)) == 0)
			return -1;
	}
	return -1;
}

/* Counts a tag within the innermost container of its name; may close it. */
static void
count_tag(struct html *html, const struct html_tag *tag)
{
	int i = find_container(html, tag);

	if (i < 0)
		return;
	if (!tag->closing)
		html->stack[i].inner++;
	else if (html->stack[i].inner-- == 0)
		close_container(html, i);
}

static void
open_container(struct html *html, const struct html_tag *tag, enum html_hint hint,
    const struct html_look *look)
{
	struct container *container;

	/* What stands before it in the line is not quoted. */
	if (hint == HINT_QUOTE && html->open[HINT_DROP] == 0)
		end_line(html);
	/* Nested deeper: one more of what is open already; what hides, hides the rest. */
	if (html->depth == CONTAINERS_MAX) {
		if (hint == HINT_DROP || !look->seen)
			html->open[HINT_DROP]++;
		count_tag(html, tag);
		return;
	}
	container = &html->stack[html->depth++];
	*container = (struct container){ .kinds = tag->kinds,
		.hint = hint,
		.gmail = strstr(tag->hints, "gmail_quote") != NULL,
		.before = html->look };
	memcpy(container->name, tag->name, sizeof container->name);
	html->look = *look;
	html->open[hint]++;
}

static void
add_line(struct html *html, const char *text)
{
	size_t n = strlen(text) + 1;

	if (html->open[HINT_DROP] > 0)
		return;
	end_line(html);
	/* A second such line below the first says nothing new. */
	if (html->out.length > n &&
	    strncmp(html->out.data + html->out.length - n, text, n - 1) == 0)
		return;
	begin_line(html);
	str_addn(&html->out, text, n - 1);
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
	else if ((tag->kinds & TAG_PARAGRAPH) != 0 && tag->closing && html->open[HINT_DROP] == 0)
		str_addc(&html->out, '\n');
}

/* Does an element end because another one begins: <p> by a block, <li> by <li>? */
static bool
is_ended(const struct container *open, const struct html_tag *tag)
{
	if ((open->kinds & TAG_PARAGRAPH) != 0)
		return (tag->kinds & TAG_BLOCK) != 0 && !str_equal(tag->name, "table");
	if ((tag->kinds & TAG_ITEM) == 0 || (open->kinds & TAG_ITEM) == 0)
		return false;
	return str_equal(open->name, tag->name) ||
	    ((open->kinds & TAG_CELL) != 0 &&
		((tag->kinds & TAG_CELL) != 0 || str_equal(tag->name, "tr")));
}

/* Closes what the beginning of an element ends. */
static void
end_others(struct html *html, const struct html_tag *tag)
{
	for (int i = html->depth - 1; i >= 0; i--) {
		const struct container *open = &html->stack[i];

		if (is_ended(open, tag))
			close_container(html, i);
		else if ((open->kinds & (TAG_SCOPE | TAG_LIST)) != 0 ||
		    ((open->kinds & TAG_BLOCK) != 0 && (open->kinds & TAG_ITEM) == 0))
			return;
	}
}

/* The plain style attribute is left in html->plain, without blanks; true: it is too long. */
static bool
apply_inline(struct html *html, const struct html_tag *tag, struct css_style *style)
{
	size_t length = 0, n;
	char *out = html->plain;

	if (!html_value_copy(tag->attributes[HTML_STYLE], html->value, sizeof html->value, &length))
		return true;
	n = css_plain(html->value, length, html->plain);
	css_declare(style, html->plain, n, CSS_INLINE);
	for (size_t i = 0; i < n; i++) {
		if (html->plain[i] != ' ')
			*out++ = html->plain[i];
	}
	*out = '\0';
	return false;
}

/* What an element means, and how it looks. */
static enum html_hint
judge(struct html *html, const struct html_tag *tag, struct html_look *look)
{
	struct span classes = tag->attributes[HTML_CLASS];
	struct css_style style = { .value = { 0 } };
	bool hidden = false;
	size_t length;

	*look = html->look;
	html->plain[0] = html->value[0] = '\0';
	if (tag->plain && html->sheet == NULL)
		return html_tag_hint(tag, "");
	html_look_attributes(tag, &style);
	if (html->sheet != NULL) {
		hidden = classes.at != NULL &&
		    !html_value_copy(classes, html->value, sizeof html->value, &length);
		css_sheet_apply(html->sheet, tag->name, html->value, &style);
	}
	if (tag->attributes[HTML_STYLE].at != NULL)
		hidden |= apply_inline(html, tag, &style);
	hidden |= html_look_change(look, &style);
	return hidden ? HINT_DROP : html_tag_hint(tag, html->plain);
}

/* <html>, <body>: around all, also what stands before and after. */
static void
take_root(struct html *html, const struct html_tag *tag)
{
	enum html_hint hint;
	struct html_look look;

	if (tag->closing)
		return;
	hint = judge(html, tag, &look);
	if (html->depth == 0)
		html->look = look;
	if (hint != HINT_DROP)
		return;
	/* The whole page: also what was read already. */
	str_truncate(&html->out, 0);
	html->open[HINT_DROP]++;
}

/* Blocks begin and end lines. */
static void
take_block(struct html *html, const struct html_tag *tag)
{
	if ((tag->kinds & TAG_BLOCK) != 0 && html->open[HINT_DROP] == 0)
		end_line(html);
}

/* Is an element to be kept while it is open? */
static bool
is_kept(const struct html *html, const struct html_tag *tag, enum html_hint hint,
    const struct html_look *look)
{
	if (hint == HINT_QUOTE || hint == HINT_DROP || hint == HINT_PRE)
		return true;
	return !is_seen(html) || memcmp(look, &html->look, sizeof *look) != 0 ||
	    (html->depth > 0 && (tag->kinds & (TAG_SCOPE | TAG_LIST)) != 0);
}

/* An element begins. */
static void
take_element(struct html *html, const struct html_tag *tag)
{
	bool item = (tag->kinds & (TAG_BLOCK | TAG_ITEM)) != 0;
	struct html_look look;
	enum html_hint hint;

	if (item && html->depth > 0)
		end_others(html, tag);
	hint = judge(html, tag, &look);
	take_block(html, tag);
	if (hint == HINT_CUT)
		add_line(html, "-----Original Message-----");
	if ((tag->kinds & TAG_VOID) != 0) {
		if (hint == HINT_DROP)
			return;
	} else if (is_kept(html, tag, hint, &look)) {
		open_container(html, tag, hint, &look);
	} else {
		count_tag(html, tag);
	}
	lay_out(html, tag);
}

/* The end of what is no HTML, "</style" and the like. */
static const char *
raw_end(const char *at, const struct html_tag *tag)
{
	size_t length = strlen(tag->name);

	while ((at = strchrnul(at, '<')) != NULL && *at != '\0') {
		if (at[1] == '/' && str_starts_nocase(at + 2, tag->name) &&
		    strchr(" \t\n\f\r/>", at[2 + length]) != NULL)
			break;
		at++;
	}
	return at;
}

static const char *
read_markup(struct html *html, const char *at)
{
	struct html_tag tag;
	const char *next = html_tag_read(at, &tag);

	if (next == NULL) {
		add_run(html, at, 1);
		return at + 1;
	}
	if (tag.name[0] == '\0')
		return next;
	if ((tag.kinds & TAG_RAW) != 0) {
		take_block(html, &tag);
		return tag.closing ? next : raw_end(next, &tag);
	}
	if ((tag.kinds & TAG_ROOT) != 0) {
		take_block(html, &tag);
		take_root(html, &tag);
	} else if (tag.closing) {
		take_block(html, &tag);
		count_tag(html, &tag);
		lay_out(html, &tag);
	} else if (!tag.empty || (!str_equal(tag.name, "svg") && !str_equal(tag.name, "math"))) {
		take_element(html, &tag);
	}
	return next;
}

/* Gathers what stands in <style>; NULL: there is none. */
static struct css_sheet *
read_sheet(struct arena *arena, const char *at)
{
	struct css_sheet *sheet = NULL;

	while ((at = strchr(at, '<')) != NULL) {
		struct html_tag tag;
		const char *next = html_tag_read(at, &tag);
		struct span media;

		at = next != NULL ? next : at + 1;
		if (next == NULL || (tag.kinds & TAG_RAW) == 0 || tag.closing)
			continue;
		next = raw_end(at, &tag);
		media = tag.attributes[HTML_MEDIA];
		/* What is for paper or small screens is not seen. */
		if (str_equal(tag.name, "style") &&
		    (media.length == 0 || span_is(media, "screen") || span_is(media, "all")))
			sheet = css_sheet_add(sheet, arena, at, (size_t)(next - at));
		at = next;
	}
	return sheet;
}

char *
html_lines(struct arena *arena, const char *text)
{
	/* Of each of many parts only the lines are kept. */
	struct arena *scratch = arena_new();
	struct html *html = arena_alloc(scratch, sizeof *html);
	char *lines;

	html->line_empty = true;
	html->look = html_look_page;
	/* Marks of quotes can be longer than the tags that set them. */
	str_init(&html->out, arena, MIME_TEXT_MAX);
	if (str_find_nocase(text, "<style") != NULL)
		html->sheet = read_sheet(scratch, text);
	while (*text != '\0' && !html->out.full) {
		size_t run = strcspn(text, "<& \t\n\r\f");

		add_run(html, text, run);
		text += run;
		if (*text == '<')
			text = read_markup(html, text);
		else if (*text == '&') {
			const char *next = text + 1;
			uint32_t c = html_entity(text, &next);
			char bytes[4];

			if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
				add_space(html, ' ');
			else if (c == 0)
				add_run(html, "&", 1);
			else
				add_run(html, bytes, utf8_encode(c, bytes));
			text = next;
		} else if (*text != '\0')
			add_space(html, *text++);
	}
	end_line(html);
	/* Of what cannot be judged nothing counts. */
	lines = html->sheet != NULL && css_sheet_is_full(html->sheet) ? arena_strdup(arena, "") :
									html->out.data;
	arena_free(scratch);
	return lines;
}
