/* SPDX-License-Identifier: ISC */
/*
 * Templates rendered (template.h).
 *
 * A template's steps are gone through from front to back; sections, partials and words are
 * rendered by the same function one level deeper.  A name is looked for from the innermost
 * scope outwards.  Depth and number of the parts bound everything that templates can do to
 * themselves.
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
};

/* A step at work. */
struct part {
	const struct source *source;
	const struct step *step;
	const struct scope *scope;
};

static int show_source(struct render *r, const struct source *source, const struct scope *scope);

/* err becomes "FILE:LINE: " and what is wrong with the tag; returns -1. */
static int __attribute__((format(printf, 3, 4)))
complain(const struct render *r, const struct part *part, const char *format, ...)
{
	char what[256];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	return err_set(r->err, "%s:%d: %s", part->source->path,
	    source_line(part->source, part->step->at), what);
}

static const struct var *
find_var(const struct part *part)
{
	const struct var *var = NULL;

	for (const struct scope *at = part->scope; at != NULL && var == NULL; at = at->outer)
		if (at->vars != NULL)
			var = vars_find_hashed(at->vars, part->step->name, part->step->hash);
	return var;
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
	const char *name = part->step->name;
	char number[32];
	const char *value = var->kind == VAR_NUMBER ? number :
	    var->kind == VAR_FLAG                   ? (var->number != 0 ? "yes" : "no") :
						      var->text;

	if (var->kind == VAR_LIST || var->kind == VAR_TIME || var->kind == VAR_OBJECT)
		return complain(r, part, "%s: a list, a time or a move is not a word", name);
	if (var->kind == VAR_NUMBER)
		str_format(number, sizeof number, "%" PRId64, var->number);
	for (size_t i = 0; i < 2 && word == NULL; i++) {
		word = template_word_of(r->templates, languages[i], name, value);
		if (word == NULL && var->kind == VAR_NUMBER)
			word = template_word_of(r->templates, languages[i], name,
			    plural(template_word_find(r->templates, languages[i], "plural-rule"),
				var->number));
	}
	return word != NULL ?
	    show_source(r, word, part->scope) :
	    complain(r, part, "%s: words.txt has no word for \"%s\"", name, value);
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
	return show_source(r, format, &(struct scope){ part->scope, vars });
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
	const struct var *var = find_var(part);

	if (var == NULL)
		return complain(r, part, "%s: no such variable", part->step->name);
	if (part->step->sigil == ':' || var->kind == VAR_WORD || var->kind == VAR_FLAG)
		return show_word(r, part, var);
	if (var->kind == VAR_LIST)
		return complain(r, part, "%s: a list cannot be shown as a value", part->step->name);
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

static int
show_partial(struct render *r, const struct part *part)
{
	const struct source *source;

	if (template_file_find(
		r->templates, r->reader->language, part->step->name, &source, r->err) == -1)
		return -1;
	return source != NULL ?
	    show_source(r, source, part->scope) :
	    complain(r, part, "%s: there is no such template", part->step->name);
}

static int show_steps(struct render *r, const struct source *source, size_t from, size_t to,
    const struct scope *scope);

static int
show_section(struct render *r, const struct part *part)
{
	const struct var *var = find_var(part);
	size_t from = (size_t)(part->step - part->source->steps) + 1;
	struct scope scope = { .outer = part->scope };

	if (is_set(var) != (part->step->sigil == '#'))
		return 0;
	if (part->step->sigil == '#' && var->kind == VAR_LIST)
		scope.vars = var->first;
	do {
		if (show_steps(r, part->source, from, part->step->end, &scope) == -1)
			return -1;
	} while (scope.vars != NULL && (scope.vars = scope.vars->next) != NULL);
	return 0;
}

static int
show_steps(struct render *r, const struct source *source, size_t from, size_t to,
    const struct scope *scope)
{
	if (r->depth == DEPTH_MAX || ++r->parts > PARTS_MAX)
		return err_set(r->err, "%s: templates are nested too deeply", source->path);
	r->depth++;
	for (size_t i = from; i < to; i++) {
		const struct step *step = &source->steps[i];
		struct part part = { source, step, scope };
		int rc = 0;

		switch (step->sigil) {
		case STEP_TEXT:
			str_addn(r->out, step->at, step->length);
			break;
		case '#':
		case '^':
			rc = show_section(r, &part);
			i = step->end - 1;
			break;
		case '>':
			rc = show_partial(r, &part);
			break;
		default:
			rc = show_value(r, &part);
		}
		if (rc == -1)
			return -1;
	}
	r->depth--;
	return 0;
}

static int
show_source(struct render *r, const struct source *source, const struct scope *scope)
{
	return show_steps(r, source, 0, source->count, scope);
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
		} else if (show_source(&r, source, &(struct scope){ NULL, vars }) == 0) {
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
