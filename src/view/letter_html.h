/* SPDX-License-Identifier: ISC */
/*
 * A letter's text as HTML: the same words, with pictures in the place of boards.
 *
 * There is one template for both, so that they cannot differ.
 */
#ifndef VIEW_LETTER_HTML_H
#define VIEW_LETTER_HTML_H

#include "view/pictures.h"

struct arena;

/* A whole document, in the arena.  text: lines that are not broken yet, with marks of
 * pictures.  alt: what stands for each picture where none is shown, in the order of
 * pictures->at. */
const char *letter_html(struct arena *arena, const char *text, const char *language,
    const struct pictures *pictures, const char *const *alt);

#endif
