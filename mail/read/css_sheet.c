/* SPDX-License-Identifier: ISC */
/*
 * The rules of <style>: which hold for an element?
 *
 * Only rules whose declarations matter (css.h) are kept.  A selector is its last part, with
 * class, id and attributes, and up to three parts around it, which are only asked to be
 * somewhere around; so no tree is needed, and in doubt a rule applies.  Pseudo-classes that
 * wait for a person (:hover) never do.
 */
#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/words.h"
#include "mail/read/css.h"

#define RULES_MAX   512
#define STYLES_MAX  128 /* of declarations, shared by the selectors of a list */
#define MARKS_MAX   64  /* parts of selectors that ask for elements around */
#define AROUND_MAX  3   /* in one selector */
#define PARTS_MAX   4   /* classes, or attributes, of one part */
#define SHEET_BYTES (64 * 1024)
#define WORK_MAX    (1024 * 1024) /* parts compared with elements */
#define NORMAL      1             /* strength of a declaration that is not important */
#define NESTED_MAX  8             /* @media within @media */
#define SCREEN_PX   1024
#define NAME_SIZE   64

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

/* The same, to be compared with elements: classes and attributes by their numbers. */
struct asked {
	uint32_t tag, id;
	uint64_t first; /* classes with the first 64 numbers, a bit each; the others follow */
	uint16_t classes[PARTS_MAX], attributes[PARTS_MAX];
	uint8_t class_count, attribute_count;
};

/* A list of declarations. */
struct block {
	struct css_style style;
	uint64_t normal, important; /* properties */
};

struct rule {
	struct asked asked;
	uint64_t around; /* marks that have to be there */
	uint64_t strength;
	const struct block *block;
};

/* Names that selectors ask for, in the order of their hashes, to be found by halving. */
struct names {
	struct {
		uint32_t hash;
		uint16_t number;
	} list[CSS_NAMES_MAX];
	int count;
};

_Static_assert(CSS_NAMES_MAX == (RULES_MAX + MARKS_MAX) * PARTS_MAX, "all names have room");

struct css_sheet {
	int rule_count, mark_count, style_count;
	size_t bytes;
	long work;
	bool full;
	/* From here on only as much is filled in as the counts say. */
	struct names classes, attributes;
	struct rule rules[RULES_MAX]; /* the strongest first */
	struct part marks[MARKS_MAX];
	struct asked asked_marks[MARKS_MAX];
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
	struct css_sheet *sheet = arena_bytes(arena, sizeof *sheet);

