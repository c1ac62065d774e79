/* SPDX-License-Identifier: ISC */
/*
 * Declarations of CSS, as far as they hide text.
 *
 * Values are read as browsers read them; a declaration with a value that is none is
 * dropped, as there.  Lengths become pixels; those that depend on fonts or the screen are
 * taken for usual ones.
 */
#include "mail/read/css.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

#define ESCAPED       '\001' /* in front of a sign that is part of a name */
#define FAR_PX        300    /* that far off nothing is seen */
#define TINY_PX       1
#define SPACING_PX    12
#define WIDE_PX       2000 /* wider than screens */
#define NUMBER_BYTES  32
#define IMPORTANT     (UINT64_C(1) << 62)
#define NAME_MAX_SIZE 28

struct value {
	const char *at;
	size_t length;
};

static bool
is_word(struct value value, const char *word)
{
	return value.length == strlen(word) && memcmp(value.at, word, value.length) == 0;
}

static bool
has(struct value value, const char *word)
{
	return memmem(value.at, value.length, word, strlen(word)) != NULL;
}

static bool
starts(struct value value, const char *word)
{
	return value.length > 0 && *value.at == *word && value.length >= strlen(word) &&
	    memcmp(value.at, word, strlen(word)) == 0;
}

static struct value
trimmed(const char *at, const char *end)
{
	while (at < end && *at == ' ')
		at++;
	while (end > at && end[-1] == ' ')
		end--;
	return (struct value){ at, (size_t)(end - at) };
}

static bool
ends_word(char c)
{
	return c == ' ' || c == ',' || c == '/' || c == '\0';
}

/* Takes the next word off a list, up to a blank, comma or slash outside of brackets. */
static struct value
next_word(struct value *list)
{
	const char *at = list->at, *end = list->at + list->length, *start;
	int depth = 0;

	while (at < end && ends_word(*at))
		at++;
	for (start = at; at < end && (depth > 0 || !ends_word(*at)); at++)
		depth += (*at == '(') - (*at == ')' && depth > 0);
	*list = (struct value){ at, (size_t)(end - at) };
	return (struct value){ start, (size_t)(at - start) };
}

/* What stands in the brackets of a function. */
static struct value
arguments(struct value function, const char *open)
{
	struct value list = { open + 1, function.length - (size_t)(open + 1 - function.at) };

	if (list.length > 0 && list.at[list.length - 1] == ')')
		list.length--;
	return list;
}

/* The character of an escape after the backslash at `at`; returns what follows it. */
static const char *
read_escape(const char *at, const char *end, uint32_t *c)
{
	int digits = 0;

	*c = 0;
	for (; at < end && digits < 6 && isxdigit((unsigned char)*at); at++, digits++)
		*c = *c * 16 +
		    (uint32_t)(isdigit((unsigned char)*at) ? *at - '0' : (*at | 0x20) - 'a' + 10);
	if (digits > 0)
		return at + (at < end && isspace((unsigned char)*at));
	if (at < end)
		*c = (unsigned char)*at++;
	return at;
}

/* A character of a name; returns how many bytes were written, at most what was read. */
static size_t
add_escaped(uint32_t c, char *out)
{
	if (c == '\n')
		return 0;
	if (c >= 0x80)
		return c <= 0x10FFFF ? utf8_encode(c, out) : 0;
	if (isalnum((int)c) || c == '-' || c == '_') {
		out[0] = (char)tolower((int)c);
		return 1;
	}
	out[0] = ESCAPED;
	out[1] = (char)c;
	return 2;
}

/* A string, with what means something outside of strings replaced. */
static const char *
copy_string(const char *at, const char *end, char *out, size_t *n)
{
	char quote = *at++;

	out[(*n)++] = '"';
	for (; at < end && *at != quote && *at != '\n'; at++) {
		if (*at == '\\' && at + 1 < end)
			at++;
		out[(*n)++] = isalnum((unsigned char)*at) || (*at & 0x80) != 0 || *at == '-' ?
		    (char)tolower((unsigned char)*at) :
		    '_';
	}
	if (at < end && *at == quote) {
		out[(*n)++] = '"';
		at++;
	}
	return at;
}

