/* SPDX-License-Identifier: ISC */
/*
 * Can the text of an element be seen?
 *
 * Colours, the font's size, opacity and visibility go on from an element to those within
 * it, which may set others; whatever hides by itself hides all within.
 */
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "mail/read/css.h"
#include "mail/read/html.h"

#define WHITE        (CSS_OPAQUE | 0xffffff)
#define BLACK        CSS_OPAQUE
#define DARK         (CSS_OPAQUE | 0x121212)
#define FONT_TINY    300 /* hundredths of a pixel: nobody reads that */
#define OPACITY_TINY 100
#define COLORS_ALIKE 30          /* sum over the channels: nobody tells them apart */
#define ATTRIBUTE    UINT64_C(1) /* the strength of what is weaker than any declaration */
#define COLOR_BYTES  64

const struct html_look html_look_page = {
	.color = BLACK, .background = WHITE, .font = 1600, .opacity = 1000, .seen = true
};

/* A colour that is in part transparent, over another. */
static int64_t
blend(int64_t over, int64_t under)
{
	int64_t alpha = over >> 24 & 255, mixed = CSS_OPAQUE;

	if (alpha == 255)
		return over & 0xffffffff;
	for (int shift = 0; shift <= 16; shift += 8) {
		int64_t top = over >> shift & 255, bottom = under >> shift & 255;

		mixed |= (top * alpha + bottom * (255 - alpha)) / 255 << shift;
	}
	return mixed;
}

static bool
are_alike(int64_t a, int64_t b)
{
	int64_t sum = 0;

	for (int shift = 0; shift <= 16; shift += 8) {
		int64_t difference = (a >> shift & 255) - (b >> shift & 255);

		sum += difference < 0 ? -difference : difference;
	}
	return sum <= COLORS_ALIKE;
}

static void
change_colors(struct html_look *look, const struct css_style *style)
{
	int64_t background;
	bool fill = css_is_set(style, CSS_FILL) && style->value[CSS_FILL] < CSS_INHERIT;

	if (css_is_set(style, CSS_SCHEME) && style->value[CSS_SCHEME] != 0) {
		look->background = DARK;
		look->color = WHITE;
	}
	if (fill) {
		look->color = style->value[CSS_FILL];
		look->filled = true;
	} else if (!look->filled && css_is_set(style, CSS_COLOR) &&
	    style->value[CSS_COLOR] < CSS_INHERIT) {
		look->color = style->value[CSS_COLOR];
	}
	if (!css_is_set(style, CSS_BACKGROUND))
		return;
	background = style->value[CSS_BACKGROUND];
	if (background == CSS_CURRENT)
		background = look->color;
	if (background == CSS_UNKNOWN || (background >> 24 & 255) == 255)
		look->background = background;
	else if (look->background != CSS_UNKNOWN)
		look->background = blend(background, look->background);
}

#define BIT(property) (UINT64_C(1) << (property))

/* What hides an element and all within it. */
static bool
hides(const struct css_style *style)
{
	static const uint64_t alone = BIT(CSS_DISPLAY) | BIT(CSS_CONTENT) | BIT(CSS_INDENT) |
	    BIT(CSS_SPACING) | BIT(CSS_MARGIN) | BIT(CSS_MARGIN_LEFT) | BIT(CSS_MARGIN_RIGHT) |
	    BIT(CSS_MARGIN_TOP) | BIT(CSS_CLIP) | BIT(CSS_CLIP_PATH) | BIT(CSS_TRANSFORM) |
	    BIT(CSS_TRANSLATE) | BIT(CSS_SCALE) | BIT(CSS_ZOOM) | BIT(CSS_MSO_HIDE);
	static const uint64_t sizes = BIT(CSS_HEIGHT) | BIT(CSS_MAX_HEIGHT) | BIT(CSS_WIDTH) |
	    BIT(CSS_MAX_WIDTH);
	static const uint64_t cuts = BIT(CSS_OVERFLOW) | BIT(CSS_OVERFLOW_X) | BIT(CSS_OVERFLOW_Y);
	static const uint64_t offsets = BIT(CSS_INSET) | BIT(CSS_LEFT) | BIT(CSS_TOP) |
	    BIT(CSS_RIGHT) | BIT(CSS_BOTTOM);
	uint64_t all = alone | sizes | cuts | offsets | BIT(CSS_POSITION), is_true = 0;

	for (uint64_t left = style->set & all; left != 0; left &= left - 1) {
		int property = __builtin_ctzll(left);

		if (style->value[property] != 0)
			is_true |= BIT(property);
	}
	return (is_true & alone) != 0 || ((is_true & sizes) != 0 && (is_true & cuts) != 0) ||
	    ((is_true & BIT(CSS_POSITION)) != 0 && (is_true & offsets) != 0);
}

