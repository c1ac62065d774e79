/* SPDX-License-Identifier: ISC */
/*
 * HTML to lines of text; and what that is made of, tags (html_tag.c) and entities.
 */
#ifndef MAIL_READ_HTML_H
#define MAIL_READ_HTML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/* The text of some HTML; quote containers become lines that begin with "> ". */
char *html_lines(struct arena *arena, const char *html);

#define TAG_NAME_SIZE  16
#define TAG_HINTS_SIZE 256

/* What kind of element it is. */
enum {
	TAG_BLOCK = 1,  /* begins and ends lines */
	TAG_HOLDER = 2, /* may hold a quote or a signature */
	TAG_BOX = TAG_BLOCK | TAG_HOLDER,
	TAG_RAW = 4,     /* its content is not shown as text */
	TAG_QUOTE = 8,   /* its content is a quote, or folded away until asked for */
	TAG_STRUCK = 16, /* its content is struck out */
	/* laid out in a way of their own */
	TAG_BREAK = 32,
	TAG_RULE = 64,
	TAG_CELL = 128,
	TAG_PRE = 256,
	TAG_PARAGRAPH = 512
};

struct html_tag {
	char name[TAG_NAME_SIZE]; /* lower case; longer names are cut */
	unsigned kinds;           /* TAG_BLOCK … */
	bool closing;
	bool hidden;                /* has that attribute */
	char hints[TAG_HINTS_SIZE]; /* values of id, class, type and name; lower case, a blank after
				       each */
	char style[TAG_HINTS_SIZE]; /* without blanks, lower case */
};

/* What a tag means to somebody who looks for the new text. */
enum html_hint {
	HINT_NONE,
	HINT_QUOTE, /* holds what was written before */
	HINT_CUT,   /* what was written before follows it */
	HINT_DROP,  /* a signature, not shown, or struck out */
	HINT_PRE    /* its lines end where the text's do */
};

/* Reads a tag, a comment or the like at `at` ('<'); returns what follows it,
 * or NULL when the '<' is only a character.  tag->name is "" for comments. */
const char *html_tag_read(const char *at, struct html_tag *tag);
enum html_hint html_tag_hint(const struct html_tag *tag);
/* The character of an entity at `at` ('&'); *end: what follows it; 0: it is not one. */
uint32_t html_entity(const char *at, const char **end);

#endif
