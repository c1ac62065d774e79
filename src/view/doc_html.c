/* SPDX-License-Identifier: ISC */
/*
 * A document as HTML (doc_html.h).
 */
#include "view/doc_html.h"

#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/token.h"
#include "base/utf8.h"
#include "view/board_png.h"
#include "view/page_css.h"

#define LOWEST_BAR  0x2581
#define BAR_HEIGHTS 8
#define BAR_WIDTH   5 /* points */
#define BAR_STEP    5
#define BAR_COLOR   "#c8922e" /* seen on light and dark paper */

#define PAGE_MAX  (96 * 1024) /* bytes; programs cut off what is above 102 KB */
#define SHORT_MAX 16          /* columns of a cell that is not broken */
#define HEAD \
	"<head>\n<meta charset=\"utf-8\">\n" \
	"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" \
	"<meta name=\"color-scheme\" content=\"light dark\">\n" \
	"<meta name=\"supported-color-schemes\" content=\"light dark\">\n"

/* A page being written. */
struct writer {
	struct arena *arena;
	const struct page *page;
	struct pictures *pictures;
	struct str out;
};

static void
add_escaped(struct str *out, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '&')
			str_add(out, "&amp;");
		else if (text[i] == '<')
			str_add(out, "&lt;");
		else if (text[i] == '>')
			str_add(out, "&gt;");
		else if (text[i] == '"')
			str_add(out, "&quot;");
		else
			str_addc(out, text[i]);
	}
}

/* The class, and its looks for programs without <style>. */
static void
add_class(struct writer *w, const char *class)
{
	size_t length;
	const char *rule = page_css_rule(w->page->css, class, &length);

	str_addf(&w->out, " class=\"%s\"", class);
	if (rule == NULL)
		return;
	str_add(&w->out, " style=\"");
	add_escaped(&w->out, rule, length);
	str_addc(&w->out, '"');
}

static void
open_tag(struct writer *w, const char *name, const char *class)
{
	str_addf(&w->out, "<%s", name);
	add_class(w, class);
	str_addc(&w->out, '>');
}

static const char *
next_line(const char *text)
{
	text += strcspn(text, "\n");
	return text + (*text == '\n');
}

/* A link that writes the answer to this letter. */
static void
add_link(struct writer *w, const char *answer, size_t length)
{
	const char *subject = w->page->title;

	str_add(&w->out, "<a");
	add_class(w, "link");
	str_addf(&w->out, " href=\"mailto:%s?subject=", w->page->reply_to);
	if (!str_starts_nocase(subject, "re:"))
		str_add(&w->out, "Re%3A%20");
	str_add_encoded(&w->out, subject, strlen(subject));
	str_add(&w->out, "&amp;body=");
	str_add_encoded(&w->out, answer, length);
	str_add(&w->out, "\">");
	add_escaped(&w->out, answer, length);
	str_add(&w->out, "</a>");
}

/* A cell's words, and links where they are marked. */
static void
add_words(struct writer *w, const char *text, size_t length)
{
	static const char marks[] = { DOC_LINK, DOC_LINK_END, '\n', '\0' };
	const char *end = text + length;

	while (text < end) {
		size_t n = strcspn(text, marks);
		bool is_link = text[n] == DOC_LINK_END && text + n < end;

		n = n < (size_t)(end - text) ? n : (size_t)(end - text);
		if (is_link && w->page->reply_to != NULL)
			add_link(w, text, n);
		else
			add_escaped(&w->out, text, n);
		text += n + (text + n < end);
	}
}

static int
count_cells(const char *row)
{
	const char *at;
	size_t length;
	int count = 0;

	while (doc_next_cell(&row, &at, &length))
		count++;
	return count;
}

/* A cell that is alone in its row has all of it. */
static void
add_table(struct writer *w, const struct doc_block *block)
{
	int columns = 1;

	for (const char *row = block->text; *row != '\0'; row = next_line(row)) {
		int count = count_cells(row);

		columns = count > columns ? count : columns;
	}
	str_add(&w->out, "<table");
	add_class(w, "table");
	str_add(
	    &w->out, " role=\"presentation\" cellspacing=\"0\" cellpadding=\"0\" border=\"0\">\n");
	for (const char *row = block->text; *row != '\0'; row = next_line(row)) {
		const char *rest = row, *at;
		bool is_alone = columns > 1 && count_cells(row) == 1;
		size_t length;

		str_add(&w->out, "<tr>");
		for (int i = 0; i < (is_alone ? 1 : columns); i++) {
			if (!doc_next_cell(&rest, &at, &length))
				length = 0;
			str_add(&w->out, "<td");
			add_class(w,
			    utf8_width(arena_strndup(w->arena, at, length)) <= SHORT_MAX ? "short" :
											   "cell");
			if (is_alone)
				str_addf(&w->out, " colspan=\"%d\"", columns);
			str_addc(&w->out, '>');
			add_words(w, at, length);
			str_add(&w->out, "</td>");
		}
		str_add(&w->out, "</tr>\n");
	}
	str_add(&w->out, "</table>\n");
}