size_t
css_plain(const char *text, size_t length, char *out)
{
	const char *at = text, *end = text + length;
	size_t n = 0;

	while (at < end) {
		bool comment = *at == '/' && at + 1 < end && at[1] == '*';
		uint32_t c;

		if (comment) {
			const char *close = at + 3 < end ?
			    memmem(at + 2, (size_t)(end - at - 2), "*/", 2) :
			    NULL;

			at = close != NULL ? close + 2 : end;
		}
		if (comment || isspace((unsigned char)*at)) {
			if (n > 0 && out[n - 1] != ' ')
				out[n++] = ' ';
			at += !comment;
		} else if (*at == '"' || *at == '\'') {
			at = copy_string(at, end, out, &n);
		} else if (*at == '\\') {
			at = read_escape(at + 1, end, &c);
			n += add_escaped(c, out + n);
		} else {
			out[n++] = (char)tolower((unsigned char)*at++);
		}
	}
	out[n] = '\0';
	return n;
}

/* Lengths. */

enum kind { NO_LENGTH, PIXELS, PER_CENT, FONTS /* per cent of the font's size */ };

static enum kind
read_number(struct value *value, double *number)
{
	static const struct {
		const char *name;
		double pixels;
		enum kind kind;
	} units[] = { { "px", 1, PIXELS }, { "pt", 4 / 3.0, PIXELS }, { "%", 1, PER_CENT },
		{ "rem", 16, PIXELS }, { "em", 100, FONTS }, { "ex", 50, FONTS },
		{ "ch", 50, FONTS }, { "in", 96, PIXELS }, { "cm", 37.8, PIXELS },
		{ "mm", 3.78, PIXELS }, { "q", 0.945, PIXELS }, { "pc", 16, PIXELS },
		{ "vw", 10, PIXELS }, { "vh", 8, PIXELS }, { "vmin", 8, PIXELS },
		{ "vmax", 10, PIXELS } };
	char digits[NUMBER_BYTES], *stop;
	size_t n = 0;

	while (n < value->length && n + 1 < sizeof digits &&
	    strchr("+-.0123456789", value->at[n]) != NULL)
		n++;
	/* "1e3", but not "1em". */
	if (n > 0 && n + 2 < value->length && n + 6 < sizeof digits && value->at[n] == 'e' &&
	    strchr("+-0123456789", value->at[n + 1]) != NULL) {
		for (n += 2; n < value->length && n + 1 < sizeof digits &&
		     isdigit((unsigned char)value->at[n]);)
			n++;
	}
	memcpy(digits, value->at, n);
	digits[n] = '\0';
	*number = strtod(digits, &stop);
	if (stop == digits)
		return NO_LENGTH;
	value->at += stop - digits;
	value->length -= (size_t)(stop - digits);
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		if (!starts(*value, units[i].name))
			continue;
		value->at += strlen(units[i].name);
		value->length -= strlen(units[i].name);
		*number *= units[i].pixels;
		return units[i].kind;
	}
	return PIXELS;
}

/* "12px", "1.5em", "calc(1px - 1px)"; of other functions their first length. */
static enum kind
read_length(struct value value, double *number)
{
	bool sum = starts(value, "calc(");
	const char *open = memchr(value.at, '(', value.length);
	enum kind kind;
	double next;

	if (open != NULL)
		value = (struct value){ open + 1, value.length - (size_t)(open + 1 - value.at) };
	value = trimmed(value.at, value.at + value.length);
	kind = read_number(&value, number);
	while (sum && kind != NO_LENGTH && value.length > 3 &&
	    (starts(value, " - ") || starts(value, " + "))) {
		double sign = value.at[1] == '-' ? -1 : 1;

		value = (struct value){ value.at + 3, value.length - 3 };
		if (read_number(&value, &next) == NO_LENGTH)
			break;
		*number += sign * next;
	}
	return kind;
}

static bool
take_tiny(struct value value, int64_t *out)
{
	double number;
	enum kind kind = read_length(value, &number);

	*out = kind != NO_LENGTH && number >= 0 && number <= (kind == PIXELS ? TINY_PX : 0);
	return true;
}

static bool
take_zero(struct value value, int64_t *out)
{
	double number;

	*out = read_length(value, &number) != NO_LENGTH && number >= 0 && number < 0.1;
	return true;
}

static bool
is_far(struct value value, bool both)
{
	double number;
	enum kind kind = read_length(value, &number);

	if (kind == FONTS)
		number *= 0.16;
	if (kind == PER_CENT)
		return number <= -90 || (both && number >= 200);
	return kind != NO_LENGTH && (number <= -FAR_PX || (both && number >= WIDE_PX));
}

