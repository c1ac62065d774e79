/* SPDX-License-Identifier: ISC */
/*
 * CSS, as far as it hides text (css.h).
 *
 * A colour that is not understood is compared with nothing.  Strings and escapes are not read:
 * people's mail programs need neither to hide a text.
 */
#include "mail/read/css.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "mail/quote/span.h"

#define SHEET_BYTES (64 * 1024)
#define RULES_MAX   256
#define WORK_MAX    (1024 * 1024) /* rules compared with elements, and bytes of classes */
#define VALUE_BYTES 64            /* of a colour in an attribute */
#define BLANKS      " \t\n\f\r"

/* "tag.class {…}": either may be empty, which is any. */
struct rule {
	struct span tag, class;
	const struct css_style *style;
};

struct css_sheet {
	struct rule rules[RULES_MAX];
	int count;
	size_t bytes;
	long work;
	bool full;
};

size_t
css_plain(const char *text, size_t length, char *out)
{
	const char *at = text, *end = text + length;
	size_t n = 0;

	while (at < end) {
		if (end - at > 1 && at[0] == '/' && at[1] == '*') {
			const char *close = memmem(at + 2, (size_t)(end - at - 2), "*/", 2);

			at = close != NULL ? close + 2 : end;
		} else if (strchr(BLANKS, *at) == NULL) {
			out[n++] = (char)tolower((unsigned char)*at++);
			continue;
		} else {
			at++;
		}
		if (n > 0 && out[n - 1] != ' ')
			out[n++] = ' ';
	}
	out[n] = '\0';
	return n;
}

/* The first such sign, or the end. */
static const char *
find(const char *at, const char *end, char sign)
{
	const char *found = memchr(at, sign, (size_t)(end - at));

	return found != NULL ? found : end;
}

/* "0", "0.0em", "1px", "1%", and ".1" of an opacity: as good as nothing. */
static bool
is_nothing(struct span value)
{
	char *unit;
	double number = strtod(value.at, &unit);

	return unit > value.at && number >= 0 &&
	    number <= (*unit == 'p'        ? 1 :
			      *unit == '%' ? 10 :
					     0.1);
}

/* "fff", "ffffff". */
static int
read_hex(struct span value)
{
	char six[7] = "";

	if (value.length != 3 && value.length != 6)
		return CSS_UNKNOWN;
	for (size_t i = 0; i < 6; i++)
		six[i] = value.at[value.length == 3 ? i / 2 : i];
	return strspn(six, "0123456789abcdef") == 6 ? (int)strtol(six, NULL, 16) : CSS_UNKNOWN;
}

/* "rgb(1, 2, 3)", "rgba(100%, 100%, 100%, 0.5)", "rgb(1 2 3 / 1)". */
static int
read_rgb(struct span value)
{
	const char *end = value.at + value.length, *at = find(value.at, end, '(');
	char *stop;
	double part[4] = { 0, 0, 0, 1 };
	int count = 0, color = 0;

	for (; at < end && count < 4; at = stop) {
		double number = strtod(at, &stop);

		if (stop == at) {
			stop++;
			continue;
		}
		part[count] = number * (*stop != '%' ? 1 : count < 3 ? 2.55 : 0.01);
		count++;
	}
	if (count < 3 || part[3] < 0.9)
		return count == 4 && part[3] <= 0.1 ? CSS_TRANSPARENT : CSS_UNKNOWN;
	for (int i = 0; i < 3; i++)
		color = color << 8 | (part[i] <= 0 ? 0 : part[i] >= 255 ? 255 : (int)part[i]);
	return color;
}

