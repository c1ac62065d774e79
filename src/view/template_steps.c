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

#define NAME_SIZE 72
#define BLANKS    " \t\r"

struct reading {
	struct arena *arena;
	const struct source *source;
	struct err *err;
	const char *at, *tag; /* the present tag begins here */
	const char *bare_end; /* end of a line of tags alone: no text before it is shown */
	struct step *steps;
	size_t count;
	size_t open[SECTIONS_MAX]; /* the sections that are open */
	int depth;
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

int
source_line(const struct source *source, const char *place)
{
	int line = source->line;

	for (const char *at = source->text; at < place; at++)
		line += *at == '\n';
	return line;
}

/* err becomes "FILE:LINE: " and what is wrong with the tag at `tag`; returns -1. */
static int __attribute__((format(printf, 3, 4)))
complain(const struct reading *r, const char *tag, const char *format, ...)
{
	char what[256];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	return err_set(r->err, "%s:%d: %s", r->source->path, source_line(r->source, tag), what);
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
		if (begin >= r->bare_end && (begin == r->source->text || begin[-1] == '\n'))
			r->bare_end = bare_line_end(begin);
		while (
		    *end != '\0' && strncmp(end, "{{", 2) != 0 && (end == begin || end[-1] != '\n'))
			end++;
		if (begin >= r->bare_end && end > begin)
			add_text(r, begin, end);
		r->at = end;
	} while (end > begin && end[-1] == '\n');
}

/* at stands on "{{"; afterwards after "}}".  A comment has no name. */
static int
read_tag(struct reading *r, char *sigil, char name[NAME_SIZE])
{
	const char *begin = r->at + 2, *end = strstr(begin, "}}");

	r->tag = r->at;
	if (end == NULL)
		return complain(r, r->tag, "a tag is not closed by }}");
	r->at = end + 2;
	*sigil = *begin != '\0' && strchr("#^/>:!", *begin) != NULL ? *begin++ : ' ';
	if (*sigil == '!')
		return 0;
	begin += strspn(begin, BLANKS);
	while (end > begin && strchr(BLANKS, end[-1]) != NULL)
		end--;
	str_format(name, NAME_SIZE, "%.*s", (int)(end - begin), begin);
	return template_name_is_valid(name) ? 0 :
					      complain(r, r->tag, "this is not a name: %s", name);
}

static int
close_section(struct reading *r, const char *name)
{
	struct step *section;

	if (r->depth == 0)
		return complain(r, r->tag, "nothing is open that could be closed: %s", name);
	section = &r->steps[r->open[--r->depth]];
	if (strcmp(section->name, name) != 0)
		return complain(r, r->tag, "another section is open, not %s", name);
	section->end = r->count;
	return 0;
}

static int
add_tag(struct reading *r, char sigil, const char *name)
{
	if (sigil == '!')
		return 0;
	if (sigil == '/')
		return close_section(r, name);
	if (sigil == '#' || sigil == '^') {
		if (r->depth == SECTIONS_MAX)
			return complain(r, r->tag, "templates are nested too deeply");
		r->open[r->depth++] = r->count;
	}
	r->steps[r->count++] = (struct step){ .sigil = sigil,
		.at = r->tag,
		.name = arena_strdup(r->arena, name),
		.hash = vars_hash(name) };
	return 0;
}

int
source_read(struct arena *arena, struct source *source, struct err *err)
{
	struct reading r = { .arena = arena,
		.source = source,
		.err = err,
		.at = source->text,
		.bare_end = source->text };
	size_t most = 1;

	/* Between two tags there is one piece of text at most. */
	for (const char *at = source->text; (at = strstr(at, "{{")) != NULL; at += 2)
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

		return complain(&r, open->at, "a section is not closed: %s", open->name);
	}
	source->steps = r.steps;
	source->count = r.count;
	return 0;
}