static bool
take_far(struct value value, int64_t *out)
{
	*out = is_far(value, true);
	return true;
}

/* Letters that stand on each other. */
static bool
take_spacing(struct value value, int64_t *out)
{
	double number;
	enum kind kind = read_length(value, &number);

	*out = kind != NO_LENGTH && number <= (kind == PIXELS ? -SPACING_PX : -60);
	return true;
}

static bool
take_margin(struct value value, int64_t *out)
{
	*out = 0;
	while (value.length > 0)
		*out |= is_far(next_word(&value), false);
	return true;
}

/* Numbers within the brackets of a function; returns how many. */
static int
read_arguments(struct value value, double *numbers, enum kind *kinds, int most)
{
	const char *open = memchr(value.at, '(', value.length);
	int count = 0;
	struct value list;

	if (open == NULL)
		return 0;
	list = arguments(value, open);
	while (count < most && list.length > 0) {
		struct value word = next_word(&list);

		kinds[count] = read_number(&word, &numbers[count]);
		if (kinds[count] == NO_LENGTH)
			break;
		count++;
	}
	return count;
}

/* Colours. */

/* In ASCII order. */
static const struct color {
	const char *name;
	uint32_t rgb;
} colors[] = { { "aliceblue", 0xf0f8ff }, { "antiquewhite", 0xfaebd7 }, { "aqua", 0x00ffff },
	{ "aquamarine", 0x7fffd4 }, { "azure", 0xf0ffff }, { "beige", 0xf5f5dc },
	{ "bisque", 0xffe4c4 }, { "black", 0x000000 }, { "blanchedalmond", 0xffebcd },
	{ "blue", 0x0000ff }, { "blueviolet", 0x8a2be2 }, { "brown", 0xa52a2a },
	{ "burlywood", 0xdeb887 }, { "cadetblue", 0x5f9ea0 }, { "canvas", 0xffffff },
	{ "canvastext", 0x000000 }, { "chartreuse", 0x7fff00 }, { "chocolate", 0xd2691e },
	{ "coral", 0xff7f50 }, { "cornflowerblue", 0x6495ed }, { "cornsilk", 0xfff8dc },
	{ "crimson", 0xdc143c }, { "cyan", 0x00ffff }, { "darkblue", 0x00008b },
	{ "darkcyan", 0x008b8b }, { "darkgoldenrod", 0xb8860b }, { "darkgray", 0xa9a9a9 },
	{ "darkgreen", 0x006400 }, { "darkgrey", 0xa9a9a9 }, { "darkkhaki", 0xbdb76b },
	{ "darkmagenta", 0x8b008b }, { "darkolivegreen", 0x556b2f }, { "darkorange", 0xff8c00 },
	{ "darkorchid", 0x9932cc }, { "darkred", 0x8b0000 }, { "darksalmon", 0xe9967a },
	{ "darkseagreen", 0x8fbc8f }, { "darkslateblue", 0x483d8b }, { "darkslategray", 0x2f4f4f },
	{ "darkslategrey", 0x2f4f4f }, { "darkturquoise", 0x00ced1 }, { "darkviolet", 0x9400d3 },
	{ "deeppink", 0xff1493 }, { "deepskyblue", 0x00bfff }, { "dimgray", 0x696969 },
	{ "dimgrey", 0x696969 }, { "dodgerblue", 0x1e90ff }, { "firebrick", 0xb22222 },
	{ "floralwhite", 0xfffaf0 }, { "forestgreen", 0x228b22 }, { "fuchsia", 0xff00ff },
	{ "gainsboro", 0xdcdcdc }, { "ghostwhite", 0xf8f8ff }, { "gold", 0xffd700 },
	{ "goldenrod", 0xdaa520 }, { "gray", 0x808080 }, { "green", 0x008000 },
	{ "greenyellow", 0xadff2f }, { "grey", 0x808080 }, { "honeydew", 0xf0fff0 },
	{ "hotpink", 0xff69b4 }, { "indianred", 0xcd5c5c }, { "indigo", 0x4b0082 },
	{ "ivory", 0xfffff0 }, { "khaki", 0xf0e68c }, { "lavender", 0xe6e6fa },
	{ "lavenderblush", 0xfff0f5 }, { "lawngreen", 0x7cfc00 }, { "lemonchiffon", 0xfffacd },
	{ "lightblue", 0xadd8e6 }, { "lightcoral", 0xf08080 }, { "lightcyan", 0xe0ffff },
	{ "lightgoldenrodyellow", 0xfafad2 }, { "lightgray", 0xd3d3d3 }, { "lightgreen", 0x90ee90 },
	{ "lightgrey", 0xd3d3d3 }, { "lightpink", 0xffb6c1 }, { "lightsalmon", 0xffa07a },
	{ "lightseagreen", 0x20b2aa }, { "lightskyblue", 0x87cefa }, { "lightslategray", 0x778899 },
	{ "lightslategrey", 0x778899 }, { "lightsteelblue", 0xb0c4de }, { "lightyellow", 0xffffe0 },
	{ "lime", 0x00ff00 }, { "limegreen", 0x32cd32 }, { "linen", 0xfaf0e6 },
	{ "magenta", 0xff00ff }, { "maroon", 0x800000 }, { "mediumaquamarine", 0x66cdaa },
	{ "mediumblue", 0x0000cd }, { "mediumorchid", 0xba55d3 }, { "mediumpurple", 0x9370db },
	{ "mediumseagreen", 0x3cb371 }, { "mediumslateblue", 0x7b68ee },
	{ "mediumspringgreen", 0x00fa9a }, { "mediumturquoise", 0x48d1cc },
	{ "mediumvioletred", 0xc71585 }, { "midnightblue", 0x191970 }, { "mintcream", 0xf5fffa },
	{ "mistyrose", 0xffe4e1 }, { "moccasin", 0xffe4b5 }, { "navajowhite", 0xffdead },
	{ "navy", 0x000080 }, { "oldlace", 0xfdf5e6 }, { "olive", 0x808000 },
	{ "olivedrab", 0x6b8e23 }, { "orange", 0xffa500 }, { "orangered", 0xff4500 },
	{ "orchid", 0xda70d6 }, { "palegoldenrod", 0xeee8aa }, { "palegreen", 0x98fb98 },
	{ "paleturquoise", 0xafeeee }, { "palevioletred", 0xdb7093 }, { "papayawhip", 0xffefd5 },
	{ "peachpuff", 0xffdab9 }, { "peru", 0xcd853f }, { "pink", 0xffc0cb }, { "plum", 0xdda0dd },
	{ "powderblue", 0xb0e0e6 }, { "purple", 0x800080 }, { "rebeccapurple", 0x663399 },
	{ "red", 0xff0000 }, { "rosybrown", 0xbc8f8f }, { "royalblue", 0x4169e1 },
	{ "saddlebrown", 0x8b4513 }, { "salmon", 0xfa8072 }, { "sandybrown", 0xf4a460 },
	{ "seagreen", 0x2e8b57 }, { "seashell", 0xfff5ee }, { "sienna", 0xa0522d },
	{ "silver", 0xc0c0c0 }, { "skyblue", 0x87ceeb }, { "slateblue", 0x6a5acd },
	{ "slategray", 0x708090 }, { "slategrey", 0x708090 }, { "snow", 0xfffafa },
	{ "springgreen", 0x00ff7f }, { "steelblue", 0x4682b4 }, { "tan", 0xd2b48c },
	{ "teal", 0x008080 }, { "thistle", 0xd8bfd8 }, { "tomato", 0xff6347 },
	{ "turquoise", 0x40e0d0 }, { "violet", 0xee82ee }, { "wheat", 0xf5deb3 },
	{ "white", 0xffffff }, { "whitesmoke", 0xf5f5f5 }, { "window", 0xffffff },
	{ "windowtext", 0x000000 }, { "yellow", 0xffff00 }, { "yellowgreen", 0x9acd32 } };

