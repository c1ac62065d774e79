/* SPDX-License-Identifier: ISC */
/*
 * The rules of <style>: which hold for an element?
 *
 * Only rules whose declarations matter (css.h) are kept.  A selector is its last part, with
 * class, id and attributes, and up to three parts around it, which are only asked to be
 * somewhere around; so no tree is needed, and in doubt a rule applies.  Pseudo-classes that
 * wait for a person (:hover) never do.
 */
#include <string.h>

#include "base/arena.h"
#include "mail/read/css.h"

#define RULES_MAX       512
#define STYLES_MAX      128 /* of declarations, shared by the selectors of a list */
#define MARKS_MAX       64  /* parts of selectors that ask for elements around */
#define AROUND_MAX      3   /* in one selector */
#define PARTS_MAX       4   /* classes, or attributes, of one part */
#define SHEET_BYTES     (64 * 1024)
#define WORK_MAX        (1024 * 1024) /* parts compared with elements */
#define ATTRIBUTE_BYTES 2             /* read in the time of one comparison */
#define NESTED_MAX      8             /* @media within @media */
#define SCREEN_PX       1024
#define NAME_SIZE       64

struct attribute {
	const char *at;
	size_t length;
};

/* "p.big#first[title]": 0 is anything. */
struct part {
	uint32_t tag, id;
	uint32_t classes[PARTS_MAX];
	struct attribute attributes[PARTS_MAX];
	int class_count, attribute_count;
	bool never;
};

struct rule {
	struct part part;
	uint64_t around; /* marks that have to be there */
	uint64_t strength;
	const struct css_style *style;
};

struct css_sheet {
	struct rule rules[RULES_MAX];
	struct part marks[MARKS_MAX];
	int rule_count, mark_count, style_count;
	size_t bytes;
	long work;
	bool full;
};

/* Plain text (css_plain) that is being read. */
struct reader {
	const char *at, *end;
};

uint32_t
css_hash(const char *name, size_t length)
{
	uint32_t hash = 2166136261u;

	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)name[i];

		if (c == '\001')
			continue;
		hash = (hash ^ (c >= 'A' && c <= 'Z' ? c | 0x20u : c)) * 16777619u;
	}
	return hash != 0 ? hash : 1;
}

struct css_sheet *
css_sheet_new(struct arena *arena)
{
	return arena_alloc(arena, sizeof(struct css_sheet));
}

bool
css_sheet_is_empty(const struct css_sheet *sheet)
{
	return sheet->rule_count == 0;
}

bool
css_sheet_is_full(const struct css_sheet *sheet)
{
	return sheet->full || sheet->work > WORK_MAX;
}

static void
skip_blank(struct reader *in)
{
	while (in->at < in->end && *in->at == ' ')
		in->at++;
}

/* A name; a sign with an escape in front is part of it. */
static struct attribute
read_name(struct reader *in)
{
	const char *start = in->at;

	while (in->at < in->end) {
		unsigned char c = (unsigned char)*in->at;

		if (c == '\001' && in->at + 1 < in->end)
			in->at++;
		else if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '-' &&
		    c != '_' && c < 0x80)
			break;
		in->at++;
	}
	return (struct attribute){ start, (size_t)(in->at - start) };
}

/* Skips to what closes a bracket. */
static const char *
skip_brackets(struct reader *in, char open, char close)
{
	int depth = 0;
	bool string = false;

	for (; in->at < in->end; in->at++) {
		if (*in->at == '"')
			string = !string;
		if (string)
			continue;
		depth += (*in->at == open) - (*in->at == close);
		if (depth <= 0)
			return in->at++;
	}
	return in->end;
}

