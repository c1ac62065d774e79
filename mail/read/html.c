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
#define JUDGED         16   /* names of elements, by their hashes */
#define AT_ONCE        16   /* containers compared at once; a divisor of CONTAINERS_MAX */

/* An open container: closed by the end tag that leaves `inner` below zero. */
struct container {
	unsigned kinds;
	int inner;
	enum html_hint hint;
	bool gmail;
	struct html_look before; /* around it */
	uint64_t marks_before;
	/* The innermost container, this one or one around it, of each of these; -1: none. */
	int8_t scope, cell, block, ended;
};

/* What was found of an element without attributes. */
struct judged {
	uint32_t hash;
	bool hidden;
	uint64_t around, marks;
	long work; /* that it took (css_sheet_work) */
	struct html_look before, look;
};

struct html {
	struct str out;
	struct container stack[CONTAINERS_MAX];
	uint32_t hashes[CONTAINERS_MAX]; /* of their names; beyond depth old ones, or 0 */
	int depth;
	int quotes, drops, pres;    /* containers open, by what their hint says */
	bool line_empty, space;     /* space: a blank is due before the next word */
	bool pre;                   /* within <pre> */
	struct html_look look;      /* where the reader is */
	struct css_sheet *sheet;    /* NULL: none */
	uint64_t marks;             /* of the elements around (css_sheet_marks) */
	struct css_element element; /* that of the tag at hand */
	struct judged judged[JUDGED];
	char value[STYLE_BYTES], plain[STYLE_BYTES];
};

static bool
is_seen(const struct html *html)
{
	return html->drops == 0 && html->look.seen;
}

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
	if (!html->pre && html->pres == 0)
		html->space = true;
	else if (c == '\n')
		break_line(html);
	else
		add_run(html, " ", 1);
}

static void
count_hint(struct html *html, enum html_hint hint, int change)
{
	html->quotes += hint == HINT_QUOTE ? change : 0;
	html->drops += hint == HINT_DROP ? change : 0;
	html->pres += hint == HINT_PRE ? change : 0;
}

/* Fills in what container number i, which is the innermost, says of those around it. */
static void
link_container(struct html *html, int i)
{
	struct container *open = &html->stack[i];
	const struct container *around = i > 0 ? &html->stack[i - 1] : NULL;
	bool cell = (open->kinds & TAG_CELL) != 0;
	bool scope = (open->kinds & TAG_SCOPE) != 0 && !cell;
	bool block = (open->kinds & TAG_BLOCK) != 0;
	bool ended = block || (open->kinds & (TAG_SCOPE | TAG_LIST | TAG_ITEM)) != 0;
	int8_t own = (int8_t)i;

	open->scope = scope ? own : around != NULL ? around->scope : -1;
	open->cell = cell ? own : around != NULL ? around->cell : -1;
	open->block = block ? own : around != NULL ? around->block : -1;
	open->ended = ended ? own : around != NULL ? around->ended : -1;
}

/* Takes container number i and what was left open inside off the stack; hidden <b> and the
 * like go on in the next block, as in a browser. */
static void
unstack(struct html *html, int i)
{
	bool keeps = (html->stack[i].kinds & (TAG_SCOPE | TAG_FORMAT)) == 0;
	int kept = i;

	html->look = html->stack[i].before;
	html->marks = html->stack[i].marks_before;
	for (int j = i; j < html->depth; j++) {
		struct container *open = &html->stack[j];

		if (j > i && keeps && open->hint == HINT_DROP && (open->kinds & TAG_FORMAT) != 0) {
			html->stack[kept] = *open;
			html->hashes[kept] = html->hashes[j];
			html->stack[kept].before = html->look;
			html->stack[kept].marks_before = html->marks;
			link_container(html, kept++);
		} else {
			count_hint(html, open->hint, -1);
		}
	}
	html->depth = kept;
}

/* Closes container number i and what was left open inside. */
static void
close_container(struct html *html, int i)
{
	bool quoted = html->quotes > 0;
	bool gmail = html->stack[i].gmail && (html->stack[i].kinds & TAG_QUOTE) != 0;
	struct container *div = i > 0 ? &html->stack[i - 1] : NULL; /* the one around it */

	if (quoted)
		end_line(html);
	unstack(html, i);
	/* Gmail's <div class="gmail_quote"> holds the quote, in a blockquote of its own,
	 * and after that what was typed below it. */
	if (gmail && div != NULL && div->gmail && div->hint == HINT_QUOTE && div->inner == 0 &&
	    html->hashes[i - 1] == css_hash("div", 3)) {
		div->hint = HINT_NONE;
		html->quotes--;
	}
	/* Sets what follows a quote apart from its last line. */
	if (quoted && html->quotes == 0)
		str_addc(&html->out, '\n');
}

