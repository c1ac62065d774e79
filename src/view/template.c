/* SPDX-License-Identifier: ISC */
/*
 * Templates rendered (template.h).
 *
 * A template is read from front to back; sections, partials and words are read
 * by the same function one level deeper, and what is not to be shown is read
 * silently.  A name is looked for from the innermost scope outwards.  Depth and
 * number of the parts bound everything that templates can do to themselves.
 */
#include "view/template.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "base/vars.h"
#include "base/zone.h"
#include "cmd/facts.h"
#include "rules/status.h"
#include "view/template_file.h"

#define DEPTH_MAX 48
#define PARTS_MAX 20000 /* sections, partials and words of one text */
#define NAME_SIZE 72
#define BLANKS    " \t\r"

struct scope {
	const struct scope *outer;
	const struct vars *vars; /* names it adds; NULL none */
};

struct render {
	struct templates *templates;
	const struct reader *reader;
	struct arena *arena;
	struct str *out;
	struct err *err;
	int depth, parts;
	/* template_each_tag: nothing is shown. */
	void (*each)(
	    void *context, const struct source *source, int line, char sigil, const char *name);
	void *context;
};

/* A part of a template being read: a section, or the whole. */
struct part {
	const struct source *source;
	const char *section; /* NULL: the whole */
	const struct scope *scope;
	bool shown;
	const char *at, *tag; /* the present tag begins here */
	const char *bare_end; /* end of a line of tags alone: no text before it is shown */
	char sigil;           /* of the tag: one of "#^/>:!", or ' ' */
	char name[NAME_SIZE];
};

static int read_part(struct render *r, struct part *part);

static int
tag_line(const struct part *part)
{
	int line = part->source->line;

	for (const char *at = part->source->text; at < part->tag; at++)
		line += *at == '\n';
	return line;
}

/* err becomes "FILE:LINE: " and what is wrong with the present tag; returns -1. */
static int __attribute__((format(printf, 3, 4)))
complain(const struct render *r, const struct part *part, const char *format, ...)
{
	char what[256];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	return err_set(r->err, "%s:%d: %s", part->source->path, tag_line(part), what);
}

static const struct var *
find_var(const struct scope *scope, const char *name)
{
	const struct var *var = NULL;
	uint32_t hash = vars_hash(name);

	for (; scope != NULL && var == NULL; scope = scope->outer)
		if (scope->vars != NULL)
			var = vars_find_hashed(scope->vars, name, hash);
	return var;
}

static int
read_source(struct render *r, const struct source *source, const struct scope *scope, bool shown)
{
	struct part part = { .source = source,
		.scope = scope,
		.shown = shown,
		.at = source->text,
		.bare_end = source->text };

	return read_part(r, &part);
}

/* "one", "few" or "other": what a number does to the word after it. */
static const char *
plural(const struct source *rule, int64_t number)
{
	int64_t last = number % 10, two = number % 100;

	if (rule != NULL && strcmp(rule->text, "none") == 0)
		return "other";
	if (rule == NULL || strcmp(rule->text, "slavic") != 0)
		return number == 1 ? "one" : "other";
	if (two >= 11 && two <= 14)
		return "other";
	return last == 1 ? "one" : last >= 2 && last <= 4 ? "few" : "other";
}

/* The word for the value of `var`, in the reader's language or in English. */
static int
show_word(struct render *r, const struct part *part, const struct var *var)
{
	const char *const languages[] = { r->reader->language, "en" };
	const struct source *word = NULL;
	char number[32], key[160];
	const char *value = var->kind == VAR_NUMBER ? number :
	    var->kind == VAR_FLAG                   ? (var->number != 0 ? "yes" : "no") :
						      var->text;

	if (var->kind == VAR_LIST || var->kind == VAR_TIME || var->kind == VAR_OBJECT)
		return complain(r, part, "%s: a list, a time or a move is not a word", part->name);
	str_format(number, sizeof number, "%" PRId64, var->number);
	for (size_t i = 0; i < 2 && word == NULL; i++) {
		str_format(key, sizeof key, "%s.%s", part->name, value);
		word = template_word_find(r->templates, languages[i], key);
		if (word != NULL || var->kind != VAR_NUMBER)
			continue;
		str_format(key, sizeof key, "%s.%s", part->name,
		    plural(template_word_find(r->templates, languages[i], "plural-rule"),
			var->number));
		word = template_word_find(r->templates, languages[i], key);
	}
	return word != NULL ?
	    read_source(r, word, part->scope, true) :
	    complain(r, part, "%s: words.txt has no word for \"%s\"", part->name, value);
}

