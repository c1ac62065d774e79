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
struct board;
struct game;

#define PICTURES_MAX 8 /* in one letter; further boards are text */

struct picture {
	const char *id;    /* Content-ID, without <>: the same picture has the same */
	const char *bytes; /* PNG */
	size_t length;
	const char *fen;  /* the position and who is to move */
	const char *last; /* the move that led here, in coordinates; "" none */
	int number;       /* … and its printed number */
};

struct pictures {
	struct picture at[PICTURES_MAX];
	int count;
};

/* Draws the game's board after `ply` plies and returns its mark, in the arena; NULL
 * where it cannot be drawn or there are too many.  domain: the right side of ids. */
const char *pictures_add(struct pictures *pictures, struct arena *arena, const struct game *game,
    int ply, enum board_style style, bool flipped, const char *domain);
/* The picture whose mark this line is (up to '\n' or the end); NULL none. */
const struct picture *pictures_find(const struct pictures *pictures, const char *line);
/* Breaks lines of more than `columns` columns at blanks, or between hanzi; a broken line
 * goes on under its first word.  Words that are longer stay whole.  In the arena. */
const char *wrap(struct arena *arena, const char *text, unsigned columns);
/* A whole document, in the arena.  text: lines that are not broken yet, with marks of
 * pictures.  alt: what stands for each picture where none is shown, in the order of
 * pictures->at. */
const char *letter_html(struct arena *arena, const char *text, const char *language,
    const struct pictures *pictures, const char *const *alt);

#endif