/* Does an end tag look no further than to a container inside of number i?  Those of tables
 * close only what is within the table, </span> only what is within its block. */
static bool
is_barred(const struct html *html, const struct html_tag *tag, int i)
{
	const struct container *last = &html->stack[html->depth - 1];

	if (last->scope > i || (last->cell > i && (tag->kinds & (TAG_ITEM | TAG_SCOPE)) == 0))
		return true;
	return last->block > i &&
	    (tag->kinds & (TAG_BLOCK | TAG_FORMAT | TAG_CELL | TAG_UNSEEN)) == 0;
}

/* The innermost container of that name; -1: there is none. */
static int
find_container(const struct html *html, uint32_t hash)
{
	for (int first = (html->depth - 1) / AT_ONCE * AT_ONCE; first >= 0; first -= AT_ONCE) {
		uint32_t found = 0;

		/* Without a branch, so that several are compared at once. */
		for (int i = 0; i < AT_ONCE; i++)
			found |= html->hashes[first + i] == hash;
		for (int i = first + AT_ONCE - 1; found != 0 && i >= first; i--)
			if (i < html->depth && html->hashes[i] == hash)
				return i;
	}
	return -1;
}

/* Counts a tag within the innermost container of its name; may close it. */
static void
count_tag(struct html *html, const struct html_tag *tag)
{
	int i = html->depth > 0 ? find_container(html, tag->hash) : -1;

	if (i < 0 || (tag->closing && is_barred(html, tag, i)))
		return;
	if (!tag->closing)
		html->stack[i].inner++;
	else if (html->stack[i].inner-- == 0)
		close_container(html, i);
}

static void
open_container(struct html *html, const struct html_tag *tag, enum html_hint hint,
    const struct html_look *look, uint64_t marks)
{
	struct container *container;

	/* What stands before it in the line is not quoted. */
	if (hint == HINT_QUOTE && html->drops == 0)
		end_line(html);
	/* Nested deeper: one more of what is open already; what hides, hides the rest. */
	if (html->depth == CONTAINERS_MAX) {
		if (hint == HINT_DROP || !look->seen)
			html->drops++;
		count_tag(html, tag);
		return;
	}
	html->hashes[html->depth] = tag->hash;
	container = &html->stack[html->depth++];
	*container = (struct container){ .kinds = tag->kinds,
		.hint = hint,
		.gmail = strstr(tag->hints, "gmail_quote") != NULL,
		.before = html->look,
		.marks_before = html->marks };
	link_container(html, html->depth - 1);
	html->look = *look;
	html->marks |= marks;
	count_hint(html, hint, 1);
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
	else if ((tag->kinds & TAG_PARAGRAPH) != 0 && tag->closing && html->drops == 0)
		str_addc(&html->out, '\n');
}

/* Does an element end because another one begins: <p> by a block, <li> by <li>? */
static bool
is_ended(const struct container *open, bool same_name, const struct html_tag *tag)
{
	if ((open->kinds & TAG_PARAGRAPH) != 0)
		return (tag->kinds & TAG_BLOCK) != 0 && !str_equal(tag->name, "table");
	if ((tag->kinds & TAG_ITEM) == 0 || (open->kinds & TAG_ITEM) == 0)
		return false;
	return same_name ||
	    ((open->kinds & TAG_CELL) != 0 &&
		((tag->kinds & TAG_CELL) != 0 || str_equal(tag->name, "tr")));
}

/* Closes what the beginning of an element ends. */
static void
end_others(struct html *html, const struct html_tag *tag)
{
	for (int i = html->depth - 1; i >= 0 && (i = html->stack[i].ended) >= 0; i--) {
		const struct container *open = &html->stack[i];

		if (is_ended(open, html->hashes[i] == tag->hash, tag))
			close_container(html, i);
		else if ((open->kinds & (TAG_SCOPE | TAG_LIST)) != 0 ||
		    ((open->kinds & TAG_BLOCK) != 0 && (open->kinds & TAG_ITEM) == 0))
			return;
	}
}