static int
compare_name(const void *name, const void *entry)
{
	return strcmp(name, *(const char *const *)entry);
}

static bool
read_hex(struct value value, int64_t *out)
{
	static const char digits[] = "0123456789abcdef";
	uint32_t nibble[8] = { 0 };
	bool is_short = value.length == 3 || value.length == 4;

	if (!is_short && value.length != 6 && value.length != 8)
		return false;
	for (size_t i = 0; i < value.length; i++) {
		const char *digit = strchr(digits, value.at[i]);

		if (value.at[i] == '\0' || digit == NULL)
			return false;
		if (is_short)
			nibble[2 * i] = nibble[2 * i + 1] = (uint32_t)(digit - digits);
		else
			nibble[i] = (uint32_t)(digit - digits);
	}
	if (value.length == 3 || value.length == 6)
		nibble[6] = nibble[7] = 15;
	*out = nibble[6] << 28 | nibble[7] << 24 | nibble[0] << 20 | nibble[1] << 16 |
	    nibble[2] << 12 | nibble[3] << 8 | nibble[4] << 4 | nibble[5];
	return true;
}

static int64_t
channel(double value, double most)
{
	value = value * 255 / most;
	return value <= 0 ? 0 : value >= 255 ? 255 : (int64_t)(value + 0.5);
}

