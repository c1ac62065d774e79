/* SPDX-License-Identifier: ISC */
/*
 * A template read once (template_steps.h).
 *
 * Read from front to back, a line at a time: of a line that holds tags of sections, comments and
 * partials alone nothing but the tags is kept.
 */
#include "view/template_steps.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/vars.h"
#include "view/doc.h"

#define NAME_SIZE 72
#define BLANKS    " \t\r"
#define WIDE_OPEN "\xef\xbd\x9b\xef\xbd\x9b" /* two braces of full width */

struct reading {
	struct arena *arena;
	const struct template *template;
	struct err *err;
	const char *at, *tag; /* the present tag begins here */
	const char *bare_end; /* end of a line of tags alone: no text before it is shown */
	struct step *steps;
	size_t count;
	size_t open[SECTIONS_MAX]; /* the sections that are open */
	int depth;
	const char *block; /* the block that is open; NULL none */
	int block_depth;
};

bool
template_name_is_valid(const char *name)
{
	size_t n = 0;

	while ((name[n] >= 'a' && name[n] <= 'z') || (name[n] >= 'A' && name[n] <= 'Z') ||
	    (name[n] >= '0' && name[n] <= '9') ||
	    (name[n] != '\0' && strchr("-_.", name[n]) != NULL))
		n++;
	return n > 0 && n <= 64 && name[n] == '\0' && name[0] != '.';
}

bool
template_is_blank(const struct template *template)
{
	return template->text[strspn(template->text, BLANKS "\n")] == '\0';
}

int
template_fault(
    const struct template *template, const char *at, struct err *err, const char *format, ...)
{
	int line = template->line;
	char what[256];
	va_list args;

	for (const char *before = template->text; before < at; before++)
		line += *before == '\n';
	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	return err_set(err, "%s:%d: %s", template->path, line, what);
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
		if (strncmp(at, "{{", 2) != 0 || at[2] == '\0' || strchr("#^/>!=", at[2]) == NULL ||
		    (at = strstr(at, "}}")) == NULL)
			return begin;
		at += 2;
	}
}

static void
add_text(struct reading *r, const char *begin, const char *end)
{
	struct step *last = r->count > 0 ? &r->steps[r->count - 1] : NULL;

	if (last != NULL && last->sigil == STEP_TEXT && last->at + last->length == begin)
		last->length += (size_t)(end - begin);
	else
		r->steps[r->count++] = (struct step){
			.sigil = STEP_TEXT, .at = begin, .length = (size_t)(end - begin)
		};
}

/* Up to the next tag. */
static void
read_text(struct reading *r)
{
	const char *begin, *end;

	do {
		begin = end = r->at;
		if (begin >= r->bare_end && (begin == r->template->text || begin[-1] == '\n'))
			r->bare_end = bare_line_end(begin);
		while (
		    *end != '\0' && strncmp(end, "{{", 2) != 0 && (end == begin || end[-1] != '\n'))
			end++;
		if (begin >= r->bare_end && end > begin)
			add_text(r, begin, end);
		r->at = end;
	} while (end > begin && end[-1] == '\n');
}

/* A block begins or ends: a mark of the document (doc.h), alone on its line and within one
 * section. */
static int
add_block(struct reading *r, const char *name)
{
	bool ends = strcmp(name, "end") == 0;

	if (!ends && !doc_is_block(name))
		return template_fault(
		    r->template, r->tag, r->err, "there is no such block: %s", name);
	if (r->tag >= r->bare_end)
		return template_fault(
		    r->template, r->tag, r->err, "a block stands alone on its line: %s", name);
	if (ends != (r->block != NULL) || (ends && r->depth != r->block_depth))
		return template_fault(r->template, r->tag, r->err,
		    "blocks end where they begin, outside of others: %s", name);
	r->block = ends ? NULL : r->tag;
	r->block_depth = r->depth;
	name = arena_printf(r->arena, "%c%s\n", DOC_MARK, name);
	add_text(r, name, name + strlen(name));
	return 0;
}

