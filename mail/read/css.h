/* SPDX-License-Identifier: ISC */
/*
 * What of CSS decides whether a text can be seen: a few properties, in a style attribute or in
 * rules of <style> that ask for one tag or one class.
 *
 * It shows what a sender hid from himself, no more: combinators, @media and whatever else
 * needs a browser is skipped.  Pure, bounded: a sheet with more text or rules than are kept, or
 * that takes too much work, is `full`, and the caller has to take the letter for hidden.
 */
#ifndef MAIL_READ_CSS_H
#define MAIL_READ_CSS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

enum css_property {
	/* True or false. */
	CSS_DISPLAY,    /* none */
	CSS_VISIBILITY, /* hidden */
	CSS_OVERFLOW,   /* hidden */
	CSS_OPACITY,    /* this and the rest: as good as nothing */
	CSS_FONT_SIZE,
	CSS_HEIGHT,
	CSS_MAX_HEIGHT,
	CSS_WIDTH,
	CSS_MAX_WIDTH,
	/* 0xRRGGBB, or one of the below. */
	CSS_COLOR,
	CSS_BACKGROUND,
	CSS_PROPERTIES
};

enum {
	CSS_TRANSPARENT = -1,
	CSS_INHERIT = -2, /* that of the element around; of a background: none of its own */
	CSS_UNKNOWN = -3  /* a picture, another way to write a colour, half transparent */
};

/* Who declares: the stronger wins, of equals the last. */
enum css_strength { CSS_UNSET, CSS_ATTRIBUTE, CSS_TAG, CSS_CLASS, CSS_INLINE, CSS_IMPORTANT };

/* What holds for an element. */
struct css_style {
	int value[CSS_PROPERTIES];
	unsigned char strength[CSS_PROPERTIES]; /* CSS_UNSET: nothing is declared */
};

/* Lower case, single blanks, no comments; out has length + 1 bytes. */
size_t css_plain(const char *text, size_t length, char *out);
/* Adds a list of declarations, plain, to a style. */
void css_declare(
    struct css_style *style, const char *plain, size_t length, enum css_strength strength);
/* A colour as an attribute has it: "#fff", "fff", "white". */
int css_attribute_color(const char *value, size_t length);

struct css_sheet;

/* Adds the rules of one <style>; NULL: to a new sheet. */
struct css_sheet *css_sheet_add(
    struct css_sheet *sheet, struct arena *arena, const char *text, size_t length);
/* What the rules say of an element; tag in lower case, classes as its attribute has them
 * ("": none). */
void css_sheet_apply(
    struct css_sheet *sheet, const char *tag, const char *classes, struct css_style *style);
bool css_sheet_is_full(const struct css_sheet *sheet);

#endif