/* One of the three channels of hsl(), by its distance on the wheel. */
static double
hue(double low, double high, double at)
{
	at -= 360.0 * (int)(at / 360);
	at += at < 0 ? 360 : 0;
	if (at < 60)
		return low + (high - low) * at / 60;
	return at < 180 ? high : at < 240 ? low + (high - low) * (240 - at) / 60 : low;
}

/* Hue, saturation and lightness to red, green and blue of up to 1. */
static void
read_wheel(double part[3])
{
	double light = part[2] / 100, spread = part[1] / 100, at = part[0];
	double high = light < 0.5 ? light * (1 + spread) : light + spread - light * spread;
	double low = 2 * light - high;

	part[0] = hue(low, high, at + 120);
	part[1] = hue(low, high, at);
	part[2] = hue(low, high, at - 120);
}

/* "rgb(…)", "rgba(…)", "hsl(…)": three or four numbers. */
static bool
read_function(struct value value, int64_t *out)
{
	bool is_hsl = starts(value, "hsl"), is_rgb = starts(value, "rgb");
	const char *open = memchr(value.at, '(', value.length);
	double part[4] = { 0, 0, 0, 1 }, most = 255;
	struct value list;
	int count = 0;

	if ((!is_hsl && !is_rgb) || open == NULL)
		return false;
	list = arguments(value, open);
	for (; count < 4 && list.length > 0; count++) {
		struct value word = next_word(&list);
		enum kind kind = read_number(&word, &part[count]);

		if (word.length > 0 && kind == NO_LENGTH)
			return false;
		if (kind == PER_CENT && count == 3)
			part[count] /= 100;
		else if (kind == PER_CENT && is_rgb)
			most = 100;
	}
	if (count < 3)
		return false;
	if (is_hsl) {
		read_wheel(part);
		most = 1;
	}
	*out = channel(part[3], 1) << 24 | channel(part[0], most) << 16 |
	    channel(part[1], most) << 8 | channel(part[2], most);
	return true;
}

/* Of colours by other systems, white and black. */
static bool
read_lightness(struct value value, int64_t *out)
{
	static const char *const names[] = { "oklch(", "oklab(", "lch(", "lab(" };
	bool by_light = false;
	double n[3] = { 0 };
	enum kind kinds[3];
	int count = read_arguments(value, n, kinds, 3);

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		by_light |= starts(value, names[i]);
	if (count < 3)
		return false;
	if (by_light && starts(value, "ok") && kinds[0] != PER_CENT)
		n[0] *= 100;
	if (starts(value, "hwb("))
		n[0] = n[1] >= 99 ? 100 : n[2] >= 99 ? 0 : 50;
	else if (!by_light)
		return false;
	*out = CSS_OPAQUE | (n[0] >= 99 ? 0xffffff : n[0] <= 1 ? 0 : 0x808080);
	return true;
}

static bool
take_color(struct value value, int64_t *out)
{
	char name[NAME_MAX_SIZE];
	const struct color *found;

	if (value.length == 0)
		return false;
	if (*value.at == '#')
		return read_hex((struct value){ value.at + 1, value.length - 1 }, out);
	if (value.length < 3 || memchr(value.at, '(', value.length) != NULL)
		return read_function(value, out) || read_lightness(value, out);
	*out = 0;
	if (is_word(value, "transparent"))
		return true;
	*out = CSS_INHERIT;
	if (is_word(value, "inherit") || is_word(value, "unset") || is_word(value, "revert"))
		return true;
	*out = CSS_CURRENT;
	if (is_word(value, "currentcolor"))
		return true;
	if (value.length >= sizeof name)
		return false;
	memcpy(name, value.at, value.length);
	name[value.length] = '\0';
	found = bsearch(name, colors, sizeof colors / sizeof *colors, sizeof *colors, compare_name);
	if (found == NULL && !is_word(value, "initial"))
		return false;
	*out = CSS_OPAQUE | (found != NULL ? found->rgb : 0);
	return true;
}