/* "[title]"; "[class=x]", "[class~=x]" and "[id=x]" are asked for as ".x" and "#x". */
static void
read_attribute(struct reader *in, struct part *part)
{
	const char *close;
	struct reader inside = { in->at + 1, NULL };
	struct attribute name, value;
	bool exact;

	close = skip_brackets(in, '[', ']');
	inside.end = close;
	skip_blank(&inside);
	name = read_name(&inside);
	skip_blank(&inside);
	exact = inside.at < inside.end && (*inside.at == '=' || *inside.at == '~');
	while (inside.at < inside.end && strchr("~=\" ", *inside.at) != NULL)
		inside.at++;
	value = read_name(&inside);
	if (exact && name.length == 5 && memcmp(name.at, "class", 5) == 0 && value.length > 0 &&
	    part->class_count < PARTS_MAX)
		part->classes[part->class_count++] = css_hash(value.at, value.length);
	else if (exact && name.length == 2 && memcmp(name.at, "id", 2) == 0 && value.length > 0)
		part->id = css_hash(value.at, value.length);
	else if (part->attribute_count < PARTS_MAX)
		part->attributes[part->attribute_count++] = name;
}

/* ":hover" never holds; of what is not known it is taken to. */
static void
read_pseudo(struct reader *in, struct part *part)
{
	static const char *const never[] = { "hover", "active", "focus", "focus-within",
		"focus-visible", "visited", "target", "before", "after", "first-line",
		"first-letter", "selection", "placeholder", "marker", "checked", "disabled", "link",
		"any-link", "empty", "backdrop", "-moz-placeholder", "-webkit-scrollbar" };
	struct attribute name;

	while (in->at < in->end && *in->at == ':')
		in->at++;
	name = read_name(in);
	for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
		if (name.length == strlen(never[i]) && memcmp(name.at, never[i], name.length) == 0)
			part->never = true;
	}
	if (name.length == 4 && memcmp(name.at, "root", 4) == 0)
		part->tag = css_hash("html", 4);
	if (in->at < in->end && *in->at == '(')
		skip_brackets(in, '(', ')');
}

/* One part of a selector; false at what is none. */
static bool
read_part(struct reader *in, struct part *part)
{
	const char *start = in->at;
	struct attribute name;

	memset(part, 0, sizeof *part);
	while (in->at < in->end && strchr(" >+~,", *in->at) == NULL) {
		if (*in->at == '.' || *in->at == '#') {
			bool is_class = *in->at++ == '.';

			name = read_name(in);
			if (name.length == 0)
				return false;
			if (!is_class)
				part->id = css_hash(name.at, name.length);
			else if (part->class_count < PARTS_MAX)
				part->classes[part->class_count++] = css_hash(name.at, name.length);
		} else if (*in->at == '[') {
			read_attribute(in, part);
		} else if (*in->at == ':') {
			read_pseudo(in, part);
		} else if (*in->at == '*' || *in->at == '&') {
			in->at++;
		} else {
			name = read_name(in);
			if (name.length == 0)
				return false;
			part->tag = css_hash(name.at, name.length);
		}
	}
	return in->at > start;
}

static uint64_t
specificity(const struct part *part)
{
	return ((uint64_t)(part->id != 0) << 16) +
	    ((uint64_t)(part->class_count + part->attribute_count) << 8) + (part->tag != 0);
}

/* The bit of a part that has to be around; 0 where there is no room, which asks nothing. */
static uint64_t
mark_of(struct css_sheet *sheet, const struct part *part)
{
	for (int i = 0; i < sheet->mark_count; i++) {
		if (memcmp(&sheet->marks[i], part, sizeof *part) == 0)
			return UINT64_C(1) << i;
	}
	if (sheet->mark_count == MARKS_MAX)
		return 0;
	sheet->marks[sheet->mark_count] = *part;
	return UINT64_C(1) << sheet->mark_count++;
}

/* "div .x > p" with its declarations. */
static void
add_selector(struct css_sheet *sheet, struct reader in, const struct css_style *style)
{
	struct rule *rule = &sheet->rules[sheet->rule_count];
	struct part part, last;
	int parts = 0;
	bool sibling = false;

	if (sheet->rule_count == RULES_MAX) {
		sheet->full = true;
		return;
	}
	memset(rule, 0, sizeof *rule);
	for (skip_blank(&in); in.at < in.end; skip_blank(&in)) {
		if (!read_part(&in, &part))
			return;
		/* A sibling before is not known, and not asked for. */
		if (parts > 0 && !sibling && parts <= AROUND_MAX)
			rule->around |= mark_of(sheet, &last);
		if (part.never)
			return;
		rule->strength += specificity(&part) << 32;
		last = part;
		parts++;
		skip_blank(&in);
		sibling = false;
		while (in.at < in.end && strchr(">+~ ", *in.at) != NULL)
			sibling |= *in.at == '+' || *in.at == '~', in.at++;
	}
	if (parts == 0)
		return;
	rule->part = last;
	rule->style = style;
	rule->strength += (uint64_t)sheet->rule_count;
	sheet->rule_count++;
}

