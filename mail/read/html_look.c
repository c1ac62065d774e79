/* SPDX-License-Identifier: ISC */
/*
 * Can the text of an element be seen?
 *
 * Colours, the font's size and visibility go on from an element to those within it, which may
 * set others; whatever hides by itself hides all within.
 */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "mail/read/css.h"
#include "mail/read/html.h"

#define COLORS_ALIKE 30 /* sum over the channels: nobody tells them apart */
#define COLOR_BYTES  64

const struct html_look html_look_page = { .color = 0x000000, .background = 0xffffff, .seen = true };

static bool
are_alike(int a, int b)
{
	int sum = 0;

	for (int shift = 0; shift <= 16; shift += 8)
		sum += abs((a >> shift & 255) - (b >> shift & 255));
	return a >= 0 && b >= 0 && sum <= COLORS_ALIKE;
}

/* What is declared, or what holds otherwise. */
static int
value_of(const struct css_style *style, enum css_property property, int otherwise)
{
	return style->strength[property] != CSS_UNSET ? style->value[property] : otherwise;
}

bool
html_look_change(struct html_look *look, const struct css_style *style)
{
	int color = value_of(style, CSS_COLOR, CSS_INHERIT);
	int background = value_of(style, CSS_BACKGROUND, CSS_INHERIT);
	bool is_nothing = false;

	if (color != CSS_INHERIT)
		look->color = color;
	if (background != CSS_INHERIT && background != CSS_TRANSPARENT)
		look->background = background;
	look->tiny = value_of(style, CSS_FONT_SIZE, look->tiny);
	look->invisible = value_of(style, CSS_VISIBILITY, look->invisible);
	look->seen = !look->invisible && !look->tiny && look->color != CSS_TRANSPARENT &&
	    !are_alike(look->color, look->background);
	for (int size = CSS_HEIGHT; size <= CSS_MAX_WIDTH; size++)
		is_nothing |= value_of(style, size, false);
	return value_of(style, CSS_DISPLAY, false) || value_of(style, CSS_OPACITY, false) ||
	    (value_of(style, CSS_OVERFLOW, false) && is_nothing);
}

static void
set(struct css_style *style, enum css_property property, int value)
{
	style->value[property] = value;
	style->strength[property] = CSS_ATTRIBUTE;
}

static void
set_color(struct css_style *style, enum css_property property, struct span value)
{
	char plain[COLOR_BYTES];
	size_t length;

	if (value.at != NULL && html_value_copy(value, plain, sizeof plain, &length))
		set(style, property, css_attribute_color(plain, length));
}

static bool
is_zero(struct span value)
{
	size_t digits = value.at != NULL ? strspn(value.at, "0") : 0;

	return digits > 0 &&
	    (digits >= value.length || (value.at[digits] | 0x20) == 'p' || value.at[digits] == '%');
}

void
html_look_attributes(const struct html_tag *tag, struct css_style *style)
{
	const struct span *attributes = tag->attributes;

	set_color(style, CSS_BACKGROUND, attributes[HTML_BGCOLOR]);
	if (attributes[HTML_BACKGROUND].length > 0)
		set(style, CSS_BACKGROUND, CSS_UNKNOWN);
	set_color(style, CSS_COLOR, attributes[HTML_TEXT]);
	set_color(style, CSS_COLOR, attributes[HTML_COLOR]);
	if (attributes[HTML_HIDDEN].at != NULL || is_zero(attributes[HTML_WIDTH]) ||
	    is_zero(attributes[HTML_HEIGHT]))
		set(style, CSS_DISPLAY, 1);
}

bool
html_value_copy(struct span value, char *out, size_t size, size_t *length)
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