/* Lines that stand further to the right than the first belong to the line above them; if the
 * first does not begin its line, all stand a little to the right. */
static void
add_list(struct writer *w, const struct doc_block *block)
{
	size_t first = strspn(block->text, " ");
	bool is_open = false;

	for (const char *line = block->text; *line != '\0'; line = next_line(line)) {
		size_t indent = strspn(line, " "), length = strcspn(line, "\n");
		bool is_item = indent <= first;

		if (length == 0)
			continue;
		if (is_item && is_open)
			str_add(&w->out, "</div>\n");
		is_open = true;
		open_tag(w, "div", !is_item ? "detail" : first > 0 ? "inset" : "item");
		add_escaped(&w->out, line + indent, length - indent);
		if (!is_item)
			str_add(&w->out, "</div>\n");
	}
	str_add(&w->out, is_open ? "</div>\n" : "");
}

static void
add_pre(struct writer *w, const char *class, const char *text, size_t length)
{
	open_tag(w, "pre", class);
	add_escaped(&w->out, text, length);
	str_add(&w->out, "</pre>\n");
}

/* The height of a bar, in eighths; 0: it is none. */
static int
height_of_bar(uint32_t c)
{
	return c >= LOWEST_BAR && c < LOWEST_BAR + BAR_HEIGHTS ? (int)(c - LOWEST_BAR) + 1 : 0;
}

/* Bars of their own, as few fonts draw those signs without gaps; anything else as it stands. */
static void
add_bars(struct writer *w, const char *text)
{
	size_t end = strcspn(text, "\n"), length = strlen(text);
	bool is_drawn = end > 0 && end + 1 >= length;

	for (const char *at = text; at < text + end;)
		is_drawn &= height_of_bar(utf8_next(&at)) > 0;
	if (!is_drawn) {
		add_pre(w, "drawing", text, length);
		return;
	}
	str_add(&w->out, "<table");
	add_class(w, "table");
	str_add(&w->out,
	    " role=\"presentation\" aria-hidden=\"true\" cellspacing=\"0\" cellpadding=\"0\""
	    " border=\"0\"><tr valign=\"bottom\">\n");
	for (const char *at = text; at < text + end;)
		str_addf(&w->out,
		    "<td><div style=\"width:%dpx;height:%dpx;background:%s\"></div></td>\n",
		    BAR_WIDTH, BAR_STEP * height_of_bar(utf8_next(&at)), BAR_COLOR);
	str_add(&w->out, "</tr></table>\n");
}

/* The language of a player's words by their letters, whatever that of the letter: "" unknown, as
 * for words in Latin letters with none of those that only Vietnamese has. */
static const char *
language_of(const char *text)
{
	enum { LATIN, VIETNAMESE, RUSSIAN, CHINESE, COUNT };
	static const struct {
		uint32_t first, last;
		int language;
	} letters[] = {
		{ 0x102, 0x103, VIETNAMESE }, /* Ă */
		{ 0x110, 0x111, VIETNAMESE }, /* Đ */
		{ 0x128, 0x129, VIETNAMESE }, /* Ĩ */
		{ 0x168, 0x169, VIETNAMESE }, /* Ũ */
		{ 0x1a0, 0x1b0, VIETNAMESE }, /* Ơ, Ư */
		{ 0x400, 0x52f, RUSSIAN },
		{ 0x1ea0, 0x1ef9, VIETNAMESE },
		{ 0x3400, 0x9fff, CHINESE },
		{ 0xf900, 0xfaff, CHINESE },
		{ 0x20000, 0x3ffff, CHINESE },
	};
	size_t bytes[COUNT] = { 0 }, all = 0;
	uint32_t c;

	/* In bytes a hanzi counts more than a letter, as it says more. */
	for (const char *start = text, *at = text; (c = utf8_next(&at)) != 0; start = at) {
		int language = LATIN;

		if (c <= '9' || !utf8_is_alnum(c))
			continue;
		for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
			if (c >= letters[i].first && c <= letters[i].last)
				language = letters[i].language;
		bytes[language] += (size_t)(at - start);
		all += (size_t)(at - start);
	}
	/* A name alone makes no Vietnamese of a sentence. */
	return 2 * bytes[CHINESE] > all ? "zh" :
	    2 * bytes[RUSSIAN] > all    ? "ru" :
	    8 * bytes[VIETNAMESE] > all ? "vi" :
					  "";
}

/* Between empty lines. */
static const char *
paragraph_end(const char *text)
{
	const char *end = strstr(text, "\n\n");

	return end != NULL ? end + 1 : text + strlen(text);
}