static bool
is_relevant(const struct css_style *style)
{
	for (int i = 0; i < CSS_PROPERTIES; i++) {
		if (style->strength[i] != 0)
			return true;
	}
	return false;
}

static void
add_rule(struct css_sheet *sheet, struct arena *arena, struct reader selectors, struct reader block)
{
	struct css_style style = { .value = { 0 } };
	struct css_style *kept;
	const char *start = selectors.at;
	int depth = 0;

	css_declare(&style, block.at, (size_t)(block.end - block.at), 1);
	if (!is_relevant(&style))
		return;
	if (sheet->style_count++ == STYLES_MAX) {
		sheet->full = true;
		return;
	}
	kept = arena_alloc(arena, sizeof *kept);
	*kept = style;
	for (const char *at = start; at <= selectors.end && !sheet->full; at++) {
		if (at < selectors.end) {
			depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
			if (*at != ',' || depth > 0)
				continue;
		}
		add_selector(sheet, (struct reader){ start, at }, kept);
		start = at + 1;
	}
}

/* The pixels of "(max-width: 600px)"; -1: it says something else. */
static long
feature_pixels(const char *at, const char *end, const char *feature)
{
	const char *found = memmem(at, (size_t)(end - at), feature, strlen(feature));
	long pixels = 0;

	if (found == NULL)
		return -1;
	for (found += strlen(feature); found < end && strchr(": ", *found) != NULL; found++)
		;
	if (found == end || *found < '0' || *found > '9')
		return -1;
	for (; found < end && *found >= '0' && *found <= '9' && pixels < 100000; found++)
		pixels = pixels * 10 + (*found - '0');
	return found + 1 < end && found[0] == 'e' && found[1] == 'm' ? pixels * 16 : pixels;
}

/* "only screen and (max-width: 600px)". */
static bool
query_holds(const char *at, const char *end)
{
	static const char *const others[] = { "print", "speech", "aural", "braille", "embossed",
		"handheld", "projection", "tty", "tv", "prefers-color-scheme: dark",
		"prefers-color-scheme:dark", "inverted", "forced-colors: active" };
	static const char *const widths[] = { "max-width", "max-device-width", "min-width",
		"min-device-width" };
	bool holds = true, negated;

	while (at < end && *at == ' ')
		at++;
	negated = end - at > 4 && memcmp(at, "not ", 4) == 0;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		holds &= memmem(at, (size_t)(end - at), others[i], strlen(others[i])) == NULL;
	for (int i = 0; i < 4; i++) {
		long pixels = feature_pixels(at, end, widths[i]);

		if (pixels >= 0)
			holds &= i < 2 ? pixels >= SCREEN_PX : pixels <= SCREEN_PX;
	}
	return holds != negated;
}

bool
css_media_holds(const char *plain, size_t length)
{
	const char *end = plain + length, *start = plain;

	for (const char *at = plain; at <= end; at++) {
		if (at < end && *at != ',')
			continue;
		if (query_holds(start, at))
			return true;
		start = at + 1;
	}
	return false;
}

/* "@media … {" and the like: does what is inside count? */
static bool
at_rule_holds(struct reader prelude)
{
	static const char *const groups[] = { "@supports", "@layer", "@container", "@scope",
		"@document", "@-moz-document", "@starting-style" };
	size_t length = (size_t)(prelude.end - prelude.at);

	if (length >= 6 && memcmp(prelude.at, "@media", 6) == 0)
		return css_media_holds(prelude.at + 6, length - 6);
	for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
		if (length >= strlen(groups[i]) &&
		    memcmp(prelude.at, groups[i], strlen(groups[i])) == 0)
			return true;
	}
	return false;
}

/* The sign of `signs` at which a selector, a block or an at-rule ends, outside of strings and
 * brackets. */
