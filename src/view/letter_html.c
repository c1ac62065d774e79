/* SPDX-License-Identifier: ISC */
/*
 * A letter's text as HTML (letter_html.h).
 *
 * Blocks between empty lines are paragraphs; those with columns keep their blanks
 * and a type of one width.  No colours, no scripts, nothing that is fetched.
 */
#include "view/letter_html.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "view/board_draw.h"
#include "view/wrap.h"

#define COLUMNS  74
#define RULE_MIN 10 /* stars that make a line across */

struct page {
	struct arena *arena;
	struct str out;
	const struct pictures *pictures;
	const char *const *alt;
};

static void
add_escaped(struct str *out, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		switch (text[i]) {
		case '&':
			str_add(out, "&amp;");
			break;
		case '<':
			str_add(out, "&lt;");
			break;
		case '>':
			str_add(out, "&gt;");
			break;
		case '"':
			str_add(out, "&quot;");
			break;
		default:
			str_addc(out, text[i]);
		}
}

static size_t
line_length(const char *text)
{
	return strcspn(text, "\n");
}

static const char *
next_line(const char *text)
{
	text += line_length(text);
	return text + (*text == '\n');
}

static bool
is_rule(const char *line)
{
	size_t stars = strspn(line, "*");

	return stars >= RULE_MIN && stars == line_length(line);
}

/* Does the line stand alone: empty, a picture, or a line across? */
static bool
is_alone(const struct page *page, const char *line)
{
	return line_length(line) == 0 || is_rule(line) ||
	    pictures_find(page->pictures, line) != NULL;
}

static const char *
block_end(const struct page *page, const char *text)
{
	while (*text != '\0' && !is_alone(page, text))
		text = next_line(text);
	return text;
}

/* Blanks in front of a line, or many within it, put things below each other. */
static bool
has_columns(const char *block)
{
	return block[0] == ' ' || strstr(block, "\n ") != NULL || strstr(block, "   ") != NULL;
}

static void
add_paragraph(struct page *page, const char *block)
{
	str_add(&page->out, "<p>");
	for (const char *line = block; *line != '\0'; line = next_line(line)) {
		if (line > block)
			str_add(&page->out, "<br>\n");
		add_escaped(&page->out, line, line_length(line));
	}
	str_add(&page->out, "</p>\n");
}

static void
add_block(struct page *page, const char *block)
{
	const char *broken;

	if (!has_columns(block)) {
		add_paragraph(page, block);
		return;
	}
	broken = wrap(page->arena, block, COLUMNS);
	str_add(&page->out, "<pre style=\"white-space: pre-wrap\">");
	add_escaped(&page->out, broken, strlen(broken));
	str_add(&page->out, "</pre>\n");
}

static void
add_picture(struct page *page, const struct picture *picture)
{
	const char *alt = page->alt[picture - page->pictures->at];

	str_addf(&page->out, "<p><img src=\"cid:%s\" width=\"%d\" height=\"%d\" alt=\"",
	    picture->id, BOARD_DRAW_WIDTH, BOARD_DRAW_HEIGHT);
	add_escaped(&page->out, alt, strlen(alt));
	str_add(&page->out, "\"></p>\n");
}

static void
add_alone(struct page *page, const char *line)
{
	const struct picture *picture = pictures_find(page->pictures, line);

	if (picture != NULL)
		add_picture(page, picture);
	else if (is_rule(line))
		str_add(&page->out, "<hr>\n");
}

const char *
letter_html(struct arena *arena, const char *text, const char *language,
    const struct pictures *pictures, const char *const *alt)
{
	struct page page = { .arena = arena, .pictures = pictures, .alt = alt };
	const char *end;

	str_init(&page.out, arena, 0);
	str_addf(&page.out,
	    "<!DOCTYPE html>\n<html lang=\"%s\">\n<head><meta charset=\"utf-8\">"
	    "</head>\n<body>\n",
	    language);
	for (; *text != '\0'; text = end) {
		if (is_alone(&page, text)) {
			add_alone(&page, text);
			end = next_line(text);
			continue;
		}
		end = block_end(&page, text);
		add_block(&page, arena_strndup(arena, text, (size_t)(end - text)));
	}
	str_add(&page.out, "</body>\n</html>\n");
	return page.out.data;
}