	memset(sheet, 0, offsetof(struct css_sheet, classes));
	sheet->classes.count = sheet->attributes.count = 0;
	return sheet;
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

long
css_sheet_work(const struct css_sheet *sheet)
{
	return sheet->work;
}

void
css_sheet_work_again(struct css_sheet *sheet, long work)
{
	sheet->work += work;
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

/* Where a name is in the list, or would be. */
static int
place_of(const struct names *names, uint32_t hash)
{
	int low = 0, high = names->count;

	while (low < high) {
		int middle = (low + high) / 2;

		if (names->list[middle].hash < hash)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The number of a name, which is new or not. */
static uint16_t
number_of(struct names *names, uint32_t hash)
{
	int place = place_of(names, hash);

	if (place == names->count || names->list[place].hash != hash) {
		memmove(&names->list[place + 1], &names->list[place],
		    (size_t)(names->count - place) * sizeof *names->list);
		names->list[place].hash = hash;
		names->list[place].number = (uint16_t)names->count++;
	}
	return names->list[place].number;
}

/* Sets the bit of a name, if it is one that is asked for. */
static void
set_bit(const struct names *names, uint64_t *bits, uint32_t hash)
{
	int place = place_of(names, hash);

	if (place < names->count && names->list[place].hash == hash)
		bits[names->list[place].number / 64] |= UINT64_C(1)
		    << names->list[place].number % 64;
}

static bool
has_bit(const uint64_t *bits, uint16_t number)
{
	return (bits[number / 64] >> number % 64 & 1) != 0;
}

static void
ask(struct css_sheet *sheet, const struct part *part, struct asked *asked)
{
	*asked = (struct asked){
		.tag = part->tag, .id = part->id, .attribute_count = (uint8_t)part->attribute_count
	};
	for (int i = 0; i < part->class_count; i++) {
		uint16_t number = number_of(&sheet->classes, part->classes[i]);

		if (number < 64)
			asked->first |= UINT64_C(1) << number;
		else
			asked->classes[asked->class_count++] = number;
	}
	for (int i = 0; i < part->attribute_count; i++) {
		const struct attribute *name = &part->attributes[i];

		/* No attribute is written with an escape: 0 is the hash of none. */
		asked->attributes[i] = number_of(&sheet->attributes,
		    memchr(name->at, '\001', name->length) != NULL ?
			0 :
			css_hash(name->at, name->length));
	}
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
	ask(sheet, part, &sheet->asked_marks[sheet->mark_count]);
	return UINT64_C(1) << sheet->mark_count++;
}

/* Adds a rule to those of more strength, in front of those of less. */
static void
sort_in(struct css_sheet *sheet, const struct rule *rule)
{
	int place = sheet->rule_count;

	while (place > 0 && sheet->rules[place - 1].strength < rule->strength)
		place--;
	memmove(&sheet->rules[place + 1], &sheet->rules[place],
	    (size_t)(sheet->rule_count - place) * sizeof *sheet->rules);
	sheet->rules[place] = *rule;
	sheet->rule_count++;
}

/* "div .x > p" with its declarations. */
static void
add_selector(struct css_sheet *sheet, struct reader in, const struct block *block)
{
	struct rule rule = { .block = block };
	struct part part, last;
	int parts = 0;
	bool sibling = false;

	if (sheet->rule_count == RULES_MAX) {
		sheet->full = true;
		return;
	}
	for (skip_blank(&in); in.at < in.end; skip_blank(&in)) {
		if (!read_part(&in, &part))
			return;
		/* A sibling before is not known, and not asked for. */
		if (parts > 0 && !sibling && parts <= AROUND_MAX)
			rule.around |= mark_of(sheet, &last);
		if (part.never)
			return;
		rule.strength += specificity(&part) << 32;
		last = part;
		parts++;
		skip_blank(&in);
		sibling = false;
		while (in.at < in.end && strchr(">+~ ", *in.at) != NULL)
			sibling |= *in.at == '+' || *in.at == '~', in.at++;
	}
	if (parts == 0)
		return;
	ask(sheet, &last, &rule.asked);
	rule.strength += (uint64_t)sheet->rule_count;
	sort_in(sheet, &rule);
}

static void
add_rule(struct css_sheet *sheet, struct arena *arena, struct reader selectors, struct reader block)
{
	struct css_style style = { .set = 0 };
	struct block *kept;
	const char *start = selectors.at;
	int depth = 0;

	css_declare(&style, block.at, (size_t)(block.end - block.at), NORMAL);
	if (style.set == 0)
		return;
	if (sheet->style_count++ == STYLES_MAX) {
		sheet->full = true;
		return;
	}
	kept = arena_bytes(arena, sizeof *kept);
	kept->style = style;
	kept->important = 0;
	for (int i = 0; i < CSS_PROPERTIES; i++)
		if (css_is_set(&style, i) && style.strength[i] != NORMAL)
			kept->important |= UINT64_C(1) << i;
	kept->normal = style.set & ~kept->important;
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
	static const char *const other_list[] = { "print", "speech", "aural", "braille", "embossed",
		"handheld", "projection", "tty", "tv", "prefers-color-scheme: dark",
		"prefers-color-scheme:dark", "inverted", "forced-colors: active" };
	static const char *const widths[] = { "max-width", "max-device-width", "min-width",
		"min-device-width" };
	static struct words others = WORDS(other_list);
	bool holds, negated;

	while (at < end && *at == ' ')
		at++;
	negated = end - at > 4 && memcmp(at, "not ", 4) == 0;
	holds = !words_stand_in(&others, at, (size_t)(end - at));
	for (int i = 0; i < 4 && (size_t)(end - at) > strlen(widths[0]); i++) {
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

void
css_element_begin(const struct css_sheet *sheet, struct css_element *element, uint32_t tag)
{
	memset(element, 0, offsetof(struct css_element, classes));
	memset(element->classes, 0, ((size_t)sheet->classes.count + 63) / 64 * sizeof(uint64_t));
	memset(
	    element->attributes, 0, ((size_t)sheet->attributes.count + 63) / 64 * sizeof(uint64_t));
	element->tag = tag;
}

void
css_element_add_class(
    const struct css_sheet *sheet, struct css_element *element, const char *name, size_t length)
{
	element->class_count++;
	set_bit(&sheet->classes, element->classes, css_hash(name, length));
}

bool
css_sheet_asks_attributes(const struct css_sheet *sheet)
{
	return sheet->attributes.count > 0;
}

void
css_element_add_attribute(
    const struct css_sheet *sheet, struct css_element *element, const char *name, size_t length)
{
	set_bit(&sheet->attributes, element->attributes, css_hash(name, length));
}

static inline bool
part_holds(struct css_sheet *sheet, const struct asked *part, const struct css_element *element)
{
	sheet->work++;
	if ((part->tag != 0 && part->tag != element->tag) ||
	    (part->id != 0 && part->id != element->id))
		return false;
	/* Of more classes than are counted, any may be it. */
	if ((part->first & ~element->classes[0]) != 0 && element->class_count < CSS_CLASSES_MAX)
		return false;
	for (int i = 0; i < part->class_count && element->class_count < CSS_CLASSES_MAX; i++)
		if (!has_bit(element->classes, part->classes[i]))
			return false;
	for (int i = 0; i < part->attribute_count; i++) {
		sheet->work += (long)(element->length / CSS_ATTRIBUTE_BYTES);
		if (!has_bit(element->attributes, part->attributes[i]))
			return false;
	}
	return true;
}

uint64_t
css_sheet_marks(struct css_sheet *sheet, const struct css_element *element)
{
	uint64_t marks = 0;

	for (int i = 0; i < sheet->mark_count && !css_sheet_is_full(sheet); i++) {
		if (part_holds(sheet, &sheet->asked_marks[i], element))
			marks |= UINT64_C(1) << i;
	}
	return marks;
}

void
css_sheet_apply(struct css_sheet *sheet, const struct css_element *element, struct css_style *style)
{
	uint64_t normal = 0, important = 0; /* what stronger rules have declared so */

	for (int i = 0; i < sheet->rule_count && !css_sheet_is_full(sheet); i++) {
		const struct rule *rule = &sheet->rules[i];
		const struct block *block;
		uint64_t add;

		if ((rule->around & ~element->around) != 0 ||
		    !part_holds(sheet, &rule->asked, element))
			continue;
		block = rule->block;
		add = (block->normal & ~normal) | (block->important & ~important);
		normal |= block->normal;
		important |= block->important;
		for (; add != 0; add &= add - 1) {
			int property = __builtin_ctzll(add);
			uint64_t strength = rule->strength + block->style.strength[property];

			if (css_is_set(style, property) && strength < style->strength[property])
				continue;
			style->set |= UINT64_C(1) << property;
			style->strength[property] = strength;
			style->value[property] = block->style.value[property];
		}
	}
}
