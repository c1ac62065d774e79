/* SPDX-License-Identifier: ISC */
/*
 * A letter's text with long lines broken for terminals and printers, and as HTML: the
 * same words, with pictures in the place of boards.
 *
 * There is one template for both, so that they cannot differ.  While a letter is
 * rendered for HTML, each board leaves a mark in the text, a line of its own, and
 * the picture here.
 */
#ifndef VIEW_LETTER_HTML_H
#define VIEW_LETTER_HTML_H

#include <stdbool.h>
#include <stddef.h>

#include "view/board_text.h"

struct arena;
struct game;
struct glossary;

#define PICTURES_MAX 8 /* in one letter; further boards are text */

struct picture {
	const char *id;    /* Content-ID, without <>: the same picture has the same */
	const char *bytes; /* PNG */
	size_t length;
	const char *text; /* the same board as text */
	const char *last; /* the move that led here, in coordinates; "" none */
	int number;       /* … and its printed number */
};

struct pictures {
	struct picture at[PICTURES_MAX];
	int count;
};

/* Draws the game's board after `ply` plies and returns its mark, in the arena; NULL
 * where it cannot be drawn or there are too many.  text: the board as text, kept; domain:
 * the right side of ids. */
const char *pictures_add(struct pictures *pictures, struct arena *arena, const struct game *game,
    int ply, enum board_style style, bool flipped, const char *text, const char *domain);
/* The picture whose mark this line is (up to '\n' or the end); NULL none. */
const struct picture *pictures_find(const struct pictures *pictures, const char *line);
/* Breaks lines of more than `columns` columns at blanks, or between hanzi; a broken line
 * goes on under its first word.  Words that are longer stay whole.  In the arena. */
const char *wrap(struct arena *arena, const char *text, unsigned columns);
/* As wrap, and words that are longer are cut. */
const char *wrap_words(struct arena *arena, const char *text, unsigned columns);
/* A line of its own: below it stand the forms of answer, and those that are whole commands
 * become links. */
#define LINKS_MARK "\001links"

/* What a document needs besides its words. */
struct page {
	const char *language, *title; /* title: the letter's Subject */
	const char *reply_to; /* where answers go, without anything to escape; NULL no links */
	const struct glossary *glossary;
	const struct pictures *pictures;
	const char *const *alt; /* what stands for each picture where none is shown */
};

/* A whole document, in the arena; NULL when it would be so large that programs cut it off.
 * text: lines that are not broken yet, with marks.  Only what stands below LINKS_MARK, and
 * has its words from templates alone, becomes a link. */
const char *letter_html(struct arena *arena, const char *text, const struct page *page);

#endif
