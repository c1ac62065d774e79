/* SPDX-License-Identifier: ISC */
/*
 * What of CSS decides whether a text can be seen: declarations, and the rules of <style>.
 *
 * Pure, bounded: a sheet keeps so many rules; what does not fit makes it `full`, and the
 * caller has to take the letter for hidden.  Where a selector asks for what is not known
 * (siblings, :first-child), the rule applies: in doubt something is hidden.
 */
#ifndef MAIL_READ_CSS_H
#define MAIL_READ_CSS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

enum css_property {
	CSS_COLOR, /* CSS_RGB or one of the words below */
	CSS_FILL,  /* of glyphs, instead of the colour */
	CSS_BACKGROUND,
	CSS_FONT_SIZE, /* hundredths of a pixel, or CSS_RELATIVE and hundredths of a per cent */
	CSS_VISIBILITY,
	CSS_OPACITY, /* thousandths */
	CSS_FILTER,  /* … by another name */
	CSS_SCHEME,  /* dark alone */
	/* The rest is true or false: does it hide by itself? */
	CSS_DISPLAY,
	CSS_CONTENT,
	CSS_INDENT,
	CSS_SPACING,
	CSS_MARGIN,
	CSS_MARGIN_LEFT,
	CSS_MARGIN_RIGHT,
	CSS_MARGIN_TOP,
	CSS_CLIP,
	CSS_CLIP_PATH,
	CSS_TRANSFORM,
	CSS_TRANSLATE,
	CSS_SCALE,
	CSS_ZOOM,
	CSS_MSO_HIDE,
	/* These hide together: no size and no overflow, off the screen and a position. */
	CSS_HEIGHT,
	CSS_MAX_HEIGHT,
	CSS_WIDTH,
	CSS_MAX_WIDTH,
	CSS_OVERFLOW,
	CSS_OVERFLOW_X,
	CSS_OVERFLOW_Y,
	CSS_INSET,
	CSS_LEFT,
	CSS_TOP,
	CSS_RIGHT,
	CSS_BOTTOM,
	CSS_POSITION,
	CSS_PROPERTIES
};

/* Colours: 0xAARRGGBB, or … */
#define CSS_INHERIT  (INT64_C(1) << 40) /* that of the element around */
#define CSS_CURRENT  (INT64_C(2) << 40) /* the text's */
#define CSS_UNKNOWN  (INT64_C(3) << 40) /* a picture */
#define CSS_RELATIVE (INT64_C(1) << 40)
#define CSS_OPAQUE   INT64_C(0xFF000000)

/* What holds for an element: the strongest declaration of each property. */
struct css_style {
	uint64_t set; /* bit n: property n has one; without it the rest is not filled in */
	int64_t value[CSS_PROPERTIES];
	uint64_t strength[CSS_PROPERTIES];
};

_Static_assert(CSS_PROPERTIES <= 64, "css_style.set has a bit for each");

static inline bool
css_is_set(const struct css_style *style, enum css_property property)
{
	return (style->set >> property & 1) != 0;
}

/* Comments and escapes resolved, lower case, single blanks, strings made harmless; out has
 * length + 1 bytes. */
size_t css_plain(const char *text, size_t length, char *out);
/* Adds a list of declarations, plain, to a style. */
#define CSS_INLINE (UINT64_C(1) << 61)
void css_declare(struct css_style *style, const char *plain, size_t length, uint64_t strength);
/* A colour of an attribute, "#fff", "fff", "white"; false: it is none. */
bool css_attribute_color(const char *value, size_t length, int64_t *color);

#define CSS_CLASSES_MAX     12
#define CSS_ATTRIBUTE_BYTES 2    /* read in the time of one comparison of an element */
#define CSS_NAMES_MAX       2304 /* names of classes, or of attributes, that a sheet asks for */

/* An element as selectors see it: hashes of its lower-case names; of classes and attributes a
 * bit for each that the sheet asks for. */
struct css_element {
	uint32_t tag, id;
	int class_count; /* CSS_CLASSES_MAX: or more, of which any may be meant */
	size_t length;   /* of its attributes, in bytes: what it takes to look for one */
	uint64_t around; /* css_sheet_marks of the elements around it */
	uint64_t classes[CSS_NAMES_MAX / 64], attributes[CSS_NAMES_MAX / 64];
};

struct css_sheet;

uint32_t css_hash(const char *name, size_t length); /* ASCII case folded */
struct css_sheet *css_sheet_new(struct arena *arena);
/* Adds the rules of one <style>. */
void css_sheet_add(struct css_sheet *sheet, struct arena *arena, const char *text, size_t length);
/* Begins an element, of which nothing is known yet but its tag's hash. */
void css_element_begin(const struct css_sheet *sheet, struct css_element *element, uint32_t tag);
void css_element_add_class(
    const struct css_sheet *sheet, struct css_element *element, const char *name, size_t length);
/* Attributes are only to be added where the sheet asks for any. */
bool css_sheet_asks_attributes(const struct css_sheet *sheet);
void css_element_add_attribute(
    const struct css_sheet *sheet, struct css_element *element, const char *name, size_t length);
/* The work that was done so far for elements, and how more of it is counted where what was
 * found is known from before. */
long css_sheet_work(const struct css_sheet *sheet);
void css_sheet_work_again(struct css_sheet *sheet, long work);
/* What of elements around others do selectors ask for?  To be gathered in `around`. */
uint64_t css_sheet_marks(struct css_sheet *sheet, const struct css_element *element);
void css_sheet_apply(
    struct css_sheet *sheet, const struct css_element *element, struct css_style *style);
bool css_sheet_is_empty(const struct css_sheet *sheet);
/* More rules than are kept, or more work than is done. */
bool css_sheet_is_full(const struct css_sheet *sheet);
/* Does a list of media hold for a screen as wide as a desk's? */
bool css_media_holds(const char *plain, size_t length);

#endif
