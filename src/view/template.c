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
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "base/vars.h"
#include "base/zone.h"
#include "play/facts.h"
#include "rules/status.h"
#include "view/doc.h"
#include "view/template_file.h"

#define DEPTH_MAX 48
#define PARTS_MAX 20000 /* sections, partials and words of one text */
#define BLANKS    " \t\r"
#define KEY_SIZE  160
#define SIDE_MARK "@" /* facts_piece */

struct scope {
	const struct scope *outer;
	const struct vars *vars; /* names it adds; NULL none */
};

struct render {
	struct templates *templates;
	const struct lexicon *lexicon; /* of the reader's language */
	const struct reader *reader;
	struct arena *arena;
	struct str *out;
	struct err *err;
	int depth, parts;
};

/* A step at work. */
struct part {
	const struct template *template;
	const struct step *step;
	const struct scope *scope;
};

static int show_template(
    struct render *r, const struct template *template, const struct scope *scope);

/* The text of that name in the language; -1 with err when it has none, or a broken one. */
static int
find_text(struct templates *templates, const char *language, const char *name,
    const struct lexicon **lexicon, const struct template **out, struct err *err)
{
	if (lexicon_find(templates, language, lexicon, err) == -1)
		return -1;
	if ((*out = shelf_find(&(*lexicon)->texts, name)) == NULL)
		return err_set(err, "there is no template %s/%s", language, name);
	return template_prepare(templates, *out) ? 0 : err_set(err, "%s", (*out)->fault);
}

static const struct var *
find_var(const struct part *part)
{
	const struct var *var = NULL;

	for (const struct scope *at = part->scope; at != NULL && var == NULL; at = at->outer)
		if (at->vars != NULL)
			var = vars_find(at->vars, part->step->name);
	return var;
}

/* The word of a name and form for the value of `var`; NULL: there is none. */
static const struct template *
find_word(const struct render *r, const struct step *step, const struct var *var, const char *value)
{
	const struct shelf *words = &r->lexicon->words;
	const char *slash = step->form != NULL ? "/" : "", *form = step->form;
	const struct template *word;
	char key[KEY_SIZE];
	size_t side;

	form = form != NULL ? form : "";
	str_format(key, sizeof key, "%s%s%s.%s", step->name, slash, form, value);
	word = shelf_find(words, key);
	side = strcspn(key, SIDE_MARK);
	if (word == NULL && var->kind == VAR_NUMBER) {
		str_format(key, sizeof key, "%s%s%s.%s", step->name, slash, form,
		    words_plural(words, var->number));
		word = shelf_find(words, key);
	} else if (word == NULL && key[side] != '\0') {
		/* The language does not tell the sides apart. */
		key[side] = '\0';
		word = shelf_find(words, key);
	}
	return word;
}

/* The word for the value of `var`. */
static int
show_word(struct render *r, const struct part *part, const struct var *var)
{
	const struct template *word;
	const char *name = part->step->name, *form = part->step->form;
	char number[32];
	const char *value = var->kind == VAR_NUMBER ? number :
	    var->kind == VAR_FLAG                   ? (var->number != 0 ? "yes" : "no") :
						      var->text;

	if (var->kind == VAR_LIST || var->kind == VAR_TIME || var->kind == VAR_DAY ||
	    var->kind == VAR_OBJECT)
		return template_fault(part->template, part->step->at, r->err,
		    "%s: a list, a time or a move is not a word", name);
	if (var->kind == VAR_NUMBER)
		str_format(number, sizeof number, "%" PRId64, var->number);
	word = find_word(r, part->step, var, value);
	return word != NULL ? show_template(r, word, part->scope) :
			      template_fault(part->template, part->step->at, r->err,
				  "%s%s%s: words.txt has no word for \"%s\"", name,
				  form != NULL ? "/" : "", form != NULL ? form : "", value);
}

static void
name_parts(struct vars *vars, int year, int month, int day)
{
	vars_number(vars, "year", year);
	vars_number(vars, "month", month);
	vars_number(vars, "day", day);
	vars_textf(vars, "mm", "%02d", month);
	vars_textf(vars, "dd", "%02d", day);
}

/* As the word `name` has it; the parts are names that it may show. */
static int
show_date(struct render *r, const struct part *part, const char *name, struct vars *parts)
{
	const struct template *format = shelf_find(&r->lexicon->words, name);

	return format != NULL ?
	    show_template(r, format, &(struct scope){ part->scope, parts }) :
	    template_fault(part->template, part->step->at, r->err, "words.txt has no %s", name);
}

static int
show_day(struct render *r, const struct part *part, int64_t day)
{
	struct vars *vars = vars_new(r->arena);

	name_parts(vars, (int)(day / 10000), (int)(day / 100 % 100), (int)(day % 100));
	return show_date(r, part, "day-format", vars);
}