/* As date-format has it; the parts are names that it may show. */
static int
show_time(struct render *r, const struct part *part, int64_t time)
{
	const char *name = r->reader->zone != NULL ? r->reader->zone : "";
	int zone = zone_offset(name, time) / (int)MINUTE, minutes = abs(zone);
	struct civil civil = zone_civil(name, time);
	struct vars *vars = vars_new(r->arena);
	const struct source *format = template_word_find(
	    r->templates, r->reader->language, "date-format");

	if (format == NULL &&
	    (format = template_word_find(r->templates, "en", "date-format")) == NULL)
		return complain(r, part, "words.txt has no date-format");
	vars_number(vars, "year", civil.year);
	vars_number(vars, "month", civil.month);
	vars_number(vars, "day", civil.day);
	vars_number(vars, "weekday", civil.weekday);
	vars_textf(vars, "hour", "%02d", civil.hour);
	vars_textf(vars, "minute", "%02d", civil.minute);
	vars_text(vars, "zone", "UTC");
	if (zone != 0)
		vars_textf(vars, "zone", "UTC%c%d", zone < 0 ? '-' : '+', minutes / 60);
	if (minutes % 60 != 0)
		vars_textf(
		    vars, "zone", "UTC%c%d:%02d", zone < 0 ? '-' : '+', minutes / 60, minutes % 60);
	return read_source(r, format, &(struct scope){ part->scope, vars }, true);
}

void
reader_write_move(
    const struct reader *reader, const struct board *before, struct move move, char text[MOVE_TEXT])
{
	struct refusal_why why;

	if (reader->form == NOTATION_COORDINATES || move_judge(before, move, &why) != MOVE_LEGAL)
		move_write(move, text);
	else if (reader->form == NOTATION_WXF && reader->letters != NULL)
		notation_write_letters(reader->letters, before, move, text, MOVE_TEXT);
	else
		notation_write(reader->form, before, move, text, MOVE_TEXT);
}

static int
show_value(struct render *r, const struct part *part)
{
	const struct var *var = find_var(part->scope, part->name);

	if (var == NULL)
		return complain(r, part, "%s: no such variable", part->name);
	if (part->sigil == ':' || var->kind == VAR_WORD || var->kind == VAR_FLAG)
		return show_word(r, part, var);
	if (var->kind == VAR_LIST)
		return complain(r, part, "%s: a list cannot be shown as a value", part->name);
	if (var->kind == VAR_TIME)
		return show_time(r, part, var->number);
	if (var->kind == VAR_OBJECT) {
		const struct placed_move *placed = var->object;
		char text[MOVE_TEXT];

		reader_write_move(r->reader, &placed->before, placed->move, text);
		str_add(r->out, text);
	} else if (var->kind == VAR_NUMBER)
		str_addf(r->out, "%" PRId64, var->number);
	else
		str_add(r->out, var->text);
	return 0;
}

/* What stands in a section that is not shown is the same each time: its end is kept. */
static const struct hidden *
find_hidden(const struct part *part)
{
	const struct hidden *hidden = part->source->hidden != NULL ? *part->source->hidden : NULL;

	while (hidden != NULL && hidden->begin != part->at)
		hidden = hidden->next;
	return hidden;
}

static void
keep_hidden(struct render *r, const struct part *begin, const struct part *after)
{
	struct hidden *hidden = arena_alloc(r->templates->kept, sizeof *hidden);

	*hidden = (struct hidden){
		.begin = begin->at,
		.end = after->at,
		.bare_end = after->bare_end,
		.next = *begin->source->hidden,
	};
	*begin->source->hidden = hidden;
}

