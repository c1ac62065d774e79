/* SPDX-License-Identifier: ISC */
/*
 * A document as HTML, with pictures of its boards (mail 19).
 *
 * Words that players see are those of the text, in the same order; nothing is fetched or run.
 * Looks come from page.css alone: a class is an element's name there.
 */
#ifndef VIEW_DOC_HTML_H
#define VIEW_DOC_HTML_H

#include "view/doc.h"

#define PICTURES_MAX 8 /* in one letter; further boards are text */

struct picture {
	const char *id;    /* Content-ID, without <>: the same picture has the same */
	const char *bytes; /* PNG */
	size_t length;
};

struct pictures {
	struct picture at[PICTURES_MAX];
	int count;
};

/* What a page needs besides its document. */
struct page {
	const char *language, *title; /* title: the letter's Subject */
	const char *reply_to; /* where answers go, without anything to escape; NULL no links */
	const char *domain;   /* the right side of Content-IDs */
	const char *css;      /* page.css */
};

/* A whole page, in the arena, with its pictures; NULL, without pictures, when it would be so
 * large that programs cut it off. */
const char *doc_html(
    struct arena *arena, const struct doc *doc, const struct page *page, struct pictures *pictures);

#endif