static void
add_paragraphs(struct writer *w, const char *text, bool is_remark)
{
	for (const char *end; *text != '\0'; text = end) {
		size_t length;

		end = paragraph_end(text += strspn(text, "\n"));
		if (*text == '\0')
			break;
		length = (size_t)(end - text) - (end[-1] == '\n');
		/* A drawing or a table in a player's words keeps its columns. */
		if (is_remark) {
			const char *words = arena_strndup(w->arena, text, length);

			if (*words == ' ' || strstr(words, "\n ") || strstr(words, "   ")) {
				add_pre(w, "pre", text, length);
				continue;
			}
		}
		open_tag(w, "p", "p");
		for (const char *line = text; line < end; line = next_line(line)) {
			if (line > text)
				str_add(&w->out, "<br>\n");
			add_escaped(&w->out, line, strcspn(line, "\n"));
		}
		str_add(&w->out, "</p>\n");
	}
}

/* NULL where there is none for that board. */
static const struct picture *
make_picture(struct writer *w, const struct doc_board *board)
{
	struct pictures *pictures = w->pictures;
	struct picture picture;
	char digest[65];
	struct err ignored;
	int place = 0;

	if (board->is_marked || pictures->count == PICTURES_MAX || !board_png_has(board->style) ||
	    board_png(w->arena, &board->board, board->style, board->flipped,
		board->number > 0 ? &board->last : NULL, &picture.bytes, &picture.length,
		&ignored) == -1)
		return NULL;
	digest_pieces(&(struct piece){ picture.bytes, picture.length }, 1, digest);
	picture.id = arena_printf(w->arena, "board-%.16s@%s", digest, w->page->domain);
	while (place < pictures->count && strcmp(pictures->at[place].id, picture.id) != 0)
		place++;
	pictures->at[place] = picture;
	pictures->count += place == pictures->count;
	return &pictures->at[place];
}

/* The picture fills a frame of its own height and hides what stands below it there: the board
 * as text, which takes its place where no pictures are shown.  Outlook, which knows no such
 * frames, always shows them. */
static void
add_board(struct writer *w, const struct doc_board *board)
{
	const struct picture *picture = make_picture(w, board);
	bool is_wide = !utf8_is_ascii(board->text);

	if (picture != NULL) {
		open_tag(w, "div", "board");
		open_tag(w, "div", "frame");
		str_add(&w->out, "\n");
		str_addf(&w->out, "<img src=\"cid:%s\" width=\"%d\"", picture->id, BOARD_PNG_SHOWN);
		add_class(w, "picture");
		str_add(&w->out, " alt=\"");
		add_escaped(&w->out, board->alt, strlen(board->alt));
		str_add(&w->out, "\">\n<!--[if !mso]><!-->");
	}
	open_tag(w, "pre", is_wide ? "drawing-wide" : "drawing");
	add_escaped(&w->out, board->text, strlen(board->text));
	str_add(&w->out, picture != NULL ? "</pre><!--<![endif]-->\n</div>\n</div>\n" : "</pre>\n");
}

static void
add_block(struct writer *w, const struct doc_block *block)
{
	switch (block->kind) {
	case BLOCK_TABLE:
	case BLOCK_ANSWERS:
		add_table(w, block);
		break;
	case BLOCK_LIST:
		add_list(w, block);
		break;
	case BLOCK_PRE:
		add_pre(w, "drawing", block->text, strlen(block->text));
		break;
	case BLOCK_BARS:
		add_bars(w, block->text);
		break;
	case BLOCK_REMARK:
		str_addf(&w->out, "<div lang=\"%s\"", language_of(block->text));
		add_class(w, "remark");
		str_addc(&w->out, '>');
		add_paragraphs(w, block->text, true);
		str_add(&w->out, "</div>\n");
		break;
	case BLOCK_BOARD:
		add_board(w, block->board);
		break;
	default:
		add_paragraphs(w, block->text, false);
	}
}

const char *
doc_html(
    struct arena *arena, const struct doc *doc, const struct page *page, struct pictures *pictures)
{
	struct writer w = { .arena = arena, .page = page, .pictures = pictures };

	pictures->count = 0;
	str_init(&w.out, arena, 0);
	str_addf(&w.out,
	    "<!DOCTYPE html>\n<html lang=\"%s\">\n" HEAD "<style>\n%s</style>\n<title>",
	    page->language, page->css);
	add_escaped(&w.out, page->title, strlen(page->title));
	str_add(&w.out, "</title>\n</head>\n");
	open_tag(&w, "body", "body");
	str_add(&w.out, "\n");
	open_tag(&w, "div", "page");
	str_add(&w.out, "\n");
	for (const struct doc_block *block = doc->first; block != NULL; block = block->next)
		add_block(&w, block);
	str_add(&w.out, "</div>\n</body>\n</html>\n");
	if (w.out.length < PAGE_MAX)
		return w.out.data;
	pictures->count = 0;
	return NULL;
}