static int
read_color(struct span value)
{
	static const struct {
		const char *name;
		int color;
	} colors[] = { { "black", 0 }, { "silver", 0xc0c0c0 }, { "gray", 0x808080 },
		{ "white", 0xffffff }, { "maroon", 0x800000 }, { "red", 0xff0000 },
		{ "purple", 0x800080 }, { "fuchsia", 0xff00ff }, { "green", 0x8000 },
		{ "lime", 0xff00 }, { "olive", 0x808000 }, { "yellow", 0xffff00 }, { "navy", 0x80 },
		{ "blue", 0xff }, { "teal", 0x8080 }, { "aqua", 0xffff },
		{ "transparent", CSS_TRANSPARENT }, { "inherit", CSS_INHERIT },
		{ "unset", CSS_INHERIT }, { "none", CSS_INHERIT } };

	if (span_starts(value, "#"))
		return read_hex((struct span){ value.at + 1, value.length - 1 });
	if (span_starts(value, "rgb"))
		return read_rgb(value);
	for (size_t i = 0; i < sizeof colors / sizeof *colors; i++) {
		if (span_is(value, colors[i].name))
			return colors[i].color;
	}
	return CSS_UNKNOWN;
}

int
css_attribute_color(const char *value, size_t length)
{
	char plain[VALUE_BYTES];
	struct span name;
	int color;

	if (length >= sizeof plain)
		return CSS_UNKNOWN;
	length = css_plain(value, length, plain);
	name = span_trim(plain, plain + length);
	color = read_color(name);
	return color != CSS_UNKNOWN ? color : read_hex(name);
}

static int
read_value(enum css_property property, struct span value)
{
	switch (property) {
	case CSS_DISPLAY:
		return span_is(value, "none");
	case CSS_VISIBILITY:
	case CSS_OVERFLOW:
		return span_is(value, "hidden");
	case CSS_BACKGROUND:
		/* "white none repeat"; of "rgb(1, 2, 3)" the blanks belong to it. */
		if (!span_starts(value, "rgb") && !span_has(value, "url("))
			value.length = (size_t)(find(value.at, value.at + value.length, ' ') -
			    value.at);
		return read_color(value);
	case CSS_COLOR:
		return read_color(value);
	default:
		return is_nothing(value);
	}
}

/* "name: value" or "name: value !important". */
static void
declare(struct css_style *style, struct span text, enum css_strength strength)
{
	static const char *const names[CSS_PROPERTIES] = { "display", "visibility", "overflow",
		"opacity", "font-size", "height", "max-height", "width", "max-width", "color",
		"background" };
	const char *colon = memchr(text.at, ':', text.length), *mark;
	struct span name, value;

	if (colon == NULL)
		return;
	name = span_trim(text.at, colon);
	value = span_trim(colon + 1, text.at + text.length);
	if ((mark = memchr(value.at, '!', value.length)) != NULL) {
		value = span_trim(value.at, mark);
		strength = CSS_IMPORTANT;
	}
	if (span_is(name, "background-color"))
		name.length = strlen("background");
	for (int i = 0; i < CSS_PROPERTIES; i++)
		if (value.length > 0 && strength >= style->strength[i] && span_is(name, names[i])) {
			style->value[i] = read_value((enum css_property)i, value);
			style->strength[i] = (unsigned char)strength;
		}
}

void
css_declare(struct css_style *style, const char *plain, size_t length, enum css_strength strength)
{
	for (const char *at = plain, *end = plain + length, *stop; at < end; at = stop + 1) {
		stop = find(at, end, ';');
		declare(style, (struct span){ at, (size_t)(stop - at) }, strength);
	}
}

bool
css_sheet_is_full(const struct css_sheet *sheet)
{
	return sheet->full || sheet->work > WORK_MAX;
}

/* "tag", ".class", "tag.class", "*"; what asks for more is left out. */
static void
add_rule(struct css_sheet *sheet, struct span selector, const struct css_style *style)
{
	static const char ends[] = ".#:[>+~, {";
	struct rule rule = { .style = style, .tag = { selector.at, strcspn(selector.at, ends) } };
	size_t length = rule.tag.length;

	if (selector.at[length] == '.') {
		rule.class.at = selector.at + length + 1;
		rule.class.length = strcspn(rule.class.at, ends);
		length += 1 + rule.class.length;
	}
	if (length == 0 || length != selector.length)
		return;
	if (span_is(rule.tag, "*"))
		rule.tag.length = 0;
	if (sheet->count == RULES_MAX)
		sheet->full = true;
	else
		sheet->rules[sheet->count++] = rule;
}