/* The one colour of a gradient; with several of them it is a picture. */
static int64_t
gradient_color(struct value value)
{
	const char *open = memchr(value.at, '(', value.length);
	int64_t color = CSS_UNKNOWN, next;
	struct value list = arguments(value, open);

	while (list.length > 0) {
		struct value word = next_word(&list);

		if (word.length == 0 || !take_color(word, &next))
			continue;
		if (color != CSS_UNKNOWN && next != color)
			return CSS_UNKNOWN;
		color = next;
	}
	return color;
}

static bool
take_background(struct value value, int64_t *out)
{
	int64_t color, picture = -1;

	*out = 0;
	while (value.length > 0) {
		struct value word = next_word(&value);

		if (starts(word, "url(") || has(word, "image("))
			picture = CSS_UNKNOWN;
		else if (has(word, "gradient("))
			picture = gradient_color(word);
		else if (take_color(word, &color))
			*out = color == CSS_INHERIT ? 0 : color;
	}
	*out = picture != -1 ? picture : *out;
	return true;
}

/* "background-image" says nothing of the colour unless it covers it. */
static bool
take_picture(struct value value, int64_t *out)
{
	return !is_word(value, "none") && take_background(value, out) && *out != 0;
}

bool
css_attribute_color(const char *value, size_t length, int64_t *color)
{
	char plain[NAME_MAX_SIZE];
	struct value name;

	while (length > 0 && isspace((unsigned char)*value)) {
		value++;
		length--;
	}
	while (length > 0 && isspace((unsigned char)value[length - 1]))
		length--;
	if (length >= sizeof plain || length == 0)
		return false;
	for (size_t i = 0; i < length; i++)
		plain[i] = (char)tolower((unsigned char)value[i]);
	plain[length] = '\0';
	name = (struct value){ plain, length };
	return take_color(name, color) || read_hex(name, color);
}

/* Fonts. */

static bool
take_font_size(struct value value, int64_t *out)
{
	static const struct {
		const char *name;
		int pixels;
	} words[] = { { "xx-small", 9 }, { "x-small", 10 }, { "small", 13 }, { "medium", 16 },
		{ "large", 18 }, { "x-large", 24 }, { "xx-large", 32 }, { "xxx-large", 48 },
		{ "initial", 16 } };
	double number;
	enum kind kind;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (is_word(value, words[i].name)) {
			*out = 100 * words[i].pixels;
			return true;
		}
	}
	*out = CSS_RELATIVE | 10000;
	if (is_word(value, "smaller"))
		*out = CSS_RELATIVE | 8333;
	if (is_word(value, "smaller") || is_word(value, "larger") || is_word(value, "inherit") ||
	    is_word(value, "unset"))
		return true;
	kind = read_length(value, &number);
	if (kind == NO_LENGTH || number < 0)
		return false;
	number = number < 10000 ? number : 10000;
	*out = (int64_t)(number * 100 + 0.5) | (kind != PIXELS ? CSS_RELATIVE : 0);
	return true;
}

/* "italic 12px/1.5 serif": the first length. */
static bool
take_font(struct value value, int64_t *out)
{
	while (value.length > 0) {
		struct value word = next_word(&value);

		if (word.length > 0 && strchr(".0123456789", *word.at) != NULL &&
		    (!isdigit((unsigned char)word.at[word.length - 1]) || is_word(word, "0")))
			return take_font_size(word, out);
	}
	return false;
}

/* Words. */

static bool
take_display(struct value value, int64_t *out)
{
	*out = is_word(value, "none");
	return value.length > 0;
}

static bool
take_visibility(struct value value, int64_t *out)
{
	*out = is_word(value, "hidden") || is_word(value, "collapse");
	return *out != 0 || is_word(value, "visible") || is_word(value, "initial");
}

static bool
take_hidden(struct value value, int64_t *out)
{
	*out = is_word(value, "hidden");
	return true;
}