static bool
is_set(const struct var *var)
{
	if (var == NULL)
		return false;
	if (var->kind == VAR_TEXT || var->kind == VAR_WORD)
		return var->text[0] != '\0';
	if (var->kind == VAR_LIST)
		return var->first != NULL;
	return var->kind == VAR_OBJECT || var->number != 0;
}

/* From after the opening tag to after the closing one. */
static int
read_section(struct render *r, struct part *part)
{
	const struct var *var = find_var(part->scope, part->name);
	struct scope scope = { .outer = part->scope };
	struct part begin = *part, inner;
	const struct hidden *hidden;

	begin.section = part->name;
	begin.scope = &scope;
	begin.shown = part->shown && is_set(var) == (part->sigil == '#');
	if (!begin.shown && r->each == NULL && (hidden = find_hidden(part)) != NULL) {
		part->at = hidden->end;
		part->bare_end = hidden->bare_end;
		return 0;
	}
	if (begin.shown && part->sigil == '#' && var->kind == VAR_LIST)
		scope.vars = var->first;
	do {
		inner = begin;
		if (read_part(r, &inner) == -1)
			return -1;
	} while (scope.vars != NULL && (scope.vars = scope.vars->next) != NULL);
	if (!begin.shown && r->each == NULL && part->source->hidden != NULL)
		keep_hidden(r, &begin, &inner);
	part->at = inner.at;
	part->bare_end = inner.bare_end;
	return 0;
}

/* at stands on "{{"; afterwards after "}}".  A comment has no name. */
static int
read_tag(struct render *r, struct part *part)
{
	const char *begin = part->at + 2, *end = strstr(begin, "}}");

	part->tag = part->at;
	if (end == NULL)
		return complain(r, part, "a tag is not closed by }}");
	part->at = end + 2;
	part->sigil = *begin != '\0' && strchr("#^/>:!", *begin) != NULL ? *begin++ : ' ';
	if (part->sigil == '!')
		return 0;
	begin += strspn(begin, BLANKS);
	while (end > begin && strchr(BLANKS, end[-1]) != NULL)
		end--;
	str_format(part->name, sizeof part->name, "%.*s", (int)(end - begin), begin);
	return template_name_is_valid(part->name) ?
	    0 :
	    complain(r, part, "this is not a name: %s", part->name);
}

/* Where the line at `begin` ends if it holds tags that show nothing themselves, and nothing
 * else; otherwise `begin`. */
static const char *
bare_line_end(const char *begin)
{
	const char *at = begin;

	for (bool any = false;; any = true) {
		at += strspn(at, BLANKS);
		if (*at == '\n' || *at == '\0')
			return any ? at + (*at == '\n') : begin;
		if (strncmp(at, "{{", 2) != 0 || at[2] == '\0' || strchr("#^/>!", at[2]) == NULL ||
		    (at = strstr(at, "}}")) == NULL)
			return begin;
		at += 2;
	}
}

/* Up to the next tag, a line at a time: a line of tags alone shows nothing around them. */
static void
read_text(struct render *r, struct part *part)
{
	const char *begin, *end;

	do {
		begin = end = part->at;
		if (begin >= part->bare_end && (begin == part->source->text || begin[-1] == '\n'))
			part->bare_end = bare_line_end(begin);
		while (
		    *end != '\0' && strncmp(end, "{{", 2) != 0 && (end == begin || end[-1] != '\n'))
			end++;
		if (part->shown && begin >= part->bare_end)
			str_addn(r->out, begin, (size_t)(end - begin));
		part->at = end;
	} while (end > begin && end[-1] == '\n');
}