/* A list of selectors, and their declarations. */
static void
add_rules(struct css_sheet *sheet, struct arena *arena, struct span selectors, struct span block)
{
	static const struct css_style nothing;
	struct css_style *style = arena_alloc(arena, sizeof *style);
	const char *at = selectors.at, *end = selectors.at + selectors.length, *stop;

	css_declare(style, block.at, block.length, CSS_TAG);
	if (memcmp(style->strength, nothing.strength, sizeof style->strength) == 0)
		return;
	for (; at <= end && !sheet->full; at = stop + 1) {
		stop = find(at, end, ',');
		add_rule(sheet, span_trim(at, stop), style);
	}
}

/* What follows a block whose "{" is before `at`. */
static const char *
skip_block(const char *at, const char *end)
{
	for (int depth = 1; at < end && depth > 0; at++)
		depth += (*at == '{') - (*at == '}');
	return at;
}

struct css_sheet *
css_sheet_add(struct css_sheet *sheet, struct arena *arena, const char *text, size_t length)
{
	char *plain;
	const char *at, *end, *open, *next;

	if (sheet == NULL)
		sheet = arena_alloc(arena, sizeof *sheet);
	sheet->bytes += length;
	if (sheet->bytes > SHEET_BYTES) {
		sheet->full = true;
		return sheet;
	}
	plain = arena_bytes(arena, length + 1);
	end = plain + css_plain(text, length, plain);
	for (at = plain; at < end && !sheet->full; at = next) {
		/* Between rules; "<!--" was for very old browsers. */
		at += strspn(at, " ;}");
		at += strncmp(at, "<!--", 4) == 0 ? 4 : strncmp(at, "-->", 3) == 0 ? 3 : 0;
		at += strspn(at, " ");
		open = at + strcspn(at, *at == '@' ? "{;" : "{");
		next = open < end && *open == '{' ? skip_block(open + 1, end) : open + 1;
		if (open < end && *at != '@')
			add_rules(sheet, arena, (struct span){ at, (size_t)(open - at) },
			    (struct span){
				open + 1, (size_t)(next - open) - 1 - (next[-1] == '}') });
	}
	return sheet;
}

static bool
has_class(const char *classes, struct span class)
{
	while (*(classes += strspn(classes, BLANKS)) != '\0') {
		size_t n = strcspn(classes, BLANKS);

		if (n == class.length && strncasecmp(classes, class.at, n) == 0)
			return true;
		classes += n;
	}
	return false;
}

void
css_sheet_apply(
    struct css_sheet *sheet, const char *tag, const char *classes, struct css_style *style)
{
	size_t length = strlen(classes);

	for (int i = 0; i < sheet->count && !css_sheet_is_full(sheet); i++) {
		const struct rule *rule = &sheet->rules[i];
		enum css_strength strength = rule->class.length > 0 ? CSS_CLASS : CSS_TAG;

		sheet->work++;
		if (rule->tag.length > 0 && !span_is(rule->tag, tag))
			continue;
		if (rule->class.length > 0) {
			sheet->work += (long)length;
			if (!has_class(classes, rule->class))
				continue;
		}
		for (int p = 0; p < CSS_PROPERTIES; p++) {
			unsigned char given = rule->style->strength[p];

			given = given == CSS_TAG ? (unsigned char)strength : given;
			if (given != CSS_UNSET && given >= style->strength[p]) {
				style->value[p] = rule->style->value[p];
				style->strength[p] = given;
			}
		}
	}
}
