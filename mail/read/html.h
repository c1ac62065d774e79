/* SPDX-License-Identifier: ISC */
/*
 * HTML to lines of text, without what cannot be seen; and what that is made of: tags and
 * entities (html_tag.c), and how an element looks (html_look.c).
 */
#ifndef MAIL_READ_HTML_H
#define MAIL_READ_HTML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mail/quote/span.h"

struct arena;

/* The text of some HTML; quote containers become lines that begin with "> ". */
char *html_lines(struct arena *arena, const char *html);

#define TAG_NAME_SIZE  16
#define TAG_HINTS_SIZE 256

/* What kind of element it is. */
enum {
	TAG_BLOCK = 1,    /* begins and ends lines */
	TAG_VOID = 2,     /* has no content and no end */
	TAG_ROOT = 4,     /* around everything, wherever it stands */
	TAG_RAW = 8,      /* its content is no HTML, and not shown */
	TAG_QUOTE = 16,   /* its content is a quote, or folded away until asked for */
	TAG_STRUCK = 32,  /* its content is struck out */
	TAG_UNSEEN = 64,  /* its content is not shown */
	TAG_FORMAT = 128, /* goes on in the next block until it is closed */
	TAG_SCOPE = 256,  /* end tags within it close nothing outside */
	/* laid out in a way of their own */
	TAG_BREAK = 512,
	TAG_RULE = 1024,
	TAG_CELL = 2048,
	TAG_PRE = 4096,
	TAG_PARAGRAPH = 8192,
	TAG_ITEM = 16384, /* ends where the next of its kind begins */
	TAG_LIST = 32768  /* holds items, which end none outside */
};

/* Attributes that are looked at. */
enum html_attribute {
	HTML_STYLE,
	HTML_CLASS,
	HTML_ID,
	HTML_TYPE,
	HTML_SMARTMAIL,
	HTML_NAME,
	HTML_HIDDEN,
	HTML_COLOR,
	HTML_BGCOLOR,
	HTML_TEXT,
	HTML_BACKGROUND,
	HTML_WIDTH,
	HTML_HEIGHT,
	HTML_MEDIA,
	HTML_ATTRIBUTES
};

struct html_tag {
	char name[TAG_NAME_SIZE]; /* lower case; longer names are cut */
	unsigned kinds;           /* TAG_BLOCK … */
	bool closing, empty;      /* empty: "<svg/>" */
	bool plain;               /* none of those attributes */
	/* Values as they stand in the text; at is NULL where there is none. */
	struct span attributes[HTML_ATTRIBUTES];
	char hints[TAG_HINTS_SIZE]; /* values of id, class, type and name; lower case, a blank
				       after each */
};

/* What a tag means to somebody who looks for the new text. */
enum html_hint {
	HINT_NONE,
	HINT_QUOTE, /* holds what was written before */
	HINT_CUT,   /* what was written before follows it */
	HINT_DROP,  /* a signature, not shown, or struck out */
	HINT_PRE,   /* its lines end where the text's do */
	HINTS
};

/* Reads a tag, a comment or the like at `at` ('<'); returns what follows it,
 * or NULL when the '<' is only a character.  tag->name is "" for comments. */
const char *html_tag_read(const char *at, struct html_tag *tag);
/* style: what stands in that attribute, plain (css.h) and without blanks. */
enum html_hint html_tag_hint(const struct html_tag *tag, const char *style);
/* The character of an entity at `at` ('&'); *end: what follows it; 0: it is not one. */
uint32_t html_entity(const char *at, const char **end);
/* The text with its entities read, those that end with ";"; its tags stay. */
char *html_entities(struct arena *arena, const char *text);

struct css_style;

/* How the text of an element looks. */
struct html_look {
	int color, background; /* as a css_style has them */
	bool invisible, tiny;
	bool seen;
};

extern const struct html_look html_look_page; /* black on white */
/* How an element looks within another; true when nothing within it can be seen. */
bool html_look_change(struct html_look *look, const struct css_style *style);
/* What attributes, as bgcolor, say; weaker than any declaration. */
void html_look_attributes(const struct html_tag *tag, struct css_style *style);
/* Copies a value with its entities read; out holds `size` bytes; false: it does not fit. */
bool html_value_copy(struct span value, char *out, size_t size, size_t *length);

#endif