static int
show_tag(struct render *r, struct part *part)
{
	const struct source *source;

	switch (part->sigil) {
	case '!':
		return 0;
	case '#':
	case '^':
		return read_section(r, part);
	}
	if (r->each != NULL)
		r->each(r->context, part->source, tag_line(part), part->sigil, part->name);
	switch (part->sigil) {
	case '>':
		if (!part->shown)
			return 0;
		if (template_file_find(
			r->templates, r->reader->language, part->name, &source, r->err) == -1)
			return -1;
		if (source == NULL)
			return complain(r, part, "%s: there is no such template", part->name);
		return read_source(r, source, part->scope, true);
	default:
		return part->shown ? show_value(r, part) : 0;
	}
}

static int
read_part(struct render *r, struct part *part)
{
	if (r->depth == DEPTH_MAX || ++r->parts > PARTS_MAX)
		return err_set(r->err, "%s: templates are nested too deeply", part->source->path);
	r->depth++;
	for (;;) {
		read_text(r, part);
		if (*part->at == '\0' && part->section != NULL)
			return complain(r, part, "a section is not closed: %s", part->section);
		if (*part->at == '\0')
			break;
		if (read_tag(r, part) == -1)
			return -1;
		if (part->sigil != '/') {
			if (show_tag(r, part) == -1)
				return -1;
			continue;
		}
		if (part->section == NULL)
			return complain(
			    r, part, "nothing is open that could be closed: %s", part->name);
		if (strcmp(part->name, part->section) != 0)
			return complain(r, part, "another section is open, not %s", part->name);
		break;
	}
	r->depth--;
	return 0;
}

int
template_syntax(const struct source *source, struct err *err)
{
	return read_source(&(struct render){ .err = err }, source, NULL, false);
}

void
template_each_tag(const struct source *source,
    void (*each)(
	void *context, const struct source *source, int line, char sigil, const char *name),
    void *context)
{
	struct err ignored;

	if (source->text != NULL)
		read_source(&(struct render){ .err = &ignored, .each = each, .context = context },
		    source, NULL, false);
}

/* Drops blanks at ends of lines and all but one of a run of empty lines. */
static size_t
tidy(char *text)
{
	char *to = text;
	const char *from = text;
	bool was_empty = false;

	while (*from != '\0') {
		size_t n = strcspn(from, "\n"), kept = n;
		bool has_newline = from[n] == '\n';

		while (kept > 0 && strchr(BLANKS, from[kept - 1]) != NULL)
			kept--;
		if (kept > 0 || !was_empty) {
			memmove(to, from, kept);
			to += kept;
			if (has_newline)
				*to++ = '\n';
		}
		was_empty = kept == 0;
		from += n + has_newline;
	}
	*to = '\0';
	return (size_t)(to - text);
}

int
template_render(struct templates *templates, const struct reader *reader, const char *name,
    const struct vars *vars, struct str *out, struct err *err)
{
	struct render r = { .templates = templates,
		.reader = reader,
		.arena = vars->arena,
		.out = out,
		.err = err };
	const struct source *source;
	size_t before = out->length;

	if (template_words_read(templates, reader->language, err) == 0 &&
	    template_words_read(templates, "en", err) == 0 &&
	    template_file_find(templates, reader->language, name, &source, err) == 0) {
		if (source == NULL) {
			err_set(err, "there is no template %s", name);
		} else if (read_source(&r, source, &(struct scope){ NULL, vars }, true) == 0) {
			out->length = before + tidy(out->data + before);
			return 0;
		}
	}
	err->is_ours = true;
	return -1;
}

int
template_word(struct templates *templates, const struct reader *reader, const char *key,
    const char **out, struct err *err)
{
	const char *const languages[] = { reader->language, "en" };
	const struct source *word = NULL;

	for (size_t i = 0; i < 2 && word == NULL; i++) {
		if (template_words_read(templates, languages[i], err) == -1) {
			err->is_ours = true;
			return -1;
		}
		word = template_word_find(templates, languages[i], key);
	}
	*out = word != NULL ? word->text : NULL;
	return 0;
}

int
template_check(struct templates *templates, const char *language, const char *name, struct err *err)
{
	const struct source *source;

	if (template_file_find(templates, language, name, &source, err) == -1)
		return -1;
	return source != NULL ? 0 : err_set(err, "there is no template %s", name);
}
