/* SPDX-License-Identifier: ISC */
/*
 * The configuration file's syntax (file.h).
 *
 * Values are texts here; the table of options checks each as it is read, so that
 * every mistake is reported with its line.
 */
#include "config/file.h"

#include <stdarg.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/str.h"
#include "base/utf8.h"

#define FILE_MAX        (256 * 1024 - 1)
#define NAME_ERRORS_MAX 2 /* letters that may be wrong in a name that is recognized */

struct parser {
	const char *path;
	struct arena *arena;
	struct err *err;
	struct config_file *file;
	const char *at;
	int line;         /* of `at` */
	char token;       /* what next() read: TEXT, { } = or, at the end, \0; BROKEN: err is set */
	const char *text; /* of a TEXT, in the arena */
	int token_line;
};
#define TEXT   't'
#define BROKEN '!'

/* Words an error of the last token, unless that could not be read; always -1. */
__attribute__((format(printf, 2, 3))) static int
refuse(struct parser *p, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (p->token != BROKEN)
		err_set(p->err, "%s:%d: %s", p->path, p->token_line,
		    arena_vprintf(p->arena, format, args));
	va_end(args);
	return -1;
}

static void
skip_blanks_and_comments(struct parser *p)
{
	size_t length;

	do {
		const char *end;

		if (*p->at == '#' || strncmp(p->at, "//", 2) == 0)
			length = strcspn(p->at, "\n");
		else if (strncmp(p->at, "/*", 2) == 0)
			length = (end = strstr(p->at + 2, "*/")) != NULL ?
			    (size_t)(end + 2 - p->at) :
			    strlen(p->at);
		else
			length = strspn(p->at, " \t\r\n");
		for (size_t i = 0; i < length; i++)
			p->line += *p->at++ == '\n';
	} while (length > 0);
}

/* Reads the next token and returns it. */
static char
next(struct parser *p)
{
	struct str text;

	skip_blanks_and_comments(p);
	p->token_line = p->line;
	p->token = *p->at;
	if (*p->at == '\0')
		return p->token;
	if (strchr("{}=", *p->at) != NULL)
		return *p->at++;
	p->token = TEXT;
	str_init(&text, p->arena, 0);
	if (*p->at == '"' || *p->at == '\'') {
		char quote = *p->at++;

		for (; *p->at != quote; p->at++) {
			if (*p->at == '\0') {
				p->token_line = p->line;
				refuse(p, "a quote is not closed");
				return p->token = BROKEN;
			}
			if (*p->at == '\\' && (p->at[1] == '\\' || p->at[1] == quote))
				p->at++;
			p->line += *p->at == '\n';
			str_addc(&text, *p->at);
		}
		p->at++;
	} else {
		size_t length = strcspn(p->at, " \t\r\n{}=\"'#");

		str_addn(&text, p->at, length);
		p->at += length;
	}
	p->text = text.data;
	return TEXT;
}

/* Does a become b when at most so many letters are put in, taken out or replaced? */
static bool
is_like(const char *a, const char *b, int errors)
{
	if (*a == *b)
		return *a == '\0' || is_like(a + 1, b + 1, errors);
	if (errors == 0)
		return false;
	return (*a != '\0' && is_like(a + 1, b, errors - 1)) ||
	    (*b != '\0' && is_like(a, b + 1, errors - 1)) ||
	    (*a != '\0' && *b != '\0' && is_like(a + 1, b + 1, errors - 1));
}

/* Words the error of a name that is not known there, with the name most like it. */
static int
refuse_name(struct parser *p, int kind, const char *name)
{
	const struct section *section = &config_sections[kind];
	const char *meant = NULL;

	for (int errors = 1; meant == NULL && errors <= NAME_ERRORS_MAX; errors++) {
		for (size_t i = 0; meant == NULL && i < section->count; i++)
			if (is_like(name, section->options[i].name, errors))
				meant = section->options[i].name;
		for (int i = 1; kind == SECTION_MAIN && meant == NULL && i < SECTIONS; i++)
			if (is_like(name, config_sections[i].name, errors))
				meant = config_sections[i].name;
	}
	return refuse(p, "there is no option %s here%s%s", name,
	    meant != NULL ? ", perhaps you mean " : "; see man riverpost.conf",
	    meant != NULL ? meant : "");
}

/* The last counts; only the doctor speaks of it. */
static void
note_twice(struct parser *p, const char *name, bool is_twice)
{
	if (is_twice && p->file->twice == NULL)
		p->file->twice = arena_printf(
		    p->arena, "%s, line %d: %s is given twice", p->path, p->token_line, name);
}

/* After the name of a section of that kind: its own name and {. */
static int
parse_title(struct parser *p, int kind, struct file_section **section)
{
	struct file_section **end = &p->file->sections[kind];
	const char *title = NULL;

	if (config_sections[kind].has_title) {
		if (next(p) != TEXT)
			return refuse(p, "a source needs a name: source NAME {");
		title = p->text;
		for (; *end != NULL; end = &(*end)->next)
			if (strcmp((*end)->title, title) == 0)
				return refuse(p, "there is a source \"%s\" already", title);
	}
	if (next(p) != '{')
		return refuse(p, "a section begins with {");
	if (*end != NULL)
		return refuse(p, "there is a section %s already, in line %d",
		    config_sections[kind].name, (*end)->line);
	*section = *end = arena_alloc(p->arena, sizeof **end);
	(*end)->title = title;
	(*end)->line = p->token_line;
	return 0;
}

static int
parse(struct parser *p)
{
	struct file_section *section = p->file->sections[SECTION_MAIN];
	int kind = SECTION_MAIN, place, inner;

	while (next(p) != '\0') {
		const struct option *option;
		struct err why;

		if (p->token == '}' && kind != SECTION_MAIN) {
			kind = SECTION_MAIN;
			section = p->file->sections[kind];
			continue;
		}
		if (p->token != TEXT)
			return refuse(p, "a name is expected here, not %c", p->token);
		inner = kind == SECTION_MAIN ? 1 : SECTIONS;
		while (inner < SECTIONS && strcmp(config_sections[inner].name, p->text) != 0)
			inner++;
		if (inner < SECTIONS) {
			if (parse_title(p, kind = inner, &section) == -1)
				return -1;
			continue;
		}
		if ((place = option_find(&config_sections[kind], p->text)) == -1)
			return refuse_name(p, kind, p->text);
		option = &config_sections[kind].options[place];
		if (next(p) != '=' || next(p) != TEXT)
			return refuse(p, "%s needs a value: %s = ...", option->name, option->name);
		if (option_set(option, p->text, p->arena, NULL, &why) == -1)
			return refuse(p, "%s %s", option->name, why.text);
		note_twice(p, option->name, section->values[place] != NULL);
		section->values[place] = p->text;
	}
	return kind == SECTION_MAIN ? 0 : refuse(p, "a section is not closed by }");
}

int
config_file_read(struct arena *arena, const char *path, struct config_file *out, struct err *err)
{
	struct parser parser = { .path = path, .arena = arena, .err = err, .file = out, .line = 1 };
	struct str text;

	if (file_read(path, arena, FILE_MAX, &text, err) == -1 && !text.full)
		return err_system(err, "cannot read the configuration %s", path);
	if (text.full || strlen(text.data) != text.length)
		return err_set(
		    err, "the configuration %s is not a text of at most %d bytes", path, FILE_MAX);
	parser.at = utf8_skip_mark(text.data);
	*out = (struct config_file){ .sections = { arena_alloc(arena, sizeof **out->sections) } };
	return parse(&parser);
}