static int
show_time(struct render *r, const struct part *part, int64_t time)
{
	const char *name = r->reader->zone != NULL ? r->reader->zone : "";
	char zone[ZONE_OFFSET_SIZE];
	struct civil civil = zone_civil(name, time);
	struct vars *vars = vars_new(r->arena);

	name_parts(vars, civil.year, civil.month, civil.day);
	vars_number(vars, "weekday", civil.weekday);
	vars_textf(vars, "hour", "%02d", civil.hour);
	vars_textf(vars, "minute", "%02d", civil.minute);
	zone_write_offset(name, time, zone);
	vars_text(vars, "zone", zone);
	return show_date(r, part, "date-format", vars);
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
		return template_fault(part->template, part->step->at, r->err,
		    "%s: no such variable", part->step->name);
	if (part->step->sigil == ':' || var->kind == VAR_WORD || var->kind == VAR_FLAG)
		return show_word(r, part, var);
	if (var->kind == VAR_LIST)
		return template_fault(part->template, part->step->at, r->err,
		    "%s: a list cannot be shown as a value", part->step->name);
	if (var->kind == VAR_TIME)
		return show_time(r, part, var->number);
	if (var->kind == VAR_DAY)
		return show_day(r, part, var->number);
	if (var->kind == VAR_OBJECT) {
		const struct placed_move *placed = var->object;
		struct reader reader = *r->reader;
		char text[MOVE_TEXT];

		reader.form = placed->in_wxf ? NOTATION_WXF : reader.form;
		reader_write_move(&reader, &placed->before, placed->move, text);
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
	const struct template *template;

	if ((template = shelf_find(&r->lexicon->texts, part->step->name)) == NULL)
		return template_fault(part->template, part->step->at, r->err,
		    "%s: there is no such template", part->step->name);
	return show_template(r, template, part->scope);
}

static int show_steps(struct render *r, const struct template *template, size_t from, size_t to,
    const struct scope *scope);

static int
show_section(struct render *r, const struct part *part)
{
	const struct var *var = find_var(part);
	size_t from = (size_t)(part->step - part->template->steps) + 1;
	struct scope scope = { .outer = part->scope };

	if (is_set(var) != (part->step->sigil == '#'))
		return 0;
	if (part->step->sigil == '#' && var->kind == VAR_LIST)
		scope.vars = var->first;
	do {
		if (show_steps(r, part->template, from, part->step->end, &scope) == -1)
			return -1;
	} while (scope.vars != NULL && (scope.vars = scope.vars->next) != NULL);
	return 0;
}

static int
show_steps(struct render *r, const struct template *template, size_t from, size_t to,
    const struct scope *scope)
{
	if (r->depth == DEPTH_MAX || ++r->parts > PARTS_MAX)
		return err_set(r->err, "%s: templates are nested too deeply", template->path);
	r->depth++;
	for (size_t i = from; i < to; i++) {
		const struct step *step = &template->steps[i];
		struct part part = { template, step, scope };
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
show_template(struct render *r, const struct template *template, const struct scope *scope)
{
	return template_prepare(r->templates, template) ?
	    show_steps(r, template, 0, template->count, scope) :
	    err_set(r->err, "%s", template->fault);
}

/* Drops blanks at ends of lines and all but one of a run of empty lines; marks of the document
 * (doc.h) are no lines. */
static size_t
tidy(char *text)
{
	char *to = text;
	const char *from = text;
	bool was_empty = false;

	while (*from != '\0') {
		size_t n = strcspn(from, "\n"), kept = n;
		bool has_newline = from[n] == '\n', is_mark = *from == DOC_MARK;

		while (kept > 0 && strchr(BLANKS, from[kept - 1]) != NULL)
			kept--;
		if (kept > 0 || !was_empty) {
			memmove(to, from, kept);
			to += kept;
			if (has_newline)
				*to++ = '\n';
		}
		was_empty = is_mark ? was_empty : kept == 0;
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
	const struct template *template;
	size_t before = out->length;

	if (find_text(templates, reader->language, name, &r.lexicon, &template, err) == 0 &&
	    show_template(&r, template, &(struct scope){ NULL, vars }) == 0) {
		out->length = before + tidy(out->data + before);
		return 0;
	}
	err->is_ours = true;
	return -1;
}

int
template_text(struct templates *templates, const struct reader *reader, const char *name,
    const struct vars *vars, const char **out, struct err *err)
{
	struct str text;

	str_init(&text, vars->arena, 0);
	if (template_render(templates, reader, name, vars, &text, err) == -1)
		return -1;
	str_trim(&text);
	*out = text.data;
	return 0;
}

int
template_word(struct templates *templates, const struct reader *reader, const char *key,
    const char **out, struct err *err)
{
	const struct template *word = NULL;
	const struct lexicon *lexicon;

	if (lexicon_find(templates, reader->language, &lexicon, err) == 0 &&
	    (word = shelf_find(&lexicon->words, key)) == NULL)
		err_set(err, "%s/words.txt has no %s", reader->language, key);
	else if (word != NULL && !template_prepare(templates, word))
		err_set(err, "%s", word->fault);
	if (word == NULL || word->fault != NULL) {
		err->is_ours = true;
		return -1;
	}
	*out = word->text;
	return 0;
}

int
template_piece(struct templates *templates, struct arena *arena, const struct reader *reader,
    uint8_t piece, const char **out, struct err *err)
{
	const char *name = arena_printf(arena, "piece.%s", piece_name(piece_type(piece)));
	const char *own = arena_printf(arena, "%s@%s", name, side_name(piece_side(piece)));
	struct err ignored;

	return template_word(templates, reader, own, out, &ignored) == 0 ?
	    0 :
	    template_word(templates, reader, name, out, err);
}

bool
template_has_word(struct templates *templates, const char *key)
{
	const struct lexicon *lexicon;
	struct err ignored;

	return lexicon_find(templates, "en", &lexicon, &ignored) == 0 &&
	    shelf_find(&lexicon->words, key) != NULL;
}

bool
template_speaks(struct templates *templates, const char *language)
{
	const struct lexicon *lexicon;
	struct err ignored;

	return lexicon_find(templates, language, &lexicon, &ignored) == -1 ||
	    lexicon->texts.count > 0;
}

int
template_check(struct templates *templates, const char *language, const char *name, struct err *err)
{
	const struct lexicon *lexicon;
	const struct template *template;

	return find_text(templates, language, name, &lexicon, &template, err);
}