bool
html_look_change(struct html_look *look, const struct css_style *style)
{
	int64_t font;

	if (style->set == 0) /* it looks as what is around it */
		return look->opacity <= OPACITY_TINY;
	change_colors(look, style);
	font = css_is_set(style, CSS_FONT_SIZE) ? style->value[CSS_FONT_SIZE] : 0;
	if (css_is_set(style, CSS_FONT_SIZE))
		look->font = font >= CSS_RELATIVE ? look->font * (font - CSS_RELATIVE) / 10000 :
						    font;
	if (look->font > 1000000)
		look->font = 1000000;
	if (css_is_set(style, CSS_VISIBILITY))
		look->invisible = style->value[CSS_VISIBILITY] != 0;
	if (css_is_set(style, CSS_OPACITY))
		look->opacity = look->opacity * style->value[CSS_OPACITY] / 1000;
	if (css_is_set(style, CSS_FILTER))
		look->opacity = look->opacity * style->value[CSS_FILTER] / 1000;
	look->seen = !look->invisible && look->font > FONT_TINY && (look->color >> 24 & 255) > 0;
	if (look->background != CSS_UNKNOWN)
		look->seen &= !are_alike(blend(look->color, look->background), look->background);
	return look->opacity <= OPACITY_TINY || hides(style);
}

static void
set(struct css_style *style, enum css_property property, int64_t value)
{
	style->set |= UINT64_C(1) << property;
	style->value[property] = value;
	style->strength[property] = ATTRIBUTE;
}

static void
set_color(struct css_style *style, enum css_property property, struct html_value value)
{
	char plain[COLOR_BYTES];
	size_t length;
	int64_t color;

	if (value.at != NULL && html_value_copy(value, plain, sizeof plain, &length) &&
	    css_attribute_color(plain, length, &color))
		set(style, property, color);
}

static bool
is_zero(struct html_value value)
{
	size_t digits = value.at != NULL ? strspn(value.at, "0") : 0;

	return digits > 0 &&
	    (digits >= value.length || (value.at[digits] | 0x20) == 'p' || value.at[digits] == '%');
}

void
html_look_attributes(const struct html_tag *tag, struct css_style *style)
{
	const struct html_value *attributes = tag->attributes;

	if (attributes[HTML_BACKGROUND].length > 0)
		set(style, CSS_BACKGROUND, CSS_UNKNOWN);
	else
		set_color(style, CSS_BACKGROUND, attributes[HTML_BGCOLOR]);
	set_color(style, CSS_COLOR, attributes[HTML_TEXT]);
	set_color(style, CSS_COLOR, attributes[HTML_COLOR]);
	if (attributes[HTML_HIDDEN].at != NULL || attributes[HTML_POPOVER].at != NULL)
		set(style, CSS_DISPLAY, 1);
	if (is_zero(attributes[HTML_WIDTH]) || is_zero(attributes[HTML_HEIGHT]))
		set(style, CSS_ZOOM, 1);
	if (strcmp(tag->name, "meta") == 0 && attributes[HTML_NAME].length == 12 &&
	    str_starts_nocase(attributes[HTML_NAME].at, "color-scheme") &&
	    attributes[HTML_CONTENT].length == 4 &&
	    str_starts_nocase(attributes[HTML_CONTENT].at, "dark"))
		set(style, CSS_SCHEME, 1);
}

bool
html_value_copy(struct html_value value, char *out, size_t size, size_t *length)
{
	const char *at = value.at, *end = at + value.length;
	size_t n = 0;

	while (at < end && n + 5 < size) {
		const char *next = at + 1;
		uint32_t c = *at == '&' ? html_entity(at, &next) : 0;

		if (c == 0 || next > end)
			out[n++] = *at++;
		else {
			n += utf8_encode(c, out + n);
			at = next;
		}
	}
	out[n] = '\0';
	*length = n;
	return at >= end;
}