static bool
take_opacity(struct value value, int64_t *out)
{
	double number;
	enum kind kind = read_length(value, &number);

	if (kind == NO_LENGTH)
		return false;
	number *= kind == PER_CENT ? 10 : 1000;
	*out = number <= 0 ? 0 : number >= 1000 ? 1000 : (int64_t)number;
	return true;
}

static bool
take_all(struct value value, int64_t *out)
{
	*out = is_word(value, "all");
	return true;
}

static bool
take_overflow(struct value value, int64_t *out)
{
	*out = !has(value, "visible") && !is_word(value, "initial");
	return true;
}

static bool
take_position(struct value value, int64_t *out)
{
	*out = !is_word(value, "static") && !is_word(value, "initial");
	return true;
}

static bool
take_scheme(struct value value, int64_t *out)
{
	*out = has(value, "dark") && !has(value, "light") && !has(value, "normal");
	return true;
}

/* "clip: rect(0, 0, 0, 0)", "clip-path: inset(50%)": is nothing left? */
static bool
take_clip(struct value value, int64_t *out)
{
	double n[4] = { 0 };
	enum kind kinds[4];
	int count = read_arguments(value, n, kinds, 4);

	*out = 0;
	if (starts(value, "rect("))
		*out = count == 4 && (n[1] - n[3] <= TINY_PX || n[2] - n[0] <= TINY_PX);
	else if (starts(value, "inset("))
		*out = count > 0 && (n[0] >= (kinds[0] == PER_CENT ? 50 : 1000));
	else if (starts(value, "circle(") || starts(value, "ellipse("))
		*out = count > 0 && n[0] <= TINY_PX;
	else if (starts(value, "polygon("))
		*out = count == 4 && n[0] <= 0 && n[1] <= 0 && n[2] <= 0 && n[3] <= 0;
	return true;
}

/* "scale(0)", "translate(-9999px)", "rotateX(90deg)". */
static bool
take_transform(struct value value, int64_t *out)
{
	*out = 0;
	while (value.length > 0) {
		struct value word = next_word(&value);
		double n[3] = { 0 };
		enum kind kinds[3];
		int count = read_arguments(word, n, kinds, 2);

		for (int i = 0; i < count; i++) {
			if (starts(word, "scale"))
				*out |= n[i] < 0.05 && n[i] > -0.05;
			if (starts(word, "translate"))
				*out |= n[i] <= -FAR_PX || n[i] >= WIDE_PX;
		}
		if (starts(word, "matrix("))
			*out |= count == 2 && n[0] == 0 && n[1] == 0;
		if (starts(word, "rotatex(") || starts(word, "rotatey("))
			*out |= count > 0 && (n[0] == 90 || n[0] == 270 || n[0] == -90);
	}
	return true;
}

/* "opacity(0)", "alpha(opacity=0)". */
static bool
take_filter(struct value value, int64_t *out)
{
	const char *found = memmem(value.at, value.length, "opacity", strlen("opacity"));
	struct value number;

	if (found == NULL)
		return false;
	found += strlen("opacity");
	while (found < value.at + value.length && strchr("(= _", *found) != NULL)
		found++;
	number = (struct value){ found, value.length - (size_t)(found - value.at) };
	if (!take_opacity(number, out))
		return false;
	/* Of the old form the whole is a hundred. */
	if (has(value, "alpha") && number.length > 1 && number.at[1] != '.' && number.at[0] != '0')
		*out = 1000;
	return true;
}