/* at stands on "{{"; afterwards after "}}".  A comment has no name. */
static int
read_tag(struct reading *r, char *sigil, char name[NAME_SIZE])
{
	const char *begin = r->at + 2, *end = strstr(begin, "}}");

	r->tag = r->at;
	if (end == NULL)
		return template_fault(r->template, r->tag, r->err, "a tag is not closed by }}");
	r->at = end + 2;
	*sigil = *begin != '\0' && strchr("#^/>:!=", *begin) != NULL ? *begin++ : ' ';
	if (*sigil == '!')
		return 0;
	begin += strspn(begin, BLANKS);
	while (end > begin && strchr(BLANKS, end[-1]) != NULL)
		end--;
	str_format(name, NAME_SIZE, "%.*s", (int)(end - begin), begin);
	return 0;
}

static int
close_section(struct reading *r, const char *name)
{
	struct step *section;

	if (r->depth == 0)
		return template_fault(
		    r->template, r->tag, r->err, "nothing is open that could be closed: %s", name);
	section = &r->steps[r->open[--r->depth]];
	if (strcmp(section->name, name) != 0)
		return template_fault(
		    r->template, r->tag, r->err, "another section is open, not %s", name);
	section->end = r->count;
	return 0;
}

static int
add_tag(struct reading *r, char sigil, char *name)
{
	char *form = sigil == ':' ? strchr(name, '/') : NULL;

	if (sigil == '!')
		return 0;
	if (sigil == '=')
		return add_block(r, name);
	if (form != NULL)
		*form++ = '\0';
	if (!template_name_is_valid(name) || (form != NULL && !template_name_is_valid(form)))
		return template_fault(r->template, r->tag, r->err, "this is not a name: %s", name);
	if (sigil == '/')
		return close_section(r, name);
	if (sigil == '#' || sigil == '^') {
		if (r->depth == SECTIONS_MAX)
			return template_fault(
			    r->template, r->tag, r->err, "templates are nested too deeply");
		r->open[r->depth++] = r->count;
	}
	r->steps[r->count++] = (struct step){ .sigil = sigil,
		.at = r->tag,
		.name = arena_strdup(r->arena, name),
		.form = arena_strdup(r->arena, form) };
	return 0;
}

/* In the blocks of a text: "|" between blanks as the border of two cells, and in a list of
 * answers <...> as a link, each in its place.  Values have no such signs. */
static const char *
mark_cells(struct arena *arena, const char *text)
{
	char *marked = arena_strdup(arena, text), *line = marked;
	bool in_table = false, in_answers = false;

	for (; *line != '\0'; line += *line == '\n') {
		size_t length = strcspn(line, "\n");

		if (strncmp(line, "{{=", 3) == 0) {
			in_answers = strncmp(line + 3, "answers", 7) == 0;
			in_table = in_answers || strncmp(line + 3, "table", 5) == 0;
		}
		for (char *end = line + length; in_table && line < end; line++) {
			bool is_apart = (line[1] == ' ' || line[1] == '\n') &&
			    (line == end - length || line[-1] == ' ');

			if (*line == '|' && is_apart)
				*line = DOC_CELL;
			else if (in_answers && (*line == '<' || *line == '>'))
				*line = *line == '<' ? DOC_LINK : DOC_LINK_END;
		}
		line += strcspn(line, "\n");
	}
	return marked;
}

int
template_read(struct arena *arena, struct template *template, struct err *err)
{
	struct reading r = { .arena = arena, .template = template, .err = err };
	const char *wide;
	size_t most = 1;

	r.at = r.bare_end = template->text = mark_cells(arena, template->text);
	if ((wide = strstr(template->text, WIDE_OPEN)) != NULL)
		return template_fault(template, wide, err, "%.*s: braces of full width are no tag",
		    (int)strcspn(wide + strlen(WIDE_OPEN), " \n{}\xef"), wide + strlen(WIDE_OPEN));
	/* Between two tags there is one piece of text at most. */
	for (const char *at = template->text; (at = strstr(at, "{{")) != NULL; at += 2)
		most += 2;
	r.steps = arena_bytes(arena, most * sizeof *r.steps);
	for (;;) {
		char sigil = 0, name[NAME_SIZE];

		read_text(&r);
		if (*r.at == '\0')
			break;
		if (read_tag(&r, &sigil, name) == -1 || add_tag(&r, sigil, name) == -1)
			return -1;
	}
	if (r.depth > 0) {
		const struct step *open = &r.steps[r.open[r.depth - 1]];

		return template_fault(
		    template, open->at, err, "a section is not closed: %s", open->name);
	}
	if (r.block != NULL)
		return template_fault(template, r.block, err, "a block is not closed");
	template->steps = r.steps;
	template->count = r.count;
	return 0;
}