/* Adds a tag's classes; entities are read. */
static void
add_classes(struct html *html, struct html_value value, struct css_element *element)
{
	size_t length;

	/* Of what does not fit, any class may be one that a rule asks for. */
	if (!html_value_copy(value, html->value, sizeof html->value, &length)) {
		element->class_count = CSS_CLASSES_MAX;
		return;
	}
	for (const char *at = html->value; element->class_count < CSS_CLASSES_MAX;) {
		size_t n;

		at += strspn(at, " \t\n\f\r");
		n = strcspn(at, " \t\n\f\r");
		if (n == 0)
			return;
		css_element_add_class(html->sheet, element, at, n);
		at += n;
	}
}

/* What <style> says of an element; returns its marks. */
static uint64_t
apply_sheet(struct html *html, const struct html_tag *tag, struct css_style *style)
{
	struct css_element *element = &html->element;
	struct html_value name;
	size_t length;

	css_element_begin(html->sheet, element, tag->hash);
	element->length = tag->all.length;
	element->around = html->marks;
	if (tag->attributes[HTML_CLASS].at != NULL)
		add_classes(html, tag->attributes[HTML_CLASS], element);
	if (tag->attributes[HTML_ID].at != NULL &&
	    html_value_copy(tag->attributes[HTML_ID], html->value, sizeof html->value, &length))
		element->id = css_hash(html->value, length);
	if (css_sheet_asks_attributes(html->sheet)) {
		for (const char *at = tag->all.at; html_tag_attribute(tag, &at, &name);)
			css_element_add_attribute(html->sheet, element, name.at, name.length);
	}
	css_sheet_apply(html->sheet, element, style);
	return css_sheet_marks(html->sheet, element);
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

/* How an element looks by its attributes and by <style>; true: nothing within it is seen. */
static bool
change_look(struct html *html, const struct html_tag *tag, struct html_look *look, uint64_t *marks)
{
	struct css_style style;
	bool hidden = false;

	style.set = 0;
	if (html->sheet != NULL)
		*marks = apply_sheet(html, tag, &style);
	if (!tag->plain) {
		struct css_style attributes = { .set = 0 };

		html_look_attributes(tag, &attributes);
		for (uint64_t left = attributes.set & ~style.set; left != 0; left &= left - 1) {
			int property = __builtin_ctzll(left);

			style.value[property] = attributes.value[property];
			style.strength[property] = attributes.strength[property];
		}
		style.set |= attributes.set;
		if (tag->attributes[HTML_STYLE].at != NULL)
			hidden = apply_inline(html, tag, &style);
	}
	return html_look_change(look, &style) || hidden;
}

/* The same of an element without attributes: as the last one of its name, in the same place. */
static bool
change_look_again(
    struct html *html, const struct html_tag *tag, struct html_look *look, uint64_t *marks)
{
	struct judged *last = &html->judged[tag->hash % JUDGED];

	if (last->hash == tag->hash && last->around == html->marks &&
	    memcmp(&last->before, look, sizeof *look) == 0) {
		css_sheet_work_again(html->sheet, last->work);
	} else {
		long work = css_sheet_work(html->sheet);

		last->before = *look;
		last->hidden = change_look(html, tag, look, marks);
		last->hash = tag->hash;
		last->around = html->marks;
		last->marks = *marks;
		last->look = *look;
		last->work = css_sheet_work(html->sheet) - work;
	}
	*look = last->look;
	*marks = last->marks;
	return last->hidden;
}

/* What an element means, and how it looks. */
static enum html_hint
judge(struct html *html, const struct html_tag *tag, struct html_look *look, uint64_t *marks)
{
	bool hidden;

	*look = html->look;
	*marks = 0;
	html->plain[0] = '\0';
	if (tag->plain && html->sheet == NULL)
		return html_tag_hint(tag, "");
	hidden = tag->plain && tag->all.length < CSS_ATTRIBUTE_BYTES ?
	    change_look_again(html, tag, look, marks) :
	    change_look(html, tag, look, marks);
	hidden |= html->sheet != NULL && css_sheet_is_full(html->sheet);
	return hidden ? HINT_DROP : html_tag_hint(tag, html->plain);
}

/* <html>, <body>: around all, also what stands before and after. */
static void
take_root(struct html *html, const struct html_tag *tag)
{
	enum html_hint hint;
	struct html_look look;
	uint64_t marks;

	if (tag->closing)
		return;
	hint = judge(html, tag, &look, &marks);
	html->marks |= marks;
	if (html->depth == 0)
		html->look = look;
	if (hint != HINT_DROP)
		return;
	/* The whole page: also what was read already. */
	str_truncate(&html->out, 0);
	html->drops++;
}

/* Blocks begin and end lines. */
static void
take_block(struct html *html, const struct html_tag *tag)
{
	if ((tag->kinds & TAG_BLOCK) != 0 && html->drops == 0)
		end_line(html);
}

/* Is an element to be kept while it is open? */
static bool
is_kept(const struct html *html, const struct html_tag *tag, enum html_hint hint,
    const struct html_look *look, uint64_t marks)
{
	if (hint == HINT_QUOTE || hint == HINT_DROP || hint == HINT_PRE || marks != 0)
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
	uint64_t marks;

	if (item && html->depth > 0)
		end_others(html, tag);
	hint = judge(html, tag, &look, &marks);
	take_block(html, tag);
	if (hint == HINT_CUT)
		add_line(html, "-----Original Message-----");
	if ((tag->kinds & TAG_VOID) != 0) {
		/* <meta name="color-scheme"> */
		if (html->depth == 0 && str_equal(tag->name, "meta"))
			html->look = look;
		if (hint == HINT_DROP)
			return;
	} else if (is_kept(html, tag, hint, &look, marks)) {
		open_container(html, tag, hint, &look, marks);
	} else {
		count_tag(html, tag);
	}
	lay_out(html, tag);
}

/* Does what stands between leave a comment open, with a script in it? */
static bool
is_inner_script(const char *at, const char *end)
{
	const char *comment = memmem(at, (size_t)(end - at), "<!--", 4);

	if (comment == NULL || memmem(comment, (size_t)(end - comment), "-->", 3) != NULL)
		return false;
	for (; end - comment >= 7; comment++) {
		if (str_starts_nocase(comment, "<script"))
			return true;
	}
	return false;
}

/* The end of what is no HTML, "</style" and the like. */
static const char *
raw_end(const char *at, const struct html_tag *tag)
{
	size_t length = strlen(tag->name);
	const char *found = at;

	while ((found = strchr(found, '<')) != NULL) {
		const char *end = found + 2 + length;

		if (found[1] != '/' || !str_starts_nocase(found + 2, tag->name) ||
		    (*end != '\0' && strchr(" \t\n\f\r/>", *end) == NULL)) {
			found++;
			continue;
		}
		/* "<script><!--<script></script>": the inner one ends nothing. */
		if (!str_equal(tag->name, "script") || !is_inner_script(at, found))
			return found;
		at = found = end;
	}
	return at + strlen(at);
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

/* Gathers what stands in <style>, outside of templates. */
static struct css_sheet *
read_sheet(struct html *html, struct arena *arena, const char *at)
{
	struct css_sheet *sheet = css_sheet_new(arena);
	int templates = 0;

	while ((at = strchr(at, '<')) != NULL) {
		struct html_tag tag;
		const char *next = html_tag_read(at, &tag);
		size_t media = 0;

		if (next == NULL) {
			at++;
			continue;
		}
		at = next;
		if (str_equal(tag.name, "template"))
			templates += tag.closing ? -(templates > 0) : 1;
		if ((tag.kinds & TAG_RAW) == 0 || tag.closing)
			continue;
		next = raw_end(at, &tag);
		if (str_equal(tag.name, "style") && templates == 0) {
			const struct html_value *value = &tag.attributes[HTML_MEDIA];

			if (value->at != NULL &&
			    html_value_copy(*value, html->value, sizeof html->value, &media))
				media = css_plain(html->value, media, html->plain);
			if (media == 0 || css_media_holds(html->plain, media))
				css_sheet_add(sheet, arena, at, (size_t)(next - at));
		}
		at = next;
	}
	return css_sheet_is_empty(sheet) && !css_sheet_is_full(sheet) ? NULL : sheet;
}

/* <html> and <body> are there where they are not written. */
static void
add_roots(struct html *html, const char *text)
{
	static const char *const roots[] = { "<html>", "<body>" };

	for (int i = 0; i < 2; i++) {
		struct html_tag tag;

		html_tag_read(roots[i], &tag);
		if (str_find_nocase(text, arena_strndup(html->out.arena, roots[i], 5)) == NULL)
			take_root(html, &tag);
	}
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
		html->sheet = read_sheet(html, scratch, text);
	if (html->sheet != NULL && css_sheet_is_full(html->sheet))
		html->drops++;
	if (html->sheet != NULL)
		add_roots(html, text);
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
	lines = html->out.data;
	arena_free(scratch);
	return lines;
}