static const char *
find_sign(struct reader in, const char *signs)
{
	int depth = 0;
	bool string = false;

	for (; in.at < in.end; in.at++) {
		if (*in.at == '\001')
			in.at++;
		else if (*in.at == '"')
			string = !string;
		else if (!string && depth <= 0 && strchr(signs, *in.at) != NULL)
			return in.at;
		else if (!string)
			depth += (*in.at == '(' || *in.at == '[') -
			    (*in.at == ')' || *in.at == ']');
	}
	return in.end;
}

/* What stands between rules, "<!--" for very old browsers too. */
static void
skip_junk(struct reader *in)
{
	while (in->at < in->end && strchr(" ;}", *in->at) != NULL)
		in->at++;
	if (in->end - in->at >= 4 && memcmp(in->at, "<!--", 4) == 0)
		in->at += 4;
	else if (in->end - in->at >= 3 && memcmp(in->at, "-->", 3) == 0)
		in->at += 3;
	skip_blank(in);
}

static void
read_rules(struct css_sheet *sheet, struct arena *arena, struct reader in, int nested)
{
	while (in.at < in.end && !sheet->full) {
		struct reader prelude, block;
		const char *stop;

		skip_junk(&in);
		if (in.at == in.end)
			return;
		stop = find_sign(in, *in.at == '@' || nested > 0 ? "{;" : "{");
		prelude = (struct reader){ in.at, stop };
		in.at = stop + (stop < in.end);
		if (stop == in.end || *stop == ';')
			continue;
		block.at = in.at;
		in.at = stop;
		block.end = skip_brackets(&in, '{', '}');
		if (*prelude.at != '@')
			add_rule(sheet, arena, prelude, block);
		/* Rules within a rule are taken by themselves. */
		if (nested < NESTED_MAX && (*prelude.at != '@' || at_rule_holds(prelude)))
			read_rules(sheet, arena, block, nested + 1);
	}
}

void
css_sheet_add(struct css_sheet *sheet, struct arena *arena, const char *text, size_t length)
{
	struct reader in;
	char *plain;

	sheet->bytes += length;
	if (sheet->bytes > SHEET_BYTES) {
		sheet->full = true;
		return;
	}
	plain = arena_bytes(arena, length + 1);
	in = (struct reader){ plain, plain + css_plain(text, length, plain) };
	read_rules(sheet, arena, in, 0);
}

static bool
part_holds(struct css_sheet *sheet, const struct part *part, const struct css_element *element)
{
	sheet->work++;
	if ((part->tag != 0 && part->tag != element->tag) ||
	    (part->id != 0 && part->id != element->id))
		return false;
	for (int i = 0; i < part->class_count; i++) {
		int j = 0;

		while (j < element->class_count && element->classes[j] != part->classes[i])
			j++;
		/* Of more classes than are kept, any may be it. */
		if (j == element->class_count && j < CSS_CLASSES_MAX)
			return false;
	}
	for (int i = 0; i < part->attribute_count; i++) {
		sheet->work += (long)(element->length / ATTRIBUTE_BYTES);
		if (!element->has(
			element->context, part->attributes[i].at, part->attributes[i].length))
			return false;
	}
	return true;
}

uint64_t
css_sheet_marks(struct css_sheet *sheet, const struct css_element *element)
{
	uint64_t marks = 0;

	for (int i = 0; i < sheet->mark_count && !css_sheet_is_full(sheet); i++) {
		if (part_holds(sheet, &sheet->marks[i], element))
			marks |= UINT64_C(1) << i;
	}
	return marks;
}

static void
add_style(struct css_style *style, const struct rule *rule)
{
	for (int i = 0; i < CSS_PROPERTIES; i++) {
		uint64_t strength = rule->style->strength[i];

		if (strength == 0)
			continue;
		strength = rule->strength + strength;
		if (strength < style->strength[i])
			continue;
		style->strength[i] = strength;
		style->value[i] = rule->style->value[i];
	}
}

void
css_sheet_apply(struct css_sheet *sheet, const struct css_element *element, struct css_style *style)
{
	for (int i = 0; i < sheet->rule_count && !css_sheet_is_full(sheet); i++) {
		const struct rule *rule = &sheet->rules[i];

		if ((rule->around & ~element->around) == 0 &&
		    part_holds(sheet, &rule->part, element))
			add_style(style, rule);
	}
}
