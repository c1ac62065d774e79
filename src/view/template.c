/* SPDX-License-Identifier: ISC */
/*
 * Templates rendered (template.h).
 *
 * Rendering is a loop over a stack of frames: a frame is a run of nodes with
 * the names its list item adds.  A name is looked for from the top frame down,
 * so inner names hide outer ones.  The stack's size bounds everything that
 * templates can do to themselves.
 */
#include "view/template.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "base/vars.h"
#include "view/template_file.h"
#include "view/template_parse.h"

#define FRAMES_MAX 48

struct frame {
	const struct template *parsed;
	size_t begin, at, end;   /* nodes */
	const struct vars *vars; /* names it adds, or NULL */
	bool is_list;            /* vars is an item of a list */
};

struct render {
	struct templates *templates;
	const struct reader *reader;
	struct str *out;
	struct err *err;
	struct arena *arena;
	struct frame frames[FRAMES_MAX];
	int depth;
};

static int
complain(struct render *r, const struct node *node, const char *what)
{
	return err_set(r->err, "%s:%d: %s: %s", r->frames[r->depth - 1].parsed->path, node->line,
	    node->text, what);
}

static const struct var *
find_var(const struct render *r, const char *name)
{
	for (int i = r->depth - 1; i >= 0; i--) {
		const struct vars *vars = r->frames[i].vars;
		const struct var *var = vars != NULL ? vars_find(vars, name) : NULL;

		if (var != NULL)
			return var;
	}
	return NULL;
}

static int
push(struct render *r, struct frame frame)
{
	if (r->depth == FRAMES_MAX)
		return err_set(r->err, "%s: templates are nested too deeply", frame.parsed->path);
	frame.at = frame.begin;
	r->frames[r->depth++] = frame;
	return 0;
}

static int
push_whole(struct render *r, const struct template *parsed, const struct vars *vars)
{
	return push(r, (struct frame){ .parsed = parsed, .end = parsed->count, .vars = vars });
}

static int
push_partial(struct render *r, const struct node *node)
{
	const struct template *parsed;

	if (template_file_find(r->templates, r->reader->language, node->text, &parsed, r->err) ==
	    -1)
		return -1;
	if (parsed == NULL)
		return complain(r, node, "there is no such template");
	return push_whole(r, parsed, NULL);
}

/* "one", "few" or "other": what a number does to the word behind it. */
static const char *
plural(const char *rule, int64_t number)
{
	int64_t last = number % 10, two = number % 100;

	if (str_equal(rule, "none"))
		return "other";
	if (!str_equal(rule, "slavic"))
		return number == 1 ? "one" : "other";
	if (two >= 11 && two <= 14)
		return "other";
	return last == 1 ? "one" : last >= 2 && last <= 4 ? "few" : "other";
}

/* The word of `name` for a value in one language; *out NULL when it has none. */
static int
find_word(struct render *r, const char *language, const char *name, const struct var *var,
    const struct word **out)
{
	const struct word *rule;
	char value[32], key[160];

	str_format(value, sizeof value, "%" PRId64, var->number);
	str_format(key, sizeof key, "%s.%s", name,
	    var->kind == VAR_NUMBER   ? value :
		var->kind == VAR_FLAG ? (var->number != 0 ? "yes" : "no") :
					var->text);
	if (template_file_word(r->templates, language, key, out, r->err) == -1)
		return -1;
	if (*out != NULL || var->kind != VAR_NUMBER)
		return 0;
	if (template_file_word(r->templates, language, "plural-rule", &rule, r->err) == -1)
		return -1;
	str_format(
	    key, sizeof key, "%s.%s", name, plural(rule != NULL ? rule->text : NULL, var->number));
	return template_file_word(r->templates, language, key, out, r->err);
}

static int
push_word(struct render *r, const struct node *node, const struct var *var)
{
	const char *const languages[] = { r->reader->language, "en" };
	const struct word *word = NULL;

	if (var->kind == VAR_LIST || var->kind == VAR_TIME)
		return complain(r, node, "a list or a time is no word");
	for (size_t i = 0; i < 2 && word == NULL; i++)
		if (find_word(r, languages[i], node->text, var, &word) == -1)
			return -1;
	if (word == NULL) {
		char what[160];

		str_format(what, sizeof what, "words.txt has no word for \"%s\"",
		    var->kind == VAR_WORD || var->kind == VAR_TEXT ? var->text : "this number");
		return complain(r, node, what);
	}
	return push_whole(r, &word->parsed, NULL);
}