/* In ASCII order. */
static const struct property {
	const char *name;
	enum css_property property;
	bool (*take)(struct value, int64_t *);
} properties[] = { { "-webkit-clip-path", CSS_CLIP_PATH, take_clip },
	{ "-webkit-filter", CSS_FILTER, take_filter },
	{ "-webkit-text-fill-color", CSS_FILL, take_color },
	{ "-webkit-transform", CSS_TRANSFORM, take_transform },
	{ "background", CSS_BACKGROUND, take_background },
	{ "background-color", CSS_BACKGROUND, take_background },
	{ "background-image", CSS_BACKGROUND, take_picture },
	{ "block-size", CSS_HEIGHT, take_tiny }, { "bottom", CSS_BOTTOM, take_far },
	{ "clip", CSS_CLIP, take_clip }, { "clip-path", CSS_CLIP_PATH, take_clip },
	{ "color", CSS_COLOR, take_color }, { "color-scheme", CSS_SCHEME, take_scheme },
	{ "content-visibility", CSS_CONTENT, take_hidden },
	{ "display", CSS_DISPLAY, take_display }, { "filter", CSS_FILTER, take_filter },
	{ "font", CSS_FONT_SIZE, take_font }, { "font-size", CSS_FONT_SIZE, take_font_size },
	{ "height", CSS_HEIGHT, take_tiny }, { "inline-size", CSS_WIDTH, take_tiny },
	{ "inset", CSS_INSET, take_margin }, { "left", CSS_LEFT, take_far },
	{ "letter-spacing", CSS_SPACING, take_spacing }, { "margin", CSS_MARGIN, take_margin },
	{ "margin-left", CSS_MARGIN_LEFT, take_margin },
	{ "margin-right", CSS_MARGIN_RIGHT, take_margin },
	{ "margin-top", CSS_MARGIN_TOP, take_margin },
	{ "max-block-size", CSS_MAX_HEIGHT, take_tiny },
	{ "max-height", CSS_MAX_HEIGHT, take_tiny },
	{ "max-inline-size", CSS_MAX_WIDTH, take_tiny }, { "max-width", CSS_MAX_WIDTH, take_tiny },
	{ "mso-hide", CSS_MSO_HIDE, take_all }, { "opacity", CSS_OPACITY, take_opacity },
	{ "overflow", CSS_OVERFLOW, take_overflow },
	{ "overflow-x", CSS_OVERFLOW_X, take_overflow },
	{ "overflow-y", CSS_OVERFLOW_Y, take_overflow },
	{ "position", CSS_POSITION, take_position }, { "right", CSS_RIGHT, take_far },
	{ "scale", CSS_SCALE, take_zero }, { "text-indent", CSS_INDENT, take_far },
	{ "top", CSS_TOP, take_far }, { "transform", CSS_TRANSFORM, take_transform },
	{ "translate", CSS_TRANSLATE, take_far }, { "visibility", CSS_VISIBILITY, take_visibility },
	{ "width", CSS_WIDTH, take_tiny }, { "zoom", CSS_ZOOM, take_zero } };

/* Of "var(--name, value)" the value. */
static struct value
without_variable(struct value value)
{
	const char *comma = memchr(value.at, ',', value.length);

	if (!starts(value, "var(") || comma == NULL)
		return value;
	value = trimmed(comma + 1, value.at + value.length);
	if (value.length > 0 && value.at[value.length - 1] == ')')
		value.length--;
	return value;
}

/* "name: value" or "name: value !important". */
static void
declare(struct css_style *style, struct value text, uint64_t strength)
{
	const char *colon = memchr(text.at, ':', text.length);
	char name[NAME_MAX_SIZE];
	const struct property *property;
	struct value value;
	int64_t number;

	if (colon == NULL)
		return;
	value = trimmed(text.at, colon);
	if (value.length >= sizeof name)
		return;
	memcpy(name, value.at, value.length);
	name[value.length] = '\0';
	property = bsearch(name, properties, sizeof properties / sizeof *properties,
	    sizeof *properties, compare_name);
	if (property == NULL)
		return;
	value = without_variable(trimmed(colon + 1, text.at + text.length));
	if (value.length >= 9 && memcmp(value.at + value.length - 9, "important", 9) == 0) {
		value = trimmed(value.at, value.at + value.length - 9);
		if (value.length == 0 || value.at[value.length - 1] != '!')
			return;
		value = trimmed(value.at, value.at + value.length - 1);
		strength |= IMPORTANT;
	}
	if ((css_is_set(style, property->property) &&
		strength < style->strength[property->property]) ||
	    !property->take(value, &number))
		return;
	style->set |= UINT64_C(1) << property->property;
	style->value[property->property] = number;
	style->strength[property->property] = strength;
}

void
css_declare(struct css_style *style, const char *plain, size_t length, uint64_t strength)
{
	const char *end = plain + length, *start = plain;
	int depth = 0;
	bool string = false;

	for (const char *at = plain; at <= end; at++) {
		if (at < end && *at == '"')
			string = !string;
		if (at < end && !string)
			depth += (*at == '(') - (*at == ')' && depth > 0);
		if (at < end && (*at != ';' || depth > 0 || string))
			continue;
		if (at > start)
			declare(style, (struct value){ start, (size_t)(at - start) }, strength);
		start = at + 1;
	}
}