static void
set_zone(struct vars *vars, int zone)
{
	int minutes = zone < 0 ? -zone : zone;

	if (zone == 0)
		vars_text(vars, "zone", "UTC");
	else if (minutes % 60 == 0)
		vars_textf(vars, "zone", "UTC%c%d", zone < 0 ? '-' : '+', minutes / 60);
	else
		vars_textf(
		    vars, "zone", "UTC%c%d:%02d", zone < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

static int
push_time(struct render *r, const struct node *node, int64_t time)
{
	struct civil civil = clock_civil(time, r->reader->zone);
	struct vars *vars = vars_new(r->arena);
	const char *const languages[] = { r->reader->language, "en" };
	const struct word *format = NULL;

	vars_number(vars, "year", civil.year);
	vars_number(vars, "month", civil.month);
	vars_number(vars, "day", civil.day);
	vars_number(vars, "weekday", civil.weekday);
	vars_textf(vars, "hour", "%02d", civil.hour);
	vars_textf(vars, "minute", "%02d", civil.minute);
	set_zone(vars, r->reader->zone);
	for (size_t i = 0; i < 2 && format == NULL; i++)
		if (template_file_word(
			r->templates, languages[i], "date-format", &format, r->err) == -1)
			return -1;
	if (format == NULL)
		return complain(r, node, "words.txt has no date-format");
	return push_whole(r, &format->parsed, vars);
}

static int
show_value(struct render *r, const struct node *node)
{
	const struct var *var = find_var(r, node->text);

	if (var == NULL)
		return complain(r, node, "no such variable");
	if (node->kind == NODE_WORD)
		return push_word(r, node, var);
	switch (var->kind) {
	case VAR_TEXT:
		str_add(r->out, var->text);
		return 0;
	case VAR_NUMBER:
		str_addf(r->out, "%" PRId64, var->number);
		return 0;
	case VAR_TIME:
		return push_time(r, node, var->number);
	case VAR_WORD:
	case VAR_FLAG:
		return push_word(r, node, var);
	case VAR_LIST:
		break;
	}
	return complain(r, node, "a list cannot be shown as a value");
}

static bool
is_true(const struct var *var)
{
	if (var == NULL)
		return false;
	switch (var->kind) {
	case VAR_TEXT:
	case VAR_WORD:
		return var->text[0] != '\0';
	case VAR_LIST:
		return var->first != NULL;
	case VAR_NUMBER:
	case VAR_TIME:
	case VAR_FLAG:
		return var->number != 0;
	}
	return false;
}

static int
enter_section(struct render *r, const struct node *node)
{
	struct frame *top = &r->frames[r->depth - 1];
	const struct var *var = find_var(r, node->text);
	struct frame inner = { .parsed = top->parsed, .begin = top->at, .end = node->close };

	top->at = node->close + 1;
	if (is_true(var) != (node->kind == NODE_SECTION))
		return 0;
	if (node->kind == NODE_SECTION && var->kind == VAR_LIST) {
		inner.vars = var->first;
		inner.is_list = true;
	}
	return push(r, inner);
}

static int
show_node(struct render *r, const struct node *node)
{
	switch (node->kind) {
	case NODE_TEXT:
		str_addn(r->out, node->text, node->length);
		return 0;
	case NODE_VALUE:
	case NODE_WORD:
		return show_value(r, node);
	case NODE_SECTION:
	case NODE_INVERTED:
		return enter_section(r, node);
	case NODE_PARTIAL:
		return push_partial(r, node);
	case NODE_CLOSE:
		break;
	}
	return 0;
}

static int
run(struct render *r)
{
	while (r->depth > 0) {
		struct frame *top = &r->frames[r->depth - 1];

		if (top->at < top->end) {
			if (show_node(r, &top->parsed->nodes[top->at++]) == -1)
				return -1;
		} else if (top->is_list && top->vars->next != NULL) {
			top->vars = top->vars->next;
			top->at = top->begin;
		} else {
			r->depth--;
		}
	}
	return 0;
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

		while (kept > 0 && strchr(" \t\r", from[kept - 1]) != NULL)
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
		.out = out,
		.err = err,
		.arena = vars->arena };
	const struct template *parsed;
	size_t before = out->length;

	if (template_file_find(templates, reader->language, name, &parsed, err) == -1)
		return -1;
	if (parsed == NULL)
		return err_set(err, "there is no template %s", name);
	if (push_whole(&r, parsed, vars) == -1 || run(&r) == -1)
		return -1;
	out->length = before + tidy(out->data + before);
	return 0;
}

const char *
template_word(struct templates *templates, const struct reader *reader, const char *key)
{
	const char *const languages[] = { reader->language, "en" };
	const struct word *word = NULL;
	struct err err;

	for (size_t i = 0; i < 2 && word == NULL; i++)
		if (template_file_word(templates, languages[i], key, &word, &err) == -1)
			return NULL;
	return word != NULL ? word->text : NULL;
}

int
template_check(struct templates *templates, const char *language, const char *name, struct err *err)
{
	const struct template *parsed;

	return template_file_find(templates, language, name, &parsed, err);
}
